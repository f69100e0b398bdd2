// One text of a path: what there is to say, held against the scene until all of it is true; said in
// a language; and spoken along the way by a guide.
#include "task/vln/vln_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

#include "wend/rxr_guide.h"

enum { MAX_TEXT = 8 * 1024, RETELLINGS = 4 };

static wend_status no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "no memory to generate instructions");
}

static const char* keep(vln_part* m, const char* text) {
    return arena_text(&m->memory, text, strlen(text));
}

void told_walk_make(const vln_part* m, const told_path* p, float heading, told_walk* out) {
    float eye_height = (float)wend_graph_viewpoint(m->graph, p->nodes[0])->height;
    for (int i = 0; i < p->count; i++) {
        out->names[i] = wend_graph_viewpoint(m->graph, p->nodes[i])->id;
        out->eyes[i] = out->feet[i] = wend_graph_position(m->graph, p->nodes[i]);
        out->feet[i].y -= eye_height;
    }
    out->walk = (wend_walk){out->feet, p->count, heading, eye_height};
}

// The text's steps as the guide mentions them.
static int make_mentions(const vln_part* m, const size_t* starts, wend_rxr_guide_mention* out) {
    const wend_scene_arrays* a = wend_scene_get(m->scene);
    const wend_narration* n = m->narration;
    for (int i = 0; i < n->count; i++) {
        const wend_object* o = &a->objects.items[n->objects[i]];
        out[i] = (wend_rxr_guide_mention){starts[i], n->places[i], n->objects[i] != 0, {0, 0, 0}};
        out[i].focus = wend_v3_lerp(o->bounds.low, o->bounds.high, 0.5f);
    }
    return n->count;
}

// The words with their times, the record's own.
static wend_status keep_words(vln_part* m, wend_vln_instruction* out, const wend_vln_word* words,
                              int count, wend_error* error) {
    wend_vln_word* kept = arena_alloc(&m->memory, (size_t)(count + 1) * sizeof *kept);
    if (!kept) return no_memory(error);
    for (int i = 0; i < count; i++) {
        kept[i] = words[i];
        if (!(kept[i].text = keep(m, words[i].text))) return no_memory(error);
    }
    out->words = kept;
    out->word_count = count;
    return WEND_OK;
}

static wend_status write_trace(const vln_part* m, const wend_trace* trace, const char* id,
                               wend_error* error) {
    char name[64], path[4096];
    snprintf(name, sizeof name, "%06d_guide_pose_trace.npz", atoi(id));
    WEND_TRY(file_join(m->plan->to.traces, name, path, sizeof path, error));
    return wend_trace_write_npz(trace, path, error);
}

// A guide says the text along the walk: when each word is said, and where the camera looks.
static wend_status record_guide(vln_part* m, const told_walk* w, const size_t* starts,
                                wend_vln_instruction* out, wend_error* error) {
    wend_rxr_guide_mention mentions[WEND_MAX_TOLD];
    int mention_count = make_mentions(m, starts, mentions);
    int count = wend_rxr_guide_word_count(out->text);
    wend_vln_word* words = wend_alloc((size_t)count * sizeof *words);
    if (!words) return no_memory(error);
    wend_rxr_guide_walk walk = {.path = w->names,
                                .eyes = w->eyes,
                                .place_count = w->walk.count,
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

// Takes back what is not true of a step, and the step where nothing else is in it.
static void take_back(wend_narration* n, int step, wend_room_type room) {
    wend_tell_step* s = &n->steps[step];
    if (s->kind == WEND_TELL_SEE || s->kind == WEND_TELL_DOOR || s->kind == WEND_TELL_LEAVE) {
        size_t after = (size_t)(n->count - step - 1);
        memmove(s, s + 1, after * sizeof *s);
        memmove(&n->places[step], &n->places[step + 1], after * sizeof *n->places);
        memmove(&n->objects[step], &n->objects[step + 1], after * sizeof *n->objects);
        n->count--;
        return;
    }
    *s = (wend_tell_step){.kind = s->kind == WEND_TELL_PASS ? WEND_TELL_FORWARD : s->kind,
                          .turn = s->turn};
    if (s->kind == WEND_TELL_STOP || s->kind == WEND_TELL_BEGIN) s->room = room;
    n->objects[step] = 0;
}

// Tells the walk until all that is said is true; after some tries what is not is left out.
static wend_status narrate_truly(vln_part* m, const told_walk* w, const char* id,
                                 wend_error* error) {
    wend_narration_fault fault;
    bool dense = m->plan->def->kind == WEND_VLN_RXR;
    for (int i = 0; i < RETELLINGS; i++) {
        char purpose[80];
        snprintf(purpose, sizeof purpose, "%s telling %d", id, i);
        wend_rng rng = wend_rng_for(m->plan->def->seed, m->reference, purpose);
        WEND_TRY(wend_narrate(m->narrator, &w->walk, dense, rng, m->narration, error));
        if (wend_narration_is_true(m->judge, &w->walk, m->narration, &fault)) return WEND_OK;
    }
    for (int i = 0; i < WEND_MAX_TOLD; i++) {
        wend_vec3 p = w->feet[m->narration->places[fault.step]];
        p.y += 0.5f;
        uint32_t room = wend_scene_room_at(m->scene, p);
        take_back(m->narration, fault.step,
                  (wend_room_type)wend_scene_get(m->scene)->rooms.items[room].type);
        if (wend_narration_is_true(m->judge, &w->walk, m->narration, &fault)) break;
    }
    return WEND_OK;
}

// Says it until what is read from the words alone is true as well: a sentence may be taken for
// another.
static wend_status say_truly(vln_part* m, const told_walk* w, wend_language language,
                             const char* id, char text[MAX_TEXT], size_t* starts,
                             wend_error* error) {
    wend_text_fault fault = {.step = 0};
    const wend_narration* n = m->narration;
    wend_tell_def def = {language, m->plan->def->kind == WEND_VLN_RXR,
                         wend_rng_for(m->plan->def->seed, id, m->reference)};
    for (int i = 0; i < RETELLINGS && fault.step >= 0; i++) {
        WEND_TRY(wend_tell(&def, n->steps, n->count, text, MAX_TEXT, starts, error));
        wend_text_is_true(m->judge, m->plan->heed, &w->walk, wend_language_code(language), text,
                          &fault);
        wend_rng_u32(&def.rng);
    }
    return WEND_OK;
}

wend_status vln_text_tell(vln_part* m, const told_walk* w, wend_language language, int number,
                          int thought, wend_vln_instruction* out, wend_error* error) {
    static const char* const codes[] = {"en-US", "hi-IN", "te-IN"};
    bool dense = m->plan->def->kind == WEND_VLN_RXR;
    char text[MAX_TEXT], id[48];
    size_t starts[WEND_MAX_TOLD];
    snprintf(id, sizeof id, "%d_%d", m->path, thought);
    WEND_TRY(narrate_truly(m, w, id, error));
    WEND_TRY(say_truly(m, w, language, id, text, starts, error));
    snprintf(id, sizeof id, "%d_%d", m->path, number);
    if (dense) snprintf(id, sizeof id, "%d", m->told);
    *out = (wend_vln_instruction){.id = keep(m, id),
                                  .text = keep(m, text),
                                  .is_guide = dense,
                                  .language = dense ? codes[language] : NULL,
                                  .annotator = dense ? number : -1,
                                  .edit_distance = dense ? 0 : -1,
                                  .word_count = -1};
    if (!out->id || !out->text) return no_memory(error);
    m->told++;
    return dense ? record_guide(m, w, starts, out, error) : WEND_OK;
}
