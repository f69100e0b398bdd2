// The list of oracles.
#include "wend/oracle.h"

#include <string.h>

#include "oracle/exploring_expert.h"
#include "oracle/random_found.h"
#include "oracle/reference_path.h"
#include "oracle/rescue_expert_oracle.h"
#include "oracle/shortest_path.h"

static const wend_oracle_kind* const kinds[] = {&shortest_path_oracle, &reference_path_oracle,
                                                &random_found_oracle,  &rescue_expert_oracle,
                                                &approach_oracle,      &explorer_oracle};

int wend_oracle_count(void) { return (int)(sizeof kinds / sizeof *kinds); }
const wend_oracle_kind* wend_oracle_at(int index) { return kinds[index]; }

const wend_oracle_kind* wend_oracle_find(const char* name) {
    for (int i = 0; i < wend_oracle_count(); i++)
        if (strcmp(kinds[i]->name, name) == 0) return kinds[i];
    return NULL;
}
