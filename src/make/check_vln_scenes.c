// Checks the truth of instructions in their scenes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "make/check_scenes.h"

#include "wend/language.h"
#include "wend/make.h"
#include "wend/nav.h"

enum { MAX_PLACES = 256 };

typedef struct placed {
    const char* scene;
    const wend_vln_episode* episode;
    int index;
} placed;

// The open scene.
typedef struct scene_check {
    check* c;
    const wend_instruction_parser* parser;
    wend_instruction_checker* judge;
    wend_graph* graph;
} scene_check;

// Sorts by scene, so that each is opened once.
static int check_vln_scenes_compare_placed(const void* a, const void* b) {
    const placed *x = a, *y = b;
    int by_scene = strcmp(x->scene, y->scene);
    return by_scene ? by_scene : (x->index > y->index) - (x->index < y->index);
}

// Floor positions of the path; false, with a finding, for an unknown viewpoint.
static bool find_places(scene_check* s, const wend_vln_episode* e, wend_vec3* feet,
                        float* eye_height) {
    for (int i = 0; i < e->path_count; i++) {
        int node = wend_graph_find(s->graph, e->path[i]);
        if (node < 0) {
            check_say(s->c, WEND_RULE_UNKNOWN_VIEWPOINT, "'%s' is no viewpoint of %s", e->path[i],
                      wend_graph_scan(s->graph));
            return false;
        }
        *eye_height = (float)wend_graph_viewpoint(s->graph, node)->height;
        feet[i] = wend_graph_position(s->graph, node);
        feet[i].y -= *eye_height;
    }
    return true;
}

// A few words of a text from a given index on.
static void quote(const char* text, int from, char* out, size_t size) {
    wend_word word, last = {text, 0};
    const char *at = text, *start = NULL;
    for (int i = 0; i < from + 6 && wend_words_next(&at, &word); i++) {
        if (i == from) start = word.start;
        if (start && (size_t)(word.start + word.size - start) < size) last = word;
    }
    snprintf(out, size, "%.*s", start ? (int)(last.start + last.size - start) : 0,
             start ? start : "");
}

static void check_vln_scenes_check_text(scene_check* s, const wend_instruction_path* path,
                                        const wend_vln_instruction* t) {
    wend_parsed_instruction parsed;
    wend_text_fault fault;
    char words[160];
    if (!t->text) return;
    wend_instruction_parse(s->parser, t->language, t->text, &parsed);
    if (!parsed.known) return;
    if (!parsed.count && parsed.words)
        check_say(s->c, WEND_RULE_UNCLEAR, "instruction %s: nothing in it was understood", t->id);
    if (wend_instruction_is_true(s->judge, s->parser, path, t->language, t->text, &fault)) return;
    quote(t->text, fault.word, words, sizeof words);
    check_say(s->c, WEND_RULE_UNTRUE, "instruction %s, '%s…': %s", t->id, words, fault.words);
}

static void check_vln_scenes_check_episode(scene_check* s, const wend_vln_episode* e) {
    wend_vec3 feet[MAX_PLACES];
    wend_instruction_path path = {
        .feet = feet, .count = e->path_count, .heading = -(float)e->heading};
    if (e->path_count < 1 || e->path_count > MAX_PLACES) return;
    if (!find_places(s, e, feet, &path.eye_height)) return;
    for (int i = 0; i < e->instruction_count; i++)
        check_vln_scenes_check_text(s, &path, &e->instructions[i]);
}

static void check_vln_scenes_name_episode(check* c, const wend_vln_episode* e) {
    snprintf(c->where, sizeof c->where, "path %.100s", e->path_id);
}

static wend_status check_vln_scenes_check_world(check* c, const wend_instruction_parser* parser,
                                                const wend_world_source* where, const placed* first,
                                                const placed* end) {
    wend_world* world;
    wend_error error = {0};
    wend_world_source source = *where;
    wend_world_def def = wend_world_default_def();
    source.scene = first->scene;
    source.import.bake = false;
    def.uses_images = false;
    wend_status status = wend_world_open(&source, &def, &world, &error);
    if (status == WEND_NO_MEMORY) return wend_fail(c->error, status, "%s", error.message);
    check_vln_scenes_name_episode(c, first->episode);
    if (status != WEND_OK) {
        check_say(c, WEND_RULE_MISSING_SCENE, "%s (%d record%s)", error.message, (int)(end - first),
                  end - first == 1 ? "" : "s");
        return WEND_OK;
    }
    scene_check s = {.c = c, .parser = parser};
    status = wend_viewpoints_make(wend_world_scene(world), NULL, &s.graph, c->error);
    if (status == WEND_OK)
        status = wend_instruction_checker_create(wend_world_scene(world), &s.judge, c->error);
    for (const placed* p = first; status == WEND_OK && p < end; p++) {
        check_vln_scenes_name_episode(c, p->episode);
        check_vln_scenes_check_episode(&s, p->episode);
    }
    wend_instruction_checker_destroy(s.judge);
    wend_graph_destroy(s.graph);
    wend_world_destroy(world);
    return status;
}

// Collects the episodes with a "scene_id"; Matterport's have none.
static int check_vln_scenes_place_episodes(const wend_episodes* episodes, arena* memory,
                                           placed* all, bool* room) {
    int count = 0;
    for (int i = 0; i < episodes->count && *room; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(episodes->payload, i);
        json_error_t unused;
        json_t* extra = e->extra ? json_loads(e->extra, 0, &unused) : NULL;
        const char* scene = json_string_value(json_object_get(extra, "scene_id"));
        const char* kept = scene ? arena_text(memory, scene, strlen(scene)) : NULL;
        *room = !scene || kept;
        if (kept) all[count++] = (placed){kept, e, i};
        json_decref(extra);
    }
    qsort(all, (size_t)count, sizeof *all, check_vln_scenes_compare_placed);
    return count;
}

wend_status check_vln_worlds(check* c, const wend_world_source* where) {
    arena memory = {0};
    wend_instruction_parser* parser = NULL;
    bool room = true;
    placed* all = wend_alloc((size_t)c->episodes->count * sizeof *all + 1);
    int count = all ? check_vln_scenes_place_episodes(c->episodes, &memory, all, &room) : 0;
    wend_status status =
        all && room ? wend_instruction_parser_create(&parser, c->error)
                    : wend_fail(c->error, WEND_NO_MEMORY, "%s: out of memory", c->episodes->path);
    for (int i = 0, end; status == WEND_OK && i < count; i = end) {
        end = i + 1;
        while (end < count && strcmp(all[end].scene, all[i].scene) == 0) end++;
        status = check_vln_scenes_check_world(c, parser, where, all + i, all + end);
    }
    wend_instruction_parser_destroy(parser);
    wend_free(all);
    arena_destroy(&memory);
    return status;
}
