// The table of settings (wend_train_field) and their values in a def.
#ifndef WEND_TRAIN_TRAIN_FIELDS_H
#define WEND_TRAIN_TRAIN_FIELDS_H

#include <string.h>

#include "wend/train.h"

enum { TRAIN_STAGE_NAME = 32 };
bool train_stage_name_fits(const char* name);  // letters, digits, '-' and '_', not too many

const char* train_method_word(int method);
bool train_method_find(const char* word, int* method);  // false: no such method

// INT, INT64 or FLOAT: has a range.
bool train_field_is_number(const wend_train_field* field);
double train_field_number(const wend_train_field* field, const wend_train_def* def);
// WEND_ARGUMENT for a number out of its range.
wend_status train_fields_check(const wend_train_def* def, wend_error* error);
// A run (wend_train_config_read) from text. `name` stands for the file in errors; relative paths
// are relative to its folder.
wend_status train_config_parse(const char* text, size_t size, const char* name,
                               wend_train_config* config, wend_error* error);

#endif
