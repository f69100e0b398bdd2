// wend weights: prints the contents of a weights file.
#include <stdio.h>

#include "commands.h"
#include "options.h"

#include "wend/agent.h"

static int cmd_weights_show(const char* path, const wend_policy* policy, bool json) {
    const wend_policy_def* def = &policy->def;
    size_t count = wend_network_weight_count(policy->network);
    int arrays = wend_network_parameter_count(policy->network);
    if (json) {
        wend_json_out out = {0};
        wend_json_out_object(&out, NULL);
        wend_json_out_text(&out, "agent", def->agent);
        wend_json_out_int(&out, "weights", (int64_t)count);
        wend_json_out_int(&out, "arrays", arrays);
#define X(name, standard, min, max) wend_json_out_int(&out, #name, def->name);
        WEND_POLICY_FIELDS(X)
#undef X
        wend_json_out_end(&out);
        return print_json(&out);
    }
    printf("%s: agent %s, %zu weights in %d arrays\n", path, def->agent, count, arrays);
#define X(name, standard, min, max) printf("  %-18s %d\n", #name, def->name);
    WEND_POLICY_FIELDS(X)
#undef X
    return EXIT_OK;
}

// ---- followers of instructions ------------------------------------------------------------------

static int use_follower(const wend_tensors* file, const char* path, const char* out, bool json) {
    wend_follower_info info;
    wend_error error;
    if (wend_follower_inspect(file, path, out, &info, &error) != WEND_OK)
        return report_error(&error);
    if (json) {
        wend_json_out text = {0};
        wend_json_out_object(&text, NULL);
        wend_json_out_text(&text, "agent", info.agent);
        wend_json_out_int(&text, "weights", (int64_t)info.weights);
        wend_json_out_int(&text, "arrays", info.arrays);
        wend_json_out_int(&text, "words", info.words);
        wend_json_out_text(&text, "sizes", info.sizes);
        wend_json_out_end(&text);
        return print_json(&text);
    }
    if (out)
        printf("%s\n", out);
    else
        printf("%s: agent %s, %zu weights in %d arrays, %d words\n  %s\n", path, info.agent,
               info.weights, info.arrays, info.words, info.sizes);
    return EXIT_OK;
}

// ---- policies of pixels -------------------------------------------------------------------------

static int use_policy(const char* path, const char* out, bool json) {
    wend_error error;
    wend_policy policy;
    if (wend_policy_load(path, &policy, &error) != WEND_OK) return report_error(&error);
    wend_status result = out ? wend_policy_save_half(&policy, out, &error) : WEND_OK;
    int status = result != WEND_OK ? report_error(&error)
                 : json || !out    ? cmd_weights_show(path, &policy, json)
                                   : EXIT_OK;
    wend_policy_destroy(&policy);
    if (status == EXIT_OK && out && !json) printf("%s\n", out);
    return status;
}

int command_weights(int argc, char** argv) {
    const char* out = NULL;
    bool json = false;
    const option options[] = {
        JSON_OPTION(json),
        {"-o", OPTION_TEXT, &out, "FILE", "write the weights only, as 16-bit floats",
         .endings = ".safetensors"},
    };
    arguments a = {.command = "weights",
                   .summary =
                       "Prints the contents of a file of weights. A checkpoint of wend train is "
                       "six times as large as the weights that -o writes.",
                   .operands = "FILE",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int status;
    wend_error error;
    wend_tensors file;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (wend_tensors_read(a.given[0], &file, &error) != WEND_OK) return report_error(&error);
    status = wend_follower_is_file(&file) ? use_follower(&file, a.given[0], out, json)
                                          : use_policy(a.given[0], out, json);
    wend_tensors_destroy(&file);
    return status;
}
