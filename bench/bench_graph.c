// `wend bench graph`: steps per second and core on viewpoint graphs, without images.
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "commands.h"
#include "options.h"

#include "wend/data.h"
#include "wend/files.h"
#include "wend/sim.h"

enum { WALKERS = 4096, ROUNDS = 256, SIDE = 16 };

typedef struct stage {
    const wend_graph** graphs;
    int graph_count;
    wend_graph* grid;  // synthetic, if no data is given
    wend_graph_set* set;
    wend_graph_world* world;
    wend_views* views;         // NULL: no text observations
    wend_panorama* panoramas;  // [nodes of the world]
    wend_walker* walkers;      // [WALKERS]
    uint8_t* actions;          // [ROUNDS][WALKERS]
    uint16_t* draws;           // [ROUNDS][WALKERS]
    int16_t* choices;          // [WALKERS]
    double checksum;
} stage;

// A building of 16 x 16 viewpoints, 2 m apart, each connected to its four neighbours.
static wend_status bench_graph_make_grid(stage* s, wend_error* error) {
    wend_text_out text = {0};
    for (int i = 0; i < SIDE * SIDE; i++) {
        wend_text_put(&text,
                      "%s{\"image_id\": \"%032d\", \"included\": true, \"height\": 1.5, \"pose\": ",
                      i ? ", " : "[", i);
        wend_text_put(&text, "[1,0,0,%d, 0,1,0,%d, 0,0,1,1.5, 0,0,0,1], \"unobstructed\": [",
                      i % SIDE * 2, i / SIDE * 2);
        for (int j = 0; j < SIDE * SIDE; j++) {
            int apart = abs(i % SIDE - j % SIDE) + abs(i / SIDE - j / SIDE);
            wend_text_put(&text, "%s%s", j ? "," : "", apart == 1 ? "true" : "false");
        }
        wend_text_put(&text, "], \"visible\": [");
        for (int j = 0; j < SIDE * SIDE; j++) wend_text_put(&text, "%strue", j ? "," : "");
        wend_text_put(&text, "]}");
    }
    wend_text_put(&text, "]");
    wend_status status = wend_graph_parse(text.items, text.count, "grid", NULL,
                                          WEND_POSITIONS_POSES, &s->grid, error);
    wend_text_destroy(&text);
    if (status != WEND_OK) return status;
    s->graphs = wend_alloc(sizeof *s->graphs);
    if (!s->graphs) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    s->graphs[0] = s->grid;
    s->graph_count = 1;
    return WEND_OK;
}

static wend_status load_folder(stage* s, const char* folder, wend_error* error) {
    wend_graph_set_def def = wend_graph_set_default_def();
    def.connectivity = folder;
    WEND_TRY(wend_graph_set_create(&def, &s->set, error));
    int count = wend_graph_set_count(s->set);
    s->graphs = wend_alloc_zero((size_t)count + 1, sizeof *s->graphs);
    if (!s->graphs) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    for (int i = 0; i < count; i++)
        WEND_TRY(wend_graph_set_get(s->set, wend_graph_set_scan(s->set, i), &s->graphs[i], error));
    s->graph_count = count;
    return WEND_OK;
}

static wend_status bench_graph_prepare(stage* s, wend_error* error) {
    wend_graph_world_def def = wend_graph_world_default_def();
    WEND_TRY(wend_graph_world_create(s->graphs, s->graph_count, &def, &s->world, error));
    s->walkers = wend_alloc(WALKERS * sizeof *s->walkers);
    s->actions = wend_alloc((size_t)ROUNDS * WALKERS);
    s->draws = wend_alloc((size_t)ROUNDS * WALKERS * sizeof *s->draws);
    s->choices = wend_alloc(WALKERS * sizeof *s->choices);
    if (!s->walkers || !s->actions || !s->draws || !s->choices)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    wend_rng rng = wend_rng_make(1, 1);
    for (int i = 0; i < WALKERS; i++) {
        uint32_t node;
        do node = wend_rng_below(&rng, (uint32_t)wend_graph_world_count(s->world));
        while (wend_graph_world_candidates(s->world, node).count == 0);
        s->walkers[i] = wend_walker_make(node, 0, 0);
    }
    for (int i = 0; i < ROUNDS * WALKERS; i++) {
        s->actions[i] = (uint8_t)(1 + wend_rng_below(&rng, WEND_GRAPH_DOWN));
        s->draws[i] = (uint16_t)wend_rng_below(&rng, 65536);
    }
    return WEND_OK;
}

static double run_low_level(void* context) {
    stage* s = context;
    for (int r = 0; r < ROUNDS; r++)
        wend_graph_world_step(s->world, s->walkers, s->actions + (size_t)r * WALKERS, WALKERS);
    return (double)ROUNDS * WALKERS;
}

static double run_panoramic(void* context) {
    stage* s = context;
    for (int r = 0; r < ROUNDS; r++) {
        const uint16_t* draws = s->draws + (size_t)r * WALKERS;
        for (int i = 0; i < WALKERS; i++) {
            int count = wend_graph_world_candidates(s->world, s->walkers[i].node).count;
            s->choices[i] = (int16_t)(draws[i] * count >> 16);
        }
        wend_graph_world_move(s->world, s->walkers, s->choices, WALKERS);
    }
    return (double)ROUNDS * WALKERS;
}

// As an agent uses it: low-level actions, and the navigable neighbours with their angles after
// each.
static double run_with_sights(void* context) {
    stage* s = context;
    wend_graph_sight sights[16];
    for (int r = 0; r < ROUNDS / 4; r++) {
        wend_graph_world_step(s->world, s->walkers, s->actions + (size_t)r * WALKERS, WALKERS);
        for (int i = 0; i < WALKERS; i++)
            if (wend_graph_world_navigable(s->world, &s->walkers[i], sights, 16) > 0)
                s->checksum += (double)sights[0].heading;
    }
    return (double)(ROUNDS / 4) * WALKERS;
}

// Panoramic actions, and the words of all 36 views and the neighbours after each.
static double run_with_text(void* context) {
    stage* s = context;
    int64_t words = 0;
    for (int r = 0; r < ROUNDS / 64; r++) {
        const uint16_t* draws = s->draws + (size_t)r * WALKERS;
        for (int i = 0; i < WALKERS; i++) {
            uint32_t node = s->walkers[i].node;
            const wend_panorama* p = &s->panoramas[node];
            for (int v = 0; v < WEND_GRAPH_VIEWS && p->views; v++)
                for (int w = 0; w < p->views[v].word_count; w++) words += p->views[v].words[w];
            s->choices[i] =
                (int16_t)(draws[i] * wend_graph_world_candidates(s->world, node).count >> 16);
        }
        wend_graph_world_move(s->world, s->walkers, s->choices, WALKERS);
    }
    s->checksum += (double)words;
    return (double)(ROUNDS / 64) * WALKERS;
}

static wend_status bench_graph_open_views(stage* s, const char* path, wend_error* error) {
    int count = wend_graph_world_count(s->world);
    WEND_TRY(wend_views_open(path, &s->views, error));
    s->panoramas = wend_alloc_zero((size_t)count, sizeof *s->panoramas);
    if (!s->panoramas) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    for (int i = 0; i < count; i++) {
        int graph, index = wend_graph_world_viewpoint(s->world, (uint32_t)i, &graph);
        const wend_graph* g = wend_graph_world_graph(s->world, graph);
        wend_views_find(s->views, wend_graph_scan(g), wend_graph_viewpoint(g, index)->id,
                        &s->panoramas[i]);
    }
    return WEND_OK;
}

static wend_status bench_graph_run(const char* folder, const char* observations, bool json,
                                   wend_error* error) {
    stage s = {0};
    int count = observations ? 4 : 3;
    wend_status status = folder ? load_folder(&s, folder, error) : bench_graph_make_grid(&s, error);
    if (status == WEND_OK) status = bench_graph_prepare(&s, error);
    if (status == WEND_OK && observations) status = bench_graph_open_views(&s, observations, error);
    if (status == WEND_OK) {
        bench_case cases[] = {
            {.name = "low-level actions", .run = run_low_level, .context = &s},
            {.name = "panoramic actions", .run = run_panoramic, .context = &s},
            {.name = "low-level, with the neighbours in view",
             .run = run_with_sights,
             .context = &s},
            {.name = "panoramic, with the words of 36 views", .run = run_with_text, .context = &s}};
        bench_run(cases, count, 9, false);
        if (json) {
            bench_print_json("graph", cases, count, "steps");
        } else {
            printf("%d agents, %d buildings, %d viewpoints, one core\n", WALKERS, s.graph_count,
                   wend_graph_world_count(s.world));
            bench_print(cases, count, "steps", -1);
        }
    }
    wend_views_destroy(s.views);
    wend_free(s.panoramas);
    wend_graph_world_destroy(s.world);
    wend_graph_destroy(s.grid);
    wend_graph_set_destroy(s.set);
    wend_free(s.graphs);
    wend_free(s.walkers);
    wend_free(s.actions);
    wend_free(s.draws);
    wend_free(s.choices);
    return status;
}

int command_bench_graph(int argc, char** argv) {
    bool json = false;
    const char *connectivity = NULL, *observations = NULL;
    const option options[] = {
        BENCH_JSON_OPTION(json),
        {"--connectivity", OPTION_TEXT, &connectivity, "DIR",
         "Matterport's graphs; without it a grid of 256 viewpoints"},
        {"--observations", OPTION_TEXT, &observations, "PATH",
         "with captions of these viewpoints: a folder, or a file of wend features"},
    };
    arguments a = {.command = "bench graph",
                   .summary = "Viewpoint graphs without images: steps per second and core.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int exit_status;
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    wend_error error;
    if (bench_graph_run(connectivity, observations, json, &error) != WEND_OK)
        return report_error(&error);
    return EXIT_OK;
}
