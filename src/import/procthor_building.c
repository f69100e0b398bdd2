// The building of a ProcTHOR house: rooms, floors, ceilings and walls.
#include <stdio.h>
#include <string.h>

#include "import/procthor.h"
#include "scene/tessellate.h"

enum { MAX_ROOMS = 256, MAX_WALLS = 8192 };

static const float STEP = 1.0f;       // metres: size of the quads of walls and floors
static const float WALL_GAP = 0.01f;  // metres: offset of each side of a wall from the common plane
// Metres by which walls are extended, so that their offset sides meet at outer corners. Less than
// WALL_GAP, so that the extension stays hidden on the other side.
static const float WALL_OVERLAP = 0.009f;

static wend_status procthor_building_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for a house");
}

static wend_status list_field(const json_at* house, const char* key, size_t limit, json_at* list,
                              size_t* count, wend_error* error) {
    *count = 0;
    WEND_TRY(json_optional(house, key, list, error));
    if (!list->value) return WEND_OK;
    WEND_TRY(json_count(list, count, error));
    if (*count > limit)
        return json_fail(list, error, "%zu of them, at most %zu are read", *count, limit);
    return WEND_OK;
}

// ---- rooms --------------------------------------------------------------------------------------

static wend_status read_outline(procthor_house* h, const json_at* at, procthor_room* room,
                                wend_error* error) {
    json_at polygon = {0}, item = {0};
    size_t count;
    WEND_TRY(json_field(at, "floorPolygon", &polygon, error));
    WEND_TRY(json_count(&polygon, &count, error));
    if (count < 3 || count > 4096)
        return json_fail(&polygon, error, "%zu corners; 3 to 4096 are possible", count);
    wend_vec2* corners = arena_alloc(&h->memory, count * sizeof *corners);
    if (!corners) return procthor_building_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        wend_vec3 p;
        WEND_TRY(json_item(&polygon, i, &item, error));
        WEND_TRY(procthor_point(&item, &p, error));
        corners[i] = (wend_vec2){p.x, p.z};
    }
    room->corners = corners;
    room->corner_count = (int)count;
    return WEND_OK;
}

static wend_status procthor_building_read_room(procthor_house* h, const json_at* at,
                                               procthor_room* room, wend_error* error) {
    json_at id = {0}, type_at = {0};
    const char* type = "";
    WEND_TRY(json_field(at, "id", &id, error));
    WEND_TRY(json_text(&id, &room->id, error));
    WEND_TRY(json_optional(at, "roomType", &type_at, error));
    if (type_at.value) WEND_TRY(json_text(&type_at, &type, error));
    WEND_TRY(read_outline(h, at, room, error));
    wend_room_type kind = wend_room_type_find(type);
    int same = 1;
    for (int i = 0; i < h->room_count && h->b->status == WEND_OK; i++)
        same += h->b->rooms.items[h->rooms[i].room].type == (uint16_t)kind;
    char name[64];
    int n = snprintf(name, sizeof name, "%s_%d", wend_room_type_name(kind), same);
    for (int i = 0; i < n; i++)
        if (name[i] == ' ') name[i] = '_';
    room->room =
        scene_builder_room(h->b, kind, 0, name, room->corners, room->corner_count, 0, h->height);
    h->room_count++;
    return h->b->status == WEND_OK ? WEND_OK : procthor_building_no_memory(error);
}

// The highest corner of all walls. Rooms need the height before walls are read, and walls need the
// rooms.
static wend_status find_height(procthor_house* h, const json_at* house, wend_error* error) {
    json_at list = {0}, wall = {0}, polygon = {0}, item = {0};
    size_t count, corners;
    WEND_TRY(list_field(house, "walls", MAX_WALLS, &list, &count, error));
    for (size_t i = 0; i < count; i++) {
        WEND_TRY(json_item(&list, i, &wall, error));
        WEND_TRY(json_field(&wall, "polygon", &polygon, error));
        WEND_TRY(json_count(&polygon, &corners, error));
        for (size_t k = 0; k < corners && k < 4; k++) {
            wend_vec3 p;
            WEND_TRY(json_item(&polygon, k, &item, error));
            WEND_TRY(procthor_point(&item, &p, error));
            h->height = fmaxf(h->height, p.y);
        }
    }
    if (!(h->height > 0)) h->height = 2.5f;
    return WEND_OK;
}

wend_status procthor_read_rooms(procthor_house* h, const json_at* house, wend_error* error) {
    json_at list = {0}, item = {0};
    size_t count;
    WEND_TRY(find_height(h, house, error));
    scene_builder_level(h->b, 0, h->height);
    WEND_TRY(json_field(house, "rooms", &list, error));
    WEND_TRY(list_field(house, "rooms", MAX_ROOMS, &list, &count, error));
    h->rooms = arena_alloc_zero(&h->memory, count, sizeof *h->rooms);
    if (!h->rooms) return procthor_building_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(procthor_building_read_room(h, &item, &h->rooms[i], error));
    }
    return WEND_OK;
}

// ---- walls --------------------------------------------------------------------------------------

// The lower two corners in their given order, independent of which pair is listed first; and the
// height.
static void find_base(const wend_vec3 corners[4], procthor_wall* wall) {
    wend_vec3 base[2] = {corners[0], corners[1]};
    float low = INFINITY, high = -INFINITY;
    int order[4] = {0, 1, 2, 3};
    for (int i = 1; i < 4; i++)  // stable sort
        for (int k = i; k > 0 && corners[order[k]].y < corners[order[k - 1]].y; k--) {
            int swap = order[k];
            order[k] = order[k - 1];
            order[k - 1] = swap;
        }
    for (int i = 0; i < 4; i++) {
        low = fminf(low, corners[i].y);
        high = fmaxf(high, corners[i].y);
    }
    for (int i = 0; i < 2; i++) base[i] = corners[order[i]];
    wend_vec3 d = wend_v3_sub(base[1], base[0]);
    d.y = 0;
    wall->p0 = base[0];
    wall->length = wend_v3_length(d);
    wall->along = wend_v3_normalize(d);
    wall->height = high - low;
}

static wend_status read_wall(procthor_house* h, const json_at* at, procthor_wall* wall,
                             wend_error* error) {
    json_at id = {0}, polygon = {0}, item = {0}, room = {0}, material = {0};
    const char* room_id = "";
    wend_vec3 corners[4];
    WEND_TRY(json_field(at, "id", &id, error));
    WEND_TRY(json_text(&id, &wall->id, error));
    WEND_TRY(json_field(at, "polygon", &polygon, error));
    for (size_t i = 0; i < 4; i++) {
        WEND_TRY(json_item(&polygon, i, &item, error));
        WEND_TRY(procthor_point(&item, &corners[i], error));
    }
    find_base(corners, wall);
    WEND_TRY(json_optional(at, "roomId", &room, error));
    if (room.value) WEND_TRY(json_text(&room, &room_id, error));
    wall->is_exterior = strncmp(wall->id, "wall|exterior", 13) == 0;
    wall->is_empty = json_is_true(json_object_get(at->value, "empty"));
    const procthor_room* own = wall->is_exterior ? NULL : procthor_find_room(h, room_id);
    wall->room = own ? own->room : 0;
    WEND_TRY(json_optional(at, "material", &material, error));
    return asset_store_material(h->store, &material, &wall->material, error);
}

wend_status procthor_read_walls(procthor_house* h, const json_at* house, wend_error* error) {
    json_at list = {0}, item = {0};
    size_t count;
    WEND_TRY(list_field(house, "walls", MAX_WALLS, &list, &count, error));
    h->walls = arena_alloc_zero(&h->memory, count, sizeof *h->walls);
    if (!h->walls) return procthor_building_no_memory(error);
    for (size_t i = 0; i < count; i++, h->wall_count++) {
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(read_wall(h, &item, &h->walls[i], error));
    }
    return WEND_OK;
}

static wend_status procthor_building_build_wall(procthor_house* h, const procthor_wall* wall,
                                                wend_error* error) {
    wend_vec3 normal = wend_v3_cross(wall->along, wend_v3(0, 1, 0));
    const tessellate_wall_def def = {
        .corner = wend_v3_mad(wall->p0, normal, WALL_GAP),
        .along = wall->along,
        .start = -WALL_OVERLAP,
        .end = wall->length + WALL_OVERLAP,
        .height = wall->height,
        .step = STEP,
        .hole_left = wall->hole_left,
        .hole_right = wall->hole_right,
        .hole_low = wall->hole_low,
        .hole_high = wall->hole_high,
    };
    WEND_TRY(import_spend(h->budget, 72 * 72, 60, error));
    uint32_t mesh = scene_builder_mesh_begin(h->b, "wall");
    tessellate_wall(h->b, &def);
    scene_builder_mesh_end(h->b);
    wend_object fields = {.category = WEND_CATEGORY_WALL,
                          .flags = WEND_OBJECT_STRUCTURE,
                          .room = wall->room,
                          .heading = atan2f(-normal.x, -normal.z)};
    uint32_t object =
        scene_builder_object(h->b, &fields, wall->is_exterior ? "outer_wall" : "wall");
    scene_builder_instance(h->b, object, mesh, wall->material, wend_transform_identity());
    return WEND_OK;
}

wend_status procthor_build_walls(procthor_house* h, wend_error* error) {
    for (int i = 0; i < h->wall_count && h->b->status == WEND_OK; i++) {
        const procthor_wall* wall = &h->walls[i];
        if (wall->is_empty || wall->length < 0.001f || wall->height < 0.001f) continue;
        WEND_TRY(procthor_building_build_wall(h, wall, error));
    }
    return WEND_OK;
}

// ---- floors and ceilings ------------------------------------------------------------------------

static wend_status build_slab(procthor_house* h, const procthor_room* room, bool ceiling,
                              uint32_t material, wend_error* error) {
    const tessellate_polygon_def def = {room->corners, room->corner_count, ceiling ? h->height : 0,
                                        STEP, ceiling};
    size_t before = h->b->positions.count;
    uint32_t mesh = scene_builder_mesh_begin(h->b, ceiling ? "ceiling" : "floor");
    WEND_TRY(tessellate_polygon(h->b, &def, error));
    scene_builder_mesh_end(h->b);
    WEND_TRY(import_spend(h->budget, h->b->positions.count - before, 60, error));
    wend_object fields = {.category = ceiling ? WEND_CATEGORY_CEILING : WEND_CATEGORY_FLOOR,
                          .flags = WEND_OBJECT_STRUCTURE,
                          .room = room->room};
    uint32_t object = scene_builder_object(h->b, &fields, ceiling ? "ceiling" : "floor");
    scene_builder_instance(h->b, object, mesh, material, wend_transform_identity());
    return WEND_OK;
}

wend_status procthor_build_floors(procthor_house* h, const json_at* house, wend_error* error) {
    json_at list = {0}, item = {0}, material = {0}, parameters = {0}, ceiling = {0};
    uint32_t floor_material, ceiling_material;
    WEND_TRY(json_optional(house, "proceduralParameters", &parameters, error));
    if (parameters.value) WEND_TRY(json_optional(&parameters, "ceilingMaterial", &ceiling, error));
    WEND_TRY(asset_store_material(h->store, &ceiling, &ceiling_material, error));
    WEND_TRY(json_field(house, "rooms", &list, error));
    for (int i = 0; i < h->room_count && h->b->status == WEND_OK; i++) {
        WEND_TRY(json_item(&list, (size_t)i, &item, error));
        WEND_TRY(json_optional(&item, "floorMaterial", &material, error));
        WEND_TRY(asset_store_material(h->store, &material, &floor_material, error));
        wend_status status = build_slab(h, &h->rooms[i], false, floor_material, error);
        if (status == WEND_OK) status = build_slab(h, &h->rooms[i], true, ceiling_material, error);
        if (status == WEND_FORMAT)
            wend_error_prefix(error, "%s: %s", item.document->file, h->rooms[i].id);
        WEND_TRY(status);
    }
    return WEND_OK;
}
