// wend instructions parse: steps, word spans and landmarks of the instructions in a file.
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "options.h"

#include "wend/benchmarks/habitat.h"
#include "wend/benchmarks/vln.h"
#include "wend/data.h"
#include "wend/language.h"

enum { MAX_TOKENS = 65536 };  // words of a text whose positions are kept

// The text that is being parsed, and the positions of its words.
typedef struct sentence {
    const char* id;
    const char* text;
    const char* from;  // origin of the language: "file", "option" or "script"
    wend_parsed_instruction parsed;
    wend_word words[MAX_TOKENS];
    int count;
} sentence;

typedef struct parse_command {
    const wend_instruction_parser* parser;
    const char* language;  // --language; NULL: not given
    wend_json_out* json;   // NULL: print text
    sentence* s;
    int texts;
} parse_command;

// ---- spans --------------------------------------------------------------------------------------

// "Go past the treadmill": a noun without a category is in the landmarks only.
static wend_step_kind kind_of(const wend_parsed_instruction* h, int index) {
    const wend_instruction_step* s = &h->steps[index].what;
    if (s->kind != WEND_STEP_FORWARD || s->landmark.category || s->room) return s->kind;
    for (int k = 0; k < h->landmark_count; k++) {
        wend_preposition preposition = h->landmarks[k].preposition;
        if (h->landmarks[k].step != index) continue;
        if (preposition == WEND_PREPOSITION_PAST) return WEND_STEP_PASS;
        if (preposition == WEND_PREPOSITION_INTO || preposition == WEND_PREPOSITION_THROUGH)
            return WEND_STEP_DOOR;
        if (preposition == WEND_PREPOSITION_OUT) return WEND_STEP_LEAVE;
    }
    return s->kind;
}

static const char* action_of(const wend_parsed_instruction* h, int index) {
    static const char* const names[WEND_STEP_COUNT] = {
        [WEND_STEP_BEGIN] = "start", [WEND_STEP_TURN] = "turn",       [WEND_STEP_FORWARD] = "go",
        [WEND_STEP_PASS] = "pass",   [WEND_STEP_DOOR] = "enter",      [WEND_STEP_LEAVE] = "exit",
        [WEND_STEP_UP] = "upstairs", [WEND_STEP_DOWN] = "downstairs", [WEND_STEP_SEE] = "see",
        [WEND_STEP_STOP] = "stop"};
    return names[kind_of(h, index)];
}

static const char* direction_of(wend_turn turn) {
    switch (turn) {
        case WEND_TURN_NONE:
            return NULL;
        case WEND_TURN_AROUND:
            return "around";
        case WEND_TURN_LEFT:
        case WEND_TURN_SLIGHT_LEFT:
        case WEND_TURN_SHARP_LEFT:
            return "left";
        default:
            return "right";
    }
}

static const char* degree_of(wend_turn turn) {
    bool slight = turn == WEND_TURN_SLIGHT_LEFT || turn == WEND_TURN_SLIGHT_RIGHT;
    bool sharp = turn == WEND_TURN_SHARP_LEFT || turn == WEND_TURN_SHARP_RIGHT;
    return slight ? "slight" : sharp ? "sharp" : NULL;
}

static const char* side_name(wend_side side) {
    return side == WEND_SIDE_LEFT    ? "left"
           : side == WEND_SIDE_RIGHT ? "right"
           : side == WEND_SIDE_AHEAD ? "ahead"
                                     : NULL;
}

// The text from the first to the last word.
static wend_word parse_span_of(const sentence* s, int first, int last) {
    if (first >= s->count) return (wend_word){s->text, 0};
    if (last >= s->count) last = s->count - 1;
    const char* end = s->words[last].start + s->words[last].size;
    return (wend_word){s->words[first].start, (size_t)(end - s->words[first].start)};
}

// Code points before `at`.
static int characters_before(const sentence* s, const char* at) {
    int count = 0;
    for (const char* p = s->text; p < at; p++) count += ((unsigned char)*p & 0xc0) != 0x80;
    return count;
}

static void put_span(wend_json_out* out, const sentence* s, int first, int last) {
    wend_word span = parse_span_of(s, first, last);
    const int32_t words[2] = {first, last};
    const int32_t chars[2] = {characters_before(s, span.start),
                              characters_before(s, span.start + span.size)};
    char text[4096];
    wend_json_out_ints(out, "words", words, 2);
    wend_json_out_ints(out, "chars", chars, 2);
    // A longer text is cut before a character; "chars" has its end.
    size_t size = span.size < sizeof text ? span.size : sizeof text - 1;
    while (size < span.size && size && ((unsigned char)span.start[size] & 0xc0) == 0x80) size--;
    memcpy(text, span.start, size);
    text[size] = 0;
    wend_json_out_text(out, "text", text);
}

// ---- JSON ---------------------------------------------------------------------------------------

static void put_optional(wend_json_out* out, const char* key, const char* word) {
    if (word && *word) wend_json_out_text(out, key, word);
}

static void put_landmark(wend_json_out* out, const sentence* s, const wend_parsed_landmark* m) {
    wend_json_out_object(out, NULL);
    put_span(out, s, m->word, m->last);
    wend_json_out_int(out, "head", m->head);
    if (m->category) wend_json_out_text(out, "category", wend_category_at(m->category)->name);
    if (m->room) wend_json_out_text(out, "room", wend_room_type_name(m->room));
    put_optional(out, "side", side_name(m->side));
    put_optional(out, "preposition", wend_preposition_name(m->preposition));
    wend_json_out_end(out);
}

static void put_modifiers(wend_json_out* out, const wend_parsed_step* step) {
    const wend_instruction_step* what = &step->what;
    const wend_landmark* m = &what->landmark;
    put_optional(out, "direction", direction_of(what->turn));
    put_optional(out, "degree", degree_of(what->turn));
    if (what->room) wend_json_out_text(out, "room", wend_room_type_name(what->room));
    if (m->category) wend_json_out_text(out, "landmark", wend_category_at(m->category)->name);
    if (m->color) wend_json_out_text(out, "color", wend_color_name(m->color));
    if (m->material) wend_json_out_text(out, "material", wend_material_type_name(m->material));
    if (m->ordinal) wend_json_out_int(out, "ordinal", m->ordinal);
    if (m->count) wend_json_out_int(out, "count", m->count);
    put_optional(out, "side", side_name(m->side));
    if (what->reach) wend_json_out_bool(out, "reach", true);
    if (step->halfway) wend_json_out_bool(out, "halfway", true);
}

static void put_steps(wend_json_out* out, const sentence* s) {
    const wend_parsed_instruction* h = &s->parsed;
    wend_json_out_array(out, "steps");
    for (int i = 0; i < h->count; i++) {
        const wend_parsed_step* step = &h->steps[i];
        wend_json_out_object(out, NULL);
        wend_json_out_text(out, "action", action_of(h, i));
        put_modifiers(out, step);
        wend_json_out_int(out, "sub_instruction", step->part);
        put_span(out, s, step->word, step->last);
        wend_json_out_array(out, "landmarks");
        for (int k = 0; k < h->landmark_count; k++)
            if (h->landmarks[k].step == i) put_landmark(out, s, &h->landmarks[k]);
        wend_json_out_end(out);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
    wend_json_out_array(out, "other_landmarks");
    for (int k = 0; k < h->landmark_count; k++)
        if (h->landmarks[k].step < 0) put_landmark(out, s, &h->landmarks[k]);
    wend_json_out_end(out);
}

static void put_sentence(wend_json_out* out, const sentence* s) {
    const wend_parsed_instruction* h = &s->parsed;
    wend_json_out_object(out, NULL);
    wend_json_out_text(out, "id", s->id);
    if (h->known)
        wend_json_out_text(out, "language", wend_language_code(h->language));
    else
        wend_json_out_null(out, "language");
    wend_json_out_text(out, "language_from", s->from);
    wend_json_out_text(out, "instruction", s->text);
    wend_json_out_int(out, "words", h->words);
    wend_json_out_int(out, "used", h->used);
    wend_json_out_int(out, "function_words", h->glue);
    wend_json_out_int(out, "unused", h->left);
    wend_json_out_text(out, "unused_words", h->left_words);
    wend_json_out_bool(out, "truncated", h->truncated);
    put_steps(out, s);
    wend_json_out_array(out, "sub_instructions");
    for (int i = 0; i < h->parts; i++) {
        wend_json_out_object(out, NULL);
        put_span(out, s, h->part_word[i],
                 i + 1 < h->parts ? h->part_word[i + 1] - 1 : s->parsed.words - 1);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
    wend_json_out_end(out);
}

// ---- text ---------------------------------------------------------------------------------------

static void print_step(const sentence* s, int index) {
    const wend_parsed_instruction* h = &s->parsed;
    const wend_parsed_step* step = &h->steps[index];
    const char *degree = degree_of(step->what.turn), *direction = direction_of(step->what.turn);
    wend_word span = parse_span_of(s, step->word, step->last);
    char what[64];
    snprintf(what, sizeof what, "%s%s%s%s%s%s", step->halfway ? "halfway " : "",
             degree ? degree : "", degree ? " " : "", action_of(h, index), direction ? " " : "",
             direction ? direction : "");
    printf("  %3d-%-3d  %-20s  %.*s", step->word, step->last, what, (int)span.size, span.start);
    const char* before = "  [";
    for (int k = 0; k < h->landmark_count; k++) {
        if (h->landmarks[k].step != index) continue;
        wend_word landmark = parse_span_of(s, h->landmarks[k].word, h->landmarks[k].last);
        printf("%s%.*s", before, (int)landmark.size, landmark.start);
        before = ", ";
    }
    printf("%s\n", *before == ',' ? "]" : "");
}

static void print_sentence(const sentence* s) {
    const wend_parsed_instruction* h = &s->parsed;
    printf("%s (%s, by %s): %d words, %d steps", s->id,
           h->known ? wend_language_code(h->language) : "unknown language", s->from, h->words,
           h->count);
    if (*h->left_words) printf(", unused: %s", h->left_words);
    printf("%s\n", h->truncated ? ", truncated" : "");
    for (int i = 0; i < h->count; i++) print_step(s, i);
}

// ---- files --------------------------------------------------------------------------------------

static void parse_text(parse_command* c, const char* id, const char* language, const char* text) {
    sentence* s = c->s;
    wend_language known;
    bool given = language && wend_language_parse(language, &known, NULL) == WEND_OK;
    s->id = id ? id : "";
    s->text = text ? text : "";
    s->from = given ? "file" : c->language ? "option" : "script";
    wend_instruction_parse(c->parser, given ? language : c->language, s->text, &s->parsed);
    const char* at = s->text;
    s->count = 0;
    while (s->count < MAX_TOKENS && wend_words_next(&at, &s->words[s->count])) s->count++;
    c->texts++;
    if (c->json)
        put_sentence(c->json, s);
    else
        print_sentence(s);
}

static wend_status parse_vln(parse_command* c, const wend_file_bytes* bytes, const char* path,
                             wend_error* error) {
    wend_vln_episodes* episodes;
    WEND_TRY(wend_vln_episodes_parse(bytes->data, bytes->size, path, &episodes, error));
    for (int i = 0; i < wend_vln_episodes_count(episodes); i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(episodes, i);
        for (int k = 0; k < e->instruction_count; k++)
            parse_text(c, e->instructions[k].id, e->instructions[k].language,
                       e->instructions[k].text);
    }
    wend_vln_episodes_destroy(episodes);
    return WEND_OK;
}

static wend_status parse_habitat(parse_command* c, const wend_file_bytes* bytes, const char* path,
                                 wend_error* error) {
    wend_habitat_set set = {0};
    WEND_TRY(wend_habitat_parse(bytes->data, bytes->size, path, &set, error));
    for (int i = 0; i < set.count; i++)
        parse_text(c, set.episodes[i].id.text, set.episodes[i].instruction.language,
                   set.episodes[i].instruction.text);
    wend_habitat_destroy(&set);
    return WEND_OK;
}

// One instruction per line; its id is the number of the line.
static wend_status parse_lines(parse_command* c, wend_file_bytes* bytes, const char* path,
                               wend_error* error) {
    char* line = bytes->data;
    char* const end = bytes->data + bytes->size;
    for (int number = 1; line < end; number++) {
        char* stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) stop = end;
        char* next = stop + 1;
        if (stop > line && stop[-1] == '\r') stop--;
        *stop = 0;
        size_t valid = wend_words_valid(line, (size_t)(stop - line));
        if (valid < (size_t)(stop - line))
            return wend_fail(error, WEND_FORMAT,
                             "%s: line %d, byte %zu (0x%02x) is not UTF-8; convert the file, for "
                             "example with iconv -f ISO-8859-1 -t UTF-8",
                             path, number, valid + 1, (unsigned char)line[valid]);
        char id[16];
        snprintf(id, sizeof id, "%d", number);
        parse_text(c, id, NULL, line);
        line = next;
    }
    return WEND_OK;
}

static wend_status parse_file(parse_command* c, const char* path, wend_error* error) {
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_episodes_kind kind = wend_episodes_kind_detect(bytes.data, bytes.size);
    size_t blank = strspn(bytes.data, " \t\r\n");
    bool json = bytes.data[blank] == '{' || bytes.data[blank] == '[';
    wend_status status;
    if (kind == WEND_EPISODES_R2R || kind == WEND_EPISODES_RXR)
        status = parse_vln(c, &bytes, path, error);
    else if (kind == WEND_EPISODES_VLNCE)
        status = parse_habitat(c, &bytes, path, error);
    else if (json)
        status = wend_fail(error, WEND_FORMAT,
                           "%s: %s; give a file of R2R, RxR or VLN-CE, or a text with one "
                           "instruction per line",
                           path,
                           kind == WEND_EPISODES_ANY ? "JSON of no known format"
                                                     : "a format without instructions");
    else
        status = parse_lines(c, &bytes, path, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

// ---- command ------------------------------------------------------------------------------------

static wend_status parse_files(parse_command* c, const arguments* a, wend_error* error) {
    wend_instruction_parser* parser;
    WEND_TRY(wend_instruction_parser_create(&parser, error));
    c->parser = parser;
    wend_status status = WEND_OK;
    for (int i = 0; i < a->given_count && status == WEND_OK; i++)
        status = parse_file(c, a->given[i], error);
    wend_instruction_parser_destroy(parser);
    return status;
}

int command_instructions_parse(int argc, char** argv) {
    static sentence work;
    bool json = false;
    wend_language known;
    wend_json_out out = {0};
    parse_command c = {.s = &work};
    const option options[] = {
        {"--language", OPTION_TEXT, &c.language, "CODE",
         "en, hi or te, where the file names none; default: by the script of the text"},
        JSON_OPTION(json),
    };
    arguments a = {.command = "instructions parse",
                   .summary =
                       "Parses instructions into steps with their words and landmarks. Reads R2R, "
                       "RxR and VLN-CE files, and texts with one instruction per line.",
                   .operands = "FILE…",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 256};
    int status;
    wend_error error;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (c.language && wend_language_parse(c.language, &known, &error) != WEND_OK)
        return report_misuse(&a, "%s", error.message);
    if (json) c.json = &out;
    wend_json_out_object(&out, NULL);
    wend_json_out_array(&out, "instructions");
    if (parse_files(&c, &a, &error) != WEND_OK) {
        wend_json_out_destroy(&out);
        return report_error(&error);
    }
    wend_json_out_end(&out);
    wend_json_out_end(&out);
    if (json) return print_json(&out);
    wend_json_out_destroy(&out);
    return EXIT_OK;
}
