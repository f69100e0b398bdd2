#include "wend/coverage.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "metrics/told_walk.h"

#include "wend/sim.h"

enum { SIDE = 64 };              // pixels of what is seen from a place
static const float EYE = 1.25f;  // metres  [VLN-CE]

wend_coverage_def wend_coverage_default_def(void) {
    return (wend_coverage_def){.range = 10, .cell = 0.2f};
}

// The cubes of a scene, and which of them were seen.
typedef struct cubes {
    wend_vec3 low;
    float cell;
    int count[3];
    size_t words;
    uint64_t *path, *whole, *seen;  // by the next path, by all paths, by the body
} cubes;

typedef struct surveyor {
    const wend_coverage_def* def;
    const wend_log_set* log;
    char scenes[4096];
    wend_world* world;
    wend_eye* eye;
    float* depth;
    cubes cubes;
} surveyor;

static wend_status no_memory(const surveyor* s, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: no memory for what was seen", s->def->log);
}

// ---- seeing -------------------------------------------------------------------------------------

static void mark(const cubes* c, wend_vec3 at, uint64_t* set) {
    const float xyz[3] = {at.x - c->low.x, at.y - c->low.y, at.z - c->low.z};
    size_t index = 0;
    for (int i = 0; i < 3; i++) {
        int k = (int)floorf(xyz[i] / c->cell);
        if (k < 0 || k >= c->count[i]) return;
        index = index * (size_t)c->count[i] + (size_t)k;
    }
    set[index / 64] |= (uint64_t)1 << index % 64;
}

// Everything within range that a camera of 90 degrees sees.
static wend_status look(surveyor* s, wend_vec3 feet, float heading, uint64_t* set,
                        wend_error* error) {
    wend_gaze gaze = {{feet.x, feet.y + EYE, feet.z}, heading, 0};
    wend_frame frame = {.depth = s->depth};
    WEND_TRY(wend_eye_render(s->eye, wend_world_view(s->world), &gaze, &frame, error));
    wend_vec3 ahead = wend_v3(-sinf(heading), 0, -cosf(heading));
    wend_vec3 right = wend_v3(cosf(heading), 0, -sinf(heading));
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            float z = s->depth[y * SIDE + x];
            if (z >= s->def->range) continue;
            float u = 2 * ((float)x + 0.5f) / SIDE - 1, v = 1 - 2 * ((float)y + 0.5f) / SIDE;
            wend_vec3 at = wend_v3_mad(wend_v3_mad(gaze.eye, ahead, z), right, u * z);
            at.y += v * z;
            mark(&s->cubes, at, set);
        }
    return WEND_OK;
}

static wend_status look_along(surveyor* s, const wend_path* path, uint64_t* set,
                              wend_error* error) {
    float heading = 0;
    for (int i = 0; i < path->count; i++) {
        const double *p = path->places[i], *next = path->places[i + 1 < path->count ? i + 1 : i];
        double x = next[0] - p[0], z = next[2] - p[2];
        if (x != 0 || z != 0) heading = (float)atan2(-x, -z);
        WEND_TRY(look(s, wend_v3((float)p[0], (float)p[1], (float)p[2]), heading, set, error));
    }
    return WEND_OK;
}

static wend_status look_at_poses(surveyor* s, const wend_log_pose* poses, size_t count,
                                 wend_error* error) {
    for (size_t i = 0; i < count; i++)
        WEND_TRY(look(s, poses[i].feet, poses[i].heading, s->cubes.seen, error));
    return WEND_OK;
}

static double share(const cubes* c, const uint64_t* wanted) {
    long all = 0, have = 0;
    for (size_t i = 0; i < c->words; i++) {
        all += __builtin_popcountll(wanted[i]);
        have += __builtin_popcountll(wanted[i] & c->seen[i]);
    }
    return all ? (double)have / (double)all : 0;
}

// ---- one tour -----------------------------------------------------------------------------------

static wend_status make_cubes(surveyor* s, wend_error* error) {
    cubes* c = &s->cubes;
    wend_aabb box = wend_scene_bounds(wend_world_scene(s->world));
    wend_vec3 size = wend_aabb_size(box);
    const float sides[3] = {size.x, size.y, size.z};
    size_t all = 1;
    wend_free(c->path);
    *c = (cubes){.low = box.low, .cell = s->def->cell};
    for (int i = 0; i < 3; i++) {
        c->count[i] = 1 + (int)(sides[i] / c->cell);
        all *= (size_t)c->count[i];
    }
    c->words = all / 64 + 1;
    c->path = wend_alloc_zero(3 * c->words, sizeof *c->path);
    if (!c->path) return no_memory(s, error);
    c->whole = c->path + c->words;
    c->seen = c->whole + c->words;
    return WEND_OK;
}

static wend_status open_world(surveyor* s, const char* scene, wend_error* error) {
    wend_world_source source = wend_world_default_source();
    source.scene = scene;
    source.folder = s->def->scenes ? s->def->scenes : *s->scenes ? s->scenes : NULL;
    source.cache = s->def->cache;
    source.import.bake = false;
    wend_world_destroy(s->world);
    s->world = NULL;
    return wend_world_open(&source, NULL, &s->world, error);
}

// What an episode's reference shows, into `set`.
static wend_status show_reference(surveyor* s, const wend_log_record* r, uint64_t* set,
                                  wend_error* error) {
    json_document document;
    told_walk walk;
    WEND_TRY(json_document_parse(r->facts, strlen(r->facts), s->def->log, 1, &document, error));
    json_at facts = json_document_root(&document);
    wend_status status = told_walk_read(r, &facts, &walk, error);
    if (status == WEND_OK) status = look_along(s, &walk.given.reference, set, error);
    told_walk_destroy(&walk);
    json_document_destroy(&document);
    return status;
}

static wend_status survey_tour(surveyor* s, const wend_log_record* records, int count,
                               wend_coverage* out, wend_error* error) {
    cubes* c = &s->cubes;
    memset(c->path, 0, 3 * c->words * sizeof *c->path);
    for (int i = 0; i < count; i++) WEND_TRY(show_reference(s, &records[i], c->whole, error));
    for (int i = 0; i < count && i < WEND_COVERAGE_MAX; i++) {
        const wend_log_record* r = &records[i];
        memset(c->path, 0, c->words * sizeof *c->path);
        WEND_TRY(show_reference(s, r, c->path, error));
        out->tours[i]++;
        out->next[i] += share(c, c->path);
        out->whole[i] += share(c, c->whole);
        if (out->count <= i) out->count = i + 1;
        WEND_TRY(look_at_poses(s, r->poses, (size_t)r->steps + 1, error));
        if (!s->def->own_steps)
            WEND_TRY(look_at_poses(s, r->led, strlen(r->to_goal) + strlen(r->to_start), error));
    }
    return WEND_OK;
}

// ---- all of them --------------------------------------------------------------------------------

static wend_status tour_of(const surveyor* s, const wend_log_record* r, char id[64],
                           wend_error* error) {
    json_document document;
    json_at field = {0};
    const char* text = "";
    if (r->failure || !r->to_goal)
        return wend_fail(error, WEND_UNSUPPORTED, "%s: episode %s %s", s->def->log, r->id,
                         r->failure ? "could not be played" : "is in no tour");
    WEND_TRY(json_document_parse(r->facts, strlen(r->facts), s->def->log, 1, &document, error));
    json_at facts = json_document_root(&document);
    wend_status status = json_optional(&facts, "viewpoints", &field, error);
    if (status == WEND_OK && field.value)
        status = wend_fail(error, WEND_UNSUPPORTED,
                           "%s: walks over a viewpoint graph; what is seen of tours is measured "
                           "in continuous space (ir2r-ce)",
                           s->def->log);
    if (status == WEND_OK) status = json_field(&facts, "tour", &field, error);
    if (status == WEND_OK) status = json_text(&field, &text, error);
    snprintf(id, 64, "%s", text);
    json_document_destroy(&document);
    return status;
}

static wend_status survey_all(surveyor* s, wend_coverage* out, wend_error* error) {
    const wend_log_record* records = s->log->records;
    for (int first = 0, end; first < s->log->count; first = end) {
        char tour[64], other[64];
        WEND_TRY(tour_of(s, &records[first], tour, error));
        for (end = first + 1; end < s->log->count; end++) {
            WEND_TRY(tour_of(s, &records[end], other, error));
            if (strcmp(tour, other) != 0) break;
        }
        if (!s->world || strcmp(records[first].scene, records[first - 1].scene) != 0) {
            WEND_TRY(open_world(s, records[first].scene, error));
            WEND_TRY(make_cubes(s, error));
        }
        WEND_TRY(survey_tour(s, &records[first], end - first, out, error));
    }
    for (int i = 0; i < out->count; i++) {
        out->next[i] /= out->tours[i];
        out->whole[i] /= out->tours[i];
    }
    return WEND_OK;
}

static wend_status set_up(surveyor* s, wend_error* error) {
    wend_log_header header;
    const wend_coverage_def* def = s->def;
    if (!(def->range > 0 && def->range <= 100) || !(def->cell >= 0.05f && def->cell <= 2))
        return wend_fail(error, WEND_ARGUMENT,
                         "seeing %g m in cubes of %g m; at most 100, and 0.05 to 2 are possible",
                         (double)def->range, (double)def->cell);
    if (!s->log->complete)
        return wend_fail(error, WEND_UNSUPPORTED, "%s: the run is not complete", def->log);
    WEND_TRY(wend_log_read_header(s->log, def->log, &header, error));
    if (header.scenes_folder)
        WEND_TRY(file_beside(def->log, header.scenes_folder, s->scenes, sizeof s->scenes, error));
    wend_camera camera = wend_camera_default();
    camera.width = camera.height = SIDE;
    s->depth = wend_alloc(SIDE * SIDE * sizeof *s->depth);
    return s->depth ? wend_eye_create(&camera, &s->eye, error) : no_memory(s, error);
}

wend_status wend_coverage_compute(const wend_log_set* log, const wend_coverage_def* def,
                                  wend_coverage* coverage, wend_error* error) {
    *coverage = (wend_coverage){0};
    surveyor s = {.def = def, .log = log};
    wend_status status = set_up(&s, error);
    if (status == WEND_OK) status = survey_all(&s, coverage, error);
    wend_eye_destroy(s.eye);
    wend_world_destroy(s.world);
    wend_free(s.depth);
    wend_free(s.cubes.path);
    return status;
}
