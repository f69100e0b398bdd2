// Object memory of the CoW agent: texts to localize, fusion of detections, scores with relations.
#include "agent/cow/cow_memory.h"

#include <stdio.h>
#include <string.h>

#include "agent/common/object_store.h"
#include "agent/cow/cow_constants.h"
#include "perceive/room_prior.h"

// ---- texts -------------------------------------------------------------------------------------

static void cow_memory_say(const wend_described_object* object, char* text, size_t size) {
    int at = 0;
    if (object->size)
        at += snprintf(text + at, size - (size_t)at, "%s ", wend_size_name(object->size));
    for (int i = 0; i < object->color_count; i++)
        at += snprintf(text + at, size - (size_t)at, "%s ", wend_color_name(object->colors[i]));
    if (object->material)
        at += snprintf(text + at, size - (size_t)at, "%s ",
                       wend_material_type_name(object->material));
    snprintf(text + at, size - (size_t)at, "%s", wend_category_at(object->category)->name);
}

static void add_text(cow_memory* m, const wend_described_object* object, int link) {
    if (m->text_count == WEND_MAX_TEXTS || !object->category) return;
    m->links[m->text_count] = link;
    m->categories[m->text_count] = object->category;
    cow_memory_say(object, m->texts[m->text_count++], sizeof m->texts[0]);
}

// Furniture occludes objects in or under it; small containers do not.
static bool hides(const wend_link* link) {
    return link->of < 0 && (link->kind == WEND_LINK_UNDER || link->kind == WEND_LINK_IN) &&
           !(wend_category_at(link->object.category)->flags & WEND_CATEGORY_SMALL);
}

void cow_memory_seek(cow_memory* m, const char* text) {
    memset(m, 0, sizeof *m);
    m->goal = wend_description_read(text);
    for (int i = 0; i < m->goal.link_count && !m->hidden; i++)
        if (hides(&m->goal.links[i])) {
            m->hidden = true;
            add_text(m, &m->goal.links[i].object, i);
        }
    if (!m->hidden) add_text(m, &m->goal.target, -1);
    for (int i = 0; i < m->goal.link_count; i++) {
        const wend_link* link = &m->goal.links[i];
        if (hides(link) || link->object.category == WEND_CATEGORY_FLOOR) continue;
        add_text(m, &link->object, i);
    }
}

void cow_memory_seek_rooms(cow_memory* m) {
    wend_category selection[COW_ROOM_CLUES];
    int count = room_prior_find_telling(selection, COW_ROOM_CLUES);
    for (int i = 0; i < count; i++)
        add_text(m, &(wend_described_object){.category = selection[i], .number = -1},
                 COW_ROOM_CLUE);
}

// ---- detections --------------------------------------------------------------------------------

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

static float flat_distance(const cow_pose* p, const cow_object* t) {
    return hypotf(t->middle.x - p->x, t->middle.z - p->z);
}

// One detection in the frame of the start.
typedef struct cow_view {
    int text, step;
    float relevance;
    wend_vec2 from;  // (x, z) of the agent
    wend_vec3 middle, side;
    wend_aabb box;
} cow_view;

// A view matches a stored object if its centre is near the object's centre or, for large objects,
// in the object's box.
static float cow_object_cost(const void* item, const void* view) {
    const cow_object* object = item;
    const cow_view* v = view;
    if (object->text != v->text) return INFINITY;
    if (wend_v3_distance(object->middle, v->middle) < COW_SAME_OBJECT) return 0;
    wend_aabb box = object->box;
    wend_vec3 slack = wend_v3(COW_BOX_SLACK, COW_BOX_SLACK, COW_BOX_SLACK);
    box.low = wend_v3_sub(box.low, slack);
    box.high = wend_v3_add(box.high, slack);
    return wend_aabb_contains(box, v->middle) ? 0 : INFINITY;
}

static void cow_object_init(void* item, const void* view) {
    const cow_view* v = view;
    *(cow_object*)item = (cow_object){.text = v->text,
                                      .box = v->box,
                                      .middle = v->middle,
                                      .point = v->middle,
                                      .nearest = INFINITY,
                                      .first_step = v->step};
}

// The nearest view measures best: it alone determines the position.
static void cow_object_fuse(void* item, const void* view) {
    cow_object* t = item;
    const cow_view* v = view;
    t->now = fmaxf(t->now, v->relevance);
    float distance = hypotf(v->middle.x - v->from.x, v->middle.z - v->from.y);
    if (distance > t->nearest) return;
    t->nearest = distance;
    t->from = v->from;
    t->point = t->middle = v->middle;
    t->side = v->side;
    t->box =
        wend_aabb_size(t->box).y > COW_MAX_BOX_HEIGHT ? v->box : wend_aabb_join(t->box, v->box);
}

static float cow_object_strength(const void* item) { return ((const cow_object*)item)->sum; }

static const object_store_policy policy = {.item_size = sizeof(cow_object),
                                           .capacity = COW_MAX_OBJECTS,
                                           .cost = cow_object_cost,
                                           .init = cow_object_init,
                                           .fuse = cow_object_fuse,
                                           .strength = cow_object_strength};

static void cow_memory_add_detection(cow_memory* m, const cow_pose* p, int step,
                                     const wend_detection* detection) {
    const cow_view view = {.text = detection->text,
                           .step = step,
                           .relevance = detection->relevance,
                           .from = {p->x, p->z},
                           .middle = cow_pose_to_start(p, detection->middle),
                           .side = cow_pose_to_start(p, detection->nearest),
                           .box = box_at_start(p, detection->box)};
    object_store_add(&policy, m->objects, &m->count, &view, NULL);
}

// Whether the image shows the position of an object unoccluded.
static bool is_in_picture(const cow_pose* p, const wend_observation* o, wend_vec3 at) {
    float heading = cow_pose_heading(p), sine = sinf(heading), cosine = cosf(heading);
    float dx = at.x - p->x, dz = at.z - p->z;
    float right = dx * cosine - dz * sine, deep = -(dx * sine + dz * cosine);
    if (deep < COW_MIN_DEPTH) return false;
    float focal = (float)o->camera.width / 2 / tanf(o->camera.hfov * (float)(WEND_PI / 360));
    int x = (int)((float)o->camera.width / 2 + right / deep * focal);
    int y = (int)((float)o->camera.height / 2 + (o->camera.eye_height - at.y) / deep * focal);
    int rim = o->camera.width / 32;
    if (x < rim || y < rim || x >= o->camera.width - rim || y >= o->camera.height - rim)
        return false;
    return fabsf(o->camera.depth[y * o->camera.width + x] - deep) <
           COW_DEPTH_TOLERANCE + COW_DEPTH_TOLERANCE_RATE * deep;
}

void cow_memory_add(cow_memory* m, const cow_pose* p, const wend_observation* o,
                    const wend_detections* detections) {
    m->step = o->step;
    for (int i = 0; i < m->count; i++) m->objects[i].now = 0;
    for (int i = 0; i < detections->count; i++)
        cow_memory_add_detection(m, p, o->step, &detections->items[i]);
    for (int i = 0; i < m->count; i++) {
        cow_object* t = &m->objects[i];
        float distance = flat_distance(p, t);
        if (t->now <= 0 && !is_in_picture(p, o, t->middle)) continue;
        float weight = 1 / (COW_VIEW_OFFSET + distance);
        t->sum += weight * t->now;
        t->weight += weight;
    }
}

// ---- scores ------------------------------------------------------------------------------------

static float cow_memory_mean_of(const cow_object* t) {
    return t->sum / (t->weight + COW_PRIOR_WEIGHT);
}

// Metres between two boxes on the floor plan.
static float cow_memory_gap(wend_aabb a, wend_aabb b) {
    float x = fmaxf(0, fmaxf(a.low.x - b.high.x, b.low.x - a.high.x));
    float z = fmaxf(0, fmaxf(a.low.z - b.high.z, b.low.z - a.high.z));
    return hypotf(x, z);
}

static bool holds(const cow_memory* m, const cow_object* object, const cow_object* other,
                  wend_link_kind kind) {
    float between = cow_memory_gap(object->box, other->box);
    (void)m;
    if (kind == WEND_LINK_NEAR) return between < COW_NEAR_GAP;
    if (kind == WEND_LINK_WITH) return between < COW_WITH_GAP;
    return between < COW_ON_GAP && object->box.low.y > other->box.low.y + COW_ON_RISE &&
           object->box.low.y < other->box.high.y + COW_ON_GAP;
}

// 1 if a landmark is in the relation of the link; less otherwise.
static float link_factor(const cow_memory* m, const cow_object* object, int link) {
    const wend_link* l = &m->goal.links[link];
    if (l->kind == WEND_LINK_OTHER) return 1;
    bool low = object->box.low.y < COW_FLOOR_HEIGHT;
    if (l->object.category == WEND_CATEGORY_FLOOR) return low ? 1 : COW_FACTOR_CONTRADICTED;
    if (l->kind == WEND_LINK_ON && low) return COW_FACTOR_CONTRADICTED;
    float best = 0;
    for (int i = 0; i < m->count; i++) {
        const cow_object* other = &m->objects[i];
        if (m->links[other->text] != link || other == object) continue;
        if (holds(m, object, other, l->kind)) best = fmaxf(best, cow_memory_mean_of(other));
    }
    float seen = fminf(1, best / COW_LANDMARK_SEEN);
    float missing = l->kind == WEND_LINK_ON || l->kind == WEND_LINK_IN ? COW_FACTOR_NO_SUPPORT
                                                                       : COW_FACTOR_NO_LANDMARK;
    return missing + (1 - missing) * seen;
}

float cow_memory_score(const cow_memory* m, const cow_object* object, bool relations) {
    float score = cow_memory_mean_of(object);
    for (int i = 0; relations && i < m->goal.link_count; i++)
        if (!(m->hidden && m->links[0] == i) && !(m->hidden && m->goal.links[i].of < 0))
            score *= link_factor(m, object, i);
    return score;
}

// Objects behind walls count too, so weights decrease with the distance.
float cow_memory_promise(const cow_memory* m, float x, float z) {
    room_clue clues[COW_MAX_OBJECTS];
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        const cow_object* t = &m->objects[i];
        float away = hypotf(t->middle.x - x, t->middle.z - z) / COW_ROOM_SIZE;
        if (m->links[t->text] != COW_ROOM_CLUE || away >= 1) continue;
        clues[count++] = (room_clue){m->categories[t->text], cow_memory_mean_of(t) * (1 - away)};
    }
    float promise = m->text_count ? room_prior_promise(clues, count, m->categories[0]) : 1;
    return fminf(fmaxf(promise, 1 / COW_MAX_PROMISE), COW_MAX_PROMISE);
}

// Nullable: p (no limit on the distance).
static int best_of(const cow_memory* m, const cow_pose* p, bool relations, float reach,
                   float* score) {
    int best = -1;
    *score = 0;
    for (int i = 0; i < m->count; i++) {
        const cow_object* t = &m->objects[i];
        if (t->text != 0 || t->rejected || t->again > m->step) continue;
        if (p && (t->nearest < COW_CLOSE_VIEW || flat_distance(p, t) > reach)) continue;
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
