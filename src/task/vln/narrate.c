// A walk is told as people do: turns where the way bends, rooms as they are entered and left,
// doors, stairs, and between them landmarks beside or ahead. A landmark is seen from where it is
// mentioned, large enough in the picture, and told apart from others of its kind there by colour or
// material, or not mentioned. More is thought of than said: what must be said is, and of the rest
// as much as a guide of that manner has words for.
#include "wend/narrate.h"

#include <string.h>

#include "task/vln/landmarks.h"

static const float BEND = 0.44f;  // 25 degrees; less is straight on
static const float CLIMB = 0.4f;  // metres between two places: stairs
static const float NEAR = 2.2f;   // metres beside the way
static const float CLOSE = 1.6f;  // metres across the floor to what one stands at
static const float FAR = 7;       // metres; what is farther is no landmark
static const float MUST = 1;      // worth of what cannot be left out

// R2R's instructions have 29 words (deviation 12), RxR's 78 on paths of 8 edges.
static const float R2R_WORDS = 22, R2R_SPREAD = 7, RXR_WORDS = 46, RXR_WORDS_AN_EDGE = 4.5f;

struct wend_narrator {
    landmarks eyes;
};

wend_status wend_narrator_create(const wend_scene* scene, const wend_view* view,
                                 wend_narrator** out, wend_error* error) {
    *out = NULL;
    wend_narrator* n = wend_alloc_zero(1, sizeof *n);
    if (!n) return wend_fail(error, WEND_NO_MEMORY, "no memory for a narrator");
    wend_status status = landmarks_create(scene, view, &n->eyes, error);
    if (status != WEND_OK) {
        wend_narrator_destroy(n);
        return status;
    }
    *out = n;
    return WEND_OK;
}

void wend_narrator_destroy(wend_narrator* n) {
    if (!n) return;
    landmarks_destroy(&n->eyes);
    wend_free(n);
}

// ---- a walk being told --------------------------------------------------------------------------

typedef struct telling {
    landmarks* eyes;
    const wend_scene_arrays* a;
    const wend_scene* scene;
    const wend_walk* walk;
    bool dense;
    wend_rng rng;
    wend_narration* out;
    float worth[WEND_MAX_TOLD];  // of each step; MUST and more: it stays
    int climbing;                // 1 up, -1 down: the leg before was on stairs
    uint32_t here;               // the room one looks from
} telling;

static void add(telling* t, int place, wend_tell_step step, uint32_t object, float worth) {
    int i = t->out->count;
    if (i == WEND_MAX_TOLD) return;
    t->out->places[i] = place;
    t->out->objects[i] = object;
    t->out->steps[i] = step;
    t->worth[i] = worth;
    t->out->count++;
}

static const wend_tell_step* last(const telling* t) {
    return t->out->count ? &t->out->steps[t->out->count - 1] : NULL;
}

static wend_room_type room_type(const telling* t, uint32_t room) {
    return (wend_room_type)t->a->rooms.items[room].type;
}

static uint32_t room_at(const telling* t, int place) {
    wend_vec3 p = t->walk->feet[place];
    p.y += 0.5f;
    return wend_scene_room_at(t->scene, p);
}

static float heading_between(wend_vec3 from, wend_vec3 to) {
    return atan2f(-(to.x - from.x), -(to.z - from.z));
}

static wend_turn turn_of(float angle) {
    float size = fabsf(angle);
    if (size < BEND) return WEND_TURN_NONE;
    if (size > 2.75f) return WEND_TURN_AROUND;
    bool left = angle > 0;
    if (size < 0.87f) return left ? WEND_TURN_SLIGHT_LEFT : WEND_TURN_SLIGHT_RIGHT;
    if (size < 2.18f) return left ? WEND_TURN_LEFT : WEND_TURN_RIGHT;
    return left ? WEND_TURN_SHARP_LEFT : WEND_TURN_SHARP_RIGHT;
}

static landmarks_stand stand_at(telling* t, int place, float heading) {
    t->here = room_at(t, place);
    return (landmarks_stand){t->walk->feet[place], t->walk->eye_height, heading};
}

// ---- landmarks ----------------------------------------------------------------------------------

typedef bool (*sight_test)(const sight* s, float length);

static bool is_ahead(const sight* s, float length) {
    (void)length;
    return s->ahead > 0.5f && s->ahead < FAR && fabsf(s->left) < 0.35f * s->ahead;
}

static bool is_beside(const sight* s, float length) {
    return s->ahead > 0.15f * length && s->ahead < length + 0.5f && fabsf(s->left) < NEAR &&
           fabsf(s->left) > 0.3f;
}

static bool is_close(const sight* s, float length) {
    (void)length;
    return s->gap < CLOSE;
}

static bool is_around(const sight* s, float length) {
    (void)length;
    return s->gap < FAR && sight_side(s) != WEND_SIDE_NONE;
}

static bool was_told(const telling* t, uint32_t object) {
    for (int i = 0; i < t->out->count; i++)
        if (t->out->objects[i] == object) return true;
    return false;
}

// One that passes the test and can be told from the others: larger ones sooner, what is in another
// room seldom, and not the same again and again. Nullable: the answer.
static const sight* find_sight(telling* t, sight_test test, float length) {
    const sight* found = NULL;
    float sum = 0;
    for (int i = 0; i < t->eyes->count; i++) {
        const sight* s = &t->eyes->seen[i];
        if (s->mark == SIGHT_ALIKE || s->mark == SIGHT_FAINT || !test(s, length)) continue;
        float weight = sqrtf((float)s->pixels) * (was_told(t, s->object) ? 0.1f : 1);
        if (landmarks_object(t->eyes, s)->room != t->here) weight *= 0.2f;
        sum += weight;
        if (wend_rng_float(&t->rng) * sum < weight) found = s;
    }
    return found;
}

// The words for it: what tells it apart, and else its colour sometimes.
static wend_landmark landmark_of(telling* t, const sight* s) {
    const wend_object* o = landmarks_object(t->eyes, s);
    bool colored = o->color && (s->mark == SIGHT_COLOR ||
                                (s->mark == SIGHT_ALONE && wend_rng_chance(&t->rng, 0.55f)));
    bool made = s->mark == SIGHT_STUFF;
    return (wend_landmark){.category = (wend_category)o->category,
                           .color = colored ? (wend_color)o->color : WEND_COLOR_NONE,
                           .stuff = made ? (wend_stuff)o->stuff : WEND_STUFF_NONE};
}

// Sometimes what it stands by is said too, if that is in the picture.
static void add_placing(telling* t, const sight* s, wend_landmark* m) {
    wend_placing placing;
    uint32_t anchor = landmarks_placing(t->scene, s->object, &placing);
    bool seen = false;
    for (int i = 0; i < t->eyes->count; i++) seen |= t->eyes->seen[i].object == anchor;
    if (!anchor || !seen || !wend_rng_chance(&t->rng, 0.8f)) return;
    const wend_object* o = &t->a->objects.items[anchor];
    m->placing = placing;
    m->anchor = (wend_category)o->category;
    if (o->color && wend_rng_chance(&t->rng, 0.3f)) m->anchor_color = (wend_color)o->color;
}

// Several of a kind and colour that are all on one side. Nullable: the answer.
static const sight* find_several(telling* t, wend_landmark* m) {
    for (int i = 0; i < t->eyes->count; i++) {
        const sight* s = &t->eyes->seen[i];
        const wend_object* o = landmarks_object(t->eyes, s);
        int count = 0;
        bool together = s->mark == SIGHT_ALIKE && is_around(s, 0) && !was_told(t, s->object);
        for (int k = 0; k < t->eyes->count && together; k++) {
            const wend_object* other = landmarks_object(t->eyes, &t->eyes->seen[k]);
            if (other->category != o->category) continue;
            count++;
            together = t->eyes->seen[k].mark != SIGHT_FAINT && other->color == o->color &&
                       sight_side(&t->eyes->seen[k]) == sight_side(s);
        }
        if (!together || count > 4) continue;
        *m = (wend_landmark){.category = (wend_category)o->category,
                             .color = (wend_color)o->color,
                             .count = count,
                             .side = sight_side(s)};
        return s;
    }
    return NULL;
}

// ---- steps --------------------------------------------------------------------------------------

// How many words a step has in English, about.
static float words_of(const wend_tell_step* s) {
    static const float bare[WEND_TELL_COUNT] = {4, 2.5f, 2.5f, 3, 3, 3, 5, 5, 4, 5};
    float words = bare[s->kind];
    if (s->landmark.category) words += 2.5f;
    if (s->landmark.color) words += 1;
    if (s->landmark.side) words += 3;
    if (s->landmark.placing) words += 4;
    if (s->room) words += 2.5f;
    return words;
}

static wend_status tell_begin(telling* t, wend_error* error) {
    WEND_TRY(landmarks_look(t->eyes, stand_at(t, 0, t->walk->heading), error));
    const sight* s = find_sight(t, is_around, 0);
    wend_tell_step step = {.kind = WEND_TELL_BEGIN, .room = room_type(t, room_at(t, 0))};
    if (s) step.landmark = landmark_of(t, s);
    if (s) add_placing(t, s, &step.landmark);
    if (s && sight_side(s) != WEND_SIDE_AHEAD) step.landmark.side = sight_side(s);
    if (s || step.room) add(t, 0, step, s ? s->object : 0, MUST);
    return WEND_OK;
}

// A check on the way: something that is seen now, or several.
static void tell_sight(telling* t, int place, wend_room_type room, float worth) {
    wend_tell_step step = {.kind = WEND_TELL_SEE, .room = room};
    const sight* s = wend_rng_chance(&t->rng, 0.35f) ? find_several(t, &step.landmark) : NULL;
    if (!s) {
        s = find_sight(t, is_around, 0);
        if (!s || was_told(t, s->object)) s = NULL;
        if (s) step.landmark = landmark_of(t, s);
        if (s) step.landmark.side = sight_side(s);
        if (s) add_placing(t, s, &step.landmark);
    }
    if (s || room) add(t, place, step, s ? s->object : 0, worth);
}

static void tell_turn(telling* t, int place, float angle) {
    wend_turn turn = turn_of(angle);
    bool slight = turn == WEND_TURN_SLIGHT_LEFT || turn == WEND_TURN_SLIGHT_RIGHT;
    if (!turn || (slight && !t->dense) || t->climbing) return;
    wend_tell_step step = {.kind = WEND_TELL_TURN, .turn = turn};
    const sight* s = t->dense || wend_rng_chance(&t->rng, 0.2f) ? find_sight(t, is_ahead, 0) : NULL;
    if (s) step.landmark = landmark_of(t, s);
    add(t, place, step, s ? s->object : 0, slight ? 0.7f : MUST);
}

static void tell_stairs(telling* t, int place, bool up) {
    wend_tell_kind kind = up ? WEND_TELL_UP : WEND_TELL_DOWN;
    if (!last(t) || last(t)->kind != kind) add(t, place, (wend_tell_step){.kind = kind}, 0, MUST);
}

// The door between two rooms as one sees it who walks through: a leaf or an opening.
static uint32_t find_door(const telling* t, uint32_t a, uint32_t b, wend_landmark* m) {
    for (uint32_t i = 0; i < t->a->doors.count; i++) {
        const wend_door* d = &t->a->doors.items[i];
        bool joins =
            (d->rooms[0] == a && d->rooms[1] == b) || (d->rooms[0] == b && d->rooms[1] == a);
        if (!joins) continue;
        m->category = d->object ? WEND_CATEGORY_DOOR : WEND_CATEGORY_DOORFRAME;
        return d->object;
    }
    return 0;
}

// 1 up, -1 down, 0 on the level: the leg from a place to the next.
static int climb_of(const telling* t, int place) {
    if (place + 1 >= t->walk->count) return 0;
    float rise = t->walk->feet[place + 1].y - t->walk->feet[place].y;
    return rise > CLIMB ? 1 : rise < -CLIMB ? -1 : 0;
}

// What one leaves by its name, not what one only passes through.
static bool is_left_by_name(wend_room_type type) {
    return type != WEND_ROOM_UNKNOWN && type != WEND_ROOM_CORRIDOR && type != WEND_ROOM_HALL &&
           type != WEND_ROOM_STAIRWELL && type != WEND_ROOM_OUTDOORS;
}

static bool is_passage(wend_room_type type) {
    return type == WEND_ROOM_CORRIDOR || type == WEND_ROOM_HALL || type == WEND_ROOM_STAIRWELL;
}

// From one room into another, and in the dense manner what is seen there.
static wend_status tell_room(telling* t, int place, uint32_t room, uint32_t next, float heading,
                             wend_error* error) {
    wend_room_type from = room_type(t, room), to = room_type(t, next);
    bool leaves = is_left_by_name(from) && is_passage(to) && wend_rng_chance(&t->rng, 0.5f);
    if (leaves) add(t, place, (wend_tell_step){.kind = WEND_TELL_LEAVE, .room = from}, 0, MUST);
    bool onto_stairs = to == WEND_ROOM_STAIRWELL && climb_of(t, place + 1);
    if (!onto_stairs) {
        wend_tell_step step = {.kind = WEND_TELL_DOOR, .room = to};
        uint32_t door = wend_rng_chance(&t->rng, leaves ? 0.2f : 0.7f)
                            ? find_door(t, room, next, &step.landmark)
                            : 0;
        add(t, place, step, door, leaves ? 0.6f : MUST);
    }
    if (!t->dense) return WEND_OK;
    WEND_TRY(landmarks_look(t->eyes, stand_at(t, place + 1, heading), error));
    bool named = to != WEND_ROOM_STAIRWELL && wend_rng_chance(&t->rng, 0.45f);
    tell_sight(t, place + 1, named ? to : WEND_ROOM_UNKNOWN,
               wend_rng_between(&t->rng, 0.5f, 0.95f));
    return WEND_OK;
}

// Something ahead is pointed out, and then walked towards.
static void tell_ahead(telling* t, int place, const sight* s) {
    wend_tell_step step = {.kind = WEND_TELL_FORWARD};
    bool pointed = s && t->dense && !was_told(t, s->object) && wend_rng_chance(&t->rng, 0.5f);
    float worth = wend_rng_between(&t->rng, 0.3f, 0.9f);
    if (s) {
        step.landmark = landmark_of(t, s);
        step.reach =
            landmarks_gap(t->walk->feet[place + 1], landmarks_object(t->eyes, s)->bounds) < 1;
    }
    if (pointed) {
        wend_tell_step see = {.kind = WEND_TELL_SEE, .landmark = step.landmark};
        see.landmark.side = WEND_SIDE_AHEAD;
        add_placing(t, s, &see.landmark);
        add(t, place, see, s->object, worth);
    }
    add(t, place, step, s ? s->object : 0, s ? worth : 0.1f);
}

static void tell_straight(telling* t, int place, float length) {
    const sight* s = find_sight(t, is_beside, length);
    bool again = s && was_told(t, s->object) && !wend_rng_chance(&t->rng, 0.3f);
    if (s && !again) {
        wend_tell_step step = {.kind = WEND_TELL_PASS, .landmark = landmark_of(t, s)};
        step.landmark.side = s->left > 0 ? WEND_SIDE_LEFT : WEND_SIDE_RIGHT;
        add(t, place, step, s->object, wend_rng_between(&t->rng, 0.4f, 0.95f));
        return;
    }
    s = find_sight(t, is_ahead, length);
    bool told = last(t) && last(t)->kind == WEND_TELL_FORWARD;
    if (s && was_told(t, s->object) &&
        !(last(t) && t->out->objects[t->out->count - 1] == s->object))
        s = NULL;
    if (told && !s) return;
    tell_ahead(t, place, s);
}

static wend_status tell_leg(telling* t, int place, float* heading, wend_error* error) {
    wend_vec3 from = t->walk->feet[place], to = t->walk->feet[place + 1];
    float length = hypotf(to.x - from.x, to.z - from.z);
    float way = length > 0.05f ? heading_between(from, to) : *heading;
    uint32_t room = room_at(t, place), next = room_at(t, place + 1);
    int climbs = climb_of(t, place);
    if (climbs != t->climbing) t->climbing = 0;  // turns on a flight are the flight's
    WEND_TRY(landmarks_look(t->eyes, stand_at(t, place, way), error));
    tell_turn(t, place, remainderf(way - *heading, (float)(2 * WEND_PI)));
    *heading = way;
    t->climbing = climbs;
    if (climbs) {
        tell_stairs(t, place, climbs > 0);
    } else if (next && next != room) {
        return tell_room(t, place, room, next, way, error);
    } else {
        tell_straight(t, place, length);
        if (!t->dense || !wend_rng_chance(&t->rng, 0.4f)) return WEND_OK;
        WEND_TRY(landmarks_look(t->eyes, stand_at(t, place + 1, way), error));
        tell_sight(t, place + 1, WEND_ROOM_UNKNOWN, wend_rng_between(&t->rng, 0.1f, 0.6f));
    }
    return WEND_OK;
}

static wend_status tell_end(telling* t, float heading, wend_error* error) {
    int place = t->walk->count - 1;
    wend_tell_step step = {.kind = WEND_TELL_STOP};
    WEND_TRY(landmarks_look_around(t->eyes, stand_at(t, place, heading), error));
    const sight* s = find_sight(t, is_close, 0);
    if (s) step.landmark = landmark_of(t, s);
    if (s && wend_rng_chance(&t->rng, 0.4f)) add_placing(t, s, &step.landmark);
    if (!s) {
        // Where in the room is told by what one sees from there.
        step.room = room_type(t, room_at(t, place));
        tell_sight(t, place, WEND_ROOM_UNKNOWN, MUST);
    }
    add(t, place, step, s ? s->object : 0, MUST);
    return WEND_OK;
}

// ---- what is said of it -------------------------------------------------------------------------

// Two turns one after the other make no sense without something between them.
static bool holds_turns_apart(const telling* t, int i) {
    const wend_narration* n = t->out;
    return i > 0 && i + 1 < n->count && n->steps[i - 1].kind == WEND_TELL_TURN &&
           n->steps[i + 1].kind == WEND_TELL_TURN;
}

static void leave_out(telling* t, int i) {
    wend_narration* n = t->out;
    size_t after = (size_t)(n->count - i - 1);
    memmove(&n->steps[i], &n->steps[i + 1], after * sizeof *n->steps);
    memmove(&n->places[i], &n->places[i + 1], after * sizeof *n->places);
    memmove(&n->objects[i], &n->objects[i + 1], after * sizeof *n->objects);
    memmove(&t->worth[i], &t->worth[i + 1], after * sizeof *t->worth);
    n->count--;
}

static bool goes_on_foot(const wend_tell_step* s) {
    return s->kind != WEND_TELL_BEGIN && s->kind != WEND_TELL_SEE && s->kind != WEND_TELL_TURN &&
           s->kind != WEND_TELL_STOP;
}

// Without it nobody would move.
static bool is_only_walk(const telling* t, int i) {
    int walks = 0;
    for (int k = 0; k < t->out->count; k++) walks += goes_on_foot(&t->out->steps[k]);
    return walks == 1 && goes_on_foot(&t->out->steps[i]);
}

// The least worthy step that may go; -1: none.
static int least_worthy(const telling* t) {
    int least = -1;
    for (int i = 0; i < t->out->count; i++) {
        if (t->worth[i] >= MUST || holds_turns_apart(t, i) || is_only_walk(t, i)) continue;
        if (least < 0 || t->worth[i] < t->worth[least]) least = i;
    }
    return least;
}

static float words_meant(telling* t) {
    float drawn = (float)wend_rng_normal(&t->rng);
    if (t->dense) {
        float mean = RXR_WORDS + RXR_WORDS_AN_EDGE * (float)(t->walk->count - 1);
        return mean * fminf(fmaxf(1 + 0.18f * drawn, 0.6f), 1.6f);
    }
    return R2R_WORDS + R2R_SPREAD * fminf(fmaxf(drawn, -2), 2);
}

static void keep_to(telling* t, float meant) {
    float words = 0;
    int least;
    for (int i = 0; i < t->out->count; i++) words += words_of(&t->out->steps[i]);
    while (words > meant && (least = least_worthy(t)) >= 0) {
        words -= words_of(&t->out->steps[least]);
        leave_out(t, least);
    }
    // "Go straight" before something that is walked to anyway says nothing.
    for (int i = t->out->count - 2; i >= 0; i--) {
        const wend_tell_step* s = &t->out->steps[i];
        wend_tell_kind next = s[1].kind;
        bool idle = s->kind == WEND_TELL_FORWARD && !s->landmark.category &&
                    next != WEND_TELL_TURN && next != WEND_TELL_SEE && !is_only_walk(t, i);
        if (idle && !t->dense) leave_out(t, i);
    }
}

// What has just been mentioned is "it".
static void refer_back(telling* t) {
    wend_narration* n = t->out;
    for (int i = 1; i < n->count; i++) {
        wend_landmark* m = &n->steps[i].landmark;
        bool same = n->objects[i] && n->objects[i] == n->objects[i - 1] && m->category &&
                    n->steps[i - 1].landmark.count < 2 && n->steps[i].kind != WEND_TELL_SEE;
        if (same) m->again = wend_rng_chance(&t->rng, 0.6f) ? WEND_AGAIN_IT : WEND_AGAIN_THAT;
    }
}

wend_status wend_narrate(wend_narrator* narrator, const wend_walk* walk, bool dense, wend_rng rng,
                         wend_narration* narration, wend_error* error) {
    const wend_scene* scene = narrator->eyes.scene;
    telling t = {.eyes = &narrator->eyes,
                 .a = wend_scene_get(scene),
                 .scene = scene,
                 .walk = walk,
                 .dense = dense,
                 .rng = rng,
                 .out = narration};
    float heading = walk->heading;
    narration->count = 0;
    if (walk->count < 1) return wend_fail(error, WEND_ARGUMENT, "a walk of no places");
    if (dense) WEND_TRY(tell_begin(&t, error));
    for (int i = 0; i + 1 < walk->count && narration->count < WEND_MAX_TOLD - 6; i++)
        WEND_TRY(tell_leg(&t, i, &heading, error));
    WEND_TRY(tell_end(&t, heading, error));
    keep_to(&t, words_meant(&t));
    refer_back(&t);
    return WEND_OK;
}
