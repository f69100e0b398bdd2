// wend prototypes: the table the lexical localizer compares regions with: made, and tested.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "commands.h"
#include "options.h"
#include "perceive/prototypes.h"
#include "region_samples.h"
#include "scene_list.h"

static wend_status collect(const char* scenes, const region_samples_def* def,
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

typedef struct table_row {
    prototype_row row;
    uint8_t category;
} table_row;

static int by_bytes(const void* a, const void* b) { return memcmp(a, b, sizeof(table_row)); }

// At most `cap` rows of each category, three times as many of what is no one thing.
static int choose_rows(const region_samples* samples, int cap, uint64_t seed, table_row* rows) {
    int count = 0, total = (int)samples->regions.count;
    wend_rng rng = wend_rng_for(seed, "prototypes", "choice");
    for (int c = 0; c < WEND_CATEGORY_COUNT; c++) {
        int left = 0, wanted = c ? cap : 3 * cap;
        for (int i = 0; i < total; i++) {
            const region_sample* s = &samples->regions.items[i];
            left += s->category == (wend_category)c && !(s->held_out && c);
        }
        for (int i = 0; i < total && wanted > 0; i++) {
            const region_sample* s = &samples->regions.items[i];
            if (s->category != (wend_category)c || (s->held_out && c)) continue;
            if ((int)wend_rng_below(&rng, (uint32_t)left--) >= wanted) continue;
            rows[count++] = (table_row){prototype_pack(s->features), (uint8_t)c};
            wanted--;
        }
    }
    qsort(rows, (size_t)count, sizeof *rows, by_bytes);
    return count;
}

// Mean and deviation of a word's looks, over the regions that are called so.
static void measure_word(const region_samples* samples, bool stuff, int word, prototype_word* out) {
    for (int k = 0; k < PROTOTYPE_LOOKS; k++) {
        double n = 0, sum = 0, squares = 0;
        for (size_t i = 0; i < samples->regions.count; i++) {
            const region_sample* s = &samples->regions.items[i];
            if ((stuff ? s->stuff : s->color) != word || s->pixels < 40) continue;
            double x = (double)s->features[prototype_looks[k]];
            n++;
            sum += x;
            squares += x * x;
        }
        if (n < 10) continue;
        double variance = squares / n - sum * sum / n / n;
        out->mean[k] = (float)(sum / n);
        out->deviation[k] = (float)sqrt(variance + 0.04);
    }
}

static wend_status write_table(const region_samples* samples, int cap, uint64_t seed,
                               const char* path, wend_error* error) {
    size_t total = samples->regions.count;
    prototype_word words[WEND_COLOR_COUNT + WEND_STUFF_COUNT];
    memset(words, 0, sizeof words);
    for (int c = 1; c < WEND_COLOR_COUNT; c++) measure_word(samples, false, c, &words[c]);
    for (int c = 1; c < WEND_STUFF_COUNT; c++)
        measure_word(samples, true, c, &words[WEND_COLOR_COUNT + c]);
    table_row* rows = wend_alloc((total + 1) * sizeof *rows);
    uint8_t* bytes = wend_alloc(16 + sizeof words + total * (PROTOTYPE_BYTES + 1));
    if (!rows || !bytes) {
        wend_free(rows);
        wend_free(bytes);
        return wend_fail(error, WEND_NO_MEMORY, "no memory for the table");
    }
    uint32_t head[2] = {(uint32_t)choose_rows(samples, cap, seed, rows), 0};
    size_t at = 0;
    memcpy(bytes, "WPROTO02", 8);
    memcpy(bytes + 8, head, 8);
    memcpy(bytes + 16, words, sizeof words);
    at = 16 + sizeof words;
    for (uint32_t i = 0; i < head[0]; i++, at += PROTOTYPE_BYTES)
        memcpy(bytes + at, rows[i].row.bytes, PROTOTYPE_BYTES);
    for (uint32_t i = 0; i < head[0]; i++) bytes[at++] = rows[i].category;
    wend_status status = file_write(path, bytes, at, error);
    printf("%s: %u prototypes from %zu regions of %d pictures, %zu bytes\n", path, head[0], total,
           samples->pictures, at);
    wend_free(rows);
    wend_free(bytes);
    return status;
}

int command_prototypes_make(int argc, char** argv) {
    region_samples_def def = {.pictures = 40, .side = 672, .seed = 0};
    int cap = 400;
    const char* out = "prototypes.bin";
    const option options[] = {
        {"--pictures", OPTION_INT, &def.pictures, "N", "rendered in each scene", 1, 1e5},
        {"--cap", OPTION_INT, &cap, "N", "prototypes of a category at most", 1, 1e5},
        {"--seed", OPTION_U64, &def.seed, "N", "of poses and choices"},
        {"-o", OPTION_TEXT, &out, "FILE", "where to", .endings = ".bin"},
    };
    arguments a = {.command = "prototypes make",
                   .summary = "Makes the table of prototypes of the lexical localizer.",
                   .operands = "SCENES",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int exit_status;
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    wend_error error = {0};
    region_samples samples = {0};
    wend_status status = collect(a.given[0], &def, &samples, &error);
    if (status == WEND_OK) status = write_table(&samples, cap, def.seed, out, &error);
    region_samples_destroy(&samples);
    return status == WEND_OK ? EXIT_OK : report_error(&error);
}

// ---- test ---------------------------------------------------------------------------------------

typedef struct category_score {
    int taken, right;        // regions taken for it; of these: rightly
    int known, known_right;  // regions of it of known assets; of these: taken for it
    int held, held_right;    // the same of assets that are held out
} category_score;

static void score_regions(const region_samples* samples, float least, category_score* scores) {
    for (size_t i = 0; i < samples->regions.count; i++) {
        const region_sample* s = &samples->regions.items[i];
        if (s->pixels < 25) continue;
        bool right = s->share >= least && s->best.category == s->category;
        if (s->best.share >= least) {
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

static double share(int part, int whole) { return whole ? 100.0 * part / whole : 0; }

// How well the words for what a thing is made of fit those that are, and "small" small things and
// others; held-out assets only.
static void print_words(const region_samples* samples) {
    double fits[WEND_STUFF_COUNT] = {0}, small[2] = {0};
    int counts[WEND_STUFF_COUNT] = {0}, sizes[2] = {0};
    for (size_t i = 0; i < samples->regions.count; i++) {
        const region_sample* s = &samples->regions.items[i];
        if (s->pixels < 25 || !s->held_out || !s->category) continue;
        fits[s->stuff] += (double)s->made_so;
        counts[s->stuff]++;
        small[s->is_small] += (double)s->small;
        sizes[s->is_small]++;
    }
    printf("how well words fit, held-out assets:");
    for (int c = 1; c < WEND_STUFF_COUNT; c++)
        if (counts[c] >= 10)
            printf(" %s %.2f,", wend_stuff_name((wend_stuff)c), fits[c] / counts[c]);
    printf(" small %.2f (others %.2f)\n", sizes[1] ? small[1] / sizes[1] : 0,
           sizes[0] ? small[0] / sizes[0] : 0);
}

static void print_scores(const region_samples* samples, const category_score* scores) {
    printf("%-22s %7s %8s %9s %7s %8s %8s\n", "category", "things", "regions", "precision",
           "recall", "held out", "recall");
    for (int c = 1; c < WEND_CATEGORY_COUNT; c++) {
        const category_score* s = &scores[c];
        if (s->known + s->held < 10) continue;
        printf("%-22s %7d %8d %9.0f %7.0f %8d %8.0f\n", wend_category_at((wend_category)c)->name,
               samples->seen[c], s->known, share(s->right, s->taken),
               share(s->known_right, s->known), s->held, share(s->held_right, s->held));
    }
    print_words(samples);
    printf("%d pictures, %.1f ms each to look at\n", samples->pictures,
           1000 * samples->seconds / (samples->pictures ? samples->pictures : 1));
}

int command_prototypes_test(int argc, char** argv) {
    region_samples_def def = {.pictures = 40, .side = 672, .seed = 1};
    float least = 0.5f;
    const option options[] = {
        {"--pictures", OPTION_INT, &def.pictures, "N", "rendered in each scene", 1, 1e5},
        {"--least", OPTION_FLOAT, &least, "X", "share from which a region is taken for something",
         0, 1},
        {"--seed", OPTION_U64, &def.seed, "N", "of poses"},
    };
    arguments a = {.command = "prototypes test",
                   .summary = "Tests the lexical localizer's regions against the truth.",
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
    wend_status status = collect(a.given[0], &def, &samples, &error);
    if (status == WEND_OK) {
        score_regions(&samples, least, scores);
        print_scores(&samples, scores);
    }
    region_samples_destroy(&samples);
    return status == WEND_OK ? EXIT_OK : report_error(&error);
}
