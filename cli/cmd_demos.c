// wend demos record, wend demos check: demonstration sets for imitation learning
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "interrupt.h"
#include "options.h"

#include "wend/demos.h"

static void demos_show(void* context, int done, int total) {
    progress* p = context;
    p->total = total;
    progress_show(p, done);
}

static int demos_print_json(const wend_demos_summary* s) {
    wend_json_out o = {0};
    wend_json_out_object(&o, NULL);
    wend_json_out_int(&o, "shards", s->shards);
    wend_json_out_int(&o, "episodes", s->episodes);
    wend_json_out_int(&o, "steps", s->steps);
    wend_json_out_int(&o, "inflections", s->inflections);
    wend_json_out_int(&o, "bytes", s->bytes);
    wend_json_out_int(&o, "recorded", s->recorded);
    wend_json_out_int(&o, "dropped", s->dropped);
    wend_json_out_end(&o);
    return print_json(&o);
}

static bool demos_find_map(const char* word, wend_oracle_map_extent* map) {
    static const char* const words[] = {"none", "all", "seen"};
    for (int i = 0; i < 3; i++)
        if (strcmp(words[i], word) == 0) {
            *map = (wend_oracle_map_extent)i;
            return true;
        }
    return false;
}

static int demos_run(wend_demos_def* def, bool json) {
    wend_demos_summary summary;
    wend_error error;
    progress p = progress_start("episodes", 1);
    def->progress = demos_show;
    def->stop = interrupt_received;
    def->context = &p;
    interrupt_catch();
    wend_status result = wend_demos_record(def, &summary, &error);
    progress_end(&p);
    if (result != WEND_OK) return interrupt_status(report_error(&error));
    if (json) return demos_print_json(&summary);
    printf("%s: %d episodes, %lld steps in %d shards, %.1f MB; %d recorded, %d dropped\n", def->out,
           summary.episodes, (long long)summary.steps, summary.shards, (double)summary.bytes / 1e6,
           summary.recorded, summary.dropped);
    return EXIT_OK;
}

int command_demos_record(int argc, char** argv) {
    wend_demos_def def = wend_demos_default_def();
    const char* map = "none";
    bool json = false, no_rgb = false, no_depth = false;
    const option options[] = {
        {"--episodes", OPTION_TEXT, &def.play.episodes, "FILE", "episodes to demonstrate"},
        {"--agent", OPTION_TEXT, &def.expert, "NAME", "the oracle that demonstrates"},
        {"--from", OPTION_TEXT, &def.log, "LOG",
         "replay this log of wend run instead: its actions are the expert's"},
        {"--limit", OPTION_INT, &def.episodes, "N", "at most N episodes; 0: all", OPTION_LIMITS},
        {"--width", OPTION_INT, &def.width, "N", "width of the images", 16, 1024},
        {"--height", OPTION_INT, &def.height, "N", "height of the images", 16, 1024},
        {"--no-rgb", OPTION_FLAG, &no_rgb, NULL, "without colour images"},
        {"--no-depth", OPTION_FLAG, &no_depth, NULL, "without depth images"},
        {"--map", OPTION_TEXT, &map, "M", "ground-truth map of oracle agents: none, all or seen"},
        {"--shard-episodes", OPTION_INT, &def.shard_episodes, "N", "episodes per shard", 1, 4096},
        PLAY_OPTIONS(def.play),
        {"--num-envs", OPTION_INT, &def.num_envs, "N", "environments played at once", 1, 4096},
        THREADS_OPTION(def.threads),
        {"--overwrite", OPTION_FLAG, &def.overwrite, NULL,
         "remove the set in the folder and start over"},
        JSON_OPTION(json),
        {"-o", OPTION_TEXT, &def.out, "DIR", "folder of the set; an existing set is continued"},
    };
    arguments a = {.command = "demos record",
                   .summary =
                       "Records demonstrations of an oracle or of a log: observations and "
                       "expert actions, in compressed shards. Resumable.",
                   .operands = "TASK",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .max_operands = 1};
    int status;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!def.out || (!def.log && (!a.given_count || !def.play.episodes)))
        return report_misuse(&a, "-o, and TASK and --episodes or --from, are required");
    if (!demos_find_map(map, &def.map))
        return report_misuse(&a, "--map must be none, all or seen, not '%s'", map);
    def.play.task = a.given_count ? a.given[0] : NULL;
    def.rgb = !no_rgb;
    def.depth = !no_depth;
    return demos_run(&def, json);
}

int command_demos_check(int argc, char** argv) {
    bool json = false;
    const option options[] = {JSON_OPTION(json)};
    arguments a = {.command = "demos check",
                   .summary = "Reads a whole demonstration set: hashes, sizes, actions.",
                   .operands = "DIR",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int status;
    wend_error error;
    wend_demos* demos;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (wend_demos_open(a.given[0], &demos, &error) != WEND_OK) return report_error(&error);
    wend_demos_info i = wend_demos_get_info(demos);
    wend_status result = wend_demos_check(demos, &error);
    wend_demos_destroy(demos);
    if (result != WEND_OK) return report_error(&error);
    if (!json) {
        printf(
            "%s: %s, expert %s, images %d x %d%s%s, %d episodes, %lld steps (%lld inflections) "
            "in %d shards, %.1f MB\n",
            a.given[0], i.task, i.expert, i.width, i.height, i.rgb ? ", rgb" : "",
            i.depth ? ", depth" : "", i.episodes, (long long)i.steps, (long long)i.inflections,
            i.shards, (double)i.bytes / 1e6);
        return EXIT_OK;
    }
    wend_demos_summary s = {.shards = i.shards,
                            .episodes = i.episodes,
                            .steps = i.steps,
                            .inflections = i.inflections,
                            .bytes = i.bytes};
    return demos_print_json(&s);
}
