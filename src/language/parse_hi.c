// Hindi words, endings and word order for the parser.
#include "language/instruction_parser.h"

#define C(name) WEND_CATEGORY_##name
#define R(name) WEND_ROOM_##name
#define O(name) PARSE_CHOICE + WEND_CHOICE_##name

static const parse_word words[] = {
    {"आप|आपका|आपकी|आपके|आपको|आपने|हम|एक|कुछ|यह|वह|ये|वे|इस|उस|इसके|उसके|इसकी|उसकी|जो|जिसके|को|ही|भी|"
     "तो|सा|सी|से|का|की|के|वाला|वाली|वाले|आपका मुँह|मुँह|चेहरा|सबसे|बहुत|बिल्कुल|इस समय|समय|यहाँ|वहाँ|"
     "यही|वही|आपकी मंज़िल|मंज़िल|यही आपकी मंज़िल है|यही आपका लक्ष्य "
     "है|कोने|छोर|अंत|बीच|बड़ा|छोटा|खुला|बंद|रंग का|रंग|"
     "हुए|हुआ|हुई|कदम|लगभग|ठीक|तरफ़ से|दिशा|जगह|ओर|तरफ़|अपने|अपनी|अपना|होकर|कर|रखा",
     PARSE_GLUE, 0},
    {"दो", PARSE_GLUE, 2},
    {"तीन", PARSE_GLUE, 3},
    {"चार", PARSE_GLUE, 4},
    {"दोनों में से बड़ा|सबसे बड़ा", PARSE_GLUE, O(LARGER)},
    {"दोनों में से छोटा|सबसे छोटा", PARSE_GLUE, O(SMALLER)},
    {"दोनों में से पास वाला|दोनों में से नज़दीक वाला|पास वाला|नज़दीक वाला|नज़दीकी|सबसे पास वाला|सबसे नज़दीक",
     PARSE_GLUE, O(NEARER)},
    {"दोनों में से दूर वाला|दूर वाला|सबसे दूर वाला", PARSE_GLUE, O(FARTHER)},
    {"दोनों में से बाईं ओर वाला|दोनों में से बाएँ वाला|दोनों में से बाईं वाला", PARSE_GLUE, O(LEFT)},
    {"दोनों में से दाईं ओर वाला|दोनों में से दाएँ वाला|दोनों में से दाईं वाला", PARSE_GLUE, O(RIGHT)},
    {"और|अब|फिर|तब|इसके बाद|उसके बाद|और फिर|तथा|एवं|लेकिन|इसके पश्चात", PARSE_LINK, 0},
    {"जब|जब तक|ताकि|जैसे ही|जहाँ|जहाँ तक", PARSE_UNTIL, 0},

    {"जा|चल|बढ़|आगे बढ़|निकल|आगे निकल|आ|गुज़र|आगे चल|चलते रह|चलते जा|सीधे चल|जाते रह|बढ़ते रह|लौट|पीछा कर",
     PARSE_VERB, VERB_GO},
    {"मुड़|घूम|मोड़|टर्न ले|मुड़ जा|घूम जा|मोड़ ले|टर्न कर", PARSE_VERB, VERB_TURN},
    {"रुक|ठहर|खड़े हो|रुक जा|खड़े हो जा|खड़े रह|इंतज़ार कर|ठहर जा|यहीं रुक|वहीं रुक|यहीं|वहीं", PARSE_VERB,
     VERB_STOP},
    {"प्रवेश कर|दाखिल हो|घुस|अंदर जा|अंदर आ|भीतर जा|अंदर चल|प्रवेश", PARSE_VERB, VERB_ENTER},
    {"बाहर निकल|बाहर जा|बाहर आ|छोड़", PARSE_VERB, VERB_LEAVE},
    {"पार कर|पार", PARSE_VERB, VERB_PASS},
    {"चढ़|ऊपर चढ़|चढ़ जा", PARSE_VERB, VERB_CLIMB},
    {"उतर|नीचे उतर|उतर जा", PARSE_VERB, VERB_DESCEND},
    {"दिख|दिखाई दे|दिखेगा|दिखेगी|देख|देख सकते हैं|नज़र आ|दिखाई देगा|दिखाई देगी|दिखाई देंगे|दिखाई "
     "देंगी|दिखेंगे|दिखेंगी|दिख रहा है|देख रहे हैं|मिलेगा|मिलेगी",
     PARSE_VERB, VERB_SEE},
    {"है|हैं|हो|हों|होंगे|होगा|होगी|खड़े हैं|मौजूद है|स्थित है|खड़ा है|रहे हैं", PARSE_VERB, VERB_BE},
    {"पहुँच|आ जाए|पहुँच जा", PARSE_VERB, VERB_REACH},

    {"सीधे|सीधा|आगे|सामने की ओर|सीधे आगे|आगे की ओर", PARSE_TURN, DIRECTION_STRAIGHT},
    {"पीछे|पीछे की ओर|पीछे की तरफ़|उल्टा|वापस", PARSE_TURN, DIRECTION_AROUND},
    {"ऊपर|ऊपर की ओर|ऊपर की तरफ़", PARSE_TURN, DIRECTION_UP},
    {"नीचे|नीचे की ओर|नीचे की तरफ़", PARSE_TURN, DIRECTION_DOWN},
    {"थोड़ा|थोड़ा सा|हल्का|ज़रा|हल्के से", PARSE_DEGREE, 0},
    {"तेज़ी से|तेज़|तीखा|पूरी तरह|पूरा", PARSE_DEGREE, 1},

    {"बाईं ओर|बाएँ ओर|बायीं ओर|बाईं तरफ़|बाएँ तरफ़|बायीं तरफ़|बाएँ|बायें|बाईं|बायीं|बायाँ|लेफ़्ट|बाएँ हाथ|बाएँ हाथ की "
     "ओर|"
     "बाएँ हाथ पर|उल्टे हाथ|लेफ़्ट साइड|बाईं ओर को",
     PARSE_SIDE, WEND_SIDE_LEFT},
    {"दाईं ओर|दाएँ ओर|दायीं ओर|दाईं तरफ़|दाएँ तरफ़|दायीं तरफ़|दाएँ|दायें|दाईं|दायीं|दायाँ|राइट|दाएँ हाथ|दाएँ हाथ की "
     "ओर|"
     "दाएँ हाथ पर|दाहिने|दाहिनी|दाहिनी ओर|दाहिनी तरफ़|दाहिने ओर|दाहिने तरफ़|सीधे हाथ|राइट साइड",
     PARSE_SIDE, WEND_SIDE_RIGHT},
    {"आपके सामने|सामने|आपके ठीक सामने", PARSE_SIDE, WEND_SIDE_AHEAD},

    {"की ओर|की तरफ़|के तरफ़|की दिशा में", PARSE_ROLE, ROLE_TO},
    {"तक|के पास तक|के पास पहुँचकर|के पास जाकर", PARSE_ROLE, ROLE_UPTO},
    {"के पास से|के बगल से|के सामने से|के बीच से|के किनारे से|के पीछे से|के बाजू से|के आगे से|से आगे|के नीचे से", PARSE_ROLE,
     ROLE_PAST},
    {"से होकर|से होते हुए|में से|के अंदर से|के द्वारा|से गुज़रकर|के माध्यम से", PARSE_ROLE, ROLE_THROUGH},
    {"के अंदर|के भीतर|के अंदर की ओर", PARSE_ROLE, ROLE_INTO},
    {"से बाहर|से बाहर की ओर|के बाहर|से निकलकर", PARSE_ROLE, ROLE_OUT},
    {"के पास|के सामने|के बगल में|के नज़दीक|के निकट|के किनारे|के बाजू में|के पीछे|के करीब|के बगल|के साथ|के ठीक सामने|"
     "के आगे|के बाजू|से पहले|के नीचे",
     PARSE_ROLE, ROLE_AT},
    {"के ऊपर", PARSE_ROLE, ROLE_ABOVE},
    {"में|पर|के बीच में|के मध्य में|के बीच", PARSE_ROLE, ROLE_IN},
    {"के बाद", PARSE_ROLE, ROLE_AFTER},
    {"के साथ साथ|के समानांतर", PARSE_ROLE, ROLE_ALONG},

    {"द्वार|गेट|डोर|प्रवेश द्वार|दरवाज़ों", PARSE_NOUN, C(DOOR)},
    {"सीढ़ी|ज़ीना|स्टेयर्स|सीढ़ियों", PARSE_NOUN, C(STAIRS)},
    {"टेबल|मेज", PARSE_NOUN, C(TABLE)},
    {"डाइनिंग टेबल", PARSE_NOUN, C(DINING_TABLE)},
    {"बेड|पलंग|चारपाई", PARSE_NOUN, C(BED)},
    {"चेयर", PARSE_NOUN, C(CHAIR)},
    {"पेंटिंग|फोटो|फोटो फ्रेम|चित्र|तस्वीरों", PARSE_NOUN, C(PAINTING)},
    {"दर्पण|आईना|मिरर", PARSE_NOUN, C(MIRROR)},
    {"टेलीविज़न|टेलीविजन|टीवी स्क्रीन", PARSE_NOUN, C(TELEVISION)},
    {"पौधे|गमला|गमले", PARSE_NOUN, C(HOUSE_PLANT)},
    {"अलमारी", PARSE_NOUN, C(CABINET)},
    {"वॉश बेसिन|वाशबेसिन|बेसिन", PARSE_NOUN, C(SINK)},
    {"फायरप्लेस", PARSE_NOUN, C(FIREPLACE)},
    {"विंडो", PARSE_NOUN, C(WINDOW)},
    {"कारपेट|दरी|मैट", PARSE_NOUN, C(RUG)},
    {"तौलिये|तौलियों", PARSE_NOUN, C(TOWEL)},
    {"तौलिये स्टैंड", PARSE_NOUN, C(TOWEL_HOLDER)},
    {"जूतों", PARSE_NOUN, C(BOOTS)},
    {"तकिये|तकियों", PARSE_NOUN, C(PILLOW)},
    {"कमोड|टॉयलेट सीट", PARSE_NOUN, C(TOILET)},
    {"काउंटर टॉप|किचन काउंटर", PARSE_NOUN, C(COUNTER)},
    {"खम्भा|स्तंभ|पिलर", PARSE_NOUN, C(COLUMN)},
    {"लैंप|दीपक", PARSE_NOUN, C(FLOOR_LAMP)},

    {"कमरा|रूम", PARSE_ROOM, R(UNKNOWN)},
    {"बेडरूम|सोने का कमरा|शयन कक्ष", PARSE_ROOM, R(BEDROOM)},
    {"बाथरूम|गुसलखाना", PARSE_ROOM, R(BATHROOM)},
    {"किचन|रसोईघर|रसोई घर", PARSE_ROOM, R(KITCHEN)},
    {"लिविंग रूम|ड्राइंग रूम|बैठक का कमरा", PARSE_ROOM, R(LIVING_ROOM)},
    {"डाइनिंग रूम|भोजनकक्ष|डाइनिंग हॉल", PARSE_ROOM, R(DINING_ROOM)},
    {"हाल", PARSE_ROOM, R(HALL)},
    {"कॉरिडोर|रास्ता|हॉलवे|मार्ग|पैसेज", PARSE_ROOM, R(CORRIDOR)},
    {"ऑफ़िस|कार्यालय", PARSE_ROOM, R(OFFICE)},
    {"स्टडी रूम|पढ़ाई का कमरा", PARSE_ROOM, R(STUDY)},
    {"गोदाम|स्टोर रूम", PARSE_ROOM, R(STORAGE)},
    {"बरामदा|छज्जा", PARSE_ROOM, R(BALCONY)},

    {"ग्रे", PARSE_COLOR, WEND_COLOR_GREY},
    {"हल्के भूरे|हल्के भूरे रंग का", PARSE_COLOR, WEND_COLOR_LIGHT_BROWN},
    {"सफेद रंग का", PARSE_COLOR, WEND_COLOR_WHITE},
    {"काले रंग का", PARSE_COLOR, WEND_COLOR_BLACK},
    {"भूरे रंग का", PARSE_COLOR, WEND_COLOR_BROWN},
    {"लाल रंग का", PARSE_COLOR, WEND_COLOR_RED},
    {"नीले रंग का", PARSE_COLOR, WEND_COLOR_BLUE},
    {"हरे रंग का", PARSE_COLOR, WEND_COLOR_GREEN},
    {"पीले रंग का", PARSE_COLOR, WEND_COLOR_YELLOW},
};

// Endings of Ramanathan and Rao's lightweight stemmer, and imperative endings.
static const parse_ending endings[] = {
    {"ियेगा", "", 0}, {"िएगा", "", 0}, {"इयेगा", "", 0}, {"इएगा", "", 0}, {"ियां", "", 0},
    {"ियों", "", 0},  {"ेंगे", "", 0},    {"एंगे", "", 0},   {"िये", "", 0},   {"िए", "", 0},
    {"इये", "", 0},   {"इए", "", 0},   {"ाएं", "ा", 0},  {"ायें", "ा", 0},  {"एं", "", 0},
    {"ओं", "", 0},    {"ों", "", 0},    {"ें", "", 0},     {"ां", "", 0},    {"ीं", "", 0},
    {"कर", "", 0},   {"के", "", 0},    {"ना", "", 0},   {"ने", "", 0},    {"ता", "", 0},
    {"ते", "", 0},    {"ती", "", 0},   {"ओ", "", 0},    {"ो", "", 0},    {"ए", "", 0},
    {"े", "", 0},     {"ा", "", 0},    {"ी", "", 0},
};

const parse_language parse_hindi = {
    .words = words,
    .word_count = sizeof words / sizeof *words,
    .endings = endings,
    .ending_count = sizeof endings / sizeof *endings,
    .rounds = 1,
    .min = 1,
    .verb_last = true,
};
