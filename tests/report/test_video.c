#include <unistd.h>

#include "report/tiny_runs.h"
#include "report/video_file.h"
#include "test.h"

#include "wend/files.h"
#include "wend/log.h"
#include "wend/report.h"

static wend_video_def make_def(const char* out) {
    wend_video_def def = wend_video_default_def();
    tiny_episodes(1, 1.2f);
    def.log = tiny_run("shortest-path", "best.wlog");
    def.episode = "0";
    def.out = test_path(out);
    def.fps = 2;
    return def;
}

// ---- a reader of GIF, as its specification has it -----------------------------------------------

typedef struct gif_reader {
    const uint8_t* at;
    const uint8_t* end;
    int width, height, pictures;
    uint8_t* shown;  // [height][width][3]
} gif_reader;

static unsigned take(gif_reader* r) {
    CHECK(r->at < r->end);
    return *r->at++;
}

static unsigned take_word(gif_reader* r) {
    unsigned low = take(r);
    return low | take(r) << 8;
}

static void skip_blocks(gif_reader* r) {
    for (unsigned size; (size = take(r));) r->at += size;
}

typedef struct bit_reader {
    gif_reader* r;
    unsigned left, pending;
    int bits;
} bit_reader;

static unsigned take_code(bit_reader* b, int width) {
    while (b->bits < width) {
        if (!b->left) b->left = take(b->r);
        CHECK(b->left > 0);
        b->pending |= take(b->r) << b->bits;
        b->left--;
        b->bits += 8;
    }
    unsigned code = b->pending & ((1u << width) - 1);
    b->pending >>= width;
    b->bits -= width;
    return code;
}

static void read_picture(gif_reader* r) {
    static uint16_t prefix[4096];
    static uint8_t last[4096], stack[4097], palette[768];
    for (int i = 0; i < 4; i++) CHECK_INT(take_word(r), i < 2 ? 0 : i == 2 ? r->width : r->height);
    CHECK_INT(take(r), 0x87);
    for (int i = 0; i < 768; i++) palette[i] = (uint8_t)take(r);
    CHECK_INT(take(r), 8);
    bit_reader b = {.r = r};
    size_t written = 0, pixels = (size_t)r->width * (size_t)r->height;
    int width = 9, next = 258, before = -1;
    for (unsigned code; (code = take_code(&b, width)) != 257;) {
        if (code == 256) {
            width = 9, next = 258, before = -1;
            continue;
        }
        CHECK((int)code <= next && (before >= 0 || code < 256));
        int count = 0, walk = (int)code == next ? before : (int)code;
        if ((int)code == next) count = 1;  // its last byte is its first, known below
        for (; walk >= 256; walk = prefix[walk]) stack[count++] = last[walk];
        stack[count++] = (uint8_t)walk;
        if ((int)code == next) stack[0] = (uint8_t)walk;
        if (before >= 0 && next < 4096) {
            prefix[next] = (uint16_t)before;
            last[next++] = (uint8_t)walk;
            if (next == 1 << width && width < 12) width++;
        }
        before = (int)code;
        CHECK(written + (size_t)count <= pixels);
        for (; count; written++)
            if (stack[--count] != 255)
                memcpy(r->shown + 3 * written, palette + 3 * stack[count], 3);
    }
    CHECK_INT(written, pixels);
    CHECK_INT(b.left, 0);
    CHECK_INT(take(r), 0);
    r->pictures++;
}

// Reads the whole file; `shown` is the last image, owned by the caller.
static gif_reader read_gif(const char* path) {
    wend_error error;
    wend_file_bytes bytes;
    CHECK_OK(wend_file_read(path, &bytes, &error));
    gif_reader r = {.at = (const uint8_t*)bytes.data,
                    .end = (const uint8_t*)bytes.data + bytes.size};
    CHECK(bytes.size > 13 && memcmp(bytes.data, "GIF89a", 6) == 0);
    r.at += 6;
    r.width = (int)take_word(&r);
    r.height = (int)take_word(&r);
    r.at += 3;
    r.shown = wend_alloc_zero((size_t)r.width * (size_t)r.height, 3);
    for (unsigned kind; (kind = take(&r)) != ';';) {
        CHECK(kind == '!' || kind == ',');
        if (kind == ',') {
            read_picture(&r);
        } else {
            take(&r);
            skip_blocks(&r);
        }
    }
    CHECK(r.at == r.end);
    wend_file_bytes_destroy(&bytes);
    return r;
}

// ---- videos
// --------------------------------------------------------------------------------------

// Noise in a corner over smooth colours: many codes, and only a part that changes.
static void paint(wend_image* image, int number) {
    wend_rng rng = wend_rng_make((uint64_t)number, 1);
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            uint8_t* p = image->pixels + 3 * (y * image->width + x);
            bool noisy = x < 90 && y < 90;
            for (int k = 0; k < 3; k++)
                p[k] = noisy ? (uint8_t)(8 * wend_rng_below(&rng, 4)) : (uint8_t)(k ? x : 2 * y);
        }
}

TEST(a_gif_shows_the_colours_that_were_put_in) {
    wend_error error;
    wend_image image;
    video_file f;
    CHECK_OK(wend_image_create(160, 120, 3, &image, &error));
    CHECK_OK(video_file_open(test_path("a.gif"), 160, 120, 10, &f, &error));
    for (int i = 0; i < 3; i++) {
        paint(&image, i);
        CHECK_OK(video_file_add(&f, &image, &error));
    }
    CHECK_OK(video_file_end(&f, &error));
    video_file_close(&f);
    gif_reader r = read_gif(test_path("a.gif"));
    CHECK_INT(r.pictures, 3);
    double off = 0;
    for (int i = 0; i < 160 * 120 * 3; i++) off += abs(r.shown[i] - image.pixels[i]);
    CHECK(off / (160 * 120 * 3) < 6);
    wend_free(r.shown);
    wend_image_destroy(&image);
}

static int count_near(const gif_reader* r, int red, int green, int blue) {
    int count = 0;
    for (int i = 0; i < r->width * r->height; i++) {
        const uint8_t* p = r->shown + 3 * i;
        count += abs(p[0] - red) < 12 && abs(p[1] - green) < 12 && abs(p[2] - blue) < 12;
    }
    return count;
}

TEST(an_episode_becomes_a_gif_of_all_its_steps) {
    wend_error error;
    wend_log_set log;
    wend_video_def def = make_def("walk.gif");
    CHECK_OK(wend_video_write(&def, &error));
    CHECK_OK(wend_log_read(def.log, &log, &error));
    gif_reader r = read_gif(def.out);
    CHECK_INT(r.width, 640);
    CHECK_INT(r.pictures, log.records[0].steps + 1 + def.fps * 3 / 2);  // the last one stays
    CHECK(count_near(&r, 0x00, 0x79, 0x5a) > 20);  // it stopped at the goal: the mark is green
    CHECK(count_near(&r, 0xb3, 0x26, 0x1e) == 0);
    wend_free(r.shown);
    wend_log_destroy(&log);
}

static uint32_t big_endian(const char* bytes) {
    const uint8_t* b = (const uint8_t*)bytes;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

TEST(an_episode_becomes_an_mp4_of_whole_boxes) {
    wend_error error;
    wend_file_bytes bytes;
    wend_video_def def = make_def("walk.mp4");
    wend_status status = wend_video_write(&def, &error);
    if (status == WEND_UNSUPPORTED) test_skip("%s", error.message);
    CHECK_OK(status);
    CHECK_OK(wend_file_read(def.out, &bytes, &error));
    bool has_film = false, has_index = false;
    size_t at = 0;
    while (at < bytes.size) {
        CHECK(bytes.size - at >= 8);
        uint32_t size = big_endian(bytes.data + at);
        CHECK(size >= 8 && size <= bytes.size - at);
        has_film |= memcmp(bytes.data + at + 4, "mdat", 4) == 0;
        has_index |= memcmp(bytes.data + at + 4, "moov", 4) == 0;
        at += size;
    }
    CHECK(has_film && has_index);
    CHECK(!wend_file_exists(test_path("walk.mp4.part")));
    wend_file_bytes_destroy(&bytes);
}

TEST(a_video_that_cannot_be_written_leaves_no_file_and_reports_why) {
    wend_error error;
    wend_video_def def = make_def("nowhere/walk.gif");
    def.episode = "none";
    CHECK_INT(wend_video_write(&def, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "has no episode 'none'");
    def.episode = "0";
    def.fps = 0;
    CHECK_INT(wend_video_write(&def, &error), WEND_ARGUMENT);
    def.fps = 10;
    def.out = test_path("walk.nonsense");
    wend_status status = wend_video_write(&def, &error);
    CHECK(status == WEND_ARGUMENT || status == WEND_UNSUPPORTED);
    CHECK(!wend_file_exists(def.out));
}

static wend_status video_file_again(void* context, wend_error* error) {
    wend_image* image = context;
    video_file f;
    WEND_TRY(video_file_open(test_path("a.gif"), image->width, image->height, 10, &f, error));
    wend_status status = video_file_add(&f, image, error);
    if (status == WEND_OK) status = video_file_end(&f, error);
    video_file_close(&f);
    return status;
}

TEST(a_gif_survives_failing_allocations) {
    wend_error error;
    wend_image image;
    CHECK_OK(wend_image_create(64, 48, 3, &image, &error));
    memset(image.pixels, 7, 64 * 48 * 3);
    test_each_allocation(video_file_again, &image, 40);
    wend_image_destroy(&image);
}
