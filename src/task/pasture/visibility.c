// Object visibility from rendered segmentation images, and the search for stop positions.
#include "task/pasture/visibility.h"

static const float SPACING = 0.25f;  // grid of stop positions, metres [RoboTHOR]

struct visibility {
    wend_renderer* eye;
    uint32_t* objects;
    size_t pixels;
};

wend_status visibility_create(const wend_camera* camera, visibility** out, wend_error* error) {
    *out = NULL;
    wend_camera small = *camera;
    small.width = VISIBILITY_WIDTH;
    small.height = (int)lrintf((float)camera->height * VISIBILITY_WIDTH / (float)camera->width);
    if (small.height < 1) small.height = 1;
    visibility* s = wend_alloc_zero(1, sizeof *s);
    if (!s) return wend_fail(error, WEND_NO_MEMORY, "out of memory for the visibility of targets");
    s->pixels = (size_t)small.width * (size_t)small.height;
    s->objects = wend_alloc(s->pixels * sizeof *s->objects);
    wend_status status = s->objects ? wend_renderer_create(&small, &s->eye, error)
                                    : wend_fail(error, WEND_NO_MEMORY,
                                                "out of memory for the visibility of targets");
    if (status != WEND_OK) {
        visibility_destroy(s);
        return status;
    }
    *out = s;
    return WEND_OK;
}

void visibility_destroy(visibility* s) {
    if (!s) return;
    wend_renderer_destroy(s->eye);
    wend_free(s->objects);
    wend_free(s);
}

// Whether a corner of the box is in front of the camera. If not, the image is not rendered.
static bool visibility_is_ahead(const wend_camera_pose* gaze, wend_aabb box) {
    wend_vec3 ahead = {-sinf(gaze->heading) * cosf(gaze->tilt), sinf(gaze->tilt),
                       -cosf(gaze->heading) * cosf(gaze->tilt)};
    for (int i = 0; i < 8; i++) {
        wend_vec3 corner = {i & 1 ? box.high.x : box.low.x, i & 2 ? box.high.y : box.low.y,
                            i & 4 ? box.high.z : box.low.z};
        if (wend_v3_dot(wend_v3_sub(corner, gaze->eye), ahead) > 0) return true;
    }
    return false;
}

static wend_status visibility_look(visibility* s, const wend_view* view,
                                   const wend_camera_pose* gaze, wend_error* error) {
    const wend_frame frame = {.object = s->objects};
    return wend_renderer_render(s->eye, view, gaze, &frame, error);
}

wend_status visibility_pixels(visibility* s, const wend_view* view, const wend_camera_pose* gaze,
                              uint32_t object, int* pixels, wend_error* error) {
    const wend_scene_arrays* a = wend_scene_get(wend_view_scene(view));
    *pixels = 0;
    if (!visibility_is_ahead(gaze, a->objects.items[object].bounds)) return WEND_OK;
    WEND_TRY(visibility_look(s, view, gaze, error));
    for (size_t i = 0; i < s->pixels; i++) *pixels += s->objects[i] == object;
    return WEND_OK;
}

wend_status visibility_count(visibility* s, const wend_view* view, const wend_camera_pose* gaze,
                             const bool* wanted, int* pixels, wend_error* error) {
    const wend_scene_arrays* a = wend_scene_get(wend_view_scene(view));
    bool ahead = false;
    *pixels = 0;
    for (uint32_t i = 1; i < a->objects.count && !ahead; i++)
        ahead = wanted[i] && visibility_is_ahead(gaze, a->objects.items[i].bounds);
    if (!ahead) return WEND_OK;
    WEND_TRY(visibility_look(s, view, gaze, error));
    for (size_t i = 0; i < s->pixels; i++) *pixels += wanted[s->objects[i]];
    return WEND_OK;
}

float visibility_ground_gap(wend_vec3 feet, wend_aabb box) {
    float x = fmaxf(fmaxf(box.low.x - feet.x, feet.x - box.high.x), 0);
    float z = fmaxf(fmaxf(box.low.z - feet.z, feet.z - box.high.z), 0);
    bool same_floor = box.high.y > feet.y - 0.3f && box.low.y < feet.y + 2.2f;
    return same_floor ? hypotf(x, z) : INFINITY;
}

float visibility_heading_to(wend_vec3 feet, wend_aabb box) {
    const float turn = (float)(WEND_PI / 6);
    wend_vec3 to = wend_v3_sub(wend_aabb_center(box), feet);
    return turn * roundf(atan2f(-to.x, -to.z) / turn);
}

// ---- stop positions -----------------------------------------------------------------------------

// Snaps (x, z) at the bottom of the box to the navmesh. False: not navigable.
static bool visibility_stand_at(const wend_navmesh* mesh, int island, float x, float z,
                                wend_aabb box, wend_vec3* feet) {
    if (!wend_navmesh_snap(mesh, wend_v3(x, box.low.y, z), feet)) return false;
    return hypotf(feet->x - x, feet->z - z) < 0.01f &&
           wend_navmesh_island_at(mesh, *feet) == island;
}

static wend_status try_place(visibility* s, const wend_world* world, wend_vec3 feet,
                             uint32_t target, const wend_pasture_limits* limits,
                             stop_positions* places, wend_error* error) {
    const wend_body body = wend_body_robothor();
    wend_aabb box = wend_scene_get(wend_world_scene(world))->objects.items[target].bounds;
    wend_camera_pose gaze = {wend_v3_add(feet, wend_v3(0, body.eye_height, 0)),
                             visibility_heading_to(feet, box), 0};
    int pixels;
    WEND_TRY(visibility_pixels(s, wend_world_view(world), &gaze, target, &pixels, error));
    if (pixels < limits->min_pixels) return WEND_OK;
    stop_position* place = ARRAY_PUSH(places);
    if (!place) return wend_fail(error, WEND_NO_MEMORY, "out of memory for stop positions");
    *place = (stop_position){feet, visibility_ground_gap(feet, box), 0};
    return WEND_OK;
}

static void count_neighbours(stop_positions* places, size_t first) {
    for (size_t i = first; i < places->count; i++)
        for (size_t k = first; k < places->count; k++) {
            wend_vec3 apart = wend_v3_sub(places->items[i].feet, places->items[k].feet);
            places->items[i].around += i != k && fabsf(apart.x) < 1.5f * SPACING &&
                                       fabsf(apart.z) < 1.5f * SPACING && fabsf(apart.y) < 0.5f;
        }
}

wend_status visibility_find_stops(visibility* s, const wend_world* world, int island,
                                  uint32_t target, const wend_pasture_limits* limits,
                                  stop_positions* places, wend_error* error) {
    const wend_navmesh* mesh = wend_world_navmesh(world);
    wend_aabb box = wend_scene_get(wend_world_scene(world))->objects.items[target].bounds;
    size_t first = places->count;
    int low_x = (int)floorf((box.low.x - limits->reach) / SPACING);
    int high_x = (int)ceilf((box.high.x + limits->reach) / SPACING);
    int low_z = (int)floorf((box.low.z - limits->reach) / SPACING);
    int high_z = (int)ceilf((box.high.z + limits->reach) / SPACING);
    for (int ix = low_x; ix <= high_x; ix++)
        for (int iz = low_z; iz <= high_z; iz++) {
            wend_vec3 feet;
            float x = SPACING * (float)ix, z = SPACING * (float)iz;
            // Slightly inside the limit, so that the position is valid after rounding of the pose.
            if (visibility_ground_gap(wend_v3(x, box.low.y, z), box) > limits->reach - 0.01f)
                continue;
            if (!visibility_stand_at(mesh, island, x, z, box, &feet)) continue;
            if (isinf(visibility_ground_gap(feet, box))) continue;
            WEND_TRY(try_place(s, world, feet, target, limits, places, error));
        }
    count_neighbours(places, first);
    return WEND_OK;
}

bool visibility_has_room(const stop_positions* places, const wend_pasture_limits* limits) {
    for (size_t i = 0; i < places->count; i++)
        if (places->items[i].gap <= limits->reach - VISIBILITY_MARGIN &&
            places->items[i].around >= 2)
            return true;
    return false;
}
