// wend scene generate | import | export | info | map | check
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "options.h"
#include "scene_argument.h"
#include "scene_list.h"

#include "wend/nav.h"
#include "wend/scene.h"

// The suffix selects the format: .glb, otherwise .wscene.
static wend_status cmd_scene_write_scene(const wend_scene* scene, const char* path,
                                         wend_error* error) {
    return has_ending(path, ".glb") ? wend_scene_export(scene, path, error)
                                    : wend_scene_save(scene, path, error);
}

static void cmd_scene_print_summary(const wend_scene* scene, const char* path) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    printf("%s: %u rooms, %u objects, %llu triangles, hash %016llx\n", path, a->rooms.count - 1,
           a->objects.count - 1, (unsigned long long)wend_scene_triangles(scene),
           (unsigned long long)wend_scene_hash(scene));
}

static int write_and_close(wend_scene* scene, const char* path, wend_error* error) {
    wend_status status = cmd_scene_write_scene(scene, path, error);
    if (status == WEND_OK) cmd_scene_print_summary(scene, path);
    wend_scene_destroy(scene);
    return status == WEND_OK ? EXIT_OK : report_error(error);
}

// ---- generate -----------------------------------------------------------------------------------

int command_scene_generate(int argc, char** argv) {
    wend_scene_def def = wend_scene_default_def();
    const char *kind = wend_scene_kind_name(def.kind), *out = NULL;
    bool bare = false, unlit = false;
    const option options[] = {
        SEED_OPTION(def.seed),
        {"--kind", OPTION_TEXT, &kind, "KIND", "apartment, house, office, town or room"},
        {"--levels", OPTION_INT, &def.levels, "N", "floors, 1 to 3; 0: random", 0, 3},
        {"--rooms", OPTION_INT, &def.rooms, "N", "rooms per floor, 4 to 16; 0: random", 0, 16},
        {"--detail", OPTION_FLOAT, &def.detail, "D", "0 coarse to 1 fine; up to 4 for benchmarks",
         0, 4},
        {"--no-furniture", OPTION_FLAG, &bare, NULL, "empty rooms", .old = "--bare"},
        {"--no-light", OPTION_FLAG, &unlit, NULL, "do not bake lighting"},
        {"-o", OPTION_TEXT, &out, "FILE", "output: .wscene, or .glb for other programs",
         .endings = ".wscene .glb"},
    };
    arguments a = {.command = "scene generate",
                   .summary = "Generates a house, an apartment, an office or a town.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    wend_scene* scene;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!out) return report_misuse(&a, "-o is required: -o house.wscene");
    def.furnish = !bare;
    def.bake = !unlit;
    if (wend_scene_kind_parse(kind, &def.kind, &error) != WEND_OK ||
        wend_scene_generate(&def, &scene, &error) != WEND_OK)
        return report_error(&error);
    return write_and_close(scene, out, &error);
}

// ---- import and export --------------------------------------------------------------------------

int command_scene_import(int argc, char** argv) {
    wend_import_def def = scene_argument_def();
    const char* out = NULL;
    bool unlit = false;
    const option options[] = {
        {"--assets", OPTION_TEXT, &def.assets, "DIR", "ProcTHOR: asset folder"},
        {"--unit", OPTION_FLOAT, &def.unit, "M", "metres per unit of the file", 1e-6, 1e6},
        {"--z-up", OPTION_FLAG, &def.z_up, NULL, "+z is up in the file"},
        {"--no-light", OPTION_FLAG, &unlit, NULL, "do not bake lighting"},
        {"-o", OPTION_TEXT, &out, "FILE", "output: .wscene or .glb", .endings = ".wscene .glb"},
    };
    arguments a = {.command = "scene import",
                   .summary =
                       "Imports a scene (glTF, GLB, OBJ, PLY, DAE, ProcTHOR file#line) and writes "
                       "it as .wscene or .glb.",
                   .operands = "SCENE",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int status;
    wend_error error;
    wend_scene* scene;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!out) return report_misuse(&a, "-o is required: -o scene.wscene");
    def.bake = !unlit;
    if (wend_scene_open(a.given[0], &def, &scene, &error) != WEND_OK) return report_error(&error);
    return write_and_close(scene, out, &error);
}

int command_scene_export(int argc, char** argv) {
    const char* out = NULL;
    const option options[] = {{"-o", OPTION_TEXT, &out, "FILE", "output: .glb", .endings = ".glb"}};
    arguments a = {.command = "scene export",
                   .summary = "Writes a scene as GLB for Blender, three.js and other simulators.",
                   .operands = "SCENE",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int status;
    wend_error error;
    wend_scene* scene;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!out) return report_misuse(&a, "-o is required: -o scene.glb");
    if (scene_argument_open(a.given[0], &scene, &error) != WEND_OK) return report_error(&error);
    return write_and_close(scene, out, &error);
}

// ---- info ---------------------------------------------------------------------------------------

static double floor_area(const wend_scene* scene) {
    double area = 0;
    for (uint32_t i = 1; i < wend_scene_get(scene)->rooms.count; i++)
        area += wend_scene_room_area(scene, i);
    return area;
}

// Rounded, so that the text has no digits that mean nothing.
static void put_rounded(wend_json_out* out, const char* key, double value, double per_unit) {
    wend_json_out_number(out, key, round(value * per_unit) / per_unit);
}

static void put_corner(wend_json_out* out, wend_vec3 corner) {
    wend_json_out_array(out, NULL);
    put_rounded(out, NULL, (double)corner.x, 1000);
    put_rounded(out, NULL, (double)corner.y, 1000);
    put_rounded(out, NULL, (double)corner.z, 1000);
    wend_json_out_end(out);
}

static void put_room(wend_json_out* out, const wend_scene* scene, uint32_t room) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    wend_json_out_object(out, NULL);
    wend_json_out_text(out, "name", wend_scene_text(scene, a->rooms.items[room].name));
    wend_json_out_text(out, "type", wend_room_type_name((wend_room_type)a->rooms.items[room].type));
    wend_json_out_int(out, "level", a->rooms.items[room].level);
    put_rounded(out, "area", (double)wend_scene_room_area(scene, room), 100);
    wend_json_out_end(out);
}

static int print_info_json(const wend_scene* scene) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    wend_aabb box = wend_scene_bounds(scene);
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_text(&out, "name", wend_scene_name(scene));
    put_hash(&out, wend_scene_hash(scene));
    wend_json_out_int(&out, "triangles", (int64_t)wend_scene_triangles(scene));
    wend_json_out_int(&out, "vertices", a->positions.count);
    wend_json_out_int(&out, "meshes", a->meshes.count);
    wend_json_out_int(&out, "instances", a->instances.count);
    wend_json_out_int(&out, "materials", a->materials.count);
    wend_json_out_int(&out, "textures", a->textures.count);
    wend_json_out_int(&out, "objects", a->objects.count - 1);
    wend_json_out_int(&out, "levels", a->levels.count);
    wend_json_out_int(&out, "doors", a->doors.count);
    wend_json_out_int(&out, "stairs", a->stairs.count);
    put_rounded(&out, "area", floor_area(scene), 100);
    wend_json_out_int(&out, "bytes", (int64_t)wend_scene_memory(scene));
    wend_json_out_array(&out, "bounds");
    put_corner(&out, box.low);
    put_corner(&out, box.high);
    wend_json_out_end(&out);
    wend_json_out_array(&out, "rooms");
    for (uint32_t i = 1; i < a->rooms.count; i++) put_room(&out, scene, i);
    wend_json_out_end(&out);
    wend_json_out_end(&out);
    return print_json(&out);
}

// Prints "12 chair, 9 book, …", most frequent category first.
static void print_categories(const wend_scene* scene) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    int counts[WEND_CATEGORY_COUNT] = {0};
    for (uint32_t i = 1; i < a->objects.count; i++)
        if (!(a->objects.items[i].flags & WEND_OBJECT_STRUCTURE))
            counts[a->objects.items[i].category]++;
    printf("contents   ");
    for (int column = 0;;) {
        int best = 0;
        for (int i = 1; i < WEND_CATEGORY_COUNT; i++)
            if (counts[i] > counts[best]) best = i;
        if (!counts[best]) break;
        column += printf("%s%d %s", column ? ", " : "", counts[best],
                         wend_category_at((wend_category)best)->name);
        if (column > 80) {
            printf("\n           ");
            column = 0;
        }
        counts[best] = 0;
    }
    printf("\n");
}

static void print_info(const wend_scene* scene) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    wend_vec3 size = wend_aabb_size(wend_scene_bounds(scene));
    printf("%s\n", wend_scene_name(scene));
    printf("hash       %016llx\n", (unsigned long long)wend_scene_hash(scene));
    printf("size       %.1f x %.1f x %.1f m\n", (double)size.x, (double)size.y, (double)size.z);
    printf("triangles  %llu, %u in %u meshes, %u instances\n",
           (unsigned long long)wend_scene_triangles(scene), a->indices.count / 3, a->meshes.count,
           a->instances.count);
    printf("materials  %u, textures %u\n", a->materials.count, a->textures.count);
    printf("memory     %.1f MiB\n", (double)wend_scene_memory(scene) / (1 << 20));
    printf("levels     %u, stairs %u, doors %u\n", a->levels.count, a->stairs.count,
           a->doors.count);
    printf("rooms      %u, %.1f m2\n", a->rooms.count - 1, floor_area(scene));
    for (uint32_t i = 1; i < a->rooms.count; i++)
        printf("  %-20s %-14s level %u  %6.1f m2\n", wend_scene_text(scene, a->rooms.items[i].name),
               wend_room_type_name((wend_room_type)a->rooms.items[i].type), a->rooms.items[i].level,
               (double)wend_scene_room_area(scene, i));
    printf("objects    %u\n", a->objects.count - 1);
    print_categories(scene);
}

int command_scene_info(int argc, char** argv) {
    bool json = false;
    const option options[] = {JSON_OPTION(json)};
    arguments a = {.command = "scene info",
                   .summary = "Prints the contents of a scene: counts, rooms, area, memory.",
                   .operands = "SCENE",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int status;
    wend_error error;
    wend_scene* scene;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (scene_argument_open(a.given[0], &scene, &error) != WEND_OK) return report_error(&error);
    if (json)
        status = print_info_json(scene);
    else
        print_info(scene);
    wend_scene_destroy(scene);
    return status;
}

// ---- map ----------------------------------------------------------------------------------------

static wend_status draw_floor_plan(const void* context, const wend_scene* scene, int level,
                                   float scale, const char* path, wend_error* error) {
    (void)context;
    return wend_scene_draw(scene, level, scale, path, error);
}

int command_scene_map(int argc, char** argv) {
    const char* out = NULL;
    int level = -1;
    float scale = 0;
    const option options[] = {
        {"--level", OPTION_INT, &level, "N", "floor, from 0; -1: all, one file each", -1, 1000},
        {"--pixels-per-metre", OPTION_FLOAT, &scale, "P", "resolution; 0: about 1000 pixels wide",
         0, 1000, .old = "--scale"},
        {"-o", OPTION_TEXT, &out, "FILE", "output: .png or .svg", .endings = ".png .svg"},
    };
    arguments a = {.command = "scene map",
                   .summary = "Draws the floor plan of a scene, one image per floor.",
                   .operands = "SCENE",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int status;
    wend_error error;
    wend_scene* scene;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!out) return report_misuse(&a, "-o is required: -o plan.png");
    if (scene_argument_open(a.given[0], &scene, &error) != WEND_OK) return report_error(&error);
    wend_status drawn = level_draw(scene, level, scale, out, draw_floor_plan, NULL, &error);
    wend_scene_destroy(scene);
    return drawn == WEND_OK ? EXIT_OK : report_error(&error);
}

// ---- check --------------------------------------------------------------------------------------

typedef struct check_totals {
    int scenes, bad, problems;
} check_totals;

static wend_status cmd_scene_check_scene(const char* reference, float radius, bool quiet,
                                         check_totals* totals, wend_error* error) {
    char sentences[16][200];
    wend_problems problems = {sentences, 16, 0};
    wend_import_def import = wend_import_default_def();
    wend_navmesh_def def = wend_navmesh_default_def();
    wend_scene* scene;
    wend_navmesh* mesh = NULL;
    import.bake = false;
    def.radius = radius;
    def.open_doors = true;
    WEND_TRY(wend_scene_open(reference, &import, &scene, error));
    wend_status status = wend_scene_check(scene, &problems, error);
    if (status == WEND_OK) status = wend_navmesh_build(scene, &def, &mesh, error);
    if (status == WEND_OK) wend_navmesh_check(mesh, scene, &problems);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
    if (status != WEND_OK) return status;
    totals->scenes++;
    totals->bad += problems.count > 0;
    totals->problems += problems.count;
    for (int i = 0; !quiet && i < problems.count && i < problems.capacity; i++)
        printf("%s: %s\n", reference, sentences[i]);
    if (!quiet && problems.count > problems.capacity)
        printf("%s: and %d more\n", reference, problems.count - problems.capacity);
    return WEND_OK;
}

static wend_status check_list(const char* text, float radius, bool quiet, check_totals* totals,
                              wend_error* error) {
    scene_list list;
    WEND_TRY(scene_list_parse(text, &list, error));
    progress bar = progress_start("scenes", list.count);
    wend_status status = WEND_OK;
    for (int i = 0; status == WEND_OK && i < list.count; i++) {
        status = cmd_scene_check_scene(list.names[i], radius, quiet, totals, error);
        progress_show(&bar, i + 1);
    }
    progress_end(&bar);
    scene_list_destroy(&list);
    return status;
}

static int print_totals_json(const check_totals* totals) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_int(&out, "scenes", totals->scenes);
    wend_json_out_int(&out, "valid", totals->scenes - totals->bad);
    wend_json_out_int(&out, "problems", totals->problems);
    wend_json_out_end(&out);
    return print_json(&out);
}

int command_scene_check(int argc, char** argv) {
    float radius = 0.18f;
    bool quiet = false, json = false;
    const option options[] = {
        {"--agent-radius", OPTION_FLOAT, &radius, "M", "agent radius for the reachability check",
         0.01, 10, .old = "--radius"},
        {"--quiet", OPTION_FLAG, &quiet, NULL, "print the summary only"},
        JSON_OPTION(json),
    };
    arguments a = {.command = "scene check",
                   .summary =
                       "Checks scenes: every room reachable, no intersecting or floating objects, "
                       "floors without holes.",
                   .operands = "SCENE…",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 256};
    int status;
    wend_error error;
    check_totals totals = {0};
    if (!arguments_read(&a, argc, argv, &status)) return status;
    for (int i = 0; i < a.given_count; i++) {
        wend_status checked = check_list(a.given[i], radius, quiet || json, &totals, &error);
        if (checked != WEND_OK) return report_error(&error);
    }
    if (json)
        status = print_totals_json(&totals);
    else
        printf("%d scenes, %d valid, %d problems\n", totals.scenes, totals.scenes - totals.bad,
               totals.problems);
    return totals.bad ? EXIT_DATA : status;
}
