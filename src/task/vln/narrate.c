// A walk is told as people do: turns where the way bends, rooms as they are entered and left,
// doors, stairs, and between them landmarks beside or ahead. A landmark is seen from where it is
// mentioned, large enough in the picture, and told apart from others of its kind there by colour or
// material, or not mentioned. More is thought of than said: what must be said is, and of the rest
// as much as a guide of that manner has words for.
#include "wend/narrate.h"

#include "task/vln/door_row.h"
#include "task/vln/telling.h"

static const float BEND = 0.44f;  // 25 degrees; less is straight on
static const float CLIMB = 0.4f;  // metres between two places: stairs
static const float NEAR = 2.2f;   // metres beside the way
static const float CLOSE = 1.6f;  // metres across the floor to what one stands at
static const float FAR = 7;       // metres; what is farther is no landmark

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
        if (s->mark == SIGHT_TWO) weight *= 0.5f;  // who can say it shorter does
        sum += weight;
        if (wend_rng_float(&t->rng) * sum < weight) found = s;
    }
    return found;
}

// One that is only pointed out is not "the left one": both are seen.
static bool is_plainly_around(const sight* s, float length) {
    return s->mark != SIGHT_TWO && is_around(s, length);
}

// The words for it: what tells it apart, and else its colour sometimes.
static wend_landmark landmark_of(telling* t, const sight* s, bool placed) {
    const wend_object* o = landmarks_object(t->eyes, s);
    bool colored = o->color && (s->mark == SIGHT_COLOR ||
                                (s->mark == SIGHT_ALONE && wend_rng_chance(&t->rng, 0.55f)));
    bool made = s->mark == SIGHT_STUFF;
    wend_landmark m = {.category = (wend_category)o->category,
                       .color = colored ? (wend_color)o->color : WEND_COLOR_NONE,
                       .stuff = made ? (wend_stuff)o->stuff : WEND_STUFF_NONE};
    wend_choice choices[WEND_CHOICE_COUNT];
    int count = landmarks_choices(t->eyes, s, placed, choices);
    if (count && (s->mark == SIGHT_TWO || wend_rng_chance(&t->rng, 0.3f))) {
        m.choice = choices[wend_rng_below(&t->rng, (uint32_t)count)];
        m.color = WEND_COLOR_NONE;
        m.stuff = WEND_STUFF_NONE;
    }
    return m;
}

// The left one of two needs no side.
static void put_side(wend_landmark* m, wend_side side) {
    bool placed = m->choice == WEND_CHOICE_LEFT || m->choice == WEND_CHOICE_RIGHT;
    m->side = placed ? WEND_SIDE_NONE : side;
}

// Sometimes what it stands by is said too, if that is in the picture.
static void add_placing(telling* t, const sight* s, float often, wend_landmark* m) {
    wend_placing placing;
    uint32_t anchor = landmarks_placing(t->scene, s->object, &placing);
    bool seen = false;
    for (int i = 0; i < t->eyes->count; i++) seen |= t->eyes->seen[i].object == anchor;
    if (!anchor || !seen || m->choice || !wend_rng_chance(&t->rng, often)) return;
    const wend_object* o = &t->a->objects.items[anchor];
    m->placing = placing;
    m->anchor = (wend_category)o->category;
    if (o->color && wend_rng_chance(&t->rng, 0.3f)) m->anchor_color = (wend_color)o->color;
}

// Several of a kind and colour on one side. Nullable: the answer.
static const sight* find_several(telling* t, sight_test test, float length, wend_landmark* m) {
    for (int i = 0; i < t->eyes->count; i++) {
        const sight* s = &t->eyes->seen[i];
        const wend_object* o = landmarks_object(t->eyes, s);
        if (!test(s, length) || was_told(t, s->object)) continue;
        int count = landmarks_together(t->eyes, s);
        for (int k = 0; k < t->eyes->count; k++) {
            const sight* other = &t->eyes->seen[k];
            bool one = landmarks_object(t->eyes, other)->category == o->category &&
                       sight_side(other) == sight_side(s);
            if (one && !test(other, length)) count = 0;
        }
        if (count < 2 || count > 4) continue;
        *m = (wend_landmark){.category = (wend_category)o->category,
                             .color = (wend_color)o->color,
                             .count = count,
                             .side = sight_side(s)};
        return s;
    }
    return NULL;
}

// One of a row of its kind along the way. Nullable: the answer.
static const sight* find_in_row(telling* t, sight_test test, float length, wend_landmark* m) {
    for (int i = 0; i < t->eyes->count; i++) {
        const sight* s = &t->eyes->seen[i];
        bool fits = s->mark != SIGHT_FAINT && test(s, length) && !was_told(t, s->object);
        int ordinal = fits ? landmarks_ordinal(t->eyes, s) : 0;
        if (!ordinal) continue;
        *m = (wend_landmark){.category = (wend_category)landmarks_object(t->eyes, s)->category,
                             .ordinal = ordinal,
                             .side = sight_side(s)};
        return s;
    }
    return NULL;
}

// ---- steps --------------------------------------------------------------------------------------

static wend_status tell_begin(telling* t, wend_error* error) {
    WEND_TRY(landmarks_look(t->eyes, stand_at(t, 0, t->walk->heading), error));
    const sight* s = find_sight(t, is_around, 0);
    wend_tell_step step = {.kind = WEND_TELL_BEGIN, .room = room_type(t, room_at(t, 0))};
    if (s) step.landmark = landmark_of(t, s, true);
    if (s) add_placing(t, s, 0.9f, &step.landmark);
    if (s && sight_side(s) != WEND_SIDE_AHEAD) put_side(&step.landmark, sight_side(s));
    if (s || step.room) telling_add(t, 0, step, s ? s->object : 0, TELLING_MUST);
    return WEND_OK;
}

// A check on the way: something that is seen now, or several.
static void tell_sight(telling* t, int place, wend_room_type room, float worth) {
    wend_tell_step step = {.kind = WEND_TELL_SEE, .room = room};
    const sight* s =
        wend_rng_chance(&t->rng, 0.6f) ? find_several(t, is_around, 0, &step.landmark) : NULL;
    if (!s) {
        s = find_sight(t, is_plainly_around, 0);
        if (!s || was_told(t, s->object)) s = NULL;
        if (s) step.landmark = landmark_of(t, s, false);
        if (s) put_side(&step.landmark, sight_side(s));
        if (s) add_placing(t, s, 0.9f, &step.landmark);
    }
    if (s || room) telling_add(t, place, step, s ? s->object : 0, worth);
}

static void tell_turn(telling* t, int place, float angle) {
    wend_turn turn = turn_of(angle);
    bool slight = turn == WEND_TURN_SLIGHT_LEFT || turn == WEND_TURN_SLIGHT_RIGHT;
    if (!turn || (slight && !t->dense) || t->climbing) return;
    wend_tell_step step = {.kind = WEND_TELL_TURN, .turn = turn};
    const sight* s = t->dense || wend_rng_chance(&t->rng, 0.2f) ? find_sight(t, is_ahead, 0) : NULL;
    if (s) step.landmark = landmark_of(t, s, true);
    if (s) add_placing(t, s, 0.4f, &step.landmark);
    telling_add(t, place, step, s ? s->object : 0, slight ? 0.7f : TELLING_MUST);
}

static void tell_stairs(telling* t, int place, bool up) {
    wend_tell_kind kind = up ? WEND_TELL_UP : WEND_TELL_DOWN;
    if (!telling_last(t) || telling_last(t)->kind != kind)
        telling_add(t, place, (wend_tell_step){.kind = kind}, 0, TELLING_MUST);
}

static bool door_joins(const wend_door* d, uint32_t a, uint32_t b) {
    return (d->rooms[0] == a && d->rooms[1] == b) || (d->rooms[0] == b && d->rooms[1] == a);
}

// The door between two rooms as one sees it who walks through: a leaf or an opening.
static uint32_t find_door(const telling* t, uint32_t a, uint32_t b, wend_landmark* m) {
    for (uint32_t i = 0; i < t->a->doors.count; i++) {
        const wend_door* d = &t->a->doors.items[i];
        if (!door_joins(d, a, b)) continue;
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

// Where the straight way through the room begins that ends at a place with a turn.
static int run_start(const telling* t, int place) {
    int first = place;
    while (first > 0 && room_at(t, first - 1) == room_at(t, place) && !climb_of(t, first - 1)) {
        float way = heading_between(t->walk->feet[first - 1], t->walk->feet[first]);
        if (turn_of(remainderf(way - t->before, (float)(2 * WEND_PI)))) break;
        first--;
    }
    return first;
}

// "Take the second door on your left" instead of a turn at it, where nothing was told on the way
// that one could count from instead. False: there is no row of doors.
static bool tell_door_in_row(telling* t, int place, uint32_t room, uint32_t next) {
    const wend_tell_step* turn = telling_last(t);
    bool turns = turn && turn->kind == WEND_TELL_TURN && t->out->places[t->out->count - 1] == place;
    bool left = turns && turn->turn == WEND_TURN_LEFT;
    if (!turns || (!left && turn->turn != WEND_TURN_RIGHT)) return false;
    int first = run_start(t, place);
    if (first == place) return false;
    for (int i = t->out->count - 2; i >= 0 && t->out->places[i] >= first; i--)
        if (t->out->steps[i].kind != WEND_TELL_FORWARD && t->out->steps[i].kind != WEND_TELL_TURN)
            return false;
    door_row row = {t->a, room, t->walk->feet[first], t->before,
                    left ? WEND_SIDE_LEFT : WEND_SIDE_RIGHT};
    wend_tell_step step = {.kind = WEND_TELL_DOOR, .room = room_type(t, next)};
    for (uint32_t i = 0; i < t->a->doors.count && !step.landmark.ordinal; i++) {
        const wend_door* d = &t->a->doors.items[i];
        if (!door_joins(d, room, next)) continue;
        step.landmark =
            (wend_landmark){.category = d->object ? WEND_CATEGORY_DOOR : WEND_CATEGORY_DOORFRAME,
                            .ordinal = door_row_ordinal(&row, i),
                            .side = row.side};
    }
    if (!step.landmark.ordinal || !wend_rng_chance(&t->rng, 0.7f)) return false;
    t->out->count--;  // the turn
    telling_add(t, place, step, 0, TELLING_MUST);
    return true;
}

// From one room into another, and in the dense manner what is seen there.
static wend_status tell_room(telling* t, int place, uint32_t room, uint32_t next, float heading,
                             wend_error* error) {
    wend_room_type from = room_type(t, room), to = room_type(t, next);
    bool counted = tell_door_in_row(t, place, room, next);
    bool leaves =
        !counted && is_left_by_name(from) && is_passage(to) && wend_rng_chance(&t->rng, 0.5f);
    if (leaves)
        telling_add(t, place, (wend_tell_step){.kind = WEND_TELL_LEAVE, .room = from}, 0,
                    TELLING_MUST);
    bool onto_stairs = to == WEND_ROOM_STAIRWELL && climb_of(t, place + 1);
    if (!onto_stairs && !counted) {
        wend_tell_step step = {.kind = WEND_TELL_DOOR, .room = to};
        uint32_t door = wend_rng_chance(&t->rng, leaves ? 0.2f : 0.7f)
                            ? find_door(t, room, next, &step.landmark)
                            : 0;
        telling_add(t, place, step, door, leaves ? 0.6f : TELLING_MUST);
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
        step.landmark = landmark_of(t, s, true);
        step.reach =
            landmarks_gap(t->walk->feet[place + 1], landmarks_object(t->eyes, s)->bounds) < 1;
    }
    if (pointed) {
        wend_tell_step see = {.kind = WEND_TELL_SEE, .landmark = step.landmark};
        see.landmark.side = WEND_SIDE_AHEAD;
        add_placing(t, s, 0.9f, &see.landmark);
        telling_add(t, place, see, s->object, worth);
    }
    telling_add(t, place, step, s ? s->object : 0, s ? worth : 0.1f);
}

// Something beside the way: several of a kind, one of a row, or one by what tells it apart.
// Nullable: the answer.
static const sight* find_passed(telling* t, float length, wend_landmark* m) {
    const sight* s = NULL;
    if (wend_rng_chance(&t->rng, 0.6f)) s = find_several(t, is_beside, length, m);
    if (!s && wend_rng_chance(&t->rng, 0.6f)) s = find_in_row(t, is_beside, length, m);
    if (s) return s;
    s = find_sight(t, is_beside, length);
    if (!s) return NULL;
    *m = landmark_of(t, s, true);
    add_placing(t, s, 0.5f, m);
    // By what it stands says enough.
    if (!m->placing) put_side(m, s->left > 0 ? WEND_SIDE_LEFT : WEND_SIDE_RIGHT);
    return s;
}

static bool is_door(wend_category category) {
    return category == WEND_CATEGORY_DOOR || category == WEND_CATEGORY_DOORFRAME;
}

// "Walk past two doors on your right", "past the first door on your left". Not leg after leg: what
// is the first one then? False: none is passed, or not so that one could count.
static bool tell_doors_passed(telling* t, int place, float length, float heading) {
    const wend_tell_step* last = telling_last(t);
    if (last && last->kind == WEND_TELL_PASS && is_door(last->landmark.category)) return false;
    wend_side first = wend_rng_chance(&t->rng, 0.5f) ? WEND_SIDE_LEFT : WEND_SIDE_RIGHT;
    for (int k = 0; k < 2; k++) {
        wend_side side = k == 0                    ? first
                         : first == WEND_SIDE_LEFT ? WEND_SIDE_RIGHT
                                                   : WEND_SIDE_LEFT;
        const door_row row = {t->a, room_at(t, place), t->walk->feet[place], heading, side};
        wend_tell_step step = {.kind = WEND_TELL_PASS};
        if (!door_row_passed(&row, length, &step.landmark)) continue;
        telling_add(t, place, step, 0, wend_rng_between(&t->rng, 0.6f, 0.95f));
        return true;
    }
    return false;
}

static void tell_straight(telling* t, int place, float length, float heading) {
    if (wend_rng_chance(&t->rng, 0.5f) && tell_doors_passed(t, place, length, heading)) return;
    wend_tell_step step = {.kind = WEND_TELL_PASS};
    const sight* s = find_passed(t, length, &step.landmark);
    bool again = s && was_told(t, s->object) && !wend_rng_chance(&t->rng, 0.3f);
    if (s && !again) {
        telling_add(t, place, step, s->object, wend_rng_between(&t->rng, 0.4f, 0.95f));
        return;
    }
    s = find_sight(t, is_ahead, length);
    bool told = telling_last(t) && telling_last(t)->kind == WEND_TELL_FORWARD;
    if (s && was_told(t, s->object) &&
        !(telling_last(t) && t->out->objects[t->out->count - 1] == s->object))
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
    t->before = *heading;
    *heading = way;
    t->climbing = climbs;
    if (climbs) {
        tell_stairs(t, place, climbs > 0);
    } else if (next && next != room) {
        return tell_room(t, place, room, next, way, error);
    } else {
        tell_straight(t, place, length, way);
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
    if (s) step.landmark = landmark_of(t, s, true);
    if (s) add_placing(t, s, 0.7f, &step.landmark);
    if (!s) {
        // Where in the room is told by what one sees from there, as one comes.
        step.room = room_type(t, room_at(t, place));
        WEND_TRY(landmarks_look(t->eyes, stand_at(t, place, heading), error));
        tell_sight(t, place, WEND_ROOM_UNKNOWN, TELLING_MUST);
    }
    telling_add(t, place, step, s ? s->object : 0, TELLING_MUST);
    return WEND_OK;
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
    telling_finish(&t);
    return WEND_OK;
}
