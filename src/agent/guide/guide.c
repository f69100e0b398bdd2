// The guide-follower: parses the instruction into steps, maps, plans the path that fits all steps
// best (guide_plan.h), follows it for about a metre, and plans again from the start. New
// observations thus correct earlier decisions, if necessary by going back. On viewpoint graphs it
// takes the edge along the path; without images it follows captions (guide_captions.h).
#include "agent/guide/guide.h"

#include "agent/guide/guide_constants.h"
#include "agent/guide/guide_state.h"
#include "base/json_out.h"
#include "base/settings.h"

// ---- construction -------------------------------------------------------------------------------

static wend_status guide_create(void* state, const char* options, wend_error* error) {
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
    def.range = GUIDE_MAP_RANGE;
    def.near_range = GUIDE_MAP_NEAR;
    def.climb = true;
    def.step_height = def.drop_height = GUIDE_MAP_STEP;
    def.body_height = GUIDE_MAP_BODY;
    def.level_gap = GUIDE_MAP_LEVEL;
    def.label_low = GUIDE_LABEL_LOW;
    def.max_side = 1024;
    WEND_TRY(wend_map_create(&def, &g->map, error));
    g->walker.def = walker_default_def();
    WEND_TRY(walker_create(&g->walker, g->map, error));
    return wend_instruction_parser_create(&g->parser, error);
}

static void guide_destroy(void* state) {
    guide* g = state;
    walker_destroy(&g->walker);
    wend_map_destroy(g->map);
    wend_instruction_parser_destroy(g->parser);
    guide_objects_destroy(&g->objects);
    guide_ground_destroy(&g->ground);
    guide_planner_destroy(&g->planner);
}

// With memory=known the agent is guided through the scene before the episode, which needs ground
// truth.
static bool guide_sees_truth(const void* state) {
    const guide* g = state;
    return g->semantics == SEMANTICS_TRUTH || g->memory == MEMORY_KNOWN;
}

static wend_agent_truth guide_truth(const void* state) {
    return (wend_agent_truth){.survey = ((const guide*)state)->memory == MEMORY_KNOWN};
}

static const wend_map* guide_get_map(const void* state) { return ((const guide*)state)->map; }

static void guide_forget_path(guide* g) {
    g->climbing = g->looked = g->planned = g->read = false;
    g->spin = g->vain_count = g->patience = g->stuck = g->vain_climbs = 0;
    g->path.count = 0;
    g->first = g->last = g->reached = g->settled = 0;
    g->settled_at = (wend_vec2){INFINITY, INFINITY};
    *g->place = 0;
    g->plans = g->spins = g->climbs = 0;
    g->seen_level = -1;
}

static wend_status guide_reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    guide* g = state;
    (void)error;
    g->body = episode->body;
    g->rng = episode->rng;
    bool keeps = episode->continues && g->memory != MEMORY_EPISODE;
    if (!keeps) {
        wend_map_reset(g->map);
        guide_objects_forget(&g->objects);
    }
    walker_reset(&g->walker, &episode->body);
    guide_forget_path(g);
    return WEND_OK;
}

// ---- reading ------------------------------------------------------------------------------------

bool guide_is_stairs(const wend_parsed_step* s) {
    return s->what.kind == WEND_STEP_UP || s->what.kind == WEND_STEP_DOWN;
}

void guide_begin_stretch(guide* g, int first) {
    g->first = g->last = first;
    while (g->last + 1 < g->step_count && !guide_is_stairs(&g->steps[g->last])) g->last++;
    g->from = (wend_vec2){g->walker.pose.feet.x, g->walker.pose.feet.z};
    g->from_heading = g->walker.pose.heading;
    g->climbing = g->planned = g->looked = false;
    g->vain_count = 0;
}

// Type of the start room, if the instruction names it.
static wend_room_type find_start_room(const wend_parsed_instruction* h) {
    for (int i = 0; i < h->count; i++) {
        const wend_instruction_step* s = &h->steps[i].what;
        if (s->kind == WEND_STEP_LEAVE || (s->kind == WEND_STEP_BEGIN && s->room)) return s->room;
        if (s->kind == WEND_STEP_DOOR || guide_is_stairs(&h->steps[i])) break;
    }
    return WEND_ROOM_UNKNOWN;
}

static void guide_add_step(guide* g, const wend_instruction_step* what, int word) {
    if (g->step_count < WEND_MAX_PARSED_STEPS)
        g->steps[g->step_count++] = (wend_parsed_step){.what = *what, .word = word};
}

// "Through the second door on your left": pass one door on the left, turn left, go through the
// door.
static void guide_add_door(guide* g, const wend_parsed_step* door) {
    wend_side side = door->what.landmark.side;
    bool aside = side == WEND_SIDE_LEFT || side == WEND_SIDE_RIGHT;
    wend_instruction_step pass = {.kind = WEND_STEP_PASS,
                                  .landmark = {.category = WEND_CATEGORY_DOOR, .side = side}};
    const wend_instruction_step turn = {
        .kind = WEND_STEP_TURN, .turn = side == WEND_SIDE_LEFT ? WEND_TURN_LEFT : WEND_TURN_RIGHT};
    for (int i = 1; aside && i < door->what.landmark.ordinal; i++) {
        pass.landmark.ordinal = i;
        guide_add_step(g, &pass, door->word);
    }
    if (aside) guide_add_step(g, &turn, door->word);
    guide_add_step(g, &door->what, door->word);
}

// "Past two doors on your right" means past the second.
static void add_other(guide* g, const wend_parsed_step* s) {
    wend_instruction_step what = s->what;
    bool doors = what.kind == WEND_STEP_PASS && what.landmark.category == WEND_CATEGORY_DOOR;
    if (doors && what.landmark.count > 1) what.landmark.ordinal = what.landmark.count;
    guide_add_step(g, &what, s->word);
}

static void guide_read_instruction(guide* g) {
    wend_instruction_parse(g->parser, g->o->goal.language,
                           g->o->goal.instruction ? g->o->goal.instruction : "", &g->parsed);
    guide_objects_name(&g->objects, find_start_room(&g->parsed), g->walker.pose.feet);
    g->step_count = 0;
    for (int i = 0; i < g->parsed.count; i++) {
        const wend_parsed_step* s = &g->parsed.steps[i];
        if (s->what.kind == WEND_STEP_DOOR)
            guide_add_door(g, s);
        else if (s->what.kind != WEND_STEP_BEGIN)
            add_other(g, s);
    }
    bool ends = g->step_count && g->steps[g->step_count - 1].what.kind == WEND_STEP_STOP;
    if (!ends) g->steps[g->step_count++] = (wend_parsed_step){.what.kind = WEND_STEP_STOP};
    g->read = true;
    guide_captions_begin(&g->captions, &g->parsed,
                         g->o->goal.instruction ? g->o->goal.instruction : "");
    guide_begin_stretch(g, 0);
}

// ---- planning -----------------------------------------------------------------------------------

wend_status guide_think(guide* g, wend_error* error) {
    const wend_vec3 feet = g->walker.pose.feet;
    const wend_vec2 places[2] = {{feet.x, feet.z}, g->from};
    WEND_TRY(guide_ground_build(&g->ground, g->map, &g->objects, feet, places, 2, error));
    for (int i = 0; i < g->vain_count; i++) {
        int cell = guide_ground_at(&g->ground, g->vain[i].x, g->vain[i].y);
        if (cell >= 0) g->ground.state[cell] = GUIDE_BLOCKED;
    }
    guide_task task = {.ground = &g->ground,
                       .objects = &g->objects,
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
    return guide_planner_find(&g->planner, &task, &g->path, error);
}

static float distance_to_point(const guide* g, int i) {
    return hypotf(g->path.points[i].x - g->walker.pose.feet.x,
                  g->path.points[i].z - g->walker.pose.feet.z);
}

// Progress along the path: the farthest point within GUIDE_PASSED, else the nearest. It never
// decreases, because a path may visit a position twice.
static int progress_of(guide* g) {
    int nearest = g->reached, farthest = -1;
    for (int i = g->reached; i < g->path.count; i++) {
        float metres = distance_to_point(g, i);
        if (metres < distance_to_point(g, nearest)) nearest = i;
        if (metres < GUIDE_PASSED) farthest = i;
    }
    g->reached = farthest > nearest ? farthest : nearest;
    return g->reached;
}

// The next point to navigate to: up to `metres` ahead, at most GUIDE_INTO_UNKNOWN into unobserved
// cells.
static int guide_point_ahead(const guide* g, int at, float metres) {
    float length = 0;
    int to = at;
    while (to + 1 < g->path.count && length < metres) {
        const guide_point *a = &g->path.points[to], *b = &g->path.points[to + 1];
        if (!b->known && length > GUIDE_INTO_UNKNOWN) break;
        length += hypotf(b->x - a->x, b->z - a->z);
        to++;
    }
    return to;
}

// ---- motion -------------------------------------------------------------------------------------

int guide_full_spin(const guide* g) {
    return (int)ceilf((1 - g->o->camera.hfov / 360) * (float)g->body.turns);
}

static float moved_from(const guide* g, wend_vec2 at) {
    return hypotf(g->walker.pose.feet.x - at.x, g->walker.pose.feet.z - at.y);
}

// The agent has stayed in a small area for many steps: the target is unreachable, or plans
// alternate.
static bool gets_nowhere(guide* g) {
    if (moved_from(g, g->settled_at) > GUIDE_SETTLED_RADIUS) {
        g->settled_at = (wend_vec2){g->walker.pose.feet.x, g->walker.pose.feet.z};
        g->settled = g->o->step;
    }
    if (g->o->step - g->settled < GUIDE_SETTLED_STEPS) return false;
    g->settled += GUIDE_SETTLED_AGAIN;
    return true;
}

static bool hurries(const guide* g) {
    return g->o->step > GUIDE_STEP_LIMIT - GUIDE_HURRY_STEPS - guide_full_spin(g);
}

static void guide_look_around(guide* g) {
    const wend_vec3* feet = &g->walker.pose.feet;
    g->looked = true;
    g->looked_at = (wend_vec2){feet->x, feet->z};
    if (hurries(g) || wend_map_gain(g->map, feet->x, feet->z, GUIDE_SPIN_SIGHT, GUIDE_SPIN_BEYOND) <
                          GUIDE_SPIN_GAIN)
        return;
    g->spin = guide_full_spin(g);
    g->spins++;
}

static wend_status guide_go_to(guide* g, float x, float z, bool* acted, wend_action_kind* action,
                               wend_error* error) {
    walker* w = &g->walker;
    *acted = walker_has_path(w) && g->patience-- > 0 && walker_step(w, action);
    for (walker_mode m = WALKER_EASY; m < WALKER_MODES && !*acted; m++) {
        // Behind a closed door the map has no cells yet. The planner needs some.
        if (m == WALKER_UNKNOWN && wend_map_state(g->map, x, z) == WEND_CELL_UNKNOWN)
            WEND_TRY(wend_map_mark(g->map, wend_v3(x, w->pose.feet.y, z), GUIDE_UNKNOWN_RADIUS,
                                   WEND_CELL_UNKNOWN, error));
        WEND_TRY(walker_compute_distances(w, m, error));
        *acted = walker_plan(w, x, z, GUIDE_TARGET_SLACK) && walker_step(w, action);
        g->patience = GUIDE_REPLAN;
    }
    return WEND_OK;
}

static void give_up_point(guide* g, int point) {
    if (g->vain_count < MAX_VAIN)
        g->vain[g->vain_count++] = (wend_vec2){g->path.points[point].x, g->path.points[point].z};
    g->planned = false;
    g->stuck++;
}

// Assigns the room names of the instruction to the rooms entered, if the path fits the instruction
// well.
void guide_finish(guide* g) {
    const wend_vec3 feet = g->walker.pose.feet;
    bool fits = g->path.cost < GUIDE_NAMES_COST * (float)(g->last - g->first + 1);
    wend_room_type called = WEND_ROOM_UNKNOWN;
    wend_vec3 entered = feet;
    int done = 0;
    for (int i = 0; i < g->path.count && fits; i++) {
        const guide_point* p = &g->path.points[i];
        if (p->done == done) continue;
        done = p->done;
        const wend_instruction_step* step = &g->steps[g->first + done - 1].what;
        bool stays = step->kind == WEND_STEP_STOP && step->room;
        if (step->kind != WEND_STEP_DOOR && step->kind != WEND_STEP_LEAVE && !stays) continue;
        guide_objects_name(&g->objects, called, entered);  // names the room entered before
        called = step->kind == WEND_STEP_LEAVE ? WEND_ROOM_UNKNOWN : step->room;
        entered = wend_v3(p->x, feet.y, p->z);
    }
    guide_objects_name(&g->objects, called, feet);
}

// At the end of the current part of the instruction.
static void guide_arrive(guide* g, wend_action_kind* action, bool* acted) {
    const wend_parsed_step* s = &g->steps[g->last];
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
    if (!g->path.count) return WEND_OK;
    int at = progress_of(g), end = g->path.count - 1;
    if (at == end && distance_to_point(g, end) < GUIDE_ARRIVED) {
        guide_arrive(g, action, acted);
        return WEND_OK;
    }
    int to = guide_point_ahead(g, at, hurries(g) ? GUIDE_AHEAD_HURRIED : GUIDE_AHEAD);
    if (gets_nowhere(g)) {
        give_up_point(g, to);
        return WEND_OK;
    }
    WEND_TRY(guide_go_to(g, g->path.points[to].x, g->path.points[to].z, acted, action, error));
    if (*acted) return WEND_OK;
    if (to == end && distance_to_point(g, end) < GUIDE_ARRIVED_BLOCKED)
        guide_arrive(g, action, acted);
    else
        give_up_point(g, to);
    return WEND_OK;
}

// ---- acting -------------------------------------------------------------------------------------

static bool guide_keep_spinning(guide* g, wend_action_kind* action) {
    if (g->spin <= 0) return false;
    g->spin--;
    g->planned = false;
    *action = WEND_ACTION_LEFT;
    return true;
}

static wend_status guide_move_on(guide* g, wend_action_kind* action, wend_error* error) {
    for (int tries = 0; tries < GUIDE_MAX_TRIES; tries++) {
        bool acted = false;
        if (guide_keep_spinning(g, action)) return WEND_OK;
        if (g->climbing) {
            WEND_TRY(guide_climb(g, &acted, action, error));
            if (acted) return WEND_OK;
            continue;
        }
        if (!g->looked || moved_from(g, g->looked_at) > GUIDE_LOOK_EVERY) guide_look_around(g);
        if (guide_keep_spinning(g, action)) return WEND_OK;
        if (!g->planned || moved_from(g, g->planned_at) > GUIDE_PLAN_EVERY)
            WEND_TRY(guide_think(g, error));
        WEND_TRY(follow(g, &acted, action, error));
        if (acted) return WEND_OK;
    }
    // No path can be followed: random steps, then a new plan.
    g->planned = false;
    if (++g->stuck > GUIDE_MAX_STUCK) return WEND_OK;  // STOP
    *action = walker_escape(&g->walker, &g->rng);
    return WEND_OK;
}

// ---- the agent ----------------------------------------------------------------------------------

static wend_status guide_watch(void* state, const wend_observation* o, wend_action led,
                               wend_error* error) {
    guide* g = state;
    (void)led;
    if (g->memory == MEMORY_EPISODE || !o->camera.depth || !o->camera.rgb) return WEND_OK;
    return guide_see(g, o, error);
}

static wend_status guide_act(void* state, const wend_observation* o, wend_action* action,
                             wend_error* error) {
    guide* g = state;
    bool seeing = o->camera.no_images || (o->camera.depth && o->camera.rgb);
    if (!seeing || !isfinite(o->pose.gps[0]) || !isfinite(o->pose.compass))
        return wend_fail(error, WEND_ARGUMENT,
                         "agent guide-follower needs colour, depth, gps and compass; task and run "
                         "give not all of them");
    g->o = o;
    if (!o->camera.no_images) WEND_TRY(guide_see(g, o, error));
    if (!g->read) guide_read_instruction(g);
    if (o->graph.viewpoint) return guide_choose_neighbour(g, action, error);
    return guide_move_on(g, &action->kind, error);
}

static wend_status guide_notes(const void* state, char* text, size_t size, wend_error* error) {
    const guide* g = state;
    const wend_parsed_instruction* h = &g->parsed;
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_text(&out, "language", h->known ? wend_language_code(h->language) : "unknown");
    wend_json_out_int(&out, "words", h->words);
    wend_json_out_int(&out, "used", h->used);
    wend_json_out_int(&out, "left", h->left);
    wend_json_out_text(&out, "left_words", h->left_words);
    wend_json_out_int(&out, "clauses", h->clauses);
    wend_json_out_int(&out, "idle", h->idle);
    wend_json_out_int(&out, "steps", h->count);
    wend_json_out_int(&out, "plans", g->plans);
    wend_json_out_int(&out, "spins", g->spins);
    wend_json_out_int(&out, "climbs", g->climbs);
    wend_json_out_int(&out, "stuck", g->stuck);
    wend_json_out_int(&out, "bumps", g->walker.bump_count);
    wend_json_out_int(&out, "things", g->objects.count);
    if (isfinite(g->path.cost)) wend_json_out_number(&out, "cost", (double)g->path.cost);
    wend_json_out_end(&out);
    return wend_json_out_move(&out, text, size, "the notes of agent guide-follower", error);
}

const wend_agent_kind guide_agent = {
    .name = "guide-follower",
    .summary = "parses the instruction and follows it by RGB-D, or on graphs by captions",
    .options = "memory=tour|episode|known, semantics=lexical|truth",
    .uses_images = true,
    .tasks = WEND_TASKS_INSTRUCTIONS,
    .memory = sizeof(guide),
    .create = guide_create,
    .destroy = guide_destroy,
    .sees_truth = guide_sees_truth,
    .truth = guide_truth,
    .reset = guide_reset,
    .act = guide_act,
    .watch = guide_watch,
    .notes = guide_notes,
    .map = guide_get_map,
};
