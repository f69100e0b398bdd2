// `wend score BENCHMARK`: scores predictions of other systems in the submission formats of the
// field.
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "joined.h"
#include "options.h"

#include "wend/metrics.h"

typedef struct words {  // option values before they are parsed
    const char *positions, *rules, *distance;
    bool json;
} words;

// Parses the option values. Returns EXIT_OK, or the exit status of the program.
static int check_words(const arguments* a, const words* w, wend_predictions_def* def) {
    wend_error error;
    bool geodesic = strcmp(w->distance, "geodesic") == 0;
    if (!geodesic && strcmp(w->distance, "euclidean") != 0)
        return report_misuse(a, "--distance must be euclidean or geodesic, not '%s'", w->distance);
    def->geodesic = geodesic;
    if (wend_benchmark_parse(a->given[0], &def->benchmark, &error) != WEND_OK ||
        wend_positions_parse(w->positions, &def->positions, &error) != WEND_OK ||
        wend_rules_parse(w->rules, &def->rules, &error) != WEND_OK ||
        wend_predictions_check(def, &error) != WEND_OK)
        return report_misuse(a, "%s", error.message);
    return EXIT_OK;
}

static void cmd_score_print(const wend_predictions* scored, bool json, bool per_episode) {
    if (json)
        puts(wend_predictions_json(scored));
    else if (per_episode)
        fputs(wend_predictions_csv(scored), stdout);
    else
        fputs(wend_predictions_table(scored), stdout);
    fflush(stdout);
    for (int i = 0; i < wend_predictions_problem_count(scored); i++)
        fprintf(stderr, "wend: %s\n", wend_predictions_problem_at(scored, i));
}

int command_score(int argc, char** argv) {
    wend_predictions_def o = wend_predictions_default_def(WEND_BENCHMARK_R2R);
    words w = {"poses", "official", "euclidean", false};
    float timeout = WEND_RANKS_TIMEOUT;
    const option options[] = {
        {"--results", OPTION_TEXT, &o.results, "FILE", "the predictions"},
        {"--annotations", OPTION_TEXT, &o.annotations, "FILE", "the episodes (all but ir2r-ce)"},
        {"--connectivity", OPTION_TEXT, &o.connectivity, "DIR",
         "viewpoint graphs (r2r, r4r, rxr, ir2r)"},
        {"--positions", OPTION_TEXT, &w.positions, "NAME", "node positions: poses or panoramas"},
        {"--rooms", OPTION_TEXT, &o.rooms, "FILE", "viewpoint_rooms.json, for panoramas"},
        {"--tours", OPTION_TEXT, &o.tours, "FILE", "tours.json (ir2r)"},
        {"--split", OPTION_TEXT, &o.split, "NAME", "split of the tours or of the --gt file"},
        {"--gt", OPTION_TEXT, &o.truth, "FILE",
         "references (ir2r-ce; r2r-ce and rxr-ce: _gt file)"},
        {"--rules", OPTION_TEXT, &w.rules, "NAME", "official or paper, where they disagree"},
        {"--distance", OPTION_TEXT, &w.distance, "NAME",
         "distance to goals (…-ce): euclidean or geodesic"},
        {"--navmeshes", OPTION_TEXT, &o.navmeshes, "DIR", "Habitat's .navmesh files, for geodesic"},
        {"--resamples", OPTION_INT, &o.resamples, "N", "bootstrap resamples; 0: no intervals", 0,
         1e6},
        {"--seed", OPTION_U64, &o.seed, "N", "random seed of the bootstrap"},
        {"--per-episode", OPTION_FLAG, &o.per_episode, NULL,
         "one CSV row per episode; with --json a list"},
        RANK_TIMEOUT_OPTION(timeout),
        JSON_OPTION(w.json),
    };
    arguments a = {.command = "score",
                   .summary =
                       "Scores predictions: r2r, r4r, rxr, ir2r, r2r-ce, ir2r-ce, rxr-ce, "
                       "multion, rescue, objectnav, robothor, pasture.",
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
    wend_predictions* scored;
    if (!joined_begin(timeout, &o.ranks, NULL, &exit_status)) return exit_status;
    wend_status result = joined_end(o.ranks, wend_predictions_score(&o, &scored, &error), &error);
    if (result != WEND_OK) return report_error(&error);
    if (!wend_ranks_is_first()) {
        wend_predictions_destroy(scored);
        return EXIT_OK;
    }
    cmd_score_print(scored, w.json, o.per_episode);
    int problems = wend_predictions_problem_count(scored);
    wend_predictions_destroy(scored);
    return problems ? EXIT_DATA : EXIT_OK;
}
