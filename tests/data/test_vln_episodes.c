#include "base/json.h"
#include "test.h"

#include "wend/benchmarks/vln.h"
#include "wend/files.h"

static wend_vln_episodes* parse(const char* text) {
    wend_error error;
    wend_vln_episodes* episodes;
    CHECK_OK(wend_vln_episodes_parse(text, strlen(text), "f.json", &episodes, &error));
    return episodes;
}

static const char rxr[] =
    "{\"path_id\":11,\"split\":\"val_seen\",\"scan\":\"s\",\"heading\":3.1,\"path\":[\"a\",\"b\"],"
    "\"instruction_id\":26,\"annotator_id\":19,\"language\":\"hi-IN\","
    "\"instruction\":\"\xe0\xa4\xa6\xe0\xa4\xbe\xe0\xa4\x8f\xe0\xa4\x82 \\\"x\\\"\","
    "\"timed_instruction\":[{\"start_time\":0.4,\"word\":\"Okay,\",\"end_time\":1.0},"
    "{\"word\":\"so\"},{\"word\":\"now\",\"start_time\":null,\"end_time\":2}],"
    "\"edit_distance\":0.1114,\"mood\":{\"a\":[1,null]}}\n"
    "\n{\"path_id\":\"p\",\"scan\":\"t\",\"path\":[],\"instruction_id\":\"27\","
    "\"instruction\":\"\",\"language\":null}\n";

static const char r2r[] =
    "[\n{\"path_id\": 7, \"scan\": \"s\", \"path\": [\"a\", \"b\"], \"heading\": 1.5, "
    "\"distance\": 9.25,"
    " \"instructions\": [\"Go.\", \"Walk.\"], \"chunk_view\": [[1, 2]]},\n"
    "{\"path_id\": \"8\", \"scan\": \"s\", \"path\": [\"a\"], \"instructions\": []},\n"
    "{\"path_id\": 0, \"scan\": \"s\", \"path\": [\"a\"], \"heading\": 0, \"distance\": 1,"
    " \"instructions\": [\"Go.\"], \"first_path_id\": 3, \"second_path_id\": 4,"
    " \"shortest_path\": [\"a\"], \"shortest_path_distance\": 0.5}]";

TEST(r2r_records_give_a_path_and_named_instructions) {
    wend_vln_episodes* e = parse(r2r);
    CHECK_INT(wend_vln_episodes_kind(e), WEND_VLN_R2R);
    CHECK_INT(wend_vln_episodes_count(e), 3);
    const wend_vln_episode* first = wend_vln_episodes_at(e, 0);
    CHECK_TEXT(first->path_id, "7");
    CHECK_TEXT(first->path[1], "b");
    CHECK_TEXT(first->instructions[1].id, "7_1");
    CHECK_TEXT(first->instructions[1].text, "Walk.");
    CHECK(first->has_distance && first->distance == 9.25);
    CHECK_INT(first->line, 2);
    const wend_vln_episode* second = wend_vln_episodes_at(e, 1);
    CHECK(second->path_id_is_text && !second->has_heading && !second->has_distance);
    CHECK_INT(second->line, 3);
    CHECK_INT(wend_vln_episodes_at(e, 2)->joint->second_path_id, 4);
    wend_vln_episodes_destroy(e);
}

TEST(rxr_records_give_one_instruction_with_the_times_of_its_words) {
    wend_vln_episodes* e = parse(rxr);
    CHECK_INT(wend_vln_episodes_kind(e), WEND_VLN_RXR);
    CHECK_INT(wend_vln_episodes_count(e), 2);
    const wend_vln_instruction* one = wend_vln_episodes_at(e, 0)->instructions;
    CHECK_TEXT(one->id, "26");
    CHECK_TEXT(one->language, "hi-IN");
    CHECK_INT(one->word_count, 3);
    CHECK(one->words[0].start == 0.4 && one->words[1].start == -1 && one->words[2].start == -2);
    CHECK_INT(wend_vln_episodes_at(e, 1)->instructions->word_count, -1);
    CHECK_INT(wend_vln_episodes_at(e, 1)->line, 3);
    wend_vln_episodes_destroy(e);
}

// Numbers may change between whole and not (1.0 and 1), which are equal values.
static bool same_value(const json_t* a, const json_t* b) {
    if (json_is_number(a) && json_is_number(b)) return json_number_value(a) == json_number_value(b);
    if (json_typeof(a) != json_typeof(b)) return false;
    if (json_is_array(a)) {
        if (json_array_size(a) != json_array_size(b)) return false;
        for (size_t i = 0; i < json_array_size(a); i++)
            if (!same_value(json_array_get(a, i), json_array_get(b, i))) return false;
        return true;
    }
    if (!json_is_object(a)) return json_equal(a, b);
    if (json_object_size(a) != json_object_size(b)) return false;
    const char* key;
    json_t* value;
    json_object_foreach((json_t*)a, key, value) {
        json_t* other = json_object_get(b, key);
        if (!other || !same_value(value, other)) return false;
    }
    return true;
}

static void check_same_text(const char* a, size_t a_size, const char* b, size_t b_size) {
    wend_error error;
    json_document x, y;
    CHECK_OK(json_document_parse(a, a_size, "read", 1, &x, &error));
    CHECK_OK(json_document_parse(b, b_size, "written", 1, &y, &error));
    CHECK(same_value(x.root, y.root));
    json_document_destroy(&x);
    json_document_destroy(&y);
}

static void write_again(const wend_vln_episodes* e, wend_file_bytes* bytes) {
    wend_error error;
    const char* path = test_path("again.json.gz");
    CHECK_OK(wend_vln_episodes_write(wend_vln_episodes_at(e, 0), wend_vln_episodes_count(e),
                                     wend_vln_episodes_kind(e), path, &error));
    CHECK_OK(wend_file_read(path, bytes, &error));
}

TEST(r2r_and_r4r_files_are_written_back_equal) {
    wend_vln_episodes* e = parse(r2r);
    wend_file_bytes bytes;
    write_again(e, &bytes);
    check_same_text(r2r, strlen(r2r), bytes.data, bytes.size);
    wend_file_bytes_destroy(&bytes);
    wend_vln_episodes_destroy(e);
}

TEST(rxr_files_are_written_back_equal) {
    wend_vln_episodes* e = parse(rxr);
    wend_file_bytes bytes;
    write_again(e, &bytes);
    json_lines read = json_lines_make(rxr, strlen(rxr));
    json_lines written = json_lines_make(bytes.data, bytes.size);
    const char *a, *b;
    size_t a_size, b_size;
    int lines = 0;
    for (; json_lines_next(&read, &a, &a_size); lines++) {
        CHECK(json_lines_next(&written, &b, &b_size));
        check_same_text(a, a_size, b, b_size);
    }
    CHECK_INT(lines, 2);
    CHECK(!json_lines_next(&written, &b, &b_size));
    wend_file_bytes_destroy(&bytes);
    wend_vln_episodes_destroy(e);
}

static void check_real(const char* relative, int paths, int instructions) {
    wend_error error;
    wend_vln_episodes* e;
    const char* path = test_data(relative);
    CHECK_OK(wend_vln_episodes_read(path, &e, &error));
    CHECK_INT(wend_vln_episodes_count(e), paths);
    int count = 0;
    for (int i = 0; i < paths; i++) count += wend_vln_episodes_at(e, i)->instruction_count;
    CHECK_INT(count, instructions);
    wend_file_bytes read, written;
    CHECK_OK(wend_file_read(path, &read, &error));
    write_again(e, &written);
    check_same_text(read.data, read.size, written.data, written.size);
    wend_file_bytes_destroy(&read);
    wend_file_bytes_destroy(&written);
    wend_vln_episodes_destroy(e);
}

TEST(the_real_files_have_their_known_counts_and_are_written_back_equal) {
    check_real("r2r/R2R_val_seen.json", 340, 1021);
    check_real("r2r/R2R_val_unseen.json", 783, 2349);
    check_real("r2r/R2R_test.json", 1391, 4173);
    check_real("r4r/R4R_val_seen.json", 115, 1035);
    check_real("rxr/pangea_46944/args.json", 1, 1);
}

static void check_broken(const char* text, const char* words) {
    wend_error error;
    wend_vln_episodes* e;
    CHECK_INT(wend_vln_episodes_parse(text, strlen(text), "f.json", &e, &error), WEND_FORMAT);
    CHECK_HAS(error.message, words);
}

TEST(broken_episodes_are_reported_with_position_and_reason) {
    check_broken("7", "f.json:1: an array expected, this is a number");
    check_broken("[{\"path_id\": true}]", "[0].path_id: a string expected, this is true or false");
    check_broken("[{\"scan\": \"s\", \"path\": []}]", "path_id, scan or path is missing");
    check_broken("{\"path_id\":1,\"scan\":\"s\",\"path\":[\"a\"],\n\"instruction\":\"x\"}",
                 "f.json:2: instruction_id or instruction is missing");
    check_broken("[{\"path_id\":1,\"scan\":\"s\",\"path\":[1]}]", "[0].path[0]: a string expected");
    check_broken("[{\"path_id\":1,\"scan\":\"s\",\"path\":[],\"first_path_id\":1}]",
                 "1 of R4R's four fields");
    check_broken("{\"path_id\":1,\"scan\":\"s\",\"path\":[]}\n{", "f.json:2:");
}

static wend_status parse_again(void* text, wend_error* error) {
    wend_vln_episodes* e;
    WEND_TRY(wend_vln_episodes_parse(text, strlen(text), "f.json", &e, error));
    wend_status status =
        wend_vln_episodes_write(wend_vln_episodes_at(e, 0), wend_vln_episodes_count(e),
                                wend_vln_episodes_kind(e), test_path("out.json"), error);
    wend_vln_episodes_destroy(e);
    return status;
}

TEST(episodes_survive_every_failing_allocation) {
    test_each_allocation(parse_again, (void*)r2r, 1000);
    test_each_allocation(parse_again, (void*)rxr, 1000);
}
