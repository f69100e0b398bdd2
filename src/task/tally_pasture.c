// Numbers about RoboTHOR's episodes, PASTURE's texts and CoW's results.
#include <string.h>

#include "task/episodes.h"

wend_status tally_robothor(tally* t) {
    for (int i = 0; i < t->episodes->robothor.count; i++) {
        const wend_robothor_episode* e = &t->episodes->robothor.episodes[i];
        tally_one(t, "episodes", "", NULL);
        tally_one(t, "scenes", "", e->scene);
        tally_one(t, "object types", "", e->object_type);
        tally_value(t, "shortest path", "", "m", e->shortest_length);
        tally_value(t, "shortest path", e->object_type, "m", e->shortest_length);
    }
    return WEND_OK;
}

wend_status tally_pasture_texts(tally* t) {
    for (int i = 0; i < t->episodes->texts.count; i++) {
        const wend_pasture_text* text = &t->episodes->texts.items[i];
        const char* group = text->appearance ? "spatial" : text->scene ? "" : "templates";
        tally_one(t, "texts", group, NULL);
        if (text->scene) tally_one(t, "scenes", "", text->scene);
        tally_words(t, group, text->text);
        if (!text->appearance) continue;
        tally_words(t, "appearance", text->appearance);
        int near = 0;
        for (int k = 0; k < text->part_count; k++) near += strstr(text->parts[k], " near ") != NULL;
        tally_value(t, "near objects", "spatial", "", near);
    }
    return WEND_OK;
}

wend_status tally_pasture_result(tally* t) {
    const wend_pasture_result* result = &t->episodes->result;
    double path = 0;
    for (int i = 1; i < result->path_count; i++)
        path += wend_point_distance(result->path[i - 1].at, result->path[i].at);
    double shortest = wend_points_length(result->shortest);
    double longer = path > shortest ? path : shortest;
    tally_one(t, "episodes", "", NULL);
    if (result->success) tally_one(t, "successes", "", NULL);
    tally_value(t, "actions", "", "", result->action_count);
    tally_value(t, "path", "", "m", path);
    tally_value(t, "shortest path", "", "m", shortest);
    tally_value(t, "spl", "", "", result->success ? (longer > 0 ? shortest / longer : 1) : 0);
    return WEND_OK;
}
