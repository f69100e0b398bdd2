// Weights that come with the program, by the name of their agent: what `wend run` plays when it is
// given no others. docs/learning.md says what they were trained on.
#ifndef WEND_AGENT_SHIPPED_H
#define WEND_AGENT_SHIPPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct shipped_weights {
    const uint8_t* bytes;  // a file of safetensors
    size_t size;
} shipped_weights;

bool shipped_find(const char* agent, shipped_weights* found);  // false: none of that name

#endif
