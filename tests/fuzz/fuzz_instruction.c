// Any bytes are an instruction.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "wend/language.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static wend_instruction_parser* parser;
    wend_parsed_instruction parsed;
    if (!parser && wend_instruction_parser_create(&parser, NULL) != WEND_OK) return 0;
    char* text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    wend_instruction_parse(parser,
                           size % 4 == 3 ? NULL : wend_language_code((wend_language)(size % 4)),
                           text, &parsed);
    free(text);
    return 0;
}
