// What a text says of a thing: "small, red apple on a desk near a laptop, chair".
//
// The words of include/wend/category.h are looked for; other words are passed over. A text in which
// nothing is known leaves an empty description: that is an answer, not an error.
#ifndef WEND_DESCRIPTION_H
#define WEND_DESCRIPTION_H

#include "wend/base.h"
#include "wend/category.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_MAX_COLORS = 3, WEND_MAX_LINKS = 8 };

// A thing in words.
typedef struct wend_thing {
    wend_category category;  // NONE: no known noun
    wend_color colors[WEND_MAX_COLORS];
    int color_count;
    wend_stuff stuff;
    wend_size size;
    int number;  // "two pillows", "no pillow"; -1: not said
} wend_thing;

#define WEND_LINK_LIST(X)         \
    X(ON, "on")                   \
    X(IN, "in")                   \
    X(UNDER, "under")             \
    X(NEAR, "near")               \
    X(WITH, "with") /* has one */ \
    X(OTHER, "")    /* any other  */

typedef enum wend_link_kind {
#define X(name, word) WEND_LINK_##name,
    WEND_LINK_LIST(X)
#undef X
} wend_link_kind;

WEND_API const char* wend_link_name(wend_link_kind kind);

// How the thing lies to another.
typedef struct wend_link {
    wend_link_kind kind;
    int of;  // which thing it is said of: -1 the target, else an index in links
    wend_thing thing;
} wend_link;

typedef struct wend_description {
    wend_thing target;
    wend_link links[WEND_MAX_LINKS];
    int link_count;
} wend_description;

// `text` is UTF-8. More than WEND_MAX_LINKS links are dropped.
WEND_API wend_description wend_description_read(const char* text);

#ifdef __cplusplus
}
#endif
#endif
