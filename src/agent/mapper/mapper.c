// The mapper: perception, confirmation of goals, exploration and inspection.
#include "agent/mapper/mapper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/common/explorer.h"
#include "agent/common/inspection.h"
#include "agent/mapper/cylinders.h"
#include "agent/mapper/detections.h"
#include "agent/mapper/mapper_constants.h"
#include "base/json_out.h"
#include "base/settings.h"

#include "wend/category.h"

enum { MAX_GOALS = 32 };

typedef enum mapper_semantics { SEMANTICS_RGBD, SEMANTICS_TRUTH } mapper_semantics;

// Data about one goal, for the log.
typedef struct mapper_note {
    uint16_t category;
    int given, recognised, found;  // steps; -1: never
    float x, z;                    // position where FOUND was declared
    float distance;                // metres to it at that time
    int views;
} mapper_note;

typedef struct mapper {
    // Options.
    int semantics, explore;
    int horizon;  // steps for which detections are remembered; 0: unlimited
    bool goal_only;
    float near_enough;  // metres of path at which FOUND is declared

    wend_map* map;
    walker walker;
    explorer explorer;
    inspection inspected;
    detections seen;
    wend_agent_episode episode;
    wend_rng rng;
    const wend_observation* o;  // observation of this step

    uint16_t goal;
    int spin;           // remaining turns of a look-around
    int patience;       // steps until the path is planned again
    int stuck;          // steps without a path
    bool inspecting;    // no frontier is left: floor that was observed badly is inspected
    wend_vec2 look_at;  // floor to inspect
    wend_vec2 watched;  // position at `watched_step`, for the detection of loops
    int watched_step;
    int astray;         // remaining random steps
    int no_path_until;  // step before which no path to the goal is searched again
    mapper_note notes[MAX_GOALS];
    int note_count;
} mapper;

// ---- construction -------------------------------------------------------------------------------

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
    return wend_fail(
        error, WEND_ARGUMENT,
        "agent mapper: memory=%s; must be all, goal or a number of steps in [1, 1000000]", word);
}

static wend_status mapper_create(void* state, const char* options, wend_error* error) {
    mapper* m = state;
    char memory[SETTING_SIZE] = "all";
    m->near_enough = MAPPER_FOUND_DISTANCE;
    m->explore = EXPLORE_GAIN;
    const setting list[] = {
        {"semantics", SETTING_WORD, &m->semantics, .words = {"rgbd", "truth"}},
        {"eyes", SETTING_WORD, &m->semantics, .words = {"rgbd", "truth"}, .old = true},
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
    def.range = MAPPER_MAP_RANGE;
    m->explorer.rule = (explorer_rule)m->explore;
    WEND_TRY(wend_map_create(&def, &m->map, error));
    m->walker.def = walker_default_def();
    return walker_create(&m->walker, m->map, error);
}

static void mapper_destroy(void* state) {
    mapper* m = state;
    walker_destroy(&m->walker);
    wend_map_destroy(m->map);
}

static const wend_map* mapper_get_map(const void* state) { return ((const mapper*)state)->map; }

static bool mapper_sees_truth(const void* state) {
    return ((const mapper*)state)->semantics == SEMANTICS_TRUTH;
}

static wend_status mapper_reset(void* state, const wend_agent_episode* episode, wend_error* error) {
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
    m->watched_step = m->astray = m->no_path_until = 0;
    return WEND_OK;
}

// ---- perceive -----------------------------------------------------------------------------------

static void add_detection(mapper* m, uint16_t category, float ahead, float right, bool sure) {
    const wend_pose* pose = &m->walker.pose;
    float s = sinf(pose->heading), c = cosf(pose->heading);
    detection_view view = {.category = category,
                           .x = pose->feet.x - s * ahead + c * right,
                           .z = pose->feet.z - c * ahead - s * right,
                           .from = {pose->feet.x, pose->feet.z},
                           .step = m->o->step,
                           .sure = sure};
    detections_add(&m->seen, &view);
}

static void detect_cylinders(mapper* m) {
    cylinder_detection found[32];
    int count = cylinders_find(m->o, found, 32);
    for (int i = 0; i < count; i++)
        add_detection(m, (uint16_t)(WEND_CATEGORY_CYLINDER_RED + found[i].color), found[i].ahead,
                      found[i].right, found[i].sure);
}

// Ground truth: the mean position of all pixels of each goal category.
static void read_categories(mapper* m) {
    enum { KINDS = WEND_CATEGORY_COUNT };
    const wend_observation* o = m->o;
    struct {
        double ahead, right;
        int count;
    } sums[KINDS];
    memset(sums, 0, sizeof sums);
    float focal = (float)o->camera.width / 2 / tanf(o->camera.hfov * (float)(WEND_PI / 360));
    for (int row = 0; row < o->camera.height; row++)
        for (int column = 0; column < o->camera.width; column++) {
            int category = o->privileged.category[row * o->camera.width + column];
            bool goal = category == m->goal || (category >= WEND_CATEGORY_CYLINDER_RED &&
                                                category <= WEND_CATEGORY_CYLINDER_CYAN);
            float depth = o->camera.depth[row * o->camera.width + column];
            if (!goal || category >= KINDS || !(depth > 0 && depth < MAPPER_MAX_DEPTH)) continue;
            sums[category].ahead += (double)depth;
            sums[category].right +=
                (double)(depth * ((float)column + 0.5f - (float)o->camera.width / 2) / focal);
            sums[category].count++;
        }
    for (int k = 0; k < KINDS; k++)
        if (sums[k].count >= MAPPER_MIN_PIXELS)
            add_detection(m, (uint16_t)k, (float)(sums[k].ahead / sums[k].count),
                          (float)(sums[k].right / sums[k].count), true);
}

static wend_status mapper_see(mapper* m, wend_error* error) {
    const wend_observation* o = m->o;
    wend_map_frame frame = {.width = o->camera.width,
                            .height = o->camera.height,
                            .hfov = o->camera.hfov,
                            .eye_height = o->camera.eye_height,
                            .depth = o->camera.depth};
    WEND_TRY(walker_sense(&m->walker, o, error));
    WEND_TRY(wend_map_integrate(m->map, &frame, &m->walker.pose, error));
    inspection_look(&m->inspected, o, &m->walker.pose);
    if (m->semantics == SEMANTICS_TRUTH && o->privileged.category) read_categories(m);
    if (m->semantics == SEMANTICS_RGBD) detect_cylinders(m);
    detections_forget(&m->seen, m->horizon ? o->step - m->horizon : 0, m->goal_only ? m->goal : 0);
    return WEND_OK;
}

// White and black cylinders are recognised by shape alone: one view may be wrong.
static int views_needed(const mapper* m) {
    bool plain = m->semantics == SEMANTICS_RGBD && (m->goal == WEND_CATEGORY_CYLINDER_WHITE ||
                                                    m->goal == WEND_CATEGORY_CYLINDER_BLACK);
    return plain ? 2 : 1;
}

static detection* recognise(mapper* m) {
    detection* s = detections_find(&m->seen, m->goal, views_needed(m));
    if (s && m->note_count && m->notes[m->note_count - 1].recognised < 0)
        m->notes[m->note_count - 1].recognised = m->o->step;
    return s;
}

// ---- goals --------------------------------------------------------------------------------------

static void update_goal(mapper* m) {
    if (m->o->goal.category == m->goal) return;
    m->goal = m->o->goal.category;
    m->explorer.has_target = false;
    m->walker.age = -1;
    m->patience = m->no_path_until = 0;
    if (m->note_count < MAX_GOALS)
        m->notes[m->note_count++] =
            (mapper_note){.category = m->goal, .given = m->o->step, .recognised = -1, .found = -1};
}

static float mapper_distance_to(const mapper* m, const detection* s) {
    return hypotf(s->x - m->walker.pose.feet.x, s->z - m->walker.pose.feet.z);
}

// Length of a straight path from a point to a goal by the map, in metres; INFINITY: blocked. The
// goal itself occupies the end of the line.
static float walk_from(const mapper* m, float x, float z, const detection* s) {
    float straight = hypotf(s->x - x, s->z - z);
    float share = straight > MAPPER_GOAL_AT ? (straight - MAPPER_GOAL_RADIUS) / straight : 0;
    float to_x = x + (s->x - x) * share, to_z = z + (s->z - z) * share;
    if (wend_map_is_clear(m->map, x, z, to_x, to_z, m->walker.body.radius, true)) return straight;
    bool narrow = wend_map_is_clear(m->map, x, z, to_x, to_z, 0, true);
    return narrow ? straight + MAPPER_DETOUR : INFINITY;
}

static float mapper_walk_to(const mapper* m, const detection* s) {
    return walk_from(m, m->walker.pose.feet.x, m->walker.pose.feet.z, s);
}

// Several near views of a pure colour are sufficient, even if the goal is partly occluded.
static bool is_confirmed(const mapper* m, const detection* s) {
    bool often = views_needed(m) == 1 && s->views >= MAPPER_MANY_VIEWS &&
                 s->nearest < MAPPER_MANY_VIEWS_FROM;
    return often || (s->sure >= views_needed(m) && s->nearest < MAPPER_SURE_FROM);
}

static void declare_found(mapper* m, const detection* s, wend_action_kind* action) {
    mapper_note* note = &m->notes[m->note_count - 1];
    note->found = m->o->step;
    note->x = s->x;
    note->z = s->z;
    note->distance = mapper_distance_to(m, s);
    note->views = s->views;
    *action = WEND_ACTION_FOUND;
}

// Until it is confirmed, the goal is approached from where it was detected: from elsewhere it may
// be occluded.
static wend_vec2 point_to_approach(const mapper* m, const detection* s) {
    float dx = s->from.x - s->x, dz = s->from.y - s->z, length = hypotf(dx, dz);
    if (is_confirmed(m, s) || length < MAPPER_LOOK_FROM) return (wend_vec2){s->x, s->z};
    return (wend_vec2){s->x + dx / length * MAPPER_LOOK_FROM,
                       s->z + dz / length * MAPPER_LOOK_FROM};
}

// Plans a path to the goal, if necessary over unobserved cells; else to a point near it without a
// wall in between.
static wend_status mapper_plan_to(mapper* m, const detection* s, bool* planned, wend_error* error) {
    walker* w = &m->walker;
    wend_vec2 to = point_to_approach(m, s);
    *planned = false;
    for (int i = 0; i < 2 * WALKER_MODES && !*planned; i++) {
        WEND_TRY(walker_compute_distances(w, (walker_mode)(i % WALKER_MODES), error));
        bool near = i < WALKER_MODES;
        *planned = walker_plan(w, to.x, to.y, near ? MAPPER_END_AT : MAPPER_END_NEAR) &&
                   (near || isfinite(walk_from(m, w->target.x, w->target.y, s)));
    }
    if (!*planned) w->age = -1;
    if (!*planned) m->no_path_until = m->o->step + MAPPER_NO_PATH_STEPS;
    m->patience = MAPPER_GOAL_REPLAN;
    return WEND_OK;
}

static wend_status mapper_go_to(mapper* m, detection* s, bool* acted, wend_action_kind* action,
                                wend_error* error) {
    walker* w = &m->walker;
    float left = mapper_walk_to(m, s);
    *acted = true;
    if (left <= m->near_enough && is_confirmed(m, s)) {
        declare_found(m, s, action);
        return WEND_OK;
    }
    bool planned = walker_has_path(w) && m->patience > 0;
    if (!planned && m->o->step >= m->no_path_until) WEND_TRY(mapper_plan_to(m, s, &planned, error));
    if (planned && walker_step(w, action)) return WEND_OK;
    // No path leads nearer.
    if (!is_confirmed(m, s) && mapper_distance_to(m, s) < MAPPER_REFUTE_FROM) {
        if (walker_face(w, s->x, s->z, action)) return WEND_OK;
        s->refuted = true;
    }
    if (m->o->step >= m->no_path_until) WEND_TRY(mapper_plan_to(m, s, &planned, error));
    *acted = planned && walker_step(w, action);
    return WEND_OK;
}

// ---- exploration --------------------------------------------------------------------------------

static int full_spin(const mapper* m) {
    return (int)ceilf((1 - m->o->camera.hfov / 360) * (float)m->episode.body.turns);
}

static bool mapper_keep_spinning(mapper* m, wend_action_kind* action) {
    if (m->spin <= 0) return false;
    m->spin--;
    *action = WEND_ACTION_LEFT;
    return true;
}

// At a frontier: turns around if that is expected to show enough new floor.
static void mapper_arrive(mapper* m) {
    const wend_pose* pose = &m->walker.pose;
    bool there = m->explorer.has_target &&
                 hypotf(m->explorer.target.x - pose->feet.x, m->explorer.target.y - pose->feet.z) <
                     MAPPER_FRONTIER_REACHED;
    if (!there) return;
    explorer_give_up(&m->explorer);
    if (wend_map_gain(m->map, pose->feet.x, pose->feet.z, MAPPER_SPIN_SIGHT, MAPPER_SPIN_BEYOND) >
        MAPPER_SPIN_GAIN)
        m->spin = full_spin(m);
}

static wend_status seek_frontier(mapper* m, bool* acted, wend_action_kind* action,
                                 wend_error* error) {
    *acted = false;
    for (int tries = 0; tries < MAPPER_FRONTIER_TRIES && !*acted; tries++) {
        bool found;
        WEND_TRY(explorer_choose(&m->explorer, &m->walker, &found, error));
        if (!found) return WEND_OK;
        m->patience = MAPPER_EXPLORE_REPLAN;
        *acted = walker_step(&m->walker, action);
        if (!*acted) explorer_give_up(&m->explorer);
    }
    return WEND_OK;
}

// Goes to floor that was observed from too far away or was partly occluded.
static wend_status inspect(mapper* m, bool* acted, wend_action_kind* action, wend_error* error) {
    walker* w = &m->walker;
    *acted = false;
    for (int tries = 0; tries < MAPPER_INSPECT_TRIES && !*acted; tries++) {
        wend_vec2 stand;
        bool found = false;
        for (walker_mode mode = WALKER_EASY; mode < WALKER_UNKNOWN && !found; mode++) {
            WEND_TRY(walker_compute_distances(w, mode, error));
            found = inspection_next(&m->inspected, w, &m->look_at, &stand);
        }
        m->inspecting = found;
        if (!found) return WEND_OK;
        m->patience = MAPPER_EXPLORE_REPLAN;
        if (walker_plan(w, stand.x, stand.y, 0) && walker_step(w, action)) *acted = true;
        if (!*acted) *acted = walker_face(w, m->look_at.x, m->look_at.y, action);
        if (!*acted) inspection_finish(&m->inspected, m->look_at, MAPPER_INSPECT_RADIUS);
    }
    return WEND_OK;
}

static wend_status mapper_explore(mapper* m, wend_action_kind* action, wend_error* error) {
    walker* w = &m->walker;
    bool acted;
    if (mapper_keep_spinning(m, action)) return WEND_OK;
    if (walker_has_path(w) && m->patience > 0 && walker_step(w, action)) return WEND_OK;
    mapper_arrive(m);
    if (mapper_keep_spinning(m, action)) return WEND_OK;
    WEND_TRY(seek_frontier(m, &acted, action, error));
    if (!acted) WEND_TRY(inspect(m, &acted, action, error));
    if (acted) return WEND_OK;
    // Nothing is left to observe, or it is unreachable: random steps; lists of rejected targets are
    // cleared from time to time.
    m->stuck++;
    if (m->stuck % MAPPER_FORGET_VAIN == 0) m->explorer.vain_count = 0;
    if (m->stuck % MAPPER_FORGET_INSPECTED == 0) inspection_reset(&m->inspected);
    *action = walker_escape(w, &m->rng);
    return WEND_OK;
}

// ---- acting -------------------------------------------------------------------------------------

// Detects loops: alternating between two targets, or missing a corner with this step length. The
// target is rejected, and a few random steps follow.
static void detect_loops(mapper* m) {
    const wend_vec3* feet = &m->walker.pose.feet;
    if (m->o->step < m->watched_step + MAPPER_LOOP_STEPS) return;
    if (hypotf(feet->x - m->watched.x, feet->z - m->watched.y) < MAPPER_LOOP_RADIUS) {
        explorer_give_up(&m->explorer);
        if (m->inspecting) inspection_finish(&m->inspected, m->look_at, MAPPER_LOOP_RADIUS);
        m->walker.age = -1;
        m->astray = MAPPER_ESCAPE_STEPS;
    }
    m->watched = (wend_vec2){feet->x, feet->z};
    m->watched_step = m->o->step;
}

static wend_status mapper_act(void* state, const wend_observation* o, wend_action* action,
                              wend_error* error) {
    mapper* m = state;
    bool acted = false;
    if (!o->camera.depth || !o->camera.rgb || !isfinite(o->pose.gps[0]) ||
        !isfinite(o->pose.compass))
        return wend_fail(error, WEND_ARGUMENT,
                         "agent mapper needs colour, depth, gps and compass; the task does not "
                         "provide all of them");
    m->o = o;
    update_goal(m);
    WEND_TRY(mapper_see(m, error));
    if (o->step == 0) m->spin = full_spin(m);
    detect_loops(m);
    detection* s = recognise(m);
    if (m->astray-- > 0 && !(s && mapper_walk_to(m, s) <= m->near_enough)) {
        action->kind = walker_escape(&m->walker, &m->rng);
        return WEND_OK;
    }
    if (s) WEND_TRY(mapper_go_to(m, s, &acted, &action->kind, error));
    if (!acted) WEND_TRY(mapper_explore(m, &action->kind, error));
    m->patience -= action->kind == WEND_ACTION_FORWARD;
    return WEND_OK;
}

static wend_status mapper_notes(const void* state, char* text, size_t size, wend_error* error) {
    const mapper* m = state;
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_int(&out, "bumps", m->walker.bump_count);
    wend_json_out_int(&out, "stuck", m->stuck);
    wend_json_out_array(&out, "recognised");  // for wend metrics: per goal a step or null
    for (int i = 0; i < m->note_count; i++) {
        if (m->notes[i].recognised >= 0) wend_json_out_int(&out, NULL, m->notes[i].recognised);
        if (m->notes[i].recognised < 0) wend_json_out_null(&out, NULL);
    }
    wend_json_out_end(&out);
    wend_json_out_array(&out, "goals");
    for (int i = 0; i < m->note_count; i++) {
        const mapper_note* n = &m->notes[i];
        wend_json_out_object(&out, NULL);
        wend_json_out_text(&out, "goal", wend_category_at((wend_category)n->category)->name);
        wend_json_out_int(&out, "given", n->given);
        if (n->recognised >= 0) wend_json_out_int(&out, "recognised", n->recognised);
        if (n->found >= 0) {
            wend_json_out_int(&out, "found", n->found);
            wend_json_out_number(&out, "metres", (double)n->distance);
            wend_json_out_int(&out, "views", n->views);
        }
        wend_json_out_end(&out);
    }
    wend_json_out_end(&out);
    wend_json_out_end(&out);
    return wend_json_out_move(&out, text, size, "the notes of agent mapper", error);
}

const wend_agent_kind mapper_agent = {
    .name = "mapper",
    .summary = "maps what it sees, explores, and goes to the goals it has recognised",
    .options =
        "semantics=rgbd|truth, memory=all|goal|STEPS, explore=nearest|gain|rooms, near=METRES",
    .uses_images = true,
    .tasks = "multion",
    .memory = sizeof(mapper),
    .create = mapper_create,
    .destroy = mapper_destroy,
    .sees_truth = mapper_sees_truth,
    .reset = mapper_reset,
    .act = mapper_act,
    .notes = mapper_notes,
    .map = mapper_get_map,
};
