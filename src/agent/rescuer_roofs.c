#include "agent/rescuer_roofs.h"

#include <string.h>

enum { COLUMNS = 12, ROWS = 6, APART = 4, ENOUGH = 4 };
static const float lowest = 2.2f, highest = 3.6f;  // metres above the feet that a ceiling is
static const float farthest = 9;                   // metres

void rescuer_roofs_reset(rescuer_roofs* roofs) { memset(roofs, 0, sizeof *roofs); }

// -1: outside of what is kept.
static int cell_at(float x, float z) {
    int i = (int)floorf(x) + ROOFS_SIDE / 2, j = (int)floorf(z) + ROOFS_SIDE / 2;
    return i >= 0 && j >= 0 && i < ROOFS_SIDE && j < ROOFS_SIDE ? j * ROOFS_SIDE + i : -1;
}

// As high in one row as some rows below, and farther off there: walls are as far, leaves are
// neither.
static bool is_ceiling(const wend_observation* o, float focal, int column, int row) {
    float near = o->depth[row * o->width + column];
    float far = o->depth[(row + APART) * o->width + column];
    if (!(near > 0 && far > near + 0.05f && far < farthest)) return false;
    float middle = (float)o->height / 2 - 0.5f;
    float up = (middle - (float)row) * near / focal;
    float below = (middle - (float)(row + APART)) * far / focal;
    return fabsf(up - below) < 0.03f && up + o->eye_height > lowest && up + o->eye_height < highest;
}

void rescuer_roofs_note(rescuer_roofs* roofs, const wend_observation* o,
                        const wend_map_pose* pose) {
    float focal = (float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360));
    float sine = sinf(pose->heading), cosine = cosf(pose->heading);
    for (int column = o->width / COLUMNS / 2; column < o->width; column += o->width / COLUMNS)
        for (int row = 1; row < o->height / 2 - APART; row += o->height / 2 / ROWS) {
            if (!is_ceiling(o, focal, column, row)) continue;
            float ahead = o->depth[row * o->width + column];
            float right = ((float)column - (float)o->width / 2 + 0.5f) * ahead / focal;
            int cell = cell_at(pose->feet.x - sine * ahead + cosine * right,
                               pose->feet.z - cosine * ahead - sine * right);
            if (cell >= 0 && roofs->seen[cell] < UINT8_MAX) roofs->seen[cell]++;
        }
}

bool rescuer_roofs_has(const rescuer_roofs* roofs, float x, float z) {
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++) {
            int cell = cell_at(x + (float)i, z + (float)j);
            if (cell >= 0 && roofs->seen[cell] >= ENOUGH) return true;
        }
    return false;
}
