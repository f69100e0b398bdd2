// Distance fields: how far every place of a navmesh is from a goal, or from the nearest of many.
//
// A `wend_lattice` is made once a mesh: nodes 0.1 m apart and at the mesh's corners, joined where a
// straight walk is free. It never changes; any number of threads may use it. A `wend_field` holds
// the distances of its nodes from some goals, found in a millisecond or a few; asking it takes tens
// of nanoseconds on open floor, a microsecond beside walls. Distances are a little longer than the
// exact ones (docs/walking.md says how much), and never lead through a wall. INFINITY: the goal
// cannot be reached, or no mesh is near.
#ifndef WEND_FIELD_H
#define WEND_FIELD_H

#include "wend/navmesh.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- lattice ------------------------------------------------------------------------------------

typedef struct wend_lattice wend_lattice;

// Doors count as they stand in `mesh` now: when they move, another lattice is needed. The mesh must
// outlive the lattice's use. `spacing` is in metres, 0: 0.1; it is widened on meshes so large that
// there would be more than 150,000 nodes.
WEND_API wend_status wend_lattice_create(const wend_navmesh* mesh, float spacing,
                                         wend_lattice** lattice, wend_error* error);
WEND_API void wend_lattice_destroy(wend_lattice* lattice);  // Nullable: lattice.
WEND_API int wend_lattice_count(const wend_lattice* lattice);
WEND_API float wend_lattice_spacing(const wend_lattice* lattice);
WEND_API size_t wend_lattice_memory(const wend_lattice* lattice);  // bytes

// ---- field --------------------------------------------------------------------------------------

typedef struct wend_field wend_field;

// The lattice must outlive the field's use, but not its destruction. Goals off the mesh are left
// out.
WEND_API wend_status wend_field_create(const wend_lattice* lattice, wend_vec3_span goals,
                                       wend_field** field, wend_error* error);
// One more owner of the same field; each must destroy it.
WEND_API wend_field* wend_field_share(const wend_field* field);
WEND_API void wend_field_destroy(wend_field* field);         // Nullable: field.
WEND_API size_t wend_field_memory(const wend_field* field);  // bytes

// Metres from `at` to the nearest goal. Nullable: nearest (which one; -1: none can be reached).
WEND_API float wend_field_distance(const wend_field* field, wend_vec3 at, int* nearest);
// The way to set out from `at`, a unit vector in the plane of x and z. False at a goal, and where
// none can be reached.
WEND_API bool wend_field_direction(const wend_field* field, wend_vec3 at, wend_vec3* direction);

// ---- cache --------------------------------------------------------------------------------------

// Fields of one lattice by their goals; the ones not asked for longest go first. Safe from any
// thread.
typedef struct wend_field_cache wend_field_cache;

// Keeps at most `max_bytes` of fields; 0: 16 MiB. The lattice must outlive the cache.
WEND_API wend_status wend_field_cache_create(const wend_lattice* lattice, size_t max_bytes,
                                             wend_field_cache** cache, wend_error* error);
WEND_API void wend_field_cache_destroy(wend_field_cache* cache);  // Nullable: cache.
// The field of these goals, made if it is not there. The caller destroys it when done with it,
// before or after the cache.
WEND_API wend_status wend_field_cache_get(wend_field_cache* cache, wend_vec3_span goals,
                                          wend_field** field, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
