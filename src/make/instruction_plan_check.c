// Verifies instruction plans against the scene with boxes, rooms and rays, independently of the
// rendered images that the planner uses.
#include <stdio.h>
#include <string.h>

#include "make/door_row.h"
#include "make/landmarks.h"
#include "scene/rays.h"

#include "wend/make.h"

static const float TURN_SLACK = 0.09f;  // radians: tolerance of 5 degrees between turn classes
static const float SIDE_SLACK = 0.35f;  // radians: tolerance of sides around straight ahead
static const float AHEAD = 0.3f;        // radians to either side
static const float PICTURE = 0.87f;     // radians: half of the field of view
static const float REACH = 1.7f;        // metres to a landmark at the stop position
static const float FARTHEST = 9;        // metres: maximal distance of a visible landmark
static const float CONFUSED = 4;  // metres: objects within it may be confused with the landmark
static const int POINTS = 5;      // sample points of a box along each axis

typedef struct checking {
    const wend_scene* scene;
    const wend_scene_arrays* a;
    const rays* r;
    const wend_instruction_path* path;
    const wend_instruction_plan* plan;
    wend_instruction_fault* fault;
} checking;

static bool fails(checking* c, int step, const char* what) {
    c->fault->step = step;
    snprintf(c->fault->words, sizeof c->fault->words, "%s", what);
    return false;
}

static float leg_heading(const checking* c, int position) {
    for (int i = position; i >= 0; i--) {
        if (i + 1 >= c->path->count) continue;
        wend_vec3 bearing = wend_v3_sub(c->path->feet[i + 1], c->path->feet[i]);
        if (hypotf(bearing.x, bearing.z) > 0.05f) return atan2f(-bearing.x, -bearing.z);
    }
    return c->path->heading;
}

// Heading before the step.
static float heading_before(const checking* c, int position) {
    return position ? leg_heading(c, position - 1) : c->path->heading;
}

static uint32_t instruction_plan_check_room_of(const checking* c, int position) {
    wend_vec3 p = c->path->feet[position < c->path->count ? position : c->path->count - 1];
    p.y += 0.5f;
    return wend_scene_room_at(c->scene, p);
}

static bool is_room(const checking* c, int position, wend_room_type room) {
    return (wend_room_type)c->a->rooms.items[instruction_plan_check_room_of(c, position)].type ==
           room;
}

// ---- turns, rooms, stairs -----------------------------------------------------------------------

static bool turn_is_true(float angle, wend_turn turn) {
    static const float low[WEND_TURN_COUNT] = {0, 0.44f, 0.44f, 0.87f, 0.87f, 2.18f, 2.18f, 2.75f};
    static const float high[WEND_TURN_COUNT] = {0.44f, 0.87f, 0.87f, 2.18f, 2.18f, 2.75f, 2.75f, 4};
    bool left =
        turn == WEND_TURN_LEFT || turn == WEND_TURN_SLIGHT_LEFT || turn == WEND_TURN_SHARP_LEFT;
    bool sided = turn != WEND_TURN_AROUND && turn != WEND_TURN_NONE;
    float size = fabsf(angle);
    return size > low[turn] - TURN_SLACK && size < high[turn] + TURN_SLACK &&
           (!sided || (angle > 0) == left);
}

static bool instruction_plan_check_motion(checking* c, int i) {
    const wend_instruction_step* s = &c->plan->steps[i];
    int position = c->plan->positions[i];
    if (s->turn) {
        float angle = remainderf(leg_heading(c, position) - heading_before(c, position),
                                 (float)(2 * WEND_PI));
        if (!turn_is_true(angle, s->turn)) return fails(c, i, "the path does not turn so");
    }
    bool climbs = s->kind == WEND_STEP_UP || s->kind == WEND_STEP_DOWN;
    if (climbs && position + 1 < c->path->count) {
        float rise = c->path->feet[position + 1].y - c->path->feet[position].y;
        if ((rise > 0) != (s->kind == WEND_STEP_UP) || fabsf(rise) < 0.2f)
            return fails(c, i, "there are no stairs that way");
    }
    if (!s->room) return true;
    int at = s->kind == WEND_STEP_DOOR ? position + 1 : position;
    if (!is_room(c, at, s->room)) return fails(c, i, "that is not the room");
    if (s->kind == WEND_STEP_LEAVE && instruction_plan_check_room_of(c, position + 1) ==
                                          instruction_plan_check_room_of(c, position))
        return fails(c, i, "the room is not left");
    return true;
}

// ---- landmarks ----------------------------------------------------------------------------------

// Whether part of a box is visible: rays to sample points that end before the box.
static bool instruction_plan_check_is_seen(const checking* c, wend_vec3 eye, uint32_t object) {
    wend_aabb box = c->a->objects.items[object].bounds;
    for (int k = 0; k < POINTS * POINTS * POINTS; k++) {
        float t[3] = {(float)(k % POINTS), (float)(k / POINTS % POINTS),
                      (float)(k / POINTS / POINTS)};
        wend_vec3 p = wend_v3(box.low.x + (box.high.x - box.low.x) * t[0] / (POINTS - 1),
                              box.low.y + (box.high.y - box.low.y) * t[1] / (POINTS - 1),
                              box.low.z + (box.high.z - box.low.z) * t[2] / (POINTS - 1));
        wend_vec3 bearing = wend_v3_sub(p, eye);
        float length = wend_v3_length(bearing);
        if (length < 0.05f) return true;
        wend_vec3 direction = wend_v3_scale(bearing, 1 / length);
        rays_hit hit;
        rays_cast(c->r, eye, &direction, 1, &hit);
        if (hit.distance > length - 0.02f || c->a->instances.items[hit.instance].object == object)
            return true;
    }
    return false;
}

static float angle_to(const checking* c, int position, float heading, uint32_t object) {
    wend_aabb box = c->a->objects.items[object].bounds;
    wend_vec3 bearing = wend_v3_sub(wend_v3_lerp(box.low, box.high, 0.5f), c->path->feet[position]);
    return remainderf(atan2f(-bearing.x, -bearing.z) - heading, (float)(2 * WEND_PI));
}

static bool is_like(const wend_object* o, const wend_landmark* m) {
    return o->category == m->category && (!m->color || o->color == m->color) &&
           (!m->material || o->material == m->material);
}

static bool side_is_true(const checking* c, int i, float heading) {
    const wend_landmark* m = &c->plan->steps[i].landmark;
    float angle = angle_to(c, c->plan->positions[i], heading, c->plan->objects[i]);
    if (m->side == WEND_SIDE_AHEAD) return fabsf(angle) < 0.3f + SIDE_SLACK;
    return m->side == WEND_SIDE_LEFT ? angle > 0 : m->side != WEND_SIDE_RIGHT || angle < 0;
}

// Camera pose of the step.
static float heading_of(const checking* c, int i) {
    const wend_instruction_step* s = &c->plan->steps[i];
    int position = c->plan->positions[i];
    if (s->kind == WEND_STEP_BEGIN) return c->path->heading;
    if (s->kind != WEND_STEP_SEE) return leg_heading(c, position);
    // A SEE step on arrival uses the incoming heading, otherwise the outgoing one.
    float on = leg_heading(c, position), in = heading_before(c, position);
    float off_on = fabsf(angle_to(c, position, on, c->plan->objects[i]));
    return s->landmark.side == WEND_SIDE_AHEAD && off_on < 0.3f ? on : in;
}

// Whether an angle is in the range of the description: the image of 100 degrees; all directions at
// a stop; one side for groups.
static bool is_meant(const wend_instruction_step* s, float angle) {
    if (s->landmark.count > 1) {
        float side = s->landmark.side == WEND_SIDE_LEFT ? angle : -angle;
        return s->landmark.side == WEND_SIDE_AHEAD ? fabsf(angle) < AHEAD
                                                   : side >= AHEAD && side < PICTURE;
    }
    if (s->kind == WEND_STEP_STOP) return true;
    return fabsf(angle) < (s->landmark.choice || s->landmark.ordinal ? PICTURE : 0.7f);
}

// Number of near visible objects that match the description.
static int count_alike(const checking* c, int i, float heading) {
    const wend_instruction_step* s = &c->plan->steps[i];
    int position = c->plan->positions[i], count = 0;
    wend_vec3 eye = c->path->feet[position];
    eye.y += c->path->eye_height;
    float far = s->landmark.count > 1 || s->landmark.choice ? FARTHEST : CONFUSED;
    for (uint32_t id = 1; id < c->a->objects.count; id++) {
        const wend_object* o = &c->a->objects.items[id];
        if (!is_like(o, &s->landmark) || !landmarks_has(o)) continue;
        bool other = id != c->plan->objects[i];
        if (other && (!is_meant(s, angle_to(c, position, heading, id)) ||
                      landmarks_gap(c->path->feet[position], o->bounds) > far ||
                      !instruction_plan_check_is_seen(c, eye, id)))
            continue;
        count++;
    }
    return count;
}

// Whether another visible object matches category and colour within the range of the description.
static bool instruction_plan_check_is_rival(const checking* c, int i, float heading, uint32_t id) {
    const wend_instruction_step* s = &c->plan->steps[i];
    const wend_object* o = &c->a->objects.items[id];
    int position = c->plan->positions[i];
    wend_vec3 eye = c->path->feet[position];
    eye.y += c->path->eye_height;
    return id != c->plan->objects[i] && is_like(o, &s->landmark) && landmarks_has(o) &&
           is_meant(s, angle_to(c, position, heading, id)) &&
           landmarks_gap(c->path->feet[position], o->bounds) <= FARTHEST &&
           instruction_plan_check_is_seen(c, eye, id);
}

static bool choice_is_true(const checking* c, int i, float heading) {
    const wend_object* o = &c->a->objects.items[c->plan->objects[i]];
    const landmarks_stand stand = {c->path->feet[c->plan->positions[i]], c->path->eye_height,
                                   heading};
    for (uint32_t id = 1; id < c->a->objects.count; id++)
        if (instruction_plan_check_is_rival(c, i, heading, id))
            return landmarks_is_choice(o, &c->a->objects.items[id], &stand,
                                       c->plan->steps[i].landmark.choice);
    return false;
}

// Metres ahead of the camera.
static float instruction_plan_check_ahead_of(const checking* c, int i, float heading,
                                             uint32_t object) {
    wend_aabb box = c->a->objects.items[object].bounds;
    wend_vec3 bearing =
        wend_v3_sub(wend_v3_lerp(box.low, box.high, 0.5f), c->path->feet[c->plan->positions[i]]);
    return -bearing.x * sinf(heading) - bearing.z * cosf(heading);
}

// Ordinal among its category on its side, in walking direction.
static int ordinal_of(const checking* c, int i, float heading) {
    float mine = instruction_plan_check_ahead_of(c, i, heading, c->plan->objects[i]);
    bool left = c->plan->steps[i].landmark.side == WEND_SIDE_LEFT;
    int before = 0;
    for (uint32_t id = 1; id < c->a->objects.count; id++) {
        if (!is_like(&c->a->objects.items[id], &c->plan->steps[i].landmark)) continue;
        float angle = angle_to(c, c->plan->positions[i], heading, id);
        if ((angle > 0) == left && instruction_plan_check_ahead_of(c, i, heading, id) < mine)
            before += instruction_plan_check_is_rival(c, i, heading, id);
    }
    return before + 1;
}

static bool placing_is_true(const checking* c, int i) {
    const wend_landmark* m = &c->plan->steps[i].landmark;
    wend_placing placing;
    if (!m->placing) return true;
    uint32_t anchor = landmarks_placing(c->scene, c->plan->objects[i], &placing);
    const wend_object* o = &c->a->objects.items[anchor];
    return placing == m->placing && o->category == m->anchor &&
           (!m->anchor_color || o->color == m->anchor_color);
}

static bool instruction_plan_check_is_door(wend_category category) {
    return category == WEND_CATEGORY_DOOR || category == WEND_CATEGORY_DOORFRAME;
}

// Visibility of a doorway: a ray to its centre that ends before the leaf.
static bool door_is_seen(const checking* c, wend_vec3 eye, const wend_door* d) {
    wend_vec3 bearing = wend_v3_sub(wend_v3(d->center.x, eye.y - 0.5f, d->center.z), eye);
    float length = wend_v3_length(bearing);
    wend_vec3 direction = wend_v3_scale(bearing, 1 / fmaxf(length, 1e-3f));
    rays_hit hit;
    rays_cast(c->r, eye, &direction, 1, &hit);
    return hit.distance > length - 0.4f;
}

// Checks passed doors: their number or ordinal, and that all are visible.
static bool check_passed_doors(checking* c, int i) {
    const wend_landmark* m = &c->plan->steps[i].landmark;
    int position = c->plan->positions[i];
    if (position + 1 >= c->path->count) return fails(c, i, "there is no path ahead");
    wend_vec3 from = c->path->feet[position], to = c->path->feet[position + 1], eye = from;
    const door_row row = {c->a, instruction_plan_check_room_of(c, position), from,
                          leg_heading(c, position), m->side};
    float length = hypotf(to.x - from.x, to.z - from.z);
    wend_landmark there;
    eye.y += c->path->eye_height;
    if (!door_row_passed(&row, length, &there) || there.category != m->category ||
        there.ordinal != m->ordinal || there.count != m->count)
        return fails(c, i, "no such doors are passed");
    for (uint32_t k = 0; k < c->a->doors.count; k++)
        if (door_row_passes(&row, length, k) && !door_is_seen(c, eye, &c->a->doors.items[k]))
            return fails(c, i, "a door is not seen");
    return true;
}

static bool check_landmark(checking* c, int i) {
    const wend_instruction_step* s = &c->plan->steps[i];
    uint32_t object = c->plan->objects[i];
    int position = c->plan->positions[i];
    if (!s->landmark.category || s->kind == WEND_STEP_DOOR) return true;
    if (s->kind == WEND_STEP_PASS && instruction_plan_check_is_door(s->landmark.category))
        return check_passed_doors(c, i);
    if (!object || object >= c->a->objects.count) return fails(c, i, "the landmark is no object");
    const wend_object* o = &c->a->objects.items[object];
    float heading = heading_of(c, i), gap = landmarks_gap(c->path->feet[position], o->bounds);
    wend_vec3 eye = c->path->feet[position];
    eye.y += c->path->eye_height;
    if (!is_like(o, &s->landmark))
        return fails(c, i, "the landmark is another object, or looks different");
    if (gap > FARTHEST || !instruction_plan_check_is_seen(c, eye, object))
        return fails(c, i, "the landmark is not seen");
    if (!side_is_true(c, i, heading)) return fails(c, i, "the landmark is on another side");
    if (!placing_is_true(c, i)) return fails(c, i, "the landmark is elsewhere");
    if (s->kind == WEND_STEP_STOP && gap > REACH)
        return fails(c, i, "the landmark is too far away");
    if (s->reach && landmarks_gap(c->path->feet[position + 1], o->bounds) > REACH)
        return fails(c, i, "the landmark is not reached");
    if (s->landmark.again) return true;
    if (s->landmark.ordinal)
        return ordinal_of(c, i, heading) == s->landmark.ordinal ||
               fails(c, i, "it is another one of the row");
    int count = count_alike(c, i, heading);
    if (s->landmark.count > 1 && count != s->landmark.count)
        return fails(c, i, "there are not so many of them");
    if (s->landmark.choice && (count != 2 || !choice_is_true(c, i, heading)))
        return fails(c, i, "it is not that one of two");
    if (s->landmark.count < 2 && !s->landmark.choice && count > 1)
        return fails(c, i, "the words fit others as well");
    return true;
}

// Start and heading of the straight run that ends before `place`.
static int instruction_plan_check_run_start(const checking* c, int position, float* heading) {
    int first = position;
    *heading = heading_before(c, position);
    while (first > 0 &&
           instruction_plan_check_room_of(c, first - 1) ==
               instruction_plan_check_room_of(c, position) &&
           fabsf(remainderf(leg_heading(c, first - 1) - *heading, (float)(2 * WEND_PI))) < 0.44f)
        first--;
    return first;
}

static bool door_ordinal_is_true(const checking* c, int i, uint32_t door) {
    const wend_landmark* m = &c->plan->steps[i].landmark;
    int position = c->plan->positions[i];
    door_row row = {
        .a = c->a, .room = instruction_plan_check_room_of(c, position), .side = m->side};
    if (!m->ordinal) return true;
    row.feet = c->path->feet[instruction_plan_check_run_start(c, position, &row.heading)];
    return door_row_ordinal(&row, door) == m->ordinal;
}

static bool check_door(checking* c, int i) {
    const wend_instruction_step* s = &c->plan->steps[i];
    int position = c->plan->positions[i];
    if (s->kind != WEND_STEP_DOOR || !s->landmark.category) return true;
    uint32_t from = instruction_plan_check_room_of(c, position),
             to = instruction_plan_check_room_of(c, position + 1);
    for (uint32_t k = 0; k < c->a->doors.count; k++) {
        const wend_door* d = &c->a->doors.items[k];
        bool joins = (d->rooms[0] == from && d->rooms[1] == to) ||
                     (d->rooms[0] == to && d->rooms[1] == from);
        if (joins && (d->object != 0) == (s->landmark.category == WEND_CATEGORY_DOOR) &&
            door_ordinal_is_true(c, i, k))
            return true;
    }
    return fails(c, i, "there is no such door between the rooms");
}

struct wend_instruction_checker {
    const wend_scene* scene;
    rays* r;
};

wend_status wend_instruction_checker_create(const wend_scene* scene, wend_instruction_checker** out,
                                            wend_error* error) {
    *out = NULL;
    wend_instruction_checker* judge = wend_alloc_zero(1, sizeof *judge);
    if (!judge) return wend_fail(error, WEND_NO_MEMORY, "out of memory for an instruction checker");
    judge->scene = scene;
    wend_status status = rays_create(scene, &judge->r, error);
    if (status != WEND_OK) {
        wend_free(judge);
        return status;
    }
    *out = judge;
    return WEND_OK;
}

const wend_scene* wend_instruction_checker_scene(const wend_instruction_checker* judge) {
    return judge->scene;
}

void wend_instruction_checker_destroy(wend_instruction_checker* judge) {
    if (!judge) return;
    rays_destroy(judge->r);
    wend_free(judge);
}

bool wend_instruction_plan_is_true(const wend_instruction_checker* judge,
                                   const wend_instruction_path* path,
                                   const wend_instruction_plan* instruction,
                                   wend_instruction_fault* fault) {
    *fault = (wend_instruction_fault){.step = -1};
    checking c = {judge->scene, wend_scene_get(judge->scene), judge->r, path, instruction, fault};
    for (int i = 0; i < instruction->count; i++) {
        int position = instruction->positions[i];
        if (position < 0 || position >= path->count)
            return fails(&c, i, "the position is not on the path");
        if (!instruction_plan_check_motion(&c, i) || !check_landmark(&c, i) || !check_door(&c, i))
            return false;
    }
    return true;
}
