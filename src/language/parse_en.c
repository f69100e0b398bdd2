// English words, endings and word order for the parser.
#include "language/instruction_parser.h"

#define C(name) WEND_CATEGORY_##name
#define R(name) WEND_ROOM_##name
#define O(name) PARSE_CHOICE + WEND_CHOICE_##name

static const parse_word words[] = {
    {"you|you'll|you'd|you've|you have|we|i|he|she|they|of|for|be|been|so|"
     "very|just|really|about|directly|immediately|again|still|now|also|too|here|there|"
     "will|can|could|should|would|must|may|need|want|have to|has|have|had|do|does|keep|"
     "slowly|steps away|all the way|please|okay|"
     "ok|as|like|than|more|me|us|not|only|few steps|"
     "ninety|90|45|degrees|degree|right there|right here|"
     "right now|right before|that is your destination|you are at your destination|destination|"
     "end point|endpoint|your destination|goal|in order|using|start by|begin by|making|"
     "to the top|to the bottom|to the end|at the end|on the wall|inside|some more|"
     "through to|if|there's a|is|are|am|which is|that is|that are|which are|it "
     "is|that's|it's|which|who|beginning|currently|where|sort of|kind of|type of|is going|"
     "way|far|opposite|direction|little|bit|feet|foot|meters|metres|start|"
     "almost|nearly|upon|however|continuing on|instead|together|please note|careful|"
     "slightly past|exactly|roughly|approximately|basically|maybe|even|"
     "or so|in a row|at a time|one more time|once more|everything|anything|something|someone",
     PARSE_GLUE, PARSE_ADVERB},
    {"the|a|an|some|any|this|these|those|your|its|their|my|our|his|her|both|each|every|one|another|"
     "other|same|teh|hte|th|thr|te|tha|few|couple|five|six|5|several|many|room's",
     PARSE_GLUE, PARSE_DETERMINER},
    {"large|big|small|long|short|tall|round|open|closed|double|single|sliding|hanging|empty|main|"
     "front|immediate|right hand|left hand|hand|huge|tiny|little|circular|square|"
     "rectangular|oval|narrow|wide|old|new|fancy|decorative|ornate|framed|carpeted|dark|light "
     "colored|curved|spiral|floor level|bright|dark colored|high|low|striped|patterned|"
     "floral|antique|modern|arched|thick|thin|colorful|multicolored|adjacent|nearby",
     PARSE_GLUE, PARSE_ADJECTIVE},
    {"area|set|row|side|corner|middle|center|centre|end|edge|top|bottom|base|level|foot end",
     PARSE_GLUE, PARSE_REGION},
    {"two|2|pair of|couple of", PARSE_GLUE, 2},
    {"three|3", PARSE_GLUE, 3},
    {"four|4", PARSE_GLUE, 4},
    {"larger|bigger|largest|biggest", PARSE_GLUE, O(LARGER)},
    {"smaller|smallest", PARSE_GLUE, O(SMALLER)},
    {"nearer|closer|nearest|closest", PARSE_GLUE, O(NEARER)},
    {"farther|farthest|furthest|far one", PARSE_GLUE, O(FARTHER)},
    {"left one|leftmost|left-hand|left-most", PARSE_GLUE, O(LEFT)},
    {"right one|rightmost|right-hand|right-most", PARSE_GLUE, O(RIGHT)},
    {"and|then|next|after that|after this|but|or|now that|before that|from there|from here|"
     "afterwards|finally|first of all|once there|once inside|once outside|once done|followed by|"
     "so that|and then|while|while you|at this point|at which point",
     PARSE_LINK, 0},
    {"until|till|once|when|as soon as|til|whenever|until you have|once you have", PARSE_UNTIL, 0},

    {"go|walk|move|proceed|head|continue|travel|advance|step|come|keep going|keep walking|"
     "continue walking|continue going|follow|cross|traverse|make your way|wander|stroll|return|"
     "back up|march|progress|run|going|do through|drive|approach|continue on|carry on",
     PARSE_VERB, VERB_GO},
    {"turn|veer|bear|rotate|pivot|swing|spin|swerve|bank|make turn|hook|angle", PARSE_VERB,
     VERB_TURN},
    {"take|make|hang|use", PARSE_VERB, VERB_TAKE},
    {"stop|wait|halt|stay|stand|rest|end up|finish|remain|pause|stop there|stand there|wait there|"
     "stop here|wait here|come to a stop|come to a halt|stand still|park",
     PARSE_VERB, VERB_STOP},
    {"enter|go inside|walk inside|come inside|step inside|get in|go in|walk in|step in|head inside|"
     "head in|move inside|turn in|enter into|go indoors",
     PARSE_VERB, VERB_ENTER},
    {"leave|exit|get out|go out|walk out|step out|come out|head out|move out|exit out", PARSE_VERB,
     VERB_LEAVE},
    {"pass|bypass|have passed|go by|walk by|skip|crossing|by crossing", PARSE_VERB, VERB_PASS},
    {"climb|ascend|go upstairs|walk upstairs|head upstairs|upstairs", PARSE_VERB, VERB_CLIMB},
    {"descend|go downstairs|walk downstairs|head downstairs|downstairs", PARSE_VERB, VERB_DESCEND},
    {"see|notice|spot|find|there is|there's|there are|there will be|you will see|you can see|"
     "will be|you should see|you see|observe",
     PARSE_VERB, VERB_SEE},
    {"you are|you're|you are standing|you are now|you begin|you start|you should be|"
     "you are standing still|you will be|this is|you stand|you are at|are standing|begin",
     PARSE_VERB, VERB_BE},
    {"reach|arrive|get to|come to|come upon|get near|get close to|come across|you get|get",
     PARSE_VERB, VERB_REACH},
    {"face|look|you are facing|you are looking|looking|facing|you face|so that you face|look at|"
     "look towards|you are looking at|with your back to|to face",
     PARSE_VERB, VERB_FACE},

    {"left|lef|letf|leftward|leftwards|lefthand", PARSE_TURN, DIRECTION_LEFT},
    {"right|rigth|rihgt|rightward|rightwards|righthand", PARSE_TURN, DIRECTION_RIGHT},
    {"around|u-turn|u turn|180|180 degrees|completely around|all the way around|back|around 180|"
     "one hundred eighty|about face|backwards|the other way",
     PARSE_TURN, DIRECTION_AROUND},
    {"straight|ahead|forward|straight ahead|straight forward|straight on|forwards|further|onward|"
     "straight down|onwards|straightforward|strait|straigt|foward|forword|striaght",
     PARSE_TURN, DIRECTION_STRAIGHT},
    {"up|upward|upwards", PARSE_TURN, DIRECTION_UP},
    {"down|downward|downwards", PARSE_TURN, DIRECTION_DOWN},
    {"slight|slightly|a little|softly|gently|a bit|diagonally|soft", PARSE_DEGREE, 0},
    {"sharp|sharply|hard", PARSE_DEGREE, 1},

    {"on your left|on the left|to your left|to the left|on left|at your left|on your left side|"
     "on the left side|on your left hand side|on the left hand side|on the left-hand side|"
     "to your left side|to the left side|your left|on the far left|left side|left hand side|"
     "on your left-hand side|to left|on its left",
     PARSE_SIDE, WEND_SIDE_LEFT},
    {"on your right|on the right|to your right|to the right|on right|at your right|"
     "on your right side|on the right side|on your right hand side|on the right hand side|"
     "on the right-hand side|to your right side|to the right side|your right|on the far right|"
     "right side|right hand side|on your right-hand side|to right|on its right",
     PARSE_SIDE, WEND_SIDE_RIGHT},
    {"in front of you|in-front of you|ahead of you|before you|straight ahead of you|in front|"
     "opposite you|across from you|facing you",
     PARSE_SIDE, WEND_SIDE_AHEAD},

    {"towards|toward|in the direction of|for", PARSE_ROLE, ROLE_TO},
    {"to|up to|over to|as far as|down to|back to|onto|unto", PARSE_ROLE, ROLE_UPTO},
    {"at the end of|to the end of|until the end of|towards the end of|till the end of|"
     "to the other end of|to the far end of|toward the end of|the length of|the entire length of",
     PARSE_ROLE, ROLE_END},
    {"past|passed|by|beyond|around the|passing|past by|to the left of|to the right of|left of|"
     "right of|on the left of|on the right of|between|in between|behind|across|over|under|"
     "underneath|on the left side of|on the right side of|across the",
     PARSE_ROLE, ROLE_PAST},
    {"through|thru|throught|thorugh|trough|though|thruogh|via|out of the door|through the|out "
     "through",
     PARSE_ROLE, ROLE_THROUGH},
    {"into|in to|inside of|inside the|inside a|inside|within|onto the", PARSE_ROLE, ROLE_INTO},
    {"out of|out|outside of|away from|out from|off of|off|from|outside the", PARSE_ROLE, ROLE_OUT},
    {"at|near|next to|beside|besides|in front of|in-front of|close to|adjacent to|against|before|"
     "right next to|right in front of|just before|alongside|by the|just inside|nearby|"
     "to the side of|right before|just outside|just past|at the foot of|at the top of|"
     "at the bottom of|on top of|at the base of|just outside of|right beside|underneath the",
     PARSE_ROLE, ROLE_AT},
    {"in|on|within the|in the middle of|in the center of|on the other side of", PARSE_ROLE,
     ROLE_IN},
    {"after|just after|right after|immediately after|after passing|after the", PARSE_ROLE,
     ROLE_AFTER},
    {"along|along the|along side|following", PARSE_ROLE, ROLE_ALONG},
    {"with", PARSE_ROLE, ROLE_WITH},
    {"across from|opposite of|opposite to|leading to|that leads to|which leads to|leads to|"
     "leading into|that leads into|leading out|leads into|leading up|leading down|below|"
     "attached to|connected to|containing|full of|leading outside|that goes|that go|that lead to|"
     "to the room|closest to|nearest to|closer to|nearer to|farthest from|farther from|"
     "furthest from|that has|which has",
     PARSE_ROLE, ROLE_ASIDE},

    {"above", PARSE_ROLE, ROLE_ABOVE},

    {"midway|half way|halfway|half-way|mid-way|mid way|partway|part way|part-way", PARSE_HALFWAY,
     0},

    {"it|them|that", PARSE_IT, 0},

    // Words without a category that are one letter away from others.
    {"movie|movies|garbage|stall|alter|grate|thought|lounger|booth|bunch|exist|whole|thorough|"
     "pointing|"
     "bedside|plunge|platter|counted|tablet|carved|maker|mental|copier|cooler",
     PARSE_UNKNOWN, 1},

    {"doorway|doors|door way|archway|arch|opening|entrance|entry|exit door|gate|double doors|"
     "french doors|sliding door|sliding doors|front door|doorways|threshold|"
     "open door|open doorway|entryway|entrance way|door opening|door frame",
     PARSE_NOUN, C(DOOR)},
    {"stair|staircase|steps|stairway|flight of stairs|flight|set of stairs|stair case|landing|"
     "flight of steps|spiral staircase",
     PARSE_NOUN, C(STAIRS)},
    {"couch|settee|love seat|loveseat|sectional|sofa set|lounge|divan", PARSE_NOUN, C(SOFA)},
    {"refrigerator|freezer", PARSE_NOUN, C(FRIDGE)},
    {"tv|telly|flat screen|screen|tv screen", PARSE_NOUN, C(TELEVISION)},
    {"picture|art|photo|photos|artwork|portrait|poster|wall paint|wall painting|photo frame|"
     "picture frame|photo frames|frames|paintings",
     PARSE_NOUN, C(PAINTING)},
    {"plant|potted plant|flower|flowers|flower pot|pot plant|christmas tree|planter", PARSE_NOUN,
     C(HOUSE_PLANT)},
    {"bookshelf|bookcase|book shelf|book case|shelves|shelving|bookshelves|shelf unit|book rack|"
     "rack|wine rack",
     PARSE_NOUN, C(SHELF)},
    {"countertop|kitchen counter|bar|island|kitchen island|breakfast bar|bar counter|worktop|"
     "counter top",
     PARSE_NOUN, C(COUNTER)},
    {"tub|bath tub|jacuzzi|hot tub", PARSE_NOUN, C(BATHTUB)},
    {"carpet|mat|floor mat|door mat", PARSE_NOUN, C(RUG)},
    {"oven|cooker|range|stove top|stovetop", PARSE_NOUN, C(STOVE)},
    {"trash can|bin|garbage bin|dustbin|trash bin|wastebasket", PARSE_NOUN, C(GARBAGE_CAN)},
    {"washer", PARSE_NOUN, C(WASHING_MACHINE)},
    {"dryer", PARSE_NOUN, C(CLOTHES_DRYER)},
    {"banister|rail|bannister|handrail", PARSE_NOUN, C(RAILING)},
    {"pillar|post", PARSE_NOUN, C(COLUMN)},
    {"chest of drawers|drawers|chest|bureau", PARSE_NOUN, C(DRESSER)},
    {"cupboard|kitchen cabinet|hutch|vanity|credenza|console|sideboard", PARSE_NOUN, C(CABINET)},
    {"closet|armoire", PARSE_NOUN, C(WARDROBE)},
    {"end table|console table|accent table", PARSE_NOUN, C(SIDE_TABLE)},
    {"bedside table|night stand", PARSE_NOUN, C(NIGHTSTAND)},
    {"recliner|arm chair|easy chair|lounge chair", PARSE_NOUN, C(ARMCHAIR)},
    {"bar stool|barstool", PARSE_NOUN, C(STOOL)},
    {"lamp|standing lamp", PARSE_NOUN, C(FLOOR_LAMP)},
    {"chandelier|light|ceiling light", PARSE_NOUN, C(CEILING_LAMP)},
    {"sculpture|statues|bust", PARSE_NOUN, C(STATUE)},
    {"basin|wash basin|sink basin", PARSE_NOUN, C(SINK)},
    {"shower stall|shower door|shower room", PARSE_NOUN, C(SHOWER)},
    {"conference table|pool table|kitchen table|work table|round table", PARSE_NOUN, C(TABLE)},
    {"dinner table|dining room table|dinning table|dining room set", PARSE_NOUN, C(DINING_TABLE)},
    {"computer", PARSE_NOUN, C(DESKTOP)},
    {"pillows", PARSE_NOUN, C(PILLOW)},
    {"fire place|hearth", PARSE_NOUN, C(FIREPLACE)},

    {"hallway|passage|passageway|walkway|pathway|aisle|hall way|path", PARSE_ROOM, R(CORRIDOR)},
    {"foyer|lobby|entrance hall|entry hall|vestibule|entry way", PARSE_ROOM, R(HALL)},
    {"master bedroom|bed room|guest room|guest bedroom", PARSE_ROOM, R(BEDROOM)},
    {"restroom|washroom|bath room|bath|powder room", PARSE_ROOM, R(BATHROOM)},
    {"family room|sitting room|livingroom|tv room|den|lounge room|lounge area|living area|"
     "sitting area|seating area|great room",
     PARSE_ROOM, R(LIVING_ROOM)},
    {"dining area|dinning room|dinning area", PARSE_ROOM, R(DINING_ROOM)},
    {"kitchen area|kitchenette", PARSE_ROOM, R(KITCHEN)},
    {"laundry|utility room|laundry area", PARSE_ROOM, R(LAUNDRY)},
    {"storage|pantry|store room|storeroom|storage area|walk in closet|walk-in closet", PARSE_ROOM,
     R(STORAGE)},
    {"stair well", PARSE_ROOM, R(STAIRWELL)},
    {"conference room", PARSE_ROOM, R(MEETING_ROOM)},
    {"library|home office", PARSE_ROOM, R(STUDY)},
    {"game room|play room", PARSE_ROOM, R(PLAYROOM)},
    {"outside|patio|deck|porch|yard|garden|out of the house|terrace|backyard|in from outside|"
     "go outside|outdoor",
     PARSE_ROOM, R(OUTDOORS)},

    {"gray", PARSE_COLOR, WEND_COLOR_GREY},
    {"cream|tan|cream colored", PARSE_COLOR, WEND_COLOR_BEIGE},
    {"golden", PARSE_COLOR, WEND_COLOR_GOLD},
    {"dark brown", PARSE_COLOR, WEND_COLOR_BROWN},
    {"wood", PARSE_MATERIAL, WEND_MATERIAL_TYPE_WOODEN},
    {"metal|steel|iron", PARSE_MATERIAL, WEND_MATERIAL_TYPE_METALLIC},
    {"marble|brick|tile|tiled", PARSE_MATERIAL, WEND_MATERIAL_TYPE_STONE},
    {"1st", PARSE_ORDINAL, 1},
    {"2nd", PARSE_ORDINAL, 2},
    {"3rd", PARSE_ORDINAL, 3},
    {"4th", PARSE_ORDINAL, 4},
};

static const parse_ending endings[] = {
    {"ies", "y", 0},   {"sses", "ss", 0}, {"shes", "sh", 0}, {"ches", "ch", 0}, {"ves", "f", 0},
    {"pping", "p", 0}, {"nning", "n", 0}, {"tting", "t", 0}, {"pped", "p", 0},  {"ing", "", 0},
    {"ss", "ss", 0},   {"ed", "", 0},     {"s", "", 0},      {"e", "", 0},
};

const parse_language parse_english = {
    .words = words,
    .word_count = sizeof words / sizeof *words,
    .endings = endings,
    .ending_count = sizeof endings / sizeof *endings,
    .rounds = 2,
    .min = 3,
    .verb_last = false,
};
