// Ordinals and counts of the doors on one side of a straight path through a room.
#include "make/door_row.h"

static const float APART = 0.5f;   // metres along the path between two countable doors
static const float PASSED = 0.4f;  // metres: margin of a passed door
static const float NEAR = 2.5f;    // metres from the path to a passed door
static const float BESIDE = 4;     // metres from the path; farther doors are not passed

// Metres along the path to a door of the row; NAN if it is not in the row.
static float door_row_along(const door_row* r, const wend_door* d) {
    if (d->rooms[0] != r->room && d->rooms[1] != r->room) return NAN;
    float x = d->center.x - r->feet.x, z = d->center.z - r->feet.z;
    float s = sinf(r->heading), c = cosf(r->heading);
    float ahead = -x * s - z * c, left = -x * c + z * s;
    bool beside = r->side == WEND_SIDE_LEFT ? left > 0 : left < 0;
    bool level = fabsf(d->center.y - r->feet.y) < 1;
    return beside && level && ahead > 0 && fabsf(left) < BESIDE ? ahead : NAN;
}

int door_row_ordinal(const door_row* r, uint32_t door) {
    const wend_door* mine = &r->a->doors.items[door];
    float at = door_row_along(r, mine);
    int before = 0, all = 0;
    if (isnan(at)) return 0;
    for (uint32_t i = 0; i < r->a->doors.count; i++) {
        const wend_door* d = &r->a->doors.items[i];
        float there = door_row_along(r, d);
        if (isnan(there)) continue;
        all++;
        if (i == door) continue;
        bool same_kind = (d->object != 0) == (mine->object != 0);
        if (fabsf(there - at) < APART || (there < at && !same_kind)) return 0;
        before += there < at;
    }
    return all > 1 && before < 5 ? before + 1 : 0;
}

static float aside(const door_row* r, const wend_door* d) {
    float x = d->center.x - r->feet.x, z = d->center.z - r->feet.z;
    return fabsf(-x * cosf(r->heading) + z * sinf(r->heading));
}

bool door_row_passes(const door_row* r, float metres, uint32_t door) {
    return door_row_along(r, &r->a->doors.items[door]) < metres;  // false for NAN
}

bool door_row_passed(const door_row* r, float metres, wend_landmark* said) {
    int count = 0;
    uint32_t first = 0;
    for (uint32_t i = 0; i < r->a->doors.count; i++) {
        const wend_door* d = &r->a->doors.items[i];
        float at = door_row_along(r, d);
        if (isnan(at) || at > metres + PASSED) continue;
        bool passed = at > PASSED && at < metres - PASSED && aside(r, d) < NEAR;
        bool like = !count || (d->object != 0) == (r->a->doors.items[first].object != 0);
        if (!passed || !like) return false;
        if (!count++) first = i;
    }
    if (count < 1 || count > 4) return false;
    *said = (wend_landmark){
        .category = r->a->doors.items[first].object ? WEND_CATEGORY_DOOR : WEND_CATEGORY_DOORFRAME,
        .side = r->side,
        .ordinal = count == 1 ? door_row_ordinal(r, first) : 0,
        .count = count > 1 ? count : 0};
    return said->ordinal || said->count;
}
