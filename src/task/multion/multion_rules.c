// Rules of MultiON where the paper, the released code and the challenges differ.
#include <string.h>

#include "base/settings.h"

#include "wend/benchmarks/multion.h"

static wend_status set_base(const char* rules, wend_multion_rules* r, wend_error* error) {
    *r = (wend_multion_rules){.radius = 1.5f,
                              .max_steps = 2500,
                              .body_radius = 0.1f,
                              .body_height = 1.5f,
                              .eye_height = 0.88f,
                              .hfov = 79,
                              .depth_max = 10,
                              .cylinder_height = 0.75f};
    if (strcmp(rules, "paper") == 0) return WEND_OK;
    if (strcmp(rules, "official") != 0)
        return wend_fail(error, WEND_ARGUMENT, "rules '%s'; there are paper and official", rules);
    r->geodesic = WEND_GEODESIC_HABITAT;
    r->strict_progress = r->ppl_to_last_find = r->reward_jumps = true;
    r->cylinder_height = 1.5f;  // the released mesh has twice the size given in the paper
    return WEND_OK;
}

// Rules of a challenge, as implemented in its code. Some differ from its web page.
// [multion-challenge 2021 to 2024]
static void set_year(int year, wend_multion_rules* r) {
    enum { NONE, Y2021, Y2022, Y2023, Y2024 };
    if (year == NONE) return;
    r->radius = year == Y2022 ? 1.0f : year == Y2024 ? 0.5f : 1.5f;
    r->reward_jumps = year == Y2021;  // fixed in later years
    r->slide = year == Y2024;
}

wend_status wend_multion_rules_read(const char* rules, const char* options, wend_multion_rules* r,
                                    wend_error* error) {
    int year = 0;
    WEND_TRY(set_base(rules, r, error));
    int euclidean = 0, strict = 0, progress = r->strict_progress, ppl = r->ppl_to_last_find;
    int reward = r->reward_jumps, slide = 0, forgiving = 0;
    const setting years = {"year", SETTING_WORD, &year,
                           .words = {"none", "2021", "2022", "2023", "2024"}};
    const setting all[] = {
        years,
        {"distance", SETTING_WORD, &euclidean, .words = {"geodesic", "euclidean"}},
        {"radius", SETTING_NUMBER, &r->radius, .low = 0.01, .high = 100},
        {"within", SETTING_WORD, &strict, .words = {"at-most", "less"}},
        {"progress", SETTING_WORD, &progress, .words = {"at-most", "less"}},
        {"ppl", SETTING_WORD, &ppl, .words = {"whole", "last"}},
        {"body", SETTING_NUMBER, &r->body_radius, .low = 0.01, .high = 1},
        {"height", SETTING_NUMBER, &r->body_height, .low = 0.1, .high = 3},
        {"eye", SETTING_NUMBER, &r->eye_height, .low = 0.1, .high = 3},
        {"hfov", SETTING_NUMBER, &r->hfov, .low = 10, .high = 150},
        {"depth", SETTING_NUMBER, &r->depth_max, .low = 0.5, .high = 1000},
        {"cylinder", SETTING_NUMBER, &r->cylinder_height, .low = 0.05, .high = 3},
        {"slide", SETTING_WORD, &slide, .words = {"no", "yes"}},
        {"reward", SETTING_WORD, &reward, .words = {"fixed", "released"}},
        {"penalty", SETTING_NUMBER, &r->false_penalty, .low = 0, .high = 1000},
        {"wrong", SETTING_WORD, &forgiving, .words = {"ends", "goes-on"}},
    };
    const int count = (int)(sizeof all / sizeof *all);
    if (!options) options = "";
    // Read twice: a year sets the defaults of the other options, wherever it is in the list.
    WEND_TRY(settings_read("task multion", options, all, count, error));
    set_year(year, r);
    reward = r->reward_jumps;
    slide = r->slide;
    WEND_TRY(settings_read("task multion", options, all, count, error));
    r->euclidean = euclidean;
    r->strict = strict;
    r->strict_progress = progress;
    r->ppl_to_last_find = ppl;
    r->reward_jumps = reward;
    r->slide = slide;
    r->forgiving = forgiving;
    return WEND_OK;
}
