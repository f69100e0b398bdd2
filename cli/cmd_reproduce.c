// `wend reproduce NAME`: compares our numbers with those printed in the paper.
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "options.h"

#include "wend/analyze.h"
#include "wend/files.h"
#include "wend/report.h"

// ---- as a table -------------------------------------------------------------------------------

// Verdict of the comparison with the paper; "" without a number of the paper.
static void put_verdict(const wend_reproduce_cell* c, char* out, size_t size) {
    double away = c->deviation > 0 ? fabs(c->ours - c->paper) / c->deviation : INFINITY;
    out[0] = 0;
    if (!c->has_paper) return;
    if (wend_reproduce_is_equal(c))
        snprintf(out, size, "%s", c->at_least ? "holds" : "equal");
    else if (away < 10)
        snprintf(out, size, "%.1f standard deviations of one run away", away);
}

// One digit more than the paper where our value is a mean, or where the paper rounds to integers.
static int decimals_of(const wend_reproduce_cell* c) {
    bool whole = c->ours == (double)(int64_t)c->ours;
    return c->decimals + (c->deviation > 0 || (c->has_paper && c->decimals == 0 && !whole));
}

static void cmd_reproduce_print_cell(const wend_reproduce_cell* c) {
    char ours[64], paper[32] = "", verdict[64], line[256];
    int decimals = decimals_of(c);
    put_verdict(c, verdict, sizeof verdict);
    snprintf(ours, sizeof ours, "%.*f", decimals, c->ours);
    if (c->deviation > 0)
        snprintf(ours, sizeof ours, "%.*f ± %.*f", decimals, c->ours, decimals, c->standard_error);
    if (c->has_paper && c->at_least)
        snprintf(paper, sizeof paper, "over %.0f", c->paper);
    else if (c->has_paper)
        snprintf(paper, sizeof paper, "%.*f", c->decimals, c->paper);
    // "±" has two bytes and one column.
    int length = snprintf(line, sizeof line, "  %-18s %*s %10s  %s", c->name,
                          c->deviation > 0 ? 19 : 18, ours, paper, verdict);
    while (length > 0 && line[length - 1] == ' ') line[--length] = 0;
    printf("%s\n", line);
}

static void cmd_reproduce_print_table(const wend_reproduction* r) {
    printf("%s\n", r->title);
    for (int i = 0; i < r->row_count; i++) {
        const wend_reproduce_row* row = &r->rows[i];
        printf("\n%s%*s %10s\n", row->name, 39 - (int)strlen(row->name), "ours", "paper");
        for (int k = 0; k < row->cell_count; k++) cmd_reproduce_print_cell(&row->cells[k]);
    }
    printf("\n");
    for (int i = 0; i < r->note_count; i++) printf("- %s\n", r->notes[i]);
}

// ---- as JSON ----------------------------------------------------------------------------------

typedef enum part { PART_OURS, PART_PAPER, PART_STANDARD_ERROR, PART_DEVIATION } part;

static void cmd_reproduce_put_part(wend_json_out* out, const wend_reproduce_row* row,
                                   const char* key, part which) {
    wend_json_out_object(out, key);
    for (int i = 0; i < row->cell_count; i++) {
        const wend_reproduce_cell* c = &row->cells[i];
        if (which == PART_OURS) wend_json_out_number(out, c->name, c->ours);
        if (which == PART_PAPER && c->has_paper) wend_json_out_number(out, c->name, c->paper);
        if (c->deviation == 0) continue;
        if (which == PART_STANDARD_ERROR) wend_json_out_number(out, c->name, c->standard_error);
        if (which == PART_DEVIATION) wend_json_out_number(out, c->name, c->deviation);
    }
    wend_json_out_end(out);
}

static void put_row(wend_json_out* out, const wend_reproduce_row* row) {
    bool equal = true, bounds = false;
    for (int i = 0; i < row->cell_count; i++) {
        equal &= wend_reproduce_is_equal(&row->cells[i]);
        bounds |= row->cells[i].has_paper && row->cells[i].at_least;
    }
    wend_json_out_object(out, NULL);
    wend_json_out_text(out, "name", row->name);
    wend_json_out_bool(out, "equal", equal);
    wend_json_out_bool(out, "paper_gives_lower_bounds", bounds);
    cmd_reproduce_put_part(out, row, "ours", PART_OURS);
    cmd_reproduce_put_part(out, row, "paper", PART_PAPER);
    cmd_reproduce_put_part(out, row, "standard_error", PART_STANDARD_ERROR);
    cmd_reproduce_put_part(out, row, "deviation", PART_DEVIATION);
    wend_json_out_end(out);
}

static int cmd_reproduce_print_json(const wend_reproduction* r) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_text(&out, "name", r->name);
    wend_json_out_text(&out, "title", r->title);
    wend_json_out_array(&out, "rows");
    for (int i = 0; i < r->row_count; i++) put_row(&out, &r->rows[i]);
    wend_json_out_end(&out);
    wend_json_out_array(&out, "series");
    for (int i = 0; i < r->series_count; i++) {
        const wend_reproduce_series* s = &r->series[i];
        wend_json_out_object(&out, NULL);
        wend_json_out_text(&out, "name", s->name);
        wend_json_out_numbers(&out, "x", s->x, s->count);
        wend_json_out_numbers(&out, "y", s->y, s->count);
        wend_json_out_end(&out);
    }
    wend_json_out_end(&out);
    wend_json_out_array(&out, "notes");
    for (int i = 0; i < r->note_count; i++) wend_json_out_text(&out, NULL, r->notes[i]);
    wend_json_out_end(&out);
    wend_json_out_end(&out);
    return print_json(&out);
}

// ---- as a plot --------------------------------------------------------------------------------

static wend_status save_svg(const wend_reproduction* r, const char* path, wend_error* error) {
    if (r->series_count == 0)
        return wend_fail(error, WEND_ARGUMENT, "%s has no curve; remove --svg", r->name);
    wend_line_series* series = wend_alloc((size_t)r->series_count * sizeof *series);
    if (!series) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    for (int i = 0; i < r->series_count; i++) {
        const wend_reproduce_series* s = &r->series[i];
        series[i] = (wend_line_series){.name = s->name, .x = s->x, .y = s->y, .count = s->count};
    }
    wend_line_plot plot = {.title = r->title,
                           .x_label = r->x_label,
                           .y_label = r->y_label,
                           .series = series,
                           .series_count = r->series_count};
    wend_status status = wend_line_plot_save(&plot, path, error);
    wend_free(series);
    return status;
}

static void cmd_reproduce_show_progress(void* context, int done, int total) {
    progress* p = context;
    p->total = total;
    progress_show(p, done);
}

int command_reproduce(int argc, char** argv) {
    wend_reproduce_def def = wend_reproduce_default_def();
    bool json = false;
    const char* svg = NULL;
    const option options[] = {
        {"--data", OPTION_TEXT, &def.data, "DIR", "the folder with mp3d/ and r2r/"},
        JSON_OPTION(json),
        {"--svg", OPTION_TEXT, &svg, "FILE", "plot the curves of rxr-paths or ivln-fig2b",
         .endings = ".svg"},
        SEED_OPTION(def.seed),
        {"--runs", OPTION_INT, &def.runs, "N", "runs of the random agents of rxr-table4", 1, 1e6},
    };
    arguments a = {.command = "reproduce",
                   .summary =
                       "Recomputes a published number from the real data: rxr-table4, ivln-table1, "
                       "rxr-paths, r4r or ivln-fig2b.",
                   .operands = "NAME",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int exit_status;
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    if (!def.data) return report_misuse(&a, "--data DIR is required");
    wend_error error;
    wend_reproduction* r;
    progress line = progress_start("steps", 1);
    def.progress = cmd_reproduce_show_progress;
    def.context = &line;
    wend_status status = wend_reproduce(a.given[0], &def, &r, &error);
    progress_end(&line);
    if (status != WEND_OK) return report_error(&error);
    status = svg ? save_svg(r, svg, &error) : WEND_OK;
    if (status != WEND_OK)
        exit_status = report_error(&error);
    else if (json)
        exit_status = cmd_reproduce_print_json(r);
    else
        cmd_reproduce_print_table(r);
    wend_reproduction_destroy(r);
    return exit_status;
}
