// Turns a clause (verb, direction, mentions with roles) into steps.
#include "language/parse_clause.h"

static wend_parsed_step* last_step(const parse_reading* r) {
    return r->out->count > r->sentence ? &r->out->steps[r->out->count - 1] : NULL;
}

static wend_parsed_step* last_of(const parse_reading* r, wend_step_kind kind) {
    wend_parsed_step* last = last_step(r);
    return last && last->what.kind == kind ? last : NULL;
}

static wend_parsed_step* parse_steps_add_step(parse_reading* r, wend_step_kind kind) {
    if (r->out->count == WEND_MAX_PARSED_STEPS) {
        r->out->truncated = true;
        return NULL;
    }
    wend_parsed_step* step = &r->out->steps[r->out->count++];
    *step = (wend_parsed_step){
        .what.kind = kind, .word = r->word, .last = r->last, .part = r->out->parts - 1};
    return step;
}

// The last step if it is a bare "go straight"; otherwise NULL.
static wend_parsed_step* last_bare_forward(const parse_reading* r) {
    wend_parsed_step* last = last_of(r, WEND_STEP_FORWARD);
    return last && !last->what.landmark.category && !last->what.room ? last : NULL;
}

// "Walk straight and pass the sofa" is one step.
static wend_parsed_step* add_walked_step(parse_reading* r, wend_step_kind kind) {
    wend_parsed_step* step = last_bare_forward(r);
    if (!step) return parse_steps_add_step(r, kind);
    step->what.kind = kind;
    return step;
}

static void add_landmark(parse_reading* r, wend_step_kind kind, parse_mention* m, bool reach) {
    wend_parsed_step* step =
        kind == WEND_STEP_PASS ? add_walked_step(r, kind) : parse_steps_add_step(r, kind);
    if (!step) return;
    step->what.landmark = m->landmark;
    step->what.room = m->room;
    step->what.reach = reach && kind == WEND_STEP_FORWARD;
    m->used = true;
}

// Two clauses of a sentence about one step are merged: "take the door on your left and walk through
// it into the kitchen".
static void parse_steps_add_door(parse_reading* r, parse_mention* m) {
    wend_parsed_step* last = last_step(r);
    bool door = last && last->what.kind == WEND_STEP_DOOR && !last->what.room;
    bool left = last && last->what.kind == WEND_STEP_LEAVE && m->kind != PARSE_ROOM;
    bool same = door || left;
    bool twice = m->kind == PARSE_NOUN && same && last->what.landmark.category;
    if (!same || twice) last = add_walked_step(r, WEND_STEP_DOOR);
    if (!last) return;
    m->used = true;
    if (m->kind == PARSE_ROOM) last->what.room = m->room;
    if (m->kind == PARSE_ROOM && !last->what.landmark.side)
        last->what.landmark.side = m->landmark.side;
    if (m->kind == PARSE_ROOM && m->landmark.ordinal)
        last->what.landmark.ordinal = m->landmark.ordinal;
    if (m->kind == PARSE_NOUN) last->what.landmark = m->landmark;
}

static void add_stairs(parse_reading* r, bool up) {
    wend_step_kind kind = up ? WEND_STEP_UP : WEND_STEP_DOWN;
    if (!last_of(r, kind)) parse_steps_add_step(r, kind);
}

static void add_forward(parse_reading* r) {
    bool mentioned = last_of(r, WEND_STEP_FORWARD) || last_of(r, WEND_STEP_PASS) ||
                     last_of(r, WEND_STEP_UP) ||
                     last_of(r, WEND_STEP_DOWN);  // "climb the stairs and go on to the top"
    if (!mentioned) parse_steps_add_step(r, WEND_STEP_FORWARD);
}

// ---- steps of a clause --------------------------------------------------------------------------

static wend_turn parse_steps_turn_of(parse_direction direction, int degree) {
    if (direction == DIRECTION_AROUND) return WEND_TURN_AROUND;
    bool left = direction == DIRECTION_LEFT;
    if (degree == 0) return left ? WEND_TURN_SLIGHT_LEFT : WEND_TURN_SLIGHT_RIGHT;
    if (degree == 1) return left ? WEND_TURN_SHARP_LEFT : WEND_TURN_SHARP_RIGHT;
    return left ? WEND_TURN_LEFT : WEND_TURN_RIGHT;
}

static bool turns(const parse_clause* c) {
    return c->direction == DIRECTION_LEFT || c->direction == DIRECTION_RIGHT ||
           c->direction == DIRECTION_AROUND;
}

static bool parse_steps_is_door(const parse_mention* m) {
    return m->kind == PARSE_NOUN && (m->landmark.category == WEND_CATEGORY_DOOR ||
                                     m->landmark.category == WEND_CATEGORY_DOORFRAME);
}

static bool parse_steps_is_stairs(const parse_mention* m) {
    return m->kind == PARSE_NOUN && m->landmark.category == WEND_CATEGORY_STAIRS;
}

// Fills the landmark and room of a step from the mentions.
static void fill_step(wend_parsed_step* step, parse_mention* m) {
    if (m->kind == PARSE_ROOM && !step->what.room) {
        step->what.room = m->room;
        m->used = true;
    }
    if (m->kind == PARSE_NOUN && !step->what.landmark.category) {
        step->what.landmark = m->landmark;
        m->used = true;
    }
}

static void fill_step_with_all(wend_parsed_step* step, parse_clause* c) {
    for (int i = 0; i < c->mention_count; i++)
        if (c->mentions[i].role != ROLE_ASIDE) fill_step(step, &c->mentions[i]);
}

static void emit_stop(parse_reading* r, parse_clause* c) {
    wend_parsed_step* last = last_step(r);
    // "When you reach the sofa, stop"; always so in verb-final languages.
    bool mentioned = last && last->what.kind == WEND_STEP_FORWARD && last->what.reach;
    if (!(mentioned && c->mention_count == 0) && !last_of(r, WEND_STEP_STOP)) {
        last = parse_steps_add_step(r, WEND_STEP_STOP);
        if (!last) return;
    }
    c->joined = true;
    last->what.kind = WEND_STEP_STOP;
    last->what.reach = false;
    fill_step_with_all(last, c);
}

static void emit_sight(parse_reading* r, parse_clause* c) {
    wend_parsed_step* last = last_step(r);
    bool belongs =
        last && (last->what.kind == WEND_STEP_STOP || last->what.kind == WEND_STEP_BEGIN ||
                 last->what.kind == WEND_STEP_SEE ||
                 (last->what.kind == WEND_STEP_TURN && c->verb == VERB_FACE));
    if (c->mention_count == 0) return;
    if (!belongs || (last->what.landmark.category && last->what.room))
        last = parse_steps_add_step(r, r->out->count ? WEND_STEP_SEE : WEND_STEP_BEGIN);
    if (last) fill_step_with_all(last, c);
}

// "until you see the sofa", "once you are past the door".
static void emit_until(parse_reading* r, parse_clause* c) {
    wend_parsed_step* last = last_step(r);
    bool ends = last && !last->what.landmark.category &&
                (last->what.kind == WEND_STEP_STOP || last->what.kind == WEND_STEP_TURN);
    if (c->mention_count == 0) return;
    if (ends) {
        fill_step_with_all(last, c);
        return;
    }
    for (int i = 0; i < c->mention_count; i++) {
        parse_mention* m = &c->mentions[i];
        bool past = c->verb == VERB_PASS || m->role == ROLE_PAST || m->role == ROLE_AFTER;
        if (m->role == ROLE_ASIDE || m->role == ROLE_WITH) continue;
        if (m->kind == PARSE_ROOM && !past)
            parse_steps_add_door(r, m);
        else if (last && last->what.kind == WEND_STEP_FORWARD && !last->what.landmark.category &&
                 m->kind == PARSE_NOUN && !past) {
            fill_step(last, m);
            last->what.reach = true;
        } else if (m->kind != PARSE_IT)
            add_landmark(r, past ? WEND_STEP_PASS : WEND_STEP_FORWARD, m, true);
    }
}

static void emit_room(parse_reading* r, parse_clause* c, parse_mention* m) {
    parse_role role = m->role;
    if (c->verb == VERB_LEAVE && role != ROLE_INTO && role != ROLE_UPTO && role != ROLE_TO)
        role = ROLE_OUT;
    if (c->verb == VERB_PASS && role == ROLE_BARE) role = ROLE_PAST;
    if (role == ROLE_OUT) {
        wend_parsed_step* last = last_of(r, WEND_STEP_LEAVE);
        if (!last || last->what.room) last = parse_steps_add_step(r, WEND_STEP_LEAVE);
        if (last) last->what.room = m->room;
        m->used = true;
    } else if (role == ROLE_PAST || role == ROLE_AFTER) {
        add_landmark(r, WEND_STEP_PASS, m, false);
    } else if (role == ROLE_ALONG || role == ROLE_END) {
        add_landmark(r, WEND_STEP_FORWARD, m, role == ROLE_END);
    } else if (role != ROLE_ASIDE && role != ROLE_WITH) {
        parse_steps_add_door(r, m);
    }
}

static void emit_object(parse_reading* r, parse_clause* c, parse_mention* m) {
    parse_role role = m->role;
    bool stairs = parse_steps_is_stairs(m);
    if (stairs && (c->direction == DIRECTION_UP || c->direction == DIRECTION_DOWN ||
                   c->verb == VERB_CLIMB || c->verb == VERB_DESCEND)) {
        add_stairs(r, c->direction == DIRECTION_UP || c->verb == VERB_CLIMB);
        m->used = c->direction_used = true;
        return;
    }
    if (role == ROLE_ASIDE || (role == ROLE_WITH && c->verb != VERB_STOP)) return;
    bool door = parse_steps_is_door(m) || m->kind == PARSE_IT;
    bool passes = role == ROLE_THROUGH || role == ROLE_INTO || role == ROLE_OUT ||
                  (role == ROLE_BARE && c->verb != VERB_PASS && c->verb != VERB_REACH) ||
                  (c->verb == VERB_LEAVE || c->verb == VERB_ENTER);
    if (door && passes) {
        if (m->kind == PARSE_NOUN || role == ROLE_THROUGH || c->verb == VERB_ENTER)
            parse_steps_add_door(r, m);
        return;
    }
    if (m->kind == PARSE_IT) return;
    bool past = c->verb == VERB_PASS || role == ROLE_PAST || role == ROLE_AFTER ||
                role == ROLE_THROUGH || role == ROLE_ALONG || role == ROLE_OUT;
    add_landmark(r, past ? WEND_STEP_PASS : WEND_STEP_FORWARD, m, role != ROLE_TO);
}

static void emit_mention(parse_reading* r, parse_clause* c, parse_mention* m) {
    if (m->used) return;
    if (m->kind == PARSE_ROOM)
        emit_room(r, c, m);
    else
        emit_object(r, c, m);
}

// "Turn left at the sofa": a FORWARD step precedes the turn.
static bool comes_before_turn(const parse_mention* m) {
    return m->kind == PARSE_NOUN && (m->role == ROLE_AT || m->role == ROLE_AFTER);
}

static bool belongs_to_turn(const parse_clause* c, const parse_mention* m) {
    bool bare = m->role == ROLE_BARE && c->verb == VERB_TURN;
    return m->kind == PARSE_NOUN && (m->role == ROLE_TO || m->role == ROLE_FACE || bare);
}

static void emit_turn(parse_reading* r, parse_clause* c) {
    for (int i = 0; i < c->mention_count; i++)
        if (comes_before_turn(&c->mentions[i])) emit_mention(r, c, &c->mentions[i]);
    wend_parsed_step* step = parse_steps_add_step(r, WEND_STEP_TURN);
    if (!step) return;
    step->what.turn = parse_steps_turn_of(c->direction, c->degree);
    c->direction_used = true;
    for (int i = 0; i < c->mention_count; i++)
        if (belongs_to_turn(c, &c->mentions[i])) fill_step(step, &c->mentions[i]);
}

static void emit_move(parse_reading* r, parse_clause* c) {
    int before = r->out->count;
    bool moves = c->verb == VERB_GO || c->verb == VERB_CLIMB || c->verb == VERB_DESCEND;
    if (turns(c)) emit_turn(r, c);
    // "Turn left, towards the sofa"
    wend_parsed_step* turn = last_of(r, WEND_STEP_TURN);
    for (int i = 0; i < c->mention_count; i++) {
        parse_mention* m = &c->mentions[i];
        if (turn && !c->verb && belongs_to_turn(c, m)) fill_step(turn, m);
        emit_mention(r, c, m);
    }
    if (c->verb == VERB_CLIMB || c->verb == VERB_DESCEND) add_stairs(r, c->verb == VERB_CLIMB);
    if (c->verb == VERB_LEAVE && r->out->count == before) parse_steps_add_step(r, WEND_STEP_LEAVE);
    if (c->verb == VERB_ENTER && r->out->count == before && !last_of(r, WEND_STEP_DOOR))
        parse_steps_add_step(r, WEND_STEP_DOOR);
    bool used = false;
    for (int i = 0; i < c->mention_count; i++) used |= c->mentions[i].used;
    bool on = (c->direction == DIRECTION_UP && last_of(r, WEND_STEP_UP)) ||
              (c->direction == DIRECTION_DOWN && last_of(r, WEND_STEP_DOWN));
    if (on) c->direction_used = true;
    bool ahead =
        c->direction == DIRECTION_STRAIGHT || (moves && c->mention_count == 0 && !turns(c));
    if (ahead && !used && !on && r->out->count == before) {
        add_forward(r);
        c->joined = true;
    }
    if (c->direction == DIRECTION_STRAIGHT) c->direction_used = true;
}

void parse_add_steps(parse_reading* r, parse_clause* c) {
    if (c->verb == VERB_STOP)
        emit_stop(r, c);
    else if (c->until)
        emit_until(r, c);
    else if (c->verb == VERB_REACH)
        emit_until(r, c);
    else if (c->verb == VERB_SEE || c->verb == VERB_BE || c->verb == VERB_FACE)
        emit_sight(r, c);
    else
        emit_move(r, c);
}
