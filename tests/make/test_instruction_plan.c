#include "test.h"

#include "wend/benchmarks/habitat.h"
#include "wend/files.h"
#include "wend/make.h"
#include "wend/nav.h"

// One bare line of a generated home, with what is needed to look at it.
typedef struct home {
    wend_scene* scene;
    wend_view* view;
    wend_instruction_planner* planner;
} home;

static home make_home(const char* reference) {
    wend_error error;
    home h;
    wend_import_def import = wend_import_default_def();
    import.bake = false;
    CHECK_OK(wend_scene_open(reference, &import, &h.scene, &error));
    CHECK_OK(wend_view_create(h.scene, NULL, &h.view, &error));
    CHECK_OK(wend_instruction_planner_create(h.scene, h.view, &h.planner, &error));
    return h;
}

static void destroy_home(home* h) {
    wend_instruction_planner_destroy(h->planner);
    wend_view_destroy(h->view);
    wend_scene_destroy(h->scene);
}

static bool scene_has(const wend_scene* scene, const wend_landmark* m) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (uint32_t i = 1; i < a->objects.count; i++) {
        const wend_object* o = &a->objects.items[i];
        if (o->category == m->category && (!m->color || o->color == m->color)) return true;
    }
    return false;
}

TEST(a_plan_has_the_turns_rooms_and_visible_landmarks_of_its_path) {
    wend_error error;
    static wend_instruction_plan n;
    home h = make_home("apartment:5");
    // A square of four metres around the middle, against the clock: every corner is to the left.
    const wend_vec3 feet[5] = {{2, 0, 2}, {2, 0, -2}, {-2, 0, -2}, {-2, 0, 2}, {2, 0, 2}};
    wend_instruction_path walk = {feet, 5, 0, 1.5f};
    CHECK_OK(
        wend_instruction_planner_plan(h.planner, &walk, true, wend_rng_make(1, 1), &n, &error));
    int lefts = 0;
    for (int i = 0; i < n.count; i++) {
        const wend_instruction_step* s = &n.steps[i];
        CHECK(s->turn != WEND_TURN_RIGHT);
        lefts += s->turn == WEND_TURN_LEFT;
        if (s->landmark.category) CHECK(scene_has(h.scene, &s->landmark));
        CHECK(n.positions[i] >= 0 && n.positions[i] < 5);
    }
    CHECK_INT(lefts, 3);
    CHECK_INT(n.steps[n.count - 1].kind, WEND_STEP_STOP);
    destroy_home(&h);
}

TEST(a_path_of_one_position_has_a_stop_step_and_an_empty_one_is_refused) {
    wend_error error;
    static wend_instruction_plan n;
    home h = make_home("apartment:5");
    const wend_vec3 feet[1] = {{0, 0, 0}};
    wend_instruction_path walk = {feet, 1, 0, 1.5f};
    CHECK_OK(
        wend_instruction_planner_plan(h.planner, &walk, false, wend_rng_make(1, 1), &n, &error));
    CHECK_INT(n.count, 1);
    CHECK_INT(n.steps[0].kind, WEND_STEP_STOP);
    walk.count = 0;
    CHECK_INT(
        wend_instruction_planner_plan(h.planner, &walk, false, wend_rng_make(1, 1), &n, &error),
        WEND_ARGUMENT);
    destroy_home(&h);
}

// ---- truth --------------------------------------------------------------------------------------

enum { MAX_PLACES = 64 };

typedef struct trip {
    wend_vec3 feet[MAX_PLACES];
    wend_instruction_path path;
} trip;

static bool draw_trip(const wend_graph* graph, wend_rng* rng, trip* out) {
    int nodes[MAX_PLACES], all = wend_graph_count(graph);
    int from = (int)wend_rng_below(rng, (uint32_t)all),
        to = (int)wend_rng_below(rng, (uint32_t)all);
    int count = wend_graph_path(graph, from, to, nodes, MAX_PLACES);
    for (int i = 0; i < count; i++) {
        out->feet[i] = wend_graph_position(graph, nodes[i]);
        out->feet[i].y -= 1.5f;
    }
    out->path = (wend_instruction_path){out->feet, count, wend_rng_between(rng, -3, 3), 1.5f};
    return count > 3;
}

// Says something else in one step; false where there is nothing of the kind to change.
typedef bool (*lie)(wend_instruction_step* s);

static bool lie_side(wend_instruction_step* s) {
    if (s->landmark.side != WEND_SIDE_LEFT && s->landmark.side != WEND_SIDE_RIGHT) return false;
    s->landmark.side = s->landmark.side == WEND_SIDE_LEFT ? WEND_SIDE_RIGHT : WEND_SIDE_LEFT;
    return true;
}
static bool lie_color(wend_instruction_step* s) {
    if (!s->landmark.color || s->kind == WEND_STEP_DOOR) return false;
    s->landmark.color = s->landmark.color == WEND_COLOR_PINK ? WEND_COLOR_RED : WEND_COLOR_PINK;
    return true;
}
static bool lie_landmark(wend_instruction_step* s) {
    if (!s->landmark.category || s->kind == WEND_STEP_DOOR) return false;
    s->landmark.category = WEND_CATEGORY_SURFBOARD;
    return true;
}
static bool lie_room(wend_instruction_step* s) {
    if (!s->room) return false;
    s->room = s->room == WEND_ROOM_SHOP ? WEND_ROOM_OFFICE : WEND_ROOM_SHOP;
    return true;
}
static bool lie_turn(wend_instruction_step* s) {
    static const wend_turn other[WEND_TURN_COUNT] = {
        WEND_TURN_NONE, WEND_TURN_SLIGHT_RIGHT, WEND_TURN_SLIGHT_LEFT, WEND_TURN_RIGHT,
        WEND_TURN_LEFT, WEND_TURN_SHARP_RIGHT,  WEND_TURN_SHARP_LEFT,  WEND_TURN_LEFT};
    s->turn = other[s->turn];
    return s->turn != WEND_TURN_NONE;
}
static bool lie_count(wend_instruction_step* s) {
    if (!s->landmark.category || s->kind != WEND_STEP_SEE || s->landmark.count > 3) return false;
    s->landmark.count = 4;
    return true;
}
static bool lie_placing(wend_instruction_step* s) {
    if (!s->landmark.placing) return false;
    s->landmark.anchor = WEND_CATEGORY_SURFBOARD;
    return true;
}

static const lie lies[] = {lie_side, lie_color, lie_landmark, lie_room,
                           lie_turn, lie_count, lie_placing};
enum { LIES = sizeof lies / sizeof *lies };

TEST(plans_are_true_and_every_false_statement_is_found) {
    wend_error error;
    static wend_instruction_plan n;
    static trip t;
    home h = make_home("apartment:5");
    wend_graph* graph;
    wend_instruction_checker* judge;
    wend_instruction_fault fault;
    wend_rng rng = wend_rng_make(3, 9);
    int all = 0, faulty = 0, told[LIES] = {0};
    CHECK_OK(wend_viewpoints_make(h.scene, NULL, &graph, &error));
    CHECK_OK(wend_instruction_checker_create(h.scene, &judge, &error));
    for (int k = 0; k < 24; k++) {
        if (!draw_trip(graph, &rng, &t)) continue;
        CHECK_OK(wend_instruction_planner_plan(h.planner, &t.path, k % 3 != 0, rng, &n, &error));
        all++;
        if (!wend_instruction_plan_is_true(judge, &t.path, &n, &fault)) {
            faulty++;
            continue;
        }
        CHECK_INT(fault.step, -1);
        for (int i = 0; i < n.count; i++)
            for (int l = 0; l < LIES; l++) {
                wend_instruction_step kept = n.steps[i];
                if (lies[l](&n.steps[i])) {
                    CHECK(!wend_instruction_plan_is_true(judge, &t.path, &n, &fault));
                    CHECK_INT(fault.step, i);
                    CHECK(*fault.words);
                    told[l]++;
                }
                n.steps[i] = kept;
            }
    }
    CHECK(all > 12 && faulty <= all / 20 + 1);
    for (int l = 0; l < LIES; l++) CHECK(told[l] > 0);
    wend_instruction_checker_destroy(judge);
    wend_graph_destroy(graph);
    destroy_home(&h);
}

TEST(a_flight_of_stairs_is_one_step) {
    wend_error error;
    static wend_instruction_plan n;
    wend_instruction_fault fault;
    wend_instruction_checker* judge;
    home h = make_home("apartment:5");
    // Up a flight that bends: there is none here, but the way rises.
    const wend_vec3 feet[4] = {{0, 0, 2}, {0, 0.8f, 0}, {-2, 1.6f, 0}, {-2, 1.6f, -2}};
    wend_instruction_path walk = {feet, 4, 0, 1.5f};
    CHECK_OK(
        wend_instruction_planner_plan(h.planner, &walk, false, wend_rng_make(1, 1), &n, &error));
    int ups = 0, flight = -1;
    for (int i = 0; i < n.count; i++)
        if (n.steps[i].kind == WEND_STEP_UP) {
            ups++;
            flight = i;
        }
    CHECK_INT(ups, 1);
    CHECK_INT(n.positions[flight], 0);
    CHECK_OK(wend_instruction_checker_create(h.scene, &judge, &error));
    n.count = flight + 1;
    n.steps[flight].kind = WEND_STEP_DOWN;
    CHECK(!wend_instruction_plan_is_true(judge, &walk, &n, &fault));
    CHECK_HAS(fault.words, "stairs");
    wend_instruction_checker_destroy(judge);
    destroy_home(&h);
}

// ---- files --------------------------------------------------------------------------------------

static void generate(wend_vln_kind kind, const char* path, int* records) {
    wend_error error;
    const char* scenes[1] = {"apartment:5"};
    wend_vln_generate_def def = wend_vln_generate_default_def(kind);
    def.count = 3;
    CHECK_OK(wend_vln_generate(scenes, 1, &def, path, records, &error));
}

TEST(generated_r2r_is_read_back_and_the_same_seed_gives_the_same_bytes) {
    wend_error error;
    int records;
    wend_vln_episodes* episodes;
    generate(WEND_VLN_R2R, test_path("a.json"), &records);
    generate(WEND_VLN_R2R, test_path("b.json"), &records);
    wend_file_bytes a, b;
    CHECK_OK(wend_file_read(test_path("a.json"), &a, &error));
    CHECK_OK(wend_file_read(test_path("b.json"), &b, &error));
    CHECK(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    wend_file_bytes_destroy(&a);
    wend_file_bytes_destroy(&b);
    CHECK_OK(wend_vln_episodes_read(test_path("a.json"), &episodes, &error));
    CHECK_INT(wend_vln_episodes_count(episodes), records);
    const wend_vln_episode* e = wend_vln_episodes_at(episodes, 0);
    CHECK(e->path_count >= 5 && e->path_count <= 7);
    CHECK_INT(e->instruction_count, 3);
    CHECK_HAS(e->extra, "apartment:5");
    wend_vln_episodes_destroy(episodes);
}

TEST(generated_rxr_has_each_path_in_three_languages_with_timed_words) {
    wend_error error;
    int records;
    wend_vln_episodes* episodes;
    generate(WEND_VLN_RXR, test_path("a.jsonl"), &records);
    CHECK_OK(wend_vln_episodes_read(test_path("a.jsonl"), &episodes, &error));
    CHECK_INT(wend_vln_episodes_kind(episodes), WEND_VLN_RXR);
    CHECK_INT(wend_vln_episodes_count(episodes), 9);
    const char* const languages[3] = {"en-US", "hi-IN", "te-IN"};
    for (int i = 0; i < 9; i++) {
        const wend_vln_instruction* t = wend_vln_episodes_at(episodes, i)->instructions;
        CHECK_TEXT(t->language, languages[i % 3]);
        CHECK_INT(t->word_count, wend_rxr_guide_word_count(t->text));
        CHECK(t->words[t->word_count - 1].end > t->words[0].start);
    }
    wend_vln_episodes_destroy(episodes);
}

TEST(generated_rxr_is_laid_out_as_it_is_released) {
    wend_error error;
    int records;
    const char* scenes[1] = {"apartment:5"};
    wend_trace trace;
    wend_vln_episodes* episodes;
    wend_vln_generate_def def = wend_vln_generate_default_def(WEND_VLN_RXR);
    def.count = 1;
    def.traces = true;
    def.split = "val_unseen";
    CHECK_OK(wend_vln_generate(scenes, 1, &def, test_path("data/"), &records, &error));
    CHECK_OK(
        wend_vln_episodes_read(test_path("data/rxr_val_unseen_guide.jsonl.gz"), &episodes, &error));
    CHECK(wend_file_exists(test_path("data/connectivity/apartment_5_connectivity.json")));
    const wend_vln_episode* e = wend_vln_episodes_at(episodes, 2);
    const wend_vln_instruction* t = e->instructions;
    CHECK_TEXT(e->split, "val_unseen");
    CHECK_TEXT(t->id, "2");
    CHECK_OK(wend_trace_read(
        test_path("data/pose_traces/rxr_val_unseen/000002_guide_pose_trace.npz"), &trace, &error));
    CHECK_INT(trace.viewpoint_count, e->path_count);
    CHECK_INT(trace.text_count, t->word_count);
    CHECK_TEXT(trace.snapshots[0].viewpoint, e->path[0]);
    CHECK_TEXT(trace.snapshots[trace.count - 1].viewpoint, e->path[e->path_count - 1]);
    double heading, elevation;
    wend_trace_look(trace.snapshots, &heading, &elevation);
    CHECK_NEAR(remainder(heading - e->heading, 2 * WEND_PI), 0, 1e-5);
    CHECK(trace.snapshots[trace.count - 1].time > t->words[t->word_count - 1].start);
    wend_trace_destroy(&trace);
    wend_vln_episodes_destroy(episodes);
}

TEST(a_straight_path_without_landmarks_has_a_forward_step) {
    wend_error error;
    static wend_instruction_plan n;
    home h = make_home("room:1");
    const wend_vec3 feet[4] = {{0, 0, 2}, {0, 0, 1}, {0, 0, 0}, {0, 0, -1}};
    wend_instruction_path walk = {feet, 4, 0, 1.5f};
    for (uint64_t seed = 0; seed < 10; seed++) {
        int walks = 0;
        CHECK_OK(wend_instruction_planner_plan(h.planner, &walk, false, wend_rng_make(seed, 1), &n,
                                               &error));
        for (int i = 0; i < n.count; i++)
            walks += n.steps[i].kind == WEND_STEP_FORWARD || n.steps[i].kind == WEND_STEP_PASS;
        CHECK(walks > 0);
    }
    destroy_home(&h);
}

TEST(paths_in_continuous_space_have_expert_actions_to_their_end) {
    wend_error error;
    int records;
    const char* scenes[1] = {"apartment:5"};
    wend_vln_generate_def def = wend_vln_generate_default_def(WEND_VLN_R2R);
    def.count = 3;
    def.continuous = true;
    CHECK_OK(wend_vln_generate(scenes, 1, &def, test_path("data/"), &records, &error));
    wend_habitat_set set;
    wend_vlnce_truth_set truths;
    CHECK_OK(wend_habitat_read(test_path("data/R2R_VLNCE_v1-3/generated/generated.json.gz"), &set,
                               &error));
    CHECK_OK(wend_vlnce_truth_read(test_path("data/R2R_VLNCE_v1-3/generated/generated_gt.json.gz"),
                                   &truths, &error));
    CHECK_INT(set.count, 9);
    CHECK_INT(truths.count, 9);
    CHECK_TEXT(set.vocabulary[0], "<pad>");
    for (int i = 0; i < 9; i++) {
        const wend_habitat_episode* e = &set.episodes[i];
        const wend_vlnce_truth* t = NULL;
        for (int k = 0; k < 9 && !t; k++)
            if (strcmp(truths.items[k].id, e->id.text) == 0) t = &truths.items[k];
        CHECK(t != NULL);
        CHECK_TEXT(e->scene, "apartment:5");
        CHECK(e->instruction.token_count > 5 && e->distance > 1);
        int forwards = 0;
        for (int k = 0; k < t->action_count; k++) forwards += t->actions[k] == WEND_VLNCE_FORWARD;
        CHECK_INT(t->locations.count, forwards + 1);
        CHECK_INT(t->actions[t->action_count - 1], WEND_VLNCE_STOP);
        wend_dvec3 end = t->locations.items[forwards], goal = e->goals[0].position;
        CHECK(hypot(end.x - goal.x, end.z - goal.z) < 0.5);
        CHECK_NEAR(t->locations.items[0].x, e->start.x, 1e-5);
        // It passes every place of the path.
        for (int p = 0; p < e->reference.count; p++) {
            double nearest = INFINITY;
            for (int k = 0; k <= forwards; k++)
                nearest = fmin(nearest, hypot(t->locations.items[k].x - e->reference.items[p].x,
                                              t->locations.items[k].z - e->reference.items[p].z));
            CHECK(nearest < 0.5);
        }
    }
    wend_habitat_destroy(&set);
    wend_vlnce_truth_destroy(&truths);
}

TEST(unknown_languages_and_empty_scenes_are_named) {
    wend_error error;
    int records;
    const char* scenes[1] = {"apartment:5"};
    wend_vln_generate_def def = wend_vln_generate_default_def(WEND_VLN_R2R);
    def.languages = "en,de";
    CHECK_INT(wend_vln_generate(scenes, 1, &def, test_path("a.json"), &records, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "de");
    def = wend_vln_generate_default_def(WEND_VLN_R2R);
    def.min_edges = def.max_edges = 60;
    CHECK_INT(wend_vln_generate(scenes, 1, &def, test_path("a.json"), &records, &error),
              WEND_FORMAT);
    CHECK_HAS(error.message, "60");
}
