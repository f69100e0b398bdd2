// A log in memory, record by record, and the table of its scores.
#ifndef WEND_TEST_MADE_LOG_H
#define WEND_TEST_MADE_LOG_H

#include "base/arena.h"

#include "wend/metrics.h"

enum { MADE_LOG_STEPS = 128, MADE_LOG_RECORDS = 20 };

typedef struct made_log {
    wend_log_record records[MADE_LOG_RECORDS];
    wend_pose poses[MADE_LOG_RECORDS][MADE_LOG_STEPS + 1];
    char letters[MADE_LOG_STEPS + 1];
    char header[256];
    arena memory;
    wend_log_set log;
} made_log;

void made_log_begin(made_log* m, const char* task);
// Poses are x and z, in metres; without any, the agent stays at the origin.
wend_log_record* made_log_add(made_log* m, const char* facts, int steps, const float (*xz)[2]);
wend_score_table made_log_compute(made_log* m);
void made_log_end(made_log* m, wend_score_table* table);

// Value of a column; the outcome of an episode.
double made_log_value(const wend_score_table* t, int row, const char* name);
const char* made_log_ending(const wend_score_table* t, int row);

// Facts of an episode by task; arguments are JSON values.
#define FACTS_PASTURE(split, stopped, visible, more)                                           \
    "{\"split\": \"" split "\", \"shortest\": 0.25, \"distance\": null, \"stopped\": " stopped \
    ", \"visible\": " visible more "}"
#define FACTS_FOUND(correct, step, distance) \
    "{\"correct\": " correct ", \"step\": " step ", \"distance\": " distance "}"
#define FACTS_MULTION(goals, found, uses_images, progress, ppl)                  \
    "{\"goals\": [" goals "], \"found\": [" found "], \"sighted\": " uses_images \
    ", \"radius\": 1.5, \"progress\": \"" progress "\", \"ppl\": \"" ppl "\"}"
#define FACTS_TWO_GOALS "{\"leg\": 2, \"seen\": 3}, {\"leg\": 4}"
#define FACTS_LEG(tour, rules, stopped)                                         \
    "{\"tour\": \"" tour                                                        \
    "\", \"language\": \"en\", \"benchmark\": \"ir2r-ce\", \"rules\": \"" rules \
    "\", \"stopped\": " stopped                                                 \
    ", \"nearest\": 0, \"distance\": 0, \"shortest\": 2, "                      \
    "\"reference\": [[0, 0, 0], [2, 0, 0]]}"

#endif
