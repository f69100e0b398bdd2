#include "agent/learned/shipped.h"

#include <string.h>

// Weight files in src/agent/weights. To add one, write it there with `wend weights` and add a line.
#define SHIPPED_LIST(X)                 \
    X(cow_explorer, "cow-explorer")     \
    X(nomap_rnn, "nomap-rnn")           \
    X(obj_recog_map, "obj-recog-map")   \
    X(oracle_ego_map, "oracle-ego-map") \
    X(oracle_map, "oracle-map")         \
    X(seq2seq, "seq2seq")

// The files are embedded in the executable.
#define X(symbol, name)                                                                            \
    __asm__(".section .rodata\n.balign 16\n" #symbol "_weights:\n.incbin \"" WEND_WEIGHTS "/" name \
            ".safetensors\"\n" #symbol "_weights_end:\n.byte 0\n.balign 4\n.previous\n");          \
    extern const uint8_t symbol##_weights[] __attribute__((visibility("hidden")));                 \
    extern const uint8_t symbol##_weights_end[] __attribute__((visibility("hidden")));
SHIPPED_LIST(X)
#undef X

bool shipped_find(const char* agent, shipped_weights* found) {
#define X(symbol, name)                                                                \
    if (strcmp(agent, name) == 0) {                                                    \
        *found = (shipped_weights){symbol##_weights,                                   \
                                   (size_t)(symbol##_weights_end - symbol##_weights)}; \
        return true;                                                                   \
    }
    SHIPPED_LIST(X)
#undef X
    return false;
}
