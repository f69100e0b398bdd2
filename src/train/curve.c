#include "train/curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/files.h"

static const char header[] =
    "update,step,episodes,reward,success,length,policy_loss,value_loss,entropy,approx_kl,"
    "clip_fraction,grad_norm,learning_rate,held_success,held_spl\n";

// The header before the columns had CleanRL's names. Such runs resume, and the file keeps it.
static const char old_header[] =
    "update,step,episodes,reward,success,length,policy_loss,value_loss,entropy,divergence,clipped,"
    "gradient,learning_rate,held_success,held_spl\n";

// Whether [at, end) is the line of `update`: it begins with that number and has as many fields as
// the header.
static bool curve_line_fits(const char* at, const char* end, int update) {
    char* behind;
    int commas = 0, wanted = 0;
    for (const char* c = header; *c; c++) wanted += *c == ',';
    for (const char* c = at; c < end; c++) commas += *c == ',';
    return commas == wanted && strtol(at, &behind, 10) == update && *behind == ',';
}

static bool curve_has(const wend_file_bytes* bytes, const char* line) {
    return bytes->size >= strlen(line) && memcmp(bytes->data, line, strlen(line)) == 0;
}

// Size in bytes of the header and the lines up to `update`.
static wend_status curve_measure(const wend_file_bytes* bytes, const char* path, int update,
                                 uint64_t* size, wend_error* error) {
    size_t first = curve_has(bytes, header)       ? strlen(header)
                   : curve_has(bytes, old_header) ? strlen(old_header)
                                                  : 0;
    const char* at = bytes->data + first;
    if (!first)
        return wend_fail(
            error, WEND_FORMAT,
            "%s: its first line is not that of a curve; pass --overwrite to start over", path);
    for (int i = 1; i <= update; i++) {
        const char* end = memchr(at, '\n', (size_t)(bytes->data + bytes->size - at));
        if (!end || !curve_line_fits(at, end, i))
            return wend_fail(
                error, WEND_FORMAT,
                "%s: the line of update %d is missing or damaged, and the checkpoint is "
                "of update %d; pass --overwrite to start over",
                path, i, update);
        at = end + 1;
    }
    *size = (uint64_t)(at - bytes->data);
    return WEND_OK;
}

wend_status curve_open(const char* path, int update, curve* c, wend_error* error) {
    wend_file_bytes bytes = {0};
    uint64_t size = 0;
    *c = (curve){.file = {.descriptor = -1}};
    if (update > 0) {
        WEND_TRY(wend_file_read(path, &bytes, error));
        wend_status status = curve_measure(&bytes, path, update, &size, error);
        wend_file_bytes_destroy(&bytes);
        if (status != WEND_OK) return status;
    }
    WEND_TRY(append_file_open(path, size, &c->file, error));
    if (update == 0) append_file_put(&c->file, header, sizeof header - 1);
    return curve_flush(c, false, error);
}

void curve_close(curve* c) { append_file_close(&c->file); }

// Unknown values are empty fields.
static void curve_put_number(wend_text_out* out, double number) {
    wend_text_put(out, ",");
    if (isfinite(number)) wend_text_put(out, "%.6g", number);
}

void curve_put(curve* c, const wend_train_report* r) {
    const double numbers[] = {r->reward,
                              r->success,
                              r->length,
                              r->losses.policy,
                              r->losses.value,
                              r->losses.entropy,
                              r->losses.approx_kl,
                              r->losses.clip_fraction,
                              r->grad_norm,
                              r->learning_rate,
                              r->evaluated ? r->held_success : (double)NAN,
                              r->evaluated ? r->held_spl : (double)NAN};
    wend_text_out* out = &c->file.pending;
    wend_text_put(out, "%d,%lld,%d", r->update, (long long)r->step, r->episodes);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) curve_put_number(out, numbers[i]);
    wend_text_put(out, "\n");
}

wend_status curve_flush(curve* c, bool sync, wend_error* error) {
    wend_status status = append_file_flush(&c->file, sync, error);
    if (status != WEND_OK) wend_error_prefix(error, "curve.csv");
    return status;
}
