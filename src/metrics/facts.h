// Typed facts of an episode.
//
// A task writes the data needed to score an episode as one JSON object into the log record.
// `facts_open` parses that object once and fills the struct of the task; scores, endings, groups,
// tours, reports and analyses all read the struct. The JSON itself (`root`) exists between
// `facts_open` and `facts_close` only; everything else is allocated in the caller's arena.
#ifndef WEND_METRICS_FACTS_H
#define WEND_METRICS_FACTS_H

#include "base/json.h"

#include "wend/metrics.h"

typedef struct pointnav_facts {
    double shortest;  // geodesic distance from start to goal, metres
    double distance;  // geodesic distance from the last position to the goal, metres
    double radius;    // success radius, metres
    bool stopped;
} pointnav_facts;

typedef struct multion_facts {
    const double* legs;       // [goals] geodesic distance to each goal from the one before, metres
    const bool* seen;         // [goals] whether it was in view at some step
    const double* lengths;    // [finds] path length at each correct FOUND, metres
    const double* distances;  // [finds] to the goal at each, metres
    const double* steps;      // [finds] actions up to each
    int goals, finds;
    bool wrong_found;  // the episode ended with a wrong FOUND
    bool uses_images, strict_progress, ppl_to_last_find;
    double radius;
} multion_facts;

typedef struct pasture_facts {
    double shortest, distance;  // metres; distance is INFINITY if the target is on another floor
    bool stopped, visible;
    bool seen, reached;  // at some step
} pasture_facts;

typedef struct vln_facts {
    wend_path_case given;  // the agent's path and the reference
    wend_benchmark benchmark;
    wend_rules rules;
    bool stopped;
    bool on_graph;  // the path consists of viewpoints. Otherwise success requires STOP
} vln_facts;

typedef struct rescue_facts {
    double person[3], stretcher[3];  // metres
    double period, timeout;          // seconds: duration of a step, time limit of the episode
    double carry_gate, place_gate;   // metres: radius of the gates within which PICK and PUT work
    int64_t carried_at, placed_at;   // steps; -1: never
    bool uses_images;                // if set, seen_at is valid
    int64_t seen_at;                 // step at which the person came into view; -1: never
    double (*expert)[3];             // [expert_count] waypoints, metres
    size_t expert_count;
} rescue_facts;

struct wend_facts {
    const json_at* root;  // NULL after facts_close
    arena* memory;        // owns everything below
    const char* text;     // the instruction, or the description of the goal; NULL: none
    const char* group;    // value of the member named by wend_score_kind.group; NULL: none
    const char* tour;     // id of the tour the episode is part of; NULL: none
    union {
        pointnav_facts pointnav;
        multion_facts multion;
        pasture_facts pasture;
        vln_facts vln;
        rescue_facts rescue;
    };
};

typedef struct facts_document {
    json_document json;
    json_at root;
} facts_document;

// Parses the facts of `record` into `facts`. `name` identifies the record in errors. Close with
// facts_close; after a failure there is nothing to close.
wend_status facts_open(const wend_score_kind* kind, const wend_log_record* record, const char* name,
                       arena* memory, facts_document* document, wend_facts* facts,
                       wend_error* error);
void facts_close(facts_document* document, wend_facts* facts);
// Sets facts->group of an open episode. WEND_FORMAT if the facts have none.
wend_status facts_read_group(const wend_score_kind* kind, wend_facts* facts, wend_error* error);

// Members of a JSON object; WEND_FORMAT if they are missing or of another type.
wend_status facts_number(const json_at* object, const char* key, double* value, wend_error* error);
wend_status facts_int(const json_at* object, const char* key, int64_t* value, wend_error* error);
wend_status facts_bool(const json_at* object, const char* key, bool* value, wend_error* error);
wend_status facts_text(const json_at* object, const char* key, const char** text,
                       wend_error* error);

// `read` functions of score kinds that are not in the file of their score.
wend_status vln_facts_read(const wend_log_record* record, wend_facts* facts, wend_error* error);

#endif
