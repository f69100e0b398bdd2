// wend scene render: images from given, random or bird's-eye poses.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "options.h"
#include "poses.h"
#include "scene_argument.h"

#include "wend/files.h"
#include "wend/scene.h"
#include "wend/sense.h"

enum { MAX_POSES = 10000, RGB = 1, DEPTH = 2, SEMANTIC = 4 };
enum { ABOVE_HFOV = 30 };  // degrees; narrow, so that walls do not occlude rooms

typedef struct render_call {
    wend_camera camera;
    const char *pose, *path, *out, *sensors, *panorama, *noise_name, *noise_table;
    int random, columns, level, threads;
    uint64_t seed;
    float eye_height;
    bool above, cutaway, flat, equirect;
    wend_noise noise;
    float* table;  // distortion of the depth noise; NULL: none
    int wanted;    // RGB | DEPTH | SEMANTIC
    wend_scene* scene;
    wend_view* view;
    wend_camera_pose* gazes;
    int count;
    wend_frame frames;  // images of all poses, [count] of each sensor
} render_call;

// ---- camera poses -----------------------------------------------------------------------------

// Camera pose high above the centre of the level, looking down; the level fills the image.
static wend_camera_pose gaze_from_above(const render_call* c) {
    wend_aabb box = wend_scene_bounds(c->scene);
    wend_vec3 middle = wend_aabb_center(box), size = wend_aabb_size(box);
    float half = tanf(c->camera.hfov * (float)(WEND_PI / 360));
    float aspect = (float)c->camera.height / (float)c->camera.width;
    float rise = 0.52f * fmaxf(size.x, size.z / aspect) / half;
    const wend_scene_arrays* a = wend_scene_get(c->scene);
    float top = a->levels.count ? a->levels.items[c->level].floor + a->levels.items[c->level].height
                                : box.high.y;
    return (wend_camera_pose){wend_v3(middle.x, top + rise, middle.z), 0, (float)(-WEND_PI / 2)};
}

static wend_status cmd_render_read_path(render_call* c, wend_error* error) {
    wend_file_bytes bytes = {0};
    WEND_TRY(wend_file_read(c->path, &bytes, error));
    wend_status status = WEND_OK;
    int line_number = 0;
    for (char* line = strtok(bytes.data, "\n"); line && status == WEND_OK;
         line = strtok(NULL, "\n")) {
        line_number++;
        if (!line[strspn(line, " \t\r")] || *line == '#') continue;
        if (c->count == MAX_POSES)
            status = wend_fail(error, WEND_LIMIT, "%s: more than %d poses", c->path, MAX_POSES);
        else if (!poses_parse(line, c->eye_height, &c->gazes[c->count++]))
            status = wend_fail(error, WEND_FORMAT,
                               "%s:%d: '%.60s' is not a pose; write x,y,z,heading or "
                               "x,y,z,heading,tilt in metres and degrees",
                               c->path, line_number, line);
    }
    wend_file_bytes_destroy(&bytes);
    return status;
}

static wend_status find_gazes(render_call* c, wend_error* error) {
    c->gazes = wend_alloc_zero(MAX_POSES, sizeof *c->gazes);
    if (!c->gazes) return wend_fail(error, WEND_NO_MEMORY, "out of memory for the poses");
    if (c->path) return cmd_render_read_path(c, error);
    if (c->above) {
        c->gazes[c->count++] = gaze_from_above(c);
        return WEND_OK;
    }
    if (c->pose) {
        if (!poses_parse(c->pose, c->eye_height, &c->gazes[c->count++]))
            return wend_fail(error, WEND_ARGUMENT,
                             "--pose '%s': write x,y,z,heading or x,y,z,heading,tilt in metres and "
                             "degrees",
                             c->pose);
        return WEND_OK;
    }
    c->count = c->random;
    return poses_random(c->scene, c->seed, c->eye_height, c->count, c->gazes, error);
}

// Replaces each pose by the 36 views of its panorama, 12 per row of the sheet.
static wend_status spread_views(render_call* c, wend_error* error) {
    int count = c->count * WEND_PANORAMA_VIEWS;
    if (count > MAX_POSES)
        return wend_fail(error, WEND_LIMIT, "%d poses of 36 views; at most %d images", c->count,
                         MAX_POSES);
    for (int i = count - 1; i >= 0; i--)
        c->gazes[i] =
            wend_panorama_camera_pose(&c->gazes[i / WEND_PANORAMA_VIEWS], i % WEND_PANORAMA_VIEWS);
    c->count = count;
    if (!c->columns) c->columns = 12;
    return WEND_OK;
}

// ---- rendering --------------------------------------------------------------------------------

typedef struct render_job {
    render_call* call;
    wend_renderer** eyes;       // one per worker
    wend_panorama** panoramas;  // one per worker; used instead of `eyes` for equirectangular images
    wend_error* errors;         // one per worker; the status of its last failure
} render_job;

static wend_frame cmd_render_frame_at(const render_call* c, int index) {
    size_t at = (size_t)index * (size_t)c->camera.width * (size_t)c->camera.height;
    return (wend_frame){c->frames.rgb ? c->frames.rgb + 3 * at : NULL,
                        c->frames.depth ? c->frames.depth + at : NULL,
                        c->frames.category ? c->frames.category + at : NULL,
                        c->frames.object ? c->frames.object + at : NULL};
}

static void render_one(void* context, int index, int worker) {
    render_job* job = context;
    wend_frame frame = cmd_render_frame_at(job->call, index);
    const wend_camera_pose* gaze = &job->call->gazes[index];
    wend_error* error = &job->errors[worker];
    wend_status status =
        job->call->equirect
            ? wend_panorama_render(job->panoramas[worker], job->call->view, gaze, &frame, error)
            : wend_renderer_render(job->eyes[worker], job->call->view, gaze, &frame, error);
    if (status != WEND_OK) error->status = status;
}

// Adds noise to colours and depth, to the sensors the noise model applies to. Each image has its
// own random stream.
static wend_status add_noise(render_call* c, wend_error* error) {
    if (c->noise.kind == WEND_NOISE_NONE) return WEND_OK;
    size_t pixels = (size_t)c->camera.width * (size_t)c->camera.height;
    float* scratch = wend_alloc(pixels * sizeof *scratch);
    if (!scratch) return wend_fail(error, WEND_NO_MEMORY, "out of memory for the noise");
    wend_status status = WEND_OK;
    for (int i = 0; i < c->count && status == WEND_OK; i++) {
        char id[32];
        snprintf(id, sizeof id, "picture %d", i);
        wend_rng rng = wend_rng_for(c->seed, id, "noise");
        wend_frame f = cmd_render_frame_at(c, i);
        if (f.rgb && c->noise.kind != WEND_NOISE_REDWOOD)
            status = wend_noise_apply_rgb(&c->noise, &c->camera, &rng, f.rgb, error);
        if (status == WEND_OK && f.depth && c->noise.kind != WEND_NOISE_POISSON)
            status = wend_noise_apply_depth(&c->noise, &c->camera, &rng, f.depth, scratch, error);
    }
    wend_free(scratch);
    return status;
}

static bool allocate_frames(render_call* c) {
    size_t pixels = (size_t)c->count * (size_t)c->camera.width * (size_t)c->camera.height;
    if (c->wanted & RGB) c->frames.rgb = wend_alloc(3 * pixels);
    if (c->wanted & DEPTH) c->frames.depth = wend_alloc(sizeof(float) * pixels);
    if (c->wanted & SEMANTIC) c->frames.category = wend_alloc(sizeof(uint16_t) * pixels);
    if (c->wanted & SEMANTIC) c->frames.object = wend_alloc(sizeof(uint32_t) * pixels);
    return !(c->wanted & RGB && !c->frames.rgb) && !(c->wanted & DEPTH && !c->frames.depth) &&
           !(c->wanted & SEMANTIC && (!c->frames.category || !c->frames.object));
}

static wend_status open_workers(render_job* job, int workers, wend_error* error) {
    const render_call* c = job->call;
    job->eyes = wend_alloc_zero((size_t)workers, sizeof *job->eyes);
    job->panoramas = wend_alloc_zero((size_t)workers, sizeof *job->panoramas);
    job->errors = wend_alloc_zero((size_t)workers, sizeof *job->errors);
    if (!job->eyes || !job->panoramas || !job->errors)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the cameras");
    for (int i = 0; i < workers; i++) {
        if (c->equirect)
            WEND_TRY(wend_panorama_create(&c->camera, c->camera.width, &job->panoramas[i], error));
        else
            WEND_TRY(wend_renderer_create(&c->camera, &job->eyes[i], error));
    }
    return WEND_OK;
}

static wend_status render_all(render_call* c, wend_error* error) {
    wend_pool* pool;
    WEND_TRY(wend_pool_create(c->threads, &pool, error));
    int workers = wend_pool_threads(pool);
    render_job job = {.call = c};
    wend_status status = open_workers(&job, workers, error);
    if (status == WEND_OK && !allocate_frames(c))
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory for %d images of %d x %d",
                           c->count, c->camera.width, c->camera.height);
    if (status == WEND_OK) wend_pool_run(pool, c->count, render_one, &job);
    for (int i = 0; status == WEND_OK && i < workers; i++)
        if (job.errors[i].status != WEND_OK)
            status = wend_fail(error, job.errors[i].status, "%s", job.errors[i].message);
    for (int i = 0; i < workers; i++) {
        if (job.eyes) wend_renderer_destroy(job.eyes[i]);
        if (job.panoramas) wend_panorama_destroy(job.panoramas[i]);
    }
    wend_free(job.eyes);
    wend_free(job.panoramas);
    wend_free(job.errors);
    wend_pool_destroy(pool);
    return status == WEND_OK ? add_noise(c, error) : status;
}

// ---- files ------------------------------------------------------------------------------------

// Colour of a category, shifted by the object id: constant across images. Category 0 is black.
static void cmd_render_color_of(uint32_t category, uint32_t object, uint8_t rgb[3]) {
    uint64_t h = wend_hash(&category, sizeof category, 7);
    uint64_t k = wend_hash(&object, sizeof object, 9);
    for (int i = 0; i < 3; i++) {
        int base = 40 + (int)(h >> 8 * i & 255) * 3 / 4, shift = (int)(k >> 8 * i & 31) - 16;
        rgb[i] = category ? (uint8_t)(base + shift) : 0;
    }
}

static void cmd_render_paint(const render_call* c, int index, int sensor, size_t pixel,
                             uint8_t rgb[3]) {
    wend_frame f = cmd_render_frame_at(c, index);
    if (sensor == RGB) memcpy(rgb, f.rgb + 3 * pixel, 3);
    if (sensor == DEPTH) {
        float range = c->camera.depth_unit ? 1 : fminf(c->camera.depth_max, 10);
        float low = c->camera.depth_unit ? 0 : c->camera.depth_min;
        float share = fminf(fmaxf((f.depth[pixel] - low) / (range - low), 0), 1);
        rgb[0] = rgb[1] = rgb[2] = (uint8_t)(255 - 255 * share);
    }
    if (sensor == SEMANTIC) cmd_render_color_of(f.category[pixel], f.object[pixel], rgb);
}

// Writes a contact sheet: one strip of sensors per pose, `columns` strips per row.
static wend_status write_sheet(const render_call* c, wend_error* error) {
    int sensors[3], n = 0;
    for (int bit = RGB; bit <= SEMANTIC; bit *= 2)
        if (c->wanted & bit) sensors[n++] = bit;
    int columns = c->columns > 0 ? c->columns : (int)ceil(sqrt((double)c->count / n));
    if (columns < 1) columns = 1;
    if (columns > c->count) columns = c->count;
    int gap = c->count > 1 ? 4 : 0, w = c->camera.width, h = c->camera.height;
    int rows = (c->count + columns - 1) / columns;
    wend_image sheet;
    WEND_TRY(
        wend_image_create(columns * (w * n + gap) - gap, rows * (h + gap) - gap, 3, &sheet, error));
    memset(sheet.pixels, 255, (size_t)sheet.width * (size_t)sheet.height * 3);
    for (int i = 0; i < c->count; i++)
        for (int s = 0; s < n; s++)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    int left = i % columns * (w * n + gap) + s * w, top = i / columns * (h + gap);
                    size_t at = (size_t)(top + y) * (size_t)sheet.width + (size_t)(left + x);
                    cmd_render_paint(c, i, sensors[s], (size_t)(y * w + x), sheet.pixels + 3 * at);
                }
    wend_status status = wend_image_write_png(&sheet, c->out, error);
    wend_image_destroy(&sheet);
    return status;
}

// Lists the requested sensors: rgb [n][h][w][3] uint8, depth [n][h][w] float32, object uint32,
// category uint16. Returns their number.
static int list_arrays(const render_call* c, wend_npy_array arrays[4]) {
    size_t n = (size_t)c->count, h = (size_t)c->camera.height, w = (size_t)c->camera.width;
    const wend_npy_array all[4] = {
        {.name = (char*)"rgb", .type = WEND_NPY_UINT, .item_size = 1, .data = c->frames.rgb},
        {.name = (char*)"depth", .type = WEND_NPY_FLOAT, .item_size = 4, .data = c->frames.depth},
        {.name = (char*)"object", .type = WEND_NPY_UINT, .item_size = 4, .data = c->frames.object},
        {.name = (char*)"category",
         .type = WEND_NPY_UINT,
         .item_size = 2,
         .data = c->frames.category}};
    int count = 0;
    for (int i = 0; i < 4; i++) {
        if (!all[i].data) continue;
        wend_npy_array a = all[i];
        size_t channels = a.data == c->frames.rgb ? 3 : 1;
        a.dimensions = channels > 1 ? 4 : 3;
        a.shape[0] = n, a.shape[1] = h, a.shape[2] = w, a.shape[3] = channels;
        a.count = n * h * w * channels;
        arrays[count++] = a;
    }
    return count;
}

// Writes all requested sensors and gaze [n][5]: eye x, y, z (metres), heading, tilt.
static wend_status write_npz(const render_call* c, wend_error* error) {
    wend_npy_array arrays[5];
    int count = list_arrays(c, arrays);
    arrays[count++] = (wend_npy_array){.name = (char*)"gaze",
                                       .type = WEND_NPY_FLOAT,
                                       .item_size = 4,
                                       .dimensions = 2,
                                       .shape = {(size_t)c->count, 5},
                                       .count = (size_t)c->count * 5,
                                       .data = c->gazes};
    return wend_npz_write(c->out, arrays, count, error);
}

// Writes one sensor (object ids for semantic) as .npy, or as raw little-endian values if `bare`.
static wend_status write_one(const render_call* c, bool bare, wend_error* error) {
    if (c->wanted != RGB && c->wanted != DEPTH && c->wanted != SEMANTIC)
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: this format stores one sensor; pass --sensors depth, or write .npz",
                         c->out);
    wend_npy_array arrays[4];
    list_arrays(c, arrays);
    if (bare)
        return wend_file_write(c->out, arrays[0].data, arrays[0].count * arrays[0].item_size,
                               error);
    return wend_npy_write(c->out, &arrays[0], error);
}

static wend_status write_out(const render_call* c, wend_error* error) {
    if (has_ending(c->out, ".npz")) return write_npz(c, error);
    if (has_ending(c->out, ".npy")) return write_one(c, false, error);
    if (has_ending(c->out, ".raw")) return write_one(c, true, error);
    return write_sheet(c, error);
}

// An image from outside of the scene can be intended: warns once, for the first such pose.
static void warn_outside(const render_call* c) {
    char sentence[400];
    for (int i = 0; !c->above && !c->cutaway && i < c->count; i++)
        if (!poses_inside(c->scene, &c->gazes[i], sentence, sizeof sentence)) {
            fprintf(stderr, "wend: warning: pose %d: %s\n", i + 1, sentence);
            return;
        }
}

// ---- the command ------------------------------------------------------------------------------

static wend_status render_scene(render_call* c, wend_error* error) {
    wend_view_def def = wend_view_default_def();
    const wend_scene_arrays* a = wend_scene_get(c->scene);
    if ((c->above || c->cutaway) && a->levels.count) {
        if (c->level < 0 || c->level >= (int)a->levels.count)
            return wend_fail(error, WEND_ARGUMENT,
                             "--level %d: must be in [0, %u], the floors of the scene", c->level,
                             a->levels.count - 1);
        def.cut = a->levels.items[c->level].floor + a->levels.items[c->level].height - 0.05f;
    }
    WEND_TRY(find_gazes(c, error));
    warn_outside(c);
    if (c->panorama && !c->equirect) WEND_TRY(spread_views(c, error));
    WEND_TRY(wend_view_create(c->scene, &def, &c->view, error));
    WEND_TRY(render_all(c, error));
    return write_out(c, error);
}

static bool read_sensors(render_call* c) {
    char words[64];
    snprintf(words, sizeof words, "%s", c->sensors);
    for (char* word = strtok(words, ","); word; word = strtok(NULL, ",")) {
        int bit = strcmp(word, "rgb") == 0        ? RGB
                  : strcmp(word, "depth") == 0    ? DEPTH
                  : strcmp(word, "semantic") == 0 ? SEMANTIC
                  : strcmp(word, "all") == 0      ? RGB | DEPTH | SEMANTIC
                                                  : 0;
        if (!bit) return false;
        c->wanted |= bit;
    }
    return c->wanted != 0;
}

// Equirectangular images have an aspect ratio of 2:1.
static bool read_panorama(render_call* c) {
    if (!c->panorama) return true;
    c->equirect = strcmp(c->panorama, "equirect") == 0;
    if (c->equirect) c->camera.height = c->camera.width / 2;
    return c->equirect || strcmp(c->panorama, "views") == 0;
}

// Reads the measured distortion of a depth camera.
static wend_status read_noise_table(render_call* c, wend_error* error) {
    const size_t side = WEND_NOISE_TABLE_SIDE, depths = WEND_NOISE_TABLE_DEPTHS;
    wend_npy_array array;
    WEND_TRY(wend_npy_read(c->noise_table, &array, error));
    wend_status status = WEND_OK;
    if (array.count != side * side * depths || array.type == WEND_NPY_UNICODE ||
        array.type == WEND_NPY_BYTES)
        status = wend_fail(error, WEND_FORMAT, "%s: not numbers of shape (%zu, %zu, %zu)",
                           c->noise_table, side, side, depths);
    if (status == WEND_OK) c->table = wend_alloc(array.count * sizeof *c->table);
    if (status == WEND_OK && !c->table)
        status = wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", c->noise_table);
    for (size_t i = 0; status == WEND_OK && i < array.count; i++)
        c->table[i] = (float)wend_npy_number(&array, i);
    c->noise.table = c->table;
    wend_npy_destroy(&array);
    return status;
}

static wend_status read_noise(render_call* c, wend_error* error) {
    wend_noise_kind kind = WEND_NOISE_NONE;
    if (c->noise_name) WEND_TRY(wend_noise_parse(c->noise_name, &kind, error));
    c->noise = wend_noise_default_def(kind);
    return c->noise_table ? read_noise_table(c, error) : WEND_OK;
}

static void close_call(render_call* c) {
    wend_free(c->table);
    wend_free(c->frames.rgb);
    wend_free(c->frames.depth);
    wend_free(c->frames.category);
    wend_free(c->frames.object);
    wend_free(c->gazes);
    wend_view_destroy(c->view);
    wend_scene_destroy(c->scene);
}

// Checks and parses the options of the call. Returns EXIT_OK, or EXIT_CALL after an error message.
static int cmd_render_read_words(render_call* c, const arguments* a) {
    c->camera.textured = !c->flat;
    if (c->above && c->camera.hfov == wend_camera_default_def().hfov) c->camera.hfov = ABOVE_HFOV;
    if (!c->out) return report_misuse(a, "-o is required: -o image.png");
    if (!read_sensors(c))
        return report_misuse(a, "--sensors must be a list of rgb, depth and semantic, or all");
    if (!c->pose + !c->path + !c->above + !c->random != 3)
        return report_misuse(a, "one of --pose, --poses, --random and --top-down is required");
    if (!read_panorama(c)) return report_misuse(a, "--panorama must be views or equirect");
    return EXIT_OK;
}

int command_scene_render(int argc, char** argv) {
    render_call c = {.camera = wend_camera_default_def(), .sensors = "rgb", .eye_height = 1.5f};
    const option options[] = {
        {"--pose", OPTION_TEXT, &c.pose, "X,Y,Z,H[,T]",
         "feet in metres; heading and tilt in degrees"},
        {"--poses", OPTION_TEXT, &c.path, "FILE", "file of poses, one per line", .old = "--path"},
        {"--random", OPTION_INT, &c.random, "N", "N random poses on the floor, as a contact sheet",
         1, MAX_POSES},
        {"--top-down", OPTION_FLAG, &c.above, NULL, "view from above, without ceilings and roofs",
         .old = "--above"},
        {"--cutaway", OPTION_FLAG, &c.cutaway, NULL, "remove all above the rooms of --level"},
        {"--level", OPTION_INT, &c.level, "N", "floor of --top-down and --cutaway, from 0", 0,
         1000},
        {"--sensors", OPTION_TEXT, &c.sensors, "LIST", "rgb,depth,semantic or all, side by side"},
        {"--width", OPTION_INT, &c.camera.width, "N", "pixels", 1, 4096},
        {"--height", OPTION_INT, &c.camera.height, "N", "pixels", 1, 4096},
        {"--hfov", OPTION_FLOAT, &c.camera.hfov, "DEG", "horizontal field of view", 10, 150},
        {"--eye-height", OPTION_FLOAT, &c.eye_height, "M", "camera height above the feet", 0, 1000},
        {"--max-depth", OPTION_FLOAT, &c.camera.depth_max, "M", "depth is clipped at this distance",
         0.01, 1e6, .old = "--depth-max"},
        {"--normalize-depth", OPTION_FLAG, &c.camera.depth_unit, NULL,
         "depth in [0, 1] instead of metres", .old = "--depth-unit"},
        {"--panorama", OPTION_TEXT, &c.panorama, "KIND", "views (36 per pose) or equirect"},
        {"--noise", OPTION_TEXT, &c.noise_name, "KIND", "sensor noise model for RGB or depth"},
        {"--noise-table", OPTION_TEXT, &c.noise_table, "FILE",
         "redwood: measured distortion, .npy"},
        {"--no-textures", OPTION_FLAG, &c.flat, NULL, "mean colours instead of textures",
         .old = "--flat"},
        {"--bilinear", OPTION_FLAG, &c.camera.smooth, NULL,
         "bilinear texture filtering instead of nearest", .old = "--smooth"},
        {"--columns", OPTION_INT, &c.columns, "N", "images per row; 0: about square", 0, MAX_POSES},
        {"--seed", OPTION_U64, &c.seed, "N", "random seed of the poses"},
        THREADS_OPTION(c.threads),
        {"-o", OPTION_TEXT, &c.out, "FILE", "output: .png, .npz, .npy or .raw",
         .endings = ".png .npz .npy .raw"},
    };
    arguments a = {.command = "scene render",
                   .summary = "Renders RGB, depth and semantics of a scene.",
                   .operands = "SCENE",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int status;
    wend_error error;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (cmd_render_read_words(&c, &a) != EXIT_OK) return EXIT_CALL;
    wend_status ended = read_noise(&c, &error);
    if (ended == WEND_OK) ended = wend_camera_check(&c.camera, &error);
    if (ended == WEND_OK) ended = scene_argument_open(a.given[0], &c.scene, &error);
    if (ended == WEND_OK) ended = render_scene(&c, &error);
    close_call(&c);
    return ended == WEND_OK ? EXIT_OK : report_error(&error);
}
