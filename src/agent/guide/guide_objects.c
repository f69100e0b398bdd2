// Object memory of the guide-follower: detection, fusion of views, and fit to landmarks.
#include "agent/guide/guide_objects.h"

#include <string.h>

#include "agent/common/object_store.h"
#include "agent/guide/guide_constants.h"

void guide_objects_destroy(guide_objects* t) {
    wend_segmentation_destroy(t->segmentation);
    wend_free(t->labels);
    wend_free(t->scratch);
}

void guide_objects_forget(guide_objects* t) { t->count = t->name_count = 0; }

void guide_objects_name(guide_objects* t, wend_room_type room, wend_vec3 feet) {
    if (!room) return;
    // A full list overwrites its oldest name.
    t->names[t->name_count++ % GUIDE_NAMES] = (guide_name){room, feet.x, feet.y, feet.z};
}

// ---- matching -----------------------------------------------------------------------------------

wend_vec2 guide_object_middle(const guide_object* object) {
    return (wend_vec2){(object->x0 + object->x1) / 2, (object->z0 + object->z1) / 2};
}

// Probability that an object of category `is` is called `said`. Categories of one specific
// Matterport class share names: any table may be called "table".
static float is_called(wend_category said, wend_category is) {
    const wend_category_row *a = wend_category_at(said), *b = wend_category_at(is);
    bool vague = a->mpcat == WEND_MPCAT_OBJECTS || a->mpcat == WEND_MPCAT_MISC ||
                 a->mpcat == WEND_MPCAT_APPLIANCES || a->mpcat == WEND_MPCAT_FURNITURE ||
                 a->mpcat == WEND_MPCAT_UNLABELED || a->mpcat == WEND_MPCAT_VOID;
    if (said == is) return 1;
    return !vague && a->mpcat == b->mpcat ? GUIDE_SAME_CLASS : 0;
}

// Confidence by the accumulated weight of views.
static float trust_in(const guide_object* object) {
    return object->weight / (object->weight + GUIDE_HALF_TRUST);
}

float guide_object_is(const guide_object* object, wend_category category) {
    float fit = 0;
    for (int i = 0; i < object->guess_count; i++)
        fit += object->guesses[i].share * is_called(category, object->guesses[i].category);
    return fit * trust_in(object);
}

static float looks(const guide_object* object, wend_color color, wend_material_type material) {
    float fit = 1;
    wend_region seen;
    memcpy(seen.features, object->features, sizeof seen.features);
    if (color)
        fit *= GUIDE_WRONG_COLOR + (1 - GUIDE_WRONG_COLOR) * wend_region_color_fits(&seen, color);
    // Images carry little information about materials. (docs/perception.md)
    if (material)
        fit *= GUIDE_WRONG_MATERIAL + GUIDE_MATERIAL * wend_region_material_fits(&seen, material);
    return fit;
}

// Distance between two bounding boxes on the floor plan, in metres; INFINITY on different storeys.
static float guide_objects_gap_between(const guide_object* a, const guide_object* b) {
    float x = fmaxf(fmaxf(a->x0 - b->x1, b->x0 - a->x1), 0);
    float z = fmaxf(fmaxf(a->z0 - b->z1, b->z0 - a->z1), 0);
    return fabsf(a->y - b->y) > GUIDE_SAME_LEVEL ? INFINITY : hypotf(x, z);
}

// How well the object is next to an anchor ("the table by the window"): 1 within GUIDE_ANCHOR_NEAR,
// 0 if there is none within GUIDE_ANCHOR_FAR.
static float stands_by(const guide_objects* t, int index, wend_category anchor, wend_color color) {
    float best = 0;
    for (int i = 0; i < t->count; i++) {
        float gap = guide_objects_gap_between(&t->items[i], &t->items[index]);
        if (i == index || gap > GUIDE_ANCHOR_FAR) continue;
        float near = fminf(1, (GUIDE_ANCHOR_FAR - gap) / (GUIDE_ANCHOR_FAR - GUIDE_ANCHOR_NEAR));
        best = fmaxf(best,
                     near * guide_object_is(&t->items[i], anchor) * looks(&t->items[i], color, 0));
    }
    return best;
}

// Whether at least `landmark->count` objects of the category are within GUIDE_GROUP.
static bool is_one_of(const guide_objects* t, int index, const wend_landmark* landmark) {
    int found = 0;
    for (int i = 0; i < t->count; i++)
        found += guide_objects_gap_between(&t->items[i], &t->items[index]) < GUIDE_GROUP &&
                 guide_object_is(&t->items[i], landmark->category) > GUIDE_LIKE;
    return found >= landmark->count;
}

static float guide_objects_volume_of(const guide_object* t) {
    return (t->x1 - t->x0) * (t->z1 - t->z0) * fmaxf(t->high - t->low, GUIDE_MIN_VOLUME_HEIGHT);
}

// Whether a nearby object of the same category fits "larger" or "smaller" better.
static bool is_outdone(const guide_objects* t, int index, const wend_landmark* landmark) {
    float mine = guide_objects_volume_of(&t->items[index]);
    for (int i = 0; i < t->count; i++) {
        if (i == index ||
            guide_objects_gap_between(&t->items[i], &t->items[index]) > GUIDE_RIVALS ||
            guide_object_is(&t->items[i], landmark->category) < GUIDE_LIKE)
            continue;
        float its = guide_objects_volume_of(&t->items[i]);
        if (landmark->choice == WEND_CHOICE_LARGER ? its > GUIDE_LARGER * mine
                                                   : mine > GUIDE_LARGER * its)
            return true;
    }
    return false;
}

float guide_objects_fit(const guide_objects* t, int index, const wend_landmark* landmark) {
    const guide_object* object = &t->items[index];
    float fit = guide_object_is(object, landmark->category);
    if (fit <= 0) return 0;
    fit *= looks(object, landmark->color, landmark->material);
    if (landmark->anchor)
        fit *= GUIDE_NO_ANCHOR +
               GUIDE_ANCHOR * stands_by(t, index, landmark->anchor, landmark->anchor_color);
    if (landmark->count > 1 && !is_one_of(t, index, landmark)) fit *= GUIDE_WRONG_COUNT;
    bool sized = landmark->choice == WEND_CHOICE_LARGER || landmark->choice == WEND_CHOICE_SMALLER;
    if (sized && is_outdone(t, index, landmark)) fit *= GUIDE_WRONG_SIZE;
    return fit;
}

typedef struct room_sign {
    wend_category category;
    wend_room_type rooms[4];
    float weight;
} room_sign;

// Objects that are typical of room types, and the strength of the evidence.
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

float guide_object_speaks_for(const guide_object* object, wend_room_type room) {
    float sum = 0;
    for (int g = 0; g < object->guess_count; g++)
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
            if (signs[i].category != object->guesses[g].category) continue;
            bool same = false;
            for (int k = 0; k < 4 && signs[i].rooms[k]; k++) same |= signs[i].rooms[k] == room;
            sum += (same ? 1.0f : GUIDE_AGAINST_ROOM) * signs[i].weight * object->guesses[g].share;
        }
    return sum * trust_in(object);
}

// ---- data association ---------------------------------------------------------------------------

// Whether two views of one category touch.
static bool touches(const guide_object* a, const guide_object* b) {
    if (a->guesses[0].category != b->guesses[0].category || fabsf(a->y - b->y) > GUIDE_SAME_LEVEL)
        return false;
    bool near = a->x0 < b->x1 + GUIDE_JOIN_GAP && b->x0 < a->x1 + GUIDE_JOIN_GAP &&
                a->z0 < b->z1 + GUIDE_JOIN_GAP && b->z0 < a->z1 + GUIDE_JOIN_GAP;
    float wide = fmaxf(a->x1, b->x1) - fminf(a->x0, b->x0);
    float deep = fmaxf(a->z1, b->z1) - fminf(a->z0, b->z0);
    return near && wide < GUIDE_JOIN_MAX && deep < GUIDE_JOIN_MAX;
}

// One-dimensional IoU of two intervals; both are widened, so that flat objects have an extent.
static float guide_objects_share_of(float a0, float a1, float b0, float b1) {
    float common = fminf(a1, b1) - fmaxf(a0, b0) + GUIDE_OVERLAP_EDGE;
    return common <= 0 ? 0 : common / (fmaxf(a1, b1) - fminf(a0, b0) + GUIDE_OVERLAP_EDGE);
}

// Whether the boxes of two views overlap enough to be one object, whatever their categories.
static bool guide_objects_is_same_place(const guide_object* a, const guide_object* b) {
    return guide_objects_share_of(a->x0, a->x1, b->x0, b->x1) *
               guide_objects_share_of(a->z0, a->z1, b->z0, b->z1) *
               guide_objects_share_of(a->low, a->high, b->low, b->high) >
           GUIDE_OVERLAP;
}

// Adds a guess to an object, best first. A full list drops the least probable guess.
static void guide_objects_add_guess(guide_object* object, wend_guess guess) {
    int at = 0;
    while (at < object->guess_count && object->guesses[at].category != guess.category) at++;
    if (at < object->guess_count)
        guess.share += object->guesses[at].share;
    else if (object->guess_count < GUIDE_GUESSES)
        object->guess_count++;
    else if (object->guesses[--at].share >= guess.share)
        return;
    while (at > 0 && object->guesses[at - 1].share < guess.share) {
        object->guesses[at] = object->guesses[at - 1];
        at--;
    }
    object->guesses[at] = guess;
}

static void guide_objects_join(guide_object* old, const guide_object* new) {
    float sum = old->weight + new->weight, kept = old->weight / sum, added = new->weight / sum;
    old->x0 = fminf(old->x0, new->x0);
    old->z0 = fminf(old->z0, new->z0);
    old->x1 = fmaxf(old->x1, new->x1);
    old->z1 = fmaxf(old->z1, new->z1);
    old->low = fminf(old->low, new->low);
    old->high = fmaxf(old->high, new->high);
    for (int i = 0; i < old->guess_count; i++) old->guesses[i].share *= kept;
    for (int i = 0; i < new->guess_count; i++)
        guide_objects_add_guess(
            old, (wend_guess){new->guesses[i].category, new->guesses[i].share* added});
    old->weight = sum;
    if (new->weight <= old->max_weight) return;
    old->max_weight = new->weight;
    memcpy(old->features, new->features, sizeof old->features);
}

// A view, and whether its category is ground truth.
typedef struct guide_view {
    const guide_object* object;
    bool sure;
} guide_view;

// Touching objects of one category have priority over overlapping objects of any category.
static float guide_object_cost(const void* item, const void* view) {
    const guide_view* v = view;
    if (touches(item, v->object)) return 0;
    return !v->sure && guide_objects_is_same_place(item, v->object) ? 1 : INFINITY;
}

static void guide_object_init(void* item, const void* view) {
    guide_object* object = item;
    *object = *((const guide_view*)view)->object;
    object->max_weight = object->weight;
}

static float guide_object_strength(const void* item) { return ((const guide_object*)item)->weight; }
static float guide_view_strength(const void* view) {
    return ((const guide_view*)view)->object->weight;
}

// Views are fused by guide_objects_add, so the policy has no `fuse`.
static const object_store_policy policy = {.item_size = sizeof(guide_object),
                                           .capacity = GUIDE_MAX_OBJECTS,
                                           .cost = guide_object_cost,
                                           .init = guide_object_init,
                                           .strength = guide_object_strength,
                                           .view_strength = guide_view_strength};

void guide_objects_add(guide_objects* t, const guide_object* object, bool sure) {
    const guide_view view = {object, sure};
    bool is_new;
    int index = object_store_add(&policy, t->items, &t->count, &view, &is_new);
    if (index >= 0 && !is_new) guide_objects_join(&t->items[index], object);
}

// ---- detection by ground truth ------------------------------------------------------------------

static bool is_worth_a_name(int category) {
    return category != WEND_CATEGORY_NONE && category != WEND_CATEGORY_WALL &&
           category != WEND_CATEGORY_FLOOR && category != WEND_CATEGORY_CEILING &&
           category != WEND_CATEGORY_ROOF && category != WEND_CATEGORY_GROUND &&
           category != WEND_CATEGORY_LIGHT_SWITCH && category != WEND_CATEGORY_OBJECT &&
           category != WEND_CATEGORY_UNLABELED && category < WEND_CATEGORY_COUNT;
}

// Sampled pixels of an image: one of GUIDE_PIXEL_STEP x GUIDE_PIXEL_STEP.

typedef struct looker {
    guide_objects* t;
    const wend_observation* o;
    const wend_pose* pose;
    int columns, rows;
    float focal;
} looker;

static int guide_objects_pixel_of(const looker* l, int point) {
    int column = point % l->columns, row = point / l->columns;
    return row * GUIDE_PIXEL_STEP * l->o->camera.width + column * GUIDE_PIXEL_STEP;
}

static wend_vec3 guide_objects_place_of(const looker* l, int point) {
    float depth = l->o->camera.depth[guide_objects_pixel_of(l, point)];
    float right =
        ((float)(point % l->columns * GUIDE_PIXEL_STEP) + 0.5f - (float)l->o->camera.width / 2) /
        l->focal;
    float up =
        ((float)l->o->camera.height / 2 - (float)(point / l->columns * GUIDE_PIXEL_STEP) - 0.5f) /
        l->focal;
    float s = sinf(l->pose->heading), c = cosf(l->pose->heading);
    float ts = sinf(l->pose->tilt), tc = cosf(l->pose->tilt);
    float ahead = depth * (tc - up * ts), rise = depth * (up * tc + ts);
    return wend_v3(l->pose->feet.x - s * ahead + c * right * depth,
                   l->pose->feet.y + l->o->camera.eye_height + rise,
                   l->pose->feet.z - c * ahead - s * right * depth);
}

static bool guide_objects_belongs(const looker* l, int from, int to) {
    int a = guide_objects_pixel_of(l, from), b = guide_objects_pixel_of(l, to);
    float depth = l->o->camera.depth[b];
    return l->o->privileged.category[a] == l->o->privileged.category[b] &&
           fabsf(depth - l->o->camera.depth[a]) <
               GUIDE_PIECE_DEPTH + GUIDE_PIECE_DEPTH_RATE * depth;
}

// Flood-fills one connected component of one category. `scratch` contains the visited flags,
// followed by the list of points.
static void guide_objects_flood(looker* l, int start) {
    int32_t* visited = l->t->scratch;
    int32_t* list = visited + l->columns * l->rows;
    int count = 0;
    int sum[3] = {0, 0, 0};
    wend_category category =
        (wend_category)l->o->privileged.category[guide_objects_pixel_of(l, start)];
    guide_object object = {.guesses = {{category, 1}},
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
        wend_vec3 place = guide_objects_place_of(l, at);
        object.x0 = fminf(object.x0, place.x);
        object.x1 = fmaxf(object.x1, place.x);
        object.z0 = fminf(object.z0, place.z);
        object.z1 = fmaxf(object.z1, place.z);
        object.low = fminf(object.low, place.y);
        object.high = fmaxf(object.high, place.y);
        for (int k = 0; k < 3; k++)
            sum[k] += l->o->camera.rgb[3 * guide_objects_pixel_of(l, at) + k];
        for (int k = 0; k < 4; k++)
            if (next[k] >= 0 && !visited[next[k]] && guide_objects_belongs(l, at, next[k])) {
                visited[next[k]] = 1;
                list[count++] = next[k];
            }
    }
    if (count < GUIDE_MIN_POINTS) return;
    object.weight = GUIDE_CERTAIN * (float)count;
    wend_region colored;
    const uint8_t rgb[3] = {(uint8_t)(sum[0] / count), (uint8_t)(sum[1] / count),
                            (uint8_t)(sum[2] / count)};
    memset(colored.features, 0, sizeof colored.features);
    wend_region_paint(&colored, rgb);
    memcpy(object.features, colored.features, sizeof object.features);
    guide_objects_add(l->t, &object, true);
}

static void look_at_truth(looker* l) {
    int points = l->columns * l->rows;
    memset(l->t->scratch, 0, (size_t)points * sizeof *l->t->scratch);
    for (int i = 0; i < points; i++) {
        int pixel = guide_objects_pixel_of(l, i);
        float depth = l->o->camera.depth[pixel];
        if (l->t->scratch[i] || !(depth > GUIDE_MIN_DEPTH && depth < GUIDE_MAP_RANGE)) continue;
        if (is_worth_a_name(l->o->privileged.category[pixel])) guide_objects_flood(l, i);
    }
    for (int i = 0; i < l->o->camera.width * l->o->camera.height; i++) {
        int category = l->o->privileged.category[i];
        l->t->labels[i] = is_worth_a_name(category) ? (uint8_t)category : 0;
    }
}

// ---- detection by segmentation ------------------------------------------------------------------

// Transforms a region's box from the agent's frame (origin at the feet, -z ahead) to the map.
static void place_box(const looker* l, const wend_region* r, guide_object* object) {
    float s = sinf(l->pose->heading), c = cosf(l->pose->heading);
    object->low = l->pose->feet.y + r->box.low.y;
    object->high = l->pose->feet.y + r->box.high.y;
    object->x0 = object->z0 = INFINITY;
    object->x1 = object->z1 = -INFINITY;
    for (int corner = 0; corner < 4; corner++) {
        float right = corner & 1 ? r->box.high.x : r->box.low.x;
        float ahead = corner & 2 ? -r->box.high.z : -r->box.low.z;
        float x = l->pose->feet.x - s * ahead + c * right;
        float z = l->pose->feet.z - c * ahead - s * right;
        object->x0 = fminf(object->x0, x);
        object->x1 = fmaxf(object->x1, x);
        object->z0 = fminf(object->z0, z);
        object->z1 = fmaxf(object->z1, z);
    }
}

// Weight of a view: smaller for small, truncated or occluded regions.
static float weigh_view(const wend_region* r) {
    float cut = r->features[WEND_FEATURE_CUT] / 4, hidden = r->features[WEND_FEATURE_HIDDEN] / 4;
    float whole =
        fmaxf(GUIDE_MIN_VIEW, 1 - GUIDE_CUT_PENALTY * cut) * fmaxf(GUIDE_MIN_VIEW, 1 - hidden);
    return whole * fminf(1, sqrtf((float)r->pixels / GUIDE_FULL_VIEW));
}

static uint8_t note_region(looker* l, int index) {
    const wend_region* r = wend_segmentation_at(l->t->segmentation, index);
    wend_guess guesses[WEND_MAX_GUESSES];
    if (r->structure || r->pixels < GUIDE_MIN_PIXELS ||
        r->features[WEND_FEATURE_CUT] > 4 * GUIDE_MAX_CUT)
        return 0;
    int count = wend_segmentation_guess(l->t->segmentation, index, guesses);
    guide_object object = {.weight = weigh_view(r), .y = l->pose->feet.y};
    for (int i = 0; i < count && object.guess_count < GUIDE_GUESSES; i++)
        if (is_worth_a_name(guesses[i].category)) object.guesses[object.guess_count++] = guesses[i];
    if (!object.guess_count || object.guesses[0].share < GUIDE_MIN_GUESS) return 0;
    memcpy(object.features, r->features, sizeof object.features);
    place_box(l, r, &object);
    guide_objects_add(l->t, &object, false);
    return (uint8_t)object.guesses[0].category;
}

static wend_status look_at_picture(looker* l, wend_error* error) {
    const wend_observation* o = l->o;
    uint8_t names[1024];
    wend_rgbd_image picture = {.width = o->camera.width,
                               .height = o->camera.height,
                               .hfov = o->camera.hfov,
                               .eye_height = o->camera.eye_height,
                               .tilt = l->pose->tilt,
                               .rgb = o->camera.rgb,
                               .depth = o->camera.depth};
    WEND_TRY(wend_segmentation_look(l->t->segmentation, &picture, error));
    int count = wend_segmentation_count(l->t->segmentation);
    if (count > 1024) count = 1024;
    for (int i = 0; i < count; i++) names[i] = note_region(l, i);
    for (int y = 0; y < o->camera.height; y++)
        for (int x = 0; x < o->camera.width; x++) {
            int region = wend_segmentation_region_at(l->t->segmentation, x, y);
            l->t->labels[y * o->camera.width + x] =
                region >= 0 && region < count ? names[region] : 0;
        }
    return WEND_OK;
}

// ---- detection ----------------------------------------------------------------------------------

static wend_status guide_objects_make_room(guide_objects* t, int width, int height,
                                           wend_error* error) {
    if (t->width == width && t->height == height) return WEND_OK;
    guide_objects_destroy(t);
    t->segmentation = NULL;
    t->labels = wend_alloc_zero((size_t)width * (size_t)height, 1);
    t->scratch = wend_alloc_zero((size_t)width * (size_t)height, sizeof *t->scratch);
    t->width = width;
    t->height = height;
    if (!t->labels || !t->scratch)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory while segmenting an image");
    return wend_segmentation_create(width, height, &t->segmentation, error);
}

wend_status guide_objects_look(guide_objects* t, const wend_observation* o, const wend_pose* pose,
                               bool truth, wend_error* error) {
    WEND_TRY(guide_objects_make_room(t, o->camera.width, o->camera.height, error));
    looker l = {
        .t = t,
        .o = o,
        .pose = pose,
        .columns = (o->camera.width + GUIDE_PIXEL_STEP - 1) / GUIDE_PIXEL_STEP,
        .rows = (o->camera.height + GUIDE_PIXEL_STEP - 1) / GUIDE_PIXEL_STEP,
        .focal = (float)o->camera.width / 2 / tanf(o->camera.hfov * (float)(WEND_PI / 360))};
    if (!truth) return look_at_picture(&l, error);
    look_at_truth(&l);
    return WEND_OK;
}
