// The smallest test framework that is pleasant to read.
//
//     TEST(unreachable_goal_is_infinitely_far) {
//         CHECK(isinf(metres));
//     }
//
// Tests are sentences. Each runs in a process of its own, so a crash is one failed test. Files
// mirror src/: tests/nav/test_navmesh.c tests src/nav/navmesh.c.
#ifndef WEND_TEST_H
#define WEND_TEST_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/base.h"

typedef void (*test_function)(void);
void test_register(const char* name, const char* file, test_function run);
_Noreturn void test_fail(const char* file, int line, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void test_skip(const char* format, ...) __attribute__((format(printf, 1, 2)));

// The path of a file of the real data ($WEND_DATA, else ../shared/data); skips the test where it is
// not there. The text lives until the next call but seven.
const char* test_data(const char* relative_path);
// A fresh folder of this test's own, removed afterwards; and a path in it.
const char* test_folder(void);
const char* test_path(const char* name);

#define TEST(name)                                                        \
    static void test_##name(void);                                        \
    __attribute__((constructor)) static void test_register_##name(void) { \
        test_register(#name, __FILE__, test_##name);                      \
    }                                                                     \
    static void test_##name(void)

// A test in which no check was run has failed: it could not fail otherwise.
extern int test_checks;
static inline void test_count_check(void) { __atomic_fetch_add(&test_checks, 1, __ATOMIC_RELAXED); }

#define CHECK(condition)                                                   \
    do {                                                                   \
        test_count_check();                                                \
        if (!(condition)) test_fail(__FILE__, __LINE__, "%s", #condition); \
    } while (0)

#define CHECK_INT(actual, expected)                                                         \
    do {                                                                                    \
        test_count_check();                                                                 \
        long long test_a = (long long)(actual), test_e = (long long)(expected);             \
        if (test_a != test_e)                                                               \
            test_fail(__FILE__, __LINE__, "%s is %lld, not %lld", #actual, test_a, test_e); \
    } while (0)

#define CHECK_NEAR(actual, expected, tolerance)                                             \
    do {                                                                                    \
        test_count_check();                                                                 \
        double test_a = (double)(actual), test_e = (double)(expected);                      \
        if (!(fabs(test_a - test_e) <= (tolerance)))                                        \
            test_fail(__FILE__, __LINE__, "%s is %.9g, not %.9g", #actual, test_a, test_e); \
    } while (0)

#define CHECK_TEXT(actual, expected)                                                            \
    do {                                                                                        \
        test_count_check();                                                                     \
        const char *test_a = (actual), *test_e = (expected);                                    \
        if (strcmp(test_a, test_e) != 0)                                                        \
            test_fail(__FILE__, __LINE__, "%s is \"%s\", not \"%s\"", #actual, test_a, test_e); \
    } while (0)

#define CHECK_HAS(actual, part)                                                            \
    do {                                                                                   \
        test_count_check();                                                                \
        const char *test_a = (actual), *test_p = (part);                                   \
        if (!strstr(test_a, test_p))                                                       \
            test_fail(__FILE__, __LINE__, "%s is \"%s\", without \"%s\"", #actual, test_a, \
                      test_p);                                                             \
    } while (0)

// A call that must succeed; the error's message is shown when it does not. `error` is in scope.
#define CHECK_OK(call)                                                                   \
    do {                                                                                 \
        test_count_check();                                                              \
        wend_status test_s = (call);                                                     \
        if (test_s != WEND_OK)                                                           \
            test_fail(__FILE__, __LINE__, "%s: %s: %s", #call, wend_status_name(test_s), \
                      error.message);                                                    \
    } while (0)

// Runs `attempt` again and again with the n-th allocation failing, n = 1, 2, …, until it succeeds
// without reaching it. Each failed attempt must return WEND_NO_MEMORY and give everything back.
// For long attempts the n-th failures are thinned out: all of the first `dense`, then growing
// steps.
void test_each_allocation(wend_status (*attempt)(void* context, wend_error* error), void* context,
                          int dense);
// The same for attempts that take long: `some` of all allocations, evenly, and all of the `last`.
// An attempt may do without memory that only a cache uses: `result`, a hash of what the last
// successful attempt made, is then the same. Nullable: result; each attempt must fail.
void test_some_allocations(wend_status (*attempt)(void* context, wend_error* error), void* context,
                           uint64_t (*result)(void* context), int some, int last);

#endif
