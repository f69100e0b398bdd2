// RxR data on real graphs: paths, instructions from captions and detections, guides' recordings.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "make/view_steps.h"

#include "wend/files.h"

enum { DESCRIBE_TEXT = 8 * 1024 };

typedef struct describer {
    const wend_rxr_describe_def* def;
    wend_graph_set* graphs;
    wend_views* views;
    arena memory;
    ARRAY_OF(wend_vln_episode) episodes;
    char file[4096], traces[4096];
} describer;

wend_rxr_describe_def wend_rxr_describe_default_def(void) {
    return (wend_rxr_describe_def){.languages = "en,hi,te", .split = "generated", .seed = 1};
}

static wend_status describe_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory to describe paths");
}

static const char* describe_keep(describer* d, const char* text) {
    return arena_text(&d->memory, text, strlen(text));
}

static wend_status describe_lay_out(describer* d, const char* out, wend_error* error) {
    size_t size = strlen(out);
    bool folder = (size && out[size - 1] == '/') || wend_file_is_folder(out);
    if (size + strlen(d->def->split) + 64 > sizeof d->file)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", out);
    snprintf(d->file, sizeof d->file, folder ? "%s/rxr_%s_guide.jsonl.gz" : "%s", out,
             d->def->split);
    snprintf(d->traces, sizeof d->traces, folder ? "%s/pose_traces/rxr_%s" : "%s.pose_traces", out,
             d->def->split);
    if (folder) WEND_TRY(wend_file_make_folder(out, error));
    return d->def->traces ? wend_file_make_folder(d->traces, error) : WEND_OK;
}

// ---- one path -----------------------------------------------------------------------------------

static wend_status describe_take_path(describer* d, const wend_vln_episode* e, view_path* path,
                                      wend_error* error) {
    const wend_graph* graph;
    WEND_TRY(wend_graph_set_get(d->graphs, e->scan, &graph, error));
    if (e->path_count < 2 || e->path_count > VIEW_STEPS_PATH)
        return wend_fail(error, WEND_FORMAT, "%s: path %s has %d viewpoints; it must have 2 to %d",
                         d->def->paths, e->path_id, e->path_count, VIEW_STEPS_PATH);
    path->scan = e->scan;
    path->count = e->path_count;
    for (int i = 0; i < e->path_count; i++) {
        int node = wend_graph_find(graph, e->path[i]);
        if (node < 0)
            return wend_fail(error, WEND_NOT_FOUND, "%s: path %s: '%s' is no viewpoint of %s",
                             d->def->paths, e->path_id, e->path[i], e->scan);
        path->names[i] = e->path[i];
        path->eyes[i] = wend_graph_position(graph, node);
    }
    wend_rng rng = wend_rng_for(d->def->seed, e->path_id, "heading");
    path->heading =
        e->has_heading ? (float)e->heading : wend_rng_between(&rng, 0, (float)(2 * WEND_PI));
    return WEND_OK;
}

static wend_status keep_timed_words(describer* d, const wend_vln_word* words, int count,
                                    wend_vln_instruction* out, wend_error* error) {
    wend_vln_word* kept = arena_alloc(&d->memory, (size_t)(count + 1) * sizeof *kept);
    if (!kept) return describe_no_memory(error);
    for (int i = 0; i < count; i++) {
        kept[i] = words[i];
        if (!(kept[i].text = describe_keep(d, words[i].text))) return describe_no_memory(error);
    }
    out->words = kept;
    out->word_count = count;
    return WEND_OK;
}

// The guide speaks the text along the path: times of its words, and the pose trace.
static wend_status describe_record(describer* d, const view_path* path, const view_steps* steps,
                                   wend_vln_instruction* out, wend_error* error) {
    int count = wend_rxr_guide_word_count(out->text);
    wend_vln_word* words = wend_alloc((size_t)(count + 1) * sizeof *words);
    if (!words) return describe_no_memory(error);
    wend_rxr_guide_path walk = {.path = path->names,
                                .eyes = path->eyes,
                                .viewpoint_count = path->count,
                                .heading = -path->heading,
                                .text = out->text,
                                .mentions = steps->mentions,
                                .mention_count = steps->count,
                                .rng = wend_rng_for(d->def->seed, out->id, "guide")};
    wend_trace trace;
    char name[64], file[4096];
    wend_status status = wend_rxr_guide_record(&walk, words, &trace, error);
    if (status == WEND_OK) status = keep_timed_words(d, words, count, out, error);
    if (status == WEND_OK && d->def->traces) {
        snprintf(name, sizeof name, "%06d_guide_pose_trace.npz", atoi(out->id));
        status = wend_file_join(d->traces, name, file, sizeof file, error);
        if (status == WEND_OK) status = wend_trace_write_npz(&trace, file, error);
    }
    wend_trace_destroy(&trace);
    wend_free(words);
    return status;
}

static wend_status describe_add_text(describer* d, const wend_vln_episode* e, const view_path* path,
                                     view_steps* steps, wend_language language, wend_error* error) {
    static const char* const codes[] = {"en-US", "hi-IN", "te-IN"};
    char text[DESCRIBE_TEXT], id[32];
    size_t starts[WEND_MAX_PLAN_STEPS];
    snprintf(id, sizeof id, "%zu", d->episodes.count);
    wend_instruction_def def = {language, true, wend_rng_for(d->def->seed, id, codes[language])};
    WEND_TRY(wend_instruction_generate(&def, steps->steps, steps->count, text, sizeof text, starts,
                                       error));
    for (int i = 0; i < steps->count; i++) steps->mentions[i].start = i ? starts[i] : 0;
    wend_vln_instruction* one = arena_alloc(&d->memory, sizeof *one);
    wend_vln_episode* out = ARRAY_PUSH(&d->episodes);
    if (!one || !out) return describe_no_memory(error);
    *one = (wend_vln_instruction){.id = describe_keep(d, id),
                                  .text = describe_keep(d, text),
                                  .is_guide = true,
                                  .language = codes[language],
                                  .annotator = (int64_t)language,
                                  .edit_distance = 0,
                                  .word_count = -1};
    *out = *e;
    out->split = d->def->split;
    out->has_heading = true;
    out->heading = (double)path->heading;
    out->instructions = one;
    out->instruction_count = 1;
    out->has_distance = false;
    out->joint = NULL;
    out->extra = NULL;
    if (!one->id || !one->text) return describe_no_memory(error);
    return describe_record(d, path, steps, one, error);
}

static wend_status describe_path(describer* d, const wend_vln_episode* e, wend_error* error) {
    view_path path;
    view_steps steps;
    WEND_TRY(describe_take_path(d, e, &path, error));
    WEND_TRY(view_steps_make(d->views, &path, &steps, error));
    for (const char* at = d->def->languages; *at;) {
        size_t size = strcspn(at, ",");
        char code[8];
        wend_language language;
        snprintf(code, sizeof code, "%.*s", (int)(size < 7 ? size : 7), at);
        WEND_TRY(wend_language_parse(code, &language, error));
        WEND_TRY(describe_add_text(d, e, &path, &steps, language, error));
        at += size + (at[size] == ',');
    }
    return WEND_OK;
}

// ---- all paths ----------------------------------------------------------------------------------

static wend_status describe_all(describer* d, const wend_vln_episodes* paths, const char* out,
                                int* records, wend_error* error) {
    WEND_TRY(describe_lay_out(d, out, error));
    for (int i = 0; i < wend_vln_episodes_count(paths); i++)
        WEND_TRY(describe_path(d, wend_vln_episodes_at(paths, i), error));
    *records = (int)d->episodes.count;
    if (!*records) return wend_fail(error, WEND_FORMAT, "%s: no paths", d->def->paths);
    return wend_vln_episodes_write(d->episodes.items, *records, WEND_VLN_RXR, d->file, error);
}

wend_status wend_rxr_describe(const wend_rxr_describe_def* def, const char* out, int* records,
                              wend_error* error) {
    describer d = {.def = def};
    wend_vln_episodes* paths = NULL;
    wend_graph_set_def graphs = wend_graph_set_default_def();
    graphs.connectivity = def->graphs;
    *records = 0;
    wend_status status = wend_vln_episodes_read(def->paths, &paths, error);
    if (status == WEND_OK) status = wend_graph_set_create(&graphs, &d.graphs, error);
    if (status == WEND_OK) status = wend_views_open(def->observations, &d.views, error);
    if (status == WEND_OK) status = describe_all(&d, paths, out, records, error);
    ARRAY_FREE(&d.episodes);
    arena_destroy(&d.memory);
    wend_views_destroy(d.views);
    wend_graph_set_destroy(d.graphs);
    wend_vln_episodes_destroy(paths);
    return status;
}
