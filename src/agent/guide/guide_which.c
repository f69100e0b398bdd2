// Resolves ordinals and comparatives among objects of one category.
#include "agent/guide/guide_which.h"

#include "agent/guide/guide_constants.h"

// Position of an object relative to a moving agent: metres ahead, metres to the left.
typedef struct lie {
    float on, left;
} lie;

static lie lie_at(wend_vec2 to, wend_vec2 at, float heading) {
    float x = to.x - at.x, z = to.y - at.y, s = sinf(heading), c = cosf(heading);
    return (lie){-x * s - z * c, -x * c + z * s};
}

static lie lie_of(const guide_object* object, wend_vec2 at, float heading) {
    return lie_at(guide_object_middle(object), at, heading);
}

static bool guide_which_is_rival(const guide_objects* t, int index, int other,
                                 wend_category category) {
    const guide_object *a = &t->items[index], *b = &t->items[other];
    return other != index && fabsf(a->y - b->y) < GUIDE_SAME_LEVEL &&
           guide_object_is(b, category) > GUIDE_LIKE;
}

static bool stands_with(const guide_ground* g, const guide_object* a, const guide_object* b) {
    wend_vec2 p = guide_object_middle(a), q = guide_object_middle(b);
    return hypotf(p.x - q.x, p.y - q.y) < GUIDE_RIVALS && guide_ground_sees(g, p, q);
}

// Whether another object fits the choice better, by how much nearer and how much farther left it
// is.
static bool is_rather(wend_choice choice, float nearer, float left) {
    switch (choice) {
        case WEND_CHOICE_NEARER:
            return nearer > 0;
        case WEND_CHOICE_FARTHER:
            return nearer < 0;
        case WEND_CHOICE_LEFT:
            return left > 0;
        case WEND_CHOICE_RIGHT:
            return left < 0;
        default:
            return false;
    }
}

float guide_which_seen(const guide_ground* g, const guide_objects* t, int index,
                       const wend_landmark* landmark, wend_vec2 at) {
    const guide_object* mine = &t->items[index];
    wend_vec2 here = guide_object_middle(mine);
    float far = hypotf(here.x - at.x, here.y - at.y), way = atan2f(at.x - here.x, at.y - here.y);
    for (int i = 0; i < t->count; i++) {
        if (!guide_which_is_rival(t, index, i, landmark->category)) continue;
        lie its = lie_of(&t->items[i], at, way);
        float nearer = far - hypotf(its.on, its.left);
        // Objects behind the observer do not count.
        if (its.on < 0 || !is_rather(landmark->choice, nearer, its.left)) continue;
        if (stands_with(g, mine, &t->items[i])) return 1;
    }
    return 0;
}

// Position of the start along the line of motion, in metres ahead; -INFINITY if the agent has left
// that line.
static float begin_of(guide_course course) {
    lie start = lie_at(course.start, course.at, course.heading);
    return fabsf(start.left) < GUIDE_SAME_COURSE ? start.on : -INFINITY;
}

// Number of objects of the row before this one. Objects behind the start of the line do not count.
static int count_before(const guide_ground* g, const guide_objects* t, int index,
                        const wend_landmark* landmark, guide_course course) {
    const wend_vec2 at = course.at;
    float heading = course.heading, begin = begin_of(course);
    lie mine = lie_of(&t->items[index], at, heading);
    int before = 0;
    for (int i = 0; i < t->count; i++) {
        if (!guide_which_is_rival(t, index, i, landmark->category)) continue;
        lie its = lie_of(&t->items[i], at, heading);
        bool aside = landmark->side && (its.left > 0) != (mine.left > 0);
        bool earlier =
            its.on < mine.on - GUIDE_ROW_APART && its.on > fmaxf(mine.on - GUIDE_ROW_LENGTH, begin);
        if (aside || !earlier || fabsf(its.left) > GUIDE_ROW_ASIDE) continue;
        const wend_vec2 passed = {at.x - sinf(heading) * its.on, at.y - cosf(heading) * its.on};
        before += guide_ground_sees(g, passed, guide_object_middle(&t->items[i]));
    }
    return before;
}

float guide_which_passed(const guide_ground* g, const guide_objects* t, int index,
                         const wend_landmark* landmark, guide_course course) {
    const guide_object* object = &t->items[index];
    lie mine = lie_of(object, course.at, course.heading);
    if (landmark->ordinal) {
        if (landmark->ordinal > 1 && mine.on < begin_of(course)) return 1;
        // An excess is not penalised: the start of the count is uncertain, and one object may have
        // been detected as two.
        int missing = landmark->ordinal - 1 - count_before(g, t, index, landmark, course);
        return fminf(1, 0.5f * (float)(missing > 0 ? missing : 0));
    }
    for (int i = 0; landmark->choice >= WEND_CHOICE_NEARER && i < t->count; i++) {
        if (!guide_which_is_rival(t, index, i, landmark->category)) continue;
        lie its = lie_of(&t->items[i], course.at, course.heading);
        if (is_rather(landmark->choice, mine.on - its.on, its.left - mine.left) &&
            stands_with(g, object, &t->items[i]))
            return 1;
    }
    return 0;
}
