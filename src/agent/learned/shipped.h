// Weights embedded in the executable, by the name of their agent. `wend run` uses them without
// `weights=`. docs/learning.md describes their training.
#ifndef WEND_AGENT_LEARNED_SHIPPED_H
#define WEND_AGENT_LEARNED_SHIPPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct shipped_weights {
    const uint8_t* bytes;  // a safetensors file
    size_t size;
} shipped_weights;

bool shipped_find(const char* agent, shipped_weights* found);  // false: none

#endif
