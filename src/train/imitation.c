#include "train/imitation.h"

#include <math.h>
#include <string.h>

#include "train/demo_set.h"

bool imitation_is_method(int method) {
    return method == WEND_TRAIN_BC || method == WEND_TRAIN_DAGGER;
}

bool imitation_is_loss(int method) {
    return imitation_is_method(method) || method == WEND_TRAIN_STUDENT_FORCING;
}

// ---- sets ---------------------------------------------------------------------------------------

static void imitation_close_cursors(imitation* m) {
    for (int i = 0; m->streams && i < m->num_envs; i++) {
        wend_demo_cursor_destroy(m->streams[i].cursor);
        m->streams[i].cursor = NULL;
    }
    wend_demos_destroy(m->demos);
    m->demos = NULL;
}

// Inflection weighting: the weight of a step whose action differs from the one before is the ratio
// of all steps to such steps, so that both kinds count alike.  [Wijmans et al. 2019, EQA in
// Photorealistic Environments; VLN-CE fixes it at 3.2]
static float imitation_ratio(const imitation* m) {
    const demo_index* x = &m->demos->index;
    int64_t steps = 0, inflections = 0;
    if (m->def->inflection_weight > 0) return m->def->inflection_weight;
    for (size_t i = 0; i < x->shards.count && m->demos->first[i] < m->episodes; i++) {
        steps += x->shards.items[i].steps;
        inflections += x->shards.items[i].inflections;
    }
    return inflections ? (float)((double)steps / (double)inflections) : 1;
}

wend_status imitation_open(imitation* m, const wend_train_def* def, const char* folder,
                           int episodes, wend_error* error) {
    imitation_close_cursors(m);
    m->def = def;
    m->num_envs = def->num_envs;
    if (!m->streams) m->streams = wend_alloc_zero((size_t)def->num_envs, sizeof *m->streams);
    if (!m->streams) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    WEND_TRY(wend_demos_open(folder, &m->demos, error));
    m->episodes = wend_demos_get_info(m->demos).episodes;
    if (episodes && episodes < m->episodes) m->episodes = episodes;
    if (!m->episodes) return wend_fail(error, WEND_ARGUMENT, "%s: has no demonstrations", folder);
    m->inflection = imitation_ratio(m);
    for (int i = 0; i < m->num_envs; i++)
        WEND_TRY(wend_demo_cursor_create(m->demos, &m->streams[i].cursor, error));
    return WEND_OK;
}

void imitation_close(imitation* m) {
    imitation_close_cursors(m);
    wend_free(m->streams);
    *m = (imitation){.demos = NULL};
}

wend_status imitation_check_policy(const wend_policy* policy, wend_error* error) {
    if (policy->object < 0 && policy->features < 0) return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT,
                     "%s writes its own outputs into its map, which demonstrations do not have; "
                     "train it by student-forcing, ppo or a2c",
                     policy->def.agent);
}

wend_status imitation_check(const imitation* m, const wend_policy* policy, wend_error* error) {
    wend_demos_info info = wend_demos_get_info(m->demos);
    const wend_policy_def* p = &policy->def;
    WEND_TRY(imitation_check_policy(policy, error));
    if (info.width != p->width || info.height != p->height || (p->rgb && !info.rgb) ||
        (p->depth && !info.depth))
        return wend_fail(error, WEND_ARGUMENT,
                         "%s needs images of %d x %d with%s%s; the demonstrations have %d x "
                         "%d%s%s: record others with --width and --height",
                         p->agent, p->width, p->height, p->rgb ? " rgb" : "",
                         p->depth ? " depth" : "", info.width, info.height, info.rgb ? " rgb" : "",
                         info.depth ? " depth" : "");
    if (wend_policy_oracle_map(p) != WEND_ORACLE_MAP_NONE && info.map != wend_policy_oracle_map(p))
        return wend_fail(error, WEND_ARGUMENT,
                         "%s needs demonstrations with its ground-truth map: record them with "
                         "--map %s",
                         p->agent,
                         wend_policy_oracle_map(p) == WEND_ORACLE_MAP_FULL ? "all" : "seen");
    return WEND_OK;
}

wend_status imitation_goal_kind(const imitation* m, int* goal, wend_error* error) {
    wend_demo_step step;
    bool done;
    wend_demo_cursor* cursor = m->streams[0].cursor;
    WEND_TRY(wend_demo_cursor_begin(cursor, 0, error));
    WEND_TRY(wend_demo_cursor_next(cursor, &step, &done, error));
    const wend_goal_observation* g = &step.observation.goal;
    *goal = isfinite(g->point[0]) ? WEND_POLICY_GOAL_POINT
            : g->category         ? WEND_POLICY_GOAL_CLASS
                                  : WEND_POLICY_GOAL_NONE;
    return WEND_OK;
}

// ---- streams ------------------------------------------------------------------------------------

static wend_status stream_begin(const imitation* m, rollout* r, int i, int32_t number,
                                wend_error* error) {
    imitation_stream* s = &m->streams[i];
    wend_ranks* ranks = m->def->ranks;
    int64_t all = (int64_t)m->num_envs * wend_ranks_count(ranks);
    int64_t at = number * all + wend_ranks_rank(ranks) * m->num_envs + i;
    s->number = number;
    s->taken = 0;
    s->last_expert = -1;
    wend_policy_begin(&r->body[i]);
    return wend_demo_cursor_begin(
        s->cursor,
        wend_demos_shuffled(m->episodes, m->def->play.seed, (uint64_t)(at / m->episodes),
                            (int)(at % m->episodes)),
        error);
}

wend_status imitation_begin(imitation* m, rollout* r, const int32_t* numbers, wend_error* error) {
    size_t state = wend_network_state_size(r->policy->network);
    memset(r->memory, 0, (size_t)m->num_envs * state * sizeof *r->memory);
    for (int i = 0; i < m->num_envs; i++) WEND_TRY(stream_begin(m, r, i, numbers[i], error));
    return WEND_OK;
}

void imitation_next_numbers(const imitation* m, int32_t* numbers) {
    for (int i = 0; i < m->num_envs; i++)
        numbers[i] = m->streams[i].number + (m->streams[i].taken > 0);
}

typedef struct imitation_job {
    imitation* m;
    rollout* r;
} imitation_job;

static wend_status stream_step(const imitation_job* job, int i, int row, wend_error* error) {
    imitation_stream* s = &job->m->streams[i];
    rollout* r = job->r;
    wend_demo_step step;
    bool done;
    WEND_TRY(wend_demo_cursor_next(s->cursor, &step, &done, error));
    if (done) {
        WEND_TRY(stream_begin(job->m, r, i, s->number + 1, error));
        WEND_TRY(wend_demo_cursor_next(s->cursor, &step, &done, error));
    }
    WEND_TRY(wend_policy_observe(r->policy, &r->body[i], &step.observation, row, r->inputs, r->keep,
                                 error));
    bool inflects = s->taken == 0 || step.expert != s->last_expert;
    r->valid[row] = step.expert >= 0;
    r->action[row] = step.expert >= 0 ? step.expert : 0;
    r->advantages[row] = inflects ? job->m->inflection : 1;
    r->label[row] = -1;
    if (r->labels) r->labels[row] = step.labels;
    s->last_expert = step.expert;
    s->taken++;
    wend_policy_acted(r->policy, &r->body[i], NULL, 0, step.taken >= 0 ? step.taken : 0);
    return WEND_OK;
}

static void stream_fill(void* context, int i, int worker) {
    const imitation_job* job = context;
    imitation_stream* s = &job->m->streams[i];
    (void)worker;
    s->status = WEND_OK;
    for (int t = 0; t < job->r->steps && s->status == WEND_OK; t++)
        s->status = stream_step(job, i, t * job->r->num_envs + i, &s->error);
}

wend_status imitation_play(imitation* m, rollout* r, wend_error* error) {
    imitation_job job = {m, r};
    size_t state = wend_network_state_size(r->policy->network);
    memcpy(r->start, r->memory, (size_t)r->num_envs * state * sizeof *r->start);
    wend_pool_run(r->pool, m->num_envs, stream_fill, &job);
    for (int i = 0; i < m->num_envs; i++)
        if (m->streams[i].status != WEND_OK)
            return wend_fail(error, m->streams[i].status, "%s", m->streams[i].error.message);
    return WEND_OK;
}
