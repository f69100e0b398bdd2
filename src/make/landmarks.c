// Finds landmarks in rendered segmentation images and the attributes that distinguish them.
#include "make/landmarks.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 160, HEIGHT = 120 };
static const float HFOV = 100;          // degrees
static const float TILT = -0.15f;       // radians: camera pitch
static const int LEAST_PIXELS = 90;     // of 19,200: half a percent of the image
static const int FAINT_PIXELS = 6;      // minimal size of a confusable object
static const float LEAST_SIZE = 0.35f;  // metres: minimal size of a landmark
static const float STRAIGHT_ON = 0.3f;  // radians to either side that count as ahead
static const float BESIDE = 0.6f;       // metres between two adjacent objects
static const float LARGER = 1.7f;       // minimal ratio of volumes
static const float NEARER = 1.5f;       // minimal ratio of distances
static const float NEARER_BY = 1;       // minimal difference of distances in metres
static const float ASIDE = 0.35f;       // minimal angle between left and right one
static const float PICTURE = 0.8f;      // radians to either side: both are in one image
static const float APART = 0.4f;        // metres along the path between two in a row
static const float ABOVE = 1.2f;        // metres from the top of one to the bottom of another

wend_status landmarks_create(const wend_scene* scene, const wend_view* view, landmarks* l,
                             wend_error* error) {
    *l = (landmarks){.scene = scene, .view = view};
    wend_camera camera = wend_camera_default_def();
    camera.width = WIDTH;
    camera.height = HEIGHT;
    camera.hfov = HFOV;
    camera.textured = false;
    l->ids = wend_alloc(WIDTH * HEIGHT * sizeof *l->ids);
    l->pixels = wend_alloc_zero(wend_scene_get(scene)->objects.count, sizeof *l->pixels);
    if (!l->ids || !l->pixels)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for landmarks");
    return wend_renderer_create(&camera, &l->eye, error);
}

void landmarks_destroy(landmarks* l) {
    wend_renderer_destroy(l->eye);
    wend_free(l->ids);
    wend_free(l->pixels);
    *l = (landmarks){0};
}

// Furniture and fixtures of sufficient size with a specific category.
bool landmarks_has(const wend_object* o) {
    wend_vec3 size = wend_v3_sub(o->bounds.high, o->bounds.low);
    float largest = fmaxf(size.x, fmaxf(size.y, size.z));
    bool named = o->category != WEND_CATEGORY_NONE && o->category != WEND_CATEGORY_OBJECT &&
                 o->category != WEND_CATEGORY_UNLABELED && o->category != WEND_CATEGORY_FURNITURE &&
                 o->category != WEND_CATEGORY_ROOM_DECOR && o->category != WEND_CATEGORY_RUG &&
                 o->category != WEND_CATEGORY_GROUND && o->category != WEND_CATEGORY_GRASS &&
                 o->category != WEND_CATEGORY_STREET && o->category != WEND_CATEGORY_PAVEMENT &&
                 o->category != WEND_CATEGORY_CEILING_LAMP && o->category != WEND_CATEGORY_BLINDS;
    bool handy = wend_category_at((wend_category)o->category)->flags & WEND_CATEGORY_SMALL ||
                 o->category == WEND_CATEGORY_PILLOW || o->category == WEND_CATEGORY_CUSHION;
    bool part = o->flags & (WEND_OBJECT_STRUCTURE | WEND_OBJECT_DOOR | WEND_OBJECT_HIDDEN);
    return named && !part && !handy && largest > LEAST_SIZE;
}

const wend_object* landmarks_object(const landmarks* l, const sight* s) {
    return &wend_scene_get(l->scene)->objects.items[s->object];
}

float landmarks_gap(wend_vec3 place, wend_aabb box) {
    float x = fmaxf(fmaxf(box.low.x - place.x, place.x - box.high.x), 0);
    float z = fmaxf(fmaxf(box.low.z - place.z, place.z - box.high.z), 0);
    return hypotf(x, z);
}

wend_side sight_side(const sight* s) {
    float angle = atan2f(s->left, s->ahead);
    if (fabsf(angle) < STRAIGHT_ON) return WEND_SIDE_AHEAD;
    if (fabsf(angle) > (float)WEND_PI - STRAIGHT_ON) return WEND_SIDE_NONE;  // behind
    return angle > 0 ? WEND_SIDE_LEFT : WEND_SIDE_RIGHT;
}

// ---- rendering ----------------------------------------------------------------------------------

static int compare_sights(const void* a, const void* b) {
    const sight *x = a, *y = b;
    if (x->pixels != y->pixels) return x->pixels > y->pixels ? -1 : 1;
    return (x->object > y->object) - (x->object < y->object);
}

static bool landmarks_differ(uint8_t mine, uint8_t other) { return mine && mine != other; }

static float landmarks_volume_of(wend_aabb box) {
    wend_vec3 size = wend_v3_sub(box.high, box.low);
    return size.x * size.y * size.z;
}

static bool is_nearer(const wend_object* o, const wend_object* other, wend_vec3 feet) {
    float mine = landmarks_gap(feet, o->bounds), its = landmarks_gap(feet, other->bounds);
    return its > NEARER * mine && its > mine + NEARER_BY;
}

// Bearing in radians, positive to the left.
static float landmarks_bearing_of(const wend_object* o, const landmarks_stand* stand) {
    wend_vec3 direction =
        wend_v3_sub(wend_v3_lerp(o->bounds.low, o->bounds.high, 0.5f), stand->feet);
    return remainderf(atan2f(-direction.x, -direction.z) - stand->heading, (float)(2 * WEND_PI));
}

static bool is_left(const wend_object* o, const wend_object* other, const landmarks_stand* stand) {
    float mine = landmarks_bearing_of(o, stand), its = landmarks_bearing_of(other, stand);
    return fabsf(mine) < PICTURE && fabsf(its) < PICTURE && mine - its > ASIDE;
}

bool landmarks_is_choice(const wend_object* o, const wend_object* other,
                         const landmarks_stand* stand, wend_choice choice) {
    switch (choice) {
        case WEND_CHOICE_LARGER:
            return landmarks_volume_of(o->bounds) > LARGER * landmarks_volume_of(other->bounds);
        case WEND_CHOICE_SMALLER:
            return landmarks_volume_of(other->bounds) > LARGER * landmarks_volume_of(o->bounds);
        case WEND_CHOICE_NEARER:
            return is_nearer(o, other, stand->feet);
        case WEND_CHOICE_FARTHER:
            return is_nearer(other, o, stand->feet);
        case WEND_CHOICE_LEFT:
            return is_left(o, other, stand);
        case WEND_CHOICE_RIGHT:
            return is_left(other, o, stand);
        default:
            return false;
    }
}

// Positional choices (nearer, left, …) are undefined in images of all directions and at a position
// next to one of the two objects.
static int choices_between(const landmarks* l, const wend_object* o, const wend_object* other,
                           bool placed, wend_choice choices[WEND_CHOICE_COUNT]) {
    int count = 0, last = l->around || !placed ? WEND_CHOICE_SMALLER : WEND_CHOICE_RIGHT;
    for (int choice = 1; choice <= last; choice++)
        if (landmarks_is_choice(o, other, &l->stand, (wend_choice)choice))
            choices[count++] = (wend_choice)choice;
    return count;
}

int landmarks_choices(const landmarks* l, const sight* s, bool placed,
                      wend_choice choices[WEND_CHOICE_COUNT]) {
    const wend_scene_arrays* a = wend_scene_get(l->scene);
    if (!s->rival) return 0;
    return choices_between(l, landmarks_object(l, s), &a->objects.items[s->rival], placed, choices);
}

static void mark_sights(landmarks* l) {
    for (int i = 0; i < l->count; i++) {
        const wend_object* a = landmarks_object(l, &l->seen[i]);
        bool alone = true, color = true, material = true, two = true;
        wend_choice choices[WEND_CHOICE_COUNT];
        sight* s = &l->seen[i];
        for (int k = 0; k < l->count; k++) {
            const wend_object* b = landmarks_object(l, &l->seen[k]);
            if (k == i || b->category != a->category) continue;
            two = alone && choices_between(l, a, b, true, choices);
            s->rival = two ? l->seen[k].object : 0;
            alone = false;
            color = color && landmarks_differ(a->color, b->color);
            material = material && landmarks_differ(a->material, b->material);
        }
        s->mark = s->pixels < LEAST_PIXELS ? SIGHT_FAINT
                  : alone                  ? SIGHT_ALONE
                  : color                  ? SIGHT_COLOR
                  : material               ? SIGHT_MATERIAL
                  : two                    ? SIGHT_TWO
                                           : SIGHT_ALIKE;
    }
}

static void keep_sight(landmarks* l, uint32_t id, landmarks_stand stand) {
    const wend_object* o = &wend_scene_get(l->scene)->objects.items[id];
    for (int i = 0; i < l->count; i++)
        if (l->seen[i].object == id) {
            if (l->pixels[id] > l->seen[i].pixels) l->seen[i].pixels = l->pixels[id];
            return;
        }
    if (l->count == LANDMARKS_MAX) return;
    wend_vec3 direction =
        wend_v3_sub(wend_v3_lerp(o->bounds.low, o->bounds.high, 0.5f), stand.feet);
    float s = sinf(stand.heading), c = cosf(stand.heading);
    l->seen[l->count++] = (sight){.object = id,
                                  .pixels = l->pixels[id],
                                  .ahead = -direction.x * s - direction.z * c,
                                  .left = -direction.x * c + direction.z * s,
                                  .gap = landmarks_gap(stand.feet, o->bounds)};
}

static wend_status landmarks_look_toward(landmarks* l, landmarks_stand stand, float turn,
                                         wend_error* error) {
    wend_camera_pose gaze = {wend_v3(stand.feet.x, stand.feet.y + stand.eye_height, stand.feet.z),
                             stand.heading + turn, TILT};
    wend_frame frame = {.object = l->ids};
    const wend_scene_arrays* a = wend_scene_get(l->scene);
    WEND_TRY(wend_renderer_render(l->eye, l->view, &gaze, &frame, error));
    memset(l->pixels, 0, a->objects.count * sizeof *l->pixels);
    for (int i = 0; i < WIDTH * HEIGHT; i++) l->pixels[l->ids[i]]++;
    for (uint32_t id = 1; id < a->objects.count; id++)
        if (l->pixels[id] >= FAINT_PIXELS && landmarks_has(&a->objects.items[id]))
            keep_sight(l, id, stand);
    return WEND_OK;
}

static void landmarks_finish(landmarks* l) {
    qsort(l->seen, (size_t)l->count, sizeof *l->seen, compare_sights);
    mark_sights(l);
}

wend_status landmarks_look(landmarks* l, landmarks_stand stand, wend_error* error) {
    l->count = 0;
    l->stand = stand;
    l->around = false;
    WEND_TRY(landmarks_look_toward(l, stand, 0, error));
    landmarks_finish(l);
    return WEND_OK;
}

wend_status landmarks_look_around(landmarks* l, landmarks_stand stand, wend_error* error) {
    l->count = 0;
    l->stand = stand;
    l->around = true;
    for (int i = 0; i < 4; i++)
        WEND_TRY(landmarks_look_toward(l, stand, (float)i * 1.5708f, error));
    landmarks_finish(l);
    return WEND_OK;
}

// ---- groups and rows ----------------------------------------------------------------------------

int landmarks_ordinal(const landmarks* l, const sight* s) {
    int before = 0, all = 1;
    wend_side side = sight_side(s);
    if (side != WEND_SIDE_LEFT && side != WEND_SIDE_RIGHT) return 0;
    for (int k = 0; k < l->count; k++) {
        const sight* other = &l->seen[k];
        bool same = landmarks_object(l, other)->category == landmarks_object(l, s)->category;
        if (!same || other == s) continue;
        if (sight_side(other) == WEND_SIDE_AHEAD) return 0;  // the side is ambiguous
        if (sight_side(other) != side) continue;
        bool nearer = other->ahead < s->ahead;
        if (fabsf(other->ahead - s->ahead) < APART || (nearer && other->mark == SIGHT_FAINT))
            return 0;
        all++;
        before += nearer;
    }
    return all > 1 && before < 5 ? before + 1 : 0;
}

int landmarks_together(const landmarks* l, const sight* s) {
    const wend_object* o = landmarks_object(l, s);
    int count = 0;
    for (int k = 0; k < l->count; k++) {
        const sight* other = &l->seen[k];
        const wend_object* b = landmarks_object(l, other);
        if (b->category != o->category || sight_side(other) != sight_side(s)) continue;
        if (other->mark == SIGHT_FAINT || b->color != o->color) return 0;
        count++;
    }
    return count;
}

// ---- anchors ------------------------------------------------------------------------------------

static float box_gap(wend_aabb a, wend_aabb b) {
    float x = fmaxf(fmaxf(a.low.x - b.high.x, b.low.x - a.high.x), 0);
    float z = fmaxf(fmaxf(a.low.z - b.high.z, b.low.z - a.high.z), 0);
    return hypotf(x, z);
}

// The anchor is the larger object: no bed is "beside its nightstand".
static wend_placing landmarks_placing_of(const wend_object* o, const wend_object* by) {
    if (o->category == by->category || o->room != by->room || !o->room) return WEND_PLACING_NONE;
    if (landmarks_volume_of(by->bounds) < 0.7f * landmarks_volume_of(o->bounds))
        return WEND_PLACING_NONE;
    float gap = box_gap(o->bounds, by->bounds), rise = o->bounds.low.y - by->bounds.high.y;
    if (gap == 0 && rise > -0.05f && rise < ABOVE) return WEND_PLACING_ABOVE;
    bool level = o->bounds.low.y < by->bounds.high.y && by->bounds.low.y < o->bounds.high.y;
    return level && gap < BESIDE ? WEND_PLACING_BESIDE : WEND_PLACING_NONE;
}

uint32_t landmarks_placing(const wend_scene* scene, uint32_t object, wend_placing* placing) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    const wend_object* o = &a->objects.items[object];
    *placing = WEND_PLACING_NONE;
    if (o->support && o->relation == WEND_RELATION_ON &&
        landmarks_has(&a->objects.items[o->support])) {
        *placing = WEND_PLACING_ON;
        return o->support;
    }
    uint32_t best = 0;
    float nearest = INFINITY;
    for (uint32_t id = 1; id < a->objects.count; id++) {
        const wend_object* by = &a->objects.items[id];
        if (id == object || by->support == object || !landmarks_has(by)) continue;
        wend_placing here = landmarks_placing_of(o, by);
        float gap = box_gap(o->bounds, by->bounds) - (here == WEND_PLACING_ABOVE ? 1 : 0);
        if (!here || gap >= nearest) continue;
        nearest = gap;
        best = id;
        *placing = here;
    }
    return best;
}
