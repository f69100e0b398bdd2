// wend run
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "interrupt.h"
#include "joined.h"
#include "options.h"

#include "wend/agent.h"
#include "wend/oracle.h"
#include "wend/run.h"

typedef struct watcher {
    progress bar;
    bool started;
} watcher;

static void cmd_run_show_progress(void* context, int done, int total) {
    watcher* w = context;
    if (!w->started) w->bar = progress_start("episodes", total);
    w->started = true;
    progress_show(&w->bar, done);
}

static void cmd_run_show_warning(void* context, const char* sentence) {
    (void)context;
    fprintf(stderr, "wend: %s\n", sentence);
}

static void list_agent(const char* name, const char* summary, const char* tasks,
                       const char* options) {
    printf("  %-16s %s\n", name, summary);
    printf("  %-16s supports %s\n", "", tasks ? tasks : "every task");
    if (options) printf("  %-16s options, as %s:KEY=VALUE,…: %s\n", "", name, options);
}

// Lists the agents that can run the task. Nullable: task (lists all).
static void list_agents(const char* task) {
    printf("agents%s%s:\n", task ? " for " : "", task ? task : "");
    for (int i = 0; i < wend_agent_count(); i++) {
        const wend_agent_kind* a = wend_agent_at(i);
        if (!task || wend_tasks_include(a->tasks, task))
            list_agent(a->name, a->summary, a->tasks, a->options);
    }
    printf("oracles%s%s (use ground truth; marked in reports):\n", task ? " for " : "",
           task ? task : "");
    for (int i = 0; i < wend_oracle_count(); i++) {
        const wend_oracle_kind* o = wend_oracle_at(i);
        if (!task || wend_tasks_include(o->tasks, task))
            list_agent(o->name, o->summary, o->tasks, NULL);
    }
}

static int list_names(const char* wanted) {
    const wend_task_kind* only = NULL;
    wend_error error;
    if (wanted && wend_task_require(wanted, &only, &error) != WEND_OK) return report_error(&error);
    printf("%s:\n", only ? "task" : "tasks");
    for (int i = 0; i < wend_task_count(); i++) {
        const wend_task_kind* task = wend_task_at(i);
        if (only && task != only) continue;
        printf("  %-16s %s\n", task->name, task->summary);
        if (task->options)
            printf("  %-16s options, as %s:KEY=VALUE,…: %s\n", "", task->name, task->options);
    }
    list_agents(only ? only->name : NULL);
    return EXIT_OK;
}

// ---- the run ------------------------------------------------------------------------------------

static void cmd_run_print_summary(const wend_run_def* def, const wend_run_summary* s) {
    printf("%s: %d episodes, %d resumed, %d failed", def->out, s->episodes, s->resumed, s->failed);
    if (s->environment)
        printf(" (%d in the environment: the same command retries them)", s->environment);
    if (s->agent_errors) printf(", %d agent errors (scored 0)", s->agent_errors);
    printf("\n");
}

static int cmd_run_play(wend_run_def* def) {
    wend_error error;
    wend_run_summary summary;
    watcher w = {.started = false};
    def->progress = cmd_run_show_progress;
    def->warn = cmd_run_show_warning;
    def->halted = interrupt_received;
    def->context = &w;
    interrupt_catch();
    double start = seconds_now();
    wend_status result = wend_run(def, &summary, &error);
    if (w.started) progress_end(&w.bar);
    result = joined_end(def->ranks, result, &error);
    if (result != WEND_OK) return report_error(&error);
    if (!wend_ranks_is_first()) return EXIT_OK;
    double spent = seconds_now() - start;
    fprintf(stderr, "%d episodes in %.1f s, %.0f steps/s\n", summary.played, spent,
            (double)summary.steps / (spent + 1e-9));
    if (summary.left) {
        fprintf(stderr,
                "wend: interrupted with %d of %d episodes left; the same command resumes the run "
                "from %s\n",
                summary.left, summary.episodes, def->out);
        return interrupt_status(EXIT_DATA);
    }
    cmd_run_print_summary(def, &summary);
    bool bad = summary.environment || (summary.failed && !def->lenient);
    return bad ? EXIT_DATA : EXIT_OK;
}

// "2/8": the third of eight shards. "8/8" names the same shard as "0/8", so that a shell may count
// from 1 as well.
static bool read_shard(const char* text, wend_run_def* def) {
    int taken = 0;
    if (sscanf(text, "%d/%d%n", &def->shard, &def->shards, &taken) != 2 || text[taken] ||
        def->shards < 1 || def->shard < 0 || def->shard > def->shards)
        return false;
    def->shard %= def->shards;
    return true;
}

// --native became an option of the task: appends it to the task.
static const char* add_native(const char* task, char* text, size_t size) {
    snprintf(text, size, "%s%cnative", task, strchr(task, ':') ? ',' : ':');
    fprintf(stderr, "wend run: --native is now part of the task: wend run %s\n", text);
    return text;
}

typedef struct run_call {
    wend_run_def def;
    bool list, native;
    const char* shard;
    float timeout;
} run_call;

static int start_run(run_call* c, const arguments* a) {
    wend_run_def* def = &c->def;
    char task[512];
    int status;
    if (c->list) return list_names(a->given_count ? a->given[0] : NULL);
    if (!a->given_count || !def->agent || !def->play.episodes || !def->out)
        return report_misuse(a, "TASK, --agent, --episodes and -o are required");
    if (c->shard && !read_shard(c->shard, def))
        return report_misuse(a, "--shard must be I/N with I from 0 to N - 1, not '%s'", c->shard);
    if (c->shard && wend_ranks_is_launched())
        return report_misuse(a, "--shard is for runs without mpirun, which shares the episodes");
    def->play.task = c->native ? add_native(a->given[0], task, sizeof task) : a->given[0];
    if (!joined_begin(c->timeout, &def->ranks, &def->threads, &status)) return status;
    return cmd_run_play(def);
}

int command_run(int argc, char** argv) {
    run_call c = {.def = wend_run_default_def(), .timeout = WEND_RANKS_TIMEOUT};
    const option options[] = {
        {"--agent", OPTION_TEXT, &c.def.agent, "NAME",
         "the agent; some take options: NAME:KEY=VALUE,…"},
        {"--episodes", OPTION_TEXT, &c.def.play.episodes, "FILE", "episodes of the task"},
        PLAY_OPTIONS(c.def.play),
        {"--connectivity", OPTION_TEXT, &c.def.play.graphs, "DIR",
         "viewpoint graphs; default: FILE.connectivity next to the episodes"},
        {"--observations", OPTION_TEXT, &c.def.play.observations, "DIR|FILE",
         "captions and detections of the viewpoints (wend features)"},
        {"--tours", OPTION_TEXT, &c.def.play.tours, "FILE",
         "tours from 'wend tours make'; default: computed now"},
        {"--snap", OPTION_FLAG, &c.def.snap, NULL, "snap starts that are off the navmesh"},
        {"--native", OPTION_FLAG, &c.native, NULL, "old form of the task rescue:native"},
        {"--skip-bad", OPTION_FLAG, &c.def.lenient, NULL,
         "skip invalid episodes with exit status 0; missing files still fail"},
        {"--overwrite", OPTION_FLAG, &c.def.overwrite, NULL,
         "replace an existing log, also one of a different run"},
        {"--retry-failed", OPTION_FLAG, &c.def.retry_failed, NULL,
         "run episodes again that ended in an agent error"},
        THREADS_OPTION(c.def.threads),
        {"--limit", OPTION_INT, &c.def.limit, "N", "first N episodes only; 0: all", OPTION_LIMITS},
        {"--every", OPTION_INT, &c.def.every, "N", "every N-th of these, from the first; 0: all",
         OPTION_LIMITS},
        {"--shard", OPTION_TEXT, &c.shard, "I/N",
         "play shard I of N, from 0/N; 'wend log merge' joins the logs"},
        RANK_TIMEOUT_OPTION(c.timeout),
        {"--list", OPTION_FLAG, &c.list, NULL,
         "list tasks and agents; with TASK, the agents that support it"},
        {"-o", OPTION_TEXT, &c.def.out, "FILE",
         "the log; a log of the same run is resumed, any other file is refused"},
    };
    arguments a = {.command = "run",
                   .summary =
                       "Runs an agent on the episodes of a task and writes a log. Resumable: the "
                       "same command continues an interrupted run. Under mpirun the ranks share "
                       "the episodes.",
                   .operands = "TASK",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .max_operands = 1};
    int status;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    return start_run(&c, &a);
}
