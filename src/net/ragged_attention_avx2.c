// The passes of ragged_attention.h for eight numbers at a time.
#define RAGGED_FORWARD  ragged_attention_forward_avx2
#define RAGGED_BACKWARD ragged_attention_backward_avx2
#include "net/ragged_attention_kernel.h"
