// What can be wrong in pose traces.
#include <stdio.h>
#include <string.h>

#include "task/episodes.h"

// The rows of a rotation have length 1 and stand on each other.
static bool is_rotation(const double m[16]) {
    for (int a = 0; a < 3; a++)
        for (int b = a; b < 3; b++) {
            double dot = 0;
            for (int k = 0; k < 3; k++) dot += m[a * 4 + k] * m[b * 4 + k];
            if (!(fabs(dot - (a == b)) < 1e-3)) return false;
        }
    return m[12] == 0 && m[13] == 0 && m[14] == 0 && m[15] == 1;
}

wend_status check_trace(check* c) {
    const wend_trace* trace = &c->episodes->trace;
    for (int i = 0; i < trace->count; i++) {
        const wend_snapshot* s = &trace->snapshots[i];
        snprintf(c->where, sizeof c->where, "snapshot %d", i);
        if (!*s->viewpoint) check_say(c, WEND_RULE_MISSING_START, "no viewpoint");
        if (i > 0 && s->time < s[-1].time)
            check_say(c, WEND_RULE_TIME_ORDER, "%g s, after %g s", s->time, s[-1].time);
        if (!is_rotation(s->extrinsic))
            check_say(c, WEND_RULE_MATRIX, "the extrinsic matrix is no rotation and place");
        if (!(s->intrinsic[0] > 0 && s->intrinsic[5] > 0 && s->intrinsic[14] == -1))
            check_say(c, WEND_RULE_MATRIX, "the intrinsic matrix is no perspective projection");
    }
    return WEND_OK;
}
