#include "fixture.h"
#include "test.h"

#include "wend/agent.h"
#include "wend/benchmarks/habitat.h"
#include "wend/benchmarks/multion.h"
#include "wend/data.h"
#include "wend/files.h"
#include "wend/make.h"
#include "wend/metrics.h"
#include "wend/run.h"

static const char* const scenes[] = {"room:1", "room:2"};
enum { SCENES = 2 };

static void generate(const wend_multion_def* def, const char* path) {
    wend_error error;
    CHECK_OK(wend_multion_generate(scenes, SCENES, def, path, &error));
}

// Episodes of three goals in clean rooms, at a path of its own.
static void three_goals(char path[512]) {
    wend_multion_def def = wend_multion_default_def();
    def.count = 4;
    def.seed = 5;
    snprintf(path, 512, "%s", test_path("e3.json"));
    generate(&def, path);
}

// ---- rules --------------------------------------------------------------------------------------

TEST(multion_rules_start_from_paper_or_code_and_options_change_them) {
    wend_error error;
    wend_multion_rules r;
    CHECK_OK(wend_multion_rules_read("paper", NULL, &r, &error));
    CHECK(!r.euclidean && !r.strict_progress && !r.ppl_to_last_find && !r.reward_jumps);
    CHECK_NEAR(r.radius, 1.5, 0);
    CHECK_NEAR(r.cylinder_height, 0.75, 0);
    CHECK_OK(wend_multion_rules_read("official", "", &r, &error));
    CHECK(r.strict_progress && r.ppl_to_last_find && r.reward_jumps);
    CHECK_OK(
        wend_multion_rules_read("paper", "distance=euclidean,radius=0.7,year=2022", &r, &error));
    CHECK(r.euclidean);
    CHECK_NEAR(r.radius, 0.7, 1e-6);  // although the year, which comes after it, has 1
    CHECK_OK(wend_multion_rules_read("paper", "year=2022", &r, &error));
    CHECK_NEAR(r.radius, 1, 0);
    CHECK_OK(wend_multion_rules_read("official", "year=2024,ppl=whole", &r, &error));
    CHECK(r.slide && !r.reward_jumps && !r.ppl_to_last_find);
    CHECK_NEAR(r.radius, 0.5, 0);
    CHECK_INT(wend_multion_rules_read("paper", "radius=-1", &r, &error), WEND_ARGUMENT);
    CHECK_INT(wend_multion_rules_read("houserules", "", &r, &error), WEND_ARGUMENT);
}

TEST(multion_classes_are_those_of_the_released_files) {
    CHECK_INT(wend_multion_class(wend_category_find("cylinder_red")), 0);
    CHECK_INT(wend_multion_class(wend_category_find("cylinder_yellow")), 3);
    CHECK_INT(wend_multion_class(wend_category_find("cylinder_cyan")), 7);
    CHECK_INT(wend_multion_class(wend_category_find("electric_guitar")), 8);
    CHECK_INT(wend_multion_class(WEND_CATEGORY_WALL), -1);
    for (int i = 0; i < WEND_MULTION_NATURAL; i++)
        CHECK_INT(wend_multion_class(wend_multion_category(i)), i);
}

// ---- episodes -----------------------------------------------------------------------------------

static int problems_of(const char* path) {
    wend_error error;
    wend_episodes* episodes;
    wend_findings problems = {0};
    wend_world_source where = wend_world_default_source();
    CHECK_OK(wend_episodes_read(path, WEND_EPISODES_MULTION, &episodes, &error));
    CHECK_OK(wend_episodes_check(episodes, NULL, &problems, &error));
    CHECK_OK(wend_episodes_check_worlds(episodes, &where, &problems, &error));
    int count = problems.count;
    for (int i = 0; i < count; i++) printf("%s\n", problems.items[i].words);
    wend_findings_destroy(&problems);
    wend_episodes_destroy(episodes);
    return count;
}

TEST(generated_multion_episodes_have_nothing_wrong) {
    wend_multion_def def = wend_multion_default_def();
    def.count = 8;
    def.goals = 5;
    def.distractors = 4;
    generate(&def, test_path("five.json.gz"));
    CHECK_INT(problems_of(test_path("five.json.gz")), 0);
    def.natural = true;
    def.goals = 1;
    generate(&def, test_path("natural.json"));
    CHECK_INT(problems_of(test_path("natural.json")), 0);
}

TEST(the_check_finds_legs_that_are_too_short_or_repeat) {
    wend_error error;
    wend_habitat_set set;
    char path[512];
    three_goals(path);
    CHECK_OK(wend_habitat_read(path, &set, &error));
    wend_habitat_goal* goals = (wend_habitat_goal*)set.episodes[0].goals;
    goals[1].position = goals[0].position;
    goals[1].position.x += 0.5;
    goals[2].category = goals[0].category;
    CHECK_OK(wend_habitat_write(&set, path, &error));
    wend_habitat_destroy(&set);
    CHECK(problems_of(path) >= 2);
}

TEST(multion_episodes_are_the_same_for_any_number_of_threads) {
    wend_error error;
    wend_file_bytes one, three;
    wend_multion_def def = wend_multion_default_def();
    def.count = 5;
    def.distractors = 2;
    def.threads = 1;
    generate(&def, test_path("one.json"));
    def.threads = 3;
    generate(&def, test_path("three.json"));
    CHECK_OK(wend_file_read(test_path("one.json"), &one, &error));
    CHECK_OK(wend_file_read(test_path("three.json"), &three, &error));
    CHECK_INT(one.size, three.size);
    CHECK(memcmp(one.data, three.data, one.size) == 0);
    wend_file_bytes_destroy(&one);
    wend_file_bytes_destroy(&three);
}

TEST(goals_and_distractors_stand_apart_and_share_no_class) {
    wend_error error;
    wend_habitat_set set;
    wend_multion_def def = wend_multion_default_def();
    def.count = 10;
    def.distractors = 6;
    generate(&def, test_path("d.json"));
    CHECK_OK(wend_habitat_read(test_path("d.json"), &set, &error));
    CHECK_INT(set.count, 20);
    for (int i = 0; i < set.count; i++) {
        const wend_habitat_episode* e = &set.episodes[i];
        CHECK_INT(e->goal_count, 3);
        CHECK_INT(e->distractor_count, 6);
        for (int k = 0; k < 6; k++)
            for (int g = 0; g < 3; g++) {
                CHECK(strcmp(e->goals[g].category, e->distractors[k].category) != 0);
                CHECK(wend_dvec3_distance(e->goals[g].position, e->distractors[k].position) > 0.99);
            }
    }
    wend_habitat_destroy(&set);
}

// Pixels of a goal, seen from `from` at the height of the camera.
static int pixels_of_goal(wend_sim* sim, const wend_world* world, wend_vec3 goal, wend_vec3 from) {
    enum { SIDE = 64 };
    static uint32_t object[SIDE * SIDE];
    wend_error error;
    wend_frame frame = {.object = object};
    uint32_t red = wend_scene_first_inserted(wend_world_scene(world));
    float heading = atan2f(from.x - goal.x, from.z - goal.z);
    int pixels = 0;
    CHECK_OK(wend_sim_reset(sim, world, from, heading, wend_rng_make(1, 1), &error));
    CHECK_OK(wend_sim_place(sim, red, goal, 0, &error));
    CHECK_OK(wend_sim_observe(sim, &frame, &error));
    for (int i = 0; i < SIDE * SIDE; i++) pixels += object[i] == red;
    return pixels;
}

TEST(every_generated_goal_is_seen_from_a_metre_away) {
    wend_error error;
    wend_habitat_set set;
    wend_world* world;
    wend_sim* sim;
    const char* const scene = "apartment:1";
    const wend_inserted_object inserted = {.category = WEND_CATEGORY_CYLINDER_RED};
    wend_multion_def def = wend_multion_default_def();
    def.count = 5;
    CHECK_OK(wend_multion_generate(&scene, 1, &def, test_path("a.json"), &error));
    CHECK_OK(wend_habitat_read(test_path("a.json"), &set, &error));
    wend_world_def world_def = wend_world_default_def();
    wend_world_source source = wend_world_default_source();
    source.scene = scene;
    source.import.bake = false;
    world_def.navmesh.radius = def.body_radius;
    world_def.inserted = &inserted;
    world_def.inserted_count = 1;
    CHECK_OK(wend_world_open(&source, &world_def, &world, &error));
    wend_sim_def sim_def = wend_sim_default_def();
    sim_def.camera.width = sim_def.camera.height = 64;
    CHECK_OK(wend_sim_create(&sim_def, &sim, &error));
    CHECK_INT(set.count, 5);
    for (int i = 0; i < set.count; i++)
        for (int g = 0; g < 3; g++) {
            wend_vec3 goal = wend_dvec3_to_v3(set.episodes[i].goals[g].position);
            int most = 0;
            for (int k = 0; k < 8; k++) {
                float angle = (float)(2 * WEND_PI) * (float)k / 8;
                wend_vec3 to = wend_v3(goal.x + cosf(angle), goal.y, goal.z + sinf(angle));
                wend_vec3 from = wend_navmesh_step(wend_world_navmesh(world), goal, to, false);
                if (hypotf(from.x - goal.x, from.z - goal.z) < 0.98f) continue;
                int pixels = pixels_of_goal(sim, world, goal, from);
                most = pixels > most ? pixels : most;
            }
            CHECK(most > 20);
        }
    wend_sim_destroy(sim);
    wend_world_destroy(world);
    wend_habitat_destroy(&set);
}

TEST(multion_episodes_that_do_not_fit_are_refused) {
    wend_error error;
    wend_multion_def def = wend_multion_default_def();
    def.goals = 9;
    CHECK_INT(wend_multion_generate(scenes, 1, &def, test_path("x.json"), &error), WEND_ARGUMENT);
    def.goals = 3;
    def.min_leg = 500;
    def.max_leg = 600;
    CHECK_INT(wend_multion_generate(scenes, 1, &def, test_path("x.json"), &error), WEND_FORMAT);
    CHECK_HAS(error.message, "room:1");
}

// ---- playing ------------------------------------------------------------------------------------

typedef struct played {
    wend_log_set log;
    wend_score_table table;
} played;

static played play(const char* task, const char* rules, const char* agent, const char* episodes) {
    wend_error error;
    static int number;
    char name[32], path[512];
    played p;
    wend_run_summary summary;
    wend_run_def def = wend_run_default_def();
    snprintf(name, sizeof name, "%d.wlog", number++);
    snprintf(path, sizeof path, "%s", test_path(name));
    def.play.task = task;
    def.play.rules = rules;
    def.agent = agent;
    def.play.episodes = episodes;
    def.out = path;
    def.threads = 1;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.failed, 0);
    CHECK_OK(wend_log_read(path, &p.log, &error));
    CHECK_OK(wend_score_compute(&p.log, path, &p.table, &error));
    return p;
}

// The share of episodes that ended so.
static double ended(const played* p, const char* words) {
    int count = 0;
    for (int i = 0; i < p->table.rows; i++)
        count += strcmp(p->table.endings[p->table.ended_as[i]], words) == 0;
    return (double)count / p->table.rows;
}

static double mean(const played* p, const char* column) {
    for (int i = 0; i < p->table.columns; i++)
        if (strcmp(p->table.names[i], column) == 0) return p->table.means[i].mean;
    test_fail(__FILE__, __LINE__, "no column %s", column);
}

static void forget(played* p) {
    wend_score_destroy(&p->table);
    wend_log_destroy(&p->log);
}

TEST(the_shortest_path_finds_every_goal_of_multion) {
    char path[512];
    three_goals(path);
    played p = play("multion", "paper", "shortest-path", path);
    CHECK_INT(p.table.rows, 8);
    CHECK(p.table.oracle);
    CHECK_NEAR(mean(&p, "success"), 1, 0);
    CHECK_NEAR(mean(&p, "progress"), 1, 0);
    CHECK(mean(&p, "ppl") > 0.97);
    // With a small radius it must move the whole distance, and turns of 30 degrees cost something.
    played q = play("multion:radius=0.3", "official", "shortest-path", path);
    CHECK_NEAR(mean(&q, "success"), 1, 0);
    CHECK(mean(&q, "ppl") < mean(&p, "ppl") && mean(&q, "ppl") > 0.85);
    forget(&p);
    forget(&q);
}

TEST(a_wrong_found_ends_a_multion_episode) {
    char path[512];
    three_goals(path);
    played p = play("multion", "paper", "random", path);
    CHECK_NEAR(ended(&p, "wrong FOUND") + mean(&p, "success"), 1, 0);
    CHECK(ended(&p, "wrong FOUND") > 0.5);
    for (int i = 0; i < p.log.count; i++) {
        const wend_log_record* r = &p.log.records[i];
        // Agents say STOP; the log has what it means here.
        CHECK(!strchr(r->actions, 'S'));
        CHECK_INT(r->actions[r->steps - 1], 'G');
    }
    forget(&p);
}

TEST(random_with_oracle_found_never_calls_found_wrongly) {
    char path[512];
    three_goals(path);
    played p = play("multion", "paper", "random+oracle-found", path);
    CHECK_NEAR(ended(&p, "wrong FOUND"), 0, 0);
    CHECK(mean(&p, "progress") > 0);
    CHECK_NEAR(ended(&p, "out of steps") + mean(&p, "success"), 1, 1e-12);
    forget(&p);
}

// One environment that moves by itself and calls FOUND on request.
typedef struct env {
    wend_batch* batch;
    float reward;
    uint8_t done, success;
    int32_t goal;
    wend_batch_out out;
} env;

static env* sit(const char* task, const char* rules, const char* episodes) {
    wend_error error;
    static env s;
    s = (env){0};
    s.out = (wend_batch_out){
        .reward = &s.reward, .done = &s.done, .success = &s.success, .goal = &s.goal};
    wend_batch_def def = wend_batch_default_def();
    def.play.task = task;
    def.play.rules = rules;
    def.play.episodes = episodes;
    def.uses_images = false;
    def.threads = 1;
    CHECK_OK(wend_batch_create(&def, &s.batch, &error));
    CHECK_OK(wend_batch_reset(s.batch, &s.out, &error));
    return &s;
}

static void act(env* s, wend_action_kind kind) {
    wend_error error;
    CHECK_OK(wend_batch_step(s->batch, &(wend_action){.kind = kind}, &s->out, &error));
}

// One goal right at the start, the next ones far away.
static void near_and_far(char path[512]) {
    wend_error error;
    wend_habitat_set set;
    three_goals(path);
    CHECK_OK(wend_habitat_read(path, &set, &error));
    wend_habitat_goal* goals = (wend_habitat_goal*)set.episodes[0].goals;
    goals[0].position = set.episodes[0].start;
    CHECK_OK(wend_habitat_write(&set, path, &error));
    wend_habitat_destroy(&set);
}

TEST(multion_rewards_a_find_and_progress_to_the_next_goal) {
    char path[512];
    near_and_far(path);
    float jump[2];
    for (int released = 0; released < 2; released++) {
        env* s = sit(released ? "multion:reward=released" : "multion", "paper", path);
        const wend_observation* o = wend_batch_observation(s->batch, 0);
        int first = s->goal;
        CHECK_INT(o->goal.number, 0);
        CHECK_INT(o->goal.count, 3);
        act(s, WEND_ACTION_LEFT);
        CHECK_NEAR(s->reward, -0.01, 1e-5);
        act(s, WEND_ACTION_FOUND);
        CHECK_NEAR(s->reward, 2.99, 1e-5);
        CHECK(s->goal != first && !s->done);
        CHECK_INT(wend_batch_observation(s->batch, 0)->goal.number, 1);
        act(s, WEND_ACTION_LEFT);  // the agent did not move
        jump[released] = s->reward;
        act(s, WEND_ACTION_FOUND);  // the next one is 2 m away at least
        CHECK(s->done);
        CHECK_NEAR(s->reward, -0.01, 1e-5);
        wend_batch_destroy(s->batch);
    }
    CHECK_NEAR(jump[0], -0.01, 1e-5);
    CHECK(jump[1] < -1.9f);
}

TEST(a_wrong_found_may_cost_something) {
    char path[512];
    three_goals(path);
    env* s = sit("multion:penalty=2.5", "paper", path);
    act(s, WEND_ACTION_FOUND);
    CHECK_NEAR(s->reward, -2.51, 1e-5);
    CHECK(s->done);
    wend_batch_destroy(s->batch);
}

TEST(a_wrong_found_may_be_forgiven) {
    char path[512];
    three_goals(path);
    env* s = sit("multion:penalty=0.5,wrong=goes-on", "paper", path);
    for (int i = 0; i < 20; i++) {  // more often than there are goals
        act(s, WEND_ACTION_FOUND);
        CHECK_NEAR(s->reward, -0.51, 1e-5);
        CHECK(!s->done);
    }
    CHECK_INT(wend_batch_observation(s->batch, 0)->goal.number, 0);
    wend_batch_destroy(s->batch);
}

// 8 x 4 m, divided at x = 4 by a wall that leaves the first metre open.
static wend_scene* two_rooms_and_a_gap(void) {
    uint32_t building, material;
    scene_builder b = fixture_begin(wend_v3(0, -0.1f, 0), wend_v3(8, 0, 4), &building, &material);
    fixture_box(&b, building, material, wend_v3(3.95f, 0, 1), wend_v3(4.05f, 2.5f, 4));
    return fixture_finish(&b, "gap");
}

TEST(found_uses_geodesic_or_euclidean_distance) {
    wend_error error;
    char path[512], text[1024];
    snprintf(path, sizeof path, "%s", test_path("wall.json"));
    wend_scene* scene = two_rooms_and_a_gap();
    CHECK_OK(wend_scene_save(scene, test_path("rooms.wscene"), &error));
    wend_scene_destroy(scene);
    // 1.1 m through the wall, more than 5 m around it.
    snprintf(
        text, sizeof text,
        "{\"episodes\": [{\"episode_id\": \"0\", \"scene_id\": \"%s\", \"start_position\": [3.5, "
        "0, 3], \"start_rotation\": [0, 0, 0, 1], \"goals\": [{\"object_category\": "
        "\"cylinder_red\", \"position\": [4.6, 0, 3]}]}]}",
        test_path("rooms.wscene"));
    CHECK_OK(wend_file_write(path, text, strlen(text), &error));
    const char* const tasks[2] = {"multion", "multion:distance=euclidean"};
    for (int euclidean = 0; euclidean < 2; euclidean++) {
        env* s = sit(tasks[euclidean], "paper", path);
        act(s, WEND_ACTION_FOUND);
        CHECK(s->done);
        CHECK((s->reward > 2) == euclidean);
        CHECK_INT(s->success, euclidean);
        wend_log_record record;
        const char* names[WEND_SCORE_MAX_COLUMNS];
        double values[WEND_SCORE_MAX_COLUMNS];
        int columns;
        CHECK_OK(wend_batch_record(s->batch, 0, &record, &error));
        CHECK_OK(wend_score_episode("multion", &record, names, values, &columns, &error));
        CHECK_NEAR(values[0], euclidean, 0);
        wend_batch_destroy(s->batch);
    }
}

TEST(multion_ends_at_its_step_limit) {
    char path[512];
    three_goals(path);
    wend_error error;
    wend_batch* batch;
    uint8_t done = 0;
    wend_batch_out out = {.done = &done};
    wend_batch_def def = wend_batch_default_def();
    def.play.task = "multion";
    def.play.episodes = path;
    def.uses_images = false;
    def.play.max_steps = 7;
    CHECK_OK(wend_batch_create(&def, &batch, &error));
    CHECK_OK(wend_batch_reset(batch, &out, &error));
    for (int i = 1; i <= 7; i++) {
        CHECK(!done);
        CHECK_OK(wend_batch_step(batch, &(wend_action){.kind = WEND_ACTION_LEFT}, &out, &error));
    }
    CHECK(done);
    wend_batch_destroy(batch);
}

// ---- why episodes fail --------------------------------------------------------------------------

// Turns in place with images, and reports as recognised what the test sets.
static const char* spinner_notes;

static wend_status spinner_reset(void* state, const wend_agent_episode* episode,
                                 wend_error* error) {
    (void)state;
    (void)episode;
    (void)error;
    return WEND_OK;
}

static wend_status spinner_act(void* state, const wend_observation* o, wend_action* action,
                               wend_error* error) {
    (void)state;
    (void)o;
    (void)error;
    *action = (wend_action){.kind = WEND_ACTION_LEFT};
    return WEND_OK;
}

static wend_status spinner_say(const void* state, char* text, size_t size, wend_error* error) {
    (void)state;
    (void)error;
    snprintf(text, size, "%s", spinner_notes);
    return WEND_OK;
}

static const wend_agent_kind spinner = {.name = "spinner",
                                        .summary = "turns on the spot",
                                        .uses_images = true,
                                        .memory = 1,
                                        .reset = spinner_reset,
                                        .act = spinner_act,
                                        .notes = spinner_say};

// One goal in a clean room 8 m long, at `goal`; the body stands at 2, 0, 3.
static void one_goal(const char* goal, char path[512]) {
    wend_error error;
    char text[1024];
    wend_scene* scene = two_rooms_and_a_gap();
    CHECK_OK(wend_scene_save(scene, test_path("rooms.wscene"), &error));
    wend_scene_destroy(scene);
    snprintf(path, 512, "%s", test_path("one.json"));
    snprintf(
        text, sizeof text,
        "{\"episodes\": [{\"episode_id\": \"0\", \"scene_id\": \"%s\", \"start_position\": [2, "
        "0, 3], \"start_rotation\": [0, 0, 0, 1], \"goals\": [{\"object_category\": "
        "\"cylinder_blue\", \"position\": %s}]}]}",
        test_path("rooms.wscene"), goal);
    CHECK_OK(wend_file_write(path, text, strlen(text), &error));
}

static void check_reason(const char* path, int max_steps, const char* notes, const char* reason) {
    wend_error error;
    wend_log_set log;
    wend_score_table table;
    wend_run_summary summary;
    wend_run_def def = wend_run_default_def();
    char out[512];
    snprintf(out, sizeof out, "%s", test_path("spin.wlog"));
    remove(out);
    spinner_notes = notes;
    def.play.task = "multion";
    def.agent = "spinner";
    def.custom = &spinner;
    def.play.episodes = path;
    def.out = out;
    def.play.max_steps = max_steps;
    def.threads = 1;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.failed, 0);
    CHECK_OK(wend_log_read(out, &log, &error));
    CHECK_OK(wend_score_compute(&log, out, &table, &error));
    played p = {log, table};
    CHECK_NEAR(mean(&p, "success"), 0, 0);
    CHECK_NEAR(ended(&p, reason), 1, 0);
    forget(&p);
}

TEST(the_log_says_why_a_multion_episode_failed) {
    char path[512];
    one_goal("[6, 0, 3]", path);  // behind the wall
    check_reason(path, 14, "{\"recognised\": [null]}", "not seen");
    one_goal("[2, 0, 1]", path);  // 2 m straight ahead
    check_reason(path, 14, "{\"recognised\": [null]}", "seen, not recognised");
    check_reason(path, 14, "{\"recognised\": [3]}", "out of steps");
    check_reason(path, 14, "{\"mood\": \"dizzy\"}", "out of steps");
    check_reason(path, 120, "{\"recognised\": [3]}", "recognised, not reached");
}

TEST(multion_files_without_goals_or_ids_are_refused) {
    wend_error error;
    wend_task* task;
    wend_task_def def = wend_task_default_def();
    const wend_task_kind* kind = wend_task_find("multion");
    static const char* const files[] = {
        "{\"episodes\": [{\"episode_id\": \"7\", \"scene_id\": \"room:1\", \"start_position\": [0, "
        "0, "
        "0], \"start_rotation\": [0, 0, 0, 1], \"goals\": []}]}",
        "{\"episodes\": [{\"scene_id\": \"room:1\", \"start_position\": [0, 0, 0], "
        "\"start_rotation\": [0, 0, 0, 1], \"goals\": [{\"object_category\": \"cylinder_red\", "
        "\"position\": [1, 0, 0]}]}]}",
        "{\"episodes\": [{\"episode_id\": \"7\", \"scene_id\": \"room:1\", \"start_position\": [0, "
        "0, "
        "0], \"start_rotation\": [0, 0, 0, 1], \"goals\": [{\"object_category\": \"unicorn\", "
        "\"position\": [1, 0, 0]}]}]}"};
    static const char* const words[] = {"no goal", "no id", "'unicorn'"};
    for (int i = 0; i < 3; i++) {
        CHECK_OK(wend_file_write(test_path("bad.json"), files[i], strlen(files[i]), &error));
        CHECK_INT(wend_task_load(kind, test_path("bad.json"), &def, &task, &error), WEND_FORMAT);
        CHECK_HAS(error.message, words[i]);
    }
    def.lenient = true;  // what has no name cannot be logged either
    CHECK_OK(wend_file_write(test_path("bad.json"), files[1], strlen(files[1]), &error));
    CHECK_INT(wend_task_load(kind, test_path("bad.json"), &def, &task, &error), WEND_FORMAT);
    CHECK_OK(wend_file_write(test_path("bad.json"), files[2], strlen(files[2]), &error));
    CHECK_OK(wend_task_load(kind, test_path("bad.json"), &def, &task, &error));
    wend_task_destroy(task);
}

TEST(real_multion_episodes_load_and_name_their_classes) {
    wend_error error;
    wend_task* task;
    wend_task_def def = wend_task_default_def();
    const char* path = test_data("multion/3_ON_minival_val.json.gz");
    const wend_task_kind* kind = wend_task_find("multion");
    CHECK_OK(wend_task_load(kind, path, &def, &task, &error));
    CHECK(kind->count(wend_task_get(task)) >= 25);
    wend_world_def world = wend_task_world(task);
    CHECK_INT(world.inserted_count, 8);
    CHECK_NEAR(world.navmesh.radius, 0.1, 1e-6);
    wend_task_destroy(task);
}
