// wend instructions: texts for paths by a speaker, and their score.
#include <stdio.h>

#include "commands.h"
#include "options.h"

#include "wend/metrics.h"
#include "wend/train.h"

int command_instructions_generate(int argc, char** argv) {
    wend_speak_def def = wend_speak_default_def();
    const char* out = NULL;
    float temperature = 0;
    const option options[] = {
        {"--speaker", OPTION_TEXT, &def.weights, "FILE",
         "weights of a speaker (wend train r2r --agent speaker)"},
        {"--episodes", OPTION_TEXT, &def.play.episodes, "FILE", "paths in R2R's format"},
        {"--connectivity", OPTION_TEXT, &def.play.graphs, "DIR", "viewpoint graphs"},
        {"--observations", OPTION_TEXT, &def.play.observations, "DIR|FILE",
         "captions and detections of the viewpoints"},
        {"--instructions", OPTION_INT, &def.instructions, "N", "instructions per path", 1, 100},
        {"--temperature", OPTION_FLOAT, &temperature, "T",
         "of sampled words; 0: the most probable ones", 0, 100},
        {"--seed", OPTION_U64, &def.play.seed, "N", "random seed of sampled words"},
        {"--threads", OPTION_INT, &def.threads, "T", "0: one per processor", OPTION_LIMITS},
        {"-o", OPTION_TEXT, &out, "FILE", "output: .json or .json.gz", .endings = ".json .json.gz"},
    };
    arguments a = {.command = "instructions generate",
                   .summary =
                       "Describes paths on viewpoint graphs with a trained speaker; writes "
                       "them with the new instructions in R2R's format.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status, count;
    wend_error error;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    const char* missing = !def.weights             ? "--speaker FILE"
                          : !def.play.episodes     ? "--episodes FILE"
                          : !def.play.graphs       ? "--connectivity DIR"
                          : !def.play.observations ? "--observations DIR"
                          : !out                   ? "-o FILE"
                                                   : NULL;
    if (missing) return report_misuse(&a, "%s is required", missing);
    def.play.task = "r2r";
    def.temperature = (double)temperature;
    if (wend_speak(&def, out, &count, &error) != WEND_OK) return report_error(&error);
    printf("%s: %d paths, %d instructions\n", out, count, count * def.instructions);
    return EXIT_OK;
}

int command_instructions_score(int argc, char** argv) {
    const char* reference = NULL;
    bool json = false;
    const option options[] = {
        {"--episodes", OPTION_TEXT, &reference, "FILE", "R2R episodes with human instructions"},
        {"--json", OPTION_FLAG, &json, NULL, "print JSON"},
    };
    arguments a = {.command = "instructions score",
                   .summary =
                       "Compares generated instructions with human ones of the same paths: "
                       "BLEU-4 over the file, each text against all references of its path.",
                   .operands = "GENERATED.json",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int status;
    wend_error error;
    wend_bleu bleu;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!reference) return report_misuse(&a, "--episodes FILE is required");
    if (wend_bleu_score(a.given[0], reference, &bleu, &error) != WEND_OK)
        return report_error(&error);
    if (json)
        printf(
            "{\"bleu\": %.6f, \"bleu_1\": %.6f, \"texts\": %d, \"words\": %.4f, "
            "\"reference_words\": %.4f}\n",
            bleu.bleu[3], bleu.bleu[0], bleu.texts, bleu.words, bleu.reference_words);
    else
        printf("%s: BLEU-4 %.3f, BLEU-1 %.3f; %d texts of %.1f words on average, references %.1f\n",
               a.given[0], bleu.bleu[3], bleu.bleu[0], bleu.texts, bleu.words,
               bleu.reference_words);
    return EXIT_OK;
}
