#include "scene/assimp_guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/letter.h"
#include "base/number.h"
#include "scene/dae_text.h"

// ---- PLY ----------------------------------------------------------------------------------------
// Counts in a PLY file are believed by assimp, so the whole body is walked: it must hold what its
// header promises, and no list may be longer than 255.

enum { PLY_MAX_ELEMENTS = 16, PLY_MAX_PROPERTIES = 64, PLY_MAX_LIST = 255 };

typedef struct ply_property {
    int size;        // bytes of a value in binary files
    int count_size;  // of the count before a list; 0: one value
    bool is_float;
} ply_property;

typedef struct ply_element {
    uint64_t count;
    ply_property properties[PLY_MAX_PROPERTIES];
    int property_count;
} ply_element;

typedef struct ply_walk {
    const import_source* source;
    const char *at, *end;
    bool ascii, swapped;
    ply_element elements[PLY_MAX_ELEMENTS];
    int element_count;
} ply_walk;

static wend_status ply_fail(const ply_walk* w, wend_error* error, const char* why) {
    return wend_fail(error, WEND_FORMAT, "%s: byte %zu: %s", w->source->path,
                     (size_t)(w->at - w->source->data), why);
}

static int ply_type_size(const char* type) {
    static const struct {
        const char* name;
        int size;
    } types[] = {{"char", 1},  {"uchar", 1},   {"int8", 1},   {"uint8", 1},
                 {"short", 2}, {"ushort", 2},  {"int16", 2},  {"uint16", 2},
                 {"int", 4},   {"uint", 4},    {"int32", 4},  {"uint32", 4},
                 {"float", 4}, {"float32", 4}, {"double", 8}, {"float64", 8}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(type, types[i].name) == 0) return types[i].size;
    return 0;
}

// assimp takes a line it does not quite understand for something else and goes on, so only lines
// written exactly as the format has them are let through.
static wend_status ply_property_line(ply_walk* w, const char* line, wend_error* error) {
    char type[32], item[32], name[64], exact[200] = "";
    ply_property p = {0};
    if (!w->element_count) return ply_fail(w, error, "a property before the first element");
    ply_element* e = &w->elements[w->element_count - 1];
    if (e->property_count == PLY_MAX_PROPERTIES) return ply_fail(w, error, "too many properties");
    if (sscanf(line, "property list %31s %31s %63s", type, item, name) == 3) {
        p.count_size = ply_type_size(type);
        p.size = ply_type_size(item);
        snprintf(exact, sizeof exact, "property list %s %s %s", type, item, name);
        if (!p.count_size || p.count_size > 4) return ply_fail(w, error, "a list of no known type");
    } else if (sscanf(line, "property %31s %63s", type, name) == 2) {
        p.size = ply_type_size(type);
        snprintf(exact, sizeof exact, "property %s %s", type, name);
    }
    if (!p.size || strcmp(exact, line) != 0)
        return ply_fail(w, error, "a property of no known type");
    e->properties[e->property_count++] = p;
    return WEND_OK;
}

static wend_status ply_element_line(ply_walk* w, const char* line, wend_error* error) {
    char name[64], exact[128];
    unsigned long long count;
    if (sscanf(line, "element %63s %llu", name, &count) != 2 || count > w->source->size)
        return ply_fail(w, error, "an element without a count, or with more than there are bytes");
    snprintf(exact, sizeof exact, "element %s %llu", name, count);
    if (strcmp(exact, line) != 0) return ply_fail(w, error, "an element that is not understood");
    if (w->element_count == PLY_MAX_ELEMENTS) return ply_fail(w, error, "too many elements");
    w->elements[w->element_count++] = (ply_element){.count = count};
    return WEND_OK;
}

static wend_status ply_header_line(ply_walk* w, const char* line, wend_error* error) {
    if (strncmp(line, "element ", 8) == 0) return ply_element_line(w, line, error);
    if (strncmp(line, "property ", 9) == 0) return ply_property_line(w, line, error);
    if (strncmp(line, "format ", 7) == 0) {
        w->ascii = strcmp(line, "format ascii 1.0") == 0;
        w->swapped = strcmp(line, "format binary_big_endian 1.0") == 0;
        if (w->ascii || w->swapped || strcmp(line, "format binary_little_endian 1.0") == 0)
            return WEND_OK;
        return ply_fail(w, error, "neither ascii nor binary");
    }
    bool known = strcmp(line, "ply") == 0 || strncmp(line, "comment", 7) == 0 ||
                 strncmp(line, "obj_info", 8) == 0;
    return known ? WEND_OK : ply_fail(w, error, "a line of the header that is not understood");
}

static wend_status ply_header(ply_walk* w, wend_error* error) {
    for (int lines = 0; lines < 1000; lines++) {
        const char* stop = memchr(w->at, '\n', (size_t)(w->end - w->at));
        if (!stop || stop - w->at > 300) return ply_fail(w, error, "the header does not end");
        char line[304];
        memcpy(line, w->at, (size_t)(stop - w->at));
        line[stop - w->at] = 0;
        if (strlen(line) != (size_t)(stop - w->at))
            return ply_fail(w, error, "a NUL in the header");
        w->at = stop + 1;
        for (size_t n = strlen(line); n && strchr(" \t\r", line[n - 1]); n--) line[n - 1] = 0;
        if (strcmp(line, "end_header") == 0) return WEND_OK;
        WEND_TRY(ply_header_line(w, line, error));
    }
    return ply_fail(w, error, "the header does not end");
}

// One value of the body, passed over; a count is returned.
static bool ply_value(ply_walk* w, int size, double* value) {
    if (!w->ascii) {
        if (w->end - w->at < size) return false;
        uint32_t bits = 0;
        for (int i = 0; i < size && i < 4; i++) {
            uint32_t byte = (uint8_t)w->at[w->swapped ? size - 1 - i : i];
            bits |= byte << 8 * i;
        }
        w->at += size;
        *value = bits;
        return true;
    }
    while (w->at < w->end && (*w->at == ' ' || *w->at == '\t')) w->at++;
    if (w->at == w->end || letter_is_space(*w->at)) return false;
    char* after;
    *value = number_parse(w->at, &after);  // a NUL stands after the last byte
    if (after == w->at) return false;
    w->at = after;
    return true;
}

// One vertex or face. In text files it has a line of its own.
static wend_status ply_instance(ply_walk* w, const ply_element* e, wend_error* error) {
    double count, ignored;
    for (int k = 0; k < e->property_count; k++) {
        const ply_property* p = &e->properties[k];
        count = 1;
        if (p->count_size && !ply_value(w, p->count_size, &count))
            return ply_fail(w, error, "the body ends early; the file is cut");
        if (!(count >= 0 && count <= PLY_MAX_LIST))
            return ply_fail(w, error, "a list of more than 255 items");
        for (int v = 0; v < (int)count; v++)
            if (!ply_value(w, p->size, &ignored))
                return ply_fail(w, error, "the body ends early; the file is cut");
    }
    if (!w->ascii) return WEND_OK;
    while (w->at < w->end && *w->at && strchr(" \t\r", *w->at)) w->at++;
    if (w->at < w->end && *w->at++ != '\n')
        return ply_fail(w, error, "more on a line than expected");
    return WEND_OK;
}

static wend_status ply_body(ply_walk* w, wend_error* error) {
    for (int e = 0; e < w->element_count; e++)
        for (uint64_t i = 0; i < w->elements[e].count; i++)
            WEND_TRY(ply_instance(w, &w->elements[e], error));
    return WEND_OK;
}

static wend_status check_ply(const import_source* source, wend_error* error) {
    ply_walk* w = wend_alloc_zero(1, sizeof *w);
    if (!w) return wend_fail(error, WEND_NO_MEMORY, "%s: no memory to read it", source->path);
    w->source = source;
    w->at = source->data;
    w->end = source->data + source->size;
    wend_status status = ply_header(w, error);
    if (status == WEND_OK) status = ply_body(w, error);
    wend_free(w);
    return status;
}

// ---- DAE ----------------------------------------------------------------------------------------
// Nodes of a DAE file may place other nodes by name. A node that places itself, however far around,
// would never end; ten that each place the next one ten times are ten thousand million.

enum { DAE_MAX_DEPTH = 96, DAE_MAX_NODES = 100000, DAE_MAX_PLACED = 1000000 };

typedef struct dae_node {
    uint64_t id;         // hash of its id; 0: it has none
    int32_t first_edge;  // in edges; -1: none
    int32_t placed;      // nodes it unfolds to; 0: not known yet, -1: being worked out
} dae_node;

typedef struct dae_edge {
    uint64_t to_id;  // 0: to is known
    int32_t to, next;
} dae_edge;

typedef struct dae_scan {
    const import_source* source;
    ARRAY_OF(dae_node) nodes;  // [0] is the whole file
    ARRAY_OF(dae_edge) edges;
    int open[DAE_MAX_DEPTH];  // the node each open element lies in
    int depth;
} dae_scan;

static wend_status dae_fail(const dae_scan* s, wend_error* error, const char* why) {
    return wend_fail(error, WEND_FORMAT, "%s: %s", s->source->path, why);
}

static bool dae_add_edge(dae_scan* s, int from, int to, uint64_t to_id) {
    dae_edge* edge = ARRAY_PUSH(&s->edges);
    if (!edge) return false;
    *edge = (dae_edge){to_id, to, s->nodes.items[from].first_edge};
    s->nodes.items[from].first_edge = (int32_t)s->edges.count - 1;
    return true;
}

static bool dae_add_node(dae_scan* s, const char* tag, const char* end, int inside) {
    const char* id;
    size_t size;
    dae_node node = {.first_edge = -1};
    if (dae_attribute(tag, end, "id", &id, &size)) node.id = wend_hash(id, size, 1) | 1;
    dae_node* kept = ARRAY_PUSH(&s->nodes);
    if (!kept) return false;
    *kept = node;
    return inside < 0 || dae_add_edge(s, inside, (int)s->nodes.count - 1, 0);
}

static wend_status dae_start_tag(dae_scan* s, const char* tag, const char* end, wend_error* error) {
    int inside = s->depth ? s->open[s->depth - 1] : 0;
    const char* value;
    size_t size;
    bool fine = true;
    if (dae_is_tag(tag, end, "node") || dae_is_tag(tag, end, "visual_scene")) {
        fine = s->nodes.count < DAE_MAX_NODES && dae_add_node(s, tag, end, inside);
        inside = (int)s->nodes.count - 1;
    } else if (dae_is_tag(tag, end, "instance_node") &&
               dae_attribute(tag, end, "url", &value, &size) && size > 1) {
        fine = dae_add_edge(s, inside, -1, wend_hash(value + 1, size - 1, 1) | 1);
    }
    if (!fine)
        return wend_fail(error, s->nodes.count < DAE_MAX_NODES ? WEND_NO_MEMORY : WEND_LIMIT,
                         "%s: no memory, or more than %d nodes", s->source->path, DAE_MAX_NODES);
    if (end > tag && end[-1] == '/') return WEND_OK;
    if (s->depth == DAE_MAX_DEPTH) return dae_fail(s, error, "elements more than 96 deep");
    s->open[s->depth++] = inside;
    return WEND_OK;
}

static const char* skip_past(const char* at, const char* end, const char* what) {
    const char* found = memmem(at, (size_t)(end - at), what, strlen(what));
    return found ? found + strlen(what) : end;
}

static wend_status dae_tags(dae_scan* s, wend_error* error) {
    const char *at = s->source->data, *end = at + s->source->size;
    while ((at = memchr(at, '<', (size_t)(end - at)))) {
        at++;
        if (end - at > 3 && memcmp(at, "!--", 3) == 0) {
            at = skip_past(at + 3, end, "-->");
        } else if (end - at > 8 && memcmp(at, "![CDATA[", 8) == 0) {
            at = skip_past(at + 8, end, "]]>");
        } else {
            const char* stop = memchr(at, '>', (size_t)(end - at));
            if (!stop) return dae_fail(s, error, "a tag that does not end: the file is cut");
            if (at < end && *at == '/') {
                if (s->depth) s->depth--;
            } else if (at < end && *at != '?' && *at != '!') {
                WEND_TRY(dae_start_tag(s, at, stop, error));
            }
            at = stop + 1;
        }
    }
    return WEND_OK;
}

static wend_status dae_resolve(dae_scan* s, wend_error* error) {
    if (s->edges.count > UINT64_C(400000000) / s->nodes.count)
        return wend_fail(error, WEND_LIMIT, "%s: too many nodes that place others",
                         s->source->path);
    for (size_t i = 0; i < s->edges.count; i++) {
        dae_edge* edge = &s->edges.items[i];
        for (size_t n = 1; edge->to_id && edge->to < 0 && n < s->nodes.count; n++)
            if (s->nodes.items[n].id == edge->to_id) edge->to = (int32_t)n;
    }
    return WEND_OK;
}

// Nodes that `node` unfolds to; depth is bounded because a loop is found on the way.
static wend_status dae_unfold(dae_scan* s, int node, int depth, wend_error* error) {
    dae_node* n = &s->nodes.items[node];
    if (n->placed > 0) return WEND_OK;
    if (n->placed < 0 || depth > 4 * DAE_MAX_DEPTH)
        return dae_fail(s, error, "a node that places itself; export it again");
    n->placed = -1;
    int64_t sum = 1;
    for (int32_t e = n->first_edge; e >= 0; e = s->edges.items[e].next) {
        int to = s->edges.items[e].to;
        if (to < 0) continue;
        WEND_TRY(dae_unfold(s, to, depth + 1, error));
        sum += s->nodes.items[to].placed;
        if (sum > DAE_MAX_PLACED)
            return wend_fail(error, WEND_LIMIT, "%s: unfolds to more than %d nodes",
                             s->source->path, DAE_MAX_PLACED);
    }
    n->placed = (int32_t)sum;
    return WEND_OK;
}

static wend_status check_dae(const import_source* source, wend_error* error) {
    dae_scan s = {.source = source};
    wend_status status = dae_add_node(&s, "", "", -1)
                             ? dae_tags(&s, error)
                             : wend_fail(error, WEND_NO_MEMORY, "%s: no memory", source->path);
    if (status == WEND_OK) status = dae_resolve(&s, error);
    for (size_t i = 0; status == WEND_OK && i < s.nodes.count; i++)
        status = dae_unfold(&s, (int)i, 0, error);
    ARRAY_FREE(&s.nodes);
    ARRAY_FREE(&s.edges);
    return status;
}

wend_status assimp_guard_check(const import_source* source, scene_format format,
                               wend_error* error) {
    if (format == SCENE_FORMAT_PLY) return check_ply(source, error);
    if (format == SCENE_FORMAT_DAE) return check_dae(source, error);
    return WEND_OK;
}
