#include "sense/queue_kernel.h"
#include "test.h"

static void put(box_queue* q, uint32_t child, float nearest) {
    int32_t lists[8];
    i32x8_store(lists, queue_lists(f32x8_splat(nearest)));
    *queue_put(q, lists[0]) = (queue_box){.child = child, .nearest = nearest};
}

TEST(nearer_boxes_come_first) {
    static box_queue q;
    wend_rng rng = wend_rng_make(1, 1);
    queue_clear(&q);
    put(&q, 0, INFINITY);
    put(&q, 1, 0);
    for (uint32_t i = 2; i < 500; i++) put(&q, i, wend_rng_between(&rng, 0.02f, 3));
    CHECK(isinf(queue_take(&q)->nearest));
    // Boxes of a list are within an eighth of a doubling.
    float last = INFINITY;
    for (int i = 0; i < 498; i++) {
        float nearest = queue_take(&q)->nearest;
        CHECK(nearest < 1.126f * last);
        last = nearest;
    }
    CHECK(queue_take(&q)->nearest == 0);
    CHECK(!q.filled);
}

// A tree in which all that has children is nearer than all that has none: the leaves wait until the
// whole tree has been opened, which is more than there is room for.
TEST(a_hierarchy_with_more_leaves_than_the_queue_holds_is_rendered_completely) {
    enum { DEPTH = 6 };
    static box_queue q;
    int leaves = 0, most = 0;
    queue_clear(&q);
    put(&q, 0, 1);
    while (q.filled) {
        uint32_t depth = queue_take(&q)->child;
        if (depth == DEPTH) {
            leaves++;
            continue;
        }
        for (int i = 0; i < VIEW_WIDTH; i++) put(&q, depth + 1, depth + 1 == DEPTH ? 0.1f : 1);
        if (q.count > most) most = q.count;
        CHECK(q.count <= QUEUE_ROOM - VIEW_WIDTH);
    }
    CHECK_INT(leaves, 8 * 8 * 8 * 8 * 8 * 8);
    CHECK(most > QUEUE_ROOM - VIEW_STACK);
}

// The deepest tree there may be, met when room is already short.
TEST(a_tree_as_deep_as_can_be_fits) {
    static box_queue q;
    queue_clear(&q);
    for (int i = 0; i < QUEUE_ROOM - VIEW_STACK; i++) put(&q, VIEW_MAX_DEPTH, 0.1f);
    put(&q, 0, 1);
    int taken = 0;
    for (; q.filled; taken++) {
        uint32_t depth = queue_take(&q)->child;
        if (depth == VIEW_MAX_DEPTH) continue;
        for (int i = 0; i < VIEW_WIDTH - 1; i++) put(&q, VIEW_MAX_DEPTH, 0.1f);
        put(&q, depth + 1, 0.1f);
        CHECK(q.count <= QUEUE_ROOM - VIEW_WIDTH);
    }
    CHECK_INT(taken, QUEUE_ROOM - VIEW_STACK + 1 + VIEW_MAX_DEPTH * VIEW_WIDTH);
}
