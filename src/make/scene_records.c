#include "make/scene_records.h"

#include <string.h>

// Precedes the texts in a message.
typedef struct scene_head {
    wend_status status;
    wend_error error;
    int32_t counts[SCENE_RECORDS_COUNTS];
    uint64_t sizes[SCENE_RECORDS_TEXTS];
} scene_head;

static void scene_records_pack(const scene_records* r, wend_text_out* message) {
    scene_head head = {.status = r->status};
    if (r->status != WEND_OK) head.error = r->error;
    memcpy(head.counts, r->counts, sizeof head.counts);
    for (int i = 0; i < SCENE_RECORDS_TEXTS; i++) head.sizes[i] = r->texts[i].text.count;
    wend_text_put_bytes(message, (const char*)&head, sizeof head);
    for (int i = 0; i < SCENE_RECORDS_TEXTS; i++) {
        wend_text_put_bytes(message, r->texts[i].text.items, r->texts[i].text.count);
        message->out_of_memory |= r->texts[i].text.out_of_memory;
    }
}

static wend_status scene_records_unpack(const wend_text_out* message, scene_records* r,
                                        wend_error* error) {
    scene_head head;
    size_t at = sizeof head;
    bool good = message->count >= sizeof head;
    if (good) memcpy(&head, message->items, sizeof head);
    for (int i = 0; good && i < SCENE_RECORDS_TEXTS; i++) {
        wend_text_out* text = &r->texts[i].text;
        good = head.sizes[i] <= message->count - at;
        if (!good) break;
        wend_text_put_bytes(text, message->items + at, head.sizes[i]);
        at += head.sizes[i];
        if (text->out_of_memory)
            return wend_fail(error, WEND_NO_MEMORY, "out of memory for the records of a scene");
    }
    if (!good || at != message->count)
        return wend_fail(error, WEND_FORMAT,
                         "a rank sent %zu bytes that are not the records of a scene; start the "
                         "same version of wend on all ranks",
                         message->count);
    r->status = head.status;
    r->error = head.error;
    memcpy(r->counts, head.counts, sizeof r->counts);
    return WEND_OK;
}

wend_status scene_records_share(ranks_shares* shares, scene_records* r, wend_error* error) {
    if (!shares->ranks) return WEND_OK;
    wend_text_out message = {0};
    bool mine = ranks_shares_is_mine(shares), first = !wend_ranks_rank(shares->ranks);
    if (mine && !first) scene_records_pack(r, &message);
    wend_status status = ranks_shares_put_text(shares, &message, error);
    if (status == WEND_OK && first && !mine) status = scene_records_unpack(&message, r, error);
    wend_text_destroy(&message);
    return status;
}

void scene_records_destroy(scene_records* r) {
    for (int i = 0; i < SCENE_RECORDS_TEXTS; i++) wend_json_out_destroy(&r->texts[i]);
}
