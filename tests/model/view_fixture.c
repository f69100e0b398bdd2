#include "model/view_fixture.h"

#include <math.h>

// Vectors that depend on view and `salt`; 0x3800 … 0x3bff are the numbers of [0.5, 1).
static void view_fixture_features(view_input* view, int salt) {
    static uint16_t numbers[8][36][VIEW_FIXTURE_FEATURE];
    static wend_view_perception seen[8][36];
    for (int v = 0; v < 36; v++) {
        for (int k = 0; k < VIEW_FIXTURE_FEATURE; k++)
            numbers[salt % 8][v][k] =
                (uint16_t)(0x3800 + (v * 131 + k * 251 + salt * 77) % 1024 + (v + k) % 2 * 0x8000);
        seen[salt % 8][v].feature = numbers[salt % 8][v];
    }
    view->views = seen[salt % 8];
    view->feature_size = VIEW_FIXTURE_FEATURE;
}

view_input view_fixture(int neighbours, int salt) {
    view_input v = {.count = neighbours};
    view_fixture_features(&v, salt);
    int at = 0;
    for (int k = 0; k < VIEW_SECTORS; k++) {
        v.first[k] = at;
        for (int w = 0; w < (k + salt) % 3; w++) {
            v.index[at] = 1 + (k * 3 + w * 5 + salt) % (VIEW_FIXTURE_WORDS - 1);
            v.weight[at++] = 0.5f + 0.1f * (float)w;
        }
        v.angle[k][0] = sinf((float)k);
        v.angle[k][1] = cosf((float)k);
    }
    v.first[VIEW_SECTORS] = at;
    for (int i = 0; i < neighbours; i++) {
        v.sector[i] = (i * 5 + salt) % VIEW_SECTORS;
        for (int g = 0; g < VIEW_GEOMETRY; g++) v.geometry[i][g] = sinf((float)(i + g + salt));
    }
    return v;
}
