// Guide-follower on viewpoint graphs without images: follows the steps of the instruction by the
// directions of the neighbours and by captions and detections of the views.
//
// The steps become units, one per move or stretch of moves: a turn joins the step behind it. The
// agent keeps, for every unit, the best score of its path so far if that unit was the last one:
//
//     score'[k'] = max over k <= k' of score[k] + skip(k' - k) + move(neighbour, unit k') + pace
//
// and takes the neighbour with the highest score. A move scores by its angle to the turn of the
// unit (or to straight ahead), by rise or fall on stairs, and by the landmarks of the unit that the
// views in its direction show. The pace compares the share of units done with the share of the
// expected number of moves. STOP is judged by that number, by the units done and by the landmarks
// of the stop that are visible. Only the current viewpoint is observed; nothing is learned, the
// weights were tuned on training instructions of R2R.
#ifndef WEND_AGENT_GUIDE_GUIDE_CAPTIONS_H
#define WEND_AGENT_GUIDE_GUIDE_CAPTIONS_H

#include "wend/language.h"
#include "wend/observation.h"

enum { GUIDE_UNITS = 64, GUIDE_MARKS = 6, GUIDE_SECTORS = 12, GUIDE_SECTOR_WORDS = 96 };
enum { GUIDE_VISITED = 256 };

// A landmark of a unit.
typedef struct guide_mark {
    wend_category category;
    wend_room_type room;
    uint64_t head;  // hash of the singular of its head noun
    wend_preposition preposition;
    wend_side side;
} guide_mark;

typedef struct guide_unit {
    bool turns, leaves, stops;
    float turn;  // radians to the left
    int stairs;  // 1 up, -1 down
    guide_mark marks[GUIDE_MARKS];
    int mark_count;
} guide_unit;

// What the views in one of twelve directions show.
typedef struct guide_sector {
    bool categories[WEND_CATEGORY_COUNT], mpcats[64], rooms[WEND_ROOM_TYPE_COUNT];
    float nearness[WEND_CATEGORY_COUNT];  // share of the image's height of the largest detection
    uint64_t words[GUIDE_SECTOR_WORDS];
    int word_count;
} guide_sector;

typedef struct guide_captions {
    guide_unit units[GUIDE_UNITS];
    int unit_count;
    float score[GUIDE_UNITS];
    int moves;
    float expected;  // number of moves
    uint64_t visited[GUIDE_VISITED];
    int visited_count;
    const char* const* classes;  // of the detector, whose categories are known
    wend_category class_category[256];
    guide_sector sectors[GUIDE_SECTORS];
} guide_captions;

void guide_captions_begin(guide_captions* c, const wend_parsed_instruction* parsed,
                          const char* text);
// The next neighbour, or -1 for STOP.
int guide_captions_choose(guide_captions* c, const wend_instruction_parser* parser,
                          const wend_observation* o);

#endif
