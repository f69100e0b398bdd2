// Out-of-memory handling for Recast and Detour.
//
// Both use some allocations without a NULL check (rcAllocCompactHeightfield, rcVector, dtNodePool).
// While a detour_memory exists on the thread, a failed allocation throws std::bad_alloc instead.
// Most of their pointers have no destructor, so the detour_memory frees every block that was
// allocated during its lifetime and neither freed nor kept.
//
//     detour_memory memory;
//     try {
//         made = build();
//         memory.keep();
//     } catch (const std::bad_alloc&) {
//     }
#ifndef WEND_NAV_DETOUR_MEMORY_H
#define WEND_NAV_DETOUR_MEMORY_H

#include <new>

#include "wend/base.h"

// Header of each block: a node of the ring of its detour_memory. NULL pointers: the block was kept,
// or allocated without a detour_memory.
struct alignas(16) detour_memory_block {
    detour_memory_block *before, *after;
};

class detour_memory {
   public:
    detour_memory() : ring_{&ring_, &ring_}, outer_(current()) { current() = this; }
    ~detour_memory() {
        current() = outer_;
        while (ring_.after != &ring_) remove(ring_.after, true);
    }
    detour_memory(const detour_memory&) = delete;
    detour_memory& operator=(const detour_memory&) = delete;

    // Excludes all current blocks, or one block, from being freed by the destructor.
    void keep() {
        while (ring_.after != &ring_) remove(ring_.after, false);
    }
    void keep(void* memory) { remove(static_cast<detour_memory_block*>(memory) - 1, false); }

    void add(detour_memory_block* block) {
        *block = {&ring_, ring_.after};
        ring_.after->before = block;
        ring_.after = block;
    }
    static void remove(detour_memory_block* block, bool free) {
        if (block->before) {
            block->before->after = block->after;
            block->after->before = block->before;
        }
        block->before = block->after = nullptr;
        if (free) wend_free(block);
    }
    static detour_memory*& current() {  // of this thread; NULL: none
        static thread_local detour_memory* memory = nullptr;
        return memory;
    }

   private:
    detour_memory_block ring_;
    detour_memory* outer_;
};

inline void* detour_memory_alloc(size_t size, bool zeroed) {
    size_t bytes = sizeof(detour_memory_block) + size;
    void* memory = zeroed ? wend_alloc_zero(1, bytes) : wend_alloc(bytes);
    detour_memory* owner = detour_memory::current();
    if (!memory && owner) throw std::bad_alloc();
    if (!memory) return nullptr;
    detour_memory_block* block = new (memory) detour_memory_block{nullptr, nullptr};
    if (owner) owner->add(block);
    return block + 1;
}

inline void detour_memory_free(void* memory) {
    if (memory) detour_memory::remove(static_cast<detour_memory_block*>(memory) - 1, true);
}

#endif
