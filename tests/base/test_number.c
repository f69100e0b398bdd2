// The program that wend runs in may set any locale: what wend writes and reads stays the same.
#include <locale.h>

#include "base/file.h"
#include "base/json_out.h"
#include "base/letter.h"
#include "base/number.h"
#include "report/tiny_runs.h"
#include "test.h"

#include "wend/agent.h"
#include "wend/report.h"
#include "wend/scene.h"

// Compiles a locale of the system's sources and sets it for the whole process.
static void set_locale(const char* source) {
    char command[2048], name[64];
    snprintf(name, sizeof name, "%s.UTF-8", source);
    snprintf(command, sizeof command, "localedef -i %s -f UTF-8 %s >/dev/null 2>&1", source,
             test_path(name));
    if (system(command) != 0)
        test_skip("no localedef, or no source of %s (package locales)", source);
    setenv("LOCPATH", test_folder(), 1);
    if (!setlocale(LC_ALL, name)) test_skip("the locale %s cannot be set", name);
}

static void set_decimal_comma(void) {
    char half[16];
    set_locale("de_DE");
    snprintf(half, sizeof half, "%.1f", 0.5);
    CHECK_TEXT(half, "0,5");
}

static void check_numbers(void* context, int index, int worker) {
    char text[64], *end;
    float x = 0;
    wend_text_out out = {0};
    wend_error error;
    (void)context;
    (void)worker;
    number_print(text, sizeof text, "%.2f", index + 0.25);
    CHECK(number_parse(text, &end) == index + 0.25 && !*end);
    CHECK_INT(number_scan("x=1.5", "x=%f", &x), 1);
    CHECK(x == 1.5f);
    wend_text_put(&out, "%g ", 0.5);
    wend_text_put_number(&out, 0.1);
    CHECK_TEXT(out.items, "0.5 0.1");
    wend_text_destroy(&out);
    (void)wend_fail(&error, WEND_FORMAT, "%g", 0.5);
    CHECK_TEXT(error.message, "0.5");
}

TEST(numbers_have_a_point_in_a_locale_with_a_comma_on_every_thread) {
    wend_error error;
    wend_pool* pool;
    char half[16];
    set_decimal_comma();
    CHECK_OK(wend_pool_create(4, &pool, &error));
    wend_pool_run(pool, 1000, check_numbers, NULL);
    wend_pool_destroy(pool);
    snprintf(half, sizeof half, "%.1f", 0.5);  // the program's own locale is left as it was
    CHECK_TEXT(half, "0,5");
}

static void check_same(const char* a, const char* b) {
    wend_error error;
    wend_file_bytes x, y;
    CHECK_OK(wend_file_read(test_path(a), &x, &error));
    CHECK_OK(wend_file_read(test_path(b), &y, &error));
    size_t at = 0;
    while (at < x.size && at < y.size && x.data[at] == y.data[at]) at++;
    if (at < x.size || at < y.size)
        test_fail(__FILE__, __LINE__, "%s and %s differ: '%.40s' and '%.40s'", a, b, x.data + at,
                  y.data + at);
    wend_file_bytes_destroy(&x);
    wend_file_bytes_destroy(&y);
}

static void draw_and_report(const char* log, const char* plan, const char* page) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(wend_scene_load(test_path("rooms.wscene"), NULL, &scene, &error));
    CHECK_OK(wend_scene_draw(scene, 0, 40, test_path(plan), &error));
    wend_scene_destroy(scene);
    wend_report_def def = wend_report_default_def();
    def.logs = &log;
    def.log_count = 1;
    def.out = test_path(page);
    CHECK_OK(wend_report_write(&def, &error));
}

TEST(logs_plans_and_reports_are_the_same_bytes_in_any_locale) {
    tiny_episodes(3, 6);
    tiny_run("straight:length=1.5", "point.wlog");
    draw_and_report(test_path("point.wlog"), "point.svg", "point.html");
    set_decimal_comma();
    tiny_run("straight:length=1.5", "comma.wlog");
    check_same("point.wlog", "comma.wlog");
    draw_and_report(test_path("point.wlog"), "comma.svg", "comma.html");
    check_same("point.svg", "comma.svg");
    check_same("point.html", "comma.html");
}

TEST(letters_are_those_of_ascii_in_any_locale) {
    set_locale("tr_TR");
    CHECK(letter_lower('I') == 'i' && letter_upper('i') == 'I');
    CHECK(letter_same("TILE", "tile") && !letter_same("tile", "tiles") && !letter_same("a", ""));
    CHECK(!letter_is_alpha('\xe9') && !letter_is_space('\xa0') && letter_is_space('\n'));
    CHECK(letter_is_digit('0') && !letter_is_digit('a') && letter_is_alnum('Z'));
}
