// Groups of furniture that are placed as a unit: bed, television, tables, desks, kitchen, bath.
#include "generate/house_groups.h"

// Metres from the wall of a spot to the opposite one.
static float length_before(const furnisher* f, const spot* s) {
    return s->quarters % 2 ? f->in.x1 - f->in.x0 : f->in.z1 - f->in.z0;
}

// Tests whether a group fits and one of three access points near it is reachable; that one is kept.
static bool group_fits(furnisher* f, wend_aabb box, const wend_vec2 stops[3]) {
    if (!space_is_free(f->space, box, false)) return false;
    for (int i = 0; i < 3; i++)
        if (space_keeps_passages(f->space, &box, 1, &stops[i])) {
            space_add_stop(f->space, stops[i]);
            return true;
        }
    return false;
}

// ---- bedroom ------------------------------------------------------------------------------------

static bool try_bed(furnisher* f, const model* bed, const model* night, int nights) {
    float beside = night->extent.x + 0.02f, width = bed->extent.x + (float)nights * beside;
    spot spots[FURNISH_MAX_SPOTS];
    int count = furnish_wall_spots(f, width, nights ? SPOT_MIDDLE : SPOT_CORNER, spots);
    for (int i = 0; i < count; i++) {
        float deep = bed->extent.z, aside = width / 2 + SPACE_BODY + 0.06f;
        const float u[2] = {-width / 2, width / 2}, d[2] = {0, deep}, y[2] = {0, bed->extent.y};
        const wend_vec2 stops[3] = {spot_point(&spots[i], 0, deep + SPACE_BODY + 0.06f),
                                    spot_point(&spots[i], aside, deep * 0.6f),
                                    spot_point(&spots[i], -aside, deep * 0.6f)};
        if (!group_fits(f, spot_box(f, &spots[i], u, d, y), stops)) continue;
        float at = nights == 1 ? -beside / 2 : 0;
        piece* b = furnish_put(f, bed, spot_moved(&spots[i], at, deep / 2, 0), 0);
        float side = bed->extent.x / 2 + beside / 2 + 0.01f;
        for (int k = 0; k < nights; k++)
            furnish_put(f, night,
                        spot_moved(&spots[i], at + (k ? -side : side), night->extent.z / 2, 0), 0);
        if (wend_rng_chance(f->rng, 0.6f))
            furnish_above(f, b, furnish_model(f, WEND_CATEGORY_PAINTING, -1, TASTE_NONE), 1.4f);
        return true;
    }
    return false;
}

bool group_bed(furnisher* f, int shape) {
    const model* bed = furnish_model(f, WEND_CATEGORY_BED, shape, TASTE_WOOD);
    const model* night = furnish_model(f, WEND_CATEGORY_NIGHTSTAND, -1, TASTE_WOOD);
    if (!bed || !night) return false;
    for (int nights = shape == 0 ? 2 : 1; nights >= 0; nights--)
        if (try_bed(f, bed, night, nights)) return true;
    return false;
}

// ---- living room --------------------------------------------------------------------------------

typedef struct tv_corner {
    const model *stand, *sofa, *table;
    spot wall;         // at the back of the TV stand
    float sofa_at;     // d of the sofa's centre
    float sofa_front;  // d of its front edge
} tv_corner;

static bool tv_corner_fits(furnisher* f, const tv_corner* c) {
    spot stand = spot_moved(&c->wall, 0, c->stand->extent.z / 2, 0);
    spot sofa = spot_moved(&c->wall, 0, c->sofa_at, 2);
    const wend_aabb boxes[2] = {furnish_box(f, c->stand, &stand, 0),
                                furnish_box(f, c->sofa, &sofa, 0)};
    wend_aabb screen = furnish_box(f, c->stand, &stand, 0);
    screen.high.y = f->floor + 1.3f;
    wend_vec2 stop = spot_point(&c->wall, 0, c->stand->extent.z + SPACE_BODY + 0.06f);
    if (!space_is_free(f->space, screen, false) || !space_is_free(f->space, boxes[1], false) ||
        !space_keeps_passages(f->space, boxes, 2, &stop))
        return false;
    // The space between the television and the sofa stays empty.
    const float u[2] = {-0.5f, 0.5f}, y[2] = {0.05f, 1.2f};
    const float d[2] = {c->stand->extent.z, c->sofa_front};
    if (!space_is_empty(f->space, spot_box(f, &c->wall, u, d, y))) return false;
    space_add_stop(f->space, stop);
    return true;
}

static void furnish_between(furnisher* f, const tv_corner* c, const piece* sofa) {
    float middle = c->sofa_front - 0.42f - c->table->extent.z / 2;
    float before = middle - c->table->extent.z / 2 - c->stand->extent.z;
    if (before < 0.72f) return;
    static const float shifts[5] = {0, 0.3f, -0.3f, 0.6f, -0.6f};
    spot at = c->wall;
    int tries = 0;
    for (bool fits = false; !fits; tries++) {
        if (tries == 5) return;
        at = spot_moved(&c->wall, shifts[tries], middle, 2);
        fits = furnish_fits(f, furnish_box(f, c->table, &at, 0), NULL);
    }
    piece* rug = NULL;
    wend_vec3 size = {2.2f, 0, 2 * (c->sofa_front - middle) - 0.06f};
    const model* m = furnish_model_sized(f, WEND_CATEGORY_RUG, 0, TASTE_NONE, size);
    if (m && wend_rng_chance(f->rng, 0.75f) &&
        space_is_free(f->space, furnish_box(f, m, &at, 0), false))
        rug = furnish_put(f, m, at, 0);
    furnish_put_on_rug(f, c->table, at, rug);
    const model* chair = furnish_model(f, WEND_CATEGORY_ARMCHAIR, -1, TASTE_FABRIC);
    for (int side = -1; chair && side <= 1; side += 2) {
        float u = (float)side * (size.x / 2 + 0.1f + chair->extent.z / 2);
        spot s = spot_moved(&at, u, 0, side > 0 ? 1 : 3);
        if (wend_rng_chance(f->rng, 0.6f)) furnish_try(f, chair, &s, 0, 0);
    }
    const model* side_table = furnish_model(f, WEND_CATEGORY_SIDE_TABLE, -1, TASTE_WOOD);
    int direction = wend_rng_chance(f->rng, 0.5f) ? 1 : -1;
    if (wend_rng_chance(f->rng, 0.6f)) furnish_beside(f, sofa, side_table, direction);
    const model* lamp = furnish_model(f, WEND_CATEGORY_FLOOR_LAMP, 2, TASTE_NONE);
    if (wend_rng_chance(f->rng, 0.6f)) furnish_beside(f, sofa, lamp, -direction);
}

bool group_television(furnisher* f) {
    float across = fminf(f->in.x1 - f->in.x0, f->in.z1 - f->in.z0);
    // Separate statements: the evaluation order inside an initialiser list is unspecified, and each
    // call advances the random generator.
    tv_corner c = {0};
    c.stand = furnish_model(f, WEND_CATEGORY_TV_STAND, -1, TASTE_WOOD);
    c.sofa = furnish_model(f, WEND_CATEGORY_SOFA, across < 3.3f ? 2 : -1, TASTE_FABRIC);
    c.table = furnish_model(f, WEND_CATEGORY_COFFEE_TABLE, -1, TASTE_WOOD);
    const model* tv = furnish_model(f, WEND_CATEGORY_TELEVISION, 0, TASTE_NONE);
    if (!c.stand || !c.sofa || !c.table || !tv) return false;
    spot spots[FURNISH_MAX_SPOTS];
    int count = furnish_wall_spots(f, c.stand->extent.x, SPOT_MIDDLE, spots);
    for (int i = 0; i < count; i++) {
        c.wall = spots[i];
        float length = length_before(f, &c.wall), half = c.sofa->extent.z / 2;
        const float gaps[5] = {length - 2 * half - c.stand->extent.z - 0.02f, 2.5f, 2.1f, 3.0f,
                               1.7f};
        for (int k = 0; k < 5; k++) {
            if (gaps[k] < 1.5f || gaps[k] > 4.2f) continue;
            c.sofa_front = c.stand->extent.z + gaps[k];
            c.sofa_at = c.sofa_front + half;
            if (!tv_corner_fits(f, &c)) continue;
            piece* stand =
                furnish_put(f, c.stand, spot_moved(&c.wall, 0, c.stand->extent.z / 2, 0), 0);
            furnish_on_middle(f, stand, tv);
            piece* sofa = furnish_put(f, c.sofa, spot_moved(&c.wall, 0, c.sofa_at, 2), 0);
            furnish_between(f, &c, sofa);
            return true;
        }
    }
    return false;
}

// ---- tables with chairs -------------------------------------------------------------------------

static void put_chairs(furnisher* f, const spot* s, const model* table, const model* chair,
                       bool ends) {
    int each = (int)(table->extent.x / (chair->extent.x + 0.12f));
    if (each < 1) each = 1;
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i < each; i++) {
            float u = table->extent.x * (((float)i + 0.5f) / (float)each - 0.5f);
            float out =
                (table->extent.z + chair->extent.z) / 2 + 0.03f + 0.05f * wend_rng_float(f->rng);
            if (wend_rng_chance(f->rng, 0.93f))
                furnish_put(f, chair, spot_moved(s, u, (float)side * out, side > 0 ? 2 : 0), 0);
        }
        float out = (table->extent.x + chair->extent.z) / 2 + 0.03f;
        if (ends && wend_rng_chance(f->rng, 0.8f))
            furnish_put(f, chair, spot_moved(s, (float)side * out, 0, side > 0 ? 1 : 3), 0);
    }
}

bool group_table(furnisher* f, const model* table, const model* chair) {
    if (!table || !chair) return false;
    spot spots[FURNISH_MAX_SPOTS];
    int count = furnish_island_spots(f, spots);
    for (int ends = table->extent.z > 0.85f; ends >= 0; ends--) {
        float out = chair->extent.z + 0.09f;
        float half_u = table->extent.x / 2 + (ends ? out : 0), half_d = table->extent.z / 2 + out;
        const float u[2] = {-half_u, half_u}, d[2] = {-half_d, half_d}, y[2] = {0, 1.1f};
        for (int i = 0; i < count; i++) {
            if (!furnish_fits(f, spot_box(f, &spots[i], u, d, y), NULL)) continue;
            furnish_put(f, table, spots[i], 0);
            put_chairs(f, &spots[i], table, chair, ends);
            return true;
        }
    }
    return false;
}

bool group_dining(furnisher* f) {
    static const int shapes[3] = {2, 0, 1};
    const model* chair = furnish_model(f, WEND_CATEGORY_CHAIR, -1, TASTE_WOOD);
    int first = wend_rng_range(f->rng, 0, 1);
    for (int i = first; i < 3; i++)
        if (group_table(f, furnish_model(f, WEND_CATEGORY_DINING_TABLE, shapes[i], TASTE_WOOD),
                        chair))
            return true;
    return group_table(f, furnish_model(f, WEND_CATEGORY_TABLE, 1, TASTE_WOOD), chair);
}

// ---- desks --------------------------------------------------------------------------------------

bool group_desk(furnisher* f, const model* desk, const model* chair) {
    if (!desk || !chair) return false;
    spot spots[FURNISH_MAX_SPOTS];
    int count = furnish_wall_spots(f, desk->extent.x, SPOT_ANYWHERE, spots);
    float deep = desk->extent.z + chair->extent.z + 0.1f, half = desk->extent.x / 2;
    for (int i = 0; i < count; i++) {
        const float u[2] = {-half, half}, d[2] = {0, deep}, y[2] = {0, 0.85f};
        float aside = half + SPACE_BODY + 0.06f;
        const wend_vec2 stops[3] = {spot_point(&spots[i], 0, deep + SPACE_BODY + 0.06f),
                                    spot_point(&spots[i], aside, deep - 0.3f),
                                    spot_point(&spots[i], -aside, deep - 0.3f)};
        if (!group_fits(f, spot_box(f, &spots[i], u, d, y), stops)) continue;
        furnish_put(f, desk, spot_moved(&spots[i], 0, desk->extent.z / 2, 0), 0);
        float at = desk->extent.z + 0.04f + chair->extent.z / 2;
        furnish_put(f, chair, spot_moved(&spots[i], 0, at, 2), 0);
        return true;
    }
    return false;
}

// Two rows of desks back to back, `columns` per row, with chairs.
static bool try_desk_block(furnisher* f, const spot* s, const model* desk, const model* chair,
                           int columns) {
    float half_u = desk->extent.x * (float)columns / 2;
    float half_d = desk->extent.z + chair->extent.z + 0.1f;
    const float u[2] = {-half_u - 0.02f, half_u + 0.02f}, d[2] = {-half_d, half_d};
    const float y[2] = {0, 1.3f};
    if (!furnish_fits(f, spot_box(f, s, u, d, y), NULL)) return false;
    for (int i = 0; i < 2 * columns; i++) {
        float along = -half_u + desk->extent.x * ((float)(i / 2) + 0.5f);
        float side = i % 2 ? 1.0f : -1.0f;
        spot at = spot_moved(s, along, side * (desk->extent.z / 2 + 0.005f), i % 2 ? 0 : 2);
        furnish_put(f, desk, at, 0);
        spot seat = spot_moved(&at, wend_rng_between(f->rng, -0.2f, 0.2f),
                               desk->extent.z / 2 + 0.04f + chair->extent.z / 2, 2);
        furnish_put(f, chair, seat, 0);
    }
    return true;
}

// Arrangement of desk blocks in a room: number of rows, and desks per row.
typedef struct desk_grid {
    bool turned;  // rows run along z
    int rows, columns, blocks;
} desk_grid;

static desk_grid best_grid(const furnisher* f, const model* desk, const model* chair) {
    desk_grid best = {0};
    const float aisle = 0.8f;
    float block = 2 * (desk->extent.z + chair->extent.z + 0.1f);
    for (int turned = 0; turned < 2; turned++) {
        float wide = f->in.x1 - f->in.x0, deep = f->in.z1 - f->in.z0;
        float along = turned ? deep : wide, across = turned ? wide : deep;
        int rows = (int)((across - aisle) / (block + aisle));
        if (rows < 1) rows = 1;
        for (int columns = 1; columns <= 4; columns++) {
            int blocks = (int)((along - aisle) / (desk->extent.x * (float)columns + aisle));
            if (rows * columns * blocks > best.rows * best.columns * best.blocks)
                best = (desk_grid){turned, rows, columns, blocks};
        }
    }
    return best;
}

bool group_desk_blocks(furnisher* f) {
    const model* desk = furnish_model(f, WEND_CATEGORY_DESK, 1, TASTE_WOOD);
    const model* chair = furnish_model(f, WEND_CATEGORY_OFFICE_CHAIR, -1, TASTE_NONE);
    if (!desk || !chair) return false;
    float wide = f->in.x1 - f->in.x0, deep = f->in.z1 - f->in.z0;
    desk_grid g = best_grid(f, desk, chair);
    int placed = 0;
    for (int i = 0; i < g.rows * g.blocks; i++) {
        float a = ((float)(i % g.blocks) + 0.5f) / (float)g.blocks;
        float b = ((float)(i / g.blocks) + 0.5f) / (float)g.rows;
        spot s = {f->in.x0 + wide * (g.turned ? b : a), f->in.z0 + deep * (g.turned ? a : b),
                  g.turned, 0};
        for (int columns = g.columns; columns >= 1; columns--)  // fewer where a door is
            if (try_desk_block(f, &s, desk, chair, columns)) {
                placed++;
                break;
            }
    }
    for (int i = 0; i < (int)(wide * deep / 18); i++)
        if (group_desk(f, desk, chair)) placed++;
    return placed > 0;
}

// ---- kitchen ------------------------------------------------------------------------------------

typedef struct run {
    spot start;    // at the wall, at the lowest u
    float length;  // metres along u
} run;

// The longest free section of a wall for a row of kitchen units.
static run longest_run(furnisher* f, float deep, float high) {
    const float step = 0.05f;
    run best = {{0}, 0};
    for (int q = 0; q < 4; q++) {
        house_rect in = f->in;
        spot corner = {q == 0 || q == 3 ? in.x0 : in.x1, q == 0 || q == 1 ? in.z1 : in.z0, q, 0};
        float length = q % 2 ? in.z1 - in.z0 : in.x1 - in.x0, from = 0;
        float bonus = wend_rng_between(f->rng, 1, 1.2f);
        for (float at = 0; at <= length; at += step) {
            const float u[2] = {at + 0.001f, fminf(at + step, length)};
            const float d[2] = {0.006f, deep}, y[2] = {0, high};
            bool open = at + step <= length &&
                        space_is_free(f->space, spot_box(f, &corner, u, d, y), false);
            if (open) continue;
            if ((at - from) * bonus > best.length * (best.start.score ? best.start.score : 1)) {
                best = (run){spot_moved(&corner, from, 0.006f, 0), at - from};
                best.start.score = bonus;
            }
            from = at + step;
        }
    }
    return best;
}

static float put_unit(furnisher* f, const run* r, float at, const model* m, piece** out) {
    if (!m) return at;
    spot s = spot_moved(&r->start, at + m->extent.x / 2, m->extent.z / 2, 0);
    piece* p = furnish_put(f, m, s, 0);
    if (out) *out = p;
    return at + m->extent.x;
}

static void hang_cabinets(furnisher* f, const piece* counter) {
    if (!counter) return;
    wend_vec3 size = {counter->model->extent.x, 0, 0};
    furnish_above(f, counter, furnish_model_sized(f, WEND_CATEGORY_CABINET, 0, TASTE_WOOD, size),
                  1.45f);
}

// Sink, stove and counters in a row; the counters fill the remaining length.
bool group_kitchen(furnisher* f) {
    const model* fridge = furnish_model(f, WEND_CATEGORY_FRIDGE, -1, TASTE_NONE);
    furnish_at_wall(f, fridge, SPOT_CORNER, 0.75f, 0);
    const model* sink = furnish_model(f, WEND_CATEGORY_SINK, 0, TASTE_WOOD);
    const model* stove = furnish_model(f, WEND_CATEGORY_STOVE, -1, TASTE_NONE);
    if (!sink || !stove) return false;
    float fixed = sink->extent.x + stove->extent.x, deep = stove->extent.z;
    for (float max = 3.6f; max >= fixed; max -= 0.5f) {
        run r = longest_run(f, deep, sink->extent.y);
        if (r.length < fixed) break;
        float length = fminf(r.length, max), rest = length - fixed;
        const float u[2] = {0, length}, d[2] = {0, deep}, y[2] = {0, 0.9f};
        const float clear[2] = {deep, deep + 0.72f};
        wend_vec2 stop = spot_point(&r.start, length / 2, deep + SPACE_BODY + 0.06f);
        wend_aabb before = spot_box(f, &r.start, u, clear, y);
        if (!space_is_empty(f->space, before) ||
            !furnish_fits(f, spot_box(f, &r.start, u, d, y), &stop))
            continue;
        float first = rest < 0.8f ? rest : rest * wend_rng_between(f->rng, 0.4f, 0.6f), at = 0;
        piece *counters[2] = {0}, *cooker = NULL;
        for (int i = 0; i < 2; i++) {
            at = put_unit(f, &r, at, i ? stove : sink, i ? &cooker : NULL);
            float width = i ? length - at : first;
            if (width < 0.3f) continue;
            const model* counter = furnish_model_sized(f, WEND_CATEGORY_COUNTER, 0, TASTE_WOOD,
                                                       wend_v3(width, 0, deep - 0.02f));
            at = put_unit(f, &r, at, counter, &counters[i]);
        }
        space_keep_clear(f->space, before);
        space_add_stop(f->space, stop);
        for (int i = 0; i < 2; i++) hang_cabinets(f, counters[i]);
        furnish_above(f, cooker, furnish_model(f, WEND_CATEGORY_RANGE_HOOD, 0, TASTE_NONE), 1.65f);
        return true;
    }
    furnish_at_wall(f, sink, SPOT_ANYWHERE, 0.6f, 0);
    return furnish_at_wall(f, stove, SPOT_ANYWHERE, 0.6f, 0) != NULL;
}

// ---- bath ---------------------------------------------------------------------------------------

bool group_sink(furnisher* f) {
    bool narrow = f->type == WEND_ROOM_TOILET;
    int shape = narrow || wend_rng_chance(f->rng, 0.4f) ? 1 : 2;
    piece* sink = furnish_at_wall(f, furnish_model(f, WEND_CATEGORY_SINK, shape, TASTE_NONE),
                                  SPOT_ANYWHERE, 0.55f, 0);
    if (!sink) return false;
    furnish_above(f, sink, furnish_model(f, WEND_CATEGORY_MIRROR, 0, TASTE_NONE), 1.12f);
    return true;
}
