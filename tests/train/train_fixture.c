#include "train/train_fixture.h"

#include "fixture.h"
#include "test.h"

#include "wend/files.h"
#include "wend/make.h"
#include "wend/task.h"

wend_policy_def train_fixture_policy(void) {
    wend_policy_def p = *wend_policy_find("nomap-rnn-small");
    p.width = p.height = 36;
    p.rgb = 0;
    p.filters1 = p.filters2 = p.filters3 = 16;
    p.encoder_size = 16;
    p.memory_size = 16;
    return p;
}

const char* train_fixture_episodes(void) {
    wend_error error;
    static char path[512];
    char house[512];
    const char* scenes[] = {house};
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = 12;
    def.max_distance = 6;
    snprintf(house, sizeof house, "%s", test_path("house.wscene"));
    snprintf(path, sizeof path, "%s", test_path("episodes.json"));
    if (wend_file_exists(path)) return path;
    wend_scene* scene = fixture_two_rooms(1);
    CHECK_OK(wend_scene_save(scene, house, &error));
    wend_scene_destroy(scene);
    CHECK_OK(wend_pointnav_generate(scenes, 1, &def, path, &error));
    return path;
}

wend_train_def train_fixture_def(const char* out, const wend_policy_def* policy) {
    wend_train_def d = wend_train_default_def();
    d.play.task = "pointnav";
    d.agent = "nomap-rnn-small";
    d.policy = policy;
    d.play.episodes = train_fixture_episodes();
    d.out = out;
    d.num_envs = 2;
    d.rollout = 6;
    d.minibatches = 2;
    d.steps = 6 * 2 * 6;  // six updates
    d.save_every = 2;
    d.threads = 1;
    d.play.max_steps = 30;
    return d;
}

uint64_t train_fixture_hash(const char* folder, const char* name) {
    char path[600];
    wend_error error;
    wend_file_bytes bytes;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    CHECK_OK(wend_file_read(path, &bytes, &error));
    uint64_t hash = wend_hash(bytes.data, bytes.size, 0);
    wend_file_bytes_destroy(&bytes);
    return hash;
}

void train_fixture_parts(train_parts* p) {
    wend_error error;
    p->t.base = (trainee){.kind = &policy_trainee_kind, .def = &p->def};
    p->policy_def.goal = WEND_POLICY_GOAL_POINT;
    CHECK_OK(wend_policy_create(&p->policy_def, p->def.play.seed, &p->t.policy, &error));
    CHECK_OK(rollout_create(&p->def, &p->t.policy, NULL, &p->t.rollout, &error));
    CHECK_OK(learner_create(&p->def, &p->t.policy, NULL, &p->t.learner, &error));
}

void train_fixture_parts_destroy(train_parts* p) {
    learner_destroy(&p->t.learner);
    rollout_destroy(&p->t.rollout);
    wend_policy_destroy(&p->t.policy);
}
