#include "agent/mapper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/explorer.h"
#include "agent/inspection.h"
#include "agent/sightings.h"
#include "base/json_out.h"
#include "base/settings.h"
#include "perceive/cylinders.h"

#include "wend/category.h"

enum {
    MAX_GOALS = 32,
    WATCH = 40,  // steps after which it asks whether it gets anywhere
};

typedef enum mapper_eyes { EYES_RGBD, EYES_TRUTH } mapper_eyes;

// What it will say of a goal.
typedef struct mapper_note {
    uint16_t category;
    int given, recognised, found;  // steps; -1: never
    float x, z;                    // where it takes it to be
    float distance;                // metres left when it said so
    int views;
} mapper_note;

typedef struct mapper {
    // options
    int eyes, explore;
    int horizon;  // steps it remembers things for; 0: for ever
    bool goal_only;
    float near_enough;  // metres from a goal at which it says so

    wend_map* map;
    walker walker;
    explorer explorer;
    inspection inspected;
    sightings seen;
    wend_agent_episode episode;
    wend_rng rng;
    const wend_observation* o;  // of this step

    uint16_t goal;
    int spin;           // turns left of a look around
    int patience;       // steps until the way is planned again
    int stuck;          // steps without a way
    bool inspecting;    // there is nothing to explore: it looks at what it saw badly
    wend_vec2 look_at;  // then
    wend_vec2 watched;  // where it was at
    int watched_step;
    int astray;  // steps to take anywhere
    int no_way;  // step until which no way to the goal is looked for: there was none
    mapper_note notes[MAX_GOALS];
    int note_count;
} mapper;

// ---- making -------------------------------------------------------------------------------------

static wend_status read_memory(mapper* m, const char* word, wend_error* error) {
    char* end;
    long steps = strtol(word, &end, 10);
    if (strcmp(word, "all") == 0) return WEND_OK;
    m->goal_only = strcmp(word, "goal") == 0;
    if (m->goal_only) return WEND_OK;
    if (*word && !*end && steps >= 1 && steps <= 1000000) {
        m->horizon = (int)steps;
        return WEND_OK;
    }
    return wend_fail(error, WEND_ARGUMENT,
                     "agent mapper: memory=%s; it may be all, goal or a number of steps", word);
}

static wend_status create(void* state, const char* options, wend_error* error) {
    mapper* m = state;
    char memory[SETTING_SIZE] = "all";
    m->near_enough = 1.4f;
    m->explore = EXPLORE_GAIN;
    const setting list[] = {
        {.key = "eyes", .kind = SETTING_WORD, .value = &m->eyes, .words = {"rgbd", "truth"}},
        {.key = "memory", .kind = SETTING_TEXT, .value = memory},
        {.key = "explore",
         .kind = SETTING_WORD,
         .value = &m->explore,
         .words = {"nearest", "gain", "rooms"}},
        {.key = "near", .kind = SETTING_NUMBER, .value = &m->near_enough, .low = 0.3, .high = 5},
    };
    WEND_TRY(
        settings_read("agent mapper", options, list, (int)(sizeof list / sizeof *list), error));
    WEND_TRY(read_memory(m, memory, error));
    wend_map_def def = wend_map_default_def();
    def.range = 5;
    m->explorer.rule = (explorer_rule)m->explore;
    WEND_TRY(wend_map_create(&def, &m->map, error));
    return walker_create(&m->walker, m->map, error);
}

static void destroy(void* state) {
    mapper* m = state;
    walker_destroy(&m->walker);
    wend_map_destroy(m->map);
}

static const wend_map* get_map(const void* state) { return ((const mapper*)state)->map; }

static bool sees_truth(const void* state) { return ((const mapper*)state)->eyes == EYES_TRUTH; }

static wend_status reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    mapper* m = state;
    (void)error;
    m->episode = *episode;
    m->rng = episode->rng;
    m->goal = 0;
    m->spin = m->patience = m->stuck = 0;
    m->note_count = 0;
    m->seen.count = 0;
    wend_map_reset(m->map);
    walker_reset(&m->walker, &episode->body);
    explorer_reset(&m->explorer);
    inspection_reset(&m->inspected);
    m->inspecting = false;
    m->watched = (wend_vec2){0, 0};
    m->watched_step = m->astray = m->no_way = 0;
    return WEND_OK;
}

// ---- seeing -------------------------------------------------------------------------------------

static void add_sight(mapper* m, uint16_t category, float ahead, float right, bool sure) {
    const wend_map_pose* pose = &m->walker.pose;
    float s = sinf(pose->heading), c = cosf(pose->heading);
    sighting_view view = {.category = category,
                          .x = pose->feet.x - s * ahead + c * right,
                          .z = pose->feet.z - c * ahead - s * right,
                          .from = {pose->feet.x, pose->feet.z},
                          .step = m->o->step,
                          .sure = sure};
    sightings_add(&m->seen, &view);
}

static void look_for_cylinders(mapper* m) {
    cylinder_sight sights[32];
    int count = cylinders_find(m->o, sights, 32);
    for (int i = 0; i < count; i++)
        add_sight(m, (uint16_t)(WEND_CATEGORY_CYLINDER_RED + sights[i].color), sights[i].ahead,
                  sights[i].right, sights[i].sure);
}

// The truth: the middle of all pixels of each category of goal in the picture.
static void read_categories(mapper* m) {
    enum { KINDS = WEND_CATEGORY_COUNT };
    static const int LEAST_PIXELS = 4;
    const wend_observation* o = m->o;
    struct {
        double ahead, right;
        int count;
    } sums[KINDS];
    memset(sums, 0, sizeof sums);
    float focal = (float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360));
    for (int row = 0; row < o->height; row++)
        for (int column = 0; column < o->width; column++) {
            int category = o->category[row * o->width + column];
            bool goal = category == m->goal || (category >= WEND_CATEGORY_CYLINDER_RED &&
                                                category <= WEND_CATEGORY_CYLINDER_CYAN);
            float depth = o->depth[row * o->width + column];
            if (!goal || category >= KINDS || !(depth > 0 && depth < 50)) continue;
            sums[category].ahead += (double)depth;
            sums[category].right +=
                (double)(depth * ((float)column + 0.5f - (float)o->width / 2) / focal);
            sums[category].count++;
        }
    for (int k = 0; k < KINDS; k++)
        if (sums[k].count >= LEAST_PIXELS)
            add_sight(m, (uint16_t)k, (float)(sums[k].ahead / sums[k].count),
                      (float)(sums[k].right / sums[k].count), true);
}

static wend_status see(mapper* m, wend_error* error) {
    const wend_observation* o = m->o;
    wend_map_frame frame = {
        .width = o->width, .height = o->height, .hfov = o->hfov, .depth = o->depth};
    WEND_TRY(walker_sense(&m->walker, o, error));
    WEND_TRY(wend_map_integrate(m->map, &frame, &m->walker.pose, error));
    inspection_look(&m->inspected, o, &m->walker.pose);
    if (m->eyes == EYES_TRUTH && o->category) read_categories(m);
    if (m->eyes == EYES_RGBD) look_for_cylinders(m);
    sightings_forget(&m->seen, m->horizon ? o->step - m->horizon : 0, m->goal_only ? m->goal : 0);
    return WEND_OK;
}

// White and black are told by shape alone, which a single picture may get wrong.
static int views_needed(const mapper* m) {
    bool plain = m->eyes == EYES_RGBD && (m->goal == WEND_CATEGORY_CYLINDER_WHITE ||
                                          m->goal == WEND_CATEGORY_CYLINDER_BLACK);
    return plain ? 2 : 1;
}

static sighting* recognise(mapper* m) {
    sighting* s = sightings_find(&m->seen, m->goal, views_needed(m));
    if (s && m->note_count && m->notes[m->note_count - 1].recognised < 0)
        m->notes[m->note_count - 1].recognised = m->o->step;
    return s;
}

// ---- a goal -------------------------------------------------------------------------------------

static void take_goal(mapper* m) {
    if (m->o->goal_category == m->goal) return;
    m->goal = m->o->goal_category;
    m->explorer.has_target = false;
    m->walker.age = -1;
    m->patience = m->no_way = 0;
    if (m->note_count < MAX_GOALS)
        m->notes[m->note_count++] =
            (mapper_note){.category = m->goal, .given = m->o->step, .recognised = -1, .found = -1};
}

static float distance_to(const mapper* m, const sighting* s) {
    return hypotf(s->x - m->walker.pose.feet.x, s->z - m->walker.pose.feet.z);
}

// Metres to walk straight from a point to a goal, by the map, if nothing is between; else INFINITY.
// The thing itself is in the way of its own middle.
static float walk_from(const mapper* m, float x, float z, const sighting* s) {
    float straight = hypotf(s->x - x, s->z - z);
    float share = straight > 0.3f ? (straight - 0.25f) / straight : 0;
    float to_x = x + (s->x - x) * share, to_z = z + (s->z - z) * share;
    if (wend_map_is_clear(m->map, x, z, to_x, to_z, m->walker.body.radius, true)) return straight;
    bool narrow = wend_map_is_clear(m->map, x, z, to_x, to_z, 0, true);
    return narrow ? straight + 0.2f : INFINITY;
}

static float walk_to(const mapper* m, const sighting* s) {
    return walk_from(m, m->walker.pose.feet.x, m->walker.pose.feet.z, s);
}

// A pure colour seen again and again from near is enough, even if something hides a part.
static bool is_confirmed(const mapper* m, const sighting* s) {
    bool often = views_needed(m) == 1 && s->views >= 4 && s->nearest < 2;
    return often || (s->sure >= views_needed(m) && s->nearest < 4);
}

static const float LOOK_FROM = 1.2f;  // metres from which one looks again at what is in doubt

static void say_found(mapper* m, const sighting* s, wend_action_kind* action) {
    mapper_note* note = &m->notes[m->note_count - 1];
    note->found = m->o->step;
    note->x = s->x;
    note->z = s->z;
    note->distance = distance_to(m, s);
    note->views = s->views;
    *action = WEND_ACTION_FOUND;
}

// Until it is sure, it comes from where it saw the thing: from elsewhere that may be hidden again.
static wend_vec2 place_to_go(const mapper* m, const sighting* s) {
    float dx = s->from.x - s->x, dz = s->from.y - s->z, length = hypotf(dx, dz);
    if (is_confirmed(m, s) || length < LOOK_FROM) return (wend_vec2){s->x, s->z};
    return (wend_vec2){s->x + dx / length * LOOK_FROM, s->z + dz / length * LOOK_FROM};
}

// Right up to it, if need be through what is unknown; else near it, on the same side of any wall.
static wend_status plan_to(mapper* m, const sighting* s, bool* planned, wend_error* error) {
    walker* w = &m->walker;
    wend_vec2 to = place_to_go(m, s);
    *planned = false;
    for (int i = 0; i < 2 * WALKER_MANNERS && !*planned; i++) {
        WEND_TRY(walker_look_ways(w, (walker_manner)(i % WALKER_MANNERS), error));
        bool near = i < WALKER_MANNERS;
        *planned = walker_plan(w, to.x, to.y, near ? 0.35f : 0.9f) &&
                   (near || isfinite(walk_from(m, w->target.x, w->target.y, s)));
    }
    if (!*planned) w->age = -1;
    if (!*planned) m->no_way = m->o->step + 12;
    m->patience = 6;
    return WEND_OK;
}

static wend_status go_to(mapper* m, sighting* s, bool* acted, wend_action_kind* action,
                         wend_error* error) {
    walker* w = &m->walker;
    float left = walk_to(m, s);
    *acted = true;
    if (left <= m->near_enough && is_confirmed(m, s)) {
        say_found(m, s, action);
        return WEND_OK;
    }
    bool planned = walker_has_way(w) && m->patience > 0;
    if (!planned && m->o->step >= m->no_way) WEND_TRY(plan_to(m, s, &planned, error));
    if (planned && walker_step(w, action)) return WEND_OK;
    // It has come as near as it can.
    if (!is_confirmed(m, s) && distance_to(m, s) < 2) {
        if (walker_face(w, s->x, s->z, action)) return WEND_OK;
        s->refuted = true;
    }
    if (m->o->step >= m->no_way) WEND_TRY(plan_to(m, s, &planned, error));
    *acted = planned && walker_step(w, action);
    return WEND_OK;
}

// ---- exploring ----------------------------------------------------------------------------------

static const float WORTH_A_SPIN = 1.5f;  // square metres that turning around would show

static int full_spin(const mapper* m) {
    return (int)ceilf((1 - m->o->hfov / 360) * (float)m->episode.body.turns);
}

static bool keep_spinning(mapper* m, wend_action_kind* action) {
    if (m->spin <= 0) return false;
    m->spin--;
    *action = WEND_ACTION_LEFT;
    return true;
}

// At a frontier: whether to look around first.
static void arrive(mapper* m) {
    const wend_map_pose* pose = &m->walker.pose;
    bool there = m->explorer.has_target && hypotf(m->explorer.target.x - pose->feet.x,
                                                  m->explorer.target.y - pose->feet.z) < 0.5f;
    if (!there) return;
    explorer_give_up(&m->explorer);
    if (wend_map_gain(m->map, pose->feet.x, pose->feet.z, 4, 1.5f) > WORTH_A_SPIN)
        m->spin = full_spin(m);
}

static wend_status seek_frontier(mapper* m, bool* acted, wend_action_kind* action,
                                 wend_error* error) {
    *acted = false;
    for (int tries = 0; tries < 4 && !*acted; tries++) {
        bool found;
        WEND_TRY(explorer_choose(&m->explorer, &m->walker, &found, error));
        if (!found) return WEND_OK;
        m->patience = 5;
        *acted = walker_step(&m->walker, action);
        if (!*acted) explorer_give_up(&m->explorer);
    }
    return WEND_OK;
}

// Everything was seen, but not everything well.
static wend_status inspect(mapper* m, bool* acted, wend_action_kind* action, wend_error* error) {
    walker* w = &m->walker;
    *acted = false;
    for (int tries = 0; tries < 8 && !*acted; tries++) {
        wend_vec2 stand;
        bool found = false;
        for (walker_manner manner = WALKER_EASY; manner < WALKER_BOLD && !found; manner++) {
            WEND_TRY(walker_look_ways(w, manner, error));
            found = inspection_next(&m->inspected, w, &m->look_at, &stand);
        }
        m->inspecting = found;
        if (!found) return WEND_OK;
        m->patience = 5;
        if (walker_plan(w, stand.x, stand.y, 0) && walker_step(w, action)) *acted = true;
        if (!*acted) *acted = walker_face(w, m->look_at.x, m->look_at.y, action);
        if (!*acted) inspection_finish(&m->inspected, m->look_at, 0.3f);
    }
    return WEND_OK;
}

static wend_status explore(mapper* m, wend_action_kind* action, wend_error* error) {
    walker* w = &m->walker;
    bool acted;
    if (keep_spinning(m, action)) return WEND_OK;
    if (walker_has_way(w) && m->patience > 0 && walker_step(w, action)) return WEND_OK;
    arrive(m);
    if (keep_spinning(m, action)) return WEND_OK;
    WEND_TRY(seek_frontier(m, &acted, action, error));
    if (!acted) WEND_TRY(inspect(m, &acted, action, error));
    if (acted) return WEND_OK;
    // Nothing is left to look at, or no way there: look at everything again, from elsewhere.
    m->stuck++;
    if (m->stuck % 8 == 0) m->explorer.vain_count = 0;
    if (m->stuck % 64 == 0) inspection_reset(&m->inspected);
    *action = walker_escape(w, &m->rng);
    return WEND_OK;
}

// ---- acting -------------------------------------------------------------------------------------

// Whoever has not left a place for long goes back and forth between two things to look at, or past
// a corner that steps of this length miss: then neither thing is worth it, and a few steps anywhere
// help.
static void notice_loops(mapper* m) {
    const wend_vec3* feet = &m->walker.pose.feet;
    if (m->o->step < m->watched_step + WATCH) return;
    if (hypotf(feet->x - m->watched.x, feet->z - m->watched.y) < 0.8f) {
        explorer_give_up(&m->explorer);
        if (m->inspecting) inspection_finish(&m->inspected, m->look_at, 0.8f);
        m->walker.age = -1;
        m->astray = 8;
    }
    m->watched = (wend_vec2){feet->x, feet->z};
    m->watched_step = m->o->step;
}

static wend_status act(void* state, const wend_observation* o, wend_action* action,
                       wend_error* error) {
    mapper* m = state;
    bool acted = false;
    if (!o->depth || !o->rgb || !isfinite(o->gps[0]) || !isfinite(o->compass))
        return wend_fail(error, WEND_ARGUMENT,
                         "agent mapper needs colour, depth, gps and compass; task and run give "
                         "not all of them");
    m->o = o;
    take_goal(m);
    WEND_TRY(see(m, error));
    if (o->step == 0) m->spin = full_spin(m);
    notice_loops(m);
    sighting* s = recognise(m);
    if (m->astray-- > 0 && !(s && walk_to(m, s) <= m->near_enough)) {
        action->kind = walker_escape(&m->walker, &m->rng);
        return WEND_OK;
    }
    if (s) WEND_TRY(go_to(m, s, &acted, &action->kind, error));
    if (!acted) WEND_TRY(explore(m, &action->kind, error));
    m->patience -= action->kind == WEND_ACTION_FORWARD;
    return WEND_OK;
}

static wend_status notes(const void* state, char* text, size_t size, wend_error* error) {
    const mapper* m = state;
    json_out out = {0};
    json_out_object(&out, NULL);
    json_out_int(&out, "bumps", m->walker.bump_count);
    json_out_int(&out, "stuck", m->stuck);
    json_out_array(&out, "recognised");  // for wend metrics: a step or null for each goal
    for (int i = 0; i < m->note_count; i++) {
        if (m->notes[i].recognised >= 0) json_out_int(&out, NULL, m->notes[i].recognised);
        if (m->notes[i].recognised < 0) json_out_null(&out, NULL);
    }
    json_out_end(&out);
    json_out_array(&out, "goals");
    for (int i = 0; i < m->note_count; i++) {
        const mapper_note* n = &m->notes[i];
        json_out_object(&out, NULL);
        json_out_text(&out, "goal", wend_category_at((wend_category)n->category)->name);
        json_out_int(&out, "given", n->given);
        if (n->recognised >= 0) json_out_int(&out, "recognised", n->recognised);
        if (n->found >= 0) {
            json_out_int(&out, "found", n->found);
            json_out_number(&out, "metres", (double)n->distance);
            json_out_int(&out, "views", n->views);
        }
        json_out_end(&out);
    }
    json_out_end(&out);
    json_out_end(&out);
    return json_out_move(&out, text, size, "the notes of agent mapper", error);
}

const wend_agent_kind mapper_agent = {
    .name = "mapper",
    .summary = "maps what it sees, explores, and goes to the goals it has recognised",
    .options = "eyes=rgbd|truth, memory=all|goal|STEPS, explore=nearest|gain|rooms, near=METRES",
    .sighted = true,
    .tasks = "multion",
    .memory = sizeof(mapper),
    .create = create,
    .destroy = destroy,
    .sees_truth = sees_truth,
    .reset = reset,
    .act = act,
    .notes = notes,
    .map = get_map,
};
