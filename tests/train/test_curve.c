// The learning curve and the event files of a training run.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "test.h"
#include "train/curve.h"
#include "train/events.h"

#include "wend/files.h"

static const char header[] =
    "update,step,episodes,reward,success,length,policy_loss,value_loss,entropy,approx_kl,"
    "clip_fraction,grad_norm,learning_rate,held_success,held_spl\n";

static wend_train_report report_of(int update) {
    return (wend_train_report){.update = update,
                               .step = 12 * update,
                               .episodes = 2 * update,
                               .reward = 1.5,
                               .success = 0.25,
                               .length = 3,
                               .losses = {.policy = -1,
                                          .value = 2,
                                          .entropy = 1e-7,
                                          .approx_kl = 4,
                                          .clip_fraction = 0.5,
                                          .total = 9},
                               .grad_norm = 7,
                               .learning_rate = 0.001,
                               .evaluated = update % 2 == 0,
                               .held_success = 0.5,
                               .held_spl = (double)NAN};
}

static void put_lines(const char* path, int from, int to) {
    wend_error error;
    curve c;
    CHECK_OK(curve_open(path, from, &c, &error));
    for (int i = from + 1; i <= to; i++) {
        wend_train_report r = report_of(i);
        curve_put(&c, &r);
        CHECK_OK(curve_flush(&c, i == to, &error));
    }
    curve_close(&c);
    curve_close(&c);
}

static void check_content(const char* path, const char* expected) {
    wend_error error;
    wend_file_bytes bytes;
    CHECK_OK(wend_file_read(path, &bytes, &error));
    CHECK_TEXT(bytes.data, expected);
    wend_file_bytes_destroy(&bytes);
}

TEST(a_curve_has_one_line_per_update_and_resumes_after_the_checkpoint) {
    static const char one[] = "1,12,2,1.5,0.25,3,-1,2,1e-07,4,0.5,7,0.001,,\n",
                      two[] = "2,24,4,1.5,0.25,3,-1,2,1e-07,4,0.5,7,0.001,0.5,\n",
                      three[] = "3,36,6,1.5,0.25,3,-1,2,1e-07,4,0.5,7,0.001,,\n";
    char text[1200], all[1000];
    const char* path = test_path("curve.csv");
    snprintf(all, sizeof all, "%s%s%s%s", header, one, two, three);
    put_lines(path, 0, 3);
    check_content(path, all);
    put_lines(path, 1, 3);  // the lines of updates 2 and 3 are cut and written again
    check_content(path, all);
    put_lines(path, 3, 3);
    check_content(path, all);
    wend_error error;  // half a line behind the checkpoint's
    snprintf(text, sizeof text, "%s3,36", all);
    CHECK_OK(wend_file_write(path, text, strlen(text), &error));
    put_lines(path, 3, 3);
    check_content(path, all);
    put_lines(path, 0, 1);
    snprintf(text, sizeof text, "%s%s", header, one);
    check_content(path, text);
}

TEST(a_curve_with_the_old_column_names_resumes) {
    static const char
        line[] = "%d,%d,%d,1.5,0.25,3,-1,2,1e-07,4,0.5,7,0.001,%s,\n",
        old[] =
            "update,step,episodes,reward,success,length,policy_loss,value_loss,"
            "entropy,divergence,clipped,gradient,learning_rate,held_success,held_spl\n";
    char text[1200];
    const char* path = test_path("curve.csv");
    wend_error error;
    int used = snprintf(text, sizeof text, "%s", old);
    used += snprintf(text + used, sizeof text - (size_t)used, line, 1, 12, 2, "");
    CHECK_OK(wend_file_write(path, text, strlen(text), &error));
    put_lines(path, 1, 2);
    snprintf(text + used, sizeof text - (size_t)used, line, 2, 24, 4, "0.5");
    check_content(path, text);
}

TEST(a_curve_that_lacks_lines_of_the_checkpoint_is_refused) {
    wend_error error;
    curve c;
    char path[512], text[1000];
    snprintf(path, sizeof path, "%s", test_path("curve.csv"));
    CHECK(curve_open(path, 1, &c, &error) == WEND_NOT_FOUND);
    static const char* const bad[] = {
        "%s1,12,2,1.5,0.25,3,-1,2,1e-07,4,0.5,7,0.001,,",      // no end
        "%s1,12,2,1.5,0.25,3,-1,2,1e-07,4,0.5,7,0.001,\n",     // a field less
        "%s1,12,2,1.5,0.25,3,-1,2,1e-07,4,0.5,7,0.001,,,\n",   // one more
        "%s2,12,2,1.5,0.25,3,-1,2,1e-07,4,0.5,7,0.001,,\n",    // another update
        "%sx1,12,2,1.5,0.25,3,-1,2,1e-07,4,0.5,7,0.001,,\n",   // no number
        "%s1x,12,2,1.5,0.25,3,-1,2,1e-07,4,0.5,7,0.001,,\n",   //
        "%s",                                                  //
        "x%s1,12,2,1.5,0.25,3,-1,2,1e-07,4,0.5,7,0.001,,\n"};  // another header
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, bad[i], header);
        CHECK_OK(wend_file_write(path, text, strlen(text), &error));
        CHECK_INT(curve_open(path, 1, &c, &error), WEND_FORMAT);
        CHECK_HAS(error.message, i == 7 ? "its first line" : "the line of update 1 is missing");
        check_content(path, text);
    }
}

// A limit on the size of files replaces a full disk.
TEST(what_a_full_disk_did_not_take_is_written_when_there_is_room) {
    wend_error error;
    curve c;
    char path[512], whole[512];
    snprintf(path, sizeof path, "%s", test_path("curve.csv"));
    snprintf(whole, sizeof whole, "%s", test_path("whole.csv"));
    put_lines(whole, 0, 4);
    signal(SIGXFSZ, SIG_IGN);
    CHECK_OK(curve_open(path, 0, &c, &error));
    CHECK(setrlimit(RLIMIT_FSIZE, &(struct rlimit){170, RLIM_INFINITY}) == 0);
    for (int i = 1; i <= 4; i++) {
        wend_train_report r = report_of(i);
        curve_put(&c, &r);
        if (i == 4) CHECK(setrlimit(RLIMIT_FSIZE, &(struct rlimit){1 << 20, RLIM_INFINITY}) == 0);
        CHECK_INT(curve_flush(&c, false, &error), i == 4 ? WEND_OK : WEND_IO);
        if (i < 4) CHECK_HAS(error.message, "curve.csv: cannot be written");
    }
    curve_close(&c);
    wend_file_bytes bytes;
    CHECK_OK(wend_file_read(whole, &bytes, &error));
    check_content(path, bytes.data);
    wend_file_bytes_destroy(&bytes);
}

static wend_status put_one(void* context, wend_error* error) {
    curve c;
    wend_train_report r = report_of(1);
    WEND_TRY(curve_open(context, 0, &c, error));
    curve_put(&c, &r);
    wend_status status = curve_flush(&c, false, error);
    curve_close(&c);
    if (status != WEND_OK) return status;
    WEND_TRY(curve_open(context, 1, &c, error));
    curve_close(&c);
    return WEND_OK;
}

TEST(a_curve_out_of_memory_is_an_error) {
    char path[512];
    snprintf(path, sizeof path, "%s", test_path("curve.csv"));
    test_each_allocation(put_one, path, 100);
}

// ---- events -------------------------------------------------------------------------------------

// The steps of the sound records of the folder's event files, in a row; how many.
static int read_steps(const char* folder, int64_t* steps, int most) {
    wend_error error;
    wend_file_list list;
    int count = 0;
    CHECK_OK(wend_file_list_read(folder, &list, &error));
    for (int i = 0; i < list.count; i++) {
        char path[600];
        wend_file_bytes bytes;
        if (!events_is_name(list.names[i])) continue;
        CHECK_OK(wend_file_join(folder, list.names[i], path, sizeof path, &error));
        CHECK_OK(wend_file_read(path, &bytes, &error));
        for (size_t at = 0; at < bytes.size;) {
            uint64_t size;
            uint32_t crc, masked;
            CHECK(bytes.size - at >= 16);
            memcpy(&size, bytes.data + at, 8);
            CHECK(size <= bytes.size - at - 16);
            memcpy(&crc, bytes.data + at + 12 + size, 4);
            masked = events_crc32c(bytes.data + at + 12, (size_t)size);
            CHECK((uint32_t)((masked >> 15 | masked << 17) + 0xa282ead8u) == crc);
            const uint8_t* step = (const uint8_t*)bytes.data + at + 12 + 9;
            CHECK(step[0] == 16 && count < most);
            steps[count] = 0;
            for (int k = 1, shift = 0;; k++, shift += 7) {
                steps[count] |= (int64_t)(step[k] & 127) << shift;
                if (!(step[k] & 128)) break;
            }
            count++;
            at += 16 + size;
        }
        wend_file_bytes_destroy(&bytes);
    }
    wend_file_list_destroy(&list);
    return count;
}

static const char* first_events(const char* folder) {
    static char path[600];
    wend_error error;
    wend_file_list list;
    CHECK_OK(wend_file_list_read(folder, &list, &error));
    for (int i = list.count - 1; i >= 0; i--)
        if (events_is_name(list.names[i]))
            snprintf(path, sizeof path, "%s/%s", folder, list.names[i]);
    wend_file_list_destroy(&list);
    return path;
}

TEST(event_files_are_cut_behind_the_checkpoint) {
    wend_error error;
    events e;
    int64_t steps[20];
    char folder[512];
    snprintf(folder, sizeof folder, "%s", test_path("run"));
    CHECK_OK(wend_file_make_folder(folder, &error));
    const int64_t given[] = {100, 200, 300, 300, 40000000000};
    CHECK_OK(events_open(folder, &e, &error));
    for (int i = 0; i < 5; i++) events_put(&e, "a/b", given[i], i);
    events_put(&e, "a/b", 100, (double)INFINITY);  // left out
    CHECK_OK(events_flush(&e, &error));
    events_close(&e);
    CHECK_INT(read_steps(folder, steps, 20), 6);
    CHECK(steps[0] == 0 && steps[1] == 100 && steps[5] == 40000000000);
    CHECK_OK(events_cut(folder, 40000000000, &error));
    CHECK_INT(read_steps(folder, steps, 20), 6);
    CHECK_OK(events_cut(folder, 300, &error));
    CHECK_INT(read_steps(folder, steps, 20), 5);
    CHECK_OK(events_open(folder, &e, &error));  // another file, in the same second
    events_close(&e);
    CHECK_INT(read_steps(folder, steps, 20), 6);
    CHECK_OK(events_cut(folder, 299, &error));
    CHECK_INT(read_steps(folder, steps, 20), 4);
    CHECK_OK(events_cut(folder, -1, &error));
    CHECK_INT(read_steps(folder, steps, 20), 0);
}

TEST(a_half_written_or_damaged_event_is_cut) {
    wend_error error;
    char folder[512], path[600];
    int64_t steps[20];
    snprintf(folder, sizeof folder, "%s", test_path("run"));
    CHECK_OK(wend_file_make_folder(folder, &error));
    for (int damage = 0; damage < 3; damage++) {
        events e;
        wend_file_bytes bytes;
        CHECK_OK(events_open(folder, &e, &error));
        for (int i = 1; i <= 3; i++) events_put(&e, "a", i, i);
        CHECK_OK(events_flush(&e, &error));
        events_close(&e);
        snprintf(path, sizeof path, "%s", first_events(folder));
        CHECK_OK(wend_file_read(path, &bytes, &error));
        size_t third = bytes.size - (bytes.size - 16 - 11 - 15) / 3;
        if (damage == 0) bytes.size -= 1;
        if (damage == 1) bytes.data[bytes.size - 6] ^= 1;
        if (damage == 2) bytes.data[third] ^= 4;  // a length that reaches beyond the end
        CHECK_OK(wend_file_write(path, bytes.data, bytes.size, &error));
        wend_file_bytes_destroy(&bytes);
        CHECK_OK(events_cut(folder, 1000, &error));
        CHECK_INT(read_steps(folder, steps, 20), 3);
        CHECK(unlink(path) == 0);
    }
}

TEST(names_of_event_files_are_known) {
    CHECK(events_is_name("events.out.tfevents.123.wend"));
    CHECK(!events_is_name("events.out.tfevents.123.host"));
    CHECK(!events_is_name("my.events.out.tfevents.123.wend"));
    CHECK(!events_is_name("events.out.tfevents"));
    CHECK(!events_is_name(""));
}
