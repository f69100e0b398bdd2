// CLIP on Wheels with any localizer: turns around, explores, and approaches the object that matches
// the text. [Gadre et al., CVPR 2023; columbia-ai-robotics/cow]
//
// Pose and map come from dead reckoning, without gps. Beyond the paper: a memory of objects with
// positions (views are averaged, and a close view can reject an object), relations between objects,
// and a last attempt at the best candidate before the step limit.
#include "agent/cow/cow.h"

#include <string.h>

#include "agent/cow/cow_constants.h"
#include "agent/cow/cow_state.h"
#include "base/json_out.h"
#include "base/settings.h"

enum { LOCALIZER_LEXICAL, LOCALIZER_TRUTH, LOCALIZER_NOISY };
enum { COW_FRONTIER, COW_TOGGLE, COW_GAIN, COW_PRIOR, COW_LEARNED };
enum { POST_MASK, POST_CENTRE };

static const cow_def default_def = {.relations = 1,
                                    .confirm = 1,
                                    .go = -1,
                                    .stop = -1,
                                    .look = 0.25f,
                                    .detour = 2,
                                    .reach = 0.75f,
                                    .max_steps = 250};

// ---- construction -------------------------------------------------------------------------------

static wend_status make_map(cow* c, wend_error* error) {
    wend_map_def def = wend_map_default_def();
    def.cell = COW_MAP_CELL;
    def.near_range = COW_MAP_NEAR;
    // A lower floor counts as an obstacle too: from below the agent could not see where it came
    // from.
    def.step_height = def.drop_height = COW_MAP_STEP_HEIGHT;
    def.body_height = COW_MAP_BODY_HEIGHT;
    def.max_side = COW_MAP_MAX_SIDE;
    WEND_TRY(wend_map_create(&def, &c->map, error));
    size_t size = (size_t)COW_MAP_SIDE * COW_MAP_SIDE * sizeof(float);
    c->depth = wend_alloc(size);
    c->relevance = wend_alloc(size);
    if (!c->depth || !c->relevance)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the map of agent cow");
    c->walker.def = walker_default_def();
    c->walker.def.steady = true;
    return walker_create(&c->walker, c->map, error);
}

// With ground truth, relations of the text are not needed, and one view is enough.
static void cow_settle(cow_def* def) {
    bool lexical = def->localizer == LOCALIZER_LEXICAL;
    float sure = lexical                             ? COW_SURE_LEXICAL
                 : def->localizer == LOCALIZER_NOISY ? COW_SURE_NOISY
                                                     : COW_SURE_TRUTH;
    if (def->go < 0) def->go = sure;
    if (def->stop < 0) def->stop = sure;
    if (!lexical) def->relations = 0;
}

static float promise_at(const void* context, float x, float z) {
    return cow_memory_promise(&((const cow*)context)->memory, x, z);
}

static void set_explorer(cow* c) {
    bool gain = c->def.explore == COW_GAIN || c->def.explore == COW_PRIOR;
    c->explorer.rule = gain ? EXPLORE_GAIN : EXPLORE_NEAREST;
    if (c->def.explore == COW_PRIOR) c->explorer.promise = promise_at;
    c->explorer.context = c;
}

static wend_status cow_create(void* memory, const char* options, wend_error* error) {
    cow* c = memory;
    char weights[SETTING_SIZE] = "";
    c->def = default_def;
    const setting table[] = {
        {"localizer", SETTING_WORD, &c->def.localizer,
         .words = {"lexical", "truth", "truth+noise"}},
        {"explore", SETTING_WORD, &c->def.explore,
         .words = {"frontier", "toggle", "frontier-gain", "prior", "learned"}},
        {"weights", SETTING_TEXT, .value = weights},
        {"bump", SETTING_WORD, &c->def.bump, .words = {"match", "still"}},
        {"post", SETTING_WORD, &c->def.post, .words = {"mask", "centre"}},
        {"relations", SETTING_INT, &c->def.relations, .low = 0, .high = 1},
        {"confirm", SETTING_INT, &c->def.confirm, .low = 0, .high = 1},
        {"go", SETTING_NUMBER, &c->def.go, .low = 0, .high = 1},
        {"stop", SETTING_NUMBER, &c->def.stop, .low = 0, .high = 1},
        {"look", SETTING_NUMBER, &c->def.look, .low = 0, .high = 1},
        {"detour", SETTING_NUMBER, &c->def.detour, .low = 0, .high = 100},
        {"reach", SETTING_NUMBER, &c->def.reach, .low = 0.1, .high = 5},
        {"steps", SETTING_INT, &c->def.max_steps, .low = 0, .high = 100000},
        {"false_negatives", SETTING_NUMBER, &c->def.false_negative_rate, .low = 0, .high = 1},
        {"false_positives", SETTING_NUMBER, &c->def.false_positive_rate, .low = 0, .high = 1},
        // former names
        {"miss", SETTING_NUMBER, &c->def.false_negative_rate, .low = 0, .high = 1, .old = true},
        {"alarm", SETTING_NUMBER, &c->def.false_positive_rate, .low = 0, .high = 1, .old = true},
    };
    WEND_TRY(settings_read("agent cow", options, table, sizeof table / sizeof *table, error));
    c->pose.test = (cow_test)c->def.bump;
    cow_settle(&c->def);
    if (c->def.explore == COW_PRIOR && c->def.localizer != LOCALIZER_LEXICAL)
        return wend_fail(error, WEND_ARGUMENT,
                         "agent cow: explore=prior needs localizer=lexical, which recognises the "
                         "objects of rooms");
    if (*weights && c->def.explore != COW_LEARNED)
        return wend_fail(error, WEND_ARGUMENT,
                         "agent cow: weights=%s are those of explore=learned; add it", weights);
    if (c->def.explore == COW_LEARNED)
        WEND_TRY(cow_learned_create(&c->learned, *weights ? weights : NULL, error));
    set_explorer(c);
    c->kind = wend_localizer_find(c->def.localizer == LOCALIZER_LEXICAL ? "lexical" : "truth");
    c->localizer = wend_alloc_zero(1, c->kind->memory);
    if (!c->localizer)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the localizer of agent cow");
    if (c->kind->create) WEND_TRY(c->kind->create(c->localizer, error));
    return make_map(c, error);
}

static void cow_destroy(void* memory) {
    cow* c = memory;
    if (c->localizer && c->kind->destroy) c->kind->destroy(c->localizer);
    wend_free(c->localizer);
    wend_free(c->depth);
    wend_free(c->relevance);
    cow_learned_destroy(&c->learned);
    cow_pose_destroy(&c->pose);
    walker_destroy(&c->walker);
    wend_map_destroy(c->map);
}

static uint64_t cow_hash(const void* memory) {
    const cow* c = memory;
    return c->learned.agent ? wend_agent_hash(c->learned.agent) : 0;
}

static const wend_map* cow_get_map(const void* state) { return ((const cow*)state)->map; }

static const float* get_relevance(const void* state, int* width, int* height) {
    *width = *height = COW_MAP_SIDE;
    return ((const cow*)state)->relevance;
}

static bool cow_sees_truth(const void* memory) {
    return ((const cow*)memory)->def.localizer != LOCALIZER_LEXICAL;
}

static wend_agent_truth cow_truth(const void* memory) {
    const cow_def* def = &((const cow*)memory)->def;
    bool noisy = def->localizer == LOCALIZER_NOISY;
    return (wend_agent_truth){.goal = def->localizer != LOCALIZER_LEXICAL,
                              .false_negative_rate = noisy ? def->false_negative_rate : 0,
                              .false_positive_rate = noisy ? def->false_positive_rate : 0};
}

void cow_come_to(cow* c) {
    c->spot = (wend_vec2){c->pose.x, c->pose.z};
    c->stay = 0;
}

static void begin_spin(cow* c) {
    cow_come_to(c);
    c->mode = MODE_SPIN;
    c->spin = c->pose.body.turns * 3 / 4;  // (360 - 90) / 30 turns: images are 90 degrees wide
}

static wend_status cow_reset(void* memory, const wend_agent_episode* episode, wend_error* error) {
    cow* c = memory;
    cow_pose_reset(&c->pose, &episode->body);
    walker_reset(&c->walker, &episode->body);
    set_explorer(c);  // the original code keeps its toggle between episodes; here it is reset
    explorer_reset(&c->explorer);
    wend_map_reset(c->map);
    memset(&c->memory, 0, sizeof c->memory);
    c->rng = episode->rng;
    c->target = c->localized = -1;
    c->last_chance = false;
    c->restarts = c->patience = 0;
    c->reason = "steps";
    c->score = 0;
    begin_spin(c);
    return c->learned.agent ? cow_learned_reset(&c->learned, episode, &c->rng, error) : WEND_OK;
}

// ---- detection ----------------------------------------------------------------------------------

static wend_status cow_seek(cow* c, const wend_observation* o, wend_error* error) {
    const char* texts[WEND_MAX_TEXTS];
    const char* goal = wend_category_at((wend_category)o->goal.category)->name;
    cow_memory_seek(&c->memory, o->goal.instruction ? o->goal.instruction : goal);
    if (c->def.explore == COW_PRIOR) cow_memory_seek_rooms(&c->memory);
    for (int i = 0; i < c->memory.text_count; i++) texts[i] = c->memory.texts[i];
    return c->kind->seek(c->localizer, texts, c->memory.text_count, error);
}

// The pixel of the full image for a pixel of the map's image.
static int cow_spread(int at, int side) { return (2 * at + 1) * side / (2 * COW_MAP_SIDE); }

static void cow_paint_detection(const cow* c, const wend_observation* o,
                                const wend_detection* detection) {
    const wend_detections* f = &c->detections;
    if (c->def.post == POST_CENTRE) {
        int row = detection->y * COW_MAP_SIDE / o->camera.height,
            column = detection->x * COW_MAP_SIDE / o->camera.width;
        c->relevance[row * COW_MAP_SIDE + column] = detection->relevance;
        return;
    }
    for (int row = 0; row < COW_MAP_SIDE; row++)
        for (int column = 0; column < COW_MAP_SIDE; column++) {
            int x = cow_spread(column, o->camera.width) / f->mask_step;
            int y = cow_spread(row, o->camera.height) / f->mask_step;
            if (x < f->mask_width && y < f->mask_height &&
                f->mask[y * f->mask_width + x] == detection->region)
                c->relevance[row * COW_MAP_SIDE + column] = detection->relevance;
        }
}

static wend_status map_picture(cow* c, const wend_observation* o, wend_error* error) {
    for (int row = 0; row < COW_MAP_SIDE; row++) {
        const float* from =
            o->camera.depth + (size_t)cow_spread(row, o->camera.height) * (size_t)o->camera.width;
        for (int column = 0; column < COW_MAP_SIDE; column++)
            c->depth[row * COW_MAP_SIDE + column] = from[cow_spread(column, o->camera.width)];
    }
    memset(c->relevance, 0, (size_t)COW_MAP_SIDE * COW_MAP_SIDE * sizeof *c->relevance);
    for (int i = 0; i < c->detections.count; i++)
        if (c->detections.items[i].text == 0) cow_paint_detection(c, o, &c->detections.items[i]);
    wend_map_frame frame = {.width = COW_MAP_SIDE,
                            .height = COW_MAP_SIDE,
                            .hfov = o->camera.hfov,
                            .eye_height = o->camera.eye_height,
                            .depth = c->depth,
                            .relevance = c->relevance};
    wend_pose pose = {.feet = wend_v3(c->pose.x, 0, c->pose.z),
                      .heading = cow_pose_heading(&c->pose),
                      .tilt = cow_pose_tilt(&c->pose)};
    return wend_map_integrate(c->map, &frame, &pose, error);
}

// Reduces each detection to its central pixel.
static void keep_centres(wend_detections* detections, const wend_rgbd_image* picture) {
    for (int i = 0; i < detections->count; i++) {
        wend_detection* f = &detections->items[i];
        f->middle = f->nearest = wend_rgbd_image_point(picture, f->x, f->y);
        f->box = (wend_aabb){f->middle, f->middle};
    }
}

static wend_status cow_see(cow* c, const wend_observation* o, wend_error* error) {
    wend_observation own;
    wend_rgbd_image picture = {.width = o->camera.width,
                               .height = o->camera.height,
                               .hfov = o->camera.hfov,
                               .eye_height = o->camera.eye_height,
                               .rgb = o->camera.rgb,
                               .depth = o->camera.depth,
                               .goal_mask = o->privileged.goal_mask};
    WEND_TRY(cow_pose_notice(&c->pose, o, &own, error));
    picture.tilt = cow_pose_tilt(&c->pose);
    WEND_TRY(c->kind->look(c->localizer, &picture, &c->detections, error));
    if (c->def.post == POST_CENTRE) keep_centres(&c->detections, &picture);
    cow_memory_add(&c->memory, &c->pose, o, &c->detections);
    WEND_TRY(map_picture(c, o, error));
    return walker_sense(&c->walker, &own, error);
}

// Whether the agent has stayed near one position: alternating paths, or undetected failed steps.
bool cow_is_stuck(cow* c) {
    bool away = hypotf(c->pose.x - c->spot.x, c->pose.z - c->spot.y) > COW_SPOT_RADIUS;
    if (away) cow_come_to(c);
    if (c->stay++ < COW_MAX_STAY) return false;
    cow_come_to(c);
    return true;
}

// ---- exploration --------------------------------------------------------------------------------

// No frontier is left. The map may be wrong because of pose drift, so it is built anew.
static void cow_start_over(cow* c) {
    wend_map_reset(c->map);
    explorer_reset(&c->explorer);
    if (c->def.explore == COW_TOGGLE)
        c->explorer.rule = c->explorer.rule == EXPLORE_NEAREST ? EXPLORE_FARTHEST : EXPLORE_NEAREST;
    c->restarts++;
    begin_spin(c);
}

static wend_status cow_explore(cow* c, wend_action_kind* action, wend_error* error) {
    walker* w = &c->walker;
    bool stuck = cow_is_stuck(c);
    if (stuck) explorer_give_up(&c->explorer);
    if (!stuck && walker_has_path(w) && c->patience-- > 0 && walker_step(w, action)) return WEND_OK;
    bool arrived = c->explorer.has_target &&
                   hypotf(c->explorer.target.x - c->pose.x, c->explorer.target.y - c->pose.z) <
                       COW_FRONTIER_REACHED;
    if (arrived) explorer_give_up(&c->explorer);
    for (int attempt = 0; attempt < 4; attempt++) {
        bool found;
        WEND_TRY(explorer_choose(&c->explorer, w, &found, error));
        if (!found) break;
        c->patience = COW_EXPLORE_REPLAN;
        if (walker_step(w, action)) return WEND_OK;
        explorer_give_up(&c->explorer);
    }
    cow_start_over(c);
    *action = walker_escape(w, &c->rng);
    return WEND_OK;
}

// ---- acting -------------------------------------------------------------------------------------

static wend_status decide(cow* c, const wend_observation* o, wend_action_kind* action,
                          wend_error* error) {
    int step = o->step;
    if (c->mode == MODE_SPIN && c->spin-- > 0) {
        *action = WEND_ACTION_LEFT;
        return WEND_OK;
    }
    if (c->mode == MODE_SPIN) c->mode = MODE_EXPLORE;
    if (c->mode == MODE_EXPLORE) cow_choose_target(c, step);
    if (c->mode == MODE_APPROACH) WEND_TRY(cow_approach(c, action, error));
    if (c->mode == MODE_EXPLORE)
        return c->learned.agent ? cow_learned_act(&c->learned, o, action, error)
                                : cow_explore(c, action, error);
    bool there = c->mode == MODE_STOP || c->mode == MODE_ASIDE;
    return there ? cow_look_and_stop(c, step, action, error) : WEND_OK;
}

static wend_status cow_act(void* memory, const wend_observation* o, wend_action* action,
                           wend_error* error) {
    cow* c = memory;
    if (!o->camera.depth || !o->camera.rgb)
        return wend_fail(error, WEND_ARGUMENT,
                         "agent cow needs colour and depth; the task does not provide them");
    c->eye_height = o->camera.eye_height;
    if (o->step == 0) WEND_TRY(cow_seek(c, o, error));
    WEND_TRY(cow_see(c, o, error));
    WEND_TRY(decide(c, o, &action->kind, error));
    c->pose.last = action->kind;
    return WEND_OK;
}

static wend_status cow_notes(const void* memory, char* text, size_t size, wend_error* error) {
    const cow* c = memory;
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_text(&out, "reason", c->reason);
    if (c->localized >= 0) wend_json_out_int(&out, "localized", c->localized);
    if (c->mode == MODE_STOP || c->mode == MODE_ASIDE)
        wend_json_out_number(&out, "score", (double)c->score);
    wend_json_out_text(&out, "sought", c->memory.text_count ? c->memory.texts[0] : "");
    wend_json_out_int(&out, "things", c->memory.count);
    wend_json_out_int(&out, "restarts", c->restarts);
    wend_json_out_end(&out);
    return wend_json_out_move(&out, text, size, "the notes of agent cow", error);
}

const wend_agent_kind cow_agent = {
    .name = "cow",
    .summary = "explores, localizes the object of the text, and goes to it (CoW)",
    .options =
        "localizer=lexical|truth|truth+noise,explore=frontier|toggle|frontier-gain|prior|learned,"
        "weights=FILE,"
        "post=mask|centre,bump=match|still,relations=0|1,confirm=0|1,go=X,stop=X,look=X,"
        "detour=METRES,reach=METRES,steps=N,false_negatives=X,false_positives=X",
    .uses_images = true,
    .tasks = "objectnav pasture",
    .memory = sizeof(cow),
    .create = cow_create,
    .destroy = cow_destroy,
    .hash = cow_hash,
    .sees_truth = cow_sees_truth,
    .truth = cow_truth,
    .reset = cow_reset,
    .act = cow_act,
    .notes = cow_notes,
    .map = cow_get_map,
    .relevance = get_relevance,
};
