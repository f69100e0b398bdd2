// Many scenes in one word: references with commas between them, where "house:0..99" is a hundred.
#ifndef WEND_CLI_SCENE_LIST_H
#define WEND_CLI_SCENE_LIST_H

#include "wend/base.h"

typedef struct scene_list {
    const char** names;
    int count;
    char* memory;
} scene_list;

wend_status scene_list_parse(const char* text, scene_list* list, wend_error* error);
void scene_list_destroy(scene_list* list);  // safe on {0} and twice

#endif
