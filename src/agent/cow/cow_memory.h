// Detected objects with position and score, fused over all images.
#ifndef WEND_AGENT_COW_COW_MEMORY_H
#define WEND_AGENT_COW_COW_MEMORY_H

#include "agent/cow/cow_pose.h"

#include "wend/language.h"
#include "wend/perceive.h"

enum { COW_MAX_OBJECTS = 256, COW_ROOM_CLUE = -2 };

typedef struct cow_object {
    int text;
    wend_aabb box;  // around all detections, in the frame of the start
    wend_vec3 middle;
    wend_vec3 point;    // its centre in the nearest view; faced before STOP
    wend_vec3 side;     // its nearest point in that view; target of the approach
    wend_vec2 from;     // (x, z) of the agent in that view
    float sum, weight;  // weighted relevance of views; near views weigh more
    float now;          // relevance in the current image
    float nearest;      // metres: distance of the nearest view
    int first_step;
    int attempts;   // failed attempts to reach it
    int again;      // step from which it may be tried again
    bool rejected;  // by a close view
} cow_object;

typedef struct cow_memory {
    wend_description goal;
    int links[WEND_MAX_TEXTS];  // link of the description for text i; -1: the goal
                                // itself; COW_ROOM_CLUE: evidence for rooms
    char texts[WEND_MAX_TEXTS][128];
    int text_count;
    wend_category categories[WEND_MAX_TEXTS];  // category of text i
    bool hidden;  // the goal is in or under furniture, which is approached instead
    cow_object objects[COW_MAX_OBJECTS];
    int count;
    int step;  // step of the last image
} cow_memory;

// Parses the description and writes the texts for the localizer.
void cow_memory_seek(cow_memory* m, const char* text);
// Adds texts for objects that are typical of rooms.
void cow_memory_seek_rooms(cow_memory* m);
// Likelihood ratio of the goal around a position, by the objects detected there; 0.4 … 2.5.
float cow_memory_promise(const cow_memory* m, float x, float z);
// Fuses the detections of an image.
void cow_memory_add(cow_memory* m, const cow_pose* p, const wend_observation* o,
                    const wend_detections* detections);
// Score of an object, 0 … 1: its mean relevance, times factors of the relations.
float cow_memory_score(const cow_memory* m, const cow_object* object, bool relations);
// The best object that is not rejected; -1: none.
int cow_memory_best(const cow_memory* m, bool relations, float* score);
// The best object within `reach` metres without a close view; -1: none.
int cow_memory_doubtful(const cow_memory* m, const cow_pose* p, bool relations, float reach,
                        float* score);

#endif
