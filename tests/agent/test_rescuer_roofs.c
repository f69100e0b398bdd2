#include "agent/rescuer/rescuer_roofs.h"
#include "test.h"

enum { WIDE = 64, HIGH = 48 };
static const float hfov = 110, eye = 1.6f;

// What is seen ahead under a ceiling of a height, or before a wall as far away as that.
static void look(rescuer_roofs* roofs, float ceiling, float wall, const wend_pose* pose) {
    float depth[WIDE * HIGH];
    float focal = (float)WIDE / 2 / tanf(hfov * (float)(WEND_PI / 360));
    for (int row = 0; row < HIGH; row++)
        for (int column = 0; column < WIDE; column++) {
            float up = ((float)HIGH / 2 - 0.5f - (float)row) / focal;
            float above = up > 0 ? (ceiling - eye) / up : INFINITY;
            depth[row * WIDE + column] = fminf(above, wall);
        }
    wend_observation o = {.camera.width = WIDE,
                          .camera.height = HIGH,
                          .camera.hfov = hfov,
                          .camera.eye_height = eye,
                          .camera.depth = depth};
    for (int i = 0; i < 4; i++) rescuer_roofs_note(roofs, &o, pose);
}

TEST(under_a_ceiling_is_inside_and_before_a_wall_is_not) {
    rescuer_roofs* roofs = wend_alloc_zero(1, sizeof *roofs);
    wend_pose pose = {.feet = {10, 0, 0}, .heading = (float)WEND_PI / 2};  // towards -x
    look(roofs, 2.7f, 6, &pose);
    CHECK(rescuer_roofs_has(roofs, 8, 0));
    CHECK(!rescuer_roofs_has(roofs, 12.5f, 0));  // behind
    rescuer_roofs_reset(roofs);
    look(roofs, 20, 3, &pose);
    CHECK(!rescuer_roofs_has(roofs, 8, 0));
    look(roofs, 6, 30, &pose);  // of a hall: no storey is so high
    CHECK(!rescuer_roofs_has(roofs, 8, 0));
    CHECK(!rescuer_roofs_has(roofs, 1e6f, 0));
    wend_free(roofs);
}
