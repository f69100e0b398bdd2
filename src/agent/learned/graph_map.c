// Follows instructions on viewpoint graphs with a map: remembers every viewpoint that it has seen
// in the episode, or in the tour, and plans over them before it moves.
#include "agent/learned/graph_agent.h"
#include "agent/learned/graph_planner.h"
#include "agent/learned/learned.h"
#include "base/settings.h"

enum { MEMORY_TOUR, MEMORY_EPISODE };

typedef struct graph_map {
    char weights[SETTING_SIZE];
    int memory, beam;
    float explore;
    follower* f;
    view_words words;
    view_memory map;
    graph_planner planner;
    plan_path walked, plan;
    size_t planned;  // viewpoints in memory when the plan was made; 0: no plan
} graph_map;

static wend_status graph_map_create(void* state, const char* options, wend_error* error) {
    graph_map* g = state;
    g->beam = 16;
    g->explore = 0.6f;
    const setting table[] = {
        {"weights", SETTING_TEXT, g->weights, {0}, 0, 0, false},
        {"memory", SETTING_WORD, &g->memory, {"tour", "episode"}, 0, 0, false},
        {"beam", SETTING_INT, &g->beam, {0}, 1, PLAN_MAX_BEAM, false},
        {"explore", SETTING_NUMBER, &g->explore, {0}, 0, 1, false},
    };
    view_memory_clear(&g->map);
    WEND_TRY(settings_read("agent graph-map", options, table, 4, error));
    void* model;
    wend_status status = graph_agent_load(&follower_policy, g->weights, &model, error);
    g->f = model;
    WEND_TRY(status);
    if (g->f->def.feature || g->f->def.blind)
        return wend_fail(error, WEND_ARGUMENT,
                         "graph-map remembers words of views; give weights of a seq2seq that reads "
                         "words alone");
    g->planner = (graph_planner){.f = g->f, .beam = g->beam, .explore = g->explore};
    return graph_planner_create(&g->planner, error);
}

static void graph_map_destroy(void* state) {
    graph_map* g = state;
    graph_planner_destroy(&g->planner);
    view_memory_destroy(&g->map);
    view_words_destroy(&g->words);
    follower_destroy(g->f);
}

static uint64_t graph_map_hash(const void* state) {
    const graph_model model = follower_policy.model.view(((const graph_map*)state)->f);
    return graph_model_hash(&model);
}

static wend_status graph_map_reset(void* state, const wend_agent_episode* episode,
                                   wend_error* error) {
    graph_map* g = state;
    (void)error;
    if (!episode->continues || g->memory == MEMORY_EPISODE) view_memory_clear(&g->map);
    g->walked = (plan_path){0};
    g->planned = 0;
    return WEND_OK;
}

static wend_status graph_map_observe(graph_map* g, const wend_observation* o, wend_error* error) {
    if (!o->graph.viewpoint || !o->graph.panorama)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "graph-map needs a viewpoint graph and captions of the viewpoints; choose "
                         "the task r2r, rxr or ir2r, and give --observations");
    return view_memory_observe(&g->map, &g->f->words, &g->words, o, error);
}

static wend_status graph_map_act(void* state, const wend_observation* o, wend_action* action,
                                 wend_error* error) {
    graph_map* g = state;
    plan_path* walked = &g->walked;
    *action = (wend_action){.kind = WEND_ACTION_STOP};
    WEND_TRY(graph_map_observe(g, o, error));
    if (!o->goal.instruction)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "graph-map follows instructions; this task has none");
    walked->poses[walked->count] = g->map.here;
    if (g->planned != g->map.nodes.count)
        WEND_TRY(
            graph_planner_plan(&g->planner, &g->map, o->goal.instruction, walked, &g->plan, error));
    g->planned = g->map.nodes.count;
    if (walked->count >= g->plan.count) return WEND_OK;
    int taken = g->plan.taken[walked->count];
    *action = (wend_action){.kind = WEND_ACTION_GO, .neighbour = taken};
    walked->taken[walked->count++] = taken;
    return WEND_OK;
}

static wend_status graph_map_watch(void* state, const wend_observation* o, wend_action led,
                                   wend_error* error) {
    (void)led;
    return graph_map_observe(state, o, error);
}

const wend_agent_kind graph_map_agent = {
    .name = "graph-map",
    .summary = "learned: remembers viewpoints in a tour and plans over them",
    .tasks = "ir2r r2r rxr",
    .options = "weights=FILE,memory=tour|episode,beam=N,explore=X",
    .memory = sizeof(graph_map),
    .memory_is_environment = true,
    .create = graph_map_create,
    .destroy = graph_map_destroy,
    .hash = graph_map_hash,
    .reset = graph_map_reset,
    .act = graph_map_act,
    .watch = graph_map_watch,
};
