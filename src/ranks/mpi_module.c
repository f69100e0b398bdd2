// wend-mpi.so: the transport over MPI. Loaded at run time by processes that mpirun or srun started,
// so that no other process spends time on loading MPI.
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "ranks/transport.h"

// All ranks of the job; error codes are returned.
static bool module_send(void* context, int to, int tag, const void* data, size_t size,
                        void** request) {
    MPI_Request* r = malloc(sizeof *r);
    (void)context;
    *request = r;
    if (!r || size > INT_MAX) return false;
    return MPI_Isend(data, (int)size, MPI_BYTE, to, tag, MPI_COMM_WORLD, r) == MPI_SUCCESS;
}

static bool module_receive(void* context, int from, int tag, void* data, size_t size,
                           void** request) {
    MPI_Request* r = malloc(sizeof *r);
    (void)context;
    *request = r;
    if (!r || size > INT_MAX) return false;
    return MPI_Irecv(data, (int)size, MPI_BYTE, from, tag, MPI_COMM_WORLD, r) == MPI_SUCCESS;
}

static bool module_test(void* context, void** request, bool* done) {
    int flag = 0;
    (void)context;
    bool good = MPI_Test(*request, &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS;
    *done = flag != 0;
    if (!good || !flag) return good;
    free(*request);
    *request = NULL;
    return true;
}

static void module_cancel(void* context, void** request) {
    (void)context;
    MPI_Cancel(*request);
    MPI_Request_free(*request);
    free(*request);
    *request = NULL;
}

static bool module_probe(void* context, int from, int tag, bool* found, int* source, size_t* size) {
    MPI_Status status;
    int flag = 0, count = 0;
    (void)context;
    if (MPI_Iprobe(from == RANKS_ANY ? MPI_ANY_SOURCE : from, tag, MPI_COMM_WORLD, &flag,
                   &status) != MPI_SUCCESS)
        return false;
    *found = flag != 0;
    if (!flag) return true;
    *source = status.MPI_SOURCE;
    if (MPI_Get_count(&status, MPI_BYTE, &count) != MPI_SUCCESS || count < 0) return false;
    *size = (size_t)count;
    return true;
}

static void module_finish(void* context) {
    (void)context;
    MPI_Finalize();
}

static void module_stop(void* context, int status) {
    (void)context;
    MPI_Abort(MPI_COMM_WORLD, status);
}

__attribute__((visibility("default"))) bool wend_ranks_module(ranks_transport* t, char* problem,
                                                              size_t size);

bool wend_ranks_module(ranks_transport* t, char* problem, size_t size) {
    int provided = 0;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS) {
        snprintf(problem, size, "MPI could not be started");
        return false;
    }
    if (provided < MPI_THREAD_SERIALIZED) {
        snprintf(problem, size, "this MPI does not support calls from several threads");
        MPI_Finalize();
        return false;
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    *t = (ranks_transport){.send = module_send,
                           .receive = module_receive,
                           .test = module_test,
                           .cancel = module_cancel,
                           .probe = module_probe,
                           .finish = module_finish,
                           .stop = module_stop};
    MPI_Comm_rank(MPI_COMM_WORLD, &t->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &t->count);
    return true;
}
