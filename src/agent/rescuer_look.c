// What a rescuer makes of its pictures: people, the stretcher, doors, and whether there is a roof.
#include <string.h>

#include "agent/rescuer_parts.h"

#include "wend/category.h"

static const float storey = 2.9f;       // metres
static const float same_storey = 1.5f;  // metres up or down
static const float off_ground = 0.45f;  // metres up or down from the feet: no ground to lie on
static const float beside_start = 15;   // metres: no stretcher is farther
static const float close_by = 8;        // metres from which it can be told who lies there

float level_distance(wend_vec3 a, wend_vec3 b) { return hypotf(a.x - b.x, a.z - b.z); }

bool place_list_has(const place_list* list, wend_vec3 at, float within) {
    for (int i = 0; i < list->count; i++)
        if (level_distance(list->items[i], at) < within &&
            fabsf(list->items[i].y - at.y) < same_storey)
            return true;
    return false;
}

void place_list_add(place_list* list, wend_vec3 at) {
    if (list->count == MAX_PLACES)
        memmove(list->items, list->items + 1, (size_t)--list->count * sizeof *list->items);
    list->items[list->count++] = at;
}

static wend_vec3 place_of(const rescuer* r, const body_sight* s) {
    float sine = sinf(r->pose.heading), cosine = cosf(r->pose.heading);
    return wend_v3(r->pose.feet.x - sine * s->ahead + cosine * s->right, r->pose.feet.y + s->up,
                   r->pose.feet.z - cosine * s->ahead - sine * s->right);
}

// ---- the stretcher ------------------------------------------------------------------------------

// Rescues begin beside the stretcher: of two that look like one, the one nearer to the start.
static void choose_bed(rescuer* r) {
    r->stretcher = -1;
    for (int i = 0; i < r->bed_count; i++) {
        const rescuer_find *b = &r->beds[i], *s = &r->beds[r->stretcher < 0 ? i : r->stretcher];
        bool better = hypotf(b->at.x, b->at.z) < hypotf(s->at.x, s->at.z) - 1;
        if (b->views > 1 && (r->stretcher < 0 || better)) r->stretcher = i;
    }
}

void rescuer_refute_bed(rescuer* r, int bed) {
    r->beds[bed].views = -1000;
    choose_bed(r);
}

// The same thing again: its place is the mean, the nearer picture counting more.
static void note_bed(rescuer* r, const body_sight* s) {
    wend_vec3 at = place_of(r, s);
    int k = 0;
    if (hypotf(at.x, at.z) > beside_start || fabsf(at.y) > same_storey) return;
    at.y = 0;  // it stands on the floor of the start
    while (k < r->bed_count && level_distance(r->beds[k].at, at) > 2) k++;
    if (k == MAX_BEDS) return;
    if (k == r->bed_count) r->beds[r->bed_count++] = (rescuer_find){.at = at, .step = r->o->step};
    r->beds[k].at = wend_v3_lerp(r->beds[k].at, at, s->ahead < 3 ? 0.5f : 0.2f);
    r->beds[k].views++;
    choose_bed(r);
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
    if (rescuer_off_clue(r, at.x, at.z) > 0.15f || rescuer_off_ring(r, at.x, at.z) != 0)
        return false;
    return r->clue.floor == CLUE_UNSAID ||
           fabsf(at.y - (float)r->clue.floor * storey) < same_storey - 0.2f;
}

void rescuer_refute(rescuer* r, int hint) {
    place_list_add(&r->refuted, r->hints[hint].at);
    r->hints[hint].misses += 1000;
    if (r->person == hint) r->person = -1;
}

// The hint a place belongs to, a new one, or the one with least to say for itself.
static int hint_at(rescuer* r, wend_vec3 at) {
    int worst = 0;
    for (int i = 0; i < r->hint_count; i++) {
        const rescuer_hint *h = &r->hints[i], *w = &r->hints[worst];
        if (level_distance(h->at, at) < 1.5f && fabsf(h->at.y - at.y) < same_storey) return i;
        if (h->views - h->misses < w->views - w->misses) worst = i;
    }
    int k = r->hint_count < MAX_HINTS ? r->hint_count++ : worst;
    if (k == r->person) r->person = -1;
    r->hints[k] = (rescuer_hint){.at = at, .step = r->o->step};
    return k;
}

static void note_person(rescuer* r, const body_sight* s, bool* seen) {
    wend_vec3 at = place_of(r, s);
    bool close = s->ahead < (s->alike ? close_by : close_by / 2);
    if (fabsf(s->up) > off_ground) return;
    if (place_list_has(&r->refuted, at, 1.2f) || !rescuer_may_lie(r, at)) return;
    int k = hint_at(r, at);
    r->hints[k].at = wend_v3_lerp(r->hints[k].at, at, s->ahead < 3 ? 0.5f : close ? 0.3f : 0.15f);
    r->hints[k].views++;
    r->hints[k].alike += s->alike;
    r->hints[k].close += close;
    seen[k] = true;
}

// Whether a place on the ground is in the picture, and nothing before it.
static bool is_in_view(const rescuer* r, wend_vec3 at) {
    const wend_observation* o = r->o;
    float sine = sinf(r->pose.heading), cosine = cosf(r->pose.heading);
    float x = at.x - r->pose.feet.x, z = at.z - r->pose.feet.z;
    float ahead = -sine * x - cosine * z, right = cosine * x - sine * z;
    if (ahead < 1.2f || ahead > close_by - 1) return false;
    float focal = (float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360));
    float up = at.y - r->pose.feet.y + 0.15f - o->eye_height;
    int column = (int)((float)o->width / 2 + focal * right / ahead);
    int row = (int)((float)o->height / 2 - focal * up / ahead);
    if (column < 6 || column >= o->width - 6 || row < 0 || row >= o->height) return false;
    float depth = o->depth[row * o->width + column];
    return !(depth > 0 && depth < ahead - 0.8f);
}

static void look_for_people(rescuer* r, bool truth) {
    body_sight people[8];
    bool seen[MAX_HINTS] = {0};
    int count = truth ? rescue_sights_truth(r->o, WEND_CATEGORY_PERSON, people)
                      : rescue_sights_people(r->sights, r->o, people, 8);
    for (int i = 0; i < count; i++) note_person(r, &people[i], seen);
    int best = -1;
    for (int i = 0; i < r->hint_count; i++) {
        rescuer_hint* h = &r->hints[i];
        h->misses += !seen[i] && is_in_view(r, h->at);
        if (truth && seen[i]) h->close += 2;
        if (is_sure(h) && (best < 0 || h->close > r->hints[best].close)) best = i;
    }
    if (r->person < 0 || !is_sure(&r->hints[r->person])) r->person = best;
}

// ---- doors and roofs ----------------------------------------------------------------------------

static void look_for_doors(rescuer* r) {
    body_sight seen[8];
    int count = rescue_sights_doors(r->o, seen, 8);
    for (int i = 0; i < count; i++) {
        wend_vec3 at = place_of(r, &seen[i]);
        int k = 0;
        if (place_list_has(&r->openings, at, 1.6f)) continue;
        while (k < r->door_count && (hypotf(r->doors[k].x - at.x, r->doors[k].z - at.z) > 0.7f ||
                                     fabsf(r->doors[k].y - r->pose.feet.y) > 1))
            k++;
        if (k == MAX_DOORS) continue;
        if (k == r->door_count) {
            r->door_count++;
            r->doors[k] = (rescuer_door){.y = r->pose.feet.y};
        }
        r->doors[k].x = at.x;
        r->doors[k].z = at.z;
        r->doors[k].turn = r->pose.heading + seen[i].turn;
        r->doors[k].views++;
    }
}

// A ceiling is as high in one row and column of the picture as in another; a wall is as far, and
// leaves of trees are neither.
static bool sees_ceiling(const wend_observation* o) {
    enum { MOST = 64 };
    float focal = (float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360));
    float ups[MOST];
    int count = 0, best = 0, columns = 0;
    for (int column = 8; column < o->width && columns < MOST; column += 16, columns++) {
        float up[2];
        for (int i = 0; i < 2; i++) {
            int row = 1 + i * o->height / 10;
            float depth = o->depth[row * o->width + column];
            up[i] = depth > 0 && depth < 15 ? ((float)o->height / 2 - (float)row) * depth / focal
                                            : -10 * (float)(i + 1);
        }
        float high = up[0] + o->eye_height;
        if (fabsf(up[0] - up[1]) < 0.1f && high > 2 && high < 4.5f) ups[count++] = up[0];
    }
    for (int i = 0; i < count; i++) {
        int same = 0;
        for (int k = 0; k < count; k++) same += fabsf(ups[k] - ups[i]) < 0.06f;
        best = same > best ? same : best;
    }
    return best * 3 > columns;
}

// Stairwells are high, and their ceilings are not always in sight: it takes longer to believe that
// there is none.
static void look_up(rescuer* r) {
    bool roof = sees_ceiling(r->o);
    r->roof_steps = roof == r->roofed ? 0 : r->roof_steps + 1;
    if (r->roof_steps >= (roof ? 4 : 12) && (roof || fabsf(r->pose.feet.y) < 0.5f)) {
        r->roofed = roof;
        r->roof_steps = 0;
        r->indoors |= roof && level_distance(r->pose.feet, wend_v3(0, 0, 0)) < 1;
    }
    if (!r->roofed && !r->roof_steps) r->open = r->pose.feet;
    if (fabsf(r->pose.feet.y) < 1) rescuer_roofs_note(&r->roofs, r->o, &r->pose);
}

void rescuer_look(rescuer* r) {
    body_sight s;
    bool truth = r->eyes == EYES_TRUTH && r->o->category;
    look_up(r);
    if (fabsf(remainderf(r->pose.feet.y, storey)) < 0.7f) look_for_doors(r);  // not on stairs
    if (!r->o->carries) look_for_people(r, truth);
    if (truth ? rescue_sights_truth(r->o, WEND_CATEGORY_STRETCHER, &s)
              : rescue_sights_stretcher(r->sights, r->o, &s))
        note_bed(r, &s);
}
