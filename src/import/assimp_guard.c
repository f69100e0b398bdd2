// Validates DAE files before assimp parses them. OBJ files need no check.
#include "import/assimp_guard.h"

#include <string.h>

#include "base/array.h"
#include "import/dae_text.h"

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
        return wend_fail(error, WEND_LIMIT, "%s: too many nodes that instance others",
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
        return assimp_guard_dae_fail(s, error, "a node that instances itself; export it again");
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
    if (format == SCENE_FORMAT_DAE) return check_dae(source, error);
    return WEND_OK;
}
