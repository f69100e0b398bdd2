#include <string.h>

#include "wend/metrics.h"

static const wend_score_meaning meanings[] = {
    {"success", "Success", "%", 1},
    {"progress", "Progress", "%", 1},
    {"spl", "SPL", "%", 1},
    {"ppl", "PPL", "%", 1},
    {"soft_spl", "SoftSPL", "%", 1},
    {"ndtw", "nDTW", "%", 1},
    {"sdtw", "SDTW", "%", 1},
    {"cls", "CLS", "%", 1},
    {"oracle_success", "Oracle success", "%", 1},
    {"tcr", "TCR", "%", 1},
    {"ts", "TS", "", 1},
    {"ts_official", "TS (official)", "", 1},
    {"s1", "Stage 1", "", 1},
    {"s2", "Stage 2", "", 1},
    {"s3", "Stage 3", "", 1},
    {"s4", "Stage 4", "", 1},
    {"seconds", "Time", "s", -1},
    {"seconds_to_carry", "Time to carry", "s", -1},
    {"similarity", "Similarity", "%", 1},
    {"effectiveness", "Effectiveness", "%", 1},
    {"reward", "Reward", "", 1},
    {"distance_to_goal", "Distance to goal", "m", -1},
    {"never_seen", "Never seen", "%", -1},
    {"not_localised", "Seen, not localised", "%", -1},
    {"not_reached", "Localised, not reached", "%", -1},
    {"false_positive", "False positive", "%", -1},
    {"official_exploration", "Exploration failure (official)", "%", -1},
    {"official_localisation", "Localisation failure (official)", "%", -1},
    {"official_planning", "Planning failure (official)", "%", -1},
    {"collisions", "Collisions", "", -1},
    {"steps", "Steps", "", 0},
    {"path_length", "Path length", "m", 0},
};

wend_score_meaning wend_score_meaning_of(const char* name) {
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strcmp(meanings[i].name, name) == 0) return meanings[i];
    return (wend_score_meaning){.name = name, .title = name, .unit = ""};
}
