#include "made_files.h"
#include "test.h"

static char last_warning[500];
static int warnings;

static void remember(void* context, const char* sentence) {
    (void)context;
    warnings++;
    snprintf(last_warning, sizeof last_warning, "%s", sentence);
}

static wend_status load_house(const char* text, wend_scene** scene, wend_error* error) {
    import_source source = {"h.json", NULL, text, strlen(text), wend_import_default_def(),
                            NULL,     false};
    source.def.bake = false;
    source.def.warn = remember;
    source.def.assets = "/nowhere";
    return scene_load_memory(&source, scene, error);
}

TEST(a_handwritten_house_has_room_walls_door_and_objects) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(load_house(made_house, &scene, &error));
    const wend_scene_arrays* a = wend_scene_get(scene);
    CHECK_INT(a->rooms.count - 1, 1);
    CHECK_TEXT(wend_scene_text(scene, a->rooms.items[1].name), "kitchen_1");
    CHECK_NEAR(wend_scene_room_area(scene, 1), 12, 1e-4);
    CHECK_INT(wend_scene_room_at(scene, wend_v3(-2, 1, 1)), 1);  // x is mirrored
    CHECK_NEAR(a->levels.items[0].height, 2.5, 1e-6);
    const wend_object* wall = &a->objects.items[wend_scene_find_object(scene, "wall")];
    CHECK_INT(wall->color, WEND_COLOR_RED);
    CHECK_NEAR(wall->bounds.low.z, 0.01, 1e-6);  // moved into its room
    const wend_object* outer = &a->objects.items[wend_scene_find_object(scene, "outer_wall")];
    CHECK_NEAR(outer->bounds.low.z, -0.01, 1e-6);
    CHECK_INT(outer->room, 0);
    const wend_object* table = &a->objects.items[wend_scene_find_object(scene, "dining_table")];
    const wend_object* mug = &a->objects.items[wend_scene_find_object(scene, "mug")];
    CHECK_INT(mug->support, wend_scene_find_object(scene, "dining_table"));
    CHECK_INT(mug->relation, WEND_RELATION_ON);
    CHECK_NEAR(table->bounds.low.y, 0, 1e-6);       // half a metre stands in
    CHECK_NEAR(table->heading, WEND_PI / 2, 1e-5);  // yaw 90 looks along +x there, -x here
    CHECK_INT(table->room, 1);
    CHECK_INT(a->doors.count, 1);
    const wend_door* door = &a->doors.items[0];
    CHECK_INT(door->object, 0);
    CHECK_INT(door->rooms[0], 1);
    CHECK_INT(door->rooms[1], 0);
    CHECK_NEAR(door->center.x, -3, 1e-6);  // a metre from x = 4, mirrored
    CHECK_NEAR(door->width, 1, 1e-6);
    CHECK_HAS(last_warning, "Mug_None is missing; replaced by its bounding box");
    wend_scene_destroy(scene);
}

// The hole is on the same side of both walls, though the second one runs the other way.
TEST(holes_of_the_two_sides_of_a_wall_agree) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(load_house(made_house, &scene, &error));
    const wend_scene_arrays* a = wend_scene_get(scene);
    static const char* const names[2] = {"wall", "outer_wall"};
    for (int w = 0; w < 2; w++) {
        const wend_object* o = &a->objects.items[wend_scene_find_object(scene, names[w])];
        const wend_mesh* m = &a->meshes.items[a->instances.items[o->first_instance].mesh];
        for (uint32_t i = 0; i < m->index_count; i += 3) {
            wend_vec3 middle = {0, 0, 0};
            for (uint32_t k = 0; k < 3; k++)
                middle = wend_v3_mad(
                    middle,
                    a->positions.items[m->first_vertex + a->indices.items[m->first_index + i + k]],
                    1.0f / 3);
            CHECK(!(middle.x > -3.5f && middle.x < -2.5f && middle.y < 2));
        }
    }
    wend_scene_destroy(scene);
}

static char* edited(const char* from, const char* to) {
    const char* at = strstr(made_house, from);
    if (!at) test_fail(__FILE__, __LINE__, "no '%s' in the house", from);
    char* out = wend_alloc_zero(1, strlen(made_house) + strlen(to) + 1);
    memcpy(out, made_house, (size_t)(at - made_house));
    strcat(out, to);
    strcat(out, at + strlen(from));
    return out;
}

TEST(broken_houses_are_refused_with_line_and_field) {
    static const struct {
        const char *from, *to, *says;
    } cases[] = {
        {"\"rooms\"", "\"rums\"", "the field \"rooms\" is missing"},
        {"{\"x\":0,\"y\":0,\"z\":3}", "{\"x\":0,\"y\":0}", "rooms[0].floorPolygon[1]"},
        {"{\"x\":0,\"y\":0,\"z\":3}", "{\"x\":0,\"y\":0,\"z\":1e300}", "too large"},
        {"{\"x\":0,\"y\":0,\"z\":3}", "{\"x\":0,\"y\":0,\"z\":1e9}", "positions are metres"},
        {"{\"x\":0,\"y\":0,\"z\":3},{\"x\":4,\"y\":0,\"z\":3}",
         "{\"x\":4,\"y\":0,\"z\":4},{\"x\":0,\"y\":0,\"z\":3}", "crosses itself"},
        {"\"wall0\":\"wall|2|a\"", "\"wall0\":\"wall|9\"", "there is no such wall"},
        {"\"assetId\":\"Mug_None\"", "\"assetId\":7", "objects[0].children[0].assetId"},
        {"\"holePolygon\":[", "\"holePolygon\":[],\"x\":[", "doors[0].holePolygon: 0 items"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error = {0};
        wend_scene* scene;
        wend_memory_stats before = wend_memory_get_stats();
        char* text = edited(cases[i].from, cases[i].to);
        wend_status status = load_house(text, &scene, &error);
        if (status != WEND_FORMAT) test_fail(__FILE__, __LINE__, "case %zu is let in", i);
        CHECK_HAS(error.message, cases[i].says);
        CHECK_HAS(error.message, "h.json");
        wend_free(text);
        CHECK_INT(wend_memory_get_stats().live_blocks, before.live_blocks);
    }
}

TEST(cyclic_support_relations_are_refused) {
    wend_error error;
    wend_scene* scene;
    wend_text_out text = {0};
    wend_text_put(&text, "{\"rooms\":[],\"objects\":[");
    static const char thing[] = "{\"assetId\":\"Box_1\",\"position\":{\"x\":0,\"y\":0,\"z\":0}";
    for (int i = 0; i < 40; i++) wend_text_put(&text, "%s,\"children\":[", thing);
    for (int i = 0; i < 40; i++) wend_text_put(&text, "]}");
    wend_text_put(&text, "]}");
    CHECK_INT(load_house(text.items, &scene, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "more than 16 deep");
    wend_text_destroy(&text);
}

static wend_status load_made_house(void* unused, wend_error* error) {
    (void)unused;
    wend_scene* scene;
    WEND_TRY(load_house(made_house, &scene, error));
    wend_scene_destroy(scene);
    return WEND_OK;
}

TEST(reading_a_house_survives_every_failing_allocation) {
    test_each_allocation(load_made_house, NULL, 3000);
}

// ---- real houses --------------------------------------------------------------------------------

static wend_status load_line(const char* path, int house, wend_scene** scene, wend_error* error) {
    wend_import_def def = wend_import_default_def();
    def.bake = false;
    def.house = house;
    def.warn = remember;
    return wend_scene_load(path, &def, scene, error);
}

// Line 1 of the 150 is described in the data set's own index: 5 rooms, 5 doors, 3 windows.
TEST(a_real_house_matches_its_index) {
    wend_error error;
    wend_scene* scene;
    const char* path = test_data("procthor/houses_val150.jsonl.gz");
    CHECK_OK(load_line(path, 1, &scene, &error));
    const wend_scene_arrays* a = wend_scene_get(scene);
    CHECK_INT(a->rooms.count - 1, 5);
    CHECK_INT(a->doors.count, 9);  // four of the five have two leaves
    int counts[WEND_CATEGORY_COUNT] = {0};
    for (uint32_t i = 1; i < a->objects.count; i++) counts[a->objects.items[i].category]++;
    CHECK_INT(counts[WEND_CATEGORY_WINDOW], 3);
    CHECK_INT(counts[WEND_CATEGORY_WALL], 38);
    CHECK_INT(counts[WEND_CATEGORY_DOORFRAME], 5);
    wend_scene_destroy(scene);
    CHECK_INT(load_line(path, 150, &scene, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "there is no house 150");
}

// The middle of a closed leaf lies in the middle of its opening; an open one is turned out of it.
TEST(leaves_turn_about_their_hinges) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(load_line(test_data("procthor/houses_val150.jsonl.gz"), 1, &scene, &error));
    const wend_scene_arrays* a = wend_scene_get(scene);
    CHECK(a->doors.count > 0);
    for (uint32_t d = 0; d < a->doors.count; d++) {
        const wend_door* door = &a->doors.items[d];
        const wend_object* leaf = &a->objects.items[door->object];
        CHECK_NEAR(door->openness, door->openable ? 1 : 0, 0);
        wend_aabb closed = wend_aabb_empty(), open = wend_aabb_empty();
        for (uint32_t i = 0; i < leaf->instance_count; i++) {
            uint32_t instance = leaf->first_instance + i;
            const wend_mesh* m = &a->meshes.items[a->instances.items[instance].mesh];
            wend_transform shut = wend_scene_door_transform(scene, d, instance, 0);
            wend_transform wide = wend_scene_door_transform(scene, d, instance, 1);
            for (uint32_t v = 0; v < m->vertex_count; v++) {
                wend_vec3 p = a->positions.items[m->first_vertex + v];
                closed = wend_aabb_add(closed, wend_transform_point(&shut, p));
                open = wend_aabb_add(open, wend_transform_point(&wide, p));
            }
        }
        wend_vec3 shut = wend_aabb_center(closed), wide = wend_aabb_center(open);
        CHECK_NEAR(hypotf(shut.x - door->center.x, shut.z - door->center.z), 0, 0.08);
        CHECK(hypotf(wide.x - door->center.x, wide.z - door->center.z) > 0.3f);
        // It opens into rooms[0]: against the direction through the door.
        wend_vec3 through = wend_v3(-sinf(door->heading), 0, -cosf(door->heading));
        CHECK(wend_v3_dot(through, wend_v3_sub(wide, door->center)) < -0.3f);
    }
    wend_scene_destroy(scene);
}

// Fronts, holes and mirroring against the house that the data set's authors built themselves.
TEST(positions_of_the_guide_match_the_released_trace) {
    wend_error error;
    wend_scene *ours, *theirs;
    wend_import_def def = wend_import_default_def();
    def.bake = false;
    CHECK_OK(load_line(test_data("procthor/houses_val150.jsonl.gz"), 1, &ours, &error));
    CHECK_OK(wend_scene_load(test_data("procthor/example_house.glb"), &def, &theirs, &error));
    const wend_scene_arrays *a = wend_scene_get(ours), *b = wend_scene_get(theirs);
    int found = 0, things = 0;
    for (uint32_t i = 1; i < b->objects.count; i++) {
        wend_aabb box = b->objects.items[i].bounds;
        if (b->objects.items[i].flags & WEND_OBJECT_STRUCTURE) continue;
        if (b->objects.items[i].category == WEND_CATEGORY_DOOR) continue;  // theirs have frames
        things++;
        bool same = false;
        for (uint32_t k = 1; k < a->objects.count && !same; k++)
            same = wend_v3_distance(a->objects.items[k].bounds.low, box.low) < 0.01f &&
                   wend_v3_distance(a->objects.items[k].bounds.high, box.high) < 0.01f;
        found += same;
    }
    CHECK_INT(found, things);
    CHECK(things > 90);
    wend_scene_destroy(ours);
    wend_scene_destroy(theirs);
}

TEST(some_houses_of_every_file_come_in) {
    static const char* const files[3] = {"procthor/houses_val150.jsonl.gz",
                                         "procthor/houses_tiny60.jsonl.gz",
                                         "procthor/houses_singleroom615.jsonl.gz"};
    for (int f = 0; f < 3; f++)
        for (int house = 0; house < 60; house += 29) {
            wend_error error;
            wend_scene* scene;
            CHECK_OK(load_line(test_data(files[f]), house, &scene, &error));
            CHECK(wend_scene_triangles(scene) > 2000);
            wend_scene_destroy(scene);
        }
}
