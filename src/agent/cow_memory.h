// What a CoW has seen so far and takes for one of the things it looks for: each with its place and
// how sure it is, from all the pictures it was in.
#ifndef WEND_AGENT_COW_MEMORY_H
#define WEND_AGENT_COW_MEMORY_H

#include "agent/cow_pose.h"

#include "wend/description.h"
#include "wend/perceive.h"

enum { COW_MAX_THINGS = 256, COW_ROOM_CLUE = -2 };

typedef struct cow_thing {
    int text;
    wend_aabb box;  // around all finds, in the frame of the start
    wend_vec3 middle;
    wend_vec3 point;    // its middle as seen from nearest: what to face
    wend_vec3 side;     // its nearest point as seen from there: what to walk up to
    wend_vec2 from;     // and where that was
    float sum, weight;  // relevance by view: near views weigh more
    float now;          // relevance in this picture
    float nearest;      // metres from which it was seen
    int first_step;
    int attempts;  // times that it could not be reached
    int again;     // step from which on it may be tried again
    bool refused;  // seen from near by and found to be something else
} cow_thing;

typedef struct cow_memory {
    wend_description goal;
    int links[WEND_MAX_TEXTS];  // link of the description that text i is about; -1: the goal
                                // itself; COW_ROOM_CLUE: tells rooms apart
    char texts[WEND_MAX_TEXTS][128];
    int text_count;
    wend_category categories[WEND_MAX_TEXTS];  // what text i is about
    bool hidden;  // the goal is in or under something, which is walked up to instead
    cow_thing things[COW_MAX_THINGS];
    int count;
    int step;  // of the last picture
} cow_memory;

// Reads what is looked for, and says in words what a localizer should look for.
void cow_memory_seek(cow_memory* m, const char* text);
// Looks for things besides that tell what room they are in.
void cow_memory_seek_rooms(cow_memory* m);
// How many times likelier than anywhere the goal is around a place, by the room that what was seen
// there makes of it; 0.4 … 2.5.
float cow_memory_promise(const cow_memory* m, float x, float z);
// Puts the finds of a picture in.
void cow_memory_add(cow_memory* m, const cow_pose* p, const wend_observation* o,
                    const wend_finds* finds);
// How sure it is that a thing is what is looked for, by itself and by what is around it: 0 … 1.
float cow_memory_score(const cow_memory* m, const cow_thing* thing, bool relations);
// The best thing that was not refused; -1: none.
int cow_memory_best(const cow_memory* m, bool relations, float* score);
// The best thing that was not yet seen from near by but is within `reach` metres; -1: none.
int cow_memory_doubtful(const cow_memory* m, const cow_pose* p, bool relations, float reach,
                        float* score);

#endif
