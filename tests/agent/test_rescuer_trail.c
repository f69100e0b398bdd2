#include "agent/rescuer/rescuer_trail.h"
#include "test.h"

static rescuer_trail* make_trail(void) {
    rescuer_trail* t = wend_alloc_zero(1, sizeof *t);
    CHECK(t != NULL);
    rescuer_trail_reset(t);
    return t;
}

static void move(rescuer_trail* t, wend_vec3 from, wend_vec3 to) {
    for (int i = 0; i <= 20; i++) rescuer_trail_note(t, wend_v3_lerp(from, to, (float)i / 20));
}

static float move_back(rescuer_trail* t, wend_vec3 feet) {
    float metres = 0;
    wend_vec3 place;
    for (int i = 0; i < 400 && rescuer_trail_next(t, feet, &place); i++) {
        metres += wend_v3_distance(feet, place);
        feet = place;
    }
    return metres;
}

TEST(the_return_along_a_trail_skips_its_loops) {
    rescuer_trail* t = make_trail();
    wend_vec3 a = {0, 0, 0}, b = {4, 0, 0}, c = {4, 0, 4}, d = {8, 0, 0};
    move(t, a, b);
    move(t, b, c);  // into a blind alley and out again
    move(t, c, b);
    move(t, b, d);
    rescuer_trail_plan(t, a);
    float metres = move_back(t, d);
    CHECK(metres > 7 && metres < 9.5f);
    wend_free(t);
}

TEST(floors_above_each_other_are_not_joined_in_a_trail) {
    rescuer_trail* t = make_trail();
    move(t, wend_v3(0, 0, 0), wend_v3(6, 0, 0));
    move(t, wend_v3(6, 0, 0), wend_v3(6, 3, 3));
    move(t, wend_v3(6, 3, 3), wend_v3(0, 3, 0));
    rescuer_trail_plan(t, wend_v3(0, 0, 0));
    CHECK(move_back(t, wend_v3(0, 3, 0)) > 14);
    wend_free(t);
}

TEST(the_trail_is_resumed_at_the_nearest_point_not_behind_a_fence) {
    rescuer_trail* t = make_trail();
    wend_vec3 a = {0, 0, 0}, b = {0, 0, 6}, c = {2, 0, 6}, d = {2, 0, 0}, place;
    move(t, a, b);  // along a fence, around its end, and back on its other side
    move(t, b, c);
    move(t, c, d);
    rescuer_trail_plan(t, a);
    CHECK(rescuer_trail_next(t, wend_v3(1.2f, 0, 1), &place));
    CHECK(place.x > 1.9f);
    CHECK(rescuer_trail_next(t, wend_v3(1.8f, 0, 5), &place));  // back on it
    CHECK(place.z > 4.9f);
    wend_free(t);
}

TEST(the_remaining_trail_shrinks_as_the_agent_moves) {
    rescuer_trail* t = make_trail();
    wend_vec3 place;
    move(t, wend_v3(0, 0, 0), wend_v3(8, 0, 0));
    move(t, wend_v3(8, 0, 0), wend_v3(8, 0, 8));
    rescuer_trail_plan(t, wend_v3(0, 0, 0));
    CHECK_NEAR(rescuer_trail_left(t), 16, 0.8);
    CHECK(rescuer_trail_next(t, wend_v3(8, 0, 0), &place));
    CHECK_NEAR(rescuer_trail_left(t), 8, 0.8);
    CHECK(!rescuer_trail_next(t, wend_v3(0, 0, 0), &place));
    CHECK_NEAR(rescuer_trail_left(t), 0, 0.8);
    wend_free(t);
}

TEST(an_empty_trail_leads_nowhere) {
    rescuer_trail* t = make_trail();
    wend_vec3 place;
    rescuer_trail_plan(t, wend_v3(0, 0, 0));
    CHECK(!rescuer_trail_next(t, wend_v3(0, 0, 0), &place));
    wend_free(t);
}
