// The store of remembered objects with a policy whose results are known by hand: objects on a line.
#include "agent/common/object_store.h"
#include "test.h"

typedef struct point {
    float x;
    int views;
} point;

static float point_cost(const void* item, const void* view) {
    float distance = fabsf(((const point*)item)->x - *(const float*)view);
    return distance < 1 ? distance : INFINITY;
}

static void point_init(void* item, const void* view) {
    *(point*)item = (point){*(const float*)view, 0};
}
static void point_fuse(void* item, const void* view) {
    (void)view;
    ((point*)item)->views++;
}
static float point_strength(const void* item) { return (float)((const point*)item)->views; }
static float view_strength(const void* view) { return *(const float*)view / 10; }

static object_store_policy make_policy(void) {
    return (object_store_policy){.item_size = sizeof(point),
                                 .capacity = 3,
                                 .cost = point_cost,
                                 .init = point_init,
                                 .fuse = point_fuse,
                                 .strength = point_strength};
}

static int add(const object_store_policy* p, point* items, int* count, float x, bool* is_new) {
    return object_store_add(p, items, count, &x, is_new);
}

TEST(a_view_is_fused_into_the_object_of_the_smallest_cost_and_of_equals_into_the_first) {
    object_store_policy p = make_policy();
    point items[3];
    int count = 0;
    bool is_new;
    CHECK_INT(add(&p, items, &count, 0, &is_new), 0);
    CHECK(is_new);
    CHECK_INT(add(&p, items, &count, 1.5f, &is_new), 1);
    CHECK_INT(add(&p, items, &count, 0.9f, &is_new), 1);
    CHECK(!is_new);
    CHECK_INT(add(&p, items, &count, 0.75f, NULL), 0);
    CHECK_INT(count, 2);
    CHECK_INT(items[0].views, 2);
    CHECK_INT(items[1].views, 2);
}

TEST(a_full_store_replaces_the_weakest_object_or_drops_the_view) {
    object_store_policy p = make_policy();
    point items[3];
    int count = 0;
    bool is_new;
    const float views[] = {0, 0, 10, 20, 20};
    for (int i = 0; i < 5; i++) add(&p, items, &count, views[i], NULL);
    CHECK_INT(count, 3);
    CHECK_INT(add(&p, items, &count, 30, &is_new), 1);
    CHECK(is_new);
    CHECK_NEAR(items[1].x, 30, 0);
    CHECK_INT(items[1].views, 1);
    p.view_strength = view_strength;
    CHECK_INT(add(&p, items, &count, 5, &is_new), -1);  // 0.5 is weaker than one view
    CHECK(!is_new);
    CHECK_INT(add(&p, items, &count, 50, NULL), 1);
    p.strength = NULL;
    CHECK_INT(add(&p, items, &count, 90, NULL), -1);
    CHECK_INT(count, 3);
    CHECK_INT(add(&p, items, &count, 50, NULL), 1);
}
