// Constants of the guide-follower: unit and meaning.
//
// Values of a benchmark name it: [VLN-CE], [R2R], [IVLN]. All others are wend's own, tuned on
// instructions in its generated houses. Costs have one unit: a missing landmark costs about 1.
#ifndef WEND_AGENT_GUIDE_GUIDE_CONSTANTS_H
#define WEND_AGENT_GUIDE_GUIDE_CONSTANTS_H

// clang-format off

// ---- following (guide.c) ------------------------------------------------------------------------
enum { GUIDE_STEP_LIMIT = 500 };                  // max steps of an episode [VLN-CE]; not part of
                                                  // the observation
enum { GUIDE_HURRY_STEPS = 60 };                  // steps before the limit from which
                                                  // it skips look-arounds
static const float GUIDE_LOOK_EVERY = 1.6f;       // metres travelled between two look-arounds
static const float GUIDE_PLAN_EVERY = 0.9f;       // metres travelled between two plans
static const float GUIDE_SPIN_GAIN = 1.2f;        // square metres of new floor that a look-around
                                                  // must be expected to show,
static const float GUIDE_SPIN_SIGHT = 4;          // metres of visibility assumed for it
static const float GUIDE_SPIN_BEYOND = 1.5f;      // and metres of unobserved floor
                                                  // assumed to be free
static const float GUIDE_AHEAD = 1.25f;           // metres of the path to the next
                                                  // navigation target,
static const float GUIDE_AHEAD_HURRIED = 4;       // the same shortly before the step limit
static const float GUIDE_INTO_UNKNOWN = 0.6f;     // metres of the path that lead into unobserved
                                                  // cells at a time
static const float GUIDE_PASSED = 0.45f;          // metres: a point of the path this
                                                  // near counts as passed
static const float GUIDE_ARRIVED = 0.3f;          // metres from the end of the path
static const float GUIDE_ARRIVED_BLOCKED = 0.6f;  // metres, where no path leads nearer
static const float GUIDE_TARGET_SLACK = 0.35f;    // metres from a point at which a
                                                  // path to it may end
enum { GUIDE_REPLAN = 5, GUIDE_CLIMB_REPLAN = 6 };  // steps after which a path is planned again
static const float GUIDE_SETTLED_RADIUS = 2.5f;   // metres: radius without progress,
enum { GUIDE_SETTLED_STEPS = 80, GUIDE_SETTLED_AGAIN = 40 };  // after this many steps, and again
                                                              // after this many more
enum { GUIDE_MAX_STUCK = 40, GUIDE_MAX_TRIES = 6 };  // steps without a path before
                                                     // STOP; plans per step
static const float GUIDE_NAMES_COST = 0.5f;       // cost per step below which a path names the
                                                  // rooms it enters

// ---- map (guide.c, guide_sight.c) ---------------------------------------------------------------
static const float GUIDE_MAP_RANGE = 9.9f;        // metres: VLN-CE's depth ends at 10
static const float GUIDE_MAP_NEAR = 0.1f;         // metres
static const float GUIDE_MAP_STEP = 0.32f;        // metres: two treads may lie in one cell
static const float GUIDE_MAP_BODY = 1.75f;        // metres: height of the window of
                                                  // IVLN's maps [IVLN]
static const float GUIDE_MAP_LEVEL = 1;           // metres: half a storey, so that landings have
                                                  // their own grid
static const float GUIDE_LABEL_LOW = 0.1f;        // metres above the floor from which
                                                  // pixels are labelled
static const float GUIDE_VIEW_TURN = 0.5f;        // radians turned after which
                                                  // objects are detected again,
static const float GUIDE_VIEW_MOVE = 0.7f;        // or metres moved
static const float GUIDE_DOOR_RANGE = 6;          // metres: closed doors farther away are not
                                                  // opened in the map
static const float GUIDE_DOOR_PIXEL = 0.08f;      // metres marked free around a pixel of a door
                                                  // (ground truth)
static const float GUIDE_DOOR_RADIUS = 0.35f;     // metres marked free around a detected door
static const float GUIDE_DOORWAY = 0.3f;          // metres marked free where the agent passed
                                                  // through an apparent wall
static const float GUIDE_MAX_STEP = 0.5f;         // metres: a longer move is not one step

// ---- stairs (guide_stairs.c, guide_graph.c) -----------------------------------------------------
static const float GUIDE_CLIMBED = 0.35f;         // metres of height after which the
                                                  // agent has been on stairs
static const float GUIDE_TREAD_RISE = 0.1f;       // metres: lower ground is no tread
static const float GUIDE_TREAD_MAX_RISE = 3;      // metres
static const float GUIDE_TREAD_WORTH = 0.12f;     // metres of height that a metre of
                                                  // path must be worth
static const float GUIDE_TREAD_SLACK = 0.2f;      // metres from a tread at which a
                                                  // path to it may end
enum { GUIDE_MAX_VAIN_CLIMBS = 2 };               // positions without stairs before
                                                  // the step is skipped
static const float GUIDE_VIEWPOINT_RISE = 0.2f;   // metres: min height difference of
                                                  // an edge that climbs
static const float GUIDE_OFF_PATH = 1.5f;         // cost of a metre off the path, in
                                                  // metres along it
static const float GUIDE_EDGE_COST = 0.1f;        // metres: cost of moving at all

// ---- objects (guide_objects.c, guide_which.c) ---------------------------------------------------
static const float GUIDE_SAME_LEVEL = 1;          // metres of height between objects of one storey
static const float GUIDE_JOIN_GAP = 0.25f;        // metres between boxes of one object
static const float GUIDE_JOIN_MAX = 3.2f;         // metres: max length of an object
static const float GUIDE_OVERLAP_EDGE = 0.1f;     // metres that flat boxes are widened by
static const float GUIDE_OVERLAP = 0.3f;          // product of the IoUs per axis: same object
static const float GUIDE_HALF_TRUST = 0.25f;      // weight of views at which a guess counts half
static const float GUIDE_SAME_CLASS = 0.55f;      // probability of another category of the same
                                                  // Matterport class
static const float GUIDE_LIKE = 0.3f;             // probability from which an object
                                                  // counts as one of a category
static const float GUIDE_ANCHOR_NEAR = 0.7f;      // metres to "the table by the window": full fit,
static const float GUIDE_ANCHOR_FAR = 2;          // and none
static const float GUIDE_GROUP = 4;               // metres between objects that are
                                                  // counted together
static const float GUIDE_RIVALS = 6;              // metres between objects that are compared
static const float GUIDE_LARGER = 1.3f;           // min ratio of volumes for "larger" and "smaller"
static const float GUIDE_MIN_VOLUME_HEIGHT = 0.05f;  // metres
static const float GUIDE_ROW_LENGTH = 8;          // metres along the heading between two of a row
static const float GUIDE_ROW_ASIDE = 3.5f;        // metres from the line of motion to
                                                  // an object of the row
static const float GUIDE_ROW_APART = 0.4f;        // metres along the heading between two objects
                                                  // that are distinguished
static const float GUIDE_SAME_COURSE = 1.5f;      // metres beside the start that are still on the
                                                  // same line of motion
// Factors on the fit if a property does not match.
static const float GUIDE_WRONG_COLOR = 0.5f;
static const float GUIDE_WRONG_MATERIAL = 0.85f, GUIDE_MATERIAL = 0.15f;  // the rest: images carry little
                                                                    // information about materials
static const float GUIDE_NO_ANCHOR = 0.6f, GUIDE_ANCHOR = 0.4f;     // the rest
static const float GUIDE_WRONG_COUNT = 0.8f;
static const float GUIDE_WRONG_SIZE = 0.6f;
static const float GUIDE_AGAINST_ROOM = -0.5f;    // evidence of an object against the rooms it is
                                                  // not typical of

// ---- recognition (guide_objects.c) --------------------------------------------------------------
enum { GUIDE_PIXEL_STEP = 4 };                    // ground truth: one of 4 x 4 pixels is used
enum { GUIDE_MIN_POINTS = 5 };                    // of a connected piece of one category
static const float GUIDE_CERTAIN = 100;           // weight of ground truth beside
                                                  // guesses, per point
static const float GUIDE_PIECE_DEPTH = 0.2f;      // metres between neighbouring
                                                  // points of one piece,
static const float GUIDE_PIECE_DEPTH_RATE = 0.08f;  // plus this share of the depth
static const float GUIDE_MIN_DEPTH = 0.1f;        // metres
static const float GUIDE_FULL_VIEW = 400;         // pixels of a view of full weight
static const float GUIDE_MIN_VIEW = 0.1f;         // min factor for a truncated or occluded view
static const float GUIDE_CUT_PENALTY = 1.6f;      // times the share of the outline at
                                                  // the image border
enum { GUIDE_MIN_PIXELS = 24 };                   // of a region
static const float GUIDE_MAX_CUT = 0.7f;          // share of the outline at the image
                                                  // border: not classified
static const float GUIDE_MIN_GUESS = 0.25f;       // min probability of the best guess

// ---- ground (guide_ground.c) --------------------------------------------------------------------
static const float GUIDE_CELL = 0.25f;            // metres
static const float GUIDE_MARGIN = 2.5f;           // metres of unobserved ground around the observed
static const float GUIDE_BODY = 0.1f;             // metres between the agent's centre and obstacles
static const float GUIDE_WALL_HEIGHT = 1.45f;     // metres: obstacles of this height block the view
                                                  // and bound rooms
static const float GUIDE_UNKNOWN_AROUND = 2;      // metres in which unobserved cells are counted
enum { GUIDE_MAX_SIDE = 192 };                    // cells: 48 metres
static const float GUIDE_FREE_START = 0.45f;      // metres around the agent that
                                                  // count as free if observed free
static const float GUIDE_SIGHT_STEP = 0.8f;       // cells between two samples of a line of sight
static const float GUIDE_SIGHT_END = 0.6f;        // metres before an object that may
                                                  // be occupied by itself
static const float GUIDE_NAME_EVIDENCE = 1.5f;    // evidence of a name that an
                                                  // instruction gave to a room

// Cost of a room's name, 0 … 1 (guide_ground_calls): evidence `mine` for it, `best` for any.
static const float GUIDE_NAME_UNKNOWN = 0.2f;     // cost if nothing is known of the room
static const float GUIDE_NAME_AREA = 8;           // square metres observed from which
                                                  // a room counts as known
static const float GUIDE_NAME_MINE = 0.3f;        // evidence from which the name is possible
static const float GUIDE_NAME_RIVAL = 0.35f;      // cost if another name has all the evidence
static const float GUIDE_NAME_STRONG = 0.6f;      // evidence for another name that
                                                  // excludes this one
static const float GUIDE_NAME_EXCLUDED = 1, GUIDE_NAME_WEAK = 0.6f;  // cost if it is
                                                                     // excluded; if not
static const float GUIDE_NAME_PLAIN = 0.15f;      // cost of "hall", "corridor" …: rooms without
                                                  // typical objects,
static const float GUIDE_NAME_FURNISHED = 0.7f;   // unless the evidence for another
                                                  // name exceeds this:
static const float GUIDE_NAME_PLAIN_RATE = 0.5f;  // then GUIDE_NAME_RIVAL plus this
                                                  // per unit of evidence

// ---- rooms (guide_rooms.c) ----------------------------------------------------------------------
static const float GUIDE_NARROW = 0.62f;          // metres: max clearance at the centre of a doorway,
static const float GUIDE_WIDE = 0.85f;            // and of an opening between two rooms
static const float GUIDE_MIN_ROOM = 1;            // square metres of a wide region that is a room,
static const float GUIDE_MIN_SMALL_ROOM = 0.5f;   // of a narrower one,
static const float GUIDE_MIN_CORRIDOR = 0.8f;     // and of a corridor
static const float GUIDE_CORRIDOR_CLEARANCE = 0.25f;// metres: min clearance of a corridor
static const float GUIDE_GROW_CLEARANCE = 0.2f;   // metres: clearance down to which rooms grow
static const float GUIDE_RASTER = 0.1f;           // metres per cell of the raster of walls
static const float GUIDE_RASTER_SAMPLE = 0.35f;   // cells from its centre to the other samples of a cell
static const float GUIDE_DIAGONAL = 1.4142f;      // cells of a diagonal step

// ---- planning (guide_plan.c) --------------------------------------------------------------------
// Costs of the planner. A missing landmark costs about 1.
static const float PLAN_METRE = 0.06f;             // a metre over observed ground
static const float PLAN_METRE_UNKNOWN = 0.08f;     // a metre over unobserved ground
static const float PLAN_BENDS[5] = {0, 0.04f, 0.45f, 0.9f, 1.3f};  // a turn by 0, 45, 90, 135, 180
                                                              // degrees that no step mentions
static const float PLAN_UNTOLD_DOOR = 0.7f;        // a change of rooms that no step mentions
static const float PLAN_NO_DOOR = 1;               // a step through a door where no door
                                              // is, on observed ground
static const float PLAN_UNSEEN_DOOR = 0.75f;       // the same on unobserved ground
static const float PLAN_MISSING = 1.5f;            // a landmark that is not there, on observed ground
static const float PLAN_UNSEEN = 0.3f;             // the same on unobserved ground
static const float PLAN_UNSEEN_RATE = 2.5f;        // ground counts as unobserved from a share of 1 / 2.5
                                              // of unobserved cells around
static const float PLAN_SKIP = 2.2f;               // a step that is skipped
static const float PLAN_WRONG_SIDE = 0.6f;         // a landmark on the other side
static const float PLAN_WRONG_ONE = 0.5f;          // another one of a row, or of two
static const float PLAN_WRONG_ROOM = 1.4f;         // a room that certainly has another name
static const float PLAN_LEFT_ROOM = 0.5f;          // factor on it for the room that is left
static const float PLAN_CHECK = 0.35f;             // factor on the cost of landmarks that
                                              // only have to be visible
static const float PLAN_AHEAD_SHARE = 0.6f;        // factor on the cost of a landmark to move towards
static const float PLAN_UNLIKE = 0.8f;             // an object that does not fit the description at all
static const float PLAN_MIN_FIT = 0.12f;           // objects with a smaller fit are not considered
static const float PLAN_HIDDEN = 0.5f;             // a wall between agent and landmark
static const float PLAN_PASS_NOTHING = 0.3f;       // "go past" without a landmark
static const float PLAN_CRAMPED = 0.7f;            // no straight leg after a step
static const float PLAN_NO_STAIRS = 9;             // observed ground without stairs: excluded
static const float PLAN_UNSEEN_STAIRS = 0.9f;      // unobserved ground
static const float PLAN_IMPOSSIBLE = 9;            // steps with this cost are not done here

// Distances, in metres, and costs of each metre beyond them.
static const float PLAN_NEAR = 2.2f;               // "beside"
static const float PLAN_FAR = 7;                   // in sight
static const float PLAN_SEARCH = 2;                // metres added to either: radius in
                                              // which a landmark has a cost
static const float PLAN_STOP_AT = 1.1f, PLAN_STOP_SLACK = 0.3f, PLAN_STOP_RATE = 0.22f;  // from the landmark to
                                                                          // stop at
static const float PLAN_PASS_AT = 1.6f, PLAN_REACH_AT = 1.4f, PLAN_BEYOND_RATE = 0.3f;   // to the landmark to
                                                                          // pass; to reach
static const float PLAN_SIGHT_RATE = 0.02f, PLAN_SIGHT_COST = 0.14f;                // while visible; at the
                                                                          // limit of visibility (7
                                                                          // x 0.02)
static const float PLAN_MIN_WALK = 4.5f, PLAN_SHORT_RATE = 0.35f;  // from start to goal [R2R: at least 5 m];
                                                         // cost per metre less
static const float PLAN_TURN_LEG = 0.75f, PLAN_LEG = 1;            // straight leg after a turn;
                                                         // after another step
enum { PLAN_MIN_FORWARD = 4, PLAN_MAX_FORWARD = 10 };              // cells of "go straight": 1 to 2.5 m
enum { PLAN_MAX_RISE = 4, PLAN_STAIRS_RISE = 3 };                  // decimetres between two
                                                         // cells; of the second tread

// Angles, in radians off the side or the heading, and the cost beyond them.
static const float PLAN_SIDE_SLACK = 1.45f, PLAN_SIDE_RANGE = 0.5f;
static const float PLAN_AHEAD_SLACK = 0.6f, PLAN_AHEAD_RATE = 0.9f;
static const float PLAN_DEGREE = 0.02f, PLAN_MAX_TURN_COST = 1.3f; // of a turn: per degree outside of its
                                                         // range; excluded above the max

// ---- positions (guide.c, guide_sight.c, guide_graph.c) -------------------------------------------
static const float GUIDE_MIN_MOVE = 0.05f;        // metres: shorter moves show no door
static const float GUIDE_UNKNOWN_RADIUS = 0.05f;  // metres of cells added behind a closed door
static const float GUIDE_NEARER = 0.05f;          // metres by which a point of the path must be nearer to be the next,
static const float GUIDE_ON_PATH = 0.5f;          // or metres from the path within which a later point is,
static const float GUIDE_LATER = 0.25f;           // up to this many metres farther away

// ---- captions (guide_captions.c) ----------------------------------------------------------------
// Scores of a move and of STOP, tuned on 250 paths of R2R's training split.
static const float GUIDE_MOVE_TURN = 2;           // cosine of the angle to the turn of a unit
static const float GUIDE_MOVE_FORWARD = 1.2f;     // cosine of the angle to straight ahead
static const float GUIDE_MOVE_STAIRS = 2;         // rise or fall as the unit says,
static const float GUIDE_MOVE_LEVEL = 1;          // and where it says nothing of stairs;
static const float GUIDE_MOVE_RISE = 0.3f;        // sine of the slope of stairs
static const float GUIDE_MOVE_MARK = 1;           // a landmark in the direction of the move,
static const float GUIDE_MOVE_ASIDE = 0.6f;       // share if it is on its side,
static const float GUIDE_MOVE_WITH = 0.5f;        // share if it only describes another
static const float GUIDE_LIKENESS = 0.7f;         // share if it is of the same mpcat40 class only
static const float GUIDE_MOVE_OUT = 0.7f;         // the room to leave in the direction of the move
static const float GUIDE_MOVE_DOOR = 0.5f;        // a door in its direction, to leave a room
static const float GUIDE_MOVE_PACE = 2;           // units done, less the share of moves made
static const float GUIDE_MOVE_SKIP = 0.7f;        // a skipped unit
static const float GUIDE_MOVE_BACK = 2;           // a viewpoint visited before
static const float GUIDE_MOVES = 5;               // expected moves of up to four units [R2R],
static const float GUIDE_MOVES_UNIT = 0.15f;      // and of each more
static const float GUIDE_HALT_TIME = 0.8f;        // STOP: moves beyond the expected number,
static const float GUIDE_HALT_DONE = 1;           // share of units done, less 1,
static const float GUIDE_HALT_SEEN = 1;           // landmarks of the stop, less one half,
static const float GUIDE_HALT_BIAS = 1;           // and always

// clang-format on

#endif
