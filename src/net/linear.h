// The backward pass of a linear layer with respect to its input, for recurrent cells.
#ifndef WEND_NET_LINEAR_H
#define WEND_NET_LINEAR_H

#include "wend/net.h"

// dx[rows][in] += dy[rows][out] w^T
void linear_backward_input(int rows, int in, int out, const float* packed, const float* dy,
                           float* dx, wend_pool* pool);

#endif
