// What can only be said of instructions where their scenes are: whether they are true.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "task/episodes.h"

#include "wend/narrate.h"
#include "wend/viewpoints.h"
#include "wend/words.h"

enum { MAX_PLACES = 256 };

typedef struct placed {
    const char* scene;
    const wend_vln_episode* episode;
    int index;
} placed;

// The scene under way.
typedef struct scene_check {
    check* c;
    const wend_heed* heed;
    wend_narration_judge* judge;
    wend_graph* graph;
} scene_check;

// Scene by scene, so that each is opened once.
static int compare_placed(const void* a, const void* b) {
    const placed *x = a, *y = b;
    int by_scene = strcmp(x->scene, y->scene);
    return by_scene ? by_scene : (x->index > y->index) - (x->index < y->index);
}

// The path's places on the floor; false, and a problem, where one is not the scene's.
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

// Some words of a text from the given one on.
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

static void check_text(scene_check* s, const wend_walk* walk, const wend_vln_instruction* t) {
    wend_heeded heeded;
    wend_text_fault fault;
    char words[160];
    if (!t->text) return;
    wend_heed_read(s->heed, t->language, t->text, &heeded);
    if (!heeded.known) return;
    if (!heeded.count && heeded.words)
        check_say(s->c, WEND_RULE_UNCLEAR, "instruction %s: nothing in it was understood", t->id);
    if (wend_text_is_true(s->judge, s->heed, walk, t->language, t->text, &fault)) return;
    quote(t->text, fault.word, words, sizeof words);
    check_say(s->c, WEND_RULE_UNTRUE, "instruction %s, '%s…': %s", t->id, words, fault.words);
}

static void check_episode(scene_check* s, const wend_vln_episode* e) {
    wend_vec3 feet[MAX_PLACES];
    wend_walk walk = {.feet = feet, .count = e->path_count, .heading = -(float)e->heading};
    if (e->path_count < 1 || e->path_count > MAX_PLACES) return;
    if (!find_places(s, e, feet, &walk.eye_height)) return;
    for (int i = 0; i < e->instruction_count; i++) check_text(s, &walk, &e->instructions[i]);
}

static void name_episode(check* c, const wend_vln_episode* e) {
    snprintf(c->where, sizeof c->where, "path %.100s", e->path_id);
}

static wend_status check_world(check* c, const wend_heed* heed, const wend_world_source* where,
                               const placed* first, const placed* end) {
    wend_world* world;
    wend_error error = {0};
    wend_world_source source = *where;
    wend_world_def def = wend_world_default_def();
    source.scene = first->scene;
    source.import.bake = false;
    def.sighted = false;
    wend_status status = wend_world_open(&source, &def, &world, &error);
    if (status == WEND_NO_MEMORY) return wend_fail(c->error, status, "%s", error.message);
    name_episode(c, first->episode);
    if (status != WEND_OK) {
        check_say(c, WEND_RULE_MISSING_SCENE, "%s (%d record%s)", error.message, (int)(end - first),
                  end - first == 1 ? "" : "s");
        return WEND_OK;
    }
    scene_check s = {.c = c, .heed = heed};
    status = wend_viewpoints_make(wend_world_scene(world), NULL, &s.graph, c->error);
    if (status == WEND_OK)
        status = wend_narration_judge_create(wend_world_scene(world), &s.judge, c->error);
    for (const placed* p = first; status == WEND_OK && p < end; p++) {
        name_episode(c, p->episode);
        check_episode(&s, p->episode);
    }
    wend_narration_judge_destroy(s.judge);
    wend_graph_destroy(s.graph);
    wend_world_destroy(world);
    return status;
}

// Those that name their scene; Matterport's do not.
static int place_episodes(const wend_episodes* episodes, arena* memory, placed* all, bool* room) {
    int count = 0;
    for (int i = 0; i < episodes->count && *room; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(episodes->vln, i);
        json_error_t unused;
        json_t* extra = e->extra ? json_loads(e->extra, 0, &unused) : NULL;
        const char* scene = json_string_value(json_object_get(extra, "scene_id"));
        const char* kept = scene ? arena_text(memory, scene, strlen(scene)) : NULL;
        *room = !scene || kept;
        if (kept) all[count++] = (placed){kept, e, i};
        json_decref(extra);
    }
    qsort(all, (size_t)count, sizeof *all, compare_placed);
    return count;
}

wend_status check_vln_worlds(check* c, const wend_world_source* where) {
    arena memory = {0};
    wend_heed* heed = NULL;
    bool room = true;
    placed* all = wend_alloc((size_t)c->episodes->count * sizeof *all + 1);
    int count = all ? place_episodes(c->episodes, &memory, all, &room) : 0;
    wend_status status = all && room ? wend_heed_create(&heed, c->error)
                                     : wend_fail(c->error, WEND_NO_MEMORY,
                                                 "%s: no memory to check it", c->episodes->path);
    for (int i = 0, end; status == WEND_OK && i < count; i = end) {
        end = i + 1;
        while (end < count && strcmp(all[end].scene, all[i].scene) == 0) end++;
        status = check_world(c, heed, where, all + i, all + end);
    }
    wend_heed_destroy(heed);
    wend_free(all);
    arena_destroy(&memory);
    return status;
}
