// Importer of ProcTHOR houses: JSON, or JSON Lines with one house per line.
#include <stdio.h>
#include <string.h>

#include "import/procthor.h"

enum { MAX_DEPTH = 16 };

wend_status procthor_point(const json_at* at, wend_vec3* point, wend_error* error) {
    WEND_TRY(json_xyz(at, point, error));
    if (fabsf(point->x) > 1e5f || fabsf(point->y) > 1e5f || fabsf(point->z) > 1e5f)
        return json_fail(at, error, "100 km from the origin or more; positions are metres");
    point->x = -point->x;
    return WEND_OK;
}

void procthor_name(wend_category category, char out[IMPORT_NAME_SIZE]) {
    snprintf(out, IMPORT_NAME_SIZE, "%s", wend_category_at(category)->name);
    for (char* p = out; *p; p++)
        if (*p == ' ') *p = '_';
}

const procthor_room* procthor_find_room(const procthor_house* h, const char* id) {
    for (int i = 0; i < h->room_count; i++)
        if (strcmp(h->rooms[i].id, id) == 0) return &h->rooms[i];
    return NULL;
}

uint32_t procthor_room_at(const procthor_house* h, wend_vec3 point) {
    for (int r = 0; r < h->room_count; r++) {
        const procthor_room* room = &h->rooms[r];
        bool inside = false;
        for (int i = 0, j = room->corner_count - 1; i < room->corner_count; j = i++) {
            wend_vec2 a = room->corners[i], b = room->corners[j];
            if ((a.y > point.z) != (b.y > point.z) &&
                point.x < (b.x - a.x) * (point.z - a.y) / (b.y - a.y) + a.x)
                inside = !inside;
        }
        if (inside) return room->room;
    }
    return 0;
}

void procthor_place(procthor_house* h, const asset* a, uint32_t object,
                    const wend_transform* world) {
    for (size_t i = 0; i < a->parts.count; i++) {
        const asset_part* part = &a->parts.items[i];
        if (part->leaf < 0)
            scene_builder_instance(h->b, object, part->mesh, part->material,
                                   wend_transform_multiply(world, &part->transform));
    }
}

// ---- objects ------------------------------------------------------------------------------------

// Unity's Euler angles in degrees: rotation about z first, then x, then y. Mirroring x negates
// rotations about y and z.
static wend_quat read_rotation(wend_vec3 degrees) {
    const float half = (float)(WEND_PI / 180);
    wend_quat x = wend_quat_about(wend_v3(1, 0, 0), degrees.x * half);
    wend_quat y = wend_quat_about(wend_v3(0, 1, 0), degrees.y * half);
    wend_quat z = wend_quat_about(wend_v3(0, 0, 1), degrees.z * half);
    wend_quat q = wend_quat_multiply(y, wend_quat_multiply(x, z));
    return (wend_quat){q.x, -q.y, -q.z, q.w};
}

// Containers: an object within the box of one is IN it; within the box of other furniture it is ON
// it.
static bool contains_objects(wend_category category) {
    switch (category) {
        case WEND_CATEGORY_FRIDGE:
        case WEND_CATEGORY_MICROWAVE:
        case WEND_CATEGORY_SAFE:
        case WEND_CATEGORY_CABINET:
        case WEND_CATEGORY_BOX:
        case WEND_CATEGORY_BOWL:
        case WEND_CATEGORY_POT:
        case WEND_CATEGORY_PAN:
        case WEND_CATEGORY_SINK:
        case WEND_CATEGORY_BATHTUB:
        case WEND_CATEGORY_GARBAGE_CAN:
        case WEND_CATEGORY_LAUNDRY_HAMPER:
        case WEND_CATEGORY_WASHING_MACHINE:
        case WEND_CATEGORY_CLOTHES_DRYER:
            return true;
        default:
            return false;
    }
}

static wend_aabb placed_box(const asset* a, const wend_transform* world) {
    wend_aabb box = wend_aabb_empty();
    for (int i = 0; i < 8; i++)
        box = wend_aabb_add(
            box, wend_transform_point(world, wend_v3(i & 1 ? a->box.high.x : a->box.low.x,
                                                     i & 2 ? a->box.high.y : a->box.low.y,
                                                     i & 4 ? a->box.high.z : a->box.low.z)));
    return box;
}

// The object a child is placed relative to.
typedef struct parent {
    uint32_t object;  // 0: the floor
    wend_category category;
    wend_aabb box;
    int depth;
} parent;

static wend_relation relation_to(const parent* p, wend_aabb box) {
    if (!p->object) return box.low.y < 0.1f ? WEND_RELATION_ON : WEND_RELATION_FIXED;
    bool inside = wend_aabb_contains(p->box, wend_aabb_center(box));
    return inside && contains_objects(p->category) ? WEND_RELATION_IN : WEND_RELATION_ON;
}

static wend_status read_placement(const json_at* at, wend_transform* world, const char** id,
                                  const char** type, wend_error* error) {
    json_at position = {0}, rotation = {0}, name = {0}, kind = {0};
    wend_vec3 where, degrees = {0, 0, 0};
    WEND_TRY(json_field(at, "position", &position, error));
    WEND_TRY(procthor_point(&position, &where, error));
    WEND_TRY(json_optional(at, "rotation", &rotation, error));
    if (rotation.value) WEND_TRY(json_xyz(&rotation, &degrees, error));
    WEND_TRY(json_field(at, "assetId", &name, error));
    WEND_TRY(json_text(&name, id, error));
    WEND_TRY(json_optional(at, "objectType", &kind, error));
    *type = NULL;
    if (kind.value) WEND_TRY(json_text(&kind, type, error));
    *world =
        wend_transform_make(wend_quat_normalize(read_rotation(degrees)), wend_v3(1, 1, 1), where);
    return WEND_OK;
}

static wend_status import_procthor_add_objects(procthor_house* h, const json_at* holder,
                                               const char* key, const parent* above,
                                               wend_error* error);

static wend_status import_procthor_add_object(procthor_house* h, const json_at* at,
                                              const parent* above, wend_error* error) {
    wend_transform world;
    const char *id, *type;
    const asset* a;
    WEND_TRY(read_placement(at, &world, &id, &type, error));
    WEND_TRY(asset_store_get(h->store, id, type, &a, error));
    for (size_t i = 0; i < a->parts.count && h->b->status == WEND_OK; i++)
        WEND_TRY(import_spend(
            h->budget, h->b->meshes.items[a->parts.items[i].mesh].vertex_count + 64, 1, error));
    parent self = {
        .category = a->category, .box = placed_box(a, &world), .depth = above->depth + 1};
    wend_object fields = {.category = (uint16_t)a->category,
                          .material = (uint8_t)a->material,
                          .flags = import_category_flags(a->category),
                          .relation = (uint8_t)relation_to(above, self.box),
                          .support = above->object,
                          .room = procthor_room_at(h, world.origin),
                          .heading = atan2f(-world.z.x, -world.z.z)};  // assets face +z
    char name[IMPORT_NAME_SIZE];
    procthor_name(a->category, name);
    self.object = scene_builder_object(h->b, &fields, name);
    procthor_place(h, a, self.object, &world);
    return import_procthor_add_objects(h, at, "children", &self, error);
}

static wend_status import_procthor_add_objects(procthor_house* h, const json_at* holder,
                                               const char* key, const parent* above,
                                               wend_error* error) {
    json_at list = {0}, item = {0};
    size_t count;
    WEND_TRY(json_optional(holder, key, &list, error));
    if (!list.value || h->b->status != WEND_OK) return WEND_OK;
    if (above->depth > MAX_DEPTH)
        return json_fail(&list, error, "objects nested more than %d deep", MAX_DEPTH);
    WEND_TRY(json_count(&list, &count, error));
    for (size_t i = 0; i < count; i++) {
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(import_procthor_add_object(h, &item, above, error));
    }
    return WEND_OK;
}

// ---- house --------------------------------------------------------------------------------------

static wend_status add_house(procthor_house* h, const json_at* house, wend_error* error) {
    const parent floor = {.depth = 0};
    WEND_TRY(procthor_read_rooms(h, house, error));
    WEND_TRY(procthor_read_walls(h, house, error));
    WEND_TRY(procthor_build_floors(h, house, error));
    WEND_TRY(procthor_add_doors(h, house, error));
    WEND_TRY(procthor_add_windows(h, house, error));
    WEND_TRY(procthor_build_walls(h, error));
    WEND_TRY(import_procthor_add_objects(h, house, "objects", &floor, error));
    import_describe(h->b);
    return WEND_OK;
}

static const char* assets_folder(const import_source* source) {
    if (source->def.assets) return source->def.assets;
    return source->folder ? source->folder : ".";
}

static wend_status add_document(const import_source* source, const json_document* document,
                                scene_builder* b, wend_error* error) {
    json_at root = json_document_root(document), item = {0};
    const json_at* house = &root;
    if (json_is_array(root.value)) {
        WEND_TRY(json_item(&root, (size_t)source->def.house, &item, error));
        house = &item;
    }
    import_budget budget = import_budget_make(source);
    procthor_house h = {.b = b, .budget = &budget, .def = &source->def};
    WEND_TRY(
        asset_store_create(b, &source->def, assets_folder(source), source->files, &h.store, error));
    wend_status status = add_house(&h, house, error);
    asset_store_destroy(h.store);
    arena_destroy(&h.memory);
    return status;
}

// Finds the line of def.house. A file with a single document counts as one line.
static wend_status import_procthor_find_line(const import_source* source, const char** line,
                                             size_t* size, int* number, wend_error* error) {
    size_t length = strlen(source->path);
    bool lines_file = strstr(source->path, ".jsonl") != NULL;
    *line = source->data;
    *size = source->size;
    *number = 1;
    if (source->def.house < 0)
        return wend_fail(error, WEND_ARGUMENT, "%s: house %d; they count from 0", source->path,
                         source->def.house);
    if (!lines_file || length == 0) return WEND_OK;
    json_lines lines = json_lines_make(source->data, source->size);
    for (int i = 0; json_lines_next(&lines, line, size); i++) {
        *number = lines.number;
        if (i == source->def.house) return WEND_OK;
    }
    return wend_fail(error, WEND_NOT_FOUND, "%s: there is no house %d", source->path,
                     source->def.house);
}

wend_status import_procthor(const import_source* source, scene_builder* b, wend_error* error) {
    const char* line;
    size_t size;
    int number;
    json_document document;
    WEND_TRY(import_procthor_find_line(source, &line, &size, &number, error));
    WEND_TRY(json_document_parse(line, size, source->path, number, &document, error));
    wend_status status = add_document(source, &document, b, error);
    json_document_destroy(&document);
    return status;
}
