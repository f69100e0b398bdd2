// See guide_captions.h.
#include "agent/guide/guide_captions.h"

#include <string.h>

#include "agent/guide/guide_constants.h"

// ---- units --------------------------------------------------------------------------------------

static uint64_t caption_word_hash(wend_word w) {
    bool plural = w.size > 3 && w.start[w.size - 1] == 's' && w.start[w.size - 2] != 's';
    if (plural) w.size--;
    return wend_words_hash(w);
}

static float caption_angle(wend_turn turn) {
    static const float degrees[WEND_TURN_COUNT] = {0, 45, -45, 80, -80, 115, -115, 180};
    return degrees[turn] * (float)(WEND_PI / 180);
}

static void caption_add_mark(guide_unit* u, const wend_parsed_landmark* m, const wend_word* words,
                             int count) {
    static const wend_word room = {"room", 4};
    if (u->mark_count == GUIDE_MARKS || m->head >= count) return;
    uint64_t head = caption_word_hash(words[m->head]);
    if (head == wend_words_hash(room) && !m->room && !m->category) return;  // any room
    u->marks[u->mark_count++] = (guide_mark){.category = m->category,
                                             .room = m->room,
                                             .head = head,
                                             .preposition = m->preposition,
                                             .side = m->side};
}

// A step continues the unit of a bare turn before it.
static bool caption_joins(const guide_unit* u, const wend_instruction_step* s) {
    return u && u->turns && !u->mark_count && !u->stairs && !u->leaves && s->kind != WEND_STEP_TURN;
}

static void caption_add_unit(guide_captions* c, const wend_parsed_instruction* h, int index,
                             const wend_word* words, int count) {
    const wend_instruction_step* s = &h->steps[index].what;
    guide_unit* u = c->unit_count ? &c->units[c->unit_count - 1] : NULL;
    bool looks = s->kind == WEND_STEP_SEE || s->kind == WEND_STEP_BEGIN;
    if (looks && !u) return;  // where it starts
    if (!looks && !caption_joins(u, s)) {
        if (c->unit_count == GUIDE_UNITS) return;
        u = &c->units[c->unit_count++];
        *u = (guide_unit){0};
    }
    if (s->kind == WEND_STEP_TURN) {
        u->turns = true;
        u->turn = caption_angle(s->turn);
    }
    u->leaves |= s->kind == WEND_STEP_LEAVE;
    u->stops |= s->kind == WEND_STEP_STOP;
    if (s->kind == WEND_STEP_UP) u->stairs = 1;
    if (s->kind == WEND_STEP_DOWN) u->stairs = -1;
    for (int k = 0; k < h->landmark_count; k++)
        if (h->landmarks[k].step == index) caption_add_mark(u, &h->landmarks[k], words, count);
}

void guide_captions_begin(guide_captions* c, const wend_parsed_instruction* h, const char* text) {
    enum { MAX_WORDS = 1024 };
    wend_word words[MAX_WORDS];
    int count = 0;
    while (count < MAX_WORDS && wend_words_next(&text, &words[count])) count++;
    c->unit_count = c->moves = c->visited_count = 0;
    for (int i = 0; i < h->count; i++) caption_add_unit(c, h, i, words, count);
    if (!c->unit_count) {
        c->units[0] = (guide_unit){0};
        c->unit_count = 1;
    }
    for (int k = 0; k < c->unit_count; k++) c->score[k] = k ? -INFINITY : 0;
    c->expected =
        GUIDE_MOVES + GUIDE_MOVES_UNIT * (float)(c->unit_count > 4 ? c->unit_count - 4 : 0);
}

// ---- views --------------------------------------------------------------------------------------

static void caption_show(guide_sector* s, wend_category category) {
    if (!category) return;
    s->categories[category] = true;
    s->mpcats[wend_category_at(category)->mpcat] = true;
}

static void caption_read_view(guide_captions* c, const wend_instruction_parser* parser,
                              const wend_panorama* p, int view, wend_parsed_instruction* h) {
    guide_sector* s = &c->sectors[view % GUIDE_SECTORS];
    const wend_view_perception* v = &p->views[view];
    char text[1024];
    size_t size = 0;
    wend_word words[64];
    int count = 0;
    for (int i = 0; i < v->word_count && count < 64; i++) {
        const char* word = p->vocabulary[v->words[i]];
        size_t n = strlen(word);
        if (size + n + 2 > sizeof text) break;
        memcpy(text + size, word, n);
        words[count++] = (wend_word){text + size, n};
        size += n;
        text[size++] = ' ';
    }
    text[size] = 0;
    wend_instruction_parse(parser, "en", text, h);
    for (int k = 0; k < h->landmark_count; k++) {
        const wend_parsed_landmark* m = &h->landmarks[k];
        caption_show(s, m->category);
        if (m->room) s->rooms[m->room] = true;
    }
    for (int i = 0; i < count && s->word_count < GUIDE_SECTOR_WORDS; i++)
        if (words[i].size > 2) s->words[s->word_count++] = caption_word_hash(words[i]);
    for (int i = 0; i < v->detection_count; i++) {
        const wend_view_detection* d = &v->detections[i];
        wend_category category = c->class_category[d->class_index];
        caption_show(s, category);
        float tall = d->box[3] - d->box[1];
        if (category && tall > s->nearness[category]) s->nearness[category] = tall;
    }
}

static void caption_read_classes(guide_captions* c, const wend_instruction_parser* parser,
                                 const wend_panorama* p, wend_parsed_instruction* h) {
    if (c->classes == p->classes) return;
    for (int i = 0; i < p->class_count && i < 256; i++) {
        wend_instruction_parse(parser, "en", p->classes[i], h);
        c->class_category[i] = h->landmark_count ? h->landmarks[0].category : WEND_CATEGORY_NONE;
    }
    c->classes = p->classes;
}

static void caption_read_views(guide_captions* c, const wend_instruction_parser* parser,
                               const wend_panorama* p) {
    wend_parsed_instruction h;
    memset(c->sectors, 0, sizeof c->sectors);
    if (!p) return;
    caption_read_classes(c, parser, p, &h);
    for (int view = 0; view < 24; view++) caption_read_view(c, parser, p, view, &h);
}

static float caption_match(const guide_mark* m, const guide_sector* s) {
    if (m->room) {
        bool way = m->room == WEND_ROOM_CORRIDOR || m->room == WEND_ROOM_HALL;
        return s->rooms[m->room] ||
               (way && (s->rooms[WEND_ROOM_CORRIDOR] || s->rooms[WEND_ROOM_HALL]));
    }
    if (m->category) {
        if (s->categories[m->category]) return 1;
        wend_mpcat mpcat = wend_category_at(m->category)->mpcat;
        if (mpcat != WEND_MPCAT_OBJECTS && mpcat != WEND_MPCAT_MISC && mpcat != WEND_MPCAT_VOID &&
            s->mpcats[mpcat])
            return GUIDE_LIKENESS;
    }
    for (int i = 0; i < s->word_count; i++)
        if (s->words[i] == m->head) return 1;
    return 0;
}

// ---- moves --------------------------------------------------------------------------------------

static float caption_mark_score(const guide_captions* c, const guide_mark* m, int column) {
    float seen = caption_match(m, &c->sectors[column]);
    if (m->preposition == WEND_PREPOSITION_OUT) return -GUIDE_MOVE_OUT * seen;
    int aside = m->side == WEND_SIDE_LEFT ? 10 : m->side == WEND_SIDE_RIGHT ? 2 : 0;
    if (aside)
        seen = fmaxf(seen, GUIDE_MOVE_ASIDE *
                               caption_match(m, &c->sectors[(column + aside) % GUIDE_SECTORS]));
    return GUIDE_MOVE_MARK * seen * (m->preposition == WEND_PREPOSITION_WITH ? GUIDE_MOVE_WITH : 1);
}

static float caption_move_score(const guide_captions* c, const guide_unit* u, bool first,
                                const wend_neighbour* n) {
    const guide_mark door = {.category = WEND_CATEGORY_DOOR};
    int column = n->view % GUIDE_SECTORS;
    float rise = sinf(n->elevation) / GUIDE_MOVE_RISE;
    float score = first && u->turns ? GUIDE_MOVE_TURN * cosf(n->heading - u->turn)
                                    : GUIDE_MOVE_FORWARD * cosf(n->heading);
    if (u->stairs)
        score += GUIDE_MOVE_STAIRS * fmaxf(-1, fminf(1, rise * (float)u->stairs));
    else
        score -= GUIDE_MOVE_LEVEL * fminf(1, fabsf(rise));
    for (int i = 0; i < u->mark_count; i++) score += caption_mark_score(c, &u->marks[i], column);
    if (u->leaves) score += GUIDE_MOVE_DOOR * caption_match(&door, &c->sectors[column]);
    return score;
}

static bool caption_is_visited(const guide_captions* c, uint64_t id) {
    for (int i = 0; i < c->visited_count; i++)
        if (c->visited[i] == id) return true;
    return false;
}

static uint64_t caption_id(const char* viewpoint) {
    return wend_hash(viewpoint, strlen(viewpoint), 0);
}

// Scores of the units after a move; returns the best one.
static float caption_advance(const guide_captions* c, const wend_neighbour* n,
                             float after[GUIDE_UNITS]) {
    float best = -INFINITY, units = (float)c->unit_count;
    float share = ((float)c->moves + 0.5f) / c->expected;
    float back = caption_is_visited(c, caption_id(n->viewpoint)) ? GUIDE_MOVE_BACK : 0;
    for (int k = 0; k < c->unit_count; k++) {
        const guide_unit* u = &c->units[k];
        float pace = fabsf(((float)k + 0.5f) / units - fminf(1, share));
        float first = caption_move_score(c, u, true, n), again = caption_move_score(c, u, false, n);
        after[k] = c->score[k] + (c->moves ? again : first);
        for (int j = 0; j < k; j++)
            after[k] = fmaxf(after[k], c->score[j] + first - GUIDE_MOVE_SKIP * (float)(k - j - 1));
        after[k] -= GUIDE_MOVE_PACE * pace + back;
        best = fmaxf(best, after[k]);
    }
    return best;
}

// Whether to stop here: moves made, units done, landmarks of the stop.
static bool caption_stops(const guide_captions* c) {
    const guide_unit* last = &c->units[c->unit_count - 1];
    float best = -INFINITY, done = 0, seen = 0;
    for (int k = 0; k < c->unit_count; k++)
        if (c->score[k] > best) {
            best = c->score[k];
            done = ((float)k + 1) / (float)c->unit_count;
        }
    for (int i = 0; i < last->mark_count; i++) {
        float found = 0;
        for (int s = 0; s < GUIDE_SECTORS; s++) {
            float near =
                last->marks[i].category ? c->sectors[s].nearness[last->marks[i].category] : 0;
            found = fmaxf(found, caption_match(&last->marks[i], &c->sectors[s]) * (0.5f + near));
        }
        seen += found;
    }
    if (last->mark_count) seen /= (float)last->mark_count;
    float score = GUIDE_HALT_TIME * ((float)c->moves - c->expected) + GUIDE_HALT_DONE * (done - 1) +
                  GUIDE_HALT_SEEN * (seen - 0.5f) + GUIDE_HALT_BIAS;
    return c->moves > 0 && score > 0;
}

int guide_captions_choose(guide_captions* c, const wend_instruction_parser* parser,
                          const wend_observation* o) {
    float after[GUIDE_UNITS], kept[GUIDE_UNITS], best = -INFINITY;
    int chosen = -1;
    caption_read_views(c, parser, o->graph.panorama);
    if (c->visited_count < GUIDE_VISITED)
        c->visited[c->visited_count++] = caption_id(o->graph.viewpoint);
    if (caption_stops(c)) return -1;
    for (int i = 0; i < o->graph.neighbour_count; i++) {
        float score = caption_advance(c, &o->graph.neighbours[i], after);
        if (score <= best) continue;
        best = score;
        chosen = i;
        memcpy(kept, after, sizeof kept);
    }
    if (chosen < 0) return -1;
    memcpy(c->score, kept, sizeof(float) * (size_t)c->unit_count);
    c->moves++;
    return chosen;
}
