
#include "base/npy.h"
#include "task/same_json.h"
#include "test.h"

#include "wend/benchmarks/vln.h"
#include "wend/files.h"
#include "wend/nav.h"

// By rows: a camera at (1, 2, 3) that looks along -z, and a square image of 90 degrees.
static const char line[] =
    "{\"time\": 0.5, \"id\": \"a\", \"exmat\": [1,0,0,1, 0,1,0,2, 0,0,1,3, 0,0,0,1], "
    "\"inmat\": [1,0,0,0, 0,1,0,0, 0,0,-1.0001,-0.20001, 0,0,-1,0], \"note\": 7}\n";
// The same as the tool logs it: by columns, in milliseconds.
static const char tool_line[] =
    "{\"time\": 500, \"id\": \"a\", \"exmat\": [1,0,0,0, 0,1,0,0, 0,0,1,0, 1,2,3,1], "
    "\"inmat\": [1,0,0,0, 0,1,0,0, 0,0,-1.0001,-1, 0,0,-0.20001,0], \"note\": 7}\n";

static wend_trace parse(const char* text) {
    wend_trace trace;
    wend_error error;
    CHECK_OK(wend_trace_parse_lines(text, strlen(text), "t", &trace, &error));
    return trace;
}

TEST(a_log_by_columns_and_milliseconds_is_the_same_trace_as_one_by_rows_and_seconds) {
    wend_trace release = parse(line), tool = parse(tool_line);
    CHECK_INT(release.form, WEND_TRACE_RELEASE);
    CHECK_INT(tool.form, WEND_TRACE_TOOL);
    const wend_snapshot *a = release.snapshots, *b = tool.snapshots;
    CHECK_NEAR(a->time, b->time, 0);
    CHECK(memcmp(a->extrinsic, b->extrinsic, sizeof a->extrinsic) == 0);
    CHECK(memcmp(a->intrinsic, b->intrinsic, sizeof a->intrinsic) == 0);
    CHECK_NEAR(a->extrinsic[7], 2, 0);
    wend_error error;
    CHECK_OK(wend_file_write(test_path("tool.jsonl"), tool_line, strlen(tool_line), &error));
    CHECK_OK(wend_trace_write_lines(&release, WEND_TRACE_TOOL, test_path("a.jsonl"), &error));
    CHECK_OK(wend_trace_write_lines(&tool, WEND_TRACE_TOOL, test_path("b.jsonl"), &error));
    check_same_json(test_path("tool.jsonl"), test_path("a.jsonl"), true);
    check_same_json(test_path("tool.jsonl"), test_path("b.jsonl"), true);
    wend_trace_destroy(&release);
    wend_trace_destroy(&tool);
}

TEST(exactly_the_directions_within_an_image_of_90_degrees_are_seen) {
    wend_trace trace = parse(line);
    wend_error error;
    const char* const path[] = {"a", "b"};
    CHECK_OK(wend_trace_derive(&trace, path, 2, &error));
    const uint8_t* mask = trace.image_mask;
    enum { W = WEND_TRACE_COLUMNS };
    CHECK(mask[64 * W + 128] && mask[64 * W + 128 - 31] && mask[64 * W + 128 + 31]);
    CHECK(!mask[64 * W + 128 - 33] && !mask[64 * W + 128 + 33]);
    CHECK(!mask[64 * W] && !mask[128] && !mask[127 * W + 128]);
    // A face of a cube around the camera: a sixth of all directions.
    double seen = 0, all = 0;
    for (int row = 0; row < WEND_TRACE_ROWS; row++)
        for (int column = 0; column < W; column++) {
            double area = cos((0.5 - (row + 0.5) / WEND_TRACE_ROWS) * WEND_PI);
            all += area;
            seen += mask[row * W + column] * area;
        }
    CHECK_NEAR(seen / all, 1.0 / 6, 0.003);
    // Straight on, level: an image 75 degrees wide inside one of 90. Turned by 30 it ends at 45 -
    // 30 of its 37.6 degrees to the right, by 60 it begins at -15.
    double across = tan(WEND_PI / 6) * 4 / 3, tan15 = tan(WEND_PI / 12);
    CHECK_NEAR(trace.feature_weights[12], 1, 0);
    CHECK_NEAR(trace.feature_weights[12 + 1], (1 + tan15 / across) / 2, 0.03);
    CHECK_NEAR(trace.feature_weights[12 + 2], (1 - tan15 / across) / 2, 0.03);
    CHECK_NEAR(trace.feature_weights[12 + 11], trace.feature_weights[12 + 1], 0.02);
    CHECK_NEAR(trace.feature_weights[12 + 6], 0, 0);
    for (int v = 0; v < WEND_TRACE_VIEWS; v++)
        CHECK_NEAR(trace.feature_weights[WEND_TRACE_VIEWS + v], 0, 0);
    wend_trace_destroy(&trace);
}

TEST(words_belong_to_the_viewpoint_of_their_time) {
    char text[2048];
    snprintf(text, sizeof text, "%s%s%s", line, line, line);
    wend_trace trace = parse(text);
    trace.snapshots[1].time = 2;
    trace.snapshots[2].time = 4;
    trace.snapshots[2].viewpoint = "b";
    const wend_vln_word words[4] = {{"go", 0, 1}, {"on", -1, -1}, {"to", 3.5, 5}, {"b", 5, -2}};
    const char* const path[] = {"a", "b"};
    wend_trace_speech speech = {path, 2, words, 4, false};
    wend_error error;
    CHECK_OK(wend_trace_derive_text(&trace, &speech, &error));
    static const uint8_t at[8] = {1, 1, 0, 0, 0, 0, 1, 1}, so_far[8] = {1, 1, 0, 0, 1, 1, 1, 1};
    CHECK(memcmp(trace.text_masks, at, 8) == 0);
    speech.so_far = true;
    CHECK_OK(wend_trace_derive_text(&trace, &speech, &error));
    CHECK(memcmp(trace.text_masks, so_far, 8) == 0);
    wend_trace_destroy(&trace);
}

static void check_same_trace(const wend_trace* a, const wend_trace* b) {
    CHECK_INT(a->count, b->count);
    CHECK_INT(a->viewpoint_count, b->viewpoint_count);
    size_t k = (size_t)a->viewpoint_count;
    for (int i = 0; i < a->count; i++) {
        const wend_snapshot *s = &a->snapshots[i], *t = &b->snapshots[i];
        CHECK_TEXT(s->viewpoint, t->viewpoint);
        CHECK_NEAR(s->time, t->time, 1e-5);
        for (int j = 0; j < 16; j++) {
            CHECK_NEAR(s->extrinsic[j], t->extrinsic[j], 0);
            CHECK_NEAR((float)s->intrinsic[j], t->intrinsic[j], 0);
        }
    }
    CHECK(memcmp(a->image_mask, b->image_mask, k * WEND_TRACE_ROWS * WEND_TRACE_COLUMNS) == 0);
    CHECK(memcmp(a->feature_weights, b->feature_weights, k * WEND_TRACE_VIEWS * 4) == 0);
    CHECK(memcmp(a->text_masks, b->text_masks, k * (size_t)a->text_count) == 0);
}

TEST(a_trace_written_as_a_release_is_read_back) {
    wend_trace trace = parse(line), again;
    const char* const path[] = {"a", "b", "a"};
    const wend_vln_word words[2] = {{"go", 0, 1}, {"on", 1, 2}};
    wend_trace_speech speech = {path, 3, words, 2, false};
    wend_error error;
    CHECK_OK(wend_trace_derive(&trace, path, 3, &error));
    CHECK_OK(wend_trace_derive_text(&trace, &speech, &error));
    CHECK_OK(wend_trace_write_npz(&trace, test_path("t.npz"), &error));
    CHECK_OK(wend_trace_read(test_path("t.npz"), &again, &error));
    check_same_trace(&trace, &again);
    wend_trace_destroy(&trace);
    wend_trace_destroy(&again);
}

TEST(a_trace_without_an_array_is_refused_by_name) {
    float times[2] = {0, 1};
    wend_npy_array time = {.name = "time",
                           .type = WEND_NPY_FLOAT,
                           .item_size = 4,
                           .dimensions = 2,
                           .shape = {2, 1},
                           .count = 2,
                           .data = times};
    wend_error error;
    wend_trace trace;
    CHECK_OK(wend_npz_write(test_path("t.npz"), &time, 1, &error));
    CHECK_INT(wend_trace_read(test_path("t.npz"), &trace, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "no array 'pano'");
}

static wend_status both_ways(void* folder, wend_error* error) {
    char path[1024];
    wend_trace trace, again;
    const char* const places[] = {"a"};
    snprintf(path, sizeof path, "%s/t.npz", (const char*)folder);
    WEND_TRY(wend_trace_parse_lines(line, strlen(line), "t", &trace, error));
    wend_status status = wend_trace_derive(&trace, places, 1, error);
    if (status == WEND_OK) status = wend_trace_write_npz(&trace, path, error);
    wend_trace_destroy(&trace);
    if (status == WEND_OK) status = wend_trace_read(path, &again, error);
    if (status == WEND_OK) wend_trace_destroy(&again);
    return status;
}

TEST(traces_survive_every_failing_allocation) {
    char folder[512];
    snprintf(folder, sizeof folder, "%s", test_folder());
    test_each_allocation(both_ways, folder, 1000);
}

TEST(the_real_trace_is_written_back_equal) {
    const char* path = test_data("rxr/pangea_46944/snapshots.jsonl");
    wend_trace trace;
    wend_error error;
    CHECK_OK(wend_trace_read(path, &trace, &error));
    CHECK_INT(trace.count, 2277);
    CHECK_INT(trace.form, WEND_TRACE_RELEASE);
    CHECK_NEAR(trace.snapshots[trace.count - 1].time, 38.68, 0.01);
    CHECK_NEAR(wend_trace_field_of_view(&trace.snapshots[0]) * 180 / WEND_PI, 75, 1e-3);
    CHECK_OK(wend_trace_write_lines(&trace, trace.form, test_path("out.jsonl"), &error));
    check_same_json(path, test_path("out.jsonl"), true);
    CHECK_OK(wend_trace_write_npz(&trace, test_path("out.npz"), &error));
    wend_trace again;
    CHECK_OK(wend_trace_read(test_path("out.npz"), &again, &error));
    CHECK_INT(again.count, 2277);
    wend_trace_destroy(&again);
    wend_trace_destroy(&trace);
}

// The frame: heading and place of the first snapshot are those of the annotation and of the graph.
TEST(the_real_trace_begins_where_its_path_does) {
    wend_trace trace;
    wend_error error;
    CHECK_OK(wend_trace_read(test_data("rxr/pangea_46944/snapshots.jsonl"), &trace, &error));
    double heading, elevation;
    wend_trace_look(&trace.snapshots[0], &heading, &elevation);
    CHECK_NEAR(heading, 1.578857161615896, 1e-5);
    CHECK_NEAR(elevation, 0, 1e-6);
    wend_graph* graph;
    CHECK_OK(wend_graph_read(test_data("mp3d/connectivity/1LXtFkjw3qL_connectivity.json"),
                             "1LXtFkjw3qL", NULL, WEND_POSITIONS_POSES, &graph, &error));
    for (int i = 0; i < trace.count; i++) {
        const wend_snapshot* s = &trace.snapshots[i];
        int node = wend_graph_find(graph, s->viewpoint);
        CHECK(node >= 0);
        wend_vec3 place = wend_graph_position(graph, node);
        CHECK_NEAR(s->extrinsic[3], place.x, 1e-3);
        CHECK_NEAR(s->extrinsic[7], place.y, 1e-3);
        CHECK_NEAR(s->extrinsic[11], place.z, 1e-3);
    }
    wend_graph_destroy(graph);
    wend_trace_destroy(&trace);
}

// Skipped tiles have no pixel in the image, whatever its direction.
TEST(a_mask_is_that_of_every_pixel_projected_by_itself) {
    wend_error error;
    wend_rng rng = wend_rng_make(5, 1);
    const char* const path[] = {"a"};
    for (int turn = 0; turn < 12; turn++) {
        wend_trace trace = parse(line);
        double* e = trace.snapshots->extrinsic;
        double h = 6.3 * wend_rng_double(&rng), v = 2 * wend_rng_double(&rng) - 1;
        double up[3] = {-sin(h) * sin(v), cos(v), cos(h) * sin(v)}, right[3] = {cos(h), 0, sin(h)};
        double ahead[3] = {sin(h) * cos(v), sin(v), -cos(h) * cos(v)};
        for (int k = 0; k < 3; k++) {
            e[k * 4] = right[k];
            e[k * 4 + 1] = up[k];
            e[k * 4 + 2] = -ahead[k];
        }
        CHECK_OK(wend_trace_derive(&trace, path, 1, &error));
        int wrong = 0;
        for (int i = 0; i < WEND_TRACE_ROWS * WEND_TRACE_COLUMNS; i++) {
            double ph = ((i % WEND_TRACE_COLUMNS + 0.5) / WEND_TRACE_COLUMNS - 0.5) * 2 * WEND_PI;
            double pe = (0.5 - (i / WEND_TRACE_COLUMNS + 0.5) / WEND_TRACE_ROWS) * WEND_PI;
            double d[3] = {sin(ph) * cos(pe), sin(pe), -cos(ph) * cos(pe)}, x = 0, y = 0, w = 0;
            for (int k = 0; k < 3; k++) {
                x += right[k] * d[k];
                y += up[k] * d[k];
                w += ahead[k] * d[k];
            }
            wrong += trace.image_mask[i] != (w > 0 && fabs(x) <= w && fabs(y) <= w);
        }
        CHECK(wrong <= 4);  // on the edge
        wend_trace_destroy(&trace);
    }
}
