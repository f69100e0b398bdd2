// Functions shared by the importers: budget, image resampling, names, attributes and levels.
#include "import/import.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/color.h"
#include "base/file.h"
#include "base/letter.h"
#include "base/number.h"

wend_status import_source_read(const import_source* source, const char* name,
                               wend_file_bytes* bytes, wend_error* error) {
    char path[4096];
    wend_status status = file_inside(source->folder, name, path, sizeof path, error);
    if (status == WEND_OK) {
        companions_note(source->files, COMPANION_OF_SCENE, name, path);
        status = wend_file_read(path, bytes, error);
    }
    if (status != WEND_OK) wend_error_prefix(error, "%s", source->path);
    return status;
}

enum { MAX_PICTURE_PIXELS = 4096 * 4096, MAX_TEXTURE_SIDE = 1024 };

import_budget import_budget_make(const import_source* source) { return (import_budget){0, source}; }

wend_status import_spend(import_budget* budget, uint64_t count, uint64_t bytes_each,
                         wend_error* error) {
    const import_source* source = budget->source;
    uint64_t files = source->size + (source->files ? source->files->bytes : 0);
    uint64_t limit = (UINT64_C(256) << 20) + 64 * files;
    if (count > (limit - budget->spent) / bytes_each)
        return wend_fail(error, WEND_LIMIT,
                         "%s: unfolds to more than 256 MiB and 64 times its size; split it into "
                         "several files",
                         source->path);
    budget->spent += count * bytes_each;
    return WEND_OK;
}

wend_status import_no_memory(const import_source* source, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", source->path);
}

void import_warn(const wend_import_def* def, const char* format, ...) {
    if (!def->warn) return;
    char sentence[500];
    va_list arguments;
    va_start(arguments, format);
    number_vprint(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    def->warn(def->warn_context, sentence);
}

// ---- colours and images -------------------------------------------------------------------------

// The power of two nearest to a side length, by ratio.
static int nearest_side(int side) {
    int power = 1;
    while (power < MAX_TEXTURE_SIDE && (int64_t)side * side > (int64_t)power * power * 2)
        power *= 2;
    return power;
}

// One axis of a box filter: a target pixel is the mean of the source pixels it covers, weighted by
// coverage.
typedef struct axis {
    int source, target;
} axis;

static int axis_first(axis a, int i) { return (int)((int64_t)i * a.source / a.target); }
static int axis_last(axis a, int i) {
    return (int)(((int64_t)(i + 1) * a.source + a.target - 1) / a.target);
}
// Weights in units of 1/target of a source pixel; the weights of a target pixel sum to `source`.
static int64_t axis_weight(axis a, int i, int pixel) {
    int64_t low = (int64_t)i * a.source, high = low + a.source;
    int64_t from = (int64_t)pixel * a.target, to = from + a.target;
    return (high < to ? high : to) - (low > from ? low : from);
}

// Adds `weight` times a row of pixels to sums of R, G, B and A.
static void import_add_row(const wend_image* image, int y, uint32_t weight, uint32_t* sums) {
    int n = image->channels;
    const uint8_t* p = image->pixels + (size_t)y * (size_t)image->width * (size_t)n;
    for (int x = 0; x < image->width; x++, p += n, sums += 4) {
        sums[0] += weight * p[0];
        sums[1] += weight * p[n == 1 ? 0 : 1];
        sums[2] += weight * p[n == 1 ? 0 : 2];
        sums[3] += weight * (n == 4 ? p[3] : 255);
    }
}

static void resample_row(axis ax, const uint32_t* sums, double scale, uint8_t* out) {
    for (int x = 0; x < ax.target; x++, out += 4) {
        int64_t total[4] = {0, 0, 0, 0};
        int last = axis_last(ax, x);
        for (int sx = axis_first(ax, x); sx < last; sx++) {
            int64_t weight = axis_weight(ax, x, sx);
            for (int c = 0; c < 4; c++) total[c] += weight * sums[4 * sx + c];
        }
        for (int c = 0; c < 4; c++) out[c] = (uint8_t)((double)total[c] * scale + 0.5);
    }
}

static void copy_rgba(const wend_image* in, uint8_t* out) {
    size_t count = (size_t)in->width * (size_t)in->height, n = (size_t)in->channels;
    const uint8_t* p = in->pixels;
    for (size_t i = 0; i < count; i++, p += n, out += 4) {
        out[0] = p[0];
        out[1] = p[n == 1 ? 0 : 1];
        out[2] = p[n == 1 ? 0 : 2];
        out[3] = n == 4 ? p[3] : 255;
    }
}

wend_status import_resample(const wend_image* in, wend_image* out, wend_error* error) {
    axis ax = {in->width, nearest_side(in->width)}, ay = {in->height, nearest_side(in->height)};
    WEND_TRY(wend_image_create(ax.target, ay.target, 4, out, error));
    if (ax.source == ax.target && ay.source == ay.target) {
        copy_rgba(in, out->pixels);
        return WEND_OK;
    }
    size_t row = (size_t)in->width * 4;
    uint32_t* sums = wend_alloc(row * sizeof *sums);
    if (!sums) {
        wend_image_destroy(out);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory while resampling an image");
    }
    double scale = 1 / ((double)ax.source * ay.source);
    for (int y = 0; y < ay.target; y++) {
        memset(sums, 0, row * sizeof *sums);
        int last = axis_last(ay, y);
        for (int sy = axis_first(ay, y); sy < last; sy++)
            import_add_row(in, sy, (uint32_t)axis_weight(ay, y, sy), sums);
        resample_row(ax, sums, scale, out->pixels + (size_t)y * (size_t)ax.target * 4);
    }
    wend_free(sums);
    return WEND_OK;
}

static wend_status add_image(scene_builder* b, import_budget* budget, const wend_image* image,
                             const char* name, import_picture* picture, wend_error* error) {
    uint64_t texels = (uint64_t)image->width * (uint64_t)image->height, clear = 0;
    WEND_TRY(import_spend(budget, texels, 6, error));  // 4 bytes, and a third more for mipmaps
    for (uint64_t i = 0; i < texels; i++) clear += image->pixels[i * 4 + 3] < 128;
    picture->has_holes = clear > 0;
    picture->is_clear = clear * 2 > texels;
    picture->texture = scene_builder_texture(b, name, image->width, image->height, image->pixels);
    return WEND_OK;
}

wend_status import_picture_add(scene_builder* b, import_budget* budget, const void* bytes,
                               size_t size, const char* name, import_picture* picture,
                               wend_error* error) {
    *picture = (import_picture){0};
    wend_image decoded = {0}, image = {0};
    char clean[IMPORT_NAME_SIZE];
    import_clean_name(name, clean);
    WEND_TRY(import_spend(budget, size, 1, error));  // an image may be referenced many times
    wend_status status = wend_image_decode(bytes, size, clean, MAX_PICTURE_PIXELS, &decoded, error);
    if (status == WEND_OK)
        status = import_spend(budget, (uint64_t)decoded.width * (uint64_t)decoded.height, 1, error);
    if (status == WEND_OK) status = import_resample(&decoded, &image, error);
    wend_image_destroy(&decoded);
    if (status == WEND_OK) status = add_image(b, budget, &image, clean, picture, error);
    wend_image_destroy(&image);
    return status;
}

wend_status import_picture_read(const import_source* source, scene_builder* b,
                                import_budget* budget, const char* name, import_picture* picture,
                                wend_error* error) {
    *picture = (import_picture){0};
    wend_file_bytes bytes = {0};
    wend_error why = {0};
    wend_status status = source->folder
                             ? import_source_read(source, name, &bytes, &why)
                             : wend_fail(&why, WEND_NOT_FOUND, "no folder to look for it in");
    if (status == WEND_NO_MEMORY) {
        if (error) *error = why;
        return status;
    }
    if (status != WEND_OK) {
        import_warn(&source->def, "the image %.100s cannot be read: %.250s; a plain colour is used",
                    name, why.message);
        return WEND_OK;
    }
    status = import_picture_add(b, budget, bytes.data, bytes.size, name, picture, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

uint8_t import_color_byte(float value) { return (uint8_t)(fminf(fmaxf(value, 0), 1) * 255 + 0.5f); }

uint32_t import_material_flags(float opacity, const import_picture* picture) {
    if (opacity < 0.6f || picture->is_clear)
        return WEND_MATERIAL_DOUBLE_SIDED | WEND_MATERIAL_GLASS;
    return WEND_MATERIAL_DOUBLE_SIDED | (picture->has_holes ? WEND_MATERIAL_CUTOUT : 0);
}

// ---- names and attribute words ------------------------------------------------------------------

// Bytes of the UTF-8 character at `p`; 0: invalid.
static int utf8_length(const unsigned char* p) {
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    int length = p[0] < 0x80       ? 1
                 : p[0] >> 5 == 6  ? 2
                 : p[0] >> 4 == 14 ? 3
                 : p[0] >> 3 == 30 ? 4
                                   : 0;
    if (length < 2) return length;
    uint32_t code = p[0] & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if (p[i] >> 6 != 2) return 0;
        code = code << 6 | (p[i] & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code < 0xe000;
    return code >= smallest[length] && code < 0x110000 && !surrogate ? length : 0;
}

void import_clean_name(const char* text, char out[IMPORT_NAME_SIZE]) {
    int used = 0;
    for (const unsigned char* p = (const unsigned char*)text; *p && used < IMPORT_NAME_SIZE - 4;) {
        int length = utf8_length(p);
        if (length == 0 || *p < 32 || *p == 127) {
            out[used++] = '?';
            p++;
            continue;
        }
        memcpy(out + used, p, (size_t)length);
        used += length;
        p += length;
    }
    out[used] = 0;
}

uint16_t import_category_flags(wend_category category) {
    switch (category) {
        case WEND_CATEGORY_WALL:
        case WEND_CATEGORY_FLOOR:
        case WEND_CATEGORY_CEILING:
        case WEND_CATEGORY_DOORFRAME:
        case WEND_CATEGORY_WINDOW:
        case WEND_CATEGORY_STAIRS:
        case WEND_CATEGORY_RAILING:
        case WEND_CATEGORY_COLUMN:
        case WEND_CATEGORY_BEAM:
        case WEND_CATEGORY_ROOF:
        case WEND_CATEGORY_GROUND:
            return WEND_OBJECT_STRUCTURE;
        default:
            return wend_category_at(category)->flags & WEND_CATEGORY_SMALL ? WEND_OBJECT_MOVABLE
                                                                           : 0;
    }
}

wend_material_type import_material_type_guess(const char* material_name) {
    static const struct {
        const char* part;
        wend_material_type material;
    } hints[] = {{"plastic", WEND_MATERIAL_TYPE_PLASTIC},   {"ceramic", WEND_MATERIAL_TYPE_CERAMIC},
                 {"porcelain", WEND_MATERIAL_TYPE_CERAMIC}, {"metal", WEND_MATERIAL_TYPE_METALLIC},
                 {"steel", WEND_MATERIAL_TYPE_METALLIC},    {"chrome", WEND_MATERIAL_TYPE_METALLIC},
                 {"aluminum", WEND_MATERIAL_TYPE_METALLIC}, {"iron", WEND_MATERIAL_TYPE_METALLIC},
                 {"wood", WEND_MATERIAL_TYPE_WOODEN},       {"oak", WEND_MATERIAL_TYPE_WOODEN},
                 {"walnut", WEND_MATERIAL_TYPE_WOODEN},     {"glass", WEND_MATERIAL_TYPE_GLASS},
                 {"fabric", WEND_MATERIAL_TYPE_FABRIC},     {"cloth", WEND_MATERIAL_TYPE_FABRIC},
                 {"leather", WEND_MATERIAL_TYPE_LEATHER},   {"paper", WEND_MATERIAL_TYPE_PAPER},
                 {"cardboard", WEND_MATERIAL_TYPE_PAPER},   {"stone", WEND_MATERIAL_TYPE_STONE},
                 {"marble", WEND_MATERIAL_TYPE_STONE},      {"wicker", WEND_MATERIAL_TYPE_WICKER},
                 {"rattan", WEND_MATERIAL_TYPE_WICKER},     {"rubber", WEND_MATERIAL_TYPE_RUBBER}};
    char lower[IMPORT_NAME_SIZE];
    size_t n = 0;
    for (; material_name[n] && n + 1 < sizeof lower; n++) lower[n] = letter_lower(material_name[n]);
    lower[n] = 0;
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strstr(lower, hints[i].part)) return hints[i].material;
    return WEND_MATERIAL_TYPE_NONE;
}

wend_transform import_top_transform(const import_source* source) {
    float s = source->def.unit;
    // A DAE file declares its up axis and assimp converts it; def.z_up replaces what it declares.
    if (source->def.z_up) return (wend_transform){{s, 0, 0}, {0, 0, -s}, {0, s, 0}, {0, 0, 0}};
    return (wend_transform){{s, 0, 0}, {0, s, 0}, {0, 0, s}, {0, 0, 0}};
}

float import_heading(const wend_transform* world) { return atan2f(world->z.x, world->z.z); }

static float triangle_area(const wend_vec3* p, const uint32_t* corner) {
    wend_vec3 u = wend_v3_sub(p[corner[1]], p[corner[0]]),
              v = wend_v3_sub(p[corner[2]], p[corner[0]]);
    return 0.5f * wend_v3_length(wend_v3_cross(u, v));
}

static double mesh_area(const scene_builder* b, const wend_mesh* mesh) {
    if (!mesh->index_count) return 0;
    const wend_vec3* p = b->positions.items + mesh->first_vertex;
    const uint32_t* index = b->indices.items + mesh->first_index;
    double area = 0;
    for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3)
        area += (double)triangle_area(p, index + i);
    return area;
}

// Sums over the instances of an object.
typedef struct surface_sum {
    double area, color[3], largest;
    uint32_t largest_material;
    wend_aabb box;
} surface_sum;

static wend_aabb transformed_box(const wend_transform* t, wend_aabb box) {
    wend_aabb out = wend_aabb_empty();
    for (int i = 0; i < 8; i++) {
        wend_vec3 corner = {i & 1 ? box.high.x : box.low.x, i & 2 ? box.high.y : box.low.y,
                            i & 4 ? box.high.z : box.low.z};
        out = wend_aabb_add(out, wend_transform_point(t, corner));
    }
    return out;
}

static void sum_instance(const scene_builder* b, const wend_instance* n, double area,
                         surface_sum* sum) {
    const wend_material* material = &b->materials.items[n->material];
    const wend_transform* t = &n->transform;
    double volume = fabs((double)wend_v3_dot(wend_v3_cross(t->x, t->y), t->z));
    area *= cbrt(volume * volume);  // exact for uniform scales, approximate for others
    sum->area += area;
    for (int i = 0; i < 3; i++) sum->color[i] += area * (double)color_to_linear(material->mean[i]);
    if (area > sum->largest) {
        sum->largest = area;
        sum->largest_material = n->material;
    }
    sum->box = wend_aabb_join(sum->box, transformed_box(t, b->meshes.items[n->mesh].bounds));
}

// Small: fits into 15 cm. Tall: standing objects more than 2.5 times as high as wide.
static wend_size size_word(wend_aabb box) {
    wend_vec3 size = wend_aabb_size(box);
    float wide = fmaxf(size.x, size.z);
    if (fmaxf(wide, size.y) < 0.15f) return WEND_SIZE_SMALL;
    return size.y > 2.5f * wide ? WEND_SIZE_TALL : WEND_SIZE_NONE;
}

static void describe_object(const scene_builder* b, const surface_sum* sum, wend_object* object) {
    if (!(sum->area > 0)) return;
    uint8_t mean[3];
    for (int i = 0; i < 3; i++) mean[i] = color_from_linear((float)(sum->color[i] / sum->area));
    if (!object->color) object->color = (uint8_t)wend_color_guess(mean[0], mean[1], mean[2]);
    if (!object->size && !(object->flags & WEND_OBJECT_STRUCTURE))
        object->size = (uint8_t)size_word(sum->box);
    const wend_material* material = &b->materials.items[sum->largest_material];
    if (!object->material)
        object->material =
            material->flags & WEND_MATERIAL_GLASS
                ? WEND_MATERIAL_TYPE_GLASS
                : (uint8_t)import_material_type_guess(b->texts.items + material->name);
}

void import_describe(scene_builder* b) {
    if (b->status != WEND_OK) return;
    size_t meshes = b->meshes.count, objects = b->objects.count;
    double* areas = wend_alloc(meshes * sizeof *areas);
    surface_sum* sums = wend_alloc_zero(objects, sizeof *sums);
    if (areas && sums) {
        for (size_t i = 0; i < meshes; i++) areas[i] = mesh_area(b, &b->meshes.items[i]);
        for (size_t i = 0; i < objects; i++) sums[i].box = wend_aabb_empty();
        for (size_t i = 0; i < b->instances.count; i++) {
            const wend_instance* n = &b->instances.items[i];
            sum_instance(b, n, areas[n->mesh], &sums[n->object]);
        }
        for (size_t i = 1; i < objects; i++) describe_object(b, &sums[i], &b->objects.items[i]);
    } else {
        b->status = WEND_NO_MEMORY;
    }
    wend_free(areas);
    wend_free(sums);
}

// ---- levels -------------------------------------------------------------------------------------

enum { HEIGHT_BINS = 256 };

typedef struct height_scan {
    float low, step;
    double area[HEIGHT_BINS];
} height_scan;

static void scan_instance(const scene_builder* b, const wend_instance* n, height_scan* scan) {
    const wend_mesh* mesh = &b->meshes.items[n->mesh];
    for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3) {
        const uint32_t* corner = b->indices.items + mesh->first_index + i;
        wend_vec3 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = wend_transform_point(&n->transform,
                                        b->positions.items[mesh->first_vertex + corner[k]]);
        wend_vec3 up = wend_v3_cross(wend_v3_sub(p[1], p[0]), wend_v3_sub(p[2], p[0]));
        // Both orientations count as floor: the winding is unreliable in double-sided files.
        if (!(fabsf(up.y) > 0.95f * wend_v3_length(up))) continue;
        float at = ((p[0].y + p[1].y + p[2].y) / 3 - scan->low) / scan->step;
        if (at >= 0 && at < HEIGHT_BINS) scan->area[(int)at] += (double)fabsf(up.y) / 2;
    }
}

void import_add_level(scene_builder* b) {
    if (b->status != WEND_OK) return;
    wend_aabb box = wend_aabb_empty();
    for (size_t i = 0; i < b->instances.count; i++) {
        const wend_instance* n = &b->instances.items[i];
        box = wend_aabb_join(box, transformed_box(&n->transform, b->meshes.items[n->mesh].bounds));
    }
    if (wend_aabb_is_empty(box)) box = (wend_aabb){{0, 0, 0}, {0, 0, 0}};
    float tall = box.high.y - box.low.y;
    height_scan scan = {.low = box.low.y, .step = fmaxf(tall / (2 * HEIGHT_BINS), 1e-3f)};
    for (size_t i = 0; i < b->instances.count; i++) scan_instance(b, &b->instances.items[i], &scan);
    int best = 0;
    for (int i = 1; i < HEIGHT_BINS; i++)
        if (scan.area[i] > scan.area[best]) best = i;
    float floor = scan.area[best] > 0 ? scan.low + ((float)best + 0.5f) * scan.step : box.low.y;
    scene_builder_level(b, floor, fmaxf(box.high.y - floor, 2));
}
