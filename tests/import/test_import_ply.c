#include "made_files.h"
#include "test.h"

#include "wend/files.h"

static wend_scene* ply_load(const void* data, size_t size) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(made_load("a.ply", data, size, &scene, &error));
    return scene;
}

TEST(vertex_colours_of_a_ply_are_seen) {
    wend_scene* scene = ply_load(made_ply, strlen(made_ply));
    const wend_scene_arrays* a = wend_scene_get(scene);
    CHECK_INT(wend_scene_triangles(scene), 2);
    CHECK_INT(a->objects.count - 1, 1);
    CHECK_INT(a->objects.items[1].color, WEND_COLOR_RED);
    CHECK_INT(a->textures.count, 1);
    CHECK_INT(a->materials.count, 1);
    wend_scene_destroy(scene);
}

// ---- formats and types --------------------------------------------------------------------------

typedef enum ply_layout { ASCII, LITTLE, BIG, LAYOUTS } ply_layout;
static const char* const layout_names[] = {"ascii", "binary_little_endian", "binary_big_endian"};

static void put_value(wend_text_out* out, ply_layout layout, const char* type, double value) {
    if (layout == ASCII) {
        wend_text_put(out, "%g ", value);
        return;
    }
    bool real = strstr(type, "float") || strstr(type, "double");
    size_t size = strstr(type, "8") || strstr(type, "char")                     ? 1
                  : strstr(type, "16") || strstr(type, "short")                 ? 2
                  : strcmp(type, "double") == 0 || strcmp(type, "float64") == 0 ? 8
                                                                                : 4;
    int64_t whole = (int64_t)value;
    float single = (float)value;
    char bytes[8];
    memcpy(bytes, !real ? (void*)&whole : size == 4 ? (void*)&single : (void*)&value, size);
    for (size_t i = 0; i < size; i++)
        wend_text_put_bytes(out, bytes + (layout == BIG ? size - 1 - i : i), 1);
}

static void put_row_end(wend_text_out* out, ply_layout layout) {
    if (layout == ASCII) wend_text_put(out, "\n");
}

typedef struct ply_made {
    ply_layout layout;
    const char *number, *count, *index, *color;  // types
    double full;                                 // the largest value of the colour type
    bool faces_first;
} ply_made;

static void put_faces(wend_text_out* out, const ply_made* m) {
    for (int i = 0; i < 2; i++) {
        const int corners[2][3] = {{0, 1, 2}, {0, 2, 3}};
        put_value(out, m->layout, "double", 1e10);
        put_value(out, m->layout, m->count, 3);
        for (int k = 0; k < 3; k++) put_value(out, m->layout, m->index, corners[i][k]);
        put_value(out, m->layout, "short", -7);
        put_row_end(out, m->layout);
    }
}

static void put_vertices(wend_text_out* out, const ply_made* m) {
    for (int i = 0; i < 4; i++) {
        put_value(out, m->layout, m->number, i == 1 || i == 2 ? 3 : 0);
        put_value(out, m->layout, "ushort", 2);  // a list of two floats that no reader uses
        put_value(out, m->layout, "float", 0.5);
        put_value(out, m->layout, "float", 0.25);
        put_value(out, m->layout, m->number, i > 1 ? 2 : 0);
        put_value(out, m->layout, m->number, 1);
        for (int c = 0; c < 3; c++)
            put_value(out, m->layout, m->color, c == 0 ? m->full : c == 1 ? m->full / 5 : 0);
        put_row_end(out, m->layout);
    }
}

// A red rectangle of 3 x 2 m at z = 1, among elements and properties that are not needed.
static void put_rectangle(wend_text_out* out, const ply_made* m) {
    wend_text_put(out, "ply\nformat %s 1.0\nelement camera 1\nproperty int id\n",
                  layout_names[m->layout]);
    for (int pass = 0; pass < 2; pass++)
        if (m->faces_first == (pass == 0))
            wend_text_put(
                out,
                "element face 2\nproperty double area\nproperty list %s %s vertex_indices\n"
                "property short object_id\n",
                m->count, m->index);
        else
            wend_text_put(out,
                          "element vertex 4\nproperty %s x\nproperty list ushort float weights\n"
                          "property %s y\nproperty %s z\nproperty %s red\nproperty %s green\n"
                          "property %s blue\n",
                          m->number, m->number, m->number, m->color, m->color, m->color);
    wend_text_put(out, "end_header\n");
    put_value(out, m->layout, "int", 9);
    put_row_end(out, m->layout);
    if (m->faces_first) put_faces(out, m);
    put_vertices(out, m);
    if (!m->faces_first) put_faces(out, m);
}

static void check_rectangle(const ply_made* m) {
    wend_text_out file = {0};
    put_rectangle(&file, m);
    wend_error error = {0};
    wend_scene* scene;
    if (made_load("a.ply", file.items, file.count, &scene, &error) != WEND_OK)
        test_fail(__FILE__, __LINE__, "%s of %s, counts %s, indices %s, colours %s: %s",
                  layout_names[m->layout], m->number, m->count, m->index, m->color, error.message);
    CHECK_INT(wend_scene_triangles(scene), 2);
    wend_aabb box = wend_scene_bounds(scene);
    CHECK_NEAR(box.low.x, 0, 0);
    CHECK_NEAR(box.high.x, 3, 0);
    CHECK_NEAR(box.high.y, 2, 0);
    CHECK_NEAR(box.low.z, 1, 0);
    CHECK_INT(wend_scene_get(scene)->texels.items[0], 0xff0033ff);  // R is the lowest byte
    wend_scene_destroy(scene);
    wend_text_destroy(&file);
}

TEST(a_ply_of_any_layout_and_type_gives_the_same_scene) {
    static const char* const types[] = {"char",   "int8",    "uchar",  "uint8",  "short", "int16",
                                        "ushort", "uint16",  "int",    "int32",  "uint",  "uint32",
                                        "float",  "float32", "double", "float64"};
    enum { TYPES = sizeof types / sizeof *types, INTEGERS = 12 };
    for (int layout = 0; layout < LAYOUTS; layout++) {
        ply_made m = {(ply_layout)layout, "float", "uchar", "int", "uchar", 255, false};
        for (int i = 0; i < TYPES; i++) {
            m.number = types[i];
            check_rectangle(&m);
        }
        for (int i = 0; i < INTEGERS; i++) {
            m.faces_first = i % 2;
            m.count = types[i];
            m.index = types[INTEGERS - 1 - i];
            check_rectangle(&m);
        }
    }
}

TEST(colours_of_a_ply_are_scaled_by_their_type) {
    static const struct {
        const char* type;
        double full;
    } colors[] = {{"uchar", 255},  {"char", 255}, {"ushort", 65535}, {"int", 255},
                  {"uint32", 255}, {"float", 1},  {"double", 1}};
    for (int layout = 0; layout < LAYOUTS; layout++)
        for (size_t i = 0; i < sizeof colors / sizeof *colors; i++)
            check_rectangle(&(ply_made){(ply_layout)layout, "float", "uchar", "int", colors[i].type,
                                        colors[i].full, true});
}

TEST(header_variants_of_a_ply_are_read) {
    static const char* const cases[][2] = {
        {"ply\n", "ply\r\n"},
        {"1.0\n", "1.0\ncomment\ncomment a b c d e f g h\nobj_info num_cols 512\n\n"},
        {"element vertex 4\n", "element\tvertex  4 \r\n"},
        {"end_header\n", "end_header\r\n"},
        {"end_header\n", "element nothing 0\nproperty int a\nelement empty 900000\nend_header\n"},
        {"vertex_indices", "vertex_index"},
        {"uchar red", "uchar diffuse_red"},
        {"uchar green", "uchar diffuse_green"},
        {"uchar blue", "uchar b"},
        {"0 0 0 255 0 0\n", "\n  0\t0 0 255 0 0 \r\n\n"},
        {"0 0 0 255 0 0\n", "-0 +0 0.0e5 255 0 0\n"},
        {"3 0 2 3\n", "3 0 2 3"},
        {"3 0 2 3\n", "3 0 2 3\n\n"},
        {"1 1 0 255", "1.000000000000000000000000000001 10e-1 .0 255"},
        {"element face 2", "element face 4"},  // with the next one: faces that are no polygons
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char* text = made_edited(made_ply, cases[i][0], cases[i][1]);
        if (strstr(text, "face 4")) {
            char* more = made_edited(text, "3 0 2 3\n", "3 0 2 3\n0\n2 0 1\n");
            wend_free(text);
            text = more;
        }
        wend_error error = {0};
        wend_scene* scene;
        if (made_load("a.ply", text, strlen(text), &scene, &error) != WEND_OK)
            test_fail(__FILE__, __LINE__, "case %zu: %s", i, error.message);
        CHECK_INT(wend_scene_triangles(scene), 2);
        CHECK_NEAR(wend_scene_bounds(scene).high.y, 1, 0);
        CHECK_INT(wend_scene_get(scene)->objects.items[1].color, WEND_COLOR_RED);
        wend_scene_destroy(scene);
        wend_free(text);
    }
}

TEST(numbers_in_the_text_of_a_ply_are_the_nearest_floats) {
    static const char* const numbers[] = {"0.1",
                                          "-0.7",
                                          "123456.789012345",
                                          "-0.000000000000001",
                                          "8388609.5000001",
                                          "16777217",
                                          "0.30000000000000004441",
                                          "1234567890123456789012345",
                                          "1e-40",
                                          "3.4028234e38",
                                          "999999999999999",
                                          "9999999999999999"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "ply\nformat ascii 1.0\nelement vertex 4\nproperty float nx\nproperty float ny\n"
                 "property float nz\nproperty double z\nproperty double y\nproperty double x\n"
                 "property float s\nproperty float t\n"
                 "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
                 "0 0 1 0 0 0 %s 1\n0 0 1 0 0 1 nan 0\n0 0 1 0 1 1 0 inf\n0 nan 1 0 1 0 0 0\n"
                 "4 0 1 2 3\n",
                 numbers[i]);
        wend_scene* scene = ply_load(text, strlen(text));
        const wend_scene_arrays* a = wend_scene_get(scene);
        for (size_t k = 0; k < a->positions.count; k++) {
            bool first = a->positions.items[k].x == 0 && a->positions.items[k].y == 0;
            CHECK(a->uvs.items[k].x == (first ? (float)strtod(numbers[i], NULL) : 0));
            CHECK_NEAR(a->normals.items[k].z, 1, 0);
        }
        wend_scene_destroy(scene);
    }
}

// ---- faces --------------------------------------------------------------------------------------

static const char strips_ply[] =
    "ply\nformat ascii 1.0\ncomment TextureFile my picture.png \nelement vertex 6\n"
    "property float x\nproperty float y\nproperty float z\nproperty uchar red\n"
    "property uchar green\nproperty uchar blue\nelement tristrips 2\n"
    "property list int int vertex_indices\nelement face 1\n"
    "property list uchar int vertex_indices\nproperty list uchar float texcoord\nend_header\n"
    "0 0 0 0 128 0\n1 0 0 0 128 0\n0 1 0 0 128 0\n1 1 0 0 128 0\n0 2 0 0 128 0\n1 2 0 0 128 0\n"
    "9 0 1 2 3 -1 2 3 4 5\n0\n4 0 1 5 4 8 0 0 1 0 1 1 0 0.25\n";

TEST(triangle_strips_of_a_ply_keep_their_side) {
    wend_scene* scene = ply_load(strips_ply, strlen(strips_ply));
    const wend_scene_arrays* a = wend_scene_get(scene);
    CHECK_INT(wend_scene_triangles(scene), 4 + 2);
    for (size_t i = 0; i < a->normals.count; i++) CHECK_NEAR(a->normals.items[i].z, 1, 0);
    CHECK_INT(a->objects.items[1].color, WEND_COLOR_GREEN);  // there is no folder with the picture
    wend_scene_destroy(scene);
}

static float scene_area(const wend_scene* scene) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    float area = 0;
    for (size_t i = 0; i + 2 < a->indices.count; i += 3) {
        const wend_vec3* p = a->positions.items;
        const uint32_t* v = a->indices.items + i;
        area += wend_v3_length(
                    wend_v3_cross(wend_v3_sub(p[v[1]], p[v[0]]), wend_v3_sub(p[v[2]], p[v[0]]))) /
                2;
    }
    return area;
}

TEST(a_concave_polygon_of_a_ply_is_cut_into_triangles) {
    static const char text[] =
        "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\n"
        "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
        "0 0 0\n4 0 0\n4 4 0\n2 1 0\n0 4 0\n5 0 1 2 3 4\n";
    wend_scene* scene = ply_load(text, strlen(text));
    CHECK_INT(wend_scene_triangles(scene), 3);
    CHECK_NEAR(scene_area(scene), 16 - 6, 1e-5);  // a fan would overlap
    wend_scene_destroy(scene);
}

// The texture of strips_ply, in the folder of the tests.
static import_source textured_source(void) {
    wend_error error;
    uint8_t pixels[4 * 3] = {255, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0};
    wend_image image = {.width = 2, .height = 2, .channels = 3, .pixels = pixels};
    char path[4096];
    snprintf(path, sizeof path, "%s/my picture.png", test_folder());
    CHECK_OK(wend_image_write_png(&image, path, &error));
    import_source source = {
        "a.ply", test_folder(), strips_ply, strlen(strips_ply), wend_import_default_def(),
        NULL,    false};
    source.def.bake = false;
    return source;
}

TEST(a_texture_named_in_a_ply_replaces_the_colours) {
    wend_error error;
    wend_scene* scene;
    import_source source = textured_source();
    CHECK_OK(scene_load_memory(&source, &scene, &error));
    const wend_scene_arrays* a = wend_scene_get(scene);
    CHECK_INT(a->textures.count, 1);
    CHECK_INT(a->textures.items[0].width, 2);
    CHECK_INT(a->objects.items[1].color, WEND_COLOR_RED);
    // Texture coordinates belong to the corners of the face; v grows downwards here.
    int found = 0;
    for (size_t i = 0; i < a->positions.count; i++)
        found += a->positions.items[i].y == 2 && a->positions.items[i].x == 0 &&
                 a->uvs.items[i].x == 0 && a->uvs.items[i].y == 0.75f;
    CHECK(found > 0);
    wend_scene_destroy(scene);
}

static void count_warning(void* count, const char* sentence) {
    CHECK_HAS(sentence, "image");
    ++*(int*)count;
}

TEST(a_ply_without_its_texture_is_read_with_a_warning) {
    wend_error error;
    wend_scene* scene;
    int warnings = 0;
    import_source source = textured_source();
    char* text = made_edited(strips_ply, "my picture", "../no picture");
    source.data = text;
    source.size = strlen(text);
    source.def.warn = count_warning;
    source.def.warn_context = &warnings;
    CHECK_OK(scene_load_memory(&source, &scene, &error));
    CHECK_INT(warnings, 1);
    CHECK_INT(wend_scene_get(scene)->objects.items[1].color, WEND_COLOR_GREEN);
    wend_scene_destroy(scene);
    wend_free(text);
}

// ---- damage -------------------------------------------------------------------------------------

TEST(broken_plys_are_refused_with_a_sentence) {
    static const struct {
        const char *from, *to, *says;
    } cases[] = {
        {"vertex 4", "vertex 4000000000", "'vertex' has 4000000000 rows of at least 12 bytes"},
        {"face 2", "face 13", "element 'face' has 13 rows of at least 2 bytes, but only 25 bytes"},
        {"vertex 4", "vertex 99999999999999999999", "line 3 of the header"},
        {"vertex 4", "vertex -4", "expected 'element NAME COUNT'"},
        {"vertex 4", "vertex", "expected 'element NAME COUNT'"},
        {"vertex 4", "vertex 4 4", "expected 'element NAME COUNT'"},
        {"element vertex 4", "element 3333333333333333333v\343rtex 4", "has no vertices"},
        {"vertex 4", "vertex 5", "line 17: element 'vertex': property 'green' must be a number"},
        {"vertex 4", "vertex 3", "line 16: element 'face': more numbers in the line"},
        {"element face 2", "element vertex 2", "of this name is declared above"},
        {"element face 2", "element faces 2", "a point cloud without faces"},
        {"property float y\n", "", "needs the properties x, y and z"},
        {"property float y\n", "property list uchar float y\n", "needs the properties x, y and z"},
        {"property float x", "property half x", "line 4 of the header: 'property half x': a type"},
        {"property float x", "property float", "expected 'property TYPE NAME'"},
        {"property float x", "property float x y", "expected 'property TYPE NAME'"},
        {"element vertex 4\n", "", "a property before the first element"},
        {"list uchar int", "list float int", "the count of a list must be of an integer type"},
        {"list uchar int", "list uchar float", "must be a list of integers"},
        {"list uchar int", "int", "must be a list of integers"},
        {"3 0 2 3\n", "900000 0 2 3\n", "line 18: element 'face': a list of 900000 items, but"},
        {"3 0 2 3\n", "-3 0 2 3\n", "must be a number of type uchar, found '-3'"},
        {"3 0 2 3\n", "0x3 0 2 3\n", "must be a number of type uchar, found '0x3'"},
        {"3 0 2 3\n", "3 0 2.5 3\n", "must be a number of type int, found '2.5'"},
        {"3 0 2 3\n", "3 0 1e0 3\n", "must be a number of type int, found '1e0'"},
        {"3 0 2 3\n", "3 0 2 99999999999\n", "must be a number of type int, found '99999999999'"},
        {"3 0 2 3\n", "3 0 2 77\n",
         "line 18: element 'face': vertex 77 does not exist; there are 4"},
        {"3 0 2 3\n", "3 0 2 -1\n", "vertex -1 does not exist"},
        {"3 0 2 3\n", "3 0 2\n\n3\n", "found ''"},
        {"3 0 1 2\n", "3 0 1 2 3 ", "line 17: element 'face': more numbers in the line"},
        {"1 1 0 255", "1 nan 0 255", "line 15: element 'vertex': row 2: 'y' is nan"},
        {"1 1 0 255", "1 1e39 0 255", "row 2: 'y' is 1e+39; it must be a finite float"},
        {"1 1 0 255", "1 1,5 0 255", "property 'y' must be a number of type float, found '1,5'"},
        {"1 1 0 255", "1 red 0 255", "property 'y' must be a number of type float, found 'red'"},
        {"end_header", "end", "line 12 of the header: 'end': expected format, comment"},
        {"end_header\n", "end_header9\n", "'end_header9': expected format"},
        {"end_header\n", "", "line 12 of the header: '0 0 0 255 0 0'"},
        {"format ascii", "format morse", "the format must be ascii, binary_little_endian or"},
        {"ascii 1.0", "ascii 2.0", "the format must be ascii, binary_little_endian or"},
        {"format ascii 1.0\n", "", "the header has no line 'format'"},
        {"ply\n", "ply x\n", "begins with the line 'ply'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error = {0};
        wend_scene* scene;
        wend_memory_stats before = wend_memory_get_stats();
        char* text = made_edited(made_ply, cases[i].from, cases[i].to);
        wend_status status = made_load("a.ply", text, strlen(text), &scene, &error);
        if (status != WEND_FORMAT)
            test_fail(__FILE__, __LINE__, "case %zu gives '%s'", i, wend_status_name(status));
        CHECK_HAS(error.message, "a.ply: ");
        CHECK_HAS(error.message, cases[i].says);
        wend_free(text);
        CHECK_INT(wend_memory_get_stats().live_blocks, before.live_blocks);
    }
}

TEST(negative_list_counts_of_binary_ply_files_are_refused) {
    static const char* const types[] = {"char", "short", "int"};
    for (int i = 0; i < 3; i++) {
        char data[2048];
        int n = snprintf(data, sizeof data,
                         "ply\nformat binary_little_endian 1.0\nelement vertex 1\n"
                         "property char x\nproperty char y\nproperty char z\nelement face 1\n"
                         "property list %s uchar vertex_indices\nend_header\n",
                         types[i]);
        memset(data + n, 0xff, 600);
        wend_error error = {0};
        wend_scene* scene;
        CHECK_INT(made_load("a.ply", data, (size_t)n + 600, &scene, &error), WEND_FORMAT);
        CHECK_HAS(error.message, "element 'face': a list of -1 items");
    }
}

TEST(a_ply_cut_anywhere_is_refused) {
    for (int layout = 0; layout < LAYOUTS; layout++) {
        wend_text_out file = {0};
        put_rectangle(&file,
                      &(ply_made){(ply_layout)layout, "double", "uchar", "int", "float", 1, 0});
        // The last two bytes of the text are a space and a line end.
        for (size_t size = 0; size < file.count - (layout == ASCII ? 2 : 0); size++) {
            wend_error error = {0};
            wend_scene* scene;
            char* cut = wend_alloc_zero(1, size + 1);
            memcpy(cut, file.items, size);
            wend_status status = made_load("a.ply", cut, size, &scene, &error);
            if (status != WEND_FORMAT)
                test_fail(__FILE__, __LINE__, "%zu of %zu bytes give '%s'", size, file.count,
                          wend_status_name(status));
            CHECK(*error.message);
            wend_free(cut);
        }
        wend_text_destroy(&file);
    }
}

static wend_status load_source(void* source, wend_error* error) {
    wend_scene* scene;
    WEND_TRY(scene_load_memory(source, &scene, error));
    wend_scene_destroy(scene);
    return WEND_OK;
}

TEST(reading_a_ply_survives_every_failing_allocation) {
    import_source textured = textured_source(), colored = textured;
    test_each_allocation(load_source, &textured, 1000);
    colored.data = made_ply;
    colored.size = strlen(made_ply);
    test_each_allocation(load_source, &colored, 1000);
}
