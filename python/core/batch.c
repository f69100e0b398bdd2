#include <string.h>

#include "core.h"

enum { ARRAYS = 17 };

// Many simulators behind one call. The arrays it fills are given once and stay the caller's.
typedef struct batch_object {
    PyObject_HEAD wend_batch* batch;
    core_array arrays[ARRAYS];
    wend_batch_out out;
    core_array references;  // [seats][height][width][3] pictures to look for; data NULL: not wanted
    wend_action* actions;   // [seats]
    core_array ways, way_counts;  // [seats][max_ways][4] and [seats]
    int max_ways, views;
    bool busy;  // a call is under way; set with Python's lock held
    char task[64];
} batch_object;

// A batch belongs to one thread at a time: false, with an exception, while another one uses it.
static bool batch_enter(batch_object* b) {
    if (!b->busy) return b->busy = true;
    PyErr_SetString(PyExc_RuntimeError,
                    "another thread is using these environments; give each thread its own, or hold "
                    "a lock around each call");
    return false;
}

static PyObject* batch_leave(batch_object* b, PyObject* result) {
    b->busy = false;
    return result;
}

// A method with the batch entered: name_body is what it does.
#define EXCLUSIVE(name, parameters, arguments)            \
    static PyObject* name parameters {                    \
        batch_object* owner = (batch_object*)self;        \
        if (!batch_enter(owner)) return NULL;             \
        return batch_leave(owner, name##_body arguments); \
    }

static void batch_dealloc(PyObject* self) {
    batch_object* b = (batch_object*)self;
    wend_batch_destroy(b->batch);
    for (int i = 0; i < ARRAYS; i++) core_array_release(&b->arrays[i]);
    core_array_release(&b->references);
    core_array_release(&b->ways);
    core_array_release(&b->way_counts);
    PyMem_Free(b->actions);
    Py_TYPE(self)->tp_free(self);
}

static PyObject* batch_new(PyTypeObject* type, PyObject* args, PyObject* words) {
    static char* names[] = {"task",   "episodes", "scenes",    "cache", "rules",  "seed",
                            "seats",  "threads",  "max_steps", "width", "height", "sighted",
                            "native", "panorama", "graphs",    "tours", NULL};
    wend_batch_def def = wend_batch_default_def();
    unsigned long long seed = 0;
    int sighted = 1, native = 0, panorama = 0;
    wend_error error;
    if (!PyArg_ParseTupleAndKeywords(
            args, words, "ss|$zzzKiiiiipppzz", names, &def.task, &def.episodes, &def.scenes,
            &def.cache, &def.rules, &seed, &def.seats, &def.threads, &def.max_steps, &def.width,
            &def.height, &sighted, &native, &panorama, &def.graphs, &def.tours))
        return NULL;
    def.seed = seed;
    def.sighted = sighted;
    def.native = native;
    def.panorama = panorama;
    if (!def.rules) def.rules = "paper";
    batch_object* b = (batch_object*)type->tp_alloc(type, 0);
    if (!b) return NULL;
    snprintf(b->task, sizeof b->task, "%s", def.task);
    b->views = panorama ? WEND_GRAPH_VIEWS : 1;
    wend_status status;
    Py_BEGIN_ALLOW_THREADS status = wend_batch_create(&def, &b->batch, &error);
    Py_END_ALLOW_THREADS if (status == WEND_OK) {
        b->actions = PyMem_Calloc((size_t)def.seats, sizeof *b->actions);
        if (b->actions) return (PyObject*)b;
        PyErr_NoMemory();
    }
    else core_raise(&error);
    Py_DECREF(b);
    return NULL;
}

// X(name, items a seat, type): the arrays a batch fills, as wend_batch_out names them.
#define ARRAY_LIST(X)             \
    X(rgb, 3 * pixels, uint8_t)   \
    X(depth, pixels, float)       \
    X(category, pixels, uint16_t) \
    X(object, pixels, uint32_t)   \
    X(gps, 2, float)              \
    X(compass, 1, float)          \
    X(pointgoal, 2, float)        \
    X(altitude, 1, float)         \
    X(goal, 1, int32_t)           \
    X(goal_category, 1, uint16_t) \
    X(carries, 1, uint8_t)        \
    X(seconds_left, 1, float)     \
    X(reward, 1, float)           \
    X(done, 1, uint8_t)           \
    X(timed_out, 1, uint8_t)      \
    X(collided, 1, uint8_t)       \
    X(episode, 1, int32_t)

enum { REFERENCE_BYTES = WEND_RESCUE_PICTURE_WIDTH * WEND_RESCUE_PICTURE_HEIGHT * 3 };

static PyObject* given(PyObject* words, const char* name) {
    return words ? PyDict_GetItemString(words, name) : NULL;
}

// Arrays of what the C batch leaves in its observations.
static bool bind_extras(batch_object* b, PyObject* words) {
    Py_ssize_t seats = wend_batch_seats(b->batch);
    PyObject *ways = given(words, "ways"), *most = given(words, "max_ways");
    core_array_release(&b->references);
    core_array_release(&b->ways);
    core_array_release(&b->way_counts);
    b->max_ways = most ? (int)PyLong_AsLong(most) : 0;
    return !PyErr_Occurred() &&
           core_array_get(given(words, "reference"), "reference", seats * REFERENCE_BYTES, 1, true,
                          &b->references) &&
           core_array_get(ways, "ways", seats * b->max_ways * 4, 4, true, &b->ways) &&
           core_array_get(given(words, "way_count"), "way_count", seats, 4, true, &b->way_counts);
}

// Which arrays are filled from now on; those that are not named are not made.
static PyObject* batch_bind_body(PyObject* self, PyObject* args, PyObject* words) {
    batch_object* b = (batch_object*)self;
    int width, height, i = 0;
    Py_ssize_t seats = wend_batch_seats(b->batch);
    wend_batch_size(b->batch, &width, &height);
    Py_ssize_t pixels = (Py_ssize_t)width * height * b->views;
    if (PyTuple_Size(args)) return PyErr_Format(PyExc_TypeError, "arrays are given by name");
    b->out = (wend_batch_out){0};
    if (!bind_extras(b, words)) return NULL;
#define X(name, count, type)                                                             \
    core_array_release(&b->arrays[i]);                                                   \
    if (!core_array_get(given(words, #name), #name, seats * (count), sizeof(type), true, \
                        &b->arrays[i]))                                                  \
        return NULL;                                                                     \
    b->out.name = b->arrays[i++].data;
    ARRAY_LIST(X)
#undef X
    Py_RETURN_NONE;
}

EXCLUSIVE(batch_bind, (PyObject * self, PyObject* args, PyObject* words), (self, args, words))

// Pictures to look for, of the seats whose episode has just begun; black where there is none.
static void show_references(const batch_object* b) {
    for (int i = 0; b->references.data && i < wend_batch_seats(b->batch); i++) {
        const wend_observation* o = wend_batch_observation(b->batch, i);
        uint8_t* to = (uint8_t*)b->references.data + (size_t)i * REFERENCE_BYTES;
        bool fits = o->reference_width == WEND_RESCUE_PICTURE_WIDTH &&
                    o->reference_height == WEND_RESCUE_PICTURE_HEIGHT;
        if (o->step > 0) continue;
        if (o->reference_rgb && fits)
            memcpy(to, o->reference_rgb, REFERENCE_BYTES);
        else
            memset(to, 0, REFERENCE_BYTES);
    }
}

// Where each seat can go, on a viewpoint graph: heading, elevation, distance, view.
static void show_ways(const batch_object* b) {
    for (int i = 0; b->ways.data && i < wend_batch_seats(b->batch); i++) {
        const wend_observation* o = wend_batch_observation(b->batch, i);
        float* to = (float*)b->ways.data + 4 * i * b->max_ways;
        int count = o->way_count < b->max_ways ? o->way_count : b->max_ways;
        memset(to, 0, 4 * sizeof *to * (size_t)b->max_ways);
        for (int k = 0; k < count; k++, to += 4) {
            to[0] = o->ways[k].heading;
            to[1] = o->ways[k].elevation;
            to[2] = o->ways[k].distance;
            to[3] = (float)o->ways[k].view;
        }
        if (b->way_counts.data) ((int32_t*)b->way_counts.data)[i] = count;
    }
}

static bool check_pictures(const batch_object* b) {
    for (int i = 0; i < wend_batch_seats(b->batch); i++)
        if (wend_batch_observation(b->batch, i)->unpictured) {
            PyErr_SetString(core_error,
                            "there is a graph of this place but no scene, so no pictures; ask for "
                            "none (sensors=())");
            return false;
        }
    return true;
}

static PyObject* finish(const batch_object* b, wend_status status, const wend_error* error) {
    if (status == WEND_ARGUMENT) {  // an illegal action, or the wrong process
        PyErr_SetString(PyExc_ValueError, error->message);
        return NULL;
    }
    if (status != WEND_OK) return core_raise(error);
    if (!check_pictures(b)) return NULL;
    show_references(b);
    show_ways(b);
    Py_RETURN_NONE;
}

static PyObject* batch_reset_body(PyObject* self, PyObject* none) {
    batch_object* b = (batch_object*)self;
    wend_error error;
    wend_status status;
    (void)none;
    Py_BEGIN_ALLOW_THREADS status = wend_batch_reset(b->batch, &b->out, &error);
    Py_END_ALLOW_THREADS return finish(b, status, &error);
}

EXCLUSIVE(batch_reset, (PyObject * self, PyObject* none), (self, none))

static bool read_seat(const batch_object* b, PyObject* object, int* seat) {
    long value = PyLong_AsLong(object);
    if (value == -1 && PyErr_Occurred()) return false;
    *seat = (int)value;
    if (value >= 0 && value < wend_batch_seats(b->batch)) return true;
    PyErr_Format(PyExc_IndexError, "seat %ld; there are %d", value, wend_batch_seats(b->batch));
    return false;
}

// A seat begins an episode now: the one that is named, or its next.
static PyObject* batch_begin_body(PyObject* self, PyObject* args) {
    batch_object* b = (batch_object*)self;
    PyObject* given;
    int seat, episode = -1;
    wend_error error;
    if (!PyArg_ParseTuple(args, "O|i", &given, &episode) || !read_seat(b, given, &seat))
        return NULL;
    wend_status status = WEND_OK;
    bool named = PyTuple_Size(args) > 1;
    Py_BEGIN_ALLOW_THREADS if (named) status = wend_batch_seek(b->batch, seat, episode, &error);
    if (status == WEND_OK) status = wend_batch_begin(b->batch, seat, &b->out, &error);
    Py_END_ALLOW_THREADS return finish(b, status, &error);
}

EXCLUSIVE(batch_begin, (PyObject * self, PyObject* args), (self, args))

static PyObject* batch_seek_body(PyObject* self, PyObject* args) {
    int seat, episode;
    wend_error error;
    if (!PyArg_ParseTuple(args, "ii", &seat, &episode)) return NULL;
    if (wend_batch_seek(((batch_object*)self)->batch, seat, episode, &error) != WEND_OK)
        return core_raise(&error);
    Py_RETURN_NONE;
}

EXCLUSIVE(batch_seek, (PyObject * self, PyObject* args), (self, args))

// Actions: an array of int32, one a seat, numbers of wend_action_kind; beside it, for those that
// are VELOCITY, an array of float32: metres a second, radians a second, seconds; for those that are
// GO the first is the way. Nullable: drives.
static bool read_actions(batch_object* b, PyObject* given, PyObject* given_drives) {
    core_array array, drives = {0};
    int seats = wend_batch_seats(b->batch), wrong = -1;
    if (!core_array_get(given, "actions", seats, 4, false, &array)) return false;
    const int32_t* kinds = array.data;
    if (!kinds) PyErr_SetString(PyExc_ValueError, "no actions");
    bool right =
        kinds && core_array_get(given_drives, "drives", 3 * (Py_ssize_t)seats, 4, false, &drives);
    const float* drive = drives.data;
    for (int i = 0; right && i < seats; i++) {
        if (kinds[i] < 0 || kinds[i] >= WEND_ACTION_COUNT) wrong = i;
        b->actions[i] = (wend_action){.kind = (wend_action_kind)kinds[i]};
        if (!drive) continue;
        b->actions[i].forward = drive[3 * i];
        if (kinds[i] == WEND_ACTION_GO) b->actions[i].way = (int)drive[3 * i];
        b->actions[i].turn = drive[3 * i + 1];
        b->actions[i].seconds = drive[3 * i + 2];
    }
    if (wrong >= 0)
        PyErr_Format(PyExc_ValueError, "seat %d: action %d; there are 0 to %d", wrong,
                     (int)kinds[wrong], WEND_ACTION_COUNT - 1);
    core_array_release(&array);
    core_array_release(&drives);
    return right && wrong < 0;
}

static PyObject* batch_step_body(PyObject* self, PyObject* args) {
    batch_object* b = (batch_object*)self;
    PyObject *given, *drives = NULL;
    wend_error error;
    wend_status status;
    if (!PyArg_ParseTuple(args, "O|O", &given, &drives) || !read_actions(b, given, drives))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = wend_batch_step(b->batch, b->actions, &b->out, &error);
    Py_END_ALLOW_THREADS return finish(b, status, &error);
}

EXCLUSIVE(batch_step, (PyObject * self, PyObject* args), (self, args))

// The same actions several times without coming back to Python: what a loop in C would cost.
static PyObject* batch_repeat_body(PyObject* self, PyObject* args) {
    batch_object* b = (batch_object*)self;
    PyObject* given;
    int times;
    wend_error error;
    wend_status status = WEND_OK;
    if (!PyArg_ParseTuple(args, "Oi", &given, &times) || !read_actions(b, given, NULL)) return NULL;
    Py_BEGIN_ALLOW_THREADS for (int i = 0; status == WEND_OK && i < times; i++) status =
        wend_batch_step(b->batch, b->actions, &b->out, &error);
    Py_END_ALLOW_THREADS return finish(b, status, &error);
}

EXCLUSIVE(batch_repeat, (PyObject * self, PyObject* args), (self, args))

// ---- one seat -----------------------------------------------------------------------------------

// What each seat is told, into a list; a text that is the same stays the same object.
static PyObject* batch_instructions_body(PyObject* self, PyObject* list) {
    const batch_object* b = (batch_object*)self;
    int seats = wend_batch_seats(b->batch);
    if (!PyList_Check(list) || PyList_GET_SIZE(list) != seats)
        return PyErr_Format(PyExc_ValueError, "a list of %d texts is due", seats);
    for (int i = 0; i < seats; i++) {
        const char* words = wend_batch_observation(b->batch, i)->instruction;
        PyObject* text = PyList_GET_ITEM(list, i);
        if (!words) words = "";
        const char* before = PyUnicode_Check(text) ? PyUnicode_AsUTF8(text) : NULL;
        if (before && strcmp(before, words) == 0) continue;
        if (!(text = PyUnicode_FromString(words)) || PyList_SetItem(list, i, text)) return NULL;
    }
    Py_RETURN_NONE;
}

EXCLUSIVE(batch_instructions, (PyObject * self, PyObject* list), (self, list))

static PyObject* batch_metrics_body(PyObject* self, PyObject* given) {
    batch_object* b = (batch_object*)self;
    int seat, columns;
    wend_log_record record;
    wend_error error;
    const char* names[WEND_SCORE_MAX_COLUMNS];
    double values[WEND_SCORE_MAX_COLUMNS];
    if (!read_seat(b, given, &seat)) return NULL;
    if (wend_batch_record(b->batch, seat, &record, &error) != WEND_OK ||
        wend_score_episode(b->task, &record, names, values, &columns, &error) != WEND_OK)
        return core_raise(&error);
    PyObject* dict = Py_BuildValue("{ssss}", "episode_id", record.id, "scene_id", record.scene);
    for (int i = 0; dict && i < columns; i++) {
        PyObject* value = PyFloat_FromDouble(values[i]);
        if (!value || PyDict_SetItemString(dict, names[i], value)) Py_CLEAR(dict);
        Py_XDECREF(value);
    }
    return dict;
}

EXCLUSIVE(batch_metrics, (PyObject * self, PyObject* given), (self, given))

static PyObject* batch_tour_body(PyObject* self, PyObject* given_seat) {
    batch_object* b = (batch_object*)self;
    int seat;
    if (!read_seat(b, given_seat, &seat)) return NULL;
    wend_task_tour tour = wend_batch_tour(b->batch, seat);
    if (!tour.id) Py_RETURN_NONE;
    return Py_BuildValue("{sssisi}", "id", tour.id, "number", tour.number, "count", tour.count);
}

EXCLUSIVE(batch_tour, (PyObject * self, PyObject* given_seat), (self, given_seat))

// The walk of the seat's episode so far: [steps + 1] of x, y, z, heading.
static PyObject* batch_walk_body(PyObject* self, PyObject* given) {
    batch_object* b = (batch_object*)self;
    int seat;
    wend_log_record record;
    wend_error error;
    if (!read_seat(b, given, &seat)) return NULL;
    if (wend_batch_record(b->batch, seat, &record, &error) != WEND_OK) return core_raise(&error);
    PyObject* list = PyList_New(0);
    for (int i = 0; list && i <= record.steps; i++) {
        const wend_log_pose* p = &record.poses[i];
        PyObject* four = Py_BuildValue("(dddd)", (double)p->feet.x, (double)p->feet.y,
                                       (double)p->feet.z, (double)p->heading);
        if (!four || PyList_Append(list, four)) Py_CLEAR(list);
        Py_XDECREF(four);
    }
    return list;
}

EXCLUSIVE(batch_walk, (PyObject * self, PyObject* given), (self, given))

// The walk so far on the plan, into an array of [side][side][3].
static PyObject* batch_picture_body(PyObject* self, PyObject* args) {
    batch_object* b = (batch_object*)self;
    PyObject *given_seat, *given;
    int seat, side;
    core_array array;
    wend_log_record record;
    wend_image image = {0};
    wend_error error;
    if (!PyArg_ParseTuple(args, "OiO", &given_seat, &side, &given) ||
        !read_seat(b, given_seat, &seat))
        return NULL;
    const wend_scene* scene = wend_batch_scene(b->batch, seat);
    if (!scene || side < 16 || side > 4096)
        return PyErr_Format(PyExc_ValueError,
                            scene ? "a picture of %d pixels; 16 to 4096 are due"
                                  : "no episode has begun, or the place has no scene",
                            side);
    if (!core_array_get(given, "picture", 3 * (Py_ssize_t)side * side, 1, true, &array))
        return NULL;
    wend_status status = wend_batch_record(b->batch, seat, &record, &error);
    if (status == WEND_OK)
        status = wend_walk_picture(scene, &record, wend_batch_goals(b->batch, seat), side, &image,
                                   &error);
    if (status == WEND_OK && array.data) memcpy(array.data, image.pixels, (size_t)array.view.len);
    core_array_release(&array);
    wend_image_destroy(&image);
    if (status != WEND_OK) return core_raise(&error);
    Py_RETURN_NONE;
}

EXCLUSIVE(batch_picture, (PyObject * self, PyObject* args), (self, args))

static PyObject* batch_size(PyObject* self, void* none) {
    int width, height;
    (void)none;
    wend_batch_size(((batch_object*)self)->batch, &width, &height);
    return Py_BuildValue("(ii)", width, height);
}

static PyObject* batch_episodes(PyObject* self, void* none) {
    (void)none;
    return PyLong_FromLong(wend_batch_episodes(((batch_object*)self)->batch));
}

#define WORDS(function) ((PyCFunction)(void (*)(void))function)

static PyMethodDef methods[] = {
    {"bind", WORDS(batch_bind), METH_VARARGS | METH_KEYWORDS, "Sets the arrays that are filled."},
    {"reset", batch_reset, METH_NOARGS, "Every seat begins its first episode."},
    {"begin", batch_begin, METH_VARARGS, "A seat begins an episode now."},
    {"seek", batch_seek, METH_VARARGS, "Which episode a seat begins next."},
    {"step", batch_step, METH_VARARGS, "One action a seat; all threads work, without the lock."},
    {"repeat", batch_repeat, METH_VARARGS, "The same actions so many times, without Python."},
    {"instructions", batch_instructions, METH_O, "What every seat is told, into a list."},
    {"metrics", batch_metrics, METH_O, "The seat's episode so far, scored as its log would be."},
    {"tour", batch_tour, METH_O, "The tour a seat's episode is of; None: there are none."},
    {"walk", batch_walk, METH_O, "Where the seat's body was."},
    {"picture", batch_picture, METH_VARARGS, "The seat's walk on the plan, into an array."},
    {0}};

static PyGetSetDef fields[] = {{"size", batch_size, NULL, "Width and height of pictures.", NULL},
                               {"episodes", batch_episodes, NULL, "How many the file has.", NULL},
                               {0}};

PyTypeObject core_batch_type = {PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wend._core.Batch",
                                .tp_basicsize = sizeof(batch_object),
                                .tp_dealloc = batch_dealloc,
                                .tp_flags = Py_TPFLAGS_DEFAULT,
                                .tp_doc = "Many simulators that step at once.",
                                .tp_methods = methods,
                                .tp_getset = fields,
                                .tp_new = batch_new};
