// Runs in a scene of two bare rooms: made in milliseconds, for tests of what is done with logs.
#ifndef WEND_TEST_TINY_RUNS_H
#define WEND_TEST_TINY_RUNS_H

// Writes rooms.wscene and e.json, `count` episodes in it of at most `longest` metres, into this
// test's folder.
void tiny_episodes(int count, float longest);
// Plays them with an agent into NAME.wlog in this test's folder, whose path it returns.
const char* tiny_run(const char* agent, const char* name);

#endif
