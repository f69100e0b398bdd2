// Logs of four small records in a file, for the tests of src/log.
#ifndef WEND_TEST_LOG_FIXTURE_H
#define WEND_TEST_LOG_FIXTURE_H

#include <stdio.h>

#include "wend/files.h"
#include "wend/log.h"

#define TEST_LOG_HEADER \
    "{\"wend\": \"log\", \"version\": 2, \"task\": \"test\", \"agent\": \"a\", \"episodes\": 4}"

extern const int TEST_LOG_ORDERED[4], TEST_LOG_MIXED[4];  // orders of the four records

// Warnings since the last test_log_open: their number and the last one.
extern int test_log_warnings;
extern char test_log_last_warning[1400];

typedef struct test_log_paths {
    char whole[1024], path[1024];
} test_log_paths;

// Record `index` (0 to 7): one step in house:1. Its id is valid until the end of the test.
wend_log_record test_log_record(int index);
wend_status test_log_open(const char* path, const char* header, wend_log** log, wend_error* error);
// Opens, appends what is missing of four records in this order, and finishes.
wend_status test_log_write(const char* path, const int order[4], wend_error* error);
void test_log_append(wend_log* log, int index);
// A finished log to compare with, and a path for another.
test_log_paths test_log_make_paths(wend_file_bytes* whole);

// Compares the content of a file; replaces it; writes one line with its checksum.
void test_log_check_bytes(const char* path, const char* data, size_t size);
void test_log_put_bytes(const char* path, const char* data, size_t size);
void test_log_put_line(FILE* file, const char* json);

#endif
