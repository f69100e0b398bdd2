// Vocabulary: one table of object categories with the names of each benchmark, and the words for
// colours, materials, sizes and room types. It is the only copy of these names.
//
// Owner: src/base
#ifndef WEND_CATEGORY_H
#define WEND_CATEGORY_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// The 40 categories of Matterport3D (mpcat40) in their order, 0 = void, and "unlabeled" = 41.
#define WEND_MPCAT_LIST(X)                  \
    X(VOID, "void")                         \
    X(WALL, "wall")                         \
    X(FLOOR, "floor")                       \
    X(CHAIR, "chair")                       \
    X(DOOR, "door")                         \
    X(TABLE, "table")                       \
    X(PICTURE, "picture")                   \
    X(CABINET, "cabinet")                   \
    X(CUSHION, "cushion")                   \
    X(WINDOW, "window")                     \
    X(SOFA, "sofa")                         \
    X(BED, "bed")                           \
    X(CURTAIN, "curtain")                   \
    X(CHEST_OF_DRAWERS, "chest_of_drawers") \
    X(PLANT, "plant")                       \
    X(SINK, "sink")                         \
    X(STAIRS, "stairs")                     \
    X(CEILING, "ceiling")                   \
    X(TOILET, "toilet")                     \
    X(STOOL, "stool")                       \
    X(TOWEL, "towel")                       \
    X(MIRROR, "mirror")                     \
    X(TV_MONITOR, "tv_monitor")             \
    X(SHOWER, "shower")                     \
    X(COLUMN, "column")                     \
    X(BATHTUB, "bathtub")                   \
    X(COUNTER, "counter")                   \
    X(FIREPLACE, "fireplace")               \
    X(LIGHTING, "lighting")                 \
    X(BEAM, "beam")                         \
    X(RAILING, "railing")                   \
    X(SHELVING, "shelving")                 \
    X(BLINDS, "blinds")                     \
    X(GYM_EQUIPMENT, "gym_equipment")       \
    X(SEATING, "seating")                   \
    X(BOARD_PANEL, "board_panel")           \
    X(FURNITURE, "furniture")               \
    X(APPLIANCES, "appliances")             \
    X(CLOTHES, "clothes")                   \
    X(OBJECTS, "objects")                   \
    X(MISC, "misc")                         \
    X(UNLABELED, "unlabeled")

typedef enum wend_mpcat {
#define X(name, word) WEND_MPCAT_##name,
    WEND_MPCAT_LIST(X)
#undef X
} wend_mpcat;

// The 13 classes of IVLN's semantic maps, in their order. [IVLN-CE; void first]
#define WEND_IVLN_LIST(X)                   \
    X(VOID, "void")                         \
    X(SHELVING, "shelving")                 \
    X(CHEST_OF_DRAWERS, "chest_of_drawers") \
    X(BED, "bed")                           \
    X(CUSHION, "cushion")                   \
    X(FIREPLACE, "fireplace")               \
    X(SOFA, "sofa")                         \
    X(TABLE, "table")                       \
    X(CHAIR, "chair")                       \
    X(CABINET, "cabinet")                   \
    X(PLANT, "plant")                       \
    X(COUNTER, "counter")                   \
    X(SINK, "sink")

typedef enum wend_ivln {
#define X(name, word) WEND_IVLN_##name,
    WEND_IVLN_LIST(X)
#undef X
} wend_ivln;

enum {
    WEND_CATEGORY_ROBOTHOR = 1,  // one of RoboTHOR's 12 object goals
    WEND_CATEGORY_UNCOMMON = 2,  // one of PASTURE's 12 uncommon objects
    WEND_CATEGORY_SMALL = 4,     // can be carried in a hand
};

// X(NAME, "words", mpcat40, IVLN class, "AI2-THOR type" or "", flags)
#define WEND_CATEGORY_LIST(X)                                                                      \
    X(NONE, "nothing", VOID, VOID, "", 0)                                                          \
    /* the building */                                                                             \
    X(WALL, "wall", WALL, VOID, "Wall", 0)                                                         \
    X(FLOOR, "floor", FLOOR, VOID, "Floor", 0)                                                     \
    X(CEILING, "ceiling", CEILING, VOID, "Ceiling", 0)                                             \
    X(DOOR, "door", DOOR, VOID, "Doorway", 0)                                                      \
    X(DOORFRAME, "door frame", DOOR, VOID, "Doorframe", 0)                                         \
    X(WINDOW, "window", WINDOW, VOID, "Window", 0)                                                 \
    X(STAIRS, "stairs", STAIRS, VOID, "Stairs", 0)                                                 \
    X(RAILING, "railing", RAILING, VOID, "", 0)                                                    \
    X(COLUMN, "column", COLUMN, VOID, "", 0)                                                       \
    X(BEAM, "beam", BEAM, VOID, "", 0)                                                             \
    X(ROOF, "roof", CEILING, VOID, "", 0)                                                          \
    X(FIREPLACE, "fireplace", FIREPLACE, FIREPLACE, "", 0)                                         \
    X(BLINDS, "blinds", BLINDS, VOID, "Blinds", 0)                                                 \
    X(CURTAIN, "curtain", CURTAIN, VOID, "Curtains", 0)                                            \
    X(LIGHT_SWITCH, "light switch", OBJECTS, VOID, "LightSwitch", 0)                               \
    X(CEILING_LAMP, "ceiling lamp", LIGHTING, VOID, "", 0)                                         \
    /* furniture */                                                                                \
    X(ARMCHAIR, "armchair", CHAIR, CHAIR, "ArmChair", 0)                                           \
    X(BED, "bed", BED, BED, "Bed", 0)                                                              \
    X(BENCH, "bench", SEATING, VOID, "", 0)                                                        \
    X(CABINET, "cabinet", CABINET, CABINET, "Cabinet", 0)                                          \
    X(CHAIR, "chair", CHAIR, CHAIR, "Chair", 0)                                                    \
    X(COFFEE_TABLE, "coffee table", TABLE, TABLE, "CoffeeTable", 0)                                \
    X(COUNTER, "counter", COUNTER, COUNTER, "CounterTop", 0)                                       \
    X(DESK, "desk", TABLE, TABLE, "Desk", 0)                                                       \
    X(DINING_TABLE, "dining table", TABLE, TABLE, "DiningTable", 0)                                \
    X(DOG_BED, "dog bed", BED, VOID, "DogBed", 0)                                                  \
    X(DRESSER, "dresser", CHEST_OF_DRAWERS, CHEST_OF_DRAWERS, "Dresser", 0)                        \
    X(FOOTSTOOL, "footstool", STOOL, VOID, "Footstool", 0)                                         \
    X(FURNITURE, "piece of furniture", FURNITURE, VOID, "", 0)                                     \
    X(NIGHTSTAND, "nightstand", CABINET, CABINET, "", 0)                                           \
    X(OFFICE_CHAIR, "office chair", CHAIR, CHAIR, "", 0)                                           \
    X(OTTOMAN, "ottoman", SEATING, VOID, "Ottoman", 0)                                             \
    X(RUG, "rug", FLOOR, VOID, "", 0)                                                              \
    X(SAFE, "safe", OBJECTS, VOID, "Safe", 0)                                                      \
    X(SHELF, "shelf", SHELVING, SHELVING, "ShelvingUnit", 0)                                       \
    X(SIDE_TABLE, "side table", TABLE, TABLE, "SideTable", 0)                                      \
    X(SOFA, "sofa", SOFA, SOFA, "Sofa", 0)                                                         \
    X(STOOL, "stool", STOOL, VOID, "Stool", 0)                                                     \
    X(TABLE, "table", TABLE, TABLE, "", 0)                                                         \
    X(TV_STAND, "TV stand", FURNITURE, CABINET, "TVStand", 0)                                      \
    X(WARDROBE, "wardrobe", CABINET, CABINET, "", 0)                                               \
    X(WHITEBOARD_STAND, "board", BOARD_PANEL, VOID, "", 0)                                         \
    /* lamps, paintings, plants and screens */                                                     \
    X(DESK_LAMP, "desk lamp", LIGHTING, VOID, "DeskLamp", 0)                                       \
    X(FLOOR_LAMP, "floor lamp", LIGHTING, VOID, "FloorLamp", 0)                                    \
    X(HOUSE_PLANT, "house plant", PLANT, PLANT, "HousePlant", WEND_CATEGORY_ROBOTHOR)              \
    X(MIRROR, "mirror", MIRROR, VOID, "Mirror", 0)                                                 \
    X(PAINTING, "painting", PICTURE, VOID, "Painting", 0)                                          \
    X(TELEVISION, "television", TV_MONITOR, VOID, "Television", WEND_CATEGORY_ROBOTHOR)            \
    X(MONITOR, "monitor", TV_MONITOR, VOID, "", 0)                                                 \
    /* kitchen and bath */                                                                         \
    X(BATHTUB, "bathtub", BATHTUB, VOID, "Bathtub", 0)                                             \
    X(CLOTHES_DRYER, "clothes dryer", APPLIANCES, VOID, "ClothesDryer", 0)                         \
    X(COFFEE_MACHINE, "coffee machine", APPLIANCES, VOID, "CoffeeMachine", 0)                      \
    X(DISHWASHER, "dishwasher", APPLIANCES, VOID, "", 0)                                           \
    X(FAUCET, "faucet", OBJECTS, VOID, "Faucet", 0)                                                \
    X(FRIDGE, "fridge", APPLIANCES, VOID, "Fridge", 0)                                             \
    X(HAND_TOWEL_HOLDER, "hand towel holder", OBJECTS, VOID, "HandTowelHolder", 0)                 \
    X(MICROWAVE, "microwave", APPLIANCES, VOID, "Microwave", 0)                                    \
    X(RANGE_HOOD, "range hood", APPLIANCES, VOID, "", 0)                                           \
    X(SHOWER, "shower", SHOWER, VOID, "", 0)                                                       \
    X(SHOWER_CURTAIN, "shower curtain", CURTAIN, VOID, "ShowerCurtain", 0)                         \
    X(SHOWER_HEAD, "shower head", SHOWER, VOID, "ShowerHead", 0)                                   \
    X(SINK, "sink", SINK, SINK, "Sink", 0)                                                         \
    X(STOVE, "stove", APPLIANCES, VOID, "StoveBurner", 0)                                          \
    X(TOASTER, "toaster", APPLIANCES, VOID, "Toaster", WEND_CATEGORY_SMALL)                        \
    X(TOILET, "toilet", TOILET, VOID, "Toilet", 0)                                                 \
    X(TOILET_PAPER_HANGER, "toilet paper hanger", OBJECTS, VOID, "ToiletPaperHanger", 0)           \
    X(TOWEL_HOLDER, "towel holder", OBJECTS, VOID, "TowelHolder", 0)                               \
    X(WASHING_MACHINE, "washing machine", APPLIANCES, VOID, "WashingMachine", 0)                   \
    /* small objects */                                                                            \
    X(ALARM_CLOCK, "alarm clock", OBJECTS, VOID, "AlarmClock",                                     \
      WEND_CATEGORY_ROBOTHOR | WEND_CATEGORY_SMALL)                                                \
    X(ALUMINUM_FOIL, "aluminum foil", OBJECTS, VOID, "AluminumFoil", WEND_CATEGORY_SMALL)          \
    X(APPLE, "apple", OBJECTS, VOID, "Apple", WEND_CATEGORY_ROBOTHOR | WEND_CATEGORY_SMALL)        \
    X(BASEBALL_BAT, "baseball bat", OBJECTS, VOID, "BaseballBat",                                  \
      WEND_CATEGORY_ROBOTHOR | WEND_CATEGORY_SMALL)                                                \
    X(BASKETBALL, "basketball", OBJECTS, VOID, "BasketBall",                                       \
      WEND_CATEGORY_ROBOTHOR | WEND_CATEGORY_SMALL)                                                \
    X(BOOK, "book", OBJECTS, VOID, "Book", WEND_CATEGORY_SMALL)                                    \
    X(BOOTS, "boots", CLOTHES, VOID, "Boots", WEND_CATEGORY_SMALL)                                 \
    X(BOTTLE, "bottle", OBJECTS, VOID, "Bottle", WEND_CATEGORY_SMALL)                              \
    X(BOWL, "bowl", OBJECTS, VOID, "Bowl", WEND_CATEGORY_ROBOTHOR | WEND_CATEGORY_SMALL)           \
    X(BOX, "box", OBJECTS, VOID, "Box", WEND_CATEGORY_SMALL)                                       \
    X(BREAD, "bread", OBJECTS, VOID, "Bread", WEND_CATEGORY_SMALL)                                 \
    X(BUTTER_KNIFE, "butter knife", OBJECTS, VOID, "ButterKnife", WEND_CATEGORY_SMALL)             \
    X(CANDLE, "candle", OBJECTS, VOID, "Candle", WEND_CATEGORY_SMALL)                              \
    X(CART, "cart", FURNITURE, VOID, "Cart", 0)                                                    \
    X(CD, "CD", OBJECTS, VOID, "CD", WEND_CATEGORY_SMALL)                                          \
    X(CELL_PHONE, "cell phone", OBJECTS, VOID, "CellPhone", WEND_CATEGORY_SMALL)                   \
    X(CLOTH, "cloth", CLOTHES, VOID, "Cloth", WEND_CATEGORY_SMALL)                                 \
    X(CREDIT_CARD, "credit card", OBJECTS, VOID, "CreditCard", WEND_CATEGORY_SMALL)                \
    X(CUP, "cup", OBJECTS, VOID, "Cup", WEND_CATEGORY_SMALL)                                       \
    X(CUSHION, "cushion", CUSHION, CUSHION, "", WEND_CATEGORY_SMALL)                               \
    X(DESKTOP, "desktop computer", OBJECTS, VOID, "Desktop", WEND_CATEGORY_SMALL)                  \
    X(DISH_SPONGE, "dish sponge", OBJECTS, VOID, "DishSponge", WEND_CATEGORY_SMALL)                \
    X(DUMBBELL, "dumbbell", GYM_EQUIPMENT, VOID, "Dumbbell", WEND_CATEGORY_SMALL)                  \
    X(EGG, "egg", OBJECTS, VOID, "Egg", WEND_CATEGORY_SMALL)                                       \
    X(FORK, "fork", OBJECTS, VOID, "Fork", WEND_CATEGORY_SMALL)                                    \
    X(GARBAGE_BAG, "garbage bag", OBJECTS, VOID, "GarbageBag", WEND_CATEGORY_SMALL)                \
    X(GARBAGE_CAN, "garbage can", OBJECTS, VOID, "GarbageCan", WEND_CATEGORY_ROBOTHOR)             \
    X(HAND_TOWEL, "hand towel", TOWEL, VOID, "HandTowel", WEND_CATEGORY_SMALL)                     \
    X(KETTLE, "kettle", OBJECTS, VOID, "Kettle", WEND_CATEGORY_SMALL)                              \
    X(KEYBOARD, "keyboard", OBJECTS, VOID, "", WEND_CATEGORY_SMALL)                                \
    X(KEY_CHAIN, "key chain", OBJECTS, VOID, "KeyChain", WEND_CATEGORY_SMALL)                      \
    X(KNIFE, "knife", OBJECTS, VOID, "Knife", WEND_CATEGORY_SMALL)                                 \
    X(LADLE, "ladle", OBJECTS, VOID, "Ladle", WEND_CATEGORY_SMALL)                                 \
    X(LAPTOP, "laptop", OBJECTS, VOID, "Laptop", WEND_CATEGORY_ROBOTHOR | WEND_CATEGORY_SMALL)     \
    X(LAUNDRY_HAMPER, "laundry hamper", OBJECTS, VOID, "LaundryHamper", 0)                         \
    X(LETTUCE, "lettuce", OBJECTS, VOID, "Lettuce", WEND_CATEGORY_SMALL)                           \
    X(MUG, "mug", OBJECTS, VOID, "Mug", WEND_CATEGORY_ROBOTHOR | WEND_CATEGORY_SMALL)              \
    X(NEWSPAPER, "newspaper", OBJECTS, VOID, "Newspaper", WEND_CATEGORY_SMALL)                     \
    X(PAN, "pan", OBJECTS, VOID, "Pan", WEND_CATEGORY_SMALL)                                       \
    X(PAPER_TOWEL_ROLL, "paper towel roll", OBJECTS, VOID, "PaperTowelRoll", WEND_CATEGORY_SMALL)  \
    X(PEN, "pen", OBJECTS, VOID, "Pen", WEND_CATEGORY_SMALL)                                       \
    X(PENCIL, "pencil", OBJECTS, VOID, "Pencil", WEND_CATEGORY_SMALL)                              \
    X(PEPPER_SHAKER, "pepper shaker", OBJECTS, VOID, "PepperShaker", WEND_CATEGORY_SMALL)          \
    X(PILLOW, "pillow", CUSHION, CUSHION, "Pillow", WEND_CATEGORY_SMALL)                           \
    X(PLATE, "plate", OBJECTS, VOID, "Plate", WEND_CATEGORY_SMALL)                                 \
    X(PLUNGER, "plunger", OBJECTS, VOID, "Plunger", WEND_CATEGORY_SMALL)                           \
    X(POT, "pot", OBJECTS, VOID, "Pot", WEND_CATEGORY_SMALL)                                       \
    X(POTATO, "potato", OBJECTS, VOID, "Potato", WEND_CATEGORY_SMALL)                              \
    X(REMOTE_CONTROL, "remote control", OBJECTS, VOID, "RemoteControl", WEND_CATEGORY_SMALL)       \
    X(ROOM_DECOR, "room decor", OBJECTS, VOID, "RoomDecor", 0)                                     \
    X(SALT_SHAKER, "salt shaker", OBJECTS, VOID, "SaltShaker", WEND_CATEGORY_SMALL)                \
    X(SCRUB_BRUSH, "scrub brush", OBJECTS, VOID, "ScrubBrush", WEND_CATEGORY_SMALL)                \
    X(SOAP_BAR, "soap bar", OBJECTS, VOID, "SoapBar", WEND_CATEGORY_SMALL)                         \
    X(SOAP_BOTTLE, "soap bottle", OBJECTS, VOID, "SoapBottle", WEND_CATEGORY_SMALL)                \
    X(SPATULA, "spatula", OBJECTS, VOID, "Spatula", WEND_CATEGORY_SMALL)                           \
    X(SPOON, "spoon", OBJECTS, VOID, "Spoon", WEND_CATEGORY_SMALL)                                 \
    X(SPRAY_BOTTLE, "spray bottle", OBJECTS, VOID, "SprayBottle",                                  \
      WEND_CATEGORY_ROBOTHOR | WEND_CATEGORY_SMALL)                                                \
    X(STATUE, "statue", OBJECTS, VOID, "Statue", WEND_CATEGORY_SMALL)                              \
    X(TABLE_DECOR, "table decor", OBJECTS, VOID, "TableTopDecor", WEND_CATEGORY_SMALL)             \
    X(TEDDY_BEAR, "teddy bear", OBJECTS, VOID, "TeddyBear", WEND_CATEGORY_SMALL)                   \
    X(TENNIS_RACKET, "tennis racket", OBJECTS, VOID, "TennisRacket", WEND_CATEGORY_SMALL)          \
    X(TISSUE_BOX, "tissue box", OBJECTS, VOID, "TissueBox", WEND_CATEGORY_SMALL)                   \
    X(TOILET_PAPER, "toilet paper", OBJECTS, VOID, "ToiletPaper", WEND_CATEGORY_SMALL)             \
    X(TOMATO, "tomato", OBJECTS, VOID, "Tomato", WEND_CATEGORY_SMALL)                              \
    X(TOWEL, "towel", TOWEL, VOID, "Towel", WEND_CATEGORY_SMALL)                                   \
    X(VACUUM_CLEANER, "vacuum cleaner", APPLIANCES, VOID, "VacuumCleaner", 0)                      \
    X(VASE, "vase", OBJECTS, VOID, "Vase", WEND_CATEGORY_ROBOTHOR | WEND_CATEGORY_SMALL)           \
    X(WATCH, "watch", OBJECTS, VOID, "Watch", WEND_CATEGORY_SMALL)                                 \
    X(WATERING_CAN, "watering can", OBJECTS, VOID, "WateringCan", WEND_CATEGORY_SMALL)             \
    X(WINE_BOTTLE, "wine bottle", OBJECTS, VOID, "WineBottle", WEND_CATEGORY_SMALL)                \
    /* PASTURE's uncommon objects */                                                               \
    X(CRATE, "crate", OBJECTS, VOID, "Crate", WEND_CATEGORY_UNCOMMON)                              \
    X(ELECTRIC_GUITAR, "electric guitar", OBJECTS, VOID, "ElectricGuitar", WEND_CATEGORY_UNCOMMON) \
    X(ESPRESSO_MACHINE, "espresso machine", APPLIANCES, VOID, "EspressoMachine",                   \
      WEND_CATEGORY_UNCOMMON | WEND_CATEGORY_SMALL)                                                \
    X(GINGERBREAD_HOUSE, "gingerbread house", OBJECTS, VOID, "GingerbreadHouse",                   \
      WEND_CATEGORY_UNCOMMON | WEND_CATEGORY_SMALL)                                                \
    X(GRAPHICS_CARD, "graphics card", OBJECTS, VOID, "GraphicsCard",                               \
      WEND_CATEGORY_UNCOMMON | WEND_CATEGORY_SMALL)                                                \
    X(LLAMA_WICKER_BASKET, "llama wicker basket", OBJECTS, VOID, "LlamaWickerBasket",              \
      WEND_CATEGORY_UNCOMMON)                                                                      \
    X(MATE, "mate gourd", OBJECTS, VOID, "Mate", WEND_CATEGORY_UNCOMMON | WEND_CATEGORY_SMALL)     \
    X(RICE_COOKER, "rice cooker", APPLIANCES, VOID, "RiceCooker",                                  \
      WEND_CATEGORY_UNCOMMON | WEND_CATEGORY_SMALL)                                                \
    X(SURFBOARD, "surfboard", OBJECTS, VOID, "Surfboard", WEND_CATEGORY_UNCOMMON)                  \
    X(TOY_AIRPLANE, "toy airplane", OBJECTS, VOID, "ToyAirplane",                                  \
      WEND_CATEGORY_UNCOMMON | WEND_CATEGORY_SMALL)                                                \
    X(TRICYCLE, "tricycle", OBJECTS, VOID, "Tricycle", WEND_CATEGORY_UNCOMMON)                     \
    X(WHITEBOARD, "whiteboard", BOARD_PANEL, VOID, "Whiteboard", WEND_CATEGORY_UNCOMMON)           \
    /* outdoors */                                                                                 \
    X(GROUND, "ground", FLOOR, VOID, "", 0)                                                        \
    X(GRASS, "grass", FLOOR, VOID, "", 0)                                                          \
    X(STREET, "street", FLOOR, VOID, "", 0)                                                        \
    X(PAVEMENT, "pavement", FLOOR, VOID, "", 0)                                                    \
    X(TREE, "tree", PLANT, PLANT, "", 0)                                                           \
    X(BUSH, "bush", PLANT, PLANT, "", 0)                                                           \
    X(FENCE, "fence", RAILING, VOID, "", 0)                                                        \
    X(STREET_LAMP, "street lamp", LIGHTING, VOID, "", 0)                                           \
    X(TRAFFIC_SIGN, "traffic sign", OBJECTS, VOID, "", 0)                                          \
    X(MAILBOX, "mailbox", OBJECTS, VOID, "", 0)                                                    \
    X(CAR, "car", MISC, VOID, "", 0)                                                               \
    X(AMBULANCE, "ambulance", MISC, VOID, "", 0)                                                   \
    X(STRETCHER, "stretcher", MISC, VOID, "", 0)                                                   \
    X(PERSON, "person", MISC, VOID, "", 0)                                                         \
    /* MultiON's goals; and imported objects without a name */                                     \
    X(CYLINDER_RED, "red cylinder", OBJECTS, VOID, "", 0)                                          \
    X(CYLINDER_GREEN, "green cylinder", OBJECTS, VOID, "", 0)                                      \
    X(CYLINDER_BLUE, "blue cylinder", OBJECTS, VOID, "", 0)                                        \
    X(CYLINDER_YELLOW, "yellow cylinder", OBJECTS, VOID, "", 0)                                    \
    X(CYLINDER_WHITE, "white cylinder", OBJECTS, VOID, "", 0)                                      \
    X(CYLINDER_PINK, "pink cylinder", OBJECTS, VOID, "", 0)                                        \
    X(CYLINDER_BLACK, "black cylinder", OBJECTS, VOID, "", 0)                                      \
    X(CYLINDER_CYAN, "cyan cylinder", OBJECTS, VOID, "", 0)                                        \
    X(OBJECT, "object", OBJECTS, VOID, "", 0)                                                      \
    X(UNLABELED, "unlabeled", UNLABELED, VOID, "", 0)

typedef enum wend_category {
#define X(name, word, mpcat, ivln, thor, flags) WEND_CATEGORY_##name,
    WEND_CATEGORY_LIST(X)
#undef X
        WEND_CATEGORY_COUNT
} wend_category;

typedef struct wend_category_row {
    const char* name;  // in words: "house plant"
    const char* thor;  // AI2-THOR, ProcTHOR and RoboTHOR type; "" if they have none
    wend_mpcat mpcat;
    wend_ivln ivln;
    unsigned flags;
} wend_category_row;

WEND_API const wend_category_row* wend_category_at(wend_category category);  // row 0 if unknown
WEND_API const char* wend_mpcat_name(wend_mpcat mpcat);
WEND_API const char* wend_ivln_name(wend_ivln ivln);

// The category of a name: the name above, an AI2-THOR type, an mpcat40 name or a common synonym
// ("couch"). Case, spaces, '_' and '-' are ignored. WEND_CATEGORY_NONE if there is none.
WEND_API wend_category wend_category_find(const char* name);
// The same for the name of a node in a file: digits and separators are ignored, and the longest
// known name in it counts ("SM_Coffee_Table_03" is a coffee table).
WEND_API wend_category wend_category_guess(const char* node_name);

// ---- words ------------------------------------------------------------------------------------

// Colour words: the 22 of PASTURE and MultiON's cyan, each with a typical sRGB value. Words that
// are not a hue ("clear", "dark") have no value and are never guessed from pixels.
#define WEND_COLOR_LIST(X)                              \
    X(NONE, "", 0, 0, 0, 0)                             \
    X(BLACK, "black", 25, 25, 27, 1)                    \
    X(WHITE, "white", 240, 240, 236, 1)                 \
    X(GREY, "grey", 128, 128, 128, 1)                   \
    X(GREEN, "green", 60, 135, 60, 1)                   \
    X(BLUE, "blue", 45, 85, 175, 1)                     \
    X(RED, "red", 185, 35, 35, 1)                       \
    X(BROWN, "brown", 105, 65, 35, 1)                   \
    X(ORANGE, "orange", 230, 125, 30, 1)                \
    X(YELLOW, "yellow", 235, 205, 55, 1)                \
    X(PINK, "pink", 230, 145, 170, 1)                   \
    X(PURPLE, "purple", 120, 60, 145, 1)                \
    X(BEIGE, "beige", 220, 205, 175, 1)                 \
    X(SILVER, "silver", 190, 192, 196, 0)               \
    X(GOLD, "gold", 205, 165, 60, 0)                    \
    X(COPPER, "copper", 180, 110, 70, 0)                \
    X(CLEAR, "clear", 225, 235, 240, 0)                 \
    X(DARK, "dark", 45, 40, 40, 0)                      \
    X(RUST, "rust-colored", 150, 75, 45, 0)             \
    X(SAND, "sand-colored", 205, 180, 140, 0)           \
    X(LIGHT_BROWN, "light-brown", 165, 120, 80, 1)      \
    X(BLUISH_GREY, "bluish-grey", 110, 125, 145, 1)     \
    X(GREENISH_GREY, "greenish-grey", 115, 135, 118, 1) \
    X(CYAN, "cyan", 50, 200, 210, 0)

typedef enum wend_color {
#define X(name, word, r, g, b, guessed) WEND_COLOR_##name,
    WEND_COLOR_LIST(X)
#undef X
        WEND_COLOR_COUNT
} wend_color;

// Material words: the five of PASTURE, and others that occur in houses.
#define WEND_MATERIAL_TYPE_LIST(X) \
    X(NONE, "")                    \
    X(PLASTIC, "plastic")          \
    X(CERAMIC, "ceramic")          \
    X(METALLIC, "metallic")        \
    X(WOODEN, "wooden")            \
    X(GLASS, "glass")              \
    X(FABRIC, "fabric")            \
    X(LEATHER, "leather")          \
    X(PAPER, "paper")              \
    X(STONE, "stone")              \
    X(WICKER, "wicker")            \
    X(RUBBER, "rubber")

typedef enum wend_material_type {
#define X(name, word) WEND_MATERIAL_TYPE_##name,
    WEND_MATERIAL_TYPE_LIST(X)
#undef X
        WEND_MATERIAL_TYPE_COUNT
} wend_material_type;

#define WEND_SIZE_LIST(X) \
    X(NONE, "")           \
    X(SMALL, "small")     \
    X(TALL, "tall")

typedef enum wend_size {
#define X(name, word) WEND_SIZE_##name,
    WEND_SIZE_LIST(X)
#undef X
        WEND_SIZE_COUNT
} wend_size;

#define WEND_ROOM_TYPE_LIST(X)      \
    X(UNKNOWN, "room")              \
    X(BEDROOM, "bedroom")           \
    X(BATHROOM, "bathroom")         \
    X(KITCHEN, "kitchen")           \
    X(LIVING_ROOM, "living room")   \
    X(DINING_ROOM, "dining room")   \
    X(HALL, "hall")                 \
    X(CORRIDOR, "corridor")         \
    X(STAIRWELL, "stairwell")       \
    X(STUDY, "study")               \
    X(LAUNDRY, "laundry room")      \
    X(STORAGE, "storage room")      \
    X(TOILET, "toilet")             \
    X(OFFICE, "office")             \
    X(OPEN_OFFICE, "open office")   \
    X(MEETING_ROOM, "meeting room") \
    X(BREAK_ROOM, "break room")     \
    X(RECEPTION, "reception")       \
    X(SHOP, "shop")                 \
    X(PLAYROOM, "playroom")         \
    X(GARAGE, "garage")             \
    X(BALCONY, "balcony")           \
    X(OUTDOORS, "outdoors")

typedef enum wend_room_type {
#define X(name, word) WEND_ROOM_##name,
    WEND_ROOM_TYPE_LIST(X)
#undef X
        WEND_ROOM_TYPE_COUNT
} wend_room_type;

WEND_API const char* wend_color_name(wend_color color);
WEND_API const char* wend_material_type_name(wend_material_type material);
WEND_API const char* wend_size_name(wend_size size);
WEND_API const char* wend_room_type_name(wend_room_type type);
WEND_API wend_color wend_color_find(const char* word);
WEND_API wend_material_type wend_material_type_find(const char* word);
WEND_API wend_size wend_size_find(const char* word);
WEND_API wend_room_type wend_room_type_find(const char* name);  // also "LivingRoom", "living_room"
// The colour word nearest to an sRGB value, by CIELAB distance.
WEND_API wend_color wend_color_guess(uint8_t red, uint8_t green, uint8_t blue);

#ifdef __cplusplus
}
#endif
#endif
