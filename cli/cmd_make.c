// `wend tours make`, `wend r4r make`, `wend r2r paths`, `wend rxr paths`: generate datasets from
// graphs and paths.
#include <stdio.h>

#include "commands.h"
#include "options.h"

#include "wend/benchmarks/ivln.h"
#include "wend/make.h"

// Options shared by the commands.
typedef struct source {
    const char *connectivity, *rooms, *positions, *annotations, *out;
    wend_graph_set* graphs;
    wend_vln_episodes* episodes;
} source;

static wend_status source_open(source* s, wend_error* error) {
    wend_graph_set_def def = wend_graph_set_default_def();
    def.connectivity = s->connectivity;
    def.rooms = s->rooms;
    WEND_TRY(wend_positions_parse(s->positions, &def.positions, error));
    WEND_TRY(wend_graph_set_create(&def, &s->graphs, error));
    return s->annotations ? wend_vln_episodes_read(s->annotations, &s->episodes, error) : WEND_OK;
}

static int source_close(source* s, wend_status status, const wend_error* error) {
    wend_vln_episodes_destroy(s->episodes);
    wend_graph_set_destroy(s->graphs);
    return status == WEND_OK ? EXIT_OK : report_error(error);
}

// Reads the options. False: the command ends with *exit_status, also when a required one is
// missing.
static bool source_read(const source* s, arguments* a, int argc, char** argv,
                        bool needs_annotations, int* exit_status) {
    if (!arguments_read(a, argc, argv, exit_status)) return false;
    const char* missing = !s->connectivity                       ? "--connectivity DIR"
                          : needs_annotations && !s->annotations ? "--annotations FILE"
                          : !s->out                              ? "-o FILE"
                                                                 : NULL;
    if (missing) *exit_status = report_misuse(a, "%s is required", missing);
    return !missing;
}

// clang-format off
#define SOURCE_OPTIONS(s)                                                                       \
    {"--connectivity", OPTION_TEXT, &(s).connectivity, "DIR", "viewpoint graphs"},              \
    {"-o", OPTION_TEXT, &(s).out, "FILE", "output: .json or .json.gz",                          \
     .endings = ".json .json.gz", .old = "--out"},                                              \
    {"--rooms", OPTION_TEXT, &(s).rooms, "FILE", "viewpoint_rooms.json"},                       \
    {"--positions", OPTION_TEXT, &(s).positions, "NAME", "poses or panoramas (need --rooms)"}
// clang-format on

// ---- tours ------------------------------------------------------------------------------------

static wend_status make_tours(source* s, const wend_tour_plan_def* def, wend_error* error) {
    wend_tour_plan* plan;
    int count;
    WEND_TRY(source_open(s, error));
    WEND_TRY(wend_tour_plan_build(s->graphs, s->episodes, def, &plan, error));
    const wend_vln_tour* tours = wend_tour_plan_tours(plan, &count);
    wend_status status = wend_vln_tours_write(tours, count, s->out, error);
    wend_tour_plan_stats stats = wend_tour_plan_get_stats(plan);
    wend_tour_plan_destroy(plan);
    if (status == WEND_OK)
        printf(
            "%s: %d tours of %d to %d episodes (mean %.1f, sd %.1f) in %d scenes; %d episodes, %d "
            "paths left out; %.0f m between the episodes of a copy, %.0f m in the file's order\n",
            s->out, stats.tours, stats.min, stats.max, stats.mean, stats.deviation, stats.scenes,
            stats.episodes, stats.left_out, stats.metres, stats.metres_as_read);
    return status;
}

int command_tours_make(int argc, char** argv) {
    source s = {.positions = "poses"};
    wend_tour_plan_def def = wend_tour_plan_default_def();
    const option options[] = {
        SOURCE_OPTIONS(s),
        {"--annotations", OPTION_TEXT, &s.annotations, "FILE", "R2R or RxR episodes"},
        {"--split", OPTION_TEXT, &def.split, "NAME", "name of the split in the file"},
        {"--seed", OPTION_U64, &def.seed, "N", "random seed of the instruction order"},
    };
    arguments a = {
        .command = "tours make",
        .summary = "Builds IVLN tours from episodes (groups, order and copies) as tours.json.",
        .operands = "",
        .options = options,
        .option_count = OPTION_COUNT(options)};
    int exit_status;
    wend_error error;
    if (!source_read(&s, &a, argc, argv, true, &exit_status)) return exit_status;
    wend_status status = make_tours(&s, &def, &error);
    return source_close(&s, status, &error);
}

// ---- R4R --------------------------------------------------------------------------------------

static wend_status make_r4r(source* s, const wend_r4r_def* def, wend_error* error) {
    wend_r4r* r4r;
    int count;
    WEND_TRY(source_open(s, error));
    WEND_TRY(wend_r4r_build(s->graphs, s->episodes, def, &r4r, error));
    const wend_vln_episode* episodes = wend_r4r_episodes(r4r, &count);
    wend_status status = wend_vln_episodes_write(episodes, count, WEND_VLN_R2R, s->out, error);
    wend_r4r_stats stats = wend_r4r_get_stats(r4r);
    wend_r4r_destroy(r4r);
    if (status == WEND_OK)
        printf(
            "%s: %lld paths, %lld instructions; mean %.2f m and %.2f viewpoints, shortest %.2f m\n",
            s->out, (long long)stats.paths, (long long)stats.instructions, stats.distance,
            stats.steps, stats.shortest_distance);
    return status;
}

int command_r4r_make(int argc, char** argv) {
    source s = {.positions = "poses"};
    wend_r4r_def def = wend_r4r_default_def();
    float distance = 3;
    const option options[] = {
        SOURCE_OPTIONS(s),
        {"--annotations", OPTION_TEXT, &s.annotations, "FILE", "R2R episodes"},
        {"--distance", OPTION_FLOAT, &distance, "M",
         "max distance from the end of one path to the start of the next", 0, 1e6},
    };
    arguments a = {.command = "r4r make",
                   .summary = "Builds R4R from R2R: every pair of paths that can be joined.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int exit_status;
    wend_error error;
    if (!source_read(&s, &a, argc, argv, true, &exit_status)) return exit_status;
    def.distance = (double)distance;
    wend_status status = make_r4r(&s, &def, &error);
    return source_close(&s, status, &error);
}

// ---- R2R's paths ------------------------------------------------------------------------------

static wend_status make_r2r_paths(source* s, const wend_r2r_paths_def* def, wend_error* error) {
    wend_r2r_paths* paths;
    int count;
    WEND_TRY(source_open(s, error));
    WEND_TRY(wend_r2r_paths_sample(s->graphs, s->episodes, def, &paths, error));
    const wend_vln_episode* items = wend_r2r_paths_items(paths, &count);
    wend_status status =
        count ? wend_vln_episodes_write(items, count, WEND_VLN_R2R, s->out, error)
              : wend_fail(error, WEND_ARGUMENT,
                          "%s: its buildings have no other path of R2R's kind", s->annotations);
    wend_r2r_paths_destroy(paths);
    if (status == WEND_OK) printf("%s: %d paths\n", s->out, count);
    return status;
}

int command_r2r_paths(int argc, char** argv) {
    source s = {.positions = "poses"};
    wend_r2r_paths_def def = wend_r2r_paths_default_def();
    const option options[] = {
        SOURCE_OPTIONS(s),
        {"--annotations", OPTION_TEXT, &s.annotations, "FILE",
         "R2R episodes: their buildings are used, their paths left out"},
        {"--per-path", OPTION_INT, &def.per_path, "N", "new paths for each path of that file",
         OPTION_COUNTS},
        {"--seed", OPTION_U64, &def.seed, "N", "random seed of the path ends"},
    };
    arguments a = {.command = "r2r paths",
                   .summary =
                       "Samples shortest paths as R2R has them: 4 to 6 edges, at least 5 m. "
                       "Each gets one empty instruction, for wend instructions generate.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int exit_status;
    wend_error error;
    if (!source_read(&s, &a, argc, argv, true, &exit_status)) return exit_status;
    wend_status status = make_r2r_paths(&s, &def, &error);
    return source_close(&s, status, &error);
}

// ---- RxR's paths ------------------------------------------------------------------------------

static wend_status write_paths(const source* s, const wend_rxr_paths* paths,
                               const wend_graph** graphs, wend_error* error) {
    int count;
    wend_rxr_paths_items(paths, &count);
    WEND_TRY(wend_rxr_paths_write(paths, graphs, s->out, error));
    printf("%s: %d paths, sampled from %d\n", s->out, count, wend_rxr_paths_pool(paths));
    return WEND_OK;
}

static wend_status make_paths(source* s, const wend_rxr_paths_def* def, wend_error* error) {
    WEND_TRY(source_open(s, error));
    int count = wend_graph_set_count(s->graphs);
    const wend_graph** graphs = wend_alloc_zero((size_t)count + 1, sizeof *graphs);
    if (!graphs) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    wend_rxr_paths* paths = NULL;
    wend_status status = WEND_OK;
    for (int i = 0; i < count && status == WEND_OK; i++)
        status =
            wend_graph_set_get(s->graphs, wend_graph_set_scan(s->graphs, i), &graphs[i], error);
    if (status == WEND_OK) status = wend_rxr_paths_sample(graphs, count, def, &paths, error);
    if (status == WEND_OK) status = write_paths(s, paths, graphs, error);
    wend_rxr_paths_destroy(paths);
    wend_free(graphs);
    return status;
}

int command_rxr_paths(int argc, char** argv) {
    source s = {.positions = "panoramas"};
    wend_rxr_paths_def def = wend_rxr_paths_default_def();
    float metres = 40;
    const option options[] = {
        SOURCE_OPTIONS(s),
        {"--seed", OPTION_U64, &def.seed, "N", "random seed of the path ends"},
        {"--max-rooms", OPTION_INT, &def.max_rooms, "N", "max rooms per path", 1, 1e6},
        {"--max-levels", OPTION_INT, &def.max_levels, "N", "max floors per path", 1, 1e6},
        {"--max-length", OPTION_FLOAT, &metres, "M", "max path length", 0, 1e6},
        {"--max-paths", OPTION_INT, &def.max_paths, "N", "max paths per building", OPTION_COUNTS},
        {"--total", OPTION_INT, &def.total, "N", "paths over all buildings; 0: all", OPTION_LIMITS},
        {"--one-way", OPTION_FLAG, &def.one_way, NULL,
         "each sequence of rooms in one direction only"},
    };
    arguments a = {.command = "rxr paths",
                   .summary =
                       "Samples paths through rooms with RxR's method; writes R2R's format without "
                       "instructions.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int exit_status;
    wend_error error;
    if (!source_read(&s, &a, argc, argv, false, &exit_status)) return exit_status;
    if (!s.rooms) return report_misuse(&a, "--rooms FILE is required");
    def.max_length = (double)metres;
    wend_status status = make_paths(&s, &def, &error);
    return source_close(&s, status, &error);
}

int command_rxr_describe(int argc, char** argv) {
    wend_rxr_describe_def def = wend_rxr_describe_default_def();
    const char* out = NULL;
    int exit_status, records;
    wend_error error;
    const option options[] = {
        {"--episodes", OPTION_TEXT, &def.paths, "FILE", "paths in R2R's format (wend rxr paths)"},
        {"--connectivity", OPTION_TEXT, &def.graphs, "DIR", "viewpoint graphs"},
        {"--observations", OPTION_TEXT, &def.observations, "DIR|FILE",
         "captions and detections of the viewpoints"},
        {"--languages", OPTION_TEXT, &def.languages, "LIST", "of en, hi, te"},
        {"--split", OPTION_TEXT, &def.split, "NAME", "name of the split"},
        {"--traces", OPTION_FLAG, &def.traces, NULL, "write the guides' pose traces"},
        SEED_OPTION(def.seed),
        {"-o", OPTION_TEXT, &out, "FILE|DIR/", "output: .jsonl or .jsonl.gz, or a folder"},
    };
    arguments a = {.command = "rxr describe",
                   .summary =
                       "Generates RxR's instructions for paths on real graphs from captions and "
                       "detections of the views along them, with timed words and pose traces.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    const char* missing = !def.paths          ? "--episodes FILE"
                          : !def.graphs       ? "--connectivity DIR"
                          : !def.observations ? "--observations DIR"
                          : !out              ? "-o FILE"
                                              : NULL;
    if (missing) return report_misuse(&a, "%s is required", missing);
    if (wend_rxr_describe(&def, out, &records, &error) != WEND_OK) return report_error(&error);
    printf("%s: %d instructions\n", out, records);
    return EXIT_OK;
}
