// Saves and loads policies as safetensors files, with the def in the metadata.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/learned/learned.h"

#define FORMAT_NOTE "wend.format"
#define FORMAT      "policy"
#define VERSION     1

// ---- writing ------------------------------------------------------------------------------------

// The def as text: "agent=nomap-rnn width=256 …".
static void put_def(const wend_policy_def* def, char* text) {
    int used = snprintf(text, WEND_POLICY_TEXT, "agent=%s", def->agent);
#define X(name, standard, min, max) \
    used += snprintf(text + used, (size_t)(WEND_POLICY_TEXT - used), " " #name "=%d", def->name);
    WEND_POLICY_FIELDS(X)
#undef X
}

void wend_policy_tensors(const wend_policy* policy, wend_tensor* tensors, wend_note* notes,
                         char* text) {
    put_def(&policy->def, text);
    notes[0] = (wend_note){FORMAT_NOTE, FORMAT};
    notes[1] = (wend_note){"wend.version", "1"};
    notes[2] = (wend_note){"wend.policy", text};
    for (int i = 0; i < wend_network_parameter_count(policy->network); i++) {
        const wend_parameter* p = wend_network_parameter(policy->network, i);
        tensors[i] = (wend_tensor){.name = p->name,
                                   .dimensions = p->dimensions,
                                   .count = p->size,
                                   .data = wend_network_weights(policy->network) + p->offset};
        for (int k = 0; k < p->dimensions; k++) tensors[i].shape[k] = p->shape[k];
    }
}

static wend_status policy_file_save(const wend_policy* policy, const char* path, bool half,
                                    wend_error* error) {
    int count = wend_network_parameter_count(policy->network);
    wend_note notes[WEND_POLICY_NOTES];
    char text[WEND_POLICY_TEXT];
    wend_tensor* tensors = wend_alloc((size_t)count * sizeof *tensors);
    if (!tensors) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory to write it", path);
    wend_policy_tensors(policy, tensors, notes, text);
    wend_tensors file = {.tensors = tensors,
                         .count = count,
                         .notes = notes,
                         .note_count = WEND_POLICY_NOTES,
                         .half = half};
    wend_status status = wend_tensors_write(path, &file, error);
    wend_free(tensors);
    return status;
}

wend_status wend_policy_save(const wend_policy* policy, const char* path, wend_error* error) {
    return policy_file_save(policy, path, false, error);
}

wend_status wend_policy_save_half(const wend_policy* policy, const char* path, wend_error* error) {
    return policy_file_save(policy, path, true, error);
}

// ---- reading ------------------------------------------------------------------------------------

// Sets a field by name; false: unknown name, or not an integer.
static bool set_field(wend_policy_def* def, const char* key, size_t key_size, const char* value) {
    char *end, given[32];
    long number = strtol(value, &end, 10);
    if (end == value || (*end && *end != ' ')) return false;
    if (number < -1000000000 || number > 1000000000 || key_size >= sizeof given) return false;
    snprintf(given, sizeof given, "%.*s", (int)key_size, key);
    const char* current = wend_policy_field_name(given);
#define X(name, standard, min, max)    \
    if (strcmp(current, #name) == 0) { \
        def->name = (int)number;       \
        return true;                   \
    }
    WEND_POLICY_FIELDS(X)
#undef X
    return false;
}

static wend_status parse_def(const char* text, const char* path, wend_policy_def* def,
                             wend_error* error) {
    *def = (wend_policy_def){
#define X(name, standard, min, max) .name = (standard),
        WEND_POLICY_FIELDS(X)
#undef X
    };
    while (*text) {
        size_t word = strcspn(text, " "), key = strcspn(text, "=");
        bool good = key < word;
        if (good && key == 5 && strncmp(text, "agent", 5) == 0)
            snprintf(def->agent, sizeof def->agent, "%.*s", (int)(word - 6), text + 6);
        else
            good = good && set_field(def, text, key, text + key + 1);
        if (!good)
            return wend_fail(error, WEND_FORMAT, "%s: unknown policy field '%.*s'; update wend",
                             path, (int)(word < 60 ? word : 60), text);
        text += word;
        text += strspn(text, " ");
    }
    return WEND_OK;
}

wend_status wend_policy_read_def(const wend_tensors* file, const char* path, wend_policy_def* def,
                                 wend_error* error) {
    const char *format = wend_tensors_note(file, FORMAT_NOTE), *version, *text;
    if (!format || strcmp(format, FORMAT) != 0)
        return wend_fail(error, WEND_FORMAT,
                         "%s: not a policy of wend (no note " FORMAT_NOTE "=" FORMAT ")", path);
    version = wend_tensors_note(file, "wend.version");
    if (!version || atoi(version) < 1)
        return wend_fail(error, WEND_FORMAT, "%s: its version is missing", path);
    if (atoi(version) > VERSION)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "%s: written by a newer wend (version %d of the format, this one reads up "
                         "to %d); update wend",
                         path, atoi(version), VERSION);
    text = wend_tensors_note(file, "wend.policy");
    if (!text) return wend_fail(error, WEND_FORMAT, "%s: its policy is missing", path);
    return parse_def(text, path, def, error);
}

static bool policy_file_same_shape(const wend_tensor* t, const wend_parameter* p) {
    bool same = t->dimensions == p->dimensions && t->count == p->size;
    for (int i = 0; same && i < p->dimensions; i++) same = t->shape[i] == p->shape[i];
    return same;
}

// The tensor of a parameter, also under the former name of its layer.
static const wend_tensor* policy_file_find(const wend_tensors* file, const char* name) {
    static const char* const renamed[][2] = {{"image.", "eye."},
                                             {"map.occupancy_embed.", "map.ground_embed."},
                                             {"map.objects_embed.", "map.things_embed."}};
    const wend_tensor* found = wend_tensors_find(file, name);
    for (size_t i = 0; !found && i < sizeof renamed / sizeof *renamed; i++) {
        char old[64];
        size_t length = strlen(renamed[i][0]);
        if (strncmp(name, renamed[i][0], length) != 0) continue;
        snprintf(old, sizeof old, "%s%s", renamed[i][1], name + length);
        found = wend_tensors_find(file, old);
    }
    return found;
}

wend_status wend_policy_take(const wend_tensors* file, const char* path, wend_policy* policy,
                             wend_error* error) {
    float* weights = wend_network_weights(policy->network);
    for (int i = 0; i < wend_network_parameter_count(policy->network); i++) {
        const wend_parameter* p = wend_network_parameter(policy->network, i);
        const wend_tensor* t = policy_file_find(file, p->name);
        if (!t)
            return wend_fail(error, WEND_FORMAT,
                             "%s: it has no %s; it was made for another architecture", path,
                             p->name);
        if (!policy_file_same_shape(t, p))
            return wend_fail(error, WEND_FORMAT,
                             "%s: %s has %zu numbers of another shape, %s needs %zu: another "
                             "architecture",
                             path, p->name, t->count, policy->def.agent, p->size);
        for (size_t k = 0; k < t->count; k++)
            if (!isfinite(t->data[k]))
                return wend_fail(error, WEND_FORMAT, "%s: %s[%zu] is not a number", path, p->name,
                                 k);
        memcpy(weights + p->offset, t->data, p->size * sizeof *weights);
    }
    wend_network_pack(policy->network);
    return WEND_OK;
}

static wend_status policy_file_load(const wend_tensors* file, const char* path, wend_policy* policy,
                                    wend_error* error) {
    wend_policy_def def;
    size_t numbers = 0;
    WEND_TRY(wend_policy_read_def(file, path, &def, error));
    for (int i = 0; i < file->count; i++) numbers += file->tensors[i].count;
    wend_status status = policy_create_within(&def, 0, numbers, policy, error);
    if (status != WEND_OK) {
        wend_error_prefix(error, "%s", path);
        return status == WEND_ARGUMENT ? WEND_FORMAT : status;  // the file is wrong, not the call
    }
    return wend_policy_take(file, path, policy, error);
}

static wend_status load_and_close(wend_tensors* file, const char* name, wend_policy* policy,
                                  wend_error* error) {
    wend_status status = policy_file_load(file, name, policy, error);
    wend_tensors_destroy(file);
    if (status != WEND_OK) wend_policy_destroy(policy);
    return status;
}

wend_status wend_policy_load(const char* path, wend_policy* policy, wend_error* error) {
    wend_tensors file;
    *policy = (wend_policy){.actor = -1};
    WEND_TRY(wend_tensors_read(path, &file, error));
    return load_and_close(&file, path, policy, error);
}

wend_status wend_policy_parse(const void* bytes, size_t size, const char* name, wend_policy* policy,
                              wend_error* error) {
    wend_tensors file;
    *policy = (wend_policy){.actor = -1};
    WEND_TRY(wend_tensors_parse(bytes, size, name, &file, error));
    return load_and_close(&file, name, policy, error);
}
