// BLEU of generated instructions [Papineni et al. 2002]: n-grams of all texts together, each text
// clipped by the largest count in one of the references of its path; brevity penalty with the
// reference whose length is nearest (of two equally near ones the shorter).
#include <math.h>
#include <string.h>

#include "base/hash_index.h"

#include "wend/benchmarks/vln.h"
#include "wend/language.h"
#include "wend/metrics.h"

enum { BLEU_MAX_WORDS = 512, BLEU_MAX_REFERENCES = 32 };

typedef struct bleu_text {
    uint64_t words[BLEU_MAX_WORDS];  // hashes
    int count;
} bleu_text;

typedef struct bleu_sums {
    int64_t matched[WEND_BLEU_ORDERS], all[WEND_BLEU_ORDERS];
    int64_t words, nearest, reference_words, references;
    int texts;
    bleu_text text, references_of[BLEU_MAX_REFERENCES];
} bleu_sums;

static void bleu_read(const char* text, bleu_text* out) {
    wend_word word;
    out->count = 0;
    while (out->count < BLEU_MAX_WORDS && wend_words_next(&text, &word)) {
        char low[64];
        size_t size = word.size < sizeof low ? word.size : sizeof low;
        for (size_t i = 0; i < size; i++)
            low[i] = (char)(word.start[i] >= 'A' && word.start[i] <= 'Z' ? word.start[i] + 32
                                                                         : word.start[i]);
        out->words[out->count++] = wend_hash(low, size, 0);
    }
}

static bool bleu_same(const uint64_t* a, const uint64_t* b, int order) {
    return memcmp(a, b, (size_t)order * sizeof *a) == 0;
}

// How often the n-gram occurs in a text.
static int bleu_count(const bleu_text* in, const uint64_t* gram, int order) {
    int count = 0;
    for (int i = 0; i + order <= in->count; i++) count += bleu_same(in->words + i, gram, order);
    return count;
}

static bool bleu_is_first(const bleu_text* text, int at, int order) {
    for (int i = 0; i < at; i++)
        if (bleu_same(text->words + i, text->words + at, order)) return false;
    return true;
}

static void bleu_add_order(bleu_sums* s, int references, int order) {
    const bleu_text* text = &s->text;
    for (int i = 0; i + order <= text->count; i++) {
        s->all[order - 1]++;
        if (!bleu_is_first(text, i, order)) continue;
        int here = bleu_count(text, text->words + i, order), most = 0;
        for (int r = 0; r < references; r++) {
            int there = bleu_count(&s->references_of[r], text->words + i, order);
            if (there > most) most = there;
        }
        s->matched[order - 1] += here < most ? here : most;
    }
}

static void bleu_add(bleu_sums* s, const char* text, int references) {
    int nearest = s->references_of[0].count;
    bleu_read(text, &s->text);
    for (int r = 1; r < references; r++) {
        int length = s->references_of[r].count;
        int gap = length > s->text.count ? length - s->text.count : s->text.count - length;
        int best = nearest > s->text.count ? nearest - s->text.count : s->text.count - nearest;
        if (gap < best || (gap == best && length < nearest)) nearest = length;
    }
    for (int order = 1; order <= WEND_BLEU_ORDERS; order++) bleu_add_order(s, references, order);
    s->nearest += nearest;
    s->words += s->text.count;
    s->texts++;
}

static void bleu_finish(const bleu_sums* s, wend_bleu* bleu) {
    double sum = 0;
    double brevity = s->words < s->nearest && s->words
                         ? exp(1 - (double)s->nearest / (double)s->words)
                         : (double)(s->words > 0);
    *bleu = (wend_bleu){.texts = s->texts};
    for (int n = 0; n < WEND_BLEU_ORDERS; n++) {
        sum += s->matched[n] ? log((double)s->matched[n] / (double)s->all[n]) : -INFINITY;
        bleu->bleu[n] = brevity * exp(sum / (n + 1));
    }
    bleu->words = (double)s->words / s->texts;
    bleu->reference_words = (double)s->reference_words / (double)s->references;
}

// The references of a path; returns their number.
static int bleu_references(bleu_sums* s, const wend_vln_episode* e) {
    int count =
        e->instruction_count < BLEU_MAX_REFERENCES ? e->instruction_count : BLEU_MAX_REFERENCES;
    for (int i = 0; i < count; i++) {
        bleu_read(e->instructions[i].text, &s->references_of[i]);
        s->reference_words += s->references_of[i].count;
        s->references++;
    }
    return count;
}

static wend_status bleu_compare(const wend_vln_episodes* generated, const wend_vln_episodes* human,
                                const hash_index* paths, const char* name, bleu_sums* s,
                                wend_error* error) {
    for (int i = 0; i < wend_vln_episodes_count(generated); i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(generated, i);
        int64_t at = hash_index_find(paths, wend_hash(e->path_id, strlen(e->path_id), 0));
        if (at < 0)
            return wend_fail(error, WEND_FORMAT, "%s: path %s is not in the reference file", name,
                             e->path_id);
        int references = bleu_references(s, wend_vln_episodes_at(human, (int)at));
        for (int k = 0; references && k < e->instruction_count; k++)
            bleu_add(s, e->instructions[k].text, references);
    }
    if (s->texts) return WEND_OK;
    return wend_fail(error, WEND_FORMAT, "%s: no instruction could be compared", name);
}

static wend_status bleu_index(const wend_vln_episodes* human, hash_index* paths,
                              wend_error* error) {
    for (int i = 0; i < wend_vln_episodes_count(human); i++) {
        const char* id = wend_vln_episodes_at(human, i)->path_id;
        if (!hash_index_add(paths, wend_hash(id, strlen(id), 0), (uint32_t)i))
            return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    }
    return WEND_OK;
}

wend_status wend_bleu_score(const char* generated, const char* human, wend_bleu* bleu,
                            wend_error* error) {
    wend_vln_episodes *texts = NULL, *references = NULL;
    hash_index paths = {0};
    bleu_sums* s = wend_alloc_zero(1, sizeof *s);
    wend_status status = s ? wend_vln_episodes_read(generated, &texts, error)
                           : wend_fail(error, WEND_NO_MEMORY, "out of memory");
    if (status == WEND_OK) status = wend_vln_episodes_read(human, &references, error);
    if (status == WEND_OK) status = bleu_index(references, &paths, error);
    if (status == WEND_OK) status = bleu_compare(texts, references, &paths, generated, s, error);
    if (status == WEND_OK) bleu_finish(s, bleu);
    wend_vln_episodes_destroy(texts);
    wend_vln_episodes_destroy(references);
    hash_index_destroy(&paths);
    wend_free(s);
    return status;
}
