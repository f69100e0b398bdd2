// Hindi phrases and grammar for instructions: gender, number and oblique case.
#include <stdio.h>
#include <string.h>

#include "language/vocabulary.h"
#include "make/realize.h"

static const char* const choices[WEND_CHOICE_COUNT] = {"",
                                                       "दोनों में से बड़ा",
                                                       "दोनों में से छोटा",
                                                       "दोनों में से पास वाला",
                                                       "दोनों में से दूर वाला",
                                                       "दोनों में से बाईं ओर वाला",
                                                       "दोनों में से दाईं ओर वाला"};

static const char AA[] = "ा", AA_NASAL[] = "ाँ";

static bool realize_hi_ends_with(const char* word, const char* ending) {
    size_t n = strlen(word), m = strlen(ending);
    return n >= m && strcmp(word + n - m, ending) == 0;
}

// Replaces a final -ा (or -ाँ) by another vowel: "भूरा" and "े" give "भूरे".
static void put_with(wend_text_out* out, const char* word, const char* vowel) {
    bool nasal = realize_hi_ends_with(word, AA_NASAL);
    const char* ending = nasal ? AA_NASAL : AA;
    if (!realize_hi_ends_with(word, ending)) {
        wend_text_put(out, "%s", word);
        return;
    }
    wend_text_put_bytes(out, word, strlen(word) - strlen(ending));
    wend_text_put(out, "%s%s", vowel, nasal ? "ं" : "");
}

// Replaces the final -ा of every word; "": unchanged.
static void put_bent(wend_text_out* out, const char* words, const char* vowel) {
    char one[64];
    while (*words) {
        size_t size = strcspn(words, " ");
        snprintf(one, sizeof one, "%.*s", (int)size, words);
        if (*vowel)
            put_with(out, one, vowel);
        else
            wend_text_put(out, "%s", one);
        words += size;
        if (*words == ' ') wend_text_put(out, " ");
        words += *words == ' ';
    }
}

static void put_adjective(wend_text_out* out, const char* words, char gender, bool oblique) {
    if (!words || !*words) return;
    put_bent(out, words, gender == 'f' ? "ी" : oblique ? "े" : "");
    wend_text_put(out, " ");
}

static void put_noun(wend_text_out* out, const hindi_noun* n, bool oblique) {
    if (oblique && n->oblique)
        wend_text_put(out, "%s", n->oblique);
    else
        put_bent(out, n->word, oblique && n->gender == 'm' ? "े" : "");
}

// A noun that begins with another's genitive would take its colour: "सफ़ेद कपड़ों की अलमारी" is a
// cupboard for white clothes, "सफ़ेद रंग की कपड़ों की अलमारी" a white one.
static void realize_hi_put_color(wend_text_out* out, const char* color, const hindi_noun* n,
                                 bool oblique) {
    bool genitive = strstr(n->word, " का ") || strstr(n->word, " की ") || strstr(n->word, " के ");
    if (!color || !genitive || strstr(color, "रंग")) {
        put_adjective(out, color, n->gender, oblique);
        return;
    }
    put_adjective(out, color, 'm', true);
    put_adjective(out, "रंग का", n->gender, oblique);
}

static const char* const numbers[] = {"", "", "दो ", "तीन ", "चार "};

static bool realize_hi_is_many(const wend_landmark* m) { return m->count >= 2 && m->count <= 4; }

// Plural-only nouns: "सीढ़ियाँ", "जूते".
static bool realize_hi_is_plural(wend_category c) {
    return c == WEND_CATEGORY_STAIRS || c == WEND_CATEGORY_BOOTS;
}

// Oblique plural: "सोफ़ों", "कुर्सियों", "मेज़ों"; "टीवी" is unchanged.
static void put_several_oblique(wend_text_out* out, const hindi_noun* n) {
    const char* last = strrchr(n->word, ' ');
    const char* word = last ? last + 1 : n->word;
    size_t size = strlen(word);
    if (last) {
        char before[64];
        snprintf(before, sizeof before, "%.*s", (int)(last - n->word), n->word);
        put_bent(out, before, n->gender == 'm' ? "े" : "");
        wend_text_put(out, " ");
    }
    if (n->gender == 'm' && realize_hi_ends_with(word, "ी")) {
        wend_text_put(out, "%s", word);
    } else if (realize_hi_ends_with(word, "ी")) {
        wend_text_put_bytes(out, word, size - strlen("ी"));
        wend_text_put(out, "ियों");
    } else if (realize_hi_ends_with(word, "ि")) {
        wend_text_put(out, "%sयों", word);
    } else {
        wend_text_put_bytes(out, word, size - (realize_hi_ends_with(word, AA) ? strlen(AA) : 0));
        wend_text_put(out, "ों");
    }
}

// Direct plural: "सोफ़े", "कुर्सियाँ", "मेज़ें"; other masculine nouns are unchanged.
static void realize_hi_put_several(wend_text_out* out, const hindi_noun* n, bool oblique) {
    if (oblique) {
        put_several_oblique(out, n);
    } else if (n->gender == 'm') {
        put_bent(out, n->word, "े");
    } else if (realize_hi_ends_with(n->word, "ी")) {
        wend_text_put_bytes(out, n->word, strlen(n->word) - strlen("ी"));
        wend_text_put(out, "ियाँ");
    } else if (realize_hi_ends_with(n->word, "ि")) {
        wend_text_put(out, "%sयाँ", n->word);
    } else if (realize_hi_ends_with(n->word, "या")) {
        wend_text_put(out, "%sँ", n->word);
    } else {
        wend_text_put(out, "%sें", n->word);
    }
}

// "है" and "दिखाई देगी" in number and gender.
static void realize_hi_put_verb(wend_text_out* out, const wend_landmark* m, char as) {
    bool many = realize_hi_is_many(m) || realize_hi_is_plural(m->category);
    bool she = hindi_nouns[m->category].gender == 'f';
    if (as == 'H')
        wend_text_put(out, many ? "हैं" : "है");
    else
        wend_text_put(out, "दिखाई %s", many ? (she ? "देंगी" : "देंगे") : she ? "देगी" : "देगा");
}

// Relation to the anchor: with a subject "मेज़ के बगल में", otherwise "मेज़ के बगल वाली".
static void realize_hi_put_placing(wend_text_out* out, const wend_landmark* m, bool subject) {
    const hindi_noun *anchor = &hindi_nouns[m->anchor], *n = &hindi_nouns[m->category];
    if (!m->placing || !m->anchor) return;
    realize_hi_put_color(out, hindi_colors[m->anchor_color], anchor, true);
    put_noun(out, anchor, true);
    const char* bent = n->gender == 'f' ? "ी" : "े";
    if (m->placing == WEND_PLACING_ON)
        wend_text_put(out, " पर %s%s%s", subject ? "" : "रख", subject ? "" : bent,
                      subject ? "" : " ");
    else
        wend_text_put(out, m->placing == WEND_PLACING_ABOVE ? " के ऊपर " : " के बगल ");
    if (m->placing == WEND_PLACING_BESIDE && subject) wend_text_put(out, "में ");
    if (m->placing != WEND_PLACING_ON && !subject) wend_text_put(out, "वाल%s ", bent);
}

static void realize_hi_put_landmark(wend_text_out* out, const wend_landmark* m, char as,
                                    uint32_t voice) {
    (void)voice;
    const hindi_noun* n = &hindi_nouns[m->category];
    bool subject = as == 'A', many = !m->ordinal && !m->choice && realize_hi_is_many(m);
    if (as == 'H' || as == 'G') {
        realize_hi_put_verb(out, m, as);
        return;
    }
    if (as == 'K' || as == 'V') {
        put_bent(out, as == 'K' ? "का" : "वाला", n->gender == 'f' ? "ी" : "े");
        return;
    }
    if (m->again && !subject) {
        wend_text_put(out, realize_hi_is_plural(m->category) ? "उन " : "उस ");
        put_noun(out, n, true);
        if (as == 'O') wend_text_put(out, " को");
        return;
    }
    realize_hi_put_placing(out, m, subject);
    if (many)
        wend_text_put(out, "%s", numbers[m->count]);
    else if (subject && !m->ordinal && !m->choice && !realize_hi_is_plural(m->category))
        wend_text_put(out, "एक ");
    bool bent = !subject || many || (realize_hi_is_plural(m->category) && n->gender == 'm');
    put_adjective(out, choices[m->choice], n->gender, bent);
    put_adjective(out, hindi_ordinals[m->ordinal <= 5 ? m->ordinal : 0], n->gender, bent);
    realize_hi_put_color(out, hindi_colors[m->color], n, bent);
    put_adjective(out, hindi_materials[m->material], n->gender, bent);
    if (many)
        realize_hi_put_several(out, n, !subject);
    else
        put_noun(out, n, !subject);
    if (as == 'O') wend_text_put(out, " को");
}

static void realize_hi_put_room(wend_text_out* out, wend_room_type type, char as, uint32_t voice) {
    (void)voice;
    if (type == WEND_ROOM_OUTDOORS) {
        wend_text_put(out, "%s", as == 'F' ? "बाहर से अंदर" : "बाहर");
        return;
    }
    put_noun(out, &hindi_rooms[type], true);
    bool on = type == WEND_ROOM_BALCONY;
    wend_text_put(out, "%s", as == 'F' ? " से बाहर" : as == 'R' ? "" : on ? " पर" : " में");
}

static const realize_phrase phrases[] = {
    {WEND_STEP_BEGIN, 0, "आप %L हैं"},
    {WEND_STEP_BEGIN, 2, "इस समय आप %L खड़े हैं"},
    {WEND_STEP_BEGIN, 0, "आपके सामने %A %H"},
    {WEND_STEP_BEGIN, 0, "आप %T के सामने खड़े हैं"},
    {WEND_STEP_BEGIN, 0, "आप %L हैं और आपका मुँह %T की ओर है"},
    {WEND_STEP_BEGIN, 2, "आप %L खड़े हैं और %T की तरफ़ देख रहे हैं"},
    {WEND_STEP_BEGIN, 2, "अभी आप %L हैं और आपके सामने %A %H"},
    {WEND_STEP_BEGIN, 0, "आप %L हैं और %S %A %H"},
    {WEND_STEP_BEGIN, 2, "इस समय आप %L खड़े हैं और %S %A %H"},

    {WEND_STEP_TURN, 0, "%D"},
    {WEND_STEP_TURN, 0, "%T की तरफ़ %D"},
    {WEND_STEP_TURN, 0, "%T की ओर %D"},
    {WEND_STEP_TURN, 2, "%D ताकि आपका मुँह %T की ओर हो"},

    {WEND_STEP_FORWARD, 0, "सीधे चलें"},
    {WEND_STEP_FORWARD, 0, "सीधे आगे बढ़ें"},
    {WEND_STEP_FORWARD, 0, "आगे बढ़ें"},
    {WEND_STEP_FORWARD, 2, "सीधे आगे चलें"},
    {WEND_STEP_FORWARD, 0, "%T की ओर चलें"},
    {WEND_STEP_FORWARD, 0, "%T की तरफ़ आगे बढ़ें"},
    {WEND_STEP_FORWARD, 2, "सीधे %T की ओर चलते जाएँ"},
    {WEND_STEP_FORWARD, 0, "%U तक जाएँ"},
    {WEND_STEP_FORWARD, 0, "सीधे %U तक चलें"},
    {WEND_STEP_FORWARD, 2, "%U तक सीधे आगे बढ़ें"},
    {WEND_STEP_FORWARD, 2, "तब तक सीधे चलें जब तक आप %U तक न पहुँच जाएँ"},

    {WEND_STEP_PASS, 0, "%T के पास से आगे निकलें"},
    {WEND_STEP_PASS, 0, "%O पार करके आगे बढ़ें"},
    {WEND_STEP_PASS, 0, "%M %K %T के पास से आगे निकलें"},
    {WEND_STEP_PASS, 0, "%M %V %O पार करके आगे बढ़ें"},
    {WEND_STEP_PASS, 0, "%M %V %T के बगल से आगे निकलें"},
    {WEND_STEP_PASS, 2, "सीधे चलते हुए %M %V %O पार करें"},
    {WEND_STEP_PASS, 2, "%M %V %O पार करते हुए आगे बढ़ें"},

    {WEND_STEP_DOOR, 0, "%I प्रवेश करें"},
    {WEND_STEP_DOOR, 0, "%I जाएँ"},
    {WEND_STEP_DOOR, 2, "आगे बढ़कर %I प्रवेश करें"},
    {WEND_STEP_DOOR, 0, "%T से होकर जाएँ"},
    {WEND_STEP_DOOR, 0, "%T से होकर %I जाएँ"},
    {WEND_STEP_DOOR, 0, "%T से %I प्रवेश करें"},
    {WEND_STEP_DOOR, 2, "%T से होते हुए %I प्रवेश करें"},
    {WEND_STEP_DOOR, 0, "%M %K %T से होकर जाएँ"},
    {WEND_STEP_DOOR, 0, "%M %K %T से होकर %I जाएँ"},

    {WEND_STEP_LEAVE, 0, "%F निकलें"},
    {WEND_STEP_LEAVE, 0, "%F जाएँ"},
    {WEND_STEP_LEAVE, 0, "कमरे से बाहर निकलें"},

    {WEND_STEP_UP, 0, "सीढ़ियों से ऊपर जाएँ"},
    {WEND_STEP_UP, 0, "सीढ़ियाँ चढ़ें"},
    {WEND_STEP_UP, 2, "सीढ़ियाँ चढ़कर सबसे ऊपर तक जाएँ"},
    {WEND_STEP_DOWN, 0, "सीढ़ियों से नीचे जाएँ"},
    {WEND_STEP_DOWN, 0, "सीढ़ियाँ उतरें"},
    {WEND_STEP_DOWN, 2, "सीढ़ियाँ उतरकर सबसे नीचे तक जाएँ"},

    {WEND_STEP_SEE, 0, "अब आप %L हैं"},
    {WEND_STEP_SEE, 2, "अब आप %L होंगे"},
    {WEND_STEP_SEE, 0, "यहाँ %A %H"},
    {WEND_STEP_SEE, 0, "%S %A %H"},
    {WEND_STEP_SEE, 0, "%S %A %G"},
    {WEND_STEP_SEE, 2, "यहाँ %S %A %H"},
    {WEND_STEP_SEE, 0, "अब आप %L हैं और %S %A %H"},
    {WEND_STEP_SEE, 0, "अब आप %L हैं, %S %A %G"},

    {WEND_STEP_STOP, 0, "यहीं रुक जाएँ"},
    {WEND_STEP_STOP, 0, "%L रुक जाएँ"},
    {WEND_STEP_STOP, 2, "%L रुक जाएँ, यही आपकी मंज़िल है"},
    {WEND_STEP_STOP, 0, "%T के पास रुक जाएँ"},
    {WEND_STEP_STOP, 0, "%T के बगल में रुकें"},
    {WEND_STEP_STOP, 0, "%T के पास जाकर रुक जाएँ"},
    {WEND_STEP_STOP, 2, "%T के पास पहुँचकर रुक जाएँ, यही आपकी मंज़िल है"},
    {WEND_STEP_STOP, 2, "%T के बगल में रुक जाएँ, यही आपकी मंज़िल है"},
    {WEND_STEP_STOP, 0, "जब %S %A हो तब रुक जाएँ"},
};

// Imperatives before another step.
static const realize_joint joints[] = {
    {"करके आगे बढ़ें", "करके"},
    {"करते हुए आगे बढ़ें", "करके"},
    {"घूम जाएँ", "घूमकर"},
    {"चलते जाएँ", "चलते हुए"},
    {"न पहुँच जाएँ", "न पहुँच जाएँ और"},
    {"मुड़ें", "मुड़कर"},
    {"चलें", "चलकर"},
    {"बढ़ें", "बढ़कर"},
    {"निकलें", "निकलकर"},
    {"जाएँ", "जाकर"},
    {"करें", "करके"},
    {"चढ़ें", "चढ़कर"},
    {"उतरें", "उतरकर"},
    {NULL, NULL},
};

const realize_language realize_hindi = {
    .language = WEND_HINDI,
    .phrases = phrases,
    .phrase_count = sizeof phrases / sizeof *phrases,
    .turns = {{""},
              {"हल्का सा बाएँ मुड़ें", "थोड़ा बाईं ओर मुड़ें", "थोड़ा सा बाईं तरफ़ मुड़ें"},
              {"हल्का सा दाएँ मुड़ें", "थोड़ा दाईं ओर मुड़ें", "थोड़ा सा दाईं तरफ़ मुड़ें"},
              {"बाएँ मुड़ें", "बाईं ओर मुड़ें", "बाईं तरफ़ मुड़ें"},
              {"दाएँ मुड़ें", "दाईं ओर मुड़ें", "दाईं तरफ़ मुड़ें"},
              {"पूरी तरह बाएँ मुड़ें", "पूरी तरह बाईं ओर मुड़ें", "पूरा बाईं तरफ़ मुड़ें"},
              {"पूरी तरह दाएँ मुड़ें", "पूरी तरह दाईं ओर मुड़ें", "पूरा दाईं तरफ़ मुड़ें"},
              {"पीछे मुड़ें", "पीछे की ओर घूम जाएँ"}},
    .plain_turns = true,
    .sides = {"", "आपके बाईं ओर", "आपके दाईं ओर", "आपके सामने"},
    .own_sides = {"", "अपने बाईं ओर", "अपने दाईं ओर", "अपने सामने"},
    .links = {"अब", "फिर", "इसके बाद"},
    .stop = "।",
    .joints = joints,
    .between = {" और ", ", फिर "},
    .put_landmark = realize_hi_put_landmark,
    .put_room = realize_hi_put_room,
};
