// index.json of a demonstration set.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/json_out.h"
#include "train/demo_set.h"

#include "wend/files.h"

enum { DEMO_MAX_SHARDS = 1 << 20 };

wend_status demo_shard_path(const char* folder, int shard, char* path, size_t size,
                            wend_error* error) {
    char name[40];
    snprintf(name, sizeof name, "shard_%06d.wdemo", shard);
    return wend_file_join(folder, name, path, size, error);
}

void demo_index_destroy(demo_index* index) { ARRAY_FREE(&index->shards); }

// ---- reading ------------------------------------------------------------------------------------

static wend_status demo_read_count(const json_at* object, const char* key, int64_t min, int64_t max,
                                   int64_t* number, wend_error* error) {
    json_at at;
    WEND_TRY(json_field(object, key, &at, error));
    WEND_TRY(json_int(&at, number, error));
    if (*number < min || *number > max)
        return json_fail(&at, error, "must be in [%" PRId64 ", %" PRId64 "], not %" PRId64, min,
                         max, *number);
    return WEND_OK;
}

static wend_status demo_read_text(const json_at* object, const char* key, char* text, size_t size,
                                  wend_error* error) {
    json_at at;
    const char* found;
    WEND_TRY(json_field(object, key, &at, error));
    WEND_TRY(json_text(&at, &found, error));
    if (strlen(found) >= size) return json_fail(&at, error, "is longer than %zu bytes", size - 1);
    snprintf(text, size, "%s", found);
    return WEND_OK;
}

static wend_status demo_read_shard(const json_at* at, demo_shard_info* s, wend_error* error) {
    int64_t episodes, iteration, dropped;
    char hash[20];
    char* end;
    WEND_TRY(demo_read_count(at, "episodes", 0, 1 << 24, &episodes, error));
    WEND_TRY(demo_read_count(at, "iteration", 0, 1 << 24, &iteration, error));
    WEND_TRY(demo_read_count(at, "dropped", 0, 1 << 24, &dropped, error));
    WEND_TRY(demo_read_count(at, "steps", episodes, INT64_C(1) << 40, &s->steps, error));
    WEND_TRY(demo_read_count(at, "inflections", episodes, s->steps, &s->inflections, error));
    WEND_TRY(demo_read_count(at, "bytes", DEMO_HEADER, INT64_C(1) << 40, &s->bytes, error));
    WEND_TRY(demo_read_text(at, "hash", hash, sizeof hash, error));
    s->hash = strtoull(hash, &end, 16);
    if (end != hash + 16 || *end)
        return json_fail(at, error, "its hash '%s' has not 16 digits", hash);
    s->episodes = (int)episodes;
    s->iteration = (int)iteration;
    s->dropped = (int)dropped;
    return WEND_OK;
}

static wend_status demo_read_shape(const json_at* root, demo_index* index, wend_error* error) {
    json_at at;
    int64_t width, height, map;
    WEND_TRY(demo_read_count(root, "width", 1, 4096, &width, error));
    WEND_TRY(demo_read_count(root, "height", 1, 4096, &height, error));
    WEND_TRY(demo_read_count(root, "map", WEND_ORACLE_MAP_NONE, WEND_ORACLE_MAP_SEEN, &map, error));
    WEND_TRY(json_field(root, "rgb", &at, error));
    WEND_TRY(json_bool(&at, &index->shape.rgb, error));
    WEND_TRY(json_field(root, "depth", &at, error));
    WEND_TRY(json_bool(&at, &index->shape.depth, error));
    WEND_TRY(json_field(root, "hfov", &at, error));
    WEND_TRY(json_float(&at, &index->hfov, error));
    WEND_TRY(json_field(root, "eye_height", &at, error));
    WEND_TRY(json_float(&at, &index->eye_height, error));
    index->shape.width = (int)width;
    index->shape.height = (int)height;
    index->shape.map = (wend_oracle_map_extent)map;
    return WEND_OK;
}

static wend_status demo_read_root(const json_document* document, demo_index* index,
                                  wend_error* error) {
    json_at root = json_document_root(document), shards, shard;
    char format[32];
    int64_t version;
    size_t count;
    WEND_TRY(demo_read_text(&root, "format", format, sizeof format, error));
    if (strcmp(format, "wend-demos") != 0)
        return json_fail(&root, error, "is no demonstration set");
    WEND_TRY(demo_read_count(&root, "version", 1, INT32_MAX, &version, error));
    if (version > DEMO_VERSION)
        return json_fail(&root, error, "has version %" PRId64 "; this wend reads up to %d", version,
                         DEMO_VERSION);
    WEND_TRY(demo_read_text(&root, "task", index->task, sizeof index->task, error));
    WEND_TRY(demo_read_text(&root, "expert", index->expert, sizeof index->expert, error));
    WEND_TRY(demo_read_text(&root, "identity", index->identity, sizeof index->identity, error));
    WEND_TRY(demo_read_shape(&root, index, error));
    WEND_TRY(json_field(&root, "shards", &shards, error));
    WEND_TRY(json_count(&shards, &count, error));
    if (count > DEMO_MAX_SHARDS) return json_fail(&shards, error, "has %zu shards", count);
    for (size_t i = 0; i < count; i++) {
        demo_shard_info* info = ARRAY_PUSH(&index->shards);
        if (!info) return wend_fail(error, WEND_NO_MEMORY, "out of memory for %zu shards", count);
        *info = (demo_shard_info){.episodes = 0};
        WEND_TRY(json_item(&shards, i, &shard, error));
        WEND_TRY(demo_read_shard(&shard, info, error));
    }
    return WEND_OK;
}

static wend_status demo_index_take(json_document* document, demo_index* index, wend_error* error) {
    *index = (demo_index){.hfov = 0};
    wend_status status = demo_read_root(document, index, error);
    json_document_destroy(document);
    if (status != WEND_OK) demo_index_destroy(index);
    return status;
}

wend_status demo_index_parse(const char* text, size_t size, const char* name, demo_index* index,
                             wend_error* error) {
    json_document document;
    WEND_TRY(json_document_parse(text, size, name, 1, &document, error));
    return demo_index_take(&document, index, error);
}

wend_status demo_index_read(const char* folder, demo_index* index, wend_error* error) {
    char path[4096];
    json_document document;
    WEND_TRY(wend_file_join(folder, "index.json", path, sizeof path, error));
    WEND_TRY(json_document_read(path, &document, error));
    return demo_index_take(&document, index, error);
}

// ---- writing ------------------------------------------------------------------------------------

static void demo_put_shard(wend_json_out* out, const demo_shard_info* s) {
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, s->hash);
    wend_json_out_newline(out);
    wend_json_out_object(out, NULL);
    wend_json_out_int(out, "episodes", s->episodes);
    wend_json_out_int(out, "iteration", s->iteration);
    wend_json_out_int(out, "dropped", s->dropped);
    wend_json_out_int(out, "steps", s->steps);
    wend_json_out_int(out, "inflections", s->inflections);
    wend_json_out_int(out, "bytes", s->bytes);
    wend_json_out_text(out, "hash", hash);
    wend_json_out_end(out);
}

wend_status demo_index_write(const char* folder, const demo_index* index, wend_error* error) {
    char path[4096];
    wend_json_out out = {0};
    WEND_TRY(wend_file_join(folder, "index.json", path, sizeof path, error));
    wend_json_out_object(&out, NULL);
    wend_json_out_text(&out, "format", "wend-demos");
    wend_json_out_int(&out, "version", DEMO_VERSION);
    wend_json_out_text(&out, "task", index->task);
    wend_json_out_text(&out, "expert", index->expert);
    wend_json_out_text(&out, "identity", index->identity);
    wend_json_out_int(&out, "width", index->shape.width);
    wend_json_out_int(&out, "height", index->shape.height);
    wend_json_out_bool(&out, "rgb", index->shape.rgb);
    wend_json_out_bool(&out, "depth", index->shape.depth);
    wend_json_out_int(&out, "map", index->shape.map);
    wend_json_out_number(&out, "hfov", (double)index->hfov);
    wend_json_out_number(&out, "eye_height", (double)index->eye_height);
    wend_json_out_array(&out, "shards");
    for (size_t i = 0; i < index->shards.count; i++) demo_put_shard(&out, &index->shards.items[i]);
    wend_json_out_end(&out);
    wend_json_out_end(&out);
    wend_json_out_newline(&out);
    wend_status status = wend_json_out_save(&out, path, error);
    wend_json_out_destroy(&out);
    return status;
}
