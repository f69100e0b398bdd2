// [Anderson et al. 2018, On Evaluation of Embodied Navigation Agents; habitat-lab: soft_spl]
#include "metrics/pointnav_score.h"

#include "metrics/log_walk.h"

typedef struct pointnav_facts {
    double shortest, distance, radius;
    bool stopped;
} pointnav_facts;

static wend_status number(const json_at* facts, const char* key, double* value, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(facts, key, &field, error));
    return json_number(&field, value, error);
}

static wend_status read_facts(const json_at* facts, pointnav_facts* f, wend_error* error) {
    json_at field = {0};
    WEND_TRY(number(facts, "shortest", &f->shortest, error));
    WEND_TRY(number(facts, "distance", &f->distance, error));
    WEND_TRY(number(facts, "radius", &f->radius, error));
    WEND_TRY(json_field(facts, "stopped", &field, error));
    return json_bool(&field, &f->stopped, error);
}

// Walked length over shortest length, as a share: 1 where no way was needed and none was taken.
static double efficiency(double shortest, double walked) {
    double longer = walked > shortest ? walked : shortest;
    return longer > 0 ? shortest / longer : 1;
}

wend_status pointnav_score(const wend_log_record* record, const json_at* facts, double* values,
                           wend_error* error) {
    pointnav_facts f = {0};
    WEND_TRY(read_facts(facts, &f, error));
    double walked = log_walked(record, record->steps);
    bool success = f.stopped && f.distance < f.radius;
    double progress = f.shortest > 0 ? 1 - f.distance / f.shortest : success;
    values[0] = success;
    values[1] = success ? efficiency(f.shortest, walked) : 0;
    values[2] = (progress > 0 ? progress : 0) * efficiency(f.shortest, walked);
    values[3] = f.distance;
    values[4] = log_collisions(record);
    values[5] = record->steps;
    values[6] = walked;
    return WEND_OK;
}

wend_status pointnav_ending(const wend_log_record* record, const json_at* facts,
                            const double* values, int* ending, wend_error* error) {
    pointnav_facts f = {0};
    (void)record;
    WEND_TRY(read_facts(facts, &f, error));
    *ending = values[0] > 0 ? 0 : f.stopped ? 1 : 2;
    return WEND_OK;
}
