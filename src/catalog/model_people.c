// Models: people. One skeleton in several poses, 20 combinations of clothes, hair and skin.
//
// The shape is the pose: 0 standing, 1 lying on the back with the head at +z, 2 walking, 3 sitting
// on a seat of height 0.45 m. The look is the appearance; its colour is that of the shirt.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

typedef struct person_look {
    uint32_t skin, hair, trousers, shoes;
    uint8_t style;  // of the hair: 0 short, 1 long, 2 bun, 3 bald
    bool skirt;
} person_look;

static const person_look people[20] = {
    {0xD9A98A, 0x3B2A20, 0x3E4C60, 0x2A2624, 0, false},
    {0x8C5E42, 0x1E1917, 0x4A4744, 0x5A4636, 0, false},
    {0xE6BFA2, 0x9A6E3E, 0x2F3B52, 0xB8B2A6, 1, false},
    {0xC68C66, 0x241C18, 0x6A6250, 0x2E2A28, 1, true},
    {0x6B4630, 0x17120F, 0x35404A, 0x8A8478, 2, false},
    {0xEAC8AE, 0xB98A4A, 0x7A6E5C, 0x3A3230, 0, false},
    {0xD3A07C, 0x4E4A48, 0x2C2E33, 0x1F1D1C, 3, false},
    {0xB07A55, 0x2A1F19, 0x46566A, 0xC9C2B4, 2, true},
    {0xE2B696, 0x7B3F24, 0x51604A, 0x4A3A2E, 1, false},
    {0x7D5238, 0x14110F, 0x2E3542, 0xD8D4CA, 0, false},
    {0xDDB090, 0xA8A29A, 0x5C5650, 0x2A2624, 0, false},
    {0xC99470, 0x1C1715, 0x39424E, 0x6A2F2A, 1, false},
    {0x9A6A4A, 0x1A1512, 0x6C5A48, 0x2E2A28, 3, false},
    {0xE8C4AA, 0x5A3C28, 0x8A8F94, 0xE0DCD2, 2, false},
    {0xD6A684, 0x2E2420, 0x3A3A3C, 0x4E4A46, 0, false},
    {0xB98460, 0x3A2A20, 0x6E4A44, 0x2A2624, 1, true},
    {0x5E3D2A, 0x100D0C, 0x47506A, 0x3A3634, 0, false},
    {0xE4BB9E, 0xC9C4BC, 0x4A5258, 0x5C4A3C, 2, false},
    {0xCF9C78, 0x6A4A30, 0x34483C, 0x8A7A62, 0, false},
    {0xA87450, 0x221A16, 0x2A2C30, 0x1F1D1C, 1, false},
};

// Joints of the right side (x > 0) and of the left, in metres, for a height of 1.72 m with feet at
// y = 0.
typedef struct pose {
    float hip;  // height of the hips, metres
    wend_vec3 knee[2], foot[2], elbow[2], hand[2];
} pose;

static const pose poses[4] = {
    {0.92f,
     {{0.10f, 0.50f, -0.01f}, {-0.10f, 0.50f, -0.01f}},
     {{0.11f, 0.08f, 0.03f}, {-0.11f, 0.08f, 0.03f}},
     {{0.25f, 1.15f, 0.02f}, {-0.25f, 1.15f, 0.02f}},
     {{0.26f, 0.90f, -0.04f}, {-0.26f, 0.90f, -0.04f}}},
    {0.92f,
     {{0.12f, 0.50f, -0.06f}, {-0.10f, 0.50f, -0.01f}},
     {{0.17f, 0.08f, 0.02f}, {-0.13f, 0.08f, 0.02f}},
     {{0.31f, 1.18f, 0.04f}, {-0.27f, 1.16f, 0.05f}},
     {{0.38f, 0.95f, 0.05f}, {-0.16f, 1.06f, -0.10f}}},
    {0.90f,
     {{0.10f, 0.50f, -0.14f}, {-0.10f, 0.49f, 0.02f}},
     {{0.10f, 0.09f, -0.18f}, {-0.10f, 0.13f, 0.30f}},
     {{0.24f, 1.15f, 0.11f}, {-0.24f, 1.15f, -0.08f}},
     {{0.23f, 0.94f, 0.02f}, {-0.22f, 0.98f, -0.24f}}},
    {0.50f,
     {{0.10f, 0.50f, -0.43f}, {-0.10f, 0.50f, -0.43f}},
     {{0.11f, 0.08f, -0.41f}, {-0.11f, 0.08f, -0.41f}},
     {{0.24f, 0.73f, -0.02f}, {-0.24f, 0.73f, -0.02f}},
     {{0.12f, 0.60f, -0.24f}, {-0.12f, 0.60f, -0.24f}}},
};

static void torso(const shape_pen* shirt, const shape_pen* trousers, float hip) {
    wend_vec2 oval[64];
    int count = parts_oval(shirt, v2(1, 1), 2.5f, oval, 64);
    wend_vec2 hips[64], waist[64], chest[64], shoulders[64], neck[64];
    for (int i = 0; i < count; i++) {
        hips[i] = v2(oval[i].x * 0.35f, oval[i].y * 0.23f);
        waist[i] = v2(oval[i].x * 0.31f, oval[i].y * 0.20f);
        chest[i] = v2(oval[i].x * 0.38f, oval[i].y * 0.24f);
        shoulders[i] = v2(oval[i].x * 0.36f, oval[i].y * 0.18f);
        neck[i] = v2(oval[i].x * 0.15f, oval[i].y * 0.13f);
    }
    shape_loft_ring top[] = {{hips, 0.97f, hip + 0.02f},
                             {waist, 1, hip + 0.18f},
                             {chest, 1, hip + 0.38f},
                             {shoulders, 1, hip + 0.50f},
                             {neck, 1, hip + 0.56f}};
    shape_loft(shirt, top, 5, count);
    shape_loft_ring low[] = {
        {hips, 0.62f, hip - 0.10f}, {hips, 1.01f, hip - 0.01f}, {waist, 0.98f, hip + 0.10f}};
    shape_loft(trousers, low, 3, count);
}

static void head(sketch* s, const shape_pen* frame, const person_look* person, float y) {
    shape_pen skin = *frame, hair = *frame, eye = *frame;
    skin.mesh = sketch_paint(s, SURFACE_PLAIN, person->skin).mesh;
    hair.mesh = sketch_paint(s, SURFACE_PLAIN, person->hair).mesh;
    eye.mesh = sketch_paint(s, SURFACE_PLAIN, 0x2A2220).mesh;
    shape_rod(&skin, v3(0, y - 0.20f, 0.01f), v3(0, y - 0.06f, 0), 0.052f);
    shape_soft(&skin, v3(0, y - 0.125f, -0.005f), v3(0.155f, 0.245f, 0.19f), 2.3f);
    shape_ball(&skin, v3(0, y - 0.02f, -0.10f), v3(0.014f, 0.022f, 0.016f));
    for (int i = -1; i <= 1; i += 2) {
        shape_ball(&skin, v3((float)i * 0.078f, y - 0.015f, 0.01f), v3(0.013f, 0.03f, 0.02f));
        if (s->detail >= 0.2f)
            shape_ball(&eye, v3((float)i * 0.034f, y + 0.012f, -0.084f), v3(0.012f, 0.009f, 0.01f));
    }
    if (person->style == 3) return;
    shape_soft(&hair, v3(0, y + 0.015f, 0.018f), v3(0.172f, 0.118f, 0.195f), 2.4f);
    shape_soft(&hair, v3(0, y - 0.07f, 0.045f), v3(0.168f, 0.17f, 0.135f), 2.6f);
    if (person->style == 1) shape_soft(&hair, v3(0, y - 0.24f, 0.06f), v3(0.20f, 0.27f, 0.10f), 3);
    if (person->style == 2) shape_ball(&hair, v3(0, y + 0.06f, 0.12f), v3(0.05f, 0.05f, 0.05f));
}

static void arms(sketch* s, const shape_pen* shirt, const pose* stance, uint32_t skin_rgb) {
    shape_pen skin = *shirt;
    skin.mesh = sketch_paint(s, SURFACE_PLAIN, skin_rgb).mesh;
    for (int i = 0; i < 2; i++) {
        wend_vec3 shoulder = v3(i ? -0.19f : 0.19f, stance->hip + 0.48f, 0);
        wend_vec3 wrist = wend_v3_lerp(stance->elbow[i], stance->hand[i], 0.86f);
        shape_limb(shirt, shoulder, stance->elbow[i], 0.055f, 0.045f);
        shape_limb(shirt, stance->elbow[i], wend_v3_lerp(stance->elbow[i], stance->hand[i], 0.7f),
                   0.044f, 0.036f);
        shape_limb(&skin, wrist, wend_v3_lerp(stance->elbow[i], stance->hand[i], 1.15f), 0.034f,
                   0.024f);
    }
}

static void legs(sketch* s, const shape_pen* trousers, const pose* stance,
                 const person_look* person) {
    shape_pen shoe = *trousers, skin = *trousers;
    shoe.mesh = sketch_paint(s, SURFACE_PLAIN, person->shoes).mesh;
    if (person->skirt) skin.mesh = sketch_paint(s, SURFACE_PLAIN, person->skin).mesh;
    for (int i = 0; i < 2; i++) {
        wend_vec3 hip = v3(i ? -0.09f : 0.09f, stance->hip, 0), foot = stance->foot[i];
        shape_limb(trousers, hip, stance->knee[i], 0.088f, 0.062f);
        shape_limb(&skin, stance->knee[i], foot, person->skirt ? 0.056f : 0.060f, 0.045f);
        shape_soft(&shoe, v3(foot.x, foot.y - 0.08f, foot.z - 0.06f), v3(0.095f, 0.10f, 0.27f),
                   3.2f);
    }
    bool straight = stance->hip > 0.8f;
    if (person->skirt && straight)
        shape_cone(trousers, v3(0, stance->hip - 0.38f, 0), 0.235f, 0.165f, 0.44f);
}

void model_person(sketch* s) {
    const person_look* person = &people[s->look % 20];
    const pose* stance = &poses[s->shape];
    shape_pen shirt = sketch_main(s), trousers = sketch_paint(s, SURFACE_FABRIC, person->trousers);
    if (s->shape == 1) {  // lying on the back
        shirt = shape_pen_tilted(&shirt, v3(0, 0, 0), (float)WEND_PI / 2);
        trousers = shape_pen_tilted(&trousers, v3(0, 0, 0), (float)WEND_PI / 2);
    }
    torso(&shirt, &trousers, stance->hip);
    legs(s, &trousers, stance, person);
    arms(s, &shirt, stance, person->skin);
    head(s, &shirt, person, stance->hip + 0.68f);
}

// ---- descriptions -------------------------------------------------------------------------------

// Hair colour as a word: black, brown, fair, red or grey.
static const char* hair_words(const person_look* person) {
    static const char* const words[4][4] = {
        {"has short black hair", "has short brown hair", "has short fair hair",
         "has short grey hair"},
        {"has long black hair", "has long brown hair", "has long fair hair", "has long grey hair"},
        {"has black hair in a bun", "has brown hair in a bun", "has fair hair in a bun",
         "has grey hair in a bun"},
        {"is bald", "is bald", "is bald", "is bald"}};
    int red = (int)(person->hair >> 16 & 255), green = (int)(person->hair >> 8 & 255),
        blue = (int)(person->hair & 255);
    int kind = red - blue < 24 && red > 64 ? 3 : red < 0x38 ? 0 : green > 0x60 ? 2 : 1;
    return words[person->style][kind];
}

model_person_words model_person_words_of(int look) {
#define L(color, material) WEND_COLOR_##color
    static const wend_color tops[] = {LOOKS_PERSON};
#undef L
    const person_look* person = &people[look];
    return (model_person_words){
        .top = tops[look],
        .trousers = wend_color_guess((uint8_t)(person->trousers >> 16),
                                     (uint8_t)(person->trousers >> 8), (uint8_t)person->trousers),
        .skirt = person->skirt,
        .hair = hair_words(person)};
}
