#include <png.h>
#include <setjmp.h>
#include <stdio.h>
// jpeglib.h needs stdio.h before it.
#include <jpeglib.h>
#include <string.h>

#include "base/array.h"

#include "wend/files.h"

enum { MAX_SIDE = 1 << 16 };

wend_status wend_image_create(int width, int height, int channels, wend_image* image,
                              wend_error* error) {
    *image = (wend_image){0};
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
        return wend_fail(error, WEND_ARGUMENT, "image of %d x %d pixels; sides go from 1 to %d",
                         width, height, MAX_SIDE);
    if (channels != 1 && channels != 3 && channels != 4)
        return wend_fail(error, WEND_ARGUMENT, "image with %d channels; 1, 3 or 4 are possible",
                         channels);
    uint8_t* pixels = wend_alloc_zero((size_t)width * (size_t)height, (size_t)channels);
    if (!pixels)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for an image of %d x %d pixels",
                         width, height);
    *image = (wend_image){width, height, channels, pixels};
    return WEND_OK;
}

void wend_image_destroy(wend_image* image) {
    wend_free(image->pixels);
    *image = (wend_image){0};
}

// Max pixels per byte of a file, as a bound on truncated or malicious files. PNG: deflate expands
// one byte to at most 1032 bytes of 1-bit pixels. JPEG: at best one bit per block of 8 x 8 of a
// progressive file, with a margin of 4.
enum { PNG_PIXELS_A_BYTE = 8 * 1032, JPEG_PIXELS_A_BYTE = 8 * 64 * 4, JPEG_MAX_SCANS = 200 };

static wend_status check_pixels(uint64_t width, uint64_t height, const char* name,
                                uint64_t max_pixels, uint64_t held, wend_error* error) {
    if (width <= MAX_SIDE && height <= MAX_SIDE && width * height <= max_pixels &&
        width * height > held + 65536)
        return wend_fail(error, WEND_FORMAT,
                         "%s: %llu x %llu pixels do not fit into its bytes: the image is truncated",
                         name, (unsigned long long)width, (unsigned long long)height);
    if (width <= MAX_SIDE && height <= MAX_SIDE && width * height <= max_pixels) return WEND_OK;
    return wend_fail(error, WEND_LIMIT,
                     "%s: %llu x %llu pixels, at most %llu are read; make the image smaller", name,
                     (unsigned long long)width, (unsigned long long)height,
                     (unsigned long long)max_pixels);
}

// ---- PNG ----------------------------------------------------------------------------------------

static png_voidp png_alloc(png_structp png, png_alloc_size_t size) {
    void* memory = wend_alloc(size);
    if (!memory) *(bool*)png_get_mem_ptr(png) = true;
    return memory;
}

static void png_release(png_structp png, png_voidp memory) {
    (void)png;
    wend_free(memory);
}

typedef struct png_source {
    const uint8_t* next;
    size_t left, size;
    char reason[160];
    bool out_of_memory;  // an allocation of libpng failed
} png_source;

static void png_read_some(png_structp png, png_bytep out, size_t count) {
    png_source* source = png_get_io_ptr(png);
    if (count > source->left) png_error(png, "the data ends early");
    memcpy(out, source->next, count);
    source->next += count;
    source->left -= count;
}

static void png_on_error(png_structp png, png_const_charp message) {
    snprintf(((png_source*)png_get_error_ptr(png))->reason, 160, "%s", message);
    longjmp(png_jmpbuf(png), 1);
}

static void png_on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

// All code between setjmp and longjmp is in this function; it uses memory that the caller frees.
static bool png_decode_rows(png_structp png, png_infop info, const char* name, uint64_t max_pixels,
                            wend_image* image, wend_status* status, wend_error* error) {
    if (setjmp(png_jmpbuf(png))) return false;
    png_read_info(png, info);
    uint64_t held = ((const png_source*)png_get_io_ptr(png))->size * PNG_PIXELS_A_BYTE;
    *status = check_pixels(png_get_image_width(png, info), png_get_image_height(png, info), name,
                           max_pixels, held, error);
    if (*status != WEND_OK) return true;
    png_set_expand(png);
    png_set_strip_16(png);
    png_set_gray_to_rgb(png);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    *status =
        wend_image_create((int)png_get_image_width(png, info), (int)png_get_image_height(png, info),
                          png_get_channels(png, info) == 4 ? 4 : 3, image, error);
    if (*status != WEND_OK) return true;
    size_t stride = (size_t)image->width * (size_t)image->channels;
    if (png_get_rowbytes(png, info) != stride) png_error(png, "unexpected row size");
    for (int pass = 0; pass < passes; pass++)
        for (int y = 0; y < image->height; y++)
            png_read_row(png, image->pixels + stride * (size_t)y, NULL);
    return true;
}

static wend_status decode_png(const void* bytes, size_t size, const char* name, uint64_t max_pixels,
                              wend_image* image, wend_error* error) {
    png_source source = {bytes, size, size, "", false};
    png_structp png =
        png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &source, png_on_error, png_on_warning,
                                 &source.out_of_memory, png_alloc, png_release);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    wend_status status = WEND_OK;
    if (!info) {
        status =
            wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading the image", name);
    } else {
        png_set_read_fn(png, &source, png_read_some);
        png_set_user_limits(png, MAX_SIDE, MAX_SIDE);
        png_set_chunk_malloc_max(png, 8 << 20);
        png_set_chunk_cache_max(png, 16);
        if (!png_decode_rows(png, info, name, max_pixels, image, &status, error))
            status =
                source.out_of_memory
                    ? wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", name)
                    : wend_fail(error, WEND_FORMAT, "%s: not a readable PNG: %s", name,
                                source.reason);
    }
    png_destroy_read_struct(&png, &info, NULL);
    if (status != WEND_OK) wend_image_destroy(image);
    return status;
}

typedef ARRAY_OF(uint8_t) byte_array;

static void png_write_some(png_structp png, png_bytep data, size_t count) {
    byte_array* out = png_get_io_ptr(png);
    if (!ARRAY_RESERVE(out, count)) png_error(png, "out of memory");
    memcpy(out->items + out->count, data, count);
    out->count += count;
}

static void png_flush_nothing(png_structp png) { (void)png; }

static bool png_encode_rows(png_structp png, png_infop info, const wend_image* image) {
    static const int color_types[5] = {0, PNG_COLOR_TYPE_GRAY, 0, PNG_COLOR_TYPE_RGB,
                                       PNG_COLOR_TYPE_RGB_ALPHA};
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_IHDR(png, info, (png_uint_32)image->width, (png_uint_32)image->height, 8,
                 color_types[image->channels], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    size_t stride = (size_t)image->width * (size_t)image->channels;
    for (int y = 0; y < image->height; y++) png_write_row(png, image->pixels + stride * (size_t)y);
    png_write_end(png, info);
    return true;
}

wend_status wend_image_encode_png(const wend_image* image, uint8_t** bytes, size_t* size,
                                  wend_error* error) {
    png_source reason = {0};
    byte_array out = {0};
    png_structp png =
        png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &reason, png_on_error, png_on_warning,
                                  &reason.out_of_memory, png_alloc, png_release);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (info) png_set_write_fn(png, &out, png_write_some, png_flush_nothing);
    bool written = info && png_encode_rows(png, info, image);
    png_destroy_write_struct(&png, &info);
    *bytes = out.items;
    *size = out.count;
    if (written) return WEND_OK;
    ARRAY_FREE(&out);
    *bytes = NULL;
    return wend_fail(error, WEND_NO_MEMORY,
                     "out of memory while writing an image of %d x %d pixels", image->width,
                     image->height);
}

wend_status wend_image_write_png(const wend_image* image, const char* path, wend_error* error) {
    uint8_t* bytes;
    size_t size;
    wend_status status = wend_image_encode_png(image, &bytes, &size, error);
    if (status != WEND_OK) {
        wend_error_prefix(error, "%s", path);
        return status;
    }
    status = wend_file_write(path, bytes, size, error);
    wend_free(bytes);
    return status;
}

// ---- JPEG ---------------------------------------------------------------------------------------

typedef struct jpeg_catcher {
    struct jpeg_error_mgr manager;  // first member: libjpeg's pointer is cast to this struct
    jmp_buf back;
    struct jpeg_progress_mgr* progress;  // decoders only
    char reason[JMSG_LENGTH_MAX];
} jpeg_catcher;

static void jpeg_on_error(j_common_ptr jpeg) {
    jpeg_catcher* catcher = (jpeg_catcher*)jpeg->err;
    jpeg->err->format_message(jpeg, catcher->reason);
    longjmp(catcher->back, 1);
}

static void jpeg_on_message(j_common_ptr jpeg, int level) {
    (void)jpeg;
    (void)level;
}

// A progressive image may have any number of scans, and each one processes all pixels.
static void jpeg_on_progress(j_common_ptr jpeg) {
    if (((j_decompress_ptr)jpeg)->input_scan_number <= JPEG_MAX_SCANS) return;
    jpeg_catcher* catcher = (jpeg_catcher*)jpeg->err;
    snprintf(catcher->reason, sizeof catcher->reason, "more than %d scans", JPEG_MAX_SCANS);
    longjmp(catcher->back, 1);
}

static bool jpeg_decode_rows(struct jpeg_decompress_struct* jpeg, jpeg_catcher* catcher,
                             const void* bytes, size_t size, const char* name, uint64_t max_pixels,
                             wend_image* image, wend_status* status, wend_error* error) {
    if (setjmp(catcher->back)) return false;
    jpeg_create_decompress(jpeg);
    jpeg->progress = catcher->progress;
    jpeg_mem_src(jpeg, bytes, size);
    jpeg_read_header(jpeg, TRUE);
    *status = check_pixels(jpeg->image_width, jpeg->image_height, name, max_pixels,
                           (uint64_t)size * JPEG_PIXELS_A_BYTE, error);
    if (*status != WEND_OK) return true;
    jpeg->out_color_space = JCS_RGB;
    jpeg_start_decompress(jpeg);
    *status = wend_image_create((int)jpeg->output_width, (int)jpeg->output_height, 3, image, error);
    if (*status != WEND_OK) return true;
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = image->pixels + (size_t)jpeg->output_scanline * (size_t)image->width * 3;
        jpeg_read_scanlines(jpeg, &row, 1);
    }
    return true;
}

static wend_status decode_jpeg(const void* bytes, size_t size, const char* name,
                               uint64_t max_pixels, wend_image* image, wend_error* error) {
    struct jpeg_decompress_struct jpeg = {0};
    jpeg_catcher catcher = {0};
    jpeg.err = jpeg_std_error(&catcher.manager);
    catcher.manager.error_exit = jpeg_on_error;
    catcher.manager.emit_message = jpeg_on_message;
    struct jpeg_progress_mgr progress = {.progress_monitor = jpeg_on_progress};
    catcher.progress = &progress;
    wend_status status = WEND_OK;
    if (!jpeg_decode_rows(&jpeg, &catcher, bytes, size, name, max_pixels, image, &status, error))
        status = wend_fail(error, WEND_FORMAT, "%s: not a readable JPEG: %s", name, catcher.reason);
    jpeg_destroy_decompress(&jpeg);
    if (status != WEND_OK) wend_image_destroy(image);
    return status;
}

// Destination of libjpeg's output: a wend array, so that its memory is counted.
typedef struct jpeg_sink {
    struct jpeg_destination_mgr manager;  // first member: libjpeg's pointer is cast to this struct
    byte_array out;
} jpeg_sink;

enum { JPEG_ROOM = 4096 };

static void jpeg_more_room(j_compress_ptr jpeg) {
    jpeg_sink* sink = (jpeg_sink*)jpeg->dest;
    if (!ARRAY_RESERVE(&sink->out, JPEG_ROOM)) longjmp(((jpeg_catcher*)jpeg->err)->back, 1);
    sink->manager.next_output_byte = sink->out.items + sink->out.count;
    sink->manager.free_in_buffer = JPEG_ROOM;
}

static boolean jpeg_flush_room(j_compress_ptr jpeg) {
    ((jpeg_sink*)jpeg->dest)->out.count += JPEG_ROOM;
    jpeg_more_room(jpeg);
    return TRUE;
}

static void jpeg_end_room(j_compress_ptr jpeg) {
    jpeg_sink* sink = (jpeg_sink*)jpeg->dest;
    sink->out.count += JPEG_ROOM - sink->manager.free_in_buffer;
}

static bool jpeg_encode_rows(struct jpeg_compress_struct* jpeg, jpeg_catcher* catcher,
                             jpeg_sink* sink, const wend_image* image, int quality) {
    if (setjmp(catcher->back)) return false;
    jpeg_create_compress(jpeg);
    jpeg->dest = &sink->manager;
    jpeg->image_width = (JDIMENSION)image->width;
    jpeg->image_height = (JDIMENSION)image->height;
    jpeg->input_components = image->channels;
    jpeg->in_color_space = image->channels == 3 ? JCS_RGB : JCS_GRAYSCALE;
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, quality, TRUE);
    jpeg->optimize_coding = TRUE;
    jpeg_start_compress(jpeg, TRUE);
    size_t stride = (size_t)image->width * (size_t)image->channels;
    while (jpeg->next_scanline < jpeg->image_height) {
        JSAMPROW row = image->pixels + stride * jpeg->next_scanline;
        jpeg_write_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_compress(jpeg);
    return true;
}

wend_status wend_image_encode_jpeg(const wend_image* image, int quality, uint8_t** bytes,
                                   size_t* size, wend_error* error) {
    struct jpeg_compress_struct jpeg = {0};
    jpeg_catcher catcher = {0};
    jpeg_sink sink = {.manager = {.init_destination = jpeg_more_room,
                                  .empty_output_buffer = jpeg_flush_room,
                                  .term_destination = jpeg_end_room}};
    jpeg.err = jpeg_std_error(&catcher.manager);
    catcher.manager.error_exit = jpeg_on_error;
    catcher.manager.emit_message = jpeg_on_message;
    bool written = jpeg_encode_rows(&jpeg, &catcher, &sink, image, quality);
    jpeg_destroy_compress(&jpeg);
    *bytes = sink.out.items;
    *size = sink.out.count;
    if (written) return WEND_OK;
    ARRAY_FREE(&sink.out);
    *bytes = NULL;
    return wend_fail(error, WEND_NO_MEMORY,
                     "out of memory while writing an image of %d x %d pixels", image->width,
                     image->height);
}

wend_status wend_image_decode(const void* bytes, size_t size, const char* name, uint64_t max_pixels,
                              wend_image* image, wend_error* error) {
    *image = (wend_image){0};
    const uint8_t* magic = bytes;
    if (size >= 8 && memcmp(magic, "\x89PNG\r\n\x1a\n", 8) == 0)
        return decode_png(bytes, size, name, max_pixels, image, error);
    if (size >= 3 && magic[0] == 0xff && magic[1] == 0xd8 && magic[2] == 0xff)
        return decode_jpeg(bytes, size, name, max_pixels, image, error);
    return wend_fail(error, WEND_FORMAT, "%s: neither PNG nor JPEG; convert the image", name);
}
