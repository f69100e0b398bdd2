#include "train/curve.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"
#include "base/text.h"

static const char header[] =
    "update,step,episodes,reward,success,length,policy_loss,value_loss,entropy,divergence,clipped,"
    "gradient,learning_rate,held_success,held_spl\n";

// The lines of updates up to `update`, after the header.
static wend_status keep_lines(const char* path, int update, text_out* kept, wend_error* error) {
    file_bytes bytes = {0};
    text_put(kept, "%s", header);
    if (update == 0 || !file_exists(path)) return WEND_OK;
    WEND_TRY(file_read(path, &bytes, error));
    for (const char* line = strchr(bytes.data, '\n'); line; line = strchr(line + 1, '\n')) {
        const char* end = strchr(line + 1, '\n');
        int number = atoi(line + 1);
        if (!end) break;
        if (number >= 1 && number <= update) text_put_bytes(kept, line + 1, (size_t)(end - line));
    }
    file_bytes_destroy(&bytes);
    return WEND_OK;
}

wend_status curve_open(const char* path, int update, curve* c, wend_error* error) {
    text_out kept = {0};
    *c = (curve){0};
    wend_status status = keep_lines(path, update, &kept, error);
    if (status == WEND_OK) status = text_save(&kept, path, error);
    text_destroy(&kept);
    if (status != WEND_OK) return status;
    c->file = fopen(path, "ab");
    return c->file ? WEND_OK
                   : wend_fail(error, WEND_IO, "%s: cannot be written: %s", path, strerror(errno));
}

void curve_close(curve* c) {
    if (c->file) fclose(c->file);
    c->file = NULL;
}

// What is not known stays empty.
static void put_number(FILE* file, double number) {
    if (isfinite(number))
        number_write(file, ",%.6g", number);
    else
        fprintf(file, ",");
}

wend_status curve_put(curve* c, const wend_train_report* r, wend_error* error) {
    const double numbers[] = {r->reward,
                              r->success,
                              r->length,
                              r->losses.policy,
                              r->losses.value,
                              r->losses.entropy,
                              r->losses.divergence,
                              r->losses.clipped,
                              r->gradient,
                              r->learning_rate,
                              r->evaluated ? r->held_success : (double)NAN,
                              r->evaluated ? r->held_spl : (double)NAN};
    fprintf(c->file, "%d,%lld,%d", r->update, (long long)r->step, r->episodes);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) put_number(c->file, numbers[i]);
    fprintf(c->file, "\n");
    if (fflush(c->file) != 0)
        return wend_fail(error, WEND_IO, "the curve cannot be written: %s", strerror(errno));
    return WEND_OK;
}
