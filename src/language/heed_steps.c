// The steps that come of what a clause says.
#include "language/heed_clause.h"

static wend_heeded_step* last_step(const heed_reading* r) {
    return r->out->count > r->sentence ? &r->out->steps[r->out->count - 1] : NULL;
}

static wend_heeded_step* last_of(const heed_reading* r, wend_tell_kind kind) {
    wend_heeded_step* last = last_step(r);
    return last && last->what.kind == kind ? last : NULL;
}

static wend_heeded_step* add_step(heed_reading* r, wend_tell_kind kind) {
    if (r->out->count == WEND_MAX_HEEDED) {
        r->full = true;
        return NULL;
    }
    wend_heeded_step* step = &r->out->steps[r->out->count++];
    *step = (wend_heeded_step){.what.kind = kind, .word = r->word};
    return step;
}

// "Go straight" and nothing more. Nullable: the answer.
static wend_heeded_step* last_bare_forward(const heed_reading* r) {
    wend_heeded_step* last = last_of(r, WEND_TELL_FORWARD);
    return last && !last->what.landmark.category && !last->what.room ? last : NULL;
}

// "Walk straight and pass the sofa" is one thing to do.
static wend_heeded_step* add_walked_step(heed_reading* r, wend_tell_kind kind) {
    wend_heeded_step* step = last_bare_forward(r);
    if (!step) return add_step(r, kind);
    step->what.kind = kind;
    return step;
}

static void add_landmark(heed_reading* r, wend_tell_kind kind, heed_mention* m, bool reach) {
    wend_heeded_step* step = kind == WEND_TELL_PASS ? add_walked_step(r, kind) : add_step(r, kind);
    if (!step) return;
    step->what.landmark = m->landmark;
    step->what.room = m->room;
    step->what.reach = reach && kind == WEND_TELL_FORWARD;
    m->used = true;
}

// What is said of one step in two clauses of a sentence belongs together: "take the door on your
// left and walk through it into the kitchen".
static void add_door(heed_reading* r, heed_mention* m) {
    wend_heeded_step* last = last_step(r);
    bool door = last && last->what.kind == WEND_TELL_DOOR && !last->what.room;
    bool left = last && last->what.kind == WEND_TELL_LEAVE && m->kind != HEED_ROOM;
    bool same = door || left;
    bool twice = m->kind == HEED_NOUN && same && last->what.landmark.category;
    if (!same || twice) last = add_walked_step(r, WEND_TELL_DOOR);
    if (!last) return;
    m->used = true;
    if (m->kind == HEED_ROOM) last->what.room = m->room;
    if (m->kind == HEED_ROOM && !last->what.landmark.side)
        last->what.landmark.side = m->landmark.side;
    if (m->kind == HEED_ROOM && m->landmark.ordinal)
        last->what.landmark.ordinal = m->landmark.ordinal;
    if (m->kind == HEED_NOUN) last->what.landmark = m->landmark;
}

static void add_stairs(heed_reading* r, bool up) {
    wend_tell_kind kind = up ? WEND_TELL_UP : WEND_TELL_DOWN;
    if (!last_of(r, kind)) add_step(r, kind);
}

static void add_forward(heed_reading* r) {
    bool told = last_of(r, WEND_TELL_FORWARD) || last_of(r, WEND_TELL_PASS) ||
                last_of(r, WEND_TELL_UP) ||
                last_of(r, WEND_TELL_DOWN);  // "climb the stairs and go on to the top"
    if (!told) add_step(r, WEND_TELL_FORWARD);
}

// ---- what a clause says -------------------------------------------------------------------------

static wend_turn turn_of(heed_way way, int degree) {
    if (way == WAY_AROUND) return WEND_TURN_AROUND;
    bool left = way == WAY_LEFT;
    if (degree == 0) return left ? WEND_TURN_SLIGHT_LEFT : WEND_TURN_SLIGHT_RIGHT;
    if (degree == 1) return left ? WEND_TURN_SHARP_LEFT : WEND_TURN_SHARP_RIGHT;
    return left ? WEND_TURN_LEFT : WEND_TURN_RIGHT;
}

static bool turns(const heed_clause* c) {
    return c->way == WAY_LEFT || c->way == WAY_RIGHT || c->way == WAY_AROUND;
}

static bool is_door(const heed_mention* m) {
    return m->kind == HEED_NOUN && (m->landmark.category == WEND_CATEGORY_DOOR ||
                                    m->landmark.category == WEND_CATEGORY_DOORFRAME);
}

static bool is_stairs(const heed_mention* m) {
    return m->kind == HEED_NOUN && m->landmark.category == WEND_CATEGORY_STAIRS;
}

// Puts what is mentioned where a step has room for it.
static void fill_step(wend_heeded_step* step, heed_mention* m) {
    if (m->kind == HEED_ROOM && !step->what.room) {
        step->what.room = m->room;
        m->used = true;
    }
    if (m->kind == HEED_NOUN && !step->what.landmark.category) {
        step->what.landmark = m->landmark;
        m->used = true;
    }
}

static void fill_step_with_all(wend_heeded_step* step, heed_clause* c) {
    for (int i = 0; i < c->mention_count; i++)
        if (c->mentions[i].role != ROLE_ASIDE) fill_step(step, &c->mentions[i]);
}

static void emit_stop(heed_reading* r, heed_clause* c) {
    wend_heeded_step* last = last_step(r);
    // "When you reach the sofa, stop"; and in languages with the verb at the end always so.
    bool told = last && last->what.kind == WEND_TELL_FORWARD && last->what.reach;
    if (!(told && c->mention_count == 0) && !last_of(r, WEND_TELL_STOP)) {
        last = add_step(r, WEND_TELL_STOP);
        if (!last) return;
    }
    c->joined = true;
    last->what.kind = WEND_TELL_STOP;
    last->what.reach = false;
    fill_step_with_all(last, c);
}

static void emit_sight(heed_reading* r, heed_clause* c) {
    wend_heeded_step* last = last_step(r);
    bool belongs =
        last && (last->what.kind == WEND_TELL_STOP || last->what.kind == WEND_TELL_BEGIN ||
                 last->what.kind == WEND_TELL_SEE ||
                 (last->what.kind == WEND_TELL_TURN && c->verb == VERB_FACE));
    if (c->mention_count == 0) return;
    if (!belongs || (last->what.landmark.category && last->what.room))
        last = add_step(r, r->out->count ? WEND_TELL_SEE : WEND_TELL_BEGIN);
    if (last) fill_step_with_all(last, c);
}

// "until you see the sofa", "once you are past the door".
static void emit_until(heed_reading* r, heed_clause* c) {
    wend_heeded_step* last = last_step(r);
    bool ends = last && !last->what.landmark.category &&
                (last->what.kind == WEND_TELL_STOP || last->what.kind == WEND_TELL_TURN);
    if (c->mention_count == 0) return;
    if (ends) {
        fill_step_with_all(last, c);
        return;
    }
    for (int i = 0; i < c->mention_count; i++) {
        heed_mention* m = &c->mentions[i];
        bool past = c->verb == VERB_PASS || m->role == ROLE_PAST || m->role == ROLE_AFTER;
        if (m->role == ROLE_ASIDE || m->role == ROLE_WITH) continue;
        if (m->kind == HEED_ROOM && !past)
            add_door(r, m);
        else if (last && last->what.kind == WEND_TELL_FORWARD && !last->what.landmark.category &&
                 m->kind == HEED_NOUN && !past) {
            fill_step(last, m);
            last->what.reach = true;
        } else if (m->kind != HEED_IT)
            add_landmark(r, past ? WEND_TELL_PASS : WEND_TELL_FORWARD, m, true);
    }
}

static void emit_room(heed_reading* r, heed_clause* c, heed_mention* m) {
    heed_role role = m->role;
    if (c->verb == VERB_LEAVE && role != ROLE_INTO && role != ROLE_UPTO && role != ROLE_TO)
        role = ROLE_OUT;
    if (c->verb == VERB_PASS && role == ROLE_BARE) role = ROLE_PAST;
    if (role == ROLE_OUT) {
        wend_heeded_step* last = last_of(r, WEND_TELL_LEAVE);
        if (!last || last->what.room) last = add_step(r, WEND_TELL_LEAVE);
        if (last) last->what.room = m->room;
        m->used = true;
    } else if (role == ROLE_PAST || role == ROLE_AFTER) {
        add_landmark(r, WEND_TELL_PASS, m, false);
    } else if (role == ROLE_ALONG) {
        add_landmark(r, WEND_TELL_FORWARD, m, false);
    } else if (role != ROLE_ASIDE && role != ROLE_WITH) {
        add_door(r, m);
    }
}

static void emit_thing(heed_reading* r, heed_clause* c, heed_mention* m) {
    heed_role role = m->role;
    bool stairs = is_stairs(m);
    if (stairs && (c->way == WAY_UP || c->way == WAY_DOWN || c->verb == VERB_CLIMB ||
                   c->verb == VERB_DESCEND)) {
        add_stairs(r, c->way == WAY_UP || c->verb == VERB_CLIMB);
        m->used = c->way_used = true;
        return;
    }
    if (role == ROLE_ASIDE || (role == ROLE_WITH && c->verb != VERB_STOP)) return;
    bool door = is_door(m) || m->kind == HEED_IT;
    bool passes = role == ROLE_THROUGH || role == ROLE_INTO || role == ROLE_OUT ||
                  (role == ROLE_BARE && c->verb != VERB_PASS && c->verb != VERB_REACH) ||
                  (c->verb == VERB_LEAVE || c->verb == VERB_ENTER);
    if (door && passes) {
        if (m->kind == HEED_NOUN || role == ROLE_THROUGH || c->verb == VERB_ENTER) add_door(r, m);
        return;
    }
    if (m->kind == HEED_IT) return;
    bool past = c->verb == VERB_PASS || role == ROLE_PAST || role == ROLE_AFTER ||
                role == ROLE_THROUGH || role == ROLE_ALONG || role == ROLE_OUT;
    add_landmark(r, past ? WEND_TELL_PASS : WEND_TELL_FORWARD, m, role != ROLE_TO);
}

static void emit_mention(heed_reading* r, heed_clause* c, heed_mention* m) {
    if (m->used) return;
    if (m->kind == HEED_ROOM)
        emit_room(r, c, m);
    else
        emit_thing(r, c, m);
}

// "Turn left at the sofa": first one goes there.
static bool comes_before_turn(const heed_mention* m) {
    return m->kind == HEED_NOUN && (m->role == ROLE_AT || m->role == ROLE_AFTER);
}

static bool belongs_to_turn(const heed_clause* c, const heed_mention* m) {
    bool bare = m->role == ROLE_BARE && c->verb == VERB_TURN;
    return m->kind == HEED_NOUN && (m->role == ROLE_TO || m->role == ROLE_FACE || bare);
}

static void emit_turn(heed_reading* r, heed_clause* c) {
    for (int i = 0; i < c->mention_count; i++)
        if (comes_before_turn(&c->mentions[i])) emit_mention(r, c, &c->mentions[i]);
    wend_heeded_step* step = add_step(r, WEND_TELL_TURN);
    if (!step) return;
    step->what.turn = turn_of(c->way, c->degree);
    c->way_used = true;
    for (int i = 0; i < c->mention_count; i++)
        if (belongs_to_turn(c, &c->mentions[i])) fill_step(step, &c->mentions[i]);
}

static void emit_move(heed_reading* r, heed_clause* c) {
    int before = r->out->count;
    bool moves = c->verb == VERB_GO || c->verb == VERB_CLIMB || c->verb == VERB_DESCEND;
    if (turns(c)) emit_turn(r, c);
    // "Turn left, towards the sofa"
    wend_heeded_step* turn = last_of(r, WEND_TELL_TURN);
    for (int i = 0; i < c->mention_count; i++) {
        heed_mention* m = &c->mentions[i];
        if (turn && !c->verb && belongs_to_turn(c, m)) fill_step(turn, m);
        emit_mention(r, c, m);
    }
    if (c->verb == VERB_CLIMB || c->verb == VERB_DESCEND) add_stairs(r, c->verb == VERB_CLIMB);
    if (c->verb == VERB_LEAVE && r->out->count == before) add_step(r, WEND_TELL_LEAVE);
    if (c->verb == VERB_ENTER && r->out->count == before && !last_of(r, WEND_TELL_DOOR))
        add_step(r, WEND_TELL_DOOR);
    bool used = false;
    for (int i = 0; i < c->mention_count; i++) used |= c->mentions[i].used;
    bool on = (c->way == WAY_UP && last_of(r, WEND_TELL_UP)) ||
              (c->way == WAY_DOWN && last_of(r, WEND_TELL_DOWN));
    if (on) c->way_used = true;
    bool ahead = c->way == WAY_STRAIGHT || (moves && c->mention_count == 0 && !turns(c));
    if (ahead && !used && !on && r->out->count == before) {
        add_forward(r);
        c->joined = true;
    }
    if (c->way == WAY_STRAIGHT) c->way_used = true;
}

void heed_add_steps(heed_reading* r, heed_clause* c) {
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
