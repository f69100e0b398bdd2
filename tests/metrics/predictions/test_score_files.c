// Every real file in every place of every benchmark: either it is what the benchmark takes there,
// or an error names it and the command that accepts it.
#include "test.h"

#include "wend/metrics.h"

typedef struct real_file {
    const char* path;
    const char* taken;  // "benchmark.role …": where it is right
} real_file;

static const real_file files[] = {
    {"r2r/R2R_val_seen.json", "r2r.a ir2r.a"},
    {"r2r/R2R_val_unseen.json", "r2r.a ir2r.a"},
    {"r2r/R2R_test.json", "r2r.a ir2r.a"},
    {"r4r/R4R_val_seen.json", "r4r.a ir2r.a"},
    {"r2r_results/val_unseen_shortest_agent.json", "r2r.r r4r.r rxr.r ir2r.r"},
    {"vlnce/R2R_VLNCE_v1-3_val_seen.json.gz", "r2r-ce.a"},
    {"vlnce/R2R_VLNCE_v1-3_val_unseen.json.gz", "r2r-ce.a"},
    {"vlnce/R2R_VLNCE_v1-3_preprocessed_val_seen_gt.json.gz", "r2r-ce.g rxr-ce.g"},
    {"multion/3_ON_minival_val.json.gz", ""},
    {"robothor/val/FloorPlan_Val1_1.json.gz", "robothor.a pasture.a"},
    {"pasture/sample_result_FloorPlan_Val3_5_GingerbreadHouse_1.json",
     "robothor.r pasture.r objectnav.r"},
    {"habitat_mini/older/objectnav_mp3d_v1_val_mini.json.gz", "objectnav.a"},
    {"habitat_mini/older/pointnav_gibson_val_mini.json.gz", ""},
    {"pasture/hidden_map.json", ""},
    {"rescuebench/test_jsonl/level_0.jsonl", "rescue.a"},
    {"rescuebench/human_trajectories/UnrealRescue-FlexibleRoom/level_0.jsonl", "rescue.r"},
    {"mp3d/connectivity/1LXtFkjw3qL_connectivity.json", ""},
};

static void write_text(const char* path, const char* text) {
    FILE* file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

// A benchmark with files that are right, of which one is replaced at a time.
static wend_predictions_def right_def(wend_benchmark b) {
    wend_predictions_def def = wend_predictions_default_def(b);
    def.resamples = 0;
    bool ce = b == WEND_BENCHMARK_R2R_CE || b == WEND_BENCHMARK_RXR_CE;
    bool graph = b <= WEND_BENCHMARK_IR2R;
    def.results = test_path(graph ? "graph.json" : ce ? "ce.json" : "other.json");
    if (graph) def.connectivity = test_data("mp3d/connectivity");
    def.annotations = b == WEND_BENCHMARK_RXR      ? test_path("rxr.jsonl")
                      : b == WEND_BENCHMARK_RXR_CE ? test_path("rxr_ce.json")
                      : b == WEND_BENCHMARK_R4R    ? test_data("r4r/R4R_val_seen.json")
                      : graph                      ? test_data("r2r/R2R_val_unseen.json")
                      : ce ? test_data("vlnce/R2R_VLNCE_v1-3_val_seen.json.gz")
                           : test_data("rescuebench/test_jsonl/level_0.jsonl");
    if (b >= WEND_BENCHMARK_OBJECTNAV) {
        def.annotations = NULL;
        def.results = test_data("pasture/sample_result_FloorPlan_Val3_5_GingerbreadHouse_1.json");
    }
    if (b == WEND_BENCHMARK_IR2R) def.tours = test_path("tours.json");
    if (b == WEND_BENCHMARK_IR2R_CE) def.truth = test_path("records.json");
    return def;
}

static bool is_taken(const real_file* file, wend_benchmark b, char role) {
    char place[32];
    snprintf(place, sizeof place, "%s.%c", wend_benchmark_name(b), role);
    const char* at = strstr(file->taken, place);
    return at && (at == file->taken || at[-1] == ' ');
}

static int try_file(const real_file* file, wend_benchmark b, char role) {
    wend_predictions_def def = right_def(b);
    const char* path = test_data(file->path);
    *(role == 'a' ? &def.annotations : role == 'g' ? &def.truth : &def.results) = path;
    wend_error error;
    wend_predictions* scored;
    if (is_taken(file, b, role)) return 0;
    if (wend_predictions_score(&def, &scored, &error) == WEND_OK)
        test_fail(__FILE__, __LINE__, "%s scored as %c of %s", file->path, role,
                  wend_benchmark_name(b));
    if (!strstr(error.message, path) || !strchr(error.message, ';'))
        test_fail(__FILE__, __LINE__, "%s as %c of %s: %s", file->path, role,
                  wend_benchmark_name(b), error.message);
    return 1;
}

TEST(real_files_in_the_wrong_place_are_named_and_sent_to_the_right_one) {
    static const wend_benchmark benchmarks[] = {
        WEND_BENCHMARK_R2R,      WEND_BENCHMARK_R4R,     WEND_BENCHMARK_RXR,
        WEND_BENCHMARK_IR2R,     WEND_BENCHMARK_R2R_CE,  WEND_BENCHMARK_IR2R_CE,
        WEND_BENCHMARK_RXR_CE,   WEND_BENCHMARK_RESCUE,  WEND_BENCHMARK_MULTION,
        WEND_BENCHMARK_ROBOTHOR, WEND_BENCHMARK_PASTURE, WEND_BENCHMARK_OBJECTNAV};
    write_text(test_path("graph.json"),
               "[{\"instr_id\": \"1_0\", \"trajectory\": [[\"a\", 0, 0]]}]");
    write_text(test_path("ce.json"),
               "{\"1\": [{\"position\": [0, 0, 0], \"heading\": 0, \"stop\": true}]}");
    write_text(test_path("tours.json"), "{\"val\": {\"row\": [[\"1_0\", \"1_1\"]]}}");
    write_text(test_path("records.json"),
               "{\"0\": [{\"position\": [0, 0, 0], \"phase\": \"agent\", "
               "\"episode_id\": \"1\"}]}");
    write_text(test_path("rxr.jsonl"),
               "{\"path_id\": 1, \"scan\": \"a\", \"path\": [\"b\", \"c\"], "
               "\"instruction_id\": 7, \"instruction\": \"Go.\", \"language\": \"en-US\"}");
    write_text(test_path("rxr_ce.json"),
               "{\"episodes\": [{\"episode_id\": \"1\", \"scene_id\": \"a.glb\", "
               "\"start_position\": [0, 0, 0], \"start_rotation\": [0, 0, 0, 1], \"goals\": "
               "[{\"position\": [4, 0, 0]}], \"instruction\": {\"instruction_id\": \"7\", "
               "\"language\": \"en-US\", \"instruction_text\": \"Go.\"}, \"reference_path\": "
               "[[0, 0, 0], [4, 0, 0]]}]}");
    int refused = 0;
    for (size_t f = 0; f < sizeof files / sizeof *files; f++)
        for (size_t i = 0; i < sizeof benchmarks / sizeof *benchmarks; i++) {
            wend_benchmark b = benchmarks[i];
            bool annotated = b != WEND_BENCHMARK_IR2R_CE && b != WEND_BENCHMARK_MULTION;
            bool truth = b == WEND_BENCHMARK_R2R_CE || b == WEND_BENCHMARK_RXR_CE ||
                         b == WEND_BENCHMARK_IR2R_CE;
            if (annotated) refused += try_file(&files[f], b, 'a');
            if (truth) refused += try_file(&files[f], b, 'g');
            refused += try_file(&files[f], b, 'r');
        }
    CHECK(refused > 200);
}

TEST(the_sample_of_cow_scores_as_it_was_recorded) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_PASTURE);
    wend_error error;
    wend_predictions* scored;
    def.resamples = 0;
    def.per_episode = true;
    def.results = test_data("pasture/sample_result_FloorPlan_Val3_5_GingerbreadHouse_1.json");
    CHECK_OK(wend_predictions_score(&def, &scored, &error));
    CHECK_HAS(wend_predictions_json(scored), "\"n\": 1, \"success\": 1, \"spl\": 0.");
    CHECK_HAS(wend_predictions_json(scored), "\"episode_length\": 48");
    CHECK_INT(wend_predictions_problem_count(scored), 0);
    wend_predictions_destroy(scored);
}

TEST(a_reference_of_another_split_is_refused) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_R2R_CE);
    wend_error error;
    wend_predictions* scored;
    write_text(test_path("ce.json"),
               "{\"1\": [{\"position\": [0, 0, 0], \"heading\": 0, \"stop\": true}]}");
    def.results = test_path("ce.json");
    def.annotations = test_data("vlnce/R2R_VLNCE_v1-3_val_seen.json.gz");
    def.truth = test_data("vlnce/R2R_VLNCE_v1-3_preprocessed_val_unseen_gt.json.gz");
    CHECK(wend_predictions_score(&def, &scored, &error) == WEND_FORMAT);
    CHECK_HAS(error.message, "776 of 778 references begin elsewhere");
    CHECK_HAS(error.message, "different splits");
}
