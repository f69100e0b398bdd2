// Content selection for generated instructions: which steps describe a path through a scene.
//
// The path is a list of positions of a viewpoint graph. For each edge the planner proposes steps; a
// second pass (step_selection.c) keeps the mandatory ones and as many others as the word budget
// of the style allows; realize.c turns steps into sentences.
//
// clang-format off
//        path       p0 -------- p1 ---------- p2 ======== p3 ------ p4     ===: into another room
//        image at   p0          p1            p2          p3        p4     in walking direction
//        proposed   BEGIN       PASS sofa     TURN left   SEE lamp  STOP beside table
//                   FORWARD     SEE chair     DOOR room
//        worth      1, 0.1      0.7, 0.4      1, 1        0.8       1      1: never dropped
// clang-format on
//
// Steps follow from geometry: a bend of more than 25 degrees is a turn, a rise of more than 0.4 m
// per edge is stairs, a change of room is a door or the end of a room. Everything else needs a
// landmark.
//
// Landmarks come from rendered images (landmarks.c), so a landmark is visible where it is
// mentioned: large enough in the image, and distinguishable from the other visible objects of its
// category by colour, material, or as one of two (larger, nearer, left). An object that cannot be
// distinguished is not mentioned, except as one of a counted group or row ("the second door on your
// left"). Between suitable landmarks the choice is random, weighted by the square root of their
// pixels; objects in other rooms and repeated mentions are unlikely.
//
// Two styles. R2R: only what is needed to follow, 22 words on average (+- 7). RxR (`dense`): also
// the start position and state verifications ("there is a lamp on your right"), 46 words plus 4.5
// per edge, both by the estimate of step_selection.c. (Human instructions have 29 words in R2R
// and 78 in RxR.)
//
// instruction_plan_check.c verifies plans independently, with boxes, rooms and rays and no images.
#include "make/door_row.h"
#include "make/step_selection.h"

#include "wend/make.h"

static const float BEND = 0.44f;  // 25 degrees; smaller bends are straight on
static const float CLIMB = 0.4f;  // metres of height per edge: stairs
static const float NEAR = 2.2f;   // metres to the side of the path
static const float CLOSE = 1.6f;  // horizontal metres to a landmark at the stop position
static const float FAR = 7;       // metres; maximal distance of a landmark

struct wend_instruction_planner {
    landmarks landmarks;
};

wend_status wend_instruction_planner_create(const wend_scene* scene, const wend_view* view,
                                            wend_instruction_planner** out, wend_error* error) {
    *out = NULL;
    wend_instruction_planner* n = wend_alloc_zero(1, sizeof *n);
    if (!n) return wend_fail(error, WEND_NO_MEMORY, "out of memory for an instruction planner");
    wend_status status = landmarks_create(scene, view, &n->landmarks, error);
    if (status != WEND_OK) {
        wend_instruction_planner_destroy(n);
        return status;
    }
    *out = n;
    return WEND_OK;
}

void wend_instruction_planner_destroy(wend_instruction_planner* n) {
    if (!n) return;
    landmarks_destroy(&n->landmarks);
    wend_free(n);
}

// ---- geometry of the path -----------------------------------------------------------------------

static wend_room_type room_type(const selection* t, uint32_t room) {
    return (wend_room_type)t->a->rooms.items[room].type;
}

static uint32_t room_at(const selection* t, int position) {
    wend_vec3 p = t->path->feet[position];
    p.y += 0.5f;
    return wend_scene_room_at(t->scene, p);
}

static float heading_between(wend_vec3 from, wend_vec3 to) {
    return atan2f(-(to.x - from.x), -(to.z - from.z));
}

static wend_turn instruction_plan_turn_of(float angle) {
    float size = fabsf(angle);
    if (size < BEND) return WEND_TURN_NONE;
    if (size > 2.75f) return WEND_TURN_AROUND;
    bool left = angle > 0;
    if (size < 0.87f) return left ? WEND_TURN_SLIGHT_LEFT : WEND_TURN_SLIGHT_RIGHT;
    if (size < 2.18f) return left ? WEND_TURN_LEFT : WEND_TURN_RIGHT;
    return left ? WEND_TURN_SHARP_LEFT : WEND_TURN_SHARP_RIGHT;
}

static landmarks_stand instruction_plan_stand_at(selection* t, int position, float heading) {
    t->here = room_at(t, position);
    return (landmarks_stand){t->path->feet[position], t->path->eye_height, heading};
}

// ---- landmarks ----------------------------------------------------------------------------------

typedef bool (*sight_test)(const sight* s, float length);

static bool instruction_plan_is_ahead(const sight* s, float length) {
    (void)length;
    return s->ahead > 0.5f && s->ahead < FAR && fabsf(s->left) < 0.35f * s->ahead;
}

static bool instruction_plan_is_beside(const sight* s, float length) {
    return s->ahead > 0.15f * length && s->ahead < length + 0.5f && fabsf(s->left) < NEAR &&
           fabsf(s->left) > 0.3f;
}

static bool instruction_plan_is_close(const sight* s, float length) {
    (void)length;
    return s->gap < CLOSE;
}

static bool is_around(const sight* s, float length) {
    (void)length;
    return s->gap < FAR && sight_side(s) != WEND_SIDE_NONE;
}

static bool was_mentioned(const selection* t, uint32_t object) {
    for (int i = 0; i < t->out->count; i++)
        if (t->out->objects[i] == object) return true;
    return false;
}

// Draws a distinguishable landmark that passes the test, weighted by its size in the image; other
// rooms and repeated mentions have a low weight. Returns NULL when there is none.
static const sight* find_sight(selection* t, sight_test test, float length) {
    const sight* found = NULL;
    float sum = 0;
    for (int i = 0; i < t->landmarks->count; i++) {
        const sight* s = &t->landmarks->seen[i];
        if (s->mark == SIGHT_ALIKE || s->mark == SIGHT_FAINT || !test(s, length)) continue;
        float weight = sqrtf((float)s->pixels) * (was_mentioned(t, s->object) ? 0.1f : 1);
        if (landmarks_object(t->landmarks, s)->room != t->here) weight *= 0.2f;
        if (s->mark == SIGHT_TWO) weight *= 0.5f;  // the longer expression is less likely
        sum += weight;
        if (wend_rng_float(&t->rng) * sum < weight) found = s;
    }
    return found;
}

// A state verification does not use "the left one", as both objects are visible.
static bool is_plainly_around(const sight* s, float length) {
    return s->mark != SIGHT_TWO && is_around(s, length);
}

// The landmark with its distinguishing attribute; a unique object has its colour in 55 % of cases.
static wend_landmark landmark_of(selection* t, const sight* s, bool placed) {
    const wend_object* o = landmarks_object(t->landmarks, s);
    bool colored = o->color && (s->mark == SIGHT_COLOR ||
                                (s->mark == SIGHT_ALONE && wend_rng_chance(&t->rng, 0.55f)));
    bool made = s->mark == SIGHT_MATERIAL;
    wend_landmark m = {
        .category = (wend_category)o->category,
        .color = colored ? (wend_color)o->color : WEND_COLOR_NONE,
        .material = made ? (wend_material_type)o->material : WEND_MATERIAL_TYPE_NONE};
    wend_choice choices[WEND_CHOICE_COUNT];
    int count = landmarks_choices(t->landmarks, s, placed, choices);
    if (count && (s->mark == SIGHT_TWO || wend_rng_chance(&t->rng, 0.3f))) {
        m.choice = choices[wend_rng_below(&t->rng, (uint32_t)count)];
        m.color = WEND_COLOR_NONE;
        m.material = WEND_MATERIAL_TYPE_NONE;
    }
    return m;
}

// "The left one of two" needs no side.
static void put_side(wend_landmark* m, wend_side side) {
    bool placed = m->choice == WEND_CHOICE_LEFT || m->choice == WEND_CHOICE_RIGHT;
    m->side = placed ? WEND_SIDE_NONE : side;
}

// Adds a visible anchor ("next to the table") with probability `often`.
static void add_placing(selection* t, const sight* s, float often, wend_landmark* m) {
    wend_placing placing;
    uint32_t anchor = landmarks_placing(t->scene, s->object, &placing);
    bool seen = false;
    for (int i = 0; i < t->landmarks->count; i++) seen |= t->landmarks->seen[i].object == anchor;
    if (!anchor || !seen || m->choice || !wend_rng_chance(&t->rng, often)) return;
    const wend_object* o = &t->a->objects.items[anchor];
    m->placing = placing;
    m->anchor = (wend_category)o->category;
    if (o->color && wend_rng_chance(&t->rng, 0.3f)) m->anchor_color = (wend_color)o->color;
}

// Finds a group of two to four objects of one category and colour on one side. Returns NULL when
// there is none.
static const sight* find_several(selection* t, sight_test test, float length, wend_landmark* m) {
    for (int i = 0; i < t->landmarks->count; i++) {
        const sight* s = &t->landmarks->seen[i];
        const wend_object* o = landmarks_object(t->landmarks, s);
        if (!test(s, length) || was_mentioned(t, s->object)) continue;
        int count = landmarks_together(t->landmarks, s);
        for (int k = 0; k < t->landmarks->count; k++) {
            const sight* other = &t->landmarks->seen[k];
            bool one = landmarks_object(t->landmarks, other)->category == o->category &&
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

// Finds an object with an ordinal in a row along the path. Returns NULL when there is none.
static const sight* find_in_row(selection* t, sight_test test, float length, wend_landmark* m) {
    for (int i = 0; i < t->landmarks->count; i++) {
        const sight* s = &t->landmarks->seen[i];
        bool fits = s->mark != SIGHT_FAINT && test(s, length) && !was_mentioned(t, s->object);
        int ordinal = fits ? landmarks_ordinal(t->landmarks, s) : 0;
        if (!ordinal) continue;
        *m = (wend_landmark){.category = (wend_category)landmarks_object(t->landmarks, s)->category,
                             .ordinal = ordinal,
                             .side = sight_side(s)};
        return s;
    }
    return NULL;
}

// ---- steps --------------------------------------------------------------------------------------

static wend_status plan_begin(selection* t, wend_error* error) {
    WEND_TRY(
        landmarks_look(t->landmarks, instruction_plan_stand_at(t, 0, t->path->heading), error));
    const sight* s = find_sight(t, is_around, 0);
    wend_instruction_step step = {.kind = WEND_STEP_BEGIN, .room = room_type(t, room_at(t, 0))};
    if (s) step.landmark = landmark_of(t, s, true);
    if (s) add_placing(t, s, 0.9f, &step.landmark);
    if (s && sight_side(s) != WEND_SIDE_AHEAD) put_side(&step.landmark, sight_side(s));
    if (s || step.room) step_selection_add(t, 0, step, s ? s->object : 0, STEP_SELECTION_MUST);
    return WEND_OK;
}

// State verification: one visible landmark or a group.
static void plan_sight(selection* t, int position, wend_room_type room, float worth) {
    wend_instruction_step step = {.kind = WEND_STEP_SEE, .room = room};
    const sight* s =
        wend_rng_chance(&t->rng, 0.6f) ? find_several(t, is_around, 0, &step.landmark) : NULL;
    if (!s) {
        s = find_sight(t, is_plainly_around, 0);
        if (!s || was_mentioned(t, s->object)) s = NULL;
        if (s) step.landmark = landmark_of(t, s, false);
        if (s) put_side(&step.landmark, sight_side(s));
        if (s) add_placing(t, s, 0.9f, &step.landmark);
    }
    if (s || room) step_selection_add(t, position, step, s ? s->object : 0, worth);
}

static void plan_turn(selection* t, int position, float angle) {
    wend_turn turn = instruction_plan_turn_of(angle);
    bool slight = turn == WEND_TURN_SLIGHT_LEFT || turn == WEND_TURN_SLIGHT_RIGHT;
    if (!turn || (slight && !t->dense) || t->climbing) return;
    wend_instruction_step step = {.kind = WEND_STEP_TURN, .turn = turn};
    const sight* s = t->dense || wend_rng_chance(&t->rng, 0.2f)
                         ? find_sight(t, instruction_plan_is_ahead, 0)
                         : NULL;
    if (s) step.landmark = landmark_of(t, s, true);
    if (s) add_placing(t, s, 0.4f, &step.landmark);
    step_selection_add(t, position, step, s ? s->object : 0, slight ? 0.7f : STEP_SELECTION_MUST);
}

static void plan_stairs(selection* t, int position, bool up) {
    wend_step_kind kind = up ? WEND_STEP_UP : WEND_STEP_DOWN;
    if (!step_selection_last(t) || step_selection_last(t)->kind != kind)
        step_selection_add(t, position, (wend_instruction_step){.kind = kind}, 0,
                           STEP_SELECTION_MUST);
}

static bool door_joins(const wend_door* d, uint32_t a, uint32_t b) {
    return (d->rooms[0] == a && d->rooms[1] == b) || (d->rooms[0] == b && d->rooms[1] == a);
}

// The door between two rooms: a door with a leaf, or an open doorway.
static uint32_t find_door(const selection* t, uint32_t a, uint32_t b, wend_landmark* m) {
    for (uint32_t i = 0; i < t->a->doors.count; i++) {
        const wend_door* d = &t->a->doors.items[i];
        if (!door_joins(d, a, b)) continue;
        m->category = d->object ? WEND_CATEGORY_DOOR : WEND_CATEGORY_DOORFRAME;
        return d->object;
    }
    return 0;
}

// Direction of the edge that starts at `place`: 1 up, -1 down, 0 level.
static int climb_of(const selection* t, int position) {
    if (position + 1 >= t->path->count) return 0;
    float rise = t->path->feet[position + 1].y - t->path->feet[position].y;
    return rise > CLIMB ? 1 : rise < -CLIMB ? -1 : 0;
}

// Rooms that are mentioned when they are left ("leave the …"); passages are not.
static bool is_left_by_name(wend_room_type type) {
    return type != WEND_ROOM_UNKNOWN && type != WEND_ROOM_CORRIDOR && type != WEND_ROOM_HALL &&
           type != WEND_ROOM_STAIRWELL && type != WEND_ROOM_OUTDOORS;
}

static bool is_passage(wend_room_type type) {
    return type == WEND_ROOM_CORRIDOR || type == WEND_ROOM_HALL || type == WEND_ROOM_STAIRWELL;
}

// First position of the straight run through the room that ends at `place`.
static int instruction_plan_run_start(const selection* t, int position) {
    int first = position;
    while (first > 0 && room_at(t, first - 1) == room_at(t, position) && !climb_of(t, first - 1)) {
        float bearing = heading_between(t->path->feet[first - 1], t->path->feet[first]);
        if (instruction_plan_turn_of(remainderf(bearing - t->before, (float)(2 * WEND_PI)))) break;
        first--;
    }
    return first;
}

// Replaces the turn at a door by "take the second door on your left", unless a step since the start
// of the run would make the count ambiguous. False: there is no row of doors.
static bool plan_door_in_row(selection* t, int position, uint32_t room, uint32_t next) {
    const wend_instruction_step* turn = step_selection_last(t);
    bool turns =
        turn && turn->kind == WEND_STEP_TURN && t->out->positions[t->out->count - 1] == position;
    bool left = turns && turn->turn == WEND_TURN_LEFT;
    if (!turns || (!left && turn->turn != WEND_TURN_RIGHT)) return false;
    int first = instruction_plan_run_start(t, position);
    if (first == position) return false;
    for (int i = t->out->count - 2; i >= 0 && t->out->positions[i] >= first; i--)
        if (t->out->steps[i].kind != WEND_STEP_FORWARD && t->out->steps[i].kind != WEND_STEP_TURN)
            return false;
    door_row row = {t->a, room, t->path->feet[first], t->before,
                    left ? WEND_SIDE_LEFT : WEND_SIDE_RIGHT};
    wend_instruction_step step = {.kind = WEND_STEP_DOOR, .room = room_type(t, next)};
    for (uint32_t i = 0; i < t->a->doors.count && !step.landmark.ordinal; i++) {
        const wend_door* d = &t->a->doors.items[i];
        if (!door_joins(d, room, next)) continue;
        step.landmark =
            (wend_landmark){.category = d->object ? WEND_CATEGORY_DOOR : WEND_CATEGORY_DOORFRAME,
                            .ordinal = door_row_ordinal(&row, i),
                            .side = row.side};
    }
    if (!step.landmark.ordinal || !wend_rng_chance(&t->rng, 0.7f)) return false;
    t->out->count--;  // removes the turn
    step_selection_add(t, position, step, 0, STEP_SELECTION_MUST);
    return true;
}

// Change of room; in the dense style also a state verification in the new room.
static wend_status plan_room(selection* t, int position, uint32_t room, uint32_t next,
                             float heading, wend_error* error) {
    wend_room_type from = room_type(t, room), to = room_type(t, next);
    bool counted = plan_door_in_row(t, position, room, next);
    bool leaves =
        !counted && is_left_by_name(from) && is_passage(to) && wend_rng_chance(&t->rng, 0.5f);
    if (leaves)
        step_selection_add(t, position,
                           (wend_instruction_step){.kind = WEND_STEP_LEAVE, .room = from}, 0,
                           STEP_SELECTION_MUST);
    bool onto_stairs = to == WEND_ROOM_STAIRWELL && climb_of(t, position + 1);
    if (!onto_stairs && !counted) {
        wend_instruction_step step = {.kind = WEND_STEP_DOOR, .room = to};
        uint32_t door = wend_rng_chance(&t->rng, leaves ? 0.2f : 0.7f)
                            ? find_door(t, room, next, &step.landmark)
                            : 0;
        step_selection_add(t, position, step, door, leaves ? 0.6f : STEP_SELECTION_MUST);
    }
    if (!t->dense) return WEND_OK;
    WEND_TRY(
        landmarks_look(t->landmarks, instruction_plan_stand_at(t, position + 1, heading), error));
    bool named = to != WEND_ROOM_STAIRWELL && wend_rng_chance(&t->rng, 0.45f);
    plan_sight(t, position + 1, named ? to : WEND_ROOM_UNKNOWN,
               wend_rng_between(&t->rng, 0.5f, 0.95f));
    return WEND_OK;
}

// Towards a landmark ahead; in the dense style it is pointed out first.
static void plan_ahead(selection* t, int position, const sight* s) {
    wend_instruction_step step = {.kind = WEND_STEP_FORWARD};
    bool pointed = s && t->dense && !was_mentioned(t, s->object) && wend_rng_chance(&t->rng, 0.5f);
    float worth = wend_rng_between(&t->rng, 0.3f, 0.9f);
    if (s) {
        step.landmark = landmark_of(t, s, true);
        step.reach = landmarks_gap(t->path->feet[position + 1],
                                   landmarks_object(t->landmarks, s)->bounds) < 1;
    }
    if (pointed) {
        wend_instruction_step see = {.kind = WEND_STEP_SEE, .landmark = step.landmark};
        see.landmark.side = WEND_SIDE_AHEAD;
        add_placing(t, s, 0.9f, &see.landmark);
        step_selection_add(t, position, see, s->object, worth);
    }
    step_selection_add(t, position, step, s ? s->object : 0, s ? worth : 0.1f);
}

// A landmark beside the path: a group, one of a row, or one distinguishable object. Returns NULL
// when there is none.
static const sight* find_passed(selection* t, float length, wend_landmark* m) {
    const sight* s = NULL;
    if (wend_rng_chance(&t->rng, 0.6f)) s = find_several(t, instruction_plan_is_beside, length, m);
    if (!s && wend_rng_chance(&t->rng, 0.6f))
        s = find_in_row(t, instruction_plan_is_beside, length, m);
    if (s) return s;
    s = find_sight(t, instruction_plan_is_beside, length);
    if (!s) return NULL;
    *m = landmark_of(t, s, true);
    add_placing(t, s, 0.5f, m);
    // An anchor replaces the side.
    if (!m->placing) put_side(m, s->left > 0 ? WEND_SIDE_LEFT : WEND_SIDE_RIGHT);
    return s;
}

static bool instruction_plan_is_door(wend_category category) {
    return category == WEND_CATEGORY_DOOR || category == WEND_CATEGORY_DOORFRAME;
}

// "Walk past two doors on your right", "past the first door on your left". Not on consecutive
// edges, where the count would be ambiguous. False: no doors that can be counted.
static bool plan_doors_passed(selection* t, int position, float length, float heading) {
    const wend_instruction_step* last = step_selection_last(t);
    if (last && last->kind == WEND_STEP_PASS && instruction_plan_is_door(last->landmark.category))
        return false;
    wend_side first = wend_rng_chance(&t->rng, 0.5f) ? WEND_SIDE_LEFT : WEND_SIDE_RIGHT;
    for (int k = 0; k < 2; k++) {
        wend_side side = k == 0                    ? first
                         : first == WEND_SIDE_LEFT ? WEND_SIDE_RIGHT
                                                   : WEND_SIDE_LEFT;
        const door_row row = {t->a, room_at(t, position), t->path->feet[position], heading, side};
        wend_instruction_step step = {.kind = WEND_STEP_PASS};
        if (!door_row_passed(&row, length, &step.landmark)) continue;
        step_selection_add(t, position, step, 0, wend_rng_between(&t->rng, 0.6f, 0.95f));
        return true;
    }
    return false;
}

static void plan_straight(selection* t, int position, float length, float heading) {
    if (wend_rng_chance(&t->rng, 0.5f) && plan_doors_passed(t, position, length, heading)) return;
    wend_instruction_step step = {.kind = WEND_STEP_PASS};
    const sight* s = find_passed(t, length, &step.landmark);
    bool again = s && was_mentioned(t, s->object) && !wend_rng_chance(&t->rng, 0.3f);
    if (s && !again) {
        step_selection_add(t, position, step, s->object, wend_rng_between(&t->rng, 0.4f, 0.95f));
        return;
    }
    s = find_sight(t, instruction_plan_is_ahead, length);
    bool repeated = step_selection_last(t) && step_selection_last(t)->kind == WEND_STEP_FORWARD;
    if (s && was_mentioned(t, s->object) &&
        !(step_selection_last(t) && t->out->objects[t->out->count - 1] == s->object))
        s = NULL;
    if (repeated && !s) return;
    plan_ahead(t, position, s);
}

static wend_status plan_edge(selection* t, int position, float* heading, wend_error* error) {
    wend_vec3 from = t->path->feet[position], to = t->path->feet[position + 1];
    float length = hypotf(to.x - from.x, to.z - from.z);
    float bearing = length > 0.05f ? heading_between(from, to) : *heading;
    uint32_t room = room_at(t, position), next = room_at(t, position + 1);
    int climbs = climb_of(t, position);
    if (climbs != t->climbing)
        t->climbing = 0;  // turns within a flight of stairs are not mentioned
    WEND_TRY(landmarks_look(t->landmarks, instruction_plan_stand_at(t, position, bearing), error));
    plan_turn(t, position, remainderf(bearing - *heading, (float)(2 * WEND_PI)));
    t->before = *heading;
    *heading = bearing;
    t->climbing = climbs;
    if (climbs) {
        plan_stairs(t, position, climbs > 0);
    } else if (next && next != room) {
        return plan_room(t, position, room, next, bearing, error);
    } else {
        plan_straight(t, position, length, bearing);
        if (!t->dense || !wend_rng_chance(&t->rng, 0.4f)) return WEND_OK;
        WEND_TRY(landmarks_look(t->landmarks, instruction_plan_stand_at(t, position + 1, bearing),
                                error));
        plan_sight(t, position + 1, WEND_ROOM_UNKNOWN, wend_rng_between(&t->rng, 0.1f, 0.6f));
    }
    return WEND_OK;
}

static wend_status plan_end(selection* t, float heading, wend_error* error) {
    int position = t->path->count - 1;
    wend_instruction_step step = {.kind = WEND_STEP_STOP};
    WEND_TRY(landmarks_look_around(t->landmarks, instruction_plan_stand_at(t, position, heading),
                                   error));
    const sight* s = find_sight(t, instruction_plan_is_close, 0);
    if (s) step.landmark = landmark_of(t, s, true);
    if (s) add_placing(t, s, 0.7f, &step.landmark);
    if (!s) {
        // Without a landmark nearby, a visible one locates the stop position in the room.
        step.room = room_type(t, room_at(t, position));
        WEND_TRY(
            landmarks_look(t->landmarks, instruction_plan_stand_at(t, position, heading), error));
        plan_sight(t, position, WEND_ROOM_UNKNOWN, STEP_SELECTION_MUST);
    }
    step_selection_add(t, position, step, s ? s->object : 0, STEP_SELECTION_MUST);
    return WEND_OK;
}

wend_status wend_instruction_planner_plan(wend_instruction_planner* planner,
                                          const wend_instruction_path* path, bool dense,
                                          wend_rng rng, wend_instruction_plan* instruction,
                                          wend_error* error) {
    const wend_scene* scene = planner->landmarks.scene;
    selection t = {.landmarks = &planner->landmarks,
                   .a = wend_scene_get(scene),
                   .scene = scene,
                   .path = path,
                   .dense = dense,
                   .rng = rng,
                   .out = instruction};
    float heading = path->heading;
    instruction->count = 0;
    if (path->count < 1)
        return wend_fail(error, WEND_ARGUMENT, "the path has no positions; at least 1 is required");
    if (dense) WEND_TRY(plan_begin(&t, error));
    for (int i = 0; i + 1 < path->count && instruction->count < WEND_MAX_PLAN_STEPS - 6; i++)
        WEND_TRY(plan_edge(&t, i, &heading, error));
    WEND_TRY(plan_end(&t, heading, error));
    step_selection_finish(&t);
    return WEND_OK;
}
