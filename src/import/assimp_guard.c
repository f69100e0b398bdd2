// Validates PLY and DAE files before assimp parses them. OBJ files need no check.
#include "import/assimp_guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/letter.h"
#include "base/number.h"
#include "import/dae_text.h"

// ---- PLY ----------------------------------------------------------------------------------------
// assimp trusts the counts of a PLY file, so the whole body is parsed here: it must contain what
// its header declares, and no list may be longer than 255.

enum { PLY_MAX_ELEMENTS = 16, PLY_MAX_PROPERTIES = 64, PLY_MAX_LIST = 255 };

typedef struct ply_type {
    const char* name;
    int size;  // bytes in binary files
    enum { PLY_SIGNED, PLY_UNSIGNED, PLY_REAL } kind;
} ply_type;

typedef struct ply_property {
    const ply_type* type;
    const ply_type* count;  // type of the count before a list. NULL: a single value
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

static const ply_type* ply_type_find(const char* name) {
    static const ply_type types[] = {
        {"char", 1, PLY_SIGNED},     {"int8", 1, PLY_SIGNED},     {"uchar", 1, PLY_UNSIGNED},
        {"uint8", 1, PLY_UNSIGNED},  {"short", 2, PLY_SIGNED},    {"int16", 2, PLY_SIGNED},
        {"ushort", 2, PLY_UNSIGNED}, {"uint16", 2, PLY_UNSIGNED}, {"int", 4, PLY_SIGNED},
        {"int32", 4, PLY_SIGNED},    {"uint", 4, PLY_UNSIGNED},   {"uint32", 4, PLY_UNSIGNED},
        {"float", 4, PLY_REAL},      {"float32", 4, PLY_REAL},    {"double", 8, PLY_REAL},
        {"float64", 8, PLY_REAL}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(name, types[i].name) == 0) return &types[i];
    return NULL;
}

// assimp misinterprets malformed header lines silently, so only lines that match the format exactly
// are accepted.
static wend_status ply_property_line(ply_walk* w, const char* line, wend_error* error) {
    char type[32], item[32], name[64], exact[200] = "";
    ply_property p = {0};
    if (!w->element_count) return ply_fail(w, error, "a property before the first element");
    ply_element* e = &w->elements[w->element_count - 1];
    if (e->property_count == PLY_MAX_PROPERTIES) return ply_fail(w, error, "too many properties");
    if (sscanf(line, "property list %31s %31s %63s", type, item, name) == 3) {
        p.count = ply_type_find(type);
        p.type = ply_type_find(item);
        snprintf(exact, sizeof exact, "property list %s %s %s", type, item, name);
        if (!p.count || p.count->kind == PLY_REAL)
            return ply_fail(w, error, "the count of a list must be of an integer type");
    } else if (sscanf(line, "property %31s %63s", type, name) == 2) {
        p.type = ply_type_find(type);
        snprintf(exact, sizeof exact, "property %s %s", type, name);
    }
    if (!p.type || strcmp(exact, line) != 0)
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

static double ply_binary(const ply_walk* w, const ply_type* type) {
    uint32_t bits = 0;
    for (int i = 0; i < type->size && i < 4; i++) {
        uint32_t byte = (uint8_t)w->at[w->swapped ? type->size - 1 - i : i];
        bits |= byte << 8 * i;
    }
    uint32_t sign = UINT32_C(1) << (8 * (type->size < 4 ? type->size : 4) - 1);
    bool negative = type->kind == PLY_SIGNED && (bits & sign);
    return negative ? (double)bits - 2.0 * sign : bits;
}

// Length of the number at `at`, as assimp parses numbers of this type: decimal digits only, a sign
// where the type has one, fraction and exponent for reals. 0: no such number.
static size_t ply_text_length(const char* at, const ply_type* type) {
    const char* p = at;
    if (*p == '-' && type->kind != PLY_UNSIGNED) p++;
    const char* digits = p;
    p += strspn(p, "0123456789");
    if (type->kind == PLY_REAL && *p == '.') p += 1 + strspn(p + 1, "0123456789");
    if (p == digits || (p == digits + 1 && *digits == '.')) return 0;
    if (type->kind == PLY_REAL && (*p == 'e' || *p == 'E')) {
        p += p[1] == '-' || p[1] == '+' ? 2 : 1;
        if (!strspn(p, "0123456789")) return 0;
        p += strspn(p, "0123456789");
    }
    return letter_is_space(*p) || !*p ? (size_t)(p - at) : 0;
}

// Skips one value of the body. `*value` returns it, for list counts; reals of binary files are not
// decoded.
static bool ply_value(ply_walk* w, const ply_type* type, double* value) {
    if (!w->ascii) {
        if (w->end - w->at < type->size) return false;
        *value = ply_binary(w, type);
        w->at += type->size;
        return true;
    }
    while (w->at < w->end && (*w->at == ' ' || *w->at == '\t')) w->at++;
    size_t length = ply_text_length(w->at, type);  // the text is followed by a NUL
    if (!length) return false;
    *value = number_parse(w->at, NULL);
    w->at += length;
    return true;
}

// One vertex or face. In text files each is one line.
static wend_status ply_instance(ply_walk* w, const ply_element* e, wend_error* error) {
    static const char cut[] =
        "a number of the declared type is expected; the file is cut or damaged";
    double count, ignored;
    for (int k = 0; k < e->property_count; k++) {
        const ply_property* p = &e->properties[k];
        count = 1;
        if (p->count && !ply_value(w, p->count, &count)) return ply_fail(w, error, cut);
        if (!(count >= 0 && count <= PLY_MAX_LIST))
            return ply_fail(w, error, "a list must have 0 to 255 items");
        for (int v = 0; v < (int)count; v++)
            if (!ply_value(w, p->type, &ignored)) return ply_fail(w, error, cut);
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
    if (!w)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", source->path);
    w->source = source;
    w->at = source->data;
    w->end = source->data + source->size;
    wend_status status = ply_header(w, error);
    if (status == WEND_OK) status = ply_body(w, error);
    wend_free(w);
    return status;
}

// ---- DAE ----------------------------------------------------------------------------------------
// Nodes of a DAE file may instance other nodes by id. A cycle would never end, and instancing grows
// exponentially: ten nodes that each instance the next one ten times expand to 10^10 nodes.

enum { DAE_MAX_DEPTH = 96, DAE_MAX_NODES = 100000, DAE_MAX_PLACED = 1000000 };

typedef struct dae_node {
    uint64_t id;         // hash of its id; 0: no id
    int32_t first_edge;  // in edges; -1: none
    int32_t placed;      // size of its expanded subtree; 0: unknown, -1: in progress
} dae_node;

typedef struct dae_edge {
    uint64_t to_id;  // 0: `to` is resolved
    int32_t to, next;
} dae_edge;

typedef struct dae_scan {
    const import_source* source;
    ARRAY_OF(dae_node) nodes;  // [0] is the file itself
    ARRAY_OF(dae_edge) edges;
    int open[DAE_MAX_DEPTH];  // node that contains each open element
    int depth;
} dae_scan;

static wend_status assimp_guard_dae_fail(const dae_scan* s, wend_error* error, const char* why) {
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
                         "%s: out of memory, or more than %d nodes", s->source->path,
                         DAE_MAX_NODES);
    if (end > tag && end[-1] == '/') return WEND_OK;
    if (s->depth == DAE_MAX_DEPTH)
        return assimp_guard_dae_fail(s, error, "elements more than 96 deep");
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
            if (!stop)
                return assimp_guard_dae_fail(s, error, "a tag that does not end: the file is cut");
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

// Computes the size of the expanded subtree of `node`. Depth-first; a node in progress is a cycle.
static wend_status dae_unfold(dae_scan* s, int node, int depth, wend_error* error) {
    dae_node* n = &s->nodes.items[node];
    if (n->placed > 0) return WEND_OK;
    if (n->placed < 0 || depth > 4 * DAE_MAX_DEPTH)
        return assimp_guard_dae_fail(s, error, "a node that places itself; export it again");
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
                             : wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", source->path);
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
