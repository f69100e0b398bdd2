// Every row of the table of degenerate cases in docs/metrics.md.
#include "base/json.h"
#include "test.h"

#include "wend/files.h"
#include "wend/metrics.h"

enum { CELLS = 6, POINTS = 8 };
enum { KIND, CASE, WHAT, REFERENCE, OPTIONS, VALUE };

typedef struct row {
    char cells[CELLS][512];
} row;

static bool read_row(const char* line, size_t size, row* r) {
    int cell = -1;
    size_t used = 0;
    memset(r, 0, sizeof *r);
    for (size_t i = 0; i < size && cell < CELLS; i++) {
        if (line[i] == '|') {
            cell++;
            used = 0;
        } else if (cell >= 0 && line[i] != '`' && used < sizeof r->cells[0] - 1) {
            if (used || line[i] != ' ') r->cells[cell][used++] = line[i];
        }
    }
    for (int c = 0; c < CELLS; c++)
        for (size_t n = strlen(r->cells[c]); n && r->cells[c][n - 1] == ' ';) r->cells[c][--n] = 0;
    return cell == CELLS;
}

// The word after "name=", or NULL. The text lives until the next call.
static const char* option(const char* words, const char* name) {
    static char value[64];
    size_t size = strlen(name);
    for (const char* at = words; (at = strstr(at, name)); at++) {
        if ((at != words && at[-1] != ' ') || at[size] != '=') continue;
        snprintf(value, sizeof value, "%.*s", (int)strcspn(at + size + 1, " "), at + size + 1);
        return value;
    }
    return NULL;
}

static int read_points(const char* text, double (*points)[3]) {
    int count = 0;
    if (strcmp(text, "none") == 0) return 0;
    for (const char* at = text; at && *at; at = strchr(at, ';') ? strchr(at, ';') + 1 : NULL) {
        char* end = (char*)at;
        for (int k = 0; k < 3; k++) points[count][k] = strtod(end + (k > 0), &end);
        count++;
    }
    return count;
}

static wend_rules rules_of(const row* r, wend_rules otherwise) {
    wend_rules rules = otherwise;
    wend_error error;
    const char* name = option(r->cells[OPTIONS], "rules");
    if (name) CHECK_OK(wend_rules_parse(name, &rules, &error));
    return rules;
}

static void check_value(const row* r, const char* name, const char* expected, double found) {
    bool right = strcmp(expected, "null") == 0 || strcmp(expected, "inf") == 0
                     ? isinf(found)
                     : fabs(found - strtod(expected, NULL)) <= 1e-9;
    if (!right)
        test_fail(__FILE__, __LINE__, "%s: %s, %s against %s (%s): %s is %.12g, not %s",
                  r->cells[KIND], r->cells[CASE], r->cells[WHAT], r->cells[REFERENCE],
                  r->cells[OPTIONS], name, found, expected);
}

// ---- paths --------------------------------------------------------------------------------------

static void check_path_row(const row* r) {
    double path[POINTS][3], reference[POINTS][3];
    wend_error error;
    wend_dtw* dtw;
    wend_path_score score;
    wend_benchmark benchmark = WEND_BENCHMARK_R2R;
    const char* name = option(r->cells[OPTIONS], "benchmark");
    if (name) CHECK_OK(wend_benchmark_parse(name, &benchmark, &error));
    const char* stop = option(r->cells[OPTIONS], "stop");
    wend_path_case given = {
        .path = {.points = path, .count = read_points(r->cells[WHAT], path)},
        .reference = {.points = reference, .count = read_points(r->cells[REFERENCE], reference)},
        .unstopped = stop && strcmp(stop, "no") == 0,
        .rules = wend_path_rules_for(benchmark, rules_of(r, WEND_RULES_PAPER))};
    const char* shortest = option(r->cells[OPTIONS], "shortest");
    given.shortest = shortest ? strtod(shortest, NULL) : wend_path_length(&given.reference);
    CHECK_OK(wend_dtw_create(&dtw, &error));
    wend_status status = wend_path_score_compute(dtw, &given, &score, &error);
    wend_dtw_destroy(dtw);
    if (strcmp(r->cells[VALUE], "error") == 0) {
        CHECK(status == WEND_ARGUMENT);
        return;
    }
    CHECK_OK(status);
    int checked = 0;
#define X(field, title, unit, words)                                        \
    if (option(r->cells[VALUE], title)) {                                   \
        check_value(r, title, option(r->cells[VALUE], title), score.field); \
        checked++;                                                          \
    }
    WEND_PATH_SCORE_LIST(X)
#undef X
    CHECK(checked > 0);
}

// ---- files --------------------------------------------------------------------------------------

static const char* save(const char* name, wend_text_out* text) {
    wend_error error;
    const char* path = test_path(name);
    CHECK_OK(wend_file_write(path, text->items ? text->items : "", text->count, &error));
    wend_text_destroy(text);
    return path;
}

static void put_names(wend_text_out* out, const char* names, bool poses) {
    const char* at = strcmp(names, "none") == 0 ? "" : names;
    for (int i = 0; *at; i++) {
        int size = (int)strcspn(at, " ");
        wend_text_put(out, poses ? "%s[\"%.*s\", 0, 0]" : "%s\"%.*s\"", i ? ", " : "", size, at);
        at += size + (at[size] == ' ');
    }
}

static void write_graph(void) {
    wend_text_out out = {0};
    wend_error error;
    wend_text_put(&out, "[");
    for (int i = 0; i < 4; i++) {
        wend_text_put(&out,
                      "%s{\"image_id\": \"%c\", \"pose\": [1,0,0,%d, 0,1,0,0, 0,0,1,1.5, 0,0,0,1], "
                      "\"included\": true, \"height\": 1.5, \"visible\": [true,true,true,true], "
                      "\"unobstructed\": [",
                      i ? ", " : "", 'a' + i, 2 * i);
        for (int j = 0; j < 4; j++)
            wend_text_put(&out, "%s%s", j ? ", " : "",
                          abs(i - j) == 1 && i != 3 && j != 3 ? "true" : "false");
        wend_text_put(&out, "]}");
    }
    wend_text_put(&out, "]");
    CHECK_OK(wend_file_make_folder(test_path("graphs"), &error));
    save("graphs/row_connectivity.json", &out);
}

static void fill_graph(const row* r, wend_predictions_def* def) {
    wend_text_out asked = {0}, given = {0};
    write_graph();
    wend_text_put(&asked,
                  "[{\"path_id\": 1, \"scan\": \"row\", \"heading\": 0, \"distance\": 0, "
                  "\"instructions\": [\"Go.\", \"Go.\"], \"path\": [");
    put_names(&asked, r->cells[REFERENCE], false);
    wend_text_put(&asked, "]}]");
    wend_text_put(&given, "[{\"instr_id\": \"1_0\", \"trajectory\": [");
    put_names(&given, r->cells[REFERENCE], true);
    if (strcmp(r->cells[WHAT], "missing") != 0) {
        wend_text_put(&given, "]}, {\"instr_id\": \"1_1\", \"trajectory\": [");
        put_names(&given, r->cells[WHAT], true);
    }
    wend_text_put(&given, "]}]");
    def->connectivity = test_path("graphs");
    def->annotations = save("asked.json", &asked);
    def->results = save("given.json", &given);
    def->per_episode = true;
}

static const char* save_tour(const char* name, const char* text) {
    wend_text_out out = {0};
    char part[512];
    int episode = 0;
    wend_text_put(&out, "{\"0\": [");
    for (const char* at = text; at; episode++) {
        double points[POINTS][3];
        snprintf(part, sizeof part, "%.*s", (int)strcspn(at, "/"), at);
        int count = read_points(part, points);
        for (int i = 0; i < count; i++)
            wend_text_put(
                &out,
                "%s{\"position\": [%g, %g, %g], \"phase\": \"agent\", \"episode_id\": \"%d\"}",
                episode || i ? ", " : "", points[i][0], points[i][1], points[i][2], episode);
        at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL;
    }
    wend_text_put(&out, "]}");
    return save(name, &out);
}

static void fill_multion(const row* r, wend_predictions_def* def) {
    wend_text_out out = {0};
    const char* at = r->cells[WHAT];
    char* end;
    wend_text_put(&out, "{\"episode_id\": \"1\", \"legs\": [");
    for (int i = 0; *at != '/'; i++) {
        wend_text_put(&out, "%s%g", i ? ", " : "", strtod(at, &end));
        at = end + strspn(end, " ");
    }
    wend_text_put(&out, "], \"finds\": [");
    at += 1 + strspn(at + 1, " ");
    for (int i = 0; *at != '/'; i++) {
        double length = strtod(at, &end), distance = strtod(end + 1, &end);
        wend_text_put(&out, "%s{\"path_length\": %g, \"distance\": %g}", i ? ", " : "", length,
                      distance);
        at = end + strspn(end, " ");
    }
    wend_text_put(&out, "], \"path_length\": %g}", strtod(at + 1, NULL));
    def->results = save("lines.jsonl", &out);
}

static void fill_episodes(const row* r, wend_predictions_def* def) {
    wend_text_out out = {0};
    const char* at = r->cells[WHAT];
    char* end;
    wend_text_put(&out, "{");
    for (int i = 0; *at; i++) {
        double success = strtod(at, &end), spl = strtod(end + 1, &end);
        wend_text_put(&out, "%s\"%d\": {\"success\": %g, \"spl\": %g", i ? ", " : "", i, success,
                      spl);
        if (*end == '@') wend_text_put(&out, ", \"scene_id\": \"%c\"", end[1]);
        wend_text_put(&out, "}");
        at = end + strcspn(end, " ");
        at += strspn(at, " ");
    }
    wend_text_put(&out, "}");
    def->results = save("stats.json", &out);
    def->resamples = 1000;
}

// A number of the JSON: by its name, or the end of an interval by "name_low", "name_scene_high".
static double number_of(const json_t* root, const char* name) {
    const json_t* value = json_object_get(root, name);
    char metric[64];
    snprintf(metric, sizeof metric, "%s", name);
    char* tail = strstr(metric, "_low") ? strstr(metric, "_low") : strstr(metric, "_high");
    if (!value && tail) {
        int end = tail[1] == 'h';
        *tail = 0;
        char* scene = strstr(metric, "_scene");
        if (scene) *scene = 0;
        value = json_array_get(
            json_object_get(json_object_get(root, scene ? "intervals_by_scene" : "intervals"),
                            metric),
            (size_t)end);
        return json_is_number(value) ? json_number_value(value) : (double)INFINITY;
    }
    if (!value) test_fail(__FILE__, __LINE__, "there is no '%s'", name);
    return json_is_number(value) ? json_number_value(value) : (double)INFINITY;
}

static void check_json(const row* r, const char* text, bool second_episode) {
    json_document document;
    wend_error error;
    CHECK_OK(json_document_parse(text, strlen(text), "scores", 1, &document, &error));
    const json_t* root = document.root;
    if (second_episode) root = json_array_get(json_object_get(root, "episodes"), 1);
    char words[512];
    snprintf(words, sizeof words, "%s", r->cells[VALUE]);
    for (char* word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        char* value = strchr(word, '=');
        *value = 0;
        check_value(r, word, value + 1, number_of(root, word));
    }
    json_document_destroy(&document);
}

static void check_file_row(const row* r) {
    const char* kind = r->cells[KIND];
    bool graph = strcmp(kind, "graph") == 0, tour = strcmp(kind, "tour") == 0;
    bool multion = strcmp(kind, "multion") == 0;
    wend_predictions_def def = wend_predictions_default_def(graph     ? WEND_BENCHMARK_R2R
                                                            : tour    ? WEND_BENCHMARK_IR2R_CE
                                                            : multion ? WEND_BENCHMARK_MULTION
                                                                      : WEND_BENCHMARK_OBJECTNAV);
    def.resamples = 0;
    def.rules = rules_of(r, WEND_RULES_OFFICIAL);
    if (graph) {
        fill_graph(r, &def);
    } else if (tour) {
        def.truth = save_tour("gt.json", r->cells[REFERENCE]);
        def.results = save_tour("agent.json", r->cells[WHAT]);
    } else if (multion) {
        fill_multion(r, &def);
    } else {
        fill_episodes(r, &def);
    }
    wend_error error;
    wend_predictions* scored;
    wend_status status = wend_predictions_score(&def, &scored, &error);
    if (strcmp(r->cells[VALUE], "error") == 0) {
        CHECK(status != WEND_OK);
        return;
    }
    CHECK_OK(status);
    check_json(r, wend_predictions_json(scored), graph);
    wend_predictions_destroy(scored);
}

TEST(every_degenerate_case_of_the_page_has_its_value) {
    wend_error error;
    wend_file_bytes page;
    int paths = 0, others = 0;
    CHECK_OK(wend_file_read(WEND_TEST_FOLDER "/../docs/metrics.md", &page, &error));
    const char* end = page.data + page.size;
    for (const char* line = page.data; line < end;) {
        const char* stop = memchr(line, '\n', (size_t)(end - line));
        row r;
        if (read_row(line, (size_t)((stop ? stop : end) - line), &r)) {
            const char* kind = r.cells[KIND];
            if (strcmp(kind, "path") == 0 && ++paths) check_path_row(&r);
            if ((strcmp(kind, "graph") == 0 || strcmp(kind, "tour") == 0 ||
                 strcmp(kind, "multion") == 0 || strcmp(kind, "episodes") == 0) &&
                ++others)
                check_file_row(&r);
        }
        line = stop ? stop + 1 : end;
    }
    CHECK(paths > 35 && others > 20);
    wend_file_bytes_destroy(&page);
}
