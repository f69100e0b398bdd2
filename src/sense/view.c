#include "sense/view.h"

#include <string.h>

#include "sense/bvh.h"

// A triangle on its way into the view.
typedef struct source {
    uint32_t instance;
    uint32_t index;  // of its first corner, in the scene's indices
} source;

static const uint32_t NOWHERE = UINT32_MAX;

// What building needs and the view does not keep.
typedef struct view_builder {
    const wend_scene_arrays* a;
    float cut;
    source* sources;
    bvh_box* boxes;
    bvh tree;
    uint32_t triangle_count, group_count, node_count, root;
    view_movable* movables;
    uint32_t* root_of;  // [movable]: of a guest's own tree; NOWHERE for the rest
    uint32_t movable_count;
    uint32_t* first_of;  // [movable]: where its sources begin; [movable_count] ends the last
} view_builder;

wend_view_def wend_view_default_def(void) { return (wend_view_def){.cut = INFINITY}; }

const wend_scene* wend_view_scene(const wend_view* view) { return view->scene; }
uint64_t wend_view_triangles(const wend_view* view) { return view->triangle_count; }
uint64_t wend_view_memory(const wend_view* view) { return sizeof *view + view->block_size; }

void wend_view_destroy(wend_view* view) {
    if (!view) return;
    wend_free(view->block);
    wend_free(view);
}

// ---- which triangles --------------------------------------------------------------------------

static void corners_of(const wend_scene_arrays* a, source s, wend_vec3 p[3]) {
    const wend_instance* instance = &a->instances.items[s.instance];
    const wend_mesh* mesh = &a->meshes.items[instance->mesh];
    for (int k = 0; k < 3; k++)
        p[k] = wend_transform_point(
            &instance->transform,
            a->positions.items[mesh->first_vertex + a->indices.items[s.index + (uint32_t)k]]);
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

// Far enough from overflow that no product of two coordinates is infinite.
static bool is_near(const wend_vec3 p[3]) {
    float far = 0;
    for (int k = 0; k < 3; k++) {
        if (!wend_v3_is_finite(p[k])) return false;
        far = fmaxf(far, fabsf(p[k].x) + fabsf(p[k].y) + fabsf(p[k].z));
    }
    return far < 1e6f;
}

// Adds the triangles of an instance that are not degenerate, not broken and not cut away.
static void add_instance(view_builder* b, uint32_t index) {
    const wend_instance* instance = &b->a->instances.items[index];
    const wend_mesh* mesh = &b->a->meshes.items[instance->mesh];
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        source s = {index, mesh->first_index + i};
        wend_vec3 p[3];
        corners_of(b->a, s, p);
        wend_vec3 normal = wend_v3_cross(wend_v3_sub(p[1], p[0]), wend_v3_sub(p[2], p[0]));
        float area = wend_v3_dot(normal, normal);
        if (!(area > 0) || !isfinite(area) || !is_near(p) ||
            (p[0].y > b->cut && p[1].y > b->cut && p[2].y > b->cut))
            continue;
        b->sources[b->triangle_count] = s;
        b->boxes[b->triangle_count] = bvh_box_of(p, 3);
        b->tree.order[b->triangle_count] = b->triangle_count;
        b->triangle_count++;
    }
}

// First what stands still, as movable 0, then each instance that may move.
static void collect(view_builder* b) {
    uint32_t count = b->a->instances.count;
    for (uint32_t i = 0; i < count; i++) {
        const wend_instance* instance = &b->a->instances.items[i];
        if (is_drawn(b, instance) && !can_move(b, instance)) add_instance(b, i);
    }
    b->movable_count = 1;
    for (uint32_t i = 0; i < count; i++) {
        const wend_instance* instance = &b->a->instances.items[i];
        if (!is_drawn(b, instance) || !can_move(b, instance)) continue;
        b->first_of[b->movable_count] = b->triangle_count;
        add_instance(b, i);
        if (b->triangle_count > b->first_of[b->movable_count])
            b->movables[b->movable_count++].instance = i;
    }
    b->first_of[b->movable_count] = b->triangle_count;
}

// ---- tree -------------------------------------------------------------------------------------

static bool is_hidden(const view_builder* b, uint32_t movable) {
    const wend_instance* instance = &b->a->instances.items[b->movables[movable].instance];
    return b->a->objects.items[instance->object].flags & WEND_OBJECT_HIDDEN;
}

// A tree over the trees of the things that may move: leaves of one item, each then replaced by
// that item's own tree. Guests have trees of their own, which hang from nothing.
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
        if (good && is_hidden(b, i + 1))
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
    uint32_t still = b->movable_count > 1 ? b->first_of[1] : b->triangle_count;
    uint32_t root[2] = {NOWHERE, NOWHERE};
    if (still && !bvh_build(&b->tree, 0, still, VIEW_WIDTH, &root[0])) return false;
    if (b->movable_count > 1 && !build_movables(b, &root[1])) return false;
    if (root[0] != NOWHERE && root[1] != NOWHERE)
        return bvh_join(&b->tree, root[0], root[1], &b->root);
    b->root = root[root[0] != NOWHERE ? 0 : 1];
    return true;
}

// Numbers the groups along the tree, so that neighbours in space are neighbours in memory and a
// movable thing's groups follow each other; counts the wide nodes.
static void number_groups(view_builder* b, uint32_t index) {
    bvh_node* node = &b->tree.nodes.items[index];
    if (node->count) {
        node->group = b->group_count++;
        return;
    }
    number_groups(b, node->left);
    number_groups(b, node->right);
}

static void number_all_groups(view_builder* b) {
    for (size_t i = 0; i < b->tree.nodes.count; i++) b->tree.nodes.items[i].group = UINT32_MAX;
    if (b->root != NOWHERE) number_groups(b, b->root);
    for (uint32_t i = 1; i < b->movable_count; i++)
        if (b->root_of[i] != NOWHERE) number_groups(b, b->root_of[i]);
}

// Up to eight descendants of a node that stand for it: the largest is opened again and again.
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

// ---- triangles --------------------------------------------------------------------------------

// The gradient of a value that is known at the three corners, within the triangle's plane.
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

// Texels of level 0 a metre, along the direction in which they are densest.
static float texel_density(const view_material* m, wend_vec3 gu, wend_vec3 gv) {
    if (m->width_log < 0) return 1;
    float across = wend_v3_length(gu) * (float)(1 << m->width_log);
    float down = wend_v3_length(gv) * (float)(1 << m->height_log);
    return fminf(fmaxf(fmaxf(across, down), 1e-6f), 1e9f);
}

static view_triangle surface_of(const wend_scene_arrays* a, source s,
                                const view_material* materials) {
    const wend_instance* instance = &a->instances.items[s.instance];
    uint32_t first_vertex = a->meshes.items[instance->mesh].first_vertex;
    wend_vec3 p[3];
    float u[3], v[3], light[3];
    corners_of(a, s, p);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t vertex = a->indices.items[s.index + k];
        u[k] = a->uvs.items[first_vertex + vertex].x;
        v[k] = a->uvs.items[first_vertex + vertex].y;
        light[k] = a->light.items[instance->first_light + vertex];
    }
    // Textures repeat, so whole repeats are taken off while the numbers are still exact.
    float whole_u = floorf(fminf(fminf(u[0], u[1]), u[2]));
    float whole_v = floorf(fminf(fminf(v[0], v[1]), v[2]));
    for (int k = 0; k < 3; k++) u[k] -= whole_u, v[k] -= whole_v;
    wend_vec3 gu = gradient(p, u), gv = gradient(p, v), gl = gradient(p, light);
    wend_vec3 n =
        wend_v3_normalize(wend_v3_cross(wend_v3_sub(p[1], p[0]), wend_v3_sub(p[2], p[0])));
    n = wend_v3_scale(n, 1 / texel_density(&materials[instance->material], gu, gv));
    return (view_triangle){
        .x = {gu.x, gv.x, gl.x, n.x},
        .y = {gu.y, gv.y, gl.y, n.y},
        .z = {gu.z, gv.z, gl.z, n.z},
        .one = {offset(p, u, gu), offset(p, v, gv), offset(p, light, gl), -wend_v3_dot(n, p[0])},
    };
}

static view_label label_of(const wend_scene_arrays* a, source s) {
    const wend_instance* instance = &a->instances.items[s.instance];
    return (view_label){instance->object, a->objects.items[instance->object].category,
                        (uint16_t)instance->material};
}

static void put_corner(view_group* group, int corner, uint32_t lane, wend_vec3 p) {
    group->corner[corner][0][lane] = p.x;
    group->corner[corner][1][lane] = p.y;
    group->corner[corner][2][lane] = p.z;
}

static void fill_groups(view_builder* b, const wend_view* view, view_group* groups,
                        view_triangle* triangles, view_label* labels) {
    for (size_t n = 0; n < b->tree.nodes.count; n++) {
        const bvh_node* node = &b->tree.nodes.items[n];
        if (!node->count || node->group == UINT32_MAX) continue;
        view_group* group = &groups[node->group];
        memset(group, 0, sizeof *group);
        group->first = node->first;
        group->count = node->count;
        for (uint32_t lane = 0; lane < node->count; lane++) {
            source s = b->sources[b->tree.order[node->first + lane]];
            wend_vec3 p[3];
            corners_of(b->a, s, p);
            put_corner(group, 0, lane, p[0]);
            put_corner(group, 1, lane, p[2]);
            put_corner(group, 2, lane, p[1]);
            uint32_t material = b->a->instances.items[s.instance].material;
            uint32_t flags = b->a->materials.items[material].flags;
            if (flags & WEND_MATERIAL_DOUBLE_SIDED) group->double_sided |= 1u << lane;
            if (flags & WEND_MATERIAL_CUTOUT && view->materials[material].width_log >= 0)
                group->cutout |= 1u << lane;
            triangles[node->first + lane] = surface_of(b->a, s, view->materials);
            labels[node->first + lane] = label_of(b->a, s);
        }
        group->movable = view->movable_of[b->sources[b->tree.order[node->first]].instance];
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
                          .triangles = b->triangle_count,
                          .materials = b->a->materials.count,
                          .movables = b->movable_count,
                          .instances = b->a->instances.count};
    void* block = wend_alloc_zero(1, view_block_size(&counts));
    if (!block) return false;
    view_set_block(view, view->scene, &counts, block);
    if (b->triangle_count) {
        view_movable* movables = (view_movable*)view->movables;
        fill_movables(b, movables, (uint32_t*)view->movable_of);
        b->node_count = 0;
        if (b->root != NOWHERE) lay_nodes(b, b->root, (view_node*)view->nodes);
        fill_groups(b, view, (view_group*)view->groups, (view_triangle*)view->triangles,
                    (view_label*)view->labels);
        count_groups(movables, view->groups, view->group_count);
    }
    return true;
}

static bool build_view(view_builder* b, wend_view* view) {
    uint64_t most = wend_scene_triangles(view->scene), instances = b->a->instances.count;
    b->sources = wend_alloc(most * sizeof *b->sources);
    b->boxes = wend_alloc(most * sizeof *b->boxes);
    b->tree.order = wend_alloc(most * sizeof *b->tree.order);
    b->tree.boxes = b->boxes;
    b->movables = wend_alloc_zero(instances + 1, sizeof *b->movables);
    b->first_of = wend_alloc_zero(instances + 2, sizeof *b->first_of);
    b->root_of = wend_alloc((instances + 1) * sizeof *b->root_of);
    if (!b->sources || !b->boxes || !b->tree.order || !b->movables || !b->first_of || !b->root_of)
        return false;
    memset(b->root_of, 0xFF, (instances + 1) * sizeof *b->root_of);
    b->root = NOWHERE;
    collect(b);
    if (b->triangle_count) {
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
                         "%s: %llu triangles; at most %d can be looked at, so simplify the scene",
                         wend_scene_name(scene), (unsigned long long)wend_scene_triangles(scene),
                         VIEW_MAX_TRIANGLES);
    if (wend_scene_get(scene)->materials.count > VIEW_MAX_MATERIALS)
        return wend_fail(
            error, WEND_LIMIT, "%s: %u materials; at most %d can be looked at, so merge some",
            wend_scene_name(scene), wend_scene_get(scene)->materials.count, VIEW_MAX_MATERIALS);
    view_builder b = {.a = wend_scene_get(scene), .cut = def ? def->cut : INFINITY};
    wend_view* view = wend_alloc_zero(1, sizeof *view);
    if (view) view->scene = scene;
    bool good = view && build_view(&b, view);
    ARRAY_FREE(&b.tree.nodes);
    wend_free(b.tree.order);
    wend_free(b.boxes);
    wend_free(b.sources);
    wend_free(b.movables);
    wend_free(b.first_of);
    wend_free(b.root_of);
    if (!good) {
        wend_view_destroy(view);
        return wend_fail(error, WEND_NO_MEMORY, "%s: no memory to look at it",
                         wend_scene_name(scene));
    }
    *out = view;
    return WEND_OK;
}
