// Plays episodes in one environment: reset, observe, act, judge, record.
#include "run/player.h"

#include <stdio.h>
#include <string.h>

#include "run/agent_fault.h"
#include "run/agent_tasks.h"
#include "run/legal_action.h"
#include "run/player_parts.h"

static wend_status player_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for an episode");
}

static size_t oracle_memory(const player* p) { return p->def.oracle ? p->def.oracle->memory : 1; }

static wend_status make_pictures(player* p, wend_error* error) {
    size_t pixels = (size_t)p->sim_def.camera.width * (size_t)p->sim_def.camera.height;
    if (player_is_on_graph(p)) pixels *= WEND_GRAPH_VIEWS;
    p->rgb = wend_alloc(pixels * 3);
    p->depth = wend_alloc(pixels * sizeof *p->depth);
    p->category = wend_alloc(pixels * sizeof *p->category);
    if (p->kind->look || p->truth.goal) p->object = wend_alloc(pixels * sizeof *p->object);
    if (p->truth.goal) p->goal_mask = wend_alloc(pixels);
    bool made = p->rgb && p->depth && p->category && (p->object || !p->kind->look) &&
                ((p->object && p->goal_mask) || !p->truth.goal);
    return made ? WEND_OK : player_no_memory(error);
}

// Depth images for an oracle that needs them; in a batch they are the batch's.
static wend_status player_make_depth(player* p, wend_error* error) {
    const wend_camera* camera = &p->sim_def.camera;
    size_t pixels = (size_t)camera->width * (size_t)camera->height;
    p->depth = wend_alloc(pixels * sizeof *p->depth);
    return p->depth ? WEND_OK : player_no_memory(error);
}

static wend_status player_fill(player* p, wend_error* error) {
    const player_def* def = &p->def;
    bool agent_sees = false, oracle_sees = def->oracle && def->oracle->uses_images;
    if (def->agent || def->oracle) {
        p->agent_error = wend_alloc_zero(1, sizeof error->message);
        if (!p->agent_error) return player_no_memory(error);
    }
    if (def->agent) {
        WEND_TRY(wend_agent_create(def->agent, def->custom, &p->agent, error));
        WEND_TRY(agent_tasks_check(def->agent, wend_agent_tasks(p->agent), p->kind, error));
        p->sees_truth = wend_agent_sees_truth(p->agent);
        p->truth = wend_agent_asks_truth(p->agent);
        agent_sees = wend_agent_get_kind(p->agent)->uses_images;
        wend_agent_image_size(p->agent, &p->sim_def.camera.width, &p->sim_def.camera.height);
    }
    p->sim_def.uses_images = def->uses_images || agent_sees || oracle_sees;
    if (def->width > 0) p->sim_def.camera.width = def->width;
    if (def->height > 0) p->sim_def.camera.height = def->height;
    p->state = wend_alloc_zero(1, p->kind->state_size);
    p->oracle_memory = wend_alloc_zero(1, oracle_memory(p));
    if (!p->state || !p->oracle_memory) return player_no_memory(error);
    if (player_is_on_graph(p)) {
        p->neighbours = wend_alloc(WEND_MAX_NEIGHBOURS * sizeof *p->neighbours);
        if (!p->neighbours) return player_no_memory(error);
    }
    p->shown = p->agent ? p->truth.map : def->map;
    if (p->shown) {
        p->map = wend_alloc_zero(1, sizeof *p->map);
        if (!p->map) return player_no_memory(error);
    }
    WEND_TRY(reward_create(def->reward, p->kind, &p->reward, error));
    WEND_TRY(wend_sim_create(&p->sim_def, &p->sim, error));
    if (p->kind->tour) WEND_TRY(leader_create(&p->leader, error));
    if (oracle_sees && !def->uses_images) return player_make_depth(p, error);
    return agent_sees ? make_pictures(p, error) : WEND_OK;
}

wend_status player_create(const player_def* def, player** out, wend_error* error) {
    *out = NULL;
    player* p = wend_alloc_zero(1, sizeof *p);
    if (!p) return player_no_memory(error);
    p->def = *def;
    p->kind = wend_task_get_kind(def->task);
    p->task = wend_task_get(def->task);
    p->sim_def = p->kind->sim(p->task);
    wend_status status = player_fill(p, error);
    if (status != WEND_OK) {
        player_destroy(p);
        return status;
    }
    *out = p;
    return WEND_OK;
}

void player_destroy(player* p) {
    if (!p) return;
    wend_sim_destroy(p->sim);
    wend_free(p->state);
    reward_destroy(p->reward);
    wend_agent_destroy(p->agent);
    wend_free(p->oracle_memory);
    wend_free(p->rgb);
    wend_free(p->depth);
    wend_free(p->category);
    wend_free(p->object);
    wend_free(p->goal_mask);
    truth_map_destroy(p->map);
    leader_destroy(p->leader);
    wend_free(p->neighbours);
    wend_free(p->agent_error);
    wend_free(p->facts);
    wend_free(p->notes);
    ARRAY_FREE(&p->lead);
    ARRAY_FREE(&p->led);
    ARRAY_FREE(&p->actions);
    ARRAY_FREE(&p->outcomes);
    ARRAY_FREE(&p->poses);
    ARRAY_FREE(&p->drives);
    wend_free(p);
}

const wend_camera* player_camera(const player* p) { return &p->sim_def.camera; }

uint64_t player_agent_hash(const player* p) { return p->agent ? wend_agent_hash(p->agent) : 0; }

bool player_is_oracle(const player* p) { return p->def.oracle || p->sees_truth; }

static wend_status begin_map(player* p, const wend_world* world, const char* scene,
                             wend_error* error) {
    wend_task_object objects[TRUTH_MAP_OBJECTS];
    int count = p->kind->objects
                    ? p->kind->objects(p->task, p->index, p->state, objects, TRUTH_MAP_OBJECTS)
                    : 0;
    return truth_map_begin(p->map, world, scene, wend_sim_pose(p->sim).feet, objects, count, error);
}

// ---- one episode --------------------------------------------------------------------------------

wend_pose player_pose(const player* p) {
    wend_body_pose pose = wend_sim_pose(p->sim);
    return (wend_pose){pose.feet, wend_body_pose_heading(&pose, &p->sim_def.body),
                       wend_body_pose_tilt(&pose, &p->sim_def.body)};
}

bool player_find_neighbour(const player* p, wend_vec3 feet, int* neighbour) {
    const wend_graph_world* world = wend_sim_graph(p->sim);
    if (!world) return false;
    wend_graph_candidates all = wend_graph_world_candidates(world, wend_sim_walker(p->sim).node);
    for (*neighbour = 0; *neighbour < all.count; (*neighbour)++) {
        wend_vec3 there = wend_graph_world_floor(world, all.items[*neighbour].node);
        if (wend_v3_distance(there, feet) < 1e-3f) return true;
    }
    return false;
}

static wend_status note_pose(player* p, wend_error* error) {
    wend_pose* slot = ARRAY_PUSH(&p->poses);
    if (!slot) return player_no_memory(error);
    *slot = player_pose(p);
    return WEND_OK;
}

static wend_status player_note_step(player* p, wend_action action, wend_error* error) {
    char* letter = ARRAY_PUSH(&p->actions);
    char* mark = ARRAY_PUSH(&p->outcomes);
    if (!letter || !mark) return player_no_memory(error);
    *letter = wend_action_letter(action.kind);
    *mark = p->outcome.collided ? 'x' : p->outcome.changed ? 'c' : '.';
    if (action.kind == WEND_ACTION_VELOCITY) {
        wend_log_drive* drive = ARRAY_PUSH(&p->drives);
        if (!drive) return player_no_memory(error);
        *drive = (wend_log_drive){action.forward, action.turn, action.seconds};
    }
    return note_pose(p, error);
}

// Fails for a start farther off the navmesh than navmeshes of different tools differ.
static wend_status check_start(const player* p, const wend_world* world, wend_vec3 start,
                               wend_error* error) {
    wend_vec3 on;
    if (p->def.snap || !wend_navmesh_snap(wend_world_navmesh(world), start, &on)) return WEND_OK;
    float off = wend_v3_distance(start, on);
    if (off <= WEND_EPISODE_SLACK) return WEND_OK;
    return wend_fail(error, WEND_FORMAT,
                     "its start %.2f, %.2f, %.2f is %.2f m off the navmesh; --snap moves it there",
                     (double)start.x, (double)start.y, (double)start.z, (double)off);
}

static wend_task_tour player_tour_of(const player* p, int index) {
    if (p->kind->tour) return p->kind->tour(p->task, index);
    return (wend_task_tour){.count = 1};
}

static wend_status reset_agent(player* p, const char* id, bool continues, wend_error* error) {
    wend_task_tour tour = player_tour_of(p, p->index);
    const wend_body* body = &p->sim_def.body;
    bool meshed = wend_sim_world(p->sim) != NULL;
    const wend_navmesh* mesh = meshed ? wend_sim_navmesh(p->sim) : NULL;
    p->mistakes = wend_rng_for(p->def.seed, id, "shown goal");
    wend_agent_episode episode = {
        .body = {body->step, body->turns, body->look, meshed ? wend_navmesh_radius(mesh) : 0,
                 meshed ? wend_navmesh_height(mesh) : 0},
        .rng = wend_rng_for(p->def.seed, id, "agent"),
        .continues = continues,
        .tour_number = tour.number,
        .tour_count = tour.count};
    return agent_fault_note(p, wend_agent_reset(p->agent, &episode, error), error);
}

// Resets the simulator to `from`, or to the start of the episode. Nullable: from. On a graph the
// oracle ends exactly on the start.
static wend_status player_put_body(player* p, const wend_episode* e, const wend_world* world,
                                   const wend_pose* from, wend_error* error) {
    if (player_is_on_graph(p)) {
        wend_task_viewpoint at = p->kind->viewpoint(p->task, e->index);
        return wend_sim_reset_graph(p->sim, world, at.graph, at.node, e->heading, error);
    }
    if (!from) WEND_TRY(check_start(p, world, e->start, error));
    return wend_sim_reset(p->sim, world, from ? from->feet : e->start,
                          from ? from->heading : e->heading,
                          wend_rng_for(p->def.seed, e->id, "motor noise"), error);
}

// ---- a survey -----------------------------------------------------------------------------------

static wend_status observe_survey_point(player* p, wend_error* error) {
    wend_observation o;
    wend_frame frame = {
        .rgb = p->rgb, .depth = p->depth, .category = p->category, .object = p->object};
    if (agent_fault_is_noted(p)) return WEND_OK;
    WEND_TRY(player_observe(p, p->rgb ? &frame : NULL, &o, error));
    wend_action none = {.kind = WEND_ACTION_STOP};
    return agent_fault_note(p, wend_agent_watch(p->agent, &o, none, error), error);
}

// Panoramas at random points of the navmesh, at least APART from each other.
static wend_status survey_ground(player* p, const wend_world* world, wend_error* error) {
    enum { MOST = 256, TRIES = 2000 };
    static const float APART = 1.3f;  // metres
    wend_vec3 places[MOST], at;
    int count = 0, views = (int)ceilf(360 / (0.95f * p->sim_def.camera.hfov));
    const wend_navmesh* mesh = wend_world_navmesh(world);
    int island = wend_navmesh_island_at(mesh, p->start.feet);
    wend_rng rng = wend_rng_for(p->def.seed, "survey", "places");
    for (int i = 0; i < TRIES && count < MOST; i++) {
        if (!wend_navmesh_random_point(mesh, &rng, island, &at)) break;
        bool near = false;
        for (int k = 0; k < count && !near; k++) near = wend_v3_distance(places[k], at) < APART;
        if (!near) places[count++] = at;
    }
    for (int i = 0; i < count; i++)
        for (int view = 0; view < views; view++) {
            float heading = (float)(2 * WEND_PI) * (float)view / (float)views;
            WEND_TRY(wend_sim_reset(p->sim, world, places[i], heading, rng, error));
            WEND_TRY(observe_survey_point(p, error));
        }
    return WEND_OK;
}

static wend_status survey_graph(player* p, const wend_world* world, wend_error* error) {
    wend_task_viewpoint start = p->kind->viewpoint(p->task, p->index);
    int graph, unused;
    wend_graph_world_viewpoint(start.graph, start.node, &graph);
    for (uint32_t node = 0; node < (uint32_t)wend_graph_world_count(start.graph); node++) {
        wend_graph_world_viewpoint(start.graph, node, &unused);
        if (unused != graph || !wend_graph_world_candidates(start.graph, node).count) continue;
        WEND_TRY(wend_sim_reset_graph(p->sim, world, start.graph, node, 0, error));
        WEND_TRY(observe_survey_point(p, error));
    }
    return WEND_OK;
}

// Shows the agent the whole scene before the episode (wend_agent_truth.survey), then resets the
// pose.
static wend_status survey(player* p, const wend_episode* e, const wend_world* world,
                          const wend_pose* from, wend_error* error) {
    WEND_TRY(reset_agent(p, e->id, false, error));
    WEND_TRY(player_is_on_graph(p) ? survey_graph(p, world, error)
                                   : survey_ground(p, world, error));
    return player_put_body(p, e, world, from, error);
}

static reward_state player_reward_state(const player* p) {
    return (reward_state){p->task, p->index, p->sim, p->state};
}

static wend_status player_begin_episode(player* p, int index, const wend_world* world,
                                        const wend_pose* from, bool continues, wend_error* error) {
    wend_episode e = p->kind->episode(p->task, index);
    p->is_led = false;
    p->lead.count = p->led.count = 0;
    p->index = index;
    p->steps = 0;
    p->labelled_goal = 0;
    p->outcome = (wend_outcome){0};
    p->actions.count = p->outcomes.count = p->poses.count = p->drives.count = 0;
    if (p->agent_error) *p->agent_error = 0;
    memset(p->state, 0, p->kind->state_size);
    WEND_TRY(player_put_body(p, &e, world, from, error));
    if (!continues) p->start = wend_sim_pose(p->sim);
    bool surveys = p->truth.survey && !continues && world && wend_agent_get_kind(p->agent)->watch;
    if (surveys) WEND_TRY(survey(p, &e, world, from, error));
    WEND_TRY(p->kind->begin(p->task, index, p->sim, p->state, error));
    if (p->reward) {
        reward_state at = player_reward_state(p);
        WEND_TRY(reward_begin(p->reward, &at, error));
    }
    if (p->map && world) WEND_TRY(begin_map(p, world, e.scene, error));
    memset(p->oracle_memory, 0, oracle_memory(p));
    if (p->def.oracle && p->def.oracle->reset)
        p->def.oracle->reset(p->oracle_memory, wend_rng_for(p->def.seed, e.id, "agent"));
    WEND_TRY(note_pose(p, error));
    if (p->agent && !agent_fault_is_noted(p))
        WEND_TRY(reset_agent(p, e.id, continues || surveys, error));
    p->tour = player_tour_of(p, index).id;
    return WEND_OK;
}

wend_status player_begin(player* p, int index, const wend_world* world, wend_error* error) {
    return player_begin_episode(p, index, world, NULL, false, error);
}

wend_status player_begin_at(player* p, int index, const wend_world* world, const wend_pose* from,
                            wend_error* error) {
    return player_begin_episode(p, index, world, from, false, error);
}

// The agent keeps its memory within a tour, also after a failed episode.
wend_status player_continue_tour(player* p, int index, const wend_world* world, wend_error* error) {
    wend_task_tour tour = player_tour_of(p, index);
    bool continues = tour.number > 0 && p->tour && strcmp(p->tour, tour.id) == 0;
    bool is_led = continues && p->is_led && p->index + 1 == index;
    wend_pose here = is_led ? player_pose(p) : (wend_pose){.heading = 0};
    return player_begin_episode(p, index, world, is_led ? &here : NULL, continues, error);
}

wend_status player_check(const player* p, wend_action action, wend_error* error) {
    return legal_action_check(p->kind, p->sim, action, error);
}

wend_status player_step(player* p, wend_action action, wend_verdict* verdict, wend_error* error) {
    if (p->kind->admit) action = p->kind->admit(p->task, p->index, p->sim, p->state, action);
    WEND_TRY(wend_sim_step(p->sim, action, &p->outcome, error));
    p->steps++;
    WEND_TRY(player_note_step(p, action, error));
    WEND_TRY(
        p->kind->step(p->task, p->index, p->sim, action, &p->outcome, p->state, verdict, error));
    reward_state at = player_reward_state(p);
    return p->reward ? reward_step(p->reward, &at, &p->outcome, verdict, error) : WEND_OK;
}

static wend_status player_truth(const player* p, wend_oracle_truth* truth, wend_error* error) {
    *truth = (wend_oracle_truth){.sim = p->sim, .goals = player_goals(p)};
    if (p->kind->route) truth->route = p->kind->route(p->task, p->index);
    if (p->kind->judges_by_sight && p->kind->goal_object)
        truth->object = p->kind->goal_object(p->task, p->index, p->sim, p->state);
    return p->kind->arrived
               ? p->kind->arrived(p->task, p->index, p->sim, p->state, &truth->arrived, error)
               : WEND_OK;
}

static void player_show_depth(const player* p, const float* depth, wend_oracle_truth* truth) {
    const wend_camera* camera = &p->sim_def.camera;
    truth->view = (wend_oracle_depth){depth, camera->width, camera->height, camera->hfov};
}

wend_status player_expert(player* p, const float* depth, wend_action* action, bool* sure,
                          wend_error* error) {
    wend_oracle_truth truth;
    WEND_TRY(player_truth(p, &truth, error));
    if (p->def.oracle->uses_images && !depth)
        return wend_fail(error, WEND_ARGUMENT,
                         "the expert %s needs depth images, and the environments render none",
                         p->def.oracle->name);
    player_show_depth(p, depth, &truth);
    WEND_TRY(p->def.oracle->act(p->oracle_memory, &truth, action, error));
    *sure = !(action->kind == WEND_ACTION_STOP && p->kind->arrived && !truth.arrived);
    return player_check(p, *action, error);
}

void player_replan(player* p) {
    if (p->def.oracle->replan) p->def.oracle->replan(p->oracle_memory);
}

wend_status player_decide(player* p, wend_action* action, wend_error* error) {
    if (p->def.oracle) {
        wend_oracle_truth truth;
        WEND_TRY(player_truth(p, &truth, error));
        if (p->depth) WEND_TRY(wend_sim_observe(p->sim, &(wend_frame){.depth = p->depth}, error));
        player_show_depth(p, p->depth, &truth);
        return p->def.oracle->act(p->oracle_memory, &truth, action, error);
    }
    wend_frame frame = {
        .rgb = p->rgb, .depth = p->depth, .category = p->category, .object = p->object};
    wend_observation o;
    WEND_TRY(player_observe(p, p->rgb ? &frame : NULL, &o, error));
    if (p->object && p->kind->look && o.camera.rgb)
        p->kind->look(p->task, p->index, p->sim, &frame, p->state);
    return agent_fault_note(p, wend_agent_act(p->agent, &o, action, error), error);
}

// Writes facts and notes of the episode up to now.
static wend_status player_write_facts(player* p, wend_error* error) {
    if (!p->facts) p->facts = wend_alloc(MAX_FACTS);
    if (!p->notes) p->notes = wend_alloc(p->agent ? MAX_NOTES : 1);
    if (!p->facts || !p->notes) return player_no_memory(error);
    WEND_TRY(p->kind->facts(p->task, p->index, p->sim, p->state, p->facts, MAX_FACTS, error));
    *p->notes = 0;
    if (!p->agent || agent_fault_is_noted(p)) return WEND_OK;
    wend_status status = wend_agent_notes(p->agent, p->notes, MAX_NOTES, error);
    if (status == WEND_OK && p->def.custom)
        status = agent_fault_check_notes(p->notes, MAX_NOTES, error);
    if (status != WEND_OK) *p->notes = 0;
    return agent_fault_note(p, status, error);
}

static wend_status make_record(player* p, wend_log_record* record, wend_error* error) {
    wend_episode e = p->kind->episode(p->task, p->index);
    const wend_world* world = wend_sim_world(p->sim);
    const char* lead = p->lead.count ? p->lead.items : NULL;
    if (!ARRAY_RESERVE(&p->actions, 1) || !ARRAY_RESERVE(&p->outcomes, 1))
        return player_no_memory(error);
    p->actions.items[p->steps] = p->outcomes.items[p->steps] = 0;
    *record = (wend_log_record){.index = p->index,
                                .id = e.id,
                                .scene = e.scene,
                                .scene_hash = world ? wend_scene_hash(wend_world_scene(world)) : 0,
                                .agent_error = agent_fault_is_noted(p) ? p->agent_error : NULL,
                                .actions = p->actions.items,
                                .drives = p->drives.count ? p->drives.items : NULL,
                                .outcomes = p->outcomes.items,
                                .poses = p->poses.items,
                                .steps = p->steps,
                                .to_goal = lead,
                                .to_start = lead ? lead + strlen(lead) + 1 : NULL,
                                .led = p->led.items,
                                .facts = p->facts,
                                .notes = *p->notes ? p->notes : NULL};
    return WEND_OK;
}

wend_status player_record(player* p, wend_log_record* record, wend_error* error) {
    WEND_TRY(player_write_facts(p, error));
    return make_record(p, record, error);
}

// ---- tours --------------------------------------------------------------------------------------

// Passes an observation of the oracle phase to an agent with `watch`.
static wend_status show_guidance(player* p, wend_action action, wend_error* error) {
    wend_observation o;
    if (!p->agent || !wend_agent_get_kind(p->agent)->watch || agent_fault_is_noted(p))
        return WEND_OK;
    wend_frame frame = {
        .rgb = p->rgb, .depth = p->depth, .category = p->category, .object = p->object};
    WEND_TRY(player_observe(p, p->rgb ? &frame : NULL, &o, error));
    return agent_fault_note(p, wend_agent_watch(p->agent, &o, action, error), error);
}

static wend_status add_letter(player* p, char letter, wend_error* error) {
    char* slot = ARRAY_PUSH(&p->lead);
    if (!slot) return player_no_memory(error);
    *slot = letter;
    return WEND_OK;
}

static wend_status follow_oracle(player* p, wend_error* error) {
    for (;;) {
        wend_action action;
        bool over;
        WEND_TRY(leader_next(p->leader, p->sim, &action, &over, error));
        if (over) return WEND_OK;
        WEND_TRY(show_guidance(p, action, error));
        WEND_TRY(wend_sim_step(p->sim, action, &p->outcome, error));
        wend_pose* pose = ARRAY_PUSH(&p->led);
        if (!pose) return player_no_memory(error);
        *pose = player_pose(p);
        WEND_TRY(add_letter(p, wend_action_letter(action.kind), error));
    }
}

// Where the oracle does not arrive, the next episode resets the pose to its start.
wend_status player_guide(player* p, wend_error* error) {
    wend_task_lead rules = p->kind->lead(p->task);
    wend_task_tour tour = player_tour_of(p, p->index);
    wend_vec3_span goals = player_goals(p);
    if (goals.count) {
        leader_begin(p->leader, goals.items[goals.count - 1], rules.near_goal, rules.max_steps);
        WEND_TRY(follow_oracle(p, error));
    }
    WEND_TRY(add_letter(p, 0, error));
    if (tour.number + 1 < tour.count) {
        wend_episode next = p->kind->episode(p->task, p->index + 1);
        leader_begin(p->leader, next.start, rules.near_start, rules.max_steps);
        leader_turn_to(p->leader, next.heading);
        WEND_TRY(follow_oracle(p, error));
        p->is_led = leader_has_arrived(p->leader);
    }
    return add_letter(p, 0, error);
}

const wend_map* player_map(const player* p) { return p->agent ? wend_agent_map(p->agent) : NULL; }

const float* player_relevance(const player* p, int* width, int* height) {
    return p->agent ? wend_agent_relevance(p->agent, width, height) : NULL;
}

wend_vec3_span player_goals(const player* p) { return p->kind->goals(p->task, p->index, p->state); }

wend_status player_play(player* p, int index, const wend_world* world, wend_log_record* record,
                        wend_error* error) {
    wend_verdict verdict = {0};
    WEND_TRY(player_continue_tour(p, index, world, error));
    while (!verdict.done && !agent_fault_is_noted(p)) {
        wend_action action;
        if (p->def.halted && p->def.halted(p->def.halted_context))
            return wend_fail(error, WEND_ARGUMENT, "the run was interrupted");
        WEND_TRY(player_decide(p, &action, error));
        if (agent_fault_is_noted(p)) break;
        if (player_check(p, action, error) != WEND_OK)
            agent_fault_set(p, error);
        else
            WEND_TRY(player_step(p, action, &verdict, error));
    }
    WEND_TRY(player_write_facts(p, error));
    if (p->leader) WEND_TRY(player_guide(p, error));
    return make_record(p, record, error);
}
