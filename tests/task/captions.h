// Captions of the building of building.h, in the folder `captions` of the test: every view of a
// viewpoint names its room, and the view along the corridor shows a door.
#ifndef WEND_TEST_CAPTIONS_H
#define WEND_TEST_CAPTIONS_H

#include "task/building.h"

static const char* const captions_rooms[] = {"a kitchen with a stove", "a bedroom with a bed",
                                             "a bathroom with a sink", "an office with a desk"};

// `viewpoints` are the first of the building; `views` of each, 36 in sound files.
static inline void captions_write(int viewpoints, int views) {
    wend_error error;
    wend_text_out out = {0};
    wend_text_put(&out, "{\"scan\": \"hall\", \"classes\": [\"door\", \"dining table\"],\n");
    wend_text_put(&out, "\"captions\": [\"a red door\"");
    for (int i = 0; i < 4; i++) wend_text_put(&out, ", \"%s\"", captions_rooms[i]);
    wend_text_put(&out, "],\n\"viewpoints\": {");
    for (int i = 0; i < viewpoints; i++) {
        wend_text_put(&out, "%s\"%s\": [", i ? ",\n" : "", building_names[i]);
        for (int v = 0; v < views; v++)
            wend_text_put(
                &out, "%s[%d%s]", v ? ", " : "", building_names[i][0] - 'a' + 1,
                v == 15 ? ", [0, 64, 48, 320, 480, 75, 0], [1, 0, 0, 640, 480, 9, 1]" : "");
        wend_text_put(&out, "]");
    }
    wend_text_put(&out, "}}");
    CHECK_OK(wend_text_save(&out, test_path("captions/hall.json"), &error));
    wend_text_destroy(&out);
}

#endif
