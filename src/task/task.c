// The list of tasks, and loading by name.
#include "wend/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/settings.h"
#include "task/multion/multion.h"
#include "task/pasture/pasture_task.h"
#include "task/pointnav/pointnav.h"
#include "task/rescue/rescue.h"
#include "task/vln/vln_task.h"

#include "wend/files.h"

static const wend_task_kind* const kinds[] = {
    &ir2r_task, &ir2r_ce_task, &multion_task, &objectnav_task, &pasture_task, &pointnav_task,
    &r2r_task,  &r2r_ce_task,  &rescue_task,  &rxr_task,       &rxr_ce_task};

struct wend_task {
    const wend_task_kind* kind;
    void* own;
};

wend_play_def wend_play_default_def(void) { return (wend_play_def){.rules = "paper"}; }

wend_task_def wend_task_default_def(void) {
    return (wend_task_def){.rules = "paper", .options = ""};
}

int wend_task_count(void) { return (int)(sizeof kinds / sizeof *kinds); }
const wend_task_kind* wend_task_at(int index) { return kinds[index]; }
const wend_task_kind* wend_task_get_kind(const wend_task* task) { return task->kind; }
const void* wend_task_get(const wend_task* task) { return task->own; }

wend_world_def wend_task_world(const wend_task* task) {
    return task->kind->world ? task->kind->world(task->own) : wend_world_default_def();
}

const wend_task_kind* wend_task_find(const char* name) {
    size_t size = strcspn(name, ":");
    for (int i = 0; i < wend_task_count(); i++)
        if (strlen(kinds[i]->name) == size && strncmp(kinds[i]->name, name, size) == 0)
            return kinds[i];
    return NULL;
}

wend_status wend_task_require(const char* name, const wend_task_kind** kind, wend_error* error) {
    *kind = wend_task_find(name);
    if (*kind) return WEND_OK;
    wend_nearest best = {0};
    char hint[64];
    for (int i = 0; i < wend_task_count(); i++)
        wend_nearest_try(&best, name, wend_task_at(i)->name);
    return wend_fail(error, WEND_ARGUMENT, "there is no task '%s'%s; 'wend run --list' lists them",
                     name, wend_nearest_hint(&best, hint, sizeof hint));
}

const char* wend_task_options(const char* name) {
    const char* colon = strchr(name, ':');
    return colon ? colon + 1 : "";
}

static int compare_texts(const void* a, const void* b) {
    return strcmp(*(const char* const*)a, *(const char* const*)b);
}

static wend_status task_check_ids(const wend_task* task, const char* path, wend_error* error) {
    int count = task->kind->count(task->own);
    const char** ids = wend_alloc((size_t)count * sizeof *ids);
    if (!ids) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", path);
    for (int i = 0; i < count; i++) ids[i] = task->kind->episode(task->own, i).id;
    qsort(ids, (size_t)count, sizeof *ids, compare_texts);
    wend_status status = WEND_OK;
    for (int i = 1; status == WEND_OK && i < count; i++)
        if (strcmp(ids[i - 1], ids[i]) == 0)
            status = wend_fail(error, WEND_FORMAT,
                               "%s: two episodes have the id %s; give each its own", path, ids[i]);
    wend_free(ids);
    return status;
}

static wend_status check_rules(const char* rules, wend_error* error) {
    if (!rules || strcmp(rules, "paper") == 0 || strcmp(rules, "official") == 0) return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT, "rules '%s'; there are paper and official", rules);
}

wend_status wend_task_load(const wend_task_kind* kind, const char* episodes,
                           const wend_task_def* def, wend_task** out, wend_error* error) {
    *out = NULL;
    WEND_TRY(check_rules(def->rules, error));
    wend_task* task = wend_alloc_zero(1, sizeof *task);
    if (!task)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", episodes);
    task->kind = kind;
    wend_status status = WEND_OK;
    if (!kind->options) {
        char owner[128];
        snprintf(owner, sizeof owner, "task %s", kind->name);
        status = settings_read(owner, def->options ? def->options : "", NULL, 0, error);
    }
    if (status == WEND_OK) status = kind->load(episodes, def, &task->own, error);
    if (status == WEND_OK && kind->count(task->own) == 0)
        status = wend_fail(error, WEND_FORMAT, "%s: no episodes in it", episodes);
    if (status == WEND_OK && !def->lenient) status = task_check_ids(task, episodes, error);
    if (status != WEND_OK) {
        wend_task_destroy(task);
        return status;
    }
    *out = task;
    return WEND_OK;
}

wend_status wend_task_open(const wend_play_def* play, const wend_task_kind* kind, bool lenient,
                           wend_task** task, wend_error* error) {
    *task = NULL;
    if (!kind) WEND_TRY(wend_task_require(play->task, &kind, error));
    wend_task_def def = {.rules = play->rules,
                         .options = wend_task_options(play->task),
                         .graphs = play->graphs,
                         .tours = play->tours,
                         .observations = play->observations,
                         .max_steps = play->max_steps,
                         .lenient = lenient};
    return wend_task_load(kind, play->episodes, &def, task, error);
}

void wend_task_destroy(wend_task* task) {
    if (!task) return;
    if (task->own) task->kind->destroy(task->own);
    wend_free(task);
}
