#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupt_signal;  // 0: no signal was received

static void interrupt_store(int number) { interrupt_signal = number; }

void interrupt_catch(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction old, mine = {.sa_handler = interrupt_store, .sa_flags = (int)SA_RESETHAND};
        sigemptyset(&mine.sa_mask);
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &mine, NULL);
    }
}

bool interrupt_received(void* context) {
    (void)context;
    return interrupt_signal != 0;
}

int interrupt_status(int status) { return interrupt_signal ? 128 + interrupt_signal : status; }
