// Detections of the rescuer: people, the stretcher, doors and ceilings.
#include <string.h>

#include "agent/common/object_store.h"
#include "agent/rescuer/rescuer_state.h"
#include "perceive/recessed_doors.h"

#include "wend/category.h"

float level_distance(wend_vec3 a, wend_vec3 b) { return hypotf(a.x - b.x, a.z - b.z); }

bool position_list_has(const position_list* list, wend_vec3 at, float within) {
    for (int i = 0; i < list->count; i++)
        if (level_distance(list->items[i], at) < within &&
            fabsf(list->items[i].y - at.y) < SAME_STOREY)
            return true;
    return false;
}

void position_list_add(position_list* list, wend_vec3 at) {
    if (list->count == MAX_POSITIONS)
        memmove(list->items, list->items + 1, (size_t)--list->count * sizeof *list->items);
    list->items[list->count++] = at;
}

static wend_vec3 rescuer_look_position_of(const rescuer* r, const ego_detection* s) {
    float sine = sinf(r->walker.pose.heading), cosine = cosf(r->walker.pose.heading);
    return wend_v3(r->walker.pose.feet.x - sine * s->ahead + cosine * s->right,
                   r->walker.pose.feet.y + s->up,
                   r->walker.pose.feet.z - cosine * s->ahead - sine * s->right);
}

// ---- the stretcher ------------------------------------------------------------------------------

// Episodes start near the stretcher [RescueBench]. Of several candidates the one nearest to the
// start is chosen.
static void choose_bed(rescuer* r) {
    r->stretcher = -1;
    for (int i = 0; i < r->bed_count; i++) {
        const rescuer_find *b = &r->beds[i], *s = &r->beds[r->stretcher < 0 ? i : r->stretcher];
        bool better = hypotf(b->at.x, b->at.z) < hypotf(s->at.x, s->at.z) - BED_NEARER;
        if (b->views > 1 && (r->stretcher < 0 || better)) r->stretcher = i;
    }
}

void rescuer_refute_bed(rescuer* r, int bed) {
    r->beds[bed].views = -1000;
    choose_bed(r);
}

// A detection in the frame of the start.
typedef struct rescuer_view {
    wend_vec3 at;
    const ego_detection* sight;
    const rescuer* r;  // state in this step
} rescuer_view;

static float bed_cost(const void* item, const void* view) {
    const rescuer_find* bed = item;
    const rescuer_view* v = view;
    return level_distance(bed->at, v->at) > BED_SAME ? INFINITY : 0;
}

static void bed_init(void* item, const void* view) {
    const rescuer_view* v = view;
    *(rescuer_find*)item = (rescuer_find){.at = v->at, .step = v->r->o->step};
}

// The position is a moving average; near views have a larger weight.
static void bed_fuse(void* item, const void* view) {
    rescuer_find* bed = item;
    const rescuer_view* v = view;
    bed->at =
        wend_v3_lerp(bed->at, v->at, v->sight->ahead < NEAR_VIEW ? NEAR_VIEW_SHARE : FAR_BED_SHARE);
    bed->views++;
}

static const object_store_policy bed_policy = {.item_size = sizeof(rescuer_find),
                                               .capacity = MAX_BEDS,
                                               .cost = bed_cost,
                                               .init = bed_init,
                                               .fuse = bed_fuse};

static void note_bed(rescuer* r, const ego_detection* s) {
    rescuer_view view = {rescuer_look_position_of(r, s), s, r};
    if (hypotf(view.at.x, view.at.z) > BED_MAX_START || fabsf(view.at.y) > SAME_STOREY) return;
    view.at.y = 0;  // the stretcher stands on the floor of the start
    if (object_store_add(&bed_policy, r->beds, &r->bed_count, &view, NULL) >= 0) choose_bed(r);
}

// ---- people -------------------------------------------------------------------------------------

bool rescuer_hint_is_open(const rescuer_hint* h) {
    return h->misses <= 3 + 2 * h->close + h->views / 2;
}

static bool is_sure(const rescuer_hint* h) {
    return rescuer_hint_is_open(h) && (h->close >= 2 || (h->views >= 5 && !h->misses));
}

bool rescuer_may_lie(const rescuer* r, wend_vec3 at) {
    if (r->clue.inside && !r->roofed) return false;
    if (rescuer_off_clue(r, at.x, at.z) > CLUE_MAX_OFF || rescuer_off_ring(r, at.x, at.z) != 0)
        return false;
    return r->clue.floor == CLUE_UNSAID ||
           fabsf(at.y - (float)r->clue.floor * STOREY) < SAME_STOREY - STOREY_SLACK;
}

void rescuer_refute(rescuer* r, int hint) {
    position_list_add(&r->refuted, r->hints[hint].at);
    r->hints[hint].misses += 1000;
    if (r->person == hint) r->person = -1;
}

static float hint_cost(const void* item, const void* view) {
    const rescuer_hint* h = item;
    const rescuer_view* v = view;
    bool same =
        level_distance(h->at, v->at) < PERSON_SAME && fabsf(h->at.y - v->at.y) < SAME_STOREY;
    return same ? 0 : INFINITY;
}

static void hint_init(void* item, const void* view) {
    const rescuer_view* v = view;
    *(rescuer_hint*)item = (rescuer_hint){.at = v->at, .step = v->r->o->step};
}

static bool rescuer_look_is_close(const ego_detection* s) {
    return s->ahead < (s->alike ? CLOSE_VIEW : CLOSE_VIEW / 2);
}

static void hint_fuse(void* item, const void* view) {
    rescuer_hint* h = item;
    const rescuer_view* v = view;
    bool close = rescuer_look_is_close(v->sight);
    float share = v->sight->ahead < NEAR_VIEW ? NEAR_VIEW_SHARE
                  : close                     ? CLOSE_VIEW_SHARE
                                              : FAR_VIEW_SHARE;
    h->at = wend_v3_lerp(h->at, v->at, share);
    h->views++;
    h->alike += v->sight->alike;
    h->close += close;
}

static float hint_strength(const void* item) {
    const rescuer_hint* h = item;
    return (float)(h->views - h->misses);
}

static const object_store_policy hint_policy = {.item_size = sizeof(rescuer_hint),
                                                .capacity = MAX_HINTS,
                                                .cost = hint_cost,
                                                .init = hint_init,
                                                .fuse = hint_fuse,
                                                .strength = hint_strength};

static void note_person(rescuer* r, const ego_detection* s, bool* seen) {
    rescuer_view view = {rescuer_look_position_of(r, s), s, r};
    bool is_new;
    if (fabsf(s->up) > PERSON_MAX_UP) return;
    if (position_list_has(&r->refuted, view.at, PERSON_REFUTED) || !rescuer_may_lie(r, view.at))
        return;
    int k = object_store_add(&hint_policy, r->hints, &r->hint_count, &view, &is_new);
    if (is_new && k == r->person) r->person = -1;  // the new hint replaced it
    seen[k] = true;
}

// Whether a position on the ground is inside the image and not occluded.
static bool rescuer_look_is_in_view(const rescuer* r, wend_vec3 at) {
    const wend_observation* o = r->o;
    float sine = sinf(r->walker.pose.heading), cosine = cosf(r->walker.pose.heading);
    float x = at.x - r->walker.pose.feet.x, z = at.z - r->walker.pose.feet.z;
    float ahead = -sine * x - cosine * z, right = cosine * x - sine * z;
    if (ahead < PERSON_MIN_AHEAD || ahead > CLOSE_VIEW - 1) return false;
    float focal = (float)o->camera.width / 2 / tanf(o->camera.hfov * (float)(WEND_PI / 360));
    float up = at.y - r->walker.pose.feet.y + PERSON_HEIGHT - o->camera.eye_height;
    int column = (int)((float)o->camera.width / 2 + focal * right / ahead);
    int row = (int)((float)o->camera.height / 2 - focal * up / ahead);
    if (column < PERSON_EDGE || column >= o->camera.width - PERSON_EDGE || row < 0 ||
        row >= o->camera.height)
        return false;
    float depth = o->camera.depth[row * o->camera.width + column];
    return !(depth > 0 && depth < ahead - PERSON_HIDDEN);
}

static void look_for_people(rescuer* r, bool truth) {
    ego_detection people[8];
    bool seen[MAX_HINTS] = {0};
    int count = truth ? rescue_detector_truth(r->o, WEND_CATEGORY_PERSON, people)
                      : rescue_detector_people(r->detector, r->o, people, 8);
    for (int i = 0; i < count; i++) note_person(r, &people[i], seen);
    int best = -1;
    for (int i = 0; i < r->hint_count; i++) {
        rescuer_hint* h = &r->hints[i];
        h->misses += !seen[i] && rescuer_look_is_in_view(r, h->at);
        if (truth && seen[i]) h->close += 2;
        if (is_sure(h) && (best < 0 || h->close > r->hints[best].close)) best = i;
    }
    if (r->person < 0 || !is_sure(&r->hints[r->person])) r->person = best;
}

// ---- doors and roofs ----------------------------------------------------------------------------

static float door_cost(const void* item, const void* view) {
    const rescuer_door* d = item;
    const rescuer_view* v = view;
    bool other = hypotf(d->x - v->at.x, d->z - v->at.z) > DOOR_SAME ||
                 fabsf(d->y - v->r->walker.pose.feet.y) > DOOR_SAME_HEIGHT;
    return other ? INFINITY : 0;
}

static void door_init(void* item, const void* view) {
    *(rescuer_door*)item = (rescuer_door){.y = ((const rescuer_view*)view)->r->walker.pose.feet.y};
}

static void door_fuse(void* item, const void* view) {
    rescuer_door* d = item;
    const rescuer_view* v = view;
    d->x = v->at.x;
    d->z = v->at.z;
    d->turn = v->r->walker.pose.heading + v->sight->turn;
    d->views++;
}

static const object_store_policy door_policy = {.item_size = sizeof(rescuer_door),
                                                .capacity = MAX_DOORS,
                                                .cost = door_cost,
                                                .init = door_init,
                                                .fuse = door_fuse};

static void look_for_doors(rescuer* r) {
    ego_detection seen[8];
    int count = recessed_doors_detect(r->o, seen, 8);
    for (int i = 0; i < count; i++) {
        const rescuer_view view = {rescuer_look_position_of(r, &seen[i]), &seen[i], r};
        if (position_list_has(&r->openings, view.at, DOOR_OPENED)) continue;
        object_store_add(&door_policy, r->doors, &r->door_count, &view, NULL);
    }
}

// A ceiling has the same height in two rows of a column and in many columns. Walls have the same
// distance instead; foliage has neither.
static bool sees_ceiling(const wend_observation* o) {
    enum { MOST = 64 };
    float focal = (float)o->camera.width / 2 / tanf(o->camera.hfov * (float)(WEND_PI / 360));
    float ups[MOST];
    int count = 0, best = 0, columns = 0;
    for (int column = 8; column < o->camera.width && columns < MOST; column += 16, columns++) {
        float up[2];
        for (int i = 0; i < 2; i++) {
            int row = 1 + i * o->camera.height / 10;
            float depth = o->camera.depth[row * o->camera.width + column];
            up[i] = depth > 0 && depth < ROOF_MAX_DEPTH
                        ? ((float)o->camera.height / 2 - (float)row) * depth / focal
                        : -10 * (float)(i + 1);
        }
        float high = up[0] + o->camera.eye_height;
        if (fabsf(up[0] - up[1]) < ROOF_LEVEL && high > ROOF_LOW && high < ROOF_HIGH)
            ups[count++] = up[0];
    }
    for (int i = 0; i < count; i++) {
        int same = 0;
        for (int k = 0; k < count; k++) same += fabsf(ups[k] - ups[i]) < ROOF_SAME;
        best = same > best ? same : best;
    }
    return best * 3 > columns;
}

// Changes `roofed` after several consistent images. "No ceiling" needs more images, because the
// ceilings of stairwells are often out of view.
static void rescuer_look_look_up(rescuer* r) {
    bool roof = sees_ceiling(r->o);
    r->roof_steps = roof == r->roofed ? 0 : r->roof_steps + 1;
    if (r->roof_steps >= (roof ? ROOF_STEPS : SKY_STEPS) &&
        (roof || fabsf(r->walker.pose.feet.y) < GROUND_LEVEL)) {
        r->roofed = roof;
        r->roof_steps = 0;
        r->indoors |= roof && level_distance(r->walker.pose.feet, wend_v3(0, 0, 0)) < 1;
    }
    if (!r->roofed && !r->roof_steps) r->open = r->walker.pose.feet;
    if (fabsf(r->walker.pose.feet.y) < 1) rescuer_roofs_note(&r->roofs, r->o, &r->walker.pose);
}

void rescuer_look(rescuer* r) {
    ego_detection s;
    bool truth = r->semantics == SEMANTICS_TRUTH && r->o->privileged.category;
    rescuer_look_look_up(r);
    if (fabsf(remainderf(r->walker.pose.feet.y, STOREY)) < ON_STOREY)
        look_for_doors(r);  // not on stairs
    if (!r->o->carries) look_for_people(r, truth);
    if (truth ? rescue_detector_truth(r->o, WEND_CATEGORY_STRETCHER, &s)
              : rescue_detector_stretcher(r->detector, r->o, &s))
        note_bed(r, &s);
}
