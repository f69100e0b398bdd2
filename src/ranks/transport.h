// How bytes get from rank to rank: MPI in a separately loaded module, or threads in tests.
//
// All calls return at once. Messages from one rank to another with the same tag arrive in order.
// Calls are made by one thread at a time.
#ifndef WEND_RANKS_TRANSPORT_H
#define WEND_RANKS_TRANSPORT_H

#include "wend/base.h"

enum { RANKS_ANY = -1 };  // as `from` of a probe

typedef struct ranks_transport {
    int rank, count;
    void* context;
    // Start a transfer; `data` belongs to the transport until `test` reports the end of the
    // request.
    bool (*send)(void* context, int to, int tag, const void* data, size_t size, void** request);
    bool (*receive)(void* context, int from, int tag, void* data, size_t size, void** request);
    // Sets `*done` and frees the request when the transfer has ended.
    bool (*test)(void* context, void** request, bool* done);
    // Gives up a receive after an error: its memory is not written to any more.
    void (*cancel)(void* context, void** request);
    // Whether a message waits, its sender and its size.
    bool (*probe)(void* context, int from, int tag, bool* found, int* source, size_t* size);
    void (*finish)(void* context);            // orderly: all ranks call it
    void (*stop)(void* context, int status);  // ends all ranks; may return
} ranks_transport;

// The symbol of the module, and its type. False: `problem` has the reason.
#define RANKS_MODULE_SYMBOL "wend_ranks_module"
typedef bool (*ranks_module_start)(ranks_transport* transport, char* problem, size_t size);

#endif
