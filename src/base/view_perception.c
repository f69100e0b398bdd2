#include "base/half.h"

#include "wend/observation.h"

void wend_view_perception_feature(const wend_view_perception* view, int feature_size, float* out) {
    for (int i = 0; i < feature_size; i++) out[i] = half_to_float(view->feature[i]);
}
