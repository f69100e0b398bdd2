#include <string.h>

#include "perceive/lexical.h"
#include "perceive/truth_localizer.h"

static const wend_localizer_kind* const kinds[] = {&lexical_localizer, &truth_localizer};

const wend_localizer_kind* wend_localizer_find(const char* name) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i]->name, name) == 0) return kinds[i];
    return NULL;
}

wend_vec3 wend_rgbd_image_point(const wend_rgbd_image* p, int x, int y) {
    float focal = (float)p->width / 2 / tanf(p->hfov * (float)(WEND_PI / 360));
    float d = p->depth[y * p->width + x], sine = sinf(p->tilt), cosine = cosf(p->tilt);
    float right = ((float)x + 0.5f - (float)p->width / 2) / focal * d;
    float up = ((float)p->height / 2 - (float)y - 0.5f) / focal * d;
    return wend_v3(right, p->eye_height + up * cosine + d * sine, up * sine - d * cosine);
}
