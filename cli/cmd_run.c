// wend run
#include <signal.h>
#include <stdio.h>

#include "commands.h"
#include "options.h"

#include "wend/agent.h"
#include "wend/oracle.h"
#include "wend/run.h"

typedef struct watcher {
    progress bar;
    bool started;
} watcher;

static void show_progress(void* context, int done, int total) {
    watcher* w = context;
    if (!w->started) w->bar = progress_start("episodes", total);
    w->started = true;
    progress_show(&w->bar, done);
}

static void show_warning(void* context, const char* sentence) {
    (void)context;
    fprintf(stderr, "wend: %s\n", sentence);
}

static void list_agent(const char* name, const char* summary, const char* tasks,
                       const char* options) {
    printf("  %-16s %s\n", name, summary);
    printf("  %-16s plays %s\n", "", tasks ? tasks : "every task");
    if (options) printf("  %-16s options, as %s:KEY=VALUE,…: %s\n", "", name, options);
}

// Those that can play the task. Nullable: task; then all.
static void list_agents(const char* task) {
    printf("agents%s%s:\n", task ? " for " : "", task ? task : "");
    for (int i = 0; i < wend_agent_count(); i++) {
        const wend_agent_kind* a = wend_agent_at(i);
        if (!task || wend_tasks_include(a->tasks, task))
            list_agent(a->name, a->summary, a->tasks, a->options);
    }
    printf("oracles%s%s (shown the truth; reports mark them):\n", task ? " for " : "",
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

// ---- signals ------------------------------------------------------------------------------------

static volatile sig_atomic_t halting_signal;  // 0: none came

static void note_signal(int number) { halting_signal = number; }

static bool is_halted(void* context) {
    (void)context;
    return halting_signal != 0;
}

// The first signal lets the run end in order, a second one of its kind ends the program at once.
static void catch_signals(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of writing
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction old, mine = {.sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND};
        sigemptyset(&mine.sa_mask);
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &mine, NULL);
    }
}

// ---- the run ------------------------------------------------------------------------------------

static void print_summary(const wend_run_def* def, const wend_run_summary* s) {
    printf("%s: %d episodes, %d resumed, %d failed", def->out, s->episodes, s->resumed, s->failed);
    if (s->environment)
        printf(" (%d by the environment: the same command plays them again)", s->environment);
    if (s->agent_errors) printf(", %d agent errors (scored 0)", s->agent_errors);
    printf("\n");
}

static int play(wend_run_def* def) {
    wend_error error;
    wend_run_summary summary;
    watcher w = {.started = false};
    def->progress = show_progress;
    def->warn = show_warning;
    def->halted = is_halted;
    def->context = &w;
    catch_signals();
    double start = seconds_now();
    wend_status result = wend_run(def, &summary, &error);
    if (w.started) progress_end(&w.bar);
    if (result != WEND_OK) return report_error(&error);
    double spent = seconds_now() - start;
    fprintf(stderr, "%d episodes in %.1f s, %.0f steps/s\n", summary.played, spent,
            (double)summary.steps / (spent + 1e-9));
    if (summary.left) {
        fprintf(stderr,
                "wend: interrupted with %d of %d episodes left to play; the same command resumes "
                "the run from %s\n",
                summary.left, summary.episodes, def->out);
        return 128 + (int)halting_signal;
    }
    print_summary(def, &summary);
    bool bad = summary.environment || (summary.failed && !def->lenient);
    return bad ? EXIT_DATA : EXIT_OK;
}

int command_run(int argc, char** argv) {
    wend_run_def def = wend_run_default_def();
    bool list = false;
    const option options[] = {
        {"--agent", OPTION_TEXT, &def.agent, "NAME",
         "who plays; some take options: NAME:KEY=VALUE,…"},
        {"--episodes", OPTION_TEXT, &def.episodes, "FILE", "the task's episodes"},
        {"--scenes", OPTION_TEXT, &def.scenes, "DIR", "where scene files of the episodes lie"},
        {"--connectivity", OPTION_TEXT, &def.graphs, "DIR",
         "viewpoint graphs; default FILE.connectivity beside the episodes"},
        {"--tours", OPTION_TEXT, &def.tours, "FILE",
         "tours of the episodes, as 'wend tours make' writes them; default: made now"},
        {"--cache", OPTION_TEXT, &def.cache, "DIR",
         "keep scenes, navmeshes and views here: the next opening takes milliseconds"},
        {"--snap", OPTION_FLAG, &def.snap, NULL, "move starts that lie off the navmesh to it"},
        {"--native", OPTION_FLAG, &def.native, NULL,
         "rescue: the agent picks, puts and opens doors itself"},
        {"--skip-bad", OPTION_FLAG, &def.lenient, NULL,
         "bad episodes are left out, and do not fail the command; missing files still do"},
        {"--overwrite", OPTION_FLAG, &def.overwrite, NULL,
         "start the log over if there is one, whatever run it is of"},
        {"--retry-failed", OPTION_FLAG, &def.retry_failed, NULL,
         "play episodes again that ended in an agent error"},
        {"--seed", OPTION_U64, &def.seed, "N", "of everything random"},
        {"--threads", OPTION_INT, &def.threads, "T", "0: one per processor", OPTION_THREADS},
        {"--rules", OPTION_TEXT, &def.rules, "R", "paper or official"},
        {"--max-steps", OPTION_INT, &def.max_steps, "N", "0: as the task has it", OPTION_LIMITS},
        {"--limit", OPTION_INT, &def.limit, "N", "only the first so many; 0: all", OPTION_LIMITS},
        {"--every", OPTION_INT, &def.every, "N", "of these the first, then every N-th; 0: all",
         OPTION_LIMITS},
        {"--list", OPTION_FLAG, &list, NULL,
         "list tasks and agents; with TASK, the agents that can play it"},
        {"-o", OPTION_TEXT, &def.out, "FILE",
         "the log; one of the same run is continued, any other file is left alone"},
    };
    arguments a = {.command = "run",
                   .summary =
                       "Plays every episode of a task into a log. A run that was killed resumes "
                       "when the same command is given again.",
                   .operands = "TASK",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .max_operands = 1};
    int status;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (list) return list_names(a.given_count ? a.given[0] : NULL);
    if (!a.given_count || !def.agent || !def.episodes || !def.out)
        return report_misuse(&a, "TASK, --agent, --episodes and -o are needed");
    def.task = a.given[0];
    return play(&def);
}
