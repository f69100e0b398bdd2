// Plans an instruction for a path on a real graph. Nothing but views is used, no annotation:
//
//   turns, stairs    from the positions of the viewpoints
//   rooms            the room that most captions of a viewpoint name
//   landmarks        detections: ahead of a move (towards it), beside its end (past it, with the
//                    side), and the largest one at the goal (stop near it). A colour is the first
//                    colour word of the detection's own caption.
//
// A detector's mistakes thus are in the texts, as a person's would not be.
#include "make/view_steps.h"

#include <string.h>

enum { STEPS_ROWS = 2, STEPS_HEADINGS = 12 };    // views used: 30 degrees down and level
static const float STEPS_FOCAL = 415.69f / 640;  // of a view, in widths
static const float STEPS_SURE = 0.6f;            // confidence of a detection that is mentioned
static const float STEPS_NEAR = 0.3f;            // share of the image's height: near enough to pass
static const float STEPS_AHEAD = 0.35f;          // radians
static const float STEPS_RISE = 0.35f;           // slope of stairs
static const float STEPS_FOCUS = 2;              // metres of a gaze target
enum { STEPS_ROOM_VOTES = 3 };

// A detection with its direction.
typedef struct sight {
    wend_category category;
    wend_color color;
    float heading, elevation;  // radians, heading clockwise
    float height;              // share of the image
} sight;

enum { MAX_SIGHTS = 64 };

typedef struct surroundings {
    sight sights[MAX_SIGHTS];
    int count;
    wend_room_type room;
} surroundings;

static float steps_wrap(float angle) { return remainderf(angle, (float)(2 * WEND_PI)); }

// ---- what is visible ----------------------------------------------------------------------------

static wend_color color_in(const wend_panorama* p, const uint16_t* words, int count) {
    for (int i = 0; i < count; i++) {
        wend_color color = wend_color_find(p->vocabulary[words[i]]);
        if (color) return color;
    }
    return WEND_COLOR_NONE;
}

// Keeps the largest detection of a category.
static void add_sight(surroundings* s, sight seen) {
    for (int i = 0; i < s->count; i++)
        if (s->sights[i].category == seen.category) {
            if (seen.height > s->sights[i].height) s->sights[i] = seen;
            return;
        }
    if (s->count < MAX_SIGHTS) s->sights[s->count++] = seen;
}

static void read_detections(const wend_panorama* p, int view, surroundings* s) {
    const wend_view_perception* v = &p->views[view];
    for (int i = 0; i < v->detection_count; i++) {
        const wend_view_detection* d = &v->detections[i];
        wend_category category = wend_category_find(p->classes[d->class_index]);
        if (!category || d->confidence < STEPS_SURE) continue;
        float across = (d->box[0] + d->box[2]) / 2 - 0.5f;
        float down = ((d->box[1] + d->box[3]) / 2 - 0.5f) * 0.75f;
        float tilt = (float)(view / STEPS_HEADINGS - 1) * (float)(WEND_PI / 6);
        float heading = (float)(view % STEPS_HEADINGS) * (float)(WEND_PI / 6);
        add_sight(s, (sight){.category = category,
                             .color = color_in(p, d->words, d->word_count),
                             .heading = heading + atanf(across / STEPS_FOCAL),
                             .elevation = tilt - atanf(down / STEPS_FOCAL),
                             .height = d->box[3] - d->box[1]});
    }
}

static wend_room_type view_steps_room(const wend_panorama* p, const wend_view_perception* v,
                                      int i) {
    const char* word = p->vocabulary[v->words[i]];
    char both[96];
    if (strcmp(word, "hallway") == 0) return WEND_ROOM_CORRIDOR;
    if (i + 1 < v->word_count && strcmp(p->vocabulary[v->words[i + 1]], "room") == 0 &&
        strlen(word) < 80) {
        memcpy(both, word, strlen(word));
        memcpy(both + strlen(word), " room", 6);
        return wend_room_type_find(both);
    }
    return wend_room_type_find(word);
}

static wend_room_type vote_room(const wend_panorama* p) {
    int votes[WEND_ROOM_TYPE_COUNT] = {0};
    wend_room_type best = WEND_ROOM_UNKNOWN;
    for (int view = 0; view < 36; view++)
        for (int i = 0; i < p->views[view].word_count; i++) {
            wend_room_type room = view_steps_room(p, &p->views[view], i);
            if (room) votes[room]++;
        }
    for (int room = 1; room < WEND_ROOM_TYPE_COUNT; room++)
        if (votes[room] >= STEPS_ROOM_VOTES && votes[room] > votes[best])
            best = (wend_room_type)room;
    return best;
}

static wend_status view_steps_look(const wend_views* views, const view_path* path, int at,
                                   surroundings* s, wend_error* error) {
    wend_panorama p;
    *s = (surroundings){.count = 0};
    if (!wend_views_find(views, path->scan, path->names[at], &p))
        return wend_fail(error, WEND_NOT_FOUND, "%s: the observations lack viewpoint %s",
                         path->scan, path->names[at]);
    for (int view = 0; view < STEPS_ROWS * STEPS_HEADINGS; view++) read_detections(&p, view, s);
    s->room = vote_room(&p);
    return WEND_OK;
}

// ---- steps --------------------------------------------------------------------------------------

static wend_instruction_step* add(view_steps* out, wend_step_kind kind, int viewpoint) {
    if (out->count == WEND_MAX_PLAN_STEPS) return NULL;
    out->mentions[out->count] = (wend_rxr_guide_mention){.viewpoint = viewpoint};
    wend_instruction_step* step = &out->steps[out->count++];
    *step = (wend_instruction_step){.kind = kind};
    return step;
}

static void focus_on(const view_path* path, view_steps* out, const sight* seen) {
    wend_rxr_guide_mention* m = &out->mentions[out->count - 1];
    float flat = STEPS_FOCUS * cosf(seen->elevation);
    m->has_focus = true;
    m->focus = path->eyes[m->viewpoint];
    m->focus.x += flat * sinf(seen->heading);
    m->focus.y += STEPS_FOCUS * sinf(seen->elevation);
    m->focus.z -= flat * cosf(seen->heading);
}

static wend_landmark view_steps_landmark(const sight* seen, wend_side side) {
    return (wend_landmark){.category = seen->category, .color = seen->color, .side = side};
}

static wend_turn turn_of(float right) {
    static const float degrees[] = {150, 110, 55, 25};
    static const wend_turn left[] = {WEND_TURN_AROUND, WEND_TURN_SHARP_LEFT, WEND_TURN_LEFT,
                                     WEND_TURN_SLIGHT_LEFT};
    static const wend_turn rights[] = {WEND_TURN_AROUND, WEND_TURN_SHARP_RIGHT, WEND_TURN_RIGHT,
                                       WEND_TURN_SLIGHT_RIGHT};
    for (int i = 0; i < 4; i++)
        if (fabsf(right) > degrees[i] * (float)(WEND_PI / 180))
            return right > 0 ? rights[i] : left[i];
    return WEND_TURN_NONE;
}

static bool is_mentioned(const view_steps* out, wend_category category) {
    for (int i = out->count - 1; i >= 0 && i >= out->count - 4; i--)
        if (out->steps[i].landmark.category == category) return true;
    return false;
}

// The largest detection between two angles from `heading`, to the right if positive.
static const sight* view_steps_find(const view_steps* out, const surroundings* s, float heading,
                                    float from, float to, float height) {
    const sight* best = NULL;
    for (int i = 0; i < s->count; i++) {
        const sight* seen = &s->sights[i];
        float right = steps_wrap(seen->heading - heading);
        if (right < from || right > to || seen->height < height) continue;
        if (is_mentioned(out, seen->category)) continue;
        if (!best || seen->height > best->height) best = seen;
    }
    return best;
}

static void view_steps_add_stairs(view_steps* out, int at, float slope) {
    wend_step_kind kind = slope > 0 ? WEND_STEP_UP : WEND_STEP_DOWN;
    if (!out->count || out->steps[out->count - 1].kind != kind) add(out, kind, at);
}

static void view_steps_add_pass(const view_path* path, view_steps* out, const surroundings* there,
                                int at, float heading) {
    const float least = 0.9f, most = 2.2f;
    const sight* left = view_steps_find(out, there, heading, -most, -least, STEPS_NEAR);
    const sight* right = view_steps_find(out, there, heading, least, most, STEPS_NEAR);
    const sight* seen = !left || (right && right->height > left->height) ? right : left;
    wend_instruction_step* step = seen ? add(out, WEND_STEP_PASS, at) : NULL;
    if (!step) return;
    step->landmark = view_steps_landmark(seen, seen == left ? WEND_SIDE_LEFT : WEND_SIDE_RIGHT);
    focus_on(path, out, seen);
}

// The move from viewpoint `at` to the next one.
static void add_move(const view_path* path, view_steps* out, const surroundings* here,
                     const surroundings* there, int at, float before) {
    wend_vec3 way = wend_v3_sub(path->eyes[at + 1], path->eyes[at]);
    float heading = atan2f(way.x, -way.z), slope = way.y / fmaxf(0.1f, hypotf(way.x, way.z));
    int steps = out->count;
    wend_turn turn = turn_of(steps_wrap(heading - before));
    wend_instruction_step* step = turn ? add(out, WEND_STEP_TURN, at) : NULL;
    if (step) step->turn = turn;
    if (fabsf(slope) > STEPS_RISE) {
        view_steps_add_stairs(out, at, slope);
        return;
    }
    const sight* ahead = view_steps_find(out, here, heading, -STEPS_AHEAD, STEPS_AHEAD, 0.1f);
    if (there->room && there->room != here->room) {
        step = add(out, WEND_STEP_DOOR, at);
        if (step) step->room = there->room;
    } else if (ahead && at + 2 < path->count) {
        step = add(out, WEND_STEP_FORWARD, at);
        if (step) {
            step->landmark = view_steps_landmark(ahead, WEND_SIDE_NONE);
            focus_on(path, out, ahead);
        }
    } else if (steps == out->count || turn) {
        bool on = steps && out->steps[out->count - 1].kind == WEND_STEP_FORWARD;
        if (!on) add(out, WEND_STEP_FORWARD, at);
    }
    if (at + 2 < path->count) view_steps_add_pass(path, out, there, at + 1, heading);
}

static void add_stop(const view_path* path, view_steps* out, const surroundings* here) {
    const sight* seen = view_steps_find(out, here, 0, -4, 4, 0.1f);
    if (out->count == WEND_MAX_PLAN_STEPS) out->count--;
    wend_instruction_step* step = add(out, WEND_STEP_STOP, path->count - 1);
    step->room = here->room;
    if (!seen) return;
    step->landmark = view_steps_landmark(seen, WEND_SIDE_NONE);
    step->room = WEND_ROOM_UNKNOWN;
    focus_on(path, out, seen);
}

wend_status view_steps_make(const wend_views* views, const view_path* path, view_steps* out,
                            wend_error* error) {
    surroundings here, there;
    float before = path->heading;
    out->count = 0;
    WEND_TRY(view_steps_look(views, path, 0, &here, error));
    if (here.room) add(out, WEND_STEP_BEGIN, 0)->room = here.room;
    for (int at = 0; at + 1 < path->count; at++) {
        WEND_TRY(view_steps_look(views, path, at + 1, &there, error));
        add_move(path, out, &here, &there, at, before);
        wend_vec3 way = wend_v3_sub(path->eyes[at + 1], path->eyes[at]);
        before = atan2f(way.x, -way.z);
        if (!there.room) there.room = here.room;
        here = there;
    }
    add_stop(path, out, &here);
    return WEND_OK;
}
