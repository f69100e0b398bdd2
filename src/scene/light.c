#include "scene/light.h"

#include <stdlib.h>
#include <string.h>

#include "scene/light_sample.h"
#include "scene/light_source.h"

enum { FINE_RINGS = 4, FINE_SECTORS = 8, FINE_RAYS = 32 };        // for the building
enum { COARSE_RINGS = 2, COARSE_SECTORS = 8, COARSE_RAYS = 16 };  // for what stands in it
enum { SKY_RAYS = 4, SUN_RAYS = 4, PANE_RAYS = 4 };
enum { DARKEST = 20, GLOW = 235, TYPICAL = 128 };
enum { SPREAD_RINGS = 64 };  // of vertices; bounds the time that a mesh takes

static const float bounce_cell = 0.6f;    // metres: surfaces this close bounce alike
static const float corner_reach = 1.5f;   // metres: what is nearer takes light from nowhere away
static const float cover_reach = 0.3f;    // metres: what is nearer, on all sides, covers
static const float crevice_reach = 0.1f;  // metres: the same for things
static const float least_share = 0.002f;  // sources that give less are not looked at

light_def light_default_def(void) {
    light_def def = {.sky = 1, .sun = 1.8f, .to_sun = {-0.48f, 0.80f, 0.36f}};
    def.to_sun = wend_v3_normalize(def.to_sun);
    def.lamp = 0.35f;
    def.ambient = 0.03f;
    return def;
}

// Mean direct light of the samples in a cell that face one way.
typedef struct bounce_cell_sum {
    uint64_t key;
    float sum;
    uint32_t count;  // 0: a free slot
} bounce_cell_sum;

// What the neighbours of a vertex have together.
typedef struct spread_sum {
    uint32_t light, count;
} spread_sum;

typedef struct baker {
    const wend_scene* scene;
    const wend_scene_arrays* a;
    light_def def;
    rays* rays;
    light_sources sources;
    light_samples samples;
    bounce_cell_sum* cells;  // hash table
    uint64_t cell_mask;
    float* albedo;       // [materials]: share of light that comes back
    float* room_direct;  // [rooms]: mean direct light, for cells that hold no sample
    float* exposure;     // [rooms]: light that becomes TYPICAL
    spread_sum* sums;    // [vertices of the largest mesh]
    wend_vec3 fine[FINE_RAYS], coarse[COARSE_RAYS], sky[SKY_RAYS], sun[SUN_RAYS];
} baker;

// ---- straight light -----------------------------------------------------------------------------

static float sky_radiance(const baker* b, wend_vec3 direction) {
    // Below the horizon there is ground, as far as anybody knows.
    float share = direction.y > 0 ? 0.8f + 0.4f * direction.y : 0.3f;
    return b->def.sky * share;
}

typedef struct lit_point {
    const baker* baker;
    const light_sample* sample;
    float light;
} lit_point;

// The pane as four small ones; each is seen from the point, and the sky through it.
static float window_light(const baker* b, const light_sample* s, const light_source* w) {
    wend_vec3 directions[PANE_RAYS];
    float shares[PANE_RAYS];
    int count = 0;
    for (int i = 0; i < PANE_RAYS; i++) {
        wend_vec3 at =
            wend_v3_mad(wend_v3_mad(w->at, w->u, i & 1 ? 0.5f : -0.5f), w->v, i & 2 ? 0.5f : -0.5f);
        wend_vec3 d = wend_v3_sub(at, s->at);
        float square = wend_v3_dot(d, d), area = w->area / PANE_RAYS;
        d = wend_v3_normalize(d);
        float cosines = fmaxf(wend_v3_dot(d, s->normal), 0) * fmaxf(-wend_v3_dot(d, w->inward), 0);
        float share = area * cosines / ((float)WEND_PI * square + area);  // no pole at the glass
        if (share < least_share / PANE_RAYS) continue;
        shares[count] = share;
        directions[count++] = d;
    }
    if (!count) return 0;
    bool open[PANE_RAYS];
    rays_open(b->rays, s->at, directions, NULL, count, open);
    float light = 0;
    for (int i = 0; i < count; i++)
        if (open[i]) light += shares[i] * sky_radiance(b, directions[i]);
    return light;
}

static float lamp_light(const baker* b, const light_sample* s, const light_source* lamp) {
    wend_vec3 d = wend_v3_sub(lamp->at, s->at);
    float distance = wend_v3_length(d), reach = distance - lamp->radius;
    d = wend_v3_normalize(d);
    float light = lamp->power * wend_v3_dot(d, s->normal) / (distance * distance + 0.2f);
    if (light < least_share * b->def.lamp) return 0;
    return reach <= 0 || rays_open(b->rays, s->at, &d, &reach, 1, NULL) ? light : 0;
}

static bool add_source(void* context, const light_source* source) {
    lit_point* p = context;
    p->light += source->is_window ? window_light(p->baker, p->sample, source)
                                  : lamp_light(p->baker, p->sample, source);
    return true;
}

static float sun_light(const baker* b, const light_sample* s) {
    float cosine = wend_v3_dot(s->normal, b->def.to_sun);
    if (cosine <= 0) return 0;
    int open = rays_open(b->rays, s->at, b->sun, NULL, SUN_RAYS, NULL);
    // Indoors a patch of sun would be a white blot, a metre wide as vertices are: thin curtains.
    float share = s->room ? 0.25f : 1;
    return share * b->def.sun * cosine * (float)open / SUN_RAYS;
}

// A first idea of the sky, good enough for what bounces off here.
static float rough_sky(const baker* b, const light_sample* s) {
    wend_vec3 directions[SKY_RAYS];
    bool open[SKY_RAYS];
    light_turn(s->normal, b->sky, SKY_RAYS, directions);
    rays_open(b->rays, s->at, directions, NULL, SKY_RAYS, open);
    float light = 0;
    for (int i = 0; i < SKY_RAYS; i++)
        if (open[i]) light += sky_radiance(b, directions[i]) / SKY_RAYS;
    return light;
}

static void light_directly(baker* b) {
    for (size_t i = 0; i < b->samples.list.count; i++) {
        light_sample* s = &b->samples.list.items[i];
        lit_point p = {b, s, 0};
        light_sources_visit(&b->sources, s->room, add_source, &p);
        s->light = p.light + sun_light(b, s);
        s->direct = s->light + rough_sky(b, s);
    }
}

// ---- the bounce ---------------------------------------------------------------------------------

// The cell of this key, or the free slot where it would be.
static bounce_cell_sum* find_cell(const baker* b, uint64_t key) {
    uint64_t slot = key & b->cell_mask;
    while (b->cells[slot].count && b->cells[slot].key != key) slot = (slot + 1) & b->cell_mask;
    return &b->cells[slot];
}

static bool fill_cells(baker* b) {
    uint64_t size = 64;
    while (size < 2 * b->samples.list.count) size *= 2;
    b->cell_mask = size - 1;
    b->cells = wend_alloc_zero(size, sizeof *b->cells);
    b->room_direct = wend_alloc_zero(b->a->rooms.count, sizeof *b->room_direct);
    uint32_t* counts = wend_alloc_zero(b->a->rooms.count, sizeof *counts);
    bool done = b->cells && b->room_direct && counts;
    for (size_t i = 0; done && i < b->samples.list.count; i++) {
        const light_sample* s = &b->samples.list.items[i];
        uint64_t key = light_cell_key(s->at, bounce_cell, s->normal);
        bounce_cell_sum* cell = find_cell(b, key);
        cell->key = key;
        cell->sum += s->direct;
        cell->count++;
        b->room_direct[s->room] += s->direct;
        counts[s->room]++;
    }
    for (uint32_t i = 0; done && i < b->a->rooms.count; i++)
        if (counts[i]) b->room_direct[i] /= (float)counts[i];
    wend_free(counts);
    return done;
}

static float bounced(const baker* b, const light_sample* s, wend_vec3 direction,
                     const rays_hit* hit) {
    wend_vec3 at = wend_v3_mad(wend_v3_mad(s->at, direction, hit->distance), hit->normal, 0.015f);
    const bounce_cell_sum* cell = find_cell(b, light_cell_key(at, bounce_cell, hit->normal));
    float direct = cell->count ? cell->sum / (float)cell->count : b->room_direct[s->room];
    float albedo = b->albedo[b->a->instances.items[hit->instance].material];
    return direct * albedo / (1 - 0.6f * albedo);  // and some of what bounces again
}

typedef struct pane_test {
    wend_vec3 from, direction;
    bool passes;
} pane_test;

// Whether a ray goes through a window: what comes through there has been counted already.
static bool test_pane(void* context, const light_source* w) {
    pane_test* t = context;
    if (!w->is_window) return true;
    float slope = wend_v3_dot(t->direction, w->inward);
    if (slope >= 0) return true;
    float along = wend_v3_dot(wend_v3_sub(w->at, t->from), w->inward) / slope;
    wend_vec3 offset = wend_v3_sub(wend_v3_mad(t->from, t->direction, along), w->at);
    t->passes = along > 0 && fabsf(wend_v3_dot(offset, w->u)) <= wend_v3_dot(w->u, w->u) &&
                fabsf(wend_v3_dot(offset, w->v)) <= wend_v3_dot(w->v, w->v);
    return !t->passes;
}

static float missed(const baker* b, const light_sample* s, wend_vec3 direction) {
    pane_test t = {s->at, direction, false};
    light_sources_visit(&b->sources, s->room, test_pane, &t);
    return t.passes ? 0 : sky_radiance(b, direction);
}

static void gather(baker* b, light_sample* s) {
    const wend_vec3* around = s->is_fine ? b->fine : b->coarse;
    int count = s->is_fine ? FINE_RAYS : COARSE_RAYS, backs = 0, covers = 0;
    wend_vec3 directions[FINE_RAYS];
    rays_hit hits[FINE_RAYS];
    light_turn(s->normal, around, count, directions);
    rays_cast(b->rays, s->at, directions, count, hits);
    float sum = 0, open = 0;
    for (int i = 0; i < count; i++) {
        rays_hit* hit = &hits[i];
        if (isinf(hit->distance)) {
            sum += missed(b, s, directions[i]);
            open += 1;
            continue;
        }
        open += fminf(hit->distance / corner_reach, 1);
        covers += hit->distance < (s->is_fine ? cover_reach : crevice_reach);
        if (wend_v3_dot(directions[i], hit->normal) > 0) {
            uint32_t material = b->a->instances.items[hit->instance].material;
            if (!(b->a->materials.items[material].flags & WEND_MATERIAL_DOUBLE_SIDED)) {
                backs++;  // seen from within: no light comes from there
                continue;
            }
            hit->normal = wend_v3_scale(hit->normal, -1);
        }
        sum += bounced(b, s, directions[i], hit);
    }
    s->gathered = (sum + b->def.ambient * open) / (float)count;
    // A wall's vertex behind a wardrobe is as good as buried, and one between two cushions: their
    // dark would be seen beside them. A small thing's samples are its sides.
    bool covered = covers * 5 > count * 4 && !b->samples.is_small[s->object];
    s->is_buried = backs * 2 > count || covered || !isfinite(s->gathered + s->light);
}

// Adds what each of two samples gathered to the other's neighbours, if they face the same way.
static void share(const baker* b, uint32_t i, uint32_t j, float* sums, uint32_t* counts) {
    const light_sample *p = &b->samples.list.items[i], *q = &b->samples.list.items[j];
    if (i == j || p->is_buried || q->is_buried || wend_v3_dot(p->normal, q->normal) < 0.8f) return;
    sums[i] += q->gathered;
    sums[j] += p->gathered;
    counts[i]++;
    counts[j]++;
}

// What few rays gather differs from vertex to vertex more than light does: neighbours on a surface
// share it. Straight light stays as sharp as it is.
static bool smooth(baker* b) {
    size_t count = b->samples.list.count;
    float* sums = wend_alloc_zero(count, sizeof *sums);
    uint32_t* counts = wend_alloc_zero(count, sizeof *counts);
    bool done = sums && counts;
    for (uint32_t i = 0; done && i < b->a->instances.count; i++) {
        const wend_instance* n = &b->a->instances.items[i];
        const wend_mesh* mesh = &b->a->meshes.items[n->mesh];
        const uint32_t* of_vertex = b->samples.of_vertex + n->first_light;
        const uint32_t* k = b->a->indices.items + mesh->first_index;
        for (uint32_t t = 0; !b->samples.is_small[n->object] && t < mesh->index_count; t += 3) {
            share(b, of_vertex[k[t]], of_vertex[k[t + 1]], sums, counts);
            share(b, of_vertex[k[t + 1]], of_vertex[k[t + 2]], sums, counts);
            share(b, of_vertex[k[t + 2]], of_vertex[k[t]], sums, counts);
        }
    }
    for (size_t i = 0; done && i < count; i++) {
        light_sample* s = &b->samples.list.items[i];
        float own = 0.5f * (float)counts[i] + 1;
        s->light += (own * s->gathered + sums[i]) / (own + (float)counts[i]);
    }
    wend_free(sums);
    wend_free(counts);
    return done;
}

// ---- exposure -----------------------------------------------------------------------------------

typedef struct exposed {
    uint32_t room;
    float light;
} exposed;

static int by_room_then_light(const void* left, const void* right) {
    const exposed *l = left, *r = right;
    if (l->room != r->room) return l->room < r->room ? -1 : 1;
    return (l->light > r->light) - (l->light < r->light);
}

// What is counted to expose a room: its floor; all of the building; everything in it.
typedef enum exposing { BY_FLOOR, BY_BUILDING, BY_ALL, EXPOSING_COUNT } exposing;

static bool counts(const light_sample* s, exposing by) {
    if (s->is_buried) return false;
    return by == BY_ALL || (s->is_fine && (by == BY_BUILDING || s->normal.y > 0.9f));
}

// The floor's median, so that it comes out as TYPICAL; but where much furniture stands on it, what
// is left of it is dark, and the walls have the word. A room without a building has only things.
static void expose(baker* b, exposed* list, size_t count, exposing by) {
    qsort(list, count, sizeof *list, by_room_then_light);
    for (size_t first = 0, next; first < count; first = next) {
        uint32_t room = list[first].room;
        for (next = first; next < count && list[next].room == room; next++) {
        }
        size_t size = next - first, place = by == BY_FLOOR ? size / 2 : size * 3 / 4;
        float light = list[first + place].light;
        if (by != BY_ALL || b->exposure[room] == 0)
            b->exposure[room] = fmaxf(b->exposure[room], light);
    }
}

static bool find_exposure(baker* b) {
    b->exposure = wend_alloc_zero(b->a->rooms.count, sizeof *b->exposure);
    exposed* list = wend_alloc(b->samples.list.count * sizeof *list);
    bool done = b->exposure && list;
    for (int by = 0; done && by < EXPOSING_COUNT; by++) {
        size_t count = 0;
        for (size_t i = 0; i < b->samples.list.count; i++) {
            const light_sample* s = &b->samples.list.items[i];
            if (counts(s, (exposing)by)) list[count++] = (exposed){s->room, s->light};
        }
        expose(b, list, count, (exposing)by);
    }
    wend_free(list);
    return done;
}

// The light that becomes TYPICAL at a sample. One in the thickness of a wall is in no room: a leaf
// or a frame is exposed with the side it faces, a reveal halfway between indoors and outdoors.
static float exposure_at(const baker* b, const light_sample* s) {
    uint32_t own = b->a->objects.items[s->object].room;
    if (s->room || !own) return b->exposure[s->room];
    uint32_t faced = wend_scene_room_at(b->scene, wend_v3_mad(s->at, s->normal, 0.45f));
    if (faced) return b->exposure[faced];
    bool faces_out = wend_scene_room_at(b->scene, wend_v3_mad(s->at, s->normal, -0.45f)) != 0;
    return faces_out ? b->exposure[0] : sqrtf(b->exposure[0] * b->exposure[own]);
}

// ---- writing ------------------------------------------------------------------------------------

// 0 where nothing is known.
static uint8_t exposed_byte(const baker* b, const light_sample* s) {
    float reference = exposure_at(b, s);
    if (s->is_buried || !(reference > 0)) return 0;
    // Colours are sRGB, in which twice the light is about 1.4 times the value.
    float value = sqrtf(fmaxf(s->light, 0) / reference), over = value - 1;
    if (over > 0) value = 1 + over / (1 + 3 * over);  // as film does: highlights keep their shape
    return (uint8_t)fminf(fmaxf(TYPICAL * value, DARKEST), 255);
}

// A vertex of a small thing: a mix of the samples at the three sides it faces.
static uint8_t cube_byte(const baker* b, uint32_t first, wend_vec3 n) {
    const light_sample* six = b->samples.list.items + first;
    const float along[3] = {n.x, n.y, n.z};
    float sum = 0, weight = 0;
    for (int i = 0; i < 3; i++) {
        uint8_t value = exposed_byte(b, &six[2 * i + (along[i] < 0)]);
        if (!value) continue;
        sum += along[i] * along[i] * value;
        weight += along[i] * along[i];
    }
    return weight > 1e-3f ? (uint8_t)(sum / weight) : 0;
}

static void write_instance(const baker* b, const wend_instance* n, uint8_t* light) {
    const wend_mesh* mesh = &b->a->meshes.items[n->mesh];
    const wend_object* object = &b->a->objects.items[n->object];
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t sample = b->samples.of_vertex[n->first_light + i];
        wend_vec3 normal =
            light_world_normal(&n->transform, b->a->normals.items[mesh->first_vertex + i]);
        uint8_t value = b->samples.is_small[n->object]
                            ? cube_byte(b, sample, normal)
                            : exposed_byte(b, &b->samples.list.items[sample]);
        if (light_glows(object, rays_positions(b->rays)[n->first_light + i]) && value < GLOW)
            value = GLOW;
        light[i] = value;
    }
}

// One ring of vertices without light takes the mean of its neighbours'; false: there is none left
// that has a neighbour.
static bool spread_ring(const uint32_t* indices, const wend_mesh* mesh, uint8_t* light,
                        spread_sum* sums) {
    memset(sums, 0, mesh->vertex_count * sizeof *sums);
    for (uint32_t k = 0; k + 2 < mesh->index_count; k += 3)
        for (int i = 0; i < 3; i++) {
            spread_sum* own = &sums[indices[k + i]];
            for (int j = 1; j < 3; j++) {
                uint8_t other = light[indices[k + (i + j) % 3]];
                own->light += other;
                own->count += other != 0;
            }
        }
    bool spreads = false;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        if (light[i] || !sums[i].count) continue;
        light[i] = (uint8_t)(sums[i].light / sums[i].count);
        spreads = true;
    }
    return spreads;
}

// Vertices that lie inside something take the light around them: their triangles may be seen, and
// would be dark at one end.
static void spread(const baker* b, const wend_instance* n, uint8_t* light) {
    const wend_mesh* mesh = &b->a->meshes.items[n->mesh];
    const uint32_t* indices = b->a->indices.items + mesh->first_index;
    for (int ring = 0; ring < SPREAD_RINGS; ring++)
        if (!memchr(light, 0, mesh->vertex_count) || !spread_ring(indices, mesh, light, b->sums))
            break;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (!light[i]) light[i] = TYPICAL / 2;
}

static void write_light(const baker* b, uint8_t* light) {
    for (uint32_t i = 0; i < b->a->instances.count; i++) {
        const wend_instance* n = &b->a->instances.items[i];
        write_instance(b, n, light + n->first_light);
        spread(b, n, light + n->first_light);
    }
}

// ---- baking -------------------------------------------------------------------------------------

static bool prepare(baker* b) {
    light_hemisphere(FINE_RINGS, FINE_SECTORS, b->fine);
    light_hemisphere(COARSE_RINGS, COARSE_SECTORS, b->coarse);
    light_hemisphere(2, 2, b->sky);
    for (int i = 0; i < SUN_RAYS; i++) {  // a wide sun: vertices are too far apart for sharp edges
        float angle = (float)(2 * WEND_PI) * ((float)i + 0.5f) / SUN_RAYS;
        b->sun[i] = wend_v3(0.09f * cosf(angle), 0.09f * sinf(angle), 1);
    }
    light_turn(b->def.to_sun, b->sun, SUN_RAYS, b->sun);
    for (int i = 0; i < SUN_RAYS; i++) b->sun[i] = wend_v3_normalize(b->sun[i]);
    b->albedo = wend_alloc(b->a->materials.count * sizeof *b->albedo);
    for (uint32_t i = 0; b->albedo && i < b->a->materials.count; i++) {
        const uint8_t* c = b->a->materials.items[i].mean;
        float value = (0.3f * c[0] + 0.59f * c[1] + 0.11f * c[2]) / 255;
        b->albedo[i] = fminf(value * value, 0.8f);  // about linear
    }
    uint32_t most = 0;
    for (uint32_t i = 0; i < b->a->meshes.count; i++)
        if (b->a->meshes.items[i].vertex_count > most) most = b->a->meshes.items[i].vertex_count;
    b->sums = wend_alloc(most * sizeof *b->sums);
    return b->albedo && b->sums;
}

static wend_status bake(baker* b, wend_error* error) {
    WEND_TRY(rays_create(b->scene, &b->rays, error));
    WEND_TRY(light_sources_find(b->scene, b->rays, &b->def, &b->sources, error));
    WEND_TRY(light_samples_collect(b->scene, b->rays, &b->samples, error));
    bool done = prepare(b);
    if (done) light_directly(b);
    done = done && fill_cells(b);
    for (size_t i = 0; done && i < b->samples.list.count; i++) gather(b, &b->samples.list.items[i]);
    done = done && smooth(b) && find_exposure(b);
    if (done) return WEND_OK;
    return wend_fail(error, WEND_NO_MEMORY, "%s: no memory to bake light",
                     wend_scene_name(b->scene));
}

wend_status light_bake(wend_scene* scene, const light_def* def, wend_error* error) {
    baker b = {.scene = scene, .a = wend_scene_get(scene)};
    b.def = def ? *def : light_default_def();
    wend_status status = b.a->light.count ? bake(&b, error) : WEND_OK;
    if (status == WEND_OK && b.a->light.count) {
        write_light(&b, scene_light(scene));
        scene_rehash(scene);
    }
    rays_destroy(b.rays);
    light_sources_destroy(&b.sources);
    light_samples_destroy(&b.samples);
    wend_free(b.cells);
    wend_free(b.albedo);
    wend_free(b.room_direct);
    wend_free(b.exposure);
    wend_free(b.sums);
    return status;
}
