// CLIP on Wheels, with any localizer: looks around, explores, and walks up to what it takes for the
// thing it was told about. [Gadre et al., CVPR 2023; columbia-ai-robotics/cow]
//
// Pose, map and plans are its own: dead reckoning from the actions it meant, no gps. What goes
// beyond the paper are the memory of things with places (views are averaged, a thing seen from near
// by can be refused), relations between them, and going to the best guess before time is up.
#include "agent/cow.h"

#include <stdio.h>
#include <string.h>

#include "agent/cow_memory.h"
#include "agent/options.h"
#include "base/json_out.h"

enum { MAX_FRONTIERS = 64, MAX_VISITED = 256 };
enum { LOCALIZER_LEXICAL, LOCALIZER_TRUTH, LOCALIZER_NOISY };
enum { EXPLORE_FRONTIER, EXPLORE_TOGGLE, EXPLORE_GAIN, EXPLORE_PRIOR };
enum { POST_MASK, POST_CENTRE };

typedef struct cow_def {
    int localizer;   // default lexical
    int explore;     // default frontier: the nearest, as in the paper
    int post;        // what of a find goes into the map; default mask
    int relations;   // 1: relations of the text are judged on the map; default 1
    int confirm;     // 1: a thing is judged again from near by, and may be refused; default 1
    float go;        // how sure it is when it walks up to a thing, 0 … 1; default 0.35
    float stop;      // and when it stops there; default 0.35
    float reach;     // metres from the thing at which it stops; default 0.9 (1.0 in the paper)
    int max_steps;   // it goes to its best guess before these are over; default 250; 0: never
    float miss;      // truth+noise: share of pictures in which the thing is not seen
    float alarm;     // and in which something else is taken for it
} cow_def;

static const cow_def default_def = {.relations = 1,
                                    .confirm = 1,
                                    .go = 0.35f,
                                    .stop = 0.35f,
                                    .reach = 0.9f,
                                    .max_steps = 250};

typedef enum cow_mode { MODE_SPIN, MODE_EXPLORE, MODE_APPROACH, MODE_STOP } cow_mode;

typedef struct cow {
    cow_def def;
    const wend_localizer_kind* kind;
    void* localizer;
    cow_walk walk;
    cow_memory memory;
    wend_finds finds;
    cow_mode mode;
    int spin;         // turns left of it
    int target;       // thing walked up to; -1: none
    bool last_chance;
    bool farthest;    // explore=toggle: now the farthest first
    int resets;
    wend_vec2 visited[MAX_VISITED];  // frontiers that were reached, or cannot be
    int visited_count;
    int localized;     // step at which it set out for what it stopped at; -1: never
    const char* reason;  // why it stopped
} cow;

// ---- life ---------------------------------------------------------------------------------------

static wend_status create(void* memory, const char* options, wend_error* error) {
    cow* c = memory;
    c->def = default_def;
    const agent_option table[] = {
        {"localizer", AGENT_OPTION_WORD, &c->def.localizer, {"lexical", "truth", "truth+noise"}},
        {"explore", AGENT_OPTION_WORD, &c->def.explore, {"frontier", "toggle", "gain", "prior"}},
        {"post", AGENT_OPTION_WORD, &c->def.post, {"mask", "centre"}},
        {"relations", AGENT_OPTION_INT, &c->def.relations, .low = 0, .high = 1},
        {"confirm", AGENT_OPTION_INT, &c->def.confirm, .low = 0, .high = 1},
        {"go", AGENT_OPTION_NUMBER, &c->def.go, .low = 0, .high = 1},
        {"stop", AGENT_OPTION_NUMBER, &c->def.stop, .low = 0, .high = 1},
        {"reach", AGENT_OPTION_NUMBER, &c->def.reach, .low = 0.1, .high = 5},
        {"steps", AGENT_OPTION_INT, &c->def.max_steps, .low = 0, .high = 100000},
        {"miss", AGENT_OPTION_NUMBER, &c->def.miss, .low = 0, .high = 1},
        {"alarm", AGENT_OPTION_NUMBER, &c->def.alarm, .low = 0, .high = 1},
    };
    WEND_TRY(agent_options_read("cow", options, table, sizeof table / sizeof *table, error));
    c->kind = wend_localizer_find(c->def.localizer == LOCALIZER_LEXICAL ? "lexical" : "shown");
    c->localizer = wend_alloc_zero(1, c->kind->memory);
    if (!c->localizer) return wend_fail(error, WEND_NO_MEMORY, "no memory for a localizer");
    if (c->kind->create) WEND_TRY(c->kind->create(c->localizer, error));
    return cow_walk_create(&c->walk, error);
}

static void destroy(void* memory) {
    cow* c = memory;
    if (c->localizer && c->kind->destroy) c->kind->destroy(c->localizer);
    wend_free(c->localizer);
    cow_walk_destroy(&c->walk);
}

static bool sees_truth(const void* memory) {
    return ((const cow*)memory)->def.localizer != LOCALIZER_LEXICAL;
}

static void truth(const void* memory, wend_agent_truth* wish) {
    const cow* c = memory;
    wish->goal = true;
    if (c->def.localizer == LOCALIZER_NOISY) {
        wish->miss = c->def.miss;
        wish->alarm = c->def.alarm;
    }
}

static void begin_spin(cow* c) {
    c->mode = MODE_SPIN;
    c->spin = c->walk.body.turns * 3 / 4;  // (360 - 90) / 30 turns: the picture is 90 degrees wide
}

static wend_status reset(void* memory, const wend_agent_episode* episode, wend_error* error) {
    cow* c = memory;
    (void)error;
    cow_walk_reset(&c->walk, &episode->body);
    memset(&c->memory, 0, sizeof c->memory);
    c->target = c->localized = -1;
    c->last_chance = c->farthest = false;
    c->resets = c->visited_count = 0;
    c->reason = "steps";
    begin_spin(c);
    return WEND_OK;
}

// ---- looking ------------------------------------------------------------------------------------

static wend_status seek(cow* c, const wend_observation* o, wend_error* error) {
    const char* texts[WEND_MAX_TEXTS];
    const char* said = o->instruction                 ? o->instruction
                       : o->goal_category             ? wend_category_at(o->goal_category)->name
                                                      : "";
    cow_memory_seek(&c->memory, said);
    for (int i = 0; i < c->memory.text_count; i++) texts[i] = c->memory.texts[i];
    return c->kind->seek(c->localizer, texts, c->memory.text_count, error);
}

// Relevance of what is looked for, at the size the map takes.
static void paint(const cow* c, const wend_observation* o, float* relevance) {
    int side = COW_MAP_SIDE;
    const wend_finds* f = &c->finds;
    memset(relevance, 0, (size_t)side * (size_t)side * sizeof *relevance);
    for (int k = 0; k < f->count; k++) {
        const wend_find* find = &f->items[k];
        if (find->text != 0) continue;
        if (c->def.post == POST_CENTRE) {
            relevance[find->y * side / o->height * side + find->x * side / o->width] =
                find->relevance;
            continue;
        }
        for (int row = 0; row < side; row++)
            for (int column = 0; column < side; column++) {
                int x = (2 * column + 1) * o->width / (2 * side) / f->mask_step;
                int y = (2 * row + 1) * o->height / (2 * side) / f->mask_step;
                if (x < f->mask_width && y < f->mask_height &&
                    f->mask[y * f->mask_width + x] == find->region)
                    relevance[row * side + column] = find->relevance;
            }
    }
}

static wend_status see(cow* c, const wend_observation* o, wend_error* error) {
    wend_picture picture = {.width = o->width,
                            .height = o->height,
                            .hfov = o->hfov,
                            .eye_height = o->eye_height,
                            .tilt = (float)(WEND_PI / 180) * c->walk.body.look *
                                    (float)c->walk.looks,
                            .rgb = o->rgb,
                            .depth = o->depth,
                            .shown = o->goal_mask};
    WEND_TRY(cow_walk_notice(&c->walk, o, error));
    WEND_TRY(c->kind->look(c->localizer, &picture, &c->finds, error));
    cow_memory_add(&c->memory, &c->walk, o, &c->finds);
    paint(c, o, c->walk.relevance);
    return cow_walk_map(&c->walk, o, c->walk.relevance, error);
}

// ---- exploring ----------------------------------------------------------------------------------

static bool was_visited(const cow* c, float x, float z) {
    for (int i = 0; i < c->visited_count; i++)
        if (hypotf(c->visited[i].x - x, c->visited[i].y - z) < 0.4f) return true;
    return false;
}

static void visit(cow* c, float x, float z) {
    if (c->visited_count < MAX_VISITED) c->visited[c->visited_count++] = (wend_vec2){x, z};
}

// How much a frontier is worth: the larger the better.
static float worth(const cow* c, const wend_frontier* f, float distance) {
    if (c->def.explore == EXPLORE_GAIN || c->def.explore == EXPLORE_PRIOR)
        return wend_map_gain(c->walk.map, f->x, f->z, 5, 3) / (1 + distance);
    return c->farthest ? distance : -distance;
}

static bool choose_frontier(const cow* c, wend_frontier* best) {
    wend_frontier frontiers[MAX_FRONTIERS];
    int count = wend_map_frontiers(c->walk.map, 3, frontiers, MAX_FRONTIERS);
    float most = -INFINITY;
    for (int i = 0; i < count; i++) {
        wend_vec2 at;
        if (was_visited(c, frontiers[i].x, frontiers[i].z)) continue;
        if (!wend_route_nearest(c->walk.route, frontiers[i].x, frontiers[i].z, 0.5f, &at)) continue;
        float value = worth(c, &frontiers[i], wend_route_distance(c->walk.route, at.x, at.y));
        if (value <= most) continue;
        most = value;
        *best = frontiers[i];
    }
    return most > -INFINITY;
}

// Nothing is left to explore: what was seen may be wrong (poses drift), so it begins anew.
static wend_status start_over(cow* c, wend_error* error) {
    (void)error;
    wend_map_reset(c->walk.map);
    c->visited_count = 0;
    c->resets++;
    if (c->def.explore == EXPLORE_TOGGLE) c->farthest = !c->farthest;
    begin_spin(c);
    cow_walk_queue(&c->walk, WEND_ACTION_LEFT);
    return WEND_OK;
}

static wend_status explore(cow* c, wend_error* error) {
    wend_frontier f;
    while (choose_frontier(c, &f)) {
        if (cow_walk_towards(&c->walk, f.x, f.z, 0.3f)) return WEND_OK;
        visit(c, f.x, f.z);
    }
    return start_over(c, error);
}

// ---- approaching --------------------------------------------------------------------------------

static float distance_to(const cow* c, const cow_thing* t) {
    return hypotf(t->point.x - c->walk.x, t->point.z - c->walk.z);
}

// Steps it would take to get to a thing and stop there, about.
static int steps_to(const cow* c, const cow_thing* t) {
    wend_vec2 at;
    float metres = distance_to(c, t);
    if (wend_route_nearest(c->walk.route, t->point.x, t->point.z, 2, &at))
        metres = wend_route_distance(c->walk.route, at.x, at.y);
    return (int)(1.6f * metres / c->walk.body.step) + c->walk.body.turns;
}

static void choose_target(cow* c, int step) {
    float score;
    int best = cow_memory_best(&c->memory, c->def.relations, &score);
    if (best < 0) return;
    bool chance = c->def.max_steps > 0 &&
                  step + steps_to(c, &c->memory.things[best]) >= c->def.max_steps;
    if (score < c->def.go && !chance) return;
    if (best != c->target) c->walk.queued = c->walk.next = 0;
    c->last_chance = chance && score < c->def.go;
    c->target = best;
    c->localized = step;
    c->mode = MODE_APPROACH;
}

static void stop_here(cow* c, const char* reason) {
    const cow_thing* t = &c->memory.things[c->target];
    cow_walk_face(&c->walk, t->point.x, t->point.z);
    cow_walk_queue(&c->walk, WEND_ACTION_STOP);
    c->reason = reason;
    c->mode = MODE_STOP;
}

static void give_up(cow* c) {
    c->memory.things[c->target].refused = true;
    c->target = -1;
    c->mode = MODE_EXPLORE;
}

static void arrive(cow* c) {
    const cow_thing* t = &c->memory.things[c->target];
    bool sure = cow_memory_score(&c->memory, t, c->def.relations) >= c->def.stop;
    if (sure || !c->def.confirm || c->last_chance)
        stop_here(c, c->last_chance ? "best guess" : "found");
    else
        give_up(c);
}

static void approach(cow* c) {
    const cow_thing* t = &c->memory.things[c->target];
    bool sure = cow_memory_score(&c->memory, t, c->def.relations) >= 0.5f * c->def.go;
    if (c->def.confirm && !sure && !c->last_chance) {
        give_up(c);
        return;
    }
    if (distance_to(c, t) <= c->def.reach ||
        !cow_walk_towards(&c->walk, t->point.x, t->point.z, 0.15f))
        arrive(c);
}

// ---- acting -------------------------------------------------------------------------------------

static wend_status decide(cow* c, int step, wend_error* error) {
    if (c->mode == MODE_SPIN && c->spin > 0) {
        c->spin--;
        cow_walk_queue(&c->walk, WEND_ACTION_LEFT);
        return WEND_OK;
    }
    WEND_TRY(cow_walk_spread(&c->walk, error));
    if (c->mode == MODE_SPIN) c->mode = MODE_EXPLORE;
    if (c->mode == MODE_EXPLORE) choose_target(c, step);
    if (c->mode == MODE_APPROACH) approach(c);
    return c->mode == MODE_EXPLORE ? explore(c, error) : WEND_OK;
}

static wend_status act(void* memory, const wend_observation* o, wend_action* action,
                       wend_error* error) {
    cow* c = memory;
    if (!o->depth || !o->rgb)
        return wend_fail(error, WEND_ARGUMENT, "a cow needs pictures with depth");
    if (o->step == 0) WEND_TRY(seek(c, o, error));
    WEND_TRY(see(c, o, error));
    float score;
    int best = cow_memory_best(&c->memory, c->def.relations, &score);
    if (c->mode == MODE_EXPLORE && best >= 0 && score >= c->def.go)  // not later than now
        c->walk.queued = c->walk.next = 0;
    for (int attempt = 0; attempt < 4; attempt++) {
        if (cow_walk_next(&c->walk, &action->kind)) break;
        action->kind = WEND_ACTION_LEFT;
        WEND_TRY(decide(c, o->step, error));
    }
    c->walk.last = action->kind;
    return WEND_OK;
}

static wend_status notes(const void* memory, char* text, size_t size, wend_error* error) {
    const cow* c = memory;
    json_out out;
    json_out_begin(&out);
    json_out_open(&out, NULL);
    json_out_text(&out, "reason", c->reason);
    json_out_int(&out, "localized", c->localized);
    json_out_int(&out, "things", c->memory.count);
    json_out_int(&out, "restarts", c->resets);
    json_out_close(&out);
    (void)text; (void)size;
    return WEND_OK;
}

const wend_agent_kind cow_agent = {
    .name = "cow",
    .summary = "explores, localizes what the text says, walks up to it (CoW)",
    .options = "localizer=lexical|truth|truth+noise,explore=frontier|toggle|gain|prior,"
               "post=mask|centre,relations=0|1,confirm=0|1,go=0..1,stop=0..1,reach=0.1..5,"
               "steps=0..,miss=0..1,alarm=0..1",
    .sighted = true,
    .memory = sizeof(cow),
    .create = create,
    .destroy = destroy,
    .sees_truth = sees_truth,
    .truth = truth,
    .reset = reset,
    .act = act,
    .notes = notes,
};
