// One path against its reference. Formulas and sources: docs/metrics.md.
#include <math.h>

#include "metrics/dtw.h"
#include "metrics/path_check.h"

static bool is_within(double metres, double radius, bool at_most) {
    return at_most ? metres <= radius : metres < radius;
}

// The minimum distance of the path from point j of the reference.
static double path_score_nearest(const wend_path* reference, int j, const wend_path* path) {
    double best = INFINITY;
    for (int i = 0; i < path->count; i++) {
        double metres = wend_path_distance(reference, j, path, i);
        if (metres < best) best = metres;
    }
    return best;
}

static wend_path last_point(const wend_path* path) {
    wend_path last = *path;
    last.count = 1;
    if (last.points)
        last.points += path->count - 1;
    else
        last.nodes += path->count - 1;
    return last;
}

// Distance to the goal at the end of the path, and its minimum along the path.
static double measure_goal(const wend_path_case* given, double* end) {
    const wend_path* path = &given->path;
    if (given->to_goal) {
        double min = INFINITY;
        for (int i = 0; i < path->count; i++)
            if (given->to_goal[i] < min) min = given->to_goal[i];
        *end = given->to_goal[path->count - 1];
        return min;
    }
    wend_path goal = given->goal.count ? given->goal : last_point(&given->reference);
    *end = wend_path_distance(path, path->count - 1, &goal, 0);
    return path_score_nearest(&goal, 0, path);
}

static double spl(const wend_path_case* given, double length, bool success) {
    const wend_path_rules* rules = &given->rules;
    double best = rules->spl_by_reference ? wend_path_length(&given->reference) : given->shortest;
    if (!success || !isfinite(best) || !isfinite(length)) return 0;
    double denominator = length > best ? length : best;
    if (denominator < rules->spl_floor) denominator = rules->spl_floor;
    if (denominator == 0) return !rules->spl_zero;  // neither is a motion needed, nor was there one
    return best / denominator;
}

static double path_score_coverage(const wend_path_case* given) {
    double sum = 0;
    for (int j = 0; j < given->reference.count; j++)
        sum += exp(-path_score_nearest(&given->reference, j, &given->path) / given->rules.radius);
    return sum / given->reference.count;
}

static double cls(const wend_path_case* given, double covered, double length) {
    double expected = covered * wend_path_length(&given->reference);
    if (!isfinite(expected) || !isfinite(length)) return 0;
    if (expected == 0 && length == 0)  // both have length 0
        return given->rules.cls_one ? 1 : covered;
    return covered * expected / (expected + fabs(expected - length));
}

static wend_status check_case(const wend_path_case* given, wend_error* error) {
    WEND_TRY(path_check(&given->path, "path", error));
    WEND_TRY(path_check(&given->reference, "reference", error));
    WEND_TRY(path_check(&given->goal, "goal", error));
    for (int i = 0; given->to_goal && i < given->path.count; i++)
        if (isnan(given->to_goal[i]))
            return wend_fail(error, WEND_ARGUMENT, "the distance of point %d to the goal is NaN",
                             i);
    if (!(given->shortest >= 0))
        return wend_fail(error, WEND_ARGUMENT, "the shortest path is %g m long; it must be >= 0",
                         given->shortest);
    return WEND_OK;
}

static wend_status path_score_align(wend_dtw* dtw, const wend_path_case* given, double* cost,
                                    wend_error* error) {
    wend_path path = given->path;
    if (!given->rules.keep_repeats) WEND_TRY(dtw_distinct(dtw, &given->path, &path, error));
    return given->rules.fast_dtw && path.points
               ? wend_dtw_cost_fast(dtw, &path, &given->reference, 1, cost, error)
               : wend_dtw_cost(dtw, &path, &given->reference, cost, error);
}

wend_status wend_path_score_compute(wend_dtw* dtw, const wend_path_case* given,
                                    wend_path_score* score, wend_error* error) {
    const wend_path *path = &given->path, *reference = &given->reference;
    const wend_path_rules* rules = &given->rules;
    *score = (wend_path_score){.ne = INFINITY, .dtw = INFINITY};
    WEND_TRY(check_case(given, error));
    if (path->count == 0 || reference->count == 0) return WEND_OK;
    WEND_TRY(path_score_align(dtw, given, &score->dtw, error));
    score->tl = wend_path_length(path);
    double min = measure_goal(given, &score->ne);
    bool success = !given->unstopped && is_within(score->ne, rules->radius, rules->sr_at_most);
    score->sr = success;
    score->os = is_within(min, rules->radius, rules->sr_at_most);
    score->spl = spl(given, score->tl, success);
    score->ndtw = wend_dtw_normalize(score->dtw, reference->count, rules->radius);
    bool followed = is_within(score->ne, rules->radius, rules->sdtw_at_most);
    score->sdtw = followed && !given->unstopped ? score->ndtw : 0;
    score->coverage = path_score_coverage(given);
    score->cls = cls(given, score->coverage, score->tl);
    return WEND_OK;
}
