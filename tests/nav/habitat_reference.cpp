#include "nav/habitat_reference.h"

#include <DetourCommon.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <vector>

namespace {

const int MAX_POLYS = 256;

struct set_header {
    int magic, version, tiles;
    dtNavMeshParams params;
};

struct tile_header {
    dtTileRef reference;
    int size;
};

struct projected {
    dtPolyRef polygon = 0;
    float at[3] = {NAN, NAN, NAN};
};

float polygon_area(const dtMeshTile* tile, int index) {
    const dtPoly* poly = &tile->polys[index];
    const dtPolyDetail* detail = &tile->detailMeshes[index];
    float area = 0;
    for (unsigned t = 0; t < detail->triCount; t++) {
        const unsigned char* corners = &tile->detailTris[(detail->triBase + t) * 4];
        const float* v[3];
        for (int k = 0; k < 3; k++)
            v[k] = corners[k] < poly->vertCount
                       ? &tile->verts[poly->verts[corners[k]] * 3]
                       : &tile->detailVerts[(detail->vertBase + corners[k] - poly->vertCount) * 3];
        float a[3], b[3], c[3];
        dtVsub(a, v[1], v[0]);
        dtVsub(b, v[2], v[0]);
        dtVcross(c, a, b);
        area += 0.5f * dtVlen(c);
    }
    return area;
}

// Magnum's comparison of vectors.
bool are_same(const float* a, const float* b) {
    for (int k = 0; k < 3; k++) {
        float difference = std::abs(a[k] - b[k]);
        bool close = a[k] == 0 || b[k] == 0 || difference < 1e-5f
                         ? difference < 1e-5f
                         : difference / (std::abs(a[k]) + std::abs(b[k])) < 1e-5f;
        if (!close) return false;
    }
    return true;
}

}  // namespace

struct habitat_reference {
    dtNavMesh* mesh = nullptr;
    dtNavMeshQuery* query = nullptr;
    dtQueryFilter filter;

    ~habitat_reference() {
        dtFreeNavMeshQuery(query);
        dtFreeNavMesh(mesh);
    }

    bool read(FILE* file) {
        set_header head;
        if (fread(&head, sizeof head, 1, file) != 1) return false;
        if (head.version >= 2 && fseek(file, 56, SEEK_CUR) != 0) return false;
        mesh = dtAllocNavMesh();
        if (dtStatusFailed(mesh->init(&head.params))) return false;
        for (int i = 0; i < head.tiles; i++) {
            tile_header tile;
            if (fread(&tile, sizeof tile, 1, file) != 1) return false;
            if (!tile.reference || !tile.size) break;
            unsigned char* data =
                static_cast<unsigned char*>(dtAlloc(static_cast<size_t>(tile.size), DT_ALLOC_PERM));
            if (fread(data, static_cast<size_t>(tile.size), 1, file) != 1) return false;
            mesh->addTile(data, tile.size, DT_TILE_FREE_DATA, tile.reference, nullptr);
        }
        return true;
    }

    void prepare() {
        const dtNavMesh* tiles = mesh;
        for (int t = 0; t < tiles->getMaxTiles(); t++) {
            const dtMeshTile* tile = tiles->getTile(t);
            for (int i = 0; tile->header && i < tile->header->polyCount; i++)
                if (polygon_area(tile, i) < 1e-5f)
                    mesh->setPolyFlags(tiles->getPolyRefBase(tile) | static_cast<dtPolyRef>(i), 4);
        }
        query = dtAllocNavMeshQuery();
        query->init(mesh, 2048);
        filter.setIncludeFlags(1);
        filter.setExcludeFlags(0);
    }

    projected project(const float* at) const {
        const float extent[3] = {2, 4, 2};
        projected p;
        query->findNearestPoly(at, extent, &filter, &p.polygon, p.at);
        if (std::isnan(p.at[0])) p.polygon = 0;
        return p;
    }

    float measure(const float* from, const projected& start, const float* to,
                  const projected& end) const {
        if (are_same(start.at, end.at)) return 0;
        dtPolyRef polys[MAX_POLYS];
        int count = 0;
        if (query->findPath(start.polygon, end.polygon, start.at, end.at, &filter, polys, &count,
                            MAX_POLYS) != DT_SUCCESS ||
            count == 0)
            return INFINITY;
        float points[3 * MAX_POLYS], length = 0;
        int corners = 0;
        if (query->findStraightPath(from, to, polys, count, points, nullptr, nullptr, &corners,
                                    MAX_POLYS) != DT_SUCCESS ||
            corners == 0)
            return INFINITY;
        for (int i = 1; i < corners; i++) length += dtVdist(points + 3 * (i - 1), points + 3 * i);
        return length;
    }
};

habitat_reference* habitat_reference_load(const char* path) {
    FILE* file = fopen(path, "rb");
    if (!file) return nullptr;
    habitat_reference* r = new habitat_reference;
    bool good = r->read(file);
    fclose(file);
    if (good) {
        r->prepare();
        return r;
    }
    delete r;
    return nullptr;
}

void habitat_reference_destroy(habitat_reference* r) { delete r; }

float habitat_reference_distance(habitat_reference* r, const float from[3], const float (*ends)[3],
                                 int count, int* nearest) {
    float best = INFINITY;
    if (nearest) *nearest = -1;
    projected start = r->project(from);
    if (!start.polygon) return best;
    std::vector<float> bound(static_cast<size_t>(count), 0.0f);
    std::vector<int> order(static_cast<size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    for (int i = 0; count > 1 && i < count; i++)
        bound[static_cast<size_t>(i)] = dtVdist(ends[i], from);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return bound[static_cast<size_t>(a)] < bound[static_cast<size_t>(b)];
    });
    for (int i : order) {
        projected end = r->project(ends[i]);
        if (!end.polygon || bound[static_cast<size_t>(i)] > best) continue;
        float metres = r->measure(from, start, ends[i], end);
        if (!(metres < best)) continue;
        best = metres;
        if (nearest) *nearest = i;
    }
    return best;
}
