#include "base/container.h"
#include "test.h"

#include "wend/files.h"

static const container_part two[2] = {{"first", 1, "abc", 3}, {"second", 7, "defgh", 5}};

static void check_section(const char* path, const char* name, const char* text) {
    wend_error error;
    container c;
    char out[16] = "";
    CHECK_OK(container_open(path, &c, &error));
    const container_section* s = container_find(&c, name);
    CHECK(s != NULL && s->offset % 64 == 0);
    CHECK_INT(s->size, strlen(text));
    CHECK_OK(container_read(&c, s, out, &error));
    CHECK_TEXT(out, text);
    CHECK(container_find(&c, "third") == NULL);
    container_close(&c);
}

TEST(sections_come_back_by_name) {
    wend_error error;
    const char* path = test_path("a");
    CHECK_OK(container_write(path, 42, two, 2, &error));
    check_section(path, "first", "abc");
    check_section(path, "second", "defgh");
}

TEST(a_section_is_added_and_replaced_and_the_others_stay) {
    wend_error error;
    const char* path = test_path("a");
    const container_part added = {"added", 1, "xy", 2}, replaced = {"first", 2, "ABCD", 4};
    CHECK_OK(container_write(path, 42, two, 2, &error));
    CHECK_OK(container_add(path, 42, &added, &error));
    CHECK_OK(container_add(path, 42, &replaced, &error));
    check_section(path, "first", "ABCD");
    check_section(path, "second", "defgh");
    check_section(path, "added", "xy");
    CHECK_INT(container_add(path, 43, &added, &error), WEND_NOT_FOUND);
}

// Any bit that is flipped, and any cut, is noticed: by the header, the table or the section.
static wend_status read_all(const char* path, wend_error* error) {
    container c;
    char out[64];
    WEND_TRY(container_open(path, &c, error));
    wend_status status = WEND_OK;
    for (int i = 0; status == WEND_OK && i < c.section_count; i++)
        status = c.sections[i].size <= sizeof out
                     ? container_read(&c, &c.sections[i], out, error)
                     : wend_fail(error, WEND_FORMAT, "a section that is too large");
    container_close(&c);
    return status;
}

TEST(damage_anywhere_is_noticed) {
    wend_error error;
    wend_file_bytes bytes;
    const char *path = test_path("a"), *bad = test_path("b");
    CHECK_OK(container_write(path, 42, two, 2, &error));
    CHECK_OK(wend_file_read(path, &bytes, &error));
    for (size_t i = 0; i < bytes.size; i++) {
        bool padding = (i >= 195 && i < 256);  // between the sections
        bytes.data[i] ^= 0x10;
        CHECK_OK(wend_file_write(bad, bytes.data, bytes.size, &error));
        bytes.data[i] ^= 0x10;
        CHECK((read_all(bad, &error) != WEND_OK) == !padding);
    }
    for (size_t size = 0; size < bytes.size; size++) {
        CHECK_OK(wend_file_write(bad, bytes.data, size, &error));
        CHECK(read_all(bad, &error) != WEND_OK);
    }
    wend_file_bytes_destroy(&bytes);
}

static wend_status write_and_add(void* path, wend_error* error) {
    const container_part added = {"added", 1, "xy", 2};
    WEND_TRY(container_write(path, 42, two, 2, error));
    return container_add(path, 42, &added, error);
}

TEST(containers_survive_every_failing_allocation) {
    test_each_allocation(write_and_add, (void*)test_path("a"), 100);
}
