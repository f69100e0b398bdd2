// The tables of ProcTHOR's assets and materials, for a house that uses them.
#include "fuzz_folder.h"
#include "fuzz_load.h"

static const char house[] =
    "{\"rooms\":[{\"id\":\"room|2\",\"roomType\":\"Kitchen\",\"floorPolygon\":["
    "{\"x\":0,\"y\":0,\"z\":0},{\"x\":0,\"y\":0,\"z\":3},{\"x\":4,\"y\":0,\"z\":3},"
    "{\"x\":4,\"y\":0,\"z\":0}],\"floorMaterial\":{\"name\":\"Oak\"}}],"
    "\"walls\":[{\"id\":\"wall|2|a\",\"roomId\":\"room|2\",\"polygon\":["
    "{\"x\":4,\"y\":0,\"z\":0},{\"x\":0,\"y\":0,\"z\":0},{\"x\":4,\"y\":2.5,\"z\":0},"
    "{\"x\":0,\"y\":2.5,\"z\":0}],\"material\":\"Brick\"}],\"doors\":[],\"windows\":[],"
    "\"objects\":[{\"id\":\"2|0\",\"assetId\":\"Table_1\",\"position\":{\"x\":2,\"y\":0.25,\"z\":1}"
    ","
    "\"rotation\":{\"x\":0,\"y\":90,\"z\":0},\"children\":[{\"id\":\"s\",\"assetId\":\"Mug_1\","
    "\"position\":{\"x\":2,\"y\":0.75,\"z\":1},\"rotation\":{\"x\":0,\"y\":0,\"z\":0}}]}],"
    "\"proceduralParameters\":{\"ceilingMaterial\":{\"name\":\"PureWhite\"}}}";

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fuzz_part rest = {(const char*)data, size};
    fuzz_put("asset-database.json.gz", fuzz_cut(&rest));
    fuzz_put("materials.json", fuzz_cut(&rest));
    fuzz_put("Table_1.glb", fuzz_cut(&rest));
    companions files = {0};
    import_source source = {
        "h.json", fuzz_folder(), house, sizeof house - 1, wend_import_default_def(), &files, true};
    source.def.bake = false;
    source.def.assets = fuzz_folder();
    wend_error error = {0};
    wend_scene* scene = NULL;
    wend_status status = scene_load_memory(&source, &scene, &error);
    if ((status == WEND_OK) != (scene != NULL)) abort();
    if (status != WEND_OK && !*error.message) abort();
    wend_scene_destroy(scene);
    companions_destroy(&files);
    if (wend_memory_get_stats().live_blocks > 64) abort();
    return 0;
}
