// Who plays which part in a clause.
#include "language/heed_clause.h"

// What was said of a thing before it is named.
typedef struct attributes {
    wend_color color;
    wend_stuff stuff;
    int ordinal;
    int count;
    wend_choice choice;
    wend_side side;
    heed_role role;
} attributes;

// "the larger of the two tables" is one.
static void take_glue(attributes* said, int value) {
    if (value > HEED_CHOICE) {
        said->choice = (wend_choice)(value - HEED_CHOICE);
        said->count = 0;
    } else if (value && !said->choice) {
        said->count = value;
    }
}

static void own(heed_clause* c, int from, int to, int owner) {
    for (int i = from; i <= to; i++)
        if (c->owner[i] < 0) c->owner[i] = owner;
}

static void add_mention(heed_clause* c, const heed_lexeme* x, attributes* said) {
    if (c->mention_count == HEED_MENTIONS) return;
    heed_mention* m = &c->mentions[c->mention_count++];
    *m = (heed_mention){.kind = x->kind, .role = x->role ? x->role : said->role};
    m->landmark = (wend_landmark){.color = said->color,
                                  .stuff = said->stuff,
                                  .ordinal = said->ordinal,
                                  .count = said->count,
                                  .choice = said->choice,
                                  .side = said->side};
    if (x->kind == HEED_NOUN) m->landmark.category = (wend_category)x->value;
    if (x->kind == HEED_ROOM) m->room = (wend_room_type)x->value;
    *said = (attributes){.role = ROLE_BARE};
}

static bool has_mention(const heed_clause* c) { return c->mention_count > 0; }

static heed_mention* last_mention(heed_clause* c) { return &c->mentions[c->mention_count - 1]; }

static wend_placing placing_of(heed_role role) {
    return role == ROLE_AT      ? WEND_PLACING_BESIDE
           : role == ROLE_ABOVE ? WEND_PLACING_ABOVE
           : role == ROLE_IN    ? WEND_PLACING_ON
                                : WEND_PLACING_NONE;
}

static void anchor_to(wend_landmark* thing, wend_placing placing, const wend_landmark* anchor) {
    thing->placing = placing;
    thing->anchor = anchor->category;
    thing->anchor_color = anchor->color;
}

// "the lamp by the brown sofa": the lamp is meant, and the sofa tells which.
static bool is_anchor_behind(heed_clause* c, const heed_lexeme* x, heed_role role, bool apart) {
    if (apart || x->kind != HEED_NOUN || !has_mention(c)) return false;
    const heed_mention* m = last_mention(c);
    return m->kind == HEED_NOUN && !m->landmark.anchor && placing_of(role);
}

// The same where what tells which comes first: "भूरे सोफ़े के बगल वाला लैंप".
static bool is_anchor_before(heed_clause* c, const heed_lexeme* x) {
    if (x->comma || x->kind != HEED_NOUN || !has_mention(c)) return false;
    const heed_mention* m = last_mention(c);
    return m->kind == HEED_NOUN && placing_of(m->role);
}

static void add_anchored(heed_clause* c, const heed_lexeme* x, attributes* said) {
    heed_mention anchor = *last_mention(c);
    c->mention_count--;
    add_mention(c, x, said);
    heed_mention* m = last_mention(c);
    anchor_to(&m->landmark, placing_of(anchor.role), &anchor.landmark);
    if (!m->landmark.side) m->landmark.side = anchor.landmark.side;
}

static heed_way way_of_side(int side) {
    return side == WEND_SIDE_LEFT ? WAY_LEFT : side == WEND_SIDE_RIGHT ? WAY_RIGHT : WAY_STRAIGHT;
}

static bool is_named(const heed_lexeme* x) { return x->kind == HEED_NOUN || x->kind == HEED_ROOM; }

// Whether a thing is named right behind a word, but for what describes it: "the left white door".
// Nullable: the answer.
static const heed_lexeme* describes(const heed_clause* c, int at) {
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
static void read_part_first(heed_clause* c, int i, attributes* said, int* begun) {
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
static void read_part_last(heed_clause* c, int i, attributes* said) {
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

// "the kitchen table", "the bedroom door": the last of the nouns in a row is what is meant. An
// ending that gives a noun its part ends the row.
static bool is_modifier(const heed_clause* c, int i) {
    const heed_lexeme *x = &c->lexemes[i], *next = i + 1 < c->count ? x + 1 : NULL;
    return next && is_named(x) && is_named(next) && !x->role && !next->comma &&
           next->first == x->first + x->count;
}

// "the sofa that …", "that sofa": only the second points at something.
static bool is_pointing(const heed_clause* c, int i) {
    return c->lexemes[i].kind == HEED_IT && !describes(c, i);
}

// What is named at a lexeme becomes a mention, or tells which of another one is meant.
static void read_name(const heed_reading* r, heed_clause* c, int i, attributes* said, bool apart) {
    const heed_lexeme* x = &c->lexemes[i];
    if (r->language->verb_last && is_anchor_before(c, x)) {
        add_anchored(c, x, said);
    } else if (!r->language->verb_last && is_anchor_behind(c, x, said->role, apart)) {
        const wend_landmark anchor = {.category = (wend_category)x->value, .color = said->color};
        anchor_to(&last_mention(c)->landmark, placing_of(said->role), &anchor);
        *said = (attributes){.role = ROLE_BARE};
    } else {
        add_mention(c, x, said);
    }
}

static void read_names(const heed_reading* r, heed_clause* c) {
    attributes said = {.role = ROLE_BARE};
    int begun = 0;  // where what is said of the next thing begins
    heed_role shared = ROLE_BARE;
    bool joined = false;  // "and" since the last thing
    bool apart = false;   // or a comma, or another role
    for (int i = 0; i < c->count; i++) {
        heed_lexeme* x = &c->lexemes[i];
        if (x->kind == HEED_COLOR) said.color = (wend_color)x->value;
        if (x->kind == HEED_STUFF) said.stuff = (wend_stuff)x->value;
        if (x->kind == HEED_ORDINAL) said.ordinal = x->value;
        if (x->kind == HEED_GLUE) take_glue(&said, x->value);
        if (x->kind == HEED_DEGREE) c->degree = x->value;
        if (x->kind == HEED_UNTIL) c->until = true;
        joined |= x->kind == HEED_LINK;
        apart |= x->comma || x->kind == HEED_LINK || (x->kind == HEED_ROLE && said.role);
        bool named = is_named(x) || is_pointing(c, i);
        if (named && is_modifier(c, i)) {
            if (x->kind == HEED_NOUN && x->value == WEND_CATEGORY_CLOTH)
                said.stuff = WEND_STUFF_FABRIC;  // in Telugu it is one word
        } else if (named) {
            // "past the sofa and the table": both.
            if (!said.role && joined && has_mention(c) && !r->language->verb_last)
                said.role = shared;
            read_name(r, c, i, &said, apart);
            shared = last_mention(c)->role;
            joined = apart = false;
            own(c, begun, i, c->mention_count - 1);
            begun = i + 1;
        } else if (r->language->verb_last) {
            read_part_last(c, i, &said);
        } else {
            read_part_first(c, i, &said, &begun);
        }
    }
}

// "the toilet" is a thing and a room.
static void tell_toilet(const heed_clause* c, heed_mention* m) {
    bool in = m->role == ROLE_INTO || m->role == ROLE_IN || m->role == ROLE_OUT ||
              ((c->verb == VERB_ENTER || c->verb == VERB_LEAVE) && m->role == ROLE_BARE);
    if (m->kind != HEED_NOUN || m->landmark.category != WEND_CATEGORY_TOILET || !in) return;
    m->kind = HEED_ROOM;
    m->landmark.category = WEND_CATEGORY_NONE;
    m->room = WEND_ROOM_TOILET;
}

// "Turn towards the brown shelf and walk to it", "… and walk to the shelf": the same one. What one
// goes through is a door, whatever was mentioned.
static void take_up_again(const heed_reading* r, heed_mention* m) {
    const wend_landmark said = m->landmark;
    bool through = m->role == ROLE_BARE || m->role == ROLE_THROUGH || m->role == ROLE_INTO ||
                   m->role == ROLE_OUT;
    bool it = m->kind == HEED_IT && !through && r->recent.category;
    bool again = m->kind == HEED_NOUN && said.category == r->recent.category && !said.color &&
                 !said.stuff && !said.ordinal && !said.anchor && !said.choice;
    if (!it && !again) return;
    m->kind = HEED_NOUN;
    m->landmark = r->recent;
    m->landmark.ordinal = said.ordinal;
    m->landmark.side = said.side;
    m->landmark.count = said.count;
}

void heed_read_parts(heed_reading* r, heed_clause* c) {
    read_names(r, c);
    for (int i = 0; i < c->mention_count; i++) {
        heed_mention* m = &c->mentions[i];
        if (m->role == ROLE_ABOVE) m->role = r->language->verb_last ? ROLE_AT : ROLE_ASIDE;
        tell_toilet(c, m);
        take_up_again(r, m);
        if (m->kind == HEED_NOUN) r->recent = m->landmark;
    }
}
