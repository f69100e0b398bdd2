// Floors, walls, ceilings, outer walls and roofs. A wall consists of two sheets, one per adjacent
// room, each visible from its own room only, so surfaces never coincide. All sheets of a room share
// their grid lines, so they meet without T-junctions.
#include <stdio.h>

#include "generate/house_site.h"

house_rect house_room_inside(const house_plan* plan, int room) {
    plan_rect r = plan->rooms[room].rect;
    return (house_rect){plan_metres(r.x0) + PLAN_WALL_INNER, plan_metres(r.z0) + PLAN_WALL_INNER,
                        plan_metres(r.x1) - PLAN_WALL_INNER, plan_metres(r.z1) - PLAN_WALL_INNER};
}

// ---- rooms --------------------------------------------------------------------------------------

typedef struct room_shell {
    house_site* site;
    int room, level;
    house_rect inside, floor_hole, ceiling_hole;
    float floor, ceiling;
    sheet_lines xs, ys, zs;
} room_shell;

static bool house_shell_is_hole(house_rect r) { return r.x1 > r.x0; }

static void add_rect_lines(room_shell* s, house_rect r) {
    sheet_lines_add(&s->xs, r.x0);
    sheet_lines_add(&s->xs, r.x1);
    sheet_lines_add(&s->zs, r.z0);
    sheet_lines_add(&s->zs, r.z1);
}

static bool opens_room(const plan_opening* o, int room) {
    return o->rooms[0] == room || o->rooms[1] == room;
}

static void room_shell_lines(room_shell* s) {
    const house_plan* plan = s->site->plan;
    add_rect_lines(s, s->inside);
    if (house_shell_is_hole(s->floor_hole)) add_rect_lines(s, s->floor_hole);
    if (house_shell_is_hole(s->ceiling_hole)) add_rect_lines(s, s->ceiling_hole);
    sheet_lines_add(&s->ys, s->floor);
    sheet_lines_add(&s->ys, s->ceiling);
    for (int i = 0; i < plan->opening_count; i++) {
        const plan_opening* o = &plan->openings[i];
        if (!opens_room(o, s->room)) continue;
        sheet_lines_add(o->along_x ? &s->xs : &s->zs, plan_metres(o->from));
        sheet_lines_add(o->along_x ? &s->xs : &s->zs, plan_metres(o->to));
        sheet_lines_add(&s->ys, s->floor + plan_metres(o->low));
        sheet_lines_add(&s->ys, s->floor + plan_metres(o->high));
    }
    sheet_lines_divide(&s->xs, s->site->step);
    sheet_lines_divide(&s->ys, s->site->step);
    sheet_lines_divide(&s->zs, s->site->step);
}

static void build_floor(room_shell* s, bool is_ceiling) {
    house_site* site = s->site;
    wend_category category = is_ceiling ? WEND_CATEGORY_CEILING : WEND_CATEGORY_FLOOR;
    const house_finish* finish = is_ceiling
                                     ? &site->palette.ceiling
                                     : &site->palette.floors[site->plan->rooms[s->room].type];
    house_rect r = is_ceiling ? s->ceiling_hole : s->floor_hole;
    sheet_hole hole = {r.x0, r.z0, r.x1, r.z1};
    uint32_t object = house_structure(site, category, s->room);
    uint32_t mesh = house_mesh_begin(site, is_ceiling ? "ceiling" : "floor");
    sheet_emit(site->b, &(sheet){.u = SHEET_X,
                                 .v = SHEET_Z,
                                 .w = is_ceiling ? s->ceiling : s->floor,
                                 .backwards = is_ceiling,
                                 .us = &s->xs,
                                 .vs = &s->zs,
                                 .holes = &hole,
                                 .hole_count = house_shell_is_hole(r),
                                 .repeat = surface_repeat(finish->kind)});
    house_mesh_end(site, object, mesh, house_finish_material(site->library, finish));
    *(is_ceiling ? &site->ceilings[s->room] : &site->floors[s->room]) = object;
}

// Extends a wall to the next floor where the stair opening in the ceiling adjoins it.
static void emit_band(room_shell* s, sheet wall, house_side side) {
    house_rect h = s->ceiling_hole, in = s->inside;
    if (!house_shell_is_hole(h)) return;
    bool along_x = side == SIDE_FRONT || side == SIDE_BACK;
    bool touches = side == SIDE_FRONT  ? h.z0 <= in.z0
                   : side == SIDE_BACK ? h.z1 >= in.z1
                   : side == SIDE_LEFT ? h.x0 <= in.x0
                                       : h.x1 >= in.x1;
    if (!touches) return;
    sheet_lines us = sheet_lines_between(wall.us, along_x ? h.x0 : h.z0, along_x ? h.x1 : h.z1);
    sheet_lines vs = {{s->ceiling, plan_floor(s->level + 1)}, 2};
    wall.us = &us;
    wall.vs = &vs;
    wall.hole_count = 0;
    sheet_emit(s->site->b, &wall);
}

// The four faces of a window's reveal, from the wall to the outside.
static void emit_reveal(room_shell* s, const sheet* wall, const sheet_hole* h) {
    float out = wall->w + (wall->backwards ? 1 : -1) * (PLAN_WALL_INNER + PLAN_WALL_OUTER);
    sheet_lines us = sheet_lines_between(wall->us, h->u0, h->u1);
    sheet_lines vs = sheet_lines_between(wall->vs, h->v0, h->v1);
    sheet_lines ws = {.count = 0};
    sheet_lines_add(&ws, wall->w);
    sheet_lines_add(&ws, out);
    sheet_lines_divide(&ws, 0.16f);
    sheet_axis across = wall->u == SHEET_X ? SHEET_Z : SHEET_X;
    for (int i = 0; i < 4; i++) {
        sheet face = {.u = across, .vs = &vs, .us = &ws, .repeat = wall->repeat};
        face.v = i < 2 ? SHEET_Y : wall->u;
        face.vs = i < 2 ? &vs : &us;
        face.w = i == 0 ? h->u0 : i == 1 ? h->u1 : i == 2 ? h->v0 : h->v1;
        face.backwards = i & 1;
        sheet_emit(s->site->b, &face);
    }
}

static void house_shell_build_wall(room_shell* s, house_side side) {
    house_site* site = s->site;
    const house_plan* plan = site->plan;
    bool along_x = side == SIDE_FRONT || side == SIDE_BACK;
    bool low = side == SIDE_FRONT || side == SIDE_LEFT;
    plan_rect rect = plan->rooms[s->room].rect;
    int line = along_x ? (low ? rect.z0 : rect.z1) : (low ? rect.x0 : rect.x1);
    sheet_hole holes[SHEET_MAX_HOLES];
    int hole_count = 0;
    for (int i = 0; i < plan->opening_count && hole_count < SHEET_MAX_HOLES; i++) {
        const plan_opening* o = &plan->openings[i];
        if (opens_room(o, s->room) && o->along_x == along_x && o->line == line)
            holes[hole_count++] = (sheet_hole){plan_metres(o->from), s->floor + plan_metres(o->low),
                                               plan_metres(o->to), s->floor + plan_metres(o->high)};
    }
    const house_finish* finish = &site->palette.walls[plan->rooms[s->room].type];
    sheet wall = {
        .u = along_x ? SHEET_X : SHEET_Z,
        .v = SHEET_Y,
        .w = along_x ? (low ? s->inside.z0 : s->inside.z1) : (low ? s->inside.x0 : s->inside.x1),
        .backwards = !low,
        .us = along_x ? &s->xs : &s->zs,
        .vs = &s->ys,
        .holes = holes,
        .hole_count = hole_count,
        .repeat = surface_repeat(finish->kind)};
    uint32_t object = house_structure(site, WEND_CATEGORY_WALL, s->room);
    uint32_t mesh = house_mesh_begin(site, "wall");
    sheet_emit(site->b, &wall);
    for (int i = 0; i < hole_count; i++)
        if (holes[i].v0 > s->floor) emit_reveal(s, &wall, &holes[i]);
    emit_band(s, wall, side);
    house_mesh_end(site, object, mesh, house_finish_material(site->library, finish));
    site->walls[s->room][side] = object;
}

// Example: "living_room_2" is the second of its type in the scene.
static void room_name(const scene_builder* b, wend_room_type type, char* name, size_t size) {
    int number = 1;
    for (size_t i = 1; i < b->rooms.count; i++) number += b->rooms.items[i].type == type;
    snprintf(name, size, "%s_%d", wend_room_type_name(type), number);
    for (char* c = name; *c; c++)
        if (*c == ' ') *c = '_';
}

static void add_room(house_site* site, int room) {
    const plan_room* r = &site->plan->rooms[room];
    house_rect in = house_room_inside(site->plan, room);
    const wend_vec2 plan_corners[4] = {
        {in.x0, in.z0}, {in.x1, in.z0}, {in.x1, in.z1}, {in.x0, in.z1}};
    wend_vec2 corners[4];
    for (int i = 0; i < 4; i++) {
        wend_vec3 p = wend_transform_point(
            &site->frame, wend_v3(plan_corners[i].x, plan_floor(r->level), plan_corners[i].y));
        corners[i] = (wend_vec2){p.x, p.z};
    }
    char name[64];
    room_name(site->b, r->type, name, sizeof name);
    float floor = site->frame.origin.y + plan_floor(r->level);
    site->rooms[room] = scene_builder_room(site->b, r->type, site->levels[r->level], name, corners,
                                           4, floor, floor + PLAN_CEILING);
}

void house_build_rooms(house_site* site) {
    const house_plan* plan = site->plan;
    for (int i = 0; i < plan->room_count; i++) {
        add_room(site, i);
        room_shell s = {.site = site,
                        .room = i,
                        .level = plan->rooms[i].level,
                        .inside = house_room_inside(plan, i),
                        .floor_hole = house_floor_hole(plan, i),
                        .ceiling_hole = house_ceiling_hole(plan, i)};
        s.floor = plan_floor(s.level);
        s.ceiling = s.floor + PLAN_CEILING;
        room_shell_lines(&s);
        build_floor(&s, false);
        for (int side = 0; side < SIDE_COUNT; side++) house_shell_build_wall(&s, (house_side)side);
        build_floor(&s, true);
    }
}

// ---- exterior -----------------------------------------------------------------------------------

// One straight section of the outer wall. `bend_*`: metres by which its face is longer (outer
// corner) or shorter (inner corner) than its middle line at that end.
typedef struct facade {
    bool along_x, faces_high;
    int line, from, to;
    float bend_from, bend_to;
} facade;

static int facades_of(const house_plan* plan, facade out[6]) {
    const float t = PLAN_WALL_OUTER;
    int w = plan->width, d = plan->depth, count = 0;
    plan_rect c = plan->cut;
    bool cut = c.x1 > c.x0, cut_right = cut && c.x1 == w, cut_left = cut && !cut_right;
    out[count++] = (facade){true, false, 0, 0, w, t, t};
    out[count++] = (facade){false, true, w, 0, cut_right ? c.z0 : d, t, t};
    out[count++] = (facade){false, false, 0, 0, cut_left ? c.z0 : d, t, t};
    out[count++] = (facade){true, true, d, cut_left ? c.x1 : 0, cut_right ? c.x0 : w, t, t};
    if (!cut) return count;
    out[count++] = (facade){true, true, c.z0, c.x0, c.x1, cut_right ? -t : t, cut_right ? t : -t};
    out[count++] = (facade){false, cut_right, cut_right ? c.x0 : c.x1, c.z0, d, -t, t};
    return count;
}

static bool is_in_facade(const plan_opening* o, const facade* f) {
    return (o->rooms[0] < 0 || o->rooms[1] < 0) && o->along_x == f->along_x && o->line == f->line &&
           o->from >= f->from && o->to <= f->to;
}

static void build_facade(house_site* site, const facade* f) {
    const house_plan* plan = site->plan;
    sheet_lines us = {.count = 0}, vs = {.count = 0};
    sheet_hole holes[SHEET_MAX_HOLES];
    int hole_count = 0;
    sheet_lines_add(&us, plan_metres(f->from) - f->bend_from);
    sheet_lines_add(&us, plan_metres(f->to) + f->bend_to);
    sheet_lines_add(&vs, -0.3f);
    sheet_lines_add(&vs, plan_floor(plan->def.levels));
    for (int i = 0; i < plan->opening_count && hole_count < SHEET_MAX_HOLES; i++) {
        const plan_opening* o = &plan->openings[i];
        if (!is_in_facade(o, f)) continue;
        float floor = plan_floor(o->level);
        sheet_hole h = {plan_metres(o->from), floor + plan_metres(o->low), plan_metres(o->to),
                        floor + plan_metres(o->high)};
        holes[hole_count++] = h;
        sheet_lines_add(&us, h.u0);
        sheet_lines_add(&us, h.u1);
        sheet_lines_add(&vs, h.v0);
        sheet_lines_add(&vs, h.v1);
    }
    sheet_lines_divide(&us, 2 * site->step);
    sheet_lines_divide(&vs, 2 * site->step);
    uint32_t object = house_structure(site, WEND_CATEGORY_WALL, -1);
    uint32_t mesh = house_mesh_begin(site, "facade");
    float out = f->faces_high ? PLAN_WALL_OUTER : -PLAN_WALL_OUTER;
    sheet_emit(site->b, &(sheet){.u = f->along_x ? SHEET_X : SHEET_Z,
                                 .v = SHEET_Y,
                                 .w = plan_metres(f->line) + out,
                                 .backwards = !f->faces_high,
                                 .us = &us,
                                 .vs = &vs,
                                 .holes = holes,
                                 .hole_count = hole_count,
                                 .repeat = surface_repeat(site->palette.facade.kind)});
    house_mesh_end(site, object, mesh, house_finish_material(site->library, &site->palette.facade));
}

// A slab that overhangs the walls; for an L-shaped building two slabs that meet at the inner
// corner.
static void emit_flat_roof(house_site* site) {
    const house_plan* plan = site->plan;
    const float over = PLAN_WALL_OUTER + 0.15f, thick = 0.2f;
    float repeat = surface_repeat(SURFACE_CONCRETE), y = plan_floor(plan->def.levels);
    float x0 = -over, x1 = plan_metres(plan->width) + over;
    float z0 = -over, z1 = plan_metres(plan->depth) + over;
    plan_rect c = plan->cut;
    float bend = c.x1 > c.x0 ? plan_metres(c.z0) + over : z1;
    sheet_box(site->b, wend_v3(x0, y, z0), wend_v3(x1, y + thick, bend), repeat);
    if (c.x1 <= c.x0) return;
    if (c.x1 == plan->width)
        x1 = plan_metres(c.x0) + over;
    else
        x0 = plan_metres(c.x1) - over;
    sheet_box(site->b, wend_v3(x0, y, bend), wend_v3(x1, y + thick, z1), repeat);
}

// Two slopes, two gables and the underside of the eaves; the ridge runs along the longer side.
static void emit_gable_roof(house_site* site) {
    const house_plan* plan = site->plan;
    const float over = PLAN_WALL_OUTER + 0.35f;
    float y = plan_floor(plan->def.levels);
    float x0 = -over, x1 = plan_metres(plan->width) + over;
    float z0 = -over, z1 = plan_metres(plan->depth) + over;
    bool along_x = x1 - x0 > z1 - z0;
    float top = y + 0.35f * (along_x ? z1 - z0 : x1 - x0);
    wend_vec3 a = {x0, y, z0}, b = {x1, y, z0}, c = {x1, y, z1}, d = {x0, y, z1};
    wend_vec3 r0 = along_x ? wend_v3(x0, top, (z0 + z1) / 2) : wend_v3((x0 + x1) / 2, top, z0);
    wend_vec3 r1 = along_x ? wend_v3(x1, top, (z0 + z1) / 2) : wend_v3((x0 + x1) / 2, top, z1);
    float repeat = surface_repeat(site->palette.roof.kind);
    const wend_vec3 under[4] = {a, b, c, d};
    const wend_vec3 along[4][4] = {{b, a, r0, r1}, {d, c, r1, r0}, {a, d, r0, r0}, {c, b, r1, r1}};
    const wend_vec3 cross[4][4] = {{a, d, r1, r0}, {c, b, r0, r1}, {b, a, r0, r0}, {d, c, r1, r1}};
    sheet_quad(site->b, under, repeat);
    for (int i = 0; i < 4; i++) sheet_quad(site->b, along_x ? along[i] : cross[i], repeat);
}

void house_build_facade(house_site* site) {
    facade facades[6];
    int count = facades_of(site->plan, facades);
    for (int i = 0; i < count; i++) build_facade(site, &facades[i]);
    if (!site->plan->def.roof) return;
    bool gable = site->plan->def.kind == WEND_SCENE_HOUSE && site->plan->cut.x1 == 0;
    uint32_t object = house_structure(site, WEND_CATEGORY_ROOF, -1);
    uint32_t mesh = house_mesh_begin(site, "roof");
    if (gable)
        emit_gable_roof(site);
    else
        emit_flat_roof(site);
    house_finish flat = {.kind = SURFACE_CONCRETE};
    house_mesh_end(site, object, mesh,
                   house_finish_material(site->library, gable ? &site->palette.roof : &flat));
}
