#include "metrics/made_log.h"

#include "test.h"

void made_log_begin(made_log* m, const char* task) {
    memset(m, 0, sizeof *m);
    memset(m->letters, '.', MADE_LOG_STEPS);
    snprintf(m->header, sizeof m->header,
             "{\"task\": \"%s\", \"agent\": \"a\", \"rules\": \"official\", \"episodes\": 1, "
             "\"max_steps\": 0, \"seed\": \"1\", \"episodes_hash\": \"0\"}",
             task);
    m->log = (wend_log_set){.header = m->header, .records = m->records, .memory = &m->memory};
}

wend_log_record* made_log_add(made_log* m, const char* facts, int steps, const float (*xz)[2]) {
    static const char* const ids[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
                                      "a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    int i = m->log.count++;
    for (int k = 0; xz && k <= steps; k++) m->poses[i][k].feet = (wend_vec3){xz[k][0], 0, xz[k][1]};
    m->records[i] = (wend_log_record){.index = i,
                                      .id = ids[i],
                                      .scene = "house:1",
                                      .actions = m->letters,
                                      .outcomes = m->letters,
                                      .poses = m->poses[i],
                                      .steps = steps,
                                      .facts = facts};
    return &m->records[i];
}

wend_score_table made_log_compute(made_log* m) {
    wend_error error;
    wend_score_table table;
    CHECK_OK(wend_score_compute(&m->log, "log", &table, &error));
    return table;
}

double made_log_value(const wend_score_table* t, int row, const char* name) {
    for (int c = 0; c < t->columns; c++)
        if (strcmp(t->names[c], name) == 0) return t->values[row * t->columns + c];
    test_fail(__FILE__, __LINE__, "there is no column '%s'", name);
    return NAN;
}

void made_log_end(made_log* m, wend_score_table* table) {
    wend_score_destroy(table);
    arena_destroy(&m->memory);
}

const char* made_log_ending(const wend_score_table* t, int row) {
    return t->endings[t->ended_as[row]];
}
