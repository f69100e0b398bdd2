// Sends the records of a part of a VLN data set to rank 0, as texts of their formats.
#include "data/record_texts.h"
#include "make/scene_records.h"
#include "make/vln_part.h"

static wend_status vln_part_put(const vln_part* m, scene_records* r, wend_error* error) {
    vln_episodes_put(&r->texts[0], m->episodes.items, (int)m->episodes.count, m->plan->def->kind);
    if (!m->plan->def->continuous) return WEND_OK;
    vlnce_maker numbered = {.is_rxr = m->continuous.is_rxr};
    wend_status status = vlnce_maker_take(&numbered, &m->continuous, error);
    int count = (int)numbered.episodes.count;
    wend_habitat_set habitat = {.episodes = numbered.episodes.items, .count = count};
    wend_vlnce_truth_set truths = {.items = numbered.truths.items, .count = count};
    if (status == WEND_OK) {
        habitat_put(&r->texts[1], &habitat);
        vlnce_truth_put(&r->texts[2], &truths);
    }
    vlnce_maker_destroy(&numbered);
    return status;
}

static wend_status vln_part_receive_continuous(vln_part* m, const scene_records* r,
                                               wend_error* error) {
    const wend_text_out *habitat = &r->texts[1].text, *truths = &r->texts[2].text;
    WEND_TRY(wend_habitat_parse(habitat->items, habitat->count, "episodes of another rank",
                                &m->received_habitat, error));
    WEND_TRY(wend_vlnce_truth_parse(truths->items, truths->count, "expert actions of another rank",
                                    &m->received_truths, error));
    int count = m->received_habitat.count;
    if (m->received_truths.count != count)
        return wend_fail(error, WEND_FORMAT, "another rank sent %d episodes and %d expert runs",
                         count, m->received_truths.count);
    for (int i = 0; i < count; i++) {
        wend_habitat_episode* e = ARRAY_PUSH(&m->continuous.episodes);
        wend_vlnce_truth* t = ARRAY_PUSH(&m->continuous.truths);
        if (!e || !t) return wend_fail(error, WEND_NO_MEMORY, "out of memory for episodes");
        *e = m->received_habitat.episodes[i];
        *t = m->received_truths.items[i];
    }
    return WEND_OK;
}

static wend_status vln_part_receive(vln_part* m, const scene_records* r, wend_error* error) {
    const wend_text_out* text = &r->texts[0].text;
    m->status = r->status;
    m->error = r->error;
    if (r->status != WEND_OK || !r->counts[0]) return WEND_OK;
    WEND_TRY(wend_vln_episodes_parse(text->items, text->count, "episodes of another rank",
                                     &m->received, error));
    for (int i = 0; i < wend_vln_episodes_count(m->received); i++) {
        wend_vln_episode* e = ARRAY_PUSH(&m->episodes);
        if (!e) return wend_fail(error, WEND_NO_MEMORY, "out of memory for episodes");
        *e = *wend_vln_episodes_at(m->received, i);
    }
    return m->plan->def->continuous ? vln_part_receive_continuous(m, r, error) : WEND_OK;
}

wend_status vln_part_share(vln_part* m, ranks_shares* shares, wend_error* error) {
    bool mine = ranks_shares_is_mine(shares), first = !wend_ranks_rank(shares->ranks);
    if (!shares->ranks) return WEND_OK;
    scene_records r = {
        .status = m->status, .error = m->error, .counts = {(int32_t)m->episodes.count}};
    wend_status status = WEND_OK;
    if (mine && !first && m->status == WEND_OK) status = vln_part_put(m, &r, error);
    if (status == WEND_OK) status = scene_records_share(shares, &r, error);
    if (status == WEND_OK && first && !mine) status = vln_part_receive(m, &r, error);
    scene_records_destroy(&r);
    return status;
}
