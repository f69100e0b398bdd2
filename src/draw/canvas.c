// SVG is written as text. PNG is drawn with cairo, whose own allocations do not go through
// base/memory.
#include "draw/canvas.h"

#include <cairo/cairo.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"

#include "wend/files.h"

enum { MAX_SIDE = 16384 };

struct canvas {
    int width, height;
    cairo_surface_t* surface;  // NULL for SVG
    cairo_t* cairo;
    ARRAY_OF(char) svg;
    size_t frame;  // length of the outer element's opening tag
    bool failed;
};

static void canvas_put(canvas* c, const char* format, ...) {
    char piece[512];
    va_list arguments;
    va_start(arguments, format);
    int n = number_vprint(piece, sizeof piece, format, arguments);
    va_end(arguments);
    size_t size = n < 0 ? 0 : (size_t)n < sizeof piece ? (size_t)n : sizeof piece - 1;
    if (!ARRAY_RESERVE(&c->svg, size)) {
        c->failed = true;
        return;
    }
    memcpy(c->svg.items + c->svg.count, piece, size);
    c->svg.count += size;
}

static void canvas_put_escaped(canvas* c, const char* text) {
    for (; *text; text++) {
        if (*text == '<')
            canvas_put(c, "&lt;");
        else if (*text == '&')
            canvas_put(c, "&amp;");
        else
            canvas_put(c, "%c", *text);
    }
}

canvas_kind canvas_kind_of(const char* path) {
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".svg") == 0 ? CANVAS_SVG : CANVAS_PNG;
}

static bool start_pixels(canvas* c) {
    c->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, c->width, c->height);
    c->cairo = cairo_create(c->surface);
    cairo_set_line_join(c->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(c->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_select_font_face(c->cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
    return cairo_status(c->cairo) == CAIRO_STATUS_SUCCESS;
}

wend_status canvas_create(canvas_kind kind, int width, int height, uint32_t background,
                          canvas** out, wend_error* error) {
    *out = NULL;
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
        return wend_fail(error, WEND_ARGUMENT,
                         "a drawing of %d x %d pixels; sides go from 1 to %d, so choose another "
                         "scale",
                         width, height, MAX_SIDE);
    canvas* c = wend_alloc_zero(1, sizeof *c);
    if (!c) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a drawing");
    c->width = width;
    c->height = height;
    if (kind == CANVAS_PNG && !start_pixels(c)) {
        canvas_destroy(c);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a drawing of %d x %d pixels",
                         width, height);
    }
    if (kind == CANVAS_SVG)
        canvas_put(
            c,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' "
            "stroke-linejoin='round' stroke-linecap='round' font-family='DejaVu Sans, "
            "sans-serif'>\n",
            width, height, width, height);
    c->frame = c->svg.count;
    if (background)
        canvas_rect(c, (wend_vec2){0, 0}, (wend_vec2){(float)width, (float)height},
                    (canvas_style){.fill = background});
    *out = c;
    return WEND_OK;
}

void canvas_destroy(canvas* c) {
    if (!c) return;
    if (c->cairo) cairo_destroy(c->cairo);
    if (c->surface) cairo_surface_destroy(c->surface);
    ARRAY_FREE(&c->svg);
    wend_free(c);
}

// ---- style --------------------------------------------------------------------------------------

static void use_color(canvas* c, uint32_t color) {
    cairo_set_source_rgba(c->cairo, (color >> 24) / 255.0, (color >> 16 & 255) / 255.0,
                          (color >> 8 & 255) / 255.0, (color & 255) / 255.0);
}

static void canvas_put_color(canvas* c, const char* what, uint32_t color) {
    if (!color) {
        canvas_put(c, " %s='none'", what);
        return;
    }
    canvas_put(c, " %s='#%06x'", what, color >> 8);
    if ((color & 255) != 255) canvas_put(c, " %s-opacity='%.3g'", what, (color & 255) / 255.0);
}

static void put_style(canvas* c, canvas_style style) {
    canvas_put_color(c, "fill", style.fill);
    if (!style.stroke) return;
    canvas_put_color(c, "stroke", style.stroke);
    canvas_put(c, " stroke-width='%.2f'", (double)style.width);
    if (style.dash > 0) canvas_put(c, " stroke-dasharray='%.1f'", (double)style.dash);
}

static void paint_path(canvas* c, canvas_style style) {
    if (style.fill) {
        use_color(c, style.fill);
        cairo_fill_preserve(c->cairo);
    }
    if (style.stroke) {
        double dash = style.dash;
        use_color(c, style.stroke);
        cairo_set_line_width(c->cairo, style.width);
        cairo_set_dash(c->cairo, &dash, style.dash > 0 ? 1 : 0, 0);
        cairo_stroke_preserve(c->cairo);
    }
    cairo_new_path(c->cairo);
}

// ---- shapes -------------------------------------------------------------------------------------

static void draw_points(canvas* c, const wend_vec2* points, int count, bool closed,
                        canvas_style style) {
    if (count < 1) return;
    if (!c->cairo) {
        canvas_put(c, "<%s points='", closed ? "polygon" : "polyline");
        for (int i = 0; i < count; i++)
            canvas_put(c, "%.2f,%.2f ", (double)points[i].x, (double)points[i].y);
        canvas_put(c, "'");
        put_style(c, style);
        canvas_put(c, "/>\n");
        return;
    }
    cairo_move_to(c->cairo, points[0].x, points[0].y);
    for (int i = 1; i < count; i++) cairo_line_to(c->cairo, points[i].x, points[i].y);
    if (closed) cairo_close_path(c->cairo);
    paint_path(c, style);
}

void canvas_polygon(canvas* c, const wend_vec2* points, int count, canvas_style style) {
    draw_points(c, points, count, true, style);
}

void canvas_polyline(canvas* c, const wend_vec2* points, int count, canvas_style style) {
    draw_points(c, points, count, false, style);
}

void canvas_line(canvas* c, wend_vec2 from, wend_vec2 to, canvas_style style) {
    const wend_vec2 ends[2] = {from, to};
    draw_points(c, ends, 2, false, style);
}

void canvas_rect(canvas* c, wend_vec2 low, wend_vec2 high, canvas_style style) {
    const wend_vec2 corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    draw_points(c, corners, 4, true, style);
}

void canvas_circle(canvas* c, wend_vec2 center, float radius, canvas_style style) {
    if (c->cairo) {
        cairo_arc(c->cairo, center.x, center.y, radius, 0, 2 * WEND_PI);
        paint_path(c, style);
        return;
    }
    canvas_put(c, "<circle cx='%.2f' cy='%.2f' r='%.2f'", (double)center.x, (double)center.y,
               (double)radius);
    put_style(c, style);
    canvas_put(c, "/>\n");
}

static void text_pixels(canvas* c, wend_vec2 at, float size, canvas_anchor anchor, uint32_t color,
                        int quarter_turns, const char* text) {
    cairo_text_extents_t extents;
    cairo_save(c->cairo);
    cairo_set_font_size(c->cairo, size);
    cairo_text_extents(c->cairo, text, &extents);
    cairo_translate(c->cairo, at.x, at.y);
    cairo_rotate(c->cairo, -quarter_turns * WEND_PI / 2);
    cairo_move_to(c->cairo, -extents.x_advance * 0.5 * (int)anchor, 0);
    use_color(c, color);
    cairo_show_text(c->cairo, text);
    cairo_restore(c->cairo);
    cairo_new_path(c->cairo);
}

void canvas_text(canvas* c, wend_vec2 at, float size, canvas_anchor anchor, uint32_t color,
                 int quarter_turns, const char* text) {
    static const char* const anchors[] = {"start", "middle", "end"};
    if (c->cairo) {
        text_pixels(c, at, size, anchor, color, quarter_turns, text);
        return;
    }
    canvas_put(c, "<text font-size='%.1f' text-anchor='%s'", (double)size, anchors[anchor]);
    canvas_put_color(c, "fill", color);
    canvas_put(c, " transform='translate(%.2f %.2f) rotate(%d)'>", (double)at.x, (double)at.y,
               -90 * quarter_turns);
    canvas_put_escaped(c, text);
    canvas_put(c, "</text>\n");
}

void canvas_picture(canvas* c, wend_vec2 at, float width, float height, float turn,
                    const wend_image* image) {
    cairo_surface_t* surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, image->width, image->height);
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) {
        c->failed = true;
        cairo_surface_destroy(surface);
        return;
    }
    uint8_t* rows = cairo_image_surface_get_data(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            const uint8_t* in = image->pixels + 3 * ((size_t)y * (size_t)image->width + (size_t)x);
            uint32_t pixel = (uint32_t)in[0] << 16 | (uint32_t)in[1] << 8 | in[2];
            memcpy(rows + stride * (size_t)y + 4 * (size_t)x, &pixel, 4);
        }
    cairo_surface_mark_dirty(surface);
    cairo_save(c->cairo);
    cairo_translate(c->cairo, at.x, at.y);
    cairo_rotate(c->cairo, turn);
    cairo_scale(c->cairo, width / image->width, height / image->height);
    cairo_set_source_surface(c->cairo, surface, 0, 0);
    cairo_pattern_set_extend(cairo_get_source(c->cairo), CAIRO_EXTEND_PAD);
    cairo_rectangle(c->cairo, 0, 0, image->width, image->height);
    cairo_fill(c->cairo);
    cairo_restore(c->cairo);
    cairo_surface_destroy(surface);
}

// ---- output -------------------------------------------------------------------------------------

wend_status canvas_image(canvas* c, wend_image* image, wend_error* error) {
    *image = (wend_image){0};
    if (!c->cairo || c->failed || cairo_status(c->cairo) != CAIRO_STATUS_SUCCESS)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory while drawing %d x %d pixels",
                         c->width, c->height);
    WEND_TRY(wend_image_create(c->width, c->height, 3, image, error));
    cairo_surface_flush(c->surface);
    const uint8_t* rows = cairo_image_surface_get_data(c->surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(c->surface);
    for (int y = 0; y < c->height; y++)
        for (int x = 0; x < c->width; x++) {
            uint32_t pixel;
            memcpy(&pixel, rows + stride * (size_t)y + 4 * (size_t)x, 4);
            uint8_t* out = image->pixels + 3 * ((size_t)y * (size_t)c->width + (size_t)x);
            out[0] = (uint8_t)(pixel >> 16);
            out[1] = (uint8_t)(pixel >> 8);
            out[2] = (uint8_t)pixel;
        }
    return WEND_OK;
}

const char* canvas_svg(canvas* c) {
    char* end = ARRAY_PUSH(&c->svg);
    if (!end || c->failed) return NULL;
    *end = 0;
    c->svg.count--;
    return c->svg.items + c->frame;
}

wend_status canvas_save(canvas* c, const char* path, wend_error* error) {
    if (c->cairo) {
        wend_image image;
        WEND_TRY(canvas_image(c, &image, error));
        wend_status status = wend_image_write_png(&image, path, error);
        wend_image_destroy(&image);
        return status;
    }
    size_t body = c->svg.count;
    canvas_put(c, "</svg>\n");
    if (c->failed)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for the drawing", path);
    wend_status status = wend_file_write(path, c->svg.items, c->svg.count, error);
    c->svg.count = body;  // drawing may continue after saving
    return status;
}
