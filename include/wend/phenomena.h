// What kinds of things an instruction does with language: the phenomena that RxR's Table 3 and
// Touchdown's authors counted by hand, counted by rules in English, Hindi and Telugu.
#ifndef WEND_PHENOMENA_H
#define WEND_PHENOMENA_H

#include "wend/tell.h"

#ifdef __cplusplus
extern "C" {
#endif

// X(NAME, words, how it is told)
#define WEND_PHENOMENON_LIST(X)                                                              \
    X(REFERENCE, "reference", "a thing or room is named for the first time")                 \
    X(COREFERENCE, "coreference", "it, that, उस, ఆ; a thing or room that was named before")  \
    X(COMPARISON, "comparison", "larger, nearest, than, सबसे, కంటే")                           \
    X(SEQUENCING, "sequencing", "an ordinal, next or last before what is named")             \
    X(ALLOCENTRIC, "allocentric relation", "a thing by another: noun, place word, noun")     \
    X(EGOCENTRIC, "egocentric relation", "a side of the walker, of something that is named") \
    X(IMPERATIVE, "imperative", "a verb of moving, turning, stopping, as a command")         \
    X(DIRECTION, "direction", "left, right, straight, around, up, down, towards")            \
    X(TEMPORAL, "temporal condition", "until, once, when, after, जब तक, వరకు")               \
    X(STATE, "state verification", "you are, you will see, there is, है, ఉంది")                \
    X(COUNT, "count", "two and more before what is named")

typedef enum wend_phenomenon {
#define X(name, words, how) WEND_PHENOMENON_##name,
    WEND_PHENOMENON_LIST(X)
#undef X
        WEND_PHENOMENON_COUNT_ALL
} wend_phenomenon;

// The unit of a summary's series that counts one in each instruction (include/wend/episodes.h).
#define WEND_PHENOMENON_UNIT "times"

WEND_API const char* wend_phenomenon_name(wend_phenomenon phenomenon);

// Of one text.
typedef struct wend_phenomena {
    bool known;  // in a language there are words of; else nothing is counted
    wend_language language;
    int counts[WEND_PHENOMENON_COUNT_ALL];
    int words;         // all
    int different;     // by their letters, capitals or not
    int object_words;  // of nouns that name things and rooms
} wend_phenomena;

typedef struct wend_phenomena_reader wend_phenomena_reader;  // shared by threads

WEND_API wend_status wend_phenomena_reader_create(wend_phenomena_reader** reader,
                                                  wend_error* error);
WEND_API void wend_phenomena_reader_destroy(wend_phenomena_reader* reader);  // Nullable: reader.

// `language` as for wend_heed_read. Of a text of more than 2048 words the first are read.
// Nullable: language.
WEND_API void wend_phenomena_read(const wend_phenomena_reader* reader, const char* language,
                                  const char* text, wend_phenomena* phenomena);

// What people counted in 25 instructions of a data set: "r2r", "hi-IN", "te-IN", "en-IN", "en-US".
// `*share` in per cent of the instructions, `*mean` in times an instruction. False where the paper
// has no such figure. [RxR, Table 3]
WEND_API bool wend_phenomenon_published(wend_phenomenon phenomenon, const char* set, double* share,
                                        double* mean);

#ifdef __cplusplus
}
#endif
#endif
