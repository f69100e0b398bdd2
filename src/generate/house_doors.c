// Door frames, door leaves and windows: the geometry inside wall openings.
#include "generate/house_site.h"

// Metres.
#define JAMB        0.04f   // width of the frame inside the opening
#define CASING      0.05f   // width of the frame on the wall around the opening
#define PROUD       0.015f  // projection of the frame from the wall
#define THRESHOLD   0.008f
#define LEAF        0.04f   // thickness
#define LEAF_LOW    0.012f  // above the threshold
#define HANDLE_FROM 0.07f   // from the free edge of the leaf
#define GAP         0.006f

// A box in wall coordinates: u along the wall, y up, w across it, measured from the wall's middle
// line.
typedef struct wall_box {
    float u0, u1, y0, y1, w0, w1;
} wall_box;

static void emit_wall_box(house_site* site, const plan_opening* o, wall_box box, float repeat) {
    float line = plan_metres(o->line), floor = plan_floor(o->level);
    wend_vec3 low = {box.u0, floor + box.y0, line + box.w0};
    wend_vec3 high = {box.u1, floor + box.y1, line + box.w1};
    if (!o->along_x) {
        low = wend_v3(line + box.w0, floor + box.y0, box.u0);
        high = wend_v3(line + box.w1, floor + box.y1, box.u1);
    }
    sheet_box(site->b, low, high, repeat);
}

static float wall_low(const plan_opening* o) {
    return o->rooms[0] < 0 ? -PLAN_WALL_OUTER : -PLAN_WALL_INNER;
}
static float wall_high(const plan_opening* o) {
    return o->rooms[1] < 0 ? PLAN_WALL_OUTER : PLAN_WALL_INNER;
}

static int inner_room(const plan_opening* o) { return o->rooms[1] < 0 ? o->rooms[0] : o->rooms[1]; }

static void build_frame(house_site* site, const plan_opening* o) {
    float from = plan_metres(o->from), to = plan_metres(o->to), top = plan_metres(o->high);
    float w0 = wall_low(o) - PROUD, w1 = wall_high(o) + PROUD;
    const house_finish* finish = &site->palette.frame;
    float repeat = surface_repeat(finish->kind);
    uint32_t object = house_structure(site, WEND_CATEGORY_DOORFRAME, inner_room(o));
    uint32_t mesh = house_mesh_begin(site, "door frame");
    const wall_box boxes[] = {
        {from - CASING, from + JAMB, 0, top + CASING, w0, w1},
        {to - JAMB, to + CASING, 0, top + CASING, w0, w1},
        {from + JAMB, to - JAMB, top - JAMB, top + CASING, w0, w1},
        {from + JAMB, to - JAMB, -0.01f, THRESHOLD, w0 + PROUD / 2, w1 - PROUD / 2},
    };
    for (int i = 0; i < 4; i++) emit_wall_box(site, o, boxes[i], repeat);
    house_mesh_end(site, object, mesh, house_finish_material(site->library, finish));
}

// ---- leaves -------------------------------------------------------------------------------------

// A leaf in its own frame: origin at the hinge, extent along `along` * x (+1 or -1), thickness
// along `deep` * z; its front (-z) faces rooms[0].
typedef struct leaf {
    float width, height, along, deep;
} leaf;

static void emit_leaf_box(scene_builder* b, const leaf* l, wall_box box, float repeat) {
    float x0 = box.u0 * l->along, x1 = box.u1 * l->along;
    float z0 = box.w0 * l->deep, z1 = box.w1 * l->deep;
    sheet_box(b, wend_v3(fminf(x0, x1), box.y0, fminf(z0, z1)),
              wend_v3(fmaxf(x0, x1), box.y1, fmaxf(z0, z1)), repeat);
}

typedef struct leaf_panel {
    float u0, u1, y0, y1;
} leaf_panel;

// One face of the leaf in its own frame: the plane where `axis` equals `at`.
static void emit_leaf_face(house_site* site, sheet_axis axis, float at, bool backwards,
                           const sheet_lines* us, const sheet_lines* vs) {
    sheet s = {.u = axis == SHEET_X ? SHEET_Z : SHEET_X,
               .v = axis == SHEET_Y ? SHEET_Z : SHEET_Y,
               .w = at,
               .backwards = backwards,
               .us = us,
               .vs = vs,
               .repeat = surface_repeat(site->palette.leaf.kind)};
    sheet_emit(site->b, &s);
}

static sheet_lines two_lines(float a, float b) {
    return (sheet_lines){{fminf(a, b), fmaxf(a, b)}, 2};
}

// The four narrow faces of the leaf.
static void emit_leaf_edges(house_site* site, const leaf* l) {
    float x = l->width * l->along;
    sheet_lines zs = two_lines(0, LEAF * l->deep), ys = two_lines(LEAF_LOW, l->height);
    sheet_lines xs = two_lines(0, x);
    emit_leaf_face(site, SHEET_X, fminf(0, x), true, &zs, &ys);
    emit_leaf_face(site, SHEET_X, fmaxf(0, x), false, &zs, &ys);
    emit_leaf_face(site, SHEET_Y, LEAF_LOW, true, &xs, &zs);
    emit_leaf_face(site, SHEET_Y, l->height, false, &xs, &zs);
}

// The bevel from the edge of a panel's hole (at w0) to the panel (at w1).
static void emit_bevel(house_site* site, const leaf* l, leaf_panel hole, leaf_panel panel, float w0,
                       float w1) {
    const leaf_panel rings[2] = {hole, panel};
    wend_vec3 c[2][4];
    for (int i = 0; i < 8; i++) {
        const leaf_panel* p = &rings[i / 4];
        bool far = i % 4 == 1 || i % 4 == 2, high = i % 4 >= 2;
        c[i / 4][i % 4] = wend_v3((far ? p->u1 : p->u0) * l->along, high ? p->y1 : p->y0,
                                  (i / 4 ? w1 : w0) * l->deep);
    }
    // Seen from +z the corners are counter-clockwise if x grows along u.
    bool flip = ((w1 < w0) == (l->deep > 0)) == (l->along < 0);
    for (int i = 0; i < 4; i++) {
        int k = (i + 1) % 4;
        const wend_vec3 quad[4] = {c[0][i], flip ? c[1][i] : c[0][k], c[1][k],
                                   flip ? c[0][k] : c[1][i]};
        sheet_quad(site->b, quad, surface_repeat(site->palette.leaf.kind));
    }
}

// A face with two recessed panels. It is tessellated because light is stored per vertex: the
// corners, dark in the frame while the leaf is closed, would otherwise darken the whole face.
static void emit_leaf_side(house_site* site, const leaf* l, const leaf_panel panels[2], float w,
                           float inset) {
    const float slope = 0.02f;
    sheet_lines xs = two_lines(0, l->width * l->along), ys = two_lines(LEAF_LOW, l->height);
    sheet_hole holes[2];
    bool backwards = (w > 0) == (l->deep < 0);
    for (int i = 0; i < 2; i++) {
        leaf_panel p = panels[i];
        leaf_panel in = {p.u0 + slope, p.u1 - slope, p.y0 + slope, p.y1 - slope};
        sheet_lines us = two_lines(p.u0 * l->along, p.u1 * l->along);
        holes[i] = (sheet_hole){us.at[0], p.y0, us.at[1], p.y1};
        for (int k = 0; k < 2; k++) sheet_lines_add(&xs, us.at[k]);
        sheet_lines_add(&ys, p.y0);
        sheet_lines_add(&ys, p.y1);
        us = two_lines(in.u0 * l->along, in.u1 * l->along);
        sheet_lines vs = two_lines(in.y0, in.y1);
        emit_leaf_face(site, SHEET_Z, (w + inset) * l->deep, backwards, &us, &vs);
        emit_bevel(site, l, p, in, w, w + inset);
    }
    sheet s = {.u = SHEET_X,
               .v = SHEET_Y,
               .w = w * l->deep,
               .backwards = backwards,
               .us = &xs,
               .vs = &ys,
               .holes = holes,
               .hole_count = 2,
               .repeat = surface_repeat(site->palette.leaf.kind)};
    sheet_emit(site->b, &s);
}

static void emit_leaf(house_site* site, const leaf* l) {
    const float edge = 0.12f, inset = 0.008f;
    float middle = l->height * 0.45f, far = l->width - edge;
    const leaf_panel panels[2] = {{edge, far, 0.2f, middle - edge / 2},
                                  {edge, far, middle + edge / 2, l->height - edge}};
    emit_leaf_side(site, l, panels, 0, inset);
    emit_leaf_side(site, l, panels, LEAF, -inset);
    emit_leaf_edges(site, l);
}

static void emit_handles(house_site* site, const leaf* l) {
    float at = l->width - HANDLE_FROM, y = 1.0f;
    const wall_box boxes[] = {
        {at - 0.015f, at + 0.015f, y - 0.06f, y + 0.06f, -0.01f, LEAF + 0.01f},
        {at - 0.1f, at + 0.01f, y - 0.01f, y + 0.01f, -0.045f, -0.025f},
        {at - 0.1f, at + 0.01f, y - 0.01f, y + 0.01f, LEAF + 0.025f, LEAF + 0.045f},
        {at - 0.008f, at + 0.008f, y - 0.008f, y + 0.008f, -0.025f, LEAF + 0.025f},
    };
    for (int i = 0; i < 4; i++)
        emit_leaf_box(site->b, l, boxes[i], surface_repeat(site->palette.metal.kind));
}

static float turn_to_half(float radians) {
    while (radians > (float)WEND_PI + 1e-4f) radians -= 2 * (float)WEND_PI;
    while (radians <= -(float)WEND_PI + 1e-4f) radians += 2 * (float)WEND_PI;
    return radians;
}

static void place_leaf(house_site* site, const leaf* l, const wend_door* door,
                       const wend_transform* closed, uint32_t object) {
    wend_transform turn =
        wend_transform_upright(door->open_angle * door->openness, wend_v3(0, 0, 0));
    wend_transform stands = wend_transform_multiply(closed, &turn);
    uint32_t mesh = scene_builder_mesh_begin(site->b, "door leaf");
    emit_leaf(site, l);
    scene_builder_mesh_end(site->b);
    scene_builder_instance(site->b, object, mesh,
                           house_finish_material(site->library, &site->palette.leaf), stands);
    mesh = scene_builder_mesh_begin(site->b, "door handles");
    emit_handles(site, l);
    scene_builder_mesh_end(site->b);
    scene_builder_instance(site->b, object, mesh,
                           house_finish_material(site->library, &site->palette.metal), stands);
}

static wend_vec3 opening_point(const plan_opening* o, float u, float w) {
    float line = plan_metres(o->line), y = plan_floor(o->level);
    return o->along_x ? wend_v3(u, y, line + w) : wend_v3(line + w, y, u);
}

static void build_door(house_site* site, const plan_opening* o) {
    float from = plan_metres(o->from) + JAMB, to = plan_metres(o->to) - JAMB;
    float through = o->along_x ? (float)WEND_PI : -(float)WEND_PI / 2;
    wend_door door = {.width = to - from, .height = plan_metres(o->high) - JAMB};
    for (int i = 0; i < 2; i++) door.rooms[i] = o->rooms[i] < 0 ? 0 : site->rooms[o->rooms[i]];
    wend_vec3 middle = opening_point(o, (from + to) / 2, (wall_low(o) + wall_high(o)) / 2);
    door.center = wend_transform_point(&site->frame, middle);
    door.heading = turn_to_half(site->heading + through);
    door.hinge = door.center;
    if (o->kind == PLAN_DOOR) {
        bool outer = o->rooms[0] < 0 || o->rooms[1] < 0;
        // For a wall along z, the leaf's x axis points towards lower z.
        float along = (o->hinge_at_to ? -1.0f : 1.0f) * (o->along_x ? 1.0f : -1.0f);
        float side = o->swing ? 1.0f : -1.0f;
        leaf l = {door.width - GAP, door.height - GAP, along, -side};
        float u = o->hinge_at_to ? to : from, w = o->swing ? wall_high(o) : wall_low(o);
        wend_transform closed =
            wend_transform_upright(through + (float)WEND_PI, opening_point(o, u, w));
        closed = wend_transform_multiply(&site->frame, &closed);
        door.hinge = closed.origin;
        door.open_angle = -(float)WEND_PI / 2 * along * side;
        door.openness = outer ? (site->place->open_front ? 1 : 0) : o->openness;
        door.openable = true;
        float heading = door.heading + (float)WEND_PI + door.open_angle * door.openness;
        wend_object fields = {.category = WEND_CATEGORY_DOOR,
                              .flags = WEND_OBJECT_DOOR,
                              .room = door.rooms[o->swing],
                              .heading = turn_to_half(heading)};
        door.object = scene_builder_object(site->b, &fields, "door");
        place_leaf(site, &l, &door, &closed, door.object);
    }
    scene_builder_door(site->b, &door);
}

void house_build_doors(house_site* site) {
    for (int i = 0; i < site->plan->opening_count; i++) {
        const plan_opening* o = &site->plan->openings[i];
        if (o->kind == PLAN_WINDOW) continue;
        build_frame(site, o);
        build_door(site, o);
    }
}

// ---- windows ------------------------------------------------------------------------------------

static void emit_window_frame(house_site* site, const plan_opening* o, float w) {
    const float bar = 0.06f, deep = 0.035f;
    float from = plan_metres(o->from), to = plan_metres(o->to);
    float low = plan_metres(o->low), high = plan_metres(o->high), middle = (from + to) / 2;
    float repeat = surface_repeat(site->palette.frame.kind);
    bool inside_low = o->rooms[0] >= 0;  // the room is on the side of lower w
    float sill = inside_low ? -PLAN_WALL_INNER - 0.04f : PLAN_WALL_INNER + 0.04f;
    wall_box boxes[6] = {
        {from, from + bar, low, high, w - deep, w + deep},
        {to - bar, to, low, high, w - deep, w + deep},
        {from + bar, to - bar, low, low + bar, w - deep, w + deep},
        {from + bar, to - bar, high - bar, high, w - deep, w + deep},
        {from - 0.04f, to + 0.04f, low - 0.03f, low + 0.004f, fminf(sill, w), fmaxf(sill, w)},
        {middle - bar / 2, middle + bar / 2, low + bar, high - bar, w - deep, w + deep},
    };
    for (int i = 0; i < (o->to - o->from > 11 ? 6 : 5); i++)
        emit_wall_box(site, o, boxes[i], repeat);
}

static void build_window(house_site* site, const plan_opening* o, uint32_t glass) {
    float w = (wall_low(o) + wall_high(o)) / 2, floor = plan_floor(o->level);
    uint32_t object = house_structure(site, WEND_CATEGORY_WINDOW, inner_room(o));
    uint32_t mesh = house_mesh_begin(site, "window frame");
    emit_window_frame(site, o, w);
    house_mesh_end(site, object, mesh, house_finish_material(site->library, &site->palette.frame));
    sheet_lines us = {{plan_metres(o->from), plan_metres(o->to)}, 2};
    sheet_lines vs = {{floor + plan_metres(o->low), floor + plan_metres(o->high)}, 2};
    mesh = house_mesh_begin(site, "window pane");
    sheet_emit(site->b, &(sheet){.u = o->along_x ? SHEET_X : SHEET_Z,
                                 .v = SHEET_Y,
                                 .w = plan_metres(o->line) + w,
                                 .us = &us,
                                 .vs = &vs,
                                 .repeat = 1});
    house_mesh_end(site, object, mesh, glass);
}

void house_build_windows(house_site* site) {
    const uint8_t color[4] = {205, 226, 235, 70};
    uint32_t glass = scene_builder_material(site->b, "window glass", color, 0,
                                            WEND_MATERIAL_GLASS | WEND_MATERIAL_DOUBLE_SIDED);
    for (int i = 0; i < site->plan->opening_count; i++)
        if (site->plan->openings[i].kind == PLAN_WINDOW)
            build_window(site, &site->plan->openings[i], glass);
}
