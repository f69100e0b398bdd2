// Views of rendered viewpoints: those of the scene's graph, the same for any number of threads, and
// from images alone.
#include "test.h"

#include "wend/capture.h"
#include "wend/nav.h"
#include "wend/scene.h"

static wend_views* render(const char* first, const char* second, int threads) {
    const char* const scenes[] = {first, second};
    wend_views_render_def def = wend_views_render_default_def();
    wend_views* views;
    wend_error error;
    def.scenes = scenes;
    def.scene_count = second ? 2 : 1;
    def.width = 128;
    def.threads = threads;
    CHECK_OK(wend_views_render(&def, &views, &error));
    return views;
}

static int count_class(const wend_panorama* p, const char* name) {
    int count = 0;
    for (int v = 0; v < 36; v++)
        for (int i = 0; i < p->views[v].detection_count; i++)
            count += strcmp(p->classes[p->views[v].detections[i].class_index], name) == 0;
    return count;
}

TEST(rendered_views_are_of_the_viewpoints_of_a_scene) {
    wend_error error;
    wend_scene* scene;
    wend_graph* graph;
    wend_views* views = render("apartment:5", NULL, 2);
    int beds = 0, worded = 0;
    // As `wend episodes generate r2r` makes graphs: without baked light.
    wend_import_def import = wend_import_default_def();
    import.bake = false;
    CHECK_OK(wend_scene_open("apartment:5", &import, &scene, &error));
    CHECK_OK(wend_viewpoints_make(scene, NULL, &graph, &error));
    for (int i = 0; i < wend_graph_count(graph); i++) {
        wend_panorama p;
        CHECK(
            wend_views_find(views, wend_graph_scan(graph), wend_graph_viewpoint(graph, i)->id, &p));
        CHECK(!p.is_truth);
        beds += count_class(&p, "bed");
        for (int v = 0; v < 36; v++) worded += p.views[v].word_count > 0;
    }
    CHECK(beds > 0);
    CHECK(worded > 0);
    wend_graph_destroy(graph);
    wend_scene_destroy(scene);
    wend_views_destroy(views);
}

TEST(rendered_views_are_the_same_for_any_number_of_threads) {
    wend_views* one = render("apartment:5", "apartment:6", 1);
    wend_views* two = render("apartment:5", "apartment:6", 2);
    CHECK(wend_views_hash(one) == wend_views_hash(two));
    CHECK(wend_views_summarize(one).detections > 100);
    wend_views_destroy(one);
    wend_views_destroy(two);
}

TEST(a_scene_that_cannot_be_rendered_is_named) {
    static const char* const scenes[] = {"nowhere:5"};
    wend_views_render_def def = wend_views_render_default_def();
    wend_views* views;
    wend_error error;
    def.scenes = scenes;
    def.scene_count = 1;
    CHECK(wend_views_render(&def, &views, &error) != WEND_OK);
    CHECK(!views);
    CHECK_HAS(error.message, "nowhere");
    def.width = 130;
    CHECK_INT(wend_views_render(&def, &views, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "multiple of 4");
}
