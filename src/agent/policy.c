#include "wend/policy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- the network --------------------------------------------------------------------------------

// MultiON's encoder: 8 x 8 by 4, 4 x 4 by 2, 3 x 3 by 1, the last without a ReLU.
// [saimwani/multiON, rednet of the no-map and oracle agents; spec §6]
static int build_eye(const wend_policy_def* def, wend_network_def* n) {
    int parts[2], count = 0;
    if (def->rgb)
        parts[count++] = wend_network_input(n, "rgb", WEND_INPUT_BYTES, def->height, def->width, 3);
    if (def->depth)
        parts[count++] =
            wend_network_input(n, "depth", WEND_INPUT_FLOATS, def->height, def->width, 1);
    int x = count == 2 ? wend_network_concat(n, "pictures", parts, 2) : parts[0];
    x = wend_network_relu(n, wend_network_conv(n, "eye.conv1", x, def->filters1, 8, 4));
    x = wend_network_relu(n, wend_network_conv(n, "eye.conv2", x, def->filters2, 4, 2));
    x = wend_network_conv(n, "eye.conv3", x, def->filters3, 3, 1);
    return wend_network_relu(n, wend_network_linear(n, "eye.out", x, def->eye));
}

enum { POINT_NUMBERS = 4, MAP_SIDE = 50, GROUNDS = 4, THINGS = 256 };

// MultiON's: 4 x 4 by 2, 3 x 3, 2 x 2 over embedded cells.  [spec §6]
static int build_map(const wend_policy_def* def, wend_network_def* n) {
    int parts[2], count = 0;
    if (def->map_ground && def->map != WEND_POLICY_MAP_RECOGNIZED)
        parts[count++] = wend_network_embedding(
            n, "map.ground_embed",
            wend_network_input(n, "map_ground", WEND_INPUT_INDEX, MAP_SIDE, MAP_SIDE, 1), GROUNDS,
            def->map_embed);
    if (def->map_things || !count)
        parts[count++] = wend_network_embedding(
            n, "map.things_embed",
            wend_network_input(n, "map_things", WEND_INPUT_INDEX, MAP_SIDE, MAP_SIDE, 1), THINGS,
            def->map_embed);
    int x = count == 2 ? wend_network_concat(n, "map", parts, 2) : parts[0];
    x = wend_network_relu(n, wend_network_conv(n, "map.conv1", x, def->map_filters1, 4, 2));
    x = wend_network_relu(n, wend_network_conv(n, "map.conv2", x, def->map_filters2, 3, 1));
    x = wend_network_conv(n, "map.conv3", x, def->map_filters3, 2, 1);
    return wend_network_relu(n, wend_network_linear(n, "map.out", x, def->map_eye));
}

static int build_goal(const wend_policy_def* def, wend_network_def* n) {
    if (def->goal == WEND_POLICY_GOAL_POINT)
        return wend_network_linear(
            n, "goal.embed", wend_network_input(n, "goal", WEND_INPUT_FLOATS, 1, 1, POINT_NUMBERS),
            def->goal_size);
    return wend_network_embedding(n, "goal.embed",
                                  wend_network_input(n, "goal", WEND_INPUT_INDEX, 1, 1, 1),
                                  def->goal_classes + 1, def->goal_size);
}

static int build_recall(const wend_policy_def* def, wend_network_def* n, const char* name,
                        int query, int seen) {
    static const char* const parts[] = {"query", "key", "value"};
    int made[3];
    for (int i = 0; i < 3; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s.%s", name, parts[i]);
        made[i] = wend_network_linear(n, text, i ? seen : query, def->memory_size);
        if (!*n->wrong) n->layers[made[i]].gain = 1;
    }
    char text[32];
    snprintf(text, sizeof text, "%s.read", name);
    return wend_network_attention(n, text, made[0], made[1], made[2], def->memory_slots,
                                  def->memory_heads);
}

static int build_memory(const wend_policy_def* def, wend_network_def* n, int seen) {
    if (def->memory == WEND_POLICY_GRU)
        return wend_network_gru(n, "memory", seen, def->memory_size);
    if (def->memory == WEND_POLICY_RECALL) {
        int context = wend_network_gru(n, "memory", seen, def->memory_size);
        int read = build_recall(def, n, "recall", context, seen);
        int both = wend_network_concat(n, "recalled", (int[]){context, read}, 2);
        return wend_network_relu(n, wend_network_linear(n, "recall.out", both, def->memory_size));
    }
    int embedded = wend_network_relu(n, wend_network_linear(n, "embed", seen, def->memory_size));
    int encoded = build_recall(def, n, "encoder", embedded, embedded);
    int joined = wend_network_concat(n, "encoded", (int[]){embedded, encoded}, 2);
    joined = wend_network_relu(n, wend_network_linear(n, "encoder.out", joined, def->memory_size));
    int decoded = build_recall(def, n, "decoder", joined, joined);
    int all = wend_network_concat(n, "decoded", (int[]){embedded, decoded}, 2);
    return wend_network_relu(n, wend_network_linear(n, "decoder.out", all, def->memory_size));
}

static wend_network_def build(const wend_policy_def* def) {
    wend_network_def n = {0};
    int parts[4], count = 0, eye = build_eye(def, &n);
    parts[count++] = eye;
    if (def->map != WEND_POLICY_MAP_NONE) parts[count++] = build_map(def, &n);
    if (def->goal != WEND_POLICY_GOAL_NONE) parts[count++] = build_goal(def, &n);
    parts[count++] = wend_network_embedding(
        &n, "action.embed", wend_network_input(&n, "action", WEND_INPUT_INDEX, 1, 1, 1),
        WEND_POLICY_ACTIONS + 1, def->action_size);
    int memory = build_memory(def, &n, wend_network_concat(&n, "seen", parts, count));
    int actor = wend_network_linear(&n, "actor", memory, WEND_POLICY_ACTIONS);
    int critic = wend_network_linear(&n, "critic", memory, 1);
    if (def->map == WEND_POLICY_MAP_RECOGNIZED) {
        int object = wend_network_linear(&n, "object", eye, THINGS);
        if (!*n.wrong) {
            n.layers[object].init = WEND_INIT_ORTHOGONAL;
            n.layers[object].gain = 0.01f;
        }
    }
    if (!*n.wrong) {
        // Small first preferences: every action is tried.  [habitat-baselines, CategoricalNet]
        n.layers[actor].init = n.layers[critic].init = WEND_INIT_ORTHOGONAL;
        n.layers[actor].gain = 0.01f;
        n.layers[critic].gain = 1;
    }
    return n;
}

static wend_status check_def(const wend_policy_def* def, wend_error* error) {
#define X(name, standard, least, most)                                                          \
    if (def->name < (least) || def->name > (most))                                              \
        return wend_fail(error, WEND_ARGUMENT, "policy: " #name " is %d; %d to %d is possible", \
                         def->name, (least), (most));
    WEND_POLICY_FIELDS(X)
#undef X
    if (!def->rgb && !def->depth)
        return wend_fail(error, WEND_ARGUMENT, "policy: it sees neither colours nor depth");
    return WEND_OK;
}

wend_status wend_policy_create(const wend_policy_def* def, uint64_t seed, wend_policy* policy,
                               wend_error* error) {
    *policy = (wend_policy){.def = *def};
    WEND_TRY(check_def(def, error));
    wend_network_def n = build(def);
    policy->actor = wend_network_find(&n, "actor");
    policy->critic = wend_network_find(&n, "critic");
    policy->object = wend_network_find(&n, "object");
    return wend_network_create(&n, seed, &policy->network, error);
}

void wend_policy_destroy(wend_policy* policy) {
    wend_network_destroy(policy->network);
    policy->network = NULL;
}

// ---- observations -------------------------------------------------------------------------------

void wend_policy_begin(wend_policy_body* body) { memset(body, 0, sizeof *body); }

void wend_policy_acted(const wend_policy* policy, wend_policy_body* body, const float* object,
                       int action) {
    body->begun = true;
    body->last = action;
    if (policy->object < 0 || !object || body->cell < 0) return;
    int likeliest = 0;
    for (int i = 1; i < THINGS; i++)
        if (object[i] > object[likeliest]) likeliest = i;
    // Where nothing is recognised what stands there stays: one look away must not erase it.
    if (likeliest) body->grid[body->cell] = (uint8_t)likeliest;
}

wend_action wend_policy_action(int action) {
    static const wend_action_kind kinds[WEND_POLICY_ACTIONS] = {
        WEND_ACTION_STOP, WEND_ACTION_FORWARD, WEND_ACTION_LEFT, WEND_ACTION_RIGHT};
    return (wend_action){.kind = kinds[action]};
}

static wend_status check_observation(const wend_policy_def* def, const wend_observation* o,
                                     wend_error* error) {
    if (o->width != def->width || o->height != def->height || (def->rgb && !o->rgb) ||
        (def->depth && !o->depth))
        return wend_fail(error, WEND_ARGUMENT,
                         "the policy looks at pictures of %d x %d, the run makes %d x %d",
                         def->width, def->height, o->width, o->height);
    if (def->goal == WEND_POLICY_GOAL_POINT && !isfinite(o->pointgoal[0]))
        return wend_fail(error, WEND_ARGUMENT,
                         "the policy was trained to go to points; this task gives none");
    if (wend_policy_shown(def) && o->map_side != MAP_SIDE)
        return wend_fail(error, WEND_ARGUMENT, "the policy wants to be shown the map of the place");
    if (def->map == WEND_POLICY_MAP_RECOGNIZED && !(isfinite(o->gps[0]) && isfinite(o->compass)))
        return wend_fail(error, WEND_ARGUMENT, "the policy's map wants gps and compass");
    return WEND_OK;
}

// Metres, cut off and brought to [0, 1].
static void fill_depth(const wend_policy_def* def, const float* depth, float* row) {
    float scale = 100.0f / (float)def->depth_centimetres;
    for (int i = 0; i < def->width * def->height; i++) {
        float d = depth[i] * scale;
        row[i] = d < 1 ? d : 1;
    }
}

// How far, at two scales (the last metre decides), and which way.
static void fill_point(const float pointgoal[2], float* row) {
    row[0] = pointgoal[0] / 10;
    row[1] = expf(-pointgoal[0]);
    row[2] = cosf(pointgoal[1]);
    row[3] = sinf(pointgoal[1]);
}

// ---- the body's own grid ------------------------------------------------------------------------

static const float CELL = 0.8f;  // metres  [spec §7]

// The cell at so many metres ahead and to the right of the start; -1: off the grid.
static int grid_cell(float ahead, float right) {
    int row = WEND_POLICY_GRID / 2 - 1 - (int)floorf(ahead / CELL);
    int column = WEND_POLICY_GRID / 2 + (int)floorf(right / CELL);
    bool inside = row >= 0 && column >= 0 && row < WEND_POLICY_GRID && column < WEND_POLICY_GRID;
    return inside ? row * WEND_POLICY_GRID + column : -1;
}

// Where something lies that is so far ahead and to the right of the body.
static int grid_cell_from(const wend_observation* o, float ahead, float right) {
    float sine = sinf(o->compass), cosine = cosf(o->compass);
    return grid_cell(o->gps[0] + ahead * cosine + right * sine,
                     o->gps[1] - ahead * sine + right * cosine);
}

// One cell of the square around the body, as the grid has it.
static uint8_t grid_around(const wend_observation* o, const wend_policy_body* body, int i) {
    float ahead = CELL * ((float)MAP_SIDE / 2 - 0.5f - (float)(i / MAP_SIDE));
    float right = CELL * ((float)(i % MAP_SIDE) - (float)MAP_SIDE / 2 + 0.5f);
    int cell = grid_cell_from(o, ahead, right);
    return cell >= 0 ? body->grid[cell] : 0;
}

// Fills the inputs of the map, and returns how many there are.
static int fill_map(const wend_policy_def* def, const wend_observation* o, wend_policy_body* body,
                    size_t row, void* const* inputs) {
    size_t cells = MAP_SIDE * MAP_SIDE;
    int input = 0;
    if (def->map == WEND_POLICY_MAP_RECOGNIZED) {
        body->cell = grid_cell(o->gps[0], o->gps[1]);
        uint8_t* to = (uint8_t*)inputs[0] + row * cells;
        for (int i = 0; i < (int)cells; i++) to[i] = grid_around(o, body, i);
        return 1;
    }
    if (def->map_ground) memcpy((uint8_t*)inputs[input++] + row * cells, o->map_ground, cells);
    if (def->map_things || !input)
        memcpy((uint8_t*)inputs[input++] + row * cells, o->map_things, cells);
    return input;
}

wend_status wend_policy_observe(const wend_policy* policy, wend_policy_body* body,
                                const wend_observation* o, int row, void* const* inputs,
                                uint8_t* keep, wend_error* error) {
    const wend_policy_def* def = &policy->def;
    size_t pixels = (size_t)def->width * (size_t)def->height, at = (size_t)row;
    int input = 0;
    WEND_TRY(check_observation(def, o, error));
    if (def->rgb) memcpy((uint8_t*)inputs[input++] + at * pixels * 3, o->rgb, pixels * 3);
    if (def->depth) fill_depth(def, o->depth, (float*)inputs[input++] + at * pixels);
    if (def->map != WEND_POLICY_MAP_NONE) input += fill_map(def, o, body, at, inputs + input);
    if (def->goal == WEND_POLICY_GOAL_POINT)
        fill_point(o->pointgoal, (float*)inputs[input++] + at * POINT_NUMBERS);
    else if (def->goal == WEND_POLICY_GOAL_CLASS)
        ((uint8_t*)inputs[input++])[at] =
            (uint8_t)(o->goal_category <= def->goal_classes ? o->goal_category : 0);
    ((uint8_t*)inputs[input])[at] = (uint8_t)(body->begun ? body->last + 1 : 0);
    keep[row] = body->begun;
    return WEND_OK;
}
