// Telugu phrases and grammar for instructions: case endings and plurals.
#include <stdio.h>
#include <string.h>

#include "language/vocabulary.h"
#include "make/realize.h"

static bool realize_te_ends_with(const char* word, const char* ending) {
    size_t n = strlen(word), m = strlen(ending);
    return n >= m && strcmp(word + n - m, ending) == 0;
}

// Appends an ending; a zero-width non-joiner separates it from a final consonant.
static void put_ending(wend_text_out* out, const char* word, const char* ending) {
    wend_text_put(out, "%s%s%s", word, realize_te_ends_with(word, "్") ? "\xE2\x80\x8C" : "",
                  ending);
}

// Accusative: "మంచం" gives "మంచాన్ని", "కుర్చీ" "కుర్చీని", "సోఫా" "సోఫాను".
static void put_accusative(wend_text_out* out, const char* word) {
    static const char* const front[] = {"ి", "ీ", "ై"};
    if (realize_te_ends_with(word, "ం")) {
        wend_text_put_bytes(out, word, strlen(word) - strlen("ం"));
        wend_text_put(out, "ాన్ని");
        return;
    }
    for (size_t i = 0; i < sizeof front / sizeof *front; i++)
        if (realize_te_ends_with(word, front[i])) {
            wend_text_put(out, "%sని", word);
            return;
        }
    if (realize_te_ends_with(word, "ట్లు")) {  // a plural: "మెట్లు" gives "మెట్లను"
        wend_text_put_bytes(out, word, strlen(word) - strlen("ు"));
        wend_text_put(out, "ను");
        return;
    }
    put_ending(out, word, "ను");
}

// Singular and plural endings: "మంచం", "మంచాలు"; "చెట్టు", "చెట్లు". The first match is used.
static const struct {
    const char *one, *several;
} plurals[] = {
    {"ం", "ాలు"},    {"ట్టు", "ట్లు"}, {"ట్టి", "ట్లు"}, {"డ్డు", "డ్లు"}, {"ండు", "ండ్లు"}, {"ండి", "ండ్లు"},
    {"ల్లు", "ళ్ళు"}, {"లు", "ళ్ళు"},  {"రు", "ర్లు"}, {"యి", "యిలు"},   {"ి", "ులు"},
};

// Plurals: "మంచాలు", "కుర్చీలు", "స్టూళ్ళు"; before a postposition "మంచాల", as an object "మంచాలను".
static void realize_te_put_several(wend_text_out* out, const char* word, char as) {
    size_t size = strlen(word), rule = 0, rules = sizeof plurals / sizeof *plurals;
    while (rule < rules && !realize_te_ends_with(word, plurals[rule].one)) rule++;
    const char* ending = rule < rules ? plurals[rule].several : "లు";
    char bent[32];
    bool subject = as == 'A';
    snprintf(bent, sizeof bent, "%.*s%s", (int)(strlen(ending) - (subject ? 0 : strlen("ు"))),
             ending, as == 'O' ? "ను" : "");
    if (rule == rules) {
        put_ending(out, word, bent);
        return;
    }
    wend_text_put_bytes(out, word, size - strlen(plurals[rule].one));
    wend_text_put(out, "%s", bent);
}

static const char* const choices[WEND_CHOICE_COUNT] = {"",
                                                       "రెండింటిలో పెద్ద",
                                                       "రెండింటిలో చిన్న",
                                                       "రెండింటిలో దగ్గరగా ఉన్న",
                                                       "రెండింటిలో దూరంగా ఉన్న",
                                                       "రెండింటిలో ఎడమవైపు ఉన్న",
                                                       "రెండింటిలో కుడివైపు ఉన్న"};
static const char* const numbers[] = {"", "", "రెండు ", "మూడు ", "నాలుగు "};
static const char* const placings[WEND_PLACING_COUNT] = {"", "పక్కన", "పైన", "మీద"};

static bool realize_te_is_many(const wend_landmark* m) { return m->count >= 2 && m->count <= 4; }

// Plural-only nouns: "మెట్లు", "బూట్లు".
static bool realize_te_is_plural(wend_category c) {
    return c == WEND_CATEGORY_STAIRS || c == WEND_CATEGORY_BOOTS || c == WEND_CATEGORY_BLINDS;
}

// Oblique form before a postposition: "మెట్లు" gives "మెట్ల".
static void put_before_postposition(wend_text_out* out, wend_category category) {
    const char* word = telugu_nouns[category];
    size_t size = strlen(word);
    if (realize_te_ends_with(word, "ట్లు")) {
        wend_text_put_bytes(out, word, size - strlen("ు"));
    } else if (realize_te_ends_with(word, "ఇల్లు")) {
        wend_text_put_bytes(out, word, size - strlen("ఇల్లు"));
        wend_text_put(out, "ఇంటి");
    } else {
        wend_text_put(out, "%s", word);
    }
}

// Relation to the anchor: "బల్ల పక్కన", and before what it describes "బల్ల పక్కన ఉన్న".
static void realize_te_put_placing(wend_text_out* out, const wend_landmark* m, bool subject) {
    if (!m->placing || !m->anchor) return;
    if (m->anchor_color) wend_text_put(out, "%s ", telugu_colors[m->anchor_color]);
    put_before_postposition(out, m->anchor);
    wend_text_put(out, " %s %s", placings[m->placing], subject ? "" : "ఉన్న ");
}

static void realize_te_put_verb(wend_text_out* out, const wend_landmark* m, char as) {
    bool many = realize_te_is_many(m) || realize_te_is_plural(m->category);
    if (as == 'H')
        wend_text_put(out, many ? "ఉన్నాయి" : "ఉంది");
    else
        wend_text_put(out, many ? "కనిపిస్తాయి" : "కనిపిస్తుంది");
}

static void realize_te_put_landmark(wend_text_out* out, const wend_landmark* m, char as,
                                    uint32_t voice) {
    (void)voice;
    const char* said[] = {choices[m->choice], telugu_ordinals[m->ordinal <= 5 ? m->ordinal : 0],
                          telugu_colors[m->color], telugu_materials[m->material]};
    bool subject = as == 'A', many = !m->ordinal && !m->choice && realize_te_is_many(m);
    if (as == 'H' || as == 'G') {
        realize_te_put_verb(out, m, as);
        return;
    }
    bool again = m->again && !subject;
    many = many && !again;
    if (again) wend_text_put(out, "ఆ ");
    if (!again) realize_te_put_placing(out, m, subject);
    if (many)
        wend_text_put(out, "%s", numbers[m->count]);
    else if (subject && !m->ordinal && !m->choice && !realize_te_is_plural(m->category))
        wend_text_put(out, "ఒక ");
    for (int i = 0; i < 4 && !again; i++)
        if (said[i] && *said[i]) wend_text_put(out, "%s ", said[i]);
    if (many)
        realize_te_put_several(out, telugu_nouns[m->category], as);
    else if (as == 'O')
        put_accusative(out, telugu_nouns[m->category]);
    else if (as == 'T')
        put_before_postposition(out, m->category);
    else
        wend_text_put(out, "%s", telugu_nouns[m->category]);
}

static void realize_te_put_room(wend_text_out* out, wend_room_type type, char as, uint32_t voice) {
    (void)voice;
    if (type == WEND_ROOM_OUTDOORS) {
        wend_text_put(out, "%s", as == 'I' ? "బయటకు" : as == 'F' ? "బయటి నుంచి లోపలికి" : "బయట");
        return;
    }
    put_ending(out, telugu_rooms[type],
               as == 'L'   ? "లో"
               : as == 'I' ? "లోకి"
               : as == 'F' ? " నుంచి బయటకు"
                           : "");
}

static const realize_phrase phrases[] = {
    {WEND_STEP_BEGIN, 0, "మీరు %L ఉన్నారు"},
    {WEND_STEP_BEGIN, 2, "ఇప్పుడు మీరు %L నిలబడి ఉన్నారు"},
    {WEND_STEP_BEGIN, 0, "మీ ముందు %A %H"},
    {WEND_STEP_BEGIN, 0, "మీరు %T ముందు ఉన్నారు"},
    {WEND_STEP_BEGIN, 0, "మీరు %L %T వైపు చూస్తూ ఉన్నారు"},
    {WEND_STEP_BEGIN, 2, "మీరు %L నిలబడి ఉన్నారు, మీరు %T వైపు చూస్తున్నారు"},
    {WEND_STEP_BEGIN, 2, "ఇప్పుడు మీరు %L ఉన్నారు, మీ ఎదురుగా %A %H"},
    {WEND_STEP_BEGIN, 0, "మీరు %L ఉన్నారు, %S %A %H"},
    {WEND_STEP_BEGIN, 2, "ఇప్పుడు మీరు %L నిలబడి ఉన్నారు, %S %A %H"},

    {WEND_STEP_TURN, 0, "%D"},
    {WEND_STEP_TURN, 0, "%T కనిపించేలా %D"},
    {WEND_STEP_TURN, 0, "%T మీ ముందు ఉండేలా %D"},

    {WEND_STEP_FORWARD, 0, "నేరుగా ముందుకు వెళ్ళండి"},
    {WEND_STEP_FORWARD, 0, "తిన్నగా నడవండి"},
    {WEND_STEP_FORWARD, 0, "నేరుగా నడవండి"},
    {WEND_STEP_FORWARD, 2, "అలాగే నేరుగా ముందుకు నడవండి"},
    {WEND_STEP_FORWARD, 0, "%T వైపు నడవండి"},
    {WEND_STEP_FORWARD, 0, "%T వైపు వెళ్ళండి"},
    {WEND_STEP_FORWARD, 2, "నేరుగా %T వైపు నడుస్తూ వెళ్ళండి"},
    {WEND_STEP_FORWARD, 0, "%U దగ్గరకు వెళ్ళండి"},
    {WEND_STEP_FORWARD, 0, "నేరుగా %U వరకు నడవండి"},
    {WEND_STEP_FORWARD, 2, "%U వచ్చే వరకు నేరుగా నడవండి"},

    {WEND_STEP_PASS, 0, "%O దాటి ముందుకు వెళ్ళండి"},
    {WEND_STEP_PASS, 0, "%T పక్క నుంచి వెళ్ళండి"},
    {WEND_STEP_PASS, 0, "%S ఉన్న %O దాటి ముందుకు వెళ్ళండి"},
    {WEND_STEP_PASS, 0, "%S ఉన్న %T పక్క నుంచి ముందుకు వెళ్ళండి"},
    {WEND_STEP_PASS, 0, "%S ఉన్న %O దాటండి"},
    {WEND_STEP_PASS, 2, "నేరుగా నడుస్తూ %S ఉన్న %O దాటండి"},

    {WEND_STEP_DOOR, 0, "%I ప్రవేశించండి"},
    {WEND_STEP_DOOR, 0, "%I వెళ్ళండి"},
    {WEND_STEP_DOOR, 2, "ముందుకు నడిచి %I ప్రవేశించండి"},
    {WEND_STEP_DOOR, 0, "%T గుండా వెళ్ళండి"},
    {WEND_STEP_DOOR, 0, "%T గుండా %I వెళ్ళండి"},
    {WEND_STEP_DOOR, 0, "%T గుండా %I ప్రవేశించండి"},
    {WEND_STEP_DOOR, 0, "%S ఉన్న %T గుండా వెళ్ళండి"},
    {WEND_STEP_DOOR, 0, "%S ఉన్న %T గుండా %I వెళ్ళండి"},

    {WEND_STEP_LEAVE, 0, "%F రండి"},
    {WEND_STEP_LEAVE, 0, "%F వెళ్ళండి"},
    {WEND_STEP_LEAVE, 0, "గది నుంచి బయటకు రండి"},

    {WEND_STEP_UP, 0, "మెట్లు ఎక్కండి"},
    {WEND_STEP_UP, 0, "మెట్లు ఎక్కి పైకి వెళ్ళండి"},
    {WEND_STEP_UP, 2, "మెట్లు ఎక్కి పైవరకు వెళ్ళండి"},
    {WEND_STEP_DOWN, 0, "మెట్లు దిగండి"},
    {WEND_STEP_DOWN, 0, "మెట్లు దిగి కిందకు వెళ్ళండి"},
    {WEND_STEP_DOWN, 2, "మెట్లు దిగి కిందివరకు వెళ్ళండి"},

    {WEND_STEP_SEE, 0, "ఇప్పుడు మీరు %L ఉన్నారు"},
    {WEND_STEP_SEE, 2, "ఇప్పుడు మీరు %L ఉంటారు"},
    {WEND_STEP_SEE, 0, "అక్కడ %A %G"},
    {WEND_STEP_SEE, 0, "%S %A %H"},
    {WEND_STEP_SEE, 0, "%S %A %G"},
    {WEND_STEP_SEE, 2, "ఇక్కడ %S %A %G"},
    {WEND_STEP_SEE, 0, "ఇప్పుడు మీరు %L ఉన్నారు, %S %A %H"},
    {WEND_STEP_SEE, 0, "ఇప్పుడు మీరు %L ఉన్నారు, %S %A %G"},

    {WEND_STEP_STOP, 0, "ఇక్కడ ఆగండి"},
    {WEND_STEP_STOP, 0, "%L ఆగండి"},
    {WEND_STEP_STOP, 2, "%L ఆగండి, అదే మీ గమ్యం"},
    {WEND_STEP_STOP, 0, "%T దగ్గర ఆగండి"},
    {WEND_STEP_STOP, 0, "%T పక్కన ఆగండి"},
    {WEND_STEP_STOP, 0, "%T దగ్గరకు వెళ్ళి ఆగండి"},
    {WEND_STEP_STOP, 2, "%T దగ్గరకు చేరుకుని ఆగండి, అదే మీ గమ్యం"},
    {WEND_STEP_STOP, 2, "%T పక్కన ఆగండి, అదే మీ గమ్యం"},
    {WEND_STEP_STOP, 0, "%T దగ్గరకు చేరుకున్నప్పుడు ఆగండి"},
    {WEND_STEP_STOP, 0, "%S %T ఉన్నప్పుడు ఆగండి"},
};

// Imperatives before another step.
static const realize_joint joints[] = {
    {"తిరగండి", "తిరిగి,"}, {"వెళ్ళండి", "వెళ్ళి,"},       {"నడవండి", "నడిచి,"},
    {"దాటండి", "దాటి,"},   {"ప్రవేశించండి", "ప్రవేశించి,"}, {"రండి", "వచ్చి,"},
    {"ఎక్కండి", "ఎక్కి,"}, {"దిగండి", "దిగి,"},         {NULL, NULL},
};

const realize_language realize_telugu = {
    .language = WEND_TELUGU,
    .phrases = phrases,
    .phrase_count = sizeof phrases / sizeof *phrases,
    .turns = {{""},
              {"కొద్దిగా ఎడమవైపు తిరగండి", "కొంచెం ఎడమవైపుకు తిరగండి"},
              {"కొద్దిగా కుడివైపు తిరగండి", "కొంచెం కుడివైపుకు తిరగండి"},
              {"ఎడమవైపు తిరగండి", "ఎడమవైపుకు తిరగండి"},
              {"కుడివైపు తిరగండి", "కుడివైపుకు తిరగండి"},
              {"పూర్తిగా ఎడమవైపు తిరగండి"},
              {"పూర్తిగా కుడివైపు తిరగండి"},
              {"వెనక్కి తిరగండి"}},
    .sides = {"", "మీ ఎడమవైపు", "మీ కుడివైపు", "మీ ముందు"},
    .own_sides = {"", "మీ ఎడమవైపు", "మీ కుడివైపు", "మీ ముందు"},
    .links = {"ఇప్పుడు", "తరువాత", "ఆ తరువాత", "అక్కడి నుంచి"},
    .stop = ".",
    .joints = joints,
    .chains = true,
    .between = {", ", ", తరువాత "},
    .put_landmark = realize_te_put_landmark,
    .put_room = realize_te_put_room,
};
