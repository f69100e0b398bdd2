// Joining and leaving: finds out from the environment whether the process is one of several ranks,
// and loads the MPI module only then.
#include "wend/ranks.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ranks/messages.h"

// ---- the environment ---------------------------------------------------------------------------

// The first of these variables that is set, as a number; -1: none is.
static int ranks_number_of(const char* const* names) {
    for (; *names; names++) {
        const char* text = getenv(*names);
        if (text && *text) return atoi(text);
    }
    return -1;
}

// Open MPI's mpirun, PMI (MPICH, srun --mpi=pmi2). srun --mpi=pmix sets PMIX_RANK; the number of
// tasks is Slurm's.
bool wend_ranks_is_launched(void) {
    static const char* const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", NULL};
    int size = ranks_number_of(sizes);
    if (size < 0 && getenv("PMIX_RANK")) {
        static const char* const tasks[] = {"SLURM_STEP_NUM_TASKS", "SLURM_NTASKS", NULL};
        size = ranks_number_of(tasks);
    }
    return size > 1;
}

bool wend_ranks_is_first(void) {
    static const char* const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", NULL};
    return !wend_ranks_is_launched() || ranks_number_of(ranks) <= 0;
}

int wend_ranks_threads(void) {
    static const char* const locals[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS",
                                         "SLURM_NTASKS_PER_NODE", NULL};
    int online = (int)sysconf(_SC_NPROCESSORS_ONLN), local = ranks_number_of(locals), mine = online;
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) mine = CPU_COUNT(&set);
    if (mine >= online && local > 1) mine = online / local;
    return mine < 1 ? 1 : mine;
}

// ---- the module --------------------------------------------------------------------------------

#ifndef WEND_MPI_FOLDER
#define WEND_MPI_FOLDER "../lib/wend"
#endif

// The module lies beside the program (build folder) or in the library folder of the installation.
static void* ranks_load_module(void) {
    static const char* const folders[] = {".", WEND_MPI_FOLDER};
    char program[3000], path[4096];
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    if (size <= 0) return NULL;
    program[size] = 0;
    char* slash = strrchr(program, '/');
    if (slash) *slash = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s/%s/wend-mpi.so", program, folders[i]);
        // MPI loads components of its own that need its symbols.
        void* module = access(path, R_OK) == 0 ? dlopen(path, RTLD_NOW | RTLD_GLOBAL) : NULL;
        if (module) return module;
    }
    return NULL;
}

wend_status ranks_create(const ranks_transport* transport, double timeout, wend_ranks** out,
                         wend_error* error) {
    *out = NULL;
    wend_ranks* ranks = wend_alloc_zero(1, sizeof *ranks);
    if (!ranks) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    ranks->transport = *transport;
    ranks->timeout = timeout;
    pthread_mutex_init(&ranks->lock, NULL);
    *out = ranks;
    return WEND_OK;
}

wend_status wend_ranks_join(double timeout, wend_ranks** out, wend_error* error) {
    ranks_transport transport = {0};
    char problem[200] = "";
    *out = NULL;
    if (!wend_ranks_is_launched()) return WEND_OK;
    void* module = ranks_load_module();
    ranks_module_start start = NULL;
    if (module) *(void**)&start = dlsym(module, RANKS_MODULE_SYMBOL);
    if (!start)
        return wend_fail(error, WEND_ARGUMENT,
                         "started as several ranks, but this wend has no MPI (wend-mpi.so cannot "
                         "be loaded); install libopenmpi-dev and build wend again, or use --shard");
    if (!start(&transport, problem, sizeof problem))
        return wend_fail(error, WEND_IO, "%s; see the output of mpirun", problem);
    return ranks_create(&transport, timeout, out, error);
}

void wend_ranks_leave(wend_ranks* ranks) {
    if (!ranks) return;
    if (ranks->transport.finish) ranks->transport.finish(ranks->transport.context);
    pthread_mutex_destroy(&ranks->lock);
    wend_free(ranks);
}

int wend_ranks_rank(const wend_ranks* ranks) { return ranks ? ranks->transport.rank : 0; }
int wend_ranks_count(const wend_ranks* ranks) { return ranks ? ranks->transport.count : 1; }

// ---- failure -----------------------------------------------------------------------------------

// Sends the error to rank 0 and waits until rank 0 ends all. False: it did not in time.
static void ranks_raise_alarm(wend_ranks* ranks, const wend_error* error) {
    wend_text_out message = {0};
    wend_error own;
    int32_t status = (int32_t)error->status;
    void* request = NULL;
    wend_text_put_bytes(&message, (const char*)&status, sizeof status);
    wend_text_put_bytes(&message, error->message, strlen(error->message));
    if (message.out_of_memory || ranks_post_send(ranks, 0, RANKS_TAG_ALARM, message.items,
                                                 message.count, &request, &own) != WEND_OK)
        return;
    ranks_wait wait = ranks_wait_begin(ranks, 0, "ending all ranks");
    bool done = false;
    // The message leaves only while MPI is called.
    while (ranks_pause(&wait, &own) == WEND_OK)
        if (!done && ranks_is_done(ranks, &request, &done, &own) != WEND_OK) break;
}

void wend_ranks_fail(wend_ranks* ranks, int exit_status, void (*report)(const wend_error* error),
                     const wend_error* error) {
    if (wend_ranks_rank(ranks)) ranks_raise_alarm(ranks, error);
    report(error);
    if (ranks) ranks->transport.stop(ranks->transport.context, exit_status);
    _exit(exit_status);
}
