// Generates rescue episodes for any scene: sampled, completed by the expert, checked against the
// level. [RescueBench, Fig. 4 and Table 7]
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/file.h"
#include "data/record_texts.h"
#include "data/rescue_expert.h"
#include "make/rescue_clues.h"
#include "make/rescue_trial.h"
#include "make/scene_records.h"

#include "wend/make.h"

typedef struct png {
    uint8_t* bytes;
    size_t size;
} png;

enum {
    MAX_DRAWS = 6000,   // samples per episode before the scene is exhausted
    MAX_WALKS = 150,    // expert runs per episode
    CANDIDATES = 2000,  // positions for counting matches of a clue
};

// The episodes of one scene. Numbers count from 0 in the scene until all scenes are joined.
typedef struct maker {
    const wend_rescue_def* def;
    const char* reference;  // of the scene
    wend_status status;
    wend_error error;
    trial_site site;
    trial* trial;
    wend_rng rng;
    wend_rescue_yield yield;
    ARRAY_OF(wend_rescue_episode) episodes;
    ARRAY_OF(wend_rescue_run) runs;  // with def->experts
    ARRAY_OF(png) images;
    arena memory;
    wend_rescue_set received_episodes;  // of another rank, which `episodes` and `runs` refer to
    wend_rescue_runs received_runs;
} maker;

wend_rescue_def wend_rescue_default_def(void) { return (wend_rescue_def){.count = 5}; }

const char* wend_rescue_rejection_words(wend_rescue_rejection rejection) {
    static const char* const words[] = {
#define X(name, text) text,
        WEND_RESCUE_REJECTION_LIST(X)
#undef X
    };
    return words[rejection];
}

static wend_status rescue_generate_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for episodes of rescues");
}

// ---- clue ---------------------------------------------------------------------------------------

// Number of positions, at least 2 m apart, that match the clue.
static int count_fits(maker* m, const clue_facts* clue, const clue_case* given) {
    wend_vec3 kept[CANDIDATES];
    int count = 0, fits = 0;
    wend_rng rng = wend_rng_for(m->def->seed, m->reference, "places a clue is tried on");
    for (int i = 0; i < CANDIDATES; i++) {
        wend_vec3 at;
        if (!wend_navmesh_random_point(m->site.open, &rng, -1, &at)) break;
        bool far = true;
        for (int k = 0; k < count && far; k++) far = wend_v3_distance(kept[k], at) >= 2;
        if (!far) continue;
        kept[count++] = at;
        fits += rescue_clue_holds(clue, given, at);
    }
    return fits > 0 ? fits : 1;
}

static wend_status make_clue(maker* m, const char** text, wend_error* error) {
    trial* t = m->trial;
    static const size_t max = TRIAL_MAX_STEPS;
    wend_vec3* walked = wend_alloc(max * sizeof *walked);
    if (!walked) return rescue_generate_no_memory(error);
    clue_case given = {.scene = m->site.scene,
                       .level = m->site.level,
                       .start = t->start,
                       .heading = t->heading,
                       .person = t->scene.person,
                       .stretcher = t->scene.stretcher,
                       .look = t->scene.look,
                       .walked = walked};
    given.walked_count = trial_path_out(t, walked);
    char said[CLUE_TEXT_SIZE];
    clue_facts clue = rescue_clue_make(&given);
    clue_text_write(&clue, said, sizeof said);
    t->expert.fits = count_fits(m, &clue, &given);
    wend_free(walked);
    *text = arena_text(&m->memory, said, strlen(said));
    return *text ? WEND_OK : rescue_generate_no_memory(error);
}

// ---- records ------------------------------------------------------------------------------------

static wend_rescue_pose rescue_generate_place_of(wend_vec3 at, float heading) {
    return wend_rescue_pose_make(wend_v3_to_dvec3(at), (double)heading);
}

// Encodes the image in the site's rgb.
static wend_status keep_picture(maker* m, wend_error* error) {
    const wend_camera* camera = &wend_sim_get_def(m->site.sim)->camera;
    wend_image image = {camera->width, camera->height, 3, m->site.rgb};
    png* picture = ARRAY_PUSH(&m->images);
    if (!picture) return rescue_generate_no_memory(error);
    *picture = (png){0};
    return wend_image_encode_png(&image, &picture->bytes, &picture->size, error);
}

// The equivalent mixed action.
static wend_rescue_action official_action(wend_action a) {
    wend_rescue_action out = {.move = {0, 0}};
    if (a.kind == WEND_ACTION_VELOCITY) {
        out.move[0] = -(double)a.turn * 180 / WEND_PI / WEND_RESCUE_TURN_RATE * 30;
        out.move[1] = (double)a.forward / WEND_RESCUE_SPEED * 100;
    } else if (a.kind == WEND_ACTION_LEFT || a.kind == WEND_ACTION_RIGHT) {
        out.move[0] = a.kind == WEND_ACTION_LEFT ? -30 : 30;
    } else {
        out.animation = a.kind == WEND_ACTION_PICK ? 3 : a.kind == WEND_ACTION_PUT ? 4 : 5;
    }
    return out;
}

static wend_status keep_run(maker* m, wend_error* error) {
    const trial* t = m->trial;
    wend_rescue_run* run = ARRAY_PUSH(&m->runs);
    size_t count = (size_t)t->step_count;
    wend_rescue_step* steps = arena_alloc_zero(&m->memory, count, sizeof *steps);
    wend_rescue_action* actions = arena_alloc_zero(&m->memory, count, sizeof *actions);
    const char* world = arena_text(&m->memory, m->reference, strlen(m->reference));
    if (!run || !steps || !actions || !world) return rescue_generate_no_memory(error);
    for (int i = 0; i < t->step_count; i++) {
        const trial_step* s = &t->steps[i];
        actions[i] = official_action(s->action);
        steps[i] = (wend_rescue_step){.step = i,
                                      .place = rescue_generate_place_of(s->feet, s->heading),
                                      .action = i ? &actions[i] : NULL,
                                      .picked = s->picked,
                                      .reward = NAN,
                                      .seconds = i * WEND_RESCUE_PERIOD};
    }
    *run = (wend_rescue_run){.world = world,
                             .level = m->site.level,
                             .episode = {.text = "0", .is_number = true},  // see number_episodes
                             .result = "success",
                             .timeout = (double)t->scene.timeout,
                             .elapsed = (t->step_count - 1) * WEND_RESCUE_PERIOD,
                             .steps = t->step_count - 1,
                             .trajectory = steps,
                             .step_count = t->step_count};
    return WEND_OK;
}

static wend_status rescue_generate_keep(maker* m, wend_error* error) {
    const trial* t = m->trial;
    const char** clue = arena_alloc_zero(&m->memory, 2, sizeof *clue);
    wend_rescue_episode* e = ARRAY_PUSH(&m->episodes);
    if (!clue || !e) return rescue_generate_no_memory(error);
    *e = (wend_rescue_episode){0};
    WEND_TRY(make_clue(m, &clue[0], error));
    WEND_TRY(keep_picture(m, error));
    clue[1] = "";  // see number_episodes
    *e = (wend_rescue_episode){
        .world = arena_text(&m->memory, m->reference, strlen(m->reference)),
        .level = m->site.level,
        .agent = rescue_generate_place_of(t->start, t->heading),
        .injured = rescue_generate_place_of(t->scene.person, t->scene.person_heading),
        .stretcher = rescue_generate_place_of(t->scene.stretcher, t->scene.stretcher_heading),
        .ambulance = rescue_generate_place_of(t->scene.ambulance, t->scene.ambulance_heading),
        .look = t->scene.look,
        .texts = &clue[0],
        .text_count = 1,
        .images = &clue[1],
        .image_count = 1,
        .timeout = (double)t->scene.timeout,
        .extra = rescue_expert_text(&t->expert, &m->memory)};
    if (!e->world || !e->extra) return rescue_generate_no_memory(error);
    return m->def->experts ? keep_run(m, error) : WEND_OK;
}

// ---- scene --------------------------------------------------------------------------------------

// Samples until a candidate is accepted. `*found` is false when the scene is exhausted.
static wend_status make_episode(maker* m, bool* found, wend_error* error) {
    int walks = 0;
    *found = false;
    for (int draws = 0; draws < MAX_DRAWS && walks < MAX_WALKS; draws++) {
        wend_rescue_rejection reason;
        bool good = trial_draw(&m->site, &m->rng, m->trial, &reason);
        if (m->site.out_of_memory) return rescue_generate_no_memory(error);
        m->yield.sampled++;
        if (good) {
            walks++;
            WEND_TRY(trial_look(&m->site, m->trial, error));
            WEND_TRY(trial_walk(&m->site, m->trial, error));
            good = trial_obeys(&m->site, m->trial, &reason);
        }
        int pixels = 0;
        if (good) {
            WEND_TRY(trial_picture(&m->site, m->trial, &m->rng, &pixels, error));
            good = pixels >= 60;
            reason = WEND_RESCUE_REJECTED_IMAGE;
        }
        if (good) {
            m->yield.accepted++;
            *found = true;
            return rescue_generate_keep(m, error);
        }
        m->yield.rejected[reason]++;
    }
    return WEND_OK;
}

static wend_status rescue_generate_make_scene(maker* m, wend_error* error) {
    wend_world_source source = wend_world_default_source();
    wend_world_def world_def = wend_world_default_def();
    wend_world* world;
    source.scene = m->reference;
    source.folder = m->def->folder;
    source.cache = m->def->cache;
    world_def.inserted = rescue_inserted();
    world_def.inserted_count = RESCUE_INSERTED;
    WEND_TRY(wend_world_open(&source, &world_def, &world, error));
    char purpose[40];
    snprintf(purpose, sizeof purpose, "rescues of level %d", m->def->level);
    m->rng = wend_rng_for(m->def->seed, m->reference, purpose);
    wend_status status = trial_site_open(world, m->def->level, &m->site, error);
    for (int i = 0; status == WEND_OK && i < m->def->count; i++) {
        bool found;
        status = make_episode(m, &found, error);
        if (status != WEND_OK || found) continue;
        m->yield.short_of += m->def->count - i;
        break;
    }
    trial_site_close(&m->site);
    wend_world_destroy(world);
    return status;
}

// ---- ranks --------------------------------------------------------------------------------------

static void rescue_generate_put(const maker* m, scene_records* r) {
    wend_rescue_set set = {m->episodes.items, (int)m->episodes.count, NULL};
    wend_rescue_runs runs = {m->runs.items, (int)m->runs.count, NULL};
    rescue_lines_put(&r->texts[0], &set);
    rescue_runs_put(&r->texts[1], &runs);
    for (size_t i = 0; i < m->images.count; i++) {
        uint64_t size = m->images.items[i].size;
        wend_text_put_bytes(&r->texts[2].text, (const char*)&size, sizeof size);
        wend_text_put_bytes(&r->texts[2].text, (const char*)m->images.items[i].bytes, size);
    }
}

static wend_status receive_images(maker* m, const wend_text_out* text, wend_error* error) {
    for (size_t at = 0; at < text->count;) {
        uint64_t size;
        if (text->count - at < sizeof size) break;
        memcpy(&size, text->items + at, sizeof size);
        at += sizeof size;
        if (size > text->count - at) break;
        png* picture = ARRAY_PUSH(&m->images);
        if (!picture) return rescue_generate_no_memory(error);
        *picture = (png){wend_alloc(size + 1), size};
        if (!picture->bytes) return rescue_generate_no_memory(error);
        memcpy(picture->bytes, text->items + at, size);
        at += size;
    }
    return m->images.count == m->episodes.count
               ? WEND_OK
               : wend_fail(error, WEND_FORMAT, "another rank sent %zu images of %zu episodes",
                           m->images.count, m->episodes.count);
}

static wend_status rescue_generate_receive(maker* m, const scene_records* r, wend_error* error) {
    const wend_text_out *lines = &r->texts[0].text, *runs = &r->texts[1].text;
    memcpy(&m->yield, r->counts, sizeof m->yield);
    m->status = r->status;
    m->error = r->error;
    if (r->status != WEND_OK || !lines->count) return WEND_OK;
    WEND_TRY(wend_rescue_parse(lines->items, lines->count, "episodes of another rank",
                               &m->received_episodes, error));
    if (runs->count)
        WEND_TRY(wend_rescue_runs_parse(runs->items, runs->count, "runs of another rank",
                                        &m->received_runs, error));
    for (int i = 0; i < m->received_episodes.count; i++) {
        wend_rescue_episode* e = ARRAY_PUSH(&m->episodes);
        if (!e) return rescue_generate_no_memory(error);
        *e = m->received_episodes.episodes[i];
    }
    for (int i = 0; i < m->received_runs.count; i++) {
        wend_rescue_run* run = ARRAY_PUSH(&m->runs);
        if (!run) return rescue_generate_no_memory(error);
        *run = m->received_runs.items[i];
    }
    return receive_images(m, &r->texts[2].text, error);
}

// Rank 0 gets the episodes of all ranks.
static wend_status share_makers(maker* makers, int count, wend_ranks* ranks, wend_error* error) {
    ranks_shares shares = {.ranks = ranks};
    wend_status status = WEND_OK;
    _Static_assert(sizeof(wend_rescue_yield) <= SCENE_RECORDS_COUNTS * sizeof(int32_t),
                   "the yield is sent as counts");
    for (int i = 0; ranks && i < count && status == WEND_OK; i++) {
        maker* m = &makers[i];
        scene_records r = {.status = m->status, .error = m->error};
        bool mine = ranks_shares_is_mine(&shares), first = !wend_ranks_rank(ranks);
        memcpy(r.counts, &m->yield, sizeof m->yield);
        if (mine && !first && m->status == WEND_OK) rescue_generate_put(m, &r);
        status = scene_records_share(&shares, &r, error);
        if (status == WEND_OK && !mine && first) status = rescue_generate_receive(m, &r, error);
        scene_records_destroy(&r);
    }
    ranks_shares_destroy(&shares);
    return status;
}

// ---- all scenes ---------------------------------------------------------------------------------

static void run_maker(void* context, int index, int worker) {
    maker* m = (maker*)context + index;
    ranks_shares shares = {.ranks = m->def->ranks, .number = index};
    (void)worker;
    if (!ranks_shares_is_mine(&shares)) return;
    m->trial = wend_alloc(sizeof(trial));
    m->status =
        m->trial ? rescue_generate_make_scene(m, &m->error) : rescue_generate_no_memory(&m->error);
    wend_free(m->trial);
    m->trial = NULL;
}

// Numbers the episodes of a scene from `first` on: names of images, ids of runs.
static wend_status number_episodes(maker* m, int first, const char* folder, wend_error* error) {
    for (size_t i = 0; i < m->episodes.count; i++) {
        char file[64], path[4200], id[24];
        const char** names = arena_alloc(&m->memory, sizeof *names);
        snprintf(file, sizeof file, "level_%d_%d.png", m->def->level, first + (int)i);
        snprintf(id, sizeof id, "%d", first + (int)i);
        if (!names || !(names[0] = arena_text(&m->memory, file, strlen(file))))
            return rescue_generate_no_memory(error);
        m->episodes.items[i].images = names;
        WEND_TRY(wend_file_join(folder, file, path, sizeof path, error));
        WEND_TRY(wend_file_write(path, m->images.items[i].bytes, m->images.items[i].size, error));
        if (i >= m->runs.count) continue;
        m->runs.items[i].episode.text = arena_text(&m->memory, id, strlen(id));
        if (!m->runs.items[i].episode.text) return rescue_generate_no_memory(error);
    }
    return WEND_OK;
}

static void add_yield(wend_rescue_yield* sum, const wend_rescue_yield* one) {
    sum->sampled += one->sampled;
    sum->accepted += one->accepted;
    sum->short_of += one->short_of;
    for (int i = 0; i < WEND_RESCUE_REJECTION_COUNT; i++) sum->rejected[i] += one->rejected[i];
}

// Moves the episodes and runs of all scenes into `all`, in order.
static wend_status rescue_generate_join(maker* makers, int count, const char* folder, maker* all,
                                        wend_error* error) {
    for (int i = 0; i < count; i++) add_yield(&all->yield, &makers[i].yield);
    for (int i = 0; i < count; i++) {
        maker* m = &makers[i];
        if (m->status != WEND_OK) return wend_fail(error, m->status, "%s", m->error.message);
        WEND_TRY(number_episodes(m, (int)all->episodes.count, folder, error));
        for (size_t k = 0; k < m->episodes.count; k++) {
            wend_rescue_episode* e = ARRAY_PUSH(&all->episodes);
            wend_rescue_run* run = k < m->runs.count ? ARRAY_PUSH(&all->runs) : NULL;
            if (!e || (k < m->runs.count && !run)) return rescue_generate_no_memory(error);
            *e = m->episodes.items[k];
            if (run) *run = m->runs.items[k];
        }
    }
    if (all->episodes.count) return WEND_OK;
    return wend_fail(error, WEND_FORMAT,
                     "none of %d scenes has a position for level %d (the paper's L%d); see the "
                     "rejections above",
                     count, all->def->level, all->def->level + 1);
}

static wend_status rescue_generate_save(maker* makers, int count, const char* path, maker* all,
                                        wend_error* error) {
    char folder[4096];
    if (snprintf(folder, sizeof folder, "%s.images", path) >= (int)sizeof folder)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", path);
    WEND_TRY(wend_file_make_folder(folder, error));
    WEND_TRY(rescue_generate_join(makers, count, folder, all, error));
    wend_rescue_set set = {all->episodes.items, (int)all->episodes.count, NULL};
    WEND_TRY(wend_rescue_write(&set, path, error));
    wend_rescue_runs runs = {all->runs.items, (int)all->runs.count, NULL};
    return all->def->experts ? wend_rescue_runs_write(&runs, all->def->experts, error) : WEND_OK;
}

static void rescue_generate_destroy(maker* m) {
    for (size_t i = 0; i < m->images.count; i++) wend_free(m->images.items[i].bytes);
    ARRAY_FREE(&m->images);
    ARRAY_FREE(&m->episodes);
    ARRAY_FREE(&m->runs);
    arena_destroy(&m->memory);
    wend_rescue_destroy(&m->received_episodes);
    wend_rescue_runs_destroy(&m->received_runs);
}

wend_status wend_rescue_generate(const char* const* scenes, int scene_count,
                                 const wend_rescue_def* def, const char* path,
                                 wend_rescue_yield* yield, wend_error* error) {
    wend_pool* pool;
    maker all = {.def = def};
    *yield = (wend_rescue_yield){0};
    if (def->level < 0 || def->level >= WEND_RESCUE_LEVELS || def->count < 1)
        return wend_fail(error, WEND_ARGUMENT, "%d episodes of level %d; levels are 0 to 4",
                         def->count, def->level);
    WEND_TRY(wend_pool_create(def->threads, &pool, error));
    maker* makers = wend_alloc_zero((size_t)scene_count + 1, sizeof *makers);
    wend_status status = makers ? WEND_OK : rescue_generate_no_memory(error);
    for (int i = 0; makers && i < scene_count; i++)
        makers[i] = (maker){.def = def, .reference = scenes[i]};
    if (status == WEND_OK) {
        wend_pool_run(pool, scene_count, run_maker, makers);
        status = share_makers(makers, scene_count, def->ranks, error);
    }
    if (status == WEND_OK) {
        if (!wend_ranks_rank(def->ranks))
            status = rescue_generate_save(makers, scene_count, path, &all, error);
        status = wend_ranks_agree(def->ranks, status, error);
    }
    *yield = all.yield;
    rescue_generate_destroy(&all);
    for (int i = 0; makers && i < scene_count; i++) rescue_generate_destroy(&makers[i]);
    wend_free(makers);
    wend_pool_destroy(pool);
    return status;
}
