#include "made_files.h"

#include <string.h>

#include "test.h"

static void put_u32(wend_text_out* out, size_t value) {
    uint32_t word = (uint32_t)value;
    wend_text_put_bytes(out, (const char*)&word, 4);
}

void made_glb(const char* json, const void* binary, size_t size, wend_text_out* out) {
    if (!json) {
        out->out_of_memory = true;
        return;
    }
    size_t length = strlen(json), padded = (length + 3) / 4 * 4;
    wend_text_put_bytes(out, "glTF", 4);
    put_u32(out, 2);
    put_u32(out, 12 + 8 + padded + 8 + size);
    put_u32(out, padded);
    wend_text_put_bytes(out, "JSON", 4);
    wend_text_put_bytes(out, json, length);
    wend_text_put_bytes(out, "   ", padded - length);
    put_u32(out, size);
    wend_text_put_bytes(out, "BIN", 4);
    wend_text_put_bytes(out, binary, size);
}

static const char triangle_json[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
    "\"nodes\":[{\"name\":\"Chair_01\",\"mesh\":0,\"translation\":[1,2,3]}],"
    "\"meshes\":[{\"name\":\"m\",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,"
    "\"material\":0}]}],"
    "\"materials\":[{\"name\":\"Oak_Wood\",\"pbrMetallicRoughness\":{\"baseColorFactor\":"
    "[0.5,0.02,0.02,1]}}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
    "{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":36},"
    "{\"buffer\":0,\"byteOffset\":36,\"byteLength\":6}],"
    "\"buffers\":[{\"byteLength\":44}]}";

void made_triangle_glb(const char* from, const char* to, wend_text_out* out) {
    struct {
        float positions[9];
        uint16_t indices[4];
    } binary = {{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 1, 2, 0}};
    if (from && strcmp(from, "NaN") == 0) binary.positions[4] = NAN;
    if (from && strcmp(from, "index") == 0) binary.indices[1] = 7;
    wend_text_out json = {0};
    const char* at = from ? strstr(triangle_json, from) : NULL;
    if (at) {
        wend_text_put_bytes(&json, triangle_json, (size_t)(at - triangle_json));
        wend_text_put(&json, "%s%s", to, at + strlen(from));
    } else {
        wend_text_put(&json, "%s", triangle_json);
    }
    made_glb(json.out_of_memory ? NULL : json.items, &binary, sizeof binary, out);
    wend_text_destroy(&json);
}

wend_status made_load(const char* name, const void* data, size_t size, wend_scene** scene,
                      wend_error* error) {
    import_source source = {name, NULL, data, size, wend_import_default_def(), NULL, false};
    source.def.bake = false;
    return scene_load_memory(&source, scene, error);
}

char* made_edited(const char* text, const char* from, const char* to) {
    const char* at = strstr(text, from);
    if (!at) test_fail(__FILE__, __LINE__, "no '%s' in the file", from);
    char* out = wend_alloc_zero(1, strlen(text) + strlen(to) + 1);
    memcpy(out, text, (size_t)(at - text));
    strcat(out, to);
    strcat(out, at + strlen(from));
    return out;
}

const char made_obj[] =
    "o Sofa_1\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
    "f 1/1 2/2 3/3 4/4\no Lamp\nv 0 0 1\nv 1 0 1\nv 0 1 1\nf 5 6 7\n";

const char made_ply[] =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
    "property float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n"
    "element face 2\nproperty list uchar int vertex_indices\nend_header\n"
    "0 0 0 255 0 0\n1 0 0 255 0 0\n1 1 0 255 0 0\n0 1 0 255 0 0\n3 0 1 2\n3 0 2 3\n";

const char made_dae[] =
    "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
    "version=\"1.4.1\"><asset><unit meter=\"1\"/><up_axis>Y_UP</up_axis></asset>"
    "<library_geometries><geometry id=\"g\" name=\"g\"><mesh><source id=\"p\">"
    "<float_array id=\"pa\" count=\"9\">0 0 0 1 0 0 0 1 0</float_array><technique_common>"
    "<accessor source=\"#pa\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/>"
    "<param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor>"
    "</technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/>"
    "</vertices><triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
    "<p>0 1 2</p></triangles></mesh></geometry></library_geometries>"
    "<library_nodes><node id=\"shared\"><instance_geometry url=\"#g\"/></node></library_nodes>"
    "<library_visual_scenes><visual_scene id=\"s\" name=\"s\">"
    "<node id=\"a\" name=\"Table\"><instance_geometry url=\"#g\"/></node>"
    "<node id=\"b\" name=\"Bed\"><instance_node url=\"#shared\"/></node>"
    "</visual_scene></library_visual_scenes>"
    "<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>";

// A room of 4 x 3 m with a door in its outer wall, a table whose asset is missing and a mug on it.
const char made_house[] =
    "{\"rooms\":[{\"id\":\"room|2\",\"roomType\":\"Kitchen\",\"floorPolygon\":["
    "{\"x\":0,\"y\":0,\"z\":0},{\"x\":0,\"y\":0,\"z\":3},{\"x\":4,\"y\":0,\"z\":3},"
    "{\"x\":4,\"y\":0,\"z\":0}],\"floorMaterial\":{\"name\":\"Oak\"}}],"
    "\"walls\":[{\"id\":\"wall|2|a\",\"roomId\":\"room|2\",\"polygon\":["
    "{\"x\":4,\"y\":0,\"z\":0},{\"x\":0,\"y\":0,\"z\":0},{\"x\":4,\"y\":2.5,\"z\":0},"
    "{\"x\":0,\"y\":2.5,\"z\":0}],\"material\":{\"name\":\"PureWhite\",\"color\":"
    "{\"r\":1,\"g\":0,\"b\":0}}},"
    "{\"id\":\"wall|exterior|a\",\"roomId\":\"room|2\",\"polygon\":["
    "{\"x\":0,\"y\":2.5,\"z\":0},{\"x\":4,\"y\":2.5,\"z\":0},{\"x\":0,\"y\":0,\"z\":0},"
    "{\"x\":4,\"y\":0,\"z\":0}],\"material\":\"Brick\"}],"
    "\"doors\":[{\"id\":\"door|1|2\",\"room0\":\"room|2\",\"room1\":\"room|2\","
    "\"wall0\":\"wall|2|a\",\"wall1\":\"wall|exterior|a\",\"assetId\":\"Doorway_None\","
    "\"assetPosition\":{\"x\":1,\"y\":1,\"z\":0},\"holePolygon\":[{\"x\":0.5,\"y\":0,\"z\":0},"
    "{\"x\":1.5,\"y\":2,\"z\":0}],\"openable\":false,\"openness\":0}],\"windows\":[],"
    "\"objects\":[{\"id\":\"2|0\",\"assetId\":\"Dining_Table_None\",\"position\":"
    "{\"x\":2,\"y\":0.25,\"z\":1.5},\"rotation\":{\"x\":0,\"y\":90,\"z\":0},\"children\":["
    "{\"id\":\"small|2|1\",\"assetId\":\"Mug_None\",\"position\":{\"x\":2,\"y\":0.75,\"z\":1.5},"
    "\"rotation\":{\"x\":0,\"y\":0,\"z\":0}}]}],"
    "\"proceduralParameters\":{\"ceilingMaterial\":{\"name\":\"PureWhite\"}}}";
