// R4R: R2R paths joined end to start.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "data/scan_groups.h"

#include "wend/make.h"

enum { MAX_NODES = 4096 };  // per joined path

struct wend_r4r {
    arena memory;
    ARRAY_OF(wend_vln_episode) items;
    wend_r4r_stats stats;  // sums during the build
};

// State of one building.
typedef struct joiner {
    wend_r4r* out;
    const wend_r4r_def* def;
    const wend_graph* graph;
    const char* scan;
    wend_error* error;
} joiner;

// An R2R path with its end nodes.
typedef struct piece {
    const wend_vln_episode* episode;
    int64_t id;
    int start, end;
} piece;

wend_r4r_def wend_r4r_default_def(void) { return (wend_r4r_def){.distance = 3, .texts = true}; }

static wend_status r4r_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for R4R's paths");
}

static wend_status find_end(const joiner* j, const wend_vln_episode* e, int at, int* node) {
    *node = wend_graph_find(j->graph, e->path[at]);
    if (*node >= 0) return WEND_OK;
    return wend_fail(j->error, WEND_FORMAT, "path %s: building %s has no viewpoint %s", e->path_id,
                     e->scan, e->path[at]);
}

static wend_status make_piece(const joiner* j, const wend_vln_episode* e, piece* p) {
    char* end;
    *p = (piece){.episode = e};
    errno = 0;
    p->id = strtoll(e->path_id, &end, 10);
    if (*end || end == e->path_id || errno)
        return wend_fail(j->error, WEND_FORMAT, "path %s: R4R needs numbers as path ids",
                         e->path_id);
    if (e->path_count < 2 || !e->has_distance)
        return wend_fail(j->error, WEND_FORMAT,
                         "path %s: R4R needs whole paths with a distance; test splits have none",
                         e->path_id);
    WEND_TRY(find_end(j, e, 0, &p->start));
    return find_end(j, e, e->path_count - 1, &p->end);
}

// The ids of nodes; the list is in the arena, the strings belong to the graph.
static const char** name_nodes(joiner* j, const int* nodes, int count) {
    const char** names = arena_alloc(&j->out->memory, (size_t)count * sizeof *names);
    for (int i = 0; names && i < count; i++)
        names[i] = wend_graph_viewpoint(j->graph, nodes[i])->id;
    return names;
}

static const char* joined_text(joiner* j, const char* first, const char* second) {
    if (!j->def->texts) return "";
    size_t a = strlen(first), b = strlen(second);
    char* text = arena_alloc(&j->out->memory, a + b + 1);
    if (!text) return NULL;
    memcpy(text, first, a);
    memcpy(text + a, second, b + 1);
    return text;
}

// Each instruction of the first path followed by each of the second.
static bool join_instructions(joiner* j, wend_vln_episode* out, const wend_vln_episode* a,
                              const wend_vln_episode* b) {
    int count = a->instruction_count * b->instruction_count;
    wend_vln_instruction* list = arena_alloc(&j->out->memory, (size_t)count * sizeof *list);
    if (!list) return false;
    for (int i = 0; i < count; i++) {
        char id[48];
        int length = snprintf(id, sizeof id, "%s_%d", out->path_id, i);
        list[i] = (wend_vln_instruction){.annotator = -1, .edit_distance = -1, .word_count = -1};
        list[i].id = arena_text(&j->out->memory, id, (size_t)length);
        list[i].text = joined_text(j, a->instructions[i / b->instruction_count].text,
                                   b->instructions[i % b->instruction_count].text);
        if (!list[i].id || !list[i].text) return false;
    }
    out->instructions = list;
    out->instruction_count = count;
    return true;
}

// first[:-1] + shortest path between + second[1:]
static bool join_paths(joiner* j, wend_vln_episode* out, const piece* a, const piece* b) {
    int route[MAX_NODES];
    int between = wend_graph_path(j->graph, a->end, b->start, route, MAX_NODES);
    const char** names = name_nodes(j, route, between);
    int head = a->episode->path_count - 1, tail = b->episode->path_count - 1;
    out->path_count = head + between + tail;
    const char** path = arena_alloc(&j->out->memory, (size_t)out->path_count * sizeof *path);
    if (!path || !names) return false;
    memcpy(path, a->episode->path, (size_t)head * sizeof *path);
    memcpy(path + head, names, (size_t)between * sizeof *path);
    memcpy(path + head + between, b->episode->path + 1, (size_t)tail * sizeof *path);
    out->path = path;
    return true;
}

static bool join_ends(joiner* j, wend_vln_episode* out, const piece* a, const piece* b) {
    int route[MAX_NODES];
    wend_vln_joint* joint = arena_alloc(&j->out->memory, sizeof *joint);
    if (!joint) return false;
    *joint = (wend_vln_joint){.first_path_id = a->id, .second_path_id = b->id};
    joint->shortest_path_count = wend_graph_path(j->graph, a->start, b->end, route, MAX_NODES);
    joint->shortest_path_distance = wend_graph_distance(j->graph, a->start, b->end);
    joint->shortest_path = name_nodes(j, route, joint->shortest_path_count);
    out->joint = joint;
    return joint->shortest_path;
}

static void r4r_count_in(wend_r4r_stats* stats, const wend_vln_episode* e) {
    stats->paths++;
    stats->instructions += e->instruction_count;
    stats->distance += e->distance;
    stats->shortest_distance += e->joint->shortest_path_distance;
    stats->steps += e->path_count;
    stats->shortest_steps += e->joint->shortest_path_count;
}

static wend_status r4r_join(joiner* j, const piece* a, const piece* b, double apart) {
    if (wend_graph_hops(j->graph, a->end, b->start) >= MAX_NODES ||
        wend_graph_hops(j->graph, a->start, b->end) >= MAX_NODES)
        return wend_fail(j->error, WEND_LIMIT,
                         "paths %s and %s: more than %d viewpoints between them",
                         a->episode->path_id, b->episode->path_id, MAX_NODES);
    wend_vln_episode e = {.scan = j->scan,
                          .has_heading = a->episode->has_heading,
                          .heading = a->episode->heading,
                          .has_distance = true};
    char id[24];
    int length = snprintf(id, sizeof id, "%zu", j->out->items.count);
    e.path_id = arena_text(&j->out->memory, id, (size_t)length);
    e.distance = a->episode->distance + apart + b->episode->distance;
    if (!e.path_id || !join_paths(j, &e, a, b) || !join_ends(j, &e, a, b) ||
        !join_instructions(j, &e, a->episode, b->episode))
        return r4r_no_memory(j->error);
    wend_vln_episode* item = ARRAY_PUSH(&j->out->items);
    if (!item) return r4r_no_memory(j->error);
    *item = e;
    r4r_count_in(&j->out->stats, item);
    return WEND_OK;
}

static wend_status join_building(joiner* j, const piece* pieces, int count) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++) {
            const piece *a = &pieces[i], *b = &pieces[k];
            double apart = wend_graph_distance(j->graph, a->end, b->start);
            if (apart <= j->def->distance)
                WEND_TRY(r4r_join(j, a, b, apart));
            else
                j->out->stats.too_far++;
        }
    return WEND_OK;
}

static wend_status join_group(joiner* j, const wend_vln_episodes* r2r, const int* members,
                              int count) {
    piece* pieces = wend_alloc((size_t)count * sizeof *pieces);
    if (!pieces) return r4r_no_memory(j->error);
    wend_status status = WEND_OK;
    for (int i = 0; i < count && status == WEND_OK; i++)
        status = make_piece(j, wend_vln_episodes_at(r2r, members[i]), &pieces[i]);
    if (status == WEND_OK) status = join_building(j, pieces, count);
    wend_free(pieces);
    return status;
}

static wend_status join_groups(joiner* j, wend_graph_set* graphs, const wend_vln_episodes* r2r,
                               const scan_groups* groups) {
    for (int g = 0; g < groups->count; g++) {
        const int* members = groups->members + groups->first[g];
        j->scan = wend_vln_episodes_at(r2r, members[0])->scan;
        WEND_TRY(wend_graph_set_get(graphs, j->scan, &j->graph, j->error));
        WEND_TRY(join_group(j, r2r, members, groups->first[g + 1] - groups->first[g]));
    }
    return WEND_OK;
}

wend_status wend_r4r_build(wend_graph_set* graphs, const wend_vln_episodes* r2r,
                           const wend_r4r_def* def, wend_r4r** r4r, wend_error* error) {
    *r4r = NULL;
    wend_r4r* out = wend_alloc_zero(1, sizeof *out);
    if (!out) return r4r_no_memory(error);
    scan_groups groups;
    joiner j = {.out = out, .def = def, .error = error};
    wend_status status = scan_groups_make(r2r, &groups, error);
    if (status == WEND_OK) status = join_groups(&j, graphs, r2r, &groups);
    scan_groups_destroy(&groups);
    if (status != WEND_OK) {
        wend_r4r_destroy(out);
        return status;
    }
    double paths = out->stats.paths > 0 ? (double)out->stats.paths : 1;
    out->stats.distance /= paths;
    out->stats.shortest_distance /= paths;
    out->stats.steps /= paths;
    out->stats.shortest_steps /= paths;
    *r4r = out;
    return WEND_OK;
}

void wend_r4r_destroy(wend_r4r* r4r) {
    if (!r4r) return;
    ARRAY_FREE(&r4r->items);
    arena_destroy(&r4r->memory);
    wend_free(r4r);
}

const wend_vln_episode* wend_r4r_episodes(const wend_r4r* r4r, int* count) {
    *count = (int)r4r->items.count;
    return r4r->items.items;
}

wend_r4r_stats wend_r4r_get_stats(const wend_r4r* r4r) { return r4r->stats; }
