// PointNav: success, SPL and SoftSPL from a log.
// [Anderson et al. 2018, On Evaluation of Embodied Navigation Agents; habitat-lab: soft_spl]
#include "metrics/facts.h"
#include "metrics/log_path.h"
#include "metrics/score_kinds.h"

enum { REACHED, STOPPED_ELSEWHERE, OUT_OF_STEPS };

static wend_status pointnav_read_facts(const wend_log_record* record, wend_facts* facts,
                                       wend_error* error) {
    pointnav_facts* f = &facts->pointnav;
    (void)record;
    WEND_TRY(facts_number(facts->root, "shortest", &f->shortest, error));
    WEND_TRY(facts_number(facts->root, "distance", &f->distance, error));
    WEND_TRY(facts_number(facts->root, "radius", &f->radius, error));
    return facts_bool(facts->root, "stopped", &f->stopped, error);
}

// Shortest length over path length, at most 1; 1 if both are 0.
static double efficiency(double shortest, double walked) {
    double longer = walked > shortest ? walked : shortest;
    return longer > 0 ? shortest / longer : 1;
}

static wend_status pointnav_log_score(const wend_score_kind* kind, const wend_log_record* record,
                                      const wend_facts* facts, double* values, int* ending,
                                      wend_error* error) {
    const pointnav_facts* f = &facts->pointnav;
    (void)kind;
    (void)error;
    double walked = log_path_length(record, record->steps);
    bool success = f->stopped && f->distance < f->radius;
    double progress = f->shortest > 0 ? 1 - f->distance / f->shortest : success;
    values[0] = success;
    values[1] = success ? efficiency(f->shortest, walked) : 0;
    values[2] = (progress > 0 ? progress : 0) * efficiency(f->shortest, walked);
    values[3] = f->distance;
    values[4] = log_collisions(record);
    values[5] = record->steps;
    values[6] = walked;
    *ending = success ? REACHED : f->stopped ? STOPPED_ELSEWHERE : OUT_OF_STEPS;
    return WEND_OK;
}

const wend_score_kind pointnav_score_kind = {
    .task = "pointnav",
    .columns = {"success", "spl", "soft_spl", "distance_to_goal", "collisions", "steps",
                "path_length"},
    .endings = {"reached", "stopped elsewhere", "out of steps"},
    .score = pointnav_log_score,
    .read = pointnav_read_facts};
