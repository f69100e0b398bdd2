// `wend score BENCHMARK`: scores predictions made elsewhere, in the files the field hands in.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "commands.h"
#include "options.h"
#include "score.h"

typedef struct words {  // options that are words, before they are looked up
    const char *positions, *rules, *distance;
    bool json;
} words;

// Panorama positions need the rooms file, which the usual layout has beside the connectivity.
static bool find_rooms(score_options* o, char* path, size_t size) {
    if (o->rooms || !o->connectivity) return true;
    if (file_join(o->connectivity, "../rooms/viewpoint_rooms.json", path, size, NULL) != WEND_OK)
        return false;
    if (file_exists(path)) o->rooms = path;
    return o->rooms != NULL;
}

// What each benchmark needs besides --results.
static int check_files(const arguments* a, const score_options* o) {
    wend_benchmark b = o->benchmark;
    bool graph = b <= WEND_BENCHMARK_IR2R, logs = b == WEND_BENCHMARK_IR2R_CE;
    bool annotated = !logs && b != WEND_BENCHMARK_MULTION;
    if (graph && !o->connectivity)
        return report_misuse(a, "--connectivity DIR is missing: the folder of the graphs");
    if (annotated && !o->annotations) return report_misuse(a, "--annotations FILE is missing");
    if (logs && !o->truth) return report_misuse(a, "--gt FILE is missing: gt_ndtw.json");
    if (b == WEND_BENCHMARK_IR2R && !o->tours) return report_misuse(a, "--tours FILE is missing");
    if (!o->results) return report_misuse(a, "--results FILE is missing");
    return EXIT_OK;
}

// Turns the words into options. EXIT_OK, or the status the program ends with.
static int check_words(const arguments* a, const words* w, score_options* o) {
    static char rooms[4096];
    wend_error error;
    if (wend_benchmark_parse(a->given[0], &o->benchmark, &error) != WEND_OK)
        return report_misuse(a, "%s", error.message);
    if (wend_positions_parse(w->positions, &o->positions, &error) != WEND_OK ||
        wend_rules_parse(w->rules, &o->rules, &error) != WEND_OK)
        return report_misuse(a, "%s", error.message);
    bool places = o->benchmark == WEND_BENCHMARK_R2R_CE || o->benchmark == WEND_BENCHMARK_RXR_CE;
    o->geodesic = strcmp(w->distance, "geodesic") == 0;
    if (!o->geodesic && strcmp(w->distance, "euclidean") != 0)
        return report_misuse(a, "--distance is 'euclidean' or 'geodesic', not '%s'", w->distance);
    if (o->geodesic && !places)
        return report_misuse(a, "--distance geodesic is for r2r-ce and rxr-ce");
    if (o->geodesic && !o->navmeshes)
        return report_misuse(a, "--distance geodesic needs --navmeshes DIR");
    int status = check_files(a, o);
    if (status != EXIT_OK) return status;
    if (o->positions == WEND_POSITIONS_PANORAMAS && !find_rooms(o, rooms, sizeof rooms))
        return report_misuse(a, "panorama positions need --rooms viewpoint_rooms.json");
    if (o->resamples < 0 || o->resamples > 100000)
        return report_misuse(a, "--resamples is 0 to 100000, not %d", o->resamples);
    return EXIT_OK;
}

static wend_status score_benchmark(const score_options* o, score_sheet* sheet, wend_error* error) {
    switch (o->benchmark) {
        case WEND_BENCHMARK_R2R_CE:
        case WEND_BENCHMARK_RXR_CE:
            return score_places(o, sheet, error);
        case WEND_BENCHMARK_IR2R_CE:
            return score_tour_logs(o, sheet, error);
        case WEND_BENCHMARK_MULTION:
            return score_multion(o, sheet, error);
        case WEND_BENCHMARK_RESCUE:
            return score_rescue(o, sheet, error);
        default:
            return score_graph(o, sheet, error);
    }
}

int command_score(int argc, char** argv) {
    score_options o = {.seed = 1, .resamples = 1000};
    words w = {"poses", "official", "euclidean", false};
    const option options[] = {
        {"--results", OPTION_TEXT, &o.results, "FILE", "the predictions"},
        {"--annotations", OPTION_TEXT, &o.annotations, "FILE", "the episodes (all but ir2r-ce)"},
        {"--connectivity", OPTION_TEXT, &o.connectivity, "DIR", "graphs (r2r, r4r, rxr, ir2r)"},
        {"--positions", OPTION_TEXT, &w.positions, "NAME", "of the nodes: poses or panoramas"},
        {"--rooms", OPTION_TEXT, &o.rooms, "FILE", "viewpoint_rooms.json, for panoramas"},
        {"--tours", OPTION_TEXT, &o.tours, "FILE", "tours.json (ir2r)"},
        {"--split", OPTION_TEXT, &o.split, "NAME", "of the tours or the --gt file"},
        {"--gt", OPTION_TEXT, &o.truth, "FILE",
         "references (ir2r-ce; r2r-ce and rxr-ce: _gt file)"},
        {"--rules", OPTION_TEXT, &w.rules, "NAME", "official or paper, where they disagree"},
        {"--distance", OPTION_TEXT, &w.distance, "NAME", "to goals (…-ce): euclidean or geodesic"},
        {"--navmeshes", OPTION_TEXT, &o.navmeshes, "DIR", "Habitat's .navmesh files, for geodesic"},
        {"--resamples", OPTION_INT, &o.resamples, "N", "of the bootstrap; 0: no intervals"},
        {"--seed", OPTION_U64, &o.seed, "N", "of the bootstrap"},
        {"--json", OPTION_FLAG, &w.json, NULL, "print one JSON object"},
    };
    arguments a = {.command = "score",
                   .summary =
                       "Scores predictions: r2r, r4r, rxr, ir2r, r2r-ce, ir2r-ce, rxr-ce, "
                       "multion, rescue.",
                   .operands = "BENCHMARK",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int exit_status;
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    exit_status = check_words(&a, &w, &o);
    if (exit_status != EXIT_OK) return exit_status;
    wend_error error;
    score_sheet sheet = {0};
    wend_status status = score_benchmark(&o, &sheet, &error);
    if (status == WEND_OK) status = score_print(&sheet, &o, w.json, &error);
    bool wrong = score_has_problems(&sheet);
    score_destroy(&sheet);
    if (status != WEND_OK) return report_error(&error);
    return wrong ? EXIT_DATA : EXIT_OK;
}
