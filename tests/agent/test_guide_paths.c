// The follower from the text to the last step, in two small rooms painted by hand.
#include <string.h>

#include "map/painted_room.h"
#include "test.h"

#include "wend/agent.h"
#include "wend/category.h"

enum { SIDE = 48, TURNS = 12, MAX_ALLOWED_STEPS = 150 };

// A doorway leads from the room one begins in, looking ahead, to one with a bed on its right and a
// toilet on its left; a sofa stands in the first.
static const painted_room home = {.walls = {{-2.6f, 0, -5.6f}, {2.6f, 2.6f, 1.6f}},
                                  .boxes = {{{-2.6f, 0, -2.2f}, {-0.55f, 2.6f, -2}},
                                            {{0.55f, 0, -2.2f}, {2.6f, 2.6f, -2}},
                                            {{1.4f, 0, -5.4f}, {2.5f, 0.6f, -4.2f}},
                                            {{-2.5f, 0, -5.4f}, {-2, 0.8f, -4.8f}},
                                            {{-2.5f, 0, 0.4f}, {-1.6f, 0.8f, 1.5f}}},
                                  .box_count = 5};
static const wend_category home_kinds[] = {WEND_CATEGORY_WALL,   WEND_CATEGORY_WALL,
                                           WEND_CATEGORY_WALL,   WEND_CATEGORY_BED,
                                           WEND_CATEGORY_TOILET, WEND_CATEGORY_SOFA};
enum { BED = 2, TOILET, SOFA };

// A passage with a doorway on either side of it, and a bed behind each.
static const painted_room passage = {.walls = {{-3.2f, 0, -3.8f}, {3.2f, 2.6f, 0.8f}},
                                     .boxes = {{{-1, 0, -1.5f}, {-0.8f, 2.6f, 0.8f}},
                                               {{-1, 0, -3.8f}, {-0.8f, 2.6f, -2.5f}},
                                               {{0.8f, 0, -1.5f}, {1, 2.6f, 0.8f}},
                                               {{0.8f, 0, -3.8f}, {1, 2.6f, -2.5f}},
                                               {{-3.2f, 0, -1.4f}, {-2.4f, 0.6f, 0.4f}},
                                               {{2.4f, 0, -1.4f}, {3.2f, 0.6f, 0.4f}}},
                                     .box_count = 6};
static const wend_category passage_kinds[] = {
    WEND_CATEGORY_WALL, WEND_CATEGORY_WALL, WEND_CATEGORY_WALL, WEND_CATEGORY_WALL,
    WEND_CATEGORY_WALL, WEND_CATEGORY_BED,  WEND_CATEGORY_BED};
enum { LEFT_BED = 4, RIGHT_BED };

static const wend_agent_body body = {0.25f, TURNS, 30, 0.1f, 1.5f};

typedef struct visitor {
    wend_agent* agent;
    const painted_room* room;
    const wend_category* kinds;  // of its boxes, from 1; 0: walls
    wend_vec3 feet;
    int heading;  // whole turns
    bool collided;
    float depth[SIDE * SIDE];
    uint8_t labels[SIDE * SIDE], rgb[SIDE * SIDE * 3];
    uint16_t category[SIDE * SIDE];
} visitor;

static float gap_to(wend_vec3 p, wend_aabb box) {
    float x = fmaxf(fmaxf(box.low.x - p.x, p.x - box.high.x), 0);
    float z = fmaxf(fmaxf(box.low.z - p.z, p.z - box.high.z), 0);
    return hypotf(x, z);
}

static bool is_free(const painted_room* room, wend_vec3 p) {
    for (int i = 0; i < room->box_count; i++)
        if (gap_to(p, room->boxes[i]) < body.radius) return false;
    wend_aabb w = room->walls;
    return p.x > w.low.x + body.radius && p.x < w.high.x - body.radius &&
           p.z > w.low.z + body.radius && p.z < w.high.z - body.radius;
}

static wend_observation look(visitor* w, const char* language, const char* text, int step) {
    float heading =
        remainderf((float)w->heading * (float)(2 * WEND_PI) / TURNS, (float)(2 * WEND_PI));
    wend_pose pose = {.feet = w->feet, .heading = heading};
    painted_room_look(w->room, &pose, 1.25f, SIDE, w->depth, w->labels);
    for (int i = 0; i < SIDE * SIDE; i++) {
        w->category[i] = (uint16_t)w->kinds[w->labels[i]];
        memset(w->rgb + 3 * i, 60 + 30 * w->labels[i], 3);
    }
    return (wend_observation){.step = step,
                              .collided = w->collided,
                              .camera.width = SIDE,
                              .camera.height = SIDE,
                              .camera.hfov = 90,
                              .camera.eye_height = 1.25f,
                              .camera.rgb = w->rgb,
                              .camera.depth = w->depth,
                              .privileged.category = w->category,
                              .pose.gps = {-w->feet.z, w->feet.x},
                              .pose.compass = heading,
                              .goal.instruction = text,
                              .goal.language = language};
}

static void move(visitor* w, wend_action_kind action) {
    float heading = (float)w->heading * (float)(2 * WEND_PI) / TURNS;
    wend_vec3 to =
        wend_v3(w->feet.x - sinf(heading) * body.step, 0, w->feet.z - cosf(heading) * body.step);
    w->collided = action == WEND_ACTION_FORWARD && !is_free(w->room, to);
    if (action == WEND_ACTION_FORWARD && !w->collided) w->feet = to;
    if (action == WEND_ACTION_LEFT) w->heading++;
    if (action == WEND_ACTION_RIGHT) w->heading--;
}

// Plays an episode from where the body stands; returns its steps, and MAX_ALLOWED_STEPS when it
// does not stop.
static int follow(visitor* w, bool continues, const char* language, const char* text) {
    wend_error error;
    wend_agent_episode episode = {
        .body = body, .rng = wend_rng_make(1, 2), .continues = continues, .tour_count = 2};
    CHECK_OK(wend_agent_reset(w->agent, &episode, &error));
    w->collided = false;
    for (int step = 0; step < MAX_ALLOWED_STEPS; step++) {
        wend_observation o = look(w, language, text, step);
        wend_action action = {.kind = WEND_ACTION_STOP};
        CHECK_OK(wend_agent_act(w->agent, &o, &action, &error));
        if (action.kind == WEND_ACTION_STOP) return step;
        move(w, action.kind);
    }
    return MAX_ALLOWED_STEPS;
}

static visitor* enter(const char* agent) {
    static visitor w;
    wend_error error;
    memset(&w, 0, sizeof w);
    w.room = &home;
    w.kinds = home_kinds;
    CHECK_OK(wend_agent_create(agent, NULL, &w.agent, &error));
    return &w;
}

static const char follower[] = "guide-follower:semantics=truth";

TEST(a_described_path_is_followed_in_each_language) {
    static const struct {
        const char *language, *text;
        int goal;
    } told[] = {
        {"en-US", "Walk through the doorway and turn right. Stop next to the bed.", BED},
        {"hi-IN", "खुले दरवाज़े से होकर जाएँ और दाएँ मुड़ें। बिस्तर के पास रुक जाएँ।", BED},
        {"te-IN", "ద్వారం గుండా వెళ్ళి, ఎడమవైపు తిరిగి, టాయిలెట్ దగ్గర ఆగండి.", TOILET},
    };
    for (int i = 0; i < 3; i++) {
        visitor* w = enter(follower);
        char notes[1200];
        wend_error error;
        CHECK(follow(w, false, told[i].language, told[i].text) < MAX_ALLOWED_STEPS);
        CHECK(gap_to(w->feet, home.boxes[told[i].goal]) < 1.6f);
        CHECK_OK(wend_agent_notes(w->agent, notes, sizeof notes, &error));
        CHECK_HAS(notes, "\"left\": 0");
        wend_agent_destroy(w->agent);
    }
}

TEST(a_door_on_one_side_is_not_the_one_on_the_other) {
    static const char* const told[3] = {"Go through the first door on your left. Stop by the bed.",
                                        "आपके दाईं ओर के दरवाज़े से होकर जाएँ। बिस्तर के पास रुक जाएँ।",
                                        "మీ ఎడమవైపు ఉన్న తలుపు గుండా వెళ్ళి, మంచం దగ్గర ఆగండి."};
    for (int i = 0; i < 3; i++) {
        visitor* w = enter(follower);
        w->room = &passage;
        w->kinds = passage_kinds;
        CHECK(follow(w, false, NULL, told[i]) < MAX_ALLOWED_STEPS);
        CHECK(gap_to(w->feet, passage.boxes[i == 1 ? RIGHT_BED : LEFT_BED]) < 2);
        wend_agent_destroy(w->agent);
    }
}

TEST(observations_of_a_tour_are_kept_for_its_next_episode) {
    int steps[3];
    for (int i = 0; i < 3; i++) {  // the second time is as the first
        visitor* w = enter(i == 2 ? "guide-follower:semantics=truth,memory=episode" : follower);
        CHECK(follow(w, false, "en", "Go through the doorway. Stop next to the bed.") <
              MAX_ALLOWED_STEPS);
        CHECK(gap_to(w->feet, home.boxes[BED]) < 1.6f);
        steps[i] = follow(w, true, "hi", "खुले दरवाज़े से होकर जाएँ। सोफ़े के पास रुक जाएँ।");
        CHECK(gap_to(w->feet, home.boxes[SOFA]) < 1.6f);
        wend_agent_destroy(w->agent);
    }
    CHECK(steps[0] == steps[1]);
    CHECK(steps[0] < steps[2]);  // it need not look around again
}
