// Claims of a referring expression: derived from a scene, realised as text, parsed and verified.
#include "task/pasture/claims.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "wend/language.h"

static const uncommon_name uncommon[] = {
    {WEND_CATEGORY_GINGERBREAD_HOUSE, "gingerbread house", "gingerbread house", 0, 0},
    {WEND_CATEGORY_ESPRESSO_MACHINE, "espresso machine", "espresso machine", 0, 0},
    {WEND_CATEGORY_CRATE, "green plastic crate", "green plastic crate", WEND_COLOR_GREEN,
     WEND_MATERIAL_TYPE_PLASTIC},
    {WEND_CATEGORY_ELECTRIC_GUITAR, "white electric guitar", "white electric guitar",
     WEND_COLOR_WHITE, 0},
    {WEND_CATEGORY_RICE_COOKER, "rice cooker", "rice cooker", 0, 0},
    {WEND_CATEGORY_LLAMA_WICKER_BASKET, "llama wicker basket", "llama wicker basket", 0,
     WEND_MATERIAL_TYPE_WICKER},
    {WEND_CATEGORY_WHITEBOARD, "whiteboard saying CVPR", "whiteboard saying cvpr", 0, 0},
    {WEND_CATEGORY_SURFBOARD, "tie-dye surfboard", "tie dye surfboard", 0, 0},
    {WEND_CATEGORY_TRICYCLE, "blue and red tricycle", "blue and red tricycle", WEND_COLOR_BLUE, 0},
    {WEND_CATEGORY_GRAPHICS_CARD, "graphics card", "graphics card", 0, 0},
    {WEND_CATEGORY_MATE, "mat\xC3\xA9", "mate gourd", 0, 0},
    {WEND_CATEGORY_TOY_AIRPLANE, "wooden toy airplane", "wooden toy plane", 0,
     WEND_MATERIAL_TYPE_WOODEN},
};

const uncommon_name* uncommon_name_of(wend_category category) {
    for (size_t i = 0; i < sizeof uncommon / sizeof *uncommon; i++)
        if (uncommon[i].category == category) return &uncommon[i];
    return NULL;
}

const char* claims_name(wend_category category) {
    return category == WEND_CATEGORY_TELEVISION ? "TV" : wend_category_at(category)->name;
}

static const wend_object* claims_object_at(const wend_scene* scene, uint32_t id) {
    return &wend_scene_get(scene)->objects.items[id];
}

// ---- verification -------------------------------------------------------------------------------

static wend_size claims_size_of(const wend_object* o, const wend_pasture_limits* limits) {
    wend_vec3 size = wend_aabb_size(o->bounds);
    if (wend_v3_length(size) <= limits->small) return WEND_SIZE_SMALL;
    return size.y >= limits->tall * fmaxf(size.x, size.z) ? WEND_SIZE_TALL : WEND_SIZE_NONE;
}

static float claims_gap_between(wend_aabb a, wend_aabb b) {
    wend_vec3 apart = wend_v3_max(wend_v3_sub(a.low, b.high), wend_v3_sub(b.low, a.high));
    return wend_v3_length(wend_v3_max(apart, wend_v3(0, 0, 0)));
}

static bool stands_on_floor(const wend_scene* scene, const wend_object* o) {
    if (o->relation != WEND_RELATION_ON && o->relation != WEND_RELATION_NONE) return false;
    if (!o->support) {  // imported scenes may lack the support
        const wend_room* room = &wend_scene_get(scene)->rooms.items[o->room];
        return o->room && fabsf(o->bounds.low.y - room->floor) <= 0.1f;
    }
    wend_category support = claims_object_at(scene, o->support)->category;
    return support == WEND_CATEGORY_FLOOR || support == WEND_CATEGORY_RUG;
}

// Categories that can be landmarks: neither structure nor unknown.
static bool claims_is_landmark(const wend_object* o) {
    static const wend_category others[] = {
        WEND_CATEGORY_NONE,       WEND_CATEGORY_CEILING_LAMP, WEND_CATEGORY_LIGHT_SWITCH,
        WEND_CATEGORY_RUG,        WEND_CATEGORY_CURTAIN,      WEND_CATEGORY_BLINDS,
        WEND_CATEGORY_WINDOW,     WEND_CATEGORY_OBJECT,       WEND_CATEGORY_UNLABELED,
        WEND_CATEGORY_ROOM_DECOR, WEND_CATEGORY_FURNITURE,    WEND_CATEGORY_DOORFRAME,
        WEND_CATEGORY_TABLE_DECOR};
    if (o->flags & (WEND_OBJECT_STRUCTURE | WEND_OBJECT_DOOR) || !o->instance_count) return false;
    if (o->relation == WEND_RELATION_UNDER) return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (o->category == others[i]) return false;
    return true;
}

// Whether `other` can be named as near `o`. `self` is the id of `o`; 0: not in the scene yet.
static bool claims_is_near(const wend_scene* scene, const wend_object* o, uint32_t self,
                           uint32_t other, const wend_pasture_limits* limits, float* gap) {
    const wend_object* x = claims_object_at(scene, other);
    if (other == self || other == o->support || (self && x->support == self) ||
        !claims_is_landmark(x))
        return false;
    if (x->room != o->room) return false;  // a wall may be between them
    *gap = claims_gap_between(o->bounds, x->bounds);
    return *gap <= limits->near;
}

static int count_pillows(const wend_scene* scene, uint32_t furniture) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    int count = 0;
    for (uint32_t i = 1; i < a->objects.count; i++)
        count += a->objects.items[i].category == WEND_CATEGORY_PILLOW &&
                 a->objects.items[i].support == furniture;
    return count;
}

static bool near_holds(const claims* c, const wend_scene* scene, const wend_object* o,
                       uint32_t self, const wend_pasture_limits* limits) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (int k = 0; k < c->near_count; k++) {
        bool found = false;
        float gap;
        for (uint32_t i = 1; i < a->objects.count && !found; i++)
            found = a->objects.items[i].category == c->near[k] &&
                    claims_is_near(scene, o, self, i, limits, &gap);
        if (!found) return false;
    }
    return true;
}

static bool furniture_fits(const claims* c, const wend_scene* scene, uint32_t id,
                           const wend_pasture_limits* limits) {
    const wend_object* o = claims_object_at(scene, id);
    return o->category == c->support && (!c->support_color || o->color == c->support_color) &&
           (c->pillows < 0 || count_pillows(scene, id) == c->pillows) &&
           (!c->definite || near_holds(c, scene, o, id, limits));
}

static bool place_holds(const claims* c, const wend_scene* scene, const wend_object* o,
                        const wend_pasture_limits* limits) {
    if (!c->relation) return true;
    if (c->support == WEND_CATEGORY_FLOOR) return stands_on_floor(scene, o);
    return o->support && o->relation == c->relation && furniture_fits(c, scene, o->support, limits);
}

static bool all_hold(const claims* c, const wend_scene* scene, const wend_object* o, uint32_t self,
                     const wend_pasture_limits* limits) {
    return o->category == c->category && (!c->size || claims_size_of(o, limits) == c->size) &&
           (!c->color || o->color == c->color) && (!c->material || o->material == c->material) &&
           place_holds(c, scene, o, limits) &&
           (c->definite || near_holds(c, scene, o, self, limits));
}

bool claims_hold(const claims* c, const wend_scene* scene, uint32_t object,
                 const wend_pasture_limits* limits) {
    return all_hold(c, scene, claims_object_at(scene, object), object, limits);
}

bool claims_would_hold(const claims* c, const wend_scene* scene, const wend_object* object,
                       const wend_pasture_limits* limits) {
    return all_hold(c, scene, object, 0, limits);
}

int claims_count(const claims* c, const wend_scene* scene, const wend_pasture_limits* limits) {
    int count = 0;
    for (uint32_t i = 1; i < wend_scene_get(scene)->objects.count; i++)
        count += claims_hold(c, scene, i, limits);
    return count;
}

int claims_count_furniture(const claims* c, const wend_scene* scene,
                           const wend_pasture_limits* limits) {
    int count = 0;
    for (uint32_t i = 1; i < wend_scene_get(scene)->objects.count; i++)
        count += furniture_fits(c, scene, i, limits);
    return count;
}

// ---- claims about an object ---------------------------------------------------------------------

// PASTURE's descriptions have five materials.
static bool is_pasture_material(wend_material_type material) {
    return material >= WEND_MATERIAL_TYPE_PLASTIC && material <= WEND_MATERIAL_TYPE_GLASS;
}

claims claims_of_appearance(const wend_scene* scene, uint32_t object,
                            const wend_pasture_limits* limits) {
    const wend_object* o = claims_object_at(scene, object);
    return (claims){
        .category = o->category,
        .size = claims_size_of(o, limits),
        .color = o->color,
        .material = is_pasture_material(o->material) ? o->material : WEND_MATERIAL_TYPE_NONE,
        .pillows = -1};
}

// Adds each category once, nearest objects first, ties by id.
static void add_near(const wend_scene* scene, uint32_t object, const wend_pasture_limits* limits,
                     claims* c) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    const wend_object* o = claims_object_at(scene, object);
    int max = limits->max_near < CLAIMS_MAX_NEAR ? limits->max_near : CLAIMS_MAX_NEAR;
    while (c->near_count < max) {
        float best = INFINITY, gap;
        wend_category nearest = WEND_CATEGORY_NONE;
        for (uint32_t i = 1; i < a->objects.count; i++) {
            wend_category category = a->objects.items[i].category;
            bool known = category == c->category || category == c->support;
            for (int k = 0; k < c->near_count; k++) known |= c->near[k] == category;
            if (known || !claims_is_near(scene, o, object, i, limits, &gap) || gap >= best)
                continue;
            best = gap;
            nearest = category;
        }
        if (!nearest) return;
        c->near[c->near_count++] = nearest;
    }
}

claims claims_of_place(const wend_scene* scene, uint32_t object,
                       const wend_pasture_limits* limits) {
    const wend_object* o = claims_object_at(scene, object);
    claims c = {.category = o->category, .pillows = -1};
    if (stands_on_floor(scene, o)) {
        c.relation = WEND_RELATION_ON;
        c.support = WEND_CATEGORY_FLOOR;
    } else if (o->support) {
        c.relation = (wend_relation)o->relation;
        c.support = claims_object_at(scene, o->support)->category;
    }
    add_near(scene, object, limits, &c);
    return c;
}

bool claims_of_hiding(const wend_scene* scene, const hiding* h, const wend_pasture_limits* limits,
                      claims* out) {
    const wend_object* o = claims_object_at(scene, h->furniture);
    claims c = {.category = h->category,
                .relation = h->relation,
                .support = o->category,
                .definite = true,
                .pillows = -1};
    if (claims_count_furniture(&c, scene, limits) > 1) c.support_color = o->color;
    int pillows = count_pillows(scene, h->furniture);
    if (claims_count_furniture(&c, scene, limits) > 1 && o->category == WEND_CATEGORY_BED &&
        pillows <= 4)
        c.pillows = pillows;
    if (claims_count_furniture(&c, scene, limits) > 1) {
        claims around = {.category = o->category, .support = h->category};
        add_near(scene, h->furniture, limits, &around);
        c.near_count = around.near_count > 0;
        for (int i = 0; i < around.near_count; i++) {
            c.near[0] = around.near[i];
            if (claims_count_furniture(&c, scene, limits) == 1) break;
        }
    }
    *out = c;
    return claims_count_furniture(&c, scene, limits) == 1;
}

// ---- realisation --------------------------------------------------------------------------------

static const char* const numbers[] = {"no", "one", "two", "three", "four"};
static const char* const relations[] = {
#define X(name, words) words,
    WEND_RELATION_LIST(X)
#undef X
};

typedef struct line {
    char* text;
    size_t size, used;
} line;

static void claims_put_text(line* out, const char* words) {
    size_t size = strlen(words), room = out->size - 1 - out->used;
    if (size > room) size = room;
    memcpy(out->text + out->used, words, size);
    out->used += size;
    out->text[out->used] = 0;
}

static void claims_put(line* out, const char* separator, const char* words) {
    if (!*words) return;
    if (out->used) claims_put_text(out, separator);
    claims_put_text(out, words);
}

static void say_support(const claims* c, line* out) {
    claims_put(out, " ", relations[c->relation]);
    const char* noun = claims_name(c->support);
    bool definite = c->definite || c->support == WEND_CATEGORY_FLOOR;
    claims_put(out, " ", definite ? "the" : wend_article(noun));
    claims_put(out, " ", wend_color_name(c->support_color));
    claims_put(out, " ", noun);
    if (c->pillows < 0) return;
    claims_put(out, " with ", numbers[c->pillows]);
    claims_put(out, " ", c->pillows == 1 ? "pillow" : "pillows");
}

void claims_say(const claims* c, char text[CLAIMS_TEXT]) {
    line out = {text, CLAIMS_TEXT, 0};
    *text = 0;
    claims_put(&out, ", ", wend_size_name(c->size));
    claims_put(&out, ", ", wend_color_name(c->color));
    claims_put(&out, ", ", wend_material_type_name(c->material));
    claims_put(&out, " ", claims_name(c->category));
    if (c->relation) say_support(c, &out);
    for (int i = 0; i < c->near_count; i++) {
        const char* noun = claims_name(c->near[i]);
        if (i == 0) claims_put(&out, " near ", wend_article(noun));
        claims_put(&out, i ? ", " : " ", noun);
    }
}

// ---- parsing ------------------------------------------------------------------------------------

static bool starts_with(const char* text, const char* word) {
    return strncmp(text, word, strlen(word)) == 0;
}

// The category with this name; the whole phrase must match.
static wend_category claims_category_of(const char* phrase, size_t size) {
    char name[128];
    if (size >= sizeof name) return WEND_CATEGORY_NONE;
    snprintf(name, sizeof name, "%.*s", (int)size, phrase);
    return wend_category_find(name);
}

static bool claims_fail(char* why, size_t size, const char* words, int length, const char* phrase) {
    snprintf(why, size, "%s '%.*s'", words, length, phrase);
    return false;
}

// Parses "small, white, ceramic bowl" up to `end`.
static bool read_head(const char* text, const char* end, claims* out, char* why, size_t size) {
    while (text < end) {
        out->category = claims_category_of(text, (size_t)(end - text));
        if (out->category) return true;
        char word[64];
        size_t length = strcspn(text, " ,");
        if (text + length >= end || length >= sizeof word)
            return claims_fail(why, size, "no object is called", (int)(end - text), text);
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        wend_size as_size = wend_size_find(word);
        wend_color color = wend_color_find(word);
        wend_material_type material = wend_material_type_find(word);
        if (as_size) out->size = as_size;
        if (color) out->color = color;
        if (material) out->material = material;
        if (!as_size && !color && !material)
            return claims_fail(why, size, "neither size, colour, material nor object:", (int)length,
                               text);
        text += length + strspn(text + length, " ,");
    }
    return claims_fail(why, size, "no object is named in", (int)(end - text), text);
}

// Parses "laptop, painting, watch".
static bool read_near(const char* text, claims* out, char* why, size_t size) {
    if (starts_with(text, "a ")) text += 2;
    if (starts_with(text, "an ")) text += 3;
    while (*text) {
        size_t length = strcspn(text, ",");
        wend_category category = claims_category_of(text, length);
        if (!category || out->near_count == CLAIMS_MAX_NEAR)
            return claims_fail(why, size, "no object, or one too many:", (int)length, text);
        out->near[out->near_count++] = category;
        text += length;
        text += strspn(text, ", ");
    }
    return true;
}

static bool read_pillows(const char* text, claims* out, char* why, size_t size) {
    for (int i = 0; i < (int)(sizeof numbers / sizeof *numbers); i++) {
        size_t length = strlen(numbers[i]);
        if (strncmp(text, numbers[i], length) != 0 || !starts_with(text + length, " pillow"))
            continue;
        out->pillows = i;
        return true;
    }
    return claims_fail(why, size, "cannot be understood:", (int)strlen(text), text);
}

// Parses "a desk", "the white sofa" or "the bed with two pillows" up to `end`.
static bool read_support(const char* text, const char* end, claims* out, char* why, size_t size) {
    const char* with = strstr(text, " with ");
    out->definite = starts_with(text, "the ");
    text += out->definite ? 4 : starts_with(text, "an ") ? 3 : starts_with(text, "a ") ? 2 : 0;
    if (with && with < end && !read_pillows(with + 6, out, why, size)) return false;
    if (with && with < end) end = with;
    out->support = claims_category_of(text, (size_t)(end - text));
    size_t length = strcspn(text, " ");
    char word[64];
    if (!out->support && text + length < end && length < sizeof word) {
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        out->support_color = wend_color_find(word);
        text += length + 1;
        if (out->support_color) out->support = claims_category_of(text, (size_t)(end - text));
    }
    // "the floor" is always unique
    if (out->support == WEND_CATEGORY_FLOOR) out->definite = false;
    if (out->support) return true;
    return claims_fail(why, size, "no piece of furniture is called", (int)(end - text), text);
}

// Finds the first " on ", " in " or " under ".
static const char* claims_find_relation(const char* text, wend_relation* relation) {
    const char* best = NULL;
    for (int i = WEND_RELATION_ON; i <= WEND_RELATION_UNDER; i++) {
        char word[16];
        snprintf(word, sizeof word, " %s ", relations[i]);
        const char* at = strstr(text, word);
        if (!at || (best && at > best)) continue;
        best = at;
        *relation = (wend_relation)i;
    }
    return best;
}

static bool read_uncommon(const char* text, claims* out) {
    for (size_t i = 0; i < sizeof uncommon / sizeof *uncommon; i++) {
        const uncommon_name* u = &uncommon[i];
        if (strcmp(text, u->paper) != 0 && strcmp(text, u->official) != 0) continue;
        *out = (claims){
            .category = u->category, .color = u->color, .material = u->material, .pillows = -1};
        return true;
    }
    return false;
}

bool claims_read(const char* text, claims* out, char* why, size_t size) {
    *out = (claims){.pillows = -1};
    for (const char* p = text; *p; p++)
        if ((unsigned char)*p >= 128 && !read_uncommon(text, out))
            return claims_fail(why, size, "not in Latin letters:", (int)strcspn(p, " ,"), p);
    if (read_uncommon(text, out)) return true;
    wend_relation relation = WEND_RELATION_NONE;
    const char *end = text + strlen(text), *where = claims_find_relation(text, &relation);
    const char* near = strstr(where ? where : text, " near ");
    if (near && !read_near(near + 6, out, why, size)) return false;
    if (near) end = near;
    if (where && where < end) {
        out->relation = relation;
        if (!read_support(where + strlen(relations[relation]) + 2, end, out, why, size))
            return false;
        end = where;
    }
    return read_head(text, end, out, why, size);
}
