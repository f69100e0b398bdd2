#include "wend/heed.h"

#include <string.h>
#include <utf8proc.h>

#include "language/heed.h"

enum { MAX_LEXEMES = 160, MAX_MENTIONS = 16 };  // of a sentence; a longer one is cut there

struct wend_heed {
    heed_lexicon* lexicons[WEND_LANGUAGE_COUNT];
};

static const heed_language* const languages[WEND_LANGUAGE_COUNT] = {&heed_english, &heed_hindi,
                                                                    &heed_telugu};

// A thing or a room that a clause is about.
typedef struct mention {
    heed_kind kind;  // NOUN, ROOM or IT
    wend_landmark landmark;
    wend_room_type room;
    heed_role role;
    bool used;
} mention;

typedef struct clause {
    heed_lexeme* lexemes;
    int count;
    bool until;
    heed_verb verb;
    heed_way way;
    int degree;  // -1: not said
    mention mentions[MAX_MENTIONS];
    int mention_count;
    int owner[MAX_LEXEMES];  // [count] the mention a lexeme belongs to; -1: none
    bool way_used;           // a step came of the way
    bool joined;             // what it says went into a step that was there
} clause;

// One text being read.
typedef struct reading {
    const heed_lexicon* lexicon;
    const heed_language* language;
    wend_heeded* out;
    int sentence;  // the first step that came of the sentence
    int word;      // the first word of the clause
    bool full;
} reading;

// ---- steps --------------------------------------------------------------------------------------

static wend_heeded_step* last_step(const reading* r) {
    return r->out->count > r->sentence ? &r->out->steps[r->out->count - 1] : NULL;
}

static wend_heeded_step* last_of(const reading* r, wend_tell_kind kind) {
    wend_heeded_step* last = last_step(r);
    return last && last->what.kind == kind ? last : NULL;
}

static wend_heeded_step* add_step(reading* r, wend_tell_kind kind) {
    if (r->out->count == WEND_MAX_HEEDED) {
        r->full = true;
        return NULL;
    }
    wend_heeded_step* step = &r->out->steps[r->out->count++];
    *step = (wend_heeded_step){.what.kind = kind, .word = r->word};
    return step;
}

static void add_landmark(reading* r, wend_tell_kind kind, mention* m, bool reach) {
    wend_heeded_step* step = add_step(r, kind);
    if (!step) return;
    step->what.landmark = m->landmark;
    step->what.room = m->room;
    step->what.reach = reach && kind == WEND_TELL_FORWARD;
    m->used = true;
}

// What is said of one step in two clauses of a sentence belongs together: "take the door on your
// left and walk through it into the kitchen".
static void add_door(reading* r, mention* m) {
    wend_heeded_step* last = last_step(r);
    bool door = last && last->what.kind == WEND_TELL_DOOR && !last->what.room;
    bool left = last && last->what.kind == WEND_TELL_LEAVE && m->kind != HEED_ROOM;
    bool same = door || left;
    bool twice = m->kind == HEED_NOUN && same && last->what.landmark.category;
    if (!same || twice) last = add_step(r, WEND_TELL_DOOR);
    if (!last) return;
    m->used = true;
    if (m->kind == HEED_ROOM) last->what.room = m->room;
    if (m->kind == HEED_ROOM && !last->what.landmark.side)
        last->what.landmark.side = m->landmark.side;
    if (m->kind == HEED_ROOM && m->landmark.ordinal)
        last->what.landmark.ordinal = m->landmark.ordinal;
    if (m->kind == HEED_NOUN) last->what.landmark = m->landmark;
}

static void add_stairs(reading* r, bool up) {
    wend_tell_kind kind = up ? WEND_TELL_UP : WEND_TELL_DOWN;
    if (!last_of(r, kind)) add_step(r, kind);
}

static void add_forward(reading* r) {
    bool told = last_of(r, WEND_TELL_FORWARD) || last_of(r, WEND_TELL_UP) ||
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

static bool turns(const clause* c) {
    return c->way == WAY_LEFT || c->way == WAY_RIGHT || c->way == WAY_AROUND;
}

static bool is_door(const mention* m) {
    return m->kind == HEED_NOUN && (m->landmark.category == WEND_CATEGORY_DOOR ||
                                    m->landmark.category == WEND_CATEGORY_DOORFRAME);
}

static bool is_stairs(const mention* m) {
    return m->kind == HEED_NOUN && m->landmark.category == WEND_CATEGORY_STAIRS;
}

// Puts what is mentioned where a step has room for it.
static void fill_step(wend_heeded_step* step, mention* m) {
    if (m->kind == HEED_ROOM && !step->what.room) {
        step->what.room = m->room;
        m->used = true;
    }
    if (m->kind == HEED_NOUN && !step->what.landmark.category) {
        step->what.landmark = m->landmark;
        m->used = true;
    }
}

static void fill_step_with_all(wend_heeded_step* step, clause* c) {
    for (int i = 0; i < c->mention_count; i++)
        if (c->mentions[i].role != ROLE_ASIDE) fill_step(step, &c->mentions[i]);
}

static void emit_stop(reading* r, clause* c) {
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

static void emit_sight(reading* r, clause* c) {
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
static void emit_until(reading* r, clause* c) {
    wend_heeded_step* last = last_step(r);
    bool ends = last && !last->what.landmark.category &&
                (last->what.kind == WEND_TELL_STOP || last->what.kind == WEND_TELL_TURN);
    if (c->mention_count == 0) return;
    if (ends) {
        fill_step_with_all(last, c);
        return;
    }
    for (int i = 0; i < c->mention_count; i++) {
        mention* m = &c->mentions[i];
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

static void emit_room(reading* r, clause* c, mention* m) {
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

static void emit_thing(reading* r, clause* c, mention* m) {
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

static void emit_mention(reading* r, clause* c, mention* m) {
    if (m->used) return;
    if (m->kind == HEED_ROOM)
        emit_room(r, c, m);
    else
        emit_thing(r, c, m);
}

// "Turn left at the sofa": first one goes there.
static bool comes_before_turn(const mention* m) {
    return m->kind == HEED_NOUN && (m->role == ROLE_AT || m->role == ROLE_AFTER);
}

static bool belongs_to_turn(const clause* c, const mention* m) {
    bool bare = m->role == ROLE_BARE && c->verb == VERB_TURN;
    return m->kind == HEED_NOUN && (m->role == ROLE_TO || m->role == ROLE_FACE || bare);
}

static void emit_turn(reading* r, clause* c) {
    for (int i = 0; i < c->mention_count; i++)
        if (comes_before_turn(&c->mentions[i])) emit_mention(r, c, &c->mentions[i]);
    wend_heeded_step* step = add_step(r, WEND_TELL_TURN);
    if (!step) return;
    step->what.turn = turn_of(c->way, c->degree);
    c->way_used = true;
    for (int i = 0; i < c->mention_count; i++)
        if (belongs_to_turn(c, &c->mentions[i])) fill_step(step, &c->mentions[i]);
}

static void emit_move(reading* r, clause* c) {
    int before = r->out->count;
    bool moves = c->verb == VERB_GO || c->verb == VERB_CLIMB || c->verb == VERB_DESCEND;
    if (turns(c)) emit_turn(r, c);
    // "Turn left, towards the sofa"
    wend_heeded_step* turn = last_of(r, WEND_TELL_TURN);
    for (int i = 0; i < c->mention_count; i++) {
        mention* m = &c->mentions[i];
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
    if (ahead && !used && !on && r->out->count == before) add_forward(r);
    if (c->way == WAY_STRAIGHT) c->way_used = true;
}

static void emit(reading* r, clause* c) {
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

// ---- who plays which part -----------------------------------------------------------------------

// What was said of a thing before it is named.
typedef struct attributes {
    wend_color color;
    wend_stuff stuff;
    int ordinal;
    wend_side side;
    heed_role role;
} attributes;

static void own(clause* c, int from, int to, int owner) {
    for (int i = from; i <= to; i++)
        if (c->owner[i] < 0) c->owner[i] = owner;
}

static void add_mention(clause* c, const heed_lexeme* x, attributes* said) {
    if (c->mention_count == MAX_MENTIONS) return;
    mention* m = &c->mentions[c->mention_count++];
    *m = (mention){.kind = x->kind, .role = x->role ? x->role : said->role};
    m->landmark = (wend_landmark){
        .color = said->color, .stuff = said->stuff, .ordinal = said->ordinal, .side = said->side};
    if (x->kind == HEED_NOUN) m->landmark.category = (wend_category)x->value;
    if (x->kind == HEED_ROOM) m->room = (wend_room_type)x->value;
    *said = (attributes){.role = ROLE_BARE};
}

static bool has_mention(const clause* c) { return c->mention_count > 0; }

static mention* last_mention(clause* c) { return &c->mentions[c->mention_count - 1]; }

static heed_way way_of_side(int side) {
    return side == WEND_SIDE_LEFT ? WAY_LEFT : side == WEND_SIDE_RIGHT ? WAY_RIGHT : WAY_STRAIGHT;
}

static bool is_named(const heed_lexeme* x) { return x->kind == HEED_NOUN || x->kind == HEED_ROOM; }

// Whether a thing is named right behind a word, but for what describes it: "the left white door".
// Nullable: the answer.
static const heed_lexeme* describes(const clause* c, int at) {
    for (int i = at + 1; i < c->count; i++) {
        const heed_lexeme* x = &c->lexemes[i];
        if (x->comma) return NULL;
        if (is_named(x)) return x;
        if (x->kind != HEED_GLUE && x->kind != HEED_COLOR && x->kind != HEED_STUFF &&
            x->kind != HEED_ORDINAL)
            return NULL;
    }
    return NULL;
}

// English: parts come before what plays them; a side behind.
static void read_part_first(clause* c, int i, attributes* said, int* begun) {
    heed_lexeme* x = &c->lexemes[i];
    if (x->kind == HEED_ROLE) {
        said->role = (heed_role)x->value;
        *begun = i;
    } else if (x->kind == HEED_SIDE ||
               (x->kind == HEED_TURN && describes(c, i) &&
                (x->value == WAY_LEFT || x->value == WAY_RIGHT) && c->verb != VERB_TURN)) {
        int side = x->kind == HEED_SIDE   ? x->value
                   : x->value == WAY_LEFT ? WEND_SIDE_LEFT
                                          : WEND_SIDE_RIGHT;
        if (x->kind == HEED_TURN) {
            said->side = (wend_side)side;
        } else if (has_mention(c) && !last_mention(c)->landmark.side) {
            last_mention(c)->landmark.side = (wend_side)side;
            own(c, i, i, c->mention_count - 1);
        } else if (!has_mention(c) && side != WEND_SIDE_AHEAD && !c->way) {
            c->way = way_of_side(side);
        }
    } else if (x->kind == HEED_TURN) {
        bool stairs = x->value == WAY_UP || x->value == WAY_DOWN;
        const heed_lexeme* named = describes(c, i);
        bool flight = named && named->kind == HEED_NOUN && named->value == WEND_CATEGORY_STAIRS;
        if (stairs && named && !flight) {
            said->role = ROLE_ALONG;  // "down the hall"
            *begun = i;
        } else if (!c->way || c->way == WAY_STRAIGHT) {
            c->way = (heed_way)x->value;
        }
    }
}

// Hindi and Telugu: parts come behind what plays them; a side before.
static void read_part_last(clause* c, int i, attributes* said) {
    heed_lexeme* x = &c->lexemes[i];
    if (x->kind == HEED_ROLE && has_mention(c) && last_mention(c)->role == ROLE_BARE) {
        last_mention(c)->role = (heed_role)x->value;
        own(c, i, i, c->mention_count - 1);
    } else if (x->kind == HEED_SIDE) {
        bool names = false;  // something behind it that may be on that side
        for (int k = i + 1; k < c->count && !names; k++) names = is_named(&c->lexemes[k]);
        bool turn = x->value != WEND_SIDE_AHEAD && (c->verb == VERB_TURN || c->verb == VERB_GO);
        if (names)
            said->side = (wend_side)x->value;
        else if (turn) {
            if (!c->way || c->way == WAY_STRAIGHT) c->way = way_of_side(x->value);
        } else if (has_mention(c) && !last_mention(c)->landmark.side) {
            last_mention(c)->landmark.side = (wend_side)x->value;
            own(c, i, i, c->mention_count - 1);
        }
    } else if (x->kind == HEED_TURN && (!c->way || c->way == WAY_STRAIGHT)) {
        c->way = (heed_way)x->value;
    }
}

// "the kitchen table", "the bedroom door": the last of the nouns in a row is what is meant.
static bool is_modifier(const clause* c, int i) {
    const heed_lexeme* next = i + 1 < c->count ? &c->lexemes[i + 1] : NULL;
    return next && is_named(&c->lexemes[i]) && is_named(next) && !next->comma &&
           next->first == c->lexemes[i].first + c->lexemes[i].count;
}

static void read_parts(const reading* r, clause* c) {
    attributes said = {.role = ROLE_BARE};
    int begun = 0;  // where what is said of the next thing begins
    heed_role shared = ROLE_BARE;
    bool joined = false;  // "and" since the last thing
    for (int i = 0; i < c->count; i++) {
        heed_lexeme* x = &c->lexemes[i];
        if (x->kind == HEED_COLOR) said.color = (wend_color)x->value;
        if (x->kind == HEED_STUFF) said.stuff = (wend_stuff)x->value;
        if (x->kind == HEED_ORDINAL) said.ordinal = x->value;
        if (x->kind == HEED_DEGREE) c->degree = x->value;
        if (x->kind == HEED_UNTIL) c->until = true;
        joined |= x->kind == HEED_LINK;
        bool named = is_named(x) || x->kind == HEED_IT;
        if (named && (r->language->verb_last || !is_modifier(c, i))) {
            // "past the sofa and the table": both.
            if (!said.role && joined && has_mention(c) && !r->language->verb_last)
                said.role = shared;
            shared = said.role;
            joined = false;
            add_mention(c, x, &said);
            own(c, begun, i, c->mention_count - 1);
            begun = i + 1;
        } else if (r->language->verb_last) {
            read_part_last(c, i, &said);
        } else {
            read_part_first(c, i, &said, &begun);
        }
    }
    // "the toilet" is a thing and a room.
    for (int i = 0; i < c->mention_count; i++) {
        mention* m = &c->mentions[i];
        bool in = m->role == ROLE_INTO || m->role == ROLE_IN || m->role == ROLE_OUT ||
                  ((c->verb == VERB_ENTER || c->verb == VERB_LEAVE) && m->role == ROLE_BARE);
        if (m->kind == HEED_NOUN && m->landmark.category == WEND_CATEGORY_TOILET && in) {
            m->kind = HEED_ROOM;
            m->landmark.category = WEND_CATEGORY_NONE;
            m->room = WEND_ROOM_TOILET;
        }
    }
}

static heed_verb verb_of(const clause* c) {
    heed_verb verb = VERB_NONE;
    for (int i = 0; i < c->count; i++) {
        const heed_lexeme* x = &c->lexemes[i];
        heed_verb v = x->kind == HEED_VERB ? (heed_verb)x->value : VERB_NONE;
        if (!v) continue;
        bool light = verb == VERB_NONE || verb == VERB_GO || verb == VERB_BE;
        if (v == VERB_STOP || (light && !(verb && (v == VERB_GO || v == VERB_BE)))) verb = v;
    }
    return verb;
}

// ---- counting -----------------------------------------------------------------------------------

static void keep_left(wend_heeded* out, const wend_word* words, int count) {
    for (int i = 0; i < count; i++) {
        size_t have = strlen(out->left_words);
        if (have + words[i].size + 2 > sizeof out->left_words) return;
        if (have) out->left_words[have++] = ' ';
        memcpy(out->left_words + have, words[i].start, words[i].size);
        out->left_words[have + words[i].size] = 0;
    }
}

static void count_words(reading* r, const clause* c, const wend_word* words, bool made) {
    wend_heeded* out = r->out;
    for (int i = 0; i < c->count; i++) {
        const heed_lexeme* x = &c->lexemes[i];
        bool owned = c->owner[i] >= 0 && c->mentions[c->owner[i]].used;
        bool tells = x->kind == HEED_VERB ||
                     ((x->kind == HEED_TURN || x->kind == HEED_DEGREE || x->kind == HEED_SIDE) &&
                      c->way_used);
        bool glue = x->kind == HEED_GLUE || x->kind == HEED_LINK || x->kind == HEED_UNTIL;
        if (glue)
            out->glue += x->count;
        else if (x->kind != HEED_UNKNOWN && (owned || (tells && made)))
            out->used += x->count;
        else
            out->left += x->count, keep_left(out, words + x->first, x->count);
    }
}

static void read_clause(reading* r, heed_lexeme* lexemes, int count, const wend_word* words,
                        int first_word) {
    clause c = {.lexemes = lexemes, .count = count, .degree = -1};
    if (count == 0) return;
    for (int i = 0; i < count; i++) c.owner[i] = -1;
    int before = r->out->count;
    r->word = first_word + lexemes[0].first;
    c.verb = verb_of(&c);
    read_parts(r, &c);
    emit(r, &c);
    bool said = false, made = r->out->count > before || c.way_used || c.joined;
    for (int i = 0; i < c.mention_count; i++) made |= c.mentions[i].used;
    for (int i = 0; i < count; i++)
        said |= lexemes[i].kind != HEED_GLUE && lexemes[i].kind != HEED_LINK;
    r->out->clauses += said;
    r->out->idle += said && !made;
    count_words(r, &c, words, made);
}

// ---- sentences ----------------------------------------------------------------------------------

static bool is_noun_turn(const heed_lexeme* x, const heed_lexeme* before) {
    return x->kind == HEED_VERB && x->value == VERB_TURN && before &&
           (before->kind == HEED_TURN || before->kind == HEED_DEGREE ||
            before->kind == HEED_ORDINAL);
}

// Where the clause ends that begins at `from`.
static int clause_end(const reading* r, const heed_lexeme* x, int from, int count) {
    bool verb = false, any = false;
    for (int i = from; i < count; i++) {
        bool is_verb = x[i].kind == HEED_VERB || (x[i].kind == HEED_UNTIL && x[i].value);
        if (r->language->verb_last) {
            if (verb && !is_verb) return i;
            verb |= is_verb;
            continue;
        }
        // A verb begins a clause; so does "until", and the verb behind it belongs to it.
        // "past the chairs and to the left" are two things to do.
        bool joined = i > from && any && (x[i].comma || x[i - 1].kind == HEED_LINK);
        bool aside = x[i].kind == HEED_SIDE && x[i].value != WEND_SIDE_AHEAD;
        if (joined && (aside || (x[i].kind == HEED_TURN && x[i].value <= WAY_AROUND))) return i;
        bool begins = (is_verb && verb && !is_noun_turn(&x[i], i > from ? &x[i - 1] : NULL)) ||
                      (x[i].kind == HEED_UNTIL && any);
        if (begins) return i;
        verb |= is_verb;
        any |= x[i].kind != HEED_GLUE && x[i].kind != HEED_LINK;
    }
    return count;
}

static void read_sentence(reading* r, const wend_word* words, const bool* commas, int count,
                          int first_word) {
    heed_lexeme lexemes[MAX_LEXEMES];
    int found = 0;
    for (int at = 0; at < count; found++) {
        int most = 1;  // no phrase reaches over a comma
        while (at + most < count && !commas[at + most] && most < HEED_LONGEST) most++;
        lexemes[found] = heed_lexicon_find(r->lexicon, words + at, most);
        lexemes[found].first = at;
        lexemes[found].comma = commas[at];
        at += lexemes[found].count;
    }
    r->sentence = r->out->count;
    for (int from = 0; from < found;) {
        int to = clause_end(r, lexemes, from, found);
        read_clause(r, lexemes + from, to - from, words, first_word);
        from = to;
    }
}

// What stands between two words: 2 ends a sentence, 1 is a comma, 0 neither.
static int gap_between(const char* from, const char* to) {
    int gap = 0;
    while (from < to) {
        int32_t c;
        utf8proc_ssize_t taken = utf8proc_iterate((const uint8_t*)from, to - from, &c);
        if (taken <= 0) {
            from++;
            continue;
        }
        if (c == '.' || c == '!' || c == '?' || c == ';' || c == '\n' || c == 0x964 || c == 0x965)
            return 2;
        if (c == ',' || c == ':' || c == '(' || c == ')') gap = 1;
        from += taken;
    }
    return gap;
}

static void read_text(reading* r, const char* text) {
    wend_word words[MAX_LEXEMES];
    bool commas[MAX_LEXEMES];
    int count = 0, first = 0;
    const char* at = text;
    const char* end = text;
    wend_word word;
    while (wend_words_next(&at, &word)) {
        int gap = gap_between(end, word.start);
        if ((gap == 2 && count) || count == MAX_LEXEMES) {
            read_sentence(r, words, commas, count, first);
            first += count;
            count = 0;
        }
        commas[count] = gap == 1;
        words[count++] = word;
        end = word.start + word.size;
    }
    if (count) read_sentence(r, words, commas, count, first);
    r->out->words = first + count;
}

// ---- reading ------------------------------------------------------------------------------------

bool wend_language_guess(const char* text, wend_language* language) {
    int letters[WEND_LANGUAGE_COUNT] = {0};
    int others = 0;
    while (*text) {
        int32_t c;
        utf8proc_ssize_t taken = utf8proc_iterate((const uint8_t*)text, -1, &c);
        text += taken > 0 ? taken : 1;
        if (taken <= 0) continue;
        utf8proc_category_t category = utf8proc_category(c);
        bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
        if (!letter) continue;
        if (c < 0x250)
            letters[WEND_ENGLISH]++;
        else if (c >= 0x900 && c < 0x980)
            letters[WEND_HINDI]++;
        else if (c >= 0xc00 && c < 0xc80)
            letters[WEND_TELUGU]++;
        else
            others++;
    }
    int best = 0;
    for (int i = 1; i < WEND_LANGUAGE_COUNT; i++)
        if (letters[i] > letters[best]) best = i;
    *language = (wend_language)best;
    return letters[best] > 0 && letters[best] >= others;
}

wend_status wend_heed_create(wend_heed** out, wend_error* error) {
    *out = NULL;
    wend_heed* heed = wend_alloc_zero(1, sizeof *heed);
    wend_status status =
        heed ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "no memory for the words of languages");
    for (int i = 0; i < WEND_LANGUAGE_COUNT && status == WEND_OK; i++)
        status = heed_lexicon_create((wend_language)i, &heed->lexicons[i], error);
    if (status != WEND_OK) {
        wend_heed_destroy(heed);
        return status;
    }
    *out = heed;
    return WEND_OK;
}

void wend_heed_destroy(wend_heed* heed) {
    if (!heed) return;
    for (int i = 0; i < WEND_LANGUAGE_COUNT; i++) heed_lexicon_destroy(heed->lexicons[i]);
    wend_free(heed);
}

void wend_heed_read(const wend_heed* heed, const char* language, const char* text,
                    wend_heeded* out) {
    memset(out, 0, sizeof *out);
    out->known = (language && wend_language_find(language, &out->language, NULL) == WEND_OK) ||
                 wend_language_guess(text, &out->language);
    if (!out->known) {
        out->words = out->left = wend_words_count(text);
        return;
    }
    reading r = {
        .lexicon = heed->lexicons[out->language], .language = languages[out->language], .out = out};
    read_text(&r, text);
}
