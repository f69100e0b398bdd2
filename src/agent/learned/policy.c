// Policy networks of MultiON's agents, and the network inputs from observations.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agent/learned/learned.h"
#include "agent/mapper/cylinders.h"
#include "net/network.h"

// ---- the network --------------------------------------------------------------------------------

static bool marks_pixels(const wend_policy_def* def) { return def->goal_pixels && def->rgb; }

static int byte_channels(const wend_policy_def* def) {
    return 3 * def->rgb + def->depth + marks_pixels(def);
}

// The images: colours and depth, or one input of both.
static int build_images(const wend_policy_def* def, wend_network_def* n) {
    int parts[2] = {0}, count = 0;
    if (def->image_bytes)
        return wend_network_input(n, "images", WEND_INPUT_BYTES, def->height, def->width,
                                  byte_channels(def));
    if (def->rgb)
        parts[count++] = wend_network_input(n, "rgb", WEND_INPUT_BYTES, def->height, def->width, 3);
    if (def->depth)
        parts[count++] =
            wend_network_input(n, "depth", WEND_INPUT_FLOATS, def->height, def->width, 1);
    return count == 2 ? wend_network_concat(n, "images", parts, 2) : parts[0];
}

// MultiON's encoder: 8 x 8 by 4, 4 x 4 by 2, 3 x 3 by 1, the last without a ReLU; small agents have
// smaller kernels. [saimwani/multiON, rednet of the no-map and oracle agents]
// `features`: the output of its convolutions. Where they are projected onto a map, the released
// code adds a ReLU: the maximum per cell needs empty cells (0) to be the minimum.
static int build_image_encoder(const wend_policy_def* def, wend_network_def* n, int* features) {
    int x = build_images(def, n);
    x = wend_network_conv(n, "image.conv1", x, def->filters1, def->kernel1, def->stride1);
    x = wend_network_conv(n, "image.conv2", wend_network_relu(n, x), def->filters2, def->kernel2,
                          def->stride2);
    x = wend_network_conv(n, "image.conv3", wend_network_relu(n, x), def->filters3, def->kernel3,
                          def->stride3);
    if (def->map == WEND_POLICY_MAP_PROJECTED) x = wend_network_relu(n, x);
    *features = x;
    return wend_network_relu(n, wend_network_linear(n, "image.out", x, def->encoder_size));
}

enum { POINT_NUMBERS = 4, ORACLE_SIDE = 50, OCCUPANCIES = 4, CATEGORIES = 256, REACH = 13 };
enum { GOAL_HERE = CATEGORIES - 1 };  // on the map, an object of the goal's class

// Kernels and strides of the three convolutions over a map.
typedef struct map_kernels {
    int size[3], stride[3];
} map_kernels;

static int build_map_encoder(const wend_policy_def* def, wend_network_def* n, int x,
                             map_kernels k) {
    const int filters[] = {def->map_filters1, def->map_filters2, def->map_filters3};
    static const char* const names[] = {"map.conv1", "map.conv2", "map.conv3"};
    for (int i = 0; i < 3; i++) {
        x = wend_network_conv(n, names[i], x, filters[i], k.size[i], k.stride[i]);
        if (i < 2) x = wend_network_relu(n, x);
    }
    return wend_network_relu(n, wend_network_linear(n, "map.out", x, def->map_encoder_size));
}

// The map of earlier steps is an input; gradients flow through the current image only.
// [saimwani/multiON]
static int build_projection(const wend_policy_def* def, wend_network_def* n, int features) {
    wend_layer x = n->layers[features];
    int at = wend_network_input(n, "map_spots", WEND_INPUT_INDEX, x.height, x.width, 1);
    int base = wend_network_input(n, "map_read", WEND_INPUT_FLOATS, def->map_side, def->map_side,
                                  x.channels);
    return wend_network_project(n, "map", features, at, base, REACH);
}

// EgoMap: image, map summary and goal form the query of the attention over the map's cells.
// [Beeching et al. 2020, §3.2; the goal is ours, MultiON's paper does not say]
static int build_map_attention(wend_network_def* n, int map, const int* parts, int count) {
    int query =
        wend_network_linear(n, "map.query", wend_network_concat(n, "map.inputs", parts, count),
                            n->layers[map].channels);
    if (!*n->wrong) n->layers[query].gain = 1;
    return wend_network_map_read(n, "map.attention", map, query);
}

// MultiON's: 4 x 4 by 2, 3 x 3, 2 x 2 over embedded cells; 6 x 6 by 3, 4 x 4 by 2, 2 x 2 over
// projected ones.  [saimwani/multiON]
static int build_map(const wend_policy_def* def, wend_network_def* n) {
    int parts[2], count = 0;
    if (def->map_occupancy && def->map != WEND_POLICY_MAP_RECOGNIZED)
        parts[count++] =
            wend_network_embedding(n, "map.occupancy_embed",
                                   wend_network_input(n, "map_occupancy", WEND_INPUT_INDEX,
                                                      def->map_side, def->map_side, 1),
                                   OCCUPANCIES, def->map_embed);
    if (def->map_objects || !count)
        parts[count++] = wend_network_embedding(
            n, "map.objects_embed",
            wend_network_input(n, "map_objects", WEND_INPUT_INDEX, def->map_side, def->map_side, 1),
            CATEGORIES, def->map_embed);
    int x = count == 2 ? wend_network_concat(n, "map", parts, 2) : parts[0];
    return build_map_encoder(def, n, x, (map_kernels){{4, 3, 2}, {2, 1, 1}});
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

// All inputs of a step, concatenated; the image embedding is first.
static int build_inputs(const wend_policy_def* def, wend_network_def* n) {
    int parts[WEND_LAYER_SOURCES], count = 0, features, map = -1;
    parts[count++] = build_image_encoder(def, n, &features);
    if (def->map == WEND_POLICY_MAP_PROJECTED) {
        map = build_projection(def, n, features);
        parts[count++] = build_map_encoder(def, n, map, (map_kernels){{6, 4, 2}, {3, 2, 1}});
    } else if (def->map != WEND_POLICY_MAP_NONE) {
        parts[count++] = build_map(def, n);
    }
    if (def->goal != WEND_POLICY_GOAL_NONE) parts[count++] = build_goal(def, n);
    if (map >= 0 && def->map_attention) {
        parts[count] = build_map_attention(n, map, parts, count);
        count++;
    }
    parts[count++] = wend_network_embedding(
        n, "action.embed", wend_network_input(n, "action", WEND_INPUT_INDEX, 1, 1, 1),
        WEND_POLICY_ACTIONS + 1, def->action_size);
    return wend_network_concat(n, "seen", parts, count);
}

static const struct {
    const char* layer;
    int outputs;
} aux_heads[] = {
#define X(name, word, outputs) {"aux." word, outputs},
    WEND_POLICY_AUX_LIST(X)
#undef X
};

static wend_network_def policy_build(const wend_policy_def* def) {
    wend_network_def n = {0};
    int memory = build_memory(def, &n, build_inputs(def, &n));
    int actor = wend_network_linear(&n, "actor", memory, WEND_POLICY_ACTIONS);
    int critic = wend_network_linear(&n, "critic", memory, 1);
    if (def->map == WEND_POLICY_MAP_RECOGNIZED) {
        int object =
            wend_network_linear(&n, "object", wend_network_find(&n, "image.out"), CATEGORIES);
        if (!*n.wrong) {
            n.layers[object].init = WEND_INIT_ORTHOGONAL;
            n.layers[object].gain = 0.01f;
        }
    }
    for (int i = 0; i < WEND_POLICY_AUX_COUNT; i++)
        if (def->aux >> i & 1)
            wend_network_linear(&n, aux_heads[i].layer, memory, aux_heads[i].outputs);
    if (!*n.wrong) {
        // Small initial logits: every action is explored.  [habitat-baselines, CategoricalNet]
        n.layers[actor].init = n.layers[critic].init = WEND_INIT_ORTHOGONAL;
        n.layers[actor].gain = 0.01f;
        n.layers[critic].gain = 1;
    }
    return n;
}

static wend_status policy_check_def(const wend_policy_def* def, wend_error* error) {
#define X(name, standard, min, max)                                                            \
    if (def->name < (min) || def->name > (max))                                                \
        return wend_fail(error, WEND_ARGUMENT, "policy: " #name " is %d; must be in [%d, %d]", \
                         def->name, (min), (max));
    WEND_POLICY_FIELDS(X)
#undef X
    if (def->goal_pixels && !def->image_bytes)
        return wend_fail(error, WEND_ARGUMENT, "policy: goal_pixels needs image_bytes");
    if (!def->rgb && !def->depth)
        return wend_fail(error, WEND_ARGUMENT, "policy: needs rgb or depth");
    if (def->map == WEND_POLICY_MAP_PROJECTED && (!def->depth || def->map_side % 2 == 0))
        return wend_fail(error, WEND_ARGUMENT,
                         "policy: a projected map needs depth and an odd map_side, not %d",
                         def->map_side);
    if (wend_policy_oracle_map(def) && def->map_side > ORACLE_SIDE)
        return wend_fail(
            error, WEND_ARGUMENT,
            "policy: map_side is %d; must be at most %d, the size of the ground-truth map",
            def->map_side, ORACLE_SIDE);
    return WEND_OK;
}

// A wrong STOP ends the episode in many tasks. With uniform probabilities, initial episodes have
// four steps, and the policy first learns to avoid STOP.
static void make_stop_rare(wend_policy* policy) {
    wend_network* n = policy->network;
    for (int i = 0; i < wend_network_parameter_count(n); i++) {
        const wend_parameter* p = wend_network_parameter(n, i);
        if (strcmp(p->name, "actor.bias") == 0)
            wend_network_weights(n)[p->offset] = -logf((float)policy->def.stop_rarity);
    }
}

wend_status policy_create_within(const wend_policy_def* def, uint64_t seed, size_t limit,
                                 wend_policy* policy, wend_error* error) {
    *policy = (wend_policy){.def = *def};
    WEND_TRY(policy_check_def(def, error));
    wend_network_def n = policy_build(def);
    policy->actor = wend_network_find(&n, "actor");
    policy->critic = wend_network_find(&n, "critic");
    policy->object = wend_network_find(&n, "object");
    for (int i = 0; i < WEND_POLICY_AUX_COUNT; i++)
        policy->aux[i] = wend_network_find(&n, aux_heads[i].layer);
    policy->features =
        def->map == WEND_POLICY_MAP_PROJECTED ? wend_network_find(&n, "image.conv3") : -1;
    size_t weights;
    WEND_TRY(network_count_weights(&n, &weights, error));
    if (weights > limit)
        return wend_fail(error, WEND_FORMAT,
                         "has %zu numbers, its network needs %zu: another architecture", limit,
                         weights);
    WEND_TRY(wend_network_create(&n, seed, &policy->network, error));
    make_stop_rare(policy);
    return WEND_OK;
}

wend_status wend_policy_create(const wend_policy_def* def, uint64_t seed, wend_policy* policy,
                               wend_error* error) {
    return policy_create_within(def, seed, SIZE_MAX, policy, error);
}

void wend_policy_destroy(wend_policy* policy) {
    wend_network_destroy(policy->network);
    policy->network = NULL;
}

// ---- observations -------------------------------------------------------------------------------

static size_t feature_count(const wend_policy_state* body) {
    return (size_t)WEND_POLICY_GRID * WEND_POLICY_GRID * (size_t)body->channels;
}

wend_status wend_policy_state_create(const wend_policy* policy, wend_policy_state* body,
                                     wend_error* error) {
    memset(body, 0, sizeof *body);
    if (policy->features < 0) return WEND_OK;
    const wend_layer* layer = &wend_network_get_def(policy->network)->layers[policy->features];
    body->spot_count = layer->height * layer->width;
    body->channels = layer->channels;
    body->features = wend_alloc_zero(feature_count(body), sizeof *body->features);
    body->spots = wend_alloc_zero((size_t)body->spot_count, sizeof *body->spots);
    if (body->features && body->spots) return WEND_OK;
    wend_policy_state_destroy(body);
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the map of a policy");
}

void wend_policy_state_destroy(wend_policy_state* body) {
    wend_free(body->features);
    wend_free(body->spots);
    memset(body, 0, sizeof *body);
}

void wend_policy_begin(wend_policy_state* body) {
    body->begun = false;
    body->last = body->cell = 0;
    memset(body->grid, 0, sizeof body->grid);
    if (body->features) memset(body->features, 0, feature_count(body) * sizeof *body->features);
}

// Cells keep their category if nothing is recognised there, so that it is not erased by later
// images.
static void note_object(wend_policy_state* body, const float* object) {
    int likeliest = 0;
    for (int i = 1; i < CATEGORIES; i++)
        if (object[i] > object[likeliest]) likeliest = i;
    if (likeliest && body->cell >= 0) body->grid[body->cell] = (uint8_t)likeliest;
}

static void note_features(wend_policy_state* body, const float* features) {
    for (int i = 0; i < body->spot_count; i++, features += body->channels) {
        if (body->spots[i] < 0) continue;
        float* cell = body->features + (size_t)body->spots[i] * (size_t)body->channels;
        for (int c = 0; c < body->channels; c++) cell[c] = fmaxf(cell[c], features[c]);
    }
}

void wend_policy_acted(const wend_policy* policy, wend_policy_state* body,
                       const wend_network_space* space, int row, int action) {
    body->begun = true;
    body->last = action;
    if (policy->object >= 0)
        note_object(body, wend_network_result(space, policy->object) + (size_t)row * CATEGORIES);
    if (policy->features >= 0)
        note_features(body, wend_network_result(space, policy->features) +
                                (size_t)row * (size_t)body->spot_count * (size_t)body->channels);
}

wend_action wend_policy_action(int action) {
    static const wend_action_kind kinds[WEND_POLICY_ACTIONS] = {
        WEND_ACTION_STOP, WEND_ACTION_FORWARD, WEND_ACTION_LEFT, WEND_ACTION_RIGHT};
    return (wend_action){.kind = kinds[action]};
}

static wend_status check_observation(const wend_policy_def* def, const wend_observation* o,
                                     wend_error* error) {
    if (o->camera.width != def->width || o->camera.height != def->height ||
        (def->rgb && !o->camera.rgb) || (def->depth && !o->camera.depth))
        return wend_fail(error, WEND_ARGUMENT,
                         "the policy needs images of %d x %d, the run renders %d x %d", def->width,
                         def->height, o->camera.width, o->camera.height);
    if (def->goal == WEND_POLICY_GOAL_POINT && !isfinite(o->goal.point[0]))
        return wend_fail(error, WEND_ARGUMENT, "the policy needs a point goal; this task has none");
    if (def->goal == WEND_POLICY_GOAL_CLASS && !o->goal.category)
        return wend_fail(error, WEND_ARGUMENT,
                         "the policy needs an object goal; this task has none");
    if (wend_policy_oracle_map(def) && o->privileged.map_side != ORACLE_SIDE)
        return wend_fail(error, WEND_ARGUMENT,
                         "the policy needs the ground-truth map of the scene");
    if (def->map >= WEND_POLICY_MAP_RECOGNIZED &&
        !(isfinite(o->pose.gps[0]) && isfinite(o->pose.compass)))
        return wend_fail(error, WEND_ARGUMENT, "the map of the policy needs gps and compass");
    return WEND_OK;
}

// Metres, clamped and scaled to [0, 1].
static void fill_depth(const wend_policy_def* def, const float* depth, float* row) {
    float scale = 100.0f / (float)def->depth_centimetres;
    for (int i = 0; i < def->width * def->height; i++) {
        float d = depth[i] * scale;
        row[i] = d < 1 ? d : 1;
    }
}

// Depth in [0, 1] as in fill_depth, rounded to 1 / 255.
static inline uint8_t depth_byte(float depth, float scale) {
    float d = depth * scale;
    d = d > 0 ? d : 0;
    d = d < 255 ? d : 255;
    return (uint8_t)(int)(d + 0.5f);
}

// Colours and depth as bytes, pixel by pixel.
static void fill_bytes(const wend_policy_def* def, const wend_observation* o,
                       uint8_t* restrict row) {
    float scale = 100.0f / (float)def->depth_centimetres * 255;
    const uint8_t* restrict rgb = o->camera.rgb;
    const float* restrict depth = o->camera.depth;
    enum { RUN = 64 };
    int pixels = def->width * def->height;
    if (!def->depth) memcpy(row, rgb, (size_t)pixels * 3);
    if (!def->rgb)
        for (int i = 0; i < pixels; i++) row[i] = depth_byte(depth[i], scale);
    for (int first = 0; def->rgb && def->depth && first < pixels; first += RUN) {
        uint8_t bytes[RUN];  // depth is converted apart: the compiler vectorises it
        int count = pixels - first < RUN ? pixels - first : RUN;
        for (int i = 0; i < count; i++) bytes[i] = depth_byte(depth[first + i], scale);
        for (int i = 0; i < count; i++) {
            const uint8_t* colour = rgb + 3 * (first + i);
            uint8_t pixel[4] = {colour[0], colour[1], colour[2], bytes[i]};
            memcpy(row + 4 * (first + i), pixel, sizeof pixel);
        }
    }
}

// The same with a channel that marks pixels of the goal's colour, by the colours that the mapper
// uses: learning eight colours from rewards takes most of the paper's 40 million steps.
static void fill_marked_bytes(const wend_policy_def* def, const wend_observation* o, uint8_t* row) {
    float scale = 100.0f / (float)def->depth_centimetres * 255;
    int goal = o->goal.class_index;
    for (int i = 0; i < def->width * def->height; i++) {
        const uint8_t* rgb = o->camera.rgb + 3 * i;
        memcpy(row, rgb, 3);
        row += 3;
        if (def->depth) *row++ = depth_byte(o->camera.depth[i], scale);
        bool is_goal = goal >= 0 && goal < CYLINDER_COLORS &&
                       (int)cylinder_color_of(rgb[0], rgb[1], rgb[2]) == goal;
        *row++ = is_goal ? 255 : 0;
    }
}

// Distance at two scales (the second is precise in the last metre), and direction.
static void fill_point(const float pointgoal[2], float* row) {
    row[0] = pointgoal[0] / 10;
    row[1] = expf(-pointgoal[0]);
    row[2] = cosf(pointgoal[1]);
    row[3] = sinf(pointgoal[1]);
}

// ---- grids -------------------------------------------------------------------------------------

static const float CELL = 0.8f;  // metres  [saimwani/multiON]

// Cell of a position relative to the start; -1: outside.
static int grid_cell(float ahead, float right) {
    int row = WEND_POLICY_GRID / 2 - 1 - (int)floorf(ahead / CELL);
    int column = WEND_POLICY_GRID / 2 + (int)floorf(right / CELL);
    bool inside = row >= 0 && column >= 0 && row < WEND_POLICY_GRID && column < WEND_POLICY_GRID;
    return inside ? row * WEND_POLICY_GRID + column : -1;
}

// Cell of a position relative to the agent.
static int grid_cell_from(const wend_observation* o, float ahead, float right) {
    float sine = sinf(o->pose.compass), cosine = cosf(o->pose.compass);
    return grid_cell(o->pose.gps[0] + ahead * cosine + right * sine,
                     o->pose.gps[1] - ahead * sine + right * cosine);
}

// The square of `side` cells around the agent; up is ahead.
static void fill_around(const wend_observation* o, const wend_policy_state* body, int side,
                        uint8_t* to) {
    float middle = 0.5f * (float)(side - 1);
    for (int i = 0; i < side * side; i++) {
        int cell = grid_cell_from(o, CELL * (middle - (float)(i / side)),
                                  CELL * ((float)(i % side) - middle));
        to[i] = cell >= 0 ? body->grid[cell] : 0;
    }
}

// The same for projected features.
static void fill_features_around(const wend_observation* o, const wend_policy_state* body, int side,
                                 float* to) {
    float middle = 0.5f * (float)(side - 1);
    size_t bytes = (size_t)body->channels * sizeof *to;
    for (int i = 0; i < side * side; i++, to += body->channels) {
        int cell = grid_cell_from(o, CELL * (middle - (float)(i / side)),
                                  CELL * ((float)(i % side) - middle));
        if (cell >= 0)
            memcpy(to, body->features + (size_t)cell * (size_t)body->channels, bytes);
        else
            memset(to, 0, bytes);
    }
}

// Cells of the feature pixels, in the square around the agent (`at`) and in its grid, by the depth
// at the centre of each receptive field. Points outside of a height range have no cell.
// [saimwani/multiON]
static void fill_spots(const wend_policy* policy, const wend_observation* o,
                       wend_policy_state* body, uint8_t* at) {
    const wend_layer* x = &wend_network_get_def(policy->network)->layers[policy->features];
    const float below = -0.5f, above = 1.0f;  // metres relative to the camera
    float focal = 0.5f * (float)o->camera.width / tanf(o->camera.hfov * (float)(WEND_PI / 360));
    for (int i = 0; i < body->spot_count; i++) {
        int row =
            (int)(((float)(i / x->width) + 0.5f) * (float)o->camera.height / (float)x->height);
        int column =
            (int)(((float)(i % x->width) + 0.5f) * (float)o->camera.width / (float)x->width);
        float ahead = o->camera.depth[row * o->camera.width + column];
        float right = ((float)column + 0.5f - 0.5f * (float)o->camera.width) * ahead / focal;
        float up = (0.5f * (float)o->camera.height - (float)row - 0.5f) * ahead / focal;
        float u = roundf(ahead / CELL), v = roundf(right / CELL);
        bool seen = ahead > 0 && up > below && up < above && u <= REACH / 2 &&
                    fabsf(v) <= (float)(REACH / 2);
        at[i] = (uint8_t)(seen ? (REACH / 2 - (int)u) * REACH + REACH / 2 + (int)v : REACH * REACH);
        body->spots[i] = seen ? grid_cell_from(o, ahead, right) : -1;
    }
}

// The centre of the ground-truth map.
static void fill_oracle_map(const uint8_t* map, int side, uint8_t* to) {
    int edge = (ORACLE_SIDE - side) / 2;
    for (int i = 0; i < side; i++)
        memcpy(to + i * side, map + (edge + i) * ORACLE_SIDE + edge, (size_t)side);
}

// Objects of the goal's class get the value GOAL_HERE. The network would otherwise have to learn
// for each pair of classes whether they are the same.
static void mark_goal(const wend_policy_def* def, const wend_observation* o, uint8_t* cells) {
    int goal = o->goal.category + (def->map == WEND_POLICY_MAP_REVEALED);
    if (!def->map_goal || !o->goal.category || goal >= GOAL_HERE) return;
    for (int i = 0; i < def->map_side * def->map_side; i++)
        if (cells[i] == goal) cells[i] = GOAL_HERE;
}

// Fills the inputs of the map, and returns their number.
static int fill_map(const wend_policy* policy, const wend_observation* o, wend_policy_state* body,
                    size_t row, void* const* inputs) {
    const wend_policy_def* def = &policy->def;
    size_t at = row * (size_t)def->map_side * (size_t)def->map_side;
    int input = 0;
    if (def->map == WEND_POLICY_MAP_PROJECTED) {
        fill_spots(policy, o, body, (uint8_t*)inputs[0] + row * (size_t)body->spot_count);
        fill_features_around(o, body, def->map_side,
                             (float*)inputs[1] + at * (size_t)body->channels);
        return 2;
    }
    if (def->map == WEND_POLICY_MAP_RECOGNIZED) {
        body->cell = grid_cell(o->pose.gps[0], o->pose.gps[1]);
        fill_around(o, body, def->map_side, (uint8_t*)inputs[0] + at);
        mark_goal(def, o, (uint8_t*)inputs[0] + at);
        return 1;
    }
    if (def->map_occupancy)
        fill_oracle_map(o->privileged.map_occupancy, def->map_side, (uint8_t*)inputs[input++] + at);
    if (def->map_objects || !input) {
        fill_oracle_map(o->privileged.map_objects, def->map_side, (uint8_t*)inputs[input] + at);
        mark_goal(def, o, (uint8_t*)inputs[input++] + at);
    }
    return input;
}

wend_status wend_policy_observe(const wend_policy* policy, wend_policy_state* body,
                                const wend_observation* o, int row, void* const* inputs,
                                uint8_t* keep, wend_error* error) {
    const wend_policy_def* def = &policy->def;
    size_t pixels = (size_t)def->width * (size_t)def->height, at = (size_t)row;
    int input = 0;
    WEND_TRY(check_observation(def, o, error));
    if (def->image_bytes) {
        uint8_t* to = (uint8_t*)inputs[input++] + at * pixels * (size_t)byte_channels(def);
        if (marks_pixels(def))
            fill_marked_bytes(def, o, to);
        else
            fill_bytes(def, o, to);
    } else {
        if (def->rgb)
            memcpy((uint8_t*)inputs[input++] + at * pixels * 3, o->camera.rgb, pixels * 3);
        if (def->depth) fill_depth(def, o->camera.depth, (float*)inputs[input++] + at * pixels);
    }
    if (def->map != WEND_POLICY_MAP_NONE) input += fill_map(policy, o, body, at, inputs + input);
    if (def->goal == WEND_POLICY_GOAL_POINT)
        fill_point(o->goal.point, (float*)inputs[input++] + at * POINT_NUMBERS);
    else if (def->goal == WEND_POLICY_GOAL_CLASS)
        ((uint8_t*)inputs[input++])[at] =
            (uint8_t)(o->goal.category <= def->goal_classes ? o->goal.category : 0);
    ((uint8_t*)inputs[input])[at] = (uint8_t)(body->begun ? body->last + 1 : 0);
    keep[row] = body->begun;
    return WEND_OK;
}
