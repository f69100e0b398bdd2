// The rasteriser: renders RGB, depth, category and object images of a scene on one CPU core.
//
// Problem. Embodied-navigation runs render millions of small images (64 to 512 pixels a side) of
// scenes with 10^5 to 10^6 triangles. Setup per triangle and memory traffic per pixel dominate, not
// shading.
//
// Method. Deferred shading over a hierarchical depth buffer, in two passes:
//
// clang-format off
//     draw     tree_kernel.h     traverses the 8-wide BVH front to back (queue_kernel.h) and culls boxes
//                                against the frustum and the tiles' farthest depth
//              draw_kernel.h     sets up 8 facets at a time and rasterises them: which surface, which depth
//     resolve  resolve_kernel.h  walks over the tiles row by row
//              patch_kernel.h    lists the (tile, surface) pairs and interpolates their baked light
//              paint_kernel.h    writes the pixels: texture * colour * light, labels, depth
// clang-format on
//
// The screen is divided into tiles of 8 x 8 pixels. Depth is stored as 1/z: larger is nearer, 0 is
// empty, and over a planar facet it is an affine function of the pixel, so no division is needed.
// The coarse level of the depth buffer is two floats per tile (after Greene et al., Hierarchical
// Z-Buffer Visibility, 1993). A tile is in one of three states:
//
// clang-format off
//     cover[tile]      0                 i                          TILE_MIXED
//     state            empty             covered                    mixed
//     meaning          nothing drawn     one facet hides the rest   several facets
//     data             -                 covers[i]: plane of 1/z,   tiles[tile]: 64 x 1/z,
//                                        surface id                 64 x slot, table slot -> surface id
//
//     farthest[tile]   smallest 1/z of its pixels: a facet or box that is not nearer is hidden
//     nearest[tile]    upper bound of 1/z: a facet that is nearer everywhere replaces the tile
// clang-format on
//
// A covered tile costs 12 bytes to write. Its pixels are expanded only when a later facet lies in
// front of a part of it. In rooms most tiles stay covered (walls, floor, ceiling), so most pixels
// are written once, in resolve.
//
// Measured on one Zen 4 core: 10,434, 6,741 and 3,554 untextured frames per second in scenes of 8k,
// 50k and 500k triangles (docs/rendering.md has the tables and the comparisons).
//
// The kernels are compiled once per instruction set (raster_avx2.c, raster_sse4.c,
// raster_portable.c) with bit-identical results; renderer.c selects one at run time.
#ifndef WEND_SENSE_RASTER_H
#define WEND_SENSE_RASTER_H

#include "sense/view.h"

enum {
    TILE = 8,
    TILE_PIXELS = TILE * TILE,
    TILE_SURFACES = 80,  // more than the 64 that can be visible: hidden ones are dropped in batches
    RASTER_ID_BITS = 23,
    RASTER_LOOKS = 1024
};
#define TILE_MIXED     UINT32_MAX                    // pixels are expanded
#define ALL_PIXELS     UINT64_MAX                    // of a tile, a bit each
#define RASTER_ID_MASK ((1u << RASTER_ID_BITS) - 1)  // of an id: surface + 1; the bits above: lens

// World (for a moved object: its original place in the world) to camera. X and Y are pixels from
// the image centre times depth, right and down; Z is depth in metres.
typedef struct raster_matrix {
    float row[3][4];
} raster_matrix;

// The inverse: pixel (x, y), counted from the image centre, at depth d shows the point
// eye + d * (forward + x * right + y * down). Stored by component, so that an affine function of
// the point is evaluated for the four vectors at once. Lens 0 is the camera; each moved object has
// its own, relative to its original place.
typedef struct raster_lens {
    float x[4], y[4], z[4];  // of eye, forward, right, down
} raster_lens;

// A facet that covers whole tiles. Its 1/z at pixel (px, py) is x * px + y * py + one.
typedef struct raster_cover {
    float x, y, one;
    uint32_t id;  // of the facet's surface; 0: empty
} raster_cover;

// Baked light of a surface seen through a lens: its position in the light grid as functions of
// pixel and depth (surface_kernel.h).
typedef struct raster_light {
    float distance[4], column[4], row[4];
    float toward;                 // -1 / distance of the eye from the plane; 0: sky, unlit
    float last_column, last_row;  // just below the number of cells
    int32_t cells;
} raster_light;

// Shading inputs of a surface, computed once per image.
typedef struct raster_look {
    raster_light light;
    // Eight 16-bit values in this order: they are transposed for eight surfaces at a time.
    uint16_t red, green, blue;  // colour, or factor of the texels
    uint16_t category;
    uint16_t object_low, object_high;
    uint16_t material;
    uint16_t textured;  // 1 or 0
    float u[4], v[4];   // texture coordinates, in repeats; only if textured
} raster_look;

// The pixels of a mixed tile.
typedef struct raster_tile {
    float inverse_z[TILE_PIXELS];
    uint8_t slot[TILE_PIXELS];         // index in `surfaces`
    uint32_t last_surface, count;      // id drawn last; entries of `surfaces` in use
    uint32_t surfaces[TILE_SURFACES];  // ids
    uint32_t padding[14];
} raster_tile;

typedef struct raster {
    int width, height;
    int tiles_x, tiles_y;
    int stride;  // tiles per row in memory; those past tiles_x are padding
    float half_width, half_height;
    float whole_width;  // of a row of tiles, pixels
    float inverse_near;
    float focal;  // pixels
    // Pixel centres, from the image centre; of tiles those of the first and the last column.
    float *columns, *rows;          // [stride * TILE], [tiles_y * TILE]
    float *tile_left, *tile_right;  // [stride + 8]
    int32_t* row_masks;             // [256][TILE]: -1 for each bit
    float* farthest;       // [tiles_y][stride]: the smallest 1/z in the tile; INFINITY past tiles_x
    float* nearest;        // [tiles_y][stride]: no pixel of the tile has a larger 1/z
    uint32_t* cover;       // [tiles_y][stride]: what covers the tile, in `covers`, or TILE_MIXED
    raster_cover* covers;  // [0] is nothing
    uint32_t cover_count, cover_limit;
    raster_tile* tiles;  // [tiles_y][stride]
    // Shading inputs of this image's surfaces, found by id (look_kernel.h); the last is the sky.
    raster_look* looks;     // [RASTER_LOOKS + 1]
    uint32_t* look_ids;     // [RASTER_LOOKS] hash table, linear probing; 0: free
    uint16_t* look_places;  // [RASTER_LOOKS] index in `looks` of that id
    int look_count;
    bool needs_ids;  // false: depth only, no slots are written
    // Movables that are not drawn at their original place. `moved_bits` is a filter over the number
    // modulo 1024: a clear bit means not in the list.
    uint32_t moved[WEND_MAX_MOVED];
    int moved_count;
    uint64_t moved_bits[16];
    raster_lens* lenses;  // [WEND_MAX_MOVED + 1]; 0: static geometry
    wend_camera camera;
} raster;

typedef struct raster_kernel {
    // Draws the static geometry, from the root of the view's BVH.
    void (*draw_tree)(raster* r, const wend_view* view, const raster_matrix* matrix);
    // Draws the groups of a moved object; `lens` becomes part of their ids.
    void (*draw_groups)(raster* r, const wend_view* view, const raster_matrix* matrix,
                        const view_movable* movable, uint32_t lens);
    // Writes the requested images.
    void (*resolve)(raster* r, const wend_view* view, const wend_frame* frame);
} raster_kernel;

#ifdef WEND_HAVE_X86
extern const raster_kernel raster_kernel_avx2, raster_kernel_sse4;
#endif
extern const raster_kernel raster_kernel_portable;

#endif
