// RxR's instructions on graphs, from captions.
#include "task/captions.h"

#include "wend/benchmarks/vln.h"
#include "wend/make.h"

static void describe_write_paths(const char* last) {
    wend_error error;
    wend_text_out out = {0};
    wend_text_put(&out,
                  "[{\"path_id\": 7, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"a0\", "
                  "\"%s\"], \"distance\": 2, \"instructions\": [\"Go on.\"]}]",
                  last);
    CHECK_OK(wend_text_save(&out, test_path("paths.json"), &error));
    wend_text_destroy(&out);
}

static wend_status describe(const char* languages, const char* out, int* records,
                            wend_error* error) {
    char paths[512], graphs[512], captions[512];
    wend_rxr_describe_def def = wend_rxr_describe_default_def();
    snprintf(paths, sizeof paths, "%s", test_path("paths.json"));
    snprintf(graphs, sizeof graphs, "%s", test_path("connectivity"));
    snprintf(captions, sizeof captions, "%s", test_path("captions"));
    def.paths = paths;
    def.graphs = graphs;
    def.observations = captions;
    def.languages = languages;
    def.traces = true;
    return wend_rxr_describe(&def, out, records, error);
}

TEST(paths_on_graphs_are_described_by_their_captions_in_three_languages) {
    wend_error error;
    wend_vln_episodes* episodes;
    int records;
    char out[512];
    building_write();
    captions_write(BUILDING_NODES, 36);
    describe_write_paths("a1");
    snprintf(out, sizeof out, "%s", test_path("rxr.jsonl"));
    CHECK_OK(describe("en,hi,te", out, &records, &error));
    CHECK_INT(records, 3);
    CHECK_OK(wend_vln_episodes_read(out, &episodes, &error));
    CHECK_INT(wend_vln_episodes_count(episodes), 3);
    const wend_vln_episode* e = wend_vln_episodes_at(episodes, 0);
    CHECK_TEXT(e->instructions[0].language, "en-US");
    CHECK_HAS(e->instructions[0].text, "kitchen");
    CHECK(e->instructions[0].word_count == wend_rxr_guide_word_count(e->instructions[0].text));
    CHECK_HAS(wend_vln_episodes_at(episodes, 2)->instructions[0].text, "వంటగది");
    wend_vln_episodes_destroy(episodes);
    CHECK(wend_file_exists(test_path("rxr.jsonl.pose_traces/000002_guide_pose_trace.npz")));
}

TEST(viewpoints_without_captions_or_of_another_building_are_errors) {
    wend_error error;
    int records;
    char out[512];
    building_write();
    captions_write(1, 36);
    describe_write_paths("a1");
    snprintf(out, sizeof out, "%s", test_path("rxr.jsonl"));
    CHECK(describe("en", out, &records, &error) == WEND_NOT_FOUND);
    CHECK_HAS(error.message, "lack viewpoint a1");
    describe_write_paths("zz");
    CHECK(describe("en", out, &records, &error) == WEND_NOT_FOUND);
    CHECK_HAS(error.message, "'zz' is no viewpoint of hall");
    describe_write_paths("a0");
    CHECK(describe("de", out, &records, &error) == WEND_ARGUMENT);
}
