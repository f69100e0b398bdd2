#include <stdio.h>
#include <string.h>

#include "test.h"

#include "wend/make.h"

// Selects one version of every text but the second, of which it selects none.
typedef struct chooser {
    int selection, asked;
    bool leave_second;
} chooser;

static int choose(void* context, int path, int number) {
    chooser* c = context;
    (void)path;
    c->asked++;
    return c->leave_second && number == 1 ? -1 : c->selection;
}

static const char* remark(void* context, int path, int number) {
    static char text[64];
    (void)context;
    snprintf(text, sizeof text, "{\"of\": \"%d_%d\"}", path, number);
    return text;
}

static wend_vln_episodes* generate(const char* name, chooser* c) {
    const char* scenes[1] = {"room:3"};
    wend_vln_generate_def def = wend_vln_generate_default_def(WEND_VLN_R2R);
    wend_vln_episodes* episodes;
    wend_error error;
    int records;
    def.count = 1;
    def.instructions = 3;
    def.min_edges = 1;
    def.min_distance = 1;
    if (c) def.choose = choose, def.remark = remark, def.context = c;
    CHECK_OK(wend_vln_generate(scenes, 1, &def, test_path(name), &records, &error));
    CHECK_OK(wend_vln_episodes_read(test_path(name), &episodes, &error));
    CHECK(wend_vln_episodes_count(episodes) == 1);
    return episodes;
}

TEST(a_path_is_described_with_the_chosen_wording) {
    chooser first = {.selection = 0}, again = {.selection = 1, .leave_second = true};
    wend_vln_episodes* plain = generate("plain.json", NULL);
    wend_vln_episodes* same = generate("same.json", &first);
    wend_vln_episodes* other = generate("other.json", &again);
    const wend_vln_episode *a = wend_vln_episodes_at(plain, 0), *b = wend_vln_episodes_at(same, 0),
                           *c = wend_vln_episodes_at(other, 0);
    CHECK(first.asked == 3 && again.asked == 3);
    CHECK(a->instruction_count == 3 && b->instruction_count == 3 && c->instruction_count == 2);
    int different = 0;
    for (int i = 0; i < 3; i++) CHECK(!strcmp(a->instructions[i].text, b->instructions[i].text));
    for (int i = 0; i < 2; i++)
        different += strcmp(c->instructions[i].text, a->instructions[2 * i].text) != 0;
    CHECK(different > 0);
    CHECK(a->path_count == c->path_count && !strcmp(a->path[0], c->path[0]));
    CHECK(!strstr(a->extra, "follower"));
    CHECK(strstr(c->extra, "0_0") && !strstr(c->extra, "0_1") && strstr(c->extra, "0_2"));
    wend_vln_episodes_destroy(plain);
    wend_vln_episodes_destroy(same);
    wend_vln_episodes_destroy(other);
}
