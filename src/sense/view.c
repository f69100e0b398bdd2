#include "sense/view.h"

#include <string.h>

#include "sense/bvh.h"
#include "sense/facet.h"
#include "sense/light_grid.h"

// A facet before it is in a group.
typedef struct source {
    uint32_t instance;
    uint32_t facet;  // of its mesh
} source;

static const uint32_t NOWHERE = UINT32_MAX;

// The facets of a mesh, computed at its first use.
typedef struct mesh_facets {
    bool is_cut;
    facet_mesh mesh;
} mesh_facets;

// State of the build that is not part of the view.
typedef struct view_builder {
    const wend_scene_arrays* a;
    float cut;
    mesh_facets* meshes[FACET_MERGES];  // [how][mesh]
    uint32_t* first_surface;            // [instance]
    source* sources;
    bvh_box* boxes;
    bvh tree;
    uint32_t facet_count, surface_count, triangle_count, group_count, node_count, root;
    uint64_t light_count;
    view_movable* movables;
    uint32_t* root_of;  // [movable]: root of an inserted object's tree; else NOWHERE
    uint32_t movable_count;
    uint32_t* first_of;  // [movable]: where its sources begin; [movable_count] ends the last
} view_builder;

wend_view_def wend_view_default_def(void) { return (wend_view_def){.cut = INFINITY}; }

const wend_scene* wend_view_scene(const wend_view* view) { return view->scene; }
uint64_t wend_view_triangles(const wend_view* view) { return view->triangle_count; }

void wend_view_destroy(wend_view* view) {
    if (!view) return;
    wend_free(view->block);
    wend_free(view);
}

// ---- which facets -----------------------------------------------------------------------------

// Cut-outs are tested per triangle, and triangles above the cut are omitted one by one, so these
// are not merged. Without a texture the mapping does not matter.
static facet_merge merge_of(const view_builder* b, const wend_instance* instance) {
    const wend_material* m = &b->a->materials.items[instance->material];
    if (isfinite(b->cut) || m->flags & WEND_MATERIAL_CUTOUT) return FACET_APART;
    return m->texture ? FACET_SAME_TEXTURE : FACET_ANY_TEXTURE;
}

static const facet_mesh* facets_of(const view_builder* b, const wend_instance* instance) {
    return &b->meshes[merge_of(b, instance)][instance->mesh].mesh;
}

static wend_vec3 vertex_at(const wend_scene_arrays* a, const wend_instance* instance,
                           uint32_t vertex) {
    uint32_t first = a->meshes.items[instance->mesh].first_vertex;
    return wend_transform_point(&instance->transform, a->positions.items[first + vertex]);
}

static void view_corners_of(const view_builder* b, source s, wend_vec3 p[4]) {
    const wend_instance* instance = &b->a->instances.items[s.instance];
    const facet* f = &facets_of(b, instance)->facets.items[s.facet];
    for (int k = 0; k < 4; k++) p[k] = vertex_at(b->a, instance, f->corner[k]);
}

static bool is_drawn(const view_builder* b, const wend_instance* instance) {
    if (b->a->materials.items[instance->material].flags & WEND_MATERIAL_GLASS) return false;
    uint16_t category = b->a->objects.items[instance->object].category;
    return !isfinite(b->cut) ||
           (category != WEND_CATEGORY_CEILING && category != WEND_CATEGORY_ROOF &&
            category != WEND_CATEGORY_CEILING_LAMP);
}

static bool can_move(const view_builder* b, const wend_instance* instance) {
    return wend_object_can_move(&b->a->objects.items[instance->object]);
}

// Small enough that no product of two coordinates overflows.
static bool view_is_near(const wend_vec3 p[4]) {
    float far = 0;
    for (int k = 0; k < 4; k++) {
        if (!wend_v3_is_finite(p[k])) return false;
        far = fmaxf(far, fabsf(p[k].x) + fabsf(p[k].y) + fabsf(p[k].z));
    }
    return far < 1e6f;
}

static bool is_above(const wend_vec3 p[4], float cut) {
    return p[0].y > cut && p[1].y > cut && p[2].y > cut && p[3].y > cut;
}

// Adds the valid facets of an instance that are not above the cut.
static bool view_add_instance(view_builder* b, uint32_t index) {
    const wend_instance* instance = &b->a->instances.items[index];
    mesh_facets* own = &b->meshes[merge_of(b, instance)][instance->mesh];
    const wend_mesh* mesh = &b->a->meshes.items[instance->mesh];
    if (!own->is_cut && !facet_mesh_build(b->a, mesh, merge_of(b, instance), &own->mesh))
        return false;
    own->is_cut = true;
    b->first_surface[index] = b->surface_count;
    b->surface_count += (uint32_t)own->mesh.surfaces.count;
    for (size_t i = 0; i < own->mesh.surfaces.count; i++) {
        b->light_count += light_grid_size(&own->mesh.surfaces.items[i]);
        b->triangle_count += own->mesh.surfaces.items[i].count;
    }
    for (uint32_t i = 0; i < own->mesh.facets.count; i++) {
        source s = {index, i};
        wend_vec3 p[4];
        view_corners_of(b, s, p);
        wend_vec3 normal = wend_v3_cross(wend_v3_sub(p[2], p[0]), wend_v3_sub(p[3], p[1]));
        float area = wend_v3_dot(normal, normal);
        if (!(area > 0) || !isfinite(area) || !view_is_near(p) || is_above(p, b->cut)) continue;
        b->sources[b->facet_count] = s;
        b->boxes[b->facet_count] = bvh_box_of(p, 4);
        b->tree.order[b->facet_count] = b->facet_count;
        b->facet_count++;
    }
    return true;
}

// First the static instances, as movable 0, then each movable one.
static bool view_collect(view_builder* b) {
    uint32_t count = b->a->instances.count;
    for (uint32_t i = 0; i < count; i++) {
        const wend_instance* instance = &b->a->instances.items[i];
        if (is_drawn(b, instance) && !can_move(b, instance) && !view_add_instance(b, i))
            return false;
    }
    b->movable_count = 1;
    for (uint32_t i = 0; i < count; i++) {
        const wend_instance* instance = &b->a->instances.items[i];
        if (!is_drawn(b, instance) || !can_move(b, instance)) continue;
        b->first_of[b->movable_count] = b->facet_count;
        if (!view_add_instance(b, i)) return false;
        if (b->facet_count > b->first_of[b->movable_count])
            b->movables[b->movable_count++].instance = i;
    }
    b->first_of[b->movable_count] = b->facet_count;
    return true;
}

// ---- tree -------------------------------------------------------------------------------------

static bool view_is_hidden(const view_builder* b, uint32_t movable) {
    const wend_instance* instance = &b->a->instances.items[b->movables[movable].instance];
    return b->a->objects.items[instance->object].flags & WEND_OBJECT_HIDDEN;
}

// A tree over the trees of the movable objects: leaves of one item, each replaced by the tree of
// that item. Inserted objects have separate trees that are not linked.
static bool build_movables(view_builder* b, uint32_t* root) {
    uint32_t count = b->movable_count - 1, shown = 0;
    bvh top = {.boxes = NULL};
    bvh_box* boxes = wend_alloc((count + 1) * sizeof *boxes);
    uint32_t* roots = wend_alloc((count + 1) * sizeof *roots);
    top.order = wend_alloc((count + 1) * sizeof *top.order);
    bool good = boxes && roots && top.order;
    for (uint32_t i = 0; good && i < count; i++) {
        uint32_t first = b->first_of[i + 1], end = b->first_of[i + 2];
        good = bvh_build(&b->tree, first, end - first, VIEW_WIDTH, &roots[i]);
        if (good) boxes[i] = b->tree.nodes.items[roots[i]].box;
        if (good && view_is_hidden(b, i + 1))
            b->root_of[i + 1] = roots[i];
        else
            top.order[shown++] = i;
    }
    top.boxes = boxes;
    uint32_t top_root = 0;
    good = good && (!shown || bvh_build(&top, 0, shown, 1, &top_root));
    uint32_t base = (uint32_t)b->tree.nodes.count;
    good = good && ARRAY_RESERVE(&b->tree.nodes, top.nodes.count);
    for (size_t i = 0; good && i < top.nodes.count; i++) {
        bvh_node node = top.nodes.items[i];
        if (node.count) {
            node = b->tree.nodes.items[roots[top.order[node.first]]];
        } else {
            node.left += base;
            node.right += base;
        }
        b->tree.nodes.items[b->tree.nodes.count++] = node;
    }
    *root = shown ? base + top_root : NOWHERE;
    ARRAY_FREE(&top.nodes);
    wend_free(top.order);
    wend_free(roots);
    wend_free(boxes);
    return good;
}

static bool build_tree(view_builder* b) {
    uint32_t still = b->movable_count > 1 ? b->first_of[1] : b->facet_count;
    uint32_t root[2] = {NOWHERE, NOWHERE};
    if (still && !bvh_build(&b->tree, 0, still, VIEW_WIDTH, &root[0])) return false;
    if (b->movable_count > 1 && !build_movables(b, &root[1])) return false;
    if (root[0] != NOWHERE && root[1] != NOWHERE)
        return bvh_join(&b->tree, root[0], root[1], &b->root);
    b->root = root[root[0] != NOWHERE ? 0 : 1];
    return true;
}

// Numbers the groups in tree order, so that groups close in space are close in memory and those of
// a movable object are contiguous; counts the wide nodes.
static void view_number_groups(view_builder* b, uint32_t index) {
    bvh_node* node = &b->tree.nodes.items[index];
    if (node->count) {
        node->group = b->group_count++;
        return;
    }
    view_number_groups(b, node->left);
    view_number_groups(b, node->right);
}

static void number_all_groups(view_builder* b) {
    for (size_t i = 0; i < b->tree.nodes.count; i++) b->tree.nodes.items[i].group = UINT32_MAX;
    if (b->root != NOWHERE) view_number_groups(b, b->root);
    for (uint32_t i = 1; i < b->movable_count; i++)
        if (b->root_of[i] != NOWHERE) view_number_groups(b, b->root_of[i]);
}

// Collapses a binary node to up to eight children: repeatedly opens the one with the largest area.
static uint32_t gather_children(const bvh* tree, uint32_t index, uint32_t children[VIEW_WIDTH]) {
    uint32_t count = 1;
    children[0] = index;
    while (count < VIEW_WIDTH) {
        int best = -1;
        float best_area = -1;
        for (uint32_t i = 0; i < count; i++) {
            const bvh_node* node = &tree->nodes.items[children[i]];
            float area = bvh_half_area(&node->box);
            if (!node->count && area > best_area) best = (int)i, best_area = area;
        }
        if (best < 0) break;
        const bvh_node* node = &tree->nodes.items[children[best]];
        children[best] = node->left;
        children[count++] = node->right;
    }
    return count;
}

// Lays out the wide nodes from `index` on; with `nodes` NULL only counts them.
static uint32_t lay_nodes(view_builder* b, uint32_t index, view_node* nodes) {
    uint32_t children[VIEW_WIDTH], own = b->node_count++;
    uint32_t count = gather_children(&b->tree, index, children);
    view_node wide = {.count = count};
    for (uint32_t i = 0; i < count; i++) {
        const bvh_node* node = &b->tree.nodes.items[children[i]];
        for (int k = 0; k < 3; k++) {
            wide.low[k][i] = node->box.low[k];
            wide.high[k][i] = node->box.high[k];
        }
        wide.child[i] = node->count ? node->group | VIEW_LEAF : lay_nodes(b, children[i], nodes);
    }
    if (nodes) nodes[own] = wide;
    return own;
}

// ---- surfaces ---------------------------------------------------------------------------------

// Gradient within the plane of a triangle of a value given at its corners.
static wend_vec3 gradient(const wend_vec3 p[3], const float value[3]) {
    wend_vec3 e = wend_v3_sub(p[1], p[0]), f = wend_v3_sub(p[2], p[0]);
    double ee = wend_v3_dot(e, e), ef = wend_v3_dot(e, f), ff = wend_v3_dot(f, f);
    double d = ee * ff - ef * ef, dv = value[1] - value[0], dw = value[2] - value[0];
    if (!(d > 1e-12 * ee * ff)) return wend_v3(0, 0, 0);
    double s = (dv * ff - dw * ef) / d, t = (dw * ee - dv * ef) / d;
    return wend_v3((float)(e.x * s + f.x * t), (float)(e.y * s + f.y * t),
                   (float)(e.z * s + f.z * t));
}

static float offset(const wend_vec3 p[3], const float value[3], wend_vec3 g) {
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += value[k] - ((double)g.x * p[k].x + (double)g.y * p[k].y + (double)g.z * p[k].z);
    return (float)(sum / 3);
}

static void set_function(view_surface* s, int function, wend_vec3 g, float one) {
    s->x[function] = g.x;
    s->y[function] = g.y;
    s->z[function] = g.z;
    s->one[function] = one;
}

void view_set_function(const wend_vec3 p[3], const float value[3], int function,
                       view_surface* surface) {
    wend_vec3 g = gradient(p, value);
    set_function(surface, function, g, offset(p, value, g));
}

static wend_vec3 slope_of(const view_surface* s, int function) {
    return wend_v3(s->x[function], s->y[function], s->z[function]);
}

// Texels of level 0 per metre, in the direction of the highest density.
static float texel_density(const view_material* m, const view_surface* s) {
    if (m->width_log < 0) return 1;
    float across = wend_v3_length(slope_of(s, VIEW_U)) * (float)(1 << m->width_log);
    float down = wend_v3_length(slope_of(s, VIEW_V)) * (float)(1 << m->height_log);
    return fminf(fmaxf(fmaxf(across, down), 1e-6f), 1e9f);
}

void view_map_surface(const view_material* material, const wend_vec3 p[3], const wend_vec2 uv[3],
                      view_surface* surface) {
    view_set_function(p, (const float[3]){uv[0].x, uv[1].x, uv[2].x}, VIEW_U, surface);
    view_set_function(p, (const float[3]){uv[0].y, uv[1].y, uv[2].y}, VIEW_V, surface);
    wend_vec3 n =
        wend_v3_normalize(wend_v3_cross(wend_v3_sub(p[1], p[0]), wend_v3_sub(p[2], p[0])));
    n = wend_v3_scale(n, 1 / texel_density(material, surface));
    set_function(surface, VIEW_DISTANCE, n, -wend_v3_dot(n, p[0]));
}

static bool fill_surfaces(const view_builder* b, const wend_view* view, view_surface* surfaces,
                          uint32_t* lights) {
    light_grid grid = {0};
    uint32_t light = 0;
    bool good = true;
    for (uint32_t i = 0; i < b->a->instances.count && good; i++) {
        if (b->first_surface[i] == UINT32_MAX) continue;
        const wend_instance* instance = &b->a->instances.items[i];
        const facet_mesh* mesh = facets_of(b, instance);
        for (uint32_t k = 0; k < mesh->surfaces.count && good; k++) {
            const facet_surface* from = &mesh->surfaces.items[k];
            view_surface* to = &surfaces[b->first_surface[i] + k];
            wend_vec3 p[3];
            for (int c = 0; c < 3; c++) p[c] = vertex_at(b->a, instance, from->corner[c]);
            view_map_surface(&view->materials[instance->material], p, from->uv, to);
            to->object = instance->object;
            to->category = b->a->objects.items[instance->object].category;
            to->material = (uint16_t)instance->material;
            to->light = light;
            good = light_grid_fill(&grid, b->a, instance, mesh, from, p, to, lights + light);
            light += (uint32_t)light_grid_size(from);
        }
    }
    light_grid_destroy(&grid);
    return good;
}

static void fill_lane(const view_builder* b, const wend_view* view, uint32_t lane, source s,
                      view_group* group) {
    const wend_instance* instance = &b->a->instances.items[s.instance];
    const facet* f = &facets_of(b, instance)->facets.items[s.facet];
    static const int clockwise[2][4] = {{0, 3, 2, 1}, {0, 2, 1, 0}};
    wend_vec3 p[4];
    view_corners_of(b, s, p);
    bool is_triangle = f->corner[2] == f->corner[3];
    for (int k = 0; k < 4; k++) {
        wend_vec3 corner = p[clockwise[is_triangle][k]];
        group->corner[k][0][lane] = corner.x;
        group->corner[k][1][lane] = corner.y;
        group->corner[k][2][lane] = corner.z;
    }
    double normal[3];
    facet_normal(p, normal);
    for (int k = 0; k < 3; k++) group->normal[k][lane] = (float)-normal[k];
    uint32_t bit = 1u << lane, flags = b->a->materials.items[instance->material].flags;
    if (is_triangle) group->triangles |= bit;
    if (flags & WEND_MATERIAL_DOUBLE_SIDED) group->double_sided |= bit;
    if (flags & WEND_MATERIAL_CUTOUT && view->materials[instance->material].width_log >= 0)
        group->cutout |= bit;
    group->surface[lane] = b->first_surface[s.instance] + f->surface;
    group->movable = view->movable_of[s.instance];
}

static void fill_groups(const view_builder* b, const wend_view* view, view_group* groups) {
    for (size_t n = 0; n < b->tree.nodes.count; n++) {
        const bvh_node* node = &b->tree.nodes.items[n];
        if (!node->count || node->group == UINT32_MAX) continue;
        view_group* group = &groups[node->group];
        group->count = node->count;
        group->triangles = 0xffu & ~((1u << node->count) - 1);
        for (uint32_t lane = 0; lane < node->count; lane++)
            fill_lane(b, view, lane, b->sources[b->tree.order[node->first + lane]], group);
    }
}

static void fill_movables(const view_builder* b, view_movable* movables, uint32_t* movable_of) {
    for (uint32_t i = 1; i < b->movable_count; i++) {
        movables[i] = b->movables[i];
        movable_of[movables[i].instance] = i;
    }
}

static void count_groups(view_movable* movables, const view_group* groups, uint32_t group_count) {
    for (uint32_t i = 0; i < group_count; i++) {
        view_movable* m = &movables[groups[i].movable];
        if (!m->group_count) m->first_group = i;
        m->group_count++;
    }
}

// ---- the block --------------------------------------------------------------------------------

static bool fill_view(view_builder* b, wend_view* view) {
    view_counts counts = {.nodes = b->node_count,
                          .groups = b->group_count,
                          .surfaces = b->surface_count,
                          .lights = (uint32_t)b->light_count,
                          .materials = b->a->materials.count,
                          .movables = b->movable_count,
                          .instances = b->a->instances.count,
                          .triangles = b->triangle_count};
    void* block = wend_alloc_zero(1, view_block_size(&counts));
    if (!block) return false;
    view_set_block(view, view->scene, &counts, block);
    if (!fill_surfaces(b, view, (view_surface*)view->surfaces, (uint32_t*)view->lights))
        return false;
    if (b->facet_count) {
        view_movable* movables = (view_movable*)view->movables;
        fill_movables(b, movables, (uint32_t*)view->movable_of);
        b->node_count = 0;
        if (b->root != NOWHERE) lay_nodes(b, b->root, (view_node*)view->nodes);
        fill_groups(b, view, (view_group*)view->groups);
        count_groups(movables, view->groups, view->group_count);
    }
    return true;
}

static bool view_allocate(view_builder* b, uint64_t max) {
    uint64_t instances = b->a->instances.count, meshes = b->a->meshes.count;
    bool good = true;
    for (int i = 0; i < FACET_MERGES; i++) {
        b->meshes[i] = wend_alloc_zero(meshes + 1, sizeof **b->meshes);
        good = good && b->meshes[i];
    }
    b->first_surface = wend_alloc((instances + 1) * sizeof *b->first_surface);
    b->sources = wend_alloc(max * sizeof *b->sources);
    b->boxes = wend_alloc(max * sizeof *b->boxes);
    b->tree.order = wend_alloc(max * sizeof *b->tree.order);
    b->tree.boxes = b->boxes;
    b->movables = wend_alloc_zero(instances + 1, sizeof *b->movables);
    b->first_of = wend_alloc_zero(instances + 2, sizeof *b->first_of);
    b->root_of = wend_alloc((instances + 1) * sizeof *b->root_of);
    if (b->root_of) memset(b->root_of, 0xff, (instances + 1) * sizeof *b->root_of);
    if (b->first_surface) memset(b->first_surface, 0xff, instances * sizeof *b->first_surface);
    return good && b->first_surface && b->sources && b->boxes && b->tree.order && b->movables &&
           b->first_of && b->root_of;
}

static void free_builder(view_builder* b) {
    for (int i = 0; i < FACET_MERGES; i++) {
        for (uint32_t k = 0; b->meshes[i] && k < b->a->meshes.count; k++)
            facet_mesh_destroy(&b->meshes[i][k].mesh);
        wend_free(b->meshes[i]);
    }
    ARRAY_FREE(&b->tree.nodes);
    wend_free(b->tree.order);
    wend_free(b->first_surface);
    wend_free(b->boxes);
    wend_free(b->sources);
    wend_free(b->movables);
    wend_free(b->first_of);
    wend_free(b->root_of);
}

static bool build_view(view_builder* b, wend_view* view) {
    b->root = NOWHERE;
    if (!view_allocate(b, wend_scene_triangles(view->scene)) || !view_collect(b)) return false;
    if (b->facet_count) {
        if (!build_tree(b)) return false;
        number_all_groups(b);
    }
    if (b->root != NOWHERE)
        lay_nodes(b, b->root, NULL);
    else
        b->node_count = 1;  // an empty root: nothing to see
    return fill_view(b, view);
}

wend_status wend_view_create(const wend_scene* scene, const wend_view_def* def, wend_view** out,
                             wend_error* error) {
    *out = NULL;
    if (wend_scene_triangles(scene) > VIEW_MAX_TRIANGLES)
        return wend_fail(error, WEND_LIMIT,
                         "%s: %llu triangles; at most %d can be rendered, so simplify the scene",
                         wend_scene_name(scene), (unsigned long long)wend_scene_triangles(scene),
                         VIEW_MAX_TRIANGLES);
    if (wend_scene_get(scene)->materials.count > VIEW_MAX_MATERIALS)
        return wend_fail(
            error, WEND_LIMIT, "%s: %u materials; at most %d can be rendered, so merge some",
            wend_scene_name(scene), wend_scene_get(scene)->materials.count, VIEW_MAX_MATERIALS);
    view_builder b = {.a = wend_scene_get(scene), .cut = def ? def->cut : INFINITY};
    wend_view* view = wend_alloc_zero(1, sizeof *view);
    if (view) view->scene = scene;
    bool good = view && build_view(&b, view);
    free_builder(&b);
    if (!good) {
        wend_view_destroy(view);
        return wend_fail(error, WEND_NO_MEMORY,
                         "%s: out of memory while preparing it for rendering",
                         wend_scene_name(scene));
    }
    *out = view;
    return WEND_OK;
}
