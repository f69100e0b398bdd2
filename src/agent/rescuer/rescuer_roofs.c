// Grid of ceilings from depth images.
#include "agent/rescuer/rescuer_roofs.h"

#include <string.h>

#include "agent/rescuer/rescuer_constants.h"

enum { COLUMNS = 12, ROWS = 6, APART = 4, ENOUGH = 4 };

void rescuer_roofs_reset(rescuer_roofs* roofs) { memset(roofs, 0, sizeof *roofs); }

// -1: outside of the grid.
static int rescuer_roofs_cell_at(float x, float z) {
    int i = (int)floorf(x) + ROOFS_SIDE / 2, j = (int)floorf(z) + ROOFS_SIDE / 2;
    return i >= 0 && j >= 0 && i < ROOFS_SIDE && j < ROOFS_SIDE ? j * ROOFS_SIDE + i : -1;
}

// Two pixels of a column have the same height, and the lower one is farther away. Walls have equal
// depth; foliage has neither.
static bool is_ceiling(const wend_observation* o, float focal, int column, int row) {
    float near = o->camera.depth[row * o->camera.width + column];
    float far = o->camera.depth[(row + APART) * o->camera.width + column];
    if (!(near > 0 && far > near + CEILING_MIN_STEP && far < CEILING_MAX_DEPTH)) return false;
    float middle = (float)o->camera.height / 2 - 0.5f;
    float up = (middle - (float)row) * near / focal;
    float below = (middle - (float)(row + APART)) * far / focal;
    return fabsf(up - below) < CEILING_LEVEL && up + o->camera.eye_height > CEILING_LOW &&
           up + o->camera.eye_height < CEILING_HIGH;
}

void rescuer_roofs_note(rescuer_roofs* roofs, const wend_observation* o, const wend_pose* pose) {
    float focal = (float)o->camera.width / 2 / tanf(o->camera.hfov * (float)(WEND_PI / 360));
    float sine = sinf(pose->heading), cosine = cosf(pose->heading);
    for (int column = o->camera.width / COLUMNS / 2; column < o->camera.width;
         column += o->camera.width / COLUMNS)
        for (int row = 1; row < o->camera.height / 2 - APART; row += o->camera.height / 2 / ROWS) {
            if (!is_ceiling(o, focal, column, row)) continue;
            float ahead = o->camera.depth[row * o->camera.width + column];
            float right = ((float)column - (float)o->camera.width / 2 + 0.5f) * ahead / focal;
            int cell = rescuer_roofs_cell_at(pose->feet.x - sine * ahead + cosine * right,
                                             pose->feet.z - cosine * ahead - sine * right);
            if (cell >= 0 && roofs->seen[cell] < UINT8_MAX) roofs->seen[cell]++;
        }
}

bool rescuer_roofs_has(const rescuer_roofs* roofs, float x, float z) {
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++) {
            int cell = rescuer_roofs_cell_at(x + (float)i, z + (float)j);
            if (cell >= 0 && roofs->seen[cell] >= ENOUGH) return true;
        }
    return false;
}
