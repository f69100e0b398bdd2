// Records a demonstration set, shard by shard: from an oracle that plays, or from a log.
#include "train/demo_record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "train/demo_collect.h"

#include "wend/files.h"
#include "wend/log.h"

wend_demos_def wend_demos_default_def(void) {
    return (wend_demos_def){.play = wend_play_default_def(),
                            .expert = "shortest-path",
                            .width = 64,
                            .height = 64,
                            .rgb = true,
                            .depth = true,
                            .shard_episodes = 16,
                            .num_envs = 8};
}

// ---- the folder ---------------------------------------------------------------------------------

// The first `size` letters of a name are "index.json" or "shard_000012.wdemo".
static bool record_is_ours(const char* name, size_t size) {
    if (size == 10 && strncmp(name, "index.json", size) == 0) return true;
    return size > 12 && strncmp(name, "shard_", 6) == 0 &&
           strspn(name + 6, "0123456789") == size - 12 &&
           strncmp(name + size - 6, ".wdemo", 6) == 0;
}

// "index.json.1234.part", as a killed wend_file_write leaves it.
static bool record_is_part(const char* name) {
    size_t size = strlen(name), end = size > 5 ? size - 5 : 0, digits = end;
    if (!end || strcmp(name + end, ".part") != 0) return false;
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') digits--;
    return digits < end && digits > 1 && name[digits - 1] == '.' &&
           record_is_ours(name, digits - 1);
}

// Removes a partial file, with `all` also one of a set. A file under the name of ours that was not
// written by wend is refused.
static wend_status record_clean_one(const char* folder, const char* name, bool all,
                                    wend_error* error) {
    char path[4096];
    bool part = record_is_part(name), ours = record_is_ours(name, strlen(name));
    if (!part && !ours) return WEND_OK;
    WEND_TRY(wend_file_join(folder, name, path, sizeof path, error));
    if (ours && !file_begins_as(path, 0, *name == 'i' ? "{\"format\": \"wend-demos\"" : "WENDDEMO"))
        return wend_fail(error, WEND_ARGUMENT,
                         "%s exists and was not written by wend demos; choose another folder",
                         path);
    if ((part || all) && unlink(path) != 0 && errno != ENOENT)
        return wend_fail(error, WEND_IO, "%s: cannot be removed: %s", path, strerror(errno));
    return WEND_OK;
}

wend_status demo_folder_clean(const char* folder, bool all, wend_error* error) {
    wend_file_list list;
    WEND_TRY(wend_file_list_read(folder, &list, error));
    wend_status status = WEND_OK;
    for (int removes = 0; removes < 2; removes++)  // first everything is checked
        for (int i = 0; i < list.count && status == WEND_OK; i++)
            status = record_clean_one(folder, list.names[i], all && removes, error);
    wend_file_list_destroy(&list);
    return status;
}

static wend_status record_lock(const char* folder, int* lock, wend_error* error) {
    *lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*lock < 0)
        return wend_fail(error, WEND_IO, "%s: cannot be opened: %s", folder, strerror(errno));
    if (flock(*lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return wend_fail(error, WEND_IO, "%s: locked by another recording; wait for it", folder);
    return WEND_OK;
}

static wend_status record_put_hash(wend_text_out* out, const char* name, const char* path,
                                   wend_error* error) {
    uint64_t hash = 0, size;
    if (path) WEND_TRY(file_hash(path, &hash, &size, error));
    wend_text_put(out, " %s=%016" PRIx64, name, hash);
    return WEND_OK;
}

// Everything that determines the bytes of the set.
static wend_status record_identity(const wend_demos_def* d, demo_index* index, wend_error* error) {
    wend_text_out out = {0};
    wend_text_put(&out,
                  "rules=%s seed=%" PRIu64 " max_steps=%d episodes_limit=%d shard_episodes=%d",
                  d->play.rules, d->play.seed, d->play.max_steps, d->episodes, d->shard_episodes);
    wend_status status = record_put_hash(&out, "episodes", d->play.episodes, error);
    if (status == WEND_OK) status = record_put_hash(&out, "log", d->log, error);
    if (status == WEND_OK && out.out_of_memory)
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory");
    if (status == WEND_OK) snprintf(index->identity, sizeof index->identity, "%s", out.items);
    wend_text_destroy(&out);
    return status;
}

wend_status demo_index_resume(const char* folder, demo_index* index, wend_error* error) {
    demo_index old;
    char path[4096];
    WEND_TRY(wend_file_join(folder, "index.json", path, sizeof path, error));
    if (!wend_file_exists(path)) return WEND_OK;
    WEND_TRY(demo_index_read(folder, &old, error));
    const char* differs =
        strcmp(old.task, index->task) != 0           ? "task"
        : strcmp(old.expert, index->expert) != 0     ? "expert"
        : strcmp(old.identity, index->identity) != 0 ? "episodes, log, seed or settings"
        : old.shape.width != index->shape.width || old.shape.height != index->shape.height ||
                old.shape.rgb != index->shape.rgb || old.shape.depth != index->shape.depth ||
                old.shape.map != index->shape.map
            ? "images"
            : NULL;
    if (differs) {
        demo_index_destroy(&old);
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: contains a different set (other %s); choose another folder or pass "
                         "--overwrite",
                         path, differs);
    }
    demo_index_destroy(index);
    *index = old;
    return WEND_OK;
}

// ---- shards -------------------------------------------------------------------------------------

typedef struct recorder {
    const wend_demos_def* def;
    demo_index index;
    int lock;
    collector* players;  // NULL: from a log
    wend_log_set log;
    wend_replay* replay;
    demo_block block;  // of the replay
    uint8_t* rgb;
    float* depth;
    int total;  // episodes of the source
    demo_episode* shard;
    wend_demos_summary* summary;
} recorder;

// One step of a replayed episode. Rewards and labels are not in a log.
static wend_status record_replay_step(recorder* r, const wend_log_record* record, int step,
                                      demo_episode* out, wend_error* error) {
    const float none = (float)NAN;
    wend_frame frame = {.rgb = r->rgb, .depth = r->depth};
    wend_demo_step s = {.labels = {none, none, none, none}};
    wend_action_kind kind;
    WEND_TRY(wend_replay_observe(r->replay, &frame, &s.observation, error));
    if (!wend_action_from_letter(record->actions[step], &kind) || collect_action(kind) < 0)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "episode %s: action '%c' of step %d is none of the policies' (stop, "
                         "forward, left, right)",
                         record->id, record->actions[step], step);
    s.expert = s.taken = collect_action(kind);
    if (step == 0)
        demo_episode_begin(out, record->index, record->id, s.observation.goal.instruction);
    WEND_TRY(demo_episode_add(out, &r->block, &s, error));
    return wend_replay_step(r->replay, error);
}

static wend_status record_replay(recorder* r, int record, demo_episode* out, wend_error* error) {
    const wend_log_record* l = &r->log.records[record];
    if (l->failure || l->agent_error || !l->steps) {
        out->dropped = true;
        return WEND_OK;
    }
    WEND_TRY(wend_replay_begin(r->replay, l, error));
    for (int i = 0; i < l->steps; i++) WEND_TRY(record_replay_step(r, l, i, out, error));
    return demo_episode_end(out, &r->block, error);
}

static wend_status record_play(recorder* r, int first, int count, wend_error* error) {
    if (r->players) {
        int which[4096];
        for (int i = 0; i < count; i++) which[i] = first + i;
        return collector_play(r->players, which, count, 1, 0, r->shard, error);
    }
    for (int i = 0; i < count; i++) {
        WEND_TRY(record_replay(r, first + i, &r->shard[i], error));
        if (r->def->stop && r->def->stop(r->def->context))
            return wend_fail(error, WEND_IO, "interrupted");
    }
    return WEND_OK;
}

wend_status demo_index_add(const char* folder, demo_index* index, const demo_episode* episodes,
                           int count, int iteration, wend_error* error) {
    demo_shard_info* info = ARRAY_PUSH(&index->shards);
    if (!info) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    *info = (demo_shard_info){.iteration = iteration};
    WEND_TRY(demo_shard_write(folder, (int)index->shards.count - 1, episodes, count, info, error));
    return demo_index_write(folder, index, error);
}

static wend_status record_shard(recorder* r, wend_error* error) {
    const wend_demos_def* d = r->def;
    int first = (int)r->index.shards.count * d->shard_episodes, count = r->total - first;
    if (count > d->shard_episodes) count = d->shard_episodes;
    wend_status status = record_play(r, first, count, error);
    if (r->players) collector_camera(r->players, &r->index.hfov, &r->index.eye_height);
    if (status == WEND_OK) status = demo_index_add(d->out, &r->index, r->shard, count, 0, error);
    for (int i = 0; i < d->shard_episodes; i++) demo_episode_destroy(&r->shard[i]);
    if (status != WEND_OK) return status;
    const demo_shard_info* info = &r->index.shards.items[r->index.shards.count - 1];
    r->summary->recorded += info->episodes;
    r->summary->dropped += info->dropped;
    if (d->progress) d->progress(d->context, first + count, r->total);
    return WEND_OK;
}

// ---- the recording ------------------------------------------------------------------------------

static wend_status record_open_log(recorder* r, wend_error* error) {
    const wend_demos_def* d = r->def;
    wend_replay_def def = {.log = d->log, .play = d->play};
    def.side = d->width > d->height ? d->width : d->height;
    if (d->map) return wend_fail(error, WEND_ARGUMENT, "a log has no ground-truth map to record");
    WEND_TRY(wend_log_read(d->log, &r->log, error));
    wend_log_header header;
    WEND_TRY(wend_log_read_header(&r->log, d->log, &header, error));
    snprintf(r->index.task, sizeof r->index.task, "%s%s%s", header.task, *header.options ? ":" : "",
             header.options);
    WEND_TRY(wend_replay_create(&def, &r->log, &r->replay, error));
    const wend_camera* camera = wend_replay_camera(r->replay);
    if (camera->width != d->width || camera->height != d->height)
        return wend_fail(error, WEND_ARGUMENT,
                         "images of %d x %d do not have the shape of the task's; %d x %d do",
                         d->width, d->height, camera->width, camera->height);
    size_t pixels = (size_t)d->width * (size_t)d->height;
    r->rgb = wend_alloc(pixels * 3);
    r->depth = wend_alloc(pixels * sizeof *r->depth);
    if (!r->rgb || !r->depth) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    r->total = r->log.count;
    r->index.hfov = camera->hfov;
    return demo_block_create(&r->index.shape, &r->block, error);
}

static wend_status record_open_players(recorder* r, wend_error* error) {
    const wend_demos_def* d = r->def;
    collect_def def = {.batch = wend_batch_default_def(),
                       .shape = r->index.shape,
                       .stop = d->stop,
                       .context = d->context};
    def.batch.play = d->play;
    def.batch.num_envs = d->num_envs < d->shard_episodes ? d->num_envs : d->shard_episodes;
    def.batch.threads = d->threads;
    def.batch.width = d->width;
    def.batch.height = d->height;
    def.batch.map = d->map;
    def.batch.expert = d->expert;
    def.batch.labels = true;
    WEND_TRY(collector_create(&def, &r->players, error));
    r->total = collector_episodes(r->players);
    return WEND_OK;
}

static wend_status record_check(const wend_demos_def* d, wend_error* error) {
    const struct {
        const char* name;
        int value, min, max;
    } rows[] = {{"width", d->width, 16, 1024},
                {"height", d->height, 16, 1024},
                {"episodes", d->episodes, 0, INT32_MAX},
                {"shard_episodes", d->shard_episodes, 1, 4096},
                {"num_envs", d->num_envs, 1, 4096}};
    if (!d->out || (!d->log && (!d->play.task || !d->play.episodes || !d->expert)))
        return wend_fail(error, WEND_ARGUMENT,
                         "out, and task, episodes and expert or a log, are required");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].value < rows[i].min || rows[i].value > rows[i].max)
            return wend_fail(error, WEND_ARGUMENT, "%s must be in [%d, %d], not %d", rows[i].name,
                             rows[i].min, rows[i].max, rows[i].value);
    return WEND_OK;
}

static wend_status record_set_up(recorder* r, wend_error* error) {
    const wend_demos_def* d = r->def;
    demo_index* x = &r->index;
    WEND_TRY(record_check(d, error));
    WEND_TRY(wend_file_make_folder(d->out, error));
    WEND_TRY(record_lock(d->out, &r->lock, error));
    x->shape = (demo_shape){d->width, d->height, d->rgb, d->depth, d->map};
    snprintf(x->task, sizeof x->task, "%s", d->play.task ? d->play.task : "");
    snprintf(x->expert, sizeof x->expert, "%s", d->log ? "log" : d->expert);
    WEND_TRY(record_identity(d, x, error));
    WEND_TRY(demo_folder_clean(d->out, d->overwrite, error));
    WEND_TRY(d->log ? record_open_log(r, error) : record_open_players(r, error));
    if (d->episodes && d->episodes < r->total) r->total = d->episodes;
    r->shard = wend_alloc_zero((size_t)d->shard_episodes, sizeof *r->shard);
    if (!r->shard) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    return demo_index_resume(d->out, x, error);
}

static void record_clean_up(recorder* r) {
    for (int i = 0; r->shard && i < r->def->shard_episodes; i++) demo_episode_destroy(&r->shard[i]);
    wend_free(r->shard);
    collector_destroy(r->players);
    wend_replay_destroy(r->replay);
    wend_log_destroy(&r->log);
    demo_block_destroy(&r->block);
    wend_free(r->rgb);
    wend_free(r->depth);
    demo_index_destroy(&r->index);
    if (r->lock > 0) close(r->lock);
}

wend_status wend_demos_record(const wend_demos_def* def, wend_demos_summary* summary,
                              wend_error* error) {
    recorder* r = wend_alloc_zero(1, sizeof *r);
    *summary = (wend_demos_summary){.shards = 0};
    if (!r) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    r->def = def;
    r->summary = summary;
    wend_status status = record_set_up(r, error);
    while (status == WEND_OK &&
           (int64_t)r->index.shards.count * def->shard_episodes < (int64_t)r->total)
        status = record_shard(r, error);
    for (size_t i = 0; i < r->index.shards.count; i++) {
        const demo_shard_info* info = &r->index.shards.items[i];
        summary->episodes += info->episodes;
        summary->steps += info->steps;
        summary->inflections += info->inflections;
        summary->bytes += info->bytes;
    }
    summary->shards = (int)r->index.shards.count;
    record_clean_up(r);
    wend_free(r);
    return status;
}
