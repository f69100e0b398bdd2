#include "model/view_fixture.h"

#include <math.h>

view_input view_fixture(int neighbours, int salt) {
    view_input v = {.count = neighbours};
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
