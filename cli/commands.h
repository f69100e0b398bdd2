// All commands of `wend`: words, function, one line of help.
#ifndef WEND_CLI_COMMANDS_H
#define WEND_CLI_COMMANDS_H

// clang-format off
#define COMMAND_LIST(X) \
    X("demo", command_demo, "run a short demo of every stage and write its files to a folder") \
    X("scene generate", command_scene_generate, "generate a house, apartment, office, town or room") \
    X("scene import", command_scene_import, "read glTF, OBJ, PLY, DAE or ProcTHOR") \
    X("scene export", command_scene_export, "write a scene as GLB") \
    X("scene info", command_scene_info, "print counts, rooms, area and memory of a scene") \
    X("scene map", command_scene_map, "draw the floor plan of a scene") \
    X("scene graph", command_scene_graph, "generate a viewpoint graph in Matterport's format") \
    X("scene render", command_scene_render, "render RGB, depth and semantics of a scene") \
    X("scene check", command_scene_check, "check scenes: rooms reachable, no intersecting or floating objects") \
    X("episodes generate multion", command_generate_multion, "generate MultiON episodes: several goals in order") \
    X("episodes generate pasture", command_generate_pasture, "generate PASTURE's seven splits: goals given by descriptions") \
    X("episodes generate objectnav", command_generate_objectnav, "generate object goals in RoboTHOR's format") \
    X("episodes generate r2r", command_generate_r2r, "generate R2R data: shortest paths and instructions") \
    X("episodes generate rxr", command_generate_rxr, "generate RxR data: paths through rooms, instructions in three languages") \
    X("episodes generate rescue", command_generate_rescue, "generate rescue episodes of a level, with expert trajectories") \
    X("episodes generate", command_episodes_generate, "generate episodes in any scenes") \
    X("episodes check", command_episodes_check, "validate episode files") \
    X("episodes stats", command_episodes_stats, "statistics of episode files, with histograms") \
    X("episodes convert", command_episodes_convert, "convert episode files between formats") \
    X("features", command_features, "captions and detections of viewpoints: count, or write into one file") \
    X("tours make", command_tours_make, "build IVLN tours from episodes") \
    X("tours coverage", command_tours_coverage, "how much of the coming paths a run has seen before") \
    X("tours solve", command_tours_solve, "solve a TSPLIB .atsp file") \
    X("r4r make", command_r4r_make, "build R4R from R2R") \
    X("instructions generate", command_instructions_generate, "describe paths with a trained speaker") \
    X("instructions parse", command_instructions_parse, "parse instructions into steps with word spans and landmarks") \
    X("instructions score", command_instructions_score, "BLEU of generated instructions") \
    X("r2r paths", command_r2r_paths, "sample shortest paths as R2R has them") \
    X("rxr paths", command_rxr_paths, "sample paths through rooms with RxR's method") \
    X("rxr describe", command_rxr_describe, "generate RxR instructions for paths on real graphs from captions") \
    X("run", command_run, "run an agent on the episodes of a task and write a log") \
    X("log merge", command_log_merge, "join the logs of the shards of a run") \
    X("demos record", command_demos_record, "record demonstrations of an oracle or a log for imitation learning") \
    X("demos check", command_demos_check, "read a demonstration set and check its contents") \
    X("train", command_train, "train an agent by reinforcement or imitation") \
    X("weights", command_weights, "print or shrink a file of weights") \
    X("metrics", command_metrics, "compute the metrics of a run from its log") \
    X("report", command_report, "write an HTML report or a video from logs") \
    X("score", command_score, "score predictions of other programs: r2r, rxr, ir2r-ce, …") \
    X("reproduce", command_reproduce, "recompute a published number from the real data") \
    X("prototypes make", command_prototypes_make, "build the prototype table of the lexical localizer") \
    X("prototypes test", command_prototypes_test, "evaluate the lexical localizer against ground truth") \
    X("rooms count", command_rooms_count, "count objects per room type, the prior of cow:explore=prior") \
    X("bench graph", command_bench_graph, "viewpoint graphs: steps per second") \
    X("bench import", command_bench_import, "importers, exporter and cache: times and memory") \
    X("bench map", command_bench_map, "maps: updates, crops, frontiers, routes") \
    X("bench metrics", command_bench_metrics, "nDTW: episodes per second and core") \
    X("bench multion", command_bench_multion, "MultiON: steps per second and core, with sensors and with an agent") \
    X("bench ranks", command_bench_ranks, "messages and the all-reduce of gradients between MPI ranks") \
    X("bench render", command_bench_render, "renderer, Embree and OpenGL: frames per second") \
    X("bench scene", command_bench_scene, "scene generation and light baking: time and memory") \
    X("bench sim", command_bench_sim, "steps, batches, geodesics and scene switches") \
    X("bench train", command_bench_train, "training: steps and samples per second, compared with PyTorch") \
    X("bench kernels", command_bench_kernels, "matrix products and convolutions, compared with OpenBLAS and oneDNN") \
    X("bench tours", command_bench_tours, "the tour solver: quality and time by instance") \
    X("manual", command_manual, "print the manual page") \
    X("completion", command_completion, "print completion for bash and zsh") \
    X("version", command_version, "print the version")
// clang-format on

#define X(words, function, help) int function(int argc, char** argv);
COMMAND_LIST(X)
#undef X

#endif
