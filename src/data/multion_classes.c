// MultiON's class ids and wend's categories.
#include "wend/benchmarks/multion.h"

static const wend_category classes[WEND_MULTION_NATURAL] = {
#define X(name, word) WEND_CATEGORY_CYLINDER_##name,
    WEND_MULTION_CLASS_LIST(X)
#undef X
#define X(name) WEND_CATEGORY_##name,
        WEND_MULTION_NATURAL_LIST(X)
#undef X
};

wend_category wend_multion_category(int class_id) {
    return class_id >= 0 && class_id < WEND_MULTION_NATURAL ? classes[class_id]
                                                            : WEND_CATEGORY_NONE;
}

int wend_multion_class(wend_category category) {
    for (int i = 0; i < WEND_MULTION_NATURAL; i++)
        if (classes[i] == category) return i;
    return -1;
}
