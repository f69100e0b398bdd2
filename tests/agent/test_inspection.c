#include "agent/common/inspection.h"
#include "test.h"

enum { SIDE = 64 };
static const float CELL = 0.25f, RANGE = 5, CHECKED = 0.65f;
static float depth[SIDE * SIDE];
static inspection ground;

// The rule, one cell at a time: 1 it must be done, 0 it must not, -1 too close to call.
static int is_seen(const wend_observation* o, const wend_pose* pose, float x, float z) {
    double dx = x - pose->feet.x, dz = z - pose->feet.z, edge = 1e-3;
    double s = sin(pose->heading), c = cos(pose->heading);
    double ahead = -s * dx - c * dz, right = c * dx - s * dz;
    double focal = SIDE / 2.0 / tan(o->camera.hfov * WEND_PI / 360);
    double column = SIDE / 2.0 + right / ahead * focal;
    double row = SIDE / 2.0 + (o->camera.eye_height - CHECKED) / ahead * focal;
    // Only what lies in the square around the body is asked about.
    double aside = fmax(fabs(dx), fabs(dz));
    if (aside > RANGE + CELL || ahead < 0.3 - edge || ahead > RANGE + edge) return 0;
    if (column < -edge || column > SIDE + edge || row < -edge || row > SIDE + edge) return 0;
    if (aside > RANGE - CELL || ahead < 0.3 + edge || ahead > RANGE - edge) return -1;
    if (fabs(column - round(column)) < edge || fabs(row - round(row)) < edge) return -1;
    double room = o->camera.depth[(int)row * SIDE + (int)column] - (ahead - CELL / 2);
    return fabs(room) < edge ? -1 : room > 0;
}

static void check_inspection(const wend_pose* pose) {
    wend_observation o = {.camera.width = SIDE,
                          .camera.height = SIDE,
                          .camera.hfov = 79,
                          .camera.eye_height = 0.88f,
                          .camera.depth = depth};
    int seen = 0, wrong = 0;
    inspection_reset(&ground);
    inspection_look(&ground, &o, pose);
    for (int j = 0; j < INSPECTION_SIDE; j++)
        for (int i = 0; i < INSPECTION_SIDE; i++) {
            float x = ((float)(i - INSPECTION_SIDE / 2) + 0.5f) * CELL;
            float z = ((float)(j - INSPECTION_SIDE / 2) + 0.5f) * CELL;
            int expected = is_seen(&o, pose, x, z), done = ground.done[j * INSPECTION_SIDE + i];
            seen += done;
            wrong += expected >= 0 && done != expected;
        }
    CHECK(seen > 20);
    CHECK_INT(wrong, 0);
}

TEST(observed_ground_is_marked_cell_by_cell) {
    for (int v = 0; v < SIDE; v++)  // a wall on the left, and farther away what is beside it
        for (int u = 0; u < SIDE; u++) depth[v * SIDE + u] = u < SIDE / 3 ? 1.6f : 9;
    for (int turn = 0; turn < 12; turn++) {
        wend_pose pose = {.feet = wend_v3(0.37f * (float)turn - 2, 0, 1.13f),
                          .heading = (float)turn * (float)(WEND_PI / 6) + 0.01f};
        check_inspection(&pose);
    }
    // At the end of what is remembered.
    check_inspection(&(wend_pose){.feet = wend_v3(31, 0, -30), .heading = 0.4f});
}
