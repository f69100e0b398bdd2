// Small objects: on, in and under furniture, and on the floor. Tables of probabilities by room
// type.
#include "generate/house_furnish.h"

#define R(name) WEND_ROOM_##name
#define C(name) WEND_CATEGORY_##name
#define ON      WEND_RELATION_ON
#define IN      WEND_RELATION_IN
#define UNDER   WEND_RELATION_UNDER

typedef struct clutter_row {
    wend_category support;
    wend_room_type room;  // UNKNOWN: any
    wend_category category;
    int shape;  // -1: any
    wend_relation relation;
    lie how;
    float chance;
} clutter_row;

static const clutter_row clutter[] = {
    {C(NIGHTSTAND), 0, C(DESK_LAMP), 1, ON, LIE_BACK, 0.75f},
    {C(NIGHTSTAND), 0, C(ALARM_CLOCK), -1, ON, LIE_SQUARE, 0.65f},
    {C(NIGHTSTAND), 0, C(BOOK), 0, ON, LIE_FREE, 0.4f},
    {C(NIGHTSTAND), 0, C(MUG), -1, ON, LIE_FREE, 0.2f},
    {C(NIGHTSTAND), 0, C(CELL_PHONE), -1, ON, LIE_FREE, 0.3f},
    {C(NIGHTSTAND), 0, C(WATCH), -1, ON, LIE_FREE, 0.15f},
    {C(BED), 0, C(TEDDY_BEAR), -1, ON, LIE_SQUARE, 0.2f},
    {C(BED), 0, C(LAPTOP), -1, ON, LIE_FREE, 0.15f},
    {C(BED), 0, C(BOOK), -1, ON, LIE_FREE, 0.25f},
    {C(BED), 0, C(PILLOW), -1, ON, LIE_FREE, 0.3f},
    {C(BED), 0, C(CLOTH), -1, ON, LIE_FREE, 0.25f},
    {C(BED), 0, C(BOX), -1, UNDER, LIE_SQUARE, 0.2f},
    {C(BED), 0, C(BASEBALL_BAT), -1, UNDER, LIE_FREE, 0.25f},
    {C(BED), 0, C(BOOTS), -1, UNDER, LIE_FREE, 0.2f},
    {C(DRESSER), 0, C(VASE), -1, ON, LIE_FREE, 0.4f},
    {C(DRESSER), 0, C(HOUSE_PLANT), 2, ON, LIE_FREE, 0.25f},
    {C(DRESSER), 0, C(TABLE_DECOR), -1, ON, LIE_FREE, 0.3f},
    {C(DRESSER), 0, C(TISSUE_BOX), -1, ON, LIE_SQUARE, 0.3f},
    {C(DRESSER), 0, C(ALARM_CLOCK), -1, ON, LIE_SQUARE, 0.15f},
    {C(DRESSER), 0, C(TOY_AIRPLANE), -1, ON, LIE_FREE, 0.12f},
    {C(DRESSER), 0, C(TELEVISION), 2, ON, LIE_BACK, 0.2f},
    {C(DESK), 0, C(MONITOR), -1, ON, LIE_BACK, 0.65f},
    {C(DESK), 0, C(LAPTOP), -1, ON, LIE_FRONT, 0.4f},
    {C(DESK), 0, C(KEYBOARD), -1, ON, LIE_FRONT, 0.5f},
    {C(DESK), 0, C(DESK_LAMP), 0, ON, LIE_BACK, 0.5f},
    {C(DESK), 0, C(MUG), -1, ON, LIE_FREE, 0.45f},
    {C(DESK), 0, C(BOOK), -1, ON, LIE_FREE, 0.4f},
    {C(DESK), 0, C(PEN), -1, ON, LIE_FREE, 0.4f},
    {C(DESK), 0, C(PENCIL), -1, ON, LIE_FREE, 0.3f},
    {C(DESK), 0, C(CELL_PHONE), -1, ON, LIE_FREE, 0.2f},
    {C(DESK), 0, C(HOUSE_PLANT), 3, ON, LIE_FREE, 0.2f},
    {C(DESK), 0, C(GRAPHICS_CARD), -1, ON, LIE_FREE, 0.04f},
    {C(DESK), 0, C(DESKTOP), -1, UNDER, LIE_SQUARE, 0.3f},
    {C(DESK), 0, C(GARBAGE_CAN), 0, UNDER, LIE_FREE, 0.25f},
    {C(COFFEE_TABLE), 0, C(REMOTE_CONTROL), -1, ON, LIE_FREE, 0.6f},
    {C(COFFEE_TABLE), 0, C(BOOK), -1, ON, LIE_FREE, 0.4f},
    {C(COFFEE_TABLE), 0, C(NEWSPAPER), -1, ON, LIE_FREE, 0.3f},
    {C(COFFEE_TABLE), 0, C(VASE), -1, ON, LIE_FREE, 0.45f},
    {C(COFFEE_TABLE), 0, C(BOWL), -1, ON, LIE_FREE, 0.35f},
    {C(COFFEE_TABLE), 0, C(MUG), -1, ON, LIE_FREE, 0.4f},
    {C(COFFEE_TABLE), 0, C(LAPTOP), -1, ON, LIE_FREE, 0.2f},
    {C(COFFEE_TABLE), 0, C(CANDLE), -1, ON, LIE_FREE, 0.25f},
    {C(COFFEE_TABLE), 0, C(MATE), -1, ON, LIE_FREE, 0.07f},
    {C(SIDE_TABLE), 0, C(DESK_LAMP), 1, ON, LIE_FREE, 0.5f},
    {C(SIDE_TABLE), 0, C(VASE), -1, ON, LIE_FREE, 0.3f},
    {C(SIDE_TABLE), 0, C(MUG), -1, ON, LIE_FREE, 0.3f},
    {C(SIDE_TABLE), 0, C(BOOK), 0, ON, LIE_FREE, 0.3f},
    {C(SIDE_TABLE), 0, C(MATE), -1, ON, LIE_FREE, 0.06f},
    {C(SOFA), 0, C(CUSHION), -1, ON, LIE_FREE, 0.5f},
    {C(SOFA), 0, C(REMOTE_CONTROL), -1, ON, LIE_FREE, 0.15f},
    {C(SOFA), 0, C(BOOK), -1, ON, LIE_FREE, 0.15f},
    {C(SOFA), 0, C(LAPTOP), -1, ON, LIE_FREE, 0.1f},
    {C(SOFA), 0, C(BASKETBALL), -1, ON, LIE_FREE, 0.06f},
    {C(ARMCHAIR), 0, C(CUSHION), -1, ON, LIE_FREE, 0.3f},
    {C(TV_STAND), 0, C(REMOTE_CONTROL), -1, ON, LIE_FREE, 0.2f},
    {C(TV_STAND), 0, C(CD), -1, ON, LIE_FREE, 0.2f},
    {C(TV_STAND), 0, C(STATUE), -1, ON, LIE_FREE, 0.15f},
    {C(DINING_TABLE), 0, C(BOWL), -1, ON, LIE_FREE, 0.6f},
    {C(DINING_TABLE), 0, C(APPLE), -1, ON, LIE_FREE, 0.5f},
    {C(DINING_TABLE), 0, C(VASE), -1, ON, LIE_FREE, 0.5f},
    {C(DINING_TABLE), 0, C(PLATE), -1, ON, LIE_FREE, 0.5f},
    {C(DINING_TABLE), 0, C(PLATE), -1, ON, LIE_FREE, 0.4f},
    {C(DINING_TABLE), 0, C(FORK), -1, ON, LIE_FREE, 0.4f},
    {C(DINING_TABLE), 0, C(BUTTER_KNIFE), -1, ON, LIE_FREE, 0.4f},
    {C(DINING_TABLE), 0, C(CUP), -1, ON, LIE_FREE, 0.5f},
    {C(DINING_TABLE), 0, C(MUG), -1, ON, LIE_FREE, 0.4f},
    {C(DINING_TABLE), 0, C(SALT_SHAKER), -1, ON, LIE_FREE, 0.35f},
    {C(DINING_TABLE), 0, C(PEPPER_SHAKER), -1, ON, LIE_FREE, 0.35f},
    {C(DINING_TABLE), 0, C(WINE_BOTTLE), -1, ON, LIE_FREE, 0.25f},
    {C(DINING_TABLE), 0, C(LAPTOP), -1, ON, LIE_FREE, 0.2f},
    {C(DINING_TABLE), 0, C(GINGERBREAD_HOUSE), -1, ON, LIE_FREE, 0.1f},
    {C(TABLE), R(KITCHEN), C(APPLE), -1, ON, LIE_FREE, 0.5f},
    {C(TABLE), R(KITCHEN), C(BOWL), -1, ON, LIE_FREE, 0.4f},
    {C(TABLE), R(KITCHEN), C(MUG), -1, ON, LIE_FREE, 0.4f},
    {C(TABLE), R(KITCHEN), C(PLATE), -1, ON, LIE_FREE, 0.4f},
    {C(TABLE), R(KITCHEN), C(BREAD), -1, ON, LIE_FREE, 0.3f},
    {C(TABLE), R(KITCHEN), C(GINGERBREAD_HOUSE), -1, ON, LIE_FREE, 0.06f},
    {C(TABLE), R(BREAK_ROOM), C(MUG), -1, ON, LIE_FREE, 0.6f},
    {C(TABLE), R(BREAK_ROOM), C(APPLE), -1, ON, LIE_FREE, 0.4f},
    {C(TABLE), R(BREAK_ROOM), C(BOWL), -1, ON, LIE_FREE, 0.3f},
    {C(TABLE), R(BREAK_ROOM), C(NEWSPAPER), -1, ON, LIE_FREE, 0.4f},
    {C(TABLE), R(MEETING_ROOM), C(LAPTOP), -1, ON, LIE_FREE, 0.6f},
    {C(TABLE), R(MEETING_ROOM), C(MUG), -1, ON, LIE_FREE, 0.6f},
    {C(TABLE), R(MEETING_ROOM), C(PEN), -1, ON, LIE_FREE, 0.6f},
    {C(TABLE), R(MEETING_ROOM), C(VASE), -1, ON, LIE_FREE, 0.3f},
    {C(TABLE), R(PLAYROOM), C(TOY_AIRPLANE), -1, ON, LIE_FREE, 0.2f},
    {C(TABLE), R(PLAYROOM), C(PENCIL), -1, ON, LIE_FREE, 0.6f},
    {C(TABLE), R(PLAYROOM), C(BOOK), -1, ON, LIE_FREE, 0.5f},
    {C(COUNTER), 0, C(MICROWAVE), -1, ON, LIE_BACK, 0.45f},
    {C(COUNTER), 0, C(TOASTER), -1, ON, LIE_BACK, 0.4f},
    {C(COUNTER), 0, C(COFFEE_MACHINE), -1, ON, LIE_BACK, 0.4f},
    {C(COUNTER), 0, C(ESPRESSO_MACHINE), -1, ON, LIE_BACK, 0.1f},
    {C(COUNTER), 0, C(GINGERBREAD_HOUSE), -1, ON, LIE_FREE, 0.04f},
    {C(COUNTER), 0, C(MATE), -1, ON, LIE_FREE, 0.05f},
    {C(COUNTER), 0, C(RICE_COOKER), -1, ON, LIE_BACK, 0.1f},
    {C(COUNTER), 0, C(KETTLE), -1, ON, LIE_FREE, 0.35f},
    {C(COUNTER), 0, C(APPLE), -1, ON, LIE_FREE, 0.4f},
    {C(COUNTER), 0, C(BOWL), -1, ON, LIE_FREE, 0.45f},
    {C(COUNTER), 0, C(MUG), -1, ON, LIE_FREE, 0.5f},
    {C(COUNTER), 0, C(BREAD), -1, ON, LIE_FREE, 0.3f},
    {C(COUNTER), 0, C(TOMATO), -1, ON, LIE_FREE, 0.25f},
    {C(COUNTER), 0, C(LETTUCE), -1, ON, LIE_FREE, 0.2f},
    {C(COUNTER), 0, C(POTATO), -1, ON, LIE_FREE, 0.2f},
    {C(COUNTER), 0, C(EGG), -1, ON, LIE_FREE, 0.2f},
    {C(COUNTER), 0, C(KNIFE), -1, ON, LIE_FREE, 0.3f},
    {C(COUNTER), 0, C(SPATULA), -1, ON, LIE_FREE, 0.2f},
    {C(COUNTER), 0, C(LADLE), -1, ON, LIE_FREE, 0.15f},
    {C(COUNTER), 0, C(PAPER_TOWEL_ROLL), -1, ON, LIE_FREE, 0.35f},
    {C(COUNTER), 0, C(SPRAY_BOTTLE), -1, ON, LIE_FREE, 0.3f},
    {C(COUNTER), 0, C(SOAP_BOTTLE), -1, ON, LIE_FREE, 0.3f},
    {C(COUNTER), 0, C(ALUMINUM_FOIL), -1, ON, LIE_FREE, 0.15f},
    {C(STOVE), 0, C(POT), -1, ON, LIE_FREE, 0.5f},
    {C(STOVE), 0, C(PAN), -1, ON, LIE_FREE, 0.4f},
    {C(SINK), R(KITCHEN), C(DISH_SPONGE), -1, ON, LIE_FREE, 0.5f},
    {C(SINK), R(KITCHEN), C(PLATE), -1, IN, LIE_FREE, 0.3f},
    {C(SINK), R(BATHROOM), C(SOAP_BOTTLE), -1, ON, LIE_FREE, 0.6f},
    {C(SINK), R(BATHROOM), C(SOAP_BAR), -1, ON, LIE_FREE, 0.4f},
    {C(SINK), R(BATHROOM), C(CUP), -1, ON, LIE_FREE, 0.3f},
    {C(TOILET), 0, C(TISSUE_BOX), -1, ON, LIE_SQUARE, 0.3f},
    {C(TOILET), 0, C(SPRAY_BOTTLE), -1, ON, LIE_FREE, 0.35f},
    {C(TOILET), 0, C(TOILET_PAPER), -1, ON, LIE_FREE, 0.4f},
    {C(TOILET), 0, C(CANDLE), -1, ON, LIE_FREE, 0.2f},
    {C(WASHING_MACHINE), 0, C(SPRAY_BOTTLE), -1, ON, LIE_FREE, 0.5f},
    {C(WASHING_MACHINE), 0, C(TOWEL), -1, ON, LIE_FREE, 0.5f},
    {C(CLOTHES_DRYER), 0, C(CLOTH), -1, ON, LIE_FREE, 0.5f},
    {C(CABINET), R(HALL), C(KEY_CHAIN), -1, ON, LIE_FREE, 0.6f},
    {C(CABINET), R(HALL), C(VASE), -1, ON, LIE_FREE, 0.5f},
    {C(CABINET), R(HALL), C(CREDIT_CARD), -1, ON, LIE_FREE, 0.2f},
    {C(CABINET), R(HALL), C(HOUSE_PLANT), 2, ON, LIE_FREE, 0.3f},
    {C(CABINET), R(DINING_ROOM), C(VASE), -1, ON, LIE_FREE, 0.5f},
    {C(CABINET), R(DINING_ROOM), C(BOWL), -1, ON, LIE_FREE, 0.4f},
    {C(CABINET), R(DINING_ROOM), C(WINE_BOTTLE), -1, ON, LIE_FREE, 0.4f},
    {C(CABINET), R(LIVING_ROOM), C(STATUE), -1, ON, LIE_FREE, 0.4f},
    {C(CABINET), R(LIVING_ROOM), C(VASE), -1, ON, LIE_FREE, 0.4f},
    {C(CABINET), R(LIVING_ROOM), C(HOUSE_PLANT), 2, ON, LIE_FREE, 0.4f},
    {C(CABINET), R(LIVING_ROOM), C(TABLE_DECOR), -1, ON, LIE_FREE, 0.3f},
    {C(CABINET), R(KITCHEN), C(BOTTLE), -1, ON, LIE_FREE, 0.5f},
    {C(CABINET), R(KITCHEN), C(RICE_COOKER), -1, ON, LIE_BACK, 0.12f},
    {C(SHELF), R(STORAGE), C(BOX), -1, ON, LIE_SQUARE, 0.8f},
    {C(SHELF), R(STORAGE), C(BOX), -1, ON, LIE_SQUARE, 0.6f},
    {C(SHELF), R(STORAGE), C(SPRAY_BOTTLE), -1, ON, LIE_FREE, 0.5f},
    {C(SHELF), R(STORAGE), C(WATERING_CAN), -1, ON, LIE_FREE, 0.3f},
    {C(SHELF), R(STORAGE), C(DUMBBELL), -1, ON, LIE_FREE, 0.3f},
    {C(SHELF), R(LAUNDRY), C(TOWEL), -1, ON, LIE_SQUARE, 0.7f},
    {C(SHELF), R(LAUNDRY), C(SPRAY_BOTTLE), -1, ON, LIE_FREE, 0.6f},
    {C(SHELF), R(LAUNDRY), C(BOX), -1, ON, LIE_SQUARE, 0.4f},
    {C(SHELF), R(BATHROOM), C(TOWEL), -1, ON, LIE_SQUARE, 0.7f},
    {C(SHELF), R(BATHROOM), C(HAND_TOWEL), -1, ON, LIE_SQUARE, 0.5f},
    {C(SHELF), R(BATHROOM), C(TOILET_PAPER), -1, ON, LIE_FREE, 0.5f},
    {C(SHELF), R(BATHROOM), C(SPRAY_BOTTLE), -1, ON, LIE_FREE, 0.4f},
    {C(SHELF), R(PLAYROOM), C(TEDDY_BEAR), -1, ON, LIE_SQUARE, 0.6f},
    {C(SHELF), R(PLAYROOM), C(TOY_AIRPLANE), -1, ON, LIE_FREE, 0.2f},
    {C(SHELF), 0, C(BOOK), -1, ON, LIE_SQUARE, 0.7f},
    {C(SHELF), 0, C(BOOK), -1, ON, LIE_SQUARE, 0.6f},
    {C(SHELF), 0, C(BOOK), -1, ON, LIE_FREE, 0.5f},
    {C(SHELF), 0, C(VASE), -1, ON, LIE_FREE, 0.35f},
    {C(SHELF), 0, C(HOUSE_PLANT), 3, ON, LIE_FREE, 0.3f},
    {C(SHELF), 0, C(STATUE), -1, ON, LIE_FREE, 0.2f},
    {C(SHELF), 0, C(ALARM_CLOCK), -1, ON, LIE_SQUARE, 0.12f},
    {C(SHELF), 0, C(BOX), -1, ON, LIE_SQUARE, 0.15f},
    {C(SHELF), 0, C(GRAPHICS_CARD), -1, ON, LIE_FREE, 0.03f},
    {C(SHELF), 0, C(TOY_AIRPLANE), -1, ON, LIE_FREE, 0.04f},
    {C(FRIDGE), 0, C(BOX), -1, ON, LIE_SQUARE, 0.1f},
};

typedef struct floor_row {
    wend_room_type room;
    wend_category category;
    int shape;
    float chance;
} floor_row;

static const floor_row on_floor[] = {
    {R(BEDROOM), C(BASKETBALL), -1, 0.3f},
    {R(BEDROOM), C(BASEBALL_BAT), -1, 0.2f},
    {R(BEDROOM), C(ELECTRIC_GUITAR), -1, 0.08f},
    {R(BEDROOM), C(BOOTS), -1, 0.2f},
    {R(BEDROOM), C(DUMBBELL), -1, 0.15f},
    {R(BEDROOM), C(LLAMA_WICKER_BASKET), -1, 0.06f},
    {R(LIVING_ROOM), C(BASKETBALL), -1, 0.12f},
    {R(LIVING_ROOM), C(LLAMA_WICKER_BASKET), -1, 0.08f},
    {R(LIVING_ROOM), C(ELECTRIC_GUITAR), -1, 0.07f},
    {R(LIVING_ROOM), C(ROOM_DECOR), -1, 0.3f},
    {R(STUDY), C(BOX), -1, 0.3f},
    {R(STUDY), C(BASEBALL_BAT), -1, 0.2f},
    {R(PLAYROOM), C(TRICYCLE), -1, 0.3f},
    {R(PLAYROOM), C(BASKETBALL), -1, 0.8f},
    {R(PLAYROOM), C(TEDDY_BEAR), -1, 0.6f},
    {R(PLAYROOM), C(BASEBALL_BAT), -1, 0.5f},
    {R(PLAYROOM), C(TENNIS_RACKET), -1, 0.3f},
    {R(PLAYROOM), C(BOX), -1, 0.4f},
    {R(STORAGE), C(BOX), -1, 0.7f},
    {R(STORAGE), C(BOX), -1, 0.5f},
    {R(STORAGE), C(CRATE), -1, 0.25f},
    {R(STORAGE), C(SURFBOARD), -1, 0.15f},
    {R(STORAGE), C(BASEBALL_BAT), -1, 0.5f},
    {R(STORAGE), C(BASKETBALL), -1, 0.4f},
    {R(STORAGE), C(TENNIS_RACKET), -1, 0.3f},
    {R(LAUNDRY), C(CRATE), -1, 0.1f},
    {R(BATHROOM), C(PLUNGER), -1, 0.4f},
    {R(BATHROOM), C(SCRUB_BRUSH), -1, 0.2f},
    {R(TOILET), C(PLUNGER), -1, 0.4f},
    {R(BEDROOM), C(TRICYCLE), -1, 0.04f},
    {R(LIVING_ROOM), C(TRICYCLE), -1, 0.05f},
    {R(STORAGE), C(TRICYCLE), -1, 0.25f},
    {R(BEDROOM), C(SURFBOARD), -1, 0.04f},
    {R(HALL), C(SURFBOARD), -1, 0.04f},
    {R(HALL), C(CRATE), -1, 0.06f},
    {R(HALL), C(BOOTS), -1, 0.5f},
    {R(HALL), C(BASEBALL_BAT), -1, 0.15f},
    {R(KITCHEN), C(GARBAGE_BAG), -1, 0.15f},
    {R(KITCHEN), C(CRATE), -1, 0.1f},
    {R(OPEN_OFFICE), C(BOX), -1, 0.4f},
    {R(OFFICE), C(BOX), -1, 0.3f},
};

// RoboTHOR goal categories that the building does not contain yet are 1.8 times as likely.
static bool wanted(furnisher* f, wend_category category, float chance) {
    unsigned goal = wend_category_at(category)->flags & WEND_CATEGORY_ROBOTHOR;
    if (goal && !f->seen[category]) chance *= 1.8f;
    return wend_rng_chance(f->rng, chance * f->site->plan->def.fullness);
}

static void clutter_piece(furnisher* f, const piece* p) {
    for (size_t i = 0; i < sizeof clutter / sizeof *clutter; i++) {
        const clutter_row* row = &clutter[i];
        if (row->support != p->model->category || (row->room && row->room != f->type)) continue;
        if (!wanted(f, row->category, row->chance)) continue;
        const model* m = furnish_model(f, row->category, row->shape, TASTE_NONE);
        furnish_on(f, p, m, row->relation, row->how);
    }
}

void furnish_clutter(furnisher* f) {
    // Each piece has its own random stream: the objects on one piece do not depend on the others.
    wend_rng* shared = f->rng;
    uint64_t seed = wend_rng_u32(shared);
    // Floor objects are placed first: objects under a bed do not block paths.
    for (size_t i = 0; i < sizeof on_floor / sizeof *on_floor; i++)
        if (on_floor[i].room == f->type && wanted(f, on_floor[i].category, on_floor[i].chance))
            furnish_on_floor(f,
                             furnish_model(f, on_floor[i].category, on_floor[i].shape, TASTE_NONE));
    for (int i = 0; i < f->piece_count; i++) {
        wend_rng own = wend_rng_make(seed, (uint64_t)i);
        f->rng = &own;
        if (f->pieces[i].model->surface_count) clutter_piece(f, &f->pieces[i]);
    }
    f->rng = shared;
}
