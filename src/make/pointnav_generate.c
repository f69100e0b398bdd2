// Generates PointNav episodes for any scene.
#include <stdio.h>
#include <string.h>

#include "ranks/shares.h"

#include "wend/files.h"
#include "wend/make.h"
#include "wend/task.h"

enum { MAX_TRIES = 20000 };  // samples per episode before the scene is rejected

wend_pointnav_def wend_pointnav_default_def(void) {
    return (wend_pointnav_def){
        .count = 10, .min_distance = 1, .max_distance = 30, .min_ratio = 1.1f};
}

typedef struct draw {
    wend_vec3 start, goal;
    float distance, heading;
} draw;

// Start and goal on one level at a distance within the range. Nine of ten episodes need a detour,
// as straight paths are trivial.
// `*drawn` is false when there is none.
static wend_status pointnav_generate_draw_episode(const wend_navmesh* mesh,
                                                  const wend_pointnav_def* def, int number,
                                                  wend_rng* rng, draw* d, bool* drawn) {
    *drawn = false;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
        if (!wend_navmesh_random_point(mesh, rng, -1, &d->start) ||
            !wend_navmesh_random_point(mesh, rng, wend_navmesh_island_at(mesh, d->start), &d->goal))
            return WEND_OK;
        float straight = wend_v3_distance(d->start, d->goal);
        if (fabsf(d->start.y - d->goal.y) > 0.5f || straight > def->max_distance) continue;
        WEND_TRY(wend_navmesh_distance(mesh, d->start, (wend_vec3_span){&d->goal, 1}, &d->distance,
                                       NULL));
        if (!(d->distance >= def->min_distance && d->distance <= def->max_distance)) continue;
        bool may_be_straight = number % 10 == 9 || tries > MAX_TRIES / 2;
        if (!may_be_straight && d->distance < def->min_ratio * straight) continue;
        d->heading = wend_rng_between(rng, -(float)WEND_PI, (float)WEND_PI);
        *drawn = true;
        return WEND_OK;
    }
    return WEND_OK;
}

static void pointnav_generate_put_point(wend_json_out* out, const char* key, wend_vec3 p) {
    const double numbers[3] = {(double)p.x, (double)p.y, (double)p.z};
    wend_json_out_numbers(out, key, numbers, 3);
}

static void pointnav_generate_put_episode(wend_json_out* out, const char* scene, int number,
                                          const draw* d) {
    char id[32];
    const double rotation[4] = {0, sin((double)d->heading / 2), 0, cos((double)d->heading / 2)};
    snprintf(id, sizeof id, "%d", number);
    wend_json_out_newline(out);
    wend_json_out_object(out, NULL);
    wend_json_out_text(out, "episode_id", id);
    wend_json_out_text(out, "scene_id", scene);
    pointnav_generate_put_point(out, "start_position", d->start);
    wend_json_out_numbers(out, "start_rotation", rotation, 4);
    wend_json_out_object(out, "info");
    wend_json_out_number(out, "geodesic_distance", (double)d->distance);
    wend_json_out_end(out);
    wend_json_out_array(out, "goals");
    wend_json_out_object(out, NULL);
    pointnav_generate_put_point(out, "position", d->goal);
    wend_json_out_end(out);
    wend_json_out_end(out);
    wend_json_out_end(out);
}

static wend_status pointnav_generate_draw_scene(const char* reference, const wend_pointnav_def* def,
                                                draw* draws, wend_error* error) {
    wend_import_def import = wend_import_default_def();
    wend_scene* scene;
    wend_navmesh* mesh;
    import.bake = false;
    WEND_TRY(wend_scene_open(reference, &import, &scene, error));
    wend_status status = wend_navmesh_build(scene, NULL, &mesh, error);
    wend_scene_destroy(scene);
    if (status != WEND_OK) return status;
    wend_rng rng = wend_rng_for(def->seed, reference, "pointnav episodes");
    for (int i = 0; status == WEND_OK && i < def->count; i++) {
        bool drawn;
        status = pointnav_generate_draw_episode(mesh, def, i, &rng, &draws[i], &drawn);
        if (status != WEND_OK)
            (void)wend_fail(error, status, "%s: out of memory for the distances of its episodes",
                            reference);
        else if (!drawn)
            status = wend_fail(error, WEND_FORMAT,
                               "%s: no two positions %g to %g m apart; use shorter distances",
                               reference, (double)def->min_distance, (double)def->max_distance);
    }
    wend_navmesh_destroy(mesh);
    return status;
}

// Ranks take scenes in turn; `shares` brings the draws to rank 0.
static wend_status generate_scene(const char* reference, const wend_pointnav_def* def,
                                  ranks_shares* shares, int* number, wend_json_out* out,
                                  wend_error* error) {
    draw* draws = wend_alloc_zero((size_t)def->count, sizeof *draws);
    wend_status status =
        draws ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", reference);
    if (status == WEND_OK && ranks_shares_is_mine(shares))
        status = pointnav_generate_draw_scene(reference, def, draws, error);
    if (status == WEND_OK)
        status = ranks_shares_put(shares, draws, (size_t)def->count * sizeof *draws, error);
    for (int i = 0; status == WEND_OK && i < def->count; i++)
        pointnav_generate_put_episode(out, reference, (*number)++, &draws[i]);
    wend_free(draws);
    return status;
}

wend_status wend_pointnav_generate(const char* const* scenes, int scene_count,
                                   const wend_pointnav_def* def, const char* path,
                                   wend_error* error) {
    wend_json_out out = {0};
    ranks_shares shares = {.ranks = def->ranks, .block = 1};
    wend_status status = WEND_OK;
    int number = 0;
    wend_json_out_object(&out, NULL);
    wend_json_out_array(&out, "episodes");
    for (int i = 0; status == WEND_OK && i < scene_count; i++)
        status = generate_scene(scenes[i], def, &shares, &number, &out, error);
    wend_json_out_end(&out);
    wend_json_out_end(&out);
    wend_json_out_newline(&out);
    if (status == WEND_OK) {
        if (!wend_ranks_rank(def->ranks)) status = wend_json_out_save(&out, path, error);
        status = wend_ranks_agree(def->ranks, status, error);
    }
    ranks_shares_destroy(&shares);
    wend_json_out_destroy(&out);
    return status;
}
