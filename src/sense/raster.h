// The rasteriser: first which surface is seen in each pixel and how far away (draw), then what it
// looks like (resolve).
//
// The screen is tiles of 8 x 8 pixels. Depth is kept as 1/z, where larger is nearer and 0 is
// nothing: it is an affine function of the pixel over a facet. A tile that one facet covers
// whole, in front of all others so far, is only noted (its id and the plane of its 1/z); pixels are
// written out when a second facet comes to lie in front of a part of it. In rooms most of the tiles
// end that way, so most pixels are touched once, in resolve.
#ifndef WEND_SENSE_RASTER_H
#define WEND_SENSE_RASTER_H

#include "sense/view.h"

enum { TILE = 8, TILE_PIXELS = TILE * TILE, RASTER_ID_BITS = 23, RASTER_LOOKS = 256 };
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

// The plane of 1/z over a tile's pixels.
typedef struct raster_plane {
    float x, y, one;
    uint32_t id;  // of the facet's surface
} raster_plane;

// The light of a surface seen through a lens: functions of pixel and depth (surface_kernel.h), in
// its grid of light.
typedef struct raster_light {
    float distance[4], column[4], row[4];
    float toward;  // -1 / the eye's distance from the plane
    int32_t columns, rows, cells;
} raster_light;

// What a surface looks like, made ready once a picture.
enum {
    LOOK_RG,        // as in resolve_color
    LOOK_B,         // and the category above it
    LOOK_OBJECT,    //
    LOOK_TEXTURED,  // -1 or 0
    LOOK_NUMBERS
};
typedef struct raster_look {
    raster_light light;
    uint32_t look[LOOK_NUMBERS];
    float u[4], v[4];  // in repeats, where there is a texture
    uint32_t material;
    uint32_t padding[3];
} raster_look;

typedef struct raster {
    int width, height;
    int tiles_x, tiles_y;
    int stride;  // tiles of a row in memory; those past tiles_x are never drawn to
    float half_width, half_height;
    float inverse_near;
    float focal;          // pixels
    float* farthest;      // [tiles_y][stride]: the smallest 1/z in the tile; INFINITY past tiles_x
    float* nearest;       // [tiles_y][stride]: no pixel of the tile has a larger 1/z
    uint32_t* tile_id;    // [tiles_y][stride]: 0 empty, TILE_MIXED, or the id that covers all
    raster_plane* plane;  // [tiles_y][stride], where tile_id is an id
    float* inverse_z;     // [tiles_y][stride][64], where mixed
    uint32_t* id;         // [tiles_y][stride][64], where mixed
    // The surfaces of this picture that were looked at last, by their id modulo RASTER_LOOKS.
    raster_look* looks;
    uint32_t* look_ids;  // 0: none
    bool needs_ids;      // false: `id` is not written, since only depth is asked for
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
    void (*resolve)(const raster* r, const wend_view* view, const wend_frame* frame);
} raster_kernel;

#ifdef WEND_HAVE_X86
extern const raster_kernel raster_kernel_avx2, raster_kernel_sse4;
#endif
extern const raster_kernel raster_kernel_portable;

#endif
