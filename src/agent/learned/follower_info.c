// Files of instruction followers, for `wend weights`.
#include <stdio.h>
#include <string.h>

#include "model/follower.h"

#include "wend/agent.h"

bool wend_follower_is_file(const wend_tensors* file) {
    const char* format = wend_tensors_note(file, "wend.format");
    return format && strncmp(format, "follower", 8) == 0;
}

wend_status wend_follower_inspect(const wend_tensors* file, const char* path, const char* half,
                                  wend_follower_info* info, wend_error* error) {
    follower* f;
    model_file parts;
    WEND_TRY(follower_from_tensors(file, path, &f, error));
    wend_status status =
        model_file_create(&follower_kind, &f->def, &f->words, &f->p, &parts, error);
    if (status == WEND_OK) {
        *info = (wend_follower_info){
            .weights = f->p.size, .arrays = parts.count, .words = f->words.count};
        snprintf(info->sizes, sizeof info->sizes, "%s", parts.sizes);
        model_file_destroy(&parts);
    }
    if (status == WEND_OK && half) status = follower_save(f, half, true, error);
    follower_destroy(f);
    return status;
}
