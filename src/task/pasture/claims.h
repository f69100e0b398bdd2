// Claims of a referring expression about its target. Claims are realised as text, parsed back, and
// tested against the objects of a scene: a generated text is verified independently of its source.
#ifndef WEND_TASK_PASTURE_CLAIMS_H
#define WEND_TASK_PASTURE_CLAIMS_H

#include "wend/benchmarks/pasture.h"
#include "wend/sim.h"

enum { CLAIMS_MAX_NEAR = 6, CLAIMS_TEXT = 512 };

typedef struct claims {
    wend_category category;
    // Attributes of the target; 0: not mentioned.
    wend_size size;
    wend_color color;
    wend_material_type material;
    wend_relation relation;               // to the support: on, in, under
    wend_category support;                // WEND_CATEGORY_FLOOR: the floor
    bool definite;                        // "the bed": exactly one object matches
    wend_color support_color;             // of "the" support
    int pillows;                          // on "the" support; -1: not mentioned
    wend_category near[CLAIMS_MAX_NEAR];  // near the target; near "the" support if it is definite
    int near_count;
} claims;

// Claims about an object: appearance, position, or the furniture that hides it.
claims claims_of_appearance(const wend_scene* scene, uint32_t object,
                            const wend_pasture_limits* limits);
claims claims_of_place(const wend_scene* scene, uint32_t object, const wend_pasture_limits* limits);
// An object of that category in or under the furniture. False when the furniture cannot be
// identified by colour, pillows or neighbours.
typedef struct hiding {
    wend_category category;
    wend_relation relation;
    uint32_t furniture;
} hiding;
bool claims_of_hiding(const wend_scene* scene, const hiding* h, const wend_pasture_limits* limits,
                      claims* out);

void claims_say(const claims* c, char text[CLAIMS_TEXT]);
// Parses the output of claims_say and the texts of PASTURE's files. False, with a reason in `why`,
// when the text cannot be parsed.
bool claims_read(const char* text, claims* out, char* why, size_t size);

bool claims_hold(const claims* c, const wend_scene* scene, uint32_t object,
                 const wend_pasture_limits* limits);
// The same for an object that is not in the scene yet.
bool claims_would_hold(const claims* c, const wend_scene* scene, const wend_object* object,
                       const wend_pasture_limits* limits);
// Number of objects in the scene that satisfy the claims.
int claims_count(const claims* c, const wend_scene* scene, const wend_pasture_limits* limits);
// Number of furniture objects that satisfy the claims about "the" support.
int claims_count_furniture(const claims* c, const wend_scene* scene,
                           const wend_pasture_limits* limits);

// The name of a goal category: "TV", "house plant".
const char* claims_name(wend_category category);

// The name of an uncommon object. [PASTURE, figure 4; cow: src/simulation/constants.py]
typedef struct uncommon_name {
    wend_category category;
    const char *paper, *official;
    wend_color color;  // in the name; 0: none
    wend_material_type material;
} uncommon_name;
const uncommon_name* uncommon_name_of(wend_category category);  // NULL: not uncommon

#endif
