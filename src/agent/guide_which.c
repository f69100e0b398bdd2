#include "agent/guide_which.h"

static const float LIKE = 0.3f;   // how well another must fit the name to be one of them
static const float TOGETHER = 6;  // metres between two that are compared
static const float ROW = 8;       // metres along the way between two of a row
static const float ASIDE = 3.5f;  // metres from the way to what is in the row
static const float APART = 0.4f;  // metres along the way between two that are told apart

// Where a thing is by who walks: metres on, and to the left.
typedef struct lie {
    float on, left;
} lie;

static lie lie_at(wend_vec2 to, wend_vec2 at, float heading) {
    float x = to.x - at.x, z = to.y - at.y, s = sinf(heading), c = cosf(heading);
    return (lie){-x * s - z * c, -x * c + z * s};
}

static lie lie_of(const guide_thing* thing, wend_vec2 at, float heading) {
    return lie_at(guide_thing_middle(thing), at, heading);
}

static bool is_rival(const guide_things* t, int index, int other, wend_category category) {
    const guide_thing *a = &t->items[index], *b = &t->items[other];
    return other != index && fabsf(a->y - b->y) < 1 && guide_thing_is(b, category) > LIKE;
}

static bool stands_with(const guide_ground* g, const guide_thing* a, const guide_thing* b) {
    wend_vec2 p = guide_thing_middle(a), q = guide_thing_middle(b);
    return hypotf(p.x - q.x, p.y - q.y) < TOGETHER && guide_ground_sees(g, p, q);
}

// Whether the other is rather the one that is meant, by how much nearer and farther left it is.
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

float guide_which_seen(const guide_ground* g, const guide_things* t, int index,
                       const wend_landmark* landmark, wend_vec2 at) {
    const guide_thing* mine = &t->items[index];
    wend_vec2 here = guide_thing_middle(mine);
    float far = hypotf(here.x - at.x, here.y - at.y), way = atan2f(at.x - here.x, at.y - here.y);
    for (int i = 0; i < t->count; i++) {
        if (!is_rival(t, index, i, landmark->category)) continue;
        lie its = lie_of(&t->items[i], at, way);
        float nearer = far - hypotf(its.on, its.left);
        // What is behind who looks at the one is not looked at.
        if (its.on < 0 || !is_rather(landmark->choice, nearer, its.left)) continue;
        if (stands_with(g, mine, &t->items[i])) return 1;
    }
    return 0;
}

// How many metres on the course began, if it still is the one on which the walk was set out.
static float begin_of(guide_course course) {
    lie start = lie_at(course.start, course.at, course.heading);
    return fabsf(start.left) < 1.5f ? start.on : -INFINITY;
}

// How many of the row come before it; what lies behind who sets out on that course does not.
static int count_before(const guide_ground* g, const guide_things* t, int index,
                        const wend_landmark* landmark, guide_course course) {
    const wend_vec2 at = course.at;
    float heading = course.heading, begin = begin_of(course);
    lie mine = lie_of(&t->items[index], at, heading);
    int before = 0;
    for (int i = 0; i < t->count; i++) {
        if (!is_rival(t, index, i, landmark->category)) continue;
        lie its = lie_of(&t->items[i], at, heading);
        bool aside = landmark->side && (its.left > 0) != (mine.left > 0);
        bool earlier = its.on < mine.on - APART && its.on > fmaxf(mine.on - ROW, begin);
        if (aside || !earlier || fabsf(its.left) > ASIDE) continue;
        const wend_vec2 passed = {at.x - sinf(heading) * its.on, at.y - cosf(heading) * its.on};
        before += guide_ground_sees(g, passed, guide_thing_middle(&t->items[i]));
    }
    return before;
}

float guide_which_passed(const guide_ground* g, const guide_things* t, int index,
                         const wend_landmark* landmark, guide_course course) {
    const guide_thing* thing = &t->items[index];
    lie mine = lie_of(thing, course.at, course.heading);
    if (landmark->ordinal) {
        if (landmark->ordinal > 1 && mine.on < begin_of(course)) return 1;
        // Too many before it say little: where the count began is not known, and one thing may
        // have been taken for two.
        int missing = landmark->ordinal - 1 - count_before(g, t, index, landmark, course);
        return fminf(1, 0.5f * (float)(missing > 0 ? missing : 0));
    }
    for (int i = 0; landmark->choice >= WEND_CHOICE_NEARER && i < t->count; i++) {
        if (!is_rival(t, index, i, landmark->category)) continue;
        lie its = lie_of(&t->items[i], course.at, course.heading);
        if (is_rather(landmark->choice, mine.on - its.on, its.left - mine.left) &&
            stands_with(g, thing, &t->items[i]))
            return 1;
    }
    return 0;
}
