// The rules of rescues at their boundaries, by hand: everything on a line along +x.
#include "fixture.h"
#include "task/played_task.h"
#include "test.h"

#include "wend/benchmarks/rescue.h"
#include "wend/files.h"
#include "wend/observation.h"

typedef struct line {
    double person[2], stretcher[2];  // x and height
    int level, look, timeout;
    const char* clue;
} line;

static const line usual = {{6, 0}, {9, 0}, 0, 3, 60, "There."};

static played_task* open_line(const line* l, const char* rules, int max_steps) {
    char text[2048];
    snprintf(text, sizeof text,
             "{\"env_id\": \"floor\", \"level\": %d, \"agent_loc\": [-200, 100, 0, 0, 90, 0], "
             "\"injured_player_loc\": [-200, %g, %g, 0, 0, 0], \"injured_agent_id\": %d, "
             "\"stretcher_loc\": [-200, %g, %g, 0, 0, 0], \"ambulance_loc\": [-350, 1100, 0, 0, "
             "0, 0], \"reference_text\": [\"%s\"], \"reference_image_path\": [], \"timeout\": "
             "%d}\n",
             l->level, 100 * l->person[0], 100 * l->person[1], l->look, 100 * l->stretcher[0],
             100 * l->stretcher[1], l->clue, l->timeout);
    return played_open(&(played_def){.task = "rescue",
                                     .rules = rules,
                                     .episodes = played_write("line.jsonl", text),
                                     .scene = played_floor(),
                                     .max_steps = max_steps});
}

static played_task* play(const line* l, const char* rules, int max_steps) {
    wend_error error;
    played_task* p = open_line(l, rules, max_steps);
    CHECK_OK(played_begin(p, 0, &error));
    return p;
}

static wend_action go(float metres_a_second) {
    return (wend_action){.kind = WEND_ACTION_VELOCITY, .forward = metres_a_second, .seconds = 1};
}

// Walks along +x to `x` exactly, at most 0.994 m/s for 0.2 s a step.
static void move_to(played_task* p, float x) {
    for (int i = 0; i < 100; i++) {
        float left = x - wend_sim_pose(p->sim).feet.x;
        if (fabsf(left) < 1e-4f) return;
        played_do(p, go(left / 0.2f));
    }
    test_fail(__FILE__, __LINE__, "never at %g", (double)x);
}

TEST(a_person_is_carried_from_within_the_gate_of_the_rules) {
    const struct {
        const char* rules;
        float gate;
    } cases[] = {{"paper", 1.5f}, {"official", 1}};
    for (size_t i = 0; i < 2; i++)
        for (int in = 0; in < 2; in++) {
            played_task* p = play(&usual, cases[i].rules, 0);
            CHECK_NEAR(played_fact(p, "carry_gate"), cases[i].gate, 1e-6);
            CHECK_NEAR(played_fact(p, "carried_at"), -1, 0);
            move_to(p, 6 - cases[i].gate + (in ? 0.01f : -0.01f));
            CHECK_NEAR(p->verdict.reward, 0, 0);
            played_do(p, go(0));
            CHECK_NEAR(p->verdict.reward, in ? 0.5 : 0, 1e-6);
            CHECK(!p->verdict.done);
            CHECK_INT(wend_sim_carried(p->sim) != 0, in);
            CHECK((played_fact(p, "carried_at") > 0) == in);
            CHECK_INT(p->kind->goals(p->set, 0, p->state).count, in ? 1 : 2);
            played_close(p);
        }
}

TEST(a_person_is_put_down_within_the_gate_of_the_rules_and_that_is_the_end) {
    const struct {
        const char* rules;
        float gate;
    } cases[] = {{"paper", 1.5f}, {"official", 2}};
    for (size_t i = 0; i < 2; i++) {
        played_task* p = play(&usual, cases[i].rules, 0);
        CHECK_NEAR(played_fact(p, "place_gate"), cases[i].gate, 1e-6);
        move_to(p, 5.2f);  // picked on the way
        CHECK(wend_sim_carried(p->sim));
        move_to(p, 9 - cases[i].gate - 0.01f);
        played_do(p, go(0));
        CHECK(!p->verdict.done);
        CHECK_NEAR(p->verdict.reward, 0, 0);
        move_to(p, 9 - cases[i].gate + 0.01f);
        played_do(p, go(0));
        CHECK(p->verdict.done && !p->verdict.timed_out);
        CHECK_NEAR(p->verdict.reward, 0.5, 1e-6);
        CHECK(played_fact(p, "placed_at") > played_fact(p, "carried_at"));
        CHECK_HAS(p->facts, "\"reason\": \"\"");
        CHECK_INT(p->kind->goals(p->set, 0, p->state).count, 0);
        played_close(p);
    }
}

TEST(persons_and_stretchers_in_the_air_or_in_walls_are_refused) {
    const struct {
        double person[2], stretcher[2];
        const char* said;  // NULL: it is played
    } cases[] = {{{6, 0}, {9, 0}, NULL},
                 {{6, 0.55}, {9, 0}, NULL},
                 {{6, 0.65}, {9, 0}, "the injured person"},
                 {{6, 0}, {9, 1.45}, NULL},
                 {{6, 0}, {9, 1.55}, "the stretcher"},
                 {{6, 6}, {9, 0}, "far from the navmesh"},
                 {{6, 0}, {30, 0}, "far from the navmesh"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error;
        line l = usual;
        memcpy(l.person, cases[i].person, sizeof l.person);
        memcpy(l.stretcher, cases[i].stretcher, sizeof l.stretcher);
        played_task* p = open_line(&l, "paper", 0);
        CHECK_INT(played_begin(p, 0, &error), cases[i].said ? WEND_FORMAT : WEND_OK);
        if (cases[i].said) CHECK_HAS(error.message, cases[i].said);
        played_close(p);
    }
}

TEST(lines_out_of_range_are_refused_and_those_at_its_ends_are_not) {
    const struct {
        int level, look, timeout;
        const char *clue, *said;
    } cases[] = {
        {0, 0, 1, "x", NULL},     {4, 19, 3600, "x", NULL},     {-1, 0, 60, "x", "level"},
        {5, 0, 60, "x", "level"}, {0, -1, 60, "x", "agent_id"}, {0, 20, 60, "x", "agent_id"},
        {0, 0, 60, "", "clue"},   {0, 0, 0, "x", "time limit"}, {0, 0, 3601, "x", "time limit"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error;
        line l = usual;
        l.level = cases[i].level;
        l.look = cases[i].look;
        l.timeout = cases[i].timeout;
        l.clue = cases[i].clue;
        played_task* p = open_line(&l, "paper", 0);
        CHECK_INT(played_begin(p, 0, &error), cases[i].said ? WEND_FORMAT : WEND_OK);
        if (cases[i].said) CHECK_HAS(error.message, cases[i].said);
        played_close(p);
    }
}

TEST(a_rescue_is_out_of_time_to_the_step_in_either_phase) {
    for (int carried = 0; carried < 2; carried++) {
        line l = usual;
        l.timeout = 10;  // 50 steps
        played_task* p = play(&l, "paper", 0);
        int steps = 0;
        wend_observation o = {0};
        if (carried)
            for (; wend_sim_carried(p->sim) == 0; steps++) played_do(p, go(1));
        for (; steps < 49; steps++) {
            played_do(p, go(0));
            CHECK(!p->verdict.done && !p->verdict.timed_out);
        }
        p->kind->observe(p->set, 0, p->sim, p->state, &o);
        CHECK_NEAR(o.seconds_left, 0.2, 1e-4);
        CHECK_INT(o.carries, carried);
        CHECK_TEXT(o.goal.instruction, "There.");
        played_do(p, go(0));
        CHECK(p->verdict.done && p->verdict.timed_out);
        CHECK_NEAR(p->verdict.reward, 0, 0);
        played_fact(p, "level");
        CHECK_HAS(p->facts, carried ? "TIMEOUT_PHASE2" : "TIMEOUT_PHASE1");
        played_close(p);
    }
}

TEST(a_limit_of_steps_ends_a_rescue_before_its_time) {
    played_task* p = play(&usual, "paper", 3);
    for (int i = 0; i < 2; i++) {
        played_do(p, go(0));
        CHECK(!p->verdict.done);
    }
    played_do(p, go(0));
    CHECK(p->verdict.done && p->verdict.timed_out);
    played_fact(p, "level");
    CHECK_HAS(p->facts, "\"reason\": \"\"");
    played_close(p);
}

TEST(a_person_is_seen_when_one_pixel_in_a_thousand_shows_it) {
    for (int enough = 0; enough < 2; enough++) {
        played_task* p = play(&usual, "paper", 0);
        const wend_camera* camera = &wend_sim_get_def(p->sim)->camera;
        int all = camera->width * camera->height, needed = (all + 999) / 1000;
        uint32_t* shown = calloc((size_t)all, sizeof *shown);
        CHECK(shown && needed > 1);
        uint32_t person = wend_scene_first_inserted(wend_world_scene(p->world)) + 3;
        for (int i = 0; i < needed - !enough; i++) shown[7 * i] = person;
        shown[all - 1] = person + 1;  // another person
        played_do(p, go(0));
        p->kind->look(p->set, 0, p->sim, &(wend_frame){.object = shown}, p->state);
        CHECK_NEAR(played_fact(p, "seen_at"), enough ? 1 : -1, 0);
        free(shown);
        played_close(p);
    }
}

// ---- facts --------------------------------------------------------------------------------------

TEST(facts_of_a_rescue_say_where_everything_is_and_by_which_rules) {
    for (int official = 0; official < 2; official++) {
        line l = usual;
        l.level = official ? 4 : 0;
        played_task* p = play(&l, official ? "official" : "paper", 1);
        CHECK_TEXT(p->kind->episode(p->set, 0).id, official ? "L5-0" : "L1-0");
        CHECK_NEAR(played_fact(p, "level"), official ? 4 : 0, 0);
        CHECK_NEAR(played_fact(p, "person.0"), 6, 1e-3);
        CHECK_NEAR(played_fact(p, "person.2"), 2, 1e-3);
        CHECK_NEAR(played_fact(p, "stretcher.0"), 9, 1e-3);
        CHECK_NEAR(played_fact(p, "stretcher.2"), 2, 1e-3);
        CHECK_NEAR(played_fact(p, "period"), 0.2, 1e-9);
        CHECK_NEAR(played_fact(p, "timeout"), 60, 0);
        CHECK_NEAR(played_fact(p, "placed_at"), -1, 0);
        CHECK_HAS(p->facts, official ? "\"rules\": \"official\"" : "\"rules\": \"paper\"");
        CHECK(!strstr(p->facts, "seen_at"));
        played_do(p, go(0));
        CHECK(p->verdict.done && p->verdict.timed_out);  // after its only step
        wend_observation o = {.pose.altitude = 9};
        p->kind->observe(p->set, 0, p->sim, p->state, &o);
        CHECK_NEAR(o.pose.altitude, 0, 1e-6);
        CHECK(!o.carries && !o.goal.reference_rgb);
        CHECK_INT(p->kind->goals(p->set, 0, p->state).count, 2);
        CHECK_NEAR(p->kind->goals(p->set, 0, p->state).items[0].x, 6, 1e-3);
        played_close(p);
    }
}

// ---- images of clues ----------------------------------------------------------------------------

static void write_image(const char* name, int channels, uint8_t first) {
    wend_error error;
    uint8_t pixels[2 * 2 * 4], *bytes;
    size_t size;
    for (int i = 0; i < 4 * channels; i++) pixels[i] = (uint8_t)(first + i);
    wend_image image = {.width = 2, .height = 2, .channels = channels, .pixels = pixels};
    CHECK_OK(wend_image_encode_png(&image, &bytes, &size, &error));
    CHECK_OK(wend_file_write(test_path(name), bytes, size, &error));
    wend_free(bytes);
}

static played_task* open_clue(const char* picture) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"env_id\": \"floor\", \"level\": 0, \"agent_loc\": [-200, 100, 0, 0, 90, 0], "
             "\"injured_player_loc\": [-200, 600, 0, 0, 0, 0], \"injured_agent_id\": 0, "
             "\"stretcher_loc\": [-200, 900, 0, 0, 0, 0], \"ambulance_loc\": [-350, 600, 0, 0, 0, "
             "0], \"reference_text\": [\"x\"], \"reference_image_path\": [\"%s\"], \"timeout\": "
             "60}\n",
             picture);
    return played_open(&(played_def){.task = "rescue",
                                     .rules = "paper",
                                     .episodes = played_write("clue.jsonl", text),
                                     .scene = played_floor()});
}

static uint64_t hash_of(const played_task* p) {
    wend_error error;
    uint64_t sum;
    CHECK_OK(p->kind->hash(p->set, &sum, &error));
    return sum;
}

// Of 2 x 2 pixels, each fills a quarter of the 256 x 192.
TEST(the_image_of_a_clue_is_observed_scaled_and_part_of_the_hash) {
    const int corners[4][2] = {{0, 0}, {128, 0}, {127, 96}, {255, 191}};
    const int shown[4] = {0, 1, 2, 3};
    for (int channels = 1; channels < 4; channels += 2) {
        wend_error error;
        wend_observation o = {0};
        write_image("clue.jsonl.images/a.png", channels, 40);
        played_task* p = open_clue("a.png");
        CHECK_OK(played_begin(p, 0, &error));
        p->kind->observe(p->set, 0, p->sim, p->state, &o);
        CHECK(o.goal.reference_rgb != NULL);
        CHECK_INT(o.goal.reference_width, 256);
        CHECK_INT(o.goal.reference_height, 192);
        for (int i = 0; i < 4; i++)
            for (int c = 0; c < 3; c++)
                CHECK_INT(o.goal.reference_rgb[(corners[i][1] * 256 + corners[i][0]) * 3 + c],
                          40 + channels * shown[i] + (channels > 1 ? c : 0));
        uint64_t before = hash_of(p);
        CHECK(before != 0);
        write_image("clue.jsonl.images/a.png", channels, 50);
        CHECK(hash_of(p) != before);
        played_close(p);
    }
}

TEST(missing_clue_images_are_not_observed_and_none_is_read_from_outside) {
    wend_error error = {0};
    wend_observation o = {0};
    write_image("clue.jsonl.images/a.png", 3, 40);
    write_image("secret.png", 3, 40);
    played_task* p = open_clue("b.png");
    CHECK_OK(played_begin(p, 0, &error));
    p->kind->observe(p->set, 0, p->sim, p->state, &o);
    CHECK(!o.goal.reference_rgb);
    CHECK(hash_of(p) == 0);
    played_close(p);
    p = open_clue("../secret.png");
    CHECK(played_begin(p, 0, &error) != WEND_OK);
    CHECK(hash_of(p) == 0);
    played_close(p);
}

// ---- paths --------------------------------------------------------------------------------------

// Two floors with a gap of two metres at x = 7.
static wend_scene* islands(void) {
    uint32_t floor, material;
    scene_builder b = fixture_begin(wend_v3(0, -0.1f, 0), wend_v3(7, 0, 4), &floor, &material);
    fixture_box(&b, floor, material, wend_v3(9, -0.1f, 0), wend_v3(16, 0, 4));
    return fixture_finish(&b, "islands");
}

TEST(rescues_without_a_path_out_or_back_are_errors_of_the_episode) {
    const struct {
        double person, stretcher;
        const char* said;
    } rows[] = {{4, 6, NULL},
                {4, 12, "from the injured person to the stretcher"},
                {12, 4, "from the start to the injured person"},
                {12, 14, "from the start to the injured person"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1024];
        wend_error error = {0};
        snprintf(text, sizeof text,
                 "{\"env_id\": \"floor\", \"level\": 0, \"agent_loc\": [-200, 100, 0, 0, 90, 0], "
                 "\"injured_player_loc\": [-200, %g, 0, 0, 0, 0], \"injured_agent_id\": 0, "
                 "\"stretcher_loc\": [-200, %g, 0, 0, 0, 0], \"ambulance_loc\": [-350, 600, 0, 0, "
                 "0, 0], \"reference_text\": [\"x\"], \"reference_image_path\": [], \"timeout\": "
                 "60}\n",
                 100 * rows[i].person, 100 * rows[i].stretcher);
        played_task* p = played_open(&(played_def){.task = "rescue",
                                                   .rules = "paper",
                                                   .episodes = played_write("far.jsonl", text),
                                                   .scene = islands()});
        CHECK_INT(played_begin(p, 0, &error), rows[i].said ? WEND_FORMAT : WEND_OK);
        if (rows[i].said) CHECK_HAS(error.message, rows[i].said);
        played_close(p);
    }
}

// ---- several lines, and what they bring ---------------------------------------------------------

// A line whose clue has this list of images; `more` ends it.
static void add_clue(char* text, size_t size, const char* pictures, const char* more) {
    size_t used = strlen(text);
    snprintf(text + used, size - used,
             "{\"env_id\": \"floor\", \"level\": 2, \"agent_loc\": [-200, 100, 0, 0, 90, 0], "
             "\"injured_player_loc\": [-200, 600, 0, 0, 0, 0], \"injured_agent_id\": 0, "
             "\"stretcher_loc\": [-200, 900, 0, 0, 0, 0], \"ambulance_loc\": [-350, 600, 0, 0, 0, "
             "0], \"reference_text\": [\"x\"], \"reference_image_path\": [%s], \"timeout\": "
             "60%s}\n",
             pictures, more);
}

static played_task* open_text(const char* name, const char* text, wend_scene* scene) {
    return played_open(&(played_def){
        .task = "rescue", .rules = "paper", .episodes = played_write(name, text), .scene = scene});
}

TEST(images_count_for_the_hash_wherever_their_line_is) {
    char text[8192] = "", one[4096] = "";
    write_image("clue.jsonl.images/a.png", 3, 40);
    write_image("one.jsonl.images/a.png", 3, 40);
    const char* const pictures[] = {"", "\"b.png\"", "\"../b.png\"", "\"a.png\"", ""};
    for (int i = 0; i < 5; i++) add_clue(text, sizeof text, pictures[i], "");
    add_clue(one, sizeof one, "\"a.png\"", "");
    played_task* p = open_text("clue.jsonl", text, NULL);
    played_task* q = open_text("one.jsonl", one, NULL);
    CHECK(hash_of(p) != 0);
    CHECK(hash_of(p) == hash_of(q));
    for (int i = 0; i < 5; i++) {
        char id[16];
        snprintf(id, sizeof id, "L3-%d", i);
        CHECK_TEXT(p->kind->episode(p->set, i).id, id);
    }
    played_close(p);
    played_close(q);
}

TEST(an_image_that_cannot_be_read_is_an_error_of_its_episode) {
    wend_error error = {0};
    CHECK_OK(wend_file_write(test_path("clue.jsonl.images/a.png"), "no png", 6, &error));
    played_task* p = open_clue("a.png");
    CHECK(played_begin(p, 0, &error) != WEND_OK);
    CHECK_HAS(error.message, "a.png");
    played_close(p);
}

TEST(rescue_files_that_are_none_or_have_broken_experts_are_refused) {
    char text[4096] = "";
    wend_error error = {0};
    wend_task* task;
    wend_task_def def = wend_task_default_def();
    CHECK(wend_task_load(wend_task_find("rescue"), "nowhere.jsonl", &def, &task, &error) !=
          WEND_OK);
    CHECK_HAS(error.message, "nowhere.jsonl");
    CHECK(!strstr(error.message, "no episodes"));
    CHECK(!task);
    add_clue(text, sizeof text, "", ", \"expert\": {\"out\": [], \"back\": []}");
    CHECK_INT(wend_task_load(wend_task_find("rescue"), played_write("x.jsonl", text), &def, &task,
                             &error),
              WEND_FORMAT);
    CHECK_HAS(error.message, "the expert has no path 'out'");
}

TEST(the_expert_trajectory_is_the_route_and_is_stored_to_the_millimetre) {
    char text[4096] = "";
    wend_error error;
    add_clue(text, sizeof text, "",
             ", \"expert\": {\"out\": [[-200, 100, 0], [-200, 312.34567, 0]], \"back\": [[-250, "
             "400, 12]], \"seconds\": 9, \"carried\": 4, \"climb\": 0, \"doors\": 0}");
    played_task* p = open_text("x.jsonl", text, played_floor());
    CHECK_OK(played_begin(p, 0, &error));
    wend_vec3_span route = p->kind->route(p->set, 0);
    CHECK_INT(route.count, 3);
    CHECK_NEAR(route.items[0].x, 1, 1e-6);
    CHECK_NEAR(route.items[2].x, 4, 1e-6);
    CHECK_NEAR(route.items[2].y, 0.12, 1e-6);
    CHECK_NEAR(route.items[2].z, 2.5, 1e-6);
    CHECK_NEAR(played_fact(p, "expert"), 3, 0);
    CHECK_NEAR(played_fact(p, "expert.1.0"), 3.123, 1e-9);
    CHECK_NEAR(played_fact(p, "expert.2.1"), 0.12, 1e-9);
    CHECK_NEAR(played_fact(p, "expert.2.2"), 2.5, 1e-9);
    CHECK_NEAR(played_fact(p, "assisted"), 1, 0);
    played_close(p);
}

TEST(rescues_insert_their_objects_and_native_ones_allow_hand_actions) {
    for (int native = 0; native < 2; native++) {
        wend_error error;
        wend_task* task;
        wend_task_def def = wend_task_default_def();
        char text[4096] = "";
        add_clue(text, sizeof text, "", "");
        def.options = native ? "native" : "";
        def.rules = native ? NULL : "official";
        CHECK_OK(wend_task_load(wend_task_find("rescue"), played_write("x.jsonl", text), &def,
                                &task, &error));
        wend_world_def world = wend_task_world(task);
        CHECK_INT(world.inserted_count, 22);
        CHECK_INT(world.inserted[21].category, WEND_CATEGORY_AMBULANCE);
        wend_episode e = wend_task_get_kind(task)->episode(wend_task_get(task), 0);
        CHECK_NEAR(e.start.x, 1, 1e-6);
        CHECK_NEAR(e.start.z, 2, 1e-6);
        CHECK_NEAR(e.heading, -WEND_PI / 2, 1e-6);
        CHECK_TEXT(e.scene, "floor");
        wend_task_destroy(task);
    }
}

TEST(rewards_of_a_rescue_come_once) {
    played_task* p = play(&usual, "paper", 0);
    move_to(p, 5.2f);
    CHECK(wend_sim_carried(p->sim));
    move_to(p, 7.51f);
    played_do(p, go(0));
    CHECK(p->verdict.done);
    CHECK_NEAR(p->verdict.reward, 0.5, 1e-6);
    played_do(p, go(0));  // after its end
    CHECK_NEAR(p->verdict.reward, 0, 0);
    CHECK(p->verdict.done && !p->verdict.timed_out);
    played_close(p);
}

TEST(the_first_sight_of_the_person_is_recorded_once) {
    played_task* p = play(&usual, "paper", 0);
    const wend_camera* camera = &wend_sim_get_def(p->sim)->camera;
    size_t all = (size_t)camera->width * (size_t)camera->height;
    uint32_t* shown = calloc(all, sizeof *shown);
    uint32_t person = wend_scene_first_inserted(wend_world_scene(p->world)) + 3;
    CHECK(shown);
    const int seen[] = {-1, -1, 2, 2};
    for (int i = 0; i < 4; i++) {
        for (size_t k = 0; k < all; k++) shown[k] = i == 2 ? person : 0;
        p->kind->look(p->set, 0, p->sim, &(wend_frame){.object = shown}, p->state);
        CHECK_NEAR(played_fact(p, "seen_at"), seen[i], 0);
        played_do(p, go(0));
    }
    free(shown);
    played_close(p);
}

// A floor at y = 1 and a step of 0.15 m at x = 3.
TEST(altitude_in_a_rescue_counts_from_its_start) {
    wend_error error;
    wend_scene* scene;
    uint32_t floor, material;
    scene_builder b = fixture_begin(wend_v3(0, 0, 0), wend_v3(3, 1, 4), &floor, &material);
    fixture_box(&b, floor, material, wend_v3(3, 0, 0), wend_v3(12, 1.15f, 4));
    CHECK_OK(scene_builder_finish(&b, "floor", "test", &scene, &error));
    played_task* p = open_text(
        "high.jsonl",
        "{\"env_id\": \"floor\", \"level\": 0, \"agent_loc\": [-200, 100, 100, 0, 90, 0], "
        "\"injured_player_loc\": [-200, 800, 115, 0, 0, 0], \"injured_agent_id\": 0, "
        "\"stretcher_loc\": [-200, 1000, 115, 0, 0, 0], \"ambulance_loc\": [-350, 1100, 115, 0, 0, "
        "0], \"reference_text\": [\"x\"], \"reference_image_path\": [], \"timeout\": 60}\n",
        scene);
    CHECK_OK(played_begin(p, 0, &error));
    wend_observation o = {0};
    p->kind->observe(p->set, 0, p->sim, p->state, &o);
    CHECK_NEAR(o.pose.altitude, 0, 1e-3);
    move_to(p, 5);
    p->kind->observe(p->set, 0, p->sim, p->state, &o);
    CHECK_NEAR(o.pose.altitude, 0.15, 0.06);
    played_close(p);
}

TEST(a_rescue_may_lead_through_a_closed_door_that_opens) {
    for (int opens = 0; opens < 2; opens++) {
        wend_error error = {0};
        wend_scene* scene = fixture_two_rooms(0);
        ((wend_door*)(uintptr_t)wend_scene_get(scene)->doors.items)[0].openable = opens;
        played_task* p = open_text(
            "door.jsonl",
            "{\"env_id\": \"floor\", \"level\": 0, \"agent_loc\": [-200, 100, 0, 0, 90, 0], "
            "\"injured_player_loc\": [-200, 600, 0, 0, 0, 0], \"injured_agent_id\": 0, "
            "\"stretcher_loc\": [-200, 200, 0, 0, 0, 0], \"ambulance_loc\": [-350, 200, 0, 0, 0, "
            "0], \"reference_text\": [\"x\"], \"reference_image_path\": [], \"timeout\": 60}\n",
            scene);
        CHECK_INT(played_begin(p, 0, &error), opens ? WEND_OK : WEND_FORMAT);
        if (!opens) CHECK_HAS(error.message, "no path from the start to the injured person");
        played_close(p);
    }
}

TEST(an_image_that_is_a_folder_is_an_error_of_the_hash) {
    wend_error error = {0};
    uint64_t sum;
    CHECK_OK(wend_file_write(test_path("clue.jsonl.images/a.png/x"), "x", 1, &error));
    played_task* p = open_clue("a.png");
    CHECK(p->kind->hash(p->set, &sum, &error) != WEND_OK);
    CHECK_HAS(error.message, "a.png");
    wend_status status = played_begin(p, 0, &error);
    CHECK(status != WEND_OK && status != WEND_FORMAT);  // it was not even decoded
    played_close(p);
}

TEST(a_rescue_without_memory_for_its_fields_does_not_begin) {
    wend_error error = {0};
    played_task* p = open_line(&usual, "paper", 0);
    wend_episode e = p->kind->episode(p->set, 0);
    p->state = calloc(1, p->kind->state_size);
    CHECK_OK(wend_sim_reset(p->sim, p->world, e.start, e.heading, wend_rng_make(1, 1), &error));
    wend_memory_fail_at(1, false);
    wend_status status = p->kind->begin(p->set, 0, p->sim, p->state, &error);
    wend_memory_fail_at(0, false);
    CHECK_INT(status, WEND_NO_MEMORY);
    played_close(p);
}
