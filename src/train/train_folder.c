#include "train/train_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "train/events.h"

static const char last_name[] = "last.safetensors", best_name[] = "best.safetensors",
                  candidate_name[] = "candidate.safetensors", curve_name[] = "curve.csv",
                  config_name[] = "config.json";

// ---- files of a run ----------------------------------------------------------------------------

// "held_out_000040.wlog"
static bool is_log(const char* name, size_t size) {
    return size > 14 && strncmp(name, "held_out_", 9) == 0 &&
           strspn(name + 9, "0123456789") == size - 14 && strncmp(name + size - 5, ".wlog", 5) == 0;
}

static bool is_one_of_ours(const char* name, size_t size) {
    const char* names[] = {last_name, best_name, candidate_name, curve_name, config_name};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == size && strncmp(names[i], name, size) == 0) return true;
    return is_log(name, size);
}

// "last.safetensors.1234.part", as wend_file_write leaves it when it is killed;
// "held_out_000040.wlog.part", as a log does.
static bool is_leftover(const char* name) {
    size_t size = strlen(name), end = size > 5 ? size - 5 : 0, digits = end;
    if (!end || strcmp(name + end, ".part") != 0) return false;
    if (is_log(name, end)) return true;
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') digits--;
    return digits < end && digits > 1 && name[digits - 1] == '.' &&
           is_one_of_ours(name, digits - 1);
}

static wend_status clean(const char* folder, bool overwrite, wend_error* error) {
    wend_file_list list;
    WEND_TRY(wend_file_list_read(folder, &list, error));
    wend_status status = WEND_OK;
    for (int i = 0; i < list.count && status == WEND_OK; i++) {
        const char* name = list.names[i];
        char path[4096];
        bool goes = is_leftover(name) ||
                    (overwrite && (is_one_of_ours(name, strlen(name)) || events_is_name(name)));
        if (!goes) continue;
        status = wend_file_join(folder, name, path, sizeof path, error);
        if (status == WEND_OK && unlink(path) != 0 && errno != ENOENT)
            status = wend_fail(error, WEND_IO, "%s: cannot be removed: %s", path, strerror(errno));
    }
    wend_file_list_destroy(&list);
    return status;
}

// ---- open and close ----------------------------------------------------------------------------

// Locks the folder itself: there is no lock file to remove.
static wend_status lock(train_folder* f, wend_error* error) {
    int descriptor = open(f->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return wend_fail(error, WEND_IO, "%s: cannot be opened: %s", f->path, strerror(errno));
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(descriptor);
        return wend_fail(error, WEND_IO,
                         "%s: locked by another wend train that is running; wait for it or choose "
                         "another folder",
                         f->path);
    }
    f->lock = descriptor;
    return WEND_OK;
}

wend_status train_folder_name(const char* path, train_folder* f, wend_error* error) {
    *f = (train_folder){.path = path};
    WEND_TRY(wend_file_join(path, last_name, f->last, sizeof f->last, error));
    WEND_TRY(wend_file_join(path, best_name, f->best, sizeof f->best, error));
    WEND_TRY(wend_file_join(path, candidate_name, f->candidate, sizeof f->candidate, error));
    WEND_TRY(wend_file_join(path, curve_name, f->curve, sizeof f->curve, error));
    WEND_TRY(wend_file_join(path, config_name, f->config, sizeof f->config, error));
    return WEND_OK;
}

wend_status train_folder_open(const char* path, train_folder* f, wend_error* error) {
    WEND_TRY(train_folder_name(path, f, error));
    WEND_TRY(wend_file_make_folder(path, error));
    if (access(path, W_OK | X_OK) != 0)
        return wend_fail(error, WEND_IO, "%s: cannot be written: %s", path, strerror(errno));
    WEND_TRY(lock(f, error));
    return clean(path, false, error);
}

wend_status train_folder_clear(const train_folder* f, wend_error* error) {
    return clean(f->path, true, error);
}

// ---- files of others ---------------------------------------------------------------------------

wend_status train_folder_guard(const train_folder* f, wend_error* error) {
    static const char weights[] = "{\"__metadata__\": {\"wend.";
    // Programs and people indent the first setting like the others.
    static const char config[] = "{\n\"task\": \"";
    const struct {
        const char* path;
        size_t skipped;
        const char* begin;
    } files[] = {{f->last, 8, weights},
                 {f->best, 8, weights},
                 {f->candidate, 8, weights},
                 {f->curve, 0, "update,step,"},
                 {f->config, 0, config}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (!file_begins_as(files[i].path, files[i].skipped, files[i].begin))
            return wend_fail(error, WEND_ARGUMENT,
                             "%s exists and was not written by wend train; choose another folder",
                             files[i].path);
    return WEND_OK;
}

// ---- checks of a new run -----------------------------------------------------------------------

static bool is_same_file(const char* a, const char* b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

wend_status train_folder_check(const train_folder* f, const char* from, bool overwrite,
                               wend_error* error) {
    const char* files[] = {f->last, f->best, f->candidate};
    for (size_t i = 0; from && i < sizeof files / sizeof *files; i++)
        if (is_same_file(from, files[i]))
            return wend_fail(error, WEND_ARGUMENT,
                             "%s: the initial weights are a file of the folder that is "
                             "written; choose another folder",
                             from);
    // A run has `best` only after `last`.
    if (!overwrite && wend_file_exists(f->best) && !wend_file_exists(f->last))
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: contains best.safetensors but no last.safetensors to resume from; "
                         "choose another folder or pass --overwrite",
                         f->path);
    return WEND_OK;
}

static bool is_stage_folder(const char* name) {
    return strncmp(name, "stage_1_", 8) == 0 && name[8];
}

wend_status train_folder_check_stages(const train_folder* f, bool staged, wend_error* error) {
    wend_file_list list;
    bool found = false;
    WEND_TRY(wend_file_list_read(f->path, &list, error));
    for (int i = 0; i < list.count; i++) found |= is_stage_folder(list.names[i]);
    wend_file_list_destroy(&list);
    if (staged ? found || !wend_file_exists(f->last) : !found) return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT, "%s: contains a run %s stages; choose another folder%s",
                     f->path, staged ? "without" : "with", staged ? " or pass --overwrite" : "");
}

wend_status train_folder_config(const train_folder* f, const wend_train_def* def,
                                wend_error* error) {
    if (def->play.cache) WEND_TRY(wend_file_make_folder(def->play.cache, error));
    for (int i = 0; i < def->stage_count; i++)
        if (def->stages[i].def.play.cache)
            WEND_TRY(wend_file_make_folder(def->stages[i].def.play.cache, error));
    return wend_train_config_write(def, f->config, error);
}

void train_folder_close(train_folder* f) {
    if (f->lock > 0) close(f->lock);
    f->lock = 0;
}

wend_status train_folder_log(const train_folder* f, int update, char* path, size_t size,
                             wend_error* error) {
    char name[64];
    snprintf(name, sizeof name, "held_out_%06d.wlog", update);
    return wend_file_join(f->path, name, path, size, error);
}
