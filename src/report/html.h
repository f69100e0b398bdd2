// HTML written into a growing text: what comes from files is escaped, pictures become data URIs.
#ifndef WEND_REPORT_HTML_H
#define WEND_REPORT_HTML_H

#include "base/text.h"

// Text as it is to be read, in an element or in a quoted attribute. Bytes that are no UTF-8, and
// control characters, become U+FFFD: the page stays well-formed whatever an id holds.
void html_text(text_out* out, const char* text);
// At most `limit` characters, then an ellipsis.
void html_text_short(text_out* out, const char* text, int limit);

// "data:image/png;base64,…"
void html_data_uri(text_out* out, const char* type, const uint8_t* bytes, size_t size);

// A value of a column in its unit, without the unit's sign: a share of 0.3412 is "34.1".
void html_value(text_out* out, const char* unit, double value);

#endif
