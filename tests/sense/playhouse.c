#include "sense/playhouse.h"

#include <stdio.h>

#include "scene/builder.h"
#include "scene/scene.h"

enum { SIDE = 64 };

static uint32_t add_checker(scene_builder* b, int squares, bool holes) {
    uint8_t pixels[SIDE * SIDE * 4];
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            bool odd = (x * squares / SIDE + y * squares / SIDE) % 2;
            uint8_t* p = pixels + 4 * (y * SIDE + x);
            p[0] = odd ? 250 : 150;
            p[1] = odd ? 245 : 110;
            p[2] = odd ? 235 : 80;
            p[3] = holes && odd ? 0 : 255;
        }
    return scene_builder_texture(b, "checker", SIDE, SIDE, pixels);
}

// A box from -0.5 to 0.5 in x and z and 0 to 1 in y.
static uint32_t add_box(scene_builder* b) {
    uint32_t mesh = scene_builder_mesh_begin(b, "box");
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++) {
            uint32_t corner[4];
            float n[3] = {0, 0, 0};
            n[axis] = side ? 1.0f : -1.0f;
            for (int i = 0; i < 4; i++) {
                float p[3];
                p[axis] = (float)side - 0.5f;
                p[(axis + 1) % 3] = (float)(i & 1) - 0.5f;
                p[(axis + 2) % 3] = (float)(i >> 1) - 0.5f;
                wend_vec2 uv = {4 * (float)(i & 1), 4 * (float)(i >> 1)};
                corner[i] = scene_builder_vertex(b, wend_v3(p[0], p[1] + 0.5f, p[2]),
                                                 wend_v3(n[0], n[1], n[2]), uv);
            }
            scene_builder_triangle(b, corner[0], corner[side ? 1 : 3], corner[side ? 3 : 1]);
            scene_builder_triangle(b, corner[0], corner[side ? 3 : 2], corner[side ? 2 : 3]);
        }
    scene_builder_mesh_end(b);
    return mesh;
}

static uint32_t add_ball(scene_builder* b, int fineness) {
    uint32_t mesh = scene_builder_mesh_begin(b, "ball");
    int across = 2 * fineness;
    for (int i = 0; i <= fineness; i++)
        for (int j = 0; j <= across; j++) {
            double latitude = WEND_PI * i / fineness,
                   longitude = 2 * WEND_PI * (j % across) / across;
            wend_vec3 n = wend_v3((float)(sin(latitude) * cos(longitude)), (float)cos(latitude),
                                  (float)(sin(latitude) * sin(longitude)));
            scene_builder_vertex(
                b, wend_v3_scale(n, 0.5f), n,
                (wend_vec2){2 * (float)j / (float)across, (float)i / (float)fineness});
        }
    for (int i = 0; i < fineness; i++)
        for (int j = 0; j < across; j++) {
            uint32_t p = (uint32_t)(i * (across + 1) + j), q = p + (uint32_t)across + 1;
            scene_builder_triangle(b, p, p + 1, q);
            scene_builder_triangle(b, p + 1, q + 1, q);
        }
    scene_builder_mesh_end(b);
    return mesh;
}

typedef struct playhouse {
    scene_builder b;
    wend_rng rng;
    uint32_t box, ball, room_materials[3], materials[6], lattice;
} playhouse;

static void playhouse_put(playhouse* h, wend_category category, const char* name, uint16_t flags,
                          uint32_t mesh, uint32_t material, wend_transform t) {
    wend_object fields = {.category = (uint16_t)category, .flags = flags};
    uint32_t object = scene_builder_object(&h->b, &fields, name);
    scene_builder_instance(&h->b, object, mesh, material, t);
}

static void place_box(playhouse* h, wend_category category, const char* name, uint32_t material,
                      wend_vec3 size, wend_vec3 at) {
    wend_transform t = {{size.x, 0, 0}, {0, size.y, 0}, {0, 0, size.z}, at};
    playhouse_put(h, category, name, 0, h->box, material, t);
}

// Walls are boxes with a doorway of 1 m left free; floor and ceiling are flat boxes.
static void add_room(playhouse* h, float x, float z) {
    const float half = PLAYHOUSE_ROOM * 0.5f, thick = 0.1f, high = 2.6f;
    place_box(h, WEND_CATEGORY_FLOOR, "floor", h->room_materials[0],
              wend_v3(PLAYHOUSE_ROOM, 0.1f, PLAYHOUSE_ROOM), wend_v3(x, -0.1f, z));
    place_box(h, WEND_CATEGORY_CEILING, "ceiling", h->room_materials[2],
              wend_v3(PLAYHOUSE_ROOM, 0.1f, PLAYHOUSE_ROOM), wend_v3(x, high, z));
    for (int side = 0; side < 4; side++) {
        float a = side < 2 ? (side ? half : -half) : 0,
              c = side < 2 ? 0 : (side == 3 ? half : -half);
        for (int part = -1; part <= 1; part += 2) {
            float along = (float)part * (half + 0.5f) / 2, length = half - 0.5f;
            wend_vec3 size = side < 2 ? wend_v3(thick, high, length) : wend_v3(length, high, thick);
            wend_vec3 at = wend_v3(x + a * (1 - thick / PLAYHOUSE_ROOM) + (side < 2 ? 0 : along), 0,
                                   z + c * (1 - thick / PLAYHOUSE_ROOM) + (side < 2 ? along : 0));
            place_box(h, WEND_CATEGORY_WALL, "wall", h->room_materials[1], size, at);
        }
    }
}

static void playhouse_add_objects(playhouse* h, int count, float x, float z) {
    for (int i = 0; i < count; i++) {
        float size = wend_rng_between(&h->rng, 0.2f, 0.7f);
        wend_vec3 at = {.x = x + wend_rng_between(&h->rng, -2, 2)};
        at.z = z + wend_rng_between(&h->rng, -2, 2);
        uint32_t material = h->materials[wend_rng_below(&h->rng, 6)];
        float turn = wend_rng_between(&h->rng, 0, 6);
        wend_transform t = wend_transform_upright(turn, at);
        t.x = wend_v3_scale(t.x, size);
        t.y = wend_v3_scale(t.y, size);
        t.z = wend_v3_scale(t.z, size);
        bool round = wend_rng_chance(&h->rng, 0.6f);
        if (round) t.origin.y = size / 2;
        playhouse_put(h, round ? WEND_CATEGORY_VASE : WEND_CATEGORY_BOX, round ? "ball" : "box",
                      i % 3 == 0 ? WEND_OBJECT_MOVABLE : 0, round ? h->ball : h->box, material, t);
    }
}

static void make_materials(playhouse* h) {
    scene_builder* b = &h->b;
    static const uint8_t colors[6][4] = {{200, 60, 50, 255},  {60, 120, 200, 255},
                                         {90, 170, 80, 255},  {220, 190, 60, 255},
                                         {150, 90, 170, 255}, {230, 230, 230, 255}};
    static const uint8_t white[4] = {255, 255, 255, 255};
    uint32_t checker = add_checker(b, 8, false), holes = add_checker(b, 8, true);
    for (int i = 0; i < 6; i++)
        h->materials[i] = scene_builder_material(b, "thing", colors[i], i % 2 ? checker : 0, 0);
    for (int i = 0; i < 3; i++)
        h->room_materials[i] = scene_builder_material(b, "room", white, i < 2 ? checker : 0, 0);
    h->lattice = scene_builder_material(b, "lattice", white, holes,
                                        WEND_MATERIAL_CUTOUT | WEND_MATERIAL_DOUBLE_SIDED);
}

// Light that differs from vertex to vertex, as baking would leave it.
static void shine(wend_scene* scene) {
    uint8_t* light = (uint8_t*)(uintptr_t)scene->arrays.light.items;
    for (uint32_t i = 0; i < scene->arrays.light.count; i++) light[i] = (uint8_t)(90 + i * 37 % 70);
}

wend_status playhouse_build(const playhouse_def* def, wend_scene** scene, wend_error* error) {
    playhouse h = {.b = scene_builder_make(), .rng = wend_rng_make(def->seed, 1)};
    make_materials(&h);
    h.box = add_box(&h.b);
    h.ball = add_ball(&h.b, def->fineness);
    for (int i = 0; i < def->rooms; i++)
        for (int j = 0; j < def->rooms; j++) {
            float x = (float)(i * PLAYHOUSE_ROOM), z = (float)(j * PLAYHOUSE_ROOM);
            add_room(&h, x, z);
            playhouse_add_objects(&h, def->things, x, z);
        }
    wend_transform door = wend_transform_upright(0.4f, wend_v3(0, 0, -2.45f));
    door.y = wend_v3(0, 2.1f, 0);
    door.z = wend_v3_scale(door.z, 0.05f);
    playhouse_put(&h, WEND_CATEGORY_DOOR, "door", WEND_OBJECT_DOOR, h.box, h.materials[3], door);
    wend_transform screen = wend_transform_upright(0.7f, wend_v3(1.2f, 0.2f, -1.2f));
    screen.z = wend_v3_scale(screen.z, 0.02f);
    playhouse_put(&h, WEND_CATEGORY_PAINTING, "screen", 0, h.box, h.lattice, screen);
    WEND_TRY(scene_builder_finish(&h.b, "playhouse", "playhouse", scene, error));
    shine(*scene);
    return WEND_OK;
}
