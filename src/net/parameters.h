// The weights of a model: named arrays in one flat block, and the packed forms of its matrices.
//
// A model adds its arrays first, then calls parameters_create or parameters_load. The block is what
// optimisers, checkpoints and gradient buffers see; an array is found in it by its offset.
#ifndef WEND_NET_PARAMETERS_H
#define WEND_NET_PARAMETERS_H

#include "base/array.h"

#include "wend/net.h"

typedef enum parameters_init {
    PARAMETERS_UNIFORM,  // uniform in +-gain / sqrt(rows): PyTorch's default of linear layers
    PARAMETERS_NORMAL,   // normal with deviation gain
    PARAMETERS_CONSTANT,
    PARAMETERS_IDENTITY,  // gain where the row is the column modulo the columns, else 0
} parameters_init;

typedef struct parameters_array {
    wend_parameter shape;
    size_t packed;  // position in `packed`; matrices only
    bool is_matrix;
    parameters_init init;
    float gain;
    int fan;  // rows that the initial range depends on
} parameters_array;

typedef struct parameters {
    ARRAY_OF(parameters_array) arrays;
    size_t size, packed_size;  // floats
    float* values;             // [size]
    float* packed;             // [packed_size]
    bool failed;               // an array could not be added
} parameters;

// Each returns the index of the array, by which models name it.
// w[in][out], packed for products.
int parameters_matrix(parameters* p, const char* name, int in, int out);
// The same, initially identities of out x out below each other.
int parameters_identity(parameters* p, const char* name, int in, int out);
// v[size]; `fan` as in a linear layer's bias, 0: zeros.
int parameters_vector(parameters* p, const char* name, int size, int fan);
// A scale of 1, as of layer normalisation.
int parameters_ones(parameters* p, const char* name, int size);
// w[count][size], rows are looked up: normal with the given deviation.
int parameters_table(parameters* p, const char* name, int count, int size, float deviation);

// Allocates the block and draws initial weights, array by array in their order.
wend_status parameters_create(parameters* p, uint64_t seed, wend_error* error);
void parameters_destroy(parameters* p);  // safe on {0} and twice
void parameters_pack(parameters* p);     // after every change of `values`

static inline float* parameters_at(const parameters* p, int array) {
    return p->values + p->arrays.items[array].shape.offset;
}
static inline const float* parameters_packed(const parameters* p, int array) {
    return p->packed + p->arrays.items[array].packed;
}

// Copies the arrays of a file into the block by name, which is allocated if it does not exist yet.
// A missing array, another shape or a value that is not finite is an error that names it. The file
// is checked before memory is taken: a small file that declares a huge model takes none.
wend_status parameters_load(parameters* p, const wend_tensors* from, const char* path,
                            wend_error* error);

#endif
