// HTML output: text from files is escaped, images become data URIs.
#ifndef WEND_REPORT_HTML_H
#define WEND_REPORT_HTML_H

#include "wend/files.h"

// Escapes text for an element or a quoted attribute. Invalid UTF-8 and control characters become
// U+FFFD, so the page stays well-formed for any id.
void html_text(wend_text_out* out, const char* text);
// At most `limit` characters, then an ellipsis.
void html_text_short(wend_text_out* out, const char* text, int limit);

// "data:image/png;base64,…"
void html_data_uri(wend_text_out* out, const char* type, const uint8_t* bytes, size_t size);

// Formats a value in its unit, without printing the unit: 0.3412 in "%" is "34.1".
void html_value(wend_text_out* out, const char* unit, double value);

#endif
