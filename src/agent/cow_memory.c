#include "agent/cow_memory.h"

#include <stdio.h>
#include <string.h>

#include "perceive/room_prior.h"

static const float DOUBT = 0.4f;      // weight of a view that showed nothing, before the first one
static const float SAME = 0.35f;      // metres between middles that are one thing
static const float NEAR_BY = 0.9f;    // metres between boxes that "near" means, and some slack
static const float ON_FLOOR = 0.20f;  // metres: lower stands on the floor
static const float KNOWN = 0.15f;     // mean relevance from which a landmark counts as seen

enum { ROOM_CLUES = 12 };          // categories looked for to tell rooms apart
static const float ROOM_SIZE = 4;  // metres from which a thing says nothing of a room
static const float MOST_PROMISE = 2.5f;

static const float SEEN_WELL = 1.5f;  // metres from which a thing is judged for good

// ---- what is looked for -------------------------------------------------------------------------

static void say(const wend_thing* thing, char* text, size_t size) {
    int at = 0;
    if (thing->size)
        at += snprintf(text + at, size - (size_t)at, "%s ", wend_size_name(thing->size));
    for (int i = 0; i < thing->color_count; i++)
        at += snprintf(text + at, size - (size_t)at, "%s ", wend_color_name(thing->colors[i]));
    if (thing->stuff)
        at += snprintf(text + at, size - (size_t)at, "%s ", wend_stuff_name(thing->stuff));
    snprintf(text + at, size - (size_t)at, "%s", wend_category_at(thing->category)->name);
}

static void add_text(cow_memory* m, const wend_thing* thing, int link) {
    if (m->text_count == WEND_MAX_TEXTS || !thing->category) return;
    m->links[m->text_count] = link;
    m->categories[m->text_count] = thing->category;
    say(thing, m->texts[m->text_count++], sizeof m->texts[0]);
}

// Furniture hides what is in or under it; a bowl does not.
static bool hides(const wend_link* link) {
    return link->of < 0 && (link->kind == WEND_LINK_UNDER || link->kind == WEND_LINK_IN) &&
           !(wend_category_at(link->thing.category)->flags & WEND_CATEGORY_SMALL);
}

void cow_memory_seek(cow_memory* m, const char* text) {
    memset(m, 0, sizeof *m);
    m->goal = wend_description_read(text);
    for (int i = 0; i < m->goal.link_count && !m->hidden; i++)
        if (hides(&m->goal.links[i])) {
            m->hidden = true;
            add_text(m, &m->goal.links[i].thing, i);
        }
    if (!m->hidden) add_text(m, &m->goal.target, -1);
    for (int i = 0; i < m->goal.link_count; i++) {
        const wend_link* link = &m->goal.links[i];
        if (hides(link) || link->thing.category == WEND_CATEGORY_FLOOR) continue;
        add_text(m, &link->thing, i);
    }
}

void cow_memory_seek_rooms(cow_memory* m) {
    wend_category telling[ROOM_CLUES];
    int count = room_prior_find_telling(telling, ROOM_CLUES);
    for (int i = 0; i < count; i++)
        add_text(m, &(wend_thing){.category = telling[i], .number = -1}, COW_ROOM_CLUE);
}

// ---- what was seen ------------------------------------------------------------------------------

static wend_aabb box_at_start(const cow_pose* p, wend_aabb box) {
    wend_aabb out = wend_aabb_empty();
    for (int i = 0; i < 4; i++) {
        wend_vec3 corner =
            wend_v3(i & 1 ? box.high.x : box.low.x, box.low.y, i & 2 ? box.high.z : box.low.z);
        out = wend_aabb_add(out, cow_pose_to_start(p, corner));
    }
    out.high.y = box.high.y;
    return out;
}

static float flat_distance(const cow_pose* p, const cow_thing* t) {
    return hypotf(t->middle.x - p->x, t->middle.z - p->z);
}

// Large things are met again anywhere within their box.
static bool is_same(const cow_thing* thing, int text, wend_vec3 middle) {
    if (thing->text != text) return false;
    if (wend_v3_distance(thing->middle, middle) < SAME) return true;
    wend_aabb box = thing->box;
    wend_vec3 slack = wend_v3(0.1f, 0.1f, 0.1f);
    box.low = wend_v3_sub(box.low, slack);
    box.high = wend_v3_add(box.high, slack);
    return wend_aabb_contains(box, middle);
}

static cow_thing* thing_of(cow_memory* m, int text, wend_vec3 middle) {
    int weakest = 0;
    for (int i = 0; i < m->count; i++)
        if (is_same(&m->things[i], text, middle)) return &m->things[i];
    if (m->count < COW_MAX_THINGS) return &m->things[m->count++];
    for (int i = 1; i < m->count; i++)
        if (m->things[i].sum < m->things[weakest].sum) weakest = i;
    return &m->things[weakest];
}

static void add_find(cow_memory* m, const cow_pose* p, int step, const wend_find* find) {
    wend_vec3 middle = cow_pose_to_start(p, find->middle);
    wend_aabb box = box_at_start(p, find->box);
    int before = m->count;
    cow_thing* t = thing_of(m, find->text, middle);
    if (m->count > before || !is_same(t, find->text, middle))
        *t = (cow_thing){.text = find->text,
                         .box = box,
                         .middle = middle,
                         .point = middle,
                         .nearest = INFINITY,
                         .first_step = step};
    t->now = fmaxf(t->now, find->relevance);
    float distance = hypotf(middle.x - p->x, middle.z - p->z);
    if (distance <= t->nearest) {  // what is near by is measured best
        t->nearest = distance;
        t->from = (wend_vec2){p->x, p->z};
        t->point = middle;
        t->side = cow_pose_to_start(p, find->nearest);
        t->middle = middle;
        t->box = wend_aabb_size(t->box).y > 3 ? box : wend_aabb_join(t->box, box);
    }
}

// Whether the picture shows the place where a thing should be.
static bool is_in_picture(const cow_pose* p, const wend_observation* o, wend_vec3 at) {
    float heading = cow_pose_heading(p), sine = sinf(heading), cosine = cosf(heading);
    float dx = at.x - p->x, dz = at.z - p->z;
    float right = dx * cosine - dz * sine, deep = -(dx * sine + dz * cosine);
    if (deep < 0.3f) return false;
    float focal = (float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360));
    int x = (int)((float)o->width / 2 + right / deep * focal);
    int y = (int)((float)o->height / 2 + (o->eye_height - at.y) / deep * focal);
    int rim = o->width / 32;
    if (x < rim || y < rim || x >= o->width - rim || y >= o->height - rim) return false;
    return fabsf(o->depth[y * o->width + x] - deep) < 0.25f + 0.05f * deep;
}

void cow_memory_add(cow_memory* m, const cow_pose* p, const wend_observation* o,
                    const wend_finds* finds) {
    m->step = o->step;
    for (int i = 0; i < m->count; i++) m->things[i].now = 0;
    for (int i = 0; i < finds->count; i++) add_find(m, p, o->step, &finds->items[i]);
    for (int i = 0; i < m->count; i++) {
        cow_thing* t = &m->things[i];
        float distance = flat_distance(p, t);
        if (t->now <= 0 && !is_in_picture(p, o, t->middle)) continue;
        float weight = 1 / (0.5f + distance);
        t->sum += weight * t->now;
        t->weight += weight;
    }
}

// ---- how sure -----------------------------------------------------------------------------------

static float mean_of(const cow_thing* t) { return t->sum / (t->weight + DOUBT); }

// Metres between two boxes on the floor plan.
static float gap(wend_aabb a, wend_aabb b) {
    float x = fmaxf(0, fmaxf(a.low.x - b.high.x, b.low.x - a.high.x));
    float z = fmaxf(0, fmaxf(a.low.z - b.high.z, b.low.z - a.high.z));
    return hypotf(x, z);
}

static bool holds(const cow_memory* m, const cow_thing* thing, const cow_thing* other,
                  wend_link_kind kind) {
    float between = gap(thing->box, other->box);
    (void)m;
    if (kind == WEND_LINK_NEAR) return between < NEAR_BY;
    if (kind == WEND_LINK_WITH) return between < 0.3f;
    return between < 0.25f && thing->box.low.y > other->box.low.y + 0.05f &&
           thing->box.low.y < other->box.high.y + 0.25f;
}

// 1 where a landmark of the link stands as the link says; less where none was seen so.
static float link_factor(const cow_memory* m, const cow_thing* thing, int link) {
    const wend_link* l = &m->goal.links[link];
    if (l->kind == WEND_LINK_OTHER) return 1;
    bool low = thing->box.low.y < ON_FLOOR;
    if (l->thing.category == WEND_CATEGORY_FLOOR) return low ? 1 : 0.3f;
    if (l->kind == WEND_LINK_ON && low) return 0.3f;
    float best = 0;
    for (int i = 0; i < m->count; i++) {
        const cow_thing* other = &m->things[i];
        if (m->links[other->text] != link || other == thing) continue;
        if (holds(m, thing, other, l->kind)) best = fmaxf(best, mean_of(other));
    }
    float seen = fminf(1, best / KNOWN);
    float missing = l->kind == WEND_LINK_ON || l->kind == WEND_LINK_IN ? 0.55f : 0.8f;
    return missing + (1 - missing) * seen;
}

float cow_memory_score(const cow_memory* m, const cow_thing* thing, bool relations) {
    float score = mean_of(thing);
    for (int i = 0; relations && i < m->goal.link_count; i++)
        if (!(m->hidden && m->links[0] == i) && !(m->hidden && m->goal.links[i].of < 0))
            score *= link_factor(m, thing, i);
    return score;
}

// Straight lines go through walls, so clues count less the farther they are.
float cow_memory_promise(const cow_memory* m, float x, float z) {
    room_clue clues[COW_MAX_THINGS];
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        const cow_thing* t = &m->things[i];
        float away = hypotf(t->middle.x - x, t->middle.z - z) / ROOM_SIZE;
        if (m->links[t->text] != COW_ROOM_CLUE || away >= 1) continue;
        clues[count++] = (room_clue){m->categories[t->text], mean_of(t) * (1 - away)};
    }
    float promise = m->text_count ? room_prior_promise(clues, count, m->categories[0]) : 1;
    return fminf(fmaxf(promise, 1 / MOST_PROMISE), MOST_PROMISE);
}

// Nullable: p (then every thing counts).
static int best_of(const cow_memory* m, const cow_pose* p, bool relations, float reach,
                   float* score) {
    int best = -1;
    *score = 0;
    for (int i = 0; i < m->count; i++) {
        const cow_thing* t = &m->things[i];
        if (t->text != 0 || t->refused || t->again > m->step) continue;
        if (p && (t->nearest < SEEN_WELL || flat_distance(p, t) > reach)) continue;
        float s = cow_memory_score(m, t, relations);
        if (s <= *score) continue;
        *score = s;
        best = i;
    }
    return best;
}

int cow_memory_best(const cow_memory* m, bool relations, float* score) {
    return best_of(m, NULL, relations, INFINITY, score);
}

int cow_memory_doubtful(const cow_memory* m, const cow_pose* p, bool relations, float reach,
                        float* score) {
    return best_of(m, p, relations, reach, score);
}
