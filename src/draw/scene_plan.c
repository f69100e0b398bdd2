// Draws the floor plan of a level: rooms, walls, doors, stairs, furniture and names.
#include "draw/scene_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"

static const float MARGIN = 46;        // pixels around the plan
static const float WALL_WIDTH = 0.2f;  // metres; min width of outer walls
static const float CUT_HEIGHT = 1.2f;  // metres above the floor; cut through walls

static const uint32_t INK = 0x2f3136ff, WALL = 0x3d4048ff, PAPER = 0xfbfaf7ff;

typedef struct plan {
    const wend_scene* scene;
    const wend_scene_arrays* a;
    canvas* c;
    float scale;          // pixels per metre
    wend_vec2 low, high;  // metres; extent of the plan
    float floor;          // height of this level, metres
    int level;
    ARRAY_OF(wend_vec2) points;  // scratch memory
} plan;

static wend_vec2 to_pixels(const plan* p, float x, float z) {
    return (wend_vec2){MARGIN + (x - p->low.x) * p->scale, MARGIN + (z - p->low.y) * p->scale};
}

static uint32_t room_color(unsigned type) {
    switch (type) {
        case WEND_ROOM_BEDROOM:
            return 0xe6e0f0ff;
        case WEND_ROOM_BATHROOM:
        case WEND_ROOM_TOILET:
        case WEND_ROOM_LAUNDRY:
            return 0xd9ecf2ff;
        case WEND_ROOM_KITCHEN:
        case WEND_ROOM_BREAK_ROOM:
            return 0xf8ead2ff;
        case WEND_ROOM_LIVING_ROOM:
        case WEND_ROOM_RECEPTION:
            return 0xe3f0deff;
        case WEND_ROOM_DINING_ROOM:
        case WEND_ROOM_MEETING_ROOM:
            return 0xf6e1dcff;
        case WEND_ROOM_HALL:
        case WEND_ROOM_CORRIDOR:
        case WEND_ROOM_STAIRWELL:
            return 0xefece4ff;
        case WEND_ROOM_STUDY:
        case WEND_ROOM_OFFICE:
        case WEND_ROOM_OPEN_OFFICE:
            return 0xe2e8f3ff;
        default:
            return 0xeeeeeeff;
    }
}

// ---- objects of the level -----------------------------------------------------------------------

static bool is_ground(unsigned category) {
    return category == WEND_CATEGORY_GROUND || category == WEND_CATEGORY_GRASS ||
           category == WEND_CATEGORY_STREET || category == WEND_CATEGORY_PAVEMENT;
}

static bool is_on_level(const plan* p, const wend_object* o) {
    return o->instance_count && o->bounds.low.y < p->floor + 2 &&
           o->bounds.low.y >= p->floor - 0.6f && o->bounds.high.y > p->floor + 0.005f;
}

// A single object that covers most of the scene is a building shell without a category, as
// importers produce. It is cut like a wall and not drawn as furniture.
static bool is_shell(const plan* p, const wend_object* o) {
    wend_vec3 size = wend_aabb_size(o->bounds);
    return size.x * size.z > 0.3f * (p->high.x - p->low.x) * (p->high.y - p->low.y) &&
           size.y > CUT_HEIGHT;
}

static bool is_furniture(const plan* p, const wend_object* o) {
    const unsigned other = WEND_OBJECT_STRUCTURE | WEND_OBJECT_DOOR | WEND_OBJECT_HIDDEN;
    return !(o->flags & other) && !is_ground(o->category) &&
           o->category != WEND_CATEGORY_CEILING_LAMP && o->category != WEND_CATEGORY_FLOOR &&
           o->category != WEND_CATEGORY_CEILING && o->category != WEND_CATEGORY_WALL &&
           is_on_level(p, o) && !is_shell(p, o);
}

static bool is_cut(const plan* p, const wend_object* o) {
    if (o->bounds.low.y > p->floor + CUT_HEIGHT || o->bounds.high.y < p->floor + CUT_HEIGHT)
        return false;
    return o->category == WEND_CATEGORY_WALL || o->category == WEND_CATEGORY_COLUMN ||
           (!(o->flags & WEND_OBJECT_DOOR) && !is_ground(o->category) && is_shell(p, o));
}

// ---- outlines of objects ------------------------------------------------------------------------

static bool collect_points(plan* p, const wend_object* o) {
    p->points.count = 0;
    for (uint32_t i = 0; i < o->instance_count; i++) {
        const wend_instance* n = &p->a->instances.items[o->first_instance + i];
        const wend_mesh* m = &p->a->meshes.items[n->mesh];
        if (!ARRAY_RESERVE(&p->points, m->vertex_count)) return false;
        for (uint32_t v = 0; v < m->vertex_count; v++) {
            wend_vec3 at =
                wend_transform_point(&n->transform, p->a->positions.items[m->first_vertex + v]);
            p->points.items[p->points.count++] = (wend_vec2){at.x, at.z};
        }
    }
    return true;
}

static int scene_plan_compare_points(const void* a, const void* b) {
    const wend_vec2 *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

static float scene_plan_turn(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Replaces the scratch points by their convex hull, in pixels (Andrew's monotone chain).
static bool hull_of_points(plan* p) {
    size_t n = p->points.count, k = 0;
    if (!ARRAY_RESERVE(&p->points, n + 2)) return false;
    wend_vec2* in = p->points.items;
    qsort(in, n, sizeof *in, scene_plan_compare_points);
    wend_vec2* hull = wend_alloc((2 * n + 2) * sizeof *hull);
    if (!hull) return false;
    for (size_t i = 0; i < n; i++) {
        while (k >= 2 && scene_plan_turn(hull[k - 2], hull[k - 1], in[i]) <= 0) k--;
        hull[k++] = in[i];
    }
    for (size_t i = n, lower = k + 1; i-- > 1;) {
        while (k >= lower && scene_plan_turn(hull[k - 2], hull[k - 1], in[i - 1]) <= 0) k--;
        hull[k++] = in[i - 1];
    }
    p->points.count = k > 1 ? k - 1 : k;
    for (size_t i = 0; i < p->points.count; i++) in[i] = to_pixels(p, hull[i].x, hull[i].y);
    wend_free(hull);
    return true;
}

static uint32_t object_color(const plan* p, const wend_object* o, float paleness) {
    const wend_instance* n = &p->a->instances.items[o->first_instance];
    const uint8_t* mean = p->a->materials.items[n->material].mean;
    uint32_t color = 0;
    for (int i = 0; i < 3; i++)
        color = color << 8 | (uint32_t)((float)mean[i] + (255 - (float)mean[i]) * paleness);
    return color << 8 | 255;
}

// Draws the convex hull of the object. Returns false when out of memory.
static bool draw_hull(plan* p, const wend_object* o, canvas_style style) {
    if (!collect_points(p, o) || !hull_of_points(p)) return false;
    canvas_polygon(p->c, p->points.items, (int)p->points.count, style);
    return true;
}

static void triangle_at(const plan* p, const wend_instance* n, uint32_t t, wend_vec3 corners[3]) {
    const wend_mesh* m = &p->a->meshes.items[n->mesh];
    for (int k = 0; k < 3; k++) {
        uint32_t v = p->a->indices.items[m->first_index + 3 * t + (uint32_t)k];
        corners[k] =
            wend_transform_point(&n->transform, p->a->positions.items[m->first_vertex + v]);
    }
}

// Twice the area of the upward-facing triangles seen from above, pixels^2.
static float covered_twice(const plan* p, const wend_object* o) {
    float sum = 0;
    for (uint32_t i = 0; i < o->instance_count; i++) {
        const wend_instance* n = &p->a->instances.items[o->first_instance + i];
        for (uint32_t t = 0; t < p->a->meshes.items[n->mesh].index_count / 3; t++) {
            wend_vec3 v[3];
            triangle_at(p, n, t, v);
            float up =
                (v[1].z - v[0].z) * (v[2].x - v[0].x) - (v[1].x - v[0].x) * (v[2].z - v[0].z);
            sum += fmaxf(up, 0);
        }
    }
    return sum * p->scale * p->scale;
}

static float hull_twice(const plan* p) {
    float sum = 0;
    for (size_t i = 2; i < p->points.count; i++)
        sum +=
            fabsf(scene_plan_turn(p->points.items[0], p->points.items[i - 1], p->points.items[i]));
    return sum;
}

// Fills the upward-facing triangles. A first pass with a wider stroke gives the outline.
static void draw_faces(const plan* p, const wend_object* o, canvas_style style) {
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < o->instance_count; i++) {
            const wend_instance* n = &p->a->instances.items[o->first_instance + i];
            for (uint32_t t = 0; t < p->a->meshes.items[n->mesh].index_count / 3; t++) {
                wend_vec3 v[3];
                triangle_at(p, n, t, v);
                wend_vec2 flat[3];
                for (int k = 0; k < 3; k++) flat[k] = to_pixels(p, v[k].x, v[k].z);
                if (scene_plan_turn(flat[0], flat[1], flat[2]) > -0.5f) continue;
                canvas_style face = {.stroke = pass ? style.fill : style.stroke,
                                     .fill = pass ? style.fill : 0,
                                     .width = pass ? 0.5f : 2 * style.width};
                canvas_polygon(p->c, flat, 3, face);
            }
        }
}

// Draws the convex hull, or the faces of a large concave object such as a corner sofa.
static bool scene_plan_draw_outline(plan* p, const wend_object* o, canvas_style style) {
    if (!collect_points(p, o) || !hull_of_points(p)) return false;
    wend_vec3 size = wend_aabb_size(o->bounds);
    bool bent = size.x * size.z > 1 && covered_twice(p, o) < 0.7f * hull_twice(p);
    if (bent)
        draw_faces(p, o, style);
    else
        canvas_polygon(p->c, p->points.items, (int)p->points.count, style);
    return true;
}

static void draw_flat(const plan* p, const wend_object* o) {
    for (uint32_t i = 0; i < o->instance_count; i++) {
        const wend_instance* n = &p->a->instances.items[o->first_instance + i];
        const uint8_t* mean = p->a->materials.items[n->material].mean;
        uint32_t color =
            (uint32_t)mean[0] << 24 | (uint32_t)mean[1] << 16 | (uint32_t)mean[2] << 8 | 0x90;
        for (uint32_t t = 0; t < p->a->meshes.items[n->mesh].index_count / 3; t++) {
            wend_vec3 v[3];
            triangle_at(p, n, t, v);
            const wend_vec2 flat[3] = {to_pixels(p, v[0].x, v[0].z), to_pixels(p, v[1].x, v[1].z),
                                       to_pixels(p, v[2].x, v[2].z)};
            canvas_polygon(p->c, flat, 3, (canvas_style){.fill = color});
        }
    }
}

// Draws the intersection of the object with the horizontal plane at CUT_HEIGHT.
static void draw_cut(const plan* p, const wend_object* o) {
    float y = p->floor + CUT_HEIGHT;
    canvas_style style = {.stroke = WALL, .width = fmaxf(1.2f, 0.04f * p->scale)};
    for (uint32_t i = 0; i < o->instance_count; i++) {
        const wend_instance* n = &p->a->instances.items[o->first_instance + i];
        for (uint32_t t = 0; t < p->a->meshes.items[n->mesh].index_count / 3; t++) {
            wend_vec3 v[3];
            wend_vec2 ends[3];
            int count = 0;
            triangle_at(p, n, t, v);
            for (int k = 0; k < 3; k++) {
                wend_vec3 a = v[k], b = v[(k + 1) % 3];
                if ((a.y < y) == (b.y < y)) continue;
                wend_vec3 at = wend_v3_lerp(a, b, (y - a.y) / (b.y - a.y));
                ends[count++] = to_pixels(p, at.x, at.z);
            }
            if (count == 2) canvas_line(p->c, ends[0], ends[1], style);
        }
    }
}

// ---- elements of the plan -----------------------------------------------------------------------

static bool outline_of_room(plan* p, const wend_room* room) {
    p->points.count = 0;
    if (!ARRAY_RESERVE(&p->points, room->corner_count)) return false;
    for (uint32_t i = 0; i < room->corner_count; i++) {
        wend_vec2 corner = p->a->corners.items[room->first_corner + i];
        p->points.items[p->points.count++] = to_pixels(p, corner.x, corner.y);
    }
    return true;
}

// Thickness of the outer walls: the distance from the rooms to the bounds of the scene.
static float outer_wall(const plan* p) {
    wend_aabb rooms = wend_aabb_empty();
    for (uint32_t i = 1; i < p->a->rooms.count; i++) {
        const wend_room* room = &p->a->rooms.items[i];
        for (uint32_t k = 0; k < room->corner_count; k++) {
            wend_vec2 corner = p->a->corners.items[room->first_corner + k];
            rooms = wend_aabb_add(rooms, wend_v3(corner.x, 0, corner.y));
        }
    }
    float beyond = fminf(fminf(rooms.low.x - p->low.x, p->high.x - rooms.high.x),
                         fminf(rooms.low.z - p->low.y, p->high.y - rooms.high.z));
    return beyond < 0.5f ? fmaxf(beyond, WALL_WIDTH / 2) : WALL_WIDTH / 2;
}

// Two passes: walls as wide lines around every room, then the rooms over the inner half of them.
static bool draw_rooms(plan* p) {
    float wall = 2 * outer_wall(p) * p->scale;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 1; i < p->a->rooms.count; i++) {
            const wend_room* room = &p->a->rooms.items[i];
            if (room->level != p->level) continue;
            if (!outline_of_room(p, room)) return false;
            canvas_style style = {.stroke = WALL, .width = wall};
            if (pass) style = (canvas_style){.fill = room_color(room->type)};
            canvas_polygon(p->c, p->points.items, (int)p->points.count, style);
        }
    return true;
}

typedef struct drawn_object {
    uint32_t object;
    float top;
} drawn_object;

static int compare_drawn(const void* a, const void* b) {
    const drawn_object *x = a, *y = b;
    if (x->top != y->top) return x->top < y->top ? -1 : 1;
    return (x->object > y->object) - (x->object < y->object);
}

// Drawn in order of height, so that objects on a table are visible.
static bool draw_furniture(plan* p) {
    ARRAY_OF(drawn_object) list = {0};
    bool good = true;
    for (uint32_t i = 1; good && i < p->a->objects.count; i++) {
        const wend_object* o = &p->a->objects.items[i];
        if (!is_furniture(p, o)) continue;
        drawn_object* slot = ARRAY_PUSH(&list);
        if (slot) *slot = (drawn_object){i, o->bounds.high.y};
        good = slot != NULL;
    }
    if (good && list.count) qsort(list.items, list.count, sizeof *list.items, compare_drawn);
    for (size_t i = 0; good && i < list.count; i++) {
        const wend_object* o = &p->a->objects.items[list.items[i].object];
        bool flat = o->category == WEND_CATEGORY_RUG;
        canvas_style style = {.fill = object_color(p, o, flat ? 0.55f : 0.35f),
                              .stroke = flat ? 0xb9b2a8ff : 0x5c5f66ff,
                              .width = fmaxf(0.6f, 0.012f * p->scale)};
        good = scene_plan_draw_outline(p, o, style);
    }
    ARRAY_FREE(&list);
    return good;
}

static bool draw_structure(plan* p) {
    for (uint32_t i = 1; i < p->a->objects.count; i++) {
        const wend_object* o = &p->a->objects.items[i];
        if (is_cut(p, o)) draw_cut(p, o);
        if (o->category == WEND_CATEGORY_WINDOW && o->bounds.low.y < p->floor + 2 &&
            o->bounds.low.y > p->floor - 0.3f && o->instance_count &&
            !draw_hull(p, o, (canvas_style){.fill = 0xa9d3eaff, .stroke = 0x5b8fb0ff, .width = 1}))
            return false;
        if (o->category == WEND_CATEGORY_STAIRS && is_on_level(p, o) &&
            !draw_hull(p, o, (canvas_style){.fill = 0xd8d2c6ff, .stroke = 0x8a8478ff, .width = 1}))
            return false;
    }
    return true;
}

static void draw_stairs(const plan* p) {
    for (uint32_t i = 0; i < p->a->stairs.count; i++) {
        const wend_stairs* s = &p->a->stairs.items[i];
        if (s->low_level != p->level && s->high_level != p->level) continue;
        wend_vec2 from = to_pixels(p, s->bottom.x, s->bottom.z);
        wend_vec2 to = to_pixels(p, s->top.x, s->top.z);
        canvas_line(p->c, from, to, (canvas_style){.stroke = 0x6d675bff, .width = 1.5f});
        canvas_circle(p->c, to, 3, (canvas_style){.fill = 0x6d675bff});
        canvas_text(p->c, (wend_vec2){from.x, from.y - 5}, 10, CANVAS_MIDDLE, INK, 0,
                    s->low_level == p->level ? "up" : "down");
    }
}

// Draws the opening in the wall, the leaf at its current angle, and the arc it sweeps.
static void draw_door(const plan* p, const wend_door* d) {
    float along_x = cosf(d->heading), along_z = -sinf(d->heading);  // unit vector along the wall
    float through_x = -sinf(d->heading), through_z = -cosf(d->heading);
    float half = d->width / 2, thick = 0.6f * WALL_WIDTH;
    wend_vec2 corners[4];
    for (int i = 0; i < 4; i++) {
        float u = i == 1 || i == 2 ? half : -half, v = i < 2 ? -thick : thick;
        corners[i] = to_pixels(p, d->center.x + along_x * u + through_x * v,
                               d->center.z + along_z * u + through_z * v);
    }
    canvas_polygon(p->c, corners, 4, (canvas_style){.fill = 0xf4efe3ff});
    if (!d->object) return;
    float to_center_x = d->center.x - d->hinge.x, to_center_z = d->center.z - d->hinge.z;
    float closed = atan2f(-to_center_z, to_center_x);
    wend_vec2 arc[17], hinge = to_pixels(p, d->hinge.x, d->hinge.z);
    for (int i = 0; i <= 16; i++) {
        float angle = closed + d->open_angle * (float)i / 16;
        arc[i] =
            to_pixels(p, d->hinge.x + cosf(angle) * d->width, d->hinge.z - sinf(angle) * d->width);
    }
    canvas_polyline(p->c, arc, 17, (canvas_style){.stroke = 0xb08a5aff, .width = 0.8f, .dash = 3});
    int now = (int)(d->openness * 16 + 0.5f);
    canvas_line(p->c, hinge,
                arc[now < 0    ? 0
                    : now > 16 ? 16
                               : now],
                (canvas_style){.stroke = 0x9a6b35ff, .width = fmaxf(1.5f, 0.05f * p->scale)});
}

static void draw_doors(const plan* p) {
    for (uint32_t i = 0; i < p->a->doors.count; i++)
        if (fabsf(p->a->doors.items[i].center.y - p->floor) < 1)
            draw_door(p, &p->a->doors.items[i]);
}

// ---- text ---------------------------------------------------------------------------------------

// Centroid of the room, where its name is drawn. It can lie outside of a concave room.
static wend_vec2 room_middle(const plan* p, const wend_room* room) {
    const wend_vec2* c = p->a->corners.items + room->first_corner;
    double area = 0, x = 0, z = 0;
    for (uint32_t i = 0, j = room->corner_count - 1; i < room->corner_count; j = i++) {
        double cross = (double)c[j].x * c[i].y - (double)c[i].x * c[j].y;
        area += cross;
        x += (c[j].x + c[i].x) * cross;
        z += (c[j].y + c[i].y) * cross;
    }
    if (fabs(area) < 1e-9) return c[0];
    return (wend_vec2){(float)(x / (3 * area)), (float)(z / (3 * area))};
}

static void draw_names(const plan* p) {
    for (uint32_t i = 1; i < p->a->rooms.count; i++) {
        const wend_room* room = &p->a->rooms.items[i];
        if (room->level != p->level || !room->corner_count) continue;
        float area = wend_scene_room_area(p->scene, i);
        float size = fminf(13, fmaxf(7, 0.12f * sqrtf(area) * p->scale));
        wend_vec2 middle = room_middle(p, room), at = to_pixels(p, middle.x, middle.y);
        char words[64];
        canvas_text(p->c, at, size, CANVAS_MIDDLE, INK, 0, wend_scene_text(p->scene, room->name));
        number_print(words, sizeof words, "%.1f m²", (double)area);
        canvas_text(p->c, (wend_vec2){at.x, at.y + size * 1.15f}, size * 0.8f, CANVAS_MIDDLE,
                    0x60636aff, 0, words);
    }
}

static void draw_frame(const plan* p, int height) {
    char words[192];
    snprintf(words, sizeof words, "%.120s, level %d", wend_scene_name(p->scene), p->level);
    canvas_text(p->c, (wend_vec2){MARGIN, 24}, 14, CANVAS_LEFT, INK, 0, words);
    float metres = 1;
    while (metres * p->scale < 60) metres *= metres == 1 || metres == 10 ? 2 : 2.5f;
    wend_vec2 from = {MARGIN, (float)height - 20};
    wend_vec2 to = {MARGIN + metres * p->scale, (float)height - 20};
    canvas_style line = {.stroke = INK, .width = 2};
    canvas_line(p->c, from, to, line);
    canvas_line(p->c, (wend_vec2){from.x, from.y - 4}, (wend_vec2){from.x, from.y + 4}, line);
    canvas_line(p->c, (wend_vec2){to.x, to.y - 4}, (wend_vec2){to.x, to.y + 4}, line);
    number_print(words, sizeof words, "%g m", (double)metres);
    canvas_text(p->c, (wend_vec2){to.x + 8, to.y + 4}, 11, CANVAS_LEFT, INK, 0, words);
}

// ---- plan ---------------------------------------------------------------------------------------

static bool draw_parts(plan* p) {
    for (uint32_t i = 1; i < p->a->objects.count; i++)
        if (is_ground(p->a->objects.items[i].category) && p->level == 0)
            draw_flat(p, &p->a->objects.items[i]);
    if (!draw_rooms(p) || !draw_structure(p)) return false;
    draw_doors(p);
    if (!draw_furniture(p)) return false;
    draw_stairs(p);
    draw_names(p);
    return true;
}

static wend_status set_level(plan* p, int level, wend_error* error) {
    int levels = (int)p->a->levels.count;
    if (level < 0 || level >= (levels ? levels : 1))
        return wend_fail(error, WEND_ARGUMENT, "level %d; %s has %d, counted from 0", level,
                         wend_scene_name(p->scene), levels ? levels : 1);
    wend_aabb box = wend_scene_bounds(p->scene);
    if (wend_aabb_is_empty(box)) box = (wend_aabb){{0, 0, 0}, {1, 1, 1}};
    p->level = level;
    p->low = (wend_vec2){box.low.x, box.low.z};
    p->high = (wend_vec2){box.high.x, box.high.z};
    p->floor = levels ? p->a->levels.items[level].floor : box.low.y;
    return WEND_OK;
}

wend_status wend_scene_draw(const wend_scene* scene, int level, float pixels_per_metre,
                            const char* path, wend_error* error) {
    draw_def def = {.level = level, .scale = pixels_per_metre};
    return draw_plan(scene, &def, path, error);
}

// Draws the plan. The caller destroys `p->c` and `p->points`, also on failure.
static wend_status scene_plan_draw_all(plan* p, const draw_def* def, canvas_kind kind,
                                       draw_sheet* sheet, wend_error* error) {
    if (!(p->scale > 0))
        return wend_fail(error, WEND_ARGUMENT, "%g pixels a metre; it must be more than 0",
                         (double)p->scale);
    WEND_TRY(set_level(p, def->level, error));
    float width = (p->high.x - p->low.x) * p->scale + 2 * MARGIN;
    float height = (p->high.y - p->low.y) * p->scale + 2 * MARGIN;
    if (!(width < 16384 && height < 16384))
        return wend_fail(error, WEND_ARGUMENT,
                         "the plan would be %.0f x %.0f pixels, at most 16384 a side; choose fewer "
                         "than %g pixels a metre",
                         (double)width, (double)height, (double)p->scale);
    WEND_TRY(canvas_create(kind, (int)width, (int)height, PAPER, &p->c, error));
    if (!draw_parts(p)) return wend_fail(error, WEND_NO_MEMORY, "out of memory for the plan");
    *sheet = (draw_sheet){p->c, p->scale, MARGIN, p->low, p->level, p->floor};
    if (def->over) def->over(def->context, sheet);
    draw_frame(p, (int)height);
    return WEND_OK;
}

wend_status draw_plan(const wend_scene* scene, const draw_def* def, const char* path,
                      wend_error* error) {
    plan p = {.scene = scene, .a = wend_scene_get(scene), .scale = def->scale};
    draw_sheet sheet;
    wend_status status = scene_plan_draw_all(&p, def, canvas_kind_of(path), &sheet, error);
    if (status == WEND_OK) status = canvas_save(p.c, path, error);
    ARRAY_FREE(&p.points);
    canvas_destroy(p.c);
    return status;
}

wend_status draw_plan_image(const wend_scene* scene, const draw_def* def, wend_image* image,
                            draw_sheet* sheet, wend_error* error) {
    plan p = {.scene = scene, .a = wend_scene_get(scene), .scale = def->scale};
    draw_sheet drawn = {0};
    *image = (wend_image){0};
    wend_status status = scene_plan_draw_all(&p, def, CANVAS_PNG, &drawn, error);
    if (status == WEND_OK) status = canvas_image(p.c, image, error);
    ARRAY_FREE(&p.points);
    canvas_destroy(p.c);
    drawn.c = NULL;
    if (sheet) *sheet = drawn;
    return status;
}
