// Describes paths with a trained speaker: the oracle walks the paths of a block of episodes, then
// the network writes their texts, one word of all at a time.
#include <string.h>

#include "base/arena.h"
#include "model/speaker.h"

#include "wend/benchmarks/vln.h"
#include "wend/files.h"
#include "wend/run.h"
#include "wend/train.h"

enum { SPEAK_BLOCK = 64, SPEAK_STEPS = 64, SPEAK_WORD = 64 };

typedef struct speaking {
    const wend_speak_def* def;
    speaker* s;
    wend_batch* batch;
    wend_vln_episodes* episodes;
    int count;            // paths
    int* first;           // [count] the batch's episode of a path's first instruction
    view_input* views;    // [SPEAK_BLOCK][SPEAK_STEPS]
    speaker_step* steps;  // [SPEAK_BLOCK][SPEAK_STEPS]
    int counts[SPEAK_BLOCK];
    view_words words;
    tape t;
    arena memory;           // of texts
    wend_vln_episode* out;  // [count]
} speaking;

wend_speak_def wend_speak_default_def(void) {
    return (wend_speak_def){.play = wend_play_default_def(), .instructions = 1};
}

static wend_status speaking_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for instructions");
}

// ---- create and destroy -------------------------------------------------------------------------

static wend_status speaking_load(speaking* k, wend_error* error) {
    wend_tensors file;
    WEND_TRY(wend_tensors_read(k->def->weights, &file, error));
    wend_status status = speaker_from_tensors(&file, k->def->weights, &k->s, error);
    wend_tensors_destroy(&file);
    return status;
}

static wend_status speaking_check(speaking* k, wend_error* error) {
    WEND_TRY(wend_vln_episodes_read(k->def->play.episodes, &k->episodes, error));
    k->count = wend_vln_episodes_count(k->episodes);
    for (int i = 0; i < k->count; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(k->episodes, i);
        if (e->instruction_count && e->path_count > 1) continue;
        return wend_fail(error, WEND_FORMAT,
                         "%s: path %s has no %s; a path to describe has at least two viewpoints "
                         "and one instruction, which may be empty",
                         k->def->play.episodes, e->path_id,
                         e->instruction_count ? "second viewpoint" : "instruction");
    }
    return WEND_OK;
}

static wend_status speaking_open(speaking* k, wend_error* error) {
    WEND_TRY(speaking_check(k, error));
    wend_batch_def batch = wend_batch_default_def();
    batch.play = k->def->play;
    batch.play.max_steps = SPEAK_STEPS;
    batch.num_envs = SPEAK_BLOCK;
    batch.threads = k->def->threads;
    batch.uses_images = false;
    batch.expert = "reference-path";
    WEND_TRY(wend_batch_create(&batch, &k->batch, error));
    k->first = wend_alloc_zero((size_t)k->count + 1, sizeof *k->first);
    k->out = wend_alloc_zero((size_t)k->count + 1, sizeof *k->out);
    k->views = wend_alloc_zero((size_t)SPEAK_BLOCK * SPEAK_STEPS, sizeof *k->views);
    k->steps = wend_alloc_zero((size_t)SPEAK_BLOCK * SPEAK_STEPS, sizeof *k->steps);
    return k->first && k->out && k->views && k->steps ? WEND_OK : speaking_no_memory(error);
}

// The batch has one episode for each instruction of the file.
static wend_status speaking_number(speaking* k, wend_error* error) {
    int next = 0;
    for (int i = 0; i < k->count; i++) {
        k->out[i] = *wend_vln_episodes_at(k->episodes, i);
        k->first[i] = next;
        next += k->out[i].instruction_count;
    }
    if (next == wend_batch_episodes(k->batch)) return WEND_OK;
    return wend_fail(error, WEND_FORMAT, "%s: %d instructions, but %d episodes of the task",
                     k->def->play.episodes, next, wend_batch_episodes(k->batch));
}

static void speaking_close(speaking* k) {
    tape_destroy(&k->t);
    view_words_destroy(&k->words);
    wend_free(k->first);
    wend_free(k->out);
    wend_free(k->views);
    wend_free(k->steps);
    arena_destroy(&k->memory);
    speaker_destroy(k->s);
    wend_batch_destroy(k->batch);
    wend_vln_episodes_destroy(k->episodes);
}

// ---- walking ------------------------------------------------------------------------------------

// One viewpoint of path i of the block that begins with path `first`, and the action there.
static wend_status speaking_look(speaking* k, int first, int i, wend_action* action,
                                 wend_error* error) {
    const wend_observation* o = wend_batch_observation(k->batch, i);
    int at = i * SPEAK_STEPS + k->counts[i];
    const char* path = wend_vln_episodes_at(k->episodes, first + i)->path_id;
    if (!o->graph.panorama)
        return wend_fail(error, WEND_ARGUMENT,
                         "a speaker describes captions of the views; give --observations");
    if (!wend_batch_expert(k->batch, i, action))
        return wend_fail(error, WEND_FORMAT, "%s: path %s leaves the graph", k->def->play.episodes,
                         path);
    if (k->counts[i] == SPEAK_STEPS)
        return wend_fail(error, WEND_LIMIT, "%s: path %s has more than %d viewpoints",
                         k->def->play.episodes, path, SPEAK_STEPS);
    WEND_TRY(view_input_read(&k->s->words, &k->words, true, o, &k->views[at], error));
    bool goes = action->kind == WEND_ACTION_GO;
    k->steps[at] = (speaker_step){&k->views[at], goes ? action->neighbour : -1};
    k->counts[i]++;
    return WEND_OK;
}

// Walks the `count` paths of a block; the other environments repeat the first.
static wend_status speaking_walk(speaking* k, int first, int count, wend_error* error) {
    wend_action actions[SPEAK_BLOCK];
    bool walking[SPEAK_BLOCK];
    for (int i = 0; i < SPEAK_BLOCK; i++) {
        int path = i < count ? first + i : first;
        WEND_TRY(wend_batch_seek(k->batch, i, k->first[path], error));
        k->counts[i] = 0;
        walking[i] = i < count;
    }
    WEND_TRY(wend_batch_begin_all(k->batch, &(wend_batch_out){0}, error));
    for (int left = count; left;) {
        for (int i = 0; i < SPEAK_BLOCK; i++) {
            actions[i] = (wend_action){.kind = WEND_ACTION_STOP};
            if (!walking[i]) continue;
            WEND_TRY(speaking_look(k, first, i, &actions[i], error));
            walking[i] = actions[i].kind == WEND_ACTION_GO;
            left -= !walking[i];
        }
        WEND_TRY(wend_batch_step(k->batch, actions, &(wend_batch_out){0}, error));
    }
    return WEND_OK;
}

// ---- writing ------------------------------------------------------------------------------------

// The next word of a text: never an unknown one.
static int speaking_choose(const speaking* k, float* logits, wend_rng* rng) {
    int classes = speaker_classes(k->s), best = 1;
    for (int i = 2; i < classes; i++)
        if (logits[i] > logits[best]) best = i;
    if (k->def->temperature <= 0) return best;
    float top = logits[best];
    for (int i = 1; i < classes; i++) logits[i] = (logits[i] - top) / (float)k->def->temperature;
    logits[0] = -1e30f;
    return wend_sample_action(classes, logits, rng);
}

typedef struct written_text {
    int32_t words[WORD_TABLE_MAX_READ];
    int count;
    bool ended;
} written_text;

static wend_status speaking_write(speaking* k, int count, wend_rng* rngs, written_text* texts,
                                  wend_error* error) {
    speaker_run run;
    int32_t last[SPEAK_BLOCK];
    tape_begin(&k->t, &k->s->p, NULL);
    speaker_begin(k->s, &k->t, count, k->steps, SPEAK_STEPS, k->counts, &run);
    for (int i = 0; i < count; i++) {
        texts[i] = (written_text){0};
        last[i] = speaker_end(k->s);
    }
    for (int w = 0, left = count; left && w < WORD_TABLE_MAX_READ; w++) {
        int logits = speaker_next(k->s, &k->t, &run, last);
        if (k->t.failed) return speaking_no_memory(error);
        for (int i = 0; i < count; i++) {
            if (texts[i].ended) continue;
            float* row = tape_value(&k->t, logits) + (size_t)i * (size_t)speaker_classes(k->s);
            last[i] = speaking_choose(k, row, &rngs[i]);
            texts[i].ended = last[i] == speaker_end(k->s);
            left -= texts[i].ended;
            if (!texts[i].ended) texts[i].words[texts[i].count++] = last[i];
        }
    }
    return WEND_OK;
}

// The words as a sentence.
static const char* speaking_sentence(speaking* k, const char* const* names,
                                     const written_text* text) {
    char line[WORD_TABLE_MAX_READ * (SPEAK_WORD + 1) + 1];
    size_t used = 0;
    for (int w = 0; w < text->count; w++) {
        const char* word = names[text->words[w]];
        size_t size = strlen(word);
        if (size > SPEAK_WORD) continue;
        if (used) line[used++] = ' ';
        memcpy(line + used, word, size);
        used += size;
    }
    return arena_text(&k->memory, line, used);
}

// One more instruction for each path of a block.
static wend_status speaking_add(speaking* k, const char* const* names, int first, int count,
                                int number, wend_error* error) {
    written_text texts[SPEAK_BLOCK];
    wend_rng rngs[SPEAK_BLOCK];
    for (int i = 0; i < count; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(k->episodes, first + i);
        rngs[i] = wend_rng_for(k->def->play.seed + (uint64_t)number, e->path_id, "words");
    }
    WEND_TRY(speaking_write(k, count, rngs, texts, error));
    for (int i = 0; i < count; i++) {
        wend_vln_instruction* list = (wend_vln_instruction*)k->out[first + i].instructions;
        list[number] = (wend_vln_instruction){.id = "",
                                              .text = speaking_sentence(k, names, &texts[i]),
                                              .annotator = -1,
                                              .edit_distance = -1,
                                              .word_count = -1};
        if (!list[number].text) return speaking_no_memory(error);
    }
    return WEND_OK;
}

static wend_status speaking_block(speaking* k, const char* const* names, int first,
                                  wend_error* error) {
    int count = k->count - first < SPEAK_BLOCK ? k->count - first : SPEAK_BLOCK;
    WEND_TRY(speaking_walk(k, first, count, error));
    for (int i = 0; i < count; i++) {
        size_t size = (size_t)k->def->instructions * sizeof(wend_vln_instruction);
        k->out[first + i].instructions = arena_alloc(&k->memory, size);
        k->out[first + i].instruction_count = k->def->instructions;
        if (!k->out[first + i].instructions) return speaking_no_memory(error);
    }
    for (int n = 0; n < k->def->instructions; n++)
        WEND_TRY(speaking_add(k, names, first, count, n, error));
    return WEND_OK;
}

static wend_status speaking_run(speaking* k, const char* out, wend_error* error) {
    WEND_TRY(speaking_load(k, error));
    WEND_TRY(speaking_open(k, error));
    WEND_TRY(speaking_number(k, error));
    const char** names = arena_alloc(&k->memory, (size_t)k->s->words.count * sizeof *names);
    if (!names) return speaking_no_memory(error);
    const char* at = k->s->words.text;
    for (int i = 1; i < k->s->words.count; i++, at += strlen(at) + 1) names[i] = at;
    for (int first = 0; first < k->count; first += SPEAK_BLOCK) {
        if (k->def->stop && k->def->stop(k->def->context))
            return wend_fail(error, WEND_IO, "interrupted");
        WEND_TRY(speaking_block(k, names, first, error));
    }
    return wend_vln_episodes_write(k->out, k->count, WEND_VLN_R2R, out, error);
}

wend_status wend_speak(const wend_speak_def* def, const char* out, int* count, wend_error* error) {
    *count = 0;
    speaking* k = wend_alloc_zero(1, sizeof *k);
    if (!k) return speaking_no_memory(error);
    k->def = def;
    wend_status status = speaking_run(k, out, error);
    *count = k->count;
    speaking_close(k);
    wend_free(k);
    return status;
}
