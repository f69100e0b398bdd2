// Habitat's .navmesh files: a header, the settings (version 2 only), then the tiles in Detour's
// binary layout. Format: docs/formats/navmesh.md.
#include <stdio.h>
#include <string.h>

#include "nav/navmesh.h"

#include "wend/files.h"

enum { MAGIC = 'M' << 24 | 'S' << 16 | 'E' << 8 | 'T', VERSION = 2 };

typedef struct set_header {
    int32_t magic, version, tile_count;
    detour_params params;
} set_header;

typedef struct tile_header {
    uint32_t reference;
    int32_t size;
} tile_header;

typedef struct reader {
    const char* path;
    const char* next;
    size_t left;
    wend_error* error;
} reader;

static wend_status navmesh_file_take(reader* r, void* out, size_t size, const char* what) {
    if (size > r->left)
        return wend_fail(r->error, WEND_FORMAT, "%s: ends inside %s; fetch the file again", r->path,
                         what);
    memcpy(out, r->next, size);
    r->next += size;
    r->left -= size;
    return WEND_OK;
}

// Range check of the settings of version 2.
static wend_status check_settings(const reader* r, const detour_settings* s) {
    const struct {
        const char* name;
        float value, low, high;
    } numbers[] = {{"cell size", s->cell_size, 1e-4f, 100},
                   {"cell height", s->cell_height, 1e-4f, 100},
                   {"agent height", s->agent_height, 0, 1000},
                   {"agent radius", s->agent_radius, 0, 1000},
                   {"agent max climb", s->agent_max_climb, 0, 1000},
                   {"agent max slope", s->agent_max_slope, 0, 90},
                   {"region min size", s->region_min_size, 0, 1e6f},
                   {"region merge size", s->region_merge_size, 0, 1e6f},
                   {"edge max length", s->edge_max_length, 0, 1e6f},
                   {"edge max error", s->edge_max_error, 0, 1e6f},
                   {"vertices per polygon", s->vertices_per_polygon, 3, 6},
                   {"detail sample distance", s->detail_sample_distance, 0, 1e6f},
                   {"detail sample max error", s->detail_sample_max_error, 0, 1e6f}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!(numbers[i].value >= numbers[i].low && numbers[i].value <= numbers[i].high))
            return wend_fail(r->error, WEND_FORMAT,
                             "%s: its %s is %g, which must be in [%g, %g]; fetch the file again",
                             r->path, numbers[i].name, (double)numbers[i].value,
                             (double)numbers[i].low, (double)numbers[i].high);
    return WEND_OK;
}

static wend_status navmesh_file_read_header(reader* r, set_header* header,
                                            detour_settings* settings) {
    WEND_TRY(navmesh_file_take(r, header, sizeof *header, "its header"));
    if (header->magic != MAGIC)
        return wend_fail(r->error, WEND_FORMAT, "%s: not a navmesh (magic %08x, not %08x)", r->path,
                         (unsigned)header->magic, (unsigned)MAGIC);
    if (header->version != 1 && header->version != 2)
        return wend_fail(r->error, WEND_FORMAT,
                         "%s: navmesh version %d; 1 and 2 are read, so build it again", r->path,
                         header->version);
    *settings = (detour_settings){0};
    if (header->version == 1) return WEND_OK;
    WEND_TRY(navmesh_file_take(r, settings, sizeof *settings, "its settings"));
    return check_settings(r, settings);
}

static wend_status read_tiles(reader* r, int count, detour* d) {
    for (int i = 0; i < count; i++) {
        tile_header tile = {0, 0};
        WEND_TRY(navmesh_file_take(r, &tile, sizeof tile, "a tile's header"));
        if (!tile.reference || tile.size <= 0)
            return wend_fail(r->error, WEND_FORMAT,
                             "%s: tile %d of %d is empty; fetch the file again", r->path, i, count);
        if ((size_t)tile.size > r->left)
            return wend_fail(r->error, WEND_FORMAT,
                             "%s: tile %d says %d bytes, %zu are left; fetch the file again",
                             r->path, i, tile.size, r->left);
        WEND_TRY(detour_add_tile(d, r->next, tile.size, r->path, r->error));
        r->next += tile.size;
        r->left -= (size_t)tile.size;
    }
    if (r->left)
        return wend_fail(r->error, WEND_FORMAT,
                         "%s: %zu bytes after the last of %d tiles; fetch the file again", r->path,
                         r->left, count);
    return detour_finish(d, r->error);
}

static wend_status navmesh_file_read_mesh(reader* r, wend_navmesh* mesh) {
    set_header header = {0};
    WEND_TRY(navmesh_file_read_header(r, &header, &mesh->settings));
    // Detour allocates memory for max_tiles, so the header's number is limited by the size of the
    // file.
    if (header.params.max_tiles < 1 || header.tile_count < 0 ||
        header.tile_count > header.params.max_tiles ||
        (size_t)header.params.max_tiles > 1024 + 64 * r->left)
        return wend_fail(r->error, WEND_FORMAT, "%s: %d tiles of at most %d in %zu bytes", r->path,
                         header.tile_count, header.params.max_tiles, r->left);
    wend_status status = detour_create(&header.params, &mesh->d, r->error);
    if (status == WEND_OK) return read_tiles(r, header.tile_count, mesh->d);
    wend_error_prefix(r->error, "%s", r->path);
    return status;
}

wend_status navmesh_parse(const void* bytes, size_t size, const char* name, wend_navmesh** out,
                          wend_error* error) {
    *out = NULL;
    wend_navmesh* mesh = wend_alloc_zero(1, sizeof *mesh);
    reader r = {name, bytes, size, error};
    wend_status status =
        mesh ? navmesh_file_read_mesh(&r, mesh)
             : wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", name);
    if (status != WEND_OK) {
        wend_navmesh_destroy(mesh);
        return status;
    }
    WEND_TRY(navmesh_measure(mesh, error));
    *out = mesh;
    return WEND_OK;
}

wend_status wend_navmesh_load(const char* path, wend_navmesh** out, wend_error* error) {
    *out = NULL;
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = navmesh_parse(bytes.data, bytes.size, path, out, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

static bool navmesh_file_append(navmesh_bytes* buffer, const void* data, size_t size) {
    if (!ARRAY_RESERVE(buffer, size)) return false;
    memcpy(buffer->items + buffer->count, data, size);
    buffer->count += size;
    return true;
}

bool navmesh_print(const wend_navmesh* mesh, navmesh_bytes* bytes) {
    set_header header = {MAGIC, VERSION, detour_tile_count(mesh->d), detour_get_params(mesh->d)};
    bool good = navmesh_file_append(bytes, &header, sizeof header) &&
                navmesh_file_append(bytes, &mesh->settings, sizeof mesh->settings);
    for (int i = 0; good && i < header.tile_count; i++) {
        tile_header tile = {0, 0};
        const void* data = NULL;
        detour_tile_at(mesh->d, i, &tile.reference, &data, &tile.size);
        good = navmesh_file_append(bytes, &tile, sizeof tile) &&
               navmesh_file_append(bytes, data, (size_t)tile.size);
    }
    return good;
}

wend_status wend_navmesh_save(const wend_navmesh* mesh, const char* path, wend_error* error) {
    navmesh_bytes bytes = {0};
    wend_status status =
        navmesh_print(mesh, &bytes)
            ? wend_file_write(path, bytes.items, bytes.count, error)
            : wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while writing it", path);
    ARRAY_FREE(&bytes);
    return status;
}
