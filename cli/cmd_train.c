// wend train
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "interrupt.h"
#include "joined.h"
#include "options.h"

#include "wend/files.h"
#include "wend/run.h"
#include "wend/train.h"

typedef struct screen {
    double start;  // of the session, or of its stage
    double last;   // report
    int stage;
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
    screen* s = context;
    if (r->stage_number != s->stage && s->stage) s->start = s->last;
    s->stage = r->stage_number;
    s->last = seconds_now();
    double spent = seconds_now() - s->start + 1e-9, rate = (double)r->session_steps / spent;
    char left[32], stage[80] = "";
    if (r->stage)
        snprintf(stage, sizeof stage, "stage %d/%d (%s): ", r->stage_number, r->stage_count,
                 r->stage);
    put_time((double)(r->steps - r->step) / rate, left, sizeof left);
    // Imitation plays no episodes: its loss is what falls.
    char means[64];
    if (isfinite(r->success))
        snprintf(means, sizeof means, "reward %.2f, success %.3f", r->reward, r->success);
    else
        snprintf(means, sizeof means, "loss %.3f", r->losses.policy);
    if (s->live || r->evaluated)
        fprintf(stderr, "%s%s%lld/%lld steps, %.0f/s, %s, entropy %.2f, %s left",
                s->live ? "\r\033[K" : "", stage, (long long)r->step, (long long)r->steps, rate,
                means, r->losses.entropy, r->step < r->steps ? left : "0 s");
    if (r->evaluated)
        fprintf(stderr, "; held-out: success %.3f, SPL %.3f\n", r->held_success, r->held_spl);
}

static void cmd_train_show_warning(void* context, const char* sentence) {
    (void)context;
    fprintf(stderr, "wend: %s\n", sentence);
}

// ---- lists --------------------------------------------------------------------------------------

static void print_agents(void) {
    for (int i = 0; i < wend_train_agent_count(); i++) {
        wend_train_agent a = wend_train_agent_at(i);
        printf("%-22s %s", a.name, a.input);
        if (a.width) printf(" %d x %d", a.width, a.height);
        printf(", hidden size %d\n", a.hidden_size);
    }
}

static const struct {
    const char *name, *summary;
} train_methods[] = {
#define X(name, word, summary) {word, summary},
    WEND_TRAIN_METHOD_LIST(X)
#undef X
};

static const struct {
    const char *name, *options, *summary;
} train_rewards[] = {
#define X(name, word, options, summary) {word, options, summary},
    WEND_REWARD_LIST(X)
#undef X
};

static void put_rewards(wend_json_out* out) {
    wend_json_out_array(out, "rewards");
    for (size_t i = 0; i < sizeof train_rewards / sizeof *train_rewards; i++) {
        wend_json_out_object(out, NULL);
        wend_json_out_text(out, "name", train_rewards[i].name);
        wend_json_out_text(out, "options", train_rewards[i].options);
        wend_json_out_text(out, "summary", train_rewards[i].summary);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}

static void put_agents(wend_json_out* out) {
    wend_json_out_array(out, "agents");
    for (int i = 0; i < wend_train_agent_count(); i++) {
        wend_train_agent a = wend_train_agent_at(i);
        wend_json_out_object(out, NULL);
        wend_json_out_text(out, "name", a.name);
        wend_json_out_text(out, "input", a.input);
        if (a.width) wend_json_out_int(out, "width", a.width);
        if (a.height) wend_json_out_int(out, "height", a.height);
        wend_json_out_int(out, "hidden_size", a.hidden_size);
        wend_json_out_bool(out, "oracle", a.oracle);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}

static void put_default(wend_json_out* out, const wend_train_field* f, const wend_train_def* def) {
    const char* at = (const char*)def + f->offset;
    char number[32];
    switch (f->kind) {
        case WEND_TRAIN_FIELD_TEXT:
        case WEND_TRAIN_FIELD_PATH:
            wend_json_out_text(out, "default", *(const char* const*)at);
            break;
        case WEND_TRAIN_FIELD_METHOD:
            wend_json_out_text(out, "default", train_methods[*(const int*)at].name);
            break;
        case WEND_TRAIN_FIELD_PRECISION:
            wend_json_out_text(out, "default", wend_precision_name(*(const wend_precision*)at));
            break;
        case WEND_TRAIN_FIELD_BOOL:
            wend_json_out_bool(out, "default", *(const bool*)at);
            break;
        case WEND_TRAIN_FIELD_FLOAT:
            snprintf(number, sizeof number, "%g", (double)*(const float*)at);
            wend_json_out_number(out, "default", strtod(number, NULL));
            break;
        case WEND_TRAIN_FIELD_INT:
            wend_json_out_int(out, "default", *(const int*)at);
            break;
        default:
            wend_json_out_int(out, "default", *(const int64_t*)at);
    }
}

static void put_fields(wend_json_out* out) {
    static const char* const types[] = {"text",    "path",   "text",    "integer", "integer",
                                        "integer", "number", "boolean", "text"};
    wend_train_def def = wend_train_default_def();
    wend_json_out_array(out, "options");
    for (int i = 0; i < wend_train_field_count(); i++) {
        const wend_train_field* f = wend_train_field_at(i);
        wend_json_out_object(out, NULL);
        wend_json_out_text(out, "name", f->name);
        wend_json_out_text(out, "option", f->option);
        wend_json_out_text(out, "type", types[f->kind]);
        put_default(out, f, &def);
        if (f->max > f->min) {
            wend_json_out_number(out, "min", f->min);
            wend_json_out_number(out, "max", f->max);
        }
        wend_json_out_bool(out, "in_stages", f->in_stages);
        wend_json_out_text(out, "help", f->help);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}

static int list_as_json(void) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    put_agents(&out);
    wend_json_out_array(&out, "methods");
    for (size_t i = 0; i < sizeof train_methods / sizeof *train_methods; i++) {
        wend_json_out_object(&out, NULL);
        wend_json_out_text(&out, "name", train_methods[i].name);
        wend_json_out_text(&out, "summary", train_methods[i].summary);
        wend_json_out_end(&out);
    }
    wend_json_out_end(&out);
    put_rewards(&out);
    put_fields(&out);
    wend_json_out_end(&out);
    return print_json(&out);
}

// ---- the command --------------------------------------------------------------------------------

static int cmd_train_learn(wend_train_def* def) {
    wend_error error;
    screen s = {.start = seconds_now(), .live = isatty(2)};
    if (wend_ranks_is_first()) {
        def->report = cmd_train_show_report;
        def->warn = cmd_train_show_warning;
    }
    def->stop = interrupt_received;
    def->context = &s;
    interrupt_catch();
    wend_status result = wend_train(def, &error);
    if (s.live && wend_ranks_is_first()) fprintf(stderr, "\n");
    result = joined_end(def->ranks, result, &error);
    if (result != WEND_OK) return interrupt_status(report_error(&error));
    printf("%s: best.safetensors, last.safetensors, curve.csv\n", def->out);
    return EXIT_OK;
}

// The options of the command: those of the settings, and a few of its own.
typedef struct train_call {
    wend_train_def def;
    const char *config, *method, *precision;
    float timeout;  // seconds that ranks wait for each other
    bool list, json, constant_rate;
    option options[64];
    arguments a;
} train_call;

static void add_option(train_call* c, option o) { c->options[c->a.option_count++] = o; }

static void add_field(train_call* c, const wend_train_field* f) {
    static const option_kind kinds[] = {OPTION_TEXT,  OPTION_TEXT, OPTION_TEXT,
                                        OPTION_INT,   OPTION_U64,  OPTION_U64,
                                        OPTION_FLOAT, OPTION_FLAG, OPTION_TEXT};
    void* value = f->kind == WEND_TRAIN_FIELD_METHOD      ? (void*)&c->method
                  : f->kind == WEND_TRAIN_FIELD_PRECISION ? (void*)&c->precision
                                                          : (void*)((char*)&c->def + f->offset);
    add_option(c, (option){f->option, kinds[f->kind], value, f->shows, f->help, f->min, f->max,
                           .old = f->old});
}

static void declare_options(train_call* c) {
    c->a = (arguments){.command = "train",
                       .summary =
                           "Trains an agent on a task. Resumable: the same command "
                           "continues an interrupted run. Under mpirun each rank trains on "
                           "--num-envs environments, and gradients are averaged.",
                       .operands = "TASK",
                       .options = c->options,
                       .max_operands = 1};
    add_option(c, (option){"--config", OPTION_TEXT, &c->config, "FILE",
                           "settings as JSON; options override them"});
    for (int i = 0; i < wend_train_field_count(); i++)
        if (wend_train_field_at(i)->option) add_field(c, wend_train_field_at(i));
    add_option(c, (option){"--constant-learning-rate", OPTION_FLAG, &c->constant_rate, NULL,
                           "no linear decay of the learning rate", .old = "--constant-rate"});
    add_option(c, (option)RANK_TIMEOUT_OPTION(c->timeout));
    add_option(c, (option){"--overwrite", OPTION_FLAG, &c->def.overwrite, NULL,
                           "remove the run in the folder and start over"});
    add_option(c,
               (option){"--list", OPTION_FLAG, &c->list, NULL,
                        "list trainable agents; with --json also methods, rewards and settings"});
    add_option(c, (option){"--json", OPTION_FLAG, &c->json, NULL, "the list as JSON"});
    add_option(c, (option){"-o", OPTION_TEXT, &c->def.out, "DIR",
                           "folder of the run; an existing run is resumed"});
}

// Fills a def with values that no option can give: texts and flags 0, numbers beyond every range.
static void fill_with_marks(wend_train_def* def) {
    for (int i = 0; i < wend_train_field_count(); i++) {
        const wend_train_field* f = wend_train_field_at(i);
        bool number = f->kind >= WEND_TRAIN_FIELD_INT && f->kind <= WEND_TRAIN_FIELD_FLOAT;
        memset((char*)def + f->offset, number ? 0x5a : 0, wend_train_field_size(f));
    }
}

// An option overrides the setting of the whole run and of every stage.
static void override_stages(const train_call* c, int argc, char** argv, wend_train_stage* stages) {
    train_call probe = {0};
    wend_train_def marks;
    int unused;
    fill_with_marks(&marks);
    fill_with_marks(&probe.def);
    declare_options(&probe);
    arguments_read(&probe.a, argc, argv, &unused);
    probe.def.play.task = probe.a.given_count ? probe.a.given[0] : NULL;
    for (int k = 0; k < wend_train_field_count(); k++) {
        const wend_train_field* f = wend_train_field_at(k);
        const char* given = (const char*)&probe.def + f->offset;
        bool is_given =
            f->kind == WEND_TRAIN_FIELD_METHOD ? probe.method != NULL
            : f->kind == WEND_TRAIN_FIELD_PRECISION
                ? probe.precision != NULL
                : memcmp(given, (const char*)&marks + f->offset, wend_train_field_size(f)) != 0;
        for (int i = 0; is_given && i < c->def.stage_count; i++)
            memcpy((char*)&stages[i].def + f->offset, (const char*)&c->def + f->offset,
                   wend_train_field_size(f));
    }
    for (int i = 0; i < c->def.stage_count; i++)
        if (probe.constant_rate) stages[i].def.decay_rate = false;
}

static int train_with(train_call* c, int argc, char** argv) {
    wend_train_stage stages[64];
    if (c->a.given_count) c->def.play.task = c->a.given[0];
    bool staged = c->def.stage_count > 0;
    if (!c->def.agent || !c->def.out || (!staged && !c->def.play.task))
        return report_misuse(&c->a, "TASK, --agent, --episodes and -o are required");
    if (c->constant_rate) c->def.decay_rate = false;
    for (int i = 0; c->method && i < WEND_TRAIN_METHOD_COUNT; i++)
        if (strcmp(c->method, train_methods[i].name) == 0) {
            c->def.method = i;
            c->method = NULL;
        }
    if (c->method)
        return report_misuse(&c->a, "--method: no method '%s'; --list --json lists them",
                             c->method);
    if (c->precision && !wend_precision_find(c->precision, &c->def.precision))
        return report_misuse(&c->a, "--precision is fp32 or bf16, not '%s'", c->precision);
    if (!staged && c->def.method != WEND_TRAIN_BC && !c->def.play.episodes)
        return report_misuse(&c->a, "TASK, --agent, --episodes and -o are required");
    for (int i = 0; i < c->def.stage_count; i++) stages[i] = c->def.stages[i];
    if (c->def.stage_count) override_stages(c, argc, argv, stages);
    c->def.stages = stages;
    int status;
    if (!joined_begin(c->timeout, &c->def.ranks, &c->def.threads, &status)) return status;
    return cmd_train_learn(&c->def);
}

int command_train(int argc, char** argv) {
    train_call c = {.def = wend_train_default_def(), .timeout = WEND_RANKS_TIMEOUT};
    wend_train_config config = {0};
    wend_error error;
    int status;
    declare_options(&c);
    if (!arguments_read(&c.a, argc, argv, &status)) return status;
    if (c.list) {
        if (c.json) return list_as_json();
        print_agents();
        return EXIT_OK;
    }
    if (c.config) {
        // Read again, over the settings of the file.
        if (wend_train_config_read(c.config, &config, &error) != WEND_OK)
            return report_error(&error);
        if (*config.renamed)
            fprintf(stderr, "wend train: %s: %s; the old names work for one release\n", c.config,
                    config.renamed);
        c.def = config.def;
        c.a.given_count = 0;
        if (!arguments_read(&c.a, argc, argv, &status)) return status;
    }
    status = train_with(&c, argc, argv);
    wend_train_config_destroy(&config);
    return status;
}
