// RescueBench from a log: distances are computed from the poses, everything else from the facts.
// [RescueBench, Eq. 1-2; UnrealZoo/RescueBench: metrics; spec sections 7 and 9]
#include "metrics/rescue_log_score.h"

#include <string.h>

#include "metrics/score_kinds.h"

enum { COOLDOWN = 5 };                  // min steps between two collisions that are counted
static const double near_radius = 7.5;  // metres
static const double warp_limit = 50;  // metres of mean alignment cost at which the similarity is 0
static const double same_storey = 1.5;  // metres of height difference
static const double speed = 0.994;      // metres per second

// X(name): s1 to s4 are the official stage scores; ts follows Eq. 2 of the paper.
#define RESCUE_COLUMNS(X) \
    X(tcr)                \
    X(ts)                 \
    X(ts_official)        \
    X(s1)                 \
    X(s2)                 \
    X(s3)                 \
    X(s4)                 \
    X(seconds)            \
    X(seconds_to_carry)   \
    X(collisions)         \
    X(similarity)         \
    X(effectiveness)      \
    X(path_length)        \
    X(steps)

enum {
#define X(name) RESCUE_##name,
    RESCUE_COLUMNS(X)
#undef X
};

// X(name, words): the reason of a failure.
#define RESCUE_ENDINGS(X)                                                                  \
    X(RESCUED, "rescued")                                                                  \
    X(EXPLORATION, "exploration") /* the person was never in view, or within 7.5 m */      \
    X(RECOGNITION, "recognition") /* it was, but the agent never came within carry_gate */ \
    X(INTERACTION, "interaction") /* within a gate, but not carried or placed */           \
    X(TIME, "time")               /* carried too late for the shortest path back */        \
    X(MEMORY, "memory")           /* carried, but never within 7.5 m of the stretcher */   \
    X(HANDOVER, "handover")       /* within 7.5 m of the stretcher, never within place_gate */

enum {
#define X(name, words) RESCUE_##name,
    RESCUE_ENDINGS(X)
#undef X
};

// ---- facts --------------------------------------------------------------------------------------

static wend_status rescue_read_point(const json_at* at, double point[3], wend_error* error) {
    float numbers[3];
    WEND_TRY(json_floats(at, 3, numbers, error));
    for (int i = 0; i < 3; i++) point[i] = (double)numbers[i];
    return WEND_OK;
}

static wend_status read_expert(const json_at* root, arena* memory, rescue_facts* f,
                               wend_error* error) {
    json_at list = {0}, item = {0};
    WEND_TRY(json_field(root, "expert", &list, error));
    WEND_TRY(json_count(&list, &f->expert_count, error));
    f->expert = arena_alloc_zero(memory, f->expert_count + 1, sizeof *f->expert);
    if (!f->expert) return wend_fail(error, WEND_NO_MEMORY, "out of memory for an expert's path");
    for (size_t i = 0; i < f->expert_count; i++) {
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(rescue_read_point(&item, f->expert[i], error));
    }
    return WEND_OK;
}

static wend_status rescue_read_facts(const wend_log_record* record, wend_facts* facts,
                                     wend_error* error) {
    rescue_facts* f = &facts->rescue;
    const json_at* root = facts->root;
    json_at point = {0}, seen = {0};
    WEND_TRY(json_field(root, "person", &point, error));
    WEND_TRY(rescue_read_point(&point, f->person, error));
    WEND_TRY(json_field(root, "stretcher", &point, error));
    WEND_TRY(rescue_read_point(&point, f->stretcher, error));
    WEND_TRY(facts_number(root, "period", &f->period, error));
    WEND_TRY(facts_number(root, "timeout", &f->timeout, error));
    WEND_TRY(facts_number(root, "carry_gate", &f->carry_gate, error));
    WEND_TRY(facts_number(root, "place_gate", &f->place_gate, error));
    WEND_TRY(facts_int(root, "carried_at", &f->carried_at, error));
    WEND_TRY(facts_int(root, "placed_at", &f->placed_at, error));
    WEND_TRY(json_optional(root, "seen_at", &seen, error));
    f->uses_images = seen.value != NULL;
    if (f->uses_images) WEND_TRY(json_int(&seen, &f->seen_at, error));
    if (f->carried_at > record->steps || f->placed_at > record->steps ||
        (f->placed_at >= 0 && f->carried_at < 0))
        return json_fail(root, error, "carried at step %lld and put down at step %lld of %d",
                         (long long)f->carried_at, (long long)f->placed_at, record->steps);
    return read_expert(root, facts->memory, f, error);
}

// ---- measures -----------------------------------------------------------------------------------

static double rescue_log_score_level_distance(wend_vec3 feet, const double to[3]) {
    return hypot((double)feet.x - to[0], (double)feet.z - to[2]);
}

static void rescue_measure(double distances[3], double metres) {
    distances[WEND_RESCUE_FINAL] = metres;
    if (metres < distances[WEND_RESCUE_BEST]) distances[WEND_RESCUE_BEST] = metres;
    if (!isfinite(distances[WEND_RESCUE_INITIAL])) distances[WEND_RESCUE_INITIAL] = metres;
}

// Distances to the person until it is picked up, and to the stretcher afterwards.
static wend_rescue_outcome rescue_outcome_of(const wend_log_record* record, const rescue_facts* f) {
    wend_rescue_outcome o = {.carried = f->carried_at >= 0,
                             .completed = f->placed_at >= 0,
                             .person = {INFINITY, INFINITY, INFINITY},
                             .stretcher = {INFINITY, INFINITY, INFINITY}};
    for (int i = 0; i <= record->steps; i++) {
        bool out = f->carried_at < 0 || i < f->carried_at;
        rescue_measure(
            out ? o.person : o.stretcher,
            rescue_log_score_level_distance(record->poses[i].feet, out ? f->person : f->stretcher));
    }
    return o;
}

// Points along the expert's waypoints, one per period at walking speed.
static int sample_expert(const rescue_facts* f, double (*points)[3], int capacity) {
    double step = speed * f->period, left = 0;
    int count = 0;
    for (size_t i = 0; i + 1 < f->expert_count; i++) {
        const double *a = f->expert[i], *b = f->expert[i + 1];
        double length = sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]) +
                             (b[2] - a[2]) * (b[2] - a[2]));
        for (; left < length && count < capacity; left += step, count++)
            for (int k = 0; k < 3; k++) points[count][k] = a[k] + (b[k] - a[k]) * left / length;
        left -= length;
    }
    return count;
}

// 1 - DTW / max(n, m) / 50 m, at least 0. INFINITY (excluded from means) without an expert path.
static wend_status similarity(const wend_log_record* record, const rescue_facts* f, double* value,
                              wend_error* error) {
    enum { MAX_POINTS = 4096 };
    *value = INFINITY;
    if (f->expert_count < 2 || record->steps >= 100000) return WEND_OK;
    int walked = record->steps + 1;
    double(*points)[3] = wend_alloc((size_t)(MAX_POINTS + walked) * sizeof *points);
    wend_dtw* dtw = NULL;
    if (!points) return wend_fail(error, WEND_NO_MEMORY, "out of memory while comparing two paths");
    wend_path expert = {.points = (const double(*)[3])points,
                        .count = sample_expert(f, points, MAX_POINTS)};
    for (int i = 0; i < walked; i++) {
        wend_vec3 p = record->poses[i].feet;
        points[MAX_POINTS + i][0] = (double)p.x;
        points[MAX_POINTS + i][1] = (double)p.y;
        points[MAX_POINTS + i][2] = (double)p.z;
    }
    wend_path path = {.points = (const double(*)[3])(points + MAX_POINTS), .count = walked};
    double cost = 0;
    wend_status status = wend_dtw_create(&dtw, error);
    if (status == WEND_OK) status = wend_dtw_cost(dtw, &path, &expert, &cost, error);
    int longer = path.count > expert.count ? path.count : expert.count;
    *value = fmax(0, 1 - cost / longer / warp_limit);
    wend_dtw_destroy(dtw);
    wend_free(points);
    return status;
}

// Path length, collisions (with a cooldown), and the share of steps that reduce the distance.
static void walk_through(const wend_log_record* record, const rescue_facts* f, double* metres,
                         double* collisions, double* effectiveness) {
    int nearer = 0, last = -COOLDOWN;
    *metres = *collisions = 0;
    for (int i = 0; i < record->steps; i++) {
        wend_vec3 from = record->poses[i].feet, to = record->poses[i + 1].feet;
        const double* target = f->carried_at < 0 || i < f->carried_at ? f->person : f->stretcher;
        *metres += (double)wend_v3_distance(from, to);
        nearer += rescue_log_score_level_distance(to, target) <
                  rescue_log_score_level_distance(from, target);
        if (record->outcomes[i] != 'x' || i - last < COOLDOWN) continue;
        last = i;
        ++*collisions;
    }
    *effectiveness = record->steps ? (double)nearer / record->steps : 0;
}

void rescue_stage_seconds(const wend_log_record* record, const rescue_facts* f, double seconds[4]) {
    for (int i = 0; i < 4; i++) seconds[i] = INFINITY;
    if (f->carried_at >= 0) seconds[1] = (double)f->carried_at * f->period;
    if (f->placed_at >= 0) seconds[3] = (double)f->placed_at * f->period;
    for (int i = record->steps; i >= 0; i--) {
        bool out = f->carried_at < 0 || i < f->carried_at;
        wend_vec3 feet = record->poses[i].feet;
        if (rescue_log_score_level_distance(feet, out ? f->person : f->stretcher) <= near_radius)
            seconds[out ? 0 : 2] = i * f->period;
    }
    seconds[0] = fmin(seconds[0], seconds[1]);
    seconds[2] = fmin(seconds[2], seconds[3]);
}

// ---- reasons of failure -------------------------------------------------------------------------

// Path length from the person to the stretcher along the expert's path, at least the straight line.
static double return_length(const rescue_facts* f) {
    double straight = hypot(f->person[0] - f->stretcher[0], f->person[2] - f->stretcher[2]);
    double length = 0;
    for (size_t i = f->expert_count; i-- > 1;) {
        const double *a = f->expert[i - 1], *b = f->expert[i];
        if (hypot(b[0] - f->person[0], b[2] - f->person[2]) < 0.5) break;
        length += hypot(hypot(a[0] - b[0], a[2] - b[2]), a[1] - b[1]);
    }
    return fmax(length, straight) - f->place_gate;
}

// Min distance to the person over poses on the person's storey; the official scores ignore heights.
static double nearest_to_person(const wend_log_record* record, const rescue_facts* f) {
    double best = INFINITY;
    for (int i = 0; i <= record->steps; i++) {
        wend_vec3 feet = record->poses[i].feet;
        if (fabs((double)feet.y - f->person[1]) < same_storey)
            best = fmin(best, rescue_log_score_level_distance(feet, f->person));
    }
    return best;
}

static int rescue_ending_of(const wend_log_record* record, const rescue_facts* f) {
    wend_rescue_outcome o = rescue_outcome_of(record, f);
    if (o.completed) return RESCUE_RESCUED;
    if (!o.carried) {
        // Without images, distance is used instead of visibility, although a wall may be in
        // between.
        double best = nearest_to_person(record, f);
        bool missed = f->uses_images ? f->seen_at < 0 : best > near_radius;
        return missed                  ? RESCUE_EXPLORATION
               : best <= f->carry_gate ? RESCUE_INTERACTION
                                       : RESCUE_RECOGNITION;
    }
    double best = o.stretcher[WEND_RESCUE_BEST];
    if (best <= f->place_gate || f->timeout - record->steps * f->period > f->period)
        return RESCUE_INTERACTION;
    if (f->timeout - (double)f->carried_at * f->period < return_length(f) / speed)
        return RESCUE_TIME;
    return best > near_radius ? RESCUE_MEMORY : RESCUE_HANDOVER;
}

// ---- score --------------------------------------------------------------------------------------

static wend_status rescue_log_score(const wend_score_kind* kind, const wend_log_record* record,
                                    const wend_facts* facts, double* values, int* ending,
                                    wend_error* error) {
    const rescue_facts* f = &facts->rescue;
    (void)kind;
    wend_rescue_outcome o = rescue_outcome_of(record, f);
    wend_rescue_score paper = wend_rescue_score_compute(&o, WEND_RULES_PAPER);
    wend_rescue_score official = wend_rescue_score_compute(&o, WEND_RULES_OFFICIAL);
    values[RESCUE_tcr] = paper.tcr;
    values[RESCUE_ts] = paper.ts;
    values[RESCUE_ts_official] = official.ts;
    memcpy(values + RESCUE_s1, official.stage, sizeof official.stage);
    // An episode that ends with an agent error is incomplete: it counts with the whole time limit.
    values[RESCUE_seconds] = record->agent_error ? f->timeout : record->steps * f->period;
    values[RESCUE_seconds_to_carry] =
        f->carried_at >= 0 && !record->agent_error ? (double)f->carried_at * f->period : INFINITY;
    walk_through(record, f, &values[RESCUE_path_length], &values[RESCUE_collisions],
                 &values[RESCUE_effectiveness]);
    values[RESCUE_steps] = record->steps;
    *ending = rescue_ending_of(record, f);
    return similarity(record, f, &values[RESCUE_similarity], error);
}

const wend_score_kind rescue_score_kind = {.task = "rescue",
                                           .columns =
                                               {
#define X(name) #name,
                                                   RESCUE_COLUMNS(X)
#undef X
                                               },
                                           .endings =
                                               {
#define X(name, words) words,
                                                   RESCUE_ENDINGS(X)
#undef X
                                               },
                                           .score = rescue_log_score,
                                           .read = rescue_read_facts};
