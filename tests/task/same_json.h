// Whether two files hold the same JSON values: keys in any order, 3 and 3.0 alike.
#ifndef WEND_TEST_SAME_JSON_H
#define WEND_TEST_SAME_JSON_H

#include <stdbool.h>

// Fails the test with the way to the first difference. `lines`: JSON Lines.
void check_same_json(const char* path, const char* other, bool lines);

#endif
