// Builds PASTURE's variations of a scene: places the objects of all roles, verifies descriptions
// and stop positions, and replaces the failed ones.
#include "make/vary_scene.h"

#include <stdio.h>
#include <string.h>

#include "base/letter.h"
#include "catalog/model.h"

#include "wend/language.h"
#include "wend/make.h"

enum { MAX_ROUNDS = 24, MAX_HIDE = 2000, MAX_DOUBLE = 40 };

static const char* const variation_names[VARIATION_COUNT] = {
#define X(name, word) word,
    VARIATION_LIST(X)
#undef X
};

const char* variation_name(variation_kind kind) { return variation_names[kind]; }

static wend_status vary_scene_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory to vary a scene");
}

static const wend_scene* vary_scene_scene_of(const wend_world* world) {
    return wend_world_scene(world);
}

static const wend_object* object_in(const wend_scene* scene, uint32_t id) {
    return &wend_scene_get(scene)->objects.items[id];
}

static const char* vary_scene_keep_text(vary_scene* v, const char* text) {
    return text ? arena_text(&v->memory, text, strlen(text)) : NULL;
}

// RoboTHOR's twelve goal categories or PASTURE's uncommon ones, in table order.
static void list_roles(unsigned flag, wend_category out[ROLES]) {
    int count = 0;
    for (int i = 0; i < WEND_CATEGORY_COUNT && count < ROLES; i++)
        if (wend_category_at((wend_category)i)->flags & flag) out[count++] = (wend_category)i;
}

// ---- worlds -------------------------------------------------------------------------------------

// Builds the varied scene from the rounded numbers that the file will have.
static wend_status build_world(vary_scene* v, const scenery* s, bool uses_images,
                               wend_world** world, wend_error* error) {
    wend_addition added[PLACER_MAX_ADDED];
    wend_robothor_episode as_read = {.removed = s->removed,
                                     .removed_count = s->removed_count,
                                     .added = s->added,
                                     .added_count = s->added_count};
    wend_variation variation;
    wend_scene* scene;
    wend_world_def def = wend_world_default_def();
    def.uses_images = uses_images;
    *world = NULL;
    WEND_TRY(wend_robothor_variation(&as_read, added, &variation, error));
    WEND_TRY(wend_scene_vary(vary_scene_scene_of(v->base), &variation, false, &scene, error));
    return wend_world_create(scene, &def, world, error);
}

static wend_status alloc_scenery(vary_scene* v, scenery* s, wend_error* error) {
    uint32_t objects = wend_scene_get(vary_scene_scene_of(v->base))->objects.count;
    s->removed = arena_alloc_zero(&v->memory, objects, sizeof *s->removed);
    s->added = arena_alloc_zero(&v->memory, PLACER_MAX_ADDED, sizeof *s->added);
    return s->removed && s->added ? WEND_OK : vary_scene_no_memory(error);
}

static void remove_object(vary_scene* v, scenery* s, uint32_t id) {
    const wend_scene* scene = vary_scene_scene_of(v->base);
    s->removed[s->removed_count++] = wend_scene_text(scene, object_in(scene, id)->name);
}

// Removes all objects of a category except `kept` (0: all).
static void remove_others(vary_scene* v, scenery* s, wend_category category, uint32_t kept) {
    const wend_scene_arrays* a = wend_scene_get(vary_scene_scene_of(v->base));
    for (uint32_t i = 1; i < a->objects.count; i++)
        if (a->objects.items[i].category == category && i != kept &&
            !(a->objects.items[i].flags & WEND_OBJECT_STRUCTURE))
            remove_object(v, s, i);
}

static wend_status vary_scene_find_stops(vary_scene* v, const wend_world* world, uint32_t target,
                                         stop_positions* stops, wend_error* error) {
    stops->count = 0;
    return visibility_find_stops(v->eye, world, 0, target, &v->def->limits, stops, error);
}

static wend_status has_stops(vary_scene* v, const wend_world* world, uint32_t target, bool* has,
                             wend_error* error) {
    stop_positions stops = {0};
    wend_status status = vary_scene_find_stops(v, world, target, &stops, error);
    *has = visibility_has_room(&stops, &v->def->limits);
    ARRAY_FREE(&stops);
    return status;
}

// ---- additions in file format -------------------------------------------------------------------

static wend_status set_addition(vary_scene* v, const wend_addition* from, const char* suffix,
                                wend_robothor_addition* to, wend_error* error) {
    const wend_category_row* row = wend_category_at(from->category);
    char name[PLACER_NAME];
    snprintf(name, sizeof name, "%s_%s", row->name, suffix);
    for (char* c = name; *c; c++) *c = *c == ' ' ? '_' : letter_lower(*c);
    static const char* const relations[] = {
#define X(name, words) words,
        WEND_RELATION_LIST(X)
#undef X
    };
    double degrees = remainder((double)from->heading * 180 / WEND_PI, 360);
    *to =
        (wend_robothor_addition){.object_id = vary_scene_keep_text(v, name),
                                 .object_type = row->thor,
                                 .variant = from->variant,
                                 .scale = from->scale == 1 ? (double)NAN : (double)from->scale,
                                 .at = {(double)from->at.x, (double)from->at.y, (double)from->at.z},
                                 .heading = round(degrees * 1000) / 1000,
                                 .receptacle = vary_scene_keep_text(v, from->support),
                                 .relation = relations[from->relation]};
    return to->object_id && (to->receptacle || !from->support) ? WEND_OK
                                                               : vary_scene_no_memory(error);
}

// ---- placement: repeated until all roles are valid ----------------------------------------------

// An object to be added for a role.
typedef struct entry {
    int role;
    int added;  // its index in scenery.added
    int slot;   // its box in placer.taken; -1: not placed yet
    bool good;
    uint32_t furniture;  // hidden: its furniture
} entry;

typedef struct casting {
    vary_scene* v;
    variation_kind kind;
    scenery* out;
    placer placer;
    entry entries[ROLES];
    int count, round;
    wend_rng rng;
} casting;

static uint32_t random_variant(wend_category category, wend_rng* rng) {
    for (int tries = 0; tries < 64; tries++) {
        uint32_t variant = wend_rng_below(rng, (uint32_t)model_variant_count(category));
        model_words words;
        if (model_variant_words(category, variant, &words) && !words.hangs) return variant;
    }
    return 0;
}

static bool colors_differ(wend_color a, wend_color b) {
    static const uint8_t typical[WEND_COLOR_COUNT][3] = {
#define X(name, word, r, g, b, guessed) {r, g, b},
        WEND_COLOR_LIST(X)
#undef X
    };
    if (!a || !b) return false;
    int distance = 0;
    for (int i = 0; i < 3; i++) {
        int d = (int)typical[a][i] - (int)typical[b][i];
        distance += d * d;
    }
    return distance >= 80 * 80;
}

// An appearance with a clearly different colour than the target.
static bool double_variant(const wend_object* target, wend_rng* rng, uint32_t* variant) {
    for (int tries = 0; tries < 200; tries++) {
        *variant = random_variant(target->category, rng);
        model_words words;
        if (model_variant_words(target->category, *variant, &words) &&
            colors_differ(words.color, target->color))
            return true;
    }
    return false;
}

// Scales to try when there is no room at natural size.
static float vary_scene_scale_for(int round, int tries, int max) {
    bool late = round >= MAX_ROUNDS / 2;
    return !late && tries < max / 2 ? 1 : tries < 3 * max / 4 ? 0.75f : 0.5f;
}

// Whether the target's description matches the distractor as well.
static bool is_mistakable(const casting* c, const role* r, const wend_addition* add) {
    const wend_scene* scene = c->placer.scene;
    wend_aabb box = c->placer.taken[c->placer.last];
    model_words words;
    model_variant_words(add->category, add->variant, &words);
    const wend_object o = {
        .category = (uint16_t)add->category,
        .color = (uint8_t)words.color,
        .material = (uint8_t)words.material,
        .relation = (uint8_t)add->relation,
        .support = add->support ? wend_scene_find_object(scene, add->support) : 0,
        .room = wend_scene_room_at(scene, wend_aabb_center(box)),
        .bounds = box};
    return claims_would_hold(&r->looks, scene, &o, &c->v->def->limits) ||
           claims_would_hold(&r->place, scene, &o, &c->v->def->limits);
}

static bool put_double(casting* c, const role* r, wend_addition* add) {
    const wend_scene* scene = c->placer.scene;
    const wend_object* target = object_in(scene, wend_scene_find_object(scene, r->target));
    for (int tries = 0; tries < MAX_DOUBLE; tries++) {
        placer_request wish = {.category = r->category,
                               .scale = vary_scene_scale_for(0, tries, MAX_DOUBLE),
                               .away_from = wend_aabb_center(target->bounds),
                               .away = c->v->def->limits.far};
        if (!double_variant(target, &c->rng, &wish.variant) ||
            !placer_put(&c->placer, &wish, &c->rng, add))
            continue;
        if (!is_mistakable(c, r, add)) return true;
        placer_release(&c->placer, c->placer.last);
    }
    return false;
}

static bool put_single(casting* c, const role* r, wend_addition* add) {
    for (int tries = 0; tries < MAX_DOUBLE; tries++) {
        placer_request wish = {.category = r->category,
                               .scale = vary_scene_scale_for(0, tries, MAX_DOUBLE)};
        // Uncommon objects have the appearance of their names: the first variant.
        if (c->kind == VARIATION_NORMAL) wish.variant = random_variant(r->category, &c->rng);
        if (placer_put(&c->placer, &wish, &c->rng, add)) return true;
    }
    return false;
}

// In or under furniture with a unique description and a stop position.
static wend_status put_hidden(casting* c, entry* e, wend_addition* add, bool* found,
                              wend_error* error) {
    const wend_scene_arrays* a = wend_scene_get(c->placer.scene);
    role* r = &c->out->roles[e->role];
    *found = false;
    for (int tries = 0; tries < MAX_HIDE && !*found; tries++) {
        uint32_t furniture = 1 + wend_rng_below(&c->rng, a->objects.count - 1);
        bool usual = tries < MAX_HIDE / 2 && c->round < MAX_ROUNDS / 2;
        wend_relation relation = placer_hides(a->objects.items[furniture].category, usual);
        placer_request wish = {.category = r->category,
                               .variant = random_variant(r->category, &c->rng),
                               .scale = vary_scene_scale_for(c->round, tries, MAX_HIDE)};
        hiding h = {r->category, relation, furniture};
        if (!relation || a->objects.items[furniture].relation == WEND_RELATION_FIXED ||
            !claims_of_hiding(c->placer.scene, &h, &c->v->def->limits, &r->place))
            continue;
        if (!placer_hide(&c->placer, &wish, furniture, relation, &c->rng, add)) continue;
        *found = true;
        e->furniture = furniture;
        r->target = vary_scene_keep_text(
            c->v, wend_scene_text(c->placer.scene, a->objects.items[furniture].name));
        if (!r->target) return vary_scene_no_memory(error);
    }
    return WEND_OK;
}

static wend_status put_entry(casting* c, entry* e, wend_error* error) {
    static const char* const suffixes[VARIATION_COUNT] = {"added", "added", "double", "hidden",
                                                          "hidden"};
    role* r = &c->out->roles[e->role];
    const char* name = wend_category_at(r->category)->name;
    wend_addition add;
    bool found = false;
    if (e->slot >= 0) placer_release(&c->placer, e->slot);
    if (c->kind == VARIATION_DUP) {
        found = put_double(c, r, &add);
    } else if (c->kind == VARIATION_REMOVE) {
        WEND_TRY(put_hidden(c, e, &add, &found, error));
    } else {
        found = put_single(c, r, &add);
    }
    if (!found)
        return wend_fail(error, WEND_FORMAT,
                         "%s: no position for %s %s (variation %s); leave this scene out",
                         c->v->reference, wend_article(name), name, variation_names[c->kind]);
    e->slot = c->placer.last;
    wend_robothor_addition* slot = &c->out->added[e->added];
    WEND_TRY(set_addition(c->v, &add, suffixes[c->kind], slot, error));
    if (c->kind == VARIATION_NORMAL || c->kind == VARIATION_LONGTAIL) r->target = slot->object_id;
    if (c->kind == VARIATION_REMOVE) r->hidden = slot->object_id;
    return WEND_OK;
}

// ---- validation ---------------------------------------------------------------------------------

// Whether a hidden object is invisible from all stop positions.
static wend_status is_unseen(vary_scene* v, const wend_world* world, uint32_t thing,
                             uint32_t furniture, const stop_positions* stops, bool* unseen,
                             wend_error* error) {
    const wend_body body = wend_body_robothor();
    wend_aabb box = object_in(vary_scene_scene_of(world), furniture)->bounds;
    *unseen = true;
    for (size_t i = 0; i < stops->count && *unseen; i++) {
        wend_vec3 feet = stops->items[i].feet;
        wend_camera_pose gaze = {wend_v3_add(feet, wend_v3(0, body.eye_height, 0)),
                                 visibility_heading_to(feet, box), 0};
        int pixels;
        WEND_TRY(visibility_pixels(v->eye, wend_world_view(world), &gaze, thing, &pixels, error));
        *unseen = pixels < v->def->limits.min_pixels;
    }
    return WEND_OK;
}

// Requirements of a target: a true and unique description and a stop position.
static bool vary_scene_is_described(const casting* c, const role* r, const wend_scene* scene) {
    const wend_pasture_limits* limits = &c->v->def->limits;
    uint32_t target = wend_scene_find_object(scene, r->target);
    if (c->kind == VARIATION_LONGTAIL || c->kind == VARIATION_REMOVE) return target != 0;
    // "On the floor" alone would match a distractor too.
    if (c->kind == VARIATION_NORMAL && r->place.near_count == 0) return false;
    return target && claims_hold(&r->looks, scene, target, limits) &&
           claims_hold(&r->place, scene, target, limits) &&
           claims_count(&r->looks, scene, limits) == 1 &&
           claims_count(&r->place, scene, limits) == 1;
}

static wend_status judge_entry(casting* c, entry* e, const wend_world* world, wend_error* error) {
    const wend_scene* scene = vary_scene_scene_of(world);
    role* r = &c->out->roles[e->role];
    uint32_t target = wend_scene_find_object(scene, r->target);
    uint32_t thing = wend_scene_find_object(scene, c->out->added[e->added].object_id);
    WEND_TRY(vary_scene_find_stops(c->v, world, target, &r->stops, error));
    e->good = visibility_has_room(&r->stops, &c->v->def->limits);
    if (e->good && c->kind == VARIATION_NORMAL) {
        r->looks = claims_of_appearance(scene, target, &c->v->def->limits);
        r->place = claims_of_place(scene, target, &c->v->def->limits);
    }
    e->good = e->good && vary_scene_is_described(c, r, scene);
    if (e->good && c->kind == VARIATION_DUP)
        WEND_TRY(has_stops(c->v, world, thing, &e->good, error));
    if (e->good && c->kind == VARIATION_REMOVE)
        WEND_TRY(is_unseen(c->v, world, thing, target, &r->stops, &e->good, error));
    return WEND_OK;
}

// Objects on the floor must not disconnect rooms.
static bool is_still_open(const vary_scene* v, const wend_world* world) {
    const wend_navmesh *before = wend_world_navmesh(v->base), *now = wend_world_navmesh(world);
    return wend_navmesh_island_count(now) > 0 &&
           wend_navmesh_island_area(now, 0) > 0.85 * wend_navmesh_island_area(before, 0);
}

// Checks the roles that failed before. When none is left, checks all again.
static wend_status vary_scene_judge(casting* c, const wend_world* world, bool* all_good,
                                    wend_error* error) {
    *all_good = is_still_open(c->v, world);
    if (!*all_good) {
        for (int i = 0; i < c->count; i++)
            if (!c->out->added[c->entries[i].added].receptacle) c->entries[i].good = false;
        return WEND_OK;
    }
    bool was_good[ROLES];
    for (int i = 0; i < c->count; i++) {
        was_good[i] = c->entries[i].good;
        if (!was_good[i]) WEND_TRY(judge_entry(c, &c->entries[i], world, error));
        *all_good &= c->entries[i].good;
    }
    for (int i = 0; *all_good && i < c->count; i++)
        if (was_good[i]) WEND_TRY(judge_entry(c, &c->entries[i], world, error));
    for (int i = 0; i < c->count; i++) *all_good &= c->entries[i].good;
    return WEND_OK;
}

// Places the failed objects again until all roles are valid.
static wend_status cast(casting* c, wend_error* error) {
    for (c->round = 0; c->round < MAX_ROUNDS; c->round++) {
        for (int i = 0; i < c->count; i++)
            if (!c->entries[i].good) WEND_TRY(put_entry(c, &c->entries[i], error));
        wend_world* world;
        bool all_good = false;
        WEND_TRY(build_world(c->v, c->out, true, &world, error));
        wend_status status = vary_scene_judge(c, world, &all_good, error);
        if (status == WEND_OK && all_good) {
            c->out->world = world;
            return WEND_OK;
        }
        wend_world_destroy(world);
        if (status != WEND_OK) return status;
    }
    int worst = 0;
    while (worst + 1 < c->count && c->entries[worst].good) worst++;
    const char* name = wend_category_at(c->out->roles[c->entries[worst].role].category)->name;
    return wend_fail(
        error, WEND_FORMAT,
        "%s: %s %s could not be placed where it can be described and reached (variation "
        "%s); leave this scene out",
        c->v->reference, wend_article(name), name, variation_names[c->kind]);
}

static wend_status run_casting(casting* c, const wend_world* on, wend_error* error) {
    c->rng = wend_rng_for(c->v->def->seed, c->v->reference, variation_names[c->kind]);
    WEND_TRY(placer_open(&c->placer, vary_scene_scene_of(on), wend_world_navmesh(on), error));
    wend_status status = cast(c, error);
    placer_close(&c->placer);
    return status;
}

static void add_entry(casting* c, int number) {
    c->entries[c->count++] = (entry){.role = number, .added = c->out->added_count++, .slot = -1};
}

// ---- variations ---------------------------------------------------------------------------------

// Other goals may still be removed, so they cannot be anchors of descriptions yet.
static bool is_near_what_stays(const claims* c) {
    for (int i = 0; i < c->near_count; i++)
        if (!(wend_category_at(c->near[i])->flags & WEND_CATEGORY_ROBOTHOR)) return true;
    return false;
}

// An original object of the scene that can be a goal: describable, with a stop position.
static wend_status choose_own(vary_scene* v, wend_category category, wend_rng* rng, uint32_t* own,
                              wend_error* error) {
    const wend_scene_arrays* a = wend_scene_get(vary_scene_scene_of(v->base));
    uint32_t start = wend_rng_below(rng, a->objects.count);
    *own = 0;
    for (uint32_t i = 0; i < a->objects.count && !*own; i++) {
        uint32_t id = (start + i) % a->objects.count;
        const wend_object* o = &a->objects.items[id];
        // Objects in a bowl or vase may be removed with it.
        const wend_category_row* below = wend_category_at(a->objects.items[o->support].category);
        if (!id || o->category != category || !o->instance_count ||
            below->flags & WEND_CATEGORY_ROBOTHOR)
            continue;
        claims looks = claims_of_appearance(vary_scene_scene_of(v->base), id, &v->def->limits);
        claims place = claims_of_place(vary_scene_scene_of(v->base), id, &v->def->limits);
        bool described = (looks.color || looks.material) && is_near_what_stays(&place) &&
                         (place.relation == WEND_RELATION_ON || place.relation == WEND_RELATION_IN);
        if (described) WEND_TRY(has_stops(v, v->base, id, &described, error));
        if (described) *own = id;
    }
    return WEND_OK;
}

static wend_status make_normal(vary_scene* v, scenery* s, wend_error* error) {
    casting c = {.v = v, .kind = VARIATION_NORMAL, .out = s};
    wend_rng rng = wend_rng_for(v->def->seed, v->reference, "own goals");
    wend_category categories[ROLES];
    list_roles(WEND_CATEGORY_ROBOTHOR, categories);
    for (int i = 0; i < ROLES; i++) {
        uint32_t own;
        WEND_TRY(choose_own(v, categories[i], &rng, &own, error));
        s->roles[i].category = categories[i];
        remove_others(v, s, categories[i], own);
        const wend_scene* scene = vary_scene_scene_of(v->base);
        if (own) s->roles[i].target = wend_scene_text(scene, object_in(scene, own)->name);
    }
    // The placer works in the scene without the removed objects.
    wend_world* cleared;
    WEND_TRY(build_world(v, s, false, &cleared, error));
    for (int i = 0; i < ROLES; i++)
        if (!s->roles[i].target) add_entry(&c, i);
    wend_status status = run_casting(&c, cleared, error);
    wend_world_destroy(cleared);
    return status;
}

// Describes the original goals after all objects are placed.
static wend_status settle_normal(vary_scene* v, scenery* s, wend_error* error) {
    const wend_scene* scene = vary_scene_scene_of(s->world);
    for (int i = 0; i < ROLES; i++) {
        role* r = &s->roles[i];
        uint32_t target = wend_scene_find_object(scene, r->target);
        if (!target)
            return wend_fail(error, WEND_FORMAT,
                             "%s: '%s' was removed with its support; leave this scene out",
                             v->reference, r->target);
        WEND_TRY(vary_scene_find_stops(v, s->world, target, &r->stops, error));
        if (!visibility_has_room(&r->stops, &v->def->limits))
            return wend_fail(error, WEND_FORMAT,
                             "%s: '%s' is out of reach in this variation; leave this scene out",
                             v->reference, r->target);
        r->looks = claims_of_appearance(scene, target, &v->def->limits);
        r->place = claims_of_place(scene, target, &v->def->limits);
    }
    return WEND_OK;
}

// A copy of a scenery without its world and stop positions.
static wend_status begin_as(vary_scene* v, const scenery* from, scenery* s, wend_error* error) {
    WEND_TRY(alloc_scenery(v, s, error));
    memcpy(s->removed, from->removed, (size_t)from->removed_count * sizeof *s->removed);
    memcpy(s->added, from->added, (size_t)from->added_count * sizeof *s->added);
    s->removed_count = from->removed_count;
    s->added_count = from->added_count;
    for (int i = 0; i < ROLES; i++) {
        s->roles[i] = from->roles[i];
        s->roles[i].stops = (stop_positions){0};
    }
    return WEND_OK;
}

static wend_status make_dup(vary_scene* v, scenery* s, wend_error* error) {
    casting c = {.v = v, .kind = VARIATION_DUP, .out = s};
    const scenery* normal = &v->made[VARIATION_NORMAL];
    WEND_TRY(begin_as(v, normal, s, error));
    for (int i = 0; i < ROLES; i++) add_entry(&c, i);
    return run_casting(&c, normal->world, error);
}

// Removes the original objects of these categories and adds one of each.
static wend_status make_cleared(vary_scene* v, scenery* s, variation_kind kind, unsigned flag,
                                wend_error* error) {
    casting c = {.v = v, .kind = kind, .out = s};
    wend_category categories[ROLES];
    list_roles(flag, categories);
    for (int i = 0; i < ROLES; i++) {
        s->roles[i].category = categories[i];
        remove_others(v, s, categories[i], 0);
    }
    wend_world* cleared;
    WEND_TRY(build_world(v, s, false, &cleared, error));
    for (int i = 0; i < ROLES; i++) add_entry(&c, i);
    wend_status status = run_casting(&c, cleared, error);
    wend_world_destroy(cleared);
    return status;
}

static wend_status make_longtail(vary_scene* v, scenery* s, wend_error* error) {
    return make_cleared(v, s, VARIATION_LONGTAIL, WEND_CATEGORY_UNCOMMON, error);
}

static wend_status make_remove(vary_scene* v, scenery* s, wend_error* error) {
    return make_cleared(v, s, VARIATION_REMOVE, WEND_CATEGORY_ROBOTHOR, error);
}

// The hidden objects of `remove` in the scene of `normal`.
static wend_status make_hide(vary_scene* v, scenery* s, wend_error* error) {
    const scenery *normal = &v->made[VARIATION_NORMAL], *remove = &v->made[VARIATION_REMOVE];
    WEND_TRY(begin_as(v, normal, s, error));
    for (int i = 0; i < remove->added_count; i++) s->added[s->added_count++] = remove->added[i];
    for (int i = 0; i < ROLES; i++) {
        s->roles[i] = remove->roles[i];
        s->roles[i].stops = (stop_positions){0};
    }
    WEND_TRY(build_world(v, s, true, &s->world, error));
    for (int i = 0; i < ROLES; i++) {
        role* r = &s->roles[i];
        uint32_t target = wend_scene_find_object(vary_scene_scene_of(s->world), r->target);
        if (!target)
            return wend_fail(error, WEND_FORMAT,
                             "%s: '%s' is not there any more; leave this scene out", v->reference,
                             r->target);
        WEND_TRY(vary_scene_find_stops(v, s->world, target, &r->stops, error));
        if (!visibility_has_room(&r->stops, &v->def->limits))
            return wend_fail(error, WEND_FORMAT,
                             "%s: '%s' is out of reach in this variation; leave this scene out",
                             v->reference, r->target);
    }
    return WEND_OK;
}

static wend_status make_kind(vary_scene* v, variation_kind kind, wend_error* error) {
    scenery* s = &v->made[kind];
    switch (kind) {
        case VARIATION_NORMAL:
            WEND_TRY(alloc_scenery(v, s, error));
            WEND_TRY(make_normal(v, s, error));
            return settle_normal(v, s, error);
        case VARIATION_LONGTAIL:
            WEND_TRY(alloc_scenery(v, s, error));
            return make_longtail(v, s, error);
        case VARIATION_DUP:
            WEND_TRY(vary_scene_make(v, VARIATION_NORMAL, error));
            return make_dup(v, s, error);
        case VARIATION_REMOVE:
            WEND_TRY(alloc_scenery(v, s, error));
            return make_remove(v, s, error);
        default:
            WEND_TRY(vary_scene_make(v, VARIATION_NORMAL, error));
            WEND_TRY(vary_scene_make(v, VARIATION_REMOVE, error));
            return make_hide(v, s, error);
    }
}

wend_status vary_scene_make(vary_scene* v, variation_kind kind, wend_error* error) {
    return v->made[kind].world ? WEND_OK : make_kind(v, kind, error);
}

// ---- open and close -----------------------------------------------------------------------------

wend_status vary_scene_open(vary_scene* v, const char* reference, const wend_pasture_def* def,
                            wend_error* error) {
    *v = (vary_scene){.def = def, .reference = reference};
    wend_world_source source = wend_world_default_source();
    source.scene = reference;
    source.folder = def->folder;
    source.cache = def->cache;
    source.import.bake = false;
    wend_camera camera = wend_camera_default_def();
    WEND_TRY(visibility_create(&camera, &v->eye, error));
    WEND_TRY(wend_world_open(&source, NULL, &v->base, error));
    if (wend_navmesh_island_count(wend_world_navmesh(v->base)) == 0)
        return wend_fail(error, WEND_FORMAT, "%s: the navmesh is empty", reference);
    return WEND_OK;
}

void vary_scene_close(vary_scene* v) {
    for (int k = 0; k < VARIATION_COUNT; k++) {
        for (int i = 0; i < ROLES; i++) ARRAY_FREE(&v->made[k].roles[i].stops);
        wend_world_destroy(v->made[k].world);
    }
    wend_world_destroy(v->base);
    visibility_destroy(v->eye);
    arena_destroy(&v->memory);
    *v = (vary_scene){0};
}
