// Generates rescue episodes for any scene: sampled, completed by the expert, checked against the
// level. [RescueBench, Fig. 4 and Table 7]
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/file.h"
#include "data/rescue_expert.h"
#include "make/rescue_clues.h"
#include "make/rescue_trial.h"

#include "wend/make.h"

enum {
    MAX_DRAWS = 6000,   // samples per episode before the scene is exhausted
    MAX_WALKS = 150,    // expert runs per episode
    CANDIDATES = 2000,  // positions for counting matches of a clue
};

typedef struct maker {
    const wend_rescue_def* def;
    const char* reference;  // of the scene
    char images[4096];
    trial_site site;
    trial* trial;
    wend_rng rng;
    wend_rescue_yield* yield;
    ARRAY_OF(wend_rescue_episode) episodes;
    ARRAY_OF(wend_rescue_run) runs;
    arena memory;
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

// Saves the image in the site's rgb.
static wend_status keep_picture(maker* m, int number, const char** name, wend_error* error) {
    const wend_camera* camera = &wend_sim_get_def(m->site.sim)->camera;
    char file[64], path[4200];
    snprintf(file, sizeof file, "level_%d_%d.png", m->site.level, number);
    WEND_TRY(file_join(m->images, file, path, sizeof path, error));
    wend_image image = {camera->width, camera->height, 3, m->site.rgb};
    WEND_TRY(wend_image_write_png(&image, path, error));
    *name = arena_text(&m->memory, file, strlen(file));
    return *name ? WEND_OK : rescue_generate_no_memory(error);
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

static wend_status keep_run(maker* m, int number, wend_error* error) {
    const trial* t = m->trial;
    wend_rescue_run* run = ARRAY_PUSH(&m->runs);
    size_t count = (size_t)t->step_count;
    wend_rescue_step* steps = arena_alloc_zero(&m->memory, count, sizeof *steps);
    wend_rescue_action* actions = arena_alloc_zero(&m->memory, count, sizeof *actions);
    char id[24];
    snprintf(id, sizeof id, "%d", number);
    const char* text = arena_text(&m->memory, id, strlen(id));
    const char* world = arena_text(&m->memory, m->reference, strlen(m->reference));
    if (!run || !steps || !actions || !text || !world) return rescue_generate_no_memory(error);
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
                             .episode = {.text = text, .is_number = true},
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
    int number = (int)m->episodes.count;
    const char** clue = arena_alloc_zero(&m->memory, 2, sizeof *clue);
    wend_rescue_episode* e = ARRAY_PUSH(&m->episodes);
    if (!clue || !e) return rescue_generate_no_memory(error);
    *e = (wend_rescue_episode){0};
    WEND_TRY(make_clue(m, &clue[0], error));
    WEND_TRY(keep_picture(m, number, &clue[1], error));
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
    return m->def->experts ? keep_run(m, number, error) : WEND_OK;
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
        m->yield->drawn++;
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
            reason = WEND_RESCUE_REJECTED_PICTURE;
        }
        if (good) {
            m->yield->kept++;
            *found = true;
            return rescue_generate_keep(m, error);
        }
        m->yield->rejected[reason]++;
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
        m->yield->short_of += m->def->count - i;
        break;
    }
    trial_site_close(&m->site);
    wend_world_destroy(world);
    return status;
}

static wend_status rescue_generate_make_all(maker* m, const char* const* scenes, int count,
                                            const char* path, wend_error* error) {
    snprintf(m->images, sizeof m->images, "%s.images", path);
    WEND_TRY(file_make_folder(m->images, error));
    for (int i = 0; i < count; i++) {
        m->reference = scenes[i];
        WEND_TRY(rescue_generate_make_scene(m, error));
    }
    if (!m->episodes.count)
        return wend_fail(
            error, WEND_FORMAT,
            "none of %d scenes has a place for level %d (the paper's L%d); see what was "
            "thrown away and why",
            count, m->def->level, m->def->level + 1);
    wend_rescue_set set = {m->episodes.items, (int)m->episodes.count, NULL};
    WEND_TRY(wend_rescue_write(&set, path, error));
    wend_rescue_runs runs = {m->runs.items, (int)m->runs.count, NULL};
    return m->def->experts ? wend_rescue_runs_write(&runs, m->def->experts, error) : WEND_OK;
}

wend_status wend_rescue_generate(const char* const* scenes, int scene_count,
                                 const wend_rescue_def* def, const char* path,
                                 wend_rescue_yield* yield, wend_error* error) {
    *yield = (wend_rescue_yield){0};
    if (def->level < 0 || def->level >= WEND_RESCUE_LEVELS || def->count < 1)
        return wend_fail(error, WEND_ARGUMENT, "%d episodes of level %d; levels are 0 to 4",
                         def->count, def->level);
    maker m = {.def = def, .yield = yield, .trial = wend_alloc(sizeof(trial))};
    wend_status status = m.trial ? rescue_generate_make_all(&m, scenes, scene_count, path, error)
                                 : rescue_generate_no_memory(error);
    wend_free(m.trial);
    ARRAY_FREE(&m.episodes);
    ARRAY_FREE(&m.runs);
    arena_destroy(&m.memory);
    return status;
}
