// RescueBench's numbers from a log: distances from the poses, everything else from the facts.
// [RescueBench, Eq. 1-2; UnrealZoo/RescueBench: metrics; spec sections 7 and 9]
#include "metrics/rescue_log_score.h"

#include <string.h>

#include "wend/metrics.h"

enum { COOLDOWN = 5 };                  // steps between two collisions that count
static const double near_radius = 7.5;  // metres
static const double warp_limit = 50;    // metres of mean alignment at which similarity is 0
static const double same_storey = 1.5;  // metres up or down
static const double speed = 0.994;      // metres a second

typedef struct rescue_facts {
    double person[3], stretcher[3];
    double period, timeout, carry_gate, place_gate;
    int64_t carried, placed;
    bool looked;          // it had eyes,
    int64_t seen;         // and saw the person at this step; -1: never
    double (*expert)[3];  // [expert_count] waypoints, in metres
    size_t expert_count;
} rescue_facts;

// ---- facts --------------------------------------------------------------------------------------

static wend_status number(const json_at* facts, const char* key, double* value, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(facts, key, &field, error));
    return json_number(&field, value, error);
}

static wend_status whole(const json_at* facts, const char* key, int64_t* value, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(facts, key, &field, error));
    return json_int(&field, value, error);
}

static wend_status read_point(const json_at* at, double point[3], wend_error* error) {
    float numbers[3];
    WEND_TRY(json_floats(at, 3, numbers, error));
    for (int i = 0; i < 3; i++) point[i] = (double)numbers[i];
    return WEND_OK;
}

static wend_status read_expert(const json_at* facts, rescue_facts* f, wend_error* error) {
    json_at list = {0}, item = {0};
    WEND_TRY(json_field(facts, "expert", &list, error));
    WEND_TRY(json_count(&list, &f->expert_count, error));
    f->expert = wend_alloc(f->expert_count * sizeof *f->expert);
    if (!f->expert) return wend_fail(error, WEND_NO_MEMORY, "no memory for an expert's way");
    for (size_t i = 0; i < f->expert_count; i++) {
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(read_point(&item, f->expert[i], error));
    }
    return WEND_OK;
}

static wend_status read_facts(const json_at* facts, int steps, rescue_facts* f, wend_error* error) {
    json_at point = {0}, seen = {0};
    WEND_TRY(json_field(facts, "person", &point, error));
    WEND_TRY(read_point(&point, f->person, error));
    WEND_TRY(json_field(facts, "stretcher", &point, error));
    WEND_TRY(read_point(&point, f->stretcher, error));
    WEND_TRY(number(facts, "period", &f->period, error));
    WEND_TRY(number(facts, "timeout", &f->timeout, error));
    WEND_TRY(number(facts, "carry_gate", &f->carry_gate, error));
    WEND_TRY(number(facts, "place_gate", &f->place_gate, error));
    WEND_TRY(whole(facts, "carried_at", &f->carried, error));
    WEND_TRY(whole(facts, "placed_at", &f->placed, error));
    WEND_TRY(json_optional(facts, "seen_at", &seen, error));
    f->looked = seen.value != NULL;
    if (f->looked) WEND_TRY(json_int(&seen, &f->seen, error));
    if (f->carried > steps || f->placed > steps || (f->placed >= 0 && f->carried < 0))
        return json_fail(facts, error, "carried at step %lld and put down at step %lld of %d",
                         (long long)f->carried, (long long)f->placed, steps);
    return read_expert(facts, f, error);
}

// ---- measures -----------------------------------------------------------------------------------

static double level_distance(wend_vec3 feet, const double to[3]) {
    return hypot((double)feet.x - to[0], (double)feet.z - to[2]);
}

static void measure(double distances[3], double metres) {
    distances[WEND_RESCUE_FINAL] = metres;
    if (metres < distances[WEND_RESCUE_BEST]) distances[WEND_RESCUE_BEST] = metres;
    if (!isfinite(distances[WEND_RESCUE_INITIAL])) distances[WEND_RESCUE_INITIAL] = metres;
}

// To the person until it is carried, to the stretcher from then on.
static wend_rescue_outcome outcome_of(const wend_log_record* record, const rescue_facts* f) {
    wend_rescue_outcome o = {.carried = f->carried >= 0,
                             .completed = f->placed >= 0,
                             .person = {INFINITY, INFINITY, INFINITY},
                             .stretcher = {INFINITY, INFINITY, INFINITY}};
    for (int i = 0; i <= record->steps; i++) {
        bool out = f->carried < 0 || i < f->carried;
        measure(out ? o.person : o.stretcher,
                level_distance(record->poses[i].feet, out ? f->person : f->stretcher));
    }
    return o;
}

// Steps of fixed length along the expert's waypoints: as it walks, one a period.
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

// 1 - DTW / max(n, m) / 50 m, at least 0. INFINITY, which counts for nothing, without an expert.
static wend_status similarity(const wend_log_record* record, const rescue_facts* f, double* value,
                              wend_error* error) {
    enum { MOST = 4096 };
    *value = INFINITY;
    if (f->expert_count < 2 || record->steps >= 100000) return WEND_OK;
    int walked = record->steps + 1;
    double(*points)[3] = wend_alloc((size_t)(MOST + walked) * sizeof *points);
    wend_dtw* dtw = NULL;
    if (!points) return wend_fail(error, WEND_NO_MEMORY, "no memory to compare two ways");
    wend_path expert = {.places = (const double(*)[3])points,
                        .count = sample_expert(f, points, MOST)};
    for (int i = 0; i < walked; i++) {
        wend_vec3 p = record->poses[i].feet;
        points[MOST + i][0] = (double)p.x;
        points[MOST + i][1] = (double)p.y;
        points[MOST + i][2] = (double)p.z;
    }
    wend_path path = {.places = (const double(*)[3])(points + MOST), .count = walked};
    double cost = 0;
    wend_status status = wend_dtw_create(&dtw, error);
    if (status == WEND_OK) status = wend_dtw_cost(dtw, &path, &expert, &cost, error);
    int longer = path.count > expert.count ? path.count : expert.count;
    *value = fmax(0, 1 - cost / longer / warp_limit);
    wend_dtw_destroy(dtw);
    wend_free(points);
    return status;
}

// Metres, collisions (with a pause between two), and the share of steps that got nearer.
static void walk_through(const wend_log_record* record, const rescue_facts* f, double* metres,
                         double* collisions, double* effectiveness) {
    int nearer = 0, last = -COOLDOWN;
    *metres = *collisions = 0;
    for (int i = 0; i < record->steps; i++) {
        wend_vec3 from = record->poses[i].feet, to = record->poses[i + 1].feet;
        const double* target = f->carried < 0 || i < f->carried ? f->person : f->stretcher;
        *metres += (double)wend_v3_distance(from, to);
        nearer += level_distance(to, target) < level_distance(from, target);
        if (record->outcomes[i] != 'x' || i - last < COOLDOWN) continue;
        last = i;
        ++*collisions;
    }
    *effectiveness = record->steps ? (double)nearer / record->steps : 0;
}

static wend_status score(const wend_log_record* record, const rescue_facts* f, double* values,
                         wend_error* error) {
    wend_rescue_outcome o = outcome_of(record, f);
    wend_rescue_score paper = wend_rescue_score_compute(&o, WEND_RULES_PAPER);
    wend_rescue_score official = wend_rescue_score_compute(&o, WEND_RULES_OFFICIAL);
    values[0] = paper.tcr;
    values[1] = paper.ts;
    values[2] = official.ts;
    memcpy(values + 3, official.stage, sizeof official.stage);
    // An agent whose error ends the episode has not finished: it took all the time there is.
    values[7] = record->agent_error ? f->timeout : record->steps * f->period;
    values[8] = f->carried >= 0 && !record->agent_error ? (double)f->carried * f->period : INFINITY;
    walk_through(record, f, &values[12], &values[9], &values[11]);
    values[13] = record->steps;
    return similarity(record, f, &values[10], error);
}

wend_status rescue_log_score(const wend_log_record* record, const json_at* facts, double* values,
                             wend_error* error) {
    rescue_facts f = {0};
    wend_status status = read_facts(facts, record->steps, &f, error);
    if (status == WEND_OK) status = score(record, &f, values, error);
    wend_free(f.expert);
    return status;
}

static void find_stages(const wend_log_record* record, const rescue_facts* f, double seconds[4]) {
    for (int i = 0; i < 4; i++) seconds[i] = INFINITY;
    if (f->carried >= 0) seconds[1] = (double)f->carried * f->period;
    if (f->placed >= 0) seconds[3] = (double)f->placed * f->period;
    for (int i = record->steps; i >= 0; i--) {
        bool out = f->carried < 0 || i < f->carried;
        wend_vec3 feet = record->poses[i].feet;
        if (level_distance(feet, out ? f->person : f->stretcher) <= near_radius)
            seconds[out ? 0 : 2] = i * f->period;
    }
    seconds[0] = fmin(seconds[0], seconds[1]);
    seconds[2] = fmin(seconds[2], seconds[3]);
}

wend_status rescue_stage_seconds(const wend_log_record* record, const json_at* facts,
                                 double seconds[4], double* limit, wend_error* error) {
    rescue_facts f = {0};
    wend_status status = read_facts(facts, record->steps, &f, error);
    if (status == WEND_OK) find_stages(record, &f, seconds);
    *limit = f.timeout;
    wend_free(f.expert);
    return status;
}

// ---- why not ------------------------------------------------------------------------------------

// The way back of the expert, or the straight line where there is none.
static double way_back(const rescue_facts* f) {
    double straight = hypot(f->person[0] - f->stretcher[0], f->person[2] - f->stretcher[2]),
           way = 0;
    for (size_t i = f->expert_count; i-- > 1;) {
        const double *a = f->expert[i - 1], *b = f->expert[i];
        if (hypot(b[0] - f->person[0], b[2] - f->person[2]) < 0.5) break;
        way += hypot(hypot(a[0] - b[0], a[2] - b[2]), a[1] - b[1]);
    }
    return fmax(way, straight) - f->place_gate;
}

// The nearest it came to the person on the person's own storey; scores look at the plan alone.
static double nearest_to_person(const wend_log_record* record, const rescue_facts* f) {
    double best = INFINITY;
    for (int i = 0; i <= record->steps; i++) {
        wend_vec3 feet = record->poses[i].feet;
        if (fabs((double)feet.y - f->person[1]) < same_storey)
            best = fmin(best, level_distance(feet, f->person));
    }
    return best;
}

static int ending_of(const wend_log_record* record, const rescue_facts* f) {
    wend_rescue_outcome o = outcome_of(record, f);
    if (o.completed) return 0;
    if (!o.carried) {
        // Who is blind is judged by where it was; a wall may have been between.
        double best = nearest_to_person(record, f);
        bool missed = f->looked ? f->seen < 0 : best > near_radius;
        return missed ? 1 : best <= f->carry_gate ? 3 : 2;
    }
    double best = o.stretcher[WEND_RESCUE_BEST];
    if (best <= f->place_gate || f->timeout - record->steps * f->period > f->period) return 3;
    if (f->timeout - (double)f->carried * f->period < way_back(f) / speed) return 4;
    return best > near_radius ? 5 : 6;
}

wend_status rescue_ending(const wend_log_record* record, const json_at* facts, const double* values,
                          int* ending, wend_error* error) {
    rescue_facts f = {0};
    (void)values;
    wend_status status = read_facts(facts, record->steps, &f, error);
    if (status == WEND_OK) *ending = ending_of(record, &f);
    wend_free(f.expert);
    return status;
}
