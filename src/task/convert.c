// One kind of file into another. What the other kind has no place for is left out.
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/text.h"
#include "task/episodes.h"
#include "task/vln/vln_book.h"

// What a conversion works with; `memory` holds what it makes.
typedef struct convert {
    const wend_episodes* from;
    const wend_convert_def* def;
    const char* path;
    arena memory;
    wend_error* error;
} convert;

wend_convert_def wend_convert_def_default(void) {
    return (wend_convert_def){.to = WEND_EPISODES_ANY};
}

static wend_status no_memory(const convert* c) {
    return wend_fail(c->error, WEND_NO_MEMORY, "%s: no memory to convert it", c->from->path);
}

// ---- R2R and RxR ------------------------------------------------------------------------------

// Every instruction becomes a record of its own.
static wend_status r2r_to_rxr(convert* c) {
    size_t count = 0;
    for (int i = 0; i < c->from->count; i++)
        count += (size_t)wend_vln_episodes_at(c->from->vln, i)->instruction_count;
    wend_vln_episode* items = arena_alloc_zero(&c->memory, count, sizeof *items);
    wend_vln_instruction* ones = arena_alloc_zero(&c->memory, count, sizeof *ones);
    if (!items || !ones) return no_memory(c);
    size_t n = 0;
    for (int i = 0; i < c->from->count; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(c->from->vln, i);
        for (int k = 0; k < e->instruction_count; k++, n++) {
            ones[n] = e->instructions[k];
            ones[n].is_guide = ones[n].id_is_text = true;
            ones[n].word_count = -1;
            ones[n].annotator = -1;
            ones[n].edit_distance = -1;
            items[n] = *e;
            items[n].instructions = &ones[n];
            items[n].instruction_count = 1;
        }
    }
    return wend_vln_episodes_write(items, (int)n, WEND_VLN_RXR, c->path, c->error);
}

// Annotations of one path are gathered, in the order of the file; times and annotators are lost.
static wend_status rxr_to_r2r(convert* c) {
    int count = c->from->count, paths = 0;
    wend_vln_episode* items = arena_alloc_zero(&c->memory, (size_t)count, sizeof *items);
    wend_vln_instruction* texts = arena_alloc_zero(&c->memory, (size_t)count, sizeof *texts);
    bool* taken = arena_alloc_zero(&c->memory, (size_t)count, sizeof *taken);
    if (!items || !texts || !taken) return no_memory(c);
    int used = 0;
    for (int i = 0; i < count; i++) {
        if (taken[i]) continue;
        const wend_vln_episode* first = wend_vln_episodes_at(c->from->vln, i);
        wend_vln_episode* item = &items[paths++];
        *item = *first;
        item->split = item->extra = NULL;
        item->instructions = &texts[used];
        item->instruction_count = 0;
        for (int k = i; k < count; k++) {
            const wend_vln_episode* other = wend_vln_episodes_at(c->from->vln, k);
            if (taken[k] || strcmp(other->path_id, first->path_id) != 0) continue;
            taken[k] = true;
            if (other->instruction_count == 0) continue;
            texts[used++] = (wend_vln_instruction){.id = other->instructions->id,
                                                   .text = other->instructions->text,
                                                   .annotator = -1,
                                                   .edit_distance = -1,
                                                   .word_count = -1};
            item->instruction_count++;
        }
    }
    return wend_vln_episodes_write(items, paths, WEND_VLN_R2R, c->path, c->error);
}

// ---- into Habitat's form ----------------------------------------------------------------------

static void set_heading(wend_habitat_episode* e, double heading) {
    e->rotation[1] = sin(heading / 2);
    e->rotation[3] = cos(heading / 2);
}

// Running numbers from 1, as VLN-CE has them.
static wend_status set_number(convert* c, wend_habitat_episode* e, int number) {
    char digits[16];
    int length = snprintf(digits, sizeof digits, "%d", number);
    e->id = (wend_record_id){arena_text(&c->memory, digits, (size_t)length), true};
    return e->id.text ? WEND_OK : no_memory(c);
}

// The floor below each viewpoint of a path.
static wend_status floor_path(convert* c, const wend_graph* graph, const wend_vln_episode* e,
                              wend_points* points) {
    wend_point* items = arena_alloc_zero(&c->memory, (size_t)e->path_count, sizeof *items);
    if (!items) return no_memory(c);
    for (int i = 0; i < e->path_count; i++) {
        int node = wend_graph_find(graph, e->path[i]);
        if (node < 0)
            return wend_fail(c->error, WEND_FORMAT, "%s: path %s: '%s' is no viewpoint of %s",
                             c->from->path, e->path_id, e->path[i], e->scan);
        const double* place = wend_graph_place(graph, node);
        double height = wend_graph_viewpoint(graph, node)->height;
        items[i] = (wend_point){place[0], place[2] - height, -place[1]};
    }
    *points = (wend_points){items, e->path_count};
    return WEND_OK;
}

static wend_status path_to_vlnce(convert* c, const wend_vln_episode* e, wend_habitat_episode* out) {
    const wend_graph* graph;
    WEND_TRY(wend_graph_set_get(c->def->graphs, e->scan, &graph, c->error));
    char scene[256];
    snprintf(scene, sizeof scene, "mp3d/%.100s/%.100s.glb", e->scan, e->scan);
    wend_habitat_goal* goal = arena_alloc_zero(&c->memory, 1, sizeof *goal);
    WEND_TRY(vln_book_scene(e->extra, &c->memory, &out->scene, c->error));
    if (!out->scene) out->scene = arena_text(&c->memory, scene, strlen(scene));
    if (!goal || !out->scene) return no_memory(c);
    out->trajectory = (wend_record_id){e->path_id, !e->path_id_is_text};
    out->distance = NAN;
    set_heading(out, -e->heading);
    WEND_TRY(floor_path(c, graph, e, &out->reference));
    if (e->path_count == 0) return WEND_OK;
    out->start = out->reference.items[0];
    if (e->path_count == 1) return WEND_OK;  // a test split hides its goal
    goal->position = out->reference.items[e->path_count - 1];
    goal->radius = 3;
    out->goals = goal;
    out->goal_count = 1;
    return WEND_OK;
}

static wend_status vln_to_vlnce(convert* c) {
    if (!c->def->graphs)
        return wend_fail(c->error, WEND_ARGUMENT,
                         "places of viewpoints are needed; give --connectivity");
    ARRAY_OF(wend_habitat_episode) items = {0};
    wend_status status = WEND_OK;
    for (int i = 0; i < c->from->count && status == WEND_OK; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(c->from->vln, i);
        wend_habitat_episode shared = {0};
        status = path_to_vlnce(c, e, &shared);
        for (int k = 0; k < e->instruction_count && status == WEND_OK; k++) {
            wend_habitat_episode* out = ARRAY_PUSH(&items);
            if (!out) {
                status = no_memory(c);
                break;
            }
            *out = shared;
            out->instruction.text = e->instructions[k].text;
            out->instruction.language = e->instructions[k].language;
            if (e->instructions[k].is_guide)
                out->instruction.id =
                    (wend_record_id){e->instructions[k].id, !e->instructions[k].id_is_text};
            status = set_number(c, out, (int)items.count);
        }
    }
    wend_habitat_set set = {.episodes = items.items, .count = (int)items.count};
    if (status == WEND_OK) status = wend_habitat_write(&set, c->path, c->error);
    ARRAY_FREE(&items);
    return status;
}

// Start and goal alone: what a point-goal agent needs.
static wend_status vlnce_to_habitat(convert* c) {
    const wend_habitat_set* from = &c->from->habitat;
    wend_habitat_episode* items = arena_alloc_zero(&c->memory, (size_t)from->count, sizeof *items);
    if (!items) return no_memory(c);
    for (int i = 0; i < from->count; i++) {
        items[i] = from->episodes[i];
        items[i].instruction = (wend_habitat_instruction){0};
        items[i].reference = (wend_points){0};
    }
    wend_habitat_set set = {.episodes = items, .count = from->count};
    return wend_habitat_write(&set, c->path, c->error);
}

// Every leg is an episode of its own: from the goal before, turned as at the start.
static wend_status multion_to_habitat(convert* c) {
    const wend_habitat_set* from = &c->from->habitat;
    size_t count = 0, n = 0;
    for (int i = 0; i < from->count; i++) count += (size_t)from->episodes[i].goal_count;
    wend_habitat_episode* items = arena_alloc_zero(&c->memory, count, sizeof *items);
    if (!items) return no_memory(c);
    for (int i = 0; i < from->count; i++) {
        const wend_habitat_episode* e = &from->episodes[i];
        for (int k = 0; k < e->goal_count; k++, n++) {
            char id[256];
            int length = snprintf(id, sizeof id, "%.200s_%d", e->id.text ? e->id.text : "", k);
            items[n] = *e;
            items[n].id = (wend_record_id){arena_text(&c->memory, id, (size_t)length), false};
            if (!items[n].id.text) return no_memory(c);
            if (k > 0) items[n].start = e->goals[k - 1].position;
            if (e->goal_count > 1) items[n].distance = NAN;  // was that of all legs together
            items[n].goals = &e->goals[k];
            items[n].goal_count = 1;
        }
    }
    wend_habitat_set set = {.episodes = items, .count = (int)n};
    return wend_habitat_write(&set, c->path, c->error);
}

static wend_status robothor_to_habitat(convert* c) {
    const wend_robothor_set* from = &c->from->robothor;
    size_t count = (size_t)from->count;
    wend_habitat_episode* items = arena_alloc_zero(&c->memory, count, sizeof *items);
    wend_habitat_goal* goals = arena_alloc_zero(&c->memory, count, sizeof *goals);
    if (!items || !goals) return no_memory(c);
    for (size_t i = 0; i < count; i++) {
        const wend_robothor_episode* e = &from->episodes[i];
        items[i].id.text = e->id;
        items[i].scene = e->scene;
        items[i].start = e->start;
        items[i].distance = e->shortest_length;
        set_heading(&items[i], e->heading * (WEND_PI / 180));
        if (e->shortest.count == 0) continue;
        items[i].start.y = e->shortest.items[0].y;  // feet on the floor, not the body's middle
        goals[i] = (wend_habitat_goal){.position = e->shortest.items[e->shortest.count - 1],
                                       .radius = NAN,
                                       .category = e->object_type};
        items[i].goals = &goals[i];
        items[i].goal_count = 1;
    }
    wend_habitat_set set = {.episodes = items, .count = from->count};
    return wend_habitat_write(&set, c->path, c->error);
}

static wend_status rescue_to_habitat(convert* c) {
    const wend_rescue_set* from = &c->from->rescue;
    size_t count = (size_t)from->count;
    wend_habitat_episode* items = arena_alloc_zero(&c->memory, count, sizeof *items);
    wend_habitat_goal* goals = arena_alloc_zero(&c->memory, count * 2, sizeof *goals);
    if (!items || !goals) return no_memory(c);
    for (size_t i = 0; i < count; i++) {
        const wend_rescue_episode* e = &from->episodes[i];
        WEND_TRY(set_number(c, &items[i], (int)i));
        items[i].scene = e->world;
        items[i].start = e->agent.at;
        items[i].distance = NAN;
        set_heading(&items[i], e->agent.heading);
        goals[2 * i] = (wend_habitat_goal){e->injured.at, NAN, "injured", NULL};
        goals[2 * i + 1] = (wend_habitat_goal){e->stretcher.at, NAN, "stretcher", NULL};
        items[i].goals = &goals[2 * i];
        items[i].goal_count = 2;
        items[i].instruction.text = e->text_count ? e->texts[0] : NULL;
    }
    wend_habitat_set set = {.episodes = items, .count = from->count};
    return wend_habitat_write(&set, c->path, c->error);
}

// ---- traces -----------------------------------------------------------------------------------

static bool ends_in(const char* text, const char* tail) {
    size_t length = strlen(text), wanted = strlen(tail);
    return length >= wanted && strcmp(text + length - wanted, tail) == 0;
}

// The masks are made in a copy of the trace that shares its snapshots.
static wend_status derive_masks(convert* c, wend_trace* trace) {
    wend_vln_episodes* guide = NULL;
    WEND_TRY(wend_vln_episodes_read(c->def->path_file, &guide, c->error));
    wend_status status = WEND_OK;
    if (wend_vln_episodes_count(guide) != 1) {
        status = wend_fail(c->error, WEND_ARGUMENT, "%s: one annotation expected, there are %d",
                           c->def->path_file, wend_vln_episodes_count(guide));
    } else {
        const wend_vln_episode* e = wend_vln_episodes_at(guide, 0);
        const wend_vln_instruction* said = e->instruction_count ? e->instructions : NULL;
        status = wend_trace_derive(trace, e->path, e->path_count, c->error);
        if (status == WEND_OK && said && said->word_count > 0) {
            wend_trace_speech speech = {e->path, e->path_count, said->words, said->word_count,
                                        false};
            status = wend_trace_derive_text(trace, &speech, c->error);
        }
    }
    wend_vln_episodes_destroy(guide);
    return status;
}

static wend_status convert_trace(convert* c) {
    wend_trace trace = c->from->trace;
    trace.memory = &c->memory;
    if (c->def->path_file) WEND_TRY(derive_masks(c, &trace));
    if (ends_in(c->path, ".npz")) return wend_trace_write_npz(&trace, c->path, c->error);
    wend_trace_form form = c->def->as_tool ? WEND_TRACE_TOOL : WEND_TRACE_RELEASE;
    return wend_trace_write_lines(&trace, form, c->path, c->error);
}

// -----------------------------------------------------------------------------------------------

static const struct {
    wend_episodes_kind from, to;
    wend_status (*run)(convert* c);
} ways[] = {
    {WEND_EPISODES_R2R, WEND_EPISODES_RXR, r2r_to_rxr},
    {WEND_EPISODES_RXR, WEND_EPISODES_R2R, rxr_to_r2r},
    {WEND_EPISODES_R2R, WEND_EPISODES_VLNCE, vln_to_vlnce},
    {WEND_EPISODES_RXR, WEND_EPISODES_VLNCE, vln_to_vlnce},
    {WEND_EPISODES_VLNCE, WEND_EPISODES_HABITAT, vlnce_to_habitat},
    {WEND_EPISODES_MULTION, WEND_EPISODES_HABITAT, multion_to_habitat},
    {WEND_EPISODES_ROBOTHOR, WEND_EPISODES_HABITAT, robothor_to_habitat},
    {WEND_EPISODES_RESCUE, WEND_EPISODES_HABITAT, rescue_to_habitat},
    {WEND_EPISODES_TRACE, WEND_EPISODES_TRACE, convert_trace},
};

static wend_status no_way(const convert* c) {
    text_out words = {0};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (ways[i].from == c->from->kind)
            text_put(&words, ", %s", wend_episodes_kind_name(ways[i].to));
    wend_status status = wend_fail(
        c->error, WEND_UNSUPPORTED, "%s: '%s' cannot be turned into '%s'; it can into %s%s",
        c->from->path, wend_episodes_kind_name(c->from->kind), wend_episodes_kind_name(c->def->to),
        wend_episodes_kind_name(c->from->kind), words.items ? words.items : "");
    text_destroy(&words);
    return status;
}

wend_status wend_episodes_convert(const wend_episodes* episodes, const wend_convert_def* def,
                                  const char* path, wend_error* error) {
    wend_convert_def own = *def;
    if (own.to == WEND_EPISODES_ANY) own.to = episodes->kind;
    convert c = {.from = episodes, .def = &own, .path = path, .error = error};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (ways[i].from != episodes->kind || ways[i].to != own.to) continue;
        wend_status status = ways[i].run(&c);
        arena_destroy(&c.memory);
        return status;
    }
    if (own.to == episodes->kind) return wend_episodes_write(episodes, path, error);
    return no_way(&c);
}
