#include <stdio.h>
#include <string.h>

#include "language/tell.h"

// A noun with its gender. Before a postposition every word in -ा of a masculine noun ends in -े
// ("शॉवर का परदा", "शॉवर के परदे"); adjectives in -ा follow gender and case.
typedef struct hindi_noun {
    const char* word;
    char gender;          // 'm' or 'f'
    const char* oblique;  // NULL: by the rule
} hindi_noun;

#define N(category, word, gender)           [WEND_CATEGORY_##category] = {word, gender, NULL}
#define NO(category, word, gender, oblique) [WEND_CATEGORY_##category] = {word, gender, oblique}

static const hindi_noun nouns[WEND_CATEGORY_COUNT] = {
    N(WALL, "दीवार", 'f'),
    N(FLOOR, "फ़र्श", 'm'),
    N(CEILING, "छत", 'f'),
    N(DOOR, "दरवाज़ा", 'm'),
    N(DOORFRAME, "खुला दरवाज़ा", 'm'),
    N(WINDOW, "खिड़की", 'f'),
    NO(STAIRS, "सीढ़ियाँ", 'f', "सीढ़ियों"),
    N(RAILING, "रेलिंग", 'f'),
    N(COLUMN, "खंभा", 'm'),
    N(BEAM, "शहतीर", 'm'),
    N(ROOF, "छत", 'f'),
    N(FIREPLACE, "अंगीठी", 'f'),
    N(BLINDS, "ब्लाइंड", 'm'),
    N(CURTAIN, "परदा", 'm'),
    N(LIGHT_SWITCH, "बिजली का स्विच", 'm'),
    N(CEILING_LAMP, "छत की बत्ती", 'f'),
    N(ARMCHAIR, "आरामकुर्सी", 'f'),
    N(BED, "बिस्तर", 'm'),
    N(BENCH, "बेंच", 'f'),
    N(CABINET, "कैबिनेट", 'm'),
    N(CHAIR, "कुर्सी", 'f'),
    N(COFFEE_TABLE, "कॉफ़ी टेबल", 'f'),
    N(COUNTER, "काउंटर", 'm'),
    N(DESK, "डेस्क", 'm'),
    N(DINING_TABLE, "खाने की मेज़", 'f'),
    N(DOG_BED, "कुत्ते का बिस्तर", 'm'),
    N(DRESSER, "दराज़ों वाली अलमारी", 'f'),
    N(FOOTSTOOL, "पायदान", 'm'),
    N(FURNITURE, "फ़र्नीचर", 'm'),
    N(NIGHTSTAND, "सिरहाने की मेज़", 'f'),
    N(OFFICE_CHAIR, "दफ़्तर की कुर्सी", 'f'),
    N(OTTOMAN, "गद्देदार चौकी", 'f'),
    N(RUG, "कालीन", 'm'),
    N(SAFE, "तिजोरी", 'f'),
    N(SHELF, "शेल्फ़", 'f'),
    N(SIDE_TABLE, "छोटी मेज़", 'f'),
    N(SOFA, "सोफ़ा", 'm'),
    N(STOOL, "स्टूल", 'm'),
    N(TABLE, "मेज़", 'f'),
    N(TV_STAND, "टीवी स्टैंड", 'm'),
    N(WARDROBE, "कपड़ों की अलमारी", 'f'),
    N(WHITEBOARD_STAND, "बोर्ड", 'm'),
    N(DESK_LAMP, "टेबल लैंप", 'm'),
    N(FLOOR_LAMP, "खड़ा लैंप", 'm'),
    N(HOUSE_PLANT, "पौधा", 'm'),
    N(MIRROR, "शीशा", 'm'),
    N(PAINTING, "तस्वीर", 'f'),
    N(TELEVISION, "टीवी", 'm'),
    N(MONITOR, "मॉनिटर", 'm'),
    N(BATHTUB, "बाथटब", 'm'),
    N(CLOTHES_DRYER, "कपड़े सुखाने की मशीन", 'f'),
    N(COFFEE_MACHINE, "कॉफ़ी मशीन", 'f'),
    N(DISHWASHER, "बर्तन धोने की मशीन", 'f'),
    N(FAUCET, "नल", 'm'),
    N(FRIDGE, "फ़्रिज", 'm'),
    N(HAND_TOWEL_HOLDER, "छोटे तौलिये का स्टैंड", 'm'),
    N(MICROWAVE, "माइक्रोवेव", 'm'),
    N(RANGE_HOOD, "चिमनी", 'f'),
    N(SHOWER, "शॉवर", 'm'),
    N(SHOWER_CURTAIN, "शॉवर का परदा", 'm'),
    N(SHOWER_HEAD, "शॉवर की टोंटी", 'f'),
    N(SINK, "सिंक", 'm'),
    N(STOVE, "चूल्हा", 'm'),
    N(TOASTER, "टोस्टर", 'm'),
    N(TOILET, "टॉयलेट", 'm'),
    N(TOILET_PAPER_HANGER, "टॉयलेट पेपर का स्टैंड", 'm'),
    N(TOWEL_HOLDER, "तौलिये का स्टैंड", 'm'),
    N(WASHING_MACHINE, "कपड़े धोने की मशीन", 'f'),
    N(ALARM_CLOCK, "अलार्म घड़ी", 'f'),
    N(ALUMINUM_FOIL, "एल्युमिनियम फ़ॉइल", 'f'),
    N(APPLE, "सेब", 'm'),
    N(BASEBALL_BAT, "बेसबॉल का बल्ला", 'm'),
    N(BASKETBALL, "बास्केटबॉल", 'f'),
    N(BOOK, "किताब", 'f'),
    NO(BOOTS, "जूते", 'm', "जूतों"),
    N(BOTTLE, "बोतल", 'f'),
    N(BOWL, "कटोरा", 'm'),
    N(BOX, "डिब्बा", 'm'),
    N(BREAD, "ब्रेड", 'f'),
    N(BUTTER_KNIFE, "मक्खन की छुरी", 'f'),
    N(CANDLE, "मोमबत्ती", 'f'),
    N(CART, "ठेला", 'm'),
    N(CD, "सीडी", 'f'),
    N(CELL_PHONE, "मोबाइल फ़ोन", 'm'),
    N(CLOTH, "कपड़ा", 'm'),
    N(CREDIT_CARD, "क्रेडिट कार्ड", 'm'),
    N(CUP, "प्याला", 'm'),
    N(CUSHION, "गद्दी", 'f'),
    N(DESKTOP, "कंप्यूटर", 'm'),
    N(DISH_SPONGE, "बर्तन का स्पंज", 'm'),
    N(DUMBBELL, "डंबल", 'm'),
    N(EGG, "अंडा", 'm'),
    N(FORK, "काँटा", 'm'),
    N(GARBAGE_BAG, "कूड़े की थैली", 'f'),
    N(GARBAGE_CAN, "कूड़ेदान", 'm'),
    N(HAND_TOWEL, "छोटा तौलिया", 'm'),
    N(KETTLE, "केतली", 'f'),
    N(KEYBOARD, "कीबोर्ड", 'm'),
    N(KEY_CHAIN, "चाबी का छल्ला", 'm'),
    N(KNIFE, "चाकू", 'm'),
    N(LADLE, "कलछी", 'f'),
    N(LAPTOP, "लैपटॉप", 'm'),
    N(LAUNDRY_HAMPER, "मैले कपड़ों की टोकरी", 'f'),
    N(LETTUCE, "सलाद पत्ता", 'm'),
    N(MUG, "मग", 'm'),
    N(NEWSPAPER, "अख़बार", 'm'),
    N(PAN, "कड़ाही", 'f'),
    N(PAPER_TOWEL_ROLL, "काग़ज़ के तौलिये का रोल", 'm'),
    N(PEN, "कलम", 'f'),
    N(PENCIL, "पेंसिल", 'f'),
    N(PEPPER_SHAKER, "काली मिर्च की डिब्बी", 'f'),
    N(PILLOW, "तकिया", 'm'),
    N(PLATE, "थाली", 'f'),
    N(PLUNGER, "प्लंजर", 'm'),
    N(POT, "पतीला", 'm'),
    N(POTATO, "आलू", 'm'),
    N(REMOTE_CONTROL, "रिमोट", 'm'),
    N(ROOM_DECOR, "सजावट", 'f'),
    N(SALT_SHAKER, "नमकदानी", 'f'),
    N(SCRUB_BRUSH, "रगड़ने का ब्रश", 'm'),
    N(SOAP_BAR, "साबुन की टिकिया", 'f'),
    N(SOAP_BOTTLE, "साबुन की बोतल", 'f'),
    N(SPATULA, "पलटा", 'm'),
    N(SPOON, "चम्मच", 'm'),
    N(SPRAY_BOTTLE, "स्प्रे की बोतल", 'f'),
    N(STATUE, "मूर्ति", 'f'),
    N(TABLE_DECOR, "मेज़ की सजावट", 'f'),
    N(TEDDY_BEAR, "टेडी बियर", 'm'),
    N(TENNIS_RACKET, "टेनिस का रैकेट", 'm'),
    N(TISSUE_BOX, "टिशू का डिब्बा", 'm'),
    N(TOILET_PAPER, "टॉयलेट पेपर", 'm'),
    N(TOMATO, "टमाटर", 'm'),
    N(TOWEL, "तौलिया", 'm'),
    N(VACUUM_CLEANER, "वैक्यूम क्लीनर", 'm'),
    N(VASE, "फूलदान", 'm'),
    N(WATCH, "घड़ी", 'f'),
    N(WATERING_CAN, "पानी की झारी", 'f'),
    N(WINE_BOTTLE, "शराब की बोतल", 'f'),
    N(CRATE, "पेटी", 'f'),
    N(ELECTRIC_GUITAR, "इलेक्ट्रिक गिटार", 'm'),
    N(ESPRESSO_MACHINE, "एस्प्रेसो मशीन", 'f'),
    N(GINGERBREAD_HOUSE, "जिंजरब्रेड का घर", 'm'),
    N(GRAPHICS_CARD, "ग्राफ़िक्स कार्ड", 'm'),
    N(LLAMA_WICKER_BASKET, "लामा के आकार की टोकरी", 'f'),
    N(MATE, "मते का प्याला", 'm'),
    N(RICE_COOKER, "चावल का कुकर", 'm'),
    N(SURFBOARD, "सर्फ़बोर्ड", 'm'),
    NO(TOY_AIRPLANE, "खिलौना हवाई जहाज़", 'm', "खिलौना हवाई जहाज़"),
    N(TRICYCLE, "तिपहिया साइकिल", 'f'),
    N(WHITEBOARD, "सफ़ेद बोर्ड", 'm'),
    N(GROUND, "ज़मीन", 'f'),
    N(GRASS, "घास", 'f'),
    N(STREET, "सड़क", 'f'),
    N(PAVEMENT, "फ़ुटपाथ", 'm'),
    N(TREE, "पेड़", 'm'),
    N(BUSH, "झाड़ी", 'f'),
    N(FENCE, "बाड़", 'f'),
    N(STREET_LAMP, "सड़क की बत्ती", 'f'),
    N(TRAFFIC_SIGN, "यातायात का निशान", 'm'),
    N(MAILBOX, "डाक पेटी", 'f'),
    N(CAR, "गाड़ी", 'f'),
    N(AMBULANCE, "एंबुलेंस", 'f'),
    N(STRETCHER, "स्ट्रेचर", 'm'),
    N(PERSON, "व्यक्ति", 'm'),
    N(CYLINDER_RED, "लाल बेलन", 'm'),
    N(CYLINDER_GREEN, "हरा बेलन", 'm'),
    N(CYLINDER_BLUE, "नीला बेलन", 'm'),
    N(CYLINDER_YELLOW, "पीला बेलन", 'm'),
    N(CYLINDER_WHITE, "सफ़ेद बेलन", 'm'),
    N(CYLINDER_PINK, "गुलाबी बेलन", 'm'),
    N(CYLINDER_BLACK, "काला बेलन", 'm'),
    N(CYLINDER_CYAN, "फ़िरोज़ी बेलन", 'm'),
    N(OBJECT, "चीज़", 'f'),
    N(UNLABELED, "चीज़", 'f'),
};

static const hindi_noun rooms[WEND_ROOM_TYPE_COUNT] = {
    [WEND_ROOM_UNKNOWN] = {"कमरा", 'm', NULL},
    [WEND_ROOM_BEDROOM] = {"शयनकक्ष", 'm', NULL},
    [WEND_ROOM_BATHROOM] = {"स्नानघर", 'm', NULL},
    [WEND_ROOM_KITCHEN] = {"रसोई", 'f', NULL},
    [WEND_ROOM_LIVING_ROOM] = {"बैठक", 'f', NULL},
    [WEND_ROOM_DINING_ROOM] = {"भोजन कक्ष", 'm', NULL},
    [WEND_ROOM_HALL] = {"हॉल", 'm', NULL},
    [WEND_ROOM_CORRIDOR] = {"गलियारा", 'm', NULL},
    [WEND_ROOM_STAIRWELL] = {"सीढ़ीघर", 'm', NULL},
    [WEND_ROOM_STUDY] = {"अध्ययन कक्ष", 'm', NULL},
    [WEND_ROOM_LAUNDRY] = {"धुलाई का कमरा", 'm', NULL},
    [WEND_ROOM_STORAGE] = {"भंडार", 'm', NULL},
    [WEND_ROOM_TOILET] = {"शौचालय", 'm', NULL},
    [WEND_ROOM_OFFICE] = {"दफ़्तर", 'm', NULL},
    [WEND_ROOM_OPEN_OFFICE] = {"खुला दफ़्तर", 'm', NULL},
    [WEND_ROOM_MEETING_ROOM] = {"बैठक कक्ष", 'm', NULL},
    [WEND_ROOM_BREAK_ROOM] = {"विश्राम कक्ष", 'm', NULL},
    [WEND_ROOM_RECEPTION] = {"स्वागत कक्ष", 'm', NULL},
    [WEND_ROOM_SHOP] = {"दुकान", 'f', NULL},
    [WEND_ROOM_PLAYROOM] = {"खेल का कमरा", 'm', NULL},
    [WEND_ROOM_GARAGE] = {"गैराज", 'm', NULL},
    [WEND_ROOM_BALCONY] = {"बालकनी", 'f', NULL},
    [WEND_ROOM_OUTDOORS] = {"बाहर", 'm', "बाहर"},
};

static const char* const colors[WEND_COLOR_COUNT] = {
    [WEND_COLOR_BLACK] = "काला",
    [WEND_COLOR_WHITE] = "सफ़ेद",
    [WEND_COLOR_GREY] = "स्लेटी",
    [WEND_COLOR_GREEN] = "हरा",
    [WEND_COLOR_BLUE] = "नीला",
    [WEND_COLOR_RED] = "लाल",
    [WEND_COLOR_BROWN] = "भूरा",
    [WEND_COLOR_ORANGE] = "नारंगी",
    [WEND_COLOR_YELLOW] = "पीला",
    [WEND_COLOR_PINK] = "गुलाबी",
    [WEND_COLOR_PURPLE] = "बैंगनी",
    [WEND_COLOR_BEIGE] = "बेज रंग का",
    [WEND_COLOR_SILVER] = "चाँदी के रंग का",
    [WEND_COLOR_GOLD] = "सुनहरा",
    [WEND_COLOR_COPPER] = "ताँबे के रंग का",
    [WEND_COLOR_CLEAR] = "पारदर्शी",
    [WEND_COLOR_DARK] = "गहरे रंग का",
    [WEND_COLOR_RUST] = "ज़ंग के रंग का",
    [WEND_COLOR_SAND] = "रेत के रंग का",
    [WEND_COLOR_LIGHT_BROWN] = "हल्का भूरा",
    [WEND_COLOR_BLUISH_GREY] = "नीला-स्लेटी",
    [WEND_COLOR_GREENISH_GREY] = "हरा-स्लेटी",
    [WEND_COLOR_CYAN] = "फ़िरोज़ी",
};

static const char* const stuffs[WEND_STUFF_COUNT] = {
    [WEND_STUFF_PLASTIC] = "प्लास्टिक का", [WEND_STUFF_CERAMIC] = "चीनी मिट्टी का",
    [WEND_STUFF_METALLIC] = "धातु का",    [WEND_STUFF_WOODEN] = "लकड़ी का",
    [WEND_STUFF_GLASS] = "काँच का",       [WEND_STUFF_FABRIC] = "कपड़े का",
    [WEND_STUFF_LEATHER] = "चमड़े का",     [WEND_STUFF_PAPER] = "काग़ज़ का",
    [WEND_STUFF_STONE] = "पत्थर का",      [WEND_STUFF_WICKER] = "बेंत का",
    [WEND_STUFF_RUBBER] = "रबड़ का",
};

static const char* const ordinals[] = {"", "पहला", "दूसरा", "तीसरा", "चौथा", "पाँचवाँ"};

static const char* const choices[WEND_CHOICE_COUNT] = {"",
                                                       "दोनों में से बड़ा",
                                                       "दोनों में से छोटा",
                                                       "दोनों में से पास वाला",
                                                       "दोनों में से दूर वाला",
                                                       "दोनों में से बाईं ओर वाला",
                                                       "दोनों में से दाईं ओर वाला"};

static const char AA[] = "ा", AA_NASAL[] = "ाँ";

static bool ends_with(const char* word, const char* ending) {
    size_t n = strlen(word), m = strlen(ending);
    return n >= m && strcmp(word + n - m, ending) == 0;
}

// A word in -ा (or -ाँ) with another vowel there: "भूरा" and "े" give "भूरे".
static void put_with(text_out* out, const char* word, const char* vowel) {
    bool nasal = ends_with(word, AA_NASAL);
    const char* ending = nasal ? AA_NASAL : AA;
    if (!ends_with(word, ending)) {
        text_put(out, "%s", word);
        return;
    }
    text_put_bytes(out, word, strlen(word) - strlen(ending));
    text_put(out, "%s%s", vowel, nasal ? "ं" : "");
}

// Every word in -ा with another vowel there; "": as they are.
static void put_bent(text_out* out, const char* words, const char* vowel) {
    char one[64];
    while (*words) {
        size_t size = strcspn(words, " ");
        snprintf(one, sizeof one, "%.*s", (int)size, words);
        if (*vowel)
            put_with(out, one, vowel);
        else
            text_put(out, "%s", one);
        words += size;
        if (*words == ' ') text_put(out, " ");
        words += *words == ' ';
    }
}

static void put_adjective(text_out* out, const char* words, char gender, bool oblique) {
    if (!words || !*words) return;
    put_bent(out, words, gender == 'f' ? "ी" : oblique ? "े" : "");
    text_put(out, " ");
}

static void put_noun(text_out* out, const hindi_noun* n, bool oblique) {
    if (oblique && n->oblique)
        text_put(out, "%s", n->oblique);
    else
        put_bent(out, n->word, oblique && n->gender == 'm' ? "े" : "");
}

// A noun that begins with another's genitive would take its colour: "सफ़ेद कपड़ों की अलमारी" is a
// cupboard for white clothes, "सफ़ेद रंग की कपड़ों की अलमारी" a white one.
static void put_color(text_out* out, const char* color, const hindi_noun* n, bool oblique) {
    bool genitive = strstr(n->word, " का ") || strstr(n->word, " की ") || strstr(n->word, " के ");
    if (!color || !genitive || strstr(color, "रंग")) {
        put_adjective(out, color, n->gender, oblique);
        return;
    }
    put_adjective(out, color, 'm', true);
    put_adjective(out, "रंग का", n->gender, oblique);
}

static const char* const numbers[] = {"", "", "दो ", "तीन ", "चार "};

static bool is_many(const wend_landmark* m) { return m->count >= 2 && m->count <= 4; }

// What has no singular: "सीढ़ियाँ", "जूते".
static bool is_plural(wend_category c) {
    return c == WEND_CATEGORY_STAIRS || c == WEND_CATEGORY_BOOTS;
}

// Several before a postposition: "सोफ़ों", "कुर्सियों", "मेज़ों"; "टीवी" stays.
static void put_several_oblique(text_out* out, const hindi_noun* n) {
    const char* last = strrchr(n->word, ' ');
    const char* word = last ? last + 1 : n->word;
    size_t size = strlen(word);
    if (last) {
        char before[64];
        snprintf(before, sizeof before, "%.*s", (int)(last - n->word), n->word);
        put_bent(out, before, n->gender == 'm' ? "े" : "");
        text_put(out, " ");
    }
    if (n->gender == 'm' && ends_with(word, "ी")) {
        text_put(out, "%s", word);
    } else if (ends_with(word, "ी")) {
        text_put_bytes(out, word, size - strlen("ी"));
        text_put(out, "ियों");
    } else if (ends_with(word, "ि")) {
        text_put(out, "%sयों", word);
    } else {
        text_put_bytes(out, word, size - (ends_with(word, AA) ? strlen(AA) : 0));
        text_put(out, "ों");
    }
}

// Several, as a subject: "सोफ़े", "कुर्सियाँ", "मेज़ें"; other masculine nouns stay as they are.
static void put_several(text_out* out, const hindi_noun* n, bool oblique) {
    if (oblique) {
        put_several_oblique(out, n);
    } else if (n->gender == 'm') {
        put_bent(out, n->word, "े");
    } else if (ends_with(n->word, "ी")) {
        text_put_bytes(out, n->word, strlen(n->word) - strlen("ी"));
        text_put(out, "ियाँ");
    } else if (ends_with(n->word, "ि")) {
        text_put(out, "%sयाँ", n->word);
    } else if (ends_with(n->word, "या")) {
        text_put(out, "%sँ", n->word);
    } else {
        text_put(out, "%sें", n->word);
    }
}

// "है" and "दिखाई देगी" in number and gender.
static void put_verb(text_out* out, const wend_landmark* m, char as) {
    bool many = is_many(m) || is_plural(m->category);
    bool she = nouns[m->category].gender == 'f';
    if (as == 'H')
        text_put(out, many ? "हैं" : "है");
    else
        text_put(out, "दिखाई %s", many ? (she ? "देंगी" : "देंगे") : she ? "देगी" : "देगा");
}

// Where it is by its anchor: before a subject "मेज़ के बगल में", else "मेज़ के बगल वाली".
static void put_placing(text_out* out, const wend_landmark* m, bool subject) {
    const hindi_noun *anchor = &nouns[m->anchor], *n = &nouns[m->category];
    if (!m->placing || !m->anchor) return;
    put_color(out, colors[m->anchor_color], anchor, true);
    put_noun(out, anchor, true);
    const char* bent = n->gender == 'f' ? "ी" : "े";
    if (m->placing == WEND_PLACING_ON)
        text_put(out, " पर %s%s%s", subject ? "" : "रख", subject ? "" : bent, subject ? "" : " ");
    else
        text_put(out, m->placing == WEND_PLACING_ABOVE ? " के ऊपर " : " के बगल ");
    if (m->placing == WEND_PLACING_BESIDE && subject) text_put(out, "में ");
    if (m->placing != WEND_PLACING_ON && !subject) text_put(out, "वाल%s ", bent);
}

static void put_landmark(text_out* out, const wend_landmark* m, char as, uint32_t voice) {
    (void)voice;
    const hindi_noun* n = &nouns[m->category];
    bool subject = as == 'A', many = !m->ordinal && !m->choice && is_many(m);
    if (as == 'H' || as == 'G') {
        put_verb(out, m, as);
        return;
    }
    if (as == 'K' || as == 'V') {
        put_bent(out, as == 'K' ? "का" : "वाला", n->gender == 'f' ? "ी" : "े");
        return;
    }
    if (m->again && !subject) {
        text_put(out, is_plural(m->category) ? "उन " : "उस ");
        put_noun(out, n, true);
        if (as == 'O') text_put(out, " को");
        return;
    }
    put_placing(out, m, subject);
    if (many)
        text_put(out, "%s", numbers[m->count]);
    else if (subject && !m->ordinal && !m->choice && !is_plural(m->category))
        text_put(out, "एक ");
    bool bent = !subject || many || (is_plural(m->category) && n->gender == 'm');
    put_adjective(out, choices[m->choice], n->gender, bent);
    put_adjective(out, ordinals[m->ordinal <= 5 ? m->ordinal : 0], n->gender, bent);
    put_color(out, colors[m->color], n, bent);
    put_adjective(out, stuffs[m->stuff], n->gender, bent);
    if (many)
        put_several(out, n, !subject);
    else
        put_noun(out, n, !subject);
    if (as == 'O') text_put(out, " को");
}

static void put_room(text_out* out, wend_room_type type, char as, uint32_t voice) {
    (void)voice;
    if (type == WEND_ROOM_OUTDOORS) {
        text_put(out, "%s", as == 'F' ? "बाहर से अंदर" : "बाहर");
        return;
    }
    put_noun(out, &rooms[type], true);
    bool on = type == WEND_ROOM_BALCONY;
    text_put(out, "%s", as == 'F' ? " से बाहर" : as == 'R' ? "" : on ? " पर" : " में");
}

static const char* noun(wend_category category) { return nouns[category].word; }
static const char* room(wend_room_type type) { return rooms[type].word; }

static const tell_phrase phrases[] = {
    {WEND_TELL_BEGIN, 0, "आप %L हैं"},
    {WEND_TELL_BEGIN, 2, "इस समय आप %L खड़े हैं"},
    {WEND_TELL_BEGIN, 0, "आपके सामने %A %H"},
    {WEND_TELL_BEGIN, 0, "आप %T के सामने खड़े हैं"},
    {WEND_TELL_BEGIN, 0, "आप %L हैं और आपका मुँह %T की ओर है"},
    {WEND_TELL_BEGIN, 2, "आप %L खड़े हैं और %T की तरफ़ देख रहे हैं"},
    {WEND_TELL_BEGIN, 2, "अभी आप %L हैं और आपके सामने %A %H"},
    {WEND_TELL_BEGIN, 0, "आप %L हैं और %S %A %H"},
    {WEND_TELL_BEGIN, 2, "इस समय आप %L खड़े हैं और %S %A %H"},

    {WEND_TELL_TURN, 0, "%D"},
    {WEND_TELL_TURN, 0, "%T की तरफ़ %D"},
    {WEND_TELL_TURN, 0, "%T की ओर %D"},
    {WEND_TELL_TURN, 2, "%D ताकि आपका मुँह %T की ओर हो"},

    {WEND_TELL_FORWARD, 0, "सीधे चलें"},
    {WEND_TELL_FORWARD, 0, "सीधे आगे बढ़ें"},
    {WEND_TELL_FORWARD, 0, "आगे बढ़ें"},
    {WEND_TELL_FORWARD, 2, "सीधे आगे चलें"},
    {WEND_TELL_FORWARD, 0, "%T की ओर चलें"},
    {WEND_TELL_FORWARD, 0, "%T की तरफ़ आगे बढ़ें"},
    {WEND_TELL_FORWARD, 2, "सीधे %T की ओर चलते जाएँ"},
    {WEND_TELL_FORWARD, 0, "%U तक जाएँ"},
    {WEND_TELL_FORWARD, 0, "सीधे %U तक चलें"},
    {WEND_TELL_FORWARD, 2, "%U तक सीधे आगे बढ़ें"},
    {WEND_TELL_FORWARD, 2, "तब तक सीधे चलें जब तक आप %U तक न पहुँच जाएँ"},

    {WEND_TELL_PASS, 0, "%T के पास से आगे निकलें"},
    {WEND_TELL_PASS, 0, "%O पार करके आगे बढ़ें"},
    {WEND_TELL_PASS, 0, "%M %K %T के पास से आगे निकलें"},
    {WEND_TELL_PASS, 0, "%M %V %O पार करके आगे बढ़ें"},
    {WEND_TELL_PASS, 0, "%M %V %T के बगल से आगे निकलें"},
    {WEND_TELL_PASS, 2, "सीधे चलते हुए %M %V %O पार करें"},
    {WEND_TELL_PASS, 2, "%M %V %O पार करते हुए आगे बढ़ें"},

    {WEND_TELL_DOOR, 0, "%I प्रवेश करें"},
    {WEND_TELL_DOOR, 0, "%I जाएँ"},
    {WEND_TELL_DOOR, 2, "आगे बढ़कर %I प्रवेश करें"},
    {WEND_TELL_DOOR, 0, "%T से होकर जाएँ"},
    {WEND_TELL_DOOR, 0, "%T से होकर %I जाएँ"},
    {WEND_TELL_DOOR, 0, "%T से %I प्रवेश करें"},
    {WEND_TELL_DOOR, 2, "%T से होते हुए %I प्रवेश करें"},
    {WEND_TELL_DOOR, 0, "%M %K %T से होकर जाएँ"},
    {WEND_TELL_DOOR, 0, "%M %K %T से होकर %I जाएँ"},

    {WEND_TELL_LEAVE, 0, "%F निकलें"},
    {WEND_TELL_LEAVE, 0, "%F जाएँ"},
    {WEND_TELL_LEAVE, 0, "कमरे से बाहर निकलें"},

    {WEND_TELL_UP, 0, "सीढ़ियों से ऊपर जाएँ"},
    {WEND_TELL_UP, 0, "सीढ़ियाँ चढ़ें"},
    {WEND_TELL_UP, 2, "सीढ़ियाँ चढ़कर सबसे ऊपर तक जाएँ"},
    {WEND_TELL_DOWN, 0, "सीढ़ियों से नीचे जाएँ"},
    {WEND_TELL_DOWN, 0, "सीढ़ियाँ उतरें"},
    {WEND_TELL_DOWN, 2, "सीढ़ियाँ उतरकर सबसे नीचे तक जाएँ"},

    {WEND_TELL_SEE, 0, "अब आप %L हैं"},
    {WEND_TELL_SEE, 2, "अब आप %L होंगे"},
    {WEND_TELL_SEE, 0, "यहाँ %A %H"},
    {WEND_TELL_SEE, 0, "%S %A %H"},
    {WEND_TELL_SEE, 0, "%S %A %G"},
    {WEND_TELL_SEE, 2, "यहाँ %S %A %H"},
    {WEND_TELL_SEE, 0, "अब आप %L हैं और %S %A %H"},
    {WEND_TELL_SEE, 0, "अब आप %L हैं, %S %A %G"},

    {WEND_TELL_STOP, 0, "यहीं रुक जाएँ"},
    {WEND_TELL_STOP, 0, "%L रुक जाएँ"},
    {WEND_TELL_STOP, 2, "%L रुक जाएँ, यही आपकी मंज़िल है"},
    {WEND_TELL_STOP, 0, "%T के पास रुक जाएँ"},
    {WEND_TELL_STOP, 0, "%T के बगल में रुकें"},
    {WEND_TELL_STOP, 0, "%T के पास जाकर रुक जाएँ"},
    {WEND_TELL_STOP, 2, "%T के पास पहुँचकर रुक जाएँ, यही आपकी मंज़िल है"},
    {WEND_TELL_STOP, 2, "%T के बगल में रुक जाएँ, यही आपकी मंज़िल है"},
    {WEND_TELL_STOP, 0, "जब %S %A हो तब रुक जाएँ"},
};

// Commands before another one.
static const tell_joint joints[] = {
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

const tell_language tell_hindi = {
    .code = "hi",
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
    .noun = noun,
    .room = room,
    .colors = colors,
    .stuffs = stuffs,
    .ordinals = ordinals,
    .put_landmark = put_landmark,
    .put_room = put_room,
};
