// Base64 with the digits of RFC 4648 §4.
#ifndef WEND_BASE_BASE64_H
#define WEND_BASE_BASE64_H

#include "wend/base.h"

// Decodes `size` characters into `out` (size / 4 * 3 + 3 bytes suffice). The text may end in '='.
// False: character `*bad` is not a digit.
bool base64_decode(const char* text, size_t size, uint8_t* out, size_t* out_size, size_t* bad);

#endif
