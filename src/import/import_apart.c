// Runs the assimp importers in a child process and parses the message it sends back.
#include "import/import_apart.h"

#include <string.h>

#include "base/child.h"
#include "import/import.h"
#include "scene/scene.h"

// Resource limits of the child: a fixed part plus a part proportional to the file size. assimp
// keeps several copies of a text, and the import budget is 64 times the size (import.h).
enum { MEMORY_FLOOR_MIB = 2048, MEMORY_RATIO = 96, SECONDS_FLOOR = 30, BYTES_A_SECOND = 1 << 20 };
enum { MAX_WARNINGS = 1 << 20 };

// Header of the child's message. Warnings, notes of companion files and the scene block follow.
typedef struct apart_head {
    uint64_t magic;
    uint64_t warnings, notes, block;  // bytes
    uint64_t files_bytes;
    uint64_t counts[SCENE_ARRAY_COUNT];
    int32_t status;
    char message[sizeof(((wend_error*)0)->message)];
} apart_head;

static const uint64_t MAGIC = UINT64_C(0x7472617061646e77);

// ---- child --------------------------------------------------------------------------------------

typedef struct apart_job {
    const import_source* source;
    scene_format format;
    const char* name;
    wend_text_out warnings;  // each terminated by a NUL
} apart_job;

static void collect_warning(void* context, const char* sentence) {
    wend_text_out* warnings = context;
    if (warnings->count < MAX_WARNINGS)
        wend_text_put_bytes(warnings, sentence, strlen(sentence) + 1);
}

static wend_status import_apart_read_scene(const import_source* source, const apart_job* job,
                                           wend_scene** scene, wend_error* error) {
    scene_builder b = scene_builder_make();
    wend_status status = import_assimp(source, job->format, &b, error);
    if (status == WEND_OK)
        status = scene_builder_finish(&b, job->name, source->path, scene, error);
    else if (b.status == WEND_NO_MEMORY)
        status = wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for the scene", source->path);
    scene_builder_destroy(&b);
    return status;
}

static void send_scene(void* context, int descriptor) {
    apart_job* job = context;
    import_source source = *job->source;
    companions files = {0};
    source.files = &files;
    source.def.warn = collect_warning;
    source.def.warn_context = &job->warnings;
    wend_error error = {0};
    wend_scene* scene = NULL;
    apart_head head = {.magic = MAGIC};
    head.status = import_apart_read_scene(&source, job, &scene, &error);
    memcpy(head.message, error.message, sizeof head.message);
    head.warnings = job->warnings.count;
    head.notes = files.notes.count;
    head.files_bytes = files.bytes;
    if (scene) {
#define X(type, field) head.counts[SCENE_ARRAY_##field] = scene->arrays.field.count;
        SCENE_ARRAY_LIST(X)
#undef X
        head.block = scene->block_size;
    }
    if (child_write(descriptor, &head, sizeof head) &&
        child_write(descriptor, job->warnings.items, head.warnings) &&
        child_write(descriptor, files.notes.items, head.notes) && scene)
        child_write(descriptor, scene->block, head.block);
    // Memory is released when the process exits.
}

// ---- parent -------------------------------------------------------------------------------------

static wend_status import_apart_check_head(const apart_head* head, size_t size,
                                           const import_source* source, wend_error* error) {
    uint64_t left = size - sizeof *head;
    bool fits = head->magic == MAGIC && head->warnings <= left &&
                head->notes <= left - head->warnings &&
                head->block == left - head->warnings - head->notes;
    if (fits && head->status == WEND_OK)
        fits = head->block && head->block == scene_block_size(head->counts);
    if (fits) return WEND_OK;
    return wend_fail(error, WEND_FORMAT,
                     "%s: the process that read it returned damaged data; export the file again",
                     source->path);
}

static void pass_warnings(const char* text, uint64_t size, const import_source* source) {
    for (uint64_t at = 0; at < size;) {
        uint64_t length = strnlen(text + at, size - at);
        if (length < size - at) import_warn(&source->def, "%s", text + at);
        at += length + 1;
    }
}

wend_status import_apart_take(const char* bytes, size_t size, const import_source* source,
                              const char* name, wend_scene** scene, wend_error* error) {
    *scene = NULL;
    apart_head head = {0};
    if (size >= sizeof head) memcpy(&head, bytes, sizeof head);
    WEND_TRY(
        import_apart_check_head(&head, size < sizeof head ? sizeof head : size, source, error));
    const char *warnings = bytes + sizeof head, *notes = warnings + head.warnings;
    pass_warnings(warnings, head.warnings, source);
    if (source->files) {
        wend_text_put_bytes(&source->files->notes, notes, head.notes);
        source->files->bytes += head.files_bytes;
    }
    head.message[sizeof head.message - 1] = 0;
    if (head.status != WEND_OK)
        return wend_fail(error, (wend_status)head.status, "%s",
                         *head.message ? head.message : "it cannot be read");
    void* block = wend_alloc(head.block);
    if (!block)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for the scene", source->path);
    memcpy(block, notes + head.notes, head.block);
    return scene_adopt(block, head.counts, name, source->path, scene, error);
}

wend_status import_apart(const import_source* source, scene_format format, const char* name,
                         wend_scene** scene, wend_error* error) {
    *scene = NULL;
    apart_job job = {.source = source, .format = format, .name = name};
    child_limits limits = {
        .memory = ((uint64_t)MEMORY_FLOOR_MIB << 20) + MEMORY_RATIO * (uint64_t)source->size,
        .seconds = SECONDS_FLOOR + (int)(source->size / BYTES_A_SECOND)};
    wend_file_bytes bytes;
    WEND_TRY(child_run(send_scene, &job, limits, source->path, &bytes, error));
    wend_status status = import_apart_take(bytes.data, bytes.size, source, name, scene, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}
