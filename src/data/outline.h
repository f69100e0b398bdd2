// The keys of a JSON text by depth: enough to detect episode formats.
#ifndef WEND_DATA_OUTLINE_H
#define WEND_DATA_OUTLINE_H

#include "wend/base.h"

// X(key): the keys that formats are detected by.
// clang-format off
#define OUTLINE_KEY_LIST(X) \
    X(episodes) X(instruction) X(category_to_task_category_id) \
    X(locations) X(path_id) X(instructions) X(instr_id) \
    X(instruction_id) X(trajectory) X(phase) X(initial_position) X(image_id) X(unobstructed) \
    X(demonstration_id) X(path) X(env_id) X(agent_loc) X(exmat) X(inmat) \
    X(episode_metrics) X(scan) X(position) X(heading) X(stop)
// clang-format on

enum {
#define X(key) KEY_##key,
    OUTLINE_KEY_LIST(X)
#undef X
        KEY_COUNT
};

enum { OUTLINE_DEPTH = 5 };  // deeper keys are ignored

// Depth 1 is the root container. In [{"scan": …}] the key "scan" has depth 2.
typedef struct outline {
    bool is_zip;                       // starts with a ZIP signature; the other fields are zero
    char root;                         // first character that is not white space; 0: none
    uint32_t keys[OUTLINE_DEPTH + 1];  // [depth], bit KEY_…
    bool has_texts;                    // ["…"] or {…: {…: "…"}}
    bool has_text_lists;               // {…: {…: ["…"]}}
    bool has_lists;                    // {…: {…: [[…]]}}
} outline;

outline outline_of(const char* text, size_t size);

static inline bool outline_has(const outline* o, int depth, int key) {
    return o->keys[depth] >> key & 1;
}

#endif
