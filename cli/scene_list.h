// Lists of scenes in one argument: references separated by commas; "house:0..99" denotes 100.
#ifndef WEND_CLI_SCENE_LIST_H
#define WEND_CLI_SCENE_LIST_H

#include "wend/base.h"

typedef struct scene_list {
    const char** names;
    int count;
    char* memory;
} scene_list;

wend_status scene_list_parse(const char* text, scene_list* list, wend_error* error);
void scene_list_destroy(scene_list* list);  // safe on {0} and when called twice

#endif
