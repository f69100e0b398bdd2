// A scene of several files: a glTF with its buffer and picture, or an OBJ with its materials and
// picture. The first byte selects one; the parts are the scene, the other file and the picture.
// assimp crashes on some materials, so OBJ is read as users read it, in a child process.
#include "fuzz_folder.h"
#include "fuzz_load.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (!size) return 0;
    bool is_obj = data[0] == 'o';
    fuzz_part rest = {(const char*)data + 1, size - 1};
    fuzz_part main_part = fuzz_cut(&rest), other = fuzz_cut(&rest), picture = fuzz_cut(&rest);
    fuzz_put(is_obj ? "a.mtl" : "a.bin", other);
    fuzz_put("a.png", picture);
    char* text = malloc(main_part.size + 1);
    if (!text) return 0;
    memcpy(text, main_part.data, main_part.size);
    text[main_part.size] = 0;
    companions files = {0};
    import_source source = {is_obj ? "a.obj" : "a.gltf", fuzz_folder(), text,   main_part.size,
                            wend_import_default_def(),   &files,        !is_obj};
    source.def.bake = false;
    wend_error error = {0};
    wend_scene* scene = NULL;
    wend_status status = scene_load_memory(&source, &scene, &error);
    if ((status == WEND_OK) != (scene != NULL)) abort();
    if (status != WEND_OK && !*error.message) abort();
    wend_scene_destroy(scene);
    companions_are_fresh(files.notes.items, files.notes.count, fuzz_folder(), fuzz_folder());
    companions_destroy(&files);
    if (wend_memory_get_stats().live_blocks > 64) abort();
    free(text);
    return 0;
}
