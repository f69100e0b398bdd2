#include "region_samples.h"

#include <stdio.h>
#include <string.h>

#include "options.h"

static const float SMALL = 0.33f;    // metres, diagonal of the bounding box: PASTURE's "small"
enum { GOALS = 24, MIN_SEEN = 30 };  // max inserted objects; min grid points of a visible one

typedef struct sampler {
    region_samples* out;
    const region_samples_def* def;
    const wend_scene* scene;
    const wend_scene_arrays* arrays;
    wend_world* world;
    wend_sim* sim;
    wend_segmentation* segmentation;
    uint8_t* rgb;
    float* depth;
    uint32_t* object;
    int* area;  // [objects] grid points of each object in the image
    wend_rng rng;
} sampler;

// ---- inserted objects and poses -----------------------------------------------------------------

static int make_inserted(wend_inserted_object* inserted, wend_rng* rng) {
    int count = 0;
    for (int c = 1; c < WEND_CATEGORY_COUNT && count < GOALS; c++)
        if (wend_category_at((wend_category)c)->flags &
            (WEND_CATEGORY_ROBOTHOR | WEND_CATEGORY_UNCOMMON))
            inserted[count++] = (wend_inserted_object){.category = (wend_category)c,
                                                       .variant = wend_rng_u32(rng) % 1000};
    return count;
}

static bool can_stand_on(const wend_object* o) {
    switch (wend_category_at((wend_category)o->category)->mpcat) {
        case WEND_MPCAT_TABLE:
        case WEND_MPCAT_CHEST_OF_DRAWERS:
        case WEND_MPCAT_COUNTER:
        case WEND_MPCAT_CABINET:
        case WEND_MPCAT_FURNITURE:
            return o->bounds.high.y - o->bounds.low.y < 1.2f;
        default:
            return false;
    }
}

static bool random_top(sampler* s, wend_vec3* at) {
    for (int attempt = 0; attempt < 60; attempt++) {
        uint32_t i = wend_rng_below(&s->rng, s->arrays->objects.count);
        const wend_object* o = &s->arrays->objects.items[i];
        if (i == 0 || !can_stand_on(o)) continue;
        wend_vec3 size = wend_aabb_size(o->bounds);
        if (size.x < 0.3f || size.z < 0.3f) continue;
        at->x = wend_rng_between(&s->rng, o->bounds.low.x + 0.12f, o->bounds.high.x - 0.12f);
        at->y = o->bounds.high.y;
        at->z = wend_rng_between(&s->rng, o->bounds.low.z + 0.12f, o->bounds.high.z - 0.12f);
        return true;
    }
    return false;
}

static wend_status place_inserted(sampler* s, wend_error* error) {
    for (uint32_t id = wend_scene_first_inserted(s->scene); id < s->arrays->objects.count; id++) {
        const wend_object* o = &s->arrays->objects.items[id];
        unsigned flags = wend_category_at((wend_category)o->category)->flags;
        wend_vec3 at;
        bool high = (flags & WEND_CATEGORY_SMALL) && wend_rng_chance(&s->rng, 0.75f);
        if (!(high && random_top(s, &at)) &&
            !wend_navmesh_random_point(wend_world_navmesh(s->world), &s->rng, -1, &at))
            continue;
        float heading = wend_rng_between(&s->rng, 0, (float)(2 * WEND_PI));
        WEND_TRY(wend_sim_place(s->sim, id, at, heading, error));
    }
    return WEND_OK;
}

// Samples a pose on the navmesh. If `towards`, the camera faces a random object that is not
// structure, at 0.7 to 4 m.
static bool random_pose(sampler* s, bool towards, wend_vec3* feet, float* heading) {
    const wend_navmesh* mesh = wend_world_navmesh(s->world);
    if (!wend_navmesh_random_point(mesh, &s->rng, -1, feet)) return false;
    *heading = wend_rng_between(&s->rng, 0, (float)(2 * WEND_PI));
    for (int attempt = 0; towards && attempt < 40; attempt++) {
        uint32_t id = 1 + wend_rng_below(&s->rng, s->arrays->objects.count - 1);
        if (s->arrays->objects.items[id].flags & WEND_OBJECT_STRUCTURE) continue;
        wend_vec3 goal = wend_sim_object_at(s->sim, id), at = goal, snapped;
        float angle = wend_rng_between(&s->rng, 0, (float)(2 * WEND_PI));
        float away = wend_rng_between(&s->rng, 0.7f, 4);
        at.x += away * sinf(angle);
        at.z += away * cosf(angle);
        if (!wend_navmesh_snap(mesh, at, &snapped) || wend_v3_distance(snapped, at) > 2) continue;
        *feet = snapped;
        *heading =
            atan2f(snapped.x - goal.x, snapped.z - goal.z) + wend_rng_between(&s->rng, -0.5f, 0.5f);
        return true;
    }
    return true;
}

// ---- ground truth -------------------------------------------------------------------------------

// Holds out one asset in four: no prototype is built from it.
static bool is_held_out(const sampler* s, const wend_object* o) {
    const wend_scene_arrays* a = s->arrays;
    const char* mesh =
        o->instance_count
            ? wend_scene_text(s->scene,
                              a->meshes.items[a->instances.items[o->first_instance].mesh].name)
            : "";
    char key[200];
    snprintf(key, sizeof key, "%d %d %d %.150s", o->category, o->color, o->material, mesh);
    return wend_hash_text(key, 0) % 4 == 0;
}

static uint32_t region_samples_object_at(const sampler* s, int row, int column, int step) {
    int x = column * step + step / 2, y = row * step + step / 2;
    return s->object[y * s->def->side + x];
}

// The object with the most points in the region, and their number.
static uint32_t main_object(const sampler* s, const int32_t* labels, int index, int* points) {
    const wend_region* r = wend_segmentation_at(s->segmentation, index);
    enum { SLOTS = 32 };
    uint32_t ids[SLOTS];
    int counts[SLOTS], used = 0, best = 0;
    int step = r->pixels ? (s->def->side + 335) / 336 : 1, width = s->def->side / step;
    for (int row = r->top / step; row <= r->bottom / step; row++)
        for (int column = r->left / step; column <= r->right / step; column++) {
            if (labels[row * width + column] != index) continue;
            uint32_t id = region_samples_object_at(s, row, column, step);
            int at = 0;
            while (at < used && ids[at] != id) at++;
            if (at == used) {
                if (used == SLOTS) continue;
                ids[used] = id;
                counts[used++] = 0;
            }
            counts[at]++;
        }
    for (int i = 1; i < used; i++)
        if (counts[i] > counts[best]) best = i;
    *points = used ? counts[best] : 0;
    return used ? ids[best] : 0;
}

// Appends an uninitialised sample; NULL when out of memory.
static region_sample* push_sample(region_samples* samples) {
    if (samples->count == samples->capacity) {
        size_t capacity = 2 * samples->capacity + 1024;
        region_sample* grown = wend_realloc(samples->regions, capacity * sizeof *grown);
        if (!grown) return NULL;
        samples->regions = grown;
        samples->capacity = capacity;
    }
    return &samples->regions[samples->count++];
}

static wend_status add_region(sampler* s, const int32_t* labels, int index, wend_error* error) {
    const wend_region* r = wend_segmentation_at(s->segmentation, index);
    int points;
    uint32_t id = main_object(s, labels, index, &points);
    const wend_object* o = &s->arrays->objects.items[id];
    region_sample* sample = push_sample(s->out);
    if (!sample) return wend_fail(error, WEND_NO_MEMORY, "out of memory for the samples");
    bool pure = 10 * points > 6 * r->pixels, clean = 10 * points > 9 * r->pixels;
    *sample =
        (region_sample){.category = pure ? (wend_category)o->category : WEND_CATEGORY_NONE,
                        .color = clean ? o->color : 0,
                        .material = clean ? o->material : 0,
                        .made_so = wend_region_material_fits(r, (wend_material_type)o->material),
                        .small = wend_region_size_fits(r, WEND_SIZE_SMALL),
                        .is_small = wend_v3_length(wend_aabb_size(o->bounds)) <= SMALL,
                        .held_out = is_held_out(s, o),
                        .pixels = r->pixels};
    memcpy(sample->features, r->features, sizeof r->features);
    wend_guess guesses[WEND_MAX_GUESSES];
    int count = wend_segmentation_guess(s->segmentation, index, guesses);
    if (count) sample->best = guesses[0];
    sample->share = wend_segmentation_is(s->segmentation, index, sample->category);
    if (10 * points > 5 * s->area[id] && s->area[id] >= MIN_SEEN) {
        s->out->found[o->category] += pure;
        s->area[id] = 0;  // counts each object once
    }
    return WEND_OK;
}

static wend_status region_samples_add_picture(sampler* s, wend_error* error) {
    int side = s->def->side, step = (side + 335) / 336, width = side / step;
    wend_frame frame = {.rgb = s->rgb, .depth = s->depth, .object = s->object};
    WEND_TRY(wend_sim_observe(s->sim, &frame, error));
    wend_rgbd_image picture = {.width = side,
                               .height = side,
                               .hfov = 90,
                               .eye_height = wend_sim_get_def(s->sim)->body.eye_height,
                               .rgb = s->rgb,
                               .depth = s->depth};
    double start = seconds_now();
    WEND_TRY(wend_segmentation_look(s->segmentation, &picture, error));
    s->out->seconds += seconds_now() - start;
    s->out->pictures++;
    int32_t* labels = wend_alloc((size_t)width * (size_t)width * sizeof *labels);
    if (!labels) return wend_fail(error, WEND_NO_MEMORY, "out of memory for the labels");
    memset(s->area, 0, s->arrays->objects.count * sizeof *s->area);
    for (int row = 0; row < width; row++)
        for (int column = 0; column < width; column++) {
            labels[row * width + column] =
                wend_segmentation_region_at(s->segmentation, column * step, row * step);
            s->area[region_samples_object_at(s, row, column, step)]++;
        }
    for (uint32_t i = 1; i < s->arrays->objects.count; i++)
        s->out->seen[s->arrays->objects.items[i].category] += s->area[i] >= MIN_SEEN;
    wend_status status = WEND_OK;
    for (int i = 0; i < wend_segmentation_count(s->segmentation) && status == WEND_OK; i++)
        status = add_region(s, labels, i, error);
    wend_free(labels);
    return status;
}

// ---- sampling a scene ---------------------------------------------------------------------------

static wend_status add_pictures(sampler* s, wend_error* error) {
    for (int i = 0; i < s->def->pictures; i++) {
        wend_vec3 feet;
        float heading;
        if (!random_pose(s, false, &feet, &heading)) return WEND_OK;
        wend_rng none = wend_rng_make(0, 0), places = s->rng;
        WEND_TRY(wend_sim_reset(s->sim, s->world, feet, heading, none, error));
        WEND_TRY(place_inserted(s, error));
        if (i % 2 && random_pose(s, true, &feet, &heading)) {  // keeps the inserted objects
            wend_rng next = s->rng;
            s->rng = places;
            WEND_TRY(wend_sim_reset(s->sim, s->world, feet, heading, none, error));
            WEND_TRY(place_inserted(s, error));
            s->rng = next;
        }
        WEND_TRY(region_samples_add_picture(s, error));
    }
    return WEND_OK;
}

static wend_status region_samples_open_world(sampler* s, const char* scene,
                                             const wend_inserted_object* inserted, int count,
                                             wend_error* error) {
    wend_world_source source = wend_world_default_source();
    wend_world_def def = wend_world_default_def();
    wend_sim_def sim = wend_sim_default_def();
    source.scene = scene;
    def.inserted = inserted;
    def.inserted_count = count;
    def.navmesh.open_doors = true;
    sim.body = wend_body_robothor();
    sim.camera.width = sim.camera.height = s->def->side;
    WEND_TRY(wend_world_open(&source, &def, &s->world, error));
    WEND_TRY(wend_sim_create(&sim, &s->sim, error));
    WEND_TRY(wend_segmentation_create(s->def->side, s->def->side, &s->segmentation, error));
    s->scene = wend_world_scene(s->world);
    s->arrays = wend_scene_get(s->scene);
    size_t pixels = (size_t)s->def->side * (size_t)s->def->side;
    s->rgb = wend_alloc(3 * pixels);
    s->depth = wend_alloc(pixels * sizeof *s->depth);
    s->object = wend_alloc(pixels * sizeof *s->object);
    s->area = wend_alloc(s->arrays->objects.count * sizeof *s->area);
    return s->rgb && s->depth && s->object && s->area
               ? WEND_OK
               : wend_fail(error, WEND_NO_MEMORY, "out of memory for the images");
}

wend_status region_samples_add(region_samples* samples, const char* scene,
                               const region_samples_def* def, wend_error* error) {
    wend_inserted_object inserted[GOALS];
    sampler s = {.out = samples, .def = def, .rng = wend_rng_for(def->seed, scene, "samples")};
    int count = make_inserted(inserted, &s.rng);
    wend_status status = region_samples_open_world(&s, scene, inserted, count, error);
    if (status == WEND_OK) status = add_pictures(&s, error);
    wend_free(s.rgb);
    wend_free(s.depth);
    wend_free(s.object);
    wend_free(s.area);
    wend_segmentation_destroy(s.segmentation);
    wend_sim_destroy(s.sim);
    wend_world_destroy(s.world);
    return status;
}

void region_samples_destroy(region_samples* samples) {
    wend_free(samples->regions);
    *samples = (region_samples){0};
}
