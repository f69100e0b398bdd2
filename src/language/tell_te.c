#include <stdio.h>
#include <string.h>

#include "language/tell.h"

// Nouns in the form that stands before "పక్కన", "వైపు" and "దగ్గర".
#define N(category, word) [WEND_CATEGORY_##category] = word

static const char* const nouns[WEND_CATEGORY_COUNT] = {
    N(WALL, "గోడ"),
    N(FLOOR, "నేల"),
    N(CEILING, "పైకప్పు"),
    N(DOOR, "తలుపు"),
    N(DOORFRAME, "ద్వారం"),
    N(WINDOW, "కిటికీ"),
    N(STAIRS, "మెట్లు"),
    N(RAILING, "రెయిలింగ్"),
    N(COLUMN, "స్తంభం"),
    N(BEAM, "దూలం"),
    N(ROOF, "ఇంటి కప్పు"),
    N(FIREPLACE, "నిప్పుగూడు"),
    N(BLINDS, "బ్లైండ్స్"),
    N(CURTAIN, "కర్టెన్"),
    N(LIGHT_SWITCH, "లైట్ స్విచ్"),
    N(CEILING_LAMP, "పైకప్పు దీపం"),
    N(ARMCHAIR, "చేతుల కుర్చీ"),
    N(BED, "మంచం"),
    N(BENCH, "బెంచీ"),
    N(CABINET, "క్యాబినెట్"),
    N(CHAIR, "కుర్చీ"),
    N(COFFEE_TABLE, "కాఫీ టేబుల్"),
    N(COUNTER, "కౌంటర్"),
    N(DESK, "డెస్క్"),
    N(DINING_TABLE, "భోజనాల బల్ల"),
    N(DOG_BED, "కుక్క పరుపు"),
    N(DRESSER, "సొరుగుల బీరువా"),
    N(FOOTSTOOL, "కాళ్ళ పీట"),
    N(FURNITURE, "సామాను"),
    N(NIGHTSTAND, "మంచం పక్క బల్ల"),
    N(OFFICE_CHAIR, "ఆఫీసు కుర్చీ"),
    N(OTTOMAN, "మెత్తని పీట"),
    N(RUG, "తివాచీ"),
    N(SAFE, "ఇనప్పెట్టె"),
    N(SHELF, "అర"),
    N(SIDE_TABLE, "చిన్న బల్ల"),
    N(SOFA, "సోఫా"),
    N(STOOL, "స్టూలు"),
    N(TABLE, "బల్ల"),
    N(TV_STAND, "టీవీ స్టాండ్"),
    N(WARDROBE, "బట్టల బీరువా"),
    N(WHITEBOARD_STAND, "బోర్డు"),
    N(DESK_LAMP, "టేబుల్ లాంప్"),
    N(FLOOR_LAMP, "నిలువు దీపం"),
    N(HOUSE_PLANT, "మొక్క"),
    N(MIRROR, "అద్దం"),
    N(PAINTING, "చిత్రపటం"),
    N(TELEVISION, "టీవీ"),
    N(MONITOR, "మానిటర్"),
    N(BATHTUB, "స్నానపు తొట్టి"),
    N(CLOTHES_DRYER, "బట్టలు ఆరబెట్టే యంత్రం"),
    N(COFFEE_MACHINE, "కాఫీ యంత్రం"),
    N(DISHWASHER, "గిన్నెలు కడిగే యంత్రం"),
    N(FAUCET, "కుళాయి"),
    N(FRIDGE, "ఫ్రిజ్"),
    N(HAND_TOWEL_HOLDER, "చేతి తువాలు స్టాండ్"),
    N(MICROWAVE, "మైక్రోవేవ్"),
    N(RANGE_HOOD, "చిమ్నీ"),
    N(SHOWER, "షవర్"),
    N(SHOWER_CURTAIN, "షవర్ కర్టెన్"),
    N(SHOWER_HEAD, "షవర్ తల"),
    N(SINK, "సింక్"),
    N(STOVE, "పొయ్యి"),
    N(TOASTER, "టోస్టర్"),
    N(TOILET, "టాయిలెట్"),
    N(TOILET_PAPER_HANGER, "టాయిలెట్ పేపర్ స్టాండ్"),
    N(TOWEL_HOLDER, "తువాలు స్టాండ్"),
    N(WASHING_MACHINE, "బట్టలు ఉతికే యంత్రం"),
    N(ALARM_CLOCK, "అలారం గడియారం"),
    N(ALUMINUM_FOIL, "అల్యూమినియం రేకు"),
    N(APPLE, "ఆపిల్ పండు"),
    N(BASEBALL_BAT, "బేస్‌బాల్ బ్యాట్"),
    N(BASKETBALL, "బాస్కెట్‌బాల్"),
    N(BOOK, "పుస్తకం"),
    N(BOOTS, "బూట్లు"),
    N(BOTTLE, "సీసా"),
    N(BOWL, "గిన్నె"),
    N(BOX, "పెట్టె"),
    N(BREAD, "రొట్టె"),
    N(BUTTER_KNIFE, "వెన్న కత్తి"),
    N(CANDLE, "కొవ్వొత్తి"),
    N(CART, "బండి"),
    N(CD, "సీడీ"),
    N(CELL_PHONE, "సెల్ ఫోన్"),
    N(CLOTH, "గుడ్డ"),
    N(CREDIT_CARD, "క్రెడిట్ కార్డు"),
    N(CUP, "కప్పు"),
    N(CUSHION, "కుషన్"),
    N(DESKTOP, "కంప్యూటర్"),
    N(DISH_SPONGE, "స్పాంజి"),
    N(DUMBBELL, "డంబెల్"),
    N(EGG, "గుడ్డు"),
    N(FORK, "ఫోర్క్"),
    N(GARBAGE_BAG, "చెత్త సంచి"),
    N(GARBAGE_CAN, "చెత్తబుట్ట"),
    N(HAND_TOWEL, "చేతి తువాలు"),
    N(KETTLE, "కెటిల్"),
    N(KEYBOARD, "కీబోర్డు"),
    N(KEY_CHAIN, "తాళాల గుత్తి"),
    N(KNIFE, "కత్తి"),
    N(LADLE, "గరిటె"),
    N(LAPTOP, "లాప్‌టాప్"),
    N(LAUNDRY_HAMPER, "మాసిన బట్టల బుట్ట"),
    N(LETTUCE, "పాలకూర"),
    N(MUG, "మగ్గు"),
    N(NEWSPAPER, "వార్తాపత్రిక"),
    N(PAN, "పెనం"),
    N(PAPER_TOWEL_ROLL, "పేపర్ టవల్ చుట్ట"),
    N(PEN, "కలం"),
    N(PENCIL, "పెన్సిల్"),
    N(PEPPER_SHAKER, "మిరియాల డబ్బా"),
    N(PILLOW, "దిండు"),
    N(PLATE, "పళ్ళెం"),
    N(PLUNGER, "ప్లంజర్"),
    N(POT, "కుండ"),
    N(POTATO, "బంగాళాదుంప"),
    N(REMOTE_CONTROL, "రిమోట్"),
    N(ROOM_DECOR, "అలంకరణ వస్తువు"),
    N(SALT_SHAKER, "ఉప్పు డబ్బా"),
    N(SCRUB_BRUSH, "రుద్దే బ్రష్"),
    N(SOAP_BAR, "సబ్బు"),
    N(SOAP_BOTTLE, "సబ్బు సీసా"),
    N(SPATULA, "అట్లకాడ"),
    N(SPOON, "చెంచా"),
    N(SPRAY_BOTTLE, "స్ప్రే సీసా"),
    N(STATUE, "విగ్రహం"),
    N(TABLE_DECOR, "బల్ల మీది అలంకరణ వస్తువు"),
    N(TEDDY_BEAR, "టెడ్డీ బేర్"),
    N(TENNIS_RACKET, "టెన్నిస్ రాకెట్"),
    N(TISSUE_BOX, "టిష్యూ పెట్టె"),
    N(TOILET_PAPER, "టాయిలెట్ పేపర్"),
    N(TOMATO, "టమాటా"),
    N(TOWEL, "తువాలు"),
    N(VACUUM_CLEANER, "వాక్యూమ్ క్లీనర్"),
    N(VASE, "పూలకుండీ"),
    N(WATCH, "చేతి గడియారం"),
    N(WATERING_CAN, "నీళ్ళ డబ్బా"),
    N(WINE_BOTTLE, "వైన్ సీసా"),
    N(CRATE, "చెక్క పెట్టె"),
    N(ELECTRIC_GUITAR, "ఎలక్ట్రిక్ గిటారు"),
    N(ESPRESSO_MACHINE, "ఎస్ప్రెసో యంత్రం"),
    N(GINGERBREAD_HOUSE, "జింజర్‌బ్రెడ్ ఇల్లు"),
    N(GRAPHICS_CARD, "గ్రాఫిక్స్ కార్డు"),
    N(LLAMA_WICKER_BASKET, "లామా ఆకారపు బుట్ట"),
    N(MATE, "మాటే కప్పు"),
    N(RICE_COOKER, "రైస్ కుక్కర్"),
    N(SURFBOARD, "సర్ఫ్‌బోర్డు"),
    N(TOY_AIRPLANE, "బొమ్మ విమానం"),
    N(TRICYCLE, "మూడు చక్రాల సైకిలు"),
    N(WHITEBOARD, "తెల్ల బోర్డు"),
    N(GROUND, "నేల"),
    N(GRASS, "గడ్డి"),
    N(STREET, "వీధి"),
    N(PAVEMENT, "కాలిబాట"),
    N(TREE, "చెట్టు"),
    N(BUSH, "పొద"),
    N(FENCE, "కంచె"),
    N(STREET_LAMP, "వీధి దీపం"),
    N(TRAFFIC_SIGN, "ట్రాఫిక్ గుర్తు"),
    N(MAILBOX, "తపాలా పెట్టె"),
    N(CAR, "కారు"),
    N(AMBULANCE, "అంబులెన్స్"),
    N(STRETCHER, "స్ట్రెచర్"),
    N(PERSON, "వ్యక్తి"),
    N(CYLINDER_RED, "ఎర్ర స్థూపం"),
    N(CYLINDER_GREEN, "ఆకుపచ్చ స్థూపం"),
    N(CYLINDER_BLUE, "నీలి స్థూపం"),
    N(CYLINDER_YELLOW, "పసుపు స్థూపం"),
    N(CYLINDER_WHITE, "తెల్ల స్థూపం"),
    N(CYLINDER_PINK, "గులాబీ స్థూపం"),
    N(CYLINDER_BLACK, "నల్ల స్థూపం"),
    N(CYLINDER_CYAN, "సయాన్ స్థూపం"),
    N(OBJECT, "వస్తువు"),
    N(UNLABELED, "వస్తువు"),
};

static const char* const rooms[WEND_ROOM_TYPE_COUNT] = {
    [WEND_ROOM_UNKNOWN] = "గది",
    [WEND_ROOM_BEDROOM] = "పడకగది",
    [WEND_ROOM_BATHROOM] = "స్నానాల గది",
    [WEND_ROOM_KITCHEN] = "వంటగది",
    [WEND_ROOM_LIVING_ROOM] = "లివింగ్ రూమ్",
    [WEND_ROOM_DINING_ROOM] = "భోజనాల గది",
    [WEND_ROOM_HALL] = "హాలు",
    [WEND_ROOM_CORRIDOR] = "నడవా",
    [WEND_ROOM_STAIRWELL] = "మెట్ల గది",
    [WEND_ROOM_STUDY] = "చదువుకునే గది",
    [WEND_ROOM_LAUNDRY] = "బట్టలు ఉతికే గది",
    [WEND_ROOM_STORAGE] = "సామాన్ల గది",
    [WEND_ROOM_TOILET] = "మరుగుదొడ్డి",
    [WEND_ROOM_OFFICE] = "ఆఫీసు",
    [WEND_ROOM_OPEN_OFFICE] = "తెరిచి ఉన్న ఆఫీసు",
    [WEND_ROOM_MEETING_ROOM] = "సమావేశ గది",
    [WEND_ROOM_BREAK_ROOM] = "విరామ గది",
    [WEND_ROOM_RECEPTION] = "రిసెప్షన్",
    [WEND_ROOM_SHOP] = "దుకాణం",
    [WEND_ROOM_PLAYROOM] = "ఆటల గది",
    [WEND_ROOM_GARAGE] = "గ్యారేజీ",
    [WEND_ROOM_BALCONY] = "బాల్కనీ",
    [WEND_ROOM_OUTDOORS] = "బయట",
};

static const char* const colors[WEND_COLOR_COUNT] = {
    [WEND_COLOR_BLACK] = "నల్లని",
    [WEND_COLOR_WHITE] = "తెల్లని",
    [WEND_COLOR_GREY] = "బూడిద రంగు",
    [WEND_COLOR_GREEN] = "ఆకుపచ్చని",
    [WEND_COLOR_BLUE] = "నీలి రంగు",
    [WEND_COLOR_RED] = "ఎర్రని",
    [WEND_COLOR_BROWN] = "గోధుమ రంగు",
    [WEND_COLOR_ORANGE] = "నారింజ రంగు",
    [WEND_COLOR_YELLOW] = "పసుపు రంగు",
    [WEND_COLOR_PINK] = "గులాబీ రంగు",
    [WEND_COLOR_PURPLE] = "ఊదా రంగు",
    [WEND_COLOR_BEIGE] = "లేత గోధుమ రంగు",
    [WEND_COLOR_SILVER] = "వెండి రంగు",
    [WEND_COLOR_GOLD] = "బంగారు రంగు",
    [WEND_COLOR_COPPER] = "రాగి రంగు",
    [WEND_COLOR_CLEAR] = "పారదర్శకమైన",
    [WEND_COLOR_DARK] = "ముదురు రంగు",
    [WEND_COLOR_RUST] = "తుప్పు రంగు",
    [WEND_COLOR_SAND] = "ఇసుక రంగు",
    [WEND_COLOR_LIGHT_BROWN] = "లేత చెక్క రంగు",
    [WEND_COLOR_BLUISH_GREY] = "నీలి బూడిద రంగు",
    [WEND_COLOR_GREENISH_GREY] = "పచ్చని బూడిద రంగు",
    [WEND_COLOR_CYAN] = "సయాన్ రంగు",
};

static const char* const stuffs[WEND_STUFF_COUNT] = {
    [WEND_STUFF_PLASTIC] = "ప్లాస్టిక్", [WEND_STUFF_CERAMIC] = "పింగాణీ", [WEND_STUFF_METALLIC] = "లోహపు",
    [WEND_STUFF_WOODEN] = "చెక్క",    [WEND_STUFF_GLASS] = "గాజు",    [WEND_STUFF_FABRIC] = "గుడ్డ",
    [WEND_STUFF_LEATHER] = "తోలు",   [WEND_STUFF_PAPER] = "కాగితపు",  [WEND_STUFF_STONE] = "రాతి",
    [WEND_STUFF_WICKER] = "బెత్తపు",  [WEND_STUFF_RUBBER] = "రబ్బరు",
};

static const char* const ordinals[] = {"", "మొదటి", "రెండవ", "మూడవ", "నాలుగవ", "ఐదవ"};

static bool ends_with(const char* word, const char* ending) {
    size_t n = strlen(word), m = strlen(ending);
    return n >= m && strcmp(word + n - m, ending) == 0;
}

// An ending after a word that may close with a consonant: a joiner that keeps the two apart.
static void put_ending(text_out* out, const char* word, const char* ending) {
    text_put(out, "%s%s%s", word, ends_with(word, "్") ? "\xE2\x80\x8C" : "", ending);
}

// The form of what is acted on: "మంచం" gives "మంచాన్ని", "కుర్చీ" "కుర్చీని", "సోఫా" "సోఫాను".
static void put_accusative(text_out* out, const char* word) {
    static const char* const front[] = {"ి", "ీ", "ై"};
    if (ends_with(word, "ం")) {
        text_put_bytes(out, word, strlen(word) - strlen("ం"));
        text_put(out, "ాన్ని");
        return;
    }
    for (size_t i = 0; i < sizeof front / sizeof *front; i++)
        if (ends_with(word, front[i])) {
            text_put(out, "%sని", word);
            return;
        }
    if (ends_with(word, "ట్లు")) {  // a plural: "మెట్లు" gives "మెట్లను"
        text_put_bytes(out, word, strlen(word) - strlen("ు"));
        text_put(out, "ను");
        return;
    }
    put_ending(out, word, "ను");
}

// How words end, alone and several of them: "మంచం", "మంచాలు"; "చెట్టు", "చెట్లు". The first that fits.
static const struct {
    const char *one, *several;
} plurals[] = {
    {"ం", "ాలు"},    {"ట్టు", "ట్లు"}, {"ట్టి", "ట్లు"}, {"డ్డు", "డ్లు"}, {"ండు", "ండ్లు"}, {"ండి", "ండ్లు"},
    {"ల్లు", "ళ్ళు"}, {"లు", "ళ్ళు"},  {"రు", "ర్లు"}, {"యి", "యిలు"},   {"ి", "ులు"},
};

// Several: "మంచాలు", "కుర్చీలు", "స్టూళ్ళు"; before a postposition "మంచాల", acted on "మంచాలను".
static void put_several(text_out* out, const char* word, char as) {
    size_t size = strlen(word), rule = 0, rules = sizeof plurals / sizeof *plurals;
    while (rule < rules && !ends_with(word, plurals[rule].one)) rule++;
    const char* ending = rule < rules ? plurals[rule].several : "లు";
    char bent[32];
    bool subject = as == 'A';
    snprintf(bent, sizeof bent, "%.*s%s", (int)(strlen(ending) - (subject ? 0 : strlen("ు"))),
             ending, as == 'O' ? "ను" : "");
    if (rule == rules) {
        put_ending(out, word, bent);
        return;
    }
    text_put_bytes(out, word, size - strlen(plurals[rule].one));
    text_put(out, "%s", bent);
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

static bool is_many(const wend_landmark* m) { return m->count >= 2 && m->count <= 4; }

// What has no singular: "మెట్లు", "బూట్లు".
static bool is_plural(wend_category c) {
    return c == WEND_CATEGORY_STAIRS || c == WEND_CATEGORY_BOOTS || c == WEND_CATEGORY_BLINDS;
}

// The form before a postposition: "మెట్లు" gives "మెట్ల".
static void put_before_postposition(text_out* out, wend_category category) {
    const char* word = nouns[category];
    size_t size = strlen(word);
    if (ends_with(word, "ట్లు")) {
        text_put_bytes(out, word, size - strlen("ు"));
    } else if (ends_with(word, "ఇల్లు")) {
        text_put_bytes(out, word, size - strlen("ఇల్లు"));
        text_put(out, "ఇంటి");
    } else {
        text_put(out, "%s", word);
    }
}

// Where it is by its anchor: "బల్ల పక్కన", and before what it describes "బల్ల పక్కన ఉన్న".
static void put_placing(text_out* out, const wend_landmark* m, bool subject) {
    if (!m->placing || !m->anchor) return;
    if (m->anchor_color) text_put(out, "%s ", colors[m->anchor_color]);
    put_before_postposition(out, m->anchor);
    text_put(out, " %s %s", placings[m->placing], subject ? "" : "ఉన్న ");
}

static void put_verb(text_out* out, const wend_landmark* m, char as) {
    bool many = is_many(m) || is_plural(m->category);
    if (as == 'H')
        text_put(out, many ? "ఉన్నాయి" : "ఉంది");
    else
        text_put(out, many ? "కనిపిస్తాయి" : "కనిపిస్తుంది");
}

static void put_landmark(text_out* out, const wend_landmark* m, char as, uint32_t voice) {
    (void)voice;
    const char* said[] = {choices[m->choice], ordinals[m->ordinal <= 5 ? m->ordinal : 0],
                          colors[m->color], stuffs[m->stuff]};
    bool subject = as == 'A', many = !m->ordinal && !m->choice && is_many(m);
    if (as == 'H' || as == 'G') {
        put_verb(out, m, as);
        return;
    }
    bool again = m->again && !subject;
    many = many && !again;
    if (again) text_put(out, "ఆ ");
    if (!again) put_placing(out, m, subject);
    if (many)
        text_put(out, "%s", numbers[m->count]);
    else if (subject && !m->ordinal && !m->choice && !is_plural(m->category))
        text_put(out, "ఒక ");
    for (int i = 0; i < 4 && !again; i++)
        if (said[i] && *said[i]) text_put(out, "%s ", said[i]);
    if (many)
        put_several(out, nouns[m->category], as);
    else if (as == 'O')
        put_accusative(out, nouns[m->category]);
    else if (as == 'T')
        put_before_postposition(out, m->category);
    else
        text_put(out, "%s", nouns[m->category]);
}

static void put_room(text_out* out, wend_room_type type, char as, uint32_t voice) {
    (void)voice;
    if (type == WEND_ROOM_OUTDOORS) {
        text_put(out, "%s", as == 'I' ? "బయటకు" : as == 'F' ? "బయటి నుంచి లోపలికి" : "బయట");
        return;
    }
    put_ending(out, rooms[type],
               as == 'L'   ? "లో"
               : as == 'I' ? "లోకి"
               : as == 'F' ? " నుంచి బయటకు"
                           : "");
}

static const char* noun(wend_category category) { return nouns[category]; }
static const char* room(wend_room_type type) { return rooms[type]; }

static const tell_phrase phrases[] = {
    {WEND_TELL_BEGIN, 0, "మీరు %L ఉన్నారు"},
    {WEND_TELL_BEGIN, 2, "ఇప్పుడు మీరు %L నిలబడి ఉన్నారు"},
    {WEND_TELL_BEGIN, 0, "మీ ముందు %A %H"},
    {WEND_TELL_BEGIN, 0, "మీరు %T ముందు ఉన్నారు"},
    {WEND_TELL_BEGIN, 0, "మీరు %L %T వైపు చూస్తూ ఉన్నారు"},
    {WEND_TELL_BEGIN, 2, "మీరు %L నిలబడి ఉన్నారు, మీరు %T వైపు చూస్తున్నారు"},
    {WEND_TELL_BEGIN, 2, "ఇప్పుడు మీరు %L ఉన్నారు, మీ ఎదురుగా %A %H"},
    {WEND_TELL_BEGIN, 0, "మీరు %L ఉన్నారు, %S %A %H"},
    {WEND_TELL_BEGIN, 2, "ఇప్పుడు మీరు %L నిలబడి ఉన్నారు, %S %A %H"},

    {WEND_TELL_TURN, 0, "%D"},
    {WEND_TELL_TURN, 0, "%T కనిపించేలా %D"},
    {WEND_TELL_TURN, 0, "%T మీ ముందు ఉండేలా %D"},

    {WEND_TELL_FORWARD, 0, "నేరుగా ముందుకు వెళ్ళండి"},
    {WEND_TELL_FORWARD, 0, "తిన్నగా నడవండి"},
    {WEND_TELL_FORWARD, 0, "నేరుగా నడవండి"},
    {WEND_TELL_FORWARD, 2, "అలాగే నేరుగా ముందుకు నడవండి"},
    {WEND_TELL_FORWARD, 0, "%T వైపు నడవండి"},
    {WEND_TELL_FORWARD, 0, "%T వైపు వెళ్ళండి"},
    {WEND_TELL_FORWARD, 2, "నేరుగా %T వైపు నడుస్తూ వెళ్ళండి"},
    {WEND_TELL_FORWARD, 0, "%U దగ్గరకు వెళ్ళండి"},
    {WEND_TELL_FORWARD, 0, "నేరుగా %U వరకు నడవండి"},
    {WEND_TELL_FORWARD, 2, "%U వచ్చే వరకు నేరుగా నడవండి"},

    {WEND_TELL_PASS, 0, "%O దాటి ముందుకు వెళ్ళండి"},
    {WEND_TELL_PASS, 0, "%T పక్క నుంచి వెళ్ళండి"},
    {WEND_TELL_PASS, 0, "%S ఉన్న %O దాటి ముందుకు వెళ్ళండి"},
    {WEND_TELL_PASS, 0, "%S ఉన్న %T పక్క నుంచి ముందుకు వెళ్ళండి"},
    {WEND_TELL_PASS, 0, "%S ఉన్న %O దాటండి"},
    {WEND_TELL_PASS, 2, "నేరుగా నడుస్తూ %S ఉన్న %O దాటండి"},

    {WEND_TELL_DOOR, 0, "%I ప్రవేశించండి"},
    {WEND_TELL_DOOR, 0, "%I వెళ్ళండి"},
    {WEND_TELL_DOOR, 2, "ముందుకు నడిచి %I ప్రవేశించండి"},
    {WEND_TELL_DOOR, 0, "%T గుండా వెళ్ళండి"},
    {WEND_TELL_DOOR, 0, "%T గుండా %I వెళ్ళండి"},
    {WEND_TELL_DOOR, 0, "%T గుండా %I ప్రవేశించండి"},
    {WEND_TELL_DOOR, 0, "%S ఉన్న %T గుండా వెళ్ళండి"},
    {WEND_TELL_DOOR, 0, "%S ఉన్న %T గుండా %I వెళ్ళండి"},

    {WEND_TELL_LEAVE, 0, "%F రండి"},
    {WEND_TELL_LEAVE, 0, "%F వెళ్ళండి"},
    {WEND_TELL_LEAVE, 0, "గది నుంచి బయటకు రండి"},

    {WEND_TELL_UP, 0, "మెట్లు ఎక్కండి"},
    {WEND_TELL_UP, 0, "మెట్లు ఎక్కి పైకి వెళ్ళండి"},
    {WEND_TELL_UP, 2, "మెట్లు ఎక్కి పైవరకు వెళ్ళండి"},
    {WEND_TELL_DOWN, 0, "మెట్లు దిగండి"},
    {WEND_TELL_DOWN, 0, "మెట్లు దిగి కిందకు వెళ్ళండి"},
    {WEND_TELL_DOWN, 2, "మెట్లు దిగి కిందివరకు వెళ్ళండి"},

    {WEND_TELL_SEE, 0, "ఇప్పుడు మీరు %L ఉన్నారు"},
    {WEND_TELL_SEE, 2, "ఇప్పుడు మీరు %L ఉంటారు"},
    {WEND_TELL_SEE, 0, "అక్కడ %A %G"},
    {WEND_TELL_SEE, 0, "%S %A %H"},
    {WEND_TELL_SEE, 0, "%S %A %G"},
    {WEND_TELL_SEE, 2, "ఇక్కడ %S %A %G"},
    {WEND_TELL_SEE, 0, "ఇప్పుడు మీరు %L ఉన్నారు, %S %A %H"},
    {WEND_TELL_SEE, 0, "ఇప్పుడు మీరు %L ఉన్నారు, %S %A %G"},

    {WEND_TELL_STOP, 0, "ఇక్కడ ఆగండి"},
    {WEND_TELL_STOP, 0, "%L ఆగండి"},
    {WEND_TELL_STOP, 2, "%L ఆగండి, అదే మీ గమ్యం"},
    {WEND_TELL_STOP, 0, "%T దగ్గర ఆగండి"},
    {WEND_TELL_STOP, 0, "%T పక్కన ఆగండి"},
    {WEND_TELL_STOP, 0, "%T దగ్గరకు వెళ్ళి ఆగండి"},
    {WEND_TELL_STOP, 2, "%T దగ్గరకు చేరుకుని ఆగండి, అదే మీ గమ్యం"},
    {WEND_TELL_STOP, 2, "%T పక్కన ఆగండి, అదే మీ గమ్యం"},
    {WEND_TELL_STOP, 0, "%T దగ్గరకు చేరుకున్నప్పుడు ఆగండి"},
    {WEND_TELL_STOP, 0, "%S %T ఉన్నప్పుడు ఆగండి"},
};

// Commands before another one.
static const tell_joint joints[] = {
    {"తిరగండి", "తిరిగి,"}, {"వెళ్ళండి", "వెళ్ళి,"},       {"నడవండి", "నడిచి,"},
    {"దాటండి", "దాటి,"},   {"ప్రవేశించండి", "ప్రవేశించి,"}, {"రండి", "వచ్చి,"},
    {"ఎక్కండి", "ఎక్కి,"}, {"దిగండి", "దిగి,"},         {NULL, NULL},
};

const tell_language tell_telugu = {
    .code = "te",
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
    .noun = noun,
    .room = room,
    .colors = colors,
    .stuffs = stuffs,
    .ordinals = ordinals,
    .put_landmark = put_landmark,
    .put_room = put_room,
};
