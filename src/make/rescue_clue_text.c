// One text per level of difficulty, in the style of RescueBench's clues of that level.
#include "make/rescue_clue_text.h"

#include <string.h>

#include "wend/files.h"
#include "wend/language.h"

clue_facts clue_facts_none(void) {
    return (clue_facts){.toward = FACT_UNKNOWN, .stretcher = FACT_UNKNOWN, .floor = FACT_UNKNOWN};
}

static const char* const directions[8] = {
    "in front of you", "ahead of you to the left", "to your left",  "behind you to the left",
    "behind you",      "behind you to the right",  "to your right", "ahead of you to the right"};
static const char* const floors[5] = {"first", "second", "third", "fourth", "fifth"};

static void clue_text_put_object(wend_text_out* out, const fact_object* object) {
    const char* name = wend_category_at(object->category)->name;
    const char* color = object->color ? wend_color_name(object->color) : "";
    wend_text_put(out, "%s %s%s%s", wend_article(*color ? color : name), color, *color ? " " : "",
                  name);
}

// " near a red car and a bench"; empty without objects.
static void clue_text_put_objects(wend_text_out* out, const clue_facts* c) {
    for (int i = 0; i < FACT_OBJECTS && c->objects[i].category; i++) {
        wend_text_put(out, i ? " and " : " near ");
        clue_text_put_object(out, &c->objects[i]);
    }
}

static void clue_text_put_clothes(wend_text_out* out, const clue_facts* c) {
    const char* color = wend_color_name(c->top);
    wend_text_put(out, "%s %s top and %s%s %s", wend_article(color), color, c->skirt ? "a " : "",
                  wend_color_name(c->trousers), c->skirt ? "skirt" : "trousers");
}

static const char* clue_text_room(const clue_facts* c) {
    return c->room ? wend_room_type_name(c->room) : "open";
}

// ", about 40 metres away"; empty if unknown.
static void clue_text_put_metres(wend_text_out* out, const clue_facts* c) {
    if (c->metres) wend_text_put(out, ", about %d metres away", c->metres);
}

static void clue_text_level_near(wend_text_out* out, const clue_facts* c) {
    wend_text_put(out, "There is an injured person lying %s", directions[c->toward]);
    clue_text_put_metres(out, c);
    clue_text_put_objects(out, c);
    wend_text_put(out,
                  ". The stretcher stands %s. Find the person and carry them to the stretcher.",
                  directions[c->stretcher]);
}

static void clue_text_level_clothes(wend_text_out* out, const clue_facts* c) {
    wend_text_put(out, "A person in ");
    clue_text_put_clothes(out, c);
    wend_text_put(out, " lies injured");
    if (c->room) wend_text_put(out, " in the %s", clue_text_room(c));
    clue_text_put_objects(out, c);
    wend_text_put(out, ", %s. The ambulance and the stretcher are beside you.",
                  directions[c->toward]);
}

static void clue_text_level_landmarks(wend_text_out* out, const clue_facts* c) {
    wend_text_put(out, "The injured person wears ");
    clue_text_put_clothes(out, c);
    wend_text_put(out, " and %s. They are lying %s%s", c->hair, c->room ? "in the " : "in the open",
                  c->room ? clue_text_room(c) : "");
    clue_text_put_objects(out, c);
    wend_text_put(out,
                  ", somewhere %s and out of your sight. Please find them and carry them to the "
                  "stretcher.",
                  directions[c->toward]);
}

static void clue_text_level_inside(wend_text_out* out, const clue_facts* c) {
    wend_text_put(out, c->inside ? "In the building %s" : "Somewhere %s", directions[c->toward]);
    clue_text_put_metres(out, c);
    wend_text_put(out, ", the injured person is lying");
    if (c->floor > 0) wend_text_put(out, " on the %s floor", floors[c->floor < 5 ? c->floor : 4]);
    if (c->room) wend_text_put(out, " in the %s", clue_text_room(c));
    clue_text_put_objects(out, c);
    wend_text_put(
        out,
        ". The door on the way is closed: open it. Please find this person and carry them "
        "to the stretcher.");
}

// ", turn left at the top, then right"; empty if unknown.
static void clue_text_put_turns(wend_text_out* out, const fact_turns* turns, const char* where) {
    static const char* const first[3] = {"turn right", "go straight on", "turn left"};
    for (int i = 0; i < turns->count; i++)
        if (i == 0)
            wend_text_put(out, ", %s %s", first[turns->items[i] + 1], where);
        else
            wend_text_put(out, ", then %s", turns->items[i] == FACT_LEFT ? "left" : "right");
}

static void clue_text_level_chain(wend_text_out* out, const clue_facts* c) {
    const char* floor = floors[c->floor < 5 ? c->floor : 4];
    wend_text_put(out, c->inside ? "Go into the building %s" : "Search %s", directions[c->toward]);
    clue_text_put_metres(out, c);
    clue_text_put_turns(out, &c->to_stairs, "behind the door");
    wend_text_put(out, ", take the stairs to the %s floor", floor);
    clue_text_put_turns(out, &c->from_stairs, "at the top");
    wend_text_put(out, ". The injured person is in the %s there. Carry them to the stretcher.",
                  c->room ? clue_text_room(c) : "rooms");
}

void clue_text_write(const clue_facts* clue, char* text, size_t size) {
    static void (*const writers[5])(wend_text_out*, const clue_facts*) = {
        clue_text_level_near, clue_text_level_clothes, clue_text_level_landmarks,
        clue_text_level_inside, clue_text_level_chain};
    wend_text_out out = {0};
    writers[clue->level](&out, clue);
    size_t count = out.count < size ? out.count : size - 1;
    if (out.items) memcpy(text, out.items, count);
    text[out.items ? count : 0] = 0;
    wend_text_destroy(&out);
}
