// Every command of `wend`, once: the words, the function, one line of help.
#ifndef WEND_CLI_COMMANDS_H
#define WEND_CLI_COMMANDS_H

// clang-format off
#define COMMAND_LIST(X) \
    X("demo", command_demo, "show what wend does, into a folder to look at") \
    X("scene generate", command_scene_generate, "generate a house, apartment, office, town or room") \
    X("scene import", command_scene_import, "read glTF, OBJ, PLY, DAE or ProcTHOR") \
    X("scene export", command_scene_export, "write a scene as GLB") \
    X("scene info", command_scene_info, "say what is in a scene") \
    X("scene map", command_scene_map, "draw the plan of a scene") \
    X("scene graph", command_scene_graph, "make a viewpoint graph in Matterport's form") \
    X("scene render", command_scene_render, "draw what a camera sees of a scene") \
    X("scene check", command_scene_check, "test scenes: reachable, nothing intersects or floats") \
    X("episodes generate multion", command_generate_multion, "make MultiON episodes: several goals in order") \
    X("episodes generate pasture", command_generate_pasture, "make PASTURE's seven splits: things that are described") \
    X("episodes generate objectnav", command_generate_objectnav, "make object goals as RoboTHOR has them") \
    X("episodes generate r2r", command_generate_r2r, "make R2R: shortest paths and what one would say") \
    X("episodes generate rxr", command_generate_rxr, "make RxR: paths through rooms, in three languages") \
    X("episodes generate rescue", command_generate_rescue, "make rescues of a level, walked by an expert") \
    X("episodes generate", command_episodes_generate, "make episodes in any scenes") \
    X("episodes check", command_episodes_check, "find what is wrong in episode files") \
    X("episodes stats", command_episodes_stats, "count and measure them, with histograms") \
    X("episodes convert", command_episodes_convert, "write them again, as another kind") \
    X("tours make", command_tours_make, "IVLN's tours from episodes") \
    X("tours coverage", command_tours_coverage, "how much of what is coming was seen before, of a run") \
    X("tours solve", command_tours_solve, "order the cities of a TSPLIB .atsp file") \
    X("r4r make", command_r4r_make, "R4R from R2R") \
    X("rxr paths", command_rxr_paths, "sample paths through rooms as RxR did") \
    X("run", command_run, "play a task's episodes into a log") \
    X("train", command_train, "let an agent learn a task") \
    X("weights", command_weights, "say what a file of weights holds; write it smaller") \
    X("metrics", command_metrics, "compute a run's metrics from its log") \
    X("report", command_report, "make a page to look at from logs") \
    X("score", command_score, "score predictions made elsewhere: r2r, rxr, ir2r-ce, …") \
    X("reproduce", command_reproduce, "a number of a paper, computed again from the real data") \
    X("prototypes make", command_prototypes_make, "the table the lexical localizer knows things by") \
    X("prototypes test", command_prototypes_test, "what it takes regions for, beside the truth") \
    X("rooms count", command_rooms_count, "which rooms hold which things, for agents that know where to look") \
    X("bench graph", command_bench_graph, "the graph world: steps per second") \
    X("bench import", command_bench_import, "importers, exporter and cache: times and memory") \
    X("bench map", command_bench_map, "maps: pictures put in, crops, frontiers, routes") \
    X("bench metrics", command_bench_metrics, "nDTW: episodes per second and core") \
    X("bench multion", command_bench_multion, "MultiON: steps per second and core, with sensors and with an agent") \
    X("bench render", command_bench_render, "the renderer beside Embree and OpenGL: frames per second") \
    X("bench scene", command_bench_scene, "generating and lighting scenes: time and memory") \
    X("bench sim", command_bench_sim, "steps, batches, geodesics and scene switches") \
    X("bench train", command_bench_train, "learning: steps and samples per second, beside PyTorch") \
    X("bench tours", command_bench_tours, "the tour solver: quality and time by instance") \
    X("manual", command_manual, "print the manual page") \
    X("completion", command_completion, "print completion for bash and zsh") \
    X("version", command_version, "print the version")
// clang-format on

#define X(words, function, help) int function(int argc, char** argv);
COMMAND_LIST(X)
#undef X

#endif
