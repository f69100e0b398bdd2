#include <string.h>

#include "wend/sense.h"

enum { FACES = 6, HEADINGS = 12 };

// ---- the 36 views -----------------------------------------------------------------------------

wend_camera wend_panorama_camera(int width, int height) {
    wend_camera camera = wend_camera_default_def();
    camera.width = width;
    camera.height = height;
    double half = tan(WEND_PI / 6) * width / (height > 0 ? height : 1);
    camera.hfov = (float)(2 * atan(half) * 180 / WEND_PI);
    return camera;
}

wend_camera_pose wend_panorama_camera_pose(const wend_camera_pose* ahead, int index) {
    const double step = WEND_PI / 6;
    return (wend_camera_pose){ahead->eye, (float)(ahead->heading - step * (index % HEADINGS)),
                              (float)(step * (index / HEADINGS - 1))};
}

static wend_frame frame_after(const wend_frame* frame, size_t pixels) {
    return (wend_frame){frame->rgb ? frame->rgb + 3 * pixels : NULL,
                        frame->depth ? frame->depth + pixels : NULL,
                        frame->category ? frame->category + pixels : NULL,
                        frame->object ? frame->object + pixels : NULL};
}

wend_status wend_panorama_render_views(wend_renderer* renderer, const wend_view* view,
                                       const wend_camera_pose* ahead, const wend_frame* frame,
                                       wend_error* error) {
    const wend_camera* camera = wend_renderer_camera(renderer);
    size_t pixels = (size_t)camera->width * (size_t)camera->height;
    for (int i = 0; i < WEND_PANORAMA_VIEWS; i++) {
        wend_camera_pose camera_pose = wend_panorama_camera_pose(ahead, i);
        wend_frame one = frame_after(frame, pixels * (size_t)i);
        WEND_TRY(wend_renderer_render(renderer, view, &camera_pose, &one, error));
    }
    return WEND_OK;
}

// ---- equirectangular --------------------------------------------------------------------------

struct wend_panorama {
    wend_camera camera;       // as given
    wend_renderer* renderer;  // of one cube face
    int width, height, side;
    uint32_t* source;  // [height][width]: pixel of the faces' memory
    float* stretch;    // [height][width]: distance a metre of depth on its face
    uint8_t* rgb;      // [6][side][side][3]
    float* depth;
    uint16_t* category;
    uint32_t* object;
};

// Faces 0 to 3 look ahead, left, back and right, 4 up and 5 down.
static wend_camera_pose face_camera_pose(const wend_camera_pose* ahead, int face) {
    const float quarter = (float)(WEND_PI / 2);
    if (face < 4) return (wend_camera_pose){ahead->eye, ahead->heading + quarter * (float)face, 0};
    return (wend_camera_pose){ahead->eye, ahead->heading, face == 4 ? quarter : -quarter};
}

// Face and position on it (right, down, in [-1, 1]) of a direction (x right, y up, z back).
static int find_face(double x, double y, double z, double* right, double* down) {
    double ax = fabs(x), ay = fabs(y), az = fabs(z);
    if (ay > ax && ay > az) {
        *right = x / ay;
        *down = y > 0 ? -z / ay : z / ay;
        return y > 0 ? 4 : 5;
    }
    if (az >= ax) {
        *right = (z < 0 ? x : -x) / az;
        *down = -y / az;
        return z < 0 ? 0 : 2;
    }
    *right = (x < 0 ? -z : z) / ax;
    *down = -y / ax;
    return x < 0 ? 1 : 3;
}

static uint32_t face_pixel(double at, int side) {
    int i = (int)((at + 1) * 0.5 * side);
    return (uint32_t)(i < 0 ? 0 : i >= side ? side - 1 : i);
}

static void find_sources(wend_panorama* p) {
    for (int j = 0; j < p->height; j++)
        for (int i = 0; i < p->width; i++) {
            double along = ((i + 0.5) / p->width - 0.5) * 2 * WEND_PI;  // to the right
            double up = (0.5 - (j + 0.5) / p->height) * WEND_PI, right, down;
            int face =
                find_face(cos(up) * sin(along), sin(up), -cos(up) * cos(along), &right, &down);
            uint32_t x = face_pixel(right, p->side), y = face_pixel(down, p->side);
            size_t at = (size_t)j * (size_t)p->width + (size_t)i;
            p->source[at] = ((uint32_t)face * (uint32_t)p->side + y) * (uint32_t)p->side + x;
            p->stretch[at] = (float)sqrt(1 + right * right + down * down);
        }
}

static bool allocate_faces(wend_panorama* p) {
    size_t pixels = (size_t)p->width * (size_t)p->height;
    size_t faces = FACES * (size_t)p->side * (size_t)p->side;
    p->source = wend_alloc(pixels * sizeof *p->source);
    p->stretch = wend_alloc(pixels * sizeof *p->stretch);
    p->rgb = wend_alloc(3 * faces);
    p->depth = wend_alloc(faces * sizeof *p->depth);
    p->category = wend_alloc(faces * sizeof *p->category);
    p->object = wend_alloc(faces * sizeof *p->object);
    return p->source && p->stretch && p->rgb && p->depth && p->category && p->object;
}

wend_status wend_panorama_create(const wend_camera* camera, int width, wend_panorama** out,
                                 wend_error* error) {
    *out = NULL;
    if (width < 16 || width > 8192 || width % 2)
        return wend_fail(error, WEND_ARGUMENT,
                         "panorama: %d pixels wide; an even number from 16 to 8192", width);
    wend_panorama* p = wend_alloc_zero(1, sizeof *p);
    if (!p) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a panorama");
    p->camera = *camera;
    p->width = width;
    p->height = width / 2;
    // The pixels of a face are largest in its centre. They are two thirds of the panorama's there,
    // so nearest-neighbour sampling is sufficient.
    p->side = (width / 2 + 7) / 8 * 8;
    wend_camera face = *camera;
    face.width = face.height = p->side;
    face.hfov = 90;
    face.depth_unit = false;
    wend_status status = wend_renderer_create(&face, &p->renderer, error);
    if (status == WEND_OK && !allocate_faces(p))
        status =
            wend_fail(error, WEND_NO_MEMORY, "out of memory for a panorama %d pixels wide", width);
    if (status != WEND_OK) {
        wend_panorama_destroy(p);
        return status;
    }
    find_sources(p);
    *out = p;
    return WEND_OK;
}

void wend_panorama_destroy(wend_panorama* p) {
    if (!p) return;
    wend_renderer_destroy(p->renderer);
    wend_free(p->source);
    wend_free(p->stretch);
    wend_free(p->rgb);
    wend_free(p->depth);
    wend_free(p->category);
    wend_free(p->object);
    wend_free(p);
}

static float distance_at(const wend_panorama* p, size_t pixel) {
    const wend_camera* c = &p->camera;
    float d = p->depth[p->source[pixel]];
    d = p->object[p->source[pixel]] ? d * p->stretch[pixel] : c->depth_max;
    d = fminf(fmaxf(d, c->depth_min), c->depth_max);
    return c->depth_unit ? (d - c->depth_min) / (c->depth_max - c->depth_min) : d;
}

wend_status wend_panorama_render(wend_panorama* p, const wend_view* view,
                                 const wend_camera_pose* ahead, const wend_frame* frame,
                                 wend_error* error) {
    size_t face_pixels = (size_t)p->side * (size_t)p->side;
    wend_frame all = {frame->rgb ? p->rgb : NULL, frame->depth ? p->depth : NULL,
                      frame->category ? p->category : NULL,
                      frame->object || frame->depth ? p->object : NULL};
    for (int face = 0; face < FACES; face++) {
        wend_camera_pose camera_pose = face_camera_pose(ahead, face);
        wend_frame one = frame_after(&all, face_pixels * (size_t)face);
        WEND_TRY(wend_renderer_render(p->renderer, view, &camera_pose, &one, error));
    }
    size_t pixels = (size_t)p->width * (size_t)p->height;
    for (size_t i = 0; i < pixels; i++) {
        uint32_t from = p->source[i];
        if (frame->rgb) memcpy(frame->rgb + 3 * i, p->rgb + 3 * (size_t)from, 3);
        if (frame->depth) frame->depth[i] = distance_at(p, i);
        if (frame->category) frame->category[i] = p->category[from];
        if (frame->object) frame->object[i] = p->object[from];
    }
    return WEND_OK;
}
