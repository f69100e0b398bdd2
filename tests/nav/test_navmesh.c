#include "fixture.h"
#include "nav/navmesh.h"
#include "test.h"

#include "wend/files.h"
#include "wend/nav.h"

static float distance(const wend_navmesh* mesh, wend_vec3 from, wend_vec3 to) {
    float metres;
    int nearest;
    CHECK(wend_navmesh_distance(mesh, from, (wend_vec3_span){&to, 1}, &metres, &nearest) ==
          WEND_OK);
    return metres;
}

TEST(paths_go_around_walls_and_a_closed_door_separates_rooms) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(0);
    wend_navmesh_def def = wend_navmesh_default_def();
    wend_navmesh *closed, *open, *own;
    CHECK_OK(wend_navmesh_build(scene, &def, &closed, &error));
    def.open_doors = true;
    CHECK_OK(wend_navmesh_build(scene, &def, &open, &error));
    wend_vec3 left = {1, 0, 3.5f}, right = {7, 0, 3.5f};
    CHECK(isinf(distance(closed, left, right)));
    CHECK_INT(wend_navmesh_island_count(closed), 2);
    CHECK_INT(wend_navmesh_island_count(open), 1);
    // By hand: to the end of the wall less the body's radius (0.2 after rounding to cells), twice.
    CHECK_NEAR(distance(open, left, right), 2 * hypotf(2.75f, 2.7f) + 0.5f, 0.15);
    CHECK_NEAR(distance(open, left, wend_v3(3, 0, 3.5f)), 2, 0.01);
    // A door that is opened in a copy joins its rooms there and nowhere else.
    CHECK_OK(wend_navmesh_clone(closed, &own, &error));
    wend_navmesh_set_door(own, 0, false);
    CHECK_INT(wend_navmesh_island_count(own), 1);
    CHECK(isfinite(distance(own, left, right)));
    CHECK(isinf(distance(closed, left, right)));
    wend_navmesh_destroy(own);
    wend_navmesh_destroy(open);
    wend_navmesh_destroy(closed);
    wend_scene_destroy(scene);
}

TEST(points_are_drawn_evenly_and_lie_on_the_mesh) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(0);
    wend_navmesh* mesh;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    wend_rng rng = wend_rng_make(1, 1);
    int left = 0;
    for (int i = 0; i < 4000; i++) {
        wend_vec3 p;
        CHECK(wend_navmesh_random_point(mesh, &rng, -1, &p));
        CHECK(wend_navmesh_is_on(mesh, p, 0.1f));
        left += p.x < 4;
    }
    CHECK_NEAR(left, 2000, 150);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

TEST(steps_stop_at_walls_or_slide_along_them) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(0);
    wend_navmesh* mesh;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    wend_vec3 from = {3.6f, 0, 2}, to = {3.9f, 0, 2.3f};
    wend_vec3 stopped = wend_navmesh_step(mesh, from, to, false);
    wend_vec3 slid = wend_navmesh_step(mesh, from, to, true);
    CHECK(stopped.x < 3.81f && slid.x < 3.81f);
    CHECK_NEAR(slid.z, 2.3f, 0.02);
    CHECK(stopped.z < 2.25f);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

TEST(a_saved_navmesh_loads_to_the_same_answers) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(1);
    wend_navmesh *mesh, *again;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    CHECK_OK(wend_navmesh_save(mesh, test_path("a.navmesh"), &error));
    CHECK_OK(wend_navmesh_load(test_path("a.navmesh"), &again, &error));
    wend_vec3 left = {1, 0, 3.5f}, right = {7, 0, 3.5f};
    CHECK(distance(mesh, left, right) == distance(again, left, right));
    wend_navmesh_destroy(again);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

TEST(every_real_habitat_navmesh_loads_and_is_written_back_equal) {
    wend_error error;
    wend_file_list list;
    const char* folder = test_data("replicacad_navmesh");
    CHECK_OK(wend_file_list_read(folder, &list, &error));
    int seen = 0;
    for (int i = 0; i < list.count; i++) {
        char path[1024];
        wend_navmesh* mesh;
        wend_file_bytes before, after;
        if (!strstr(list.names[i], ".navmesh")) continue;
        CHECK_OK(wend_file_join(folder, list.names[i], path, sizeof path, &error));
        CHECK_OK(wend_navmesh_load(path, &mesh, &error));
        CHECK(wend_navmesh_area(mesh) > 1);
        CHECK_OK(wend_navmesh_save(mesh, test_path("copy.navmesh"), &error));
        CHECK_OK(wend_file_read(path, &before, &error));
        CHECK_OK(wend_file_read(test_path("copy.navmesh"), &after, &error));
        CHECK_INT(after.size, before.size);
        wend_file_bytes_destroy(&before);
        wend_file_bytes_destroy(&after);
        wend_navmesh_destroy(mesh);
        seen++;
    }
    CHECK(seen > 0);
    wend_file_list_destroy(&list);
}

TEST(damaged_navmeshes_are_refused) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(1);
    wend_navmesh *mesh, *again;
    wend_file_bytes bytes;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    CHECK_OK(wend_navmesh_save(mesh, test_path("a.navmesh"), &error));
    CHECK_OK(wend_file_read(test_path("a.navmesh"), &bytes, &error));
    wend_rng rng = wend_rng_make(5, 5);
    int refused = 0;
    // What is cut off is refused; a changed byte gives an error or a mesh, never a crash.
    for (int i = 0; i < 300; i++) {
        size_t at = wend_rng_below(&rng, (uint32_t)bytes.size);
        char old = bytes.data[at];
        bytes.data[at] = (char)wend_rng_u32(&rng);
        size_t size = i % 3 ? bytes.size : wend_rng_below(&rng, (uint32_t)bytes.size);
        CHECK_OK(wend_file_write(test_path("b.navmesh"), bytes.data, size, &error));
        wend_status status = wend_navmesh_load(test_path("b.navmesh"), &again, &error);
        if (status == WEND_OK) {
            CHECK_INT(size, bytes.size);
            CHECK(!isnan(distance(again, wend_v3(1, 0, 3.5f), wend_v3(7, 0, 3.5f))));
            wend_navmesh_destroy(again);
        } else {
            CHECK_INT(status, WEND_FORMAT);
            CHECK_HAS(error.message, "b.navmesh");
        }
        refused += size == bytes.size && status != WEND_OK;
        bytes.data[at] = old;
    }
    CHECK(refused >= 40);  // of 200 changed bytes
    wend_file_bytes_destroy(&bytes);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

// Offsets in a file of one tile. docs/formats/navmesh.md
enum { SET = 0, SETTINGS = 40, TILE = 96, TILE_DATA = 104, TILE_VERTICES = TILE_DATA + 100 };

typedef struct navmesh_layout {
    size_t polygons, details, detail_vertices, triangles, nodes, end;
} navmesh_layout;

static navmesh_layout layout_of(const wend_file_bytes* bytes) {
    int32_t counts[7];  // polygons, vertices, links, details, their vertices, triangles, nodes
    memcpy(counts, bytes->data + TILE_DATA + 24, sizeof counts);
    navmesh_layout at = {.polygons = TILE_VERTICES + 12 * (size_t)counts[1]};
    at.details = at.polygons + 32 * (size_t)counts[0] + 12 * (size_t)counts[2];
    at.detail_vertices = at.details + 12 * (size_t)counts[3];
    at.triangles = at.detail_vertices + 12 * (size_t)counts[4];
    at.nodes = at.triangles + 4 * (size_t)counts[5];
    at.end = at.nodes + 16 * (size_t)counts[6];
    return at;
}

static wend_status load_damaged(const wend_file_bytes* bytes, size_t at, const void* value,
                                size_t size, wend_error* error) {
    char old[16];
    wend_navmesh* again = NULL;
    memcpy(old, bytes->data + at, size);
    memcpy(bytes->data + at, value, size);
    wend_status status = navmesh_parse(bytes->data, bytes->size, "b.navmesh", &again, error);
    memcpy(bytes->data + at, old, size);
    if (status == WEND_OK) wend_navmesh_destroy(again);
    return status;
}

TEST(each_kind_of_damage_to_a_navmesh_is_refused) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(1);
    wend_navmesh* mesh;
    wend_file_bytes bytes;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    CHECK_OK(wend_navmesh_save(mesh, test_path("a.navmesh"), &error));
    CHECK_OK(wend_file_read(test_path("a.navmesh"), &bytes, &error));
    const navmesh_layout at = layout_of(&bytes);
    CHECK_INT(at.end, bytes.size);
    const float not_a_number = NAN, far = 1e30f, aside = 77, minus = -1;
    const uint32_t none = 0, one = 1, many = 1000000, huge = 0x7fffffff, all = 0xffffffff;
    const uint16_t far_vertex = 60000, neighbour = 500;
    const uint8_t two = 2, byte = 255;
    const struct {
        const char* what;
        size_t at;
        const void* value;
        size_t size;
    } kinds[] = {
        {"magic of the set", SET, &one, 4},
        {"version of the set", SET + 4, &many, 4},
        {"no tiles", SET + 8, &none, 4},
        {"more tiles than there are", SET + 8, &many, 4},
        {"less than no tiles", SET + 8, &all, 4},
        {"origin", SET + 12, &not_a_number, 4},
        {"width of a tile", SET + 24, &minus, 4},
        {"most tiles", SET + 32, &huge, 4},
        {"most polygons", SET + 36, &all, 4},
        {"cell size", SETTINGS, &not_a_number, 4},
        {"agent radius", SETTINGS + 12, &minus, 4},
        {"slope", SETTINGS + 20, &far, 4},
        {"reference of the tile", TILE, &none, 4},
        {"size of the tile, none", TILE + 4, &none, 4},
        {"size of the tile, smaller", TILE + 4, &one, 4},
        {"size of the tile, larger", TILE + 4, &huge, 4},
        {"magic of the tile", TILE_DATA, &one, 4},
        {"version of the tile", TILE_DATA + 4, &many, 4},
        {"polygons", TILE_DATA + 24, &many, 4},
        {"vertices", TILE_DATA + 28, &all, 4},
        {"links", TILE_DATA + 32, &huge, 4},
        {"details", TILE_DATA + 36, &none, 4},
        {"radius of the body", TILE_DATA + 64, &not_a_number, 4},
        {"bounds", TILE_DATA + 72, &far, 4},
        {"a vertex that is no number", TILE_VERTICES, &not_a_number, 4},
        {"a vertex far away", TILE_VERTICES + 4, &far, 4},
        {"a vertex outside its tile", TILE_VERTICES + 8, &aside, 4},
        {"a corner that is no vertex", at.polygons + 4, &far_vertex, 2},
        {"a neighbour that is no polygon", at.polygons + 16, &neighbour, 2},
        {"two corners", at.polygons + 30, &two, 1},
        {"more corners than there can be", at.polygons + 30, &byte, 1},
        {"first detail vertex", at.details, &huge, 4},
        {"first detail triangle", at.details + 4, &huge, 4},
        {"a triangle without a corner", at.triangles, &byte, 1},
        {"a leaf of no polygon", at.end - 20, &many, 4},
        {"a branch beyond the tree", at.end - 20, &all, 4},
        {"a leaf beside its polygon", at.end - 32, &all, 4},
        {"a leaf of no polygon in the room behind the tree", at.end - 4, &many, 4},
    };
    int refused = 0, kinds_count = (int)(sizeof kinds / sizeof *kinds);
    for (int i = 0; i < kinds_count; i++) {
        wend_status status =
            load_damaged(&bytes, kinds[i].at, kinds[i].value, kinds[i].size, &error);
        if (status != WEND_FORMAT)
            test_fail(__FILE__, __LINE__, "%s: gives '%s'", kinds[i].what,
                      wend_status_name(status));
        CHECK_HAS(error.message, "b.navmesh");
        refused++;
    }
    CHECK_INT(refused, kinds_count);
    wend_navmesh* again;
    for (size_t size = 0; size < bytes.size; size += size < 300 ? 1 : 37)
        CHECK_INT(navmesh_parse(bytes.data, size, "b.navmesh", &again, &error), WEND_FORMAT);
    CHECK_OK(navmesh_parse(bytes.data, bytes.size, "b.navmesh", &again, &error));
    wend_navmesh_destroy(again);
    wend_file_bytes_destroy(&bytes);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

static wend_status build_and_destroy(void* scene, wend_error* error) {
    wend_navmesh* mesh;
    WEND_TRY(wend_navmesh_build(scene, NULL, &mesh, error));
    wend_navmesh_destroy(mesh);
    return WEND_OK;
}

TEST(building_a_navmesh_survives_every_failing_allocation) {
    wend_scene* scene = fixture_two_rooms(1);
    test_each_allocation(build_and_destroy, scene, 400);
    wend_scene_destroy(scene);
}

static wend_status save_and_load(void* mesh, wend_error* error) {
    wend_navmesh* again;
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.navmesh"));
    WEND_TRY(wend_navmesh_save(mesh, path, error));
    WEND_TRY(wend_navmesh_load(path, &again, error));
    wend_navmesh_destroy(again);
    return WEND_OK;
}

TEST(navmesh_files_survive_every_failing_allocation) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(1);
    wend_navmesh* mesh;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    test_each_allocation(save_and_load, mesh, 1000);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

// Detour would follow a null pointer in the first and look into 10^13 tiles in the second.
TEST(polygons_without_an_outline_and_tiles_without_a_size_are_refused) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(1);
    wend_navmesh *mesh, *again;
    wend_file_bytes bytes;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    CHECK_OK(wend_navmesh_save(mesh, test_path("a.navmesh"), &error));
    CHECK_OK(wend_file_read(test_path("a.navmesh"), &bytes, &error));
    const size_t head = 40 + 56 + 8;  // of the set, its settings, the first tile (navmesh.md)
    int32_t counts[6];  // polygons, vertices, links, details, their vertices, triangles
    memcpy(counts, bytes.data + head + 24, sizeof counts);
    char* triangles = bytes.data + head + 100 + 12 * counts[1] + 32 * counts[0] + 12 * counts[2] +
                      12 * counts[3] + 12 * counts[4];
    char* copy = malloc((size_t)counts[5] * 4);
    memcpy(copy, triangles, (size_t)counts[5] * 4);
    for (int i = 0; i < counts[5]; i++) triangles[4 * i + 3] = 0;
    CHECK_OK(wend_file_write(test_path("b.navmesh"), bytes.data, bytes.size, &error));
    CHECK_INT(wend_navmesh_load(test_path("b.navmesh"), &again, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "damaged");
    memcpy(triangles, copy, (size_t)counts[5] * 4);
    free(copy);
    const float tiny = 1e-6f;
    memcpy(bytes.data + 24, &tiny, sizeof tiny);
    CHECK_OK(wend_file_write(test_path("b.navmesh"), bytes.data, bytes.size, &error));
    CHECK_INT(wend_navmesh_load(test_path("b.navmesh"), &again, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "tiles of");
    wend_file_bytes_destroy(&bytes);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

// A floor of 12 x 12 m with nine pillars, so that there are many paths.
static wend_scene* pillars(void) {
    uint32_t floor, material;
    scene_builder b = fixture_begin(wend_v3(0, -0.1f, 0), wend_v3(12, 0, 12), &floor, &material);
    for (int i = 0; i < 9; i++) {
        float x = 2 + 3.1f * (float)(i % 3), z = 2 + 2.9f * (float)(i / 3);
        fixture_box(&b, floor, material, wend_v3(x, 0, z), wend_v3(x + 1.5f, 2, z + 1.3f));
    }
    return fixture_finish(&b, "pillars");
}

// A straight motion could cycle among them.
TEST(neighbours_that_do_not_share_their_edge_are_refused) {
    wend_error error;
    wend_scene* scene = pillars();
    wend_navmesh *mesh, *again;
    wend_file_bytes bytes;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    CHECK_OK(wend_navmesh_save(mesh, test_path("a.navmesh"), &error));
    CHECK_OK(wend_file_read(test_path("a.navmesh"), &bytes, &error));
    const size_t head = 40 + 56 + 8;  // of the set, its settings, the first tile (navmesh.md)
    int32_t counts[2];                // polygons, vertices
    memcpy(counts, bytes.data + head + 24, sizeof counts);
    uint16_t* neighbour = NULL;
    for (int i = 0; i < 6 * counts[0] && !neighbour; i++) {  // six edges in 32 bytes
        char* polygon = bytes.data + head + 100 + 12 * counts[1] + 32 * (i / 6);
        uint16_t* n = (uint16_t*)(polygon + 16 + 2 * (i % 6));
        if (*n > 1 && *n < 0x8000) neighbour = n;
    }
    CHECK(neighbour);
    (*neighbour)--;
    CHECK_OK(wend_file_write(test_path("b.navmesh"), bytes.data, bytes.size, &error));
    CHECK_INT(wend_navmesh_load(test_path("b.navmesh"), &again, &error), WEND_FORMAT);
    wend_file_bytes_destroy(&bytes);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

TEST(geodesics_are_symmetric_shortest_and_obey_the_triangle) {
    wend_error error;
    wend_scene* scene = pillars();
    wend_navmesh* mesh;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    wend_rng rng = wend_rng_make(3, 3);
    for (int i = 0; i < 1500; i++) {
        wend_vec3 a, b, c;
        wend_navmesh_random_point(mesh, &rng, 0, &a);
        wend_navmesh_random_point(mesh, &rng, 0, &b);
        wend_navmesh_random_point(mesh, &rng, 0, &c);
        float ab = distance(mesh, a, b), bc = distance(mesh, b, c), ac = distance(mesh, a, c);
        CHECK(isfinite(ab) && isfinite(bc) && isfinite(ac));
        CHECK_NEAR(ab, distance(mesh, b, a), 1e-3);
        CHECK(ac <= ab + bc + 1e-3f);
        CHECK(ab >= wend_v3_distance(a, b) - 1e-3f);
        float habitat;
        CHECK_OK(wend_navmesh_geodesic(mesh, WEND_GEODESIC_HABITAT, a, b, &habitat));
        CHECK(ab <= habitat + 1e-3f);
    }
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

// ---- out of memory ------------------------------------------------------------------------------

TEST(a_distance_that_runs_out_of_memory_is_an_error_and_not_infinite) {
    wend_error error = {0};
    wend_scene* scene = fixture_two_rooms(0);
    wend_navmesh_def def = wend_navmesh_default_def();
    def.open_doors = true;
    const wend_vec3 a = {1, 0, 3}, b = {6, 0, 1};
    const wend_geodesic kinds[2] = {WEND_GEODESIC_EXACT, WEND_GEODESIC_HABITAT};
    for (int k = 0; k < 2; k++) {
        wend_status status = WEND_NO_MEMORY;
        int failures = 0;
        for (uint64_t n = 1; status != WEND_OK && n < 100; n++) {
            wend_navmesh* mesh;  // a new one: its queries have no memory yet
            float metres = 0;
            CHECK_OK(wend_navmesh_build(scene, &def, &mesh, &error));
            wend_memory_fail_at(n, true);
            status = wend_navmesh_geodesic(mesh, kinds[k], a, b, &metres);
            wend_memory_fail_at(0, false);
            CHECK(status == WEND_NO_MEMORY || isfinite(metres));
            failures += status == WEND_NO_MEMORY;
            CHECK_OK(wend_navmesh_geodesic(mesh, kinds[k], a, b, &metres));
            CHECK(isfinite(metres));
            wend_navmesh_destroy(mesh);
        }
        CHECK_INT(status, WEND_OK);
        CHECK(failures > 0);
    }
    wend_scene_destroy(scene);
}

TEST(snapping_and_stepping_need_no_memory) {
    wend_error error = {0};
    wend_scene* scene = fixture_two_rooms(1);
    wend_navmesh* mesh;
    wend_vec3 on;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    wend_memory_fail_at(1, true);
    bool snapped = wend_navmesh_snap(mesh, wend_v3(1, 0.2f, 3), &on);
    wend_vec3 end = wend_navmesh_step(mesh, wend_v3(1, 0, 3), wend_v3(1.25f, 0, 3), true);
    float wall = wend_navmesh_obstacle_distance(mesh, wend_v3(1, 0, 3), 0.3f, NULL);
    wend_memory_fail_at(0, false);
    CHECK(snapped);
    CHECK_NEAR(end.x, 1.25, 1e-4);
    CHECK_NEAR(wall, 0.3, 1e-4);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}
