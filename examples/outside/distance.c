// Geodesic and Euclidean distance of two random points of a scene.
//     cc distance.c $(pkg-config --cflags --libs wend) -lm -o distance && ./distance house:7
#include <stdio.h>
#include <wend/wend.h>

static int fail(const wend_error* error) {
    fprintf(stderr, "distance: %s\n", error->message);
    return 1;
}

int main(int argc, char** argv) {
    wend_error error;
    wend_scene* scene;
    wend_navmesh* mesh;
    const char* reference = argc > 1 ? argv[1] : "house:7";
    if (wend_scene_open(reference, NULL, &scene, &error) != WEND_OK) return fail(&error);
    if (wend_navmesh_build(scene, NULL, &mesh, &error) != WEND_OK) return fail(&error);
    wend_rng rng = wend_rng_make(1, 1);
    wend_vec3 from = {0}, to = {0};
    float metres = 0;
    wend_navmesh_random_point(mesh, &rng, 0, &from);
    wend_navmesh_random_point(mesh, &rng, 0, &to);
    if (wend_navmesh_distance(mesh, from, (wend_vec3_span){&to, 1}, &metres, NULL) != WEND_OK) {
        fprintf(stderr, "out of memory for a geodesic distance\n");
        return 1;
    }
    printf("%s: geodesic distance %.2f m, Euclidean %.2f m\n", wend_scene_name(scene),
           (double)metres, (double)wend_v3_distance(from, to));
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
    return 0;
}
