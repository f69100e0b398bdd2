// Simulates an RxR guide, modelled on the paper's Figure 5 and the recording published with PanGEA
// (instruction 46944): the camera rests two thirds of the time and otherwise turns at about 35
// degrees per second, pitched slightly down; at the first viewpoint the guide looks around (43 % of
// the sphere, 27 % at later ones), then the camera follows what is mentioned. Two tracks, speech
// and gaze, are planned first and then sampled frame by frame.
#include <string.h>

#include "base/array.h"
#include "data/records.h"

#include "wend/make.h"

static const double FRAME = 1.0 / 60;    // seconds per frame
static const float DROPPED = 0.005f;     // probability of a dropped frame
static const double FIELD_OF_VIEW = 75;  // vertical, degrees; aspect ratio 4:3
static const double NEAREST = 0.1, FARTHEST = 2000;
static const double MOVE = 0.6;         // seconds of PanGEA's turn and zoom
static const float STEEPEST = 1.0472f;  // radians: PanGEA limits the pitch to 60 degrees

// A camera turn, with zoom for a move, from `start` to `end`; the camera rests afterwards.
typedef struct gaze {
    double start, end;
    int viewpoint;
    float heading, elevation;  // at the end; radians, clockwise headings as in RxR
    double zoom;               // factor of the field of view at the end; 1: none
} gaze;

typedef struct recording {
    const wend_rxr_guide_path* path;
    wend_rng rng;
    double now;   // seconds: end of the planned speech
    double pace;  // seconds per letter
    int viewpoint;
    ARRAY_OF(gaze) gazes;
    wend_vln_word* words;
    int word_count;
    bool out_of_memory;
} recording;

// ---- speech -------------------------------------------------------------------------------------

static bool rxr_guide_is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// The next word between white space; advances `*text`.
static bool next_word(const char** text, const char** word, size_t* size) {
    const char* at = *text;
    while (rxr_guide_is_space(*at)) at++;
    *word = at;
    while (*at && !rxr_guide_is_space(*at)) at++;
    *size = (size_t)(at - *word);
    *text = at;
    return *size > 0;
}

int wend_rxr_guide_word_count(const char* text) {
    const char* word;
    size_t size;
    int count = 0;
    while (next_word(&text, &word, &size)) count++;
    return count;
}

// Number of spoken characters; Hindi and Telugu vowel signs count.
static int sounds_of(const char* word, size_t size) {
    int count = 0;
    for (size_t i = 0; i < size; i++) count += ((uint8_t)word[i] & 0xc0) != 0x80;
    return count;
}

static bool rxr_guide_ends_with(const char* word, size_t size, const char* end) {
    size_t n = strlen(end);
    return size >= n && memcmp(word + size - n, end, n) == 0;
}

static double pause_after(recording* r, const char* word, size_t size) {
    bool sentence = rxr_guide_ends_with(word, size, ".") || rxr_guide_ends_with(word, size, "।");
    if (sentence) return (double)wend_rng_between(&r->rng, 0.25f, 0.9f);
    if (rxr_guide_ends_with(word, size, ",")) return (double)wend_rng_between(&r->rng, 0.1f, 0.35f);
    return wend_rng_chance(&r->rng, 0.06f) ? (double)wend_rng_between(&r->rng, 0.15f, 0.6f) : 0;
}

// RxR's times are multiples of 0.1 s, as given by the speech recogniser.
static double tenth(double seconds) { return round(seconds * 10) / 10; }

static void rxr_guide_say(recording* r, const char* text, size_t size, arena* memory) {
    const char *at = text, *word;
    size_t letters;
    while (next_word(&at, &word, &letters) && word < text + size) {
        double jitter = 1 + 0.15 * wend_rng_normal(&r->rng);
        double length = (0.12 + r->pace * sounds_of(word, letters)) * fmax(jitter, 0.6);
        wend_vln_word* out = &r->words[r->word_count++];
        *out = (wend_vln_word){arena_text(memory, word, letters), tenth(r->now),
                               tenth(r->now + length)};
        r->out_of_memory = r->out_of_memory || !out->text;
        r->now += length + pause_after(r, word, letters);
    }
}

// ---- gaze ---------------------------------------------------------------------------------------

static float rxr_guide_wrap(float angle) { return remainderf(angle, (float)(2 * WEND_PI)); }

static const gaze* last_gaze(const recording* r) { return &r->gazes.items[r->gazes.count - 1]; }

// Adds a turn after the previous one; its duration depends on the angle.
static void turn_to(recording* r, double when, float heading, float elevation) {
    const gaze* from = last_gaze(r);
    elevation = fminf(fmaxf(elevation, -STEEPEST), STEEPEST);
    float across = rxr_guide_wrap(heading - from->heading), up = elevation - from->elevation;
    float angle = hypotf(across * cosf(from->elevation), up);
    if (angle < 0.05f) return;
    double start = fmax(when, from->end);
    double speed = (double)wend_rng_between(&r->rng, 0.7f, 1.6f);  // radians per second
    gaze next = {start,        start + 0.2 + (double)angle / speed,
                 r->viewpoint, from->heading + across,
                 elevation,    1};
    gaze* slot = ARRAY_PUSH(&r->gazes);
    if (slot) *slot = next;
    r->out_of_memory = r->out_of_memory || !slot;
}

static void direction_to(wend_vec3 from, wend_vec3 to, float* heading, float* elevation) {
    wend_vec3 direction = wend_v3_sub(to, from);
    *heading = atan2f(direction.x, -direction.z);
    *elevation = atan2f(direction.y, hypotf(direction.x, direction.z));
}

// Along the path, pitched slightly down; at its end the current direction.
static void direction_ahead(recording* r, float* heading, float* elevation) {
    const wend_rxr_guide_path* w = r->path;
    *heading = last_gaze(r)->heading;
    if (r->viewpoint + 1 < w->viewpoint_count)
        direction_to(w->eyes[r->viewpoint], w->eyes[r->viewpoint + 1], heading, elevation);
    *heading += wend_rng_between(&r->rng, -0.12f, 0.12f);
    *elevation = wend_rng_between(&r->rng, -0.4f, -0.05f);
}

// Two or three gazes to both sides, the farthest first or last; then speech continues.
static void rxr_guide_look_around(recording* r) {
    int segmentations = wend_rng_range(&r->rng, 2, 3);
    float side = wend_rng_chance(&r->rng, 0.5f) ? 1 : -1, origin = last_gaze(r)->heading;
    for (int i = 0; i < segmentations; i++, side = -side) {
        double from = last_gaze(r)->end + (double)wend_rng_between(&r->rng, 0.1f, 0.5f);
        float heading = origin + side * wend_rng_between(&r->rng, 0.6f, 1.9f);
        float elevation = wend_rng_between(&r->rng, -0.5f, 0.1f);
        turn_to(r, from, heading, elevation);
    }
}

static void segment_aside(recording* r) {
    float heading = last_gaze(r)->heading, elevation = last_gaze(r)->elevation;
    float side = wend_rng_chance(&r->rng, 0.5f) ? 1 : -1;
    heading += side * wend_rng_between(&r->rng, 0.5f, 1.2f);
    elevation += wend_rng_between(&r->rng, -0.2f, 0.2f);
    turn_to(r, r->now, heading, elevation);
    r->now += (double)wend_rng_between(&r->rng, 0.2f, 0.6f);
}

// Turns towards the next viewpoint and zooms in, then switches to its panorama.
static void rxr_guide_move_on(recording* r) {
    const wend_rxr_guide_path* w = r->path;
    gaze move = {.start = fmax(r->now, last_gaze(r)->end) + 0.05, .viewpoint = r->viewpoint};
    float distance = wend_v3_distance(w->eyes[r->viewpoint], w->eyes[r->viewpoint + 1]);
    direction_to(w->eyes[r->viewpoint], w->eyes[r->viewpoint + 1], &move.heading, &move.elevation);
    move.heading = last_gaze(r)->heading + rxr_guide_wrap(move.heading - last_gaze(r)->heading);
    move.elevation = fminf(fmaxf(move.elevation, -STEEPEST), STEEPEST);
    move.end = move.start + MOVE;
    move.zoom = (double)fminf(distance, distance > 0 ? 1 / distance : 1);
    if (move.zoom < 0.2) move.zoom = 0.2;
    r->viewpoint++;
    gaze arrived = {move.end, move.end, r->viewpoint, move.heading, move.elevation, 1};
    gaze* slot = ARRAY_PUSH(&r->gazes);
    if (slot) *slot = move;
    gaze* next = ARRAY_PUSH(&r->gazes);
    if (next) *next = arrived;
    r->out_of_memory = r->out_of_memory || !slot || !next;
}

// ---- mentions -----------------------------------------------------------------------------------

static void rxr_guide_go_to(recording* r, int viewpoint) {
    while (r->viewpoint < viewpoint) {
        if (wend_rng_chance(&r->rng, 0.3f)) segment_aside(r);
        rxr_guide_move_on(r);
        // Half of the next words are spoken during the turn.
        double rest = (double)wend_rng_between(&r->rng, -0.4f, 0.5f);
        r->now = fmax(r->now, last_gaze(r)->end + rest);
    }
}

static void mention(recording* r, const wend_rxr_guide_mention* m, size_t end, arena* memory) {
    float heading, elevation = 0;
    rxr_guide_go_to(r, m->viewpoint);
    if (m->has_focus)
        direction_to(r->path->eyes[r->viewpoint], m->focus, &heading, &elevation);
    else
        direction_ahead(r, &heading, &elevation);
    heading += wend_rng_between(&r->rng, -0.1f, 0.1f);
    elevation += wend_rng_between(&r->rng, -0.1f, 0.1f);
    turn_to(r, r->now - 0.3, heading, elevation);
    // Speech starts when half of the turn is done.
    const gaze* g = last_gaze(r);
    r->now = fmax(r->now, (g->start + g->end) / 2);
    rxr_guide_say(r, r->path->text + m->start, end - m->start, memory);
}

static void rxr_guide_lay_out(recording* r, arena* memory) {
    const wend_rxr_guide_path* w = r->path;
    gaze first = {0, 0, 0, -w->heading, 0, 1};
    gaze* slot = ARRAY_PUSH(&r->gazes);
    if (!slot) {
        r->out_of_memory = true;
        return;
    }
    *slot = first;
    r->now = (double)wend_rng_between(&r->rng, 0.4f, 1.6f);
    r->pace = (double)wend_rng_between(&r->rng, 0.045f, 0.075f);
    r->gazes.items[0].end = r->now - 0.2;
    rxr_guide_look_around(r);
    r->now = fmax(r->now, last_gaze(r)->end - 1.5);
    for (int i = 0; i < w->mention_count; i++) {
        size_t end = i + 1 < w->mention_count ? w->mentions[i + 1].start : strlen(w->text);
        mention(r, &w->mentions[i], end, memory);
    }
    rxr_guide_go_to(r, w->viewpoint_count - 1);
    r->now = fmax(r->now, last_gaze(r)->end) + (double)wend_rng_between(&r->rng, 0.3f, 1.2f);
}

// ---- snapshots ----------------------------------------------------------------------------------

// Ease-in and ease-out for t in [0, 1]; moves are cubic as in PanGEA.
static double ease(double t) {
    return t < 0.5 ? 4 * t * t * t : 1 - 4 * (1 - t) * (1 - t) * (1 - t);
}

static void set_matrices(wend_snapshot* s, wend_vec3 eye, double heading, double elevation,
                         double degrees) {
    double ch = cos(heading), sh = sin(heading), ce = cos(elevation), se = sin(elevation);
    double f = 1 / tan(degrees * WEND_PI / 360), depth = FARTHEST - NEAREST;
    // Turned by -heading about y, then by elevation about x.
    const double camera[16] = {ch, -sh * se, -sh * ce, (double)eye.x, 0, ce, -se, (double)eye.y,
                               sh, ch * se,  ch * ce,  (double)eye.z, 0, 0,  0,   1};
    const double lens[16] = {f * 3 / 4,
                             0,
                             0,
                             0,
                             0,
                             f,
                             0,
                             0,
                             0,
                             0,
                             -(FARTHEST + NEAREST) / depth,
                             -2 * FARTHEST * NEAREST / depth,
                             0,
                             0,
                             -1,
                             0};
    memcpy(s->extrinsic, camera, sizeof camera);
    memcpy(s->intrinsic, lens, sizeof lens);
}

static void snapshot(const recording* r, size_t current, double time, const char* const* path,
                     wend_snapshot* out) {
    const gaze *to = &r->gazes.items[current], *from = current ? to - 1 : to;
    double part = to->end > to->start ? (time - to->start) / (to->end - to->start) : 1;
    double t = ease(fmin(fmax(part, 0), 1));
    double heading = (double)from->heading + t * (double)(to->heading - from->heading);
    double elevation = (double)from->elevation + t * (double)(to->elevation - from->elevation);
    double zoom = to->zoom == 1 ? 1 : 1 + t * (to->zoom - 1);
    *out = (wend_snapshot){path[to->viewpoint], time, time, NAN, {0}, {0}, NULL};
    set_matrices(out, r->path->eyes[to->viewpoint], heading, elevation, FIELD_OF_VIEW * zoom);
}

static wend_status take_snapshots(recording* r, const char* const* path, wend_trace* trace,
                                  wend_error* error) {
    size_t max = (size_t)(r->now / FRAME) + 2, current = 0;
    double time = 0;
    trace->snapshots = wend_alloc(max * sizeof *trace->snapshots);
    if (!trace->snapshots)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a pose trace");
    while (time < r->now && (size_t)trace->count < max) {
        int before = r->gazes.items[current].viewpoint;
        while (current + 1 < r->gazes.count && r->gazes.items[current + 1].start <= time) current++;
        // Loading a new panorama delays frames.
        if (r->gazes.items[current].viewpoint != before)
            time += FRAME * (double)wend_rng_range(&r->rng, 4, 7);
        snapshot(r, current, time, path, &trace->snapshots[trace->count++]);
        time += wend_rng_chance(&r->rng, DROPPED) ? 2 * FRAME : FRAME;
    }
    return WEND_OK;
}

static const char* const* rxr_guide_keep_path(const wend_rxr_guide_path* walk, arena* memory) {
    const char** path = arena_alloc(memory, (size_t)walk->viewpoint_count * sizeof *path);
    for (int i = 0; path && i < walk->viewpoint_count; i++)
        if (!(path[i] = arena_text(memory, walk->path[i], strlen(walk->path[i])))) return NULL;
    return path;
}

static wend_status record(recording* r, wend_trace* trace, wend_error* error) {
    const char* const* path = rxr_guide_keep_path(r->path, trace->memory);
    if (path) rxr_guide_lay_out(r, trace->memory);
    if (!path || r->out_of_memory)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a pose trace");
    WEND_TRY(take_snapshots(r, path, trace, error));
    WEND_TRY(wend_trace_derive(trace, path, r->path->viewpoint_count, error));
    wend_trace_speech speech = {path, r->path->viewpoint_count, r->words, r->word_count, false};
    return wend_trace_derive_text(trace, &speech, error);
}

wend_status wend_rxr_guide_record(const wend_rxr_guide_path* walk, wend_vln_word* words,
                                  wend_trace* trace, wend_error* error) {
    recording r = {.path = walk, .rng = walk->rng, .words = words};
    *trace = (wend_trace){0};
    if (walk->viewpoint_count < 1)
        return wend_fail(error, WEND_ARGUMENT,
                         "the guide's path has no viewpoints; at least 1 is required");
    trace->memory = wend_alloc_zero(1, sizeof *trace->memory);
    wend_status status = trace->memory
                             ? record(&r, trace, error)
                             : wend_fail(error, WEND_NO_MEMORY, "out of memory for a pose trace");
    ARRAY_FREE(&r.gazes);
    if (status != WEND_OK) wend_trace_destroy(trace);
    return status;
}
