// An agent of one's own, outside wend's tree. Copy it and change what you need.
//     cc own_agent.c $(pkg-config --cflags --libs wend) -lm -o own_agent
//     ./own_agent pointnav episodes.json mine.wlog && wend metrics mine.wlog
//
// It walks straight to a point goal; at a wall it turns to where the depth picture shows most room,
// and walks on along it for a while.
#include <stdio.h>
#include <wend/wend.h>

// ---- what it remembers: `memory` bytes, one block for each worker -------------------------------

typedef struct seeker {
    wend_rng rng;
    float turn;   // radians it takes at one turn
    int detour;   // steps left of walking around something
    int blocked;  // collisions one after the other
} seeker;

// A new episode: nothing is left of the one before. The rng is seeded by run, episode and purpose.
static wend_status reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    (void)error;
    *(seeker*)state = (seeker){.rng = episode->rng, .turn = 2 * 3.14159265f / episode->body.turns};
    return WEND_OK;
}

// Whether there is more room to the left: the nearest thing in each half of the middle rows.
static bool has_room_left(const wend_observation* o) {
    float near[2] = {100, 100};
    for (int x = 0; x < o->camera.width; x++)
        for (int y = o->camera.height / 3; y < o->camera.height / 2; y++) {
            float depth = o->camera.depth[y * o->camera.width + x];
            float* side = &near[x * 2 / o->camera.width];
            if (depth < *side) *side = depth;
        }
    return near[0] > near[1];
}

// What is seen goes in, one action comes out. Pictures are valid during the call.
static wend_status act(void* state, const wend_observation* o, wend_action* action,
                       wend_error* error) {
    (void)error;
    seeker* s = state;
    float far = o->goal.point[0], left = o->goal.point[1];
    s->blocked = o->collided ? s->blocked + 1 : 0;
    if (o->collided) s->detour = 4 + (int)wend_rng_below(&s->rng, 6);
    if (far < 0.2f)
        action->kind = WEND_ACTION_STOP;
    else if (s->blocked > 0 && s->blocked < 12)
        action->kind = has_room_left(o) ? WEND_ACTION_LEFT : WEND_ACTION_RIGHT;
    else if (s->detour-- > 0 || (left < s->turn && left > -s->turn))
        action->kind = WEND_ACTION_FORWARD;
    else
        action->kind = left > 0 ? WEND_ACTION_LEFT : WEND_ACTION_RIGHT;
    return WEND_OK;
}

static const wend_agent_kind kind = {
    .name = "seeker",
    .summary = "straight to a point goal, around what is in the way",
    .uses_images = true,  // pictures are made for it
    .memory = sizeof(seeker),
    .reset = reset,
    .act = act};

// ---- a run --------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    wend_run_def def = wend_run_default_def();
    wend_run_summary summary;
    wend_error error;
    if (argc != 4) return fprintf(stderr, "usage: own_agent TASK EPISODES LOG\n"), 2;
    def.play.task = argv[1];
    def.play.episodes = argv[2];
    def.out = argv[3];  // killed and started again, it goes on where it was
    def.agent = kind.name;
    def.custom = &kind;
    if (wend_run(&def, &summary, &error) != WEND_OK)
        return fprintf(stderr, "own_agent: %s\n", error.message), 1;
    printf("%s: %d episodes, %d failed\n", def.out, summary.episodes, summary.failed);
    return summary.failed > 0;
}
