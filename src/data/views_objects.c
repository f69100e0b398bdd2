// Reads annotated objects of Matterport panoramas (REVERIE) as detections, and rooms as words. Both
// are ground truth: the views are marked, and agents that observe them are oracles.
//
//     {"scan", "names": {id: "sofa#chair"},
//      "viewpoints": {id: [[object, [[view, x, y, width, height], …]], …]}}
#include <stdio.h>
#include <string.h>

#include "data/views.h"
#include "nav/rooms.h"

// Names of Matterport's region labels, as instructions call them.
static const char* objects_room(char label) {
    static const struct {
        char label;
        const char* name;
    } rooms[] = {
        {'a', "bathroom"},     {'b', "bedroom"},      {'c', "closet"},       {'d', "dining room"},
        {'e', "entryway"},     {'f', "family room"},  {'g', "garage"},       {'h', "hallway"},
        {'i', "library"},      {'j', "laundry room"}, {'k', "kitchen"},      {'l', "living room"},
        {'m', "meeting room"}, {'n', "lounge"},       {'o', "office"},       {'p', "porch"},
        {'r', "game room"},    {'s', "stairs"},       {'t', "toilet"},       {'u', "utility room"},
        {'v', "tv room"},      {'w', "gym"},          {'x', "outdoor area"}, {'y', "balcony"},
        {'z', "room"},         {'B', "bar"},          {'C', "classroom"},    {'D', "dining booth"},
        {'S', "spa"}};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        if (rooms[i].label == label) return rooms[i].name;
    return "";
}

typedef struct objects_scan {
    wend_views* v;
    const wend_rooms* rooms;
    json_at names;
    const char* scan;
    ARRAY_OF(views_detection) found;  // of a viewpoint, in the order of the file
    ARRAY_OF(uint8_t) view;           // of each
} objects_scan;

static wend_status objects_no_memory(const json_at* at, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY,
                     "%s: out of memory, or more than 65,535 words or names of objects",
                     at->document->file);
}

static wend_status objects_name(objects_scan* s, const json_at* object, views_detection* d,
                                wend_error* error) {
    json_at id, name;
    const char* text;
    char plain[128], key[24];
    int64_t number;
    WEND_TRY(json_item(object, 0, &id, error));
    WEND_TRY(json_int(&id, &number, error));
    snprintf(key, sizeof key, "%lld", (long long)number);
    WEND_TRY(json_optional(&s->names, key, &name, error));
    if (!name.value) return json_fail(&id, error, "%s has no name in `names`", key);
    WEND_TRY(json_text(&name, &text, error));
    size_t size = strlen(text);
    if (size >= sizeof plain) return json_fail(&name, error, "has %zu bytes; at most 127", size);
    for (size_t i = 0; i <= size; i++) plain[i] = text[i] == '#' ? ' ' : text[i];
    int64_t class_index = views_text_add(&s->v->classes, plain, size);
    int64_t caption = views_add_caption(s->v, plain);
    if (class_index < 0 || class_index > UINT16_MAX || caption < 0)
        return objects_no_memory(object, error);
    *d = (views_detection){
        .caption = (uint32_t)caption, .class_index = (uint16_t)class_index, .confidence = 100};
    return WEND_OK;
}

static wend_status objects_boxes(objects_scan* s, const json_at* object, wend_error* error) {
    views_detection d;
    json_at boxes, box;
    size_t count;
    WEND_TRY(objects_name(s, object, &d, error));
    WEND_TRY(json_item(object, 1, &boxes, error));
    WEND_TRY(json_count(&boxes, &count, error));
    for (size_t i = 0; i < count; i++) {
        double n[5];
        WEND_TRY(json_item(&boxes, i, &box, error));
        WEND_TRY(json_numbers(&box, 5, n, error));
        if (!(n[0] >= 0 && n[0] < 36 && n[0] == (double)(int)n[0]))
            return json_fail(&box, error, "view %g; must be in [0, 36)", n[0]);
        const double pixels[4] = {n[1], n[2], n[1] + n[3], n[2] + n[4]};
        if (!views_box(pixels, d.box))
            return json_fail(&box, error, "lies outside of an image of 640 x 480");
        if (!ARRAY_RESERVE(&s->found, 1) || !ARRAY_RESERVE(&s->view, 1))
            return objects_no_memory(object, error);
        s->found.items[s->found.count++] = d;
        s->view.items[s->view.count++] = (uint8_t)n[0];
    }
    return WEND_OK;
}

// 36 views with the name of the room, each with its objects.
static wend_status objects_views(objects_scan* s, const json_at* at, const char* id,
                                 wend_error* error) {
    wend_viewpoint here = {.id = id};
    if (s->rooms) rooms_fill(s->rooms, s->scan, &here);
    int64_t caption = views_add_caption(s->v, objects_room(here.label));
    if (caption < 0) return objects_no_memory(at, error);
    for (int view = 0; view < 36; view++) {
        views_view* added = ARRAY_PUSH(&s->v->views);
        if (!added) return objects_no_memory(at, error);
        *added = (views_view){(uint32_t)caption, (uint32_t)s->v->detections.count};
        for (size_t i = 0; i < s->found.count; i++)
            if (s->view.items[i] == view)
                WEND_TRY(views_add_detection(s->v, &s->found.items[i], at->document->file, error));
    }
    return WEND_OK;
}

static wend_status objects_viewpoints(objects_scan* s, const json_at* root, wend_error* error) {
    json_at all, object;
    const char* id;
    json_t* value;
    WEND_TRY(json_field(root, "viewpoints", &all, error));
    if (!json_is_object(all.value)) return json_fail(&all, error, "must be an object");
    json_object_foreach((json_t*)all.value, id, value) {
        json_at viewpoint = {root->document, value, &all, id, 0};
        size_t count;
        WEND_TRY(json_count(&viewpoint, &count, error));
        WEND_TRY(views_add_viewpoint(s->v, s->scan, id, error));
        s->found.count = s->view.count = 0;
        for (size_t i = 0; i < count; i++) {
            WEND_TRY(json_item(&viewpoint, i, &object, error));
            WEND_TRY(objects_boxes(s, &object, error));
        }
        WEND_TRY(objects_views(s, &viewpoint, id, error));
    }
    return WEND_OK;
}

wend_status views_read_objects(const json_at* root, const wend_rooms* rooms, wend_views* v,
                               wend_error* error) {
    objects_scan s = {.v = v, .rooms = rooms};
    json_at scan;
    v->is_truth = true;
    WEND_TRY(json_field(root, "scan", &scan, error));
    WEND_TRY(json_text(&scan, &s.scan, error));
    WEND_TRY(json_field(root, "names", &s.names, error));
    wend_status status = objects_viewpoints(&s, root, error);
    ARRAY_FREE(&s.found);
    ARRAY_FREE(&s.view);
    return status;
}
