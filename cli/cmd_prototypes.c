// wend prototypes: builds and evaluates the prototype table of the lexical localizer.
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "options.h"
#include "region_samples.h"
#include "scene_list.h"

static wend_status cmd_prototypes_collect(const char* scenes, const region_samples_def* def,
                                          region_samples* samples, wend_error* error) {
    scene_list list = {0};
    WEND_TRY(scene_list_parse(scenes, &list, error));
    progress bar = progress_start("scenes", list.count);
    wend_status status = WEND_OK;
    for (int i = 0; i < list.count && status == WEND_OK; i++) {
        status = region_samples_add(samples, list.names[i], def, error);
        progress_show(&bar, i + 1);
    }
    progress_end(&bar);
    scene_list_destroy(&list);
    return status;
}

// ---- make ---------------------------------------------------------------------------------------

static wend_status write_table(const region_samples* samples, int max, uint64_t seed,
                               const char* path, wend_error* error) {
    int count = (int)samples->count;
    wend_prototypes_size size = {0};
    wend_prototype_sample* known = wend_alloc_zero((size_t)count + 1, sizeof *known);
    if (!known) return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d samples", count);
    for (int i = 0; i < count; i++) {
        const region_sample* s = &samples->regions[i];
        known[i] = (wend_prototype_sample){.category = s->category,
                                           .color = s->color,
                                           .material = s->material,
                                           .held_out = s->held_out,
                                           .pixels = s->pixels};
        memcpy(known[i].features, s->features, sizeof known[i].features);
    }
    wend_status status = wend_prototypes_write(known, count, max, seed, path, &size, error);
    wend_free(known);
    if (status == WEND_OK)
        printf("%s: %d prototypes from %d regions of %d images, %zu bytes\n", path, size.rows,
               count, samples->pictures, size.bytes);
    return status;
}

int command_prototypes_make(int argc, char** argv) {
    region_samples_def def = {.pictures = 40, .side = 672, .seed = 0};
    int max_prototypes = 400;
    const char* out = "prototypes.bin";
    const option options[] = {
        {"--images", OPTION_INT, &def.pictures, "N", "images rendered per scene", 1, 1e5,
         .old = "--pictures"},
        {"--max-prototypes", OPTION_INT, &max_prototypes, "N", "max prototypes per category", 1,
         1e5, .old = "--cap"},
        {"--seed", OPTION_U64, &def.seed, "N", "random seed of the poses"},
        {"-o", OPTION_TEXT, &out, "FILE", "output file", .endings = ".bin"},
    };
    arguments a = {.command = "prototypes make",
                   .summary = "Builds the prototype table of the lexical localizer.",
                   .operands = "SCENES",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int exit_status;
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    wend_error error = {0};
    region_samples samples = {0};
    wend_status status = cmd_prototypes_collect(a.given[0], &def, &samples, &error);
    if (status == WEND_OK) status = write_table(&samples, max_prototypes, def.seed, out, &error);
    region_samples_destroy(&samples);
    return status == WEND_OK ? EXIT_OK : report_error(&error);
}

// ---- test ---------------------------------------------------------------------------------------

typedef struct category_score {
    int taken, right;        // regions classified as this category; of these: correctly
    int known, known_right;  // regions of this category, training assets; of these: correct
    int held, held_right;    // the same for held-out assets
} category_score;

static void score_regions(const region_samples* samples, float min, category_score* scores) {
    for (size_t i = 0; i < samples->count; i++) {
        const region_sample* s = &samples->regions[i];
        if (s->pixels < 25) continue;
        bool right = s->share >= min && s->best.category == s->category;
        if (s->best.share >= min) {
            scores[s->best.category].taken++;
            scores[s->best.category].right += right;
        }
        category_score* own = &scores[s->category];
        if (s->held_out) {
            own->held++;
            own->held_right += right;
        } else {
            own->known++;
            own->known_right += right;
        }
    }
}

static double cmd_prototypes_share(int part, int whole) { return whole ? 100.0 * part / whole : 0; }

// Mean fit of the material words to objects of that material, and of "small" to small and to other
// objects. Held-out assets only.
static void cmd_prototypes_print_words(const region_samples* samples) {
    double fits[WEND_MATERIAL_TYPE_COUNT] = {0}, small[2] = {0};
    int counts[WEND_MATERIAL_TYPE_COUNT] = {0}, sizes[2] = {0};
    for (size_t i = 0; i < samples->count; i++) {
        const region_sample* s = &samples->regions[i];
        if (s->pixels < 25 || !s->held_out || !s->category) continue;
        fits[s->material] += (double)s->made_so;
        counts[s->material]++;
        small[s->is_small] += (double)s->small;
        sizes[s->is_small]++;
    }
    printf("mean fit of words, held-out assets:");
    for (int c = 1; c < WEND_MATERIAL_TYPE_COUNT; c++)
        if (counts[c] >= 10)
            printf(" %s %.2f,", wend_material_type_name((wend_material_type)c),
                   fits[c] / counts[c]);
    printf(" small %.2f (others %.2f)\n", sizes[1] ? small[1] / sizes[1] : 0,
           sizes[0] ? small[0] / sizes[0] : 0);
}

static void print_scores(const region_samples* samples, const category_score* scores) {
    printf("%-22s %7s %8s %9s %7s %8s %8s\n", "category", "objects", "regions", "precision",
           "recall", "held out", "recall");
    for (int c = 1; c < WEND_CATEGORY_COUNT; c++) {
        const category_score* s = &scores[c];
        if (s->known + s->held < 10) continue;
        printf("%-22s %7d %8d %9.0f %7.0f %8d %8.0f\n", wend_category_at((wend_category)c)->name,
               samples->seen[c], s->known, cmd_prototypes_share(s->right, s->taken),
               cmd_prototypes_share(s->known_right, s->known), s->held,
               cmd_prototypes_share(s->held_right, s->held));
    }
    cmd_prototypes_print_words(samples);
    printf("%d images, %.1f ms per image\n", samples->pictures,
           1000 * samples->seconds / (samples->pictures ? samples->pictures : 1));
}

int command_prototypes_test(int argc, char** argv) {
    region_samples_def def = {.pictures = 40, .side = 672, .seed = 1};
    float min = 0.5f;
    const option options[] = {
        {"--images", OPTION_INT, &def.pictures, "N", "images rendered per scene", 1, 1e5,
         .old = "--pictures"},
        {"--threshold", OPTION_FLOAT, &min, "X", "min share at which a region gets a category", 0,
         1, .old = "--least"},
        {"--seed", OPTION_U64, &def.seed, "N", "random seed of the poses"},
    };
    arguments a = {
        .command = "prototypes test",
        .summary = "Evaluates the regions of the lexical localizer against ground truth.",
        .operands = "SCENES",
        .options = options,
        .option_count = OPTION_COUNT(options),
        .min_operands = 1,
        .max_operands = 1};
    int exit_status;
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    wend_error error = {0};
    region_samples samples = {0};
    category_score scores[WEND_CATEGORY_COUNT];
    memset(scores, 0, sizeof scores);
    wend_status status = cmd_prototypes_collect(a.given[0], &def, &samples, &error);
    if (status == WEND_OK) {
        score_regions(&samples, min, scores);
        print_scores(&samples, scores);
    }
    region_samples_destroy(&samples);
    return status == WEND_OK ? EXIT_OK : report_error(&error);
}
