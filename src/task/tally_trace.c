// Numbers about pose traces.
#include "task/episodes.h"

wend_status tally_trace(tally* t) {
    const wend_trace* trace = &t->episodes->trace;
    tally_one(t, "traces", "", NULL);
    if (trace->count == 0) return WEND_OK;
    for (int i = 0; i < trace->count; i++) {
        const wend_snapshot* s = &trace->snapshots[i];
        tally_one(t, "snapshots", "", NULL);
        tally_one(t, "viewpoints", "", s->viewpoint);
        tally_hash(t, "projections", "", wend_hash(s->intrinsic, sizeof s->intrinsic, 0));
        if (i) tally_value(t, "between snapshots", "", "ms", 1000 * (s->time - s[-1].time));
        double heading, elevation;
        wend_trace_look(s, &heading, &elevation);
        tally_value(t, "elevation", "", "degrees", elevation * 180 / WEND_PI);
        tally_value(t, "field of view", "", "degrees", wend_trace_field_of_view(s) * 180 / WEND_PI);
    }
    tally_value(t, "length", "", "s", trace->snapshots[trace->count - 1].time);
    for (int i = 0; trace->image_mask && i < trace->place_count; i++) {
        const int pixels = WEND_TRACE_ROWS * WEND_TRACE_COLUMNS;
        int seen = 0;
        for (int k = 0; k < pixels; k++) seen += trace->image_mask[i * pixels + k];
        tally_value(t, "looked at", "", "%", 100.0 * seen / pixels);
    }
    return WEND_OK;
}
