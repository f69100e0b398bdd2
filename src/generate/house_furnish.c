// Placement of models in a room: candidate spots, collision and reachability tests, objects on the
// surfaces of other objects.
#include "generate/house_furnish.h"

static const float wall_gap = 0.006f;

// ---- models -------------------------------------------------------------------------------------

const model* furnish_model_sized(furnisher* f, wend_category category, int shape, taste t,
                                 wend_vec3 extent) {
    const house_palette* p = &f->site->palette;
    uint32_t shapes = (uint32_t)model_shape_count(category);
    if (!shapes) return NULL;
    uint32_t look = t == TASTE_NONE ? wend_rng_u32(f->rng) >> 8 : p->variant;
    uint32_t wanted = shape < 0 ? wend_rng_below(f->rng, shapes) : (uint32_t)shape;
    model_def def = {.category = category, .extent = extent};
    def.variant = wanted % shapes + shapes * (look % 4096);
    // `material` stays unset: the variant chooses the material, the palette only its colour.
    // leather.
    if (t == TASTE_WOOD) def.color = p->wood;
    if (t == TASTE_FABRIC) def.color = p->fabric;
    if (t == TASTE_ACCENT) def.color = p->accent;
    return model_library_get(f->site->library, &def);
}

const model* furnish_model(furnisher* f, wend_category category, int shape, taste t) {
    return furnish_model_sized(f, category, shape, t, wend_v3(0, 0, 0));
}

// ---- spots --------------------------------------------------------------------------------------

// Facing direction by quarter turns.
static const float face_x[4] = {0, -1, 0, 1}, face_z[4] = {-1, 0, 1, 0};
static const float left_x[4] = {1, 0, -1, 0}, left_z[4] = {0, -1, 0, 1};

wend_vec2 spot_point(const spot* s, float u, float d) {
    int q = s->quarters & 3;
    return (wend_vec2){s->x + u * left_x[q] + d * face_x[q], s->z + u * left_z[q] + d * face_z[q]};
}

spot spot_moved(const spot* s, float u, float d, int quarters) {
    wend_vec2 p = spot_point(s, u, d);
    return (spot){p.x, p.y, (s->quarters + quarters) & 3, s->score};
}

wend_aabb spot_box(const furnisher* f, const spot* s, const float u[2], const float d[2],
                   const float y[2]) {
    wend_vec2 a = spot_point(s, u[0], d[0]), b = spot_point(s, u[1], d[1]);
    return (wend_aabb){{fminf(a.x, b.x), f->floor + y[0], fminf(a.y, b.y)},
                       {fmaxf(a.x, b.x), f->floor + y[1], fmaxf(a.y, b.y)}};
}

house_side spot_side(const spot* s) {
    static const house_side sides[4] = {SIDE_BACK, SIDE_RIGHT, SIDE_FRONT, SIDE_LEFT};
    return sides[s->quarters & 3];
}

// Sorts by descending score. Stable, so that the order does not depend on the platform.
static void sort_spots(spot* spots, int count) {
    for (int i = 1; i < count; i++) {
        spot s = spots[i];
        int k = i;
        for (; k > 0 && spots[k - 1].score < s.score; k--) spots[k] = spots[k - 1];
        spots[k] = s;
    }
}

int furnish_wall_spots(furnisher* f, float width, spot_wish wish, spot spots[FURNISH_MAX_SPOTS]) {
    house_rect in = f->in;
    int count = 0;
    for (int q = 0; q < 4; q++) {
        bool along_x = q % 2 == 0;
        float length = along_x ? in.x1 - in.x0 : in.z1 - in.z0;
        float spare = length - width - 2 * wall_gap;
        if (spare < 0) continue;
        int steps = (int)(spare / 0.15f);
        if (steps > 60) steps = 60;
        float favour = wend_rng_float(f->rng);
        for (int i = 0; i <= steps && count < FURNISH_MAX_SPOTS; i++) {
            float share = steps ? (float)i / (float)steps : 0.5f;
            float at = wall_gap + width / 2 + spare * share;
            float corner = fabsf(2 * share - 1);  // 1 in the corners, 0 in the middle
            spot s = {.quarters = q, .score = favour + 0.3f * wend_rng_float(f->rng)};
            if (wish == SPOT_CORNER) s.score += corner > 0.999f ? 2 : corner * 0.3f;
            if (wish == SPOT_MIDDLE) s.score += 1 - corner;
            s.x = along_x ? in.x0 + at : (q == 1 ? in.x1 - wall_gap : in.x0 + wall_gap);
            s.z = along_x ? (q == 0 ? in.z1 - wall_gap : in.z0 + wall_gap) : in.z0 + at;
            spots[count++] = s;
        }
    }
    sort_spots(spots, count);
    return count;
}

int furnish_island_spots(furnisher* f, spot spots[FURNISH_MAX_SPOTS]) {
    house_rect in = f->in;
    const int side = 11;  // spots along each axis
    int count = 0, turn = wend_rng_range(f->rng, 0, 1);
    float wide = in.x1 - in.x0, deep = in.z1 - in.z0;
    for (int i = 0; i < side; i++)
        for (int k = 0; k < side; k++)
            for (int q = 0; q < 2; q++) {
                float a = ((float)i + 0.5f) / (float)side, b = ((float)k + 0.5f) / (float)side;
                spot s = {in.x0 + wide * a, in.z0 + deep * b, (q + turn) & 1, 0};
                s.score = 1 - hypotf((a - 0.5f) * wide, (b - 0.5f) * deep) -
                          0.3f * (float)q * wend_rng_float(f->rng);
                spots[count++] = s;
            }
    sort_spots(spots, count);
    return count;
}

// ---- pieces -------------------------------------------------------------------------------------

wend_aabb furnish_box(const furnisher* f, const model* m, const spot* s, float y) {
    const float u[2] = {-m->extent.x / 2, m->extent.x / 2};
    const float d[2] = {-m->extent.z / 2, m->extent.z / 2};
    const float h[2] = {y, y + m->extent.y};
    return spot_box(f, s, u, d, h);
}

bool furnish_fits(furnisher* f, wend_aabb box, const wend_vec2* stop) {
    return space_is_free(f->space, box, false) && space_keeps_passages(f->space, &box, 1, stop);
}

static uint32_t place_model(furnisher* f, const model* m, wend_vec3 at, float turn,
                            uint32_t support, wend_relation relation) {
    house_site* site = f->site;
    float heading = site->heading + turn;
    if (heading > (float)WEND_PI) heading -= 2 * (float)WEND_PI;
    f->seen[m->category]++;
    return model_place(site->library, m,
                       &(model_placement){.at = wend_transform_point(&site->frame, at),
                                          .heading = heading,
                                          .room = site->rooms[f->room],
                                          .support = support,
                                          .relation = relation});
}

static piece* put_on(furnisher* f, const model* m, spot s, float y, uint32_t support,
                     wend_relation relation) {
    if (!m || f->piece_count == FURNISH_MAX_PIECES) return NULL;
    piece* p = &f->pieces[f->piece_count++];
    *p = (piece){.model = m, .at = s, .y = y, .box = f->space->box_count};
    space_fill(f->space, furnish_box(f, m, &s, y));
    p->object = place_model(f, m, wend_v3(s.x, f->floor + y, s.z),
                            (float)s.quarters * (float)WEND_PI / 2, support, relation);
    return p;
}

piece* furnish_put(furnisher* f, const model* m, spot s, float y) {
    if (y <= 0.05f) return put_on(f, m, s, y, 0, WEND_RELATION_NONE);
    bool from_ceiling = m && y + m->extent.y > PLAN_CEILING - 0.02f;
    uint32_t support =
        from_ceiling ? f->site->ceilings[f->room] : f->site->walls[f->room][spot_side(&s)];
    return put_on(f, m, s, y, support, WEND_RELATION_FIXED);
}

piece* furnish_put_on_rug(furnisher* f, const model* m, spot s, const piece* rug) {
    if (!rug) return furnish_put(f, m, s, 0);
    return put_on(f, m, s, rug->model->extent.y, rug->object, WEND_RELATION_ON);
}

piece* furnish_try(furnisher* f, const model* m, const spot* s, float front, float y) {
    if (!m) return NULL;
    wend_aabb box = furnish_box(f, m, s, y);
    if (!space_is_free(f->space, box, false)) return NULL;
    if (y > 0.05f) return furnish_put(f, m, *s, y);
    const float u[2] = {-m->extent.x / 2, m->extent.x / 2};
    const float d[2] = {m->extent.z / 2, m->extent.z / 2 + front};
    const float h[2] = {0, 1.2f};
    wend_aabb before = spot_box(f, s, u, d, h);
    wend_vec2 stop = spot_point(s, 0, m->extent.z / 2 + fmaxf(front / 2, SPACE_BODY + 0.06f));
    if (front > 0 && (!space_is_empty(f->space, before) || !space_contains(f->space, before)))
        return NULL;
    if (!space_keeps_passages(f->space, &box, 1, front > 0 ? &stop : NULL)) return NULL;
    piece* p = furnish_put(f, m, *s, y);
    if (front > 0) {
        space_keep_clear(f->space, before);
        space_add_stop(f->space, stop);
    }
    return p;
}

piece* furnish_at_wall(furnisher* f, const model* m, spot_wish wish, float front, float y) {
    if (!m) return NULL;
    spot spots[FURNISH_MAX_SPOTS];
    int count = furnish_wall_spots(f, m->extent.x, wish, spots);
    for (int i = 0; i < count; i++) {
        spot s = spot_moved(&spots[i], 0, m->extent.z / 2, 0);
        piece* p = furnish_try(f, m, &s, front, y);
        if (p) return p;
    }
    return NULL;
}

piece* furnish_beside(furnisher* f, const piece* other, const model* m, int direction) {
    if (!other || !m) return NULL;
    float u = (float)direction * ((other->model->extent.x + m->extent.x) / 2 + 0.02f);
    float d = (m->extent.z - other->model->extent.z) / 2;  // aligns the backs
    spot s = spot_moved(&other->at, u, d, 0);
    return furnish_try(f, m, &s, 0, other->y > 0.05f ? other->y : 0);
}

piece* furnish_above(furnisher* f, const piece* other, const model* m, float y) {
    if (!other || !m) return NULL;
    spot s = spot_moved(&other->at, 0, (m->extent.z - other->model->extent.z) / 2, 0);
    return furnish_try(f, m, &s, 0, y);
}

piece* furnish_on_floor(furnisher* f, const model* m) {
    if (!m) return NULL;
    for (int i = 0; i < 24; i++) {
        // Random positions near the walls.
        spot s = {.quarters = wend_rng_range(f->rng, 0, 3)};
        float along = wend_rng_float(f->rng), off = 0.02f + 0.25f * wend_rng_float(f->rng);
        float reach = s.quarters % 2 ? m->extent.x / 2 : m->extent.z / 2;
        float wide = f->in.x1 - f->in.x0, deep = f->in.z1 - f->in.z0;
        switch (wend_rng_range(f->rng, 0, 3)) {
            case 0:
                s.x = f->in.x0 + wide * along, s.z = f->in.z0 + reach + off;
                break;
            case 1:
                s.x = f->in.x0 + wide * along, s.z = f->in.z1 - reach - off;
                break;
            case 2:
                s.z = f->in.z0 + deep * along, s.x = f->in.x0 + reach + off;
                break;
            default:
                s.z = f->in.z0 + deep * along, s.x = f->in.x1 - reach - off;
                break;
        }
        piece* p = furnish_try(f, m, &s, 0, 0);
        if (p) return p;
    }
    return NULL;
}

// ---- objects on objects -------------------------------------------------------------------------

static bool small_is_free(const furnisher* f, wend_aabb box, int own_box) {
    const float touch = 0.002f;
    wend_aabb in = {{box.low.x + touch, box.low.y + touch, box.low.z + touch},
                    {box.high.x - touch, box.high.y - touch, box.high.z - touch}};
    for (int i = 0; i < f->small_count; i++)
        if (wend_aabb_overlaps(f->small[i], in)) return false;
    for (int i = 0; i < f->space->box_count; i++)
        if (i != own_box && f->space->boxes[i].use != SPACE_CLEAR &&
            wend_aabb_overlaps(f->space->boxes[i].box, in))
            return false;
    return true;
}

// The highest point of a model within `half` of `middle`, near a surface. Surfaces are not flat:
// covers bulge, cisterns have buttons.
static float rest_height(const scene_builder* b, const model* m, const model_surface* at,
                         wend_vec2 middle, wend_vec2 half) {
    float rest = at->y;
    for (int part = 0; part < m->part_count; part++) {
        const wend_mesh* mesh = &b->meshes.items[m->parts[part].mesh];
        const wend_vec3* p = b->positions.items + mesh->first_vertex;
        const uint32_t* index = b->indices.items + mesh->first_index;
        for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3) {
            wend_aabb t = {p[index[i]], p[index[i]]};
            t = wend_aabb_add(wend_aabb_add(t, p[index[i + 1]]), p[index[i + 2]]);
            bool below = t.low.x < middle.x + half.x && t.high.x > middle.x - half.x &&
                         t.low.z < middle.y + half.y && t.high.z > middle.y - half.y;
            if (below && t.high.y > rest && t.high.y < at->y + 0.06f) rest = t.high.y;
        }
    }
    return rest;
}

// Tries to place a model at (x, z) of the frame of piece `p` on one of its surfaces, rotated by
// `turn`.
static bool try_on(furnisher* f, const piece* p, const model_surface* at, const model* m,
                   wend_vec2 offset, float turn) {
    const float contact = 0.0015f;    // metres; avoids coplanar faces
    const float max_raised = 0.025f;  // metres; above that the object would float visibly
    float cosine = fabsf(cosf(turn)), sine = fabsf(sinf(turn));
    wend_vec2 half = {(cosine * m->extent.x + sine * m->extent.z) / 2,
                      (sine * m->extent.x + cosine * m->extent.z) / 2};
    bool under = at->relation == WEND_RELATION_UNDER;
    float rest = under ? 0 : rest_height(f->site->b, p->model, at, offset, half);
    if (!under && rest - at->y > max_raised) return false;
    float heading = (float)p->at.quarters * (float)WEND_PI / 2 + turn;
    float c = fabsf(cosf(heading)), s = fabsf(sinf(heading));
    float half_x = (c * m->extent.x + s * m->extent.z) / 2;
    float half_z = (s * m->extent.x + c * m->extent.z) / 2;
    // The z axis of a model points opposite to its front.
    wend_vec2 middle = spot_point(&p->at, offset.x, -offset.y);
    float y = f->floor + p->y + (under ? 0 : rest + contact);
    wend_aabb box = {{middle.x - half_x, y, middle.y - half_z},
                     {middle.x + half_x, y + m->extent.y, middle.y + half_z}};
    if (f->small_count == FURNISH_MAX_SMALL || !small_is_free(f, box, p->box)) return false;
    f->small[f->small_count++] = box;
    place_model(f, m, wend_v3(middle.x, y, middle.y), heading, p->object, at->relation);
    return true;
}

static const model_surface* top_surface(const model* m) {
    const model_surface* top = NULL;
    for (int i = 0; i < m->surface_count; i++)
        if (m->surfaces[i].relation == WEND_RELATION_ON && (!top || m->surfaces[i].y > top->y))
            top = &m->surfaces[i];
    return top;
}

bool furnish_on_middle(furnisher* f, const piece* p, const model* m) {
    const model_surface* s = p && m ? top_surface(p->model) : NULL;
    if (!s) return false;
    wend_vec2 middle = {(s->low.x + s->high.x) / 2, (s->low.y + s->high.y) / 2};
    return m->extent.x <= s->high.x - s->low.x && m->extent.z <= s->high.y - s->low.y &&
           try_on(f, p, s, m, middle, 0);
}

bool furnish_on(furnisher* f, const piece* p, const model* m, wend_relation relation, lie how) {
    if (!p || !m || !p->model->surface_count) return false;
    for (int i = 0; i < 12; i++) {
        int which = wend_rng_range(f->rng, 0, p->model->surface_count - 1);
        const model_surface* s = &p->model->surfaces[which];
        float turn = wend_rng_between(f->rng, -3.1f, 3.1f);
        float a = wend_rng_float(f->rng), b = wend_rng_float(f->rng);
        if (how != LIE_FREE) turn = 0;
        if (how == LIE_BACK) b = 1 - 0.15f * b;
        if (how == LIE_FRONT) b = 0.3f * b;
        if (s->relation != relation || m->extent.y > s->clearance) continue;
        float cosine = fabsf(cosf(turn)), sine = fabsf(sinf(turn));
        float half_x = (cosine * m->extent.x + sine * m->extent.z) / 2;
        float half_z = (sine * m->extent.x + cosine * m->extent.z) / 2;
        float free_x = s->high.x - s->low.x - 2 * half_x;
        float free_z = s->high.y - s->low.y - 2 * half_z;
        if (free_x < 0 || free_z < 0) continue;
        wend_vec2 offset = {s->low.x + half_x + a * free_x, s->low.y + half_z + b * free_z};
        if (try_on(f, p, s, m, offset, turn)) return true;
    }
    return false;
}

// ---- the building -------------------------------------------------------------------------------

void house_furnish(house_site* site) {
    furnisher* f = wend_alloc_zero(1, sizeof *f);
    house_space* space = wend_alloc(sizeof *space);
    if (!f || !space) site->b->status = WEND_NO_MEMORY;
    for (int room = 0; site->b->status == WEND_OK && room < site->plan->room_count; room++) {
        f->site = site;
        f->space = space;
        f->rng = &site->rng;
        f->room = room;
        f->type = site->plan->rooms[room].type;
        f->in = house_room_inside(site->plan, room);
        f->floor = plan_floor(site->plan->rooms[room].level);
        f->piece_count = f->small_count = 0;
        space_reset(space, site->plan, room);
        furnish_groups(f);
        furnish_recipe(f);
        furnish_clutter(f);
    }
    wend_free(space);
    wend_free(f);
}
