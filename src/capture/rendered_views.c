// Renders viewpoints and stores what perception finds in their images.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "data/views.h"
#include "perceive/flush_doors.h"
#include "perceive/recessed_doors.h"
#include "perceive/room_prior.h"

#include "wend/capture.h"
#include "wend/nav.h"
#include "wend/perceive.h"
#include "wend/scene.h"
#include "wend/sense.h"

static const float MIN_SHARE = 0.25f;  // of the best category of a region
static const float MAX_CUT = 0.7f;     // of a region's outline at the image's edge
static const float MIN_ROOM = 0.5f;    // probability of a type of room that is named
static const float DOOR_WIDTH = 0.9f, DOOR_HEIGHT = 2;  // metres
enum { MIN_PIXELS = 24, MAX_DOORS = 16 };

// An object in a view.
typedef struct rendered_object {
    uint16_t view;
    uint8_t color;  // wend_color; 0: none
    uint16_t category;
    uint8_t confidence;
    uint16_t box[4];
} rendered_object;

typedef struct rendered_viewpoint {
    size_t first;                       // of the scene's objects
    uint8_t room[WEND_PANORAMA_VIEWS];  // wend_room_type; WEND_ROOM_TYPE_COUNT: not known
} rendered_viewpoint;

typedef struct rendered_scene {
    wend_scene* scene;
    wend_view* view;
    wend_graph* graph;
    wend_renderer* renderer;
    wend_segmentation* segmentation;
    uint8_t* rgb;
    float* depth;
    ARRAY_OF(rendered_object) objects;
    ARRAY_OF(rendered_viewpoint) viewpoints;
    wend_status status;
    wend_error error;
} rendered_scene;

typedef struct rendering {
    const wend_views_render_def* def;
    wend_camera camera;
    rendered_scene* scenes;
} rendering;

wend_views_render_def wend_views_render_default_def(void) {
    return (wend_views_render_def){.width = 320, .threads = 1};
}

// What rendering needs; graph and objects stay until the views are made.
static void rendered_scene_close(rendered_scene* s) {
    wend_segmentation_destroy(s->segmentation);
    wend_renderer_destroy(s->renderer);
    wend_view_destroy(s->view);
    wend_scene_destroy(s->scene);
    wend_free(s->rgb);
    wend_free(s->depth);
    s->segmentation = NULL;
    s->renderer = NULL;
    s->view = NULL;
    s->scene = NULL;
    s->rgb = NULL;
    s->depth = NULL;
}

static void rendered_scene_destroy(rendered_scene* s) {
    rendered_scene_close(s);
    wend_graph_destroy(s->graph);
    ARRAY_FREE(&s->objects);
    ARRAY_FREE(&s->viewpoints);
}

static wend_status rendered_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the images of a viewpoint");
}

// ---- perception of a view -----------------------------------------------------------------------

static uint16_t rendered_share(float pixel, int side) {
    return (uint16_t)lrintf(fminf(fmaxf(pixel / (float)side, 0), 1) * 65535);
}

static bool rendered_has_name(wend_category c) {
    return c != WEND_CATEGORY_NONE && c != WEND_CATEGORY_WALL && c != WEND_CATEGORY_FLOOR &&
           c != WEND_CATEGORY_CEILING && c != WEND_CATEGORY_OBJECT && c != WEND_CATEGORY_UNLABELED;
}

static wend_status rendered_regions(rendered_scene* s, const wend_rgbd_image* picture, int view,
                                    wend_error* error) {
    WEND_TRY(wend_segmentation_look(s->segmentation, picture, error));
    for (int i = 0; i < wend_segmentation_count(s->segmentation); i++) {
        const wend_region* r = wend_segmentation_at(s->segmentation, i);
        wend_guess guesses[WEND_MAX_GUESSES];
        if (r->structure || r->pixels < MIN_PIXELS || r->features[WEND_FEATURE_CUT] > 4 * MAX_CUT)
            continue;
        if (!wend_segmentation_guess(s->segmentation, i, guesses) ||
            !rendered_has_name(guesses[0].category) || guesses[0].share < MIN_SHARE)
            continue;
        rendered_object* o = ARRAY_PUSH(&s->objects);
        if (!o) return rendered_no_memory(error);
        *o = (rendered_object){.view = (uint16_t)view,
                               .color = (uint8_t)wend_color_guess(r->rgb[0], r->rgb[1], r->rgb[2]),
                               .category = (uint16_t)guesses[0].category,
                               .confidence = (uint8_t)lrintf(100 * fminf(guesses[0].share, 1)),
                               .box = {rendered_share((float)r->left, picture->width),
                                       rendered_share((float)r->top, picture->height),
                                       rendered_share((float)r->right + 1, picture->width),
                                       rendered_share((float)r->bottom + 1, picture->height)}};
    }
    return WEND_OK;
}

// Closed doors, from the depth of level views.
static wend_status rendered_doors(rendered_scene* s, const wend_rgbd_image* picture, int view,
                                  wend_error* error) {
    wend_observation o = {.camera = {.width = picture->width,
                                     .height = picture->height,
                                     .hfov = picture->hfov,
                                     .eye_height = picture->eye_height,
                                     .rgb = picture->rgb,
                                     .depth = picture->depth}};
    ego_detection doors[MAX_DOORS];
    int count = recessed_doors_detect(&o, doors, MAX_DOORS / 2);
    count += flush_doors_find(&o, doors + count, MAX_DOORS / 2);
    float focal = (float)picture->width / 2 / tanf(picture->hfov * (float)(WEND_PI / 360));
    float x0 = (float)picture->width / 2, y0 = (float)picture->height / 2;
    for (int i = 0; i < count; i++) {
        rendered_object* added = doors[i].ahead > 0.1f ? ARRAY_PUSH(&s->objects) : NULL;
        if (doors[i].ahead <= 0.1f) continue;
        if (!added) return rendered_no_memory(error);
        float scale = focal / doors[i].ahead, x = x0 + doors[i].right * scale;
        *added = (rendered_object){
            .view = (uint16_t)view,
            .category = WEND_CATEGORY_DOOR,
            .confidence = 100,
            .box = {
                rendered_share(x - DOOR_WIDTH / 2 * scale, picture->width),
                rendered_share(y0 - (DOOR_HEIGHT - picture->eye_height) * scale, picture->height),
                rendered_share(x + DOOR_WIDTH / 2 * scale, picture->width),
                rendered_share(y0 + picture->eye_height * scale, picture->height)}};
    }
    return WEND_OK;
}

// The type of room that the objects of three neighbouring columns suggest: a view alone shows too
// few.
static uint8_t rendered_room(const rendered_scene* s, size_t first, int column) {
    room_clue clues[64];
    int count = 0;
    for (size_t i = first; i < s->objects.count && count < 64; i++) {
        const rendered_object* o = &s->objects.items[i];
        int apart = (o->view % 12 - column + 12) % 12;
        if (apart > 1 && apart < 11) continue;
        clues[count++] = (room_clue){(wend_category)o->category, (float)o->confidence / 100};
    }
    float probability;
    wend_room_type type = room_prior_guess(clues, count, &probability);
    return (uint8_t)(count && probability > MIN_ROOM ? type : WEND_ROOM_TYPE_COUNT);
}

// ---- a scene ------------------------------------------------------------------------------------

static wend_status rendered_perceive(rendered_scene* s, const wend_camera* camera, int node,
                                     wend_error* error) {
    float eye_height = (float)wend_graph_viewpoint(s->graph, node)->height;
    wend_camera_pose north = {.eye = wend_graph_position(s->graph, node)};
    rendered_viewpoint* p = ARRAY_PUSH(&s->viewpoints);
    if (!p) return rendered_no_memory(error);
    p->first = s->objects.count;
    wend_frame frame = {.rgb = s->rgb, .depth = s->depth};
    for (int view = 0; view < WEND_PANORAMA_VIEWS; view++) {
        wend_camera_pose pose = wend_panorama_camera_pose(&north, view);
        wend_rgbd_image picture = {.width = camera->width,
                                   .height = camera->height,
                                   .hfov = camera->hfov,
                                   .eye_height = eye_height,
                                   .tilt = pose.tilt,
                                   .rgb = s->rgb,
                                   .depth = s->depth};
        WEND_TRY(wend_renderer_render(s->renderer, s->view, &pose, &frame, error));
        WEND_TRY(rendered_regions(s, &picture, view, error));
        if (view / 12 == 1) WEND_TRY(rendered_doors(s, &picture, view, error));
    }
    for (int view = 0; view < WEND_PANORAMA_VIEWS; view++)
        p->room[view] =
            view / 12 == 1 ? rendered_room(s, p->first, view % 12) : (uint8_t)WEND_ROOM_TYPE_COUNT;
    return WEND_OK;
}

// Ids of viewpoints depend on the scene's hash, and graphs are made without baked light.
static wend_status rendered_graph(rendered_scene* s, const char* reference, wend_error* error) {
    wend_import_def import = wend_import_default_def();
    wend_scene* plain;
    import.bake = false;
    WEND_TRY(wend_scene_open(reference, &import, &plain, error));
    wend_status status = wend_viewpoints_make(plain, NULL, &s->graph, error);
    wend_scene_destroy(plain);
    return status;
}

static wend_status rendered_scene_run(rendered_scene* s, const rendering* r, const char* reference,
                                      wend_error* error) {
    size_t pixels = (size_t)r->camera.width * (size_t)r->camera.height;
    WEND_TRY(rendered_graph(s, reference, error));
    WEND_TRY(wend_scene_open(reference, NULL, &s->scene, error));
    WEND_TRY(wend_view_create(s->scene, NULL, &s->view, error));
    WEND_TRY(wend_renderer_create(&r->camera, &s->renderer, error));
    WEND_TRY(wend_segmentation_create(r->camera.width, r->camera.height, &s->segmentation, error));
    s->rgb = wend_alloc(3 * pixels);
    s->depth = wend_alloc(pixels * sizeof *s->depth);
    if (!s->rgb || !s->depth) return rendered_no_memory(error);
    for (int i = 0; i < wend_graph_count(s->graph); i++)
        WEND_TRY(rendered_perceive(s, &r->camera, i, error));
    return WEND_OK;
}

static void rendered_job(void* context, int index, int thread) {
    (void)thread;
    rendering* r = context;
    rendered_scene* s = &r->scenes[index];
    s->status = rendered_scene_run(s, r, r->def->scenes[index], &s->error);
    rendered_scene_close(s);
}

// ---- views --------------------------------------------------------------------------------------

static wend_status rendered_add_object(wend_views* v, const rendered_object* o, wend_error* error) {
    const char* name = wend_category_at((wend_category)o->category)->name;
    char text[96];
    snprintf(text, sizeof text, "%s %s", o->color ? wend_color_name((wend_color)o->color) : "",
             name);
    int64_t class_index = views_text_add(&v->classes, name, strlen(name));
    int64_t caption = views_add_caption(v, text);
    if (class_index < 0 || caption < 0) return rendered_no_memory(error);
    views_detection d = {.caption = (uint32_t)caption,
                         .class_index = (uint16_t)class_index,
                         .confidence = o->confidence};
    memcpy(d.box, o->box, sizeof d.box);
    return views_add_detection(v, &d, "rendered views", error);
}

static wend_status rendered_add_viewpoint(wend_views* v, const rendered_scene* s, int node,
                                          wend_error* error) {
    const rendered_viewpoint* p = &s->viewpoints.items[node];
    size_t end = (size_t)node + 1 < s->viewpoints.count ? p[1].first : s->objects.count;
    WEND_TRY(views_add_viewpoint(v, wend_graph_scan(s->graph),
                                 wend_graph_viewpoint(s->graph, node)->id, error));
    for (int view = 0; view < WEND_PANORAMA_VIEWS; view++) {
        uint8_t room = p->room[view];
        int64_t caption = views_add_caption(
            v, room < WEND_ROOM_TYPE_COUNT ? wend_room_type_name((wend_room_type)room) : "");
        views_view* added = ARRAY_PUSH(&v->views);
        if (caption < 0 || !added) return rendered_no_memory(error);
        *added = (views_view){(uint32_t)caption, (uint32_t)v->detections.count};
        for (size_t i = p->first; i < end; i++)
            if (s->objects.items[i].view == view)
                WEND_TRY(rendered_add_object(v, &s->objects.items[i], error));
    }
    return WEND_OK;
}

static wend_status rendered_views(const rendering* r, wend_views* v, wend_error* error) {
    for (int i = 0; i < r->def->scene_count; i++) {
        const rendered_scene* s = &r->scenes[i];
        if (s->status != WEND_OK) {
            if (error) *error = s->error;
            return s->status;
        }
        for (int node = 0; node < wend_graph_count(s->graph); node++)
            WEND_TRY(rendered_add_viewpoint(v, s, node, error));
    }
    WEND_TRY(views_end(v, "rendered views", error));
    return views_finish(v, "rendered views", error);
}

wend_status wend_views_render(const wend_views_render_def* def, wend_views** out,
                              wend_error* error) {
    *out = NULL;
    if (def->width < 64 || def->width > 1280 || def->width % 4)
        return wend_fail(error, WEND_ARGUMENT,
                         "images of width %d; it must be a multiple of 4 in [64, 1280]",
                         def->width);
    rendering r = {.def = def, .camera = wend_panorama_camera(def->width, def->width / 4 * 3)};
    wend_pool* pool = NULL;
    wend_views* v = views_create();
    r.scenes = wend_alloc_zero((size_t)def->scene_count + 1, sizeof *r.scenes);
    wend_status status =
        v && r.scenes ? wend_pool_create(def->threads, &pool, error) : rendered_no_memory(error);
    if (status == WEND_OK) wend_pool_run(pool, def->scene_count, rendered_job, &r);
    if (status == WEND_OK) status = rendered_views(&r, v, error);
    wend_pool_destroy(pool);
    for (int i = 0; r.scenes && i < def->scene_count; i++) rendered_scene_destroy(&r.scenes[i]);
    wend_free(r.scenes);
    if (status == WEND_OK)
        *out = v;
    else
        wend_views_destroy(v);
    return status;
}
