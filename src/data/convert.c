// Conversions between formats. Fields that the target format does not have are left out.
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "data/fields.h"
#include "data/format.h"

#include "wend/benchmarks/habitat.h"
#include "wend/benchmarks/pasture.h"
#include "wend/benchmarks/rescue.h"
#include "wend/benchmarks/vln.h"
#include "wend/files.h"

// Arguments of a conversion; `memory` owns the converted records.
typedef struct convert {
    const wend_episodes* from;
    const wend_convert_def* def;
    const char* path;
    arena memory;
    wend_error* error;
} convert;

wend_convert_def wend_convert_default_def(void) {
    return (wend_convert_def){.to = WEND_EPISODES_ANY};
}

static wend_status convert_no_memory(const convert* c) {
    return wend_fail(c->error, WEND_NO_MEMORY, "%s: out of memory", c->from->path);
}

// ---- R2R and RxR ------------------------------------------------------------------------------

// One record per instruction.
static wend_status r2r_to_rxr(convert* c) {
    size_t count = 0;
    for (int i = 0; i < c->from->count; i++)
        count += (size_t)wend_vln_episodes_at(c->from->payload, i)->instruction_count;
    wend_vln_episode* items = arena_alloc_zero(&c->memory, count, sizeof *items);
    wend_vln_instruction* ones = arena_alloc_zero(&c->memory, count, sizeof *ones);
    if (!items || !ones) return convert_no_memory(c);
    size_t n = 0;
    for (int i = 0; i < c->from->count; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(c->from->payload, i);
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

// Groups the annotations of a path, in file order. Times and annotators are dropped.
static wend_status rxr_to_r2r(convert* c) {
    int count = c->from->count, paths = 0;
    wend_vln_episode* items = arena_alloc_zero(&c->memory, (size_t)count, sizeof *items);
    wend_vln_instruction* texts = arena_alloc_zero(&c->memory, (size_t)count, sizeof *texts);
    bool* taken = arena_alloc_zero(&c->memory, (size_t)count, sizeof *taken);
    if (!items || !texts || !taken) return convert_no_memory(c);
    int used = 0;
    for (int i = 0; i < count; i++) {
        if (taken[i]) continue;
        const wend_vln_episode* first = wend_vln_episodes_at(c->from->payload, i);
        wend_vln_episode* item = &items[paths++];
        *item = *first;
        item->split = item->extra = NULL;
        item->instructions = &texts[used];
        item->instruction_count = 0;
        for (int k = i; k < count; k++) {
            const wend_vln_episode* other = wend_vln_episodes_at(c->from->payload, k);
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

// ---- to Habitat's format ----------------------------------------------------------------------

static void set_heading(wend_habitat_episode* e, double heading) {
    e->rotation[1] = sin(heading / 2);
    e->rotation[3] = cos(heading / 2);
}

// Episode ids are consecutive numbers from 1, as in VLN-CE.
static wend_status convert_set_number(convert* c, wend_habitat_episode* e, int number) {
    char digits[16];
    int length = snprintf(digits, sizeof digits, "%d", number);
    e->id = (wend_record_id){arena_text(&c->memory, digits, (size_t)length), true};
    return e->id.text ? WEND_OK : convert_no_memory(c);
}

// The floor positions below the viewpoints of a path.
static wend_status floor_path(convert* c, const wend_graph* graph, const wend_vln_episode* e,
                              wend_dvec3_span* points) {
    wend_dvec3* items = arena_alloc_zero(&c->memory, (size_t)e->path_count, sizeof *items);
    if (!items) return convert_no_memory(c);
    for (int i = 0; i < e->path_count; i++) {
        int node = wend_graph_find(graph, e->path[i]);
        if (node < 0)
            return wend_fail(c->error, WEND_FORMAT, "%s: path %s: '%s' is no viewpoint of %s",
                             c->from->path, e->path_id, e->path[i], e->scan);
        const double* place = wend_graph_matterport_position(graph, node);
        double height = wend_graph_viewpoint(graph, node)->height;
        items[i] = (wend_dvec3){place[0], place[2] - height, -place[1]};
    }
    *points = (wend_dvec3_span){items, e->path_count};
    return WEND_OK;
}

static wend_status path_to_vlnce(convert* c, const wend_vln_episode* e, wend_habitat_episode* out) {
    const wend_graph* graph;
    WEND_TRY(wend_graph_set_get(c->def->graphs, e->scan, &graph, c->error));
    char scene[256];
    snprintf(scene, sizeof scene, "mp3d/%.100s/%.100s.glb", e->scan, e->scan);
    wend_habitat_goal* goal = arena_alloc_zero(&c->memory, 1, sizeof *goal);
    WEND_TRY(fields_scene(e->extra, &c->memory, &out->scene, c->error));
    if (!out->scene) out->scene = arena_text(&c->memory, scene, strlen(scene));
    if (!goal || !out->scene) return convert_no_memory(c);
    out->trajectory = (wend_record_id){e->path_id, !e->path_id_is_text};
    out->distance = NAN;
    set_heading(out, -e->heading);
    WEND_TRY(floor_path(c, graph, e, &out->reference));
    if (e->path_count == 0) return WEND_OK;
    out->start = out->reference.items[0];
    if (e->path_count == 1) return WEND_OK;  // test splits have no goal
    goal->position = out->reference.items[e->path_count - 1];
    goal->radius = 3;
    out->goals = goal;
    out->goal_count = 1;
    return WEND_OK;
}

static wend_status vln_to_vlnce(convert* c) {
    if (!c->def->graphs)
        return wend_fail(c->error, WEND_ARGUMENT,
                         "viewpoint positions are required; pass --connectivity");
    ARRAY_OF(wend_habitat_episode) items = {0};
    wend_status status = WEND_OK;
    for (int i = 0; i < c->from->count && status == WEND_OK; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(c->from->payload, i);
        wend_habitat_episode shared = {0};
        status = path_to_vlnce(c, e, &shared);
        for (int k = 0; k < e->instruction_count && status == WEND_OK; k++) {
            wend_habitat_episode* out = ARRAY_PUSH(&items);
            if (!out) {
                status = convert_no_memory(c);
                break;
            }
            *out = shared;
            out->instruction.text = e->instructions[k].text;
            out->instruction.language = e->instructions[k].language;
            if (e->instructions[k].is_guide)
                out->instruction.id =
                    (wend_record_id){e->instructions[k].id, !e->instructions[k].id_is_text};
            status = convert_set_number(c, out, (int)items.count);
        }
    }
    wend_habitat_set set = {.episodes = items.items, .count = (int)items.count};
    if (status == WEND_OK) status = wend_habitat_write(&set, c->path, c->error);
    ARRAY_FREE(&items);
    return status;
}

// Keeps start and goal only, as in PointNav.
static wend_status vlnce_to_habitat(convert* c) {
    const wend_habitat_set* from = c->from->payload;
    wend_habitat_episode* items = arena_alloc_zero(&c->memory, (size_t)from->count, sizeof *items);
    if (!items) return convert_no_memory(c);
    for (int i = 0; i < from->count; i++) {
        items[i] = from->episodes[i];
        items[i].instruction = (wend_habitat_instruction){0};
        items[i].reference = (wend_dvec3_span){0};
    }
    wend_habitat_set set = {.episodes = items, .count = from->count};
    return wend_habitat_write(&set, c->path, c->error);
}

// One episode per leg, from the previous goal with the rotation of the start.
static wend_status multion_to_habitat(convert* c) {
    const wend_habitat_set* from = c->from->payload;
    size_t count = 0, n = 0;
    for (int i = 0; i < from->count; i++) count += (size_t)from->episodes[i].goal_count;
    wend_habitat_episode* items = arena_alloc_zero(&c->memory, count, sizeof *items);
    if (!items) return convert_no_memory(c);
    for (int i = 0; i < from->count; i++) {
        const wend_habitat_episode* e = &from->episodes[i];
        for (int k = 0; k < e->goal_count; k++, n++) {
            char id[256];
            int length = snprintf(id, sizeof id, "%.200s_%d", e->id.text ? e->id.text : "", k);
            items[n] = *e;
            items[n].id = (wend_record_id){arena_text(&c->memory, id, (size_t)length), false};
            if (!items[n].id.text) return convert_no_memory(c);
            if (k > 0) items[n].start = e->goals[k - 1].position;
            if (e->goal_count > 1)
                items[n].distance = NAN;  // the stored distance is that of all legs
            items[n].goals = &e->goals[k];
            items[n].goal_count = 1;
        }
    }
    wend_habitat_set set = {.episodes = items, .count = (int)n};
    return wend_habitat_write(&set, c->path, c->error);
}

static wend_status robothor_to_habitat(convert* c) {
    const wend_robothor_set* from = c->from->payload;
    size_t count = (size_t)from->count;
    wend_habitat_episode* items = arena_alloc_zero(&c->memory, count, sizeof *items);
    wend_habitat_goal* goals = arena_alloc_zero(&c->memory, count, sizeof *goals);
    if (!items || !goals) return convert_no_memory(c);
    for (size_t i = 0; i < count; i++) {
        const wend_robothor_episode* e = &from->episodes[i];
        items[i].id.text = e->id;
        items[i].scene = e->scene;
        items[i].start = e->start;
        items[i].distance = e->shortest_length;
        set_heading(&items[i], e->heading * (WEND_PI / 180));
        if (e->shortest.count == 0) continue;
        items[i].start.y = e->shortest.items[0].y;  // the floor, not the centre of the agent
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
    const wend_rescue_set* from = c->from->payload;
    size_t count = (size_t)from->count;
    wend_habitat_episode* items = arena_alloc_zero(&c->memory, count, sizeof *items);
    wend_habitat_goal* goals = arena_alloc_zero(&c->memory, count * 2, sizeof *goals);
    if (!items || !goals) return convert_no_memory(c);
    for (size_t i = 0; i < count; i++) {
        const wend_rescue_episode* e = &from->episodes[i];
        WEND_TRY(convert_set_number(c, &items[i], (int)i));
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

static bool convert_ends_in(const char* text, const char* tail) {
    size_t length = strlen(text), wanted = strlen(tail);
    return length >= wanted && strcmp(text + length - wanted, tail) == 0;
}

// The masks are derived in a copy of the trace that shares its snapshots.
static wend_status derive_masks(convert* c, wend_trace* trace) {
    wend_vln_episodes* guide = NULL;
    WEND_TRY(wend_vln_episodes_read(c->def->path_file, &guide, c->error));
    wend_status status = WEND_OK;
    if (wend_vln_episodes_count(guide) != 1) {
        status = wend_fail(c->error, WEND_ARGUMENT, "%s: %d annotations; exactly 1 is required",
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
    wend_trace trace = *(const wend_trace*)c->from->payload;
    trace.memory = &c->memory;
    if (c->def->path_file) WEND_TRY(derive_masks(c, &trace));
    if (convert_ends_in(c->path, ".npz")) return wend_trace_write_npz(&trace, c->path, c->error);
    wend_trace_form form = c->def->as_tool ? WEND_TRACE_TOOL : WEND_TRACE_RELEASE;
    return wend_trace_write_lines(&trace, form, c->path, c->error);
}

// -----------------------------------------------------------------------------------------------

// A format is paired with itself if converting does more than writing.
static const struct {
    const format *from, *to;
    wend_status (*convert)(convert* c);
} conversions[] = {
    {&format_r2r, &format_rxr, r2r_to_rxr},
    {&format_rxr, &format_r2r, rxr_to_r2r},
    {&format_r2r, &format_vlnce, vln_to_vlnce},
    {&format_rxr, &format_vlnce, vln_to_vlnce},
    {&format_vlnce, &format_habitat, vlnce_to_habitat},
    {&format_multion, &format_habitat, multion_to_habitat},
    {&format_robothor, &format_habitat, robothor_to_habitat},
    {&format_rescue, &format_habitat, rescue_to_habitat},
    {&format_trace, &format_trace, convert_trace},
};
enum { CONVERSION_COUNT = sizeof conversions / sizeof *conversions };

static wend_status convert_unsupported(const convert* c, const char* to) {
    wend_text_out words = {0};
    for (int i = 0; i < CONVERSION_COUNT; i++)
        if (conversions[i].from == c->from->format)
            wend_text_put(&words, ", %s", conversions[i].to->name);
    wend_status status =
        wend_fail(c->error, WEND_UNSUPPORTED,
                  "%s: '%s' cannot be converted to '%s'; possible formats are %s%s", c->from->path,
                  c->from->format->name, to, c->from->format->name, words.items ? words.items : "");
    wend_text_destroy(&words);
    return status;
}

wend_status wend_episodes_convert(const wend_episodes* episodes, const wend_convert_def* def,
                                  const char* path, wend_error* error) {
    const format* to = def->to == WEND_EPISODES_ANY ? episodes->format : format_of_kind(def->to);
    convert c = {.from = episodes, .def = def, .path = path, .error = error};
    for (int i = 0; i < CONVERSION_COUNT; i++) {
        if (conversions[i].from != episodes->format || conversions[i].to != to) continue;
        wend_status status = conversions[i].convert(&c);
        arena_destroy(&c.memory);
        return status;
    }
    if (to == episodes->format) return wend_episodes_write(episodes, path, error);
    return convert_unsupported(&c, wend_episodes_kind_name(def->to));
}
