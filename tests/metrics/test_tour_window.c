// t-nDTW against the official window built as a whole table: every cell of the tour, forbidden
// columns and all, and its two ends as dtw-python treats them.
#include "test.h"

#include "wend/metrics.h"

enum { EPISODES = 5, POINTS = 5, SIDE = EPISODES * POINTS };

typedef struct track {
    double at[SIDE][3];
    int episode[SIDE];
    int count;
    wend_path paths[EPISODES];
} track;

static void make_track(track* t, int episodes, bool grid, wend_rng* rng) {
    t->count = 0;
    for (int e = 0; e < episodes; e++) {
        int points = wend_rng_range(rng, 1, POINTS);
        t->paths[e] =
            (wend_path){.points = (const double(*)[3])(t->at + t->count), .count = points};
        for (int i = 0; i < points; i++, t->count++) {
            t->episode[t->count] = e;
            for (int k = 0; k < 3; k++) {
                double x = wend_rng_double(rng) * 4;
                t->at[t->count][k] = grid ? floor(x) : x;
            }
        }
    }
}

// Stop of each episode but the last and start of each but the first, one after the other.
static int boundaries(const track* t, int* found) {
    int count = 0;
    for (int i = 1; i < t->count; i++) {
        if (t->episode[i] == t->episode[i - 1]) continue;
        found[count++] = i - 1;
        found[count++] = i;
    }
    return count;
}

static double distance(const double* p, const double* q) {
    return sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) +
                (p[2] - q[2]) * (p[2] - q[2]));
}

// NaN stands for a cell that has no way to it, as in dtw-python. NaN as the answer: no alignment.
static double whole_table(const track* agent, const track* gt) {
    bool window[SIDE][SIDE];
    double cost[SIDE][SIDE];
    int rows[2 * EPISODES], columns[2 * EPISODES];
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            window[i][j] = true;
            cost[i][j] = NAN;
        }
    int count = boundaries(agent, rows);
    CHECK_INT(boundaries(gt, columns), count);
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < SIDE; i++) window[i][columns[k]] = false;
        window[rows[k]][columns[k]] = true;
    }
    cost[0][0] = distance(agent->at[0], gt->at[0]);  // before the window is asked
    for (int j = 0; j < gt->count; j++)
        for (int i = 0; i < agent->count; i++) {
            if (!window[i][j] || !isnan(cost[i][j])) continue;
            double best = NAN;
            if (i && j) best = fmin(best, cost[i - 1][j - 1]);
            if (j) best = fmin(best, cost[i][j - 1]);
            if (i) best = fmin(best, cost[i - 1][j]);
            if (!isnan(best)) cost[i][j] = best + distance(agent->at[i], gt->at[j]);
        }
    return cost[agent->count - 1][gt->count - 1];
}

TEST(tours_cost_what_the_official_window_over_the_whole_table_costs) {
    wend_error error;
    wend_dtw* dtw;
    CHECK_OK(wend_dtw_create(&dtw, &error));
    wend_rng rng = wend_rng_make(7, 1);
    wend_tour_rules rules = wend_tour_rules_for(WEND_BENCHMARK_IR2R_CE, WEND_RULES_OFFICIAL);
    int infeasible = 0, seeded = 0;
    for (int trial = 0; trial < 20000; trial++) {
        track agent, gt;
        int episodes = wend_rng_range(&rng, 1, EPISODES);
        make_track(&agent, episodes, trial & 1, &rng);
        make_track(&gt, episodes, trial & 1, &rng);
        wend_tour_score score;
        CHECK_OK(
            wend_tour_score_compute(dtw, agent.paths, gt.paths, episodes, rules, &score, &error));
        double cost = whole_table(&agent, &gt);
        CHECK(score.infeasible == isnan(cost));
        CHECK(score.weight == episodes - 1);
        infeasible += score.infeasible;
        if (isnan(cost)) continue;
        seeded += episodes > 1 && gt.paths[0].count == 1 && agent.paths[0].count == 2;
        CHECK_NEAR(score.dtw, cost, 1e-9);
        CHECK_NEAR(score.ndtw, exp(-cost / (3.0 * gt.count)), 1e-12);
    }
    CHECK(infeasible > 1000 && infeasible < 19000 && seeded > 100);
    wend_dtw_destroy(dtw);
}

TEST(one_reference_point_takes_two_agent_points_in_the_first_episode_alone) {
    wend_error error;
    wend_dtw* dtw;
    CHECK_OK(wend_dtw_create(&dtw, &error));
    wend_tour_rules rules = wend_tour_rules_for(WEND_BENCHMARK_IR2R_CE, WEND_RULES_OFFICIAL);
    const double one[][3] = {{0, 0, 0}}, two[][3] = {{5, 0, 0}, {6, 0, 0}};
    const double walk[][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    wend_path gt[] = {{.points = one, .count = 1}, {.points = two, .count = 2}};
    wend_path agent[] = {{.points = walk, .count = 2}, {.points = two, .count = 2}};
    wend_tour_score score;
    CHECK_OK(wend_tour_score_compute(dtw, agent, gt, 2, rules, &score, &error));
    CHECK(!score.infeasible && score.dtw == 1);
    CHECK_NEAR(score.ndtw, exp(-1.0 / 9), 1e-15);
    agent[0].count = 3;
    CHECK_OK(wend_tour_score_compute(dtw, agent, gt, 2, rules, &score, &error));
    CHECK(score.infeasible);
    wend_path turned_gt[] = {gt[1], gt[0]}, turned[] = {agent[1], {.points = walk, .count = 2}};
    CHECK_OK(wend_tour_score_compute(dtw, turned, turned_gt, 2, rules, &score, &error));
    CHECK(score.infeasible);
    wend_dtw_destroy(dtw);
}
