// Reads and writes Matterport's connectivity files.
#include "nav/connectivity.h"

#include <string.h>

#include "base/pull.h"

#include "wend/files.h"

enum { VIEWPOINT_LIMIT = 8192 };  // the largest Matterport building has 349

enum {
    HAS_ID = 1,
    HAS_POSE = 2,
    HAS_INCLUDED = 4,
    HAS_VISIBLE = 8,
    HAS_UNOBSTRUCTED = 16,
    HAS_ALL = 31
};

// Reads a list of flags into bit `bit` of the viewpoint's row. The first list of the first
// viewpoint sets the width.
static bool read_links(pull* p, connectivity* c, size_t row, size_t* width, uint8_t bit) {
    size_t held = 0;
    bool flag;
    for (pull_array(p); pull_more(p); held++) {
        if (held >= (*width ? *width : (size_t)VIEWPOINT_LIMIT))
            return pull_fail(p, "more flags than viewpoints");
        if (!pull_bool(p, &flag)) return false;
        size_t at = row * *width + held;
        while (c->links.count <= at) {
            uint8_t* cell = ARRAY_PUSH(&c->links);
            if (!cell) return pull_no_memory(p);
            *cell = 0;
        }
        if (flag) c->links.items[at] |= bit;
    }
    if (p->status != WEND_OK) return false;
    if (row == 0 && *width == 0) *width = held;
    return held == *width || pull_fail(p, "%zu flags for %zu viewpoints", held, *width);
}

static bool read_viewpoint(pull* p, connectivity* c, size_t* width, arena* memory) {
    size_t row = c->viewpoints.count;
    wend_viewpoint* v = ARRAY_PUSH(&c->viewpoints);
    if (!v) return pull_no_memory(p);
    *v = (wend_viewpoint){.region = -1};
    pull_span key;
    unsigned has = 0;
    for (pull_object(p); pull_key(p, &key);) {
        if (pull_is(key, "image_id")) {
            has |= HAS_ID;
            pull_text(p, memory, &v->id);
        } else if (pull_is(key, "pose")) {
            has |= HAS_POSE;
            pull_numbers(p, 16, v->pose);
        } else if (pull_is(key, "included")) {
            has |= HAS_INCLUDED;
            pull_bool(p, &v->included);
        } else if (pull_is(key, "visible")) {
            has |= HAS_VISIBLE;
            read_links(p, c, row, width, CONNECTIVITY_VISIBLE);
        } else if (pull_is(key, "unobstructed")) {
            has |= HAS_UNOBSTRUCTED;
            read_links(p, c, row, width, CONNECTIVITY_UNOBSTRUCTED);
        } else if (pull_is(key, "height")) {
            pull_number(p, &v->height);
        } else {
            pull_skip(p);
        }
    }
    if (p->status != WEND_OK) return false;
    return has == HAS_ALL ||
           pull_fail(p, "image_id, pose, included, visible or unobstructed is missing");
}

wend_status connectivity_parse(const char* text, size_t size, const char* name, arena* memory,
                               connectivity* out, wend_error* error) {
    *out = (connectivity){0};
    pull p = pull_make(text, size, name, 1, error);
    size_t width = 0;
    for (pull_array(&p); pull_more(&p);)
        if (out->viewpoints.count > 0 && out->viewpoints.count == width)
            pull_fail(&p, "viewpoint %zu, but the lists of flags have %zu", width + 1, width);
        else
            read_viewpoint(&p, out, &width, memory);
    if (p.status == WEND_OK && out->viewpoints.count != width)
        pull_fail(&p, "%zu viewpoints, but their lists of flags have %zu; is the file cut short?",
                  out->viewpoints.count, width);
    wend_status status = pull_finish(&p);
    if (status != WEND_OK) connectivity_destroy(out);
    return status;
}

void connectivity_destroy(connectivity* c) {
    ARRAY_FREE(&c->viewpoints);
    ARRAY_FREE(&c->links);
}

static void write_flags(wend_json_out* out, const char* key, const uint8_t* links, int count,
                        uint8_t bit) {
    wend_json_out_array(out, key);
    for (int i = 0; i < count; i++) wend_json_out_bool(out, NULL, links[i] & bit);
    wend_json_out_end(out);
}

wend_status connectivity_write(const wend_viewpoint* viewpoints, const uint8_t* links, int count,
                               const char* path, wend_error* error) {
    wend_json_out out = {0};
    wend_json_out_array(&out, NULL);
    for (int i = 0; i < count; i++) {
        const wend_viewpoint* v = &viewpoints[i];
        const uint8_t* row = links + (size_t)i * (size_t)count;
        wend_json_out_object(&out, NULL);
        wend_json_out_text(&out, "image_id", v->id);
        wend_json_out_numbers(&out, "pose", v->pose, 16);
        wend_json_out_bool(&out, "included", v->included);
        write_flags(&out, "visible", row, count, CONNECTIVITY_VISIBLE);
        write_flags(&out, "unobstructed", row, count, CONNECTIVITY_UNOBSTRUCTED);
        wend_json_out_number(&out, "height", v->height);
        wend_json_out_end(&out);
    }
    wend_json_out_end(&out);
    wend_status status = wend_json_out_save(&out, path, error);
    wend_json_out_destroy(&out);
    return status;
}
