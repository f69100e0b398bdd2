// Errors of the agent and failures of the environment are distinguished by their origin, not by
// their status: an error of the agent ends the episode with a record that scores 0; a failure of
// the environment leaves the episode unplayed.
#ifndef WEND_RUN_AGENT_FAULT_H
#define WEND_RUN_AGENT_FAULT_H

#include "run/player_parts.h"

// Takes the status of a call of the agent. Stores an error in the player and returns WEND_OK. Out
// of memory in a built-in agent is a failure of the environment and is returned unchanged.
wend_status agent_fault_note(player* p, wend_status status, const wend_error* error);
void agent_fault_set(player* p, const wend_error* error);
bool agent_fault_is_noted(const player* p);
// Notes are part of a line of the log: they must be a JSON object or empty, and are rewritten onto
// one line.
wend_status agent_fault_check_notes(char* notes, size_t size, wend_error* error);

#endif
