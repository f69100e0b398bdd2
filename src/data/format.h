// Episode formats as objects.
//
// A format is one constant struct: how a file is recognised, parsed, written, checked and
// summarised. To add one, write src/data/format_<name>.c with `const format format_<name>` and add
// its row to WEND_EPISODES_KIND_LIST (include/wend/data.h); the enum and the table of formats are
// made from that list. Nothing else dispatches on the kind of a file, except two tables of pairs:
// conversions (convert.c) and checks that need scenes (make/check_scenes.c).
#ifndef WEND_DATA_FORMAT_H
#define WEND_DATA_FORMAT_H

#include "base/text_set.h"
#include "data/outline.h"
#include "data/records.h"

#include "wend/data.h"

typedef struct check check;
typedef struct tally tally;
typedef struct format format;

struct format {
    wend_episodes_kind kind;
    const char* name;         // as on the command line
    const char* description;  // continues a sentence: "f.json: <description>"
    // How strongly a text looks like this format: 0 not at all, up to 100. The highest score over
    // all formats wins; a tie goes to the format listed first.
    int (*detect)(const outline* o);
    // Creates the payload. `*payload` is destroyed by the caller also when parsing fails.
    wend_status (*parse)(const records_text* source, void** payload, wend_error* error);
    // Nullable. The format of what was read, where formats share a reader that accepts them all.
    const format* (*actual)(const void* payload);
    wend_status (*write)(const void* payload, const char* path, wend_error* error);
    void (*destroy)(void* payload);
    int (*count)(const void* payload);  // records
    wend_status (*check)(check* c);
    wend_status (*summarize)(tally* t);
};

#define X(name, object) extern const format format_##object;
WEND_EPISODES_KIND_LIST(X)
#undef X

// NULL for WEND_EPISODES_ANY and for values outside of the enum.
const format* format_of_kind(wend_episodes_kind kind);
const format* format_detect(const char* text, size_t size);  // NULL: none

// Allocates a zeroed payload of `size` bytes; `source` names the file in the error.
wend_status format_payload(const records_text* source, size_t size, void** payload,
                           wend_error* error);

struct wend_episodes {
    const format* format;
    char* path;
    int count;
    void* payload;  // of the type that the format's file names
};

// ---- check -------------------------------------------------------------------------------------

struct check {
    const wend_episodes* episodes;
    wend_graph_set* graphs;  // NULL: none
    wend_findings* problems;
    wend_error* error;
    char where[128];  // the current record: "path 4332", "line 7"
};

void check_say(check* c, wend_rule rule, const char* words, ...)
    __attribute__((format(printf, 3, 4)));

// Adds WEND_RULE_DUPLICATE when `id` is already in `ids`. Nullable: id (then nothing is added).
void check_id(check* c, text_set* ids, const char* what, const char* id);

// ---- summarize ---------------------------------------------------------------------------------

struct tally {
    const wend_episodes* episodes;
    wend_graph_set* graphs;  // NULL: none
    wend_summary* summary;
    wend_error* error;
};

// Counts one more; with `once`, only the first occurrence of that text. Nullable: once. Returns
// whether it counted.
bool tally_one(tally* t, const char* name, const char* group, const char* once);
bool tally_hash(tally* t, const char* name, const char* group, uint64_t once);
// Adds a value to a series; NAN is ignored.
void tally_value(tally* t, const char* name, const char* group, const char* unit, double value);
// Adds the number of words of a text and counts different words.
void tally_words(tally* t, const char* group, const char* text);

#endif
