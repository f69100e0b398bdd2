#include "agent/cow/cow_learned.h"

#include <stdio.h>
#include <string.h>

#include "base/settings.h"

wend_status cow_learned_create(cow_learned* l, const char* weights, wend_error* error) {
    char name[SETTING_SIZE + 32] = "cow-explorer";
    if (weights) snprintf(name, sizeof name, "cow-explorer:weights=%s", weights);
    WEND_TRY(wend_agent_create(name, NULL, &l->agent, error));
    wend_agent_image_size(l->agent, &l->width, &l->height);
    size_t pixels = (size_t)l->width * (size_t)l->height;
    l->depth = wend_alloc(pixels * sizeof *l->depth);
    l->rgb = wend_alloc(pixels * 3);
    return l->depth && l->rgb
               ? WEND_OK
               : wend_fail(error, WEND_NO_MEMORY, "out of memory for the explorer of agent cow");
}

void cow_learned_destroy(cow_learned* l) {
    wend_agent_destroy(l->agent);
    wend_free(l->depth);
    wend_free(l->rgb);
    *l = (cow_learned){0};
}

wend_status cow_learned_reset(cow_learned* l, const wend_agent_episode* episode, wend_rng* rng,
                              wend_error* error) {
    wend_agent_episode own = *episode;
    own.rng = wend_rng_make(wend_rng_u32(rng), 1);
    return wend_agent_reset(l->agent, &own, error);
}

// The pixel in the middle of each part of the image: a small image is rendered with one ray per
// pixel too.
static void cow_learned_reduce(cow_learned* l, const wend_camera_observation* camera) {
    for (int i = 0; i < l->width * l->height; i++) {
        int row = (2 * (i / l->width) + 1) * camera->height / (2 * l->height);
        int column = (2 * (i % l->width) + 1) * camera->width / (2 * l->width);
        size_t from = (size_t)row * (size_t)camera->width + (size_t)column;
        l->depth[i] = camera->depth[from];
        memcpy(l->rgb + 3 * (size_t)i, camera->rgb + 3 * from, 3);
    }
}

wend_status cow_learned_act(cow_learned* l, const wend_observation* o, wend_action_kind* action,
                            wend_error* error) {
    wend_observation small = *o;
    wend_action chosen = {.kind = WEND_ACTION_STOP};
    cow_learned_reduce(l, &o->camera);
    small.camera.width = l->width;
    small.camera.height = l->height;
    small.camera.depth = l->depth;
    small.camera.rgb = l->rgb;
    WEND_TRY(wend_agent_act(l->agent, &small, &chosen, error));
    *action = chosen.kind;
    return WEND_OK;
}
