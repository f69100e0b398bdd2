// The table of all models: category, build function, shape, natural size (metres), size word,
// whether it hangs on a wall, and its looks. Rows of a category are contiguous; shapes count from
// 0.
#ifndef WEND_CATALOG_MODEL_TABLE_H
#define WEND_CATALOG_MODEL_TABLE_H

#include "catalog/sketch.h"

// clang-format off
#define LOOKS_WOOD L(BROWN, WOODEN), L(LIGHT_BROWN, WOODEN), L(WHITE, WOODEN), L(DARK, WOODEN), L(BEIGE, WOODEN), L(GREY, WOODEN)
#define LOOKS_CLOTH L(GREY, FABRIC), L(BEIGE, FABRIC), L(BLUISH_GREY, FABRIC), L(BROWN, LEATHER), L(GREENISH_GREY, FABRIC), L(BLUE, FABRIC), L(BLACK, LEATHER), L(RUST, FABRIC)
#define LOOKS_TABLE LOOKS_WOOD, L(BLACK, WOODEN), L(WHITE, PLASTIC)
#define LOOKS_FRONT L(WHITE, WOODEN), L(BEIGE, WOODEN), L(GREENISH_GREY, WOODEN), L(LIGHT_BROWN, WOODEN), L(BLUISH_GREY, WOODEN), L(GREY, WOODEN)
#define LOOKS_WHITE_GOODS L(WHITE, METALLIC), L(SILVER, METALLIC), L(BLACK, METALLIC)
#define LOOKS_POT L(BROWN, CERAMIC), L(WHITE, CERAMIC), L(GREY, STONE), L(RUST, CERAMIC), L(BLUE, CERAMIC), L(BLACK, PLASTIC), L(BEIGE, WICKER)
#define LOOKS_CERAMIC L(WHITE, CERAMIC), L(BLUE, CERAMIC), L(RED, CERAMIC), L(GREEN, CERAMIC), L(BLACK, CERAMIC), L(YELLOW, CERAMIC), L(GREY, CERAMIC), L(ORANGE, CERAMIC)
#define LOOKS_BATH L(WHITE, CERAMIC), L(BEIGE, CERAMIC)
#define LOOKS_METAL L(SILVER, METALLIC), L(BLACK, METALLIC), L(GOLD, METALLIC), L(COPPER, METALLIC)
#define LOOKS_FRAME L(BLACK, WOODEN), L(LIGHT_BROWN, WOODEN), L(WHITE, WOODEN), L(GOLD, METALLIC), L(DARK, WOODEN), L(SILVER, METALLIC)
#define LOOKS_SOFT L(WHITE, FABRIC), L(BLUE, FABRIC), L(BEIGE, FABRIC), L(GREY, FABRIC), L(RED, FABRIC), L(GREEN, FABRIC), L(YELLOW, FABRIC), L(PINK, FABRIC)
#define LOOKS_GLASS L(CLEAR, GLASS), L(GREEN, GLASS), L(BLUE, GLASS), L(WHITE, PLASTIC), L(RED, PLASTIC)
#define LOOKS_PLASTIC L(WHITE, PLASTIC), L(BLUE, PLASTIC), L(GREEN, PLASTIC), L(PINK, PLASTIC), L(ORANGE, PLASTIC), L(YELLOW, PLASTIC)
#define LOOKS_CAR L(GREY, METALLIC), L(WHITE, METALLIC), L(BLACK, METALLIC), L(BLUE, METALLIC), L(RED, METALLIC), L(SILVER, METALLIC), L(GREENISH_GREY, METALLIC), L(BEIGE, METALLIC)
#define LOOKS_PERSON \
    L(BLUE, FABRIC), L(WHITE, FABRIC), L(RED, FABRIC), L(GREEN, FABRIC), L(GREY, FABRIC), L(BLACK, FABRIC), L(YELLOW, FABRIC), L(PINK, FABRIC), L(BEIGE, FABRIC), L(ORANGE, FABRIC), \
    L(BLUISH_GREY, FABRIC), L(PURPLE, FABRIC), L(BROWN, FABRIC), L(WHITE, FABRIC), L(GREENISH_GREY, FABRIC), L(RUST, FABRIC), L(BLUE, FABRIC), L(RED, FABRIC), L(SAND, FABRIC), L(BLACK, FABRIC)

// X(CATEGORY, function, shape, width, height, depth, size word, hangs, looks…)
#define MODEL_LIST(X) \
    /* seating */ \
    X(CHAIR, chair, 0, 0.44f, 0.88f, 0.50f, NONE, false, LOOKS_WOOD) \
    X(CHAIR, chair, 1, 0.46f, 0.92f, 0.52f, NONE, false, LOOKS_CLOTH) \
    X(CHAIR, chair, 2, 0.46f, 0.80f, 0.50f, NONE, false, L(WHITE, PLASTIC), L(BLACK, PLASTIC), L(GREENISH_GREY, PLASTIC), L(BLUE, PLASTIC), L(RED, PLASTIC)) \
    X(CHAIR, chair, 3, 0.45f, 0.95f, 0.50f, NONE, false, LOOKS_WOOD) \
    X(OFFICE_CHAIR, office_chair, 0, 0.64f, 1.02f, 0.64f, NONE, false, L(BLACK, FABRIC), L(GREY, FABRIC), L(BLUE, FABRIC), L(BLACK, LEATHER)) \
    X(OFFICE_CHAIR, office_chair, 1, 0.60f, 0.94f, 0.60f, NONE, false, L(BLACK, FABRIC), L(GREY, FABRIC), L(BLUE, FABRIC), L(GREENISH_GREY, FABRIC)) \
    X(ARMCHAIR, armchair, 0, 0.80f, 0.80f, 0.82f, NONE, false, LOOKS_CLOTH) \
    X(ARMCHAIR, armchair, 1, 0.88f, 0.84f, 0.86f, NONE, false, LOOKS_CLOTH) \
    X(ARMCHAIR, armchair, 2, 0.68f, 0.82f, 0.78f, NONE, false, LOOKS_CLOTH) \
    X(SOFA, sofa, 0, 2.05f, 0.82f, 0.90f, NONE, false, LOOKS_CLOTH) \
    X(SOFA, sofa, 1, 2.15f, 0.86f, 0.95f, NONE, false, LOOKS_CLOTH) \
    X(SOFA, sofa, 0, 1.50f, 0.80f, 0.86f, SMALL, false, LOOKS_CLOTH) \
    X(STOOL, stool, 0, 0.36f, 0.46f, 0.36f, NONE, false, LOOKS_WOOD) \
    X(STOOL, stool, 1, 0.40f, 0.74f, 0.40f, TALL, false, L(BLACK, LEATHER), L(WHITE, PLASTIC), L(BROWN, LEATHER), L(RED, PLASTIC)) \
    X(OTTOMAN, ottoman, 0, 0.62f, 0.42f, 0.50f, NONE, false, LOOKS_CLOTH) \
    X(OTTOMAN, ottoman, 1, 0.52f, 0.38f, 0.52f, NONE, false, LOOKS_CLOTH) \
    X(FOOTSTOOL, footstool, 0, 0.40f, 0.24f, 0.26f, SMALL, false, LOOKS_WOOD) \
    X(BENCH, bench, 0, 1.50f, 0.84f, 0.58f, NONE, false, L(BROWN, WOODEN), L(LIGHT_BROWN, WOODEN), L(GREEN, WOODEN)) \
    X(BENCH, bench, 1, 1.20f, 0.45f, 0.38f, NONE, false, LOOKS_WOOD) \
    /* tables */ \
    X(DINING_TABLE, dining_table, 0, 1.60f, 0.75f, 0.90f, NONE, false, LOOKS_TABLE) \
    X(DINING_TABLE, dining_table, 1, 1.10f, 0.75f, 1.10f, NONE, false, LOOKS_TABLE) \
    X(DINING_TABLE, dining_table, 2, 2.00f, 0.76f, 1.00f, NONE, false, LOOKS_TABLE) \
    X(TABLE, table, 0, 1.20f, 0.74f, 0.75f, NONE, false, LOOKS_TABLE) \
    X(TABLE, table, 1, 0.90f, 0.74f, 0.90f, NONE, false, LOOKS_TABLE) \
    X(TABLE, table, 2, 2.40f, 0.75f, 1.10f, NONE, false, LOOKS_TABLE) \
    X(COFFEE_TABLE, coffee_table, 0, 1.10f, 0.42f, 0.60f, NONE, false, LOOKS_TABLE) \
    X(COFFEE_TABLE, coffee_table, 1, 1.10f, 0.40f, 0.65f, NONE, false, LOOKS_TABLE) \
    X(COFFEE_TABLE, coffee_table, 2, 1.00f, 0.45f, 0.60f, NONE, false, LOOKS_TABLE) \
    X(SIDE_TABLE, side_table, 0, 0.50f, 0.55f, 0.50f, SMALL, false, LOOKS_TABLE) \
    X(SIDE_TABLE, side_table, 1, 0.48f, 0.55f, 0.48f, SMALL, false, LOOKS_TABLE) \
    X(DESK, desk, 0, 1.35f, 0.75f, 0.66f, NONE, false, LOOKS_WOOD) \
    X(DESK, desk, 1, 1.60f, 0.74f, 0.80f, NONE, false, L(LIGHT_BROWN, WOODEN), L(WHITE, WOODEN), L(BEIGE, WOODEN), L(GREY, WOODEN)) \
    X(NIGHTSTAND, nightstand, 0, 0.46f, 0.52f, 0.40f, SMALL, false, LOOKS_WOOD) \
    X(NIGHTSTAND, nightstand, 1, 0.44f, 0.54f, 0.40f, SMALL, false, LOOKS_WOOD) \
    /* storage */ \
    X(SHELF, shelf, 0, 0.80f, 1.80f, 0.32f, TALL, false, LOOKS_WOOD) \
    X(SHELF, shelf, 1, 0.90f, 1.95f, 0.30f, TALL, false, LOOKS_WOOD) \
    X(SHELF, shelf, 0, 0.90f, 0.85f, 0.34f, SMALL, false, LOOKS_WOOD) \
    X(SHELF, shelf, 2, 1.00f, 1.75f, 0.42f, TALL, false, L(GREY, METALLIC), L(LIGHT_BROWN, WOODEN)) \
    X(DRESSER, dresser, 0, 1.20f, 0.80f, 0.48f, NONE, false, LOOKS_WOOD) \
    X(DRESSER, dresser, 1, 0.75f, 1.15f, 0.46f, TALL, false, LOOKS_WOOD) \
    X(WARDROBE, wardrobe, 0, 1.20f, 2.05f, 0.60f, TALL, false, LOOKS_WOOD) \
    X(WARDROBE, wardrobe, 1, 1.00f, 2.00f, 0.58f, TALL, false, LOOKS_WOOD) \
    X(WARDROBE, wardrobe, 0, 1.80f, 2.10f, 0.62f, TALL, false, LOOKS_WOOD) \
    X(CABINET, cabinet, 0, 0.80f, 0.70f, 0.35f, NONE, true, LOOKS_FRONT) \
    X(CABINET, cabinet, 1, 1.40f, 0.85f, 0.42f, NONE, false, LOOKS_WOOD) \
    X(CABINET, cabinet, 2, 0.46f, 1.30f, 0.60f, TALL, false, L(GREY, METALLIC), L(WHITE, METALLIC), L(BLACK, METALLIC)) \
    X(TV_STAND, tv_stand, 0, 1.60f, 0.48f, 0.42f, NONE, false, LOOKS_WOOD) \
    X(TV_STAND, tv_stand, 1, 1.40f, 0.50f, 0.40f, NONE, false, LOOKS_WOOD) \
    X(SAFE, safe, 0, 0.42f, 0.48f, 0.42f, NONE, false, L(GREY, METALLIC), L(BLACK, METALLIC), L(GREENISH_GREY, METALLIC)) \
    X(FURNITURE, furniture, 0, 0.95f, 0.48f, 0.48f, NONE, false, LOOKS_WOOD) \
    /* beds */ \
    X(BED, bed, 0, 1.66f, 1.00f, 2.12f, NONE, false, L(BROWN, WOODEN), L(GREY, FABRIC), L(WHITE, WOODEN), L(LIGHT_BROWN, WOODEN), L(BEIGE, FABRIC), L(DARK, WOODEN)) \
    X(BED, bed, 1, 0.98f, 0.90f, 2.06f, NONE, false, L(LIGHT_BROWN, WOODEN), L(WHITE, WOODEN), L(BROWN, WOODEN), L(GREY, FABRIC), L(DARK, WOODEN), L(BLUISH_GREY, FABRIC)) \
    X(BED, bed, 2, 1.06f, 1.70f, 2.04f, TALL, false, L(LIGHT_BROWN, WOODEN), L(WHITE, WOODEN), L(BEIGE, WOODEN)) \
    X(DOG_BED, dog_bed, 0, 0.80f, 0.20f, 0.62f, NONE, false, L(GREY, FABRIC), L(BROWN, FABRIC), L(BLUISH_GREY, FABRIC)) \
    X(PILLOW, pillow, 0, 0.62f, 0.15f, 0.42f, NONE, false, LOOKS_SOFT) \
    X(CUSHION, cushion, 0, 0.44f, 0.14f, 0.44f, NONE, false, LOOKS_SOFT) \
    /* kitchen and laundry */ \
    X(COUNTER, counter, 0, 1.20f, 0.90f, 0.62f, NONE, false, LOOKS_FRONT) \
    X(SINK, sink, 0, 0.90f, 1.16f, 0.62f, NONE, false, LOOKS_FRONT) \
    X(SINK, sink, 1, 0.54f, 0.96f, 0.46f, NONE, false, LOOKS_BATH) \
    X(SINK, sink, 2, 0.70f, 0.99f, 0.48f, NONE, false, LOOKS_FRONT) \
    X(FAUCET, faucet, 0, 0.14f, 0.24f, 0.18f, SMALL, false, LOOKS_METAL) \
    X(STOVE, stove, 0, 0.60f, 0.90f, 0.64f, NONE, false, LOOKS_WHITE_GOODS) \
    X(STOVE, stove, 1, 0.60f, 0.91f, 0.64f, NONE, false, LOOKS_WHITE_GOODS) \
    X(RANGE_HOOD, range_hood, 0, 0.60f, 0.75f, 0.48f, NONE, true, L(SILVER, METALLIC), L(BLACK, METALLIC), L(WHITE, METALLIC)) \
    X(FRIDGE, fridge, 0, 0.62f, 1.85f, 0.68f, TALL, false, LOOKS_WHITE_GOODS) \
    X(FRIDGE, fridge, 1, 0.90f, 1.78f, 0.72f, TALL, false, LOOKS_WHITE_GOODS) \
    X(FRIDGE, fridge, 2, 0.60f, 1.70f, 0.66f, TALL, false, LOOKS_WHITE_GOODS) \
    X(DISHWASHER, dishwasher, 0, 0.60f, 0.86f, 0.60f, NONE, false, LOOKS_WHITE_GOODS) \
    X(WASHING_MACHINE, washing_machine, 0, 0.60f, 0.85f, 0.60f, NONE, false, LOOKS_WHITE_GOODS) \
    X(CLOTHES_DRYER, washing_machine, 0, 0.60f, 0.85f, 0.60f, NONE, false, LOOKS_WHITE_GOODS) \
    X(MICROWAVE, microwave, 0, 0.48f, 0.28f, 0.38f, NONE, false, LOOKS_WHITE_GOODS) \
    /* bath */ \
    X(TOILET, toilet, 0, 0.40f, 0.80f, 0.68f, NONE, false, LOOKS_BATH) \
    X(BATHTUB, bathtub, 0, 1.70f, 0.68f, 0.75f, NONE, false, LOOKS_BATH) \
    X(BATHTUB, bathtub, 1, 1.65f, 0.70f, 0.78f, NONE, false, LOOKS_BATH) \
    X(SHOWER, shower, 0, 0.90f, 2.05f, 0.90f, TALL, false, LOOKS_BATH) \
    X(SHOWER_HEAD, shower_head, 0, 0.12f, 0.16f, 0.26f, SMALL, true, LOOKS_METAL) \
    X(SHOWER_CURTAIN, shower_curtain, 0, 1.60f, 1.95f, 0.10f, TALL, false, LOOKS_SOFT) \
    X(CURTAIN, curtain, 0, 1.60f, 2.20f, 0.12f, TALL, true, LOOKS_CLOTH) \
    X(CURTAIN, curtain, 1, 1.60f, 1.50f, 0.12f, NONE, true, LOOKS_SOFT) \
    X(BLINDS, blinds, 0, 1.20f, 1.30f, 0.06f, NONE, true, L(WHITE, PLASTIC), L(BEIGE, WOODEN), L(GREY, METALLIC)) \
    X(TOWEL_HOLDER, towel_holder, 0, 0.60f, 0.55f, 0.10f, NONE, true, LOOKS_METAL) \
    X(HAND_TOWEL_HOLDER, towel_holder, 0, 0.30f, 0.36f, 0.09f, SMALL, true, LOOKS_METAL) \
    X(TOILET_PAPER_HANGER, toilet_paper_hanger, 0, 0.16f, 0.11f, 0.13f, SMALL, true, LOOKS_METAL) \
    X(TOILET_PAPER, toilet_paper, 0, 0.11f, 0.10f, 0.11f, SMALL, false, L(WHITE, PAPER)) \
    X(PAPER_TOWEL_ROLL, paper_towel_roll, 0, 0.12f, 0.26f, 0.12f, SMALL, false, L(WHITE, PAPER)) \
    X(TOWEL, towel, 0, 0.36f, 0.09f, 0.28f, NONE, false, LOOKS_SOFT) \
    X(HAND_TOWEL, towel, 0, 0.22f, 0.05f, 0.16f, SMALL, false, LOOKS_SOFT) \
    X(CLOTH, cloth, 0, 0.24f, 0.06f, 0.20f, SMALL, false, LOOKS_SOFT) \
    /* lamps, plants, paintings, screens */ \
    X(FLOOR_LAMP, floor_lamp, 0, 0.40f, 1.60f, 0.40f, TALL, false, LOOKS_METAL) \
    X(FLOOR_LAMP, floor_lamp, 1, 1.20f, 1.85f, 0.30f, TALL, false, LOOKS_METAL) \
    X(FLOOR_LAMP, floor_lamp, 2, 0.48f, 1.50f, 0.48f, TALL, false, LOOKS_WOOD) \
    X(DESK_LAMP, desk_lamp, 0, 0.18f, 0.42f, 0.36f, NONE, false, L(BLACK, METALLIC), L(WHITE, METALLIC), L(RED, METALLIC), L(SILVER, METALLIC), L(GREEN, METALLIC)) \
    X(DESK_LAMP, desk_lamp, 1, 0.26f, 0.40f, 0.26f, NONE, false, L(WHITE, CERAMIC), L(BLUE, CERAMIC), L(BROWN, WOODEN), L(GREY, STONE), L(GREEN, GLASS)) \
    X(CEILING_LAMP, ceiling_lamp, 0, 0.38f, 0.12f, 0.38f, NONE, false, L(WHITE, METALLIC), L(SILVER, METALLIC), L(GOLD, METALLIC)) \
    X(CEILING_LAMP, ceiling_lamp, 1, 0.42f, 0.70f, 0.42f, NONE, false, L(BLACK, METALLIC), L(WHITE, METALLIC), L(COPPER, METALLIC)) \
    X(CEILING_LAMP, ceiling_lamp, 2, 1.20f, 0.08f, 0.30f, NONE, false, L(WHITE, METALLIC)) \
    X(HOUSE_PLANT, house_plant, 0, 0.70f, 1.40f, 0.70f, TALL, false, LOOKS_POT) \
    X(HOUSE_PLANT, house_plant, 1, 0.46f, 0.46f, 0.46f, NONE, false, LOOKS_POT) \
    X(HOUSE_PLANT, house_plant, 2, 0.30f, 0.34f, 0.30f, SMALL, false, LOOKS_POT) \
    X(HOUSE_PLANT, house_plant, 3, 0.16f, 0.28f, 0.16f, SMALL, false, LOOKS_POT) \
    X(PAINTING, painting, 0, 0.80f, 0.60f, 0.03f, NONE, true, LOOKS_FRAME) \
    X(PAINTING, painting, 1, 0.60f, 0.80f, 0.03f, NONE, true, LOOKS_FRAME) \
    X(PAINTING, painting, 2, 0.45f, 0.55f, 0.03f, SMALL, true, LOOKS_FRAME) \
    X(MIRROR, mirror, 0, 0.60f, 0.80f, 0.03f, NONE, true, LOOKS_FRAME) \
    X(MIRROR, mirror, 0, 0.50f, 1.50f, 0.03f, TALL, true, LOOKS_FRAME) \
    X(LIGHT_SWITCH, light_switch, 0, 0.08f, 0.08f, 0.014f, SMALL, true, L(WHITE, PLASTIC)) \
    X(TELEVISION, television, 0, 1.12f, 0.70f, 0.24f, NONE, false, L(BLACK, PLASTIC), L(SILVER, PLASTIC), L(DARK, PLASTIC)) \
    X(TELEVISION, television, 1, 1.12f, 0.64f, 0.05f, NONE, true, L(BLACK, PLASTIC), L(SILVER, PLASTIC), L(DARK, PLASTIC)) \
    X(TELEVISION, television, 0, 0.74f, 0.48f, 0.18f, SMALL, false, L(BLACK, PLASTIC), L(SILVER, PLASTIC), L(DARK, PLASTIC)) \
    X(MONITOR, monitor, 0, 0.56f, 0.46f, 0.20f, NONE, false, L(BLACK, PLASTIC), L(SILVER, PLASTIC), L(WHITE, PLASTIC)) \
    X(RUG, rug, 0, 2.00f, 0.010f, 1.40f, NONE, false, L(BLUISH_GREY, FABRIC), L(BEIGE, FABRIC), L(SAND, FABRIC), L(PURPLE, FABRIC), L(BEIGE, FABRIC), L(GREY, FABRIC)) \
    X(RUG, rug, 1, 1.50f, 0.010f, 1.50f, NONE, false, L(BLUISH_GREY, FABRIC), L(BEIGE, FABRIC), L(SAND, FABRIC), L(PURPLE, FABRIC), L(BEIGE, FABRIC), L(GREY, FABRIC)) \
    /* small objects */ \
    X(MUG, mug, 0, 0.12f, 0.095f, 0.082f, SMALL, false, LOOKS_CERAMIC, L(SILVER, METALLIC)) \
    X(MUG, mug, 1, 0.125f, 0.09f, 0.095f, SMALL, false, LOOKS_CERAMIC, L(SILVER, METALLIC)) \
    X(CUP, cup, 0, 0.075f, 0.11f, 0.075f, SMALL, false, LOOKS_GLASS) \
    X(CUP, cup, 1, 0.075f, 0.18f, 0.075f, SMALL, false, LOOKS_GLASS) \
    X(BOWL, bowl, 0, 0.17f, 0.075f, 0.17f, SMALL, false, LOOKS_CERAMIC, L(BROWN, WOODEN), L(CLEAR, GLASS), L(SILVER, METALLIC)) \
    X(BOWL, bowl, 1, 0.26f, 0.11f, 0.26f, NONE, false, LOOKS_CERAMIC, L(BROWN, WOODEN), L(CLEAR, GLASS), L(SILVER, METALLIC)) \
    X(PLATE, plate, 0, 0.25f, 0.022f, 0.25f, SMALL, false, LOOKS_CERAMIC) \
    X(VASE, vase, 0, 0.18f, 0.26f, 0.18f, NONE, false, LOOKS_CERAMIC, L(CLEAR, GLASS), L(BROWN, WOODEN)) \
    X(VASE, vase, 1, 0.13f, 0.36f, 0.13f, TALL, false, LOOKS_CERAMIC, L(CLEAR, GLASS), L(BROWN, WOODEN)) \
    X(VASE, vase, 2, 0.14f, 0.22f, 0.14f, SMALL, false, LOOKS_CERAMIC, L(CLEAR, GLASS), L(COPPER, METALLIC)) \
    X(BOTTLE, bottle, 0, 0.075f, 0.25f, 0.075f, SMALL, false, LOOKS_GLASS) \
    X(WINE_BOTTLE, wine_bottle, 0, 0.078f, 0.31f, 0.078f, SMALL, false, L(GREEN, GLASS), L(DARK, GLASS), L(CLEAR, GLASS)) \
    X(SPRAY_BOTTLE, spray_bottle, 0, 0.085f, 0.26f, 0.12f, SMALL, false, LOOKS_PLASTIC) \
    X(SOAP_BOTTLE, soap_bottle, 0, 0.07f, 0.19f, 0.07f, SMALL, false, LOOKS_PLASTIC, L(WHITE, CERAMIC)) \
    X(SALT_SHAKER, salt_shaker, 0, 0.045f, 0.09f, 0.045f, SMALL, false, L(WHITE, CERAMIC), L(CLEAR, GLASS)) \
    X(PEPPER_SHAKER, pepper_shaker, 0, 0.045f, 0.09f, 0.045f, SMALL, false, L(BROWN, WOODEN), L(BLACK, CERAMIC)) \
    X(APPLE, apple, 0, 0.08f, 0.085f, 0.08f, SMALL, false, L(RED, NONE), L(GREEN, NONE), L(YELLOW, NONE)) \
    X(TOMATO, tomato, 0, 0.075f, 0.065f, 0.075f, SMALL, false, L(RED, NONE), L(ORANGE, NONE)) \
    X(EGG, egg, 0, 0.045f, 0.058f, 0.045f, SMALL, false, L(WHITE, NONE), L(LIGHT_BROWN, NONE)) \
    X(POTATO, potato, 0, 0.10f, 0.065f, 0.07f, SMALL, false, L(LIGHT_BROWN, NONE)) \
    X(BREAD, bread, 0, 0.28f, 0.11f, 0.12f, NONE, false, L(BROWN, NONE), L(LIGHT_BROWN, NONE)) \
    X(BREAD, bread, 1, 0.48f, 0.065f, 0.08f, NONE, false, L(LIGHT_BROWN, NONE), L(BROWN, NONE)) \
    X(LETTUCE, lettuce, 0, 0.18f, 0.16f, 0.18f, SMALL, false, L(GREEN, NONE)) \
    X(BOOK, book, 0, 0.15f, 0.03f, 0.21f, SMALL, false, L(BLUE, PAPER), L(GREEN, PAPER), L(RED, PAPER), L(BLACK, PAPER), L(BROWN, PAPER), L(WHITE, PAPER)) \
    X(BOOK, book, 1, 0.20f, 0.10f, 0.25f, SMALL, false, L(BLUE, PAPER), L(GREEN, PAPER), L(RED, PAPER), L(BLACK, PAPER)) \
    X(NEWSPAPER, newspaper, 0, 0.30f, 0.015f, 0.38f, NONE, false, L(GREY, PAPER)) \
    X(BOX, box, 0, 0.40f, 0.30f, 0.30f, NONE, false, L(LIGHT_BROWN, PAPER), L(WHITE, PAPER)) \
    X(BOX, box, 1, 0.46f, 0.30f, 0.34f, NONE, false, L(LIGHT_BROWN, PAPER), L(BROWN, PAPER)) \
    X(TISSUE_BOX, tissue_box, 0, 0.23f, 0.14f, 0.12f, SMALL, false, L(BLUE, PAPER), L(WHITE, PAPER), L(PINK, PAPER), L(GREEN, PAPER)) \
    X(ALARM_CLOCK, alarm_clock, 0, 0.11f, 0.15f, 0.055f, SMALL, false, L(RED, METALLIC), L(BLACK, METALLIC), L(SILVER, METALLIC), L(BLUE, METALLIC), L(WHITE, METALLIC)) \
    X(ALARM_CLOCK, alarm_clock, 1, 0.15f, 0.065f, 0.06f, SMALL, false, L(BLACK, PLASTIC), L(WHITE, PLASTIC), L(BROWN, WOODEN), L(GREY, PLASTIC)) \
    X(BASEBALL_BAT, baseball_bat, 0, 0.84f, 0.066f, 0.066f, NONE, false, L(LIGHT_BROWN, WOODEN), L(BROWN, WOODEN), L(SILVER, METALLIC), L(BLACK, METALLIC), L(RED, METALLIC)) \
    X(BASKETBALL, basketball, 0, 0.24f, 0.24f, 0.24f, NONE, false, L(ORANGE, RUBBER), L(RUST, RUBBER), L(BLUE, RUBBER)) \
    X(LAPTOP, laptop, 0, 0.33f, 0.22f, 0.31f, NONE, false, L(SILVER, METALLIC), L(BLACK, PLASTIC), L(GREY, METALLIC), L(WHITE, PLASTIC)) \
    X(GARBAGE_CAN, garbage_can, 0, 0.28f, 0.32f, 0.28f, SMALL, false, L(GREY, PLASTIC), L(BLACK, METALLIC), L(SILVER, METALLIC), L(WHITE, PLASTIC), L(BROWN, WICKER), L(BLUE, PLASTIC)) \
    X(GARBAGE_CAN, garbage_can, 1, 0.30f, 0.62f, 0.34f, TALL, false, L(SILVER, METALLIC), L(WHITE, METALLIC), L(RED, METALLIC), L(BLACK, METALLIC)) \
    X(GARBAGE_CAN, garbage_can, 2, 0.34f, 0.58f, 0.28f, NONE, false, L(GREY, PLASTIC), L(BEIGE, PLASTIC), L(BLUE, PLASTIC), L(GREEN, PLASTIC)) \
    X(LAUNDRY_HAMPER, laundry_hamper, 0, 0.42f, 0.58f, 0.42f, NONE, false, L(LIGHT_BROWN, WICKER), L(WHITE, WICKER), L(GREY, FABRIC)) \
    X(LAUNDRY_HAMPER, laundry_hamper, 1, 0.48f, 0.58f, 0.36f, NONE, false, L(BEIGE, FABRIC), L(GREY, PLASTIC), L(BROWN, WICKER)) \
    X(GARBAGE_BAG, garbage_bag, 0, 0.46f, 0.52f, 0.44f, NONE, false, L(BLACK, PLASTIC), L(WHITE, PLASTIC), L(GREY, PLASTIC), L(BLUE, PLASTIC)) \
    X(CART, cart, 0, 0.70f, 0.88f, 0.45f, NONE, false, L(SILVER, METALLIC), L(WHITE, METALLIC), L(BLACK, METALLIC)) \
    X(DESKTOP, desktop, 0, 0.20f, 0.44f, 0.45f, NONE, false, L(BLACK, METALLIC), L(WHITE, METALLIC), L(SILVER, METALLIC)) \
    X(KEYBOARD, keyboard, 0, 0.44f, 0.025f, 0.14f, SMALL, false, L(BLACK, PLASTIC), L(WHITE, PLASTIC), L(GREY, PLASTIC)) \
    X(CELL_PHONE, cell_phone, 0, 0.074f, 0.009f, 0.152f, SMALL, false, L(BLACK, GLASS), L(SILVER, METALLIC), L(BLUE, PLASTIC), L(PINK, PLASTIC)) \
    X(REMOTE_CONTROL, remote_control, 0, 0.05f, 0.02f, 0.18f, SMALL, false, L(BLACK, PLASTIC), L(GREY, PLASTIC), L(WHITE, PLASTIC)) \
    X(WATCH, watch, 0, 0.04f, 0.065f, 0.055f, SMALL, false, L(BROWN, LEATHER), L(BLACK, LEATHER), L(SILVER, METALLIC)) \
    X(CD, cd, 0, 0.12f, 0.0015f, 0.12f, SMALL, false, L(SILVER, PLASTIC), L(BLUE, PLASTIC), L(GOLD, PLASTIC)) \
    X(CREDIT_CARD, credit_card, 0, 0.086f, 0.0015f, 0.054f, SMALL, false, L(BLUE, PLASTIC), L(GREEN, PLASTIC), L(BLACK, PLASTIC), L(GOLD, PLASTIC)) \
    X(KEY_CHAIN, key_chain, 0, 0.06f, 0.006f, 0.11f, SMALL, false, L(SILVER, METALLIC), L(GOLD, METALLIC)) \
    X(PEN, pen, 0, 0.14f, 0.010f, 0.010f, SMALL, false, L(BLUE, PLASTIC), L(BLACK, PLASTIC), L(RED, PLASTIC)) \
    X(PENCIL, pencil, 0, 0.18f, 0.008f, 0.008f, SMALL, false, L(YELLOW, WOODEN), L(RED, WOODEN), L(GREEN, WOODEN)) \
    X(CANDLE, candle, 0, 0.07f, 0.13f, 0.07f, SMALL, false, L(WHITE, NONE), L(RED, NONE), L(BEIGE, NONE), L(GREEN, NONE)) \
    X(TEDDY_BEAR, teddy_bear, 0, 0.30f, 0.38f, 0.30f, NONE, false, L(BROWN, FABRIC), L(LIGHT_BROWN, FABRIC), L(WHITE, FABRIC), L(PINK, FABRIC)) \
    X(TENNIS_RACKET, tennis_racket, 0, 0.27f, 0.036f, 0.68f, NONE, false, L(RED, METALLIC), L(BLACK, METALLIC), L(BLUE, METALLIC), L(BROWN, WOODEN)) \
    X(DUMBBELL, dumbbell, 0, 0.30f, 0.11f, 0.11f, SMALL, false, L(BLACK, RUBBER), L(BLUE, RUBBER), L(GREY, METALLIC), L(PINK, RUBBER)) \
    X(BOOTS, boots, 0, 0.26f, 0.30f, 0.29f, NONE, false, L(BROWN, LEATHER), L(BLACK, LEATHER), L(GREEN, RUBBER), L(YELLOW, RUBBER)) \
    X(STATUE, statue, 0, 0.14f, 0.30f, 0.14f, SMALL, false, L(WHITE, STONE), L(BLACK, STONE), L(GOLD, METALLIC), L(BROWN, WOODEN)) \
    X(STATUE, statue, 1, 0.17f, 0.30f, 0.17f, SMALL, false, L(WHITE, STONE), L(GREY, STONE), L(COPPER, METALLIC), L(BLACK, STONE)) \
    X(TABLE_DECOR, table_decor, 0, 0.32f, 0.12f, 0.13f, SMALL, false, L(BROWN, WOODEN), L(SILVER, METALLIC), L(BLACK, STONE)) \
    X(TABLE_DECOR, table_decor, 1, 0.28f, 0.16f, 0.28f, SMALL, false, L(WHITE, CERAMIC), L(BROWN, WOODEN), L(CLEAR, GLASS)) \
    X(ROOM_DECOR, room_decor, 0, 0.46f, 0.92f, 0.46f, NONE, false, L(BROWN, WOODEN), L(DARK, WOODEN), L(LIGHT_BROWN, WOODEN)) \
    /* MultiON's goals */ \
    X(CYLINDER_RED, cylinder, 0, 0.10f, 0.75f, 0.10f, TALL, false, L(RED, PLASTIC)) \
    X(CYLINDER_GREEN, cylinder, 1, 0.10f, 0.75f, 0.10f, TALL, false, L(GREEN, PLASTIC)) \
    X(CYLINDER_BLUE, cylinder, 2, 0.10f, 0.75f, 0.10f, TALL, false, L(BLUE, PLASTIC)) \
    X(CYLINDER_YELLOW, cylinder, 3, 0.10f, 0.75f, 0.10f, TALL, false, L(YELLOW, PLASTIC)) \
    X(CYLINDER_WHITE, cylinder, 4, 0.10f, 0.75f, 0.10f, TALL, false, L(WHITE, PLASTIC)) \
    X(CYLINDER_PINK, cylinder, 5, 0.10f, 0.75f, 0.10f, TALL, false, L(PINK, PLASTIC)) \
    X(CYLINDER_BLACK, cylinder, 6, 0.10f, 0.75f, 0.10f, TALL, false, L(BLACK, PLASTIC)) \
    X(CYLINDER_CYAN, cylinder, 7, 0.10f, 0.75f, 0.10f, TALL, false, L(CYAN, PLASTIC)) \
    X(FIREPLACE, fireplace, 0, 1.40f, 1.15f, 0.50f, NONE, false, L(WHITE, STONE), L(BROWN, WOODEN), L(GREY, STONE)) \
    /* utensils */ \
    X(KNIFE, knife, 0, 0.035f, 0.018f, 0.30f, SMALL, false, L(BLACK, PLASTIC), L(BROWN, WOODEN)) \
    X(BUTTER_KNIFE, butter_knife, 0, 0.022f, 0.007f, 0.21f, SMALL, false, L(SILVER, METALLIC)) \
    X(FORK, fork, 0, 0.026f, 0.008f, 0.20f, SMALL, false, L(SILVER, METALLIC), L(GOLD, METALLIC)) \
    X(SPOON, spoon, 0, 0.04f, 0.014f, 0.19f, SMALL, false, L(SILVER, METALLIC), L(BROWN, WOODEN)) \
    X(LADLE, ladle, 0, 0.09f, 0.05f, 0.30f, SMALL, false, L(SILVER, METALLIC), L(BLACK, PLASTIC)) \
    X(SPATULA, spatula, 0, 0.09f, 0.03f, 0.32f, SMALL, false, L(SILVER, METALLIC), L(BLACK, PLASTIC), L(BROWN, WOODEN)) \
    X(PAN, pan, 0, 0.28f, 0.06f, 0.46f, NONE, false, L(BLACK, METALLIC), L(SILVER, METALLIC), L(RED, METALLIC), L(COPPER, METALLIC)) \
    X(POT, pot, 0, 0.30f, 0.19f, 0.23f, NONE, false, L(SILVER, METALLIC), L(RED, METALLIC), L(BLACK, METALLIC), L(BLUE, METALLIC)) \
    X(POT, pot, 1, 0.28f, 0.13f, 0.21f, NONE, false, L(SILVER, METALLIC), L(COPPER, METALLIC), L(GREEN, METALLIC)) \
    X(KETTLE, kettle, 0, 0.24f, 0.24f, 0.17f, NONE, false, L(SILVER, METALLIC), L(WHITE, PLASTIC), L(RED, METALLIC), L(BLACK, PLASTIC)) \
    X(TOASTER, toaster, 0, 0.30f, 0.19f, 0.18f, NONE, false, L(SILVER, METALLIC), L(RED, METALLIC), L(WHITE, PLASTIC), L(BLACK, PLASTIC)) \
    X(COFFEE_MACHINE, coffee_machine, 0, 0.20f, 0.34f, 0.26f, NONE, false, L(BLACK, PLASTIC), L(SILVER, METALLIC), L(WHITE, PLASTIC), L(RED, PLASTIC)) \
    X(DISH_SPONGE, dish_sponge, 0, 0.11f, 0.035f, 0.07f, SMALL, false, L(YELLOW, NONE), L(BLUE, NONE), L(PINK, NONE)) \
    X(SOAP_BAR, soap_bar, 0, 0.085f, 0.03f, 0.055f, SMALL, false, L(WHITE, NONE), L(GREEN, NONE), L(PINK, NONE), L(BEIGE, NONE)) \
    X(SCRUB_BRUSH, scrub_brush, 0, 0.15f, 0.06f, 0.06f, SMALL, false, L(BROWN, WOODEN), L(BLUE, PLASTIC), L(WHITE, PLASTIC)) \
    X(PLUNGER, plunger, 0, 0.15f, 0.52f, 0.15f, NONE, false, L(RUST, RUBBER), L(BLACK, RUBBER)) \
    X(ALUMINUM_FOIL, aluminum_foil, 0, 0.31f, 0.045f, 0.045f, SMALL, false, L(SILVER, METALLIC)) \
    X(WATERING_CAN, watering_can, 0, 0.40f, 0.28f, 0.18f, NONE, false, L(GREEN, METALLIC), L(SILVER, METALLIC), L(COPPER, METALLIC), L(BLUE, PLASTIC)) \
    X(VACUUM_CLEANER, vacuum_cleaner, 0, 0.32f, 1.00f, 0.80f, NONE, false, L(RED, PLASTIC), L(GREY, PLASTIC), L(BLUE, PLASTIC)) \
    /* PASTURE's uncommon objects; the first look is the one its annotators describe */ \
    X(CRATE, crate, 0, 0.48f, 0.28f, 0.36f, NONE, false, L(GREEN, PLASTIC), L(BLUE, PLASTIC), L(BROWN, WOODEN), L(RED, PLASTIC), L(LIGHT_BROWN, WOODEN)) \
    X(ELECTRIC_GUITAR, electric_guitar, 0, 0.34f, 1.02f, 0.32f, TALL, false, L(WHITE, WOODEN), L(RED, WOODEN), L(BLACK, WOODEN), L(BLUE, WOODEN), L(BROWN, WOODEN)) \
    X(ESPRESSO_MACHINE, espresso_machine, 0, 0.28f, 0.36f, 0.36f, NONE, false, L(SILVER, METALLIC), L(BLACK, METALLIC), L(RED, METALLIC), L(WHITE, METALLIC)) \
    X(GINGERBREAD_HOUSE, gingerbread_house, 0, 0.26f, 0.26f, 0.26f, SMALL, false, L(BROWN, NONE), L(LIGHT_BROWN, NONE)) \
    X(GRAPHICS_CARD, graphics_card, 0, 0.26f, 0.045f, 0.12f, SMALL, false, L(BLACK, PLASTIC), L(WHITE, PLASTIC), L(GREY, METALLIC)) \
    X(GRAPHICS_CARD, graphics_card, 1, 0.31f, 0.05f, 0.13f, SMALL, false, L(BLACK, PLASTIC), L(WHITE, PLASTIC), L(RED, PLASTIC)) \
    X(LLAMA_WICKER_BASKET, llama_wicker_basket, 0, 0.34f, 0.58f, 0.52f, NONE, false, L(BEIGE, WICKER), L(LIGHT_BROWN, WICKER), L(WHITE, WICKER)) \
    X(MATE, mate, 0, 0.105f, 0.155f, 0.09f, SMALL, false, L(BROWN, WOODEN), L(BLACK, LEATHER), L(RUST, CERAMIC), L(SILVER, METALLIC)) \
    X(RICE_COOKER, rice_cooker, 0, 0.28f, 0.24f, 0.27f, NONE, false, L(WHITE, PLASTIC), L(SILVER, METALLIC), L(RED, PLASTIC), L(BLACK, PLASTIC)) \
    X(SURFBOARD, surfboard, 0, 0.50f, 1.80f, 0.26f, TALL, false, L(BLUE, PLASTIC), L(WHITE, PLASTIC), L(YELLOW, PLASTIC), L(RED, PLASTIC)) \
    X(TOY_AIRPLANE, toy_airplane, 0, 0.34f, 0.14f, 0.30f, SMALL, false, L(LIGHT_BROWN, WOODEN), L(WHITE, METALLIC), L(BLUE, PLASTIC), L(YELLOW, WOODEN)) \
    X(TRICYCLE, tricycle, 0, 0.48f, 0.56f, 0.66f, NONE, false, L(BLUE, METALLIC), L(RED, METALLIC), L(GREEN, METALLIC), L(YELLOW, PLASTIC)) \
    X(WHITEBOARD, whiteboard, 0, 1.20f, 1.70f, 0.52f, TALL, false, L(WHITE, METALLIC), L(SILVER, METALLIC), L(BLACK, METALLIC)) \
    X(WHITEBOARD, whiteboard, 1, 1.60f, 1.00f, 0.09f, NONE, true, L(WHITE, METALLIC), L(SILVER, METALLIC), L(BLACK, METALLIC)) \
    X(WHITEBOARD_STAND, whiteboard_stand, 0, 0.62f, 1.35f, 0.62f, NONE, false, L(LIGHT_BROWN, WOODEN), L(BROWN, WOODEN), L(WHITE, WOODEN)) \
    /* outdoors */ \
    X(TREE, tree, 0, 4.20f, 6.00f, 4.20f, TALL, false, L(GREEN, NONE), L(GREEN, NONE), L(GREEN, NONE), L(YELLOW, NONE)) \
    X(TREE, tree, 1, 2.60f, 6.50f, 2.60f, TALL, false, L(GREEN, NONE), L(GREEN, NONE), L(GREEN, NONE)) \
    X(TREE, tree, 2, 2.60f, 5.00f, 2.60f, TALL, false, L(GREEN, NONE), L(GREEN, NONE), L(GREEN, NONE), L(YELLOW, NONE)) \
    X(BUSH, bush, 0, 1.10f, 0.85f, 1.10f, NONE, false, L(GREEN, NONE), L(GREEN, NONE), L(GREEN, NONE)) \
    X(BUSH, bush, 1, 1.60f, 0.90f, 0.60f, NONE, false, L(GREEN, NONE), L(GREEN, NONE), L(GREEN, NONE)) \
    X(FENCE, fence, 0, 2.00f, 1.00f, 0.10f, NONE, false, L(WHITE, WOODEN), L(BROWN, WOODEN), L(GREY, WOODEN)) \
    X(STREET_LAMP, street_lamp, 0, 0.28f, 5.50f, 1.50f, TALL, false, L(GREY, METALLIC), L(BLACK, METALLIC), L(GREEN, METALLIC)) \
    X(STREET_LAMP, street_lamp, 1, 0.44f, 3.60f, 0.44f, TALL, false, L(BLACK, METALLIC), L(GREEN, METALLIC), L(GREY, METALLIC)) \
    X(TRAFFIC_SIGN, traffic_sign, 0, 0.70f, 2.50f, 0.08f, TALL, false, L(RED, METALLIC)) \
    X(TRAFFIC_SIGN, traffic_sign, 1, 0.62f, 2.40f, 0.08f, TALL, false, L(RED, METALLIC)) \
    X(TRAFFIC_SIGN, traffic_sign, 2, 0.55f, 2.30f, 0.08f, TALL, false, L(BLUE, METALLIC)) \
    X(TRAFFIC_SIGN, traffic_sign, 3, 0.55f, 2.30f, 0.08f, TALL, false, L(BLUE, METALLIC)) \
    X(MAILBOX, mailbox, 0, 0.22f, 1.20f, 0.48f, NONE, false, L(GREY, METALLIC), L(BLACK, METALLIC), L(WHITE, METALLIC), L(BLUE, METALLIC)) \
    X(MAILBOX, mailbox, 1, 0.46f, 1.40f, 0.46f, NONE, false, L(RED, METALLIC), L(BLUE, METALLIC), L(YELLOW, METALLIC)) \
    X(CAR, car, 0, 1.92f, 1.45f, 4.40f, NONE, false, LOOKS_CAR) \
    X(CAR, car, 1, 1.86f, 1.48f, 3.80f, SMALL, false, LOOKS_CAR) \
    X(CAR, car, 2, 2.00f, 1.90f, 4.60f, NONE, false, LOOKS_CAR) \
    X(AMBULANCE, ambulance, 0, 2.30f, 2.70f, 5.90f, TALL, false, L(WHITE, METALLIC), L(YELLOW, METALLIC)) \
    X(STRETCHER, stretcher, 0, 0.62f, 1.05f, 1.98f, NONE, false, L(YELLOW, METALLIC), L(ORANGE, METALLIC), L(SILVER, METALLIC)) \
    X(PERSON, person, 0, 0.58f, 1.72f, 0.32f, NONE, false, LOOKS_PERSON) \
    X(PERSON, person, 1, 0.82f, 0.32f, 1.72f, NONE, false, LOOKS_PERSON) \
    X(PERSON, person, 2, 0.58f, 1.72f, 0.72f, NONE, false, LOOKS_PERSON) \
    X(PERSON, person, 3, 0.56f, 1.31f, 0.68f, NONE, false, LOOKS_PERSON)
// clang-format on

#define X(name, function, ...) void model_##function(sketch* s);
MODEL_LIST(X)
#undef X

#endif
