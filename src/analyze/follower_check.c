// Validates generated instructions with two followers; see wend/analyze.h.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/number.h"

#include "wend/analyze.h"
#include "wend/files.h"
#include "wend/log.h"
#include "wend/metrics.h"
#include "wend/run.h"

static const char* const followers[2] = {"stranger", "resident"};

wend_follower_check_def wend_follower_check_default_def(void) {
    return (wend_follower_check_def){
        .agents = {"guide-follower:memory=episode", "guide-follower:memory=known"}};
}

// One instruction and the best version so far.
typedef struct checked_text {
    int number;     // index among the instructions of the path
    int selection;  // index of the best version
    double ndtw;    // of that version
    int by;         // index of the better follower
    bool followed;  // a follower succeeded
    bool asked;     // played in the current round
} checked_text;

typedef struct checker {
    ARRAY_OF(checked_text) texts;  // in the order of generation
    ARRAY_OF(int) order;           // order of the texts written last
    int cursor;
    int selection;
    bool final;
    bool out_of_memory;
    char remark[160];
} checker;

// ---- callbacks of the generator -----------------------------------------------------------------

static checked_text* next_text(checker* c, int number) {
    if ((size_t)c->cursor == c->texts.count) {
        checked_text* text = ARRAY_PUSH(&c->texts);
        if (!text) return NULL;
        *text = (checked_text){.number = number, .ndtw = -1, .asked = true};
    }
    return &c->texts.items[c->cursor++];
}

static int follower_check_choose(void* context, int path, int number) {
    checker* c = context;
    (void)path;
    checked_text* text = next_text(c, number);
    if (!text) {
        c->out_of_memory = true;
        return -1;
    }
    if (c->final) return text->selection;
    if (!text->asked) return -1;
    int* slot = ARRAY_PUSH(&c->order);
    if (!slot) c->out_of_memory = true;
    if (slot) *slot = c->cursor - 1;
    return c->selection;
}

// The JSON record of the current instruction.
static const char* remark(void* context, int path, int number) {
    checker* c = context;
    (void)path;
    (void)number;
    const checked_text* text = &c->texts.items[c->cursor - 1];
    number_print(c->remark, sizeof c->remark,
                 "{\"telling\": %d, \"followed\": %s, \"by\": \"%s\", \"ndtw\": %.4f}",
                 text->selection, text->followed ? "true" : "false", followers[text->by],
                 text->ndtw);
    return c->remark;
}

static wend_status follower_check_write_texts(checker* c, const char* const* scenes,
                                              int scene_count, const wend_vln_generate_def* def,
                                              const char* path, int* records, wend_error* error) {
    wend_vln_generate_def own = *def;
    own.choose = follower_check_choose;
    own.context = c;
    own.remark = c->final ? remark : NULL;
    if (!c->final) own.traces = own.continuous = false;
    c->cursor = 0;
    c->order.count = 0;
    WEND_TRY(wend_vln_generate(scenes, scene_count, &own, path, records, error));
    return c->out_of_memory
               ? wend_fail(error, WEND_NO_MEMORY, "out of memory while checking instructions")
               : WEND_OK;
}

// ---- following ----------------------------------------------------------------------------------

static int follower_check_column_of(const wend_score_table* table, const char* name) {
    for (int i = 0; i < table->columns; i++)
        if (strcmp(table->names[i], name) == 0) return i;
    return -1;
}

static wend_status read_scores(checker* c, int who, const char* path, wend_error* error) {
    wend_log_set log = {0};
    wend_score_table table = {0};
    wend_status status = wend_log_read(path, &log, error);
    if (status == WEND_OK) status = wend_score_compute(&log, path, &table, error);
    int success = follower_check_column_of(&table, "success"),
        ndtw = follower_check_column_of(&table, "ndtw");
    for (int row = 0; status == WEND_OK && row < table.rows && success >= 0 && ndtw >= 0; row++) {
        int index = log.records[table.records[row]].index;
        if (index < 0 || (size_t)index >= c->order.count) continue;
        checked_text* text = &c->texts.items[c->order.items[index]];
        const double* values = table.values + (size_t)row * (size_t)table.columns;
        bool followed = values[success] > 0.5;
        if (followed < text->followed || (followed == text->followed && values[ndtw] <= text->ndtw))
            continue;
        text->selection = c->selection;
        text->ndtw = values[ndtw];
        text->by = who;
        text->followed = followed;
    }
    wend_score_destroy(&table);
    wend_log_destroy(&log);
    return status;
}

typedef struct check_round {
    const char* const* scenes;
    int scene_count;
    const wend_vln_generate_def* def;
    const wend_follower_check_def* check;
    const char* folder;
} check_round;

// Runs one follower on the instructions that are not followed yet.
static wend_status walk_texts(checker* c, const check_round* r, int who, wend_error* error) {
    char episodes[4096], log[4096], name[64];
    int records;
    snprintf(name, sizeof name, "told%d_%s", c->selection, followers[who]);
    bool fits =
        snprintf(episodes, sizeof episodes, "%s/%s.json", r->folder, name) < (int)sizeof episodes &&
        snprintf(log, sizeof log, "%s/%s.wlog", r->folder, name) < (int)sizeof log;
    if (!fits) return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", r->folder);
    WEND_TRY(follower_check_write_texts(c, r->scenes, r->scene_count, r->def, episodes, &records,
                                        error));
    unlink(log);  // from an earlier check, possibly of other instructions
    wend_run_def run = wend_run_default_def();
    run.play.task = r->def->kind == WEND_VLN_RXR ? "rxr-ce" : "r2r-ce";
    run.agent = r->check->agents[who];
    run.play.episodes = episodes;
    run.out = log;
    run.play.cache = r->check->cache;
    run.threads = r->def->threads;
    wend_run_summary summary;
    WEND_TRY(wend_run(&run, &summary, error));
    return read_scores(c, who, log, error);
}

static int ask_those_that_failed(checker* c) {
    int asked = 0;
    for (size_t i = 0; i < c->texts.count; i++) {
        c->texts.items[i].asked = !c->texts.items[i].followed;
        asked += c->texts.items[i].asked;
    }
    return asked;
}

static wend_status check_all(checker* c, const check_round* r, wend_error* error) {
    for (c->selection = 0; c->selection < WEND_FOLLOWER_TELLINGS; c->selection++)
        for (int who = 0; who < 2; who++) {
            WEND_TRY(walk_texts(c, r, who, error));
            if (!ask_those_that_failed(c)) return WEND_OK;
        }
    return WEND_OK;
}

// ---- summary ------------------------------------------------------------------------------------

static void follower_check_sum_up(const checker* c, const char* languages,
                                  wend_follower_summary* sum) {
    while (*languages && sum->language_count < WEND_LANGUAGE_COUNT) {
        size_t size = strcspn(languages, ",");
        wend_follower_count* count = &sum->languages[sum->language_count++];
        snprintf(count->language, sizeof count->language, "%.*s", (int)(size < 7 ? size : 7),
                 languages);
        languages += size + (languages[size] == ',');
    }
    for (size_t i = 0; i < c->texts.count && sum->language_count; i++) {
        const checked_text* text = &c->texts.items[i];
        wend_follower_count* count = &sum->languages[text->number % sum->language_count];
        count->texts++;
        count->ndtw += text->ndtw;
        if (text->followed) count->followed[text->selection]++;
    }
    for (int i = 0; i < sum->language_count; i++)
        if (sum->languages[i].texts) sum->languages[i].ndtw /= sum->languages[i].texts;
}

wend_status wend_follower_generate(const char* const* scenes, int scene_count,
                                   const wend_vln_generate_def* def,
                                   const wend_follower_check_def* check, const char* path,
                                   wend_follower_summary* summary, wend_error* error) {
    checker c = {0};
    char folder[4096];
    *summary = (wend_follower_summary){0};
    if (snprintf(folder, sizeof folder, "%s.check", path) >= (int)sizeof folder)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", path);
    WEND_TRY(wend_file_make_folder(folder, error));
    check_round round = {scenes, scene_count, def, check, folder};
    wend_status status = check_all(&c, &round, error);
    c.final = true;
    if (status == WEND_OK)
        status = follower_check_write_texts(&c, scenes, scene_count, def, path, &summary->records,
                                            error);
    if (status == WEND_OK) follower_check_sum_up(&c, def->languages, summary);
    ARRAY_FREE(&c.texts);
    ARRAY_FREE(&c.order);
    return status;
}
