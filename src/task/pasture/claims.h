// What a description says of the thing it means. Claims are said as a text, read back from one, and
// held against any object of a scene; so a text is proved by another way than it was made.
#ifndef WEND_TASK_PASTURE_CLAIMS_H
#define WEND_TASK_PASTURE_CLAIMS_H

#include "wend/pasture.h"

enum { CLAIMS_MAX_NEAR = 6, CLAIMS_TEXT = 512 };

typedef struct claims {
    wend_category category;
    // 0: nothing is said of it.
    wend_size size;
    wend_color color;
    wend_stuff stuff;
    wend_relation relation;               // to the support: on, in, under
    wend_category support;                // WEND_CATEGORY_FLOOR: the floor
    bool definite;                        // "the bed": there is one that fits
    wend_color support_color;             // of "the" support
    int pillows;                          // on "the" support; -1: nothing is said
    wend_category near[CLAIMS_MAX_NEAR];  // of the thing; of "the" support where that is told
    int near_count;
} claims;

// What can be said of an object: how it looks, where it is, in or under what it is hidden.
claims claims_of_appearance(const wend_scene* scene, uint32_t object,
                            const wend_pasture_limits* limits);
claims claims_of_place(const wend_scene* scene, uint32_t object, const wend_pasture_limits* limits);
// Something of that category in or under the furniture. False when the piece cannot be told from
// others by colour, pillows or what it is near.
typedef struct hiding {
    wend_category category;
    wend_relation relation;
    uint32_t furniture;
} hiding;
bool claims_of_hiding(const wend_scene* scene, const hiding* h, const wend_pasture_limits* limits,
                      claims* out);

void claims_say(const claims* c, char text[CLAIMS_TEXT]);
// Reads what claims_say writes, and what PASTURE's files have in the same words. False with a
// reason in `why` when it cannot be understood.
bool claims_read(const char* text, claims* out, char* why, size_t size);

bool claims_hold(const claims* c, const wend_scene* scene, uint32_t object,
                 const wend_pasture_limits* limits);
// The same for an object that is not in the scene yet: its fields are given, not its instances.
bool claims_would_hold(const claims* c, const wend_scene* scene, const wend_object* object,
                       const wend_pasture_limits* limits);
// How many objects of the scene they hold for.
int claims_count(const claims* c, const wend_scene* scene, const wend_pasture_limits* limits);
// How many pieces fit what is said of "the" support.
int claims_count_furniture(const claims* c, const wend_scene* scene,
                           const wend_pasture_limits* limits);

// The usual name of one of the goals: "TV", "house plant".
const char* claims_name(wend_category category);

// An uncommon thing's own name. [PASTURE figure 4; cow: src/simulation/constants.py]
typedef struct uncommon_name {
    wend_category category;
    const char *paper, *official;
    wend_color color;  // that the name tells; 0: none
    wend_stuff stuff;
} uncommon_name;
const uncommon_name* uncommon_name_of(wend_category category);  // NULL: it is not uncommon

#endif
