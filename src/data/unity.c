// Conversion of points between Unity's frame and wend's.
#include "data/unity.h"

wend_status unity_point(const json_at* object, wend_dvec3* point, wend_error* error) {
    WEND_TRY(record_need_number(object, "x", &point->x, error));
    WEND_TRY(record_need_number(object, "y", &point->y, error));
    WEND_TRY(record_need_number(object, "z", &point->z, error));
    point->z = -point->z;
    return WEND_OK;
}

wend_status unity_points(arena* memory, const json_at* object, const char* key,
                         wend_dvec3_span* points, wend_error* error) {
    *points = (wend_dvec3_span){0};
    json_at list = {0};
    WEND_TRY(json_optional(object, key, &list, error));
    if (!list.value) return WEND_OK;
    size_t count;
    WEND_TRY(json_count(&list, &count, error));
    wend_dvec3* items = NULL;
    WEND_TRY(records_alloc(memory, &list, count, sizeof *items, &items, error));
    for (size_t i = 0; i < count; i++) {
        json_at item = {0};
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(unity_point(&item, &items[i], error));
    }
    *points = (wend_dvec3_span){items, (int)count};
    return WEND_OK;
}

void unity_put_point(wend_json_out* out, wend_dvec3 point) {
    wend_json_out_number(out, "x", point.x);
    wend_json_out_number(out, "y", point.y);
    wend_json_out_number(out, "z", -point.z);
}

void unity_put_points(wend_json_out* out, const char* key, wend_dvec3_span points) {
    if (!points.items) return;
    wend_json_out_array(out, key);
    for (int i = 0; i < points.count; i++) {
        wend_json_out_object(out, NULL);
        unity_put_point(out, points.items[i]);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}
