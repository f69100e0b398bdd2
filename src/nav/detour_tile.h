// Validates the tiles of a file: Detour does not check them. Part of detour.cpp.
#ifndef WEND_NAV_DETOUR_TILE_H
#define WEND_NAV_DETOUR_TILE_H

#include <DetourNavMesh.h>
#include <cmath>
#include <cstring>

namespace {

// The sections of a tile, at the offsets that Detour computes.
struct tile_parts {
    dtMeshHeader h;
    const float *verts, *detail_verts;
    const dtPoly* polys;
    const dtPolyDetail* details;
    const unsigned char* triangles;
    const dtBVNode* nodes;
};

// Detour assumes that every polygon has a boundary edge in its detail mesh, at a distance below the
// largest float.
const int ANY_BOUNDARY_EDGE = 0x15;  // bit 0, 2 or 4 of a detail triangle's flags
const float FAR = 1e6f;              // metres

bool are_near(const float* numbers, int count) {
    for (int i = 0; i < count; i++)
        if (!(fabsf(numbers[i]) <= FAR)) return false;
    return true;
}

bool split_tile(const unsigned char* data, int size, tile_parts* p) {
    if (size < static_cast<int>(sizeof p->h)) return false;
    memcpy(&p->h, data, sizeof p->h);
    const dtMeshHeader& h = p->h;
    if (h.magic != DT_NAVMESH_MAGIC || h.version != DT_NAVMESH_VERSION) return false;
    const int counts[] = {h.polyCount,       h.vertCount,      h.maxLinkCount, h.detailMeshCount,
                          h.detailVertCount, h.detailTriCount, h.bvNodeCount,  h.offMeshConCount};
    for (int count : counts)
        if (count < 0 || count > 1 << 22) return false;
    if (h.polyCount < 1 || h.detailMeshCount != h.polyCount || h.offMeshConCount) return false;
    size_t at = static_cast<size_t>(dtAlign4(static_cast<int>(sizeof h)));
    const unsigned char* starts[7];
    const int sizes[7] = {12 * h.vertCount,
                          static_cast<int>(sizeof(dtPoly)) * h.polyCount,
                          static_cast<int>(sizeof(dtLink)) * h.maxLinkCount,
                          static_cast<int>(sizeof(dtPolyDetail)) * h.detailMeshCount,
                          12 * h.detailVertCount,
                          4 * h.detailTriCount,
                          static_cast<int>(sizeof(dtBVNode)) * h.bvNodeCount};
    for (int i = 0; i < 7; i++) {
        starts[i] = data + at;
        at += static_cast<size_t>(dtAlign4(sizes[i]));
        if (at > static_cast<size_t>(size)) return false;
    }
    p->verts = reinterpret_cast<const float*>(starts[0]);
    p->polys = reinterpret_cast<const dtPoly*>(starts[1]);
    p->details = reinterpret_cast<const dtPolyDetail*>(starts[3]);
    p->detail_verts = reinterpret_cast<const float*>(starts[4]);
    p->triangles = starts[5];
    p->nodes = reinterpret_cast<const dtBVNode*>(starts[6]);
    return true;
}

// All corners turn in the same direction, seen from above.
bool polygon_is_convex(const tile_parts& p, const dtPoly& poly) {
    const float slack = 1e-3f;  // square metres, for rounding
    for (int k = 0, n = poly.vertCount; k < n; k++) {
        const float* a = p.verts + 3 * poly.verts[k];
        const float* b = p.verts + 3 * poly.verts[(k + 1) % n];
        const float* c = p.verts + 3 * poly.verts[(k + 2) % n];
        if ((b[0] - a[0]) * (c[2] - b[2]) - (b[2] - a[2]) * (c[0] - b[0]) > slack) return false;
    }
    return true;
}

// The neighbour has the same edge in reverse; otherwise a raycast might loop.
bool edge_is_shared(const tile_parts& p, int i, int k) {
    const dtPoly &poly = p.polys[i], &other = p.polys[poly.neis[k] - 1];
    unsigned short from = poly.verts[k], to = poly.verts[(k + 1) % poly.vertCount];
    int n = other.vertCount <= DT_VERTS_PER_POLYGON ? other.vertCount : 0;
    for (int m = 0; m < n; m++)
        if (other.neis[m] == i + 1 && other.verts[m] == to && other.verts[(m + 1) % n] == from)
            return true;
    return false;
}

bool polygon_is_sound(const tile_parts& p, int i) {
    const dtPoly& poly = p.polys[i];
    const dtPolyDetail& detail = p.details[i];
    if (poly.vertCount < 3 || poly.vertCount > DT_VERTS_PER_POLYGON) return false;
    for (int k = 0; k < poly.vertCount; k++) {
        if (poly.verts[k] >= p.h.vertCount) return false;
        if (!poly.neis[k] || poly.neis[k] & DT_EXT_LINK) continue;
        if (poly.neis[k] > p.h.polyCount || !edge_is_shared(p, i, k)) return false;
    }
    if (!polygon_is_convex(p, poly)) return false;
    if (detail.vertBase > static_cast<unsigned>(p.h.detailVertCount) ||
        detail.vertBase + detail.vertCount > static_cast<unsigned>(p.h.detailVertCount) ||
        detail.triBase > static_cast<unsigned>(p.h.detailTriCount) ||
        detail.triBase + detail.triCount > static_cast<unsigned>(p.h.detailTriCount))
        return false;
    const unsigned char* corner = p.triangles + 4 * detail.triBase;
    int edges = 0;
    for (int t = 0; t < detail.triCount; t++, corner += 4) {
        edges |= corner[3] & ANY_BOUNDARY_EDGE;
        for (int k = 0; k < 3; k++)
            if (corner[k] >= poly.vertCount + detail.vertCount) return false;
    }
    return edges != 0;
}

// Recast writes only vertices inside the tile's bounds.
bool are_inside(const float* points, int count, const dtMeshHeader& h) {
    const float slack = 0.01f;  // metres
    for (int i = 0; i < 3 * count; i++)
        if (points[i] < h.bmin[i % 3] - slack || points[i] > h.bmax[i % 3] + slack) return false;
    return true;
}

// Whether a leaf of the bounding volume tree covers its polygon, seen from above.
bool leaf_covers(const tile_parts& p, const dtBVNode& leaf) {
    const dtPoly& poly = p.polys[leaf.i];
    const float slack = 2;  // quantisation steps of the tree
    for (int k = 0; k < poly.vertCount; k++)
        for (int axis = 0; axis < 3; axis += 2) {
            float at = (p.verts[3 * poly.verts[k] + axis] - p.h.bmin[axis]) * p.h.bvQuantFactor;
            if (at + slack < leaf.bmin[axis] || at - slack > leaf.bmax[axis]) return false;
        }
    return true;
}

// Every polygon must be exactly one leaf of the bounding volume tree; otherwise queries miss it.
// Recast allocates one node more than the tree has, and Detour visits that one too.
bool tree_is_sound(const tile_parts& p) {
    int leaves = 0, used = 2 * p.h.polyCount - 1;
    uint64_t sum = 0, squares = 0, whole = 0, whole_squares = 0;
    for (int i = 0; i < p.h.bvNodeCount; i++) {
        int leaf = p.nodes[i].i;
        if (leaf < 0 && (leaf < -p.h.bvNodeCount || i - leaf > p.h.bvNodeCount)) return false;
        if (leaf >= p.h.polyCount) return false;
        if (leaf < 0 || i >= used) continue;
        if (!leaf_covers(p, p.nodes[i])) return false;
        leaves++;
        sum += static_cast<uint64_t>(leaf);
        squares += static_cast<uint64_t>(leaf) * static_cast<uint64_t>(leaf);
    }
    if (!p.h.bvNodeCount) return true;
    for (int i = 0; i < p.h.polyCount; i++) {
        whole += static_cast<uint64_t>(i);
        whole_squares += static_cast<uint64_t>(i) * static_cast<uint64_t>(i);
    }
    return leaves == p.h.polyCount && sum == whole && squares == whole_squares;
}

// False when Detour would read out of bounds or loop, or when sections contradict each other.
bool tile_is_sound(const unsigned char* data, int size) {
    tile_parts p;
    if (!split_tile(data, size, &p)) return false;
    if (!are_near(p.verts, 3 * p.h.vertCount) ||
        !are_near(p.detail_verts, 3 * p.h.detailVertCount) || !are_near(p.h.bmin, 3) ||
        !are_near(p.h.bmax, 3))
        return false;
    for (int i = 0; i < p.h.polyCount; i++)
        if (!polygon_is_sound(p, i)) return false;
    if (!are_inside(p.verts, p.h.vertCount, p.h) ||
        !are_inside(p.detail_verts, p.h.detailVertCount, p.h))
        return false;
    const float body[] = {p.h.walkableHeight, p.h.walkableRadius, p.h.walkableClimb};
    for (float length : body)
        if (!(length >= 0 && length <= 1000)) return false;
    return isfinite(p.h.bvQuantFactor) && p.h.bvQuantFactor >= 0 && tree_is_sound(p);
}

}  // namespace

#endif
