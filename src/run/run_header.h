// The header of a log: everything that determines the results of a run, by name or content hash.
#ifndef WEND_RUN_RUN_HEADER_H
#define WEND_RUN_RUN_HEADER_H

#include "wend/files.h"
#include "wend/log.h"
#include "wend/run.h"

typedef struct run_header {
    const wend_run_def* def;
    const wend_task* task;
    int episodes, every;
    bool oracle;
    uint64_t agent_hash;  // see wend_agent_kind; 0: none
} run_header;

wend_status run_header_put(const run_header* header, wend_json_out* out, wend_error* error);

#endif
