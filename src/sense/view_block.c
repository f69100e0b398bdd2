// The block of a view: its layout, and validation of a cached block.
#include <string.h>

#include "sense/view.h"

static const uint32_t no_texel = UINT32_MAX;  // stands for the texels of a scene without textures

typedef struct view_places {
    uint64_t nodes, groups, surfaces, lights, materials, movables, movable_of, end;
} view_places;

static uint64_t view_block_take(uint64_t* end, uint64_t count, uint64_t size) {
    uint64_t begin = *end;
    *end += (count * size + 63) / 64 * 64;
    return begin;
}

static view_places places_of(const view_counts* c) {
    view_places p = {0};
    p.nodes = view_block_take(&p.end, c->nodes, sizeof(view_node));
    p.groups = view_block_take(&p.end, c->groups, sizeof(view_group));
    p.surfaces = view_block_take(&p.end, c->surfaces, sizeof(view_surface));
    p.lights = view_block_take(&p.end, c->lights, sizeof(uint32_t));
    p.materials = view_block_take(&p.end, c->materials, sizeof(view_material));
    p.movables = view_block_take(&p.end, c->movables, sizeof(view_movable));
    p.movable_of = view_block_take(&p.end, c->instances, sizeof(uint32_t));
    return p;
}

uint64_t view_block_size(const view_counts* counts) { return places_of(counts).end; }

static int log2_of(uint32_t side) {
    int n = 0;
    while (side > 1) side >>= 1, n++;
    return n;
}

static void fill_materials(const wend_scene_arrays* a, view_material* materials) {
    for (uint32_t i = 0; i < a->materials.count; i++) {
        const wend_material* m = &a->materials.items[i];
        view_material out = {.width_log = -1, .height_log = -1, .flags = m->flags};
        memcpy(&out.mean, m->mean, 4);
        memcpy(&out.color, m->color, 4);
        if (m->texture) {
            const wend_texture* t = &a->textures.items[m->texture - 1];
            out.texel = t->first_texel;
            out.width_log = (int16_t)log2_of(t->width);
            out.height_log = (int16_t)log2_of(t->height);
            out.mip_count = (int32_t)t->mip_count;
        }
        materials[i] = out;
    }
}

void view_set_block(wend_view* view, const wend_scene* scene, const view_counts* counts,
                    void* block) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    view_places p = places_of(counts);
    char* base = block;
    *view = (wend_view){.scene = scene,
                        .block = block,
                        .block_size = p.end,
                        .nodes = (view_node*)(base + p.nodes),
                        .groups = (view_group*)(base + p.groups),
                        .surfaces = (view_surface*)(base + p.surfaces),
                        .lights = (uint32_t*)(base + p.lights),
                        .materials = (view_material*)(base + p.materials),
                        .texels = a->texels.count ? a->texels.items : &no_texel,
                        .movables = (view_movable*)(base + p.movables),
                        .movable_of = (uint32_t*)(base + p.movable_of),
                        .node_count = counts->nodes,
                        .group_count = counts->groups,
                        .surface_count = counts->surfaces,
                        .light_count = counts->lights,
                        .material_count = counts->materials,
                        .movable_count = counts->movables,
                        .instance_count = counts->instances,
                        .triangle_count = counts->triangles};
    fill_materials(a, (view_material*)(base + p.materials));
}

view_counts view_get_counts(const wend_view* view) {
    return (view_counts){view->node_count,     view->group_count,    view->surface_count,
                         view->light_count,    view->material_count, view->movable_count,
                         view->instance_count, view->triangle_count};
}

// ---- validation ---------------------------------------------------------------------------------

// A float with an exponent of all ones is infinite or NaN; eight are tested at a time.
static bool are_finite(const void* floats, size_t count) {
    const uint32_t* bits = floats;
    uint32_t bad = 0;
    for (size_t i = 0; i < count; i++) bad |= (bits[i] & 0x7F800000u) == 0x7F800000u;
    return !bad;
}

// Checks the tree: every node except the root has one parent with a smaller index, and the depth is
// bounded.
static bool nodes_are_sound(const wend_view* v, uint8_t* depth) {
    for (uint32_t i = 0; i < v->node_count; i++) {
        const view_node* node = &v->nodes[i];
        if (node->count > VIEW_WIDTH || (i && !depth[i]) || depth[i] >= VIEW_MAX_DEPTH ||
            !are_finite(node->low, 6 * VIEW_WIDTH))
            return false;
        for (uint32_t k = 0; k < node->count; k++) {
            uint32_t child = node->child[k];
            if (child & VIEW_LEAF) {
                if ((child & ~VIEW_LEAF) >= v->group_count) return false;
                continue;
            }
            if (child <= i || child >= v->node_count || depth[child]) return false;
            depth[child] = (uint8_t)(depth[i] + 1);
        }
    }
    return true;
}

static bool groups_are_sound(const wend_view* v) {
    for (uint32_t i = 0; i < v->group_count; i++) {
        const view_group* g = &v->groups[i];
        if (g->count > VIEW_WIDTH || g->movable >= v->movable_count ||
            !are_finite(g->corner, 15 * VIEW_WIDTH))
            return false;
        for (int k = 0; k < VIEW_WIDTH; k++)
            if (g->surface[k] >= v->surface_count) return false;
    }
    return true;
}

static bool surfaces_are_sound(const wend_view* v, const wend_scene_arrays* a) {
    for (uint32_t i = 0; i < v->surface_count; i++) {
        const view_surface* s = &v->surfaces[i];
        if (s->object >= a->objects.count || s->material >= v->material_count ||
            s->category >= WEND_CATEGORY_COUNT || s->columns < 1 || s->rows < 1 ||
            s->light > v->light_count ||
            (uint32_t)s->columns * s->rows > v->light_count - s->light ||
            !are_finite(s->x, 4 * VIEW_FUNCTIONS))
            return false;
    }
    return true;
}

static bool movables_are_sound(const wend_view* v) {
    for (uint32_t i = 0; i < v->movable_count; i++) {
        const view_movable* m = &v->movables[i];
        if ((i && m->instance >= v->instance_count) || m->first_group > v->group_count ||
            m->group_count > v->group_count - m->first_group)
            return false;
    }
    for (uint32_t i = 0; i < v->instance_count; i++)
        if (v->movable_of[i] >= v->movable_count) return false;
    return true;
}

static bool counts_are_sound(const view_counts* c, const wend_scene* scene) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    return c->nodes >= 1 && c->nodes <= c->groups + 1 && c->groups <= c->triangles &&
           c->surfaces <= c->triangles && c->triangles <= VIEW_MAX_TRIANGLES &&
           c->triangles <= wend_scene_triangles(scene) && c->materials == a->materials.count &&
           c->materials <= VIEW_MAX_MATERIALS && c->movables >= 1 &&
           c->movables <= a->instances.count + 1 && c->instances == a->instances.count;
}

bool view_counts_fit(const view_counts* counts, const wend_scene* scene, uint64_t block_size) {
    return counts_are_sound(counts, scene) && view_block_size(counts) == block_size;
}

wend_status view_adopt(const wend_scene* scene, const view_counts* counts, void* block,
                       const char* where, wend_view** out, wend_error* error) {
    *out = NULL;
    wend_view* view = wend_alloc_zero(1, sizeof *view);
    uint8_t* depth = wend_alloc_zero(counts->nodes, 1);
    if (!view || !depth) {
        wend_free(view);
        wend_free(depth);
        wend_free(block);
        return wend_fail(error, WEND_NO_MEMORY,
                         "%s: out of memory while preparing it for rendering", where);
    }
    view_set_block(view, scene, counts, block);
    bool sound = nodes_are_sound(view, depth) && groups_are_sound(view) &&
                 surfaces_are_sound(view, wend_scene_get(scene)) && movables_are_sound(view);
    wend_free(depth);
    if (!sound) {
        wend_view_destroy(view);
        return wend_fail(error, WEND_FORMAT, "%s: its view is damaged; delete it, it is remade",
                         where);
    }
    *out = view;
    return WEND_OK;
}
