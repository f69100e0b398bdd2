// Reads asymmetric problems in TSPLIB's format: "KEY : value" lines, then a matrix of numbers.
// [Reinelt, TSPLIB 95]
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/letter.h"

#include "wend/benchmarks/ivln.h"
#include "wend/files.h"

typedef struct reader {
    const char *at, *end;
    const char* file;
    int line;
    wend_error* error;
} reader;

#define READER_FAIL(r, format, ...) \
    wend_fail((r)->error, WEND_FORMAT, "%s:%d: " format, (r)->file, (r)->line, __VA_ARGS__)

// Reads the next line without its line end, truncated at `size`; false at the end of the file.
static bool next_line(reader* r, char* line, size_t size) {
    if (r->at >= r->end) return false;
    size_t filled = 0;
    for (; r->at < r->end && *r->at != '\n'; r->at++)
        if (filled + 1 < size && *r->at) line[filled++] = *r->at;
    r->at++;
    r->line++;
    while (filled > 0 && letter_is_space(line[filled - 1])) filled--;
    line[filled] = 0;
    return true;
}

// Splits "KEY : value" in place; the value is "" where there is none.
static const char* tsplib_split(char* line) {
    char* colon = strchr(line, ':');
    if (!colon) return "";
    char* value = colon + 1;
    while (letter_is_space(*value)) value++;
    while (colon > line && letter_is_space(colon[-1])) colon--;
    *colon = 0;
    return value;
}

static wend_status read_dimension(reader* r, const char* value, int* count) {
    char* end;
    errno = 0;
    long number = strtol(value, &end, 10);
    if (end == value || *end || errno || number < 1)
        return READER_FAIL(r, "DIMENSION is '%.40s', which is not a number of cities", value);
    if (number > WEND_ATSP_MAX_CITIES)
        return READER_FAIL(r, "%ld cities; at most %d can be read", number, WEND_ATSP_MAX_CITIES);
    *count = (int)number;
    return WEND_OK;
}

static wend_status tsplib_expect(reader* r, const char* key, const char* value,
                                 const char* wanted) {
    if (strcmp(value, wanted) == 0) return WEND_OK;
    return READER_FAIL(r, "%s is '%.40s'; only %s can be read", key, value, wanted);
}

// Reads the header up to the start of the matrix.
static wend_status tsplib_read_header(reader* r, wend_atsp* problem, int* count) {
    char line[256];
    while (next_line(r, line, sizeof line)) {
        const char* value = tsplib_split(line);
        if (strcmp(line, "EDGE_WEIGHT_SECTION") == 0) {
            if (*count) return WEND_OK;
            return READER_FAIL(r, "the matrix begins before DIMENSION says how %s it is", "large");
        }
        if (strcmp(line, "NAME") == 0)
            strncpy(problem->name, value, sizeof problem->name - 1);
        else if (strcmp(line, "DIMENSION") == 0)
            WEND_TRY(read_dimension(r, value, count));
        else if (strcmp(line, "TYPE") == 0)
            WEND_TRY(tsplib_expect(r, line, value, "ATSP"));
        else if (strcmp(line, "EDGE_WEIGHT_TYPE") == 0)
            WEND_TRY(tsplib_expect(r, line, value, "EXPLICIT"));
        else if (strcmp(line, "EDGE_WEIGHT_FORMAT") == 0)
            WEND_TRY(tsplib_expect(r, line, value, "FULL_MATRIX"));
    }
    return READER_FAIL(r, "there is no %s", "EDGE_WEIGHT_SECTION");
}

// Reads the next integer. Diagonal costs may be any number.
static wend_status read_cost(reader* r, bool diagonal, int32_t* cost) {
    for (; r->at < r->end && letter_is_space(*r->at); r->at++) r->line += *r->at == '\n';
    if (r->at >= r->end || strncmp(r->at, "EOF", 3) == 0)
        return READER_FAIL(r, "the matrix ends %s", "early");
    char* end;
    errno = 0;
    long long value = strtoll(r->at, &end, 10);
    if (end == r->at || (end < r->end && !letter_is_space(*end))) {
        size_t word = strcspn(r->at, " \t\r\n");
        return READER_FAIL(r, "'%.*s' in the matrix is not a whole number",
                           (int)(word < 40 ? word : 40), r->at);
    }
    r->at = end;
    if (diagonal) return WEND_OK;
    if (errno || value < -WEND_ATSP_MAX_COST || value > WEND_ATSP_MAX_COST)
        return READER_FAIL(r, "a cost of %lld; costs lie between -%d and %d", value,
                           WEND_ATSP_MAX_COST, WEND_ATSP_MAX_COST);
    *cost = (int32_t)value;
    return WEND_OK;
}

static wend_status read_matrix(reader* r, wend_atsp* problem) {
    size_t n = (size_t)problem->count;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) WEND_TRY(read_cost(r, i == j, &problem->cost[i * n + j]));
    return WEND_OK;
}

wend_status wend_atsp_parse(const char* text, size_t size, const char* name, wend_atsp* problem,
                            wend_error* error) {
    reader r = {.at = text, .end = text + size, .file = name, .error = error};
    wend_atsp header = {0};
    int count = 0;
    *problem = (wend_atsp){0};
    WEND_TRY(tsplib_read_header(&r, &header, &count));
    // An n x n matrix takes at least 2 n^2 - 1 bytes of text: checked before the allocation.
    if ((size_t)(r.end - (r.at < r.end ? r.at : r.end)) + 1 < 2 * (size_t)count * (size_t)count)
        return READER_FAIL(&r, "the file is too short for the matrix of %d cities", count);
    WEND_TRY(wend_atsp_create(count, problem, error));
    memcpy(problem->name, header.name, sizeof problem->name);
    r.line++;
    wend_status status = read_matrix(&r, problem);
    if (status != WEND_OK) wend_atsp_destroy(problem);
    return status;
}

wend_status wend_atsp_read(const char* path, wend_atsp* problem, wend_error* error) {
    wend_file_bytes bytes;
    *problem = (wend_atsp){0};
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_atsp_parse(bytes.data, bytes.size, path, problem, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}
