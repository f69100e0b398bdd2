// A rescuer: reads the clue, maps and explores, recognises who lies there, and finds the way back
// by what it remembers.
#include "agent/rescuer.h"

#include <stdio.h>
#include <string.h>

#include "agent/rescuer_trail.h"
#include "base/json_out.h"
#include "base/settings.h"
#include "language/rescue_clue.h"
#include "perceive/rescue_sights.h"

#include "wend/category.h"
#include "wend/map.h"

enum { MAX_WAY = 48, MAX_FRONTIERS = 96, MAX_VAIN = 48, MAX_DOORS = 48 };
enum { EYES_RGBD, EYES_TRUTH };
enum { MEMORY_METRIC, MEMORY_PATH, MEMORY_NONE };
enum { EXPLORE_CLUE, EXPLORE_FRONTIER, EXPLORE_ROOMS };

static const float top_speed = 1, top_turn = 1.43f;  // metres and radians a second
static const float period = 0.2f;                    // seconds an action takes
static const float storey = 2.9f;                    // metres

static const float worth_a_spin = 1.5f;  // square metres that looking around shows

// A thing that was recognised, in the frame of the start.
typedef struct rescuer_find {
    bool known;
    wend_vec3 at;
    int views, step;  // pictures that showed it; the first
} rescuer_find;

typedef struct rescuer_door {
    float x, z, y;
    float turn;  // radians: heading of the way through
    int tries;
    int views;
} rescuer_door;

typedef struct rescuer {
    int eyes, memory, explore, reads;
    wend_map* map;
    wend_route* route;
    rescue_sights* sights;
    rescuer_trail trail;
    wend_agent_body body;
    wend_rng rng;
    const wend_observation* o;  // of this step

    wend_map_pose pose;
    rescue_clue clue;
    rescuer_find person, stretcher;
    wend_vec3 refuted[MAX_VAIN];  // heaps that were nobody
    int refuted_count;
    wend_vec3 vain[MAX_VAIN];  // places that could not be reached
    int vain_count;
    rescuer_door doors[MAX_DOORS];
    int door_count;
    int aim;  // door that is being tried; -1: none

    wend_vec2 way[MAX_WAY];
    int way_count, way_next;
    int patience;  // steps until the way is thought over
    wend_vec2 target;
    bool has_target;
    int spin;  // steps left of a look around
    int stay;  // steps near the person without having it
    bool carried;
    bool home;  // it is back, and the stretcher is still to be found
    int level;

    // what the last action was to do
    bool went;
    wend_vec3 last_feet;
    float last_heading;
    int blocked;  // steps that should have moved and did not
    int back;     // steps left of backing out

    int stuck_count, opened, planned;
    bool roofed;      // a ceiling is above
    int roof_steps;   // pictures that said otherwise
    wend_vec3 entry;  // where the ceiling began
    wend_vec3 open;   // the last place under the sky
    bool retreats;    // it is on its way there
    int empty;        // times that nothing was left to see
} rescuer;

// ---- making -------------------------------------------------------------------------------------

static wend_status create(void* state, const char* options, wend_error* error) {
    rescuer* r = state;
    int no_clue = 0;
    const setting list[] = {
        {.key = "eyes", .kind = SETTING_WORD, .value = &r->eyes, .words = {"rgbd", "truth"}},
        {.key = "memory",
         .kind = SETTING_WORD,
         .value = &r->memory,
         .words = {"metric", "path", "none"}},
        {.key = "explore",
         .kind = SETTING_WORD,
         .value = &r->explore,
         .words = {"clue", "frontier", "rooms"}},
        {.key = "clue", .kind = SETTING_WORD, .value = &no_clue, .words = {"yes", "no"}},
    };
    WEND_TRY(
        settings_read("agent rescuer", options, list, (int)(sizeof list / sizeof *list), error));
    r->reads = !no_clue;
    wend_map_def def = wend_map_default_def();
    def.cell = 0.15f;
    def.range = 7;
    def.climb = true;
    // Cells are finer than treads are deep: two of them may lie in one.
    def.step_height = 0.32f;
    def.drop_height = 0.32f;
    // Half a storey: the landing of a winding staircase has a grid of its own, so that the flight
    // above does not lie in the cells of the one below.
    def.level_gap = 1.0f;
    def.max_side = 1600;
    WEND_TRY(wend_map_create(&def, &r->map, error));
    WEND_TRY(wend_route_create(&r->route, error));
    return rescue_sights_create(&r->sights, error);
}

static void destroy(void* state) {
    rescuer* r = state;
    wend_map_destroy(r->map);
    wend_route_destroy(r->route);
    rescue_sights_destroy(r->sights);
}

static bool sees_truth(const void* state) { return ((const rescuer*)state)->eyes == EYES_TRUTH; }

static wend_status reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    rescuer* r = state;
    (void)error;
    wend_map_reset(r->map);
    rescuer_trail_reset(&r->trail);
    r->body = episode->body;
    r->rng = episode->rng;
    r->clue = rescue_clue_none();
    r->person = r->stretcher = (rescuer_find){0};
    r->refuted_count = r->vain_count = r->door_count = 0;
    r->aim = -1;
    r->way_count = r->way_next = r->patience = r->stay = r->blocked = r->back = 0;
    r->has_target = r->carried = r->home = r->went = r->roofed = false;
    r->stuck_count = r->opened = r->planned = r->level = 0;
    r->roof_steps = r->empty = 0;
    r->entry = r->open = wend_v3(0, 0, 0);
    r->retreats = false;
    return WEND_OK;
}

// ---- seeing -------------------------------------------------------------------------------------

static wend_vec3 place_of(const rescuer* r, const rescue_sight* s) {
    float sine = sinf(r->pose.heading), cosine = cosf(r->pose.heading);
    return wend_v3(r->pose.feet.x - sine * s->ahead + cosine * s->right, r->pose.feet.y + s->up,
                   r->pose.feet.z - cosine * s->ahead - sine * s->right);
}

static float level_distance(wend_vec3 a, wend_vec3 b) { return hypotf(a.x - b.x, a.z - b.z); }

static bool is_listed(const wend_vec3* list, int count, wend_vec3 at, float within) {
    for (int i = 0; i < count; i++)
        if (level_distance(list[i], at) < within && fabsf(list[i].y - at.y) < 1.5f) return true;
    return false;
}

static void list_place(wend_vec3* list, int* count, wend_vec3 at) {
    if (*count == MAX_VAIN) memmove(list, list + 1, (size_t)-- * count * sizeof *list);
    list[(*count)++] = at;
}

// The same thing again: its place is the mean, the nearer picture counting more.
static void note_find(rescuer* r, rescuer_find* find, const rescue_sight* s) {
    wend_vec3 at = place_of(r, s);
    if (find->known && level_distance(find->at, at) > 2.5f) {
        if (find->views > 2) return;  // one of two is wrong: the one seen more often stays
        *find = (rescuer_find){0};
    }
    if (!find->known) *find = (rescuer_find){.known = true, .at = at, .step = r->o->step};
    float share = s->ahead < 3 ? 0.5f : 0.2f;
    find->at = wend_v3_lerp(find->at, at, share);
    find->views++;
}

static void look_for_doors(rescuer* r) {
    rescue_sight seen[8];
    int count = rescue_sights_doors(r->o, seen, 8);
    for (int i = 0; i < count; i++) {
        wend_vec3 at = place_of(r, &seen[i]);
        int k = 0;
        while (k < r->door_count && (hypotf(r->doors[k].x - at.x, r->doors[k].z - at.z) > 0.7f ||
                                     fabsf(r->doors[k].y - r->pose.feet.y) > 1))
            k++;
        if (k == MAX_DOORS) continue;
        if (k == r->door_count) {
            r->door_count++;
            r->doors[k] = (rescuer_door){.y = r->pose.feet.y};
        }
        r->doors[k].x = at.x;
        r->doors[k].z = at.z;
        r->doors[k].turn = r->pose.heading + seen[i].turn;
        r->doors[k].views++;
    }
}

// A ceiling is as high in one row of the picture as in another; a wall is as far.
static void look_up(rescuer* r) {
    const wend_observation* o = r->o;
    float focal = (float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360));
    int above = 0, count = 0;
    for (int column = 8; column < o->width; column += 16, count++) {
        float up[2];
        for (int i = 0; i < 2; i++) {
            int row = 1 + i * o->height / 10;
            float depth = o->depth[row * o->width + column];
            up[i] =
                depth < 15 ? ((float)o->height / 2 - (float)row) * depth / focal : -10 * (float)i;
        }
        above += fabsf(up[0] - up[1]) < 0.1f && up[0] > 0.5f;
    }
    bool roof = above * 3 > count;
    r->roof_steps = roof == r->roofed ? 0 : r->roof_steps + 1;
    if (r->roof_steps < 3) return;
    r->roofed = roof;
    r->roof_steps = 0;
    if (roof) r->entry = r->pose.feet;
}

static void look(rescuer* r) {
    rescue_sight s;
    bool truth = r->eyes == EYES_TRUTH && r->o->category;
    look_up(r);
    look_for_doors(r);
    if (!r->o->carries) {
        bool seen = truth ? rescue_sights_truth(r->o, WEND_CATEGORY_PERSON, &s)
                          : rescue_sights_person(r->sights, r->o, &s);
        if (seen && !is_listed(r->refuted, r->refuted_count, place_of(r, &s), 1.2f))
            note_find(r, &r->person, &s);
    }
    if (truth ? rescue_sights_truth(r->o, WEND_CATEGORY_STRETCHER, &s)
              : rescue_sights_stretcher(r->sights, r->o, &s))
        note_find(r, &r->stretcher, &s);
}

static wend_map_pose pose_of(const wend_observation* o) {
    wend_map_pose pose = wend_map_pose_of(o);
    if (isfinite(o->altitude)) pose.feet.y = o->altitude;
    return pose;
}

// It wanted to go ahead, and neither went, nor turned, nor bumped: the environment has opened a
// door. What the map knows of the way ahead is no longer so.
static wend_status notice(rescuer* r, wend_error* error) {
    float moved = wend_v3_distance(r->pose.feet, r->last_feet);
    bool turned =
        fabsf(remainderf(r->pose.heading - r->last_heading, (float)(2 * WEND_PI))) > 0.01f;
    if (r->went && moved < 0.01f && !turned && !r->o->collided) {
        r->opened++;
        r->patience = 0;
        for (int i = 0; i < r->door_count; i++) {
            wend_vec3 at = wend_v3(r->doors[i].x, r->doors[i].y, r->doors[i].z);
            if (level_distance(at, r->pose.feet) > 2.6f) continue;
            WEND_TRY(wend_map_mark(r->map, at, 0.6f, WEND_CELL_UNKNOWN, error));
            r->doors[i].tries += 10;
        }
        wend_vec3 ahead = wend_v3(r->pose.feet.x - sinf(r->pose.heading) * 1.2f, 0,
                                  r->pose.feet.z - cosf(r->pose.heading) * 1.2f);
        WEND_TRY(wend_map_mark(r->map, ahead, 0.9f, WEND_CELL_UNKNOWN, error));
        r->aim = -1;
    }
    r->blocked = r->went && moved < 0.05f && !turned ? r->blocked + 1 : 0;
    return WEND_OK;
}

// From now on it wants to go back; without memory it knows nothing of where it was.
static void pick_up(rescuer* r) {
    r->carried = true;
    r->patience = r->way_count = r->stay = r->spin = 0;
    r->has_target = false;
    r->aim = -1;
    r->vain_count = 0;
    wend_vec3 home = r->stretcher.known ? r->stretcher.at : wend_v3(0, 0, 0);
    if (r->memory == MEMORY_NONE) {
        wend_map_reset(r->map);
        r->stretcher = (rescuer_find){0};
        r->door_count = 0;
        r->level = 0;
    } else {
        rescuer_trail_plan(&r->trail, home);
    }
}

static wend_status see(rescuer* r, wend_error* error) {
    const wend_observation* o = r->o;
    r->pose = pose_of(o);
    if (o->step > 0) WEND_TRY(notice(r, error));
    r->last_feet = r->pose.feet;
    r->last_heading = r->pose.heading;
    if (o->carries && !r->carried) pick_up(r);
    wend_map_frame frame = {
        .width = o->width, .height = o->height, .hfov = o->hfov, .depth = o->depth};
    WEND_TRY(wend_map_integrate(r->map, &frame, &r->pose, error));
    if (wend_map_level(r->map) != r->level) {
        r->level = wend_map_level(r->map);
        r->patience = 0;
        r->way_count = 0;
        r->has_target = false;
    }
    rescuer_trail_note(&r->trail, r->pose.feet);
    look(r);
    if (!r->roofed && !r->roof_steps) r->open = r->pose.feet;
    return WEND_OK;
}

// ---- walking ------------------------------------------------------------------------------------

static wend_action drive(rescuer* r, float forward, float turn) {
    r->went = forward > 0.3f;
    return (wend_action){
        .kind = WEND_ACTION_VELOCITY, .forward = forward, .turn = turn, .seconds = period};
}

static float bearing(const rescuer* r, float x, float z) {
    return remainderf(atan2f(-(x - r->pose.feet.x), -(z - r->pose.feet.z)) - r->pose.heading,
                      (float)(2 * WEND_PI));
}

static wend_action walk_towards(rescuer* r, float x, float z) {
    float off = bearing(r, x, z);
    float distance = hypotf(x - r->pose.feet.x, z - r->pose.feet.z);
    float turn = fminf(fmaxf(off / period, -top_turn), top_turn);
    float speed = fabsf(off) > 0.7f   ? 0
                  : fabsf(off) > 0.3f ? 0.5f * top_speed
                                      : fminf(top_speed, distance / period + 0.1f);
    return drive(r, speed, turn);
}

static bool follow_way(rescuer* r, wend_action* action) {
    while (r->way_next < r->way_count && hypotf(r->way[r->way_next].x - r->pose.feet.x,
                                                r->way[r->way_next].y - r->pose.feet.z) < 0.25f)
        r->way_next++;
    if (r->way_next >= r->way_count) return false;
    *action = walk_towards(r, r->way[r->way_next].x, r->way[r->way_next].y);
    return true;
}

// Routes from here to everywhere; `unknown` as in wend_route_from.
static wend_status look_ways(rescuer* r, float unknown, wend_error* error) {
    wend_route_from from = wend_route_default_from();
    from.x = r->pose.feet.x;
    from.z = r->pose.feet.z;
    from.radius = r->body.radius + 0.04f;
    from.comfort = 0.45f;
    from.unknown = unknown;
    from.limit = 90;
    r->planned++;
    return wend_route_spread(r->route, r->map, &from, error);
}

static bool take_way(rescuer* r, float x, float z, float within) {
    wend_vec2 at;
    if (!wend_route_nearest(r->route, x, z, within, &at)) return false;
    r->way_count = wend_route_way(r->route, at.x, at.y, r->way, MAX_WAY);
    r->way_next = 0;
    return r->way_count > 0;
}

// To a place, over what is known, or else through what is not.
static wend_status go_to(rescuer* r, wend_vec3 at, float within, bool* going, wend_action* action,
                         wend_error* error) {
    *going = r->patience-- > 0 && follow_way(r, action);
    if (*going) return WEND_OK;
    for (int i = 0; i < 2 && !*going; i++) {
        WEND_TRY(look_ways(r, i ? 2.0f : 0, error));
        *going = take_way(r, at.x, at.z, within) && follow_way(r, action);
    }
    r->patience = 8;
    return WEND_OK;
}

// Backs out of where it is stuck, turning.
static wend_action back_out(rescuer* r) {
    r->back--;
    r->way_count = 0;
    r->patience = 0;
    bool left = (r->stuck_count & 1) != 0;
    return drive(r, r->back > 3 ? -0.6f : 0, left ? top_turn : -top_turn);
}

static wend_status get_unstuck(rescuer* r, wend_error* error) {
    wend_vec3 ahead = wend_v3(r->pose.feet.x - sinf(r->pose.heading) * 0.35f, 0,
                              r->pose.feet.z - cosf(r->pose.heading) * 0.35f);
    r->blocked = 0;
    r->stuck_count++;
    r->back = 7;
    if (r->aim >= 0) r->doors[r->aim].tries += 2;
    r->aim = -1;
    if (r->has_target)
        list_place(r->vain, &r->vain_count, wend_v3(r->target.x, r->pose.feet.y, r->target.y));
    r->has_target = false;
    return wend_map_mark(r->map, ahead, 0.1f, WEND_CELL_OCCUPIED, error);
}

// ---- exploring ----------------------------------------------------------------------------------

static void read_clue(rescuer* r) {
    if (r->reads && r->o->instruction) r->clue = rescue_clue_read(r->o->instruction);
    if (r->clue.inside && r->clue.floor == CLUE_UNSAID) r->clue.floor = 0;
    if (r->explore == EXPLORE_FRONTIER) r->clue = rescue_clue_none();
    if (r->explore == EXPLORE_ROOMS) r->clue.toward = CLUE_UNSAID;
}

static bool is_searching(const rescuer* r) { return !r->o->carries; }

// Radians by which a place, seen from the start, lies outside of the clue's direction; 0 where
// nothing is said.
static float off_clue(const rescuer* r, float x, float z) {
    if (r->clue.toward == CLUE_UNSAID || !is_searching(r) || hypotf(x, z) < 2) return 0;
    float said = (float)r->clue.toward * (float)(WEND_PI / 4);
    float off = fabsf(remainderf(atan2f(-x, -z) - said, (float)(2 * WEND_PI)));
    return fmaxf(off - (r->clue.coarse ? 0.8f : 0.42f), 0);
}

// The clue tells of a place, and of no building: doors can stay closed.
static bool is_outside(const rescuer* r) {
    return r->clue.toward != CLUE_UNSAID && !r->clue.inside && !r->clue.room &&
           r->clue.floor == CLUE_UNSAID;
}

// Storeys that are still to be climbed, by the clue.
static float climb_left(const rescuer* r) {
    if (r->clue.floor == CLUE_UNSAID || !is_searching(r)) return 0;
    return (float)r->clue.floor * storey - r->pose.feet.y;
}

static float cost_of(const rescuer* r, const wend_frontier* f) {
    float cost = wend_route_distance(r->route, f->x, f->z);
    if (!isfinite(cost)) return INFINITY;
    float inside = r->roofed && r->clue.inside ? 0.3f : 1;
    cost += inside * 20 * off_clue(r, f->x, f->z);
    if (is_searching(r) && r->reads) cost += fmaxf(hypotf(f->x, f->z) - 30, 0);
    cost -= fminf((float)f->cells * 0.15f, 4);
    float ground = wend_map_ground(r->map, f->x, f->z), left = climb_left(r);
    if (isfinite(ground) && left > 1) cost -= 8 * fminf(fmaxf(ground - r->pose.feet.y, -1), 2);
    if (isfinite(ground) && fabsf(left) <= 1 && r->clue.floor != CLUE_UNSAID)
        cost += 8 * fminf(fabsf(ground - r->pose.feet.y), 2);
    if (!is_searching(r) && r->memory != MEMORY_NONE) cost += 0.7f * hypotf(f->x, f->z);
    return cost;
}

static float cost_of_door(const rescuer* r, const rescuer_door* d) {
    if (d->tries >= 4 || fabsf(d->y - r->pose.feet.y) > 1 || d->views < 2) return INFINITY;
    float stand_x = d->x + sinf(d->turn) * 0.9f, stand_z = d->z + cosf(d->turn) * 0.9f;
    wend_vec2 at;
    if (!wend_route_nearest(r->route, stand_x, stand_z, 0.6f, &at)) return INFINITY;
    float cost = wend_route_distance(r->route, at.x, at.y) + 4 * (float)d->tries;
    bool wanted = r->clue.inside && !r->roofed;
    cost += 20 * off_clue(r, d->x, d->z);
    return cost + (wanted ? -25 : is_outside(r) ? 60 : r->roofed ? 3 : 12);
}

// The cheapest of what is left to see: a frontier, or a door that is still closed.
static wend_status choose(rescuer* r, bool* found, wend_error* error) {
    wend_frontier frontiers[MAX_FRONTIERS];
    float best = INFINITY;
    *found = false;
    WEND_TRY(look_ways(r, 0, error));
    int count = wend_map_frontiers(r->map, 4, frontiers, MAX_FRONTIERS);
    for (int i = 0; i < count; i++) {
        wend_vec3 at = wend_v3(frontiers[i].x, r->pose.feet.y, frontiers[i].z);
        if (is_listed(r->vain, r->vain_count, at, 0.8f)) continue;
        float cost = cost_of(r, &frontiers[i]);
        if (cost >= best) continue;
        best = cost;
        r->target = (wend_vec2){at.x, at.z};
        *found = true;
    }
    r->aim = -1;
    for (int i = 0; i < r->door_count && (is_searching(r) || !*found); i++) {
        float cost = cost_of_door(r, &r->doors[i]);
        if (cost >= best) continue;
        best = cost;
        r->aim = i;
        *found = true;
    }
    if (r->aim >= 0) {
        const rescuer_door* d = &r->doors[r->aim];
        r->target = (wend_vec2){d->x + sinf(d->turn) * 0.9f, d->z + cosf(d->turn) * 0.9f};
    }
    r->has_target = *found;
    r->patience = 10;
    if (*found) *found = take_way(r, r->target.x, r->target.y, 0.7f);
    return WEND_OK;
}

// Upstairs: the highest ground within a few metres that a way leads to, where the clue wants up.
static bool choose_highest(rescuer* r) {
    float highest = r->pose.feet.y + 0.12f;
    r->has_target = false;
    if (climb_left(r) < 0.6f) return false;
    for (float z = -4; z <= 4; z += 0.15f)
        for (float x = -4; x <= 4; x += 0.15f) {
            float at_x = r->pose.feet.x + x, at_z = r->pose.feet.z + z;
            float ground = wend_map_ground(r->map, at_x, at_z);
            if (!(ground > highest) || !isfinite(wend_route_distance(r->route, at_x, at_z)))
                continue;
            highest = ground;
            r->target = (wend_vec2){at_x, at_z};
            r->has_target = true;
        }
    r->patience = 10;
    return r->has_target && take_way(r, r->target.x, r->target.y, 0.3f);
}

// Before a door: face it and walk into it; the environment opens it, or the hand does.
static bool try_door(rescuer* r, wend_action* action) {
    if (r->aim < 0) return false;
    rescuer_door* d = &r->doors[r->aim];
    float distance = hypotf(d->x - r->pose.feet.x, d->z - r->pose.feet.z);
    if (distance > 1.5f) return false;
    float off = bearing(r, d->x, d->z);
    if (fabsf(off) > 0.3f) {
        *action = drive(r, 0, fminf(fmaxf(off / period, -top_turn), top_turn));
        return true;
    }
    d->tries++;
    *action = (wend_action){.kind = WEND_ACTION_DOOR};
    r->went = true;
    if (d->tries >= 4) r->aim = -1;
    r->has_target = false;
    r->patience = 0;
    return true;
}

// Out of a building that is not, or no longer, the one: back the way it came, and the door counts
// as a wall from then on.
static wend_status retreat(rescuer* r, bool* going, wend_action* action, wend_error* error) {
    wend_vec3 place;
    *going = r->roofed && rescuer_trail_next(&r->trail, r->pose.feet, &place);
    if (*going) {
        *action = walk_towards(r, place.x, place.z);
        return WEND_OK;
    }
    r->retreats = false;
    r->empty = 0;
    r->vain_count = 0;
    r->has_target = false;
    r->way_count = r->patience = 0;
    if (level_distance(r->entry, r->pose.feet) < 0.8f) return WEND_OK;
    return wend_map_mark(r->map, r->entry, 0.7f, WEND_CELL_OCCUPIED, error);
}

static bool is_wrong_building(const rescuer* r) {
    return is_searching(r) && r->roofed && (is_outside(r) || r->empty >= 2) &&
           level_distance(r->open, r->pose.feet) > 0.8f && r->trail.count > 10;
}

static wend_status explore(rescuer* r, wend_action* action, wend_error* error) {
    if (!r->retreats && is_wrong_building(r)) {
        r->retreats = true;
        r->spin = 0;
        r->aim = -1;
        rescuer_trail_plan(&r->trail, r->open);
    }
    if (r->retreats) {
        bool going;
        WEND_TRY(retreat(r, &going, action, error));
        if (going) return WEND_OK;
    }
    if (r->spin > 0) {
        r->spin--;
        *action = drive(r, 0, top_turn);
        return WEND_OK;
    }
    if (try_door(r, action)) return WEND_OK;
    bool arrived =
        r->has_target && hypotf(r->target.x - r->pose.feet.x, r->target.y - r->pose.feet.z) < 0.5f;
    if (arrived && r->aim < 0) {
        list_place(r->vain, &r->vain_count, wend_v3(r->target.x, r->pose.feet.y, r->target.y));
        r->has_target = false;
        if (wend_map_gain(r->map, r->pose.feet.x, r->pose.feet.z, 3, 1) > worth_a_spin) {
            r->spin = 14;
            *action = drive(r, 0, top_turn);
            return WEND_OK;
        }
    }
    if (r->has_target && r->patience-- > 0 && follow_way(r, action)) return WEND_OK;
    for (int tries = 0; tries < 3; tries++) {
        bool found;
        WEND_TRY(choose(r, &found, error));
        if (found && follow_way(r, action)) return WEND_OK;
        if (!r->has_target) break;
        if (try_door(r, action)) return WEND_OK;
        list_place(r->vain, &r->vain_count, wend_v3(r->target.x, r->pose.feet.y, r->target.y));
    }
    if (choose_highest(r) && follow_way(r, action)) return WEND_OK;
    r->empty++;
    // Nothing left: what was in vain may be seen from elsewhere; doors may be tried again.
    r->vain_count = 0;
    for (int i = 0; i < r->door_count; i++)
        if (r->doors[i].tries < 8) r->doors[i].tries = 0;
    r->spin = 6 + (int)wend_rng_below(&r->rng, 12);
    r->back = 7;
    r->stuck_count++;
    *action = drive(r, 0, top_turn);
    return WEND_OK;
}

// ---- the two ends -------------------------------------------------------------------------------

// At the person: take it, or see that it is nobody.
static bool at_person(rescuer* r, wend_action* action) {
    float distance = level_distance(r->person.at, r->pose.feet);
    if (distance > 1.0f) return false;
    float off = bearing(r, r->person.at.x, r->person.at.z);
    r->stay++;
    if (r->stay > 10) {
        list_place(r->refuted, &r->refuted_count, r->person.at);
        r->person = (rescuer_find){0};
        r->stay = 0;
        return false;
    }
    *action = r->stay % 3 ? walk_towards(r, r->person.at.x, r->person.at.z)
                          : (wend_action){.kind = WEND_ACTION_PICK};
    if (fabsf(off) > 0.5f && distance > 0.3f)
        *action = drive(r, 0, fminf(fmaxf(off / period, -top_turn), top_turn));
    r->went = false;
    return true;
}

static wend_status fetch(rescuer* r, wend_action* action, wend_error* error) {
    bool going;
    if (at_person(r, action)) return WEND_OK;
    if (!r->person.known) return explore(r, action, error);
    WEND_TRY(go_to(r, r->person.at, 1.2f, &going, action, error));
    if (going) return WEND_OK;
    if (level_distance(r->person.at, r->pose.feet) < 1.6f) {
        *action = walk_towards(r, r->person.at.x, r->person.at.z);
        r->stay++;
        return WEND_OK;
    }
    r->person.views--;  // no way to it: what was seen may be elsewhere, or behind something
    if (r->person.views < -10) list_place(r->refuted, &r->refuted_count, r->person.at);
    if (r->person.views < -10) r->person = (rescuer_find){0};
    return explore(r, action, error);
}

// At the stretcher the environment takes over, or the hands do.
static wend_status hand_over(rescuer* r, wend_action* action, wend_error* error) {
    bool going;
    wend_vec3 at = r->stretcher.at;
    if (level_distance(at, r->pose.feet) < 1.1f) {
        *action =
            ++r->stay % 3 ? walk_towards(r, at.x, at.z) : (wend_action){.kind = WEND_ACTION_PUT};
        r->went = false;
        if (r->stay > 12) {
            r->stretcher = (rescuer_find){0};
            r->stay = 0;
        }
        return WEND_OK;
    }
    WEND_TRY(go_to(r, at, 1.4f, &going, action, error));
    if (!going) *action = walk_towards(r, at.x, at.z);
    return WEND_OK;
}

static wend_status bring_back(rescuer* r, wend_action* action, wend_error* error) {
    wend_vec3 home = r->stretcher.known ? r->stretcher.at : wend_v3(0, 0, 0), place;
    float left = level_distance(home, r->pose.feet);
    bool level = fabsf(home.y - r->pose.feet.y) < 1.5f, going = false;
    if (r->memory == MEMORY_NONE)
        return r->stretcher.known && level ? hand_over(r, action, error)
                                           : explore(r, action, error);
    r->home |= !r->stretcher.known && level && left < 1.5f;
    if (r->stretcher.known && level && left < 6) return hand_over(r, action, error);
    if (r->home && !r->stretcher.known) return explore(r, action, error);
    if (r->memory == MEMORY_METRIC && level && left > 1.2f)
        WEND_TRY(go_to(r, home, 1.5f, &going, action, error));
    if (going) return WEND_OK;
    if (rescuer_trail_next(&r->trail, r->pose.feet, &place)) {
        *action = walk_towards(r, place.x, place.z);
        return WEND_OK;
    }
    if (r->stretcher.known && level) return hand_over(r, action, error);
    return explore(r, action, error);
}

// ---- acting -------------------------------------------------------------------------------------

static wend_status act(void* state, const wend_observation* o, wend_action* action,
                       wend_error* error) {
    rescuer* r = state;
    if (!o->depth || !o->rgb || !isfinite(o->gps[0]) || !isfinite(o->compass))
        return wend_fail(error, WEND_ARGUMENT,
                         "agent rescuer needs colour, depth, gps and compass; task and run give "
                         "not all of them");
    r->o = o;
    if (o->step == 0) {
        read_clue(r);
        r->spin = 22;
    }
    WEND_TRY(see(r, error));
    if (r->blocked >= 4) WEND_TRY(get_unstuck(r, error));
    if (r->back > 0) {
        *action = back_out(r);
        return WEND_OK;
    }
    if (r->carried) return bring_back(r, action, error);
    bool sure = r->person.known && (r->person.views >= 2 || r->eyes == EYES_TRUTH);
    // First it looks around: where the stretcher stands is worth knowing before leaving.
    if (r->spin > 0 && !r->stretcher.known) sure = false;
    return sure ? fetch(r, action, error) : explore(r, action, error);
}

static wend_status notes(const void* state, char* text, size_t size, wend_error* error) {
    const rescuer* r = state;
    json_out out = {0};
    json_out_object(&out, NULL);
    json_out_int(&out, "read_direction", r->clue.toward);
    json_out_int(&out, "read_floor", r->clue.floor);
    json_out_bool(&out, "read_inside", r->clue.inside);
    json_out_int(&out, "person_seen_at", r->person.known ? r->person.step : -1);
    json_out_int(&out, "stretcher_seen_at", r->stretcher.known ? r->stretcher.step : -1);
    json_out_int(&out, "heaps_that_were_nobody", r->refuted_count);
    json_out_int(&out, "doors_seen", r->door_count);
    json_out_int(&out, "doors_opened", r->opened);
    json_out_int(&out, "levels", wend_map_level_count(r->map));
    json_out_int(&out, "stuck", r->stuck_count);
    json_out_end(&out);
    return json_out_move(&out, text, size, "the notes of agent rescuer", error);
}

const wend_agent_kind rescuer_agent = {
    .name = "rescuer",
    .summary = "rescue: reads the clue, explores, recognises who lies there, and finds back",
    .options = "eyes=rgbd|truth, memory=metric|path|none, explore=clue|frontier|rooms, clue=yes|no",
    .sighted = true,
    .memory = sizeof(rescuer),
    .create = create,
    .destroy = destroy,
    .sees_truth = sees_truth,
    .reset = reset,
    .act = act,
    .notes = notes,
};
