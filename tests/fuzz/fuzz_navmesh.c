// Navmesh files: as they come, and as changes to a good one, for few random bytes get past the
// header.
#include <stdlib.h>
#include <string.h>

#include "nav/navmesh.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static navmesh_bytes good;

static void make_good(void) {
    wend_error error;
    wend_scene* scene;
    wend_navmesh* mesh;
    wend_scene_def def = wend_scene_default_def();
    def.kind = WEND_SCENE_APARTMENT;
    def.rooms = 4;
    def.detail = 0;
    def.furnish = def.bake = false;
    if (wend_scene_generate(&def, &scene, &error) != WEND_OK ||
        wend_navmesh_build(scene, NULL, &mesh, &error) != WEND_OK || !navmesh_print(mesh, &good))
        abort();
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

// Asks everything; answers may be anything, but each must come.
static void use(wend_navmesh* mesh) {
    wend_rng rng = wend_rng_make(1, 1);
    wend_vec3 a, b, corners[8];
    int count;
    float metres;
    for (int i = 0; i < 4; i++) {
        if (!wend_navmesh_random_point(mesh, &rng, -1, &a) ||
            !wend_navmesh_random_point(mesh, &rng, -1, &b))
            break;
        wend_navmesh_distance(mesh, a, (wend_vec3_span){&b, 1}, &metres, NULL);
        if (metres != metres) abort();
        wend_navmesh_geodesic(mesh, WEND_GEODESIC_HABITAT, a, b, &metres);
        wend_navmesh_path(mesh, a, b, corners, 8, &count, &metres);
        wend_navmesh_step(mesh, a, b, i & 1);
        wend_navmesh_obstacle_distance(mesh, a, 2, NULL);
        wend_navmesh_island_at(mesh, a);
    }
    wend_navmesh_destroy(mesh);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_navmesh* mesh;
    wend_error error = {0};
    if (!good.count) make_good();
    if (navmesh_parse(data, size, "fuzz", &mesh, &error) == WEND_OK)
        use(mesh);
    else if (!*error.message)
        abort();
    char* changed = wend_alloc(good.count);
    if (!changed) return 0;
    memcpy(changed, good.items, good.count);
    for (size_t i = 0; i + 4 <= size && i < 64; i += 4) {  // 24 bits of place, a byte of change
        size_t at = ((size_t)data[i] << 16 | (size_t)data[i + 1] << 8 | data[i + 2]) % good.count;
        changed[at] = (char)(changed[at] ^ data[i + 3]);
    }
    if (navmesh_parse(changed, good.count, "fuzz", &mesh, &error) == WEND_OK) use(mesh);
    wend_free(changed);
    return 0;
}
