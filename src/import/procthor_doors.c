// Doors and windows of a ProcTHOR house, and the holes they cut into walls.
#include <string.h>

#include "import/procthor.h"

enum { MAX_OPENINGS = 4096 };

// A door or window as given in the house.
typedef struct opening {
    procthor_wall *wall0, *wall1;  // Nullable: wall1
    float left, right, low, high;  // the hole, along wall0 and up; metres
    wend_transform world;          // of the asset: its front faces room 0
    const asset* a;
    uint32_t rooms[2];  // 0: outdoors
    bool openable;
    float openness;
} opening;

static procthor_wall* find_wall(procthor_house* h, const char* id) {
    for (int i = 0; i < h->wall_count; i++)
        if (strcmp(h->walls[i].id, id) == 0) return &h->walls[i];
    return NULL;
}

static wend_status text_field(const json_at* at, const char* key, const char** text,
                              wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(at, key, &field, error));
    return json_text(&field, text, error);
}

static wend_status read_hole(const json_at* at, opening* o, wend_error* error) {
    json_at polygon = {0}, item = {0};
    wend_vec3 p[2];
    WEND_TRY(json_field(at, "holePolygon", &polygon, error));
    for (size_t i = 0; i < 2; i++) {
        WEND_TRY(json_item(&polygon, i, &item, error));
        WEND_TRY(json_xyz(&item, &p[i], error));
    }
    o->left = fminf(p[0].x, p[1].x);
    o->right = fmaxf(p[0].x, p[1].x);
    o->low = fminf(p[0].y, p[1].y);
    o->high = fmaxf(p[0].y, p[1].y);
    return WEND_OK;
}

static void cut_hole(procthor_wall* wall, float left, float right, float low, float high) {
    wall->hole_left = fmaxf(left, 0);
    wall->hole_right = fminf(right, wall->length);
    wall->hole_low = fmaxf(low, 0);
    wall->hole_high = fminf(high, wall->height);
    // A hole that starts less than 1 mm above the floor extends to it: avoids a sliver.
    if (wall->hole_low < 0.001f) wall->hole_low = 0;
}

static wend_status read_walls(procthor_house* h, const json_at* at, opening* o, wend_error* error) {
    const char *wall0, *wall1, *room0, *room1;
    WEND_TRY(text_field(at, "wall0", &wall0, error));
    WEND_TRY(text_field(at, "wall1", &wall1, error));
    WEND_TRY(text_field(at, "room0", &room0, error));
    WEND_TRY(text_field(at, "room1", &room1, error));
    o->wall0 = find_wall(h, wall0);
    o->wall1 = find_wall(h, wall1);
    if (!o->wall0) return json_fail(at, error, "wall0 is '%.60s', there is no such wall", wall0);
    const procthor_room *first = procthor_find_room(h, room0),
                        *second = procthor_find_room(h, room1);
    o->rooms[0] = first && !o->wall0->is_exterior ? first->room : 0;
    o->rooms[1] = second && o->wall1 && !o->wall1->is_exterior ? second->room : 0;
    cut_hole(o->wall0, o->left, o->right, o->low, o->high);
    // The opposite side of the wall runs in the other direction.
    if (o->wall1) {
        float length = o->wall0->length;
        cut_hole(o->wall1, length - o->right, length - o->left, o->low, o->high);
    }
    return WEND_OK;
}

static wend_status procthor_doors_read_asset(procthor_house* h, const json_at* at, opening* o,
                                             wend_error* error) {
    json_at position = {0};
    wend_vec3 p;
    const char* id;
    WEND_TRY(json_field(at, "assetPosition", &position, error));
    WEND_TRY(json_xyz(&position, &p, error));
    WEND_TRY(text_field(at, "assetId", &id, error));
    WEND_TRY(asset_store_get(h->store, id, NULL, &o->a, error));
    const procthor_wall* wall = o->wall0;
    wend_vec3 center = wend_v3_mad(wall->p0, wall->along, p.x), front;
    center.y += p.y;
    // The asset's +z is the front of the wall; its +x then runs along the wall.
    front = wend_v3_cross(wall->along, wend_v3(0, 1, 0));
    o->world = (wend_transform){wall->along, {0, 1, 0}, front, center};
    return WEND_OK;
}

static wend_status read_opening(procthor_house* h, const json_at* at, opening* o,
                                wend_error* error) {
    *o = (opening){0};
    WEND_TRY(read_hole(at, o, error));
    WEND_TRY(read_walls(h, at, o, error));
    WEND_TRY(procthor_doors_read_asset(h, at, o, error));
    json_at openness = {0};
    o->openable = json_is_true(json_object_get(at->value, "openable"));
    WEND_TRY(json_optional(at, "openness", &openness, error));
    if (openness.value) WEND_TRY(json_float(&openness, &o->openness, error));
    o->openness = fminf(fmaxf(o->openness, 0), 1);
    return WEND_OK;
}

static uint32_t add_fixed(procthor_house* h, const opening* o, wend_category category) {
    wend_object fields = {.category = (uint16_t)category,
                          .material = (uint8_t)o->a->material,
                          .flags = WEND_OBJECT_STRUCTURE,
                          .relation = WEND_RELATION_FIXED,
                          .room = o->rooms[0],
                          .heading = atan2f(-o->world.z.x, -o->world.z.z)};
    char name[IMPORT_NAME_SIZE];
    procthor_name(category, name);
    uint32_t object = scene_builder_object(h->b, &fields, name);
    procthor_place(h, o->a, object, &o->world);
    return object;
}

// ---- doors --------------------------------------------------------------------------------------

// The door without its leaf: the opening between `left` and `right`.
static wend_door procthor_doors_make_door(const opening* o, float left, float right) {
    const procthor_wall* wall = o->wall0;
    wend_door door = {.rooms = {o->rooms[0], o->rooms[1]},
                      .center = wend_v3_mad(wall->p0, wall->along, (left + right) / 2),
                      .heading = import_heading(&o->world),
                      .width = right - left,
                      .height = o->high - o->low,
                      .openness = 1};
    door.center.y += o->low;
    door.hinge = door.center;
    return door;
}

static void procthor_doors_add_leaf(procthor_house* h, const opening* o, int index, float left,
                                    float right) {
    const asset_leaf* leaf = &o->a->leaves[index];
    wend_door door = procthor_doors_make_door(o, left, right);
    wend_object fields = {.category = WEND_CATEGORY_DOOR,
                          .material = (uint8_t)o->a->material,
                          .flags = WEND_OBJECT_DOOR,
                          .relation = WEND_RELATION_FIXED,
                          .room = o->rooms[0],
                          .heading = atan2f(-o->world.z.x, -o->world.z.z)};
    door.object = scene_builder_object(h->b, &fields, "door");
    door.hinge = wend_transform_point(&o->world, leaf->hinge);
    // Leaves open into room 0, away from the side of the hinge. [the dataset does not define a
    // side]
    door.open_angle = (float)(leaf->hinge.x > 0 ? WEND_PI / 2 : -WEND_PI / 2);
    door.openable = o->openable;
    door.openness = o->openable ? o->openness : 0;
    wend_transform back = wend_transform_identity();
    back.origin = wend_v3_scale(door.hinge, -1);
    wend_transform turn = wend_transform_upright(door.openness * door.open_angle, door.hinge);
    wend_transform about = wend_transform_multiply(&turn, &back);
    for (size_t i = 0; i < o->a->parts.count; i++) {
        const asset_part* part = &o->a->parts.items[i];
        if (part->leaf != index) continue;
        wend_transform closed = wend_transform_multiply(&o->world, &part->transform);
        scene_builder_instance(h->b, door.object, part->mesh, part->material,
                               wend_transform_multiply(&about, &closed));
    }
    scene_builder_door(h->b, &door);
}

// Each leaf of a double door is a separate door with half of the opening.
static void add_leaves(procthor_house* h, const opening* o) {
    float middle = (o->left + o->right) / 2;
    for (int i = 0; i < o->a->leaf_count; i++) {
        if (o->a->leaf_count == 1) {
            procthor_doors_add_leaf(h, o, i, o->left, o->right);
        } else {
            // The asset's +x runs along the wall, so a leaf with negative x is in the left half.
            bool left = wend_aabb_center(o->a->leaves[i].box).x < 0;
            procthor_doors_add_leaf(h, o, i, left ? o->left : middle, left ? middle : o->right);
        }
    }
}

static wend_status procthor_doors_add_door(procthor_house* h, const json_at* at,
                                           wend_error* error) {
    opening o;
    WEND_TRY(read_opening(h, at, &o, error));
    wend_door door = procthor_doors_make_door(&o, o.left, o.right);
    // A missing door asset leaves the opening free: a bounding box would block the doorway.
    if (!o.a->is_missing) add_fixed(h, &o, WEND_CATEGORY_DOORFRAME);
    if (o.a->leaf_count)
        add_leaves(h, &o);
    else
        scene_builder_door(h->b, &door);
    return WEND_OK;
}

static wend_status procthor_doors_add_window(procthor_house* h, const json_at* at,
                                             wend_error* error) {
    opening o;
    WEND_TRY(read_opening(h, at, &o, error));
    add_fixed(h, &o, WEND_CATEGORY_WINDOW);
    return WEND_OK;
}

static wend_status procthor_doors_add_all(procthor_house* h, const json_at* house, const char* key,
                                          wend_status (*add)(procthor_house*, const json_at*,
                                                             wend_error*),
                                          wend_error* error) {
    json_at list = {0}, item = {0};
    size_t count = 0;
    WEND_TRY(json_optional(house, key, &list, error));
    if (list.value) WEND_TRY(json_count(&list, &count, error));
    if (count > MAX_OPENINGS)
        return json_fail(&list, error, "%zu of them, at most %d are read", count, MAX_OPENINGS);
    for (size_t i = 0; i < count && h->b->status == WEND_OK; i++) {
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(add(h, &item, error));
    }
    return WEND_OK;
}

wend_status procthor_add_doors(procthor_house* h, const json_at* house, wend_error* error) {
    return procthor_doors_add_all(h, house, "doors", procthor_doors_add_door, error);
}

wend_status procthor_add_windows(procthor_house* h, const json_at* house, wend_error* error) {
    return procthor_doors_add_all(h, house, "windows", procthor_doors_add_window, error);
}
