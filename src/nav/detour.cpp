// Recast and Detour behind the C interface of detour.h: building, tiles, queries.
#include "nav/detour.h"

#include <DetourAlloc.h>
#include <DetourCommon.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <Recast.h>
#include <RecastAlloc.h>
#include <cstring>
#include <new>
#include <pthread.h>

#include "base/query_pool.h"
#include "nav/detour_memory.h"
#include "nav/detour_tile.h"

namespace {

const unsigned short WALK = 1;         // polygon flag of walkable polygons, as in Habitat
const unsigned short CLOSED = 0x8000;  // polygon flag: the door is closed
const int FIRST_DOOR_AREA = 1;         // areas 1 … 62 are doors; more doors share areas
const int DOOR_AREAS = 62;
const int ONE_TILE_CELLS = 1024;    // meshes up to this side are one tile, as in Habitat
const int TILE_CELLS = 512;         // side of a tile in larger meshes
const int HABITAT_NODES = 2048;     // of a search  [habitat-sim: initNavQuery]
const int HABITAT_MAX_POLYS = 256;  // and corners of a path  [habitat-sim: findPathInternal]

// Zeroed, so that padding in a saved mesh is deterministic.
void* dt_alloc(size_t size, dtAllocHint) { return detour_memory_alloc(size, true); }
void* rc_alloc(size_t size, rcAllocHint) { return detour_memory_alloc(size, false); }

pthread_once_t once = PTHREAD_ONCE_INIT;
void set_allocators() {
    dtAllocSetCustom(dt_alloc, detour_memory_free);
    rcAllocSetCustom(rc_alloc, detour_memory_free);
}

// Query objects that one thread borrows.
struct detour_queries {
    dtNavMeshQuery* query;
    dtNavMeshQuery* habitat;  // with HABITAT_NODES nodes; NULL: not created yet
};

}  // namespace

struct detour {
    dtNavMesh* mesh;
    int polygons;
    int* tile_first;    // [max tiles + 1] index of each tile's first polygon
    int* polygon_door;  // [polygons] door index; -1: none
    int node_count;
    query_pool*
        queries;  // of detour_queries; one is created at the start, so borrowing never fails
};

namespace {

// NULL: out of memory.
dtNavMeshQuery* make_query(const dtNavMesh* mesh, int nodes) {
    detour_memory memory;
    try {
        dtNavMeshQuery* query = dtAllocNavMeshQuery();
        if (dtStatusFailed(query->init(mesh, nodes))) return nullptr;
        memory.keep();
        return query;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void destroy_queries(void* item) {
    detour_queries* queries = static_cast<detour_queries*>(item);
    dtFreeNavMeshQuery(queries->query);
    dtFreeNavMeshQuery(queries->habitat);
    wend_free(queries);
}

void* make_queries(const void* context) {
    const detour* d = static_cast<const detour*>(context);
    void* memory = wend_alloc_zero(1, sizeof(detour_queries));
    if (!memory) return nullptr;
    detour_queries* queries = new (memory) detour_queries();
    queries->query = make_query(d->mesh, d->node_count);
    if (queries->query) return queries;
    destroy_queries(queries);
    return nullptr;
}

// Borrows queries of the mesh for the lifetime of this object.
class borrowed_query {
   public:
    explicit borrowed_query(const detour* d) : d_(d), slot_(query_pool_borrow(d->queries)) {}
    ~borrowed_query() { query_pool_return(slot_); }
    borrowed_query(const borrowed_query&) = delete;
    borrowed_query& operator=(const borrowed_query&) = delete;
    const dtNavMeshQuery* operator->() const { return queries()->query; }
    const dtNavMeshQuery* habitat() const {  // NULL: out of memory
        if (!queries()->habitat) queries()->habitat = make_query(d_->mesh, HABITAT_NODES);
        return queries()->habitat;
    }

   private:
    detour_queries* queries() const { return static_cast<detour_queries*>(query_slot_item(slot_)); }
    const detour* d_;
    query_slot* slot_;
};

dtQueryFilter walk_filter() {
    dtQueryFilter filter;
    filter.setIncludeFlags(WALK);
    filter.setExcludeFlags(CLOSED);
    return filter;
}

const float* xyz(const wend_vec3& v) { return &v.x; }

wend_status no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the navmesh");
}

// ---- build of one tile -------------------------------------------------------------------------

// Intermediate results of Recast for a tile; freed with the detour_memory they were allocated in.
struct tile_work {
    rcHeightfield* solid;
    rcCompactHeightfield* compact;
    rcContourSet* contours;
    rcPolyMesh* mesh;
    rcPolyMeshDetail* detail;
};

rcConfig make_config(const detour_settings* s) {
    rcConfig c;
    memset(&c, 0, sizeof c);
    c.cs = s->cell_size;
    c.ch = s->cell_height;
    c.walkableSlopeAngle = s->agent_max_slope;
    c.walkableHeight = static_cast<int>(ceilf(s->agent_height / c.ch));
    c.walkableClimb = static_cast<int>(floorf(s->agent_max_climb / c.ch + 1e-4f));
    c.walkableRadius = static_cast<int>(ceilf(s->agent_radius / c.cs));
    c.maxEdgeLen = static_cast<int>(s->edge_max_length / c.cs);
    c.maxSimplificationError = s->edge_max_error;
    c.minRegionArea = static_cast<int>(s->region_min_size * s->region_min_size);
    c.mergeRegionArea = static_cast<int>(s->region_merge_size * s->region_merge_size);
    c.maxVertsPerPoly = static_cast<int>(s->vertices_per_polygon);
    c.detailSampleDist = s->detail_sample_distance < 0.9f ? 0 : c.cs * s->detail_sample_distance;
    c.detailSampleMaxError = c.ch * s->detail_sample_max_error;
    return c;
}

// Rasterises the triangles that touch the tile; false when out of memory.
bool rasterise(rcContext* ctx, const detour_input* in, const rcConfig& c, rcHeightfield& solid) {
    for (int t = 0; t < in->triangle_count; t++) {
        const int* i = in->triangles + 3 * t;
        const float *p = in->vertices + 3 * i[0], *q = in->vertices + 3 * i[1],
                    *r = in->vertices + 3 * i[2];
        if (rcMax(p[0], rcMax(q[0], r[0])) < c.bmin[0] ||
            rcMin(p[0], rcMin(q[0], r[0])) > c.bmax[0] ||
            rcMax(p[2], rcMax(q[2], r[2])) < c.bmin[2] ||
            rcMin(p[2], rcMin(q[2], r[2])) > c.bmax[2])
            continue;
        unsigned char area = RC_NULL_AREA;
        rcMarkWalkableTriangles(ctx, c.walkableSlopeAngle, in->vertices, in->vertex_count, i, 1,
                                &area);
        if (!rcRasterizeTriangle(ctx, p, q, r, area, solid, c.walkableClimb)) return false;
    }
    return true;
}

void mark_doors(rcContext* ctx, const detour_input* in, rcCompactHeightfield& compact) {
    for (int i = 0; i < in->door_count; i++) {
        const detour_door& door = in->doors[i];
        float corners[12];
        for (int k = 0; k < 4; k++) {
            corners[3 * k] = door.corners[k].x;
            corners[3 * k + 1] = door.low;
            corners[3 * k + 2] = door.corners[k].y;
        }
        rcMarkConvexPolyArea(ctx, corners, 4, door.low, door.high,
                             static_cast<unsigned char>(FIRST_DOOR_AREA + i % DOOR_AREAS), compact);
    }
}

bool make_polygons(rcContext* ctx, const detour_input* in, const detour_settings* s,
                   const rcConfig& c, tile_work& w) {
    w.solid = rcAllocHeightfield();
    if (!w.solid ||
        !rcCreateHeightfield(ctx, *w.solid, c.width, c.height, c.bmin, c.bmax, c.cs, c.ch) ||
        !rasterise(ctx, in, c, *w.solid))
        return false;
    if (s->filter_low_hanging) rcFilterLowHangingWalkableObstacles(ctx, c.walkableClimb, *w.solid);
    if (s->filter_ledges) rcFilterLedgeSpans(ctx, c.walkableHeight, c.walkableClimb, *w.solid);
    if (s->filter_low_height) rcFilterWalkableLowHeightSpans(ctx, c.walkableHeight, *w.solid);
    w.compact = rcAllocCompactHeightfield();
    if (!w.compact ||
        !rcBuildCompactHeightfield(ctx, c.walkableHeight, c.walkableClimb, *w.solid, *w.compact) ||
        !rcErodeWalkableArea(ctx, c.walkableRadius, *w.compact))
        return false;
    mark_doors(ctx, in, *w.compact);
    if (!rcBuildDistanceField(ctx, *w.compact) ||
        !rcBuildRegions(ctx, *w.compact, c.borderSize, c.minRegionArea, c.mergeRegionArea))
        return false;
    w.contours = rcAllocContourSet();
    w.mesh = rcAllocPolyMesh();
    w.detail = rcAllocPolyMeshDetail();
    return w.contours && w.mesh && w.detail &&
           rcBuildContours(ctx, *w.compact, c.maxSimplificationError, c.maxEdgeLen, *w.contours) &&
           rcBuildPolyMesh(ctx, *w.contours, c.maxVertsPerPoly, *w.mesh) &&
           rcBuildPolyMeshDetail(ctx, *w.mesh, *w.compact, c.detailSampleDist,
                                 c.detailSampleMaxError, *w.detail);
}

// Returns the bytes of the tile. NULL: out of memory, or nothing in it is walkable (`*empty`).
// Throws std::bad_alloc where Recast cannot report that it is out of memory.
unsigned char* fill_tile(const detour_input* in, const detour_settings* s, const rcConfig& c, int x,
                         int z, int* size, bool* empty) {
    rcContext ctx(false);
    tile_work w = {};
    *empty = false;
    if (!make_polygons(&ctx, in, s, c, w)) return nullptr;
    *empty = w.mesh->npolys == 0;
    if (*empty) return nullptr;
    for (int i = 0; i < w.mesh->npolys; i++) {
        if (w.mesh->areas[i] == RC_WALKABLE_AREA) w.mesh->areas[i] = 0;
        w.mesh->flags[i] = WALK;
    }
    dtNavMeshCreateParams p;
    memset(&p, 0, sizeof p);
    p.verts = w.mesh->verts;
    p.vertCount = w.mesh->nverts;
    p.polys = w.mesh->polys;
    p.polyAreas = w.mesh->areas;
    p.polyFlags = w.mesh->flags;
    p.polyCount = w.mesh->npolys;
    p.nvp = w.mesh->nvp;
    p.detailMeshes = w.detail->meshes;
    p.detailVerts = w.detail->verts;
    p.detailVertsCount = w.detail->nverts;
    p.detailTris = w.detail->tris;
    p.detailTriCount = w.detail->ntris;
    p.walkableHeight = s->agent_height;
    p.walkableRadius = s->agent_radius;
    p.walkableClimb = s->agent_max_climb;
    p.tileX = x;
    p.tileY = z;
    rcVcopy(p.bmin, w.mesh->bmin);
    rcVcopy(p.bmax, w.mesh->bmax);
    p.cs = c.cs;
    p.ch = c.ch;
    p.buildBvTree = true;
    unsigned char* data = nullptr;
    return dtCreateNavMeshData(&p, &data, size) ? data : nullptr;
}

unsigned char* detour_make_tile(const detour_input* in, const detour_settings* s, const rcConfig& c,
                                int x, int z, int* size, bool* empty) {
    detour_memory memory;
    try {
        unsigned char* data = fill_tile(in, s, c, x, z, size, empty);
        if (data) memory.keep(data);
        return data;
    } catch (const std::bad_alloc&) {
        *empty = false;
        return nullptr;
    }
}

// ---- whole mesh --------------------------------------------------------------------------------

struct tile_grid {
    int cells, across, down;  // cells per side of a tile; tiles along x and z
    bool single() const { return across * down == 1; }
};

void place_tile(const detour_input* in, const tile_grid& grid, int x, int z, rcConfig* c) {
    rcVcopy(c->bmin, xyz(in->bounds.low));
    rcVcopy(c->bmax, xyz(in->bounds.high));
    if (grid.single()) {
        rcCalcGridSize(c->bmin, c->bmax, c->cs, &c->width, &c->height);
        return;
    }
    c->borderSize = c->walkableRadius + 3;
    float side = static_cast<float>(grid.cells) * c->cs;
    float border = static_cast<float>(c->borderSize) * c->cs;
    c->bmin[0] += static_cast<float>(x) * side - border;
    c->bmin[2] += static_cast<float>(z) * side - border;
    c->bmax[0] = c->bmin[0] + side + 2 * border;
    c->bmax[2] = c->bmin[2] + side + 2 * border;
    c->width = c->height = grid.cells + 2 * c->borderSize;
}

wend_status build_tiles(detour* d, const detour_input* in, const detour_settings* s,
                        const tile_grid& grid, wend_error* error) {
    rcConfig c = make_config(s);
    for (int z = 0; z < grid.down; z++)
        for (int x = 0; x < grid.across; x++) {
            int size = 0;
            bool empty;
            place_tile(in, grid, x, z, &c);
            unsigned char* data = detour_make_tile(in, s, c, x, z, &size, &empty);
            if (empty) continue;
            if (!data) return no_memory(error);
            if (dtStatusFailed(d->mesh->addTile(data, size, DT_TILE_FREE_DATA, 0, nullptr))) {
                dtFree(data);
                return no_memory(error);
            }
        }
    return WEND_OK;
}

void set_closed(detour* d, dtPolyRef ref, bool closed) {
    unsigned short flags = 0;
    d->mesh->getPolyFlags(ref, &flags);
    flags = static_cast<unsigned short>(closed ? flags | CLOSED : flags & ~CLOSED);
    d->mesh->setPolyFlags(ref, flags);
}

bool door_contains(const detour_door& door, const float* at) {
    const float slack = 0.02f;
    int left = 0, right = 0;
    for (int k = 0; k < 4; k++) {
        wend_vec2 a = door.corners[k], b = door.corners[(k + 1) % 4];
        float side = (b.x - a.x) * (at[2] - a.y) - (b.y - a.y) * (at[0] - a.x);
        left += side > -slack;
        right += side < slack;
    }
    return (left == 4 || right == 4) && at[1] > door.low - 0.5f && at[1] < door.high + 0.5f;
}

int door_of(const detour_input* in, const dtMeshTile* tile, const dtPoly* poly) {
    float center[3] = {0, 0, 0};
    for (int k = 0; k < poly->vertCount; k++)
        for (int j = 0; j < 3; j++)
            center[j] += tile->verts[3 * poly->verts[k] + j] / static_cast<float>(poly->vertCount);
    for (int i = 0; i < in->door_count; i++)
        if (FIRST_DOOR_AREA + i % DOOR_AREAS == poly->getArea() &&
            door_contains(in->doors[i], center))
            return i;
    return -1;
}

void find_doors(detour* d, const detour_input* in) {
    const dtNavMesh* mesh = d->mesh;
    int number = 0;
    for (int t = 0; t < mesh->getMaxTiles(); t++) {
        const dtMeshTile* tile = mesh->getTile(t);
        for (int i = 0; tile->header && i < tile->header->polyCount; i++, number++) {
            if (tile->polys[i].getArea() < FIRST_DOOR_AREA) continue;
            int door = door_of(in, tile, &tile->polys[i]);
            d->polygon_door[number] = door;
            if (door >= 0)
                set_closed(d, mesh->getPolyRefBase(tile) | static_cast<dtPolyRef>(i),
                           in->doors[door].closed);
        }
    }
}

// NULL: out of memory. A mesh whose init failed is freed without its destructor, which would read
// tiles that were never allocated.
dtNavMesh* make_mesh(const dtNavMeshParams& params) {
    detour_memory memory;
    try {
        dtNavMesh* mesh = dtAllocNavMesh();
        if (dtStatusFailed(mesh->init(&params))) return nullptr;
        memory.keep();
        return mesh;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

int bits_for(int n) {
    int bits = 0;
    while (1 << bits < n) bits++;
    return bits;
}

// ---- polygons -----------------------------------------------------------------------------------

const dtMeshTile* tile_of(const detour* d, int index, int* in_tile) {
    const dtNavMesh* mesh = d->mesh;
    int low = 0, high = mesh->getMaxTiles() - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (d->tile_first[middle] <= index)
            low = middle;
        else
            high = middle - 1;
    }
    while (!mesh->getTile(low)->header) low--;
    *in_tile = index - d->tile_first[low];
    return mesh->getTile(low);
}

float detail_area(const dtMeshTile* tile, const dtPoly* poly) {
    const dtPolyDetail* pd = &tile->detailMeshes[poly - tile->polys];
    float area = 0;
    for (unsigned t = 0; t < pd->triCount; t++) {
        const unsigned char* corners = &tile->detailTris[(pd->triBase + t) * 4];
        wend_vec3 v[3];
        for (int k = 0; k < 3; k++) {
            const float* at =
                corners[k] < poly->vertCount
                    ? &tile->verts[3 * poly->verts[corners[k]]]
                    : &tile->detailVerts[3 * (pd->vertBase + corners[k] - poly->vertCount)];
            v[k] = wend_v3(at[0], at[1], at[2]);
        }
        area +=
            0.5f * wend_v3_length(wend_v3_cross(wend_v3_sub(v[1], v[0]), wend_v3_sub(v[2], v[0])));
    }
    return area;
}

}  // namespace

extern "C" {

// ---- create and destroy ------------------------------------------------------------------------

wend_status detour_create(const detour_params* params, detour** out, wend_error* error) {
    *out = nullptr;
    pthread_once(&once, set_allocators);
    if (params->max_tiles < 1 || params->max_tiles > 1 << 16 || params->max_polygons < 1 ||
        params->max_polygons > 1 << 20)
        return wend_fail(error, WEND_FORMAT,
                         "a navmesh of %d tiles with %d polygons each; 1 to 65536 tiles of 1 to "
                         "1048576 polygons are read",
                         params->max_tiles, params->max_polygons);
    // A query visits every tile of its box, so tiles must not be tiny.
    const float min_size = 0.005f;
    if (!are_near(xyz(params->origin), 3) || !are_near(&params->tile_width, 1) ||
        !are_near(&params->tile_height, 1) || params->tile_width < min_size ||
        params->tile_height < min_size)
        return wend_fail(error, WEND_FORMAT, "a navmesh of tiles of %g x %g m; build it again",
                         static_cast<double>(params->tile_width),
                         static_cast<double>(params->tile_height));
    void* memory = wend_alloc_zero(1, sizeof(detour));
    if (!memory) return no_memory(error);
    detour* d = new (memory) detour();
    dtNavMeshParams p;
    memset(&p, 0, sizeof p);
    dtVcopy(p.orig, xyz(params->origin));
    p.tileWidth = params->tile_width;
    p.tileHeight = params->tile_height;
    p.maxTiles = params->max_tiles;
    p.maxPolys = params->max_polygons;
    d->mesh = make_mesh(p);
    if (!d->mesh) {
        detour_destroy(d);
        return no_memory(error);
    }
    *out = d;
    return WEND_OK;
}

wend_status detour_finish(detour* d, wend_error* error) {
    const dtNavMesh* mesh = d->mesh;
    size_t tiles = static_cast<size_t>(mesh->getMaxTiles());
    d->tile_first = static_cast<int*>(wend_alloc_zero(tiles + 1, sizeof(int)));
    if (!d->tile_first) return no_memory(error);
    for (int t = 0; t < mesh->getMaxTiles(); t++) {
        const dtMeshTile* tile = mesh->getTile(t);
        d->tile_first[t] = d->polygons;
        if (tile->header) d->polygons += tile->header->polyCount;
    }
    d->polygon_door = static_cast<int*>(wend_alloc(sizeof(int) * static_cast<size_t>(d->polygons)));
    if (!d->polygon_door) return no_memory(error);
    for (int i = 0; i < d->polygons; i++) d->polygon_door[i] = -1;
    d->node_count = rcClamp(2 * d->polygons, 512, 65535);
    query_pool_def def = {make_queries, destroy_queries, d};
    d->queries = query_pool_create(&def);
    query_slot* first = d->queries ? query_pool_borrow(d->queries) : nullptr;
    if (!first) return no_memory(error);
    query_pool_return(first);
    return WEND_OK;
}

wend_status detour_build(const detour_input* in, const detour_settings* s, detour** out,
                         wend_error* error) {
    *out = nullptr;
    pthread_once(&once, set_allocators);
    int width, height;
    rcCalcGridSize(xyz(in->bounds.low), xyz(in->bounds.high), s->cell_size, &width, &height);
    tile_grid grid = {ONE_TILE_CELLS, 1, 1};
    if (width > ONE_TILE_CELLS || height > ONE_TILE_CELLS)
        grid = {TILE_CELLS, (width - 1) / TILE_CELLS + 1, (height - 1) / TILE_CELLS + 1};
    if (width < 1 || height < 1 || grid.across > 64 || grid.down > 64)
        return wend_fail(error, WEND_LIMIT,
                         "%d x %d cells of %g m; a navmesh has 1 to 32768 a side, so choose larger "
                         "cells",
                         width, height, static_cast<double>(s->cell_size));
    int tile_bits = bits_for(grid.across * grid.down);
    float side = static_cast<float>(grid.cells) * s->cell_size;
    wend_vec3 size = wend_aabb_size(in->bounds);
    detour_params params = {in->bounds.low, grid.single() ? size.x : side,
                            grid.single() ? size.z : side, 1 << tile_bits,
                            1 << rcMin(16, 22 - tile_bits)};
    detour* d;
    WEND_TRY(detour_create(&params, &d, error));
    wend_status status = build_tiles(d, in, s, grid, error);
    if (status == WEND_OK) status = detour_finish(d, error);
    if (status != WEND_OK) {
        detour_destroy(d);
        return status;
    }
    find_doors(d, in);
    *out = d;
    return WEND_OK;
}

wend_status detour_add_tile(detour* d, const void* data, int size, const char* where,
                            wend_error* error) {
    void* copy = size > 0 ? dtAlloc(static_cast<size_t>(size), DT_ALLOC_PERM) : nullptr;
    if (size > 0 && !copy) return no_memory(error);
    if (copy) memcpy(copy, data, static_cast<size_t>(size));
    unsigned char* bytes = static_cast<unsigned char*>(copy);
    if (bytes && tile_is_sound(bytes, size) &&
        dtStatusSucceed(d->mesh->addTile(bytes, size, DT_TILE_FREE_DATA, 0, nullptr)))
        return WEND_OK;
    dtFree(copy);
    return wend_fail(error, WEND_FORMAT,
                     "%s: a tile of %d bytes is damaged; build the navmesh again", where, size);
}

wend_status detour_clone(const detour* d, detour** out, wend_error* error) {
    detour_params params = detour_get_params(d);
    detour* copy;
    *out = nullptr;
    WEND_TRY(detour_create(&params, &copy, error));
    wend_status status = WEND_OK;
    for (int i = 0; status == WEND_OK && i < detour_tile_count(d); i++) {
        uint32_t reference = 0;
        const void* data = nullptr;
        int size = 0;
        detour_tile_at(d, i, &reference, &data, &size);
        status = detour_add_tile(copy, data, size, "navmesh", error);
    }
    if (status == WEND_OK) status = detour_finish(copy, error);
    if (status != WEND_OK) {
        detour_destroy(copy);
        return status;
    }
    memcpy(copy->polygon_door, d->polygon_door, sizeof(int) * static_cast<size_t>(d->polygons));
    *out = copy;
    return WEND_OK;
}

void detour_destroy(detour* d) {
    if (!d) return;
    query_pool_destroy(d->queries);
    dtFreeNavMesh(d->mesh);
    wend_free(d->tile_first);
    wend_free(d->polygon_door);
    d->~detour();
    wend_free(d);
}

// ---- tiles and polygons -------------------------------------------------------------------------

detour_params detour_get_params(const detour* d) {
    const dtNavMeshParams* p = d->mesh->getParams();
    detour_params params = {{p->orig[0], p->orig[1], p->orig[2]},
                            p->tileWidth,
                            p->tileHeight,
                            p->maxTiles,
                            p->maxPolys};
    return params;
}

int detour_tile_count(const detour* d) {
    const dtNavMesh* mesh = d->mesh;
    int count = 0;
    for (int t = 0; t < mesh->getMaxTiles(); t++) count += mesh->getTile(t)->header != nullptr;
    return count;
}

void detour_tile_at(const detour* d, int index, uint32_t* reference, const void** data, int* size) {
    const dtNavMesh* mesh = d->mesh;
    for (int t = 0; t < mesh->getMaxTiles(); t++) {
        const dtMeshTile* tile = mesh->getTile(t);
        if (!tile->header || index-- > 0) continue;
        *reference = mesh->getTileRef(tile);
        *data = tile->data;
        *size = tile->dataSize;
        return;
    }
}

int detour_polygon_count(const detour* d) { return d->polygons; }

int detour_polygon_index(const detour* d, detour_poly reference) {
    const dtMeshTile* tile;
    const dtPoly* poly;
    if (dtStatusFailed(d->mesh->getTileAndPolyByRef(reference, &tile, &poly))) return -1;
    return d->tile_first[d->mesh->decodePolyIdTile(reference)] +
           static_cast<int>(poly - tile->polys);
}

void detour_polygon_at(const detour* d, int index, detour_polygon* out) {
    int in_tile;
    const dtMeshTile* tile = tile_of(d, index, &in_tile);
    const dtPoly* poly = &tile->polys[in_tile];
    memset(out, 0, sizeof *out);
    out->reference = d->mesh->getPolyRefBase(tile) | static_cast<dtPolyRef>(in_tile);
    out->vertex_count = poly->vertCount;
    for (int k = 0; k < poly->vertCount; k++) {
        const float* v = &tile->verts[3 * poly->verts[k]];
        out->vertices[k] = wend_v3(v[0], v[1], v[2]);
    }
    for (unsigned int l = poly->firstLink;
         l != DT_NULL_LINK && out->neighbour_count < DETOUR_MAX_NEIGHBOURS;
         l = tile->links[l].next) {
        int other = detour_polygon_index(d, tile->links[l].ref);
        if (other >= 0) out->neighbours[out->neighbour_count++] = other;
    }
    out->door = d->polygon_door[index];
    out->walkable = (poly->flags & WALK) && !(poly->flags & CLOSED);
    out->area = detail_area(tile, poly);
}

// A link across tiles may cover only a part of its edge: bmin and bmax are in 255ths.
int detour_portals_at(const detour* d, int index, detour_portal* portals, int capacity) {
    int in_tile, count = 0;
    const dtMeshTile* tile = tile_of(d, index, &in_tile);
    const dtPoly* poly = &tile->polys[in_tile];
    for (unsigned int l = poly->firstLink; l != DT_NULL_LINK && count < capacity;
         l = tile->links[l].next) {
        const dtLink& link = tile->links[l];
        int other = detour_polygon_index(d, link.ref);
        if (other < 0) continue;
        const float* v[2] = {&tile->verts[3 * poly->verts[link.edge]],
                             &tile->verts[3 * poly->verts[(link.edge + 1) % poly->vertCount]]};
        wend_vec3 a = wend_v3(v[0][0], v[0][1], v[0][2]), b = wend_v3(v[1][0], v[1][1], v[1][2]);
        detour_portal portal = {other, {a, b}};
        if (link.side != 0xff && (link.bmin != 0 || link.bmax != 255)) {
            portal.ends[0] = wend_v3_lerp(a, b, static_cast<float>(link.bmin) / 255.0f);
            portal.ends[1] = wend_v3_lerp(a, b, static_cast<float>(link.bmax) / 255.0f);
        }
        portals[count++] = portal;
    }
    return count;
}

bool detour_edge_is_wall(const detour* d, int index, int edge) {
    int in_tile;
    const dtMeshTile* tile = tile_of(d, index, &in_tile);
    const dtPoly* poly = &tile->polys[in_tile];
    for (unsigned int l = poly->firstLink; l != DT_NULL_LINK; l = tile->links[l].next)
        if (tile->links[l].edge == edge) return false;
    return true;
}

// ---- queries -----------------------------------------------------------------------------------

bool detour_height(const detour* d, detour_poly polygon, wend_vec3 at, float* y) {
    borrowed_query q(d);
    return dtStatusSucceed(q->getPolyHeight(polygon, xyz(at), y));
}

detour_poly detour_nearest(const detour* d, wend_vec3 at, wend_vec3 reach, wend_vec3* point) {
    if (!are_near(xyz(at), 3)) return 0;
    borrowed_query q(d);
    dtQueryFilter filter = walk_filter();
    dtPolyRef found = 0;
    wend_vec3 nearest = at;
    if (dtStatusFailed(q->findNearestPoly(xyz(at), xyz(reach), &filter, &found, &nearest.x)))
        return 0;
    *point = nearest;
    return found;
}

// Calls Detour as habitat-sim's findPathInternal does: the corridor connects the snapped points,
// the string is pulled between the given points and keeps their heights. Any status but plain
// success is no path: a partial path, more than 256 polygons or corners, more than 2048 nodes.
wend_status detour_habitat_path(const detour* d, const detour_end* from, const detour_end* to,
                                wend_vec3* corners, int capacity, int* count, float* metres) {
    borrowed_query q(d);
    const dtNavMeshQuery* query = q.habitat();
    dtQueryFilter filter = walk_filter();
    dtPolyRef polys[HABITAT_MAX_POLYS];
    float straight[3 * HABITAT_MAX_POLYS];
    int poly_count = 0, found = 0;
    *count = 0;
    *metres = INFINITY;
    if (!query) return WEND_NO_MEMORY;
    if (query->findPath(from->polygon, to->polygon, xyz(from->on_mesh), xyz(to->on_mesh), &filter,
                        polys, &poly_count, HABITAT_MAX_POLYS) != DT_SUCCESS ||
        poly_count == 0 ||
        query->findStraightPath(xyz(from->given), xyz(to->given), polys, poly_count, straight,
                                nullptr, nullptr, &found, HABITAT_MAX_POLYS) != DT_SUCCESS)
        return WEND_OK;
    for (int i = 0; i < found; i++) {
        if (i < capacity)
            corners[i] = wend_v3(straight[3 * i], straight[3 * i + 1], straight[3 * i + 2]);
        *metres = i ? *metres + dtVdist(straight + 3 * i - 3, straight + 3 * i) : 0;
    }
    *count = found;
    return WEND_OK;
}

wend_vec3 detour_slide(const detour* d, detour_poly from_poly, wend_vec3 from, wend_vec3 to,
                       detour_poly* end) {
    borrowed_query q(d);
    dtQueryFilter filter = walk_filter();
    dtPolyRef visited[64];
    wend_vec3 at = from;
    int count = 0;
    *end = from_poly;
    if (dtStatusFailed(q->moveAlongSurface(from_poly, xyz(from), xyz(to), &filter, &at.x, visited,
                                           &count, 64)))
        return from;
    if (count) *end = visited[count - 1];
    float y;
    if (dtStatusSucceed(q->getPolyHeight(*end, xyz(at), &y))) at.y = y;
    return at;
}

float detour_raycast(const detour* d, detour_poly from_poly, wend_vec3 from, wend_vec3 to) {
    borrowed_query q(d);
    dtQueryFilter filter = walk_filter();
    float t = 0;
    wend_vec3 normal;
    int count = 0;
    if (dtStatusFailed(
            q->raycast(from_poly, xyz(from), xyz(to), &filter, &t, &normal.x, nullptr, &count, 0)))
        return 0;
    return t > 1 ? 1 : t;
}

float detour_wall_distance(const detour* d, detour_poly polygon, wend_vec3 at, float reach,
                           wend_vec3* wall) {
    borrowed_query q(d);
    dtQueryFilter filter = walk_filter();
    float distance = reach;
    wend_vec3 hit = at, normal = {0, 0, 0};
    if (dtStatusFailed(
            q->findDistanceToWall(polygon, xyz(at), reach, &filter, &distance, &hit.x, &normal.x)))
        return 0;
    if (wall) *wall = hit;
    return distance;
}

static void adjust(float* vertices, int count, detour_height_of height, void* context) {
    for (float* v = vertices; v < vertices + 3 * count; v += 3)
        v[1] = height(context, wend_v3(v[0], v[1], v[2]));
}

void detour_adjust_heights(detour* d, detour_height_of height, void* context) {
    const dtNavMesh* mesh = d->mesh;
    for (int t = 0; t < mesh->getMaxTiles(); t++) {
        const dtMeshTile* tile = mesh->getTile(t);
        if (!tile->header) continue;
        adjust(tile->verts, tile->header->vertCount, height, context);
        adjust(tile->detailVerts, tile->header->detailVertCount, height, context);
    }
}

const int* detour_doors(const detour* d) { return d->polygon_door; }

void detour_set_doors(detour* d, const int* polygon_door) {
    memcpy(d->polygon_door, polygon_door, sizeof(int) * static_cast<size_t>(d->polygons));
}

void detour_set_door(detour* d, int door, bool closed) {
    for (int i = 0; i < d->polygons; i++) {
        if (d->polygon_door[i] != door) continue;
        int in_tile;
        const dtMeshTile* tile = tile_of(d, i, &in_tile);
        set_closed(d, d->mesh->getPolyRefBase(tile) | static_cast<dtPolyRef>(in_tile), closed);
    }
}

}  // extern "C"
