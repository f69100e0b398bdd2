// Errors of an agent, told from those of the environment by where they come from, not by their
// status: whatever an agent returns ends its episode with a record that is scored 0, while a
// failure of the environment leaves the episode unplayed.
#ifndef WEND_RUN_AGENT_FAULT_H
#define WEND_RUN_AGENT_FAULT_H

#include "run/player_parts.h"

// What a call of the agent returned. An error is kept in the player, and WEND_OK is returned; only
// lack of memory inside an agent of wend's own is the environment's and is returned as it is.
wend_status agent_fault_note(player* p, wend_status status, const wend_error* error);
void agent_fault_set(player* p, const wend_error* error);
bool agent_fault_is_noted(const player* p);
// Notes go into a line of the log: they must be one JSON object, or nothing, and are put on one
// line.
wend_status agent_fault_check_notes(char* notes, size_t size, wend_error* error);

#endif
