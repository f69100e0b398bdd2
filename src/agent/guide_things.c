#include "agent/guide_things.h"

#include <string.h>

void guide_things_destroy(guide_things* t) {
    wend_glance_destroy(t->glance);
    wend_free(t->labels);
    wend_free(t->scratch);
}

void guide_things_forget(guide_things* t) { t->count = t->name_count = 0; }

void guide_things_name(guide_things* t, wend_room_type room, wend_vec3 feet) {
    if (!room) return;
    // Of too many the oldest is forgotten.
    t->names[t->name_count++ % GUIDE_NAMES] = (guide_name){room, feet.x, feet.y, feet.z};
}

// ---- fitting ------------------------------------------------------------------------------------

wend_vec2 guide_thing_middle(const guide_thing* thing) {
    return (wend_vec2){(thing->x0 + thing->x1) / 2, (thing->z0 + thing->z1) / 2};
}

// People call things by the names of their like: any table is a table.
static float is_called(wend_category said, wend_category is) {
    const wend_category_row *a = wend_category_at(said), *b = wend_category_at(is);
    bool vague = a->mpcat == WEND_MPCAT_OBJECTS || a->mpcat == WEND_MPCAT_MISC ||
                 a->mpcat == WEND_MPCAT_APPLIANCES || a->mpcat == WEND_MPCAT_FURNITURE ||
                 a->mpcat == WEND_MPCAT_UNLABELED || a->mpcat == WEND_MPCAT_VOID;
    if (said == is) return 1;
    return !vague && a->mpcat == b->mpcat ? 0.55f : 0;
}

// What few or poor views say may be otherwise.
static float trust_in(const guide_thing* thing) {
    static const float HALF = 0.25f;  // of a full view
    return thing->weight / (thing->weight + HALF);
}

float guide_thing_is(const guide_thing* thing, wend_category category) {
    float fit = 0;
    for (int i = 0; i < thing->guess_count; i++)
        fit += thing->guesses[i].share * is_called(category, thing->guesses[i].category);
    return fit * trust_in(thing);
}

static float looks(const guide_thing* thing, wend_color color, wend_stuff stuff) {
    float fit = 1;
    wend_region seen;
    memcpy(seen.features, thing->features, sizeof seen.features);
    if (color) fit *= 0.5f + 0.5f * wend_region_color_fits(&seen, color);
    // Pictures tell little of stuffs. (docs/perceiving.md)
    if (stuff) fit *= 0.85f + 0.15f * wend_region_stuff_fits(&seen, stuff);
    return fit;
}

// Metres across the floor between the boxes of two things.
static float gap_between(const guide_thing* a, const guide_thing* b) {
    float x = fmaxf(fmaxf(a->x0 - b->x1, b->x0 - a->x1), 0);
    float z = fmaxf(fmaxf(a->z0 - b->z1, b->z0 - a->z1), 0);
    return fabsf(a->y - b->y) > 1 ? INFINITY : hypotf(x, z);
}

// 1 where what it should stand by is right there, 0 where there is none.
static float stands_by(const guide_things* t, int index, wend_category anchor, wend_color color) {
    static const float NEAR = 0.7f, FAR = 2;  // metres
    float best = 0;
    for (int i = 0; i < t->count; i++) {
        float gap = gap_between(&t->items[i], &t->items[index]);
        if (i == index || gap > FAR) continue;
        float near = fminf(1, (FAR - gap) / (FAR - NEAR));
        best = fmaxf(best,
                     near * guide_thing_is(&t->items[i], anchor) * looks(&t->items[i], color, 0));
    }
    return best;
}

// Whether there are as many of them together.
static bool is_one_of(const guide_things* t, int index, const wend_landmark* landmark) {
    static const float TOGETHER = 4;  // metres
    int found = 0;
    for (int i = 0; i < t->count; i++)
        found += gap_between(&t->items[i], &t->items[index]) < TOGETHER &&
                 guide_thing_is(&t->items[i], landmark->category) > 0.3f;
    return found >= landmark->count;
}

static float volume_of(const guide_thing* t) {
    return (t->x1 - t->x0) * (t->z1 - t->z0) * fmaxf(t->high - t->low, 0.05f);
}

// Whether another of its kind near it is as large (small) as it is told to be, and it is not.
static bool is_outdone(const guide_things* t, int index, const wend_landmark* landmark) {
    static const float TOGETHER = 6, CLEARLY = 1.3f;  // metres; times as large
    float mine = volume_of(&t->items[index]);
    for (int i = 0; i < t->count; i++) {
        if (i == index || gap_between(&t->items[i], &t->items[index]) > TOGETHER ||
            guide_thing_is(&t->items[i], landmark->category) < 0.3f)
            continue;
        float its = volume_of(&t->items[i]);
        if (landmark->choice == WEND_CHOICE_LARGER ? its > CLEARLY * mine : mine > CLEARLY * its)
            return true;
    }
    return false;
}

float guide_things_fit(const guide_things* t, int index, const wend_landmark* landmark) {
    const guide_thing* thing = &t->items[index];
    float fit = guide_thing_is(thing, landmark->category);
    if (fit <= 0) return 0;
    fit *= looks(thing, landmark->color, landmark->stuff);
    if (landmark->anchor)
        fit *= 0.6f + 0.4f * stands_by(t, index, landmark->anchor, landmark->anchor_color);
    if (landmark->count > 1 && !is_one_of(t, index, landmark)) fit *= 0.8f;
    bool sized = landmark->choice == WEND_CHOICE_LARGER || landmark->choice == WEND_CHOICE_SMALLER;
    if (sized && is_outdone(t, index, landmark)) fit *= 0.6f;
    return fit;
}

typedef struct room_sign {
    wend_category category;
    wend_room_type rooms[4];
    float weight;
} room_sign;

// What stands in which rooms, as people furnish them.
static const room_sign signs[] = {
    {WEND_CATEGORY_BED, {WEND_ROOM_BEDROOM}, 1},
    {WEND_CATEGORY_NIGHTSTAND, {WEND_ROOM_BEDROOM}, 0.7f},
    {WEND_CATEGORY_WARDROBE, {WEND_ROOM_BEDROOM}, 0.6f},
    {WEND_CATEGORY_DRESSER, {WEND_ROOM_BEDROOM}, 0.6f},
    {WEND_CATEGORY_BATHTUB, {WEND_ROOM_BATHROOM}, 1},
    {WEND_CATEGORY_SHOWER, {WEND_ROOM_BATHROOM}, 1},
    {WEND_CATEGORY_SHOWER_CURTAIN, {WEND_ROOM_BATHROOM}, 0.8f},
    {WEND_CATEGORY_TOILET, {WEND_ROOM_BATHROOM, WEND_ROOM_TOILET}, 0.8f},
    {WEND_CATEGORY_SINK, {WEND_ROOM_BATHROOM, WEND_ROOM_TOILET, WEND_ROOM_KITCHEN}, 0.4f},
    {WEND_CATEGORY_TOWEL_HOLDER, {WEND_ROOM_BATHROOM, WEND_ROOM_TOILET}, 0.4f},
    {WEND_CATEGORY_FRIDGE, {WEND_ROOM_KITCHEN, WEND_ROOM_BREAK_ROOM}, 1},
    {WEND_CATEGORY_STOVE, {WEND_ROOM_KITCHEN}, 1},
    {WEND_CATEGORY_COUNTER, {WEND_ROOM_KITCHEN, WEND_ROOM_BREAK_ROOM}, 0.6f},
    {WEND_CATEGORY_DISHWASHER, {WEND_ROOM_KITCHEN, WEND_ROOM_BREAK_ROOM}, 0.8f},
    {WEND_CATEGORY_RANGE_HOOD, {WEND_ROOM_KITCHEN}, 0.8f},
    {WEND_CATEGORY_MICROWAVE, {WEND_ROOM_KITCHEN, WEND_ROOM_BREAK_ROOM}, 0.4f},
    {WEND_CATEGORY_SOFA, {WEND_ROOM_LIVING_ROOM, WEND_ROOM_RECEPTION}, 0.9f},
    {WEND_CATEGORY_TELEVISION, {WEND_ROOM_LIVING_ROOM}, 0.5f},
    {WEND_CATEGORY_TV_STAND, {WEND_ROOM_LIVING_ROOM}, 0.8f},
    {WEND_CATEGORY_COFFEE_TABLE, {WEND_ROOM_LIVING_ROOM, WEND_ROOM_RECEPTION}, 0.8f},
    {WEND_CATEGORY_ARMCHAIR, {WEND_ROOM_LIVING_ROOM}, 0.4f},
    {WEND_CATEGORY_FIREPLACE, {WEND_ROOM_LIVING_ROOM}, 0.5f},
    {WEND_CATEGORY_DINING_TABLE, {WEND_ROOM_DINING_ROOM, WEND_ROOM_KITCHEN}, 0.9f},
    {WEND_CATEGORY_DESK, {WEND_ROOM_STUDY, WEND_ROOM_OFFICE, WEND_ROOM_OPEN_OFFICE}, 0.6f},
    {WEND_CATEGORY_OFFICE_CHAIR, {WEND_ROOM_STUDY, WEND_ROOM_OFFICE, WEND_ROOM_OPEN_OFFICE}, 0.5f},
    {WEND_CATEGORY_WASHING_MACHINE, {WEND_ROOM_LAUNDRY}, 1},
    {WEND_CATEGORY_CLOTHES_DRYER, {WEND_ROOM_LAUNDRY}, 1},
    {WEND_CATEGORY_WHITEBOARD_STAND, {WEND_ROOM_MEETING_ROOM, WEND_ROOM_OFFICE}, 0.5f},
    {WEND_CATEGORY_CAR, {WEND_ROOM_GARAGE, WEND_ROOM_OUTDOORS}, 0.8f},
    {WEND_CATEGORY_STAIRS, {WEND_ROOM_STAIRWELL, WEND_ROOM_HALL}, 0.5f},
};

float guide_thing_speaks_for(const guide_thing* thing, wend_room_type room) {
    float sum = 0;
    for (int g = 0; g < thing->guess_count; g++)
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
            if (signs[i].category != thing->guesses[g].category) continue;
            bool same = false;
            for (int k = 0; k < 4 && signs[i].rooms[k]; k++) same |= signs[i].rooms[k] == room;
            sum += (same ? 1.0f : -0.5f) * signs[i].weight * thing->guesses[g].share;
        }
    return sum * trust_in(thing);
}

// ---- remembering --------------------------------------------------------------------------------

// Two views of the same kind of thing that meet.
static bool touches(const guide_thing* a, const guide_thing* b) {
    static const float GAP = 0.25f, MOST = 3.2f;  // metres
    if (a->guesses[0].category != b->guesses[0].category || fabsf(a->y - b->y) > 1) return false;
    bool near =
        a->x0 < b->x1 + GAP && b->x0 < a->x1 + GAP && a->z0 < b->z1 + GAP && b->z0 < a->z1 + GAP;
    float wide = fmaxf(a->x1, b->x1) - fminf(a->x0, b->x0);
    float deep = fmaxf(a->z1, b->z1) - fminf(a->z0, b->z0);
    return near && wide < MOST && deep < MOST;
}

// The share two stretches have in common of what they cover together; ends count a little wider,
// so that what is flat covers something.
static float share_of(float a0, float a1, float b0, float b1) {
    static const float EDGE = 0.1f;  // metres
    float common = fminf(a1, b1) - fmaxf(a0, b0) + EDGE;
    return common <= 0 ? 0 : common / (fmaxf(a1, b1) - fminf(a0, b0) + EDGE);
}

// Two views that fill the same room, whatever they were taken for.
static bool is_same_place(const guide_thing* a, const guide_thing* b) {
    static const float LEAST = 0.3f;
    return share_of(a->x0, a->x1, b->x0, b->x1) * share_of(a->z0, a->z1, b->z0, b->z1) *
               share_of(a->low, a->high, b->low, b->high) >
           LEAST;
}

// Puts a guess among those of a thing, best first; of too many the least is dropped.
static void add_guess(guide_thing* thing, wend_guess guess) {
    int at = 0;
    while (at < thing->guess_count && thing->guesses[at].category != guess.category) at++;
    if (at < thing->guess_count)
        guess.share += thing->guesses[at].share;
    else if (thing->guess_count < GUIDE_GUESSES)
        thing->guess_count++;
    else if (thing->guesses[--at].share >= guess.share)
        return;
    while (at > 0 && thing->guesses[at - 1].share < guess.share) {
        thing->guesses[at] = thing->guesses[at - 1];
        at--;
    }
    thing->guesses[at] = guess;
}

static void join(guide_thing* old, const guide_thing* new) {
    float sum = old->weight + new->weight, kept = old->weight / sum, added = new->weight / sum;
    old->x0 = fminf(old->x0, new->x0);
    old->z0 = fminf(old->z0, new->z0);
    old->x1 = fmaxf(old->x1, new->x1);
    old->z1 = fmaxf(old->z1, new->z1);
    old->low = fminf(old->low, new->low);
    old->high = fmaxf(old->high, new->high);
    for (int i = 0; i < old->guess_count; i++) old->guesses[i].share *= kept;
    for (int i = 0; i < new->guess_count; i++)
        add_guess(old, (wend_guess){new->guesses[i].category, new->guesses[i].share* added});
    old->weight = sum;
    if (new->weight <= old->most) return;
    old->most = new->weight;
    memcpy(old->features, new->features, sizeof old->features);
}

// Where there is no room for one more, what it knows least of is forgotten. NULL: that is the new.
static guide_thing* make_place(guide_things* t, float weight) {
    if (t->count < GUIDE_THINGS) return &t->items[t->count++];
    guide_thing* least = &t->items[0];
    for (int i = 1; i < t->count; i++)
        if (t->items[i].weight < least->weight) least = &t->items[i];
    return least->weight < weight ? least : NULL;
}

void guide_things_add(guide_things* t, const guide_thing* view, bool sure) {
    for (int rule = 0; rule < (sure ? 1 : 2); rule++)
        for (int i = 0; i < t->count; i++)
            if (rule ? is_same_place(&t->items[i], view) : touches(&t->items[i], view)) {
                join(&t->items[i], view);
                return;
            }
    guide_thing* place = make_place(t, view->weight);
    if (!place) return;
    *place = *view;
    place->most = view->weight;
}

// ---- seeing by the truth ------------------------------------------------------------------------

static bool is_worth_a_name(int category) {
    return category != WEND_CATEGORY_NONE && category != WEND_CATEGORY_WALL &&
           category != WEND_CATEGORY_FLOOR && category != WEND_CATEGORY_CEILING &&
           category != WEND_CATEGORY_ROOF && category != WEND_CATEGORY_GROUND &&
           category != WEND_CATEGORY_LIGHT_SWITCH && category != WEND_CATEGORY_OBJECT &&
           category != WEND_CATEGORY_UNLABELED && category < WEND_CATEGORY_COUNT;
}

// Points of the picture that are looked at: one of STEP x STEP.
enum { STEP = 4, LEAST_POINTS = 5 };
static const float CERTAIN = 100;  // what the truth weighs beside guesses

typedef struct looker {
    guide_things* t;
    const wend_observation* o;
    const wend_map_pose* pose;
    int columns, rows;
    float focal;
} looker;

static int pixel_of(const looker* l, int point) {
    int column = point % l->columns, row = point / l->columns;
    return row * STEP * l->o->width + column * STEP;
}

static wend_vec3 place_of(const looker* l, int point) {
    float depth = l->o->depth[pixel_of(l, point)];
    float right = ((float)(point % l->columns * STEP) + 0.5f - (float)l->o->width / 2) / l->focal;
    float up = ((float)l->o->height / 2 - (float)(point / l->columns * STEP) - 0.5f) / l->focal;
    float s = sinf(l->pose->heading), c = cosf(l->pose->heading);
    float ts = sinf(l->pose->tilt), tc = cosf(l->pose->tilt);
    float ahead = depth * (tc - up * ts), rise = depth * (up * tc + ts);
    return wend_v3(l->pose->feet.x - s * ahead + c * right * depth,
                   l->pose->feet.y + l->o->eye_height + rise,
                   l->pose->feet.z - c * ahead - s * right * depth);
}

static bool belongs(const looker* l, int from, int to) {
    int a = pixel_of(l, from), b = pixel_of(l, to);
    float depth = l->o->depth[b];
    return l->o->category[a] == l->o->category[b] &&
           fabsf(depth - l->o->depth[a]) < 0.2f + 0.08f * depth;
}

// One connected piece of one category, flooded from a point; scratch holds the list of its points
// behind a map of those that were visited.
static void flood(looker* l, int start) {
    int32_t* visited = l->t->scratch;
    int32_t* list = visited + l->columns * l->rows;
    int count = 0;
    int sum[3] = {0, 0, 0};
    wend_category category = (wend_category)l->o->category[pixel_of(l, start)];
    guide_thing thing = {.guesses = {{category, 1}},
                         .guess_count = 1,
                         .x0 = INFINITY,
                         .z0 = INFINITY,
                         .x1 = -INFINITY,
                         .z1 = -INFINITY,
                         .low = INFINITY,
                         .high = -INFINITY,
                         .y = l->pose->feet.y};
    list[count++] = start;
    visited[start] = 1;
    for (int i = 0; i < count; i++) {
        int at = list[i], column = at % l->columns, row = at / l->columns;
        const int next[4] = {column > 0 ? at - 1 : -1, column + 1 < l->columns ? at + 1 : -1,
                             row > 0 ? at - l->columns : -1,
                             row + 1 < l->rows ? at + l->columns : -1};
        wend_vec3 place = place_of(l, at);
        thing.x0 = fminf(thing.x0, place.x);
        thing.x1 = fmaxf(thing.x1, place.x);
        thing.z0 = fminf(thing.z0, place.z);
        thing.z1 = fmaxf(thing.z1, place.z);
        thing.low = fminf(thing.low, place.y);
        thing.high = fmaxf(thing.high, place.y);
        for (int k = 0; k < 3; k++) sum[k] += l->o->rgb[3 * pixel_of(l, at) + k];
        for (int k = 0; k < 4; k++)
            if (next[k] >= 0 && !visited[next[k]] && belongs(l, at, next[k])) {
                visited[next[k]] = 1;
                list[count++] = next[k];
            }
    }
    if (count < LEAST_POINTS) return;
    thing.weight = CERTAIN * (float)count;
    wend_region colored;
    const uint8_t rgb[3] = {(uint8_t)(sum[0] / count), (uint8_t)(sum[1] / count),
                            (uint8_t)(sum[2] / count)};
    memset(colored.features, 0, sizeof colored.features);
    wend_region_paint(&colored, rgb);
    memcpy(thing.features, colored.features, sizeof thing.features);
    guide_things_add(l->t, &thing, true);
}

static void look_at_truth(looker* l) {
    int points = l->columns * l->rows;
    memset(l->t->scratch, 0, (size_t)points * sizeof *l->t->scratch);
    for (int i = 0; i < points; i++) {
        int pixel = pixel_of(l, i);
        float depth = l->o->depth[pixel];
        if (l->t->scratch[i] || !(depth > 0.1f && depth < 9.9f)) continue;
        if (is_worth_a_name(l->o->category[pixel])) flood(l, i);
    }
    for (int i = 0; i < l->o->width * l->o->height; i++) {
        int category = l->o->category[i];
        l->t->labels[i] = is_worth_a_name(category) ? (uint8_t)category : 0;
    }
}

// ---- seeing by the picture alone ----------------------------------------------------------------

// A region is in the frame of the body, feet in the origin, -z ahead.
static void place_box(const looker* l, const wend_region* r, guide_thing* thing) {
    float s = sinf(l->pose->heading), c = cosf(l->pose->heading);
    thing->low = l->pose->feet.y + r->box.low.y;
    thing->high = l->pose->feet.y + r->box.high.y;
    thing->x0 = thing->z0 = INFINITY;
    thing->x1 = thing->z1 = -INFINITY;
    for (int corner = 0; corner < 4; corner++) {
        float right = corner & 1 ? r->box.high.x : r->box.low.x;
        float ahead = corner & 2 ? -r->box.high.z : -r->box.low.z;
        float x = l->pose->feet.x - s * ahead + c * right;
        float z = l->pose->feet.z - c * ahead - s * right;
        thing->x0 = fminf(thing->x0, x);
        thing->x1 = fmaxf(thing->x1, x);
        thing->z0 = fminf(thing->z0, z);
        thing->z1 = fmaxf(thing->z1, z);
    }
}

// How much a view shows of a thing: little of what is small in the picture, beyond its edge or
// behind something.
static float weigh_view(const wend_region* r) {
    static const float PLENTY = 400, LEAST = 0.1f;  // pixels; what is left of the worst view
    float cut = r->features[WEND_FEATURE_CUT] / 4, hidden = r->features[WEND_FEATURE_HIDDEN] / 4;
    float whole = fmaxf(LEAST, 1 - 1.6f * cut) * fmaxf(LEAST, 1 - hidden);
    return whole * fminf(1, sqrtf((float)r->pixels / PLENTY));
}

static uint8_t note_region(looker* l, int index) {
    static const float WORTH = 0.25f;    // share of the best guess
    static const float MOST_CUT = 0.7f;  // of the outline: nothing can be told of it
    const wend_region* r = wend_glance_at(l->t->glance, index);
    wend_guess guesses[WEND_MAX_GUESSES];
    if (r->structure || r->pixels < 24 || r->features[WEND_FEATURE_CUT] > 4 * MOST_CUT) return 0;
    int count = wend_glance_guess(l->t->glance, index, guesses);
    guide_thing thing = {.weight = weigh_view(r), .y = l->pose->feet.y};
    for (int i = 0; i < count && thing.guess_count < GUIDE_GUESSES; i++)
        if (is_worth_a_name(guesses[i].category)) thing.guesses[thing.guess_count++] = guesses[i];
    if (!thing.guess_count || thing.guesses[0].share < WORTH) return 0;
    memcpy(thing.features, r->features, sizeof thing.features);
    place_box(l, r, &thing);
    guide_things_add(l->t, &thing, false);
    return (uint8_t)thing.guesses[0].category;
}

static wend_status look_at_picture(looker* l, wend_error* error) {
    const wend_observation* o = l->o;
    uint8_t names[1024];
    wend_picture picture = {.width = o->width,
                            .height = o->height,
                            .hfov = o->hfov,
                            .eye_height = o->eye_height,
                            .tilt = l->pose->tilt,
                            .rgb = o->rgb,
                            .depth = o->depth};
    WEND_TRY(wend_glance_look(l->t->glance, &picture, error));
    int count = wend_glance_count(l->t->glance);
    if (count > 1024) count = 1024;
    for (int i = 0; i < count; i++) names[i] = note_region(l, i);
    for (int y = 0; y < o->height; y++)
        for (int x = 0; x < o->width; x++) {
            int region = wend_glance_region_at(l->t->glance, x, y);
            l->t->labels[y * o->width + x] = region >= 0 && region < count ? names[region] : 0;
        }
    return WEND_OK;
}

// ---- looking ------------------------------------------------------------------------------------

static wend_status make_room(guide_things* t, int width, int height, wend_error* error) {
    if (t->width == width && t->height == height) return WEND_OK;
    guide_things_destroy(t);
    t->glance = NULL;
    t->labels = wend_alloc_zero((size_t)width * (size_t)height, 1);
    t->scratch = wend_alloc_zero((size_t)width * (size_t)height, sizeof *t->scratch);
    t->width = width;
    t->height = height;
    if (!t->labels || !t->scratch)
        return wend_fail(error, WEND_NO_MEMORY, "no memory to look at a picture");
    return wend_glance_create(width, height, &t->glance, error);
}

wend_status guide_things_look(guide_things* t, const wend_observation* o, const wend_map_pose* pose,
                              bool truth, wend_error* error) {
    WEND_TRY(make_room(t, o->width, o->height, error));
    looker l = {.t = t,
                .o = o,
                .pose = pose,
                .columns = (o->width + STEP - 1) / STEP,
                .rows = (o->height + STEP - 1) / STEP,
                .focal = (float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360))};
    if (!truth) return look_at_picture(&l, error);
    look_at_truth(&l);
    return WEND_OK;
}
