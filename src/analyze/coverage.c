// Coverage of tours: the share of the next path that an agent has observed before.
//
// The scene is a grid of voxels. A depth image of 64 x 64 pixels is rendered at each pose; the
// voxel of each pixel within range counts as observed. Rendering along the reference of an episode
// gives the voxels of its path. [IVLN, Figure 2b; camera of VLN-CE]
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "metrics/facts.h"

#include "wend/analyze.h"
#include "wend/sim.h"

enum { SIDE = 64 };              // pixels of a depth image
static const float EYE = 1.25f;  // camera height, metres  [VLN-CE]

wend_coverage_def wend_coverage_default_def(void) {
    return (wend_coverage_def){.range = 10, .cell = 0.2f};
}

// The voxel grid of a scene, and sets of voxels as bits.
typedef struct voxels {
    wend_vec3 low;
    float cell;
    int count[3];
    size_t words;
    uint64_t *path, *whole,
        *seen;  // voxels of the next path, of all paths of the tour, and observed by the agent
} voxels;

typedef struct coverage_scan {
    const wend_coverage_def* def;
    const wend_log_set* log;
    char scenes[4096];
    wend_world* world;
    wend_renderer* eye;
    float* depth;
    voxels voxels;
    wend_facts* facts;  // [log->count]
    arena memory;       // of facts
} coverage_scan;

static wend_status coverage_no_memory(const coverage_scan* s, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for the voxels of the scene",
                     s->def->log);
}

// ---- perception ---------------------------------------------------------------------------------

static void coverage_mark(const voxels* c, wend_vec3 at, uint64_t* set) {
    const float xyz[3] = {at.x - c->low.x, at.y - c->low.y, at.z - c->low.z};
    size_t index = 0;
    for (int i = 0; i < 3; i++) {
        int k = (int)floorf(xyz[i] / c->cell);
        if (k < 0 || k >= c->count[i]) return;
        index = index * (size_t)c->count[i] + (size_t)k;
    }
    set[index / 64] |= (uint64_t)1 << index % 64;
}

// Marks the voxels within range of a camera with 90 degrees field of view.
static wend_status coverage_look(coverage_scan* s, wend_vec3 feet, float heading, uint64_t* set,
                                 wend_error* error) {
    wend_camera_pose gaze = {{feet.x, feet.y + EYE, feet.z}, heading, 0};
    wend_frame frame = {.depth = s->depth};
    WEND_TRY(wend_renderer_render(s->eye, wend_world_view(s->world), &gaze, &frame, error));
    wend_vec3 ahead = wend_v3(-sinf(heading), 0, -cosf(heading));
    wend_vec3 right = wend_v3(cosf(heading), 0, -sinf(heading));
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            float z = s->depth[y * SIDE + x];
            if (z >= s->def->range) continue;
            float u = 2 * ((float)x + 0.5f) / SIDE - 1, v = 1 - 2 * ((float)y + 0.5f) / SIDE;
            wend_vec3 at = wend_v3_mad(wend_v3_mad(gaze.eye, ahead, z), right, u * z);
            at.y += v * z;
            coverage_mark(&s->voxels, at, set);
        }
    return WEND_OK;
}

static wend_status look_along(coverage_scan* s, const wend_path* path, uint64_t* set,
                              wend_error* error) {
    float heading = 0;
    for (int i = 0; i < path->count; i++) {
        const double *p = path->points[i], *next = path->points[i + 1 < path->count ? i + 1 : i];
        double x = next[0] - p[0], z = next[2] - p[2];
        if (x != 0 || z != 0) heading = (float)atan2(-x, -z);
        WEND_TRY(
            coverage_look(s, wend_v3((float)p[0], (float)p[1], (float)p[2]), heading, set, error));
    }
    return WEND_OK;
}

static wend_status look_at_poses(coverage_scan* s, const wend_pose* poses, size_t count,
                                 wend_error* error) {
    for (size_t i = 0; i < count; i++)
        WEND_TRY(coverage_look(s, poses[i].feet, poses[i].heading, s->voxels.seen, error));
    return WEND_OK;
}

static double coverage_share(const voxels* c, const uint64_t* wanted) {
    long all = 0, have = 0;
    for (size_t i = 0; i < c->words; i++) {
        all += __builtin_popcountll(wanted[i]);
        have += __builtin_popcountll(wanted[i] & c->seen[i]);
    }
    return all ? (double)have / (double)all : 0;
}

// ---- one tour -----------------------------------------------------------------------------------

static wend_status make_voxels(coverage_scan* s, wend_error* error) {
    voxels* c = &s->voxels;
    wend_aabb box = wend_scene_bounds(wend_world_scene(s->world));
    wend_vec3 size = wend_aabb_size(box);
    const float sides[3] = {size.x, size.y, size.z};
    size_t all = 1;
    wend_free(c->path);
    *c = (voxels){.low = box.low, .cell = s->def->cell};
    for (int i = 0; i < 3; i++) {
        c->count[i] = 1 + (int)(sides[i] / c->cell);
        all *= (size_t)c->count[i];
    }
    c->words = all / 64 + 1;
    c->path = wend_alloc_zero(3 * c->words, sizeof *c->path);
    if (!c->path) return coverage_no_memory(s, error);
    c->whole = c->path + c->words;
    c->seen = c->whole + c->words;
    return WEND_OK;
}

static wend_status coverage_open_world(coverage_scan* s, const char* scene, wend_error* error) {
    wend_world_source source = wend_world_default_source();
    source.scene = scene;
    source.folder = s->def->scenes ? s->def->scenes : *s->scenes ? s->scenes : NULL;
    source.cache = s->def->cache;
    source.import.bake = false;
    wend_world_destroy(s->world);
    s->world = NULL;
    return wend_world_open(&source, NULL, &s->world, error);
}

static wend_status scan_tour(coverage_scan* s, int first, int count, wend_coverage* out,
                             wend_error* error) {
    voxels* c = &s->voxels;
    const wend_log_record* records = s->log->records + first;
    const wend_facts* facts = s->facts + first;
    memset(c->path, 0, 3 * c->words * sizeof *c->path);
    for (int i = 0; i < count; i++)
        WEND_TRY(look_along(s, &facts[i].vln.given.reference, c->whole, error));
    for (int i = 0; i < count && i < WEND_COVERAGE_MAX; i++) {
        const wend_log_record* r = &records[i];
        memset(c->path, 0, c->words * sizeof *c->path);
        WEND_TRY(look_along(s, &facts[i].vln.given.reference, c->path, error));
        out->tours[i]++;
        out->next[i] += coverage_share(c, c->path);
        out->whole[i] += coverage_share(c, c->whole);
        if (out->count <= i) out->count = i + 1;
        WEND_TRY(look_at_poses(s, r->poses, (size_t)r->steps + 1, error));
        if (!s->def->own_steps)
            WEND_TRY(look_at_poses(s, r->led, strlen(r->to_goal) + strlen(r->to_start), error));
    }
    return WEND_OK;
}

// ---- all tours ----------------------------------------------------------------------------------

static wend_status read_facts_of(coverage_scan* s, const wend_score_kind* kind, int i,
                                 wend_error* error) {
    const wend_log_record* r = &s->log->records[i];
    facts_document document;
    if (r->failure || !r->to_goal)
        return wend_fail(error, WEND_UNSUPPORTED, "%s: episode %s %s", s->def->log, r->id,
                         r->failure ? "could not be played" : "is in no tour");
    WEND_TRY(facts_open(kind, r, s->def->log, &s->memory, &document, &s->facts[i], error));
    facts_close(&document, &s->facts[i]);
    if (!s->facts[i].vln.on_graph) return WEND_OK;
    return wend_fail(error, WEND_UNSUPPORTED,
                     "%s: the run is on a viewpoint graph; coverage of tours is measured in "
                     "continuous space (ir2r-ce)",
                     s->def->log);
}

static wend_status coverage_read_facts(coverage_scan* s, const char* task, wend_error* error) {
    const wend_score_kind* kind = wend_score_kind_find(task);
    if (!kind || !kind->in_tours)
        return wend_fail(error, WEND_UNSUPPORTED, "%s: the task '%s' has no tours", s->def->log,
                         task);
    s->facts = wend_alloc_zero((size_t)s->log->count + 1, sizeof *s->facts);
    if (!s->facts) return coverage_no_memory(s, error);
    for (int i = 0; i < s->log->count; i++) WEND_TRY(read_facts_of(s, kind, i, error));
    return WEND_OK;
}

static wend_status scan_all(coverage_scan* s, wend_coverage* out, wend_error* error) {
    const wend_log_record* records = s->log->records;
    for (int first = 0, end; first < s->log->count; first = end) {
        end = first + 1;
        while (end < s->log->count && strcmp(s->facts[first].tour, s->facts[end].tour) == 0) end++;
        if (!s->world || strcmp(records[first].scene, records[first - 1].scene) != 0) {
            WEND_TRY(coverage_open_world(s, records[first].scene, error));
            WEND_TRY(make_voxels(s, error));
        }
        WEND_TRY(scan_tour(s, first, end - first, out, error));
    }
    for (int i = 0; i < out->count; i++) {
        out->next[i] /= out->tours[i];
        out->whole[i] /= out->tours[i];
    }
    return WEND_OK;
}

static wend_status coverage_set_up(coverage_scan* s, wend_error* error) {
    wend_log_header header;
    const wend_coverage_def* def = s->def;
    if (!(def->range > 0 && def->range <= 100) || !(def->cell >= 0.05f && def->cell <= 2))
        return wend_fail(error, WEND_ARGUMENT,
                         "range %g m must be in (0, 100], cell %g m in [0.05, 2]",
                         (double)def->range, (double)def->cell);
    if (!s->log->complete)
        return wend_fail(error, WEND_UNSUPPORTED, "%s: the run is not complete", def->log);
    WEND_TRY(wend_log_read_header(s->log, def->log, &header, error));
    if (header.scenes_folder)
        WEND_TRY(file_beside(def->log, header.scenes_folder, s->scenes, sizeof s->scenes, error));
    WEND_TRY(coverage_read_facts(s, header.task, error));
    wend_camera camera = wend_camera_default_def();
    camera.width = camera.height = SIDE;
    s->depth = wend_alloc(SIDE * SIDE * sizeof *s->depth);
    return s->depth ? wend_renderer_create(&camera, &s->eye, error) : coverage_no_memory(s, error);
}

wend_status wend_coverage_compute(const wend_log_set* log, const wend_coverage_def* def,
                                  wend_coverage* coverage, wend_error* error) {
    *coverage = (wend_coverage){0};
    coverage_scan s = {.def = def, .log = log};
    wend_status status = coverage_set_up(&s, error);
    if (status == WEND_OK) status = scan_all(&s, coverage, error);
    wend_renderer_destroy(s.eye);
    wend_world_destroy(s.world);
    wend_free(s.depth);
    wend_free(s.voxels.path);
    wend_free(s.facts);
    arena_destroy(&s.memory);
    return status;
}
