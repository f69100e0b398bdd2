#include "interrupt.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "core.h"

static atomic_uint interrupt_count;
static atomic_uint interrupt_first;        // value of the counter when the first active run began
static struct sigaction interrupt_before;  // previous handler; never our own
static int interrupt_runs;                 // number of active runs
static sem_t interrupt_again;              // posted by every Ctrl-C but the first
static pid_t interrupt_watcher;            // process id of the watcher thread
static unsigned long interrupt_main;       // Python's main thread
static interrupt_agent* interrupt_agents;  // calls of agents, newest first; guarded by the GIL

static void interrupt_note(int number, siginfo_t* info, void* context) {
    if (atomic_fetch_add(&interrupt_count, 1) != atomic_load(&interrupt_first))
        sem_post(&interrupt_again);
    if (interrupt_before.sa_flags & SA_SIGINFO)
        interrupt_before.sa_sigaction(number, info, context);
    else if (interrupt_before.sa_handler != SIG_DFL && interrupt_before.sa_handler != SIG_IGN)
        interrupt_before.sa_handler(number);
}

// Raising asynchronous exceptions needs the GIL, which a signal handler cannot acquire.
static void* interrupt_watch(void* none) {
    for (;;) {
        while (sem_wait(&interrupt_again) != 0) continue;
        PyGILState_STATE lock = PyGILState_Ensure();
        for (const interrupt_agent* a = interrupt_agents; a; a = a->next)
            if (a->thread != interrupt_main)
                PyThreadState_SetAsyncExc(a->thread, PyExc_KeyboardInterrupt);
        PyGILState_Release(lock);
    }
    return none;
}

// The id of the main thread, which Python interrupts itself.
static unsigned long interrupt_find_main(void) {
    unsigned long ident = 0;
    PyObject* module = PyImport_ImportModule("threading");
    PyObject* thread = module ? PyObject_CallMethod(module, "main_thread", NULL) : NULL;
    PyObject* number = thread ? PyObject_GetAttrString(thread, "ident") : NULL;
    if (number) ident = PyLong_AsUnsignedLong(number);
    Py_XDECREF(number);
    Py_XDECREF(thread);
    Py_XDECREF(module);
    PyErr_Clear();
    return ident;
}

// Once per process: a forked child inherits only the thread that forked.
static void interrupt_start_watcher(void) {
    pthread_t thread;
    sigset_t all, before;
    if (interrupt_watcher == getpid()) return;
    interrupt_main = interrupt_find_main();
    sem_init(&interrupt_again, 0, 0);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    if (pthread_create(&thread, NULL, interrupt_watch, NULL) == 0) {
        pthread_detach(thread);
        interrupt_watcher = getpid();
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static bool interrupt_is_ours(const struct sigaction* action) {
    return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == interrupt_note;
}

unsigned interrupt_begin(void) {
    struct sigaction now, mine = {.sa_sigaction = interrupt_note};
    if (interrupt_runs++ == 0) {
        interrupt_start_watcher();
        sigaction(SIGINT, NULL, &now);
        // If the program ignores SIGINT, it stays ignored.
        if (!interrupt_is_ours(&now) &&
            ((now.sa_flags & SA_SIGINFO) || now.sa_handler != SIG_IGN)) {
            interrupt_before = now;
            mine.sa_flags = SA_SIGINFO | (now.sa_flags & (SA_ONSTACK | SA_RESTART));
            mine.sa_mask = now.sa_mask;
            atomic_store(&interrupt_first, atomic_load(&interrupt_count));
            sigaction(SIGINT, &mine, NULL);
        }
    }
    return atomic_load(&interrupt_count);
}

void interrupt_end(void) {
    struct sigaction now;
    if (--interrupt_runs > 0) return;
    sigaction(SIGINT, NULL, &now);
    // A handler that was installed in the meantime is kept.
    if (interrupt_is_ours(&now)) sigaction(SIGINT, &interrupt_before, NULL);
}

bool interrupt_since(unsigned begin) { return atomic_load(&interrupt_count) != begin; }

void interrupt_enter_agent(interrupt_agent* call) {
    *call = (interrupt_agent){PyThread_get_thread_ident(), interrupt_agents};
    interrupt_agents = call;
}

void interrupt_leave_agent(interrupt_agent* call) {
    interrupt_agent** link = &interrupt_agents;
    while (*link && *link != call) link = &(*link)->next;
    if (*link) *link = call->next;
    // An exception that was raised too late for the agent is cleared, so that it does not reach the
    // caller of the run.
    if (interrupt_since(interrupt_first) && call->thread != interrupt_main)
        PyThreadState_SetAsyncExc(call->thread, NULL);
}
