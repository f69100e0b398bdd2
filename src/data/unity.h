// Conversion of Unity's frame: {"x", "y", "z"} objects, left-handed, z forward.
#ifndef WEND_DATA_UNITY_H
#define WEND_DATA_UNITY_H

#include "data/records.h"

wend_status unity_point(const json_at* object, wend_dvec3* point, wend_error* error);
// A list of points with members x, y and z only. Missing or null: no points.
wend_status unity_points(arena* memory, const json_at* object, const char* key,
                         wend_dvec3_span* points, wend_error* error);
void unity_put_point(wend_json_out* out, wend_dvec3 point);  // writes x, y, z into the open object
void unity_put_points(wend_json_out* out, const char* key, wend_dvec3_span points);

#endif
