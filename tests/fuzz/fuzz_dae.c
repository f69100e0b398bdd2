// What wend does to a DAE file before assimp reads it, here; and the whole, in a child process as
// always: assimp itself crashes on many a file, and that is a sentence.
#include "fuzz_load.h"
#include "import/assimp_guard.h"
#include "import/dae_text.h"

static void check_text(const import_source* source) {
    wend_file_bytes clean;
    if (dae_text_clean(source, &clean, NULL) != WEND_OK) return;
    import_source cleaned = *source;
    cleaned.data = clean.data;
    cleaned.size = clean.size;
    assimp_guard_check(&cleaned, SCENE_FORMAT_DAE, NULL);
    wend_file_bytes_destroy(&clean);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static unsigned runs;
    char* text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    import_source source = {"fuzz.dae", NULL, text, size, wend_import_default_def(), NULL, false};
    check_text(&source);
    free(text);
    return runs++ % 16 ? 0 : fuzz_load_apart("fuzz.dae", data, size);
}
