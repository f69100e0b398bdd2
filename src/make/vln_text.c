// Generates one text of a path: plan, verify, realise, parse again and verify; for RxR also the
// guide's recording.
#include "make/vln_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/files.h"
#include "wend/make.h"

enum { MAX_TEXT = 8 * 1024, RETELLINGS = 4 };

static wend_status vln_text_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory to generate instructions");
}

static const char* vln_text_keep(vln_part* m, const char* text) {
    return arena_text(&m->memory, text, strlen(text));
}

void vln_text_path_make(const vln_part* m, const vln_part_path* p, float heading,
                        vln_text_path* out) {
    float eye_height = (float)wend_graph_viewpoint(m->graph, p->nodes[0])->height;
    for (int i = 0; i < p->count; i++) {
        out->names[i] = wend_graph_viewpoint(m->graph, p->nodes[i])->id;
        out->eyes[i] = out->feet[i] = wend_graph_position(m->graph, p->nodes[i]);
        out->feet[i].y -= eye_height;
    }
    out->walk = (wend_instruction_path){out->feet, p->count, heading, eye_height};
}

// The steps as mentions of the guide.
static int make_mentions(const vln_part* m, const size_t* starts, wend_rxr_guide_mention* out) {
    const wend_scene_arrays* a = wend_scene_get(m->scene);
    const wend_instruction_plan* n = m->instruction;
    for (int i = 0; i < n->count; i++) {
        const wend_object* o = &a->objects.items[n->objects[i]];
        out[i] =
            (wend_rxr_guide_mention){starts[i], n->positions[i], n->objects[i] != 0, {0, 0, 0}};
        out[i].focus = wend_v3_lerp(o->bounds.low, o->bounds.high, 0.5f);
    }
    return n->count;
}

// Copies the timed words into the record.
static wend_status keep_words(vln_part* m, wend_vln_instruction* out, const wend_vln_word* words,
                              int count, wend_error* error) {
    wend_vln_word* kept = arena_alloc(&m->memory, (size_t)(count + 1) * sizeof *kept);
    if (!kept) return vln_text_no_memory(error);
    for (int i = 0; i < count; i++) {
        kept[i] = words[i];
        if (!(kept[i].text = vln_text_keep(m, words[i].text))) return vln_text_no_memory(error);
    }
    out->words = kept;
    out->word_count = count;
    return WEND_OK;
}

static wend_status write_trace(const vln_part* m, const wend_trace* trace, const char* id,
                               wend_error* error) {
    char name[64], path[4096];
    snprintf(name, sizeof name, "%06d_guide_pose_trace.npz", atoi(id));
    WEND_TRY(wend_file_join(m->plan->to.traces, name, path, sizeof path, error));
    return wend_trace_write_npz(trace, path, error);
}

// Records the guide: times of words and camera trace.
static wend_status record_guide(vln_part* m, const vln_text_path* w, const size_t* starts,
                                wend_vln_instruction* out, wend_error* error) {
    wend_rxr_guide_mention mentions[WEND_MAX_PLAN_STEPS];
    int mention_count = make_mentions(m, starts, mentions);
    int count = wend_rxr_guide_word_count(out->text);
    wend_vln_word* words = wend_alloc((size_t)count * sizeof *words);
    if (!words) return vln_text_no_memory(error);
    wend_rxr_guide_path walk = {.path = w->names,
                                .eyes = w->eyes,
                                .viewpoint_count = w->walk.count,
                                .heading = w->walk.heading,
                                .text = out->text,
                                .mentions = mentions,
                                .mention_count = mention_count,
                                .rng = wend_rng_for(m->plan->def->seed, out->id, "guide")};
    wend_trace trace;
    wend_status status = wend_rxr_guide_record(&walk, words, &trace, error);
    if (status == WEND_OK) status = keep_words(m, out, words, count, error);
    if (status == WEND_OK && m->plan->def->traces) status = write_trace(m, &trace, out->id, error);
    wend_trace_destroy(&trace);
    wend_free(words);
    return status;
}

// Removes the false attributes of a step, or the step if nothing remains.
static void take_back(wend_instruction_plan* n, int step, wend_room_type room) {
    wend_instruction_step* s = &n->steps[step];
    if (s->kind == WEND_STEP_SEE || s->kind == WEND_STEP_DOOR || s->kind == WEND_STEP_LEAVE) {
        size_t after = (size_t)(n->count - step - 1);
        memmove(s, s + 1, after * sizeof *s);
        memmove(&n->positions[step], &n->positions[step + 1], after * sizeof *n->positions);
        memmove(&n->objects[step], &n->objects[step + 1], after * sizeof *n->objects);
        n->count--;
        return;
    }
    *s = (wend_instruction_step){.kind = s->kind == WEND_STEP_PASS ? WEND_STEP_FORWARD : s->kind,
                                 .turn = s->turn};
    if (s->kind == WEND_STEP_STOP || s->kind == WEND_STEP_BEGIN) s->room = room;
    n->objects[step] = 0;
}

// Plans until all steps are true; after some attempts false statements are removed.
static wend_status instruction_plan_truly(vln_part* m, const vln_text_path* w, const char* id,
                                          wend_error* error) {
    wend_instruction_fault fault;
    bool dense = m->plan->def->kind == WEND_VLN_RXR;
    for (int i = 0; i < RETELLINGS; i++) {
        char purpose[80];
        snprintf(purpose, sizeof purpose, "%s telling %d", id, i);
        wend_rng rng = wend_rng_for(m->plan->def->seed, m->reference, purpose);
        WEND_TRY(
            wend_instruction_planner_plan(m->planner, &w->walk, dense, rng, m->instruction, error));
        if (wend_instruction_plan_is_true(m->judge, &w->walk, m->instruction, &fault))
            return WEND_OK;
    }
    for (int i = 0; i < WEND_MAX_PLAN_STEPS; i++) {
        wend_vec3 p = w->feet[m->instruction->positions[fault.step]];
        p.y += 0.5f;
        uint32_t room = wend_scene_room_at(m->scene, p);
        take_back(m->instruction, fault.step,
                  (wend_room_type)wend_scene_get(m->scene)->rooms.items[room].type);
        if (wend_instruction_plan_is_true(m->judge, &w->walk, m->instruction, &fault)) break;
    }
    return WEND_OK;
}

// Realises until the parsed text is true as well, as sentences may be ambiguous.
static wend_status say_truly(vln_part* m, const vln_text_path* w, wend_language language,
                             const char* id, char text[MAX_TEXT], size_t* starts,
                             wend_error* error) {
    wend_text_fault fault = {.step = 0};
    const wend_instruction_plan* n = m->instruction;
    wend_instruction_def def = {language, m->plan->def->kind == WEND_VLN_RXR,
                                wend_rng_for(m->plan->def->seed, id, m->reference)};
    for (int i = 0; i < RETELLINGS && fault.step >= 0; i++) {
        WEND_TRY(
            wend_instruction_generate(&def, n->steps, n->count, text, MAX_TEXT, starts, error));
        wend_instruction_is_true(m->judge, m->plan->parser, &w->walk, wend_language_code(language),
                                 text, &fault);
        wend_rng_u32(&def.rng);
    }
    return WEND_OK;
}

wend_status vln_text_write(vln_part* m, const vln_text_path* w, wend_language language, int number,
                           int thought, wend_vln_instruction* out, wend_error* error) {
    static const char* const codes[] = {"en-US", "hi-IN", "te-IN"};
    bool dense = m->plan->def->kind == WEND_VLN_RXR;
    char text[MAX_TEXT], id[48];
    size_t starts[WEND_MAX_PLAN_STEPS];
    snprintf(id, sizeof id, "%d_%d", m->path, thought);
    WEND_TRY(instruction_plan_truly(m, w, id, error));
    WEND_TRY(say_truly(m, w, language, id, text, starts, error));
    snprintf(id, sizeof id, "%d_%d", m->path, number);
    if (dense) snprintf(id, sizeof id, "%d", m->text);
    *out = (wend_vln_instruction){.id = vln_text_keep(m, id),
                                  .text = vln_text_keep(m, text),
                                  .is_guide = dense,
                                  .language = dense ? codes[language] : NULL,
                                  .annotator = dense ? number : -1,
                                  .edit_distance = dense ? 0 : -1,
                                  .word_count = -1};
    if (!out->id || !out->text) return vln_text_no_memory(error);
    m->text++;
    return dense ? record_guide(m, w, starts, out, error) : WEND_OK;
}
