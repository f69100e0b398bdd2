// Unity's frame at the door: {"x", "y", "z"} objects, z forward.
#ifndef WEND_TASK_UNITY_H
#define WEND_TASK_UNITY_H

#include "task/records.h"

wend_status unity_point(const json_at* object, wend_point* point, wend_error* error);
// A list of points, each only x, y and z. Missing and null: none.
wend_status unity_points(struct arena* memory, const json_at* object, const char* key,
                         wend_points* points, wend_error* error);
void unity_put_point(json_out* out, wend_point point);  // the three members into the open object
void unity_put_points(json_out* out, const char* key, wend_points points);

#endif
