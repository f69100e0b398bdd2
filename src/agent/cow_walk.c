#include "agent/cow_walk.h"

#include <string.h>

static const float CELL = 0.125f;       // metres [CoW §3.2]
static const float STILL = 0.09f;       // metres: mean and deviation of depth that count as no change
static const float WAYPOINT = 0.4375f;  // metres: 3.5 cells [cow: src/models/agent_mode]
static const float CLEARANCE = 0.05f;   // metres more than the body's own radius

wend_status cow_walk_create(cow_walk* w, wend_error* error) {
    wend_map_def def = wend_map_default_def();
    def.cell = CELL;
    def.near_range = 0.051f;
    def.step_height = 0.05f;  // what rises more than the floor's tolerance is in the way
    def.drop_height = 0.3f;
    def.body_height = 1.85f;
    def.max_side = 1024;
    WEND_TRY(wend_map_create(&def, &w->map, error));
    WEND_TRY(wend_route_create(&w->route, error));
    size_t size = (size_t)COW_MAP_SIDE * COW_MAP_SIDE * sizeof(float);
    w->small = wend_alloc(size);
    w->relevance = wend_alloc(size);
    return w->small && w->relevance
               ? WEND_OK
               : wend_fail(error, WEND_NO_MEMORY, "no memory for a CoW's map");
}

void cow_walk_destroy(cow_walk* w) {
    wend_map_destroy(w->map);
    wend_route_destroy(w->route);
    wend_free(w->before);
    wend_free(w->small);
    wend_free(w->relevance);
}

void cow_walk_reset(cow_walk* w, const wend_agent_body* body) {
    wend_map_reset(w->map);
    w->body = *body;
    w->x = w->z = 0;
    w->turns = w->looks = 0;
    w->failed = w->has_before = false;
    w->last = WEND_ACTION_STOP;
    w->queued = w->next = 0;
}

float cow_walk_heading(const cow_walk* w) {
    return (float)(2 * WEND_PI * (w->turns % w->body.turns) / w->body.turns);
}

wend_vec3 cow_walk_to_world(const cow_walk* w, wend_vec3 p) {
    float heading = cow_walk_heading(w), sine = sinf(heading), cosine = cosf(heading);
    return wend_v3(w->x + p.x * cosine + p.z * sine, p.y, w->z - p.x * sine + p.z * cosine);
}

// ---- where it is --------------------------------------------------------------------------------

// [cow: mean and deviation of |depth - depth before| both below 0.09 m: the action failed]
static bool hardly_changed(const cow_walk* w, const float* depth) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < w->pixels; i++) {
        double d = (double)fabsf(depth[i] - w->before[i]);
        sum += d;
        squares += d * d;
    }
    double n = (double)w->pixels, mean = sum / n;
    return mean < (double)STILL && squares / n - mean * mean < (double)(STILL * STILL);
}

static wend_vec2 ahead(const cow_walk* w, int turns, float metres) {
    float heading = (float)(2 * WEND_PI * (turns % w->body.turns) / w->body.turns);
    return (wend_vec2){w->x - metres * sinf(heading), w->z - metres * cosf(heading)};
}

static wend_status bump(cow_walk* w, wend_error* error) {
    wend_vec2 at = ahead(w, w->turns, w->body.radius + w->body.step / 2);
    return wend_map_mark(w->map, wend_v3(at.x, 0, at.y), CELL / 2, WEND_CELL_OCCUPIED, error);
}

static void move(cow_walk* w) {
    wend_vec2 at = ahead(w, w->turns, w->body.step);
    if (w->last == WEND_ACTION_FORWARD) {
        w->x = at.x;
        w->z = at.y;
    }
    if (w->last == WEND_ACTION_LEFT) w->turns++;
    if (w->last == WEND_ACTION_RIGHT) w->turns += w->body.turns - 1;
    if (w->last == WEND_ACTION_UP) w->looks++;
    if (w->last == WEND_ACTION_DOWN) w->looks--;
    w->turns %= w->body.turns;
}

wend_status cow_walk_notice(cow_walk* w, const wend_observation* o, wend_error* error) {
    size_t pixels = (size_t)o->width * (size_t)o->height;
    if (pixels != w->pixels) {
        wend_free(w->before);
        w->before = wend_alloc(pixels * sizeof *w->before);
        if (!w->before) return wend_fail(error, WEND_NO_MEMORY, "no memory for a CoW's eyes");
        w->pixels = pixels;
        w->has_before = false;
    }
    w->failed = w->has_before && hardly_changed(w, o->depth);
    if (!w->failed) move(w);
    memcpy(w->before, o->depth, pixels * sizeof *w->before);
    w->has_before = true;
    if (!w->failed || w->last != WEND_ACTION_FORWARD) return WEND_OK;
    w->queued = w->next = 0;  // the plan counted on that step
    return bump(w, error);
}

// ---- the map ------------------------------------------------------------------------------------

wend_status cow_walk_map(cow_walk* w, const wend_observation* o, const float* relevance,
                         wend_error* error) {
    int side = COW_MAP_SIDE;
    for (int row = 0; row < side; row++) {
        const float* from = o->depth + (size_t)((2 * row + 1) * o->height / (2 * side)) *
                                           (size_t)o->width;
        for (int column = 0; column < side; column++)
            w->small[row * side + column] = from[(2 * column + 1) * o->width / (2 * side)];
    }
    wend_map_frame frame = {.width = side,
                            .height = side,
                            .hfov = o->hfov,
                            .depth = w->small,
                            .relevance = relevance};
    wend_map_pose pose = {.feet = wend_v3(w->x, 0, w->z),
                          .heading = cow_walk_heading(w),
                          .tilt = (float)(WEND_PI / 180) * w->body.look * (float)w->looks,
                          .eye_height = o->eye_height};
    return wend_map_integrate(w->map, &frame, &pose, error);
}

// ---- plans --------------------------------------------------------------------------------------

wend_status cow_walk_spread(cow_walk* w, wend_error* error) {
    wend_route_from from = wend_route_default_from();
    from.x = w->x;
    from.z = w->z;
    from.radius = w->body.radius + CLEARANCE;
    return wend_route_spread(w->route, w->map, &from, error);
}

void cow_walk_queue(cow_walk* w, wend_action_kind kind) {
    if (w->queued < COW_MAX_QUEUE) w->queue[w->queued++] = kind;
}

bool cow_walk_next(cow_walk* w, wend_action_kind* kind) {
    if (w->next >= w->queued) {
        w->next = w->queued = 0;
        return false;
    }
    *kind = w->queue[w->next++];
    return true;
}

// Turns to the left, or to the right if negative, that bring the body closest to looking at a place.
static int turns_towards(const cow_walk* w, float x, float z) {
    float bearing = atan2f(w->x - x, w->z - z) - cow_walk_heading(w);
    float turn = (float)(2 * WEND_PI / w->body.turns);
    int turns = (int)lrintf(remainderf(bearing, (float)(2 * WEND_PI)) / turn);
    return turns;
}

static void queue_turns(cow_walk* w, int turns) {
    for (int i = 0; i < abs(turns); i++)
        cow_walk_queue(w, turns > 0 ? WEND_ACTION_LEFT : WEND_ACTION_RIGHT);
}

void cow_walk_face(cow_walk* w, float x, float z) { queue_turns(w, turns_towards(w, x, z)); }

// The first corner of the way that is far enough to steer by.
static wend_vec2 steer_by(const cow_walk* w, const wend_vec2* way, int count) {
    for (int i = 1; i < count; i++)
        if (hypotf(way[i].x - w->x, way[i].y - w->z) > WAYPOINT) return way[i];
    return way[count - 1];
}

static bool is_open(const cow_walk* w, int turns) {
    wend_vec2 at = ahead(w, w->turns + turns + w->body.turns, w->body.step);
    return wend_map_is_clear(w->map, w->x, w->z, at.x, at.y, w->body.radius, true);
}

// The turn nearest to the wanted one after which the step ahead is clear; the wanted one if none is.
static int clear_turn(const cow_walk* w, int wanted) {
    for (int off = 0; off <= 2; off++) {
        if (is_open(w, wanted + off)) return wanted + off;
        if (is_open(w, wanted - off)) return wanted - off;
    }
    return wanted;
}

bool cow_walk_towards(cow_walk* w, float x, float z, float near) {
    enum { CORNERS = 64 };
    wend_vec2 at, way[CORNERS];
    if (!wend_route_nearest(w->route, x, z, 2, &at)) return false;
    if (hypotf(at.x - w->x, at.y - w->z) < near) return false;
    int count = wend_route_way(w->route, at.x, at.y, way, CORNERS);
    if (count < 1) return false;
    wend_vec2 to = steer_by(w, way, count);
    int half = w->body.turns / 2, turns = clear_turn(w, turns_towards(w, to.x, to.y));
    if (turns > half) turns -= w->body.turns;
    if (turns < -half) turns += w->body.turns;
    queue_turns(w, turns);
    cow_walk_queue(w, WEND_ACTION_FORWARD);
    return true;
}
