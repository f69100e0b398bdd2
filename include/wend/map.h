// Occupancy maps that agents build from depth, their pose estimate and per-pixel labels; never from
// the scene.
//
// A map is a grid of square cells seen from above, one for each level (storey) the agent has been
// on. It grows in every direction as the agent moves, up to `max_side` cells a side. Its frame is
// wend's, with the origin where the caller puts it: an agent that has only a gps and a compass
// takes its start pose, x = gps[1], z = -gps[0], heading = compass (wend_map_pose_of). A map
// belongs to one thread, and the same calls give the same bytes everywhere.
//
//     wend_map_create(NULL, &map, &error);
//     wend_map_integrate(map, &frame, &pose, &error);       // every step
//     count = wend_map_frontiers(map, 3, frontiers, 64);
//     wend_route_spread(route, map, &from, &error);         // distances to all of them at once
//
// Owner: src/map
#ifndef WEND_MAP_H
#define WEND_MAP_H

#include "wend/base.h"
#include "wend/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wend_map_cell { WEND_CELL_UNKNOWN, WEND_CELL_FREE, WEND_CELL_OCCUPIED } wend_map_cell;

enum { WEND_MAP_MAX_LEVELS = 16 };  // beyond that the nearest level is used

typedef struct wend_map_def {
    float cell;         // metres, 0.02 to 2; default 0.1
    float near_range;   // metres along the optical axis; smaller depths are ignored; default
                        // 0.05
    float range;        // metres; farther points are ignored; default 10
    float body_height;  // metres above the feet; higher points do not block; default 1.5
    float step_height;  // metres; lower obstacles can be stepped on; default 0.25
    float drop_height;  // metres; lower ground is not navigable; default 0.25
    bool climb;         // ground may rise and fall (stairs, slopes): a cell is occupied where its
                        // own heights differ by more than step_height, whatever the feet's; and
                        // routes step between cells of heights no farther apart. Default false
    float level_gap;    // metres between the feet and a level from which a new one begins;
                        // default 1.5
    float label_low;    // metres above the feet: labels and relevance are taken from what is higher
                        // (and below body_height); default 0.05
    int max_side;       // cells of a level's longer side, 64 to 8192; points outside are
                        // dropped. A cell takes 14 bytes. Default 2048
} wend_map_def;

typedef struct wend_map wend_map;

WEND_API wend_map_def wend_map_default_def(void);
// WEND_ARGUMENT names the field that is out of its range. Nullable: def.
WEND_API wend_status wend_map_create(const wend_map_def* def, wend_map** map, wend_error* error);
WEND_API void wend_map_destroy(wend_map* map);  // Nullable: map.
WEND_API void wend_map_reset(wend_map* map);    // clears the map

// ---- integration --------------------------------------------------------------------------------

// The pose in the frame of the start, from gps, compass and altitude. A missing sensor leaves 0.
// The tilt is 0: observations do not contain it. `feet.y` may also be set to wend_map_ground.
WEND_API wend_pose wend_map_pose_of(const wend_observation* observation);

typedef struct wend_map_frame {
    int width, height;
    float hfov;              // degrees
    float eye_height;        // metres above the feet
    const float* depth;      // [height][width] metres along the optical axis; values that are not
                             // finite or outside near_range … range are ignored
    const uint8_t* labels;   // [height][width] class of the pixel, 0: none. Nullable
    const float* relevance;  // [height][width] 0 … 1. Nullable
} wend_map_frame;

// Integrates one depth image. A cell stores its lowest and highest point, the label of the
// highest labelled point and the highest relevance. The ground between the feet and the nearest
// point of a column is assumed free unless something was seen there: a camera that looks ahead
// cannot see it. An occupied cell stays occupied until wend_map_mark changes it.
//
// The level is the one of the feet's height; see wend_map_level. Allocates only to grow.
// WEND_ARGUMENT when the pose is not finite or farther than 100 km, or the frame has no size.
WEND_API wend_status wend_map_integrate(wend_map* map, const wend_map_frame* frame,
                                        const wend_pose* pose, wend_error* error);

// Overrides the state of the cells within `radius` of a point: after a collision, or for a door
// that was opened. WEND_CELL_UNKNOWN clears what was marked and seen.
WEND_API wend_status wend_map_mark(wend_map* map, wend_vec3 at, float radius, wend_map_cell state,
                                   wend_error* error);

// ---- levels -------------------------------------------------------------------------------------

// Levels are numbered in the order of the first visit. An image is integrated into the level
// nearest to the height of the feet, or into a new one when all are `level_gap` away. The level
// changes only when another is clearly nearer, so stairs belong to the level they were entered from
// until half way.
WEND_API int wend_map_level_count(const wend_map* map);
WEND_API int wend_map_level(const wend_map* map);  // of the last image; queries use it
WEND_API float wend_map_level_height(const wend_map* map, int level);  // of the feet, when flat
// The most recent position at which the level changed. False: there is none.
WEND_API bool wend_map_level_link(const wend_map* map, int from, int to, wend_vec3* at);

// Height of the observed ground at a point of the current level; the altitude of an agent without
// an altitude sensor. NAN where no ground was observed.
WEND_API float wend_map_ground(const wend_map* map, float x, float z);
// Height of the highest observed point below body_height above the feet; walls reach body_height.
// NAN where nothing was observed.
WEND_API float wend_map_top(const wend_map* map, float x, float z);

// ---- queries ------------------------------------------------------------------------------------

// The cells of a level, to read and to draw. Valid until the map changes.
typedef struct wend_map_grid {
    float cell;            // metres
    float x, z;            // of the outer corner of cell (0, 0)
    int width, height;     // cells along x and z; 0: nothing yet
    const uint8_t* state;  // [height][width] wend_map_cell
    const uint8_t* label;
    const uint8_t* relevance;  // 0 … 255
} wend_map_grid;

WEND_API wend_map_grid wend_map_get_grid(const wend_map* map, int level);

WEND_API wend_map_cell wend_map_state(const wend_map* map, float x, float z);

// An egocentric crop, rotated to the heading: row 0 is farthest ahead, column 0 farthest to
// the left, the pose in cell (height / 2, width / 2). Each output may be NULL.
typedef struct wend_map_crop {
    int width, height;  // cells, 1 to 4096
    float cell;         // metres; any size. A coarser crop cell has the maximum of the map cells
                        // it covers: occupied over free over unknown, highest label, relevance
    float x, z, heading;
    uint8_t* state;  // [height][width] wend_map_cell
    uint8_t* label;
    float* relevance;  // 0 … 1
} wend_map_crop;

WEND_API wend_status wend_map_cut(const wend_map* map, const wend_map_crop* crop,
                                  wend_error* error);

// The map input of IVLN's MAP-CMA: 64 x 64 cells of 0.1 m around a pose, of the current level.
// `occupied` is 1 for occupied cells; `classes` is the wend_ivln class of the label, which must be
// a wend_category. Each may be NULL.  [Krantz et al. 2023; IVLN-CE mapping]
enum { WEND_IVLN_MAP_SIDE = 64 };
WEND_API wend_status wend_map_cut_ivln(const wend_map* map, const wend_pose* pose,
                                       uint8_t* occupied, uint8_t* classes, wend_error* error);

// ---- frontiers ----------------------------------------------------------------------------------

// A frontier cell is free and has an unknown cell among its four neighbours. A frontier is an
// 8-connected component of such cells.
typedef struct wend_frontier {
    float x, z;  // centre of the cell nearest to their mean
    int cells;   // its size
} wend_frontier;

// The frontiers of at least `min_cells` cells, largest first, at most `max`; returns their number.
WEND_API int wend_map_frontiers(const wend_map* map, int min_cells, wend_frontier* frontiers,
                                int max);

// ---- visibility ---------------------------------------------------------------------------------

// Whether a disc of `radius` can move straight from one point to the other over free cells; with
// `through_unknown` also over unknown ones.
WEND_API bool wend_map_is_clear(const wend_map* map, float x0, float z0, float x1, float z1,
                                float radius, bool through_unknown);

// Information gain: square metres of unknown cells visible from a point within `range`, if unknown
// cells are assumed to be free for at most `depth` metres.
WEND_API float wend_map_gain(const wend_map* map, float x, float z, float range, float depth);

// ---- routes -------------------------------------------------------------------------------------

// Shortest paths from one point to all cells of a level. The search continues only as far as
// queries need, so many candidates can be ranked at the cost of one search. Memory is reused by the
// next spread.
typedef struct wend_route wend_route;

typedef struct wend_route_from {
    float x, z;
    float radius;   // metres: minimum distance from the centre of a cell of the path to the
                    // centre of an occupied one. Default 0.1
    float comfort;  // metres: nearer than this to what is occupied a path costs up to twice as
                    // much, so that paths keep to the middle of doors; default 0.3; 0: none
    float unknown;  // cost of a metre through unknown cells, >= 1; 0: unknown cells are closed.
                    // Default 0
    float limit;    // metres; the search stops here; default INFINITY
} wend_route_from;

WEND_API wend_route_from wend_route_default_from(void);
WEND_API wend_status wend_route_create(wend_route** route, wend_error* error);
WEND_API void wend_route_destroy(wend_route* route);  // Nullable: route.

// From a point of the map's current level. A start closer to an obstacle than `radius` can be left.
// Later changes of the map do not affect the route.
WEND_API wend_status wend_route_spread(wend_route* route, const wend_map* map,
                                       const wend_route_from* from, wend_error* error);
// Cost of the cheapest path in metres, comfort and unknown included; INFINITY: no path.
WEND_API float wend_route_distance(wend_route* route, float x, float z);
// Whether a path exists; cheaper than wend_route_distance.
WEND_API bool wend_route_reaches(wend_route* route, float x, float z);
// A lower bound of wend_route_distance, without a search.
WEND_API float wend_route_lower_bound(const wend_route* route, float x, float z);
// Clearance: metres from the cell of a point to the nearest occupied one, between centres. INFINITY
// outside.
WEND_API float wend_route_clearance(const wend_route* route, float x, float z);
// The reachable cell nearest to a point, within `within` metres; ties: the one with the shorter
// path. False when there is none.
WEND_API bool wend_route_nearest(wend_route* route, float x, float z, float within, wend_vec2* at);
// The waypoints of the path from the start to a point. Straight segments replace the path on the
// grid where the agent fits and the clearance does not decrease. Writes the first `max` points; 0
// when there is no path.
WEND_API int wend_route_path(wend_route* route, float x, float z, wend_vec2* points, int max);

#ifdef __cplusplus
}
#endif
#endif
