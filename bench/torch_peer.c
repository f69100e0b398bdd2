#include "torch_peer.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { TRIALS = 4 };  // steps per configuration, after the one that compiles and warms up

static const char* const layouts[] = {"channels_last", "contiguous"};
static const char* const modes[] = {"compile", "eager"};

// Environments of the allocators; only those whose library is installed are tried.
typedef struct torch_allocator {
    const char *name, *library, *settings[3];
} torch_allocator;

static const torch_allocator allocators[] = {
    {"tcmalloc", "/usr/lib/x86_64-linux-gnu/libtcmalloc_minimal.so.4", {0}},
    {"jemalloc",
     "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2",
     {"MALLOC_CONF=dirty_decay_ms:-1,muzzy_decay_ms:-1"}},
    {"malloc that keeps memory",
     NULL,
     {"MALLOC_TOP_PAD_=1073741824", "MALLOC_TRIM_THRESHOLD_=17179869184",
      "MALLOC_MMAP_THRESHOLD_=17179869184"}},
    {"malloc as it is", NULL, {0}},
};
enum {
    LAYOUTS = sizeof layouts / sizeof *layouts,
    MODES = sizeof modes / sizeof *modes,
    ALLOCATORS = sizeof allocators / sizeof *allocators,
};

// A configuration is a number: layout, mode, allocator.
static bool torch_peer_open(torch_peer* peer, const char* python, int configuration) {
    const char* layout = layouts[configuration % LAYOUTS];
    const char* mode = modes[configuration / LAYOUTS % MODES];
    const torch_allocator* a = &allocators[configuration / (LAYOUTS * MODES)];
    char texts[8][1024], *call[12];
    int count = 0, text = 0;
    call[count++] = strcpy(texts[text++], "env");
    if (a->library) {
        snprintf(texts[text], sizeof texts[text], "LD_PRELOAD=%s", a->library);
        call[count++] = texts[text++];
    }
    for (int i = 0; i < 3 && a->settings[i]; i++) call[count++] = (char*)a->settings[i];
    snprintf(texts[text], sizeof texts[text], "%s", python);
    call[count++] = texts[text++];
    call[count++] = strcpy(texts[text++], WEND_SOURCE_FOLDER "/bench/peers/peer_torch.py");
    call[count++] = (char*)layout;
    call[count++] = (char*)mode;
    call[count++] = (char*)peer->precision;
    call[count] = NULL;
    snprintf(peer->name, sizeof peer->name, "PyTorch %s (%s, %s, %s)", peer->precision, layout,
             mode, a->name);
    return peer_process_start(&peer->process, call);
}

// Seconds of the best of some steps; INFINITY if it does not run.
static double torch_peer_try(torch_peer* peer, const char* python, int configuration) {
    double best = INFINITY;
    const char* library = allocators[configuration / (LAYOUTS * MODES)].library;
    if (library && access(library, R_OK) != 0) return INFINITY;
    if (!torch_peer_open(peer, python, configuration)) return INFINITY;
    if (isfinite(peer_process_ask(&peer->process, "learn")))
        for (int i = 0; i < TRIALS; i++)
            best = fmin(best, peer_process_ask(&peer->process, "learn"));
    torch_peer_stop(peer);
    return best;
}

// With `all`, every configuration is measured; else only those with compile, channels_last and an
// allocator that keeps memory, which were the best on Zen 4, and eager ones where compile fails.
bool torch_peer_start(torch_peer* peer, const char* python, const char* precision, bool all) {
    int best = -1;
    *peer = (torch_peer){.precision = precision, .seconds = INFINITY};
    // Without PyTorch the first process ends at once: not every configuration needs to show it.
    if (!torch_peer_open(peer, python, LAYOUTS * MODES * ALLOCATORS - 1)) return false;
    bool runs = isfinite(peer_process_ask(&peer->process, "gru_step"));
    torch_peer_stop(peer);
    for (int i = 0; runs && i < LAYOUTS * MODES * ALLOCATORS; i++) {
        bool usual = i % (LAYOUTS * MODES) == 0 && i / (LAYOUTS * MODES) < ALLOCATORS - 1;
        if (!all && !usual && (best >= 0 || i / (LAYOUTS * MODES) < ALLOCATORS - 2)) continue;
        double seconds = torch_peer_try(peer, python, i);
        if (isfinite(seconds))
            fprintf(stderr, "  tried %-64s %8.1f sample/s\n", peer->name, 64 / seconds);
        if (seconds < peer->seconds) {
            best = i;
            peer->seconds = seconds;
        }
    }
    return best >= 0 && torch_peer_open(peer, python, best);
}

void torch_peer_stop(torch_peer* peer) { peer_process_stop(&peer->process); }
