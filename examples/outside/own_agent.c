// A custom agent in a program outside of wend's tree. Copy it and change what you need.
//     cc own_agent.c $(pkg-config --cflags --libs wend) -lm -o own_agent
//     ./own_agent pointnav episodes.json mine.wlog && wend metrics mine.wlog
//
// It moves straight to a point goal. At a wall it turns to the side with more free depth and
// follows the wall for a few steps.
#include <stdio.h>
#include <wend/wend.h>

// ---- the state: `memory` bytes, one block per worker --------------------------------------------

typedef struct seeker {
    wend_rng rng;
    float turn;   // angle of one turn action, radians
    int detour;   // remaining steps around an obstacle
    int blocked;  // consecutive collisions
} seeker;

// Starts an episode with a clean state. The rng is seeded with run, episode and purpose.
static wend_status reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    (void)error;
    *(seeker*)state = (seeker){.rng = episode->rng, .turn = 2 * 3.14159265f / episode->body.turns};
    return WEND_OK;
}

// Whether the left half of the image has more free depth than the right, in the rows above the
// middle.
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

// One observation in, one action out. Images are valid during the call.
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

static const wend_agent_kind kind = {.name = "seeker",
                                     .summary = "straight to a point goal, around obstacles",
                                     .uses_images = true,  // images are rendered
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
    def.out = argv[3];  // resumable: the same call continues an interrupted run
    def.agent = kind.name;
    def.custom = &kind;
    if (wend_run(&def, &summary, &error) != WEND_OK)
        return fprintf(stderr, "own_agent: %s\n", error.message), 1;
    printf("%s: %d episodes, %d failed\n", def.out, summary.episodes, summary.failed);
    return summary.failed > 0;
}
