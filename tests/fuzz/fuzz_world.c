// A .wworld file of a room, changed: the input is a list of offsets (4 bytes) and values
// (1 byte). Checksums are corrected afterwards, as in fuzz_cache.
#include <stdlib.h>
#include <sys/mman.h>

#include "fuzz_container.h"
#include "fuzz_folder.h"
#include "sim/world.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// The world as it was made, and the bytes of its file.
static const wend_world* make_world(wend_file_bytes* bytes) {
    wend_world* world = NULL;
    wend_file_list list;
    char path[256];
    wend_world_source source = wend_world_default_source();
    source.scene = "room:1";
    source.cache = fuzz_folder();
    source.import.bake = false;
    if (wend_world_open(&source, NULL, &world, NULL) != WEND_OK) abort();
    if (wend_file_list_read(fuzz_folder(), &list, NULL) != WEND_OK) abort();
    for (int i = 0; i < list.count; i++) {
        if (!strstr(list.names[i], ".wworld")) continue;
        snprintf(path, sizeof path, "%s/%s", fuzz_folder(), list.names[i]);
        if (wend_file_read(path, bytes, NULL) != WEND_OK) abort();
    }
    wend_file_list_destroy(&list);
    if (!bytes->data) abort();
    return world;
}

static void use(const wend_world* world) {
    float metres;
    wend_vec3 goal = {1, 0, 1};
    wend_navmesh_distance(world->navmesh, wend_v3(0, 0, 0), (wend_vec3_span){&goal, 1}, &metres,
                          NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const wend_world* made;
    static wend_file_bytes whole;
    if (!made) made = make_world(&whole);
    uint8_t* bytes = malloc(whole.size);
    int file = memfd_create("fuzz", 0);
    if (!bytes || file < 0) abort();
    memcpy(bytes, whole.data, whole.size);
    for (; size >= 5; data += 5, size -= 5) {
        uint32_t at;
        memcpy(&at, data, sizeof at);
        bytes[at % whole.size] = data[4];
    }
    fuzz_repair_container(bytes, whole.size);
    uint64_t key;
    memcpy(&key, bytes + 16, sizeof key);
    wend_world world = {.scene = made->scene};
    wend_error error = {0};
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (write(file, bytes, whole.size) == (ssize_t)whole.size) {
        wend_status status = world_read(path, key, true, &world, &error);
        if (status == WEND_OK) use(&world);
        if (status != WEND_OK && !*error.message) abort();
        if (status == WEND_OK) wend_navmesh_destroy(world.navmesh);
        if (status == WEND_OK) wend_view_destroy(world.view);
    }
    close(file);
    free(bytes);
    return 0;
}
