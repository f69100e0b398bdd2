// A walk is told as people do: turns where the way bends, rooms as they are entered, stairs, and
// between them the landmark that stands out most beside or ahead. A landmark is an object that is
// seen from where it is mentioned, large enough in the picture, and told apart from others of its
// kind in the same picture by its colour or not mentioned at all.
#include "wend/narrate.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 160, HEIGHT = 120, MAX_SEEN = 64 };
static const float HFOV = 100;       // degrees
static const int LEAST_PIXELS = 90;  // of 19,200: half a percent of the picture
static const float BEND = 0.44f;     // 25 degrees; less is straight on
static const float CLIMB = 0.4f;     // metres between two places: stairs
static const float NEAR = 2.2f;      // metres beside the way, or from its end
static const float FAR = 7;          // metres; what is farther is no landmark

typedef struct sight {
    uint32_t object;
    int pixels;
    float ahead, left;  // metres from the eye
    bool unique;        // the only one of its kind in the picture
    bool by_color;      // its kind and colour are
} sight;

struct wend_narrator {
    const wend_scene* scene;
    const wend_view* view;
    wend_eye* eye;
    uint32_t ids[WIDTH * HEIGHT];
    int* pixels;  // [objects] in the last picture
    sight seen[MAX_SEEN];
    int seen_count;
};

wend_status wend_narrator_create(const wend_scene* scene, const wend_view* view,
                                 wend_narrator** out, wend_error* error) {
    *out = NULL;
    wend_camera camera = wend_camera_default();
    camera.width = WIDTH;
    camera.height = HEIGHT;
    camera.hfov = HFOV;
    camera.textured = false;
    wend_narrator* n = wend_alloc_zero(1, sizeof *n);
    if (!n) return wend_fail(error, WEND_NO_MEMORY, "no memory for a narrator");
    n->scene = scene;
    n->view = view;
    n->pixels = wend_alloc_zero(wend_scene_get(scene)->objects.count, sizeof *n->pixels);
    wend_status status = n->pixels ? wend_eye_create(&camera, &n->eye, error)
                                   : wend_fail(error, WEND_NO_MEMORY, "no memory for a narrator");
    if (status != WEND_OK) {
        wend_narrator_destroy(n);
        return status;
    }
    *out = n;
    return WEND_OK;
}

void wend_narrator_destroy(wend_narrator* n) {
    if (!n) return;
    wend_eye_destroy(n->eye);
    wend_free(n->pixels);
    wend_free(n);
}

// ---- what is seen -------------------------------------------------------------------------------

// Furniture and fixtures: large enough to walk by, and with a name of its own.
static bool is_landmark(const wend_object* o) {
    wend_vec3 size = wend_v3_sub(o->bounds.high, o->bounds.low);
    float largest = fmaxf(size.x, fmaxf(size.y, size.z));
    bool named = o->category != WEND_CATEGORY_NONE && o->category != WEND_CATEGORY_OBJECT &&
                 o->category != WEND_CATEGORY_UNLABELED && o->category != WEND_CATEGORY_FURNITURE &&
                 o->category != WEND_CATEGORY_ROOM_DECOR && o->category != WEND_CATEGORY_RUG;
    bool part = o->flags & (WEND_OBJECT_STRUCTURE | WEND_OBJECT_DOOR | WEND_OBJECT_HIDDEN);
    return named && !part && largest > 0.35f;
}

static int compare_sights(const void* a, const void* b) {
    const sight *x = a, *y = b;
    if (x->pixels != y->pixels) return x->pixels > y->pixels ? -1 : 1;
    return (x->object > y->object) - (x->object < y->object);
}

static const wend_object* object_of(const wend_narrator* n, const sight* s) {
    return &wend_scene_get(n->scene)->objects.items[s->object];
}

static void tell_apart(wend_narrator* n) {
    for (int i = 0; i < n->seen_count; i++) {
        const wend_object* a = object_of(n, &n->seen[i]);
        n->seen[i].unique = n->seen[i].by_color = true;
        for (int k = 0; k < n->seen_count; k++) {
            const wend_object* b = object_of(n, &n->seen[k]);
            if (k == i || b->category != a->category) continue;
            n->seen[i].unique = false;
            if (b->color == a->color || !a->color) n->seen[i].by_color = false;
        }
    }
}

static wend_status look(wend_narrator* n, wend_vec3 feet, float eye_height, float heading,
                        wend_error* error) {
    wend_gaze gaze = {wend_v3(feet.x, feet.y + eye_height, feet.z), heading, -0.15f};
    wend_frame frame = {.object = n->ids};
    const wend_scene_arrays* a = wend_scene_get(n->scene);
    WEND_TRY(wend_eye_render(n->eye, n->view, &gaze, &frame, error));
    memset(n->pixels, 0, a->objects.count * sizeof *n->pixels);
    for (int i = 0; i < WIDTH * HEIGHT; i++) n->pixels[n->ids[i]]++;
    n->seen_count = 0;
    for (uint32_t id = 1; id < a->objects.count && n->seen_count < MAX_SEEN; id++) {
        const wend_object* o = &a->objects.items[id];
        if (n->pixels[id] < LEAST_PIXELS || !is_landmark(o)) continue;
        wend_vec3 middle = wend_v3_scale(wend_v3_add(o->bounds.low, o->bounds.high), 0.5f);
        wend_vec3 way = wend_v3_sub(middle, gaze.eye);
        n->seen[n->seen_count++] = (sight){.object = id,
                                           .pixels = n->pixels[id],
                                           .ahead = -way.x * sinf(heading) - way.z * cosf(heading),
                                           .left = -way.x * cosf(heading) + way.z * sinf(heading)};
    }
    qsort(n->seen, (size_t)n->seen_count, sizeof *n->seen, compare_sights);
    tell_apart(n);
    return WEND_OK;
}

static wend_side side_of(const sight* s) {
    float angle = atan2f(s->left, s->ahead);
    if (fabsf(angle) < 0.3f) return WEND_SIDE_AHEAD;
    return angle > 0 ? WEND_SIDE_LEFT : WEND_SIDE_RIGHT;
}

// The words for it: its colour where that is needed, and else sometimes.
static wend_landmark landmark_of(const wend_narrator* n, const sight* s, wend_rng* rng) {
    const wend_object* o = object_of(n, s);
    bool colored = o->color && (!s->unique || wend_rng_chance(rng, 0.6f));
    return (wend_landmark){.category = (wend_category)o->category,
                           .color = colored ? (wend_color)o->color : WEND_COLOR_NONE};
}

typedef bool (*sight_test)(const sight* s, float length);

static bool is_ahead(const sight* s, float length) {
    (void)length;
    return s->ahead > 0.5f && s->ahead < FAR && fabsf(s->left) < 0.35f * s->ahead;
}

static bool is_beside(const sight* s, float length) {
    return s->ahead > 0.15f * length && s->ahead < length + 0.5f && fabsf(s->left) < NEAR &&
           fabsf(s->left) > 0.3f;
}

static bool is_near(const sight* s, float length) {
    (void)length;
    return hypotf(s->ahead, s->left) < NEAR;
}

static bool is_around(const sight* s, float length) {
    (void)length;
    return hypotf(s->ahead, s->left) < FAR;
}

// The most visible one that passes the test and can be told from the others. Nullable: the answer.
static const sight* find_sight(const wend_narrator* n, sight_test test, float length) {
    for (int i = 0; i < n->seen_count; i++) {
        const sight* s = &n->seen[i];
        if ((s->unique || s->by_color) && test(s, length)) return s;
    }
    return NULL;
}

// ---- the walk -----------------------------------------------------------------------------------

typedef struct telling {
    wend_narrator* n;
    const wend_walk* walk;
    bool dense;
    wend_rng rng;
    wend_narration* out;
} telling;

static void add(telling* t, int place, wend_tell_step step, const sight* s) {
    if (t->out->count == WEND_MAX_TOLD) return;
    t->out->places[t->out->count] = place;
    t->out->objects[t->out->count] = s ? s->object : 0;
    t->out->steps[t->out->count++] = step;
}

static const wend_tell_step* last(const telling* t) {
    return t->out->count ? &t->out->steps[t->out->count - 1] : NULL;
}

static wend_room_type room_type(const telling* t, uint32_t room) {
    return (wend_room_type)wend_scene_get(t->n->scene)->rooms.items[room].type;
}

static uint32_t room_at(const telling* t, int place) {
    wend_vec3 p = t->walk->feet[place];
    p.y += 0.5f;
    return wend_scene_room_at(t->n->scene, p);
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

static wend_status look_from(telling* t, int place, float heading, wend_error* error) {
    return look(t->n, t->walk->feet[place], t->walk->eye_height, heading, error);
}

static wend_status tell_begin(telling* t, wend_error* error) {
    WEND_TRY(look_from(t, 0, t->walk->heading, error));
    const sight* s = find_sight(t->n, is_around, 0);
    wend_tell_step step = {.kind = WEND_TELL_BEGIN, .room = room_type(t, room_at(t, 0))};
    if (s) step.landmark = landmark_of(t->n, s, &t->rng);
    if (s && side_of(s) != WEND_SIDE_AHEAD) step.landmark.side = side_of(s);
    if (s || step.room) add(t, 0, step, s);
    return WEND_OK;
}

static void tell_turn(telling* t, int place, float angle) {
    wend_turn turn = turn_of(angle);
    bool slight = turn == WEND_TURN_SLIGHT_LEFT || turn == WEND_TURN_SLIGHT_RIGHT;
    if (!turn || (slight && !t->dense)) return;
    wend_tell_step step = {.kind = WEND_TELL_TURN, .turn = turn};
    const sight* s = find_sight(t->n, is_ahead, 0);
    if (!t->dense) s = NULL;
    if (s) step.landmark = landmark_of(t->n, s, &t->rng);
    add(t, place, step, s);
}

static void tell_stairs(telling* t, int place, bool up) {
    wend_tell_kind kind = up ? WEND_TELL_UP : WEND_TELL_DOWN;
    if (!last(t) || last(t)->kind != kind) add(t, place, (wend_tell_step){.kind = kind}, NULL);
}

// A new room, and in the dense manner what is seen in it.
static wend_status tell_room(telling* t, int place, uint32_t room, float heading,
                             wend_error* error) {
    wend_room_type type = room_type(t, room);
    add(t, place, (wend_tell_step){.kind = WEND_TELL_DOOR, .room = type}, NULL);
    if (!t->dense) return WEND_OK;
    WEND_TRY(look_from(t, place + 1, heading, error));
    const sight* s = find_sight(t->n, is_around, 0);
    wend_tell_step step = {.kind = WEND_TELL_SEE};
    if (!s) return WEND_OK;
    step.landmark = landmark_of(t->n, s, &t->rng);
    step.landmark.side = side_of(s);
    if (wend_rng_chance(&t->rng, 0.5f)) step.room = type;
    add(t, place + 1, step, s);
    return WEND_OK;
}

static void tell_straight(telling* t, int place, float length) {
    const sight* s = find_sight(t->n, is_beside, length);
    if (s) {
        wend_tell_step step = {.kind = WEND_TELL_PASS, .landmark = landmark_of(t->n, s, &t->rng)};
        step.landmark.side = side_of(s) == WEND_SIDE_AHEAD
                                 ? (s->left > 0 ? WEND_SIDE_LEFT : WEND_SIDE_RIGHT)
                                 : side_of(s);
        bool again = last(t) && last(t)->kind == WEND_TELL_PASS &&
                     last(t)->landmark.category == step.landmark.category;
        if (!again) add(t, place, step, s);
        return;
    }
    s = find_sight(t->n, is_ahead, length);
    bool told = last(t) && last(t)->kind == WEND_TELL_FORWARD;
    if (told || (!s && !t->dense && last(t))) return;
    wend_tell_step step = {.kind = WEND_TELL_FORWARD};
    if (s) step.landmark = landmark_of(t->n, s, &t->rng);
    add(t, place, step, s);
}

static wend_status tell_leg(telling* t, int place, float* heading, wend_error* error) {
    wend_vec3 from = t->walk->feet[place], to = t->walk->feet[place + 1];
    float length = hypotf(to.x - from.x, to.z - from.z), rise = to.y - from.y;
    float way = length > 0.05f ? heading_between(from, to) : *heading;
    uint32_t room = room_at(t, place), next = room_at(t, place + 1);
    WEND_TRY(look_from(t, place, way, error));
    tell_turn(t, place, remainderf(way - *heading, (float)(2 * WEND_PI)));
    *heading = way;
    if (fabsf(rise) > CLIMB)
        tell_stairs(t, place, rise > 0);
    else if (next && next != room && room_type(t, next) != WEND_ROOM_STAIRWELL)
        return tell_room(t, place, next, way, error);
    else
        tell_straight(t, place, length);
    return WEND_OK;
}

static wend_status tell_end(telling* t, float heading, wend_error* error) {
    int place = t->walk->count - 1;
    wend_tell_step step = {.kind = WEND_TELL_STOP};
    const sight* s = NULL;
    static const float turns[4] = {0, 1.5708f, -1.5708f, 3.1416f};
    for (int i = 0; i < 4 && !s; i++) {
        WEND_TRY(look_from(t, place, heading + turns[i], error));
        s = find_sight(t->n, is_near, 0);
    }
    if (s)
        step.landmark = landmark_of(t->n, s, &t->rng);
    else
        step.room = room_type(t, room_at(t, place));
    add(t, place, step, s);
    return WEND_OK;
}

wend_status wend_narrate(wend_narrator* narrator, const wend_walk* walk, bool dense, wend_rng rng,
                         wend_narration* narration, wend_error* error) {
    telling t = {narrator, walk, dense, rng, narration};
    float heading = walk->heading;
    narration->count = 0;
    if (walk->count < 1) return wend_fail(error, WEND_ARGUMENT, "a walk of no places");
    if (dense) WEND_TRY(tell_begin(&t, error));
    for (int i = 0; i + 1 < walk->count && narration->count < WEND_MAX_TOLD - 4; i++)
        WEND_TRY(tell_leg(&t, i, &heading, error));
    return tell_end(&t, heading, error);
}
