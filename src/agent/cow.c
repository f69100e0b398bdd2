// CLIP on Wheels, with any localizer: looks around, explores, and walks up to what it takes for the
// thing it was told about. [Gadre et al., CVPR 2023; columbia-ai-robotics/cow]
//
// Its pose and its map are its own: dead reckoning from the actions it meant, no gps. What goes
// beyond the paper are the memory of things with places (views are averaged, and a thing seen from
// near by can be refused), relations between them, and going to the best guess before time is up.
#include "agent/cow.h"

#include <string.h>

#include "agent/cow_memory.h"
#include "agent/explorer.h"
#include "base/json_out.h"
#include "base/settings.h"

enum { MAP_SIDE = 224 };  // pixels depth is mapped at [cow: 224 x 224]
enum { LOCALIZER_LEXICAL, LOCALIZER_TRUTH, LOCALIZER_NOISY };
enum { COW_FRONTIER, COW_TOGGLE, COW_GAIN, COW_PRIOR };
enum { POST_MASK, POST_CENTRE };

typedef struct cow_def {
    int localizer;  // default lexical
    int explore;    // default frontier: the nearest, as in the paper
    int bump;       // how it tells a failed action; default match (cow_test)
    int post;       // what of a find is kept, on the map and in mind; default mask
    int relations;  // 1: relations of the text are judged on the map; default 1
    int confirm;    // 1: a thing is judged again from near by, and may be refused; default 1
    float go;  // how sure it is when it walks up to a thing, 0 … 1; default 0.5; shown the truth:
               // 0.1, with mistakes 0.35
    float stop;     // and when it stops there; default as `go`
    float look;     // and when it walks up to one near by for a closer look; default 0.25
    float detour;   // metres that such a one may be away; default 2
    float reach;    // metres from the thing at which it stops; default 0.75 (1.0 in the paper)
    int max_steps;  // it goes to its best guess before these are over; default 250; 0: never
    float miss;     // truth+noise: share of pictures in which the thing is not seen
    float alarm;    // and in which something else is taken for it
} cow_def;

static const cow_def default_def = {.relations = 1,
                                    .confirm = 1,
                                    .go = -1,
                                    .stop = -1,
                                    .look = 0.25f,
                                    .detour = 2,
                                    .reach = 0.75f,
                                    .max_steps = 250};

static const float NEAR_ENOUGH = 1.3f;  // metres at which it stops if it cannot get nearer
static const float LOOK_AWAY = 0.65f;   // radians above or below ahead: nearly out of the picture
static const float WORTH_A_GUESS = 0.05f;  // less sure than this it goes on looking to the end
enum { MAX_TROUBLE = 20 };                 // steps without a way before it gives a thing up
static const float SPOT = 0.6f;            // metres around a place that are still the same place
enum { MAX_STAY = 24 };                    // steps there before it is stuck

typedef enum cow_mode { MODE_SPIN, MODE_EXPLORE, MODE_APPROACH, MODE_STOP } cow_mode;

typedef struct cow {
    cow_def def;
    const wend_localizer_kind* kind;
    void* localizer;
    wend_map* map;
    cow_pose pose;
    walker walker;
    explorer explorer;
    cow_memory memory;
    wend_finds finds;
    float *depth, *relevance;  // [MAP_SIDE][MAP_SIDE]
    cow_mode mode;
    int spin;        // turns left of it
    int trouble;     // steps without a way to the target
    int patience;    // steps until a way is planned again
    int target;      // thing walked up to; -1: none
    wend_vec2 spot;  // where it came to last
    int stay;        // steps since
    int search;      // turns left in which it looks for the thing before it stops
    bool last_chance;
    float eye_height;  // metres
    wend_rng rng;
    int restarts;
    int localized;       // step at which it set out for what it stopped at; -1: never
    const char* reason;  // why it stopped
    float score;         // how sure it was then
} cow;

// ---- life ---------------------------------------------------------------------------------------

static wend_status make_map(cow* c, wend_error* error) {
    wend_map_def def = wend_map_default_def();
    def.cell = 0.125f;  // [CoW §3.2]
    def.near_range = 0.051f;
    def.step_height = 0.1f;  // what rises more is in the way
    def.body_height = 1.85f;
    def.max_side = 1024;
    WEND_TRY(wend_map_create(&def, &c->map, error));
    size_t size = (size_t)MAP_SIDE * MAP_SIDE * sizeof(float);
    c->depth = wend_alloc(size);
    c->relevance = wend_alloc(size);
    if (!c->depth || !c->relevance)
        return wend_fail(error, WEND_NO_MEMORY, "no memory for a CoW's map");
    return walker_create(&c->walker, c->map, error);
}

// Who is shown the thing itself need not weigh what is said around it, nor doubt it.
static void settle(cow_def* def) {
    bool lexical = def->localizer == LOCALIZER_LEXICAL;
    float sure = lexical ? 0.5f : def->localizer == LOCALIZER_NOISY ? 0.35f : 0.1f;
    if (def->go < 0) def->go = sure;
    if (def->stop < 0) def->stop = sure;
    if (!lexical) def->relations = 0;
}

static float promise_at(const void* who, float x, float z) {
    return cow_memory_promise(&((const cow*)who)->memory, x, z);
}

static void set_explorer(cow* c) {
    bool gain = c->def.explore == COW_GAIN || c->def.explore == COW_PRIOR;
    c->explorer.rule = gain ? EXPLORE_GAIN : EXPLORE_NEAREST;
    if (c->def.explore == COW_PRIOR) c->explorer.promise = promise_at;
    c->explorer.who = c;
}

static wend_status create(void* memory, const char* options, wend_error* error) {
    cow* c = memory;
    c->def = default_def;
    const setting table[] = {
        {"localizer", SETTING_WORD, &c->def.localizer,
         .words = {"lexical", "truth", "truth+noise"}},
        {"explore", SETTING_WORD, &c->def.explore,
         .words = {"frontier", "toggle", "frontier-gain", "prior"}},
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
        {"miss", SETTING_NUMBER, &c->def.miss, .low = 0, .high = 1},
        {"alarm", SETTING_NUMBER, &c->def.alarm, .low = 0, .high = 1},
    };
    WEND_TRY(settings_read("agent cow", options, table, sizeof table / sizeof *table, error));
    c->pose.test = (cow_test)c->def.bump;
    settle(&c->def);
    if (c->def.explore == COW_PRIOR && c->def.localizer != LOCALIZER_LEXICAL)
        return wend_fail(error, WEND_ARGUMENT,
                         "agent cow: explore=prior tells rooms by what it recognises; it needs "
                         "localizer=lexical");
    set_explorer(c);
    c->kind = wend_localizer_find(c->def.localizer == LOCALIZER_LEXICAL ? "lexical" : "shown");
    c->localizer = wend_alloc_zero(1, c->kind->memory);
    if (!c->localizer) return wend_fail(error, WEND_NO_MEMORY, "no memory for a localizer");
    if (c->kind->create) WEND_TRY(c->kind->create(c->localizer, error));
    return make_map(c, error);
}

static void destroy(void* memory) {
    cow* c = memory;
    if (c->localizer && c->kind->destroy) c->kind->destroy(c->localizer);
    wend_free(c->localizer);
    wend_free(c->depth);
    wend_free(c->relevance);
    cow_pose_destroy(&c->pose);
    walker_destroy(&c->walker);
    wend_map_destroy(c->map);
}

static const wend_map* get_map(const void* state) { return ((const cow*)state)->map; }

static const float* get_relevance(const void* state, int* width, int* height) {
    *width = *height = MAP_SIDE;
    return ((const cow*)state)->relevance;
}

static bool sees_truth(const void* memory) {
    return ((const cow*)memory)->def.localizer != LOCALIZER_LEXICAL;
}

static wend_agent_truth truth(const void* memory) {
    const cow_def* def = &((const cow*)memory)->def;
    bool noisy = def->localizer == LOCALIZER_NOISY;
    return (wend_agent_truth){.goal = def->localizer != LOCALIZER_LEXICAL,
                              .miss = noisy ? def->miss : 0,
                              .alarm = noisy ? def->alarm : 0};
}

static void come_to(cow* c) {
    c->spot = (wend_vec2){c->pose.x, c->pose.z};
    c->stay = 0;
}

static void begin_spin(cow* c) {
    come_to(c);
    c->mode = MODE_SPIN;
    c->spin = c->pose.body.turns * 3 / 4;  // (360 - 90) / 30 turns: pictures are 90 degrees wide
}

static wend_status reset(void* memory, const wend_agent_episode* episode, wend_error* error) {
    cow* c = memory;
    (void)error;
    cow_pose_reset(&c->pose, &episode->body);
    walker_reset(&c->walker, &episode->body);
    set_explorer(c);  // the original's toggling goes on from episode to episode; this begins anew
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
    return WEND_OK;
}

// ---- looking ------------------------------------------------------------------------------------

static wend_status seek(cow* c, const wend_observation* o, wend_error* error) {
    const char* texts[WEND_MAX_TEXTS];
    const char* goal = wend_category_at((wend_category)o->goal_category)->name;
    cow_memory_seek(&c->memory, o->instruction ? o->instruction : goal);
    if (c->def.explore == COW_PRIOR) cow_memory_seek_rooms(&c->memory);
    for (int i = 0; i < c->memory.text_count; i++) texts[i] = c->memory.texts[i];
    return c->kind->seek(c->localizer, texts, c->memory.text_count, error);
}

// Where a point of the map's picture lies in the full one.
static int spread(int at, int side) { return (2 * at + 1) * side / (2 * MAP_SIDE); }

static void paint_find(const cow* c, const wend_observation* o, const wend_find* find) {
    const wend_finds* f = &c->finds;
    if (c->def.post == POST_CENTRE) {
        int row = find->y * MAP_SIDE / o->height, column = find->x * MAP_SIDE / o->width;
        c->relevance[row * MAP_SIDE + column] = find->relevance;
        return;
    }
    for (int row = 0; row < MAP_SIDE; row++)
        for (int column = 0; column < MAP_SIDE; column++) {
            int x = spread(column, o->width) / f->mask_step;
            int y = spread(row, o->height) / f->mask_step;
            if (x < f->mask_width && y < f->mask_height &&
                f->mask[y * f->mask_width + x] == find->region)
                c->relevance[row * MAP_SIDE + column] = find->relevance;
        }
}

static wend_status map_picture(cow* c, const wend_observation* o, wend_error* error) {
    for (int row = 0; row < MAP_SIDE; row++) {
        const float* from = o->depth + (size_t)spread(row, o->height) * (size_t)o->width;
        for (int column = 0; column < MAP_SIDE; column++)
            c->depth[row * MAP_SIDE + column] = from[spread(column, o->width)];
    }
    memset(c->relevance, 0, (size_t)MAP_SIDE * MAP_SIDE * sizeof *c->relevance);
    for (int i = 0; i < c->finds.count; i++)
        if (c->finds.items[i].text == 0) paint_find(c, o, &c->finds.items[i]);
    wend_map_frame frame = {.width = MAP_SIDE,
                            .height = MAP_SIDE,
                            .hfov = o->hfov,
                            .depth = c->depth,
                            .relevance = c->relevance};
    wend_map_pose pose = {.feet = wend_v3(c->pose.x, 0, c->pose.z),
                          .heading = cow_pose_heading(&c->pose),
                          .tilt = cow_pose_tilt(&c->pose),
                          .eye_height = o->eye_height};
    return wend_map_integrate(c->map, &frame, &pose, error);
}

// Of each find no more than its middle pixel: where it is, but not how large.
static void keep_centres(wend_finds* finds, const wend_picture* picture) {
    for (int i = 0; i < finds->count; i++) {
        wend_find* f = &finds->items[i];
        f->middle = f->nearest = wend_picture_point(picture, f->x, f->y);
        f->box = (wend_aabb){f->middle, f->middle};
    }
}

static wend_status see(cow* c, const wend_observation* o, wend_error* error) {
    wend_observation own;
    wend_picture picture = {.width = o->width,
                            .height = o->height,
                            .hfov = o->hfov,
                            .eye_height = o->eye_height,
                            .rgb = o->rgb,
                            .depth = o->depth,
                            .shown = o->goal_mask};
    WEND_TRY(cow_pose_notice(&c->pose, o, &own, error));
    picture.tilt = cow_pose_tilt(&c->pose);
    WEND_TRY(c->kind->look(c->localizer, &picture, &c->finds, error));
    if (c->def.post == POST_CENTRE) keep_centres(&c->finds, &picture);
    cow_memory_add(&c->memory, &c->pose, o, &c->finds);
    WEND_TRY(map_picture(c, o, error));
    return walker_sense(&c->walker, &own, error);
}

// Two ways that each begin by going back the other lead nowhere: so does a step that fails
// unnoticed.
static bool is_stuck(cow* c) {
    bool away = hypotf(c->pose.x - c->spot.x, c->pose.z - c->spot.y) > SPOT;
    if (away) come_to(c);
    if (c->stay++ < MAX_STAY) return false;
    come_to(c);
    return true;
}

// ---- exploring ----------------------------------------------------------------------------------

// Nothing is left to explore: what was seen may be wrong (poses drift), so it begins anew.
static void start_over(cow* c) {
    wend_map_reset(c->map);
    explorer_reset(&c->explorer);
    if (c->def.explore == COW_TOGGLE)
        c->explorer.rule = c->explorer.rule == EXPLORE_NEAREST ? EXPLORE_FARTHEST : EXPLORE_NEAREST;
    c->restarts++;
    begin_spin(c);
}

static wend_status explore(cow* c, wend_action_kind* action, wend_error* error) {
    walker* w = &c->walker;
    bool stuck = is_stuck(c);
    if (stuck) explorer_give_up(&c->explorer);
    if (!stuck && walker_has_way(w) && c->patience-- > 0 && walker_step(w, action)) return WEND_OK;
    bool arrived = c->explorer.has_target && hypotf(c->explorer.target.x - c->pose.x,
                                                    c->explorer.target.y - c->pose.z) < 0.45f;
    if (arrived) explorer_give_up(&c->explorer);
    for (int attempt = 0; attempt < 4; attempt++) {
        bool found;
        WEND_TRY(explorer_choose(&c->explorer, w, &found, error));
        if (!found) break;
        c->patience = 5;
        if (walker_step(w, action)) return WEND_OK;
        explorer_give_up(&c->explorer);
    }
    start_over(c);
    *action = walker_escape(w, &c->rng);
    return WEND_OK;
}

// ---- approaching --------------------------------------------------------------------------------

static float distance_to(const cow* c, const cow_thing* t) {
    return hypotf(t->point.x - c->pose.x, t->point.z - c->pose.z);
}

// To its near side: a bed is reached long before its middle.
static float distance_to_side(const cow* c, const cow_thing* t) {
    return hypotf(t->side.x - c->pose.x, t->side.z - c->pose.z);
}

static float score_of(const cow* c, int thing) {
    return cow_memory_score(&c->memory, &c->memory.things[thing], c->def.relations);
}

static void set_out(cow* c, int thing, int step) {
    c->target = thing;
    c->localized = step;
    c->patience = c->trouble = 0;
    c->mode = MODE_APPROACH;
    come_to(c);
}

// Steps to a thing by the ways last looked at, straight where they do not lead there, and some.
static int steps_to(const cow* c, const cow_thing* t) {
    wend_vec2 at;
    float straight = distance_to(c, t), metres = 2 * straight;
    if (wend_route_nearest(c->walker.route, t->point.x, t->point.z, 1.5f, &at)) {
        float way = wend_route_distance(c->walker.route, at.x, at.y);
        if (way >= straight / 2 && way < 4 * straight) metres = way;
    }
    return (int)(1.8f * metres / c->pose.body.step) + c->pose.body.turns;
}

// Sets out for the best thing when it is sure enough, or when there is just time to get there; and
// for one near by that is worth a closer look.
static void choose_target(cow* c, int step) {
    float score, doubt;
    int best = cow_memory_best(&c->memory, c->def.relations, &score);
    if (best < 0) return;
    bool late = c->def.max_steps > 0 && score >= WORTH_A_GUESS &&
                step + steps_to(c, &c->memory.things[best]) >= c->def.max_steps;
    c->last_chance = late && score < c->def.go;
    if (score >= c->def.go || late) {
        set_out(c, best, step);
        return;
    }
    int near_by =
        cow_memory_doubtful(&c->memory, &c->pose, c->def.relations, c->def.detour, &doubt);
    if (c->def.confirm && near_by >= 0 && doubt >= c->def.look) set_out(c, near_by, step);
}

static void refuse(cow* c) {
    c->memory.things[c->target].refused = true;
    c->target = -1;
    c->mode = MODE_EXPLORE;
}

// At the thing, or as near as it gets.
static void arrive(cow* c) {
    c->score = score_of(c, c->target);
    if (c->def.confirm && !c->last_chance && c->score < c->def.stop) {
        refuse(c);
        return;
    }
    c->reason = c->last_chance ? "best guess" : "found";
    c->mode = MODE_STOP;
    c->search = c->pose.body.turns;
}

static wend_status plan_to(cow* c, const cow_thing* t, bool* planned, wend_error* error) {
    *planned = false;
    for (walker_manner manner = WALKER_EASY; manner < WALKER_MANNERS && !*planned; manner++) {
        WEND_TRY(walker_look_ways(&c->walker, manner, error));
        *planned = walker_plan(&c->walker, t->side.x, t->side.z, 1);
    }
    c->patience = 4;
    return WEND_OK;
}

// Leaves MODE_APPROACH when it has arrived or given up; else there is an action.
static wend_status approach(cow* c, wend_action_kind* action, wend_error* error) {
    const cow_thing* t = &c->memory.things[c->target];
    bool planned = walker_has_way(&c->walker) && c->patience-- > 0;
    if (c->def.confirm && !c->last_chance && score_of(c, c->target) < 0.5f * c->def.look) {
        refuse(c);
        return WEND_OK;
    }
    bool stuck = is_stuck(c);
    if (distance_to_side(c, t) <= (stuck ? NEAR_ENOUGH : c->def.reach)) {
        arrive(c);
        return WEND_OK;
    }
    if (stuck) {
        refuse(c);
        return WEND_OK;
    }
    if (planned && walker_step(&c->walker, action)) return WEND_OK;
    WEND_TRY(plan_to(c, t, &planned, error));
    if (planned && walker_step(&c->walker, action)) return WEND_OK;
    if (distance_to_side(c, t) < NEAR_ENOUGH) {
        arrive(c);
    } else if (c->trouble++ < MAX_TROUBLE) {
        *action = walker_escape(&c->walker, &c->rng);
    } else {
        refuse(c);
    }
    return WEND_OK;
}

// What it looks for is in this very picture, and near.
static bool is_in_view(const cow* c) {
    for (int i = 0; i < c->finds.count; i++) {
        const wend_find* f = &c->finds.items[i];
        if (f->text == 0 && f->relevance >= 0.5f * c->def.go &&
            hypotf(f->nearest.x, f->nearest.z) <= NEAR_ENOUGH)
            return true;
    }
    return false;
}

// Turns to the thing, looks up or down at it if it is too high or low to be seen, and stops. Where
// it is not to be seen, the place is not quite what it was taken for: it looks around, once.
static wend_action_kind last_looks(cow* c, int step) {
    const cow_thing* t = &c->memory.things[c->target];
    wend_action_kind action;
    bool in_time = c->def.max_steps == 0 || step + 1 < c->def.max_steps;
    float down = atan2f(c->eye_height - t->point.y, distance_to(c, t));
    if (c->search == c->pose.body.turns) {
        if (walker_face(&c->walker, t->point.x, t->point.z, &action)) return action;
        if (down > LOOK_AWAY && c->pose.looks == 0) return WEND_ACTION_DOWN;
        if (down < -LOOK_AWAY && c->pose.looks == 0) return WEND_ACTION_UP;
    }
    return !is_in_view(c) && in_time && c->search-- > 0 ? WEND_ACTION_LEFT : WEND_ACTION_STOP;
}

// ---- acting -------------------------------------------------------------------------------------

static wend_status decide(cow* c, int step, wend_action_kind* action, wend_error* error) {
    if (c->mode == MODE_SPIN && c->spin-- > 0) {
        *action = WEND_ACTION_LEFT;
        return WEND_OK;
    }
    if (c->mode == MODE_SPIN) c->mode = MODE_EXPLORE;
    if (c->mode == MODE_EXPLORE) choose_target(c, step);
    if (c->mode == MODE_APPROACH) WEND_TRY(approach(c, action, error));
    if (c->mode == MODE_EXPLORE) return explore(c, action, error);
    if (c->mode != MODE_STOP) return WEND_OK;
    *action = last_looks(c, step);
    return WEND_OK;
}

static wend_status act(void* memory, const wend_observation* o, wend_action* action,
                       wend_error* error) {
    cow* c = memory;
    if (!o->depth || !o->rgb)
        return wend_fail(error, WEND_ARGUMENT,
                         "agent cow needs colour and depth; the task or the "
                         "run gives it none");
    c->eye_height = o->eye_height;
    if (o->step == 0) WEND_TRY(seek(c, o, error));
    WEND_TRY(see(c, o, error));
    WEND_TRY(decide(c, o->step, &action->kind, error));
    c->pose.last = action->kind;
    return WEND_OK;
}

static wend_status notes(const void* memory, char* text, size_t size, wend_error* error) {
    const cow* c = memory;
    json_out out = {0};
    json_out_object(&out, NULL);
    json_out_text(&out, "reason", c->reason);
    if (c->localized >= 0) json_out_int(&out, "localized", c->localized);
    if (c->mode == MODE_STOP) json_out_number(&out, "score", (double)c->score);
    json_out_text(&out, "sought", c->memory.text_count ? c->memory.texts[0] : "");
    json_out_int(&out, "things", c->memory.count);
    json_out_int(&out, "restarts", c->restarts);
    json_out_end(&out);
    return json_out_move(&out, text, size, "the notes of agent cow", error);
}

const wend_agent_kind cow_agent = {
    .name = "cow",
    .summary = "explores, localizes what the text says, and walks up to it (CoW)",
    .options =
        "localizer=lexical|truth|truth+noise,explore=frontier|toggle|frontier-gain|prior,"
        "post=mask|centre,bump=match|still,relations=0|1,confirm=0|1,go=X,stop=X,look=X,"
        "detour=METRES,reach=METRES,steps=N,miss=X,alarm=X",
    .sighted = true,
    .memory = sizeof(cow),
    .create = create,
    .destroy = destroy,
    .sees_truth = sees_truth,
    .truth = truth,
    .reset = reset,
    .act = act,
    .notes = notes,
    .map = get_map,
    .relevance = get_relevance,
};
