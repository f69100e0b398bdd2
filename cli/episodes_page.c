#include "episodes_page.h"

#include <stdio.h>
#include <string.h>

#include "phenomena_table.h"

#include "wend/files.h"
#include "wend/report.h"

enum { MAX_GROUPS = 12 };

static void episodes_page_put_escaped(wend_text_out* out, const char* text) {
    for (; *text; text++) {
        if (*text == '<')
            wend_text_put(out, "&lt;");
        else if (*text == '&')
            wend_text_put(out, "&amp;");
        else
            wend_text_put_bytes(out, text, 1);
    }
}

static void put_label(wend_text_out* out, const char* name, const char* group, const char* unit) {
    wend_text_put(out, "<tr><td>");
    episodes_page_put_escaped(out, name);
    if (*unit) wend_text_put(out, " (%s)", unit);
    wend_text_put(out, "</td><td>");
    episodes_page_put_escaped(out, group);
    wend_text_put(out, "</td>");
}

static wend_status put_tables(wend_text_out* out, const wend_summary* s, wend_error* error) {
    wend_text_put(out, "<table>\n<tr><th></th><th></th><th>number</th></tr>\n");
    for (int i = 0; i < s->tally_count; i++) {
        put_label(out, s->tallies[i].name, s->tallies[i].group, "");
        wend_text_put(out, "<td>%.0f</td></tr>\n", s->tallies[i].value);
    }
    wend_text_put(out,
                  "</table>\n<table>\n<tr><th></th><th></th><th>n</th><th>mean</th><th>sd</th>"
                  "<th>min</th><th>median</th><th>max</th></tr>\n");
    for (int i = 0; i < s->series_count; i++) {
        wend_moments m;
        WEND_TRY(wend_series_moments(&s->series[i], &m, error));
        put_label(out, s->series[i].name, s->series[i].group, s->series[i].unit);
        wend_text_put(out,
                      "<td>%d</td><td>%.2f</td><td>%.2f</td><td>%.2f</td><td>%.2f</td><td>%.2f</td>"
                      "</tr>\n",
                      s->series[i].count, m.mean, m.deviation, m.low, m.median, m.high);
    }
    wend_text_put(out, "</table>\n");
    return WEND_OK;
}

// Writes one histogram per name: of its groups if it has some, otherwise of the whole series.
static wend_status put_histogram(wend_text_out* out, const wend_summary* s, const char* kind,
                                 int first, const char* folder, wend_error* error) {
    const wend_series* head = &s->series[first];
    wend_histogram_series groups[MAX_GROUPS] = {{head->name, head->values, head->count}};
    int count = 0;
    for (int i = 0; i < s->series_count && count < MAX_GROUPS; i++)
        if (strcmp(s->series[i].name, head->name) == 0 && *s->series[i].group)
            groups[count++] = (wend_histogram_series){s->series[i].group, s->series[i].values,
                                                      s->series[i].count};
    char title[128], label[96], name[128], path[4096];
    snprintf(title, sizeof title, "%s: %s", kind, head->name);
    snprintf(label, sizeof label, "%s%s%s%s", head->name, *head->unit ? " (" : "", head->unit,
             *head->unit ? ")" : "");
    snprintf(name, sizeof name, "%s-%s.svg", kind, head->name);
    for (char* p = name; *p; p++)
        if (*p == ' ') *p = '-';
    WEND_TRY(wend_file_join(folder, name, path, sizeof path, error));
    wend_text_put(out, "<img src='%s' alt='histogram of %s'>\n", name, head->name);
    wend_histogram h = {title, label, groups, count ? count : 1};
    return wend_histogram_save(&h, path, error);
}

static wend_status put_histograms(wend_text_out* out, const wend_summary* s, const char* kind,
                                  const char* folder, wend_error* error) {
    for (int i = 0; i < s->series_count; i++) {
        bool first = !phenomena_table_has(&s->series[i]) && !followed_table_has(&s->series[i]);
        for (int j = 0; j < i; j++)
            first = first && strcmp(s->series[j].name, s->series[i].name) != 0;
        if (first) WEND_TRY(put_histogram(out, s, kind, i, folder, error));
    }
    return WEND_OK;
}

static wend_status episodes_page_put_page(wend_text_out* out, const episodes_statistics* s,
                                          const char* positions, const char* folder,
                                          wend_error* error) {
    wend_text_put(
        out,
        "<!doctype html>\n<meta charset='utf-8'>\n<title>Episodes</title>\n<style>"
        "body{font:15px/1.4 sans-serif;color:#222;max-width:84em;margin:2em auto;padding:0 1em}"
        "table{border-collapse:collapse;margin:1em 0}"
        "td,th{padding:.15em .8em;text-align:right;border-bottom:1px solid #ddd}"
        "td:first-child,td:nth-child(2){text-align:left}img{margin:.5em}</style>\n");
    for (int k = 0; k < WEND_EPISODES_KIND_COUNT; k++) {
        if (!s->files[k]) continue;
        const char* kind = wend_episodes_kind_name((wend_episodes_kind)k);
        wend_text_put(out, "<h1>%s</h1>\n<p>%s. %d file%s.", kind,
                      wend_episodes_kind_what((wend_episodes_kind)k), s->files[k],
                      s->files[k] == 1 ? "" : "s");
        if (positions) wend_text_put(out, " Lengths are between %s of viewpoints.", positions);
        wend_text_put(out, "</p>\n");
        WEND_TRY(put_tables(out, &s->summaries[k], error));
        WEND_TRY(put_histograms(out, &s->summaries[k], kind, folder, error));
    }
    return WEND_OK;
}

wend_status episodes_page_save(const episodes_statistics* s, const char* positions,
                               const char* folder, wend_error* error) {
    char path[4096];
    WEND_TRY(wend_file_make_folder(folder, error));
    WEND_TRY(wend_file_join(folder, "index.html", path, sizeof path, error));
    wend_text_out out = {0};
    wend_status status = episodes_page_put_page(&out, s, positions, folder, error);
    if (status == WEND_OK) status = wend_text_save(&out, path, error);
    wend_text_destroy(&out);
    return status;
}
