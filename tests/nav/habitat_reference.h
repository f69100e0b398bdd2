// Habitat's shortest path by Detour itself: the file is read and asked as habitat-sim does it
// (src/esp/nav/PathFinder.cpp), without any of wend's code. Tests compare with it.
#ifndef TESTS_NAV_HABITAT_REFERENCE_H
#define TESTS_NAV_HABITAT_REFERENCE_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct habitat_reference habitat_reference;

habitat_reference* habitat_reference_load(const char* path);  // NULL: cannot be read
void habitat_reference_destroy(habitat_reference* r);
// MultiGoalShortestPath of `count` ends; INFINITY: none. Nullable: nearest.
float habitat_reference_distance(habitat_reference* r, const float from[3], const float (*ends)[3],
                                 int count, int* nearest);

#ifdef __cplusplus
}
#endif
#endif
