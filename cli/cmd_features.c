// wend features: perception of viewpoints, from its sources into one file.
#include <stdio.h>

#include "commands.h"
#include "options.h"
#include "scene_list.h"

#include "wend/capture.h"

static int features_print(const char* path, const wend_views* views, bool json) {
    wend_views_summary s = wend_views_summarize(views);
    if (!json) {
        printf(
            "%s: %d viewpoints of 36 views, %d captions of %d words, %lld detections of %d "
            "classes",
            path, s.viewpoints, s.captions, s.words, (long long)s.detections, s.classes);
        if (s.feature_size) printf(", features of size %d", s.feature_size);
        printf("%s\n", s.is_truth ? "; ground truth: agents that observe it are oracles" : "");
        return EXIT_OK;
    }
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_int(&out, "viewpoints", s.viewpoints);
    wend_json_out_int(&out, "captions", s.captions);
    wend_json_out_int(&out, "words", s.words);
    wend_json_out_int(&out, "classes", s.classes);
    wend_json_out_int(&out, "detections", s.detections);
    wend_json_out_int(&out, "feature_size", s.feature_size);
    wend_json_out_bool(&out, "oracle", s.is_truth);
    put_hash(&out, wend_views_hash(views));
    wend_json_out_end(&out);
    return print_json(&out);
}

typedef struct features_call {
    wend_views_def def;
    wend_views_render_def render;
    const char *out, *scenes;
    bool json;
} features_call;

static wend_status features_make(const features_call* c, wend_views** views, wend_error* error) {
    scene_list list = {0};
    wend_views_render_def render = c->render;
    if (!c->scenes) return wend_views_create(&c->def, views, error);
    WEND_TRY(scene_list_parse(c->scenes, &list, error));
    render.scenes = list.names;
    render.scene_count = list.count;
    wend_status status = wend_views_render(&render, views, error);
    scene_list_destroy(&list);
    return status;
}

static int features_run(const features_call* c) {
    wend_views* views;
    wend_error error;
    if (features_make(c, &views, &error) != WEND_OK) return report_error(&error);
    int status = wend_views_verify(views, NULL, &error) == WEND_OK ? 0 : report_error(&error);
    if (!status && c->out && wend_views_save(views, c->out, &error) != WEND_OK)
        status = report_error(&error);
    if (!status)
        status = features_print(c->out      ? c->out
                                : c->scenes ? c->scenes
                                            : c->def.path,
                                views, c->json);
    wend_views_destroy(views);
    return status;
}

int command_features(int argc, char** argv) {
    features_call c = {.render = wend_views_render_default_def()};
    const option options[] = {
        {"-o", OPTION_TEXT, &c.out, "FILE", "write everything into one file that opens quickly",
         .endings = ".wviews"},
        {"--features", OPTION_TEXT, &c.def.features, "FILE",
         "add the feature vectors of a .tsv or .npz file to the views"},
        {"--rooms", OPTION_TEXT, &c.def.rooms, "FILE",
         "viewpoint_rooms.json: add room types to annotated objects"},
        {"--no-annotations", OPTION_FLAG, &c.def.no_annotations, NULL,
         "of NavGPT's folder the texts alone: its objects are annotations"},
        {"--scenes", OPTION_TEXT, &c.scenes, "LIST",
         "render the viewpoints of these scenes and detect objects in the images; in place of "
         "PATH"},
        {"--width", OPTION_INT, &c.render.width, "N", "of rendered images; a multiple of 4", 64,
         1280},
        THREADS_OPTION(c.render.threads),
        JSON_OPTION(c.json),
    };
    arguments a = {.command = "features",
                   .summary =
                       "Reads captions, detections and feature vectors of viewpoints, or renders "
                       "viewpoints and detects objects; verifies and counts them.",
                   .operands = "[PATH]",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .max_operands = 1};
    int status;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    c.def.path = a.given_count ? a.given[0] : NULL;
    if (!c.def.path == !c.scenes)
        return report_misuse(&a, "give either a PATH of views or --scenes");
    if (c.scenes && (c.def.features || c.def.rooms || c.def.no_annotations))
        return report_misuse(&a, "--features, --rooms and --no-annotations belong to a PATH");
    return features_run(&c);
}
