// The inside of wend_episodes, and what each kind brings.
#ifndef WEND_TASK_EPISODES_H
#define WEND_TASK_EPISODES_H

#include "base/text_set.h"

#include "wend/episodes.h"
#include "wend/habitat.h"
#include "wend/rescue.h"
#include "wend/robothor.h"
#include "wend/trace.h"
#include "wend/vln.h"

struct wend_episodes {
    wend_episodes_kind kind;
    char* path;
    int count;
    // The one of its kind is filled.
    wend_vln_episodes* vln;
    wend_vln_demonstrations* demonstrations;
    wend_vln_tours* tours;
    wend_vln_results* results;
    wend_vln_logs* logs;
    wend_graph* graph;
    wend_habitat_set habitat;
    wend_vlnce_truth_set truth;
    wend_robothor_set robothor;
    wend_pasture_texts texts;
    wend_pasture_result result;
    wend_rescue_set rescue;
    wend_rescue_runs runs;
    wend_trace trace;
};

// What a check works on.
typedef struct check {
    const wend_episodes* episodes;
    wend_graph_set* graphs;  // NULL: none
    wend_findings* problems;
    wend_error* error;
    char where[128];  // of the record that is looked at
} check;

void check_say(check* c, wend_rule rule, const char* words, ...)
    __attribute__((format(printf, 3, 4)));

// Says so where an id stands a second time. Nullable: id (then nothing is said).
void check_id(check* c, text_set* ids, const char* what, const char* id);

wend_status check_vln(check* c);
wend_status check_demonstrations(check* c);
wend_status check_tours(check* c);
wend_status check_tour_log(check* c);
wend_status check_results(check* c);
wend_status check_connectivity(check* c);
wend_status check_habitat(check* c);  // MultiON and VLN-CE too
wend_status check_truth(check* c);
wend_status check_robothor(check* c);
wend_status check_pasture_worlds(check* c, const wend_world_source* where);
wend_status check_vln_worlds(check* c, const wend_world_source* where);
wend_status check_pasture_texts(check* c);
wend_status check_pasture_result(check* c);
wend_status check_rescue(check* c);
wend_status check_rescue_runs(check* c);
wend_status check_trace(check* c);
wend_status check_rescue_worlds(const wend_episodes* episodes, const wend_world_source* where,
                                wend_findings* problems, wend_error* error);

// What a summary works on.
typedef struct tally {
    const wend_episodes* episodes;
    wend_graph_set* graphs;  // NULL: none
    wend_summary* summary;
    wend_error* error;
} tally;

// Counts one more; with `once`, only the first time that text is met. Nullable: once. Returns
// whether it counted.
bool tally_one(tally* t, const char* name, const char* group, const char* once);
bool tally_hash(tally* t, const char* name, const char* group, uint64_t once);
void tally_value(tally* t, const char* name, const char* group, const char* unit, double value);

// Words of a text, and how many different ones there are.
void tally_words(tally* t, const char* group, const char* text);

wend_status tally_vln(tally* t);
wend_status tally_demonstrations(tally* t);
wend_status tally_tours(tally* t);
wend_status tally_tour_log(tally* t);
wend_status tally_results(tally* t);
wend_status tally_connectivity(tally* t);
wend_status tally_habitat(tally* t);
wend_status tally_truth(tally* t);
wend_status tally_robothor(tally* t);
wend_status tally_pasture_texts(tally* t);
wend_status tally_pasture_result(tally* t);
wend_status tally_rescue(tally* t);
wend_status tally_rescue_runs(tally* t);
wend_status tally_trace(tally* t);

#endif
