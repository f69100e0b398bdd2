// wend train
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "commands.h"
#include "options.h"

#include "wend/train.h"

typedef struct screen {
    double start;
    bool live;  // a terminal: the line rewrites itself
} screen;

static void put_time(double seconds, char* text, size_t size) {
    if (seconds < 100)
        snprintf(text, size, "%.0f s", seconds);
    else if (seconds < 100 * 60)
        snprintf(text, size, "%.0f min", seconds / 60);
    else
        snprintf(text, size, "%.1f h", seconds / 3600);
}

static void show_report(void* context, const wend_train_report* r) {
    const screen* s = context;
    double spent = seconds_now() - s->start + 1e-9, rate = (double)r->session_steps / spent;
    char left[32];
    put_time((double)(r->steps - r->step) / rate, left, sizeof left);
    if (s->live || r->evaluated)
        fprintf(stderr,
                "%s%lld/%lld steps, %.0f/s, reward %.2f, success %.3f, entropy %.2f, %s left",
                s->live ? "\r\033[K" : "", (long long)r->step, (long long)r->steps, rate, r->reward,
                r->success, r->losses.entropy, r->step < r->steps ? left : "0 s");
    if (r->evaluated)
        fprintf(stderr, "; held out: success %.3f, SPL %.3f\n", r->held_success, r->held_spl);
}

static void show_warning(void* context, const char* sentence) {
    (void)context;
    fprintf(stderr, "wend: %s\n", sentence);
}

static void list_policies(void) {
    for (int i = 0; i < wend_policy_count(); i++) {
        const wend_policy_def* p = wend_policy_at(i);
        printf("%-22s pictures %d x %d, memory of %d\n", p->agent, p->width, p->height,
               p->memory_size);
    }
}

// ---- signals ------------------------------------------------------------------------------------

static volatile sig_atomic_t caught;  // the signal that asks to end; 0: none

static void catch_signal(int number) { caught = number; }

static bool should_stop(void* context) {
    (void)context;
    return caught != 0;
}

// The first one ends the run behind the step under way, the second one the program at once.
static void install_handlers(void) {
    struct sigaction action = {.sa_handler = catch_signal, .sa_flags = (int)SA_RESETHAND};
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction before;
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
    signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is an error like a full disk
}

// ---- the command --------------------------------------------------------------------------------

static int learn(wend_train_def* def) {
    wend_error error;
    screen s = {.start = seconds_now(), .live = isatty(2)};
    def->report = show_report;
    def->warn = show_warning;
    def->stop = should_stop;
    def->context = &s;
    install_handlers();
    wend_status result = wend_train(def, &error);
    if (s.live) fprintf(stderr, "\n");
    if (result != WEND_OK) {
        int status = report_error(&error);
        return caught ? 128 + caught : status;
    }
    printf("%s: best.safetensors, last.safetensors, curve.csv\n", def->out);
    return EXIT_OK;
}

int command_train(int argc, char** argv) {
    wend_train_def def = wend_train_default_def();
    uint64_t steps = (uint64_t)def.steps;
    bool list = false, constant_rate = false;
    const option options[] = {
        {"--agent", OPTION_TEXT, &def.agent, "NAME", "who learns"},
        {"--episodes", OPTION_TEXT, &def.episodes, "FILE", "that it learns from"},
        {"--held-out", OPTION_TEXT, &def.held_out, "FILE",
         "that tell how well it does; the best weights are kept by them"},
        {"--from", OPTION_TEXT, &def.from, "FILE", "begin with these weights, of an easier lesson"},
        {"--steps", OPTION_U64, &steps, "N", "of all bodies together", 1, 1e15},
        {"--scenes", OPTION_TEXT, &def.scenes, "DIR", "where scene files of the episodes lie"},
        {"--cache", OPTION_TEXT, &def.cache, "DIR", "keep scenes here: they open in milliseconds"},
        {"--rules", OPTION_TEXT, &def.rules, "R", "paper or official"},
        {"--seed", OPTION_U64, &def.seed, "N", "of everything random"},
        {"--threads", OPTION_INT, &def.threads, "T", "0: one per processor", OPTION_THREADS},
        {"--bodies", OPTION_INT, &def.bodies, "N", "that play at once", 1, 4096},
        {"--rollout", OPTION_INT, &def.rollout, "N", "steps of each body before it learns", 1,
         4096},
        {"--epochs", OPTION_INT, &def.epochs, "N", "times the same steps are learned from", 1,
         1000},
        {"--parts", OPTION_INT, &def.parts, "N", "minibatches of an epoch", 1, 4096},
        {"--rate", OPTION_FLOAT, &def.learning_rate, "X", "learning rate", 0, 1000},
        {"--constant-rate", OPTION_FLAG, &constant_rate, NULL, "it does not fall to 0"},
        {"--entropy", OPTION_FLOAT, &def.entropy_weight, "X", "how much trying out is worth", 0,
         1000},
        {"--gradient-limit", OPTION_FLOAT, &def.gradient_limit, "X", "longer ones are cut", 0, 1e6},
        {"--normalize", OPTION_FLAG, &def.normalize, NULL, "advantages to mean 0, deviation 1"},
        {"--max-steps", OPTION_INT, &def.max_steps, "N", "of an episode; 0: as the task has it",
         OPTION_LIMITS},
        {"--save-every", OPTION_INT, &def.save_every, "N", "updates", OPTION_COUNTS},
        {"--evaluate-every", OPTION_INT, &def.evaluate_every, "N", "checkpoints", OPTION_COUNTS},
        {"--evaluate-episodes", OPTION_INT, &def.evaluate_episodes, "N", "0: all held out",
         OPTION_LIMITS},
        {"--overwrite", OPTION_FLAG, &def.overwrite, NULL,
         "remove the run that is in the folder and start over"},
        {"--list", OPTION_FLAG, &list, NULL, "list who can learn"},
        {"-o", OPTION_TEXT, &def.out, "DIR", "the folder of the run; one that exists is resumed"},
    };
    arguments a = {
        .command = "train",
        .summary =
            "Trains an agent on a task by PPO, into a folder. Killed or interrupted, the same "
            "command resumes it.",
        .operands = "TASK",
        .options = options,
        .option_count = OPTION_COUNT(options),
        .max_operands = 1};
    int status;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (list) {
        list_policies();
        return EXIT_OK;
    }
    if (!a.given_count || !def.agent || !def.episodes || !def.out)
        return report_misuse(&a, "TASK, --agent, --episodes and -o are needed");
    def.task = a.given[0];
    def.steps = (int64_t)steps;
    def.decay_rate = !constant_rate;
    return learn(&def);
}
