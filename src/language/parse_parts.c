// Finds the mentions (objects, rooms, pronouns) of a clause and their roles.
#include "language/parse_clause.h"

// Attributes that precede a noun.
typedef struct attributes {
    wend_color color;
    wend_material_type material;
    int ordinal;
    int count;
    wend_choice choice;
    wend_side side;
    parse_role role;
} attributes;

// "the larger of the two tables" is one object.
static void take_glue(attributes* said, int value) {
    if (value > PARSE_CHOICE) {
        said->choice = (wend_choice)(value - PARSE_CHOICE);
        said->count = 0;
    } else if (value >= 2 && value <= 4 && !said->choice) {
        said->count = value;
    }
}

static void own(parse_clause* c, int from, int to, int owner) {
    for (int i = from; i <= to; i++)
        if (c->owner[i] < 0) c->owner[i] = owner;
}

static void add_mention(parse_clause* c, const parse_lexeme* x, attributes* said) {
    if (c->mention_count == PARSE_MENTIONS) return;
    parse_mention* m = &c->mentions[c->mention_count++];
    *m = (parse_mention){.kind = x->kind, .role = x->role ? x->role : said->role};
    m->landmark = (wend_landmark){.color = said->color,
                                  .material = said->material,
                                  .ordinal = said->ordinal,
                                  .count = said->count,
                                  .choice = said->choice,
                                  .side = said->side};
    if (x->kind == PARSE_NOUN) m->landmark.category = (wend_category)x->value;
    if (x->kind == PARSE_ROOM) m->room = (wend_room_type)x->value;
    *said = (attributes){.role = ROLE_BARE};
}

static bool has_mention(const parse_clause* c) { return c->mention_count > 0; }

static parse_mention* last_mention(parse_clause* c) { return &c->mentions[c->mention_count - 1]; }

static wend_placing parse_parts_placing_of(parse_role role) {
    return role == ROLE_AT      ? WEND_PLACING_BESIDE
           : role == ROLE_ABOVE ? WEND_PLACING_ABOVE
           : role == ROLE_IN    ? WEND_PLACING_ON
                                : WEND_PLACING_NONE;
}

static void anchor_to(wend_landmark* landmark, wend_placing placing, const wend_landmark* anchor) {
    landmark->placing = placing;
    landmark->anchor = anchor->category;
    landmark->anchor_color = anchor->color;
}

// "the lamp by the brown sofa": the sofa becomes the anchor of the lamp.
static bool is_anchor_behind(parse_clause* c, const parse_lexeme* x, parse_role role, bool apart) {
    if (apart || x->kind != PARSE_NOUN || !has_mention(c)) return false;
    const parse_mention* m = last_mention(c);
    return m->kind == PARSE_NOUN && !m->landmark.anchor && parse_parts_placing_of(role);
}

// The same with the anchor first: "भूरे सोफ़े के बगल वाला लैंप".
static bool is_anchor_before(parse_clause* c, const parse_lexeme* x) {
    if (x->comma || x->kind != PARSE_NOUN || !has_mention(c)) return false;
    const parse_mention* m = last_mention(c);
    return m->kind == PARSE_NOUN && parse_parts_placing_of(m->role);
}

static void add_anchored(parse_clause* c, const parse_lexeme* x, attributes* said) {
    parse_mention anchor = *last_mention(c);
    c->mention_count--;
    add_mention(c, x, said);
    parse_mention* m = last_mention(c);
    anchor_to(&m->landmark, parse_parts_placing_of(anchor.role), &anchor.landmark);
    if (!m->landmark.side) m->landmark.side = anchor.landmark.side;
}

static parse_direction direction_of_side(int side) {
    return side == WEND_SIDE_LEFT    ? DIRECTION_LEFT
           : side == WEND_SIDE_RIGHT ? DIRECTION_RIGHT
                                     : DIRECTION_STRAIGHT;
}

static bool parse_parts_is_named(const parse_lexeme* x) {
    return x->kind == PARSE_NOUN || x->kind == PARSE_ROOM;
}

// The noun that follows a word, with only attributes between: "the left white door". Returns NULL
// when there is none.
static const parse_lexeme* parse_parts_describes(const parse_clause* c, int at) {
    for (int i = at + 1; i < c->count; i++) {
        const parse_lexeme* x = &c->lexemes[i];
        if (x->comma) return NULL;
        if (parse_parts_is_named(x)) return x;
        if (x->kind != PARSE_GLUE && x->kind != PARSE_COLOR && x->kind != PARSE_MATERIAL &&
            x->kind != PARSE_ORDINAL)
            return NULL;
    }
    return NULL;
}

// English: roles precede their noun; a side follows it.
static void read_part_first(parse_clause* c, int i, attributes* said, int* begun) {
    parse_lexeme* x = &c->lexemes[i];
    if (x->kind == PARSE_ROLE) {
        said->role = (parse_role)x->value;
        *begun = i;
    } else if (x->kind == PARSE_SIDE ||
               (x->kind == PARSE_TURN && parse_parts_describes(c, i) &&
                (x->value == DIRECTION_LEFT || x->value == DIRECTION_RIGHT) &&
                c->verb != VERB_TURN)) {
        int side = x->kind == PARSE_SIDE        ? x->value
                   : x->value == DIRECTION_LEFT ? WEND_SIDE_LEFT
                                                : WEND_SIDE_RIGHT;
        if (x->kind == PARSE_TURN) {
            said->side = (wend_side)side;
        } else if (has_mention(c) && !last_mention(c)->landmark.side) {
            last_mention(c)->landmark.side = (wend_side)side;
            own(c, i, i, c->mention_count - 1);
        } else if (!has_mention(c) && side != WEND_SIDE_AHEAD && !c->direction) {
            c->direction = direction_of_side(side);
        }
    } else if (x->kind == PARSE_TURN) {
        bool stairs = x->value == DIRECTION_UP || x->value == DIRECTION_DOWN;
        const parse_lexeme* named = parse_parts_describes(c, i);
        bool flight = named && named->kind == PARSE_NOUN && named->value == WEND_CATEGORY_STAIRS;
        if (stairs && named && !flight) {
            said->role = ROLE_ALONG;  // "down the hall"
            *begun = i;
        } else if (!c->direction || c->direction == DIRECTION_STRAIGHT) {
            c->direction = (parse_direction)x->value;
        }
    }
}

// Hindi and Telugu: roles follow their noun; a side precedes it.
static void read_part_last(parse_clause* c, int i, attributes* said) {
    parse_lexeme* x = &c->lexemes[i];
    if (x->kind == PARSE_ROLE && has_mention(c) && last_mention(c)->role == ROLE_BARE) {
        last_mention(c)->role = (parse_role)x->value;
        own(c, i, i, c->mention_count - 1);
    } else if (x->kind == PARSE_SIDE) {
        bool names = false;  // a following noun that may be on that side
        for (int k = i + 1; k < c->count && !names; k++)
            names = parse_parts_is_named(&c->lexemes[k]);
        bool turn = x->value != WEND_SIDE_AHEAD && (c->verb == VERB_TURN || c->verb == VERB_GO);
        if (names)
            said->side = (wend_side)x->value;
        else if (turn) {
            if (!c->direction || c->direction == DIRECTION_STRAIGHT)
                c->direction = direction_of_side(x->value);
        } else if (has_mention(c) && !last_mention(c)->landmark.side) {
            last_mention(c)->landmark.side = (wend_side)x->value;
            own(c, i, i, c->mention_count - 1);
        }
    } else if (x->kind == PARSE_TURN && (!c->direction || c->direction == DIRECTION_STRAIGHT)) {
        c->direction = (parse_direction)x->value;
    }
}

// "the kitchen table", "the bedroom door": the last noun of a row is the head. An ending that gives
// a role ends the row.
static bool parse_parts_is_modifier(const parse_clause* c, int i) {
    const parse_lexeme *x = &c->lexemes[i], *next = i + 1 < c->count ? x + 1 : NULL;
    return next && parse_parts_is_named(x) && parse_parts_is_named(next) && !x->role &&
           !next->comma && next->first == x->first + x->count;
}

// "the sofa that …", "that sofa": only the second is a demonstrative.
static bool is_pointing(const parse_clause* c, int i) {
    return c->lexemes[i].kind == PARSE_IT && !parse_parts_describes(c, i);
}

// Turns a noun lexeme into a mention, or into the anchor of another mention.
static void parse_parts_read_name(const parse_reading* r, parse_clause* c, int i, attributes* said,
                                  bool apart) {
    const parse_lexeme* x = &c->lexemes[i];
    if (r->language->verb_last && is_anchor_before(c, x)) {
        add_anchored(c, x, said);
    } else if (!r->language->verb_last && is_anchor_behind(c, x, said->role, apart)) {
        const wend_landmark anchor = {.category = (wend_category)x->value, .color = said->color};
        anchor_to(&last_mention(c)->landmark, parse_parts_placing_of(said->role), &anchor);
        *said = (attributes){.role = ROLE_BARE};
    } else {
        add_mention(c, x, said);
    }
}

static void read_names(const parse_reading* r, parse_clause* c) {
    attributes said = {.role = ROLE_BARE};
    int begun = 0;  // first lexeme of the attributes of the next noun
    parse_role shared = ROLE_BARE;
    bool joined = false;  // "and" since the last noun
    bool apart = false;   // "and", a comma or another role since the last noun
    for (int i = 0; i < c->count; i++) {
        parse_lexeme* x = &c->lexemes[i];
        if (x->kind == PARSE_COLOR) said.color = (wend_color)x->value;
        if (x->kind == PARSE_MATERIAL) said.material = (wend_material_type)x->value;
        if (x->kind == PARSE_ORDINAL) said.ordinal = x->value;
        if (x->kind == PARSE_GLUE) take_glue(&said, x->value);
        if (x->kind == PARSE_DEGREE) c->degree = x->value;
        if (x->kind == PARSE_UNTIL) c->until = true;
        if (x->kind == PARSE_HALFWAY) c->halfway = true;
        joined |= x->kind == PARSE_LINK;
        apart |= x->comma || x->kind == PARSE_LINK || (x->kind == PARSE_ROLE && said.role);
        bool named = parse_parts_is_named(x) || is_pointing(c, i);
        if (named && parse_parts_is_modifier(c, i)) {
            if (x->kind == PARSE_NOUN && x->value == WEND_CATEGORY_CLOTH)
                said.material = WEND_MATERIAL_TYPE_FABRIC;  // in Telugu it is one word
        } else if (named) {
            // "past the sofa and the table": both.
            if (!said.role && joined && has_mention(c) && !r->language->verb_last)
                said.role = shared;
            parse_parts_read_name(r, c, i, &said, apart);
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

// "the toilet", "the closet" are objects and rooms.
static void tell_toilet(const parse_clause* c, parse_mention* m) {
    wend_category category = m->landmark.category;
    bool in = m->role == ROLE_INTO || m->role == ROLE_IN || m->role == ROLE_OUT ||
              m->role == ROLE_THROUGH ||
              ((c->verb == VERB_ENTER || c->verb == VERB_LEAVE) && m->role == ROLE_BARE);
    bool both = category == WEND_CATEGORY_TOILET || category == WEND_CATEGORY_WARDROBE ||
                category == WEND_CATEGORY_SHOWER;
    if (m->kind != PARSE_NOUN || !both || !in) return;
    m->kind = PARSE_ROOM;
    m->landmark.category = WEND_CATEGORY_NONE;
    m->room = category == WEND_CATEGORY_TOILET   ? WEND_ROOM_TOILET
              : category == WEND_CATEGORY_SHOWER ? WEND_ROOM_BATHROOM
                                                 : WEND_ROOM_STORAGE;
}

// "Turn towards the brown shelf and walk to it", "… and walk to the shelf": the same object. With
// the role THROUGH the referent is always a door.
static void take_up_again(const parse_reading* r, parse_mention* m) {
    const wend_landmark said = m->landmark;
    bool through = m->role == ROLE_BARE || m->role == ROLE_THROUGH || m->role == ROLE_INTO ||
                   m->role == ROLE_OUT;
    bool it = m->kind == PARSE_IT && !through && r->recent.category;
    bool again = m->kind == PARSE_NOUN && said.category == r->recent.category && !said.color &&
                 !said.material && !said.ordinal && !said.anchor && !said.choice;
    if (!it && !again) return;
    m->kind = PARSE_NOUN;
    m->landmark = r->recent;
    m->landmark.ordinal = said.ordinal;
    m->landmark.side = said.side;
    m->landmark.count = said.count;
}

void parse_read_parts(parse_reading* r, parse_clause* c) {
    read_names(r, c);
    for (int i = 0; i < c->mention_count; i++) {
        parse_mention* m = &c->mentions[i];
        if (m->role == ROLE_ABOVE) m->role = r->language->verb_last ? ROLE_AT : ROLE_ASIDE;
        tell_toilet(c, m);
        take_up_again(r, m);
        if (m->kind == PARSE_NOUN) r->recent = m->landmark;
    }
}
