// R2R and RxR data sets for any scene. Scenes are processed in batches of one per thread; ids and
// choices are assigned between the batches in scene order, so that the output does not depend on
// threads.
#include <stdio.h>
#include <string.h>

#include "make/vln_part.h"

#include "wend/files.h"

wend_vln_generate_def wend_vln_generate_default_def(wend_vln_kind kind) {
    return (wend_vln_generate_def){.kind = kind,
                                   .count = 10,
                                   .min_edges = 4,
                                   .max_edges = 6,
                                   .min_distance = 5,
                                   .instructions = kind == WEND_VLN_RXR ? 1 : 3,
                                   .languages = kind == WEND_VLN_RXR ? "en,hi,te" : "en",
                                   .split = "generated"};
}

static wend_status read_languages(vln_plan* m, wend_error* error) {
    const char* at = m->def->languages;
    while (*at) {
        char code[16];
        size_t size = strcspn(at, ",");
        snprintf(code, sizeof code, "%.*s", (int)(size < 15 ? size : 15), at);
        if (m->language_count == WEND_LANGUAGE_COUNT)
            return wend_fail(error, WEND_ARGUMENT, "languages '%s': each once", m->def->languages);
        WEND_TRY(wend_language_parse(code, &m->languages[m->language_count++], error));
        at += size + (at[size] == ',');
    }
    return m->language_count ? WEND_OK
                             : wend_fail(error, WEND_ARGUMENT, "no language; choose en, hi or te");
}

static wend_status vln_generate_check_def(const wend_vln_generate_def* def, wend_error* error) {
    if (def->kind != WEND_VLN_R2R && def->kind != WEND_VLN_RXR)
        return wend_fail(error, WEND_ARGUMENT, "instructions are generated as r2r or rxr");
    if (def->count < 1 || def->count > 100000 || def->instructions < 1 || def->instructions > 100)
        return wend_fail(error, WEND_ARGUMENT,
                         "%d paths with %d instructions; they must be in [1, 100000] and [1, 100]",
                         def->count, def->instructions);
    if (def->ranks && (def->choose || def->remark))
        return wend_fail(error, WEND_ARGUMENT,
                         "texts are checked by followers in one process; start it without mpirun");
    return WEND_OK;
}

static void lay_out_continuous(const wend_vln_generate_def* def, const char* path, bool folder,
                               vln_layout* to) {
    bool rxr = def->kind == WEND_VLN_RXR;
    char base[4096];
    if (folder)
        snprintf(base, sizeof base, "%.3800s/%s/%.100s/%.100s%s", path,
                 rxr ? "RxR_VLNCE_v0" : "R2R_VLNCE_v1-3", def->split, def->split,
                 rxr ? "_guide" : "");
    else
        snprintf(base, sizeof base, "%.3800s.vlnce/%.100s%s", path, def->split,
                 rxr ? "_guide" : "");
    snprintf(to->continuous, sizeof to->continuous, "%.4080s.json.gz", base);
    snprintf(to->truths, sizeof to->truths, "%.4080s_gt.json.gz", base);
}

// Output paths: a file with folders beside it, or a folder in the layout of the releases.
static wend_status vln_generate_lay_out(const wend_vln_generate_def* def, const char* path,
                                        vln_layout* to, wend_error* error) {
    size_t size = strlen(path), max = sizeof to->episodes;
    bool folder = (size && path[size - 1] == '/') || wend_file_is_folder(path);
    if (size + 2 * strlen(def->split) + 280 > max)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", path);
    if (folder && def->kind == WEND_VLN_RXR)
        snprintf(to->episodes, max, "%s/rxr_%s_guide.jsonl.gz", path, def->split);
    else if (folder)
        snprintf(to->episodes, max, "%s/R2R_%s.json", path, def->split);
    else
        snprintf(to->episodes, max, "%s", path);
    snprintf(to->graphs, max, folder ? "%s/connectivity" : "%s.connectivity", path);
    snprintf(to->traces, max, folder ? "%s/pose_traces/rxr_%s" : "%s.pose_traces", path,
             def->split);
    lay_out_continuous(def, path, folder, to);
    WEND_TRY(wend_file_make_folder(to->graphs, error));
    return def->traces ? wend_file_make_folder(to->traces, error) : WEND_OK;
}

// ---- scenes -------------------------------------------------------------------------------------

static void open_part(void* context, int index, int worker) {
    vln_part* part = (vln_part*)context + index;
    (void)worker;
    if (part->is_mine) vln_part_open(part);
}

static void realize_part(void* context, int index, int worker) {
    vln_part* part = (vln_part*)context + index;
    (void)worker;
    if (part->is_mine) vln_part_write(part);
}

// Ids continue from part to part, so ranks exchange the number of paths of each before any text is
// generated.
static wend_status share_path_counts(vln_part* parts, int first, int count, wend_ranks* ranks,
                                     wend_error* error) {
    ranks_shares shares = {.ranks = ranks, .number = first};
    wend_status status = WEND_OK;
    for (int i = first; ranks && i < first + count && status == WEND_OK; i++)
        status = ranks_shares_put(&shares, &parts[i].path_count, sizeof(int), error);
    for (int i = first; ranks && i < first + count && status == WEND_OK; i++)
        status = ranks_broadcast(ranks, &parts[i].path_count, sizeof(int), error);
    ranks_shares_destroy(&shares);
    return status;
}

// The first error of the scenes of this rank.
static wend_status parts_status(const vln_part* parts, int count, wend_error* error) {
    for (int i = 0; i < count; i++)
        if (parts[i].status != WEND_OK)
            return wend_fail(error, parts[i].status, "%s", parts[i].error.message);
    return WEND_OK;
}

static wend_status make_parts(vln_part* parts, int count, wend_pool* pool, wend_error* error) {
    wend_ranks* ranks = parts->plan->def->ranks;
    int paths = 0, texts = 0, batch = wend_pool_threads(pool);
    if (ranks) WEND_TRY(ranks_broadcast(ranks, &batch, sizeof batch, error));
    batch *= wend_ranks_count(ranks);
    for (int first = 0; first < count; first += batch) {
        int some = count - first < batch ? count - first : batch;
        wend_pool_run(pool, some, open_part, parts + first);
        WEND_TRY(parts_status(parts + first, some, error));
        WEND_TRY(share_path_counts(parts, first, some, ranks, error));
        for (int i = first; i < first + some; i++) vln_part_choose(&parts[i], &paths, &texts);
        wend_pool_run(pool, some, realize_part, parts + first);
        WEND_TRY(parts_status(parts + first, some, error));
    }
    return WEND_OK;
}

// Rank 0 gets the records of all ranks.
static wend_status share_parts(vln_part* parts, int count, wend_error* error) {
    ranks_shares shares = {.ranks = parts->plan->def->ranks};
    wend_status status = WEND_OK;
    for (int i = 0; i < count && status == WEND_OK; i++)
        status = vln_part_share(&parts[i], &shares, error);
    ranks_shares_destroy(&shares);
    return status;
}

// ---- output -------------------------------------------------------------------------------------

static wend_status write_episodes(const vln_plan* plan, const vln_part* parts, int count,
                                  int* records, wend_error* error) {
    ARRAY_OF(wend_vln_episode) all = {0};
    bool room = true;
    for (int i = 0; i < count; i++)
        for (size_t k = 0; k < parts[i].episodes.count && room; k++) {
            wend_vln_episode* e = ARRAY_PUSH(&all);
            room = e != NULL;
            if (room) *e = parts[i].episodes.items[k];
        }
    *records = (int)all.count;
    wend_status status;
    if (!room)
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory to generate instructions");
    else if (!all.count && plan->def->kind == WEND_VLN_RXR)
        status = wend_fail(error, WEND_FORMAT,
                           "no path from room to room in these scenes; RxR's go through 2 to 5 "
                           "rooms, so take scenes with more than one");
    else if (!all.count)
        status = wend_fail(error, WEND_FORMAT,
                           "no path of %d to %d edges in these scenes; take larger ones",
                           plan->def->min_edges, plan->def->max_edges);
    else
        status =
            wend_vln_episodes_write(all.items, *records, plan->def->kind, plan->to.episodes, error);
    ARRAY_FREE(&all);
    return status;
}

static wend_status write_continuous(const vln_plan* plan, const vln_part* parts, int count,
                                    wend_error* error) {
    vlnce_maker all = {.is_rxr = plan->def->kind == WEND_VLN_RXR};
    wend_status status = WEND_OK;
    for (int i = 0; i < count && status == WEND_OK; i++)
        status = vlnce_maker_take(&all, &parts[i].continuous, error);
    if (status == WEND_OK)
        status = vlnce_maker_write(&all, plan->to.continuous, plan->to.truths, error);
    vlnce_maker_destroy(&all);
    return status;
}

static wend_status vln_generate_make_all(const vln_plan* plan, vln_part* parts, int count,
                                         int* records, wend_error* error) {
    wend_pool* pool;
    WEND_TRY(wend_pool_create(plan->def->threads, &pool, error));
    wend_status status = make_parts(parts, count, pool, error);
    wend_pool_destroy(pool);
    if (status == WEND_OK) status = share_parts(parts, count, error);
    if (status != WEND_OK) return status;
    if (!wend_ranks_rank(plan->def->ranks)) {
        status = write_episodes(plan, parts, count, records, error);
        if (status == WEND_OK && plan->def->continuous)
            status = write_continuous(plan, parts, count, error);
    }
    return wend_ranks_agree(plan->def->ranks, status, error);
}

wend_status wend_vln_generate(const char* const* scenes, int scene_count,
                              const wend_vln_generate_def* def, const char* path, int* records,
                              wend_error* error) {
    vln_plan plan = {.def = def};
    *records = 0;
    WEND_TRY(vln_generate_check_def(def, error));
    WEND_TRY(read_languages(&plan, error));
    WEND_TRY(vln_generate_lay_out(def, path, &plan.to, error));
    vln_part* parts = wend_alloc_zero((size_t)scene_count + 1, sizeof *parts);
    if (!parts) return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d scenes", scene_count);
    for (int i = 0; i < scene_count; i++)
        parts[i] =
            (vln_part){.plan = &plan,
                       .reference = scenes[i],
                       .is_mine = i % wend_ranks_count(def->ranks) == wend_ranks_rank(def->ranks)};
    wend_status status = wend_instruction_parser_create(&plan.parser, error);
    if (status == WEND_OK)
        status = vln_generate_make_all(&plan, parts, scene_count, records, error);
    wend_instruction_parser_destroy(plan.parser);
    for (int i = 0; i < scene_count; i++) vln_part_destroy(&parts[i]);
    wend_free(parts);
    return status;
}
