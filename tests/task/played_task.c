#include "task/played_task.h"

#include <jansson.h>

#include "fixture.h"
#include "test.h"

#include "wend/files.h"

static wend_world* open_world(const played_task* p, const played_def* def) {
    wend_error error;
    wend_world* world;
    wend_world_def made = wend_task_world(p->task);
    made.uses_images = def->uses_images || p->kind->judges_by_sight;
    made.fields = def->rewarded;
    CHECK_OK(wend_world_create(def->scene, &made, &world, &error));
    return world;
}

played_task* played_open(const played_def* def) {
    wend_error error;
    played_task* p = calloc(1, sizeof *p);
    wend_task_def made = wend_task_default_def();
    CHECK(p);
    CHECK_OK(wend_task_require(def->task, &p->kind, &error));
    made.rules = def->rules;
    made.options = wend_task_options(def->task);
    made.graphs = def->graphs;
    made.max_steps = def->max_steps;
    made.lenient = def->lenient;
    CHECK_OK(wend_task_load(p->kind, def->episodes, &made, &p->task, &error));
    p->set = wend_task_get(p->task);
    if (def->scene) p->world = open_world(p, def);
    wend_sim_def body = p->kind->sim(p->set);
    body.uses_images = def->uses_images;
    CHECK_OK(wend_sim_create(&body, &p->sim, &error));
    return p;
}

wend_status played_begin(played_task* p, int index, wend_error* error) {
    wend_episode e = p->kind->episode(p->set, index);
    p->index = index;
    free(p->state);
    p->state = calloc(1, p->kind->state_size);
    CHECK(p->state);
    if (p->kind->viewpoint) {
        wend_task_viewpoint v = p->kind->viewpoint(p->set, index);
        WEND_TRY(wend_sim_reset_graph(p->sim, p->world, v.graph, v.node, e.heading, error));
    } else {
        WEND_TRY(wend_sim_reset(p->sim, p->world, e.start, e.heading, wend_rng_make(1, 1), error));
    }
    return p->kind->begin(p->set, index, p->sim, p->state, error);
}

void played_close(played_task* p) {
    wend_sim_destroy(p->sim);
    wend_world_destroy(p->world);
    wend_task_destroy(p->task);
    free(p->state);
    free(p);
}

void played_do(played_task* p, wend_action action) {
    wend_error error;
    if (p->kind->admit) action = p->kind->admit(p->set, p->index, p->sim, p->state, action);
    CHECK_OK(wend_sim_step(p->sim, action, &p->outcome, &error));
    p->verdict = (wend_verdict){
        .done = true, .timed_out = true, .success = true, .reward = 77};  // tasks set all
    CHECK_OK(p->kind->step(p->set, p->index, p->sim, action, &p->outcome, p->state, &p->verdict,
                           &error));
    CHECK(p->verdict.done || !p->verdict.success);
}

void played_act(played_task* p, wend_action_kind kind) {
    played_do(p, (wend_action){.kind = kind});
}

void played_drive(played_task* p, float metres) {
    played_do(p, (wend_action){.kind = WEND_ACTION_VELOCITY, .forward = metres, .seconds = 1});
}

double played_fact(played_task* p, const char* key) {
    wend_error error;
    char name[64];
    CHECK_OK(p->kind->facts(p->set, p->index, p->sim, p->state, p->facts, sizeof p->facts, &error));
    json_t *tree = json_loads(p->facts, 0, NULL), *at = tree;
    CHECK(tree);
    for (const char* next = key; at && *next;) {
        size_t length = strcspn(next, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, next);
        at = json_is_array(at) ? json_array_get(at, (size_t)atoi(name)) : json_object_get(at, name);
        next += length + (next[length] == '.');
    }
    if (!at) test_fail(__FILE__, __LINE__, "no %s in %s", key, p->facts);
    double value = json_is_boolean(at) ? json_is_true(at)
                   : json_is_array(at) ? (double)json_array_size(at)
                   : json_is_null(at)  ? -1
                                       : json_number_value(at);
    json_decref(tree);
    return value;
}

wend_scene* played_floor(void) {
    uint32_t floor, material;
    scene_builder b = fixture_begin(wend_v3(0, -0.1f, 0), wend_v3(12, 0, 4), &floor, &material);
    return fixture_finish(&b, "floor");
}

const char* played_write(const char* name, const char* text) {
    static char paths[4][1024];
    static int turn;
    wend_error error;
    char* path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s", test_path(name));
    CHECK_OK(wend_file_write(path, text, strlen(text), &error));
    return path;
}
