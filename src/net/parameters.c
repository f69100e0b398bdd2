#include "net/parameters.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int parameters_add(parameters* p, const char* name, int rows, int columns,
                          parameters_array like) {
    parameters_array* a = ARRAY_PUSH(&p->arrays);
    if (!a) {
        p->failed = true;
        return 0;
    }
    *a = like;
    snprintf(a->shape.name, sizeof a->shape.name, "%s", name);
    a->shape.dimensions = columns ? 2 : 1;
    a->shape.shape[0] = rows;
    a->shape.shape[1] = columns;
    a->shape.size = (size_t)rows * (size_t)(columns ? columns : 1);
    a->shape.offset = p->size;
    p->size += a->shape.size;
    if (a->is_matrix) {
        a->packed = p->packed_size;
        p->packed_size += wend_linear_packed_size(rows, columns);
    }
    return (int)p->arrays.count - 1;
}

int parameters_matrix(parameters* p, const char* name, int in, int out) {
    return parameters_add(
        p, name, in, out,
        (parameters_array){.is_matrix = true, .init = PARAMETERS_UNIFORM, .gain = 1, .fan = in});
}

int parameters_identity(parameters* p, const char* name, int in, int out) {
    return parameters_add(
        p, name, in, out,
        (parameters_array){.is_matrix = true, .init = PARAMETERS_IDENTITY, .gain = 1});
}

int parameters_vector(parameters* p, const char* name, int size, int fan) {
    parameters_array like = {.init = PARAMETERS_UNIFORM, .gain = 1, .fan = fan};
    if (!fan) like = (parameters_array){.init = PARAMETERS_CONSTANT};
    return parameters_add(p, name, size, 0, like);
}

int parameters_ones(parameters* p, const char* name, int size) {
    return parameters_add(p, name, size, 0,
                          (parameters_array){.init = PARAMETERS_CONSTANT, .gain = 1});
}

int parameters_table(parameters* p, const char* name, int count, int size, float deviation) {
    return parameters_add(p, name, count, size,
                          (parameters_array){.init = PARAMETERS_NORMAL, .gain = deviation});
}

static void parameters_draw(const parameters_array* a, wend_rng* rng, float* values) {
    switch (a->init) {
        case PARAMETERS_UNIFORM:
            wend_init_uniform(rng, a->gain / sqrtf((float)a->fan), a->shape.size, values);
            break;
        case PARAMETERS_NORMAL:
            wend_init_normal(rng, a->gain, a->shape.size, values);
            break;
        case PARAMETERS_IDENTITY:
            for (size_t i = 0, n = (size_t)a->shape.shape[1]; i < a->shape.size; i++)
                values[i] = i / n % n == i % n ? a->gain : 0;
            break;
        case PARAMETERS_CONSTANT:
            for (size_t i = 0; i < a->shape.size; i++) values[i] = a->gain;
            break;
    }
}

// The block, unless it exists.
static wend_status parameters_allocate(parameters* p, wend_error* error) {
    if (!p->failed && !p->values) p->values = wend_alloc_zero(p->size, sizeof *p->values);
    if (!p->failed && !p->packed)
        p->packed = wend_alloc_zero(p->packed_size + 1, sizeof *p->packed);
    if (!p->values || !p->packed)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a model of %zu weights",
                         p->size);
    return WEND_OK;
}

wend_status parameters_create(parameters* p, uint64_t seed, wend_error* error) {
    WEND_TRY(parameters_allocate(p, error));
    wend_rng rng = wend_rng_make(seed, 0);
    for (size_t i = 0; i < p->arrays.count; i++)
        parameters_draw(&p->arrays.items[i], &rng, parameters_at(p, (int)i));
    parameters_pack(p);
    return WEND_OK;
}

void parameters_destroy(parameters* p) {
    ARRAY_FREE(&p->arrays);
    wend_free(p->values);
    wend_free(p->packed);
    *p = (parameters){0};
}

void parameters_pack(parameters* p) {
    for (size_t i = 0; i < p->arrays.count; i++) {
        const parameters_array* a = &p->arrays.items[i];
        if (a->is_matrix)
            wend_linear_pack(parameters_at(p, (int)i), a->shape.shape[0], a->shape.shape[1],
                             p->packed + a->packed);
    }
}

static const wend_tensor* parameters_find(const wend_tensors* from, const char* name) {
    for (int i = 0; i < from->count; i++)
        if (strcmp(from->tensors[i].name, name) == 0) return &from->tensors[i];
    return NULL;
}

static wend_status parameters_fit_one(const wend_parameter* shape, const wend_tensors* from,
                                      const char* path, wend_error* error) {
    const wend_tensor* t = parameters_find(from, shape->name);
    if (!t)
        return wend_fail(error, WEND_FORMAT, "%s: has no array '%s'; it is of another model", path,
                         shape->name);
    bool same = t->dimensions == shape->dimensions;
    for (int d = 0; same && d < shape->dimensions; d++) same = t->shape[d] == shape->shape[d];
    if (!same)
        return wend_fail(error, WEND_FORMAT,
                         "%s: array '%s' has %zu values in another shape; expected %d x %d", path,
                         shape->name, t->count, shape->shape[0],
                         shape->dimensions > 1 ? shape->shape[1] : 1);
    for (size_t i = 0; i < t->count; i++)
        if (!isfinite(t->data[i]))
            return wend_fail(error, WEND_FORMAT, "%s: array '%s': value %zu is not finite", path,
                             shape->name, i);
    return WEND_OK;
}

wend_status parameters_load(parameters* p, const wend_tensors* from, const char* path,
                            wend_error* error) {
    for (size_t i = 0; i < p->arrays.count; i++)
        WEND_TRY(parameters_fit_one(&p->arrays.items[i].shape, from, path, error));
    WEND_TRY(parameters_allocate(p, error));
    for (size_t i = 0; i < p->arrays.count; i++) {
        const wend_parameter* shape = &p->arrays.items[i].shape;
        memcpy(parameters_at(p, (int)i), parameters_find(from, shape->name)->data,
               shape->size * sizeof(float));
    }
    parameters_pack(p);
    return WEND_OK;
}
