// A training run as a JSON file. Settings come from the table of train_fields.c.
#include <inttypes.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/json.h"
#include "base/json_out.h"
#include "base/number.h"
#include "train/train_fields.h"

#include "wend/files.h"

enum { MAX_STAGES = 64 };

typedef struct config_reader {
    const char* file;  // relative paths are relative to its folder
    arena* memory;
    char* renamed;  // of the configuration
} config_reader;

// ---- values -------------------------------------------------------------------------------------

static wend_status config_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for a configuration");
}

static wend_status config_read_text(const config_reader* r, const json_at* at, bool is_path,
                                    const char** out, wend_error* error) {
    const char* text;
    char path[4096];
    WEND_TRY(json_text(at, &text, error));
    if (!*text) return json_fail(at, error, "must not be empty");
    if (is_path) {
        WEND_TRY(file_beside(r->file, text, path, sizeof path, error));
        text = path;
    }
    *out = arena_text(r->memory, text, strlen(text));
    return *out ? WEND_OK : config_no_memory(error);
}

static wend_status config_read_precision(const json_at* at, wend_precision* precision,
                                         wend_error* error) {
    const char* word;
    WEND_TRY(json_text(at, &word, error));
    return wend_precision_find(word, precision)
               ? WEND_OK
               : json_fail(at, error, "must be fp32 or bf16, not '%.40s'", word);
}

static wend_status config_read_method(const json_at* at, int* method, wend_error* error) {
    const char* word;
    wend_nearest near = {0};
    char hint[80];
    WEND_TRY(json_text(at, &word, error));
    if (train_method_find(word, method)) return WEND_OK;
    for (int i = 0; i < WEND_TRAIN_METHOD_COUNT; i++)
        wend_nearest_try(&near, word, train_method_word(i));
    return json_fail(at, error, "no method '%.40s'%s; 'wend train --list' lists them", word,
                     wend_nearest_hint(&near, hint, sizeof hint));
}

static wend_status config_read_number(const wend_train_field* f, const json_at* at,
                                      wend_train_def* def, wend_error* error) {
    char* to = (char*)def + f->offset;
    double number;
    int64_t whole = 0;
    if (f->kind == WEND_TRAIN_FIELD_FLOAT) {
        WEND_TRY(json_number(at, &number, error));
    } else {
        WEND_TRY(json_int(at, &whole, error));
        number = (double)whole;
    }
    if (!(number >= f->min && number <= f->max))
        return json_fail(at, error, "must be in [%g, %g], not %g", f->min, f->max, number);
    if (f->kind == WEND_TRAIN_FIELD_INT) *(int*)to = (int)whole;
    if (f->kind == WEND_TRAIN_FIELD_INT64) *(int64_t*)to = whole;
    if (f->kind == WEND_TRAIN_FIELD_FLOAT) *(float*)to = (float)number;
    return WEND_OK;
}

static wend_status config_read_value(const config_reader* r, const wend_train_field* f,
                                     const json_at* at, wend_train_def* def, wend_error* error) {
    char* to = (char*)def + f->offset;
    int64_t seed;
    switch (f->kind) {
        case WEND_TRAIN_FIELD_TEXT:
        case WEND_TRAIN_FIELD_PATH:
            if (json_is_null(at->value)) {
                *(const char**)to = NULL;
                return WEND_OK;
            }
            return config_read_text(r, at, f->kind == WEND_TRAIN_FIELD_PATH, (const char**)to,
                                    error);
        case WEND_TRAIN_FIELD_METHOD:
            return config_read_method(at, (int*)to, error);
        case WEND_TRAIN_FIELD_PRECISION:
            return config_read_precision(at, (wend_precision*)to, error);
        case WEND_TRAIN_FIELD_SEED:
            WEND_TRY(json_int(at, &seed, error));
            if (seed < 0) return json_fail(at, error, "must not be negative, not %" PRId64, seed);
            *(uint64_t*)to = (uint64_t)seed;
            return WEND_OK;
        case WEND_TRAIN_FIELD_BOOL:
            return json_bool(at, (bool*)to, error);
        default:
            return config_read_number(f, at, def, error);
    }
}

// ---- objects ------------------------------------------------------------------------------------

static const wend_train_field* config_find(const char* prefix, const char* key) {
    size_t length = strlen(prefix);
    for (int i = 0; i < wend_train_field_count(); i++) {
        const wend_train_field* f = wend_train_field_at(i);
        if (strncmp(f->name, prefix, length) == 0 && strcmp(f->name + length, key) == 0) return f;
    }
    return NULL;
}

static wend_status config_unknown(const json_at* at, const char* key, wend_error* error) {
    wend_nearest near = {0};
    char hint[80];
    for (int i = 0; i < wend_train_field_count(); i++)
        wend_nearest_try(&near, key, wend_train_field_at(i)->name);
    const char* others[] = {"policy", "stages",   "name",    "until",
                            "dagger", "follower", "proxies", "aux"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        wend_nearest_try(&near, key, others[i]);
    return json_fail(at, error, "unknown setting%s; 'wend train --list --json' lists them",
                     wend_nearest_hint(&near, hint, sizeof hint));
}

static wend_status config_expect_object(const json_at* at, wend_error* error) {
    if (json_is_object(at->value)) return WEND_OK;
    return json_fail(at, error, "must be an object");
}

static void config_note_renamed(const config_reader* r, const char* old, const char* now) {
    size_t used = strlen(r->renamed), size = sizeof((wend_train_config*)0)->renamed;
    if (strcmp(old, now) == 0) return;
    snprintf(r->renamed + used, size - used, "%spolicy.%s is now policy.%s", used ? ", " : "", old,
             now);
}

static wend_status config_read_policy(const config_reader* r, const json_at* at,
                                      wend_train_def* def, wend_error* error) {
    const char* key;
    json_t* value;
    WEND_TRY(config_expect_object(at, error));
    if (!def->agent || !wend_policy_find(def->agent))
        return json_fail(at, error, "needs `agent`, the name of a learned agent");
    wend_policy_def* policy = arena_alloc(r->memory, sizeof *policy);
    if (!policy) return config_no_memory(error);
    *policy = *wend_policy_find(def->agent);
    json_object_foreach((json_t*)at->value, key, value) {
        json_at field = {at->document, value, at, key, 0};
        const char* current = wend_policy_field_name(key);
        config_note_renamed(r, key, current);
        int64_t number;
        bool known = false;
#define X(name, standard, min, max)                                                        \
    if (strcmp(current, #name) == 0) {                                                     \
        WEND_TRY(json_int(&field, &number, error));                                        \
        if (number < (min) || number > (max))                                              \
            return json_fail(&field, error, "must be in [%d, %d], not %" PRId64, min, max, \
                             number);                                                      \
        policy->name = (int)number;                                                        \
        known = true;                                                                      \
    }
        WEND_POLICY_FIELDS(X)
#undef X
        if (!known) return json_fail(&field, error, "unknown field of a policy");
    }
    def->policy = policy;
    return WEND_OK;
}

// The prefix of the fields of an object of settings; NULL: `key` is none.
static const char* config_group(const char* key) {
    return strcmp(key, "until") == 0      ? "until."
           : strcmp(key, "dagger") == 0   ? "dagger."
           : strcmp(key, "follower") == 0 ? "follower."
           : strcmp(key, "proxies") == 0  ? "proxies."
           : strcmp(key, "aux") == 0      ? "aux."
                                          : NULL;
}

// Sets the members of an object. `prefix` is "", or that of config_group.
static wend_status config_read_fields(const config_reader* r, const json_at* at, const char* prefix,
                                      bool is_stage, wend_train_def* def, wend_error* error) {
    const char* key;
    json_t* value;
    WEND_TRY(config_expect_object(at, error));
    json_object_foreach((json_t*)at->value, key, value) {
        json_at field = {at->document, value, at, key, 0};
        const wend_train_field* f = config_find(prefix, key);
        bool other = !*prefix && (strcmp(key, is_stage ? "name" : "stages") == 0 ||
                                  (!is_stage && strcmp(key, "policy") == 0));
        if (other) continue;
        const char* group = *prefix ? NULL : config_group(key);
        if (group) {
            WEND_TRY(config_read_fields(r, &field, group, is_stage, def, error));
            continue;
        }
        if (!f) return config_unknown(&field, key, error);
        if (is_stage && !f->in_stages)
            return json_fail(&field, error, "is of the whole run; move it out of the stage");
        WEND_TRY(config_read_value(r, f, &field, def, error));
    }
    return WEND_OK;
}

static wend_status config_read_name(const config_reader* r, const json_at* stage,
                                    wend_train_stage* out, wend_error* error) {
    json_at name;
    WEND_TRY(json_field(stage, "name", &name, error));
    WEND_TRY(config_read_text(r, &name, false, &out->name, error));
    if (train_stage_name_fits(out->name)) return WEND_OK;
    return json_fail(&name, error, "'%.40s' must have at most %d letters, digits, '-' and '_'",
                     out->name, TRAIN_STAGE_NAME);
}

static wend_status config_read_stages(const config_reader* r, const json_at* at,
                                      wend_train_def* def, wend_error* error) {
    size_t count;
    WEND_TRY(json_count(at, &count, error));
    if (count < 1 || count > MAX_STAGES)
        return json_fail(at, error, "must have 1 to %d stages, not %zu", MAX_STAGES, count);
    wend_train_stage* stages = arena_alloc_zero(r->memory, count, sizeof *stages);
    if (!stages) return config_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        json_at stage;
        WEND_TRY(json_item(at, i, &stage, error));
        stages[i].def = *def;
        WEND_TRY(config_read_fields(r, &stage, "", true, &stages[i].def, error));
        WEND_TRY(config_read_name(r, &stage, &stages[i], error));
    }
    def->stages = stages;
    def->stage_count = (int)count;
    return WEND_OK;
}

static wend_status config_read_root(const config_reader* r, const json_document* document,
                                    wend_train_def* def, wend_error* error) {
    json_at root = json_document_root(document), policy, stages;
    *def = wend_train_default_def();
    WEND_TRY(config_read_fields(r, &root, "", false, def, error));
    WEND_TRY(json_optional(&root, "policy", &policy, error));
    if (policy.value) WEND_TRY(config_read_policy(r, &policy, def, error));
    WEND_TRY(json_optional(&root, "stages", &stages, error));
    return stages.value ? config_read_stages(r, &stages, def, error) : WEND_OK;
}

static wend_status config_take(json_document* document, const char* file, wend_train_config* config,
                               wend_error* error) {
    *config = (wend_train_config){.memory = wend_alloc_zero(1, sizeof(arena))};
    config_reader r = {file, config->memory, config->renamed};
    wend_status status = config->memory ? config_read_root(&r, document, &config->def, error)
                                        : config_no_memory(error);
    json_document_destroy(document);
    if (status != WEND_OK) wend_train_config_destroy(config);
    return status;
}

wend_status wend_train_config_read(const char* path, wend_train_config* config, wend_error* error) {
    json_document document;
    *config = (wend_train_config){.memory = NULL};
    WEND_TRY(json_document_read(path, &document, error));
    return config_take(&document, path, config, error);
}

wend_status train_config_parse(const char* text, size_t size, const char* name,
                               wend_train_config* config, wend_error* error) {
    json_document document;
    *config = (wend_train_config){.memory = NULL};
    WEND_TRY(json_document_parse(text, size, name, 1, &document, error));
    return config_take(&document, name, config, error);
}

void wend_train_config_destroy(wend_train_config* config) {
    if (config->memory) arena_destroy(config->memory);
    wend_free(config->memory);
    *config = (wend_train_config){.memory = NULL};
}

// ---- writing ------------------------------------------------------------------------------------

// The decimal with the fewest digits that reads back as the same float.
static double config_shortest(float number) {
    char words[40];
    for (int digits = 6; digits <= 9; digits++) {
        number_print(words, sizeof words, "%.*g", digits, (double)number);
        if ((float)number_parse(words, NULL) == number) break;
    }
    return number_parse(words, NULL);
}

static void config_put_text(wend_json_out* out, const wend_train_field* f, const char* key,
                            const char* text, const char* file) {
    char seen[4096];
    bool moved =
        text && f->kind == WEND_TRAIN_FIELD_PATH && file_seen_from(file, text, seen, sizeof seen);
    wend_json_out_text(out, key, moved ? seen : text);
}

static void config_put_field(wend_json_out* out, const wend_train_field* f, const char* key,
                             const wend_train_def* def, const char* file) {
    const char* at = (const char*)def + f->offset;
    switch (f->kind) {
        case WEND_TRAIN_FIELD_TEXT:
        case WEND_TRAIN_FIELD_PATH:
            config_put_text(out, f, key, *(const char* const*)at, file);
            break;
        case WEND_TRAIN_FIELD_METHOD:
            wend_json_out_text(out, key, train_method_word(*(const int*)at));
            break;
        case WEND_TRAIN_FIELD_PRECISION:
            wend_json_out_text(out, key, wend_precision_name(*(const wend_precision*)at));
            break;
        case WEND_TRAIN_FIELD_SEED:
            wend_json_out_int(out, key, (int64_t) * (const uint64_t*)at);
            break;
        case WEND_TRAIN_FIELD_INT:
            wend_json_out_int(out, key, *(const int*)at);
            break;
        case WEND_TRAIN_FIELD_INT64:
            wend_json_out_int(out, key, *(const int64_t*)at);
            break;
        case WEND_TRAIN_FIELD_FLOAT:
            wend_json_out_number(out, key, config_shortest(*(const float*)at));
            break;
        case WEND_TRAIN_FIELD_BOOL:
            wend_json_out_bool(out, key, *(const bool*)at);
            break;
    }
}

static bool config_is_same(const wend_train_field* f, const wend_train_def* a,
                           const wend_train_def* b) {
    const char *x = (const char*)a + f->offset, *y = (const char*)b + f->offset;
    bool is_text = f->kind == WEND_TRAIN_FIELD_TEXT || f->kind == WEND_TRAIN_FIELD_PATH;
    if (!is_text) return memcmp(x, y, wend_train_field_size(f)) == 0;
    const char *s = *(const char*const*)x, *t = *(const char*const*)y;
    return s && t ? strcmp(s, t) == 0 : s == t;
}

// Every setting, or those of a stage that differ from the whole run's. Nullable: whole.
static void config_put_fields(wend_json_out* out, const wend_train_def* def,
                              const wend_train_def* whole, const char* file) {
    char open[16] = "";  // the object that is open
    for (int i = 0; i < wend_train_field_count(); i++) {
        const wend_train_field* f = wend_train_field_at(i);
        const char* dot = strchr(f->name, '.');
        if (whole && (!f->in_stages || config_is_same(f, def, whole))) continue;
        char group[16] = "";
        if (dot) snprintf(group, sizeof group, "%.*s", (int)(dot - f->name), f->name);
        bool changes = strcmp(group, open) != 0;
        if (*open && changes) wend_json_out_end(out);
        if (!dot || changes) wend_json_out_newline(out);
        if (dot && changes) wend_json_out_object(out, group);
        memcpy(open, group, sizeof open);
        config_put_field(out, f, dot ? dot + 1 : f->name, def, file);
    }
    if (*open) wend_json_out_end(out);
}

// Moves the commas that follow a line break before it. Strings have no raw line breaks.
static void config_tidy(wend_json_out* out) {
    for (char* at = out->text.items; at && (at = strstr(at, "\n, "));) memcpy(at, ",\n ", 3);
}

static void config_put_policy(wend_json_out* out, const wend_policy_def* policy) {
    wend_json_out_newline(out);
    wend_json_out_object(out, "policy");
#define X(name, standard, min, max) wend_json_out_int(out, #name, policy->name);
    WEND_POLICY_FIELDS(X)
#undef X
    wend_json_out_end(out);
}

wend_status wend_train_config_write(const wend_train_def* def, const char* path,
                                    wend_error* error) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    config_put_fields(&out, def, NULL, path);
    if (def->policy) config_put_policy(&out, def->policy);
    if (def->stage_count) {
        wend_json_out_newline(&out);
        wend_json_out_array(&out, "stages");
        for (int i = 0; i < def->stage_count; i++) {
            wend_json_out_newline(&out);
            wend_json_out_object(&out, NULL);
            wend_json_out_text(&out, "name", def->stages[i].name);
            config_put_fields(&out, &def->stages[i].def, def, path);
            wend_json_out_end(&out);
        }
        wend_json_out_end(&out);
    }
    wend_json_out_end(&out);
    wend_json_out_newline(&out);
    config_tidy(&out);
    wend_status status = wend_json_out_save(&out, path, error);
    wend_json_out_destroy(&out);
    return status;
}
