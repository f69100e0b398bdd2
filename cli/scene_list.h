// Lists of scenes in one argument: references separated by commas; "house:0..99" denotes 100.
#ifndef WEND_CLI_SCENE_LIST_H
#define WEND_CLI_SCENE_LIST_H

#include "options.h"

#define SCENE_LIST_OPTION(text)                                            \
    {                                                                      \
        "--scenes", OPTION_TEXT, &(text), "LIST",                          \
            "scene references, comma-separated; house:0..99 is 100 scenes" \
    }
#define SCENES_DIR_OPTION(folder)                                                   \
    {                                                                               \
        "--scenes-dir", OPTION_TEXT, &(folder), "DIR", "folder of the scene files", \
            .old = "--folder"                                                       \
    }

typedef struct scene_list {
    const char** names;
    int count;
    char* memory;
} scene_list;

wend_status scene_list_parse(const char* text, scene_list* list, wend_error* error);
void scene_list_destroy(scene_list* list);  // safe on {0} and when called twice

#endif
