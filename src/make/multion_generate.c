// Generates MultiON episodes for any scene. [Wani et al. 2020, §5.1: start and goals on one floor,
// legs of 2 to 20 m; §3: classes without replacement]
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "ranks/shares.h"

#include "wend/benchmarks/habitat.h"
#include "wend/benchmarks/multion.h"
#include "wend/make.h"

enum { MAX_TRIES = 400, MAX_RESTARTS = 50 };  // samples per object; restarts per episode
enum { DIRECTIONS = 8 };
static const float FLOOR_TOLERANCE = 0.2f;  // metres of height within one floor
static const float SIGHT = 1;               // metres from which an object must be visible

wend_multion_def wend_multion_default_def(void) {
    return (wend_multion_def){.goals = 3,
                              .count = 10,
                              .min_leg = 2,
                              .max_leg = 20,
                              .clearance = 0.25f,
                              .apart = 1,
                              .body_radius = 0.1f,
                              .body_height = 1.5f};
}

// ---- positions ----------------------------------------------------------------------------------

typedef struct maker {
    const wend_multion_def* def;
    const wend_navmesh* mesh;
    const wend_scene_arrays* scene;
    wend_rng rng;
    bool out_of_memory;  // a geodesic distance could not be computed: nothing more is drawn
} maker;

typedef struct draft {
    wend_vec3 start;
    wend_vec3 positions[WEND_MULTION_MAX_GOALS + WEND_MULTION_MAX_DISTRACTORS];
    int count;
    float length;  // geodesic metres through all goals
    float heading;
    int level, island;
} draft;

// Rounds to 0.1 mm, for short files.
static float rounded(float x) { return (float)(round((double)x * 1e4) / 1e4); }

// The floor at a position and its height; -1 on stairs. A scene without levels has one floor.
static int multion_generate_level_at(const maker* m, wend_vec3 at, float* floor) {
    for (uint32_t i = 0; i < m->scene->levels.count; i++) {
        *floor = m->scene->levels.items[i].floor;
        if (fabsf(at.y - *floor) <= FLOOR_TOLERANCE) return (int)i;
    }
    *floor = at.y;
    return m->scene->levels.count ? -1 : 0;
}

// Samples a position on the island and floor of the draft; floor -1: any.
static bool draw_place(maker* m, const draft* d, wend_vec3* at, int* level) {
    float floor;
    if (!wend_navmesh_random_point(m->mesh, &m->rng, d->island, at)) return false;
    *level = multion_generate_level_at(m, *at, &floor);
    if (*level < 0 || (d->level >= 0 && *level != d->level)) return false;
    *at = wend_v3(rounded(at->x), rounded(floor), rounded(at->z));
    return d->level < 0 || m->scene->levels.count || fabsf(at->y - d->start.y) <= FLOOR_TOLERANCE;
}

// Whether the object is visible from some direction: a straight navigable line of SIGHT metres ends
// at it.
static bool multion_generate_is_seen(const maker* m, wend_vec3 at) {
    for (int i = 0; i < DIRECTIONS; i++) {
        float angle = (float)(2 * WEND_PI) * (float)i / DIRECTIONS;
        wend_vec3 to = wend_v3(at.x + SIGHT * cosf(angle), at.y, at.z + SIGHT * sinf(angle));
        wend_vec3 end = wend_navmesh_step(m->mesh, at, to, false);
        if (hypotf(end.x - at.x, end.z - at.z) > SIGHT - 0.01f) return true;
    }
    return false;
}

static bool is_apart(const maker* m, const draft* d, wend_vec3 at) {
    for (int i = 0; i < d->count; i++)
        if (wend_v3_distance(d->positions[i], at) < m->def->apart) return false;
    return true;
}

// Samples an object; the geodesic distance of a goal from `from` is within the range of a leg.
static bool multion_generate_add_object(maker* m, draft* d, wend_vec3 from, bool goal) {
    const wend_multion_def* def = m->def;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
        wend_vec3 at;
        int level;
        float leg = INFINITY;
        if (!draw_place(m, d, &at, &level) || !is_apart(m, d, at)) continue;
        if (goal && wend_v3_distance(from, at) > def->max_leg) continue;
        if (wend_navmesh_obstacle_distance(m->mesh, at, def->clearance, NULL) < def->clearance)
            continue;
        if (goal &&
            wend_navmesh_distance(m->mesh, from, (wend_vec3_span){&at, 1}, &leg, NULL) != WEND_OK) {
            m->out_of_memory = true;
            return false;
        }
        if (goal && !(leg >= def->min_leg && leg <= def->max_leg)) continue;
        if (!multion_generate_is_seen(m, at)) continue;
        d->positions[d->count++] = at;
        if (goal) d->length += leg;
        return true;
    }
    return false;
}

static bool multion_generate_draw_objects(maker* m, draft* d) {
    wend_vec3 from = d->start;
    d->count = 0;
    d->length = 0;
    for (int i = 0; i < m->def->goals; i++) {
        if (!multion_generate_add_object(m, d, from, true)) return false;
        from = d->positions[i];
    }
    for (int i = 0; i < m->def->distractors; i++)
        if (!multion_generate_add_object(m, d, from, false)) return false;
    return true;
}

static bool multion_generate_draw_episode(maker* m, draft* d) {
    for (int tries = 0; tries < MAX_RESTARTS && !m->out_of_memory; tries++) {
        int level;
        d->level = d->island = -1;
        if (!draw_place(m, d, &d->start, &level)) continue;
        d->island = wend_navmesh_island_at(m->mesh, d->start);
        d->level = m->def->several_floors ? -1 : level;
        d->heading = rounded(wend_rng_between(&m->rng, -(float)WEND_PI, (float)WEND_PI));
        if (d->island >= 0 && multion_generate_draw_objects(m, d)) return true;
    }
    return false;
}

// ---- records ------------------------------------------------------------------------------------

static wend_dvec3 multion_generate_point_of(wend_vec3 at) {
    return (wend_dvec3){round((double)at.x * 1e4) / 1e4, round((double)at.y * 1e4) / 1e4,
                        round((double)at.z * 1e4) / 1e4};
}

// Names in Habitat's files: "cylinder_red", "electric_guitar".
static const char* multion_generate_name_of(int class_id, char* text, size_t size) {
    static const char* const cylinders[] = {
#define X(name, word) word,
        WEND_MULTION_CLASS_LIST(X)
#undef X
    };
    if (class_id < WEND_MULTION_CLASSES) return cylinders[class_id];
    snprintf(text, size, "%s", wend_category_at(wend_multion_category(class_id))->name);
    for (char* p = text; *p; p++)
        if (*p == ' ') *p = '_';
    return text;
}

static int class_count(const wend_multion_def* def) {
    return def->natural ? WEND_MULTION_NATURAL - WEND_MULTION_CLASSES : WEND_MULTION_CLASSES;
}

// Shuffles the classes: goals take the first, distractors cycle through the rest.
static void multion_generate_shuffle(maker* m, int classes[WEND_MULTION_NATURAL]) {
    int count = class_count(m->def), first = m->def->natural ? WEND_MULTION_CLASSES : 0;
    for (int i = 0; i < count; i++) classes[i] = first + i;
    for (int i = count - 1; i > 0; i--) {
        int k = (int)wend_rng_below(&m->rng, (uint32_t)i + 1), other = classes[k];
        classes[k] = classes[i];
        classes[i] = other;
    }
}

static const wend_habitat_goal* write_goals(arena* memory, const draft* d, int first, int count,
                                            const int* classes, int class_number) {
    wend_habitat_goal* goals = arena_alloc_zero(memory, (size_t)count + 1, sizeof *goals);
    char word[64];
    for (int i = 0; goals && i < count; i++) {
        const char* name = multion_generate_name_of(classes[i % class_number], word, sizeof word);
        goals[i] = (wend_habitat_goal){
            .position = multion_generate_point_of(d->positions[first + i]),
            .radius = NAN,
            .category = arena_text(memory, name, strlen(name)),
            .extra = "{\"radius\": null, \"room_id\": null, \"room_name\": null}"};
        if (!goals[i].category) return NULL;
    }
    return goals;
}

static bool multion_generate_write_episode(const wend_multion_def* def, arena* memory,
                                           const char* scene, const draft* d, const int* classes,
                                           wend_habitat_episode* out) {
    *out = (wend_habitat_episode){
        .scene = scene,
        .start = multion_generate_point_of(d->start),
        .rotation = {0, sin((double)d->heading / 2), 0, cos((double)d->heading / 2)},
        .distance = (double)rounded(d->length),
        .extra = "{\"start_room\": null, \"shortest_paths\": [[]]}",
        .goal_count = def->goals,
        .distractor_count = def->distractors};
    out->goals = write_goals(memory, d, 0, def->goals, classes, class_count(def));
    if (def->distractors)
        out->distractors = write_goals(memory, d, def->goals, def->distractors,
                                       classes + def->goals, class_count(def) - def->goals);
    return out->goals && (out->distractors || !def->distractors);
}

// ---- scenes -------------------------------------------------------------------------------------

// An episode before it is written: plain data, which ranks send.
typedef struct drawn_episode {
    draft draft;
    int classes[WEND_MULTION_NATURAL];
} drawn_episode;

typedef struct scene_job {
    drawn_episode* drawn;  // [def->count]
    arena memory;
    wend_status status;
    wend_error error;
} scene_job;

typedef struct generation {
    const wend_multion_def* def;
    const char* const* scenes;
    int scene_count, done;
    scene_job* jobs;                 // [scene_count]
    wend_habitat_episode* episodes;  // [scene_count * def->count]
    pthread_mutex_t lock;
} generation;

static wend_status fill_scene(const generation* g, int index, const wend_world* world,
                              scene_job* job) {
    const char* scene = g->scenes[index];
    maker m = {.def = g->def,
               .mesh = wend_world_navmesh(world),
               .scene = wend_scene_get(wend_world_scene(world))};
    for (int i = 0; i < g->def->count; i++) {
        char id[1200];
        snprintf(id, sizeof id, "%.1100s/%d", scene, i);
        m.rng = wend_rng_for(g->def->seed, id, "multion episode");
        bool drawn = multion_generate_draw_episode(&m, &job->drawn[i].draft);
        if (m.out_of_memory)
            return wend_fail(&job->error, WEND_NO_MEMORY, "%s: out of memory for its episodes",
                             scene);
        if (!drawn)
            return wend_fail(&job->error, WEND_FORMAT,
                             "%s: no positions for %d goals and %d distractors, %g to %g m "
                             "from one to the next; use fewer or shorter distances",
                             scene, g->def->goals, g->def->distractors, (double)g->def->min_leg,
                             (double)g->def->max_leg);
        multion_generate_shuffle(&m, job->drawn[i].classes);
    }
    return WEND_OK;
}

// Makes the records of a scene from its drawn episodes.
static wend_status multion_generate_write_scene(const generation* g, int index, scene_job* job) {
    const char* scene = g->scenes[index];
    for (int i = 0; i < g->def->count; i++) {
        char id[32];
        const drawn_episode* drawn = &job->drawn[i];
        wend_habitat_episode* out = &g->episodes[(size_t)index * (size_t)g->def->count + (size_t)i];
        snprintf(id, sizeof id, "%lld", (long long)index * g->def->count + i);
        const char* text = arena_text(&job->memory, id, strlen(id));
        if (!text || !multion_generate_write_episode(g->def, &job->memory, scene, &drawn->draft,
                                                     drawn->classes, out))
            return wend_fail(&job->error, WEND_NO_MEMORY, "%s: out of memory for its episodes",
                             scene);
        out->id = (wend_record_id){.text = text};
    }
    return WEND_OK;
}

static wend_status multion_generate_make_scene(const generation* g, int index, scene_job* job) {
    wend_world* world;
    wend_world_def def = wend_world_default_def();
    wend_world_source source = wend_world_default_source();
    source.scene = g->scenes[index];
    source.folder = g->def->folder;
    source.cache = g->def->cache;
    source.import.bake = false;
    def.uses_images = false;
    def.navmesh.radius = g->def->body_radius;
    def.navmesh.height = g->def->body_height;
    WEND_TRY(wend_world_open(&source, &def, &world, &job->error));
    wend_status status = fill_scene(g, index, world, job);
    wend_world_destroy(world);
    return status;
}

static void multion_generate_drop(scene_job* job) {
    wend_free(job->drawn);
    job->drawn = NULL;
}

static void scene_run(void* context, int index, int worker) {
    generation* g = context;
    (void)worker;
    scene_job* job = &g->jobs[index];
    ranks_shares shares = {.ranks = g->def->ranks, .number = index};
    if (!ranks_shares_is_mine(&shares)) return;
    job->drawn = wend_alloc_zero((size_t)g->def->count, sizeof *job->drawn);
    job->status =
        job->drawn ? multion_generate_make_scene(g, index, job)
                   : wend_fail(&job->error, WEND_NO_MEMORY, "%s: out of memory", g->scenes[index]);
    if (!g->def->ranks && job->status == WEND_OK)
        job->status = multion_generate_write_scene(g, index, job);
    if (!g->def->ranks) multion_generate_drop(job);
    if (!g->def->progress) return;
    pthread_mutex_lock(&g->lock);
    g->def->progress(g->def->context, ++g->done, g->scene_count);
    pthread_mutex_unlock(&g->lock);
}

// Rank 0 gets the drawn episodes of all ranks.
static wend_status share_scenes(const generation* g, wend_error* error) {
    ranks_shares shares = {.ranks = g->def->ranks, .block = 1};
    size_t size = (size_t)g->def->count * sizeof(drawn_episode);
    wend_status status = WEND_OK;
    for (int i = 0; g->def->ranks && i < g->scene_count && status == WEND_OK; i++) {
        scene_job* job = &g->jobs[i];
        if (job->status == WEND_OK && !job->drawn) job->drawn = wend_alloc_zero(1, size);
        if (job->status != WEND_OK || !job->drawn)
            status = wend_fail(error, job->status == WEND_OK ? WEND_NO_MEMORY : job->status, "%s",
                               job->drawn ? job->error.message : "out of memory for the episodes");
        if (status == WEND_OK) status = ranks_shares_put(&shares, job->drawn, size, error);
        if (status == WEND_OK && !wend_ranks_rank(g->def->ranks))
            job->status = multion_generate_write_scene(g, i, job);
        multion_generate_drop(job);
    }
    ranks_shares_destroy(&shares);
    return status;
}

static wend_status multion_generate_check_def(const wend_multion_def* def, wend_error* error) {
    int classes = class_count(def);
    if (def->goals < 1 || def->goals > classes)
        return wend_fail(error, WEND_ARGUMENT, "%d goals; the number must be in [1, %d]",
                         def->goals, classes);
    if (def->distractors < 0 || def->distractors > WEND_MULTION_MAX_DISTRACTORS ||
        (def->distractors && def->goals == classes))
        return wend_fail(error, WEND_ARGUMENT,
                         "%d distractors beside %d goals; at most %d, of the %d classes that are "
                         "no goals",
                         def->distractors, def->goals, WEND_MULTION_MAX_DISTRACTORS,
                         classes - def->goals);
    if (def->count < 1 || !(def->min_leg >= 0) || !(def->max_leg > def->min_leg))
        return wend_fail(
            error, WEND_ARGUMENT,
            "%d episodes per scene, distances of %g to %g m: at least 1, min below max", def->count,
            (double)def->min_leg, (double)def->max_leg);
    return WEND_OK;
}

// The class indices as JSON, under both keys of Habitat's files.
static char* class_maps(const wend_multion_def* def, arena* memory) {
    char text[1500] = "{", word[64];
    int first = def->natural ? WEND_MULTION_CLASSES : 0;
    static const char* const maps[2] = {"category_to_task_category_id",
                                        "category_to_mp3d_category_id"};
    for (int k = 0; k < 2; k++) {
        size_t used = strlen(text);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s\"%s\": {", k ? ", " : "",
                                 maps[k]);
        for (int i = 0; i < class_count(def); i++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s\"%s\": %d", i ? ", " : "",
                                     multion_generate_name_of(first + i, word, sizeof word), i);
        snprintf(text + used, sizeof text - used, "}");
    }
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s}",
             def->several_floors ? ", \"several_floors\": true" : "");
    return arena_text(memory, text, strlen(text));
}

static wend_status multion_generate_save(const generation* g, const char* path, wend_error* error) {
    for (int i = 0; i < g->scene_count; i++)
        if (g->jobs[i].status != WEND_OK)
            return wend_fail(error, g->jobs[i].status, "%s", g->jobs[i].error.message);
    arena memory = {0};
    wend_habitat_set set = {.episodes = g->episodes, .count = g->scene_count * g->def->count};
    set.extra = class_maps(g->def, &memory);
    wend_status status = set.extra ? wend_habitat_write(&set, path, error)
                                   : wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", path);
    arena_destroy(&memory);
    return status;
}

wend_status wend_multion_generate(const char* const* scenes, int scene_count,
                                  const wend_multion_def* def, const char* path,
                                  wend_error* error) {
    WEND_TRY(multion_generate_check_def(def, error));
    if ((int64_t)scene_count * def->count > 10000000)
        return wend_fail(error, WEND_LIMIT, "%d scenes with %d episodes each; at most 10,000,000",
                         scene_count, def->count);
    generation g = {.def = def, .scenes = scenes, .scene_count = scene_count};
    wend_pool* pool = NULL;
    g.jobs = wend_alloc_zero((size_t)scene_count, sizeof *g.jobs);
    g.episodes = wend_alloc_zero((size_t)scene_count * (size_t)def->count, sizeof *g.episodes);
    wend_status status =
        g.jobs && g.episodes
            ? wend_pool_create(def->threads, &pool, error)
            : wend_fail(error, WEND_NO_MEMORY, "out of memory for %d scenes", scene_count);
    if (status == WEND_OK) {
        pthread_mutex_init(&g.lock, NULL);
        wend_pool_run(pool, scene_count, scene_run, &g);
        pthread_mutex_destroy(&g.lock);
        status = share_scenes(&g, error);
    }
    if (status == WEND_OK) {
        if (!wend_ranks_rank(def->ranks)) status = multion_generate_save(&g, path, error);
        status = wend_ranks_agree(def->ranks, status, error);
    }
    wend_pool_destroy(pool);
    for (int i = 0; g.jobs && i < scene_count; i++) {
        multion_generate_drop(&g.jobs[i]);
        arena_destroy(&g.jobs[i].memory);
    }
    wend_free(g.jobs);
    wend_free(g.episodes);
    return status;
}
