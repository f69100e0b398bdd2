// Reader of glTF 2.0 containers (specification: Khronos glTF 2.0, sections 3.6 and 4).
//
// Problem: a glTF file is a graph of indices and byte ranges. Each index may be out of range, each
// range may exceed its buffer, and a small file may declare huge arrays.
//
// Method: gltf_open resolves the chain once, bottom up, and checks every link. Afterwards an
// accessor is a pointer, a stride and a count that lie within a buffer, so that the readers of
// meshes and materials (gltf_model.c) need no checks.
//
// clang-format off
//     GLB     | "glTF" 2 length | size "JSON" {...} | size "BIN\0" bytes |
//                                       |                    |
//     JSON    accessors[a] -> bufferViews[v] -> buffers[b] --+-- uri: "data:...;base64,..."
//             componentType   byteOffset        byteLength   +-- uri: file in the same folder
//             type, count     byteLength                     +-- no uri: the BIN chunk
//             byteOffset      byteStride
//
//     element i, component k of an accessor:
//             buffer + view.byteOffset + accessor.byteOffset + i * stride + k * size(componentType)
//     check:  accessor.byteOffset + (count - 1) * stride + element size <= view.byteLength
// clang-format on
//
// Component types are the OpenGL constants: 5120 int8, 5121 uint8, 5122 int16, 5123 uint16, 5125
// uint32, 5126 float. External files are read only from the folder of the source (companions.h).
// Bounds: 2^20 items per array, 4 GiB of buffers.
#include "import/gltf.h"

#include <stdio.h>
#include <string.h>

#include "base/base64.h"

enum { MAX_ITEMS = 1 << 20 };
static const uint64_t MAX_LOADED = UINT64_C(1) << 32;

static wend_status gltf_no_memory(const gltf_file* f, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", f->source->path);
}

static uint32_t u32_at(const char* p) {
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

// ---- fields -------------------------------------------------------------------------------------

wend_status gltf_array_field(const json_at* at, const char* key, json_at* array, int* count,
                             wend_error* error) {
    *count = 0;
    WEND_TRY(json_optional(at, key, array, error));
    if (!array->value) return WEND_OK;
    size_t items;
    WEND_TRY(json_count(array, &items, error));
    if (items > MAX_ITEMS)
        return json_fail(array, error, "%zu items, at most %d are read", items, MAX_ITEMS);
    *count = (int)items;
    return WEND_OK;
}

wend_status gltf_index_field(const json_at* at, const char* key, int count, int* index,
                             wend_error* error) {
    *index = GLTF_NONE;
    json_at field = {0};
    WEND_TRY(json_optional(at, key, &field, error));
    if (!field.value) return WEND_OK;
    int64_t number;
    WEND_TRY(json_int(&field, &number, error));
    if (number < 0 || number >= count)
        return json_fail(&field, error, "refers to %lld, the file has %d; export it again",
                         (long long)number, count);
    *index = (int)number;
    return WEND_OK;
}

const char* gltf_text_field(const json_at* at, const char* key) {
    const char* text = json_string_value(json_object_get(at->value, key));
    return text ? text : "";
}

static wend_status size_field(const json_at* at, const char* key, uint64_t missing, uint64_t* size,
                              wend_error* error) {
    *size = missing;
    json_at field = {0};
    WEND_TRY(json_optional(at, key, &field, error));
    if (!field.value) return WEND_OK;
    int64_t number;
    WEND_TRY(json_int(&field, &number, error));
    if (number < 0 || number > INT64_C(1) << 40)
        return json_fail(&field, error, "%lld is out of range", (long long)number);
    *size = (uint64_t)number;
    return WEND_OK;
}

// ---- URIs ---------------------------------------------------------------------------------------

static wend_status decode_base64(const json_at* uri, const char* text, wend_file_bytes* out,
                                 wend_error* error) {
    size_t length = strlen(text);
    out->data = wend_alloc(length / 4 * 3 + 4);
    if (!out->data)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for a data URI",
                         uri->document->file);
    size_t bad;
    if (!base64_decode(text, length, (uint8_t*)out->data, &out->size, &bad)) {
        wend_file_bytes_destroy(out);
        return json_fail(uri, error, "the data URI is not base64 at character %zu", bad);
    }
    out->data[out->size] = 0;
    return WEND_OK;
}

static int gltf_hex_value(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// Decodes percent escapes: "my%20texture.png" is "my texture.png".
static void decode_percent(const char* text, char* out, size_t size) {
    size_t n = 0;
    for (; *text && n + 1 < size; text++) {
        int high = *text == '%' ? gltf_hex_value(text[1]) : -1;
        int low = high >= 0 ? gltf_hex_value(text[2]) : -1;
        out[n++] = low >= 0 && (high || low) ? (char)(high * 16 + low) : *text;
        if (low >= 0) text += 2;
    }
    out[n] = 0;
}

static wend_status read_uri(const gltf_file* f, const json_at* uri, wend_file_bytes* out,
                            wend_error* error) {
    const char* text;
    WEND_TRY(json_text(uri, &text, error));
    if (strncmp(text, "data:", 5) == 0) {
        const char* comma = strstr(text, ";base64,");
        if (!comma) return json_fail(uri, error, "a data URI that is not base64");
        return decode_base64(uri, comma + 8, out, error);
    }
    char name[1024];
    if (!f->source->folder || strstr(text, "://") || strlen(text) >= sizeof name)
        return json_fail(uri, error, "'%.80s' is not a file beside this one", text);
    decode_percent(text, name, sizeof name);
    return import_source_read(f->source, name, out, error);
}

wend_status gltf_image_bytes(const gltf_file* f, const json_at* image, gltf_bytes* bytes,
                             wend_file_bytes* loaded, wend_error* error) {
    *loaded = (wend_file_bytes){0};
    int view;
    WEND_TRY(gltf_index_field(image, "bufferView", f->view_count, &view, error));
    if (view != GLTF_NONE) {
        *bytes = f->views[view];
        return WEND_OK;
    }
    json_at uri = {0};
    WEND_TRY(json_field(image, "uri", &uri, error));
    WEND_TRY(read_uri(f, &uri, loaded, error));
    *bytes = (gltf_bytes){(const uint8_t*)loaded->data, loaded->size};
    return WEND_OK;
}

// ---- buffers, views, accessors ------------------------------------------------------------------

static wend_status open_buffer(gltf_file* f, const json_at* buffer, int i, gltf_bytes binary,
                               wend_error* error) {
    uint64_t length;
    json_at uri = {0};
    WEND_TRY(size_field(buffer, "byteLength", 0, &length, error));
    WEND_TRY(json_optional(buffer, "uri", &uri, error));
    if (uri.value) {
        WEND_TRY(read_uri(f, &uri, &f->loaded[i], error));
        f->buffers[i] = (gltf_bytes){(const uint8_t*)f->loaded[i].data, f->loaded[i].size};
        f->loaded_size += f->loaded[i].size;
        if (f->loaded_size > MAX_LOADED)
            return json_fail(buffer, error, "the buffers of the file are larger than 4 GiB");
    } else if (i == 0) {
        f->buffers[i] = binary;
    }
    if (f->buffers[i].size < length)
        return json_fail(buffer, error, "byteLength is %llu, there are %zu bytes: the file is cut",
                         (unsigned long long)length, f->buffers[i].size);
    f->buffers[i].size = length;
    return WEND_OK;
}

static wend_status open_buffers(gltf_file* f, gltf_bytes binary, wend_error* error) {
    json_at array = {0}, item = {0};
    WEND_TRY(gltf_array_field(&f->root, "buffers", &array, &f->buffer_count, error));
    f->buffers = arena_alloc_zero(&f->memory, (size_t)f->buffer_count, sizeof *f->buffers);
    f->loaded = arena_alloc_zero(&f->memory, (size_t)f->buffer_count, sizeof *f->loaded);
    if (!f->buffers || !f->loaded) return gltf_no_memory(f, error);
    for (int i = 0; i < f->buffer_count; i++) {
        WEND_TRY(json_item(&array, (size_t)i, &item, error));
        WEND_TRY(open_buffer(f, &item, i, binary, error));
    }
    return WEND_OK;
}

static wend_status open_view(gltf_file* f, const json_at* view, int i, wend_error* error) {
    int buffer;
    uint64_t offset, length, stride;
    WEND_TRY(gltf_index_field(view, "buffer", f->buffer_count, &buffer, error));
    if (buffer == GLTF_NONE) return json_fail(view, error, "the field \"buffer\" is missing");
    WEND_TRY(size_field(view, "byteOffset", 0, &offset, error));
    WEND_TRY(size_field(view, "byteLength", 0, &length, error));
    WEND_TRY(size_field(view, "byteStride", 0, &stride, error));
    size_t size = f->buffers[buffer].size;
    if (offset > size || length > size - offset || stride > 252)
        return json_fail(view, error, "bytes %llu to %llu of a buffer of %zu",
                         (unsigned long long)offset, (unsigned long long)(offset + length), size);
    f->views[i] = (gltf_bytes){f->buffers[buffer].data + offset, length};
    f->view_strides[i] = (uint32_t)stride;
    return WEND_OK;
}

static wend_status open_views(gltf_file* f, wend_error* error) {
    json_at array = {0}, item = {0};
    WEND_TRY(gltf_array_field(&f->root, "bufferViews", &array, &f->view_count, error));
    f->views = arena_alloc_zero(&f->memory, (size_t)f->view_count, sizeof *f->views);
    f->view_strides = arena_alloc_zero(&f->memory, (size_t)f->view_count, sizeof *f->view_strides);
    if (!f->views || !f->view_strides) return gltf_no_memory(f, error);
    for (int i = 0; i < f->view_count; i++) {
        WEND_TRY(json_item(&array, (size_t)i, &item, error));
        WEND_TRY(open_view(f, &item, i, error));
    }
    return WEND_OK;
}

static uint32_t component_size(uint64_t component) {
    switch (component) {
        case 5120:
        case 5121:
            return 1;
        case 5122:
        case 5123:
            return 2;
        case 5125:
        case 5126:
            return 4;
        default:
            return 0;
    }
}

static uint32_t type_components(const char* type) {
    static const char* const types[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
    static const uint32_t counts[] = {1, 2, 3, 4, 4, 9, 16};
    for (int i = 0; i < 7; i++)
        if (strcmp(type, types[i]) == 0) return counts[i];
    return 0;
}

static wend_status open_accessor(gltf_file* f, const json_at* at, gltf_accessor* a,
                                 wend_error* error) {
    int view;
    uint64_t offset, count, component;
    WEND_TRY(gltf_index_field(at, "bufferView", f->view_count, &view, error));
    WEND_TRY(size_field(at, "byteOffset", 0, &offset, error));
    WEND_TRY(size_field(at, "count", 0, &count, error));
    WEND_TRY(size_field(at, "componentType", 0, &component, error));
    uint32_t size = component_size(component);
    uint32_t components = type_components(gltf_text_field(at, "type"));
    if (!size || !components)
        return json_fail(at, error, "componentType %llu of type '%.20s' is none of glTF's",
                         (unsigned long long)component, gltf_text_field(at, "type"));
    if (view == GLTF_NONE || json_object_get(at->value, "sparse"))
        return json_fail(at, error, "sparse accessors are not read; export without morph targets");
    uint32_t stride = f->view_strides[view] ? f->view_strides[view] : size * components;
    uint64_t room = f->views[view].size;
    // The last element is not padded to the stride.
    if (offset > room || count > UINT32_MAX ||
        (count && (room - offset < size * components ||
                   (count - 1) > (room - offset - size * components) / stride)))
        return json_fail(at, error, "%llu elements of %u bytes from byte %llu of a view of %llu",
                         (unsigned long long)count, stride, (unsigned long long)offset,
                         (unsigned long long)room);
    *a = (gltf_accessor){f->views[view].data + offset,
                         (uint32_t)count,
                         stride,
                         (uint32_t)component,
                         components,
                         json_is_true(json_object_get(at->value, "normalized"))};
    return WEND_OK;
}

static wend_status open_accessors(gltf_file* f, wend_error* error) {
    json_at array = {0}, item = {0};
    WEND_TRY(gltf_array_field(&f->root, "accessors", &array, &f->accessor_count, error));
    f->accessors = arena_alloc_zero(&f->memory, (size_t)f->accessor_count, sizeof *f->accessors);
    if (!f->accessors) return gltf_no_memory(f, error);
    for (int i = 0; i < f->accessor_count; i++) {
        WEND_TRY(json_item(&array, (size_t)i, &item, error));
        WEND_TRY(open_accessor(f, &item, &f->accessors[i], error));
    }
    return WEND_OK;
}

static double number_at(const gltf_accessor* a, const uint8_t* p, double* largest) {
    union {
        int8_t i8;
        uint8_t u8;
        int16_t i16;
        uint16_t u16;
        uint32_t u32;
        float f32;
    } v;
    memcpy(&v, p, component_size(a->component));
    static const double limits[] = {127, 255, 32767, 65535, 0, 4294967295.0, 1};
    *largest = limits[a->component - 5120];
    switch (a->component) {
        case 5120:
            return v.i8;
        case 5121:
            return v.u8;
        case 5122:
            return v.i16;
        case 5123:
            return v.u16;
        case 5125:
            return v.u32;
        default:
            return (double)v.f32;
    }
}

float gltf_number(const gltf_accessor* a, uint32_t i, uint32_t k) {
    const uint8_t* p = a->data + (size_t)i * a->stride + k * component_size(a->component);
    if (a->component == 5126) {
        float f;
        memcpy(&f, p, sizeof f);
        return f;
    }
    double largest, number = number_at(a, p, &largest);
    return (float)(a->normalized ? fmax(number / largest, -1) : number);
}

uint32_t gltf_index(const gltf_accessor* a, uint32_t i) {
    const uint8_t* p = a->data + (size_t)i * a->stride;
    if (a->component == 5123) {
        uint16_t v;
        memcpy(&v, p, sizeof v);
        return v;
    }
    if (a->component == 5125) {
        uint32_t v;
        memcpy(&v, p, sizeof v);
        return v;
    }
    return a->component == 5121 ? *p : UINT32_MAX;
}

// ---- file ---------------------------------------------------------------------------------------

// A GLB is a header of 12 bytes followed by chunks of {length, type, bytes}; the first is the JSON.
static wend_status split_glb(const import_source* s, const char** json, size_t* json_size,
                             gltf_bytes* binary, wend_error* error) {
    if (s->size < 20)
        return wend_fail(error, WEND_FORMAT, "%s: cut after %zu bytes", s->path, s->size);
    uint32_t version = u32_at(s->data + 4), length = u32_at(s->data + 8);
    if (version != 2)
        return wend_fail(error, WEND_UNSUPPORTED, "%s: GLB version %u; version 2 is read", s->path,
                         version);
    if (length > s->size)
        return wend_fail(error, WEND_FORMAT, "%s: %zu bytes long, its header says %u: it is cut",
                         s->path, s->size, length);
    for (size_t at = 12; at + 8 <= length;) {
        size_t size = u32_at(s->data + at);
        uint32_t type = u32_at(s->data + at + 4);
        if (size > length - at - 8)
            return wend_fail(error, WEND_FORMAT,
                             "%s: the chunk at byte %zu says it has %zu bytes, "
                             "%zu are left",
                             s->path, at, size, length - at - 8);
        if (type == 0x4e4f534a && !*json) {
            *json = s->data + at + 8;
            *json_size = size;
        } else if (type == 0x004e4942 && !binary->data) {
            *binary = (gltf_bytes){(const uint8_t*)s->data + at + 8, size};
        }
        at += 8 + size;
    }
    if (*json) return WEND_OK;
    return wend_fail(error, WEND_FORMAT, "%s: a GLB without a JSON chunk", s->path);
}

// A required extension changes the meaning of other fields, so an unknown one is an error.
static wend_status check_extensions(const gltf_file* f, wend_error* error) {
    static const char* const known[] = {"KHR_mesh_quantization", "KHR_materials_unlit",
                                        "KHR_materials_emissive_strength", "KHR_lights_punctual"};
    json_at array = {0}, item = {0};
    int count;
    WEND_TRY(gltf_array_field(&f->root, "extensionsRequired", &array, &count, error));
    for (int i = 0; i < count; i++) {
        const char* name;
        bool found = false;
        WEND_TRY(json_item(&array, (size_t)i, &item, error));
        WEND_TRY(json_text(&item, &name, error));
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            found |= strcmp(name, known[k]) == 0;
        if (!found)
            return wend_fail(error, WEND_UNSUPPORTED,
                             "%s: needs the extension %.60s, which is not read; export it without",
                             f->source->path, name);
    }
    return WEND_OK;
}

static wend_status gltf_open_file(gltf_file* f, wend_error* error) {
    const import_source* s = f->source;
    const char* json = NULL;
    size_t json_size = 0;
    gltf_bytes binary = {0};
    if (s->size >= 4 && memcmp(s->data, "glTF", 4) == 0) {
        WEND_TRY(split_glb(s, &json, &json_size, &binary, error));
    } else {
        json = s->data;
        json_size = s->size;
    }
    WEND_TRY(json_document_parse(json, json_size, s->path, 1, &f->json, error));
    f->root = json_document_root(&f->json);
    json_at asset = {0};
    WEND_TRY(json_field(&f->root, "asset", &asset, error));
    if (gltf_text_field(&asset, "version")[0] != '2')
        return json_fail(&asset, error, "glTF version '%.20s'; version 2 is read",
                         gltf_text_field(&asset, "version"));
    WEND_TRY(check_extensions(f, error));
    WEND_TRY(open_buffers(f, binary, error));
    WEND_TRY(open_views(f, error));
    return open_accessors(f, error);
}

wend_status gltf_open(const import_source* source, gltf_file* file, wend_error* error) {
    *file = (gltf_file){.source = source};
    wend_status status = gltf_open_file(file, error);
    if (status != WEND_OK) gltf_close(file);
    return status;
}

void gltf_close(gltf_file* file) {
    for (int i = 0; file->loaded && i < file->buffer_count; i++)
        wend_file_bytes_destroy(&file->loaded[i]);
    json_document_destroy(&file->json);
    arena_destroy(&file->memory);
    *file = (gltf_file){0};
}
