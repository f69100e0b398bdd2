// Constants of the rescuer: unit and meaning.
//
// [RescueBench] marks values of the benchmark's agent and scenes. All others are wend's own, tuned
// on its generated towns. Costs of exploration are in metres of path.
#ifndef WEND_AGENT_RESCUER_RESCUER_CONSTANTS_H
#define WEND_AGENT_RESCUER_RESCUER_CONSTANTS_H

#include "wend/base.h"

// clang-format off

// ---- agent and map ------------------------------------------------------------------------------
static const float RESCUER_SPEED = 1;             // metres per second [RescueBench]
static const float RESCUER_TURN = 1.43f;          // radians per second [RescueBench]
static const float RESCUER_PERIOD = 0.2f;         // seconds of an action [RescueBench]
static const float RESCUER_LOOK = (float)(WEND_PI / 6);  // radians of UP and DOWN [RescueBench]
static const float RESCUER_MARGIN = 0.04f;        // metres of clearance beyond the agent's radius
static const float RESCUER_COMFORT = 0.45f;       // metres of clearance below which paths cost more
static const float RESCUER_UNKNOWN = 2;           // cost of unobserved cells relative to free ones
static const float RESCUER_PATH_LIMIT = 90;       // metres: longer paths are not searched
static const float RESCUER_CELL = 0.15f;          // metres
static const float RESCUER_RANGE = 10;            // metres: max depth that is mapped
static const float RESCUER_STEP_HEIGHT = 0.32f;   // metres: cells are finer than
                                                  // treads, so one may contain two
// Less than half a storey: the landing of a winding staircase gets its own grid, so that two
// flights do not share cells. Not much less: the grid begins at the landing, and the flight that
// leads there was observed as a whole in the other grid.
static const float RESCUER_LEVEL_GAP = 1.15f;     // metres
enum { RESCUER_MAP_SIDE = 1600 };                 // cells
enum { WHOLE_TURN = 21 };                         // steps of a 360 degree turn
enum { FIRST_TURN = 22 };                         // steps of the initial look-around
enum { REPLAN_STEPS = 8 };                        // steps after which a path is planned again
enum { CLIMB_STEPS = 80 };                        // the same on stairs, where a path
                                                  // is kept to its end

// ---- storeys ------------------------------------------------------------------------------------
static const float STOREY = 2.9f;                 // metres
static const float FLIGHT = 1.45f;                // metres of height between two landings
static const float SAME_STOREY = 1.5f;            // metres: max height difference of
                                                  // positions on one storey
static const float ON_STOREY = 0.7f;              // metres: max height difference
                                                  // that is not a staircase

// ---- stretcher ----------------------------------------------------------------------------------
static const float BED_MAX_START = 15;            // metres: max distance of the stretcher from the
                                                  // start [RescueBench]
static const float BED_SAME = 2;                  // metres: max distance between
                                                  // detections of one stretcher
static const float BED_NEARER = 1;                // metres by which another must be
                                                  // nearer to the start
static const float BED_REACHED = 1.1f;            // metres at which the person is put down
enum { BED_MAX_STAY = 12 };                       // steps there before the detection is rejected

// ---- people -------------------------------------------------------------------------------------
static const float NEAR_VIEW = 3;                 // metres: views from this distance measure
                                                  // positions best
static const float NEAR_VIEW_SHARE = 0.5f;        // weight of a near view in the
                                                  // moving average of the position,
static const float CLOSE_VIEW_SHARE = 0.3f;       // of a close one,
static const float FAR_VIEW_SHARE = 0.15f;        // of a far one,
static const float FAR_BED_SHARE = 0.2f;          // and of a far one of the stretcher
static const float CLOSE_VIEW = 8;                // metres at which a person is recognised; half of
                                                  // it without the palette
static const float PERSON_SAME = 1.5f;            // metres: max distance between
                                                  // detections of one person
static const float PERSON_REFUTED = 1.2f;         // metres: new detections this near to a rejected
                                                  // one are ignored
static const float PERSON_MAX_UP = 0.45f;         // metres: max height difference to the feet
static const float PERSON_HEIGHT = 0.15f;         // metres: height of a lying person, for the
                                                  // visibility test in the depth image
static const float PERSON_MIN_AHEAD = 1.2f;       // metres: nearer positions are below the image
static const float PERSON_HIDDEN = 0.8f;          // metres: depth shorter by this
                                                  // much means occluded
enum { PERSON_EDGE = 6 };                         // columns at the image border that
                                                  // are not reliable
static const float PERSON_REACHED = 1;            // metres at which the person is picked up
enum { PERSON_MAX_STAY = 10 };                    // steps there before the detection is rejected
enum { PERSON_MAX_UNREACHED = 8 };                // failed path searches before the
                                                  // detection is rejected
enum { PERSON_WAIT = 20 };                        // steps of exploration between two path searches
static const float PERSON_PATH_END = 1.2f;        // metres at which a path to it may end
static const float PERSON_WALK_UP = 1.6f;         // metres from which the agent
                                                  // approaches without a path

// ---- doors and roofs ----------------------------------------------------------------------------
static const float DOOR_SAME = 0.7f;              // metres: max distance between
                                                  // detections of one door
static const float DOOR_SAME_HEIGHT = 1;          // metres
static const float DOOR_OPENED = 1.6f;            // metres: detections this near to
                                                  // an opened door are its leaf
static const float DOOR_STAND = 0.9f;             // metres before a door from which it is opened
static const float DOOR_THROUGH = 1.3f;           // metres behind a door to walk to
static const float DOOR_REACHED = 1.5f;           // metres
static const float DOOR_FACED = 0.3f;             // radians
enum { DOOR_MAX_TRIES = 4 };                      // actions before a door is given up
enum { DOOR_MIN_VIEWS = 2 };
static const float ROOF_MAX_DEPTH = 15;           // metres
static const float ROOF_LOW = 2, ROOF_HIGH = 4.5f;  // metres of height of a ceiling
static const float ROOF_LEVEL = 0.1f;             // metres between two rows of a level ceiling
static const float ROOF_SAME = 0.06f;             // metres between columns of one ceiling
enum { ROOF_STEPS = 4, SKY_STEPS = 12 };          // consecutive images needed to switch; more for
                                                  // "no ceiling", because stairwells hide theirs

// ---- clue ---------------------------------------------------------------------------------------
static const float CLUE_MAX_DISTANCE = 40;        // metres: people farther away are rare
static const float CLUE_RING = 6;                 // metres of tolerance: clues give
                                                  // distances in tens
static const float CLUE_SECTOR = 0.42f, CLUE_SECTOR_COARSE = 0.8f;  // radians: of eight
                                                                    // directions; of four
static const float CLUE_SPREAD = 0.4f, CLUE_SPREAD_COARSE = 0.8f;   // the same in metres
                                                                    // per metre of
                                                                    // distance
static const float CLUE_MIN_DISTANCE = 2;         // metres from the start: nearer
                                                  // positions have no direction
static const float CLUE_MAX_OFF = 0.15f;          // radians off the clue's direction at which a
                                                  // person may lie
static const float HOUSE_DEPTH = 12;              // metres from a building's door to its far corner

// ---- search (rescuer_search.c) ------------------------------------------------------------------
static const float COST_CLUE_INSIDE = 0.3f;       // factor of the clue cost below a ceiling, when the clue says inside
static const float COST_OFF_CLUE = 15;            // metres of path for a full deviation from the clue at the start,
static const float COST_OFF_CLUE_SLOPE = 1.2f;    // and more for each metre from the start,
static const float COST_OFF_CLUE_RANGE = 30;      // up to this many metres
static const float COST_CLUE_DISTANCE = 0.3f;     // factor of the deviation when the clue states a distance
static const float COST_OFF_RING = 0.5f;          // metres of path per metre off the stated distance
static const float COST_HOMEWARD = 0.7f;          // metres of path per metre from the start, on the way back
static const float FRONTIER_END = 0.45f;          // metres from a frontier at which a path to it may end
static const float FRONTIER_VAIN = 0.7f;          // metres: frontiers this near to a failed target are skipped
static const float FRONTIER_GAIN = 1.5f;          // metres of path that a unit of unknown border is worth
static const float FRONTIER_TURN = 0.7f;          // metres of path per radian of turning
static const float FRONTIER_SAME = 1.5f;          // metres: a frontier this near to the current target keeps it
static const float FRONTIER_REACHED = 0.5f;       // metres
static const float DOOR_END = 0.6f;               // metres from the point before a door at which a path may end
static const float STAIRS_REACH = 9;              // metres around the agent searched for other heights
static const float STAIRS_CELL = 0.15f;           // metres between two samples of it
static const float STAIRS_MIN_RISE = 0.4f;        // metres of height difference
static const float STAIRS_VAIN = 0.5f;            // metres: targets this near to a failed one are skipped
static const float STAIRS_REACHED = 0.25f;        // metres
static const float ROUND_END = 1.5f;              // metres from a point of a circle at which a path may end
static const float ROUND_REACHED = 1.7f;          // metres
static const float GROUND_SEARCH = 0.6f;          // metres around a target searched for known ground
static const float THROUGH_REACHED = 0.4f;        // metres behind a door at which the agent has passed it
static const float THROUGH_END = 0.5f;            // metres from that point at which a path may end
static const float OUTSIDE_DISTANCE = 1.6f;       // metres from an entrance at which the agent is out of its way
static const float SHUT_RADIUS = 0.7f;            // metres marked as occupied at a closed entrance
static const float OPEN_DISTANCE = 0.8f;          // metres from the last open sky that still count as outside
static const float BEFORE_RISE = 1.2f;            // metres of height difference of an earlier position
static const float DOOR_LOOK_CLUE = 0.3f;         // max deviation from the clue at which doors are looked for
static const float CLIMB_MIN_RISE = 0.02f;        // metres of height change per step on stairs

// ---- detector (rescue_detector.c) ---------------------------------------------------------------
static const float DETECT_CELL = 0.12f;           // metres per cell of the grid of clusters
static const float DETECT_REACH = 12.9f;          // metres; objects farther away cover too few pixels
static const float DETECT_NEAR = 0.3f;            // metres ahead: nearer points are ignored,
static const float DETECT_MAX_UP = 1.2f;          // and points higher above the floor
static const float SKIN_MIN_RED = 45;             // of 255; darker pixels have no reliable hue
static const float SKIN_MIN_RED_GREEN = 0.10f;    // (red - green) / red of skin,
static const float SKIN_MAX_RED_GREEN = 0.45f;    // up to this
static const float SKIN_MIN_GREEN_BLUE = 0.05f;   // (green - blue) / red of skin,
static const float SKIN_MAX_GREEN_BLUE = 0.35f;   // up to this
static const float MAT_MIN_BLUE = 45;             // of 255: the stretcher's mat
static const float MAT_BLUE_RED = 1.55f;          // min blue / red of the mat
static const float MAT_BLUE_GREEN = 1.18f;        // min blue / green of the mat
static const float CLUSTER_MIN_RISE = 0.06f;      // metres above the ground: lower cells are floor,
static const float CLUSTER_MAX_RISE = 0.46f;      // higher cells are furniture
static const float LYING_MIN_PEAK = 0.13f;        // metres: height of a lying person,
static const float LYING_MAX_PEAK = 0.45f;        // up to this
static const float MAT_MIN_UP = 0.45f;            // metres: min height of the mat
static const float MAT_REACH = 13;                // metres ahead
static const float MAT_MAX_TILT = 0.32f;          // metres between its lowest and highest point
static const float MAT_MIN_EXTENT = 0.35f;        // metres: its horizontal extent,
static const float MAT_MAX_EXTENT = 2.4f;         // up to this
static const double LYING_MIN_LENGTH = 0.75;      // metres: length of a lying person,
static const double LYING_MAX_LENGTH = 2.3;       // up to this
static const double LYING_MIN_BREADTH = 0.15;     // metres: its breadth,
static const double LYING_MAX_BREADTH = 1.1;      // up to this
static const double MOMENT_MARGIN = 0.1;          // metres added to extents from moments: about a cell

// ---- driving (rescuer.c, rescuer_walk.c) --------------------------------------------------------
static const float PICK_FACED = 0.5f;             // radians of heading error from which it turns before PICK,
static const float PICK_UPON = 0.3f;              // metres: but not where it stands upon the person
static const float BED_PATH_END = 1.4f;           // metres from the stretcher at which a path to it may end
static const float HOME_REACHED = 1.5f;           // metres from the start at which the stretcher is searched for
static const float HOME_NEAR = 6;                 // metres from the stretcher at which it drives straight to it
static const float HOME_LEVEL = 0.8f;             // metres: max height difference at which the map is used on the way back,
static const float HOME_MIN_DISTANCE = 1.2f;      // metres: and min distance to the start
static const float HOME_PATH_END = 1.5f;          // metres from the start at which a path to it may end
static const float DETOUR_FACTOR = 2.5f;          // a trail longer than 10 m plus this many times the straight line is a detour
static const float DETOUR_EXTRA = 10;             // metres of it
static const float OPENING_AHEAD = 1.2f;          // metres ahead at which a door that was opened in passing is assumed
static const float OPENED_REACH = 2.6f;           // metres: max distance of a detected door that has been opened,
static const float OPENED_BEARING = 0.8f;         // radians: max bearing of it
static const float OPENED_RADIUS = 0.6f;          // metres marked on the map at it
static const float LEAF_AHEAD = 1.3f;             // metres ahead of the agent: centre of the cells that an opened leaf covered,
static const float LEAF_RADIUS = 0.8f;            // metres: their radius
static const float TURNED = 0.01f;                // radians: smaller changes of heading are none
static const float MOVED = 0.01f;                 // metres: smaller moves are none
static const float BLOCKED_MOVE = 0.05f;          // metres: a step with a smaller move is blocked
static const float BACK_SPEED = -0.6f;            // metres per second out of an obstacle
static const float OBSTACLE_AHEAD = 0.35f;        // metres ahead at which an unseen obstacle is marked,
static const float OBSTACLE_RADIUS = 0.1f;        // metres: its radius
static const float STOREY_SLACK = 0.2f;           // metres: less than SAME_STOREY by this lies on the storey of the clue
static const float GROUND_LEVEL = 0.5f;           // metres of height within which "no ceiling" means outside
enum { BACK_STEPS = 7, BACK_TURNS = 3 };          // steps out of an obstacle; the last of these only turn

// ---- ceilings (rescuer_roofs.c) -----------------------------------------------------------------
static const float CEILING_LOW = 2.2f;            // metres above the feet: range of a ceiling,
static const float CEILING_HIGH = 3.6f;           // up to this
static const float CEILING_MAX_DEPTH = 9;         // metres
static const float CEILING_MIN_STEP = 0.05f;      // metres of depth between two rows of a ceiling
static const float CEILING_LEVEL = 0.03f;         // metres of height between them

// ---- palette (rescue_palette.c) -----------------------------------------------------------------
static const float PALETTE_MIDDLE = 0.09f;        // of the image height: the extent of a person at 3 m
static const float PALETTE_BEYOND = 0.30f;        // of the image height: beyond this radius everything is background
static const float PALETTE_RARER = 3;             // min ratio of a colour's share in the centre to its share in the background
static const float PALETTE_MIN_SHARE = 0.02f;     // min share of a colour in the centre

// ---- trail (rescuer_trail.c) --------------------------------------------------------------------
static const float TRAIL_SPACING = 0.4f;          // metres between two positions
static const float TRAIL_JOINS = 0.6f;            // metres: positions nearer than this are connected
static const float TRAIL_ARRIVED = 0.35f;         // metres from a position at which the next one is the target

// clang-format on

#endif
