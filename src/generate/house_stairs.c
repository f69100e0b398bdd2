// Stairs of two flights with a landing, separated by a balustrade, and the railing around the stair
// opening.
//
// Frame of a staircase: x across, from the first flight to the second; z along the flights, from
// the entry of the stairwell; y up from the lower floor.
#include "generate/house_site.h"

enum { RISERS = 16, TREADS = 7 };  // treads per flight; the eighth riser leads onto the landing

#define TREAD   0.26f
#define RISER   (PLAN_STOREY / RISERS)
#define RUN     (TREADS * TREAD)
#define LANDING 1.0f
#define SPINE   0.12f  // thickness of the balustrade
#define GUARD   0.9f   // its height above the steps
#define SOFFIT  0.1f   // from the inner corners of the steps to the underside

typedef struct staircase {
    house_site* site;
    house_rect in;  // the stairwell
    bool along_x, reversed, mirrored;
    float base;           // height of the lower floor
    float width, length;  // of the stairwell
    float start;          // z of the first riser and of the edge of the floor above
    float flight;         // width of a flight
    bool first, last;     // lowest, highest staircase of the building
} staircase;

static wend_vec3 house_stairs_to_plan(const staircase* s, wend_vec3 p) {
    house_rect r = s->in;
    float y = s->base + p.y;
    if (s->along_x)
        return wend_v3(s->reversed ? r.x1 - p.z : r.x0 + p.z, y,
                       s->mirrored ? r.z1 - p.x : r.z0 + p.x);
    return wend_v3(s->mirrored ? r.x1 - p.x : r.x0 + p.x, y, s->reversed ? r.z1 - p.z : r.z0 + p.z);
}

static void emit_quad(const staircase* s, wend_vec3 a, wend_vec3 b, wend_vec3 c, wend_vec3 d,
                      float repeat) {
    // Each of the three flags mirrors the frame; an odd number of mirrorings reverses the winding.
    bool flip = s->along_x ^ s->reversed ^ s->mirrored;
    const wend_vec3 corners[4] = {house_stairs_to_plan(s, a), house_stairs_to_plan(s, flip ? d : b),
                                  house_stairs_to_plan(s, c),
                                  house_stairs_to_plan(s, flip ? b : d)};
    sheet_quad(s->site->b, corners, repeat);
}

static void emit_box(const staircase* s, wend_vec3 low, wend_vec3 high, float repeat) {
    wend_vec3 a = house_stairs_to_plan(s, low), b = house_stairs_to_plan(s, high);
    sheet_box(s->site->b, wend_v3_min(a, b), wend_v3_max(a, b), repeat);
}

// Faces by direction; between x0 and x1.
static void emit_up(const staircase* s, float x0, float x1, float z0, float z1, float y,
                    float repeat) {
    emit_quad(s, wend_v3(x0, y, z0), wend_v3(x0, y, z1), wend_v3(x1, y, z1), wend_v3(x1, y, z0),
              repeat);
}
static void emit_to_front(const staircase* s, float x0, float x1, float y0, float y1, float z,
                          float repeat) {
    emit_quad(s, wend_v3(x0, y0, z), wend_v3(x0, y1, z), wend_v3(x1, y1, z), wend_v3(x1, y0, z),
              repeat);
}
static void emit_to_back(const staircase* s, float x0, float x1, float y0, float y1, float z,
                         float repeat) {
    emit_quad(s, wend_v3(x0, y0, z), wend_v3(x1, y0, z), wend_v3(x1, y1, z), wend_v3(x0, y1, z),
              repeat);
}
static void emit_down(const staircase* s, float x0, float x1, float z0, float y0, float z1,
                      float y1, float repeat) {
    emit_quad(s, wend_v3(x0, y0, z0), wend_v3(x1, y0, z0), wend_v3(x1, y1, z1), wend_v3(x0, y1, z1),
              repeat);
}

static void emit_steps(const staircase* s, float repeat) {
    float x0 = s->width - s->flight, end = s->start + RUN;
    for (int i = 0; i <= TREADS; i++) {
        float low = (float)i * RISER, high = (float)(i + 1) * RISER;
        float z = s->start + (float)i * TREAD, back = end - (float)i * TREAD;
        float middle = (float)(TREADS + 1) * RISER;
        emit_to_front(s, 0, s->flight, low, high, z, repeat);
        emit_to_back(s, x0, s->width, middle + low, middle + high, back, repeat);
        if (i == TREADS) break;
        emit_up(s, 0, s->flight, z, z + TREAD, high, repeat);
        emit_up(s, x0, s->width, back - TREAD, back, middle + high, repeat);
    }
    emit_up(s, 0, s->width, end, s->length, (float)(TREADS + 1) * RISER, repeat);
}

// The underside of the flights and the landing. The lowest staircase stands on a closed block
// instead.
static void emit_underside(const staircase* s, float repeat) {
    float x0 = s->width - s->flight, end = s->start + RUN, middle = (TREADS + 1) * RISER;
    float ceiling = PLAN_CEILING, last = (RISERS - 1) * RISER;
    emit_to_back(s, 0, s->flight, ceiling, PLAN_STOREY, s->start, repeat);
    if (s->first) {
        for (int i = 0; i < 4; i++)
            emit_to_front(s, x0, s->width, last * (float)i / 4, last * (float)(i + 1) / 4, s->start,
                          repeat);
        return;
    }
    float landing = middle - RISER - SOFFIT;
    emit_to_back(s, x0, s->width, ceiling, last, s->start, repeat);
    emit_down(s, 0, s->flight, s->start, -SOFFIT, end, landing, repeat);
    emit_down(s, x0, s->width, s->start, last - SOFFIT, end, middle - SOFFIT, repeat);
    emit_down(s, 0, s->width, end, landing, s->length, landing, repeat);
    emit_to_front(s, x0, s->width, landing, middle - SOFFIT, end, repeat);
}

// The lower and upper edge of the balustrade at z. It starts on top of the one below.
static float spine_low(const staircase* s, float z) {
    float along = (z - s->start) / RUN;
    if (s->first) return 0;
    float soffit = -SOFFIT + along * TREADS * RISER;
    float below = GUARD - along * (TREADS + 1) * RISER;
    return fmaxf(soffit, below);
}
static float spine_high(const staircase* s, float z) {
    float along = (z - s->start) / RUN;
    return PLAN_STOREY + GUARD - along * (TREADS + 1) * RISER;
}

static void build_spine(const staircase* s) {
    house_site* site = s->site;
    const house_finish* finish = &site->palette.railing;
    float repeat = surface_repeat(finish->kind), x0 = s->flight, x1 = s->flight + SPINE;
    // The two lines of spine_low intersect here, so the mesh needs an edge.
    float kink = s->start + RUN * (GUARD + SOFFIT) / ((2 * TREADS + 1) * RISER);
    sheet_lines zs = {.count = 0};
    for (int i = 0; i <= TREADS; i++) sheet_lines_add(&zs, s->start + (float)i * TREAD);
    if (!s->first) sheet_lines_add(&zs, kink);
    uint32_t object = house_structure(site, WEND_CATEGORY_RAILING, site->plan->stairs.room[0]);
    uint32_t mesh = house_mesh_begin(site, "balustrade");
    for (int i = 0; i + 1 < zs.count; i++) {
        float z0 = zs.at[i], z1 = zs.at[i + 1];
        wend_vec3 low0 = {x0, spine_low(s, z0), z0}, low1 = {x0, spine_low(s, z1), z1};
        wend_vec3 high0 = {x0, spine_high(s, z0), z0}, high1 = {x0, spine_high(s, z1), z1};
        wend_vec3 side = {SPINE, 0, 0};
        wend_vec3 far_low0 = wend_v3_add(low0, side), far_low1 = wend_v3_add(low1, side);
        wend_vec3 far_high0 = wend_v3_add(high0, side), far_high1 = wend_v3_add(high1, side);
        emit_quad(s, low0, low1, high1, high0, repeat);
        emit_quad(s, far_low0, far_high0, far_high1, far_low1, repeat);
        emit_quad(s, high0, high1, far_high1, far_high0, repeat);
        if (!s->first) emit_quad(s, low0, far_low0, far_low1, low1, repeat);
    }
    float end = s->start + RUN;
    emit_to_front(s, x0, x1, spine_low(s, s->start), spine_high(s, s->start), s->start, repeat);
    emit_to_back(s, x0, x1, spine_low(s, end), spine_high(s, end), end, repeat);
    house_mesh_end(site, object, mesh, house_finish_material(site->library, finish));
}

// On the highest floor no further flight starts, so a railing closes the gap.
static void build_railing(const staircase* s) {
    house_site* site = s->site;
    const house_finish* finish = &site->palette.railing;
    float repeat = surface_repeat(finish->kind), y = PLAN_STOREY;
    float z0 = s->start - 0.06f, z1 = s->start - 0.02f;
    int room = site->plan->stairs.room[site->plan->def.levels - 1];
    uint32_t object = house_structure(site, WEND_CATEGORY_RAILING, room);
    uint32_t mesh = house_mesh_begin(site, "railing");
    emit_box(s, wend_v3(0, y + GUARD - 0.05f, z0), wend_v3(s->flight, y + GUARD, z1), repeat);
    emit_box(s, wend_v3(0, y + 0.08f, z0 + 0.01f), wend_v3(s->flight, y + 0.11f, z1 - 0.01f),
             repeat);
    const int posts = 8;
    for (int i = 0; i < posts; i++) {
        float x = s->flight * ((float)i + 0.5f) / (float)posts;
        emit_box(s, wend_v3(x - 0.01f, y, z0 + 0.01f),
                 wend_v3(x + 0.01f, y + GUARD - 0.05f, z1 - 0.01f), repeat);
    }
    house_mesh_end(site, object, mesh, house_finish_material(site->library, finish));
}

static staircase staircase_of(house_site* site, const house_plan* plan, int level) {
    house_rect in = house_room_inside(plan, plan->stairs.room[level]);
    staircase s = {.site = site,
                   .in = in,
                   .along_x = plan->stairs.along_x,
                   .reversed = plan->stairs.reversed,
                   .mirrored = plan->stairs.mirrored,
                   .base = plan_floor(level),
                   .first = level == 0,
                   .last = level + 2 == plan->def.levels};
    s.width = s.along_x ? in.z1 - in.z0 : in.x1 - in.x0;
    s.length = s.along_x ? in.x1 - in.x0 : in.z1 - in.z0;
    s.start = s.length - LANDING - RUN;
    s.flight = (s.width - SPINE) / 2;
    return s;
}

static void build_flights(const staircase* s, int level) {
    house_site* site = s->site;
    const plan_stairs* plan = &site->plan->stairs;
    float repeat = surface_repeat(site->palette.stairs.kind);
    uint32_t object = house_structure(site, WEND_CATEGORY_STAIRS, plan->room[level]);
    uint32_t mesh = house_mesh_begin(site, "stairs");
    emit_steps(s, repeat);
    house_mesh_end(site, object, mesh, house_finish_material(site->library, &site->palette.stairs));
    mesh = house_mesh_begin(site, "underside of stairs");
    emit_underside(s, surface_repeat(site->palette.ceiling.kind));
    house_mesh_end(site, object, mesh,
                   house_finish_material(site->library, &site->palette.ceiling));
    wend_vec3 bottom = house_stairs_to_plan(s, wend_v3(s->flight / 2, 0, s->start));
    wend_vec3 top =
        house_stairs_to_plan(s, wend_v3(s->width - s->flight / 2, PLAN_STOREY, s->start));
    scene_builder_stairs(site->b,
                         &(wend_stairs){.object = object,
                                        .low_level = (uint16_t)site->levels[level],
                                        .high_level = (uint16_t)site->levels[level + 1],
                                        .bottom = wend_transform_point(&site->frame, bottom),
                                        .top = wend_transform_point(&site->frame, top),
                                        .width = s->flight});
}

void house_build_stairs(house_site* site) {
    for (int level = 0; level + 1 < site->plan->def.levels; level++) {
        staircase s = staircase_of(site, site->plan, level);
        build_flights(&s, level);
        build_spine(&s);
        if (s.last) build_railing(&s);
    }
}

static bool is_stairwell(const house_plan* plan, int room) {
    return plan->def.levels > 1 && plan->stairs.room[plan->rooms[room].level] == room;
}

static house_rect stairs_hole(const house_plan* plan, int room) {
    staircase s = staircase_of(NULL, plan, plan->rooms[room].level);
    s.base = 0;
    wend_vec3 a = house_stairs_to_plan(&s, wend_v3(0, 0, s.start));
    wend_vec3 b = house_stairs_to_plan(&s, wend_v3(s.width, 0, s.length));
    return (house_rect){fminf(a.x, b.x), fminf(a.z, b.z), fmaxf(a.x, b.x), fmaxf(a.z, b.z)};
}

// The lowest floor has a hole as well: the inside of the closed block must not become navigable.
house_rect house_floor_hole(const house_plan* plan, int room) {
    if (!is_stairwell(plan, room)) return (house_rect){0};
    return stairs_hole(plan, room);
}

house_rect house_ceiling_hole(const house_plan* plan, int room) {
    bool top = plan->rooms[room].level + 1 == plan->def.levels;
    if (!is_stairwell(plan, room) || top) return (house_rect){0};
    return stairs_hole(plan, room);
}
