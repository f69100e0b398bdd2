// VLN-CE episodes of generated paths, with an expert that follows them greedily on the navmesh.
#include "make/vlnce_maker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/records.h"

#include "wend/files.h"
#include "wend/language.h"

// As in the released files, the expert follows the positions of the path and stops within 0.5 m of
// the last. Longer action sequences are rejected.
enum { MAX_ACTIONS = 2000, FIRST_WORD = 2 };
static const float STEP = 0.25f;
static const float AT_PLACE = 0.4f;   // metres to a position at which the next one is targeted
static const float AT_GOAL = 0.3f;    // geodesic metres at which it stops
static const float FROM_GOAL = 0.5f;  // metres within which it has arrived
static const float GAIN = 0.02f;      // minimal progress of a step in metres

static wend_status vlnce_maker_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for episodes in continuous space");
}

wend_status vlnce_maker_begin(vlnce_maker* m, const wend_scene* scene, const char* reference,
                              wend_error* error) {
    wend_navmesh_def def = wend_navmesh_default_def();
    def.radius = m->is_rxr ? 0.18f : 0.1f;
    def.height = m->is_rxr ? 0.88f : 1.5f;
    def.open_doors = true;
    m->reference = reference;
    return wend_navmesh_build(scene, &def, &m->mesh, error);
}

void vlnce_maker_end(vlnce_maker* m) {
    wend_navmesh_destroy(m->mesh);
    m->mesh = NULL;
}

void vlnce_maker_destroy(vlnce_maker* m) {
    vlnce_maker_end(m);
    ARRAY_FREE(&m->episodes);
    ARRAY_FREE(&m->truths);
    arena_destroy(&m->memory);
}

// ---- expert -------------------------------------------------------------------------------------

typedef struct expert {
    const wend_navmesh* mesh;
    int turns;  // per full circle
    bool slides;
    wend_vec3 feet;
    float heading;  // at the start, radians
    int turned;     // turn actions to the left since the start
    int32_t actions[MAX_ACTIONS];
    int action_count;
    wend_dvec3 places[MAX_ACTIONS];
    int place_count;
    bool out_of_memory;  // a geodesic distance could not be computed: the expert stands still
} expert;

static float vlnce_maker_distance_left(expert* e, wend_vec3 from, wend_vec3 to) {
    float metres = INFINITY;
    if (wend_navmesh_distance(e->mesh, from, (wend_vec3_span){&to, 1}, &metres, NULL) != WEND_OK)
        e->out_of_memory = true;
    return metres;
}

static wend_vec3 step_to(const expert* e, int turned) {
    float heading = e->heading + (float)turned * (float)(2 * WEND_PI) / (float)e->turns;
    wend_vec3 to = wend_v3_mad(e->feet, wend_v3(-sinf(heading), 0, -cosf(heading)), STEP);
    return wend_navmesh_step(e->mesh, e->feet, to, e->slides);
}

static void note_place(expert* e) { e->places[e->place_count++] = wend_v3_to_dvec3(e->feet); }

// Takes the turns and the step with the max progress; false when there is none.
static bool approach(expert* e, wend_vec3 goal) {
    float min = vlnce_maker_distance_left(e, e->feet, goal) - GAIN;
    int best = 0;
    bool found = false;
    for (int i = 0; i < e->turns; i++) {
        int turn = i % 2 ? (i + 1) / 2 : -(i / 2);
        wend_vec3 end = step_to(e, e->turned + turn);
        float left = vlnce_maker_distance_left(e, end, goal);
        if (left >= min - 1e-4f) continue;
        min = left;
        best = turn;
        found = true;
    }
    if (!found || e->out_of_memory || e->action_count + abs(best) + 2 > MAX_ACTIONS) return false;
    for (int i = 0; i < abs(best); i++)
        e->actions[e->action_count++] = best > 0 ? WEND_VLNCE_LEFT : WEND_VLNCE_RIGHT;
    e->feet = step_to(e, e->turned + best);
    e->turned += best;
    e->actions[e->action_count++] = WEND_VLNCE_FORWARD;
    note_place(e);
    return true;
}

// Follows the positions of the path; false when the last one is not reached.
static bool vlnce_maker_walk(expert* e, const wend_vec3* feet, int count) {
    note_place(e);
    for (int i = 1; i < count; i++) {
        float near = i + 1 < count ? AT_PLACE : AT_GOAL;
        while (vlnce_maker_distance_left(e, e->feet, feet[i]) > near && approach(e, feet[i]))
            continue;
    }
    e->actions[e->action_count++] = WEND_VLNCE_STOP;
    return wend_v3_distance(e->feet, feet[count - 1]) < FROM_GOAL;
}

// ---- episodes -----------------------------------------------------------------------------------

static const char* keep_number(vlnce_maker* m, int number) {
    char text[24];
    snprintf(text, sizeof text, "%d", number);
    return arena_text(&m->memory, text, strlen(text));
}

static wend_status keep_truth(vlnce_maker* m, const expert* e, wend_vlnce_truth* out,
                              wend_error* error) {
    wend_dvec3* places = arena_alloc(&m->memory, (size_t)e->place_count * sizeof *places);
    int32_t* actions = arena_alloc(&m->memory, (size_t)e->action_count * sizeof *actions);
    if (!places || !actions) return vlnce_maker_no_memory(error);
    memcpy(places, e->places, (size_t)e->place_count * sizeof *places);
    memcpy(actions, e->actions, (size_t)e->action_count * sizeof *actions);
    *out = (wend_vlnce_truth){.locations = {places, e->place_count},
                              .actions = actions,
                              .action_count = e->action_count,
                              .forward_steps = e->place_count - 1};
    return WEND_OK;
}

// RxR-CE's additional fields of an instruction.
static const char* guide_note(vlnce_maker* m, const wend_vln_instruction* t) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    if (t->annotator >= 0) wend_json_out_int(&out, "annotator_id", t->annotator);
    if (t->edit_distance >= 0) wend_json_out_number(&out, "edit_distance", t->edit_distance);
    wend_json_out_array(&out, "timed_instruction");
    for (int i = 0; i < t->word_count; i++) {
        wend_json_out_object(&out, NULL);
        wend_json_out_number(&out, "end_time", t->words[i].end);
        wend_json_out_text(&out, "word", t->words[i].text);
        wend_json_out_number(&out, "start_time", t->words[i].start);
        wend_json_out_end(&out);
    }
    wend_json_out_end(&out);
    wend_json_out_end(&out);
    const char* kept = out.text.out_of_memory
                           ? NULL
                           : arena_text(&m->memory, out.text.items, strlen(out.text.items));
    wend_json_out_destroy(&out);
    return kept;
}

static wend_status vlnce_maker_add_episode(vlnce_maker* m, const wend_habitat_episode* shared,
                                           const wend_vlnce_truth* truth,
                                           const wend_vln_instruction* t, wend_error* error) {
    wend_habitat_episode* e = ARRAY_PUSH(&m->episodes);
    wend_vlnce_truth* gt = ARRAY_PUSH(&m->truths);
    if (!e || !gt) return vlnce_maker_no_memory(error);
    *e = *shared;
    *gt = *truth;
    e->instruction.text = arena_text(&m->memory, t->text, strlen(t->text));
    if (!e->instruction.text) return vlnce_maker_no_memory(error);
    if (!t->is_guide) return WEND_OK;
    e->instruction.id = (wend_record_id){arena_text(&m->memory, t->id, strlen(t->id)), true};
    e->instruction.language = arena_text(&m->memory, t->language, strlen(t->language));
    e->instruction.extra = guide_note(m, t);
    return e->instruction.id.text && e->instruction.language && e->instruction.extra
               ? WEND_OK
               : vlnce_maker_no_memory(error);
}

// Snaps the path to the navmesh. False when a position is off the mesh.
static bool snap_all(const vlnce_maker* m, const vlnce_path* p, wend_vec3* feet) {
    for (int i = 0; i < p->count; i++)
        if (!wend_navmesh_snap(m->mesh, p->feet[i], &feet[i])) return false;
    return true;
}

static wend_status vlnce_maker_add_path(vlnce_maker* m, const vlnce_path* p, const wend_vec3* feet,
                                        float metres, const expert* e, wend_error* error) {
    wend_dvec3* reference = arena_alloc(&m->memory, (size_t)p->count * sizeof *reference);
    wend_habitat_goal* goal = arena_alloc_zero(&m->memory, 1, sizeof *goal);
    wend_vlnce_truth truth;
    if (!reference || !goal) return vlnce_maker_no_memory(error);
    for (int i = 0; i < p->count; i++) reference[i] = wend_v3_to_dvec3(feet[i]);
    *goal = (wend_habitat_goal){.position = reference[p->count - 1], .radius = 3};
    wend_habitat_episode shared = {
        .trajectory = {keep_number(m, p->number), true},
        .scene = m->reference,
        .start = reference[0],
        .rotation = {0, sin((double)p->heading / 2), 0, cos((double)p->heading / 2)},
        .distance = (double)metres,
        .goals = goal,
        .goal_count = 1,
        .reference = {reference, p->count}};
    if (!shared.trajectory.text) return vlnce_maker_no_memory(error);
    WEND_TRY(keep_truth(m, e, &truth, error));
    for (int i = 0; i < p->instruction_count; i++)
        WEND_TRY(vlnce_maker_add_episode(m, &shared, &truth, &p->instructions[i], error));
    return WEND_OK;
}

wend_status vlnce_maker_add(vlnce_maker* m, const vlnce_path* p, wend_error* error) {
    wend_vec3* feet = wend_alloc((size_t)p->count * sizeof *feet);
    expert* e = wend_alloc_zero(1, sizeof *e);
    wend_status status = feet && e ? WEND_OK : vlnce_maker_no_memory(error);
    if (status == WEND_OK && snap_all(m, p, feet)) {
        e->mesh = m->mesh;
        e->turns = m->is_rxr ? 12 : 24;
        e->slides = !m->is_rxr;
        e->feet = feet[0];
        e->heading = p->heading;
        bool arrived = vlnce_maker_walk(e, feet, p->count);
        float metres = vlnce_maker_distance_left(e, feet[0], feet[p->count - 1]);
        if (e->out_of_memory)
            status = vlnce_maker_no_memory(error);
        else if (arrived)
            status = vlnce_maker_add_path(m, p, feet, metres, e, error);
    }
    wend_free(feet);
    wend_free(e);
    return status;
}

wend_status vlnce_maker_take(vlnce_maker* m, const vlnce_maker* from, wend_error* error) {
    for (size_t i = 0; i < from->episodes.count; i++) {
        wend_habitat_episode* e = ARRAY_PUSH(&m->episodes);
        wend_vlnce_truth* gt = ARRAY_PUSH(&m->truths);
        if (!e || !gt) return vlnce_maker_no_memory(error);
        *e = from->episodes.items[i];
        *gt = from->truths.items[i];
        e->id = (wend_record_id){keep_number(m, (int)m->episodes.count), true};
        gt->id = e->id.text;
        if (!e->id.text) return vlnce_maker_no_memory(error);
    }
    return WEND_OK;
}

// ---- vocabulary ---------------------------------------------------------------------------------

// The vocabulary of R2R-CE's models: 0 is padding, 1 unknown, then the words in alphabetical order.
typedef struct vocabulary {
    const char** words;
    int count, capacity;
} vocabulary;

static int compare_words(const void* a, const void* b) {
    return strcmp(*(const char* const*)a, *(const char* const*)b);
}

static char* lower_word(wend_word word, arena* memory) {
    char* copy = arena_text(memory, word.start, word.size);
    for (char* c = copy; c && *c; c++)
        if (*c >= 'A' && *c <= 'Z') *c = (char)(*c + 32);
    return copy;
}

static bool collect_words(const vlnce_maker* m, vocabulary* v, arena* memory) {
    wend_word word;
    for (size_t i = 0; i < m->episodes.count; i++)
        v->capacity += wend_words_count(m->episodes.items[i].instruction.text);
    v->words = wend_alloc((size_t)(v->capacity + FIRST_WORD) * sizeof *v->words);
    if (!v->words) return false;
    v->words[v->count++] = "<pad>";
    v->words[v->count++] = "<unk>";
    for (size_t i = 0; i < m->episodes.count; i++) {
        const char* at = m->episodes.items[i].instruction.text;
        while (wend_words_next(&at, &word))
            if (!(v->words[v->count++] = lower_word(word, memory))) return false;
    }
    qsort(v->words + FIRST_WORD, (size_t)(v->count - FIRST_WORD), sizeof *v->words, compare_words);
    int kept = FIRST_WORD;
    for (int i = FIRST_WORD; i < v->count; i++)
        if (i == FIRST_WORD || strcmp(v->words[i], v->words[kept - 1]) != 0)
            v->words[kept++] = v->words[i];
    v->count = kept;
    return true;
}

static bool number_words(wend_habitat_instruction* t, const vocabulary* v, arena* memory) {
    int count = wend_words_count(t->text), i = 0;
    int32_t* tokens = arena_alloc(memory, (size_t)(count + 1) * sizeof *tokens);
    wend_word word;
    if (!tokens) return false;
    for (const char* at = t->text; wend_words_next(&at, &word); i++) {
        const char* key = lower_word(word, memory);
        if (!key) return false;
        const char** found = bsearch(&key, v->words + FIRST_WORD, (size_t)(v->count - FIRST_WORD),
                                     sizeof *v->words, compare_words);
        tokens[i] = found ? (int32_t)(found - v->words) : 1;
    }
    t->tokens = tokens;
    t->token_count = count;
    return true;
}

wend_status vlnce_maker_write(const vlnce_maker* m, const char* episodes, const char* truths,
                              wend_error* error) {
    arena memory = {0};
    vocabulary v = {0};
    bool good = m->is_rxr || collect_words(m, &v, &memory);
    for (size_t i = 0; i < m->episodes.count && good && !m->is_rxr; i++)
        good = number_words(&m->episodes.items[i].instruction, &v, &memory);
    wend_habitat_set set = {.episodes = m->episodes.items,
                            .count = (int)m->episodes.count,
                            .vocabulary = v.words,
                            .vocabulary_count = v.count};
    wend_vlnce_truth_set gt = {.items = m->truths.items, .count = (int)m->truths.count};
    wend_status status =
        good ? wend_habitat_write(&set, episodes, error) : vlnce_maker_no_memory(error);
    if (status == WEND_OK) status = wend_vlnce_truth_write(&gt, truths, error);
    for (size_t i = 0; i < m->episodes.count; i++) m->episodes.items[i].instruction.tokens = NULL;
    wend_free(v.words);
    arena_destroy(&memory);
    return status;
}
