// Generates PASTURE's splits for any scene: 12 described goals per scene with start positions.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "data/record_texts.h"
#include "make/scene_records.h"
#include "make/vary_scene.h"

#include "wend/make.h"

enum { MAX_TRIES = 2000, MAX_CORNERS = 256 };
static const float FLOOR_TOLERANCE = 0.2f;    // metres of height within one floor
static const double ROOT_HEIGHT = 0.9009997;  // metres, RoboTHOR's agent centre [robothor val]

// ---- splits -------------------------------------------------------------------------------------

typedef enum goal_text_kind {
    GOAL_TEXT_NAME,
    GOAL_TEXT_APPEARANCE,
    GOAL_TEXT_SPATIAL,
    GOAL_TEXT_HIDDEN
} goal_text_kind;

static const struct {
    const char* word;
    goal_text_kind text_kind;
    variation_kind variation;
} splits[WEND_PASTURE_SPLIT_COUNT] = {
#define X(name, word, text_kind, variation) {word, GOAL_TEXT_##text_kind, VARIATION_##variation},
    WEND_PASTURE_SPLIT_LIST(X)
#undef X
};

wend_status wend_pasture_split_parse(const char* name, wend_pasture_split* split,
                                     wend_error* error) {
    for (int i = 0; i < WEND_PASTURE_SPLIT_COUNT; i++)
        if (strcmp(splits[i].word, name) == 0) {
            *split = (wend_pasture_split)i;
            return WEND_OK;
        }
    return wend_fail(error, WEND_NOT_FOUND,
                     "there is no split '%s'; there are robothor, uncommon, appearance, spatial, "
                     "appearance_distract, spatial_distract, hidden, hidden_distract",
                     name);
}

wend_pasture_limits wend_pasture_default_limits(void) {
    return (wend_pasture_limits){.reach = 1,
                                 .min_pixels = 4,
                                 .small = 0.33f,
                                 .tall = 2,
                                 .near = 0.6f,
                                 .max_near = 3,
                                 .far = 3,
                                 .min_distance = 1,
                                 .max_distance = 20};
}

wend_pasture_def wend_pasture_default_def(void) {
    return (wend_pasture_def){
        .starts = 2, .rules = "paper", .limits = wend_pasture_default_limits()};
}

static bool is_wanted(const wend_pasture_def* def, int split) {
    return def->splits ? def->splits[split] : split != WEND_PASTURE_ROBOTHOR;
}

// ---- episodes of a scene ------------------------------------------------------------------------

typedef ARRAY_OF(wend_robothor_episode) episode_list;

typedef struct job {
    vary_scene scene;
    episode_list episodes;
    wend_status status;
    bool unfit;          // not enough space in the scene
    bool out_of_memory;  // a geodesic distance could not be computed
    wend_error error;
    wend_robothor_set received;  // the episodes, when another rank has made them
} job;

static const char* pasture_generate_keep_text(job* j, const char* text) {
    return arena_text(&j->scene.memory, text, strlen(text));
}

static const char* goal_text(job* j, goal_text_kind text_kind, const role* r) {
    char text[CLAIMS_TEXT];
    const uncommon_name* uncommon = uncommon_name_of(r->category);
    if (text_kind == GOAL_TEXT_NAME)
        return uncommon ? strcmp(j->scene.def->rules, "official") == 0 ? uncommon->official
                                                                       : uncommon->paper
                        : claims_name(r->category);
    claims_say(text_kind == GOAL_TEXT_APPEARANCE ? &r->looks : &r->place, text);
    return pasture_generate_keep_text(j, text);
}

static bool pasture_generate_give_up(job* j) {
    j->out_of_memory = true;
    return false;
}

// The nearest of the stop positions with the max clearance, for robustness to actuation noise.
static bool choose_stop(job* j, const wend_navmesh* mesh, wend_vec3 start,
                        const stop_positions* stops, const wend_pasture_limits* limits,
                        wend_vec3* chosen) {
    int max = 0;
    float best = INFINITY, nearer = limits->reach - VISIBILITY_MARGIN;
    for (size_t i = 0; i < stops->count; i++)
        if (stops->items[i].gap <= nearer && stops->items[i].around > max)
            max = stops->items[i].around;
    for (size_t i = 0; i < stops->count; i++) {
        if (stops->items[i].gap > nearer || stops->items[i].around < max) continue;
        float straight = wend_v3_distance(start, stops->items[i].feet), metres = INFINITY;
        if (straight >= best) continue;
        if (wend_navmesh_distance(mesh, start, (wend_vec3_span){&stops->items[i].feet, 1}, &metres,
                                  NULL) != WEND_OK)
            return pasture_generate_give_up(j);
        if (metres >= best) continue;
        best = metres;
        *chosen = stops->items[i].feet;
    }
    return isfinite(best);
}

static wend_dvec3_span pasture_generate_keep_path(job* j, const wend_vec3* corners, int count) {
    wend_dvec3* items = arena_alloc(&j->scene.memory, (size_t)count * sizeof *items);
    for (int i = 0; items && i < count; i++) items[i] = wend_v3_to_dvec3(corners[i]);
    return (wend_dvec3_span){items, items ? count : 0};
}

// Samples a start and its path; false when it is unsuitable.
static bool try_start(job* j, const wend_navmesh* mesh, const stop_positions* stops,
                      const wend_vec3* feet, wend_rng* rng, wend_robothor_episode* e) {
    const wend_pasture_limits* limits = &j->scene.def->limits;
    wend_vec3 start, corners[MAX_CORNERS], stop = {0};
    float metres;
    int nearest, count;
    if (!wend_navmesh_random_point(mesh, rng, 0, &start)) return false;
    int turns = wend_rng_range(rng, 0, 11);
    wend_vec3_span goals = {feet, (int)stops->count};
    if (wend_navmesh_distance(mesh, start, goals, &metres, &nearest) != WEND_OK)
        return pasture_generate_give_up(j);
    if (!(metres >= limits->min_distance && metres <= limits->max_distance)) return false;
    if (!j->scene.def->several_floors && fabsf(start.y - feet[nearest].y) > FLOOR_TOLERANCE)
        return false;
    if (wend_navmesh_path(mesh, start, feet[nearest], corners, MAX_CORNERS, &count, &metres) !=
        WEND_OK)
        return pasture_generate_give_up(j);
    if (count < 1 || count > MAX_CORNERS || !choose_stop(j, mesh, start, stops, limits, &stop))
        return false;
    e->shortest = pasture_generate_keep_path(j, corners, count);
    if (!e->shortest.count) return pasture_generate_give_up(j);
    e->start = (wend_dvec3){(double)start.x, (double)start.y + ROOT_HEIGHT, (double)start.z};
    e->heading = turns ? -30.0 * turns : 0;
    e->horizon = 30;
    e->shortest_length = wend_dvec3_span_length(e->shortest);
    e->stop = wend_v3_to_dvec3(stop);
    return true;
}

static wend_status pasture_generate_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for episodes");
}

static wend_status draw_start(job* j, const scenery* s, const role* r, int number,
                              const wend_vec3* feet, wend_robothor_episode* e, wend_error* error) {
    char purpose[96];
    variation_kind kind = (variation_kind)(s - j->scene.made);
    snprintf(purpose, sizeof purpose, "start %d %s %s", number, variation_name(kind),
             wend_category_at(r->category)->name);
    wend_rng rng = wend_rng_for(j->scene.def->seed, j->scene.reference, purpose);
    for (int tries = 0; tries < MAX_TRIES && !j->out_of_memory; tries++)
        if (try_start(j, wend_world_navmesh(s->world), &r->stops, feet, &rng, e)) return WEND_OK;
    if (j->out_of_memory) return pasture_generate_no_memory(error);
    return wend_fail(
        error, WEND_FORMAT,
        "%s: no start%s is %g to %g m by geodesic distance from '%s'; leave this scene out",
        j->scene.reference, j->scene.def->several_floors ? "" : " on its floor",
        (double)j->scene.def->limits.min_distance, (double)j->scene.def->limits.max_distance,
        r->target);
}

static wend_status pasture_generate_add_episode(job* j, int split, const role* r, int number,
                                                const wend_vec3* feet, wend_error* error) {
    const scenery* s = &j->scene.made[splits[split].variation];
    const char* type = wend_category_at(r->category)->thor;
    char id[1200];
    wend_robothor_episode e = {.scene = j->scene.reference,
                               .object_type = type,
                               .split = splits[split].word,
                               .text = goal_text(j, splits[split].text_kind, r),
                               .target_id = r->hidden,
                               .removed = s->removed,
                               .removed_count = s->removed_count,
                               .added = s->added,
                               .added_count = s->added_count};
    snprintf(id, sizeof id, "%.1000s_%s_%d_%s", j->scene.reference, type, number,
             splits[split].word);
    e.id = pasture_generate_keep_text(j, id);
    // RoboTHOR and uncommon: any object of the type is a goal. Other splits have one goal object.
    if (splits[split].text_kind != GOAL_TEXT_NAME) e.object_id = r->target;
    WEND_TRY(draw_start(j, s, r, number, feet, &e, error));
    wend_robothor_episode* slot = ARRAY_PUSH(&j->episodes);
    if (!slot || !e.id || !e.text || !e.shortest.items) return pasture_generate_no_memory(error);
    *slot = e;
    return WEND_OK;
}

static wend_status add_role(job* j, int split, const role* r, wend_error* error) {
    wend_vec3* feet = wend_alloc(r->stops.count * sizeof *feet);
    if (!feet) return pasture_generate_no_memory(error);
    for (size_t i = 0; i < r->stops.count; i++) feet[i] = r->stops.items[i].feet;
    wend_status status = WEND_OK;
    for (int n = 0; status == WEND_OK && n < j->scene.def->starts; n++)
        status = pasture_generate_add_episode(j, split, r, n, feet, error);
    wend_free(feet);
    return status;
}

static wend_status fill_job(job* j, wend_error* error) {
    for (int split = 0; split < WEND_PASTURE_SPLIT_COUNT; split++) {
        if (!is_wanted(j->scene.def, split)) continue;
        variation_kind kind = splits[split].variation;
        WEND_TRY(vary_scene_make(&j->scene, kind, error));
        for (int i = 0; i < ROLES; i++)
            WEND_TRY(add_role(j, split, &j->scene.made[kind].roles[i], error));
    }
    return WEND_OK;
}

// Destroys the worlds of a finished scene; texts and paths remain.
static void drop_worlds(vary_scene* v) {
    for (int k = 0; k < VARIATION_COUNT; k++) {
        wend_world_destroy(v->made[k].world);
        v->made[k].world = NULL;
    }
    visibility_destroy(v->eye);
    v->eye = NULL;
}

// ---- all scenes ---------------------------------------------------------------------------------

typedef struct work {
    const wend_pasture_def* def;
    const char* const* scenes;
    job* jobs;
    int count, done;
    pthread_mutex_t lock;
} work;

static void run_job(void* context, int index, int worker) {
    work* w = context;
    job* j = &w->jobs[index];
    ranks_shares shares = {.ranks = w->def->ranks, .number = index};
    (void)worker;
    if (!ranks_shares_is_mine(&shares)) return;
    j->status = vary_scene_open(&j->scene, w->scenes[index], w->def, &j->error);
    if (j->status == WEND_OK) {
        j->status = fill_job(j, &j->error);
        j->unfit = j->status == WEND_FORMAT;
    }
    drop_worlds(&j->scene);
    pthread_mutex_lock(&w->lock);
    w->done++;
    if (w->def->progress) w->def->progress(w->def->context, w->done, w->count);
    pthread_mutex_unlock(&w->lock);
}

static wend_status receive_job(job* j, const scene_records* r, wend_error* error) {
    const wend_text_out* text = &r->texts[0].text;
    j->status = r->status;
    j->error = r->error;
    j->unfit = r->counts[0] != 0;
    if (r->status != WEND_OK) return WEND_OK;
    WEND_TRY(wend_robothor_parse(text->items, text->count, "episodes of another rank", &j->received,
                                 error));
    for (int i = 0; i < j->received.count; i++) {
        wend_robothor_episode* slot = ARRAY_PUSH(&j->episodes);
        if (!slot) return pasture_generate_no_memory(error);
        *slot = j->received.episodes[i];
    }
    return WEND_OK;
}

// Rank 0 gets the episodes of all ranks.
static wend_status share_jobs(const work* w, wend_error* error) {
    ranks_shares shares = {.ranks = w->def->ranks};
    wend_status status = WEND_OK;
    for (int i = 0; w->def->ranks && i < w->count && status == WEND_OK; i++) {
        job* j = &w->jobs[i];
        scene_records r = {.status = j->status, .error = j->error, .counts = {j->unfit}};
        bool mine = ranks_shares_is_mine(&shares);
        wend_robothor_set set = {.episodes = j->episodes.items, .count = (int)j->episodes.count};
        if (mine && j->status == WEND_OK) robothor_put(&r.texts[0], &set);
        status = scene_records_share(&shares, &r, error);
        if (status == WEND_OK && !mine && !wend_ranks_rank(w->def->ranks))
            status = receive_job(j, &r, error);
        scene_records_destroy(&r);
    }
    ranks_shares_destroy(&shares);
    return status;
}

// Skips unsuitable scenes if allowed; any other error is returned.
static wend_status sort_out(const work* w, size_t* total, wend_error* error) {
    *total = 0;
    for (int i = 0; i < w->count; i++) {
        job* j = &w->jobs[i];
        if (j->status != WEND_OK && !(j->unfit && w->def->skip_unfit))
            return wend_fail(error, j->status, "%s%s", j->error.message,
                             j->unfit ? ", or pass --skip-unfit" : "");
        if (j->status != WEND_OK) j->episodes.count = 0;
        if (j->status != WEND_OK && w->def->skipped)
            w->def->skipped(w->def->context, j->error.message);
        *total += j->episodes.count;
    }
    return *total ? WEND_OK
                  : wend_fail(error, WEND_FORMAT, "none of %d scenes has room for the variations",
                              w->count);
}

// Merges the episodes of all scenes in order, split by split.
static wend_status pasture_generate_join(const work* w, wend_robothor_set* set, wend_error* error) {
    size_t total;
    WEND_TRY(sort_out(w, &total, error));
    set->episodes = wend_alloc(total * sizeof *set->episodes);
    if (!set->episodes) return pasture_generate_no_memory(error);
    for (int split = 0; split < WEND_PASTURE_SPLIT_COUNT; split++)
        for (int i = 0; i < w->count; i++)
            for (size_t k = 0; k < w->jobs[i].episodes.count; k++)
                if (strcmp(w->jobs[i].episodes.items[k].split, splits[split].word) == 0)
                    set->episodes[set->count++] = w->jobs[i].episodes.items[k];
    return WEND_OK;
}

static wend_status pasture_generate_check_def(const wend_pasture_def* def, wend_error* error) {
    if (def->starts < 1 || def->starts > 1000)
        return wend_fail(error, WEND_ARGUMENT,
                         "%d starts per object; the number must be in [1, 1000]", def->starts);
    if (strcmp(def->rules, "paper") != 0 && strcmp(def->rules, "official") != 0)
        return wend_fail(error, WEND_ARGUMENT, "rules '%s'; there are paper and official",
                         def->rules);
    return WEND_OK;
}

wend_status wend_pasture_generate(const char* const* scenes, int scene_count,
                                  const wend_pasture_def* def, const char* path, int* count,
                                  wend_error* error) {
    work w = {.def = def, .scenes = scenes, .count = scene_count};
    wend_robothor_set set = {0};
    wend_pool* pool = NULL;
    *count = 0;
    WEND_TRY(pasture_generate_check_def(def, error));
    WEND_TRY(wend_pool_create(def->threads, &pool, error));
    w.jobs = wend_alloc_zero((size_t)scene_count, sizeof *w.jobs);
    wend_status status = w.jobs ? WEND_OK : pasture_generate_no_memory(error);
    pthread_mutex_init(&w.lock, NULL);
    if (status == WEND_OK) {
        wend_pool_run(pool, scene_count, run_job, &w);
        status = share_jobs(&w, error);
    }
    bool first = !wend_ranks_rank(def->ranks), shared = status == WEND_OK;
    if (status == WEND_OK && first) status = pasture_generate_join(&w, &set, error);
    if (status == WEND_OK && first) status = wend_robothor_write(&set, path, error);
    if (shared) status = wend_ranks_agree(def->ranks, status, error);
    if (status == WEND_OK) *count = set.count;
    wend_free(set.episodes);
    for (int i = 0; w.jobs && i < scene_count; i++) {
        ARRAY_FREE(&w.jobs[i].episodes);
        wend_robothor_destroy(&w.jobs[i].received);
        vary_scene_close(&w.jobs[i].scene);
    }
    wend_free(w.jobs);
    pthread_mutex_destroy(&w.lock);
    wend_pool_destroy(pool);
    return status;
}
