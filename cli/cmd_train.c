// wend train
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "commands.h"
#include "joined.h"
#include "options.h"

#include "wend/train.h"

typedef struct screen {
    double start;
    bool live;  // stderr is a terminal: the progress line is rewritten in place
} screen;

static void put_time(double seconds, char* text, size_t size) {
    if (seconds < 100)
        snprintf(text, size, "%.0f s", seconds);
    else if (seconds < 100 * 60)
        snprintf(text, size, "%.0f min", seconds / 60);
    else
        snprintf(text, size, "%.1f h", seconds / 3600);
}

static void cmd_train_show_report(void* context, const wend_train_report* r) {
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
        fprintf(stderr, "; held-out: success %.3f, SPL %.3f\n", r->held_success, r->held_spl);
}

static void cmd_train_show_warning(void* context, const char* sentence) {
    (void)context;
    fprintf(stderr, "wend: %s\n", sentence);
}

static void list_policies(void) {
    for (int i = 0; i < wend_policy_count(); i++) {
        const wend_policy_def* p = wend_policy_at(i);
        printf("%-22s images %d x %d, hidden size %d\n", p->agent, p->width, p->height,
               p->memory_size);
    }
}

// ---- signals ------------------------------------------------------------------------------------

static volatile sig_atomic_t caught;  // the received signal; 0: none

static void catch_signal(int number) { caught = number; }

static bool should_stop(void* context) {
    (void)context;
    return caught != 0;
}

// The first signal ends training after the current step; the second terminates at once.
static void install_handlers(void) {
    struct sigaction action = {.sa_handler = catch_signal, .sa_flags = (int)SA_RESETHAND};
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction before;
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
    signal(SIGXFSZ, SIG_IGN);  // exceeding RLIMIT_FSIZE becomes a write error, like a full disk
}

// ---- the command --------------------------------------------------------------------------------

static int cmd_train_learn(wend_train_def* def) {
    wend_error error;
    screen s = {.start = seconds_now(), .live = isatty(2)};
    if (wend_ranks_is_first()) {
        def->report = cmd_train_show_report;
        def->warn = cmd_train_show_warning;
    }
    def->stop = should_stop;
    def->context = &s;
    install_handlers();
    wend_status result = wend_train(def, &error);
    if (s.live && wend_ranks_is_first()) fprintf(stderr, "\n");
    result = joined_end(def->ranks, result, &error);
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
    const char* precision = "fp32";
    float timeout = WEND_RANKS_TIMEOUT;
    const option options[] = {
        {"--agent", OPTION_TEXT, &def.agent, "NAME", "the agent to train"},
        {"--episodes", OPTION_TEXT, &def.play.episodes, "FILE", "training episodes"},
        {"--held-out", OPTION_TEXT, &def.held_out, "FILE",
         "held-out episodes; they select the best weights"},
        {"--pretrained-weights", OPTION_TEXT, &def.from, "FILE", "initial weights",
         .old = "--from"},
        {"--steps", OPTION_U64, &steps, "N", "environment steps, summed over environments", 1,
         1e15},
        {"--scenes", OPTION_TEXT, &def.play.scenes, "DIR", "folder of the scene files"},
        {"--cache", OPTION_TEXT, &def.play.cache, "DIR", "cache of scenes and navmeshes"},
        {"--rules", OPTION_TEXT, &def.play.rules, "R", "paper or official"},
        {"--seed", OPTION_U64, &def.play.seed, "N", "random seed"},
        {"--threads", OPTION_INT, &def.threads, "T", "threads; 0: one per processor",
         OPTION_THREADS},
        {"--num-envs", OPTION_INT, &def.num_envs, "N", "parallel environments", 1, 4096,
         .old = "--bodies"},
        {"--rollout", OPTION_INT, &def.rollout, "N", "steps per environment and update", 1, 4096},
        {"--epochs", OPTION_INT, &def.epochs, "N", "PPO epochs per update", 1, 1000},
        {"--minibatches", OPTION_INT, &def.minibatches, "N", "minibatches per epoch", 1, 4096,
         .old = "--parts"},
        {"--learning-rate", OPTION_FLOAT, &def.learning_rate, "X", "learning rate", 0, 1000,
         .old = "--rate"},
        {"--constant-learning-rate", OPTION_FLAG, &constant_rate, NULL,
         "no linear decay of the learning rate", .old = "--constant-rate"},
        {"--entropy-coef", OPTION_FLOAT, &def.entropy_weight, "X", "entropy coefficient", 0, 1000,
         .old = "--entropy"},
        {"--max-grad-norm", OPTION_FLOAT, &def.max_grad_norm, "X", "max norm of the gradient", 0,
         1e6, .old = "--gradient-limit"},
        {"--precision", OPTION_TEXT, &precision, "P", "of matrix products: fp32 or bf16"},
        {"--normalize-advantage", OPTION_FLAG, &def.normalize, NULL,
         "advantages to mean 0, standard deviation 1", .old = "--normalize"},
        {"--max-steps", OPTION_INT, &def.play.max_steps, "N",
         "step limit of an episode; 0: the task's", OPTION_LIMITS},
        {"--save-every", OPTION_INT, &def.save_every, "N", "updates per checkpoint", OPTION_COUNTS},
        {"--evaluate-every", OPTION_INT, &def.evaluate_every, "N", "checkpoints per evaluation",
         OPTION_COUNTS},
        {"--evaluate-episodes", OPTION_INT, &def.evaluate_episodes, "N",
         "held-out episodes per evaluation; 0: all", OPTION_LIMITS},
        {"--overwrite", OPTION_FLAG, &def.overwrite, NULL,
         "remove the run in the folder and start over"},
        {"--straggler-cutoff", OPTION_FLOAT, &def.straggler_cutoff, "F",
         "under mpirun: end rollouts once this fraction of the ranks has finished theirs; results "
         "then depend on timing; 0: wait for all",
         0, 1},
        RANK_TIMEOUT_OPTION(timeout),
        {"--list", OPTION_FLAG, &list, NULL, "list trainable agents"},
        {"-o", OPTION_TEXT, &def.out, "DIR", "folder of the run; an existing run is resumed"},
    };
    arguments a = {.command = "train",
                   .summary =
                       "Trains an agent on a task with PPO. Resumable: the same command continues "
                       "an interrupted run. Under mpirun each rank trains on --num-envs "
                       "environments, and gradients are averaged.",
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
    if (!a.given_count || !def.agent || !def.play.episodes || !def.out)
        return report_misuse(&a, "TASK, --agent, --episodes and -o are required");
    if (!wend_precision_find(precision, &def.precision))
        return report_misuse(&a, "--precision is fp32 or bf16, not '%s'", precision);
    def.play.task = a.given[0];
    def.steps = (int64_t)steps;
    def.decay_rate = !constant_rate;
    if (!joined_begin(timeout, &def.ranks, &def.threads, &status)) return status;
    return cmd_train_learn(&def);
}
