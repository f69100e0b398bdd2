// File formats that each benchmark accepts, and errors for files of another format.
#include "metrics/predictions/score_sheet.h"

#include "wend/data.h"
#include "wend/files.h"

// X(kind, the command that accepts it)
#define TAKER_LIST(X)                                                                  \
    X(R2R, "'wend score r2r', 'r4r' and 'ir2r' take such files as --annotations")      \
    X(RXR, "'wend score rxr' takes it as --annotations")                               \
    X(RXR_FOLLOWER, "'wend episodes check' reads it; no benchmark is scored with it")  \
    X(TOURS, "'wend score ir2r' takes it as --tours")                                  \
    X(TOUR_LOG, "'wend score ir2r-ce' takes it as --gt or as --results")               \
    X(RESULTS, "it is given as --results")                                             \
    X(CONNECTIVITY, "the folder it lies in is given as --connectivity")                \
    X(VLNCE, "'wend score r2r-ce' and 'rxr-ce' take such files as --annotations")      \
    X(VLNCE_GT, "'wend score r2r-ce' and 'rxr-ce' take it as --gt")                    \
    X(MULTION, "'wend run multion --episodes' plays it")                               \
    X(HABITAT, "'wend score objectnav' takes files of object goals as --annotations")  \
    X(ROBOTHOR, "'wend score robothor' and 'pasture' take it as --annotations")        \
    X(PASTURE_TEXTS, "'wend run pasture' reads it")                                    \
    X(PASTURE_RESULT, "'wend score pasture' takes the folder it lies in as --results") \
    X(RESCUE, "'wend score rescue' takes it as --annotations")                         \
    X(RESCUE_RUNS, "'wend score rescue' takes it as --results")                        \
    X(TRACE, "'wend episodes check' reads it; no benchmark is scored with it")

static const char* const takers[WEND_EPISODES_KIND_COUNT] = {
#define X(kind, words) [WEND_EPISODES_##kind] = words,
    TAKER_LIST(X)
#undef X
};

enum { ANNOTATIONS, TRUTH, TOURS, RESULTS, ROLE_COUNT };
static const char* const role_names[ROLE_COUNT] = {"annotations", "gt", "tours", "results"};

typedef struct kind_set {
    uint32_t roles[ROLE_COUNT];  // bits by kind; 0: any
} kind_set;

#define BIT(kind) (1u << WEND_EPISODES_##kind)

static kind_set kinds_of(wend_benchmark benchmark) {
    // Some formats look alike: the RoboTHOR challenge's metrics have "episodes" at the top, as
    // Habitat's files do; Habitat's statistics are objects of strings and numbers, as PASTURE's
    // texts are.
    const uint32_t object_results = BIT(PASTURE_RESULT) | BIT(HABITAT) | BIT(PASTURE_TEXTS);
    switch (benchmark) {
        case WEND_BENCHMARK_RXR:
            return (kind_set){{BIT(RXR), 0, 0, BIT(RESULTS)}};
        case WEND_BENCHMARK_R2R_CE:
        case WEND_BENCHMARK_RXR_CE:
            return (kind_set){{BIT(VLNCE), BIT(VLNCE_GT), 0, BIT(RESULTS)}};
        case WEND_BENCHMARK_IR2R_CE:
            return (kind_set){{0, BIT(TOUR_LOG), 0, BIT(TOUR_LOG)}};
        case WEND_BENCHMARK_MULTION:
            return (kind_set){{0, 0, 0, 1u << WEND_EPISODES_ANY}};
        case WEND_BENCHMARK_RESCUE:
            return (kind_set){{BIT(RESCUE), 0, 0, BIT(RESCUE_RUNS)}};
        case WEND_BENCHMARK_OBJECTNAV:  // the category map of MP3D ObjectNav files makes them look
                                        // like MultiON's
            return (kind_set){{BIT(HABITAT) | BIT(MULTION), 0, 0, object_results}};
        case WEND_BENCHMARK_ROBOTHOR:
        case WEND_BENCHMARK_PASTURE:
            return (kind_set){{BIT(ROBOTHOR), 0, 0, object_results}};
        default:
            return (kind_set){{BIT(R2R), 0, BIT(TOURS), BIT(RESULTS)}};
    }
}

static const char* list_kinds(uint32_t kinds, int role, wend_benchmark benchmark) {
    if (role == RESULTS && benchmark >= WEND_BENCHMARK_OBJECTNAV)
        return "results of CoW, of the RoboTHOR challenge or of Habitat";
    if (role == ANNOTATIONS && benchmark == WEND_BENCHMARK_OBJECTNAV)
        return "Habitat's ObjectNav episodes";
    for (int k = 0; k < WEND_EPISODES_KIND_COUNT; k++)
        if (kinds >> k & 1) return wend_episodes_kind_what((wend_episodes_kind)k);
    return "MultiON results, a line an episode";
}

// Files of an unknown format are passed on to their reader, which reports the error.
static wend_status score_kind_check_file(const char* path, int role, uint32_t kinds,
                                         wend_benchmark benchmark, wend_error* error) {
    wend_file_bytes bytes;
    if (!path || !kinds || wend_file_is_folder(path)) return WEND_OK;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_episodes_kind kind = wend_episodes_kind_detect(bytes.data, bytes.size);
    wend_file_bytes_destroy(&bytes);
    if (kind == WEND_EPISODES_ANY || kinds >> kind & 1) return WEND_OK;
    const char* name = wend_benchmark_name(benchmark);
    return wend_fail(error, WEND_FORMAT, "%s: %s; as %s %s takes %s; %s", path,
                     wend_episodes_kind_what(kind), role_names[role], name,
                     list_kinds(kinds, role, benchmark), takers[kind]);
}

wend_status score_check_kinds(const wend_predictions_def* def, wend_error* error) {
    kind_set kinds = kinds_of(def->benchmark);
    const char* const paths[ROLE_COUNT] = {def->annotations, def->truth, def->tours, def->results};
    for (int i = 0; i < ROLE_COUNT; i++)
        WEND_TRY(score_kind_check_file(paths[i], i, kinds.roles[i], def->benchmark, error));
    return WEND_OK;
}

wend_status score_check_points(const wend_predictions_def* def, const wend_vln_results* results,
                               wend_error* error) {
    bool on_graph = def->benchmark <= WEND_BENCHMARK_IR2R;
    int others = 0, filled = 0;
    for (int i = 0; i < wend_vln_results_count(results); i++) {
        const wend_vln_result* r = wend_vln_results_at(results, i);
        filled += r->point_count > 0;
        others += r->point_count > 0 && !r->points[0].viewpoint == on_graph;
    }
    if (!filled || others < filled) return WEND_OK;
    if (on_graph)
        return wend_fail(error, WEND_FORMAT,
                         "%s: paths of positions [x, y, z]; %s takes viewpoints; 'wend score "
                         "r2r-ce' or 'rxr-ce' takes it",
                         def->results, wend_benchmark_name(def->benchmark));
    return wend_fail(error, WEND_FORMAT,
                     "%s: paths of viewpoints; %s takes positions [x, y, z]; 'wend score r2r', "
                     "'r4r', 'rxr' or 'ir2r' takes it",
                     def->results, wend_benchmark_name(def->benchmark));
}

// R4R's paths are joined from two R2R paths.
wend_status score_check_joints(const wend_predictions_def* def, const wend_vln_episodes* episodes,
                               wend_error* error) {
    int count = wend_vln_episodes_count(episodes), joints = 0;
    for (int i = 0; i < count; i++) joints += wend_vln_episodes_at(episodes, i)->joint != NULL;
    bool r4r = def->benchmark == WEND_BENCHMARK_R4R, r2r = def->benchmark == WEND_BENCHMARK_R2R;
    if (r4r && count && !joints)
        return wend_fail(error, WEND_FORMAT,
                         "%s: R2R annotations (no path is joined of two); 'wend score r2r' takes "
                         "them",
                         def->annotations);
    if (r2r && joints)
        return wend_fail(error, WEND_FORMAT,
                         "%s: R4R annotations (%d paths are joined of two); 'wend score r4r' takes "
                         "them",
                         def->annotations, joints);
    return WEND_OK;
}

// RxR-CE's instructions have ids and languages; R2R-CE's have neither.
wend_status score_check_languages(const wend_predictions_def* def, const wend_habitat_set* set,
                                  wend_error* error) {
    bool rxr = def->benchmark == WEND_BENCHMARK_RXR_CE;
    for (int i = 0; i < set->count; i++) {
        const wend_habitat_instruction* in = &set->episodes[i].instruction;
        if (rxr && !in->id.text)
            return wend_fail(error, WEND_FORMAT,
                             "%s: R2R-CE episodes (episode %d has no instruction_id); 'wend score "
                             "r2r-ce' takes them",
                             def->annotations, i);
        if (!rxr && in->language && in->id.text)
            return wend_fail(error, WEND_FORMAT,
                             "%s: RxR-CE episodes (episode %d has a language); 'wend score rxr-ce' "
                             "takes them",
                             def->annotations, i);
    }
    return WEND_OK;
}
