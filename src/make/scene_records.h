// What a generator makes of one scene, on its way from the rank that has made it to rank 0: counts
// and texts in the formats of the files.
#ifndef WEND_MAKE_SCENE_RECORDS_H
#define WEND_MAKE_SCENE_RECORDS_H

#include "base/json_out.h"
#include "ranks/shares.h"

enum { SCENE_RECORDS_COUNTS = 32, SCENE_RECORDS_TEXTS = 3 };

typedef struct scene_records {
    wend_status status;  // of the scene: ranks exchange it like a result
    wend_error error;
    int32_t counts[SCENE_RECORDS_COUNTS];
    wend_json_out texts[SCENE_RECORDS_TEXTS];
} scene_records;

// Every rank calls it for every scene in the same order. The rank of the scene sends its records;
// rank 0 gets them. Elsewhere, and without ranks, the records stay as they are.
wend_status scene_records_share(ranks_shares* shares, scene_records* r, wend_error* error);
void scene_records_destroy(scene_records* r);  // safe on {0} and twice

#endif
