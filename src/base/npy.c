// NPY: format version 1.0 to 3.0 of numpy.lib.format. Zip: APPNOTE 6.3, the parts numpy writes.
#include "base/npy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/array.h"
#include "base/file.h"
#include "base/half.h"

#include "wend/files.h"

enum {
    MAX_MEMBERS = 4096,
    END_SIZE = 22,              // end-of-central-directory record without comment
    CENTRAL_SIZE = 46,          // central directory entry without name
    LOCAL_SIZE = 30,            // local header without name
    DEFLATE_RATIO = 1032,       // max compression ratio of a deflate stream
    UNPACKED_FLOOR = 64 << 20,  // members may share bytes, so their total is bounded, too
    UNPACKED_RATIO = 100
};
static const size_t max_bytes = (size_t)1 << 30;

typedef struct zip {
    const uint8_t* bytes;
    size_t size;
    const char* name;
    size_t unpacked;    // total bytes so far
    size_t max_total;   // of all members
    size_t max_member;  // bytes of one member
} zip;

typedef struct zip_member {
    const char* name;
    size_t name_size, packed, size, local;
    unsigned method, crc;
} zip_member;

static unsigned le16(const uint8_t* p) { return (unsigned)p[0] | (unsigned)p[1] << 8; }
static uint32_t le32(const uint8_t* p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static wend_status damaged(const zip* z, wend_error* error, const char* what) {
    return wend_fail(error, WEND_FORMAT, "%s: not an .npz file: %s; fetch it again", z->name, what);
}

static wend_status npy_no_memory(const zip* z, wend_error* error, size_t bytes) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for %zu bytes", z->name, bytes);
}

// ---- zip --------------------------------------------------------------------------------------

// The end record is followed by a comment of at most 65,535 bytes.
static wend_status find_directory(const zip* z, size_t* at, int* members, wend_error* error) {
    if (z->size < END_SIZE) return damaged(z, error, "too short for a zip");
    size_t lowest = z->size > END_SIZE + 65535 ? z->size - END_SIZE - 65535 : 0;
    for (size_t p = z->size - END_SIZE;; p--) {
        const uint8_t* end = z->bytes + p;
        if (le32(end) == 0x06054b50) {
            *members = (int)le16(end + 10);
            *at = le32(end + 16);
            return *at <= p ? WEND_OK : damaged(z, error, "its directory lies outside");
        }
        if (p == lowest) return damaged(z, error, "no end of a zip directory");
    }
}

static wend_status npy_read_entry(const zip* z, size_t* at, zip_member* member, wend_error* error) {
    if (*at > z->size || z->size - *at < CENTRAL_SIZE || le32(z->bytes + *at) != 0x02014b50)
        return damaged(z, error, "its directory is cut off");
    const uint8_t* p = z->bytes + *at;
    *member = (zip_member){.name = (const char*)p + CENTRAL_SIZE,
                           .name_size = le16(p + 28),
                           .packed = le32(p + 20),
                           .size = le32(p + 24),
                           .local = le32(p + 42),
                           .method = le16(p + 10),
                           .crc = le32(p + 16)};
    size_t whole = CENTRAL_SIZE + member->name_size + le16(p + 30) + le16(p + 32);
    if (whole > z->size - *at) return damaged(z, error, "its directory is cut off");
    *at += whole;
    return WEND_OK;
}

static wend_status inflate_member(const zip* z, const uint8_t* packed, const zip_member* member,
                                  uint8_t* out, wend_error* error) {
    z_stream stream = {.zalloc = file_zlib_alloc, .zfree = file_zlib_free};
    stream.next_in = (Bytef*)packed;
    stream.avail_in = (uInt)member->packed;
    stream.next_out = out;
    stream.avail_out = (uInt)member->size;
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return npy_no_memory(z, error, 1 << 16);
    int result = inflate(&stream, Z_FINISH);
    size_t written = stream.total_out;
    inflateEnd(&stream);
    if (result == Z_MEM_ERROR) return npy_no_memory(z, error, member->size);
    if (result != Z_STREAM_END || written != member->size)
        return damaged(z, error, "a member does not unpack to its size");
    return WEND_OK;
}

// Unpacks a member. The caller frees `*out`.
static wend_status unpack(zip* z, const zip_member* member, uint8_t** out, wend_error* error) {
    *out = NULL;
    if (member->local > z->size || z->size - member->local < LOCAL_SIZE ||
        le32(z->bytes + member->local) != 0x04034b50)
        return damaged(z, error, "a member has no header");
    const uint8_t* local = z->bytes + member->local;
    size_t start = member->local + LOCAL_SIZE + le16(local + 26) + le16(local + 28);
    if (start > z->size || member->packed > z->size - start)
        return damaged(z, error, "a member is cut off");
    if (member->method != 0 && member->method != 8)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "%s: '%.*s' is packed by zip method %u, only 0 and 8 are read", z->name,
                         (int)member->name_size, member->name, member->method);
    bool fits = member->method ? member->size / DEFLATE_RATIO <= member->packed
                               : member->size == member->packed;
    if (!fits) return damaged(z, error, "a member gives a size it cannot have");
    size_t limit = UNPACKED_FLOOR + UNPACKED_RATIO * z->size;
    if (limit > z->max_total) limit = z->max_total;
    if (member->size > z->max_member)
        return wend_fail(error, WEND_LIMIT, "%s: '%.*s' has %zu bytes; at most %zu are read",
                         z->name, (int)member->name_size, member->name, member->size,
                         z->max_member);
    if (member->size > limit - z->unpacked)
        return wend_fail(error, WEND_LIMIT,
                         "%s: unpacks to more than 64 MiB and 100 times its size, or to more than "
                         "1 GiB; save it with numpy.savez, which does not compress",
                         z->name);
    z->unpacked += member->size;
    *out = wend_alloc(member->size);
    if (!*out) return npy_no_memory(z, error, member->size);
    wend_status status = WEND_OK;
    if (member->method)
        status = inflate_member(z, z->bytes + start, member, *out, error);
    else
        memcpy(*out, z->bytes + start, member->size);
    if (status == WEND_OK && crc32(0, *out, (uInt)member->size) != member->crc)
        status = damaged(z, error, "a member's checksum is wrong");
    return status;
}

// ---- npy --------------------------------------------------------------------------------------

static const char* after(const char* text, const char* part) {
    const char* at = strstr(text, part);
    return at ? at + strlen(part) : NULL;
}

static bool read_descr(const char* header, wend_npy_array* array) {
    const char* p = after(header, "'descr':");
    if (!p) return false;
    while (*p == ' ') p++;
    if (p[0] != '\'' || !strchr("<|", p[1]) || !p[1]) return false;
    static const char letters[] = "biufUS";
    const char* letter = p[2] ? strchr(letters, p[2]) : NULL;
    if (!letter) return false;
    array->type = (wend_npy_type)(letter - letters);
    char* end;
    unsigned long width = strtoul(p + 3, &end, 10);
    if (*end != '\'' || width > 1 << 20) return false;
    array->item_size = array->type == WEND_NPY_UNICODE ? width * 4 : width;
    if (array->type >= WEND_NPY_UNICODE) return true;
    return width == 8 || width == 4 || width == 2 || (width == 1 && array->type != WEND_NPY_FLOAT);
}

static bool npy_read_shape(const char* header, wend_npy_array* array) {
    const char* p = after(header, "'shape':");
    if (!p) return false;
    while (*p == ' ') p++;
    if (*p++ != '(') return false;
    array->count = 1;
    for (;;) {
        while (*p == ' ' || *p == ',') p++;
        if (*p == ')') return true;
        if (*p < '0' || *p > '9' || array->dimensions == WEND_NPY_MAX_DIMENSIONS) return false;
        char* end;
        unsigned long long n = strtoull(p, &end, 10);
        if (n > max_bytes) return false;
        array->shape[array->dimensions++] = (size_t)n;
        if (n && array->count > max_bytes / n) return false;
        array->count *= (size_t)n;
        p = end;
    }
}

// Takes ownership of `bytes`. The data is moved to the front in place.
static wend_status read_npy(const zip* z, uint8_t* bytes, size_t size, wend_npy_array* array,
                            wend_error* error) {
    if (size < 12 || memcmp(bytes, "\x93NUMPY", 6) != 0 || bytes[6] < 1 || bytes[6] > 3)
        return damaged(z, error, "a member is not an array");
    size_t start = bytes[6] == 1 ? 10 : 12;
    size_t length = bytes[6] == 1 ? le16(bytes + 8) : le32(bytes + 8);
    if (length > size - start || length > 65536)
        return damaged(z, error, "an array's header is cut off");
    char* header = wend_alloc(length + 1);
    if (!header) return npy_no_memory(z, error, length);
    memcpy(header, bytes + start, length);
    header[length] = 0;
    bool known = read_descr(header, array) && npy_read_shape(header, array);
    bool c_order = strstr(header, "'fortran_order': False") != NULL;
    wend_free(header);
    if (!known || !c_order)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "%s: array '%s' is not a little-endian one in C order of bool, int, "
                         "float or text; save it again with numpy.ascontiguousarray",
                         z->name, array->name ? array->name : "");
    size_t held = size - start - length;
    if (array->item_size && array->count > held / array->item_size)
        return damaged(z, error, "an array is shorter than its shape");
    memmove(bytes, bytes + start + length, array->count * array->item_size);
    array->data = bytes;
    return WEND_OK;
}

static wend_status read_member(zip* z, const zip_member* member, wend_npy_array* array,
                               wend_error* error) {
    size_t length = member->name_size;
    if (length > 4 && memcmp(member->name + length - 4, ".npy", 4) == 0) length -= 4;
    *array = (wend_npy_array){.name = wend_alloc(length + 1)};
    if (!array->name) return npy_no_memory(z, error, length);
    memcpy(array->name, member->name, length);
    array->name[length] = 0;
    uint8_t* bytes;
    wend_status status = unpack(z, member, &bytes, error);
    if (status == WEND_OK) status = read_npy(z, bytes, member->size, array, error);
    if (status == WEND_OK) return WEND_OK;
    wend_free(bytes);
    wend_free(array->name);
    *array = (wend_npy_array){0};
    return status;
}

wend_status npz_parse(const void* bytes, size_t size, const char* name, npz* file,
                      wend_error* error) {
    *file = (npz){0};
    zip z = {bytes, size, name, .max_total = max_bytes, .max_member = max_bytes};
    size_t at = 0;
    int members = 0;
    WEND_TRY(find_directory(&z, &at, &members, error));
    if (members > MAX_MEMBERS) return damaged(&z, error, "more than 4096 members");
    file->arrays = wend_alloc_zero((size_t)members, sizeof *file->arrays);
    if (!file->arrays) return npy_no_memory(&z, error, (size_t)members * sizeof *file->arrays);
    wend_status status = WEND_OK;
    for (int i = 0; i < members && status == WEND_OK; i++) {
        zip_member member = {0};
        status = npy_read_entry(&z, &at, &member, error);
        if (status == WEND_OK) status = read_member(&z, &member, &file->arrays[i], error);
        if (status == WEND_OK) file->count++;
    }
    if (status != WEND_OK) npz_destroy(file);
    return status;
}

wend_status npz_each(const void* bytes, size_t size, const char* name, size_t max_member,
                     npz_take* take, void* context, wend_error* error) {
    zip z = {bytes, size, name, .max_total = SIZE_MAX, .max_member = max_member};
    size_t at = 0;
    int members = 0;
    WEND_TRY(find_directory(&z, &at, &members, error));
    for (int i = 0; i < members; i++) {
        zip_member member = {0};
        wend_npy_array array;
        WEND_TRY(npy_read_entry(&z, &at, &member, error));
        WEND_TRY(read_member(&z, &member, &array, error));
        wend_status status = take(context, &array, error);
        if (status != WEND_OK) wend_error_prefix(error, "%s", name);
        wend_free(array.name);
        wend_free(array.data);
        WEND_TRY(status);
    }
    return WEND_OK;
}

wend_status npz_read(const char* path, npz* file, wend_error* error) {
    *file = (npz){0};
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = npz_parse(bytes.data, bytes.size, path, file, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

void npz_destroy(npz* file) {
    for (int i = 0; i < file->count; i++) {
        wend_free(file->arrays[i].name);
        wend_free(file->arrays[i].data);
    }
    wend_free(file->arrays);
    *file = (npz){0};
}

const wend_npy_array* npz_find(const npz* file, const char* name) {
    for (int i = 0; i < file->count; i++)
        if (strcmp(file->arrays[i].name, name) == 0) return &file->arrays[i];
    return NULL;
}

// ---- items ------------------------------------------------------------------------------------

double wend_npy_number(const wend_npy_array* array, size_t index) {
    const uint8_t* p = (const uint8_t*)array->data + index * array->item_size;
    if (array->type >= WEND_NPY_UNICODE) return 0;
    if (array->type == WEND_NPY_FLOAT) {
        uint16_t half;
        float narrow;
        double wide;
        memcpy(&half, p, sizeof half);
        if (array->item_size == 2) return half_to_float(half);
        memcpy(&narrow, p, sizeof narrow);
        if (array->item_size == 4) return narrow;
        memcpy(&wide, p, sizeof wide);
        return wide;
    }
    uint64_t bits = 0;
    memcpy(&bits, p, array->item_size);
    if (array->type != WEND_NPY_INT) return (double)bits;
    int shift = 64 - 8 * (int)array->item_size;
    return (double)((int64_t)(bits << shift) >> shift);
}

static size_t put_utf8(uint32_t c, char* out) {
    if (c < 0x80) return out[0] = (char)c, 1;
    if (c < 0x800) return out[0] = (char)(0xc0 | c >> 6), out[1] = (char)(0x80 | (c & 63)), 2;
    if (c >= 0x110000 || (c >= 0xd800 && c < 0xe000)) c = 0xfffd;
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 63));
        return out[2] = (char)(0x80 | (c & 63)), 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 63));
    out[2] = (char)(0x80 | (c >> 6 & 63));
    return out[3] = (char)(0x80 | (c & 63)), 4;
}

void npy_text(const wend_npy_array* array, size_t index, char* out, size_t out_size) {
    const uint8_t* p = (const uint8_t*)array->data + index * array->item_size;
    size_t step = array->type == WEND_NPY_UNICODE ? 4 : 1, used = 0;
    size_t bytes = array->type >= WEND_NPY_UNICODE ? array->item_size : 0;
    for (size_t i = 0; i + step <= bytes && used + 5 <= out_size; i += step) {
        uint32_t c = step == 4 ? le32(p + i) : p[i];
        if (c == 0) break;
        used += put_utf8(c, out + used);
    }
    if (out_size) out[used] = 0;
}

wend_status wend_npy_read(const char* path, wend_npy_array* array, wend_error* error) {
    *array = (wend_npy_array){0};
    wend_file_bytes file;
    WEND_TRY(wend_file_read(path, &file, error));
    zip z = {.name = path};
    // Copied, so that the array is always freed by wend_free.
    uint8_t* bytes = file.size <= max_bytes ? wend_alloc(file.size + 1) : NULL;
    wend_status status = bytes ? WEND_OK : npy_no_memory(&z, error, file.size);
    if (bytes) memcpy(bytes, file.data, file.size);
    if (bytes) status = read_npy(&z, bytes, file.size, array, error);
    if (status != WEND_OK) wend_free(bytes);
    wend_file_bytes_destroy(&file);
    return status;
}

void wend_npy_destroy(wend_npy_array* array) {
    wend_free(array->data);
    array->data = NULL;
}

// ---- writing ----------------------------------------------------------------------------------

static void put16(wend_text_out* out, unsigned v) {
    char b[2] = {(char)v, (char)(v >> 8)};
    wend_text_put_bytes(out, b, 2);
}
static void put32(wend_text_out* out, uint32_t v) {
    put16(out, v & 0xffff);
    put16(out, v >> 16);
}

// The header is padded: the data begins at a multiple of 64 bytes, as in numpy.
static void put_npy(wend_text_out* out, const wend_npy_array* a) {
    char header[256];
    size_t width = a->type == WEND_NPY_UNICODE ? a->item_size / 4 : a->item_size;
    char order = a->item_size == 1 || a->type == WEND_NPY_BYTES ? '|' : '<';
    int n =
        snprintf(header, sizeof header, "{'descr': '%c%c%zu', 'fortran_order': False, 'shape': (",
                 order, "biufUS"[a->type], width);
    for (int i = 0; i < a->dimensions; i++)
        n += snprintf(header + n, sizeof header - (size_t)n, i ? ", %zu" : "%zu", a->shape[i]);
    n += snprintf(header + n, sizeof header - (size_t)n, a->dimensions == 1 ? ",), }" : "), }");
    int padded = (10 + n + 1 + 63) / 64 * 64 - 10;
    wend_text_put_bytes(out, "\x93NUMPY\x01\x00", 8);
    put16(out, (unsigned)padded);
    wend_text_put_bytes(out, header, (size_t)n);
    for (; n < padded - 1; n++) wend_text_put_bytes(out, " ", 1);
    wend_text_put_bytes(out, "\n", 1);
    if (a->count) wend_text_put_bytes(out, a->data, a->count * a->item_size);
}

// Fields shared by local headers and directory entries, from "version needed" on. The date is
// constant (1980), so equal arrays give equal bytes.
static void npy_put_facts(wend_text_out* out, uint32_t crc, size_t packed, size_t size,
                          size_t name_size) {
    put16(out, 20);
    put16(out, 0);
    put16(out, 8);
    put16(out, 0);
    put16(out, 33);
    put32(out, crc);
    put32(out, (uint32_t)packed);
    put32(out, (uint32_t)size);
    put16(out, (unsigned)name_size);
    put16(out, 0);
}

static wend_status deflate_into(wend_text_out* out, const wend_text_out* plain, wend_error* error) {
    z_stream stream = {.zalloc = file_zlib_alloc, .zfree = file_zlib_free};
    if (deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory while compressing");
    size_t bound = deflateBound(&stream, plain->count);
    bool room = ARRAY_RESERVE(out, bound + 1);
    if (room) {
        stream.next_in = (Bytef*)plain->items;
        stream.avail_in = (uInt)plain->count;
        stream.next_out = (Bytef*)out->items + out->count;
        stream.avail_out = (uInt)bound;
        deflate(&stream, Z_FINISH);
        out->count += stream.total_out;
    }
    deflateEnd(&stream);
    return room ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "out of memory while compressing");
}

static wend_status put_member(wend_text_out* out, wend_text_out* directory,
                              const wend_npy_array* array, wend_error* error) {
    wend_text_out plain = {0}, packed = {0};
    put_npy(&plain, array);
    wend_status status = WEND_OK;
    if (plain.out_of_memory)
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory for '%s'", array->name);
    else if (plain.count > max_bytes)
        status = wend_fail(error, WEND_LIMIT, "array '%s' is over 1 GiB", array->name);
    else
        status = deflate_into(&packed, &plain, error);
    if (status == WEND_OK) {
        uint32_t crc = (uint32_t)crc32(0, (const Bytef*)plain.items, (uInt)plain.count);
        char name[512];
        int length = snprintf(name, sizeof name, "%s.npy", array->name);
        if (length >= (int)sizeof name) length = (int)sizeof name - 1;
        size_t local = out->count;
        put32(out, 0x04034b50);
        npy_put_facts(out, crc, packed.count, plain.count, (size_t)length);
        wend_text_put_bytes(out, name, (size_t)length);
        wend_text_put_bytes(out, packed.items, packed.count);
        put32(directory, 0x02014b50);
        put16(directory, 20);
        npy_put_facts(directory, crc, packed.count, plain.count, (size_t)length);
        put16(directory, 0);
        put16(directory, 0);
        put16(directory, 0);
        put32(directory, 0);
        put32(directory, (uint32_t)local);
        wend_text_put_bytes(directory, name, (size_t)length);
    }
    wend_text_destroy(&plain);
    wend_text_destroy(&packed);
    return status;
}

wend_status wend_npz_write(const char* path, const wend_npy_array* arrays, int count,
                           wend_error* error) {
    wend_text_out out = {0}, directory = {0};
    wend_status status = WEND_OK;
    for (int i = 0; i < count && status == WEND_OK; i++)
        status = put_member(&out, &directory, &arrays[i], error);
    if (status == WEND_OK) {
        size_t start = out.count;
        wend_text_put_bytes(&out, directory.items, directory.count);
        put32(&out, 0x06054b50);
        put32(&out, 0);
        put16(&out, (unsigned)count);
        put16(&out, (unsigned)count);
        put32(&out, (uint32_t)directory.count);
        put32(&out, (uint32_t)start);
        put16(&out, 0);
        out.out_of_memory = out.out_of_memory || directory.out_of_memory;
        status = wend_text_save(&out, path, error);
    } else {
        wend_error_prefix(error, "%s", path);
    }
    wend_text_destroy(&out);
    wend_text_destroy(&directory);
    return status;
}

wend_status wend_npy_write(const char* path, const wend_npy_array* array, wend_error* error) {
    wend_text_out out = {0};
    put_npy(&out, array);
    wend_status status = wend_text_save(&out, path, error);
    wend_text_destroy(&out);
    return status;
}
