// Auxiliary losses: heads on the policy's memory that predict ground truth about the goal. The
// labels exist in training alone (wend_labels).
//
//     head       label                                       loss
//     seen       the goal was in view since it is the goal   cross-entropy, 2 classes
//     direction  where it is, from the agent; if seen        cross-entropy, 12 sectors of 30
//     degrees distance   how far it is; if seen                      cross-entropy, 36 bins of 0.5
//     m progress   (d0 - d) / d0, geodesic                     (tanh(y) - label)^2
//
// [Marza et al. 2022, Teaching Agents how to Map, arXiv:2107.06011: the first three, weight 0.25
// each; Ma et al. 2019, arXiv:1901.03035: progress monitor]
#ifndef WEND_TRAIN_AUXILIARY_H
#define WEND_TRAIN_AUXILIARY_H

#include "wend/agent.h"
#include "wend/run.h"

// The heads with a positive weight, as bits of wend_policy_def.aux.
int auxiliary_mask(const float weights[WEND_POLICY_AUX_COUNT]);
// The class of a row; -1: it has no label. Not for the progress head.
int auxiliary_class(int head, const wend_labels* labels);
// weight / norm times the sum of the losses of the rows with a label; adds its gradient to
// dy[rows][outputs of the head]. `norm` is the number of rows of the whole minibatch.
double auxiliary_loss(int head, int rows, const float* y, const wend_labels* labels, double weight,
                      int norm, float* dy);

#endif
