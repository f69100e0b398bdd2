// The rasteriser: first which surface is seen in each pixel and how far away (draw), then what it
// looks like (resolve).
//
// The screen is tiles of 8 x 8 pixels. Depth is kept as 1/z, where larger is nearer and 0 is
// nothing: it is an affine function of the pixel over a facet. A tile that one facet covers
// whole, in front of all others so far, is only noted; pixels are written out when a second facet
// comes to lie in front of a part of it. In rooms most of the tiles end that way, so most pixels
// are touched once, in resolve. A pixel that is written has its 1/z and a byte: which of the
// surfaces that were drawn into its tile it sees.
#ifndef WEND_SENSE_RASTER_H
#define WEND_SENSE_RASTER_H

#include "sense/view.h"

enum {
    TILE = 8,
    TILE_PIXELS = TILE * TILE,
    TILE_SURFACES = 80,  // more than a tile can show, so that some can be forgotten at a time
    RASTER_ID_BITS = 23,
    RASTER_LOOKS = 1024
};
#define TILE_MIXED     UINT32_MAX                    // pixels are written out
#define ALL_PIXELS     UINT64_MAX                    // of a tile, a bit each
#define RASTER_ID_MASK ((1u << RASTER_ID_BITS) - 1)  // of an id: surface + 1; above it: the lens

// From the world (or from where a moved thing stood in it) to the camera: X and Y are pixels times
// depth from the middle of the picture, to the right and down; Z is depth.
typedef struct raster_matrix {
    float row[3][4];
} raster_matrix;

// The way back: the point seen at depth d in pixel (x, y) is eye + d * (forward + x * right + y *
// down), with x and y counted from the middle of the picture. Each component of the four together,
// since an affine function of the point is applied to all four at once.
typedef struct raster_lens {
    float x[4], y[4], z[4];  // of eye, forward, right, down
} raster_lens;

// A facet that covers whole tiles: the plane of its 1/z over their pixels.
typedef struct raster_cover {
    float x, y, one;
    uint32_t id;  // of the facet's surface; 0: nothing
} raster_cover;

// The light of a surface seen through a lens: functions of pixel and depth (surface_kernel.h), in
// its grid of light.
typedef struct raster_light {
    float distance[4], column[4], row[4];
    float toward;  // -1 / the eye's distance from the plane; 0: the sky, which needs no light
    float last_column, last_row;  // just within the last cells
    int32_t cells;
} raster_light;

// What a surface looks like, made ready once a picture.
typedef struct raster_look {
    raster_light light;
    // Eight numbers of 16 bits, which are turned around for eight surfaces at a time:
    uint16_t red, green, blue;  // or what texels are multiplied with
    uint16_t category;
    uint16_t object_low, object_high;
    uint16_t material;
    uint16_t textured;  // 1 or 0
    float u[4], v[4];   // in repeats, where there is a texture
} raster_look;

// The pixels of a tile that is mixed.
typedef struct raster_tile {
    float inverse_z[TILE_PIXELS];
    uint8_t slot[TILE_PIXELS];         // which of the tile's surfaces
    uint32_t last_surface, count;      // of those that follow
    uint32_t surfaces[TILE_SURFACES];  // ids
    uint32_t padding[14];
} raster_tile;

typedef struct raster {
    int width, height;
    int tiles_x, tiles_y;
    int stride;  // tiles of a row in memory; those past tiles_x are never drawn to
    float half_width, half_height;
    float whole_width;  // of all tiles of a row, in pixels
    float inverse_near;
    float focal;  // pixels
    // Middles of pixels, from the middle of the picture; of tiles the first and the last.
    float *columns, *rows;          // [stride * TILE], [tiles_y * TILE]
    float *tile_left, *tile_right;  // [stride + 8]
    int32_t* row_masks;             // [256][TILE]: -1 for each bit
    float* farthest;       // [tiles_y][stride]: the smallest 1/z in the tile; INFINITY past tiles_x
    float* nearest;        // [tiles_y][stride]: no pixel of the tile has a larger 1/z
    uint32_t* cover;       // [tiles_y][stride]: what covers the tile, in `covers`, or TILE_MIXED
    raster_cover* covers;  // [0] is nothing
    uint32_t cover_count, cover_limit;
    raster_tile* tiles;  // [tiles_y][stride]
    // Surfaces of this picture, where their ids lead (look_kernel.h); the last one is the sky.
    raster_look* looks;     // [RASTER_LOOKS + 1]
    uint32_t* look_ids;     // [RASTER_LOOKS]; 0: none
    uint16_t* look_places;  // [RASTER_LOOKS]: of that id among the looks
    int look_count;
    bool needs_ids;  // false: no slots are written, since only depth is asked for
    // Movables that are not drawn where they stand; the bits, by number modulo 1024, tell quickly
    // that one is not among them.
    uint32_t moved[WEND_MAX_MOVED];
    int moved_count;
    uint64_t moved_bits[16];
    raster_lens* lenses;  // [WEND_MAX_MOVED + 1]: 0 is for what stands still
    wend_camera camera;
} raster;

typedef struct raster_kernel {
    // Draws what stands still, from the root of the view's tree.
    void (*draw_tree)(raster* r, const wend_view* view, const raster_matrix* matrix);
    // Draws groups of a moved thing; `lens` becomes part of their ids.
    void (*draw_groups)(raster* r, const wend_view* view, const raster_matrix* matrix,
                        const view_movable* movable, uint32_t lens);
    void (*resolve)(raster* r, const wend_view* view, const wend_frame* frame);
} raster_kernel;

#ifdef WEND_HAVE_X86
extern const raster_kernel raster_kernel_avx2, raster_kernel_sse4;
#endif
extern const raster_kernel raster_kernel_portable;

#endif
