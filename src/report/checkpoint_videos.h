// Videos of a training run: one held-out episode as the policies of several checkpoints played it.
#ifndef WEND_REPORT_CHECKPOINT_VIDEOS_H
#define WEND_REPORT_CHECKPOINT_VIDEOS_H

#include "wend/files.h"
#include "wend/report.h"

// `folder` is the folder of a training run, named `name`. Of its evaluations (held_out_*.wlog, of
// stages too) at most def->videos are shown: the first, the last and evenly between. Nothing when
// it has none. A log that cannot be shown is reported by def->warn.
wend_status checkpoint_videos_put(wend_text_out* out, const wend_report_def* def,
                                  const char* folder, const char* name, wend_error* error);

#endif
