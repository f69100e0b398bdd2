// A follower: reads the instruction into steps, maps what it sees, looks for the walk that explains
// all of it best (guide_plan.h), takes a few steps along it, looks again and thinks it over from
// the beginning; so what turns out otherwise than it was thought is corrected, if need be by going
// back. On viewpoint graphs it takes the way that leads along that walk.
#include "agent/guide.h"

#include "agent/guide_state.h"
#include "base/json_out.h"
#include "base/settings.h"

static const float LOOK_EVERY = 1.6f;    // metres
static const float PLAN_EVERY = 0.9f;    // metres
static const float WORTH_A_SPIN = 1.2f;  // square metres that turning around would show
static const float AHEAD = 1.25f;        // metres of the walk that are walked at a time
static const float ARRIVED = 0.3f;       // metres
static const int LATE = 60;              // steps before the end it hurries

// ---- making -------------------------------------------------------------------------------------

static wend_status create(void* state, const char* options, wend_error* error) {
    guide* g = state;
    const setting list[] = {
        {.key = "memory",
         .kind = SETTING_WORD,
         .value = &g->memory,
         .words = {"episode", "tour", "known"}},
        {.key = "semantics",
         .kind = SETTING_WORD,
         .value = &g->semantics,
         .words = {"lexical", "truth"}},
    };
    g->memory = MEMORY_TOUR;
    WEND_TRY(settings_read("agent guide-follower", options, list, (int)(sizeof list / sizeof *list),
                           error));
    wend_map_def def = wend_map_default_def();
    def.range = 9.9f;
    def.near_range = 0.1f;
    def.climb = true;
    def.step_height = def.drop_height = 0.32f;
    def.body_height = 1.75f;  // as high as the window of IVLN's maps; doors are higher
    def.level_gap = 1;        // half a storey: landings have a grid of their own
    def.label_low = 0.1f;
    def.max_side = 1024;
    WEND_TRY(wend_map_create(&def, &g->map, error));
    WEND_TRY(walker_create(&g->walker, g->map, error));
    return wend_heed_create(&g->heed, error);
}

static void destroy(void* state) {
    guide* g = state;
    walker_destroy(&g->walker);
    wend_map_destroy(g->map);
    wend_heed_destroy(g->heed);
    guide_things_destroy(&g->things);
    guide_ground_destroy(&g->ground);
    guide_planner_destroy(&g->planner);
}

// Who knows the place from the start was shown it.
static bool sees_truth(const void* state) {
    const guide* g = state;
    return g->semantics == SEMANTICS_TRUTH || g->memory == MEMORY_KNOWN;
}

static wend_agent_truth truth(const void* state) {
    return (wend_agent_truth){.survey = ((const guide*)state)->memory == MEMORY_KNOWN};
}

static const wend_map* get_map(const void* state) { return ((const guide*)state)->map; }

static void forget_walk(guide* g) {
    g->climbing = g->looked = g->planned = g->read = false;
    g->spin = g->vain_count = g->patience = g->stuck = g->vain_climbs = 0;
    g->walk.count = 0;
    g->first = g->last = g->reached = g->settled = 0;
    g->settled_at = (wend_vec2){INFINITY, INFINITY};
    *g->place = 0;
    g->plans = g->spins = g->climbs = 0;
    g->seen_level = -1;
}

static wend_status reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    guide* g = state;
    (void)error;
    g->body = episode->body;
    g->rng = episode->rng;
    bool keeps = episode->continues && g->memory != MEMORY_EPISODE;
    if (!keeps) {
        wend_map_reset(g->map);
        guide_things_forget(&g->things);
    }
    walker_reset(&g->walker, &episode->body);
    forget_walk(g);
    return WEND_OK;
}

// ---- reading ------------------------------------------------------------------------------------

bool guide_is_stairs(const wend_heeded_step* s) {
    return s->what.kind == WEND_TELL_UP || s->what.kind == WEND_TELL_DOWN;
}

void guide_begin_stretch(guide* g, int first) {
    g->first = g->last = first;
    while (g->last + 1 < g->step_count && !guide_is_stairs(&g->steps[g->last])) g->last++;
    g->from = (wend_vec2){g->walker.pose.feet.x, g->walker.pose.feet.z};
    g->from_heading = g->walker.pose.heading;
    g->climbing = g->planned = g->looked = false;
    g->vain_count = 0;
}

// What the room is called that one is told to stand in, or to leave before any other is entered.
static wend_room_type find_start_room(const wend_heeded* h) {
    for (int i = 0; i < h->count; i++) {
        const wend_tell_step* s = &h->steps[i].what;
        if (s->kind == WEND_TELL_LEAVE || (s->kind == WEND_TELL_BEGIN && s->room)) return s->room;
        if (s->kind == WEND_TELL_DOOR || guide_is_stairs(&h->steps[i])) break;
    }
    return WEND_ROOM_UNKNOWN;
}

static void add_step(guide* g, const wend_tell_step* what, int word) {
    if (g->step_count < WEND_MAX_HEEDED)
        g->steps[g->step_count++] = (wend_heeded_step){.what = *what, .word = word};
}

// "Through the second door on your left": past one door on the left, a turn, and the door.
static void add_door(guide* g, const wend_heeded_step* door) {
    wend_side side = door->what.landmark.side;
    bool aside = side == WEND_SIDE_LEFT || side == WEND_SIDE_RIGHT;
    wend_tell_step pass = {.kind = WEND_TELL_PASS,
                           .landmark = {.category = WEND_CATEGORY_DOOR, .side = side}};
    const wend_tell_step turn = {.kind = WEND_TELL_TURN,
                                 .turn = side == WEND_SIDE_LEFT ? WEND_TURN_LEFT : WEND_TURN_RIGHT};
    for (int i = 1; aside && i < door->what.landmark.ordinal; i++) {
        pass.landmark.ordinal = i;
        add_step(g, &pass, door->word);
    }
    if (aside) add_step(g, &turn, door->word);
    add_step(g, &door->what, door->word);
}

// "Past two doors on your right" is past the second.
static void add_other(guide* g, const wend_heeded_step* s) {
    wend_tell_step what = s->what;
    bool doors = what.kind == WEND_TELL_PASS && what.landmark.category == WEND_CATEGORY_DOOR;
    if (doors && what.landmark.count > 1) what.landmark.ordinal = what.landmark.count;
    add_step(g, &what, s->word);
}

static void read_instruction(guide* g) {
    wend_heed_read(g->heed, g->o->language, g->o->instruction ? g->o->instruction : "", &g->heeded);
    guide_things_name(&g->things, find_start_room(&g->heeded), g->walker.pose.feet);
    g->step_count = 0;
    for (int i = 0; i < g->heeded.count; i++) {
        const wend_heeded_step* s = &g->heeded.steps[i];
        if (s->what.kind == WEND_TELL_DOOR)
            add_door(g, s);
        else if (s->what.kind != WEND_TELL_BEGIN)
            add_other(g, s);
    }
    bool ends = g->step_count && g->steps[g->step_count - 1].what.kind == WEND_TELL_STOP;
    if (!ends) g->steps[g->step_count++] = (wend_heeded_step){.what.kind = WEND_TELL_STOP};
    g->read = true;
    guide_begin_stretch(g, 0);
}

// ---- planning -----------------------------------------------------------------------------------

wend_status guide_think(guide* g, wend_error* error) {
    const wend_vec3 feet = g->walker.pose.feet;
    const wend_vec2 places[2] = {{feet.x, feet.z}, g->from};
    WEND_TRY(guide_ground_build(&g->ground, g->map, &g->things, feet, places, 2, error));
    for (int i = 0; i < g->vain_count; i++) {
        int cell = guide_ground_at(&g->ground, g->vain[i].x, g->vain[i].y);
        if (cell >= 0) g->ground.state[cell] = GUIDE_BLOCKED;
    }
    guide_task task = {.ground = &g->ground,
                       .things = &g->things,
                       .steps = g->steps + g->first,
                       .count = g->last - g->first + 1,
                       .from = g->from,
                       .heading = g->from_heading,
                       .whole = g->first == 0 && g->last + 1 == g->step_count};
    g->plans++;
    g->planned = true;
    g->planned_at = places[0];
    g->reached = 0;
    g->walker.age = -1;
    return guide_planner_find(&g->planner, &task, &g->walk, error);
}

static float distance_to_point(const guide* g, int i) {
    return hypotf(g->walk.points[i].x - g->walker.pose.feet.x,
                  g->walk.points[i].z - g->walker.pose.feet.z);
}

// How far along the walk it is: the farthest point that is near, or else the nearest. A walk may
// come by a place twice: what was walked stays walked.
static int progress_of(guide* g) {
    int nearest = g->reached, farthest = -1;
    for (int i = g->reached; i < g->walk.count; i++) {
        float metres = distance_to_point(g, i);
        if (metres < distance_to_point(g, nearest)) nearest = i;
        if (metres < 0.45f) farthest = i;
    }
    g->reached = farthest > nearest ? farthest : nearest;
    return g->reached;
}

// The point of the walk to make for, a little ahead and not beyond what is known.
static int point_ahead(const guide* g, int at, float metres) {
    float length = 0;
    int to = at;
    while (to + 1 < g->walk.count && length < metres) {
        const guide_point *a = &g->walk.points[to], *b = &g->walk.points[to + 1];
        if (!b->known && length > 0.6f) break;
        length += hypotf(b->x - a->x, b->z - a->z);
        to++;
    }
    return to;
}

// ---- walking ------------------------------------------------------------------------------------

int guide_full_spin(const guide* g) {
    return (int)ceilf((1 - g->o->hfov / 360) * (float)g->body.turns);
}

static float moved_from(const guide* g, wend_vec2 at) {
    return hypotf(g->walker.pose.feet.x - at.x, g->walker.pose.feet.z - at.y);
}

// It has been about one place for long: what it walks to cannot be reached, or it changes its mind
// to and fro.
static bool gets_nowhere(guide* g) {
    static const float ELSEWHERE = 2.5f;     // metres
    static const int LONG = 80, AGAIN = 40;  // steps
    if (moved_from(g, g->settled_at) > ELSEWHERE) {
        g->settled_at = (wend_vec2){g->walker.pose.feet.x, g->walker.pose.feet.z};
        g->settled = g->o->step;
    }
    if (g->o->step - g->settled < LONG) return false;
    g->settled += AGAIN;
    return true;
}

static bool hurries(const guide* g) { return g->o->step > 500 - LATE - guide_full_spin(g); }

static void look_around(guide* g) {
    const wend_vec3* feet = &g->walker.pose.feet;
    g->looked = true;
    g->looked_at = (wend_vec2){feet->x, feet->z};
    if (hurries(g) || wend_map_gain(g->map, feet->x, feet->z, 4, 1.5f) < WORTH_A_SPIN) return;
    g->spin = guide_full_spin(g);
    g->spins++;
}

static wend_status walk_to(guide* g, float x, float z, bool* acted, wend_action_kind* action,
                           wend_error* error) {
    walker* w = &g->walker;
    *acted = walker_has_way(w) && g->patience-- > 0 && walker_step(w, action);
    for (walker_manner m = WALKER_EASY; m < WALKER_MANNERS && !*acted; m++) {
        // Behind a closed door the map has no cells yet: routes need some.
        if (m == WALKER_BOLD && wend_map_state(g->map, x, z) == WEND_CELL_UNKNOWN)
            WEND_TRY(wend_map_mark(g->map, wend_v3(x, w->pose.feet.y, z), 0.05f, WEND_CELL_UNKNOWN,
                                   error));
        WEND_TRY(walker_look_ways(w, m, error));
        *acted = walker_plan(w, x, z, 0.35f) && walker_step(w, action);
        g->patience = 5;
    }
    return WEND_OK;
}

static void give_up_point(guide* g, int point) {
    if (g->vain_count < MAX_VAIN)
        g->vain[g->vain_count++] = (wend_vec2){g->walk.points[point].x, g->walk.points[point].z};
    g->planned = false;
    g->stuck++;
}

// What rooms were called, where the walk came into them: if it fits what was said.
void guide_finish(guide* g) {
    static const float FITTING = 0.5f;  // cost of a step
    const wend_vec3 feet = g->walker.pose.feet;
    bool fits = g->walk.cost < FITTING * (float)(g->last - g->first + 1);
    wend_room_type called = WEND_ROOM_UNKNOWN;
    wend_vec3 entered = feet;
    int done = 0;
    for (int i = 0; i < g->walk.count && fits; i++) {
        const guide_point* p = &g->walk.points[i];
        if (p->done == done) continue;
        done = p->done;
        const wend_tell_step* step = &g->steps[g->first + done - 1].what;
        bool stays = step->kind == WEND_TELL_STOP && step->room;
        if (step->kind != WEND_TELL_DOOR && step->kind != WEND_TELL_LEAVE && !stays) continue;
        guide_things_name(&g->things, called, entered);  // the room before
        called = step->kind == WEND_TELL_LEAVE ? WEND_ROOM_UNKNOWN : step->room;
        entered = wend_v3(p->x, feet.y, p->z);
    }
    guide_things_name(&g->things, called, feet);
}

// At the end of the stretch.
static void arrive(guide* g, wend_action_kind* action, bool* acted) {
    const wend_heeded_step* s = &g->steps[g->last];
    guide_finish(g);
    *acted = true;
    if (!guide_is_stairs(s)) {
        *action = WEND_ACTION_STOP;
        return;
    }
    guide_begin_climb(g);
    *acted = false;
}

static wend_status follow(guide* g, bool* acted, wend_action_kind* action, wend_error* error) {
    *acted = false;
    if (!g->walk.count) return WEND_OK;
    int at = progress_of(g), end = g->walk.count - 1;
    if (at == end && distance_to_point(g, end) < ARRIVED) {
        arrive(g, action, acted);
        return WEND_OK;
    }
    int to = point_ahead(g, at, hurries(g) ? 4 : AHEAD);
    if (gets_nowhere(g)) {
        give_up_point(g, to);
        return WEND_OK;
    }
    WEND_TRY(walk_to(g, g->walk.points[to].x, g->walk.points[to].z, acted, action, error));
    if (*acted) return WEND_OK;
    if (to == end && distance_to_point(g, end) < 0.6f)
        arrive(g, action, acted);
    else
        give_up_point(g, to);
    return WEND_OK;
}

// ---- acting -------------------------------------------------------------------------------------

static bool keep_spinning(guide* g, wend_action_kind* action) {
    if (g->spin <= 0) return false;
    g->spin--;
    g->planned = false;
    *action = WEND_ACTION_LEFT;
    return true;
}

static wend_status move_on(guide* g, wend_action_kind* action, wend_error* error) {
    for (int tries = 0; tries < 6; tries++) {
        bool acted = false;
        if (keep_spinning(g, action)) return WEND_OK;
        if (g->climbing) {
            WEND_TRY(guide_climb(g, &acted, action, error));
            if (acted) return WEND_OK;
            continue;
        }
        if (!g->looked || moved_from(g, g->looked_at) > LOOK_EVERY) look_around(g);
        if (keep_spinning(g, action)) return WEND_OK;
        if (!g->planned || moved_from(g, g->planned_at) > PLAN_EVERY)
            WEND_TRY(guide_think(g, error));
        WEND_TRY(follow(g, &acted, action, error));
        if (acted) return WEND_OK;
    }
    // No walk can be walked: a few steps anywhere, and it is thought over.
    g->planned = false;
    if (++g->stuck > 40) return WEND_OK;  // STOP
    *action = walker_escape(&g->walker, &g->rng);
    return WEND_OK;
}

// ---- the agent ----------------------------------------------------------------------------------

static wend_status watch(void* state, const wend_observation* o, wend_action led,
                         wend_error* error) {
    guide* g = state;
    (void)led;
    if (g->memory == MEMORY_EPISODE || !o->depth || !o->rgb) return WEND_OK;
    return guide_see(g, o, error);
}

static wend_status act(void* state, const wend_observation* o, wend_action* action,
                       wend_error* error) {
    guide* g = state;
    bool seeing = o->unpictured || (o->depth && o->rgb);
    if (!seeing || !isfinite(o->gps[0]) || !isfinite(o->compass))
        return wend_fail(error, WEND_ARGUMENT,
                         "agent guide-follower needs colour, depth, gps and compass; task and run "
                         "give not all of them");
    g->o = o;
    if (!o->unpictured) WEND_TRY(guide_see(g, o, error));
    if (!g->read) read_instruction(g);
    if (o->viewpoint) return guide_choose_way(g, action, error);
    return move_on(g, &action->kind, error);
}

static wend_status notes(const void* state, char* text, size_t size, wend_error* error) {
    const guide* g = state;
    const wend_heeded* h = &g->heeded;
    json_out out = {0};
    json_out_object(&out, NULL);
    json_out_text(&out, "language", h->known ? wend_language_code(h->language) : "unknown");
    json_out_int(&out, "words", h->words);
    json_out_int(&out, "used", h->used);
    json_out_int(&out, "left", h->left);
    json_out_text(&out, "left_words", h->left_words);
    json_out_int(&out, "clauses", h->clauses);
    json_out_int(&out, "idle", h->idle);
    json_out_int(&out, "steps", h->count);
    json_out_int(&out, "plans", g->plans);
    json_out_int(&out, "spins", g->spins);
    json_out_int(&out, "climbs", g->climbs);
    json_out_int(&out, "stuck", g->stuck);
    json_out_int(&out, "bumps", g->walker.bump_count);
    json_out_int(&out, "things", g->things.count);
    if (isfinite(g->walk.cost)) json_out_number(&out, "cost", (double)g->walk.cost);
    json_out_end(&out);
    return json_out_move(&out, text, size, "the notes of agent guide-follower", error);
}

const wend_agent_kind guide_agent = {
    .name = "guide-follower",
    .summary = "reads instructions, maps what it sees and takes the walk that explains them best",
    .options = "memory=tour|episode|known, semantics=lexical|truth",
    .sighted = true,
    .tasks = WEND_TASKS_INSTRUCTIONS,
    .memory = sizeof(guide),
    .create = create,
    .destroy = destroy,
    .sees_truth = sees_truth,
    .truth = truth,
    .reset = reset,
    .act = act,
    .watch = watch,
    .notes = notes,
    .map = get_map,
};
