// Pose traces: RxR's .npz files and PanGEA's lines of snapshots.
#include <stdio.h>
#include <string.h>

#include "data/format.h"

#include "wend/benchmarks/vln.h"

static int format_trace_detect(const outline* o) {
    if (o->is_zip) return 100;
    bool match = outline_has(o, 1, KEY_exmat) && outline_has(o, 1, KEY_inmat);
    return o->root == '{' && match ? 60 : 0;
}

static bool format_trace_is_zip(const records_text* source) {
    return source->size > 2 && memcmp(source->text, "PK", 2) == 0;
}

static wend_status format_trace_parse(const records_text* source, void** payload,
                                      wend_error* error) {
    WEND_TRY(format_payload(source, sizeof(wend_trace), payload, error));
    if (format_trace_is_zip(source))
        return wend_trace_parse_npz(source->text, source->size, source->name, *payload, error);
    return wend_trace_parse_lines(source->text, source->size, source->name, *payload, error);
}

static wend_status format_trace_write(const void* payload, const char* path, wend_error* error) {
    const wend_trace* trace = payload;
    size_t length = strlen(path);
    if (length > 4 && strcmp(path + length - 4, ".npz") == 0)
        return wend_trace_write_npz(trace, path, error);
    return wend_trace_write_lines(trace, trace->form, path, error);
}

static void format_trace_destroy(void* payload) {
    wend_trace_destroy(payload);
    wend_free(payload);
}

static int format_trace_count(const void* payload) {
    const wend_trace* set = payload;
    return set->count;
}

// The rows of a rotation are orthonormal.
static bool is_rotation(const double m[16]) {
    for (int a = 0; a < 3; a++)
        for (int b = a; b < 3; b++) {
            double dot = 0;
            for (int k = 0; k < 3; k++) dot += m[a * 4 + k] * m[b * 4 + k];
            if (!(fabs(dot - (a == b)) < 1e-3)) return false;
        }
    return m[12] == 0 && m[13] == 0 && m[14] == 0 && m[15] == 1;
}

static wend_status format_trace_check(check* c) {
    const wend_trace* trace = c->episodes->payload;
    for (int i = 0; i < trace->count; i++) {
        const wend_snapshot* s = &trace->snapshots[i];
        snprintf(c->where, sizeof c->where, "snapshot %d", i);
        if (!*s->viewpoint) check_say(c, WEND_RULE_MISSING_START, "no viewpoint");
        if (i > 0 && s->time < s[-1].time)
            check_say(c, WEND_RULE_TIME_ORDER, "%g s, after %g s", s->time, s[-1].time);
        if (!is_rotation(s->extrinsic))
            check_say(c, WEND_RULE_MATRIX, "the extrinsic matrix is not a rigid transform");
        if (!(s->intrinsic[0] > 0 && s->intrinsic[5] > 0 && s->intrinsic[14] == -1))
            check_say(c, WEND_RULE_MATRIX, "the intrinsic matrix is no perspective projection");
    }
    return WEND_OK;
}

static wend_status format_trace_summarize(tally* t) {
    const wend_trace* trace = t->episodes->payload;
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
    for (int i = 0; trace->image_mask && i < trace->viewpoint_count; i++) {
        const int pixels = WEND_TRACE_ROWS * WEND_TRACE_COLUMNS;
        int seen = 0;
        for (int k = 0; k < pixels; k++) seen += trace->image_mask[i * pixels + k];
        tally_value(t, "looked at", "", "%", 100.0 * seen / pixels);
    }
    return WEND_OK;
}

const format format_trace = {
    .kind = WEND_EPISODES_TRACE,
    .name = "trace",
    .description = "pose traces: RxR's .npz files, PanGEA's snapshots",
    .detect = format_trace_detect,
    .parse = format_trace_parse,
    .write = format_trace_write,
    .destroy = format_trace_destroy,
    .count = format_trace_count,
    .check = format_trace_check,
    .summarize = format_trace_summarize,
};
