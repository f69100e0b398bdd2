// Operands and options shared by the commands of `wend episodes`: files, their kind, graphs.
#ifndef WEND_CLI_EPISODES_FILES_H
#define WEND_CLI_EPISODES_FILES_H

#include "options.h"

#include "wend/data.h"

typedef struct episodes_files {
    const char* kind;          // --kind; NULL: detected from the content
    const char* connectivity;  // NULL: no graphs
    const char* rooms;
    const char* positions;  // "poses" or "panoramas"
    wend_episodes_kind wanted;
} episodes_files;

#define EPISODES_FILES_OPTIONS(files)                                       \
    {"--kind", OPTION_TEXT, &(files).kind, "KIND",                          \
     "kind of the files; default: detected from their content"},            \
        {"--connectivity", OPTION_TEXT, &(files).connectivity, "DIR",       \
         "folder of Matterport's connectivity files"},                      \
        {"--positions", OPTION_TEXT, &(files).positions, "NAME",            \
         "positions of viewpoints: poses or panoramas"},                    \
    {                                                                       \
        "--rooms", OPTION_TEXT, &(files).rooms, "FILE",                     \
            "viewpoint_rooms.json, for panoramas; else DIR/../rooms has it" \
    }

// Reads --kind, or a kind given as the first operand. Returns false when the program must end with
// `*exit_status`.
bool episodes_files_take_kind(episodes_files* files, arguments* a, int* exit_status);
// Calls `visit` for every operand; for a folder, for each of its files in order of name.
typedef wend_status (*episodes_files_visit)(void* context, const char* path, wend_error* error);
wend_status episodes_files_each(const arguments* a, episodes_files_visit visit, void* context,
                                wend_error* error);
// `*graphs` is NULL if no graphs are requested.
wend_status episodes_files_open_graphs(const episodes_files* files, wend_graph_set** graphs,
                                       wend_error* error);

#endif
