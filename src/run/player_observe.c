// Fills the observation: pose, images, navigable neighbours on a graph, and privileged ground
// truth.
#include "oracle/goal_mask.h"
#include "run/player_parts.h"

static void sense_pose(const player* p, wend_observation* o) {
    const wend_body* body = &p->sim_def.body;
    wend_body_pose pose = wend_sim_pose(p->sim);
    float start = wend_body_pose_heading(&p->start, body),
          now = wend_body_pose_heading(&pose, body);
    wend_vec3 moved = wend_v3_sub(pose.feet, p->start.feet);
    o->pose.gps[0] = -moved.x * sinf(start) - moved.z * cosf(start);
    o->pose.gps[1] = moved.x * cosf(start) - moved.z * sinf(start);
    o->pose.compass = remainderf(now - start, (float)(2 * WEND_PI));
    if (p->kind->senses_altitude) o->pose.altitude = moved.y;
}

// The navigable neighbours of the current viewpoint.
static void sense_graph(player* p, wend_observation* o) {
    const wend_graph_world* world = wend_sim_graph(p->sim);
    wend_walker walker = wend_sim_walker(p->sim);
    wend_graph_candidates all = wend_graph_world_candidates(world, walker.node);
    int graph, here = wend_graph_world_viewpoint(world, walker.node, &graph);
    const wend_graph* g = wend_graph_world_graph(world, graph);
    const wend_viewpoint* viewpoint = wend_graph_viewpoint(g, here);
    o->graph.viewpoint = viewpoint->id;
    o->camera.eye_height = (float)viewpoint->height;
    o->graph.view = walker.view;
    o->graph.neighbours = p->neighbours;
    for (int i = 0; i < all.count && i < WEND_MAX_NEIGHBOURS; i++) {
        const wend_graph_candidate* c = &all.items[i];
        int to = wend_graph_world_viewpoint(world, c->node, NULL);
        double right = (double)c->heading - wend_walker_heading(&walker);
        p->neighbours[o->graph.neighbour_count++] =
            (wend_neighbour){wend_graph_viewpoint(g, to)->id, (float)remainder(-right, 2 * WEND_PI),
                             c->elevation, c->distance, c->view};
    }
}

static void show_goal(player* p, wend_observation* o) {
    size_t pixels = (size_t)o->camera.width * (size_t)o->camera.height *
                    (player_is_on_graph(p) ? WEND_GRAPH_VIEWS : 1);
    uint32_t goal =
        p->kind->goal_object ? p->kind->goal_object(p->task, p->index, p->sim, p->state) : 0;
    goal_mask_render(&p->truth, p->object, pixels, goal, &p->mistakes, p->goal_mask);
    o->privileged.goal_mask = p->goal_mask;
}

static void show_map(player* p, wend_observation* o) {
    truth_map_look(p->map, p->sim, p->shown == WEND_ORACLE_MAP_SEEN, o->camera.depth);
    o->privileged.map_occupancy = p->map->ground;
    o->privileged.map_objects = p->map->objects;
    o->privileged.map_side = TRUTH_MAP_SIDE;
    o->privileged.near_category = p->map->near;
}

wend_status player_observe(player* p, const wend_frame* frame, wend_observation* o,
                           wend_error* error) {
    const wend_camera* camera = &p->sim_def.camera;
    *o = (wend_observation){.step = p->steps,
                            .collided = p->outcome.collided,
                            .camera.width = camera->width,
                            .camera.height = camera->height,
                            .camera.hfov = camera->hfov,
                            .camera.eye_height = p->sim_def.body.eye_height,
                            .camera.rgb = frame ? frame->rgb : NULL,
                            .camera.depth = frame ? frame->depth : NULL,
                            .privileged.category = frame && p->sees_truth ? frame->category : NULL,
                            .pose.gps = {NAN, NAN},
                            .pose.compass = NAN,
                            .pose.altitude = NAN,
                            .goal.point = {NAN, NAN},
                            .goal.class_index = -1};
    sense_pose(p, o);
    if (player_is_on_graph(p)) sense_graph(p, o);
    if (frame && !wend_sim_world(p->sim)) {
        o->camera.no_images = true;
        o->camera.rgb = NULL;
        o->camera.depth = NULL;
        o->privileged.category = NULL;
    } else if (frame) {
        WEND_TRY(player_is_on_graph(p) && (p->agent || p->def.panorama)
                     ? wend_sim_observe_views(p->sim, frame, error)
                     : wend_sim_observe(p->sim, frame, error));
    }
    if (frame && frame->object && p->goal_mask) show_goal(p, o);
    if (p->map && wend_sim_world(p->sim)) show_map(p, o);
    p->kind->observe(p->task, p->index, p->sim, p->state, o);
    return WEND_OK;
}
