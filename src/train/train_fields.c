// The settings of a training run, written once: names, types, ranges, options.
#include "train/train_fields.h"

#include <float.h>
#include <stddef.h>

#define AT(field)     offsetof(wend_train_def, field)
#define STAGED(...)   .in_stages = true, __VA_ARGS__
#define COUNT_MAX     1e9
#define FINITE        (double)FLT_MAX
#define TEXT(...)     WEND_TRAIN_FIELD_TEXT, __VA_ARGS__
#define PATH(...)     WEND_TRAIN_FIELD_PATH, __VA_ARGS__
#define INTEGER(...)  WEND_TRAIN_FIELD_INT, __VA_ARGS__
#define FLOATING(...) WEND_TRAIN_FIELD_FLOAT, __VA_ARGS__
#define FLAG(...)     WEND_TRAIN_FIELD_BOOL, __VA_ARGS__

// Rows omit the fields they do not use.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

// clang-format off
static const wend_train_field fields[] = {
    {"task", TEXT(AT(play.task)), .help = "task and its options", STAGED()},
    {"agent", TEXT(AT(agent)), .option = "--agent", .shows = "NAME", .help = "the agent to train"},
    {"method", WEND_TRAIN_FIELD_METHOD, AT(method), .option = "--method", .shows = "NAME",
     .help = "training method; --list lists them", STAGED()},
    {"reward", TEXT(AT(reward)), .option = "--reward", .shows = "NAME",
     .help = "reward in place of the task's; --list --json lists them", STAGED()},
    {"episodes", PATH(AT(play.episodes)), .option = "--episodes", .shows = "FILE",
     .help = "training episodes", STAGED()},
    {"held_out", PATH(AT(held_out)), .option = "--held-out", .shows = "FILE",
     .help = "held-out episodes; they select the best weights", STAGED()},
    {"pretrained_weights", PATH(AT(from)), .option = "--pretrained-weights", .shows = "FILE",
     .help = "initial weights", .old = "--from"},
    {"steps", WEND_TRAIN_FIELD_INT64, AT(steps), 1, 1e15, "--steps", "N",
     "environment steps, summed over environments", STAGED()},
    {"scenes", PATH(AT(play.scenes)), .option = "--scenes", .shows = "DIR",
     .help = "folder of the scene files", STAGED()},
    {"graphs", PATH(AT(play.graphs)), .option = "--connectivity", .shows = "DIR",
     .help = "folder of viewpoint graphs", STAGED()},
    {"observations", PATH(AT(play.observations)), .option = "--observations", .shows = "PATH",
     .help = "captions and detections of viewpoints: a folder, or a file of wend features",
     STAGED()},
    {"tours", PATH(AT(play.tours)), .help = "file of tours", STAGED()},
    {"cache", PATH(AT(play.cache)), .option = "--cache", .shows = "DIR",
     .help = "cache of scenes and navmeshes"},
    {"rules", TEXT(AT(play.rules)), .option = "--rules", .shows = "R",
     .help = "paper or official", STAGED()},
    {"seed", WEND_TRAIN_FIELD_SEED, AT(play.seed), .option = "--seed", .shows = "N",
     .help = "random seed"},
    {"threads", INTEGER(AT(threads)), 0, 1024, "--threads", "T", "threads; 0: one per processor"},
    {"num_envs", INTEGER(AT(num_envs)), 1, 4096, "--num-envs", "N", "parallel environments",
     STAGED(.old = "--bodies")},
    {"rollout", INTEGER(AT(rollout)), 1, 4096, "--rollout", "N",
     "steps per environment and update", STAGED()},
    {"epochs", INTEGER(AT(epochs)), 1, 1000, "--epochs", "N", "PPO epochs per update", STAGED()},
    {"minibatches", INTEGER(AT(minibatches)), 1, 4096, "--minibatches", "N",
     "minibatches per epoch", STAGED(.old = "--parts")},
    {"learning_rate", FLOATING(AT(learning_rate)), 0, FINITE, "--learning-rate", "X",
     "learning rate", STAGED(.old = "--rate")},
    {"decay_learning_rate", FLAG(AT(decay_rate)),
     .help = "linear decay of the learning rate to 0", STAGED()},
    {"epsilon", FLOATING(AT(epsilon)), 0, 1, .help = "Adam's epsilon", STAGED()},
    {"clip", FLOATING(AT(clip)), 0, FINITE, .help = "PPO's clip range", STAGED()},
    {"decay_clip", FLAG(AT(decay_clip)), .help = "linear decay of the clip range to 0", STAGED()},
    {"gamma", FLOATING(AT(gamma)), 0, 1, .help = "discount", STAGED()},
    {"lambda", FLOATING(AT(lambda)), 0, 1, .help = "GAE's lambda", STAGED()},
    {"value_coef", FLOATING(AT(value_weight)), 0, FINITE, .help = "value coefficient", STAGED()},
    {"entropy_coef", FLOATING(AT(entropy_weight)), 0, FINITE, "--entropy-coef", "X",
     "entropy coefficient", STAGED(.old = "--entropy")},
    {"object_coef", FLOATING(AT(object_weight)), 0, FINITE,
     .help = "coefficient of object recognition, in agents with that head", STAGED()},
    {"max_grad_norm", FLOATING(AT(max_grad_norm)), 0, FINITE, "--max-grad-norm", "X",
     "max norm of the gradient", STAGED(.old = "--gradient-limit")},
    {"normalize_advantage", FLAG(AT(normalize)), .option = "--normalize-advantage",
     .help = "advantages to mean 0, standard deviation 1", STAGED(.old = "--normalize")},
    {"max_steps", INTEGER(AT(play.max_steps)), 0, COUNT_MAX, "--max-steps", "N",
     "step limit of an episode; 0: the task's", STAGED()},
    {"save_every", INTEGER(AT(save_every)), 1, COUNT_MAX, "--save-every", "N",
     "updates per checkpoint", STAGED()},
    {"evaluate_every", INTEGER(AT(evaluate_every)), 1, COUNT_MAX, "--evaluate-every", "N",
     "checkpoints per evaluation", STAGED()},
    {"evaluate_episodes", INTEGER(AT(evaluate_episodes)), 0, COUNT_MAX, "--evaluate-episodes", "N",
     "held-out episodes per evaluation; 0: all", STAGED()},
#define X(name, word, outputs)                                                        \
    {"aux." word, FLOATING(AT(aux[WEND_POLICY_AUX_##name])), 0, FINITE,                \
     .help = "coefficient of the auxiliary loss '" word "'; 0: no such head", STAGED()},
    WEND_POLICY_AUX_LIST(X)
#undef X
    {"precision", WEND_TRAIN_FIELD_PRECISION, AT(precision), .option = "--precision", .shows = "P",
     .help = "of matrix products: fp32 or bf16", STAGED()},
    {"straggler_cutoff", FLOATING(AT(straggler_cutoff)), 0, 1, "--straggler-cutoff", "F",
     "under mpirun: end rollouts once this fraction of the ranks has finished theirs; results then "
     "depend on timing; 0: wait for all", STAGED()},
    {"demos", PATH(AT(demos)), .option = "--demos", .shows = "DIR",
     .help = "demonstration set of bc", STAGED()},
    {"expert", TEXT(AT(expert)), .option = "--expert", .shows = "NAME",
     .help = "the oracle that dagger imitates", STAGED()},
    {"inflection_weight", FLOATING(AT(inflection_weight)), 0, 1000,
     .help = "weight of steps whose expert action changes; 0: their inverse frequency", STAGED()},
    {"dagger.iterations", INTEGER(AT(dagger_iterations)), 1, 10000,
     .help = "collections of demonstrations", STAGED()},
    {"dagger.episodes", INTEGER(AT(dagger_episodes)), 1, 1e6,
     .help = "episodes per collection", STAGED()},
    {"dagger.beta", FLOATING(AT(dagger_beta)), 0, 1,
     .help = "collection k follows the expert with probability beta^k", STAGED()},
    {"follower.dropout", FLOATING(AT(follower.dropout)), 0, 0.95,
     .help = "dropout of instruction followers", STAGED()},
    {"follower.environment_dropout", FLOATING(AT(follower.environment_dropout)), 0, 0.95,
     .help = "share of the words that all views of an episode lack", STAGED()},
    {"follower.teacher_forcing", FLOATING(AT(follower.teacher_forcing)), 0, 1,
     .help = "dagger: share of updates along the expert's trajectories", STAGED()},
    {"follower.imitation_coef", FLOATING(AT(follower.imitation_weight)), 0, FINITE,
     .help = "a2c: coefficient of teacher-forced imitation beside it", STAGED()},
    {"follower.average", FLOATING(AT(follower.average)), 0, 1,
     .help = "decay of the moving average of weights that is evaluated; 0: the last", STAGED()},
    {"follower.sizes", TEXT(AT(follower.sizes)),
     .help = "sizes of a new network: 'name=value …', or 'paper' (hamt)"},
    {"follower.no_views", FLAG(AT(follower.no_views)),
     .help = "ablation: without words of views"},
    {"follower.no_language", FLAG(AT(follower.no_language)),
     .help = "ablation: without words of instructions"},
#define X(name, word, share)                                                            \
    {"proxies." word, FLOATING(AT(proxies[WEND_TRAIN_PROXY_##name])), 0, FINITE,         \
     .help = "pretrain: share of updates with the proxy task '" word "'", STAGED()},
    WEND_TRAIN_PROXY_LIST(X)
#undef X
    {"until.success", FLOATING(AT(until_success)), 0, 1, "--until-success", "X",
     "end when the success in training reaches X; 0: never", STAGED()},
    {"until.episodes", INTEGER(AT(until_episodes)), 1, 100,
     .help = "training episodes of that success", STAGED()},
};
// clang-format on

int wend_train_field_count(void) { return (int)(sizeof fields / sizeof *fields); }
const wend_train_field* wend_train_field_at(int index) { return &fields[index]; }

size_t wend_train_field_size(const wend_train_field* f) {
    switch (f->kind) {
        case WEND_TRAIN_FIELD_TEXT:
        case WEND_TRAIN_FIELD_PATH:
            return sizeof(const char*);
        case WEND_TRAIN_FIELD_METHOD:
        case WEND_TRAIN_FIELD_INT:
            return sizeof(int);
        case WEND_TRAIN_FIELD_INT64:
            return sizeof(int64_t);
        case WEND_TRAIN_FIELD_SEED:
            return sizeof(uint64_t);
        case WEND_TRAIN_FIELD_FLOAT:
            return sizeof(float);
        case WEND_TRAIN_FIELD_BOOL:
            return sizeof(bool);
        case WEND_TRAIN_FIELD_PRECISION:
            return sizeof(wend_precision);
    }
    return 0;
}

bool train_stage_name_fits(const char* name) {
    size_t length = strlen(name);
    return length > 0 && length <= TRAIN_STAGE_NAME &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") ==
               length;
}

// ---- values -------------------------------------------------------------------------------------

static const char* const method_words[] = {
#define X(name, word, summary) word,
    WEND_TRAIN_METHOD_LIST(X)
#undef X
};

const char* train_method_word(int method) { return method_words[method]; }

bool train_method_find(const char* word, int* method) {
    for (int i = 0; i < WEND_TRAIN_METHOD_COUNT; i++)
        if (strcmp(method_words[i], word) == 0) {
            *method = i;
            return true;
        }
    return false;
}

bool train_field_is_number(const wend_train_field* f) {
    return f->kind == WEND_TRAIN_FIELD_INT || f->kind == WEND_TRAIN_FIELD_INT64 ||
           f->kind == WEND_TRAIN_FIELD_FLOAT;
}

double train_field_number(const wend_train_field* f, const wend_train_def* def) {
    const char* at = (const char*)def + f->offset;
    if (f->kind == WEND_TRAIN_FIELD_INT) return *(const int*)at;
    if (f->kind == WEND_TRAIN_FIELD_INT64) return (double)*(const int64_t*)at;
    return (double)*(const float*)at;
}

wend_status train_fields_check(const wend_train_def* def, wend_error* error) {
    for (int i = 0; i < wend_train_field_count(); i++) {
        const wend_train_field* f = &fields[i];
        if (!train_field_is_number(f)) continue;
        double value = train_field_number(f, def);
        if (!(value >= f->min && value <= f->max))
            return wend_fail(error, WEND_ARGUMENT, "%s must be in [%g, %g], not %g", f->name,
                             f->min, f->max, value);
    }
    if (def->method < 0 || def->method >= WEND_TRAIN_METHOD_COUNT)
        return wend_fail(error, WEND_ARGUMENT, "method must be in [0, %d], not %d",
                         WEND_TRAIN_METHOD_COUNT - 1, def->method);
    return WEND_OK;
}
