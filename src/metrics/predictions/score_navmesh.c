// Geodesic distances for r2r-ce and rxr-ce. Each navmesh of the folder is read once.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "metrics/predictions/score_sheet.h"

#include "wend/benchmarks/habitat.h"
#include "wend/nav.h"

struct score_navmesh {
    char scene[256];
    wend_navmesh* mesh;
};

// The navmesh of "mp3d/X/X.glb" may be at mp3d/X/X.navmesh, X/X.navmesh or X.navmesh.
static wend_status score_navmesh_find_file(const char* folder, const char* scene, char* path,
                                           size_t size, wend_error* error) {
    char scan[256], names[3][600];
    wend_habitat_scan(scene, scan, sizeof scan);
    const char* dot = strrchr(scene, '.');
    snprintf(names[0], sizeof names[0], "%.*s.navmesh",
             (int)(dot ? (size_t)(dot - scene) : strlen(scene)), scene);
    snprintf(names[1], sizeof names[1], "%s/%s.navmesh", scan, scan);
    snprintf(names[2], sizeof names[2], "%s.navmesh", scan);
    wend_status refused = WEND_OK;
    for (int i = 0; i < 3; i++) {
        wend_status status = file_inside(folder, names[i], path, size, error);
        if (status == WEND_OK && wend_file_exists(path)) return WEND_OK;
        if (refused == WEND_OK) refused = status;
    }
    if (refused != WEND_OK) return refused;
    return wend_fail(error, WEND_NOT_FOUND, "%s: no navmesh of the scene '%.200s'; %s is not there",
                     folder, scene, names[2]);
}

static wend_status find_mesh(score_navmeshes* all, const char* scene, const wend_navmesh** mesh,
                             wend_error* error) {
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->items[i].scene, scene) != 0) continue;
        *mesh = all->items[i].mesh;
        return WEND_OK;
    }
    char path[4096];
    WEND_TRY(score_navmesh_find_file(all->folder, scene, path, sizeof path, error));
    score_navmesh* slot = ARRAY_PUSH(all);
    if (!slot) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a navmesh");
    *slot = (score_navmesh){{0}, NULL};
    snprintf(slot->scene, sizeof slot->scene, "%s", scene);
    wend_status status = wend_navmesh_load(path, &slot->mesh, error);
    *mesh = slot->mesh;
    return status;
}

static wend_vec3 narrow(const double* p) { return wend_v3((float)p[0], (float)p[1], (float)p[2]); }

wend_status score_navmeshes_measure(score_navmeshes* all, const char* scene, const wend_path* path,
                                    const double goal[3], double* metres, wend_error* error) {
    const wend_navmesh* mesh;
    WEND_TRY(find_mesh(all, scene, &mesh, error));
    wend_vec3 target = narrow(goal);
    for (int i = 0; i < path->count; i++) {
        float distance;
        if (wend_navmesh_geodesic(mesh, all->geodesic, narrow(path->points[i]), target,
                                  &distance) != WEND_OK)
            return wend_fail(error, WEND_NO_MEMORY, "out of memory for a geodesic distance");
        metres[i] = (double)distance;
    }
    return WEND_OK;
}

void score_navmeshes_destroy(score_navmeshes* all) {
    for (size_t i = 0; i < all->count; i++) wend_navmesh_destroy(all->items[i].mesh);
    ARRAY_FREE(all);
}
