// Names and letters of actions.
#include <string.h>

#include "wend/observation.h"

typedef struct action_row {
    const char* name;
    char letter;
} action_row;

static const action_row actions[WEND_ACTION_COUNT] = {
#define X(name, word, letter) {word, letter},
    WEND_ACTION_LIST(X)
#undef X
};

const char* wend_action_name(wend_action_kind kind) {
    return (unsigned)kind < WEND_ACTION_COUNT ? actions[kind].name : "unknown";
}

char wend_action_letter(wend_action_kind kind) {
    return (unsigned)kind < WEND_ACTION_COUNT ? actions[kind].letter : '?';
}

bool wend_action_from_letter(char letter, wend_action_kind* kind) {
    for (int i = 0; i < WEND_ACTION_COUNT; i++) {
        if (actions[i].letter != letter) continue;
        *kind = (wend_action_kind)i;
        return true;
    }
    return false;
}

bool wend_action_find(const char* name, wend_action_kind* kind) {
    for (int i = 0; i < WEND_ACTION_COUNT; i++) {
        if (strcmp(actions[i].name, name) != 0) continue;
        *kind = (wend_action_kind)i;
        return true;
    }
    return false;
}
