// Sorts the episodes of a set by tours, read from a file or planned.
#include "task/ivln/tour_order.h"

#include <stdlib.h>
#include <string.h>

#include "wend/benchmarks/ivln.h"

typedef struct sorter {
    vln_set* set;
    const char* episodes_file;
    const vln_item** by_id;  // [set->count] sorted by id
    vln_item* ordered;
    wend_task_tour* tours;
    int count;  // items assigned to tours
} sorter;

static int tour_order_compare_ids(const void* a, const void* b) {
    return strcmp((*(const vln_item* const*)a)->id, (*(const vln_item* const*)b)->id);
}

static const vln_item* tour_order_find(const sorter* s, const char* id) {
    const vln_item key = {.id = id}, *wanted = &key;
    const vln_item* const* found =
        bsearch(&wanted, s->by_id, (size_t)s->set->count, sizeof *s->by_id, tour_order_compare_ids);
    return found ? *found : NULL;
}

static wend_status tour_order_check_id(const sorter* s, const wend_vln_tour* tour,
                                       wend_error* error) {
    for (int i = 0; i < s->count; i++)
        if (s->tours[i].number == 0 && strcmp(s->tours[i].id, tour->id) == 0)
            return wend_fail(error, WEND_FORMAT,
                             "tour %s of the split %s: another split has one of that number for "
                             "the same episodes; give a file with one split",
                             tour->id, tour->split);
    return WEND_OK;
}

// Tours of other splits have no episode in the file and are skipped. A tour with only some of its
// episodes in the file is an error.
static wend_status tour_order_add_tour(sorter* s, const wend_vln_tour* tour, wend_error* error) {
    int known = 0;
    for (int i = 0; i < tour->episode_count; i++)
        known += tour_order_find(s, tour->episodes[i]) != NULL;
    if (!known) return WEND_OK;
    if (known < tour->episode_count || s->count + known > s->set->count)
        return wend_fail(error, WEND_FORMAT,
                         "%s: tour %s of %s has %d episodes, %d of them are there%s",
                         s->episodes_file, tour->id, tour->scan, tour->episode_count, known,
                         known < tour->episode_count ? "" : ", and some are in other tours too");
    WEND_TRY(tour_order_check_id(s, tour, error));
    char* id = arena_text(&s->set->memory, tour->id, strlen(tour->id));
    if (!id) return wend_fail(error, WEND_NO_MEMORY, "out of memory for tours");
    for (int i = 0; i < tour->episode_count; i++) {
        const vln_item* item = tour_order_find(s, tour->episodes[i]);
        if (i && strcmp(item->scene, s->ordered[s->count - 1].scene) != 0)
            return wend_fail(error, WEND_FORMAT, "tour %s goes from %s to %s", tour->id,
                             s->ordered[s->count - 1].scene, item->scene);
        s->tours[s->count] = (wend_task_tour){id, i, tour->episode_count};
        s->ordered[s->count++] = *item;
    }
    return WEND_OK;
}

static wend_status add_from_file(sorter* s, const char* path, wend_error* error) {
    wend_vln_tours* tours;
    wend_status status = wend_vln_tours_read(path, &tours, error);
    if (status != WEND_OK) return status;
    for (int i = 0; status == WEND_OK && i < wend_vln_tours_count(tours); i++)
        status = tour_order_add_tour(s, wend_vln_tours_at(tours, i), error);
    wend_vln_tours_destroy(tours);
    if (status != WEND_OK) wend_error_prefix(error, "%s", path);
    return status;
}

static wend_status add_planned(sorter* s, wend_error* error) {
    if (!s->set->world)
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: has no viewpoint graphs to plan tours over; give them with --tours",
                         s->episodes_file);
    wend_tour_plan* plan;
    wend_tour_plan_def def = wend_tour_plan_default_def();
    WEND_TRY(wend_tour_plan_build(s->set->graphs, s->set->episodes, &def, &plan, error));
    int count;
    wend_status status = WEND_OK;
    const wend_vln_tour* tours = wend_tour_plan_tours(plan, &count);
    for (int i = 0; status == WEND_OK && i < count; i++)
        status = tour_order_add_tour(s, &tours[i], error);
    wend_tour_plan_destroy(plan);
    return status;
}

wend_status tour_order_order(vln_set* set, const char* episodes_file, const char* tours_file,
                             wend_task_tour** tours, wend_error* error) {
    size_t count = (size_t)set->count + 1;
    sorter s = {.set = set, .episodes_file = episodes_file};
    s.by_id = arena_alloc(&set->memory, count * sizeof *s.by_id);
    s.ordered = arena_alloc(&set->memory, count * sizeof *s.ordered);
    s.tours = arena_alloc(&set->memory, count * sizeof *s.tours);
    if (!s.by_id || !s.ordered || !s.tours)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for its tours", episodes_file);
    for (int i = 0; i < set->count; i++) s.by_id[i] = &set->items[i];
    if (set->count) qsort(s.by_id, (size_t)set->count, sizeof *s.by_id, tour_order_compare_ids);
    WEND_TRY(tours_file ? add_from_file(&s, tours_file, error) : add_planned(&s, error));
    if (!s.count)
        return wend_fail(error, WEND_FORMAT, "%s: %s", episodes_file,
                         tours_file ? "no tour has its episodes"
                                    : "no building has two paths that a tour could join");
    set->items = s.ordered;
    set->count = s.count;
    *tours = s.tours;
    return WEND_OK;
}
