// wend._core.Batch: batched environments. Output arrays are bound once and filled in place.
#include <string.h>

#include "core.h"

enum { ARRAYS = 17 };

// Many environments behind one call. The bound arrays stay owned by the caller.
typedef struct batch_object {
    PyObject_HEAD wend_batch* batch;
    core_array arrays[ARRAYS];
    wend_batch_out out;
    core_array references;  // [num_envs][height][width][3] reference images; data NULL: not bound
    wend_action* actions;   // [num_envs]
    core_array neighbours, neighbour_counts;  // [num_envs][max_neighbours][4] and [num_envs]
    int max_neighbours, views;
    bool busy;  // a call is in progress; set with the GIL held
    char task[64];
} batch_object;

// A batch is used by one thread at a time. False, with an exception set, while another thread uses
// it.
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

// Defines a method that enters the batch, calls name_body and leaves it.
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
    core_array_release(&b->neighbours);
    core_array_release(&b->neighbour_counts);
    PyMem_Free(b->actions);
    Py_TYPE(self)->tp_free(self);
}

static PyObject* batch_new(PyTypeObject* type, PyObject* args, PyObject* words) {
    static char* names[] = {"task",   "episodes",     "scenes",   "cache",     "rules",
                            "seed",   "num_envs",     "threads",  "max_steps", "width",
                            "height", "uses_images",  "panorama", "graphs",    "tours",
                            "reward", "observations", NULL};
    wend_batch_def def = wend_batch_default_def();
    unsigned long long seed = 0;
    int uses_images = 1, panorama = 0;
    wend_error error;
    if (!PyArg_ParseTupleAndKeywords(
            args, words, "ss|$zzzKiiiiippzzzz", names, &def.play.task, &def.play.episodes,
            &def.play.scenes, &def.play.cache, &def.play.rules, &seed, &def.num_envs, &def.threads,
            &def.play.max_steps, &def.width, &def.height, &uses_images, &panorama, &def.play.graphs,
            &def.play.tours, &def.reward, &def.play.observations))
        return NULL;
    def.play.seed = seed;
    def.uses_images = uses_images;
    def.panorama = panorama;
    if (!def.play.rules) def.play.rules = "paper";
    batch_object* b = (batch_object*)type->tp_alloc(type, 0);
    if (!b) return NULL;
    snprintf(b->task, sizeof b->task, "%s", def.play.task);
    b->views = panorama ? WEND_GRAPH_VIEWS : 1;
    wend_status status;
    Py_BEGIN_ALLOW_THREADS status = wend_batch_create(&def, &b->batch, &error);
    Py_END_ALLOW_THREADS if (status == WEND_OK) {
        b->actions = PyMem_Calloc((size_t)def.num_envs, sizeof *b->actions);
        if (b->actions) return (PyObject*)b;
        PyErr_NoMemory();
    }
    else core_raise(&error);
    Py_DECREF(b);
    return NULL;
}

// X(name, items per environment, type): the output arrays of a batch, named as in wend_batch_out.
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

enum { REFERENCE_BYTES = WEND_RESCUE_IMAGE_WIDTH * WEND_RESCUE_IMAGE_HEIGHT * 3 };

static PyObject* given(PyObject* words, const char* name) {
    return words ? PyDict_GetItemString(words, name) : NULL;
}

// Binds arrays that are filled from the observations of the C batch.
static bool bind_extras(batch_object* b, PyObject* words) {
    Py_ssize_t num_envs = wend_batch_num_envs(b->batch);
    PyObject *neighbours = given(words, "neighbours"), *max = given(words, "max_neighbours");
    core_array_release(&b->references);
    core_array_release(&b->neighbours);
    core_array_release(&b->neighbour_counts);
    b->max_neighbours = max ? (int)PyLong_AsLong(max) : 0;
    return !PyErr_Occurred() &&
           core_array_get(given(words, "reference"), "reference", num_envs * REFERENCE_BYTES, 1,
                          true, &b->references) &&
           core_array_get(neighbours, "neighbours", num_envs * b->max_neighbours * 4, 4, true,
                          &b->neighbours) &&
           core_array_get(given(words, "neighbour_count"), "neighbour_count", num_envs, 4, true,
                          &b->neighbour_counts);
}

// Binds the output arrays. Outputs that are not named are not computed.
static PyObject* batch_bind_body(PyObject* self, PyObject* args, PyObject* words) {
    batch_object* b = (batch_object*)self;
    int width, height, i = 0;
    Py_ssize_t num_envs = wend_batch_num_envs(b->batch);
    wend_batch_size(b->batch, &width, &height);
    Py_ssize_t pixels = (Py_ssize_t)width * height * b->views;
    if (PyTuple_Size(args)) return PyErr_Format(PyExc_TypeError, "arrays are given by name");
    b->out = (wend_batch_out){0};
    if (!bind_extras(b, words)) return NULL;
#define X(name, count, type)                                                                \
    core_array_release(&b->arrays[i]);                                                      \
    if (!core_array_get(given(words, #name), #name, num_envs * (count), sizeof(type), true, \
                        &b->arrays[i]))                                                     \
        return NULL;                                                                        \
    b->out.name = b->arrays[i++].data;
    ARRAY_LIST(X)
#undef X
    Py_RETURN_NONE;
}

EXCLUSIVE(batch_bind, (PyObject * self, PyObject* args, PyObject* words), (self, args, words))

// Writes the reference images of environments whose episode has just begun; black if there is none.
static void show_references(const batch_object* b) {
    for (int i = 0; b->references.data && i < wend_batch_num_envs(b->batch); i++) {
        const wend_observation* o = wend_batch_observation(b->batch, i);
        uint8_t* to = (uint8_t*)b->references.data + (size_t)i * REFERENCE_BYTES;
        bool fits = o->goal.reference_width == WEND_RESCUE_IMAGE_WIDTH &&
                    o->goal.reference_height == WEND_RESCUE_IMAGE_HEIGHT;
        if (o->step > 0) continue;
        if (o->goal.reference_rgb && fits)
            memcpy(to, o->goal.reference_rgb, REFERENCE_BYTES);
        else
            memset(to, 0, REFERENCE_BYTES);
    }
}

// Navigable neighbours of each environment on a viewpoint graph: heading, elevation, distance,
// view.
static void batch_put_neighbours(const batch_object* b) {
    for (int i = 0; b->neighbours.data && i < wend_batch_num_envs(b->batch); i++) {
        const wend_observation* o = wend_batch_observation(b->batch, i);
        float* to = (float*)b->neighbours.data + 4 * i * b->max_neighbours;
        int count = o->graph.neighbour_count < b->max_neighbours ? o->graph.neighbour_count
                                                                 : b->max_neighbours;
        memset(to, 0, 4 * sizeof *to * (size_t)b->max_neighbours);
        for (int k = 0; k < count; k++, to += 4) {
            to[0] = o->graph.neighbours[k].heading;
            to[1] = o->graph.neighbours[k].elevation;
            to[2] = o->graph.neighbours[k].distance;
            to[3] = (float)o->graph.neighbours[k].view;
        }
        if (b->neighbour_counts.data) ((int32_t*)b->neighbour_counts.data)[i] = count;
    }
}

static bool check_pictures(const batch_object* b) {
    for (int i = 0; i < wend_batch_num_envs(b->batch); i++)
        if (wend_batch_observation(b->batch, i)->camera.no_images) {
            PyErr_SetString(core_error,
                            "there is a graph of this scan but no scene, so no images; request "
                            "none (sensors=())");
            return false;
        }
    return true;
}

static PyObject* batch_finish(const batch_object* b, wend_status status, const wend_error* error) {
    if (status == WEND_ARGUMENT) {  // an invalid action, or the wrong process
        PyErr_SetString(PyExc_ValueError, error->message);
        return NULL;
    }
    if (status != WEND_OK) return core_raise(error);
    if (!check_pictures(b)) return NULL;
    show_references(b);
    batch_put_neighbours(b);
    Py_RETURN_NONE;
}

static PyObject* batch_reset_body(PyObject* self, PyObject* none) {
    batch_object* b = (batch_object*)self;
    wend_error error;
    wend_status status;
    (void)none;
    Py_BEGIN_ALLOW_THREADS status = wend_batch_reset(b->batch, &b->out, &error);
    Py_END_ALLOW_THREADS return batch_finish(b, status, &error);
}

EXCLUSIVE(batch_reset, (PyObject * self, PyObject* none), (self, none))

static bool read_env(const batch_object* b, PyObject* object, int* env) {
    long value = PyLong_AsLong(object);
    if (value == -1 && PyErr_Occurred()) return false;
    *env = (int)value;
    if (value >= 0 && value < wend_batch_num_envs(b->batch)) return true;
    PyErr_Format(PyExc_IndexError, "environment %ld is out of range; there are %d", value,
                 wend_batch_num_envs(b->batch));
    return false;
}

// Starts the given episode in an environment, or its next one.
static PyObject* batch_begin_body(PyObject* self, PyObject* args) {
    batch_object* b = (batch_object*)self;
    PyObject* given;
    int env, episode = -1;
    wend_error error;
    if (!PyArg_ParseTuple(args, "O|i", &given, &episode) || !read_env(b, given, &env)) return NULL;
    wend_status status = WEND_OK;
    bool named = PyTuple_Size(args) > 1;
    Py_BEGIN_ALLOW_THREADS if (named) status = wend_batch_seek(b->batch, env, episode, &error);
    if (status == WEND_OK) status = wend_batch_begin(b->batch, env, &b->out, &error);
    Py_END_ALLOW_THREADS return batch_finish(b, status, &error);
}

EXCLUSIVE(batch_begin, (PyObject * self, PyObject* args), (self, args))

static PyObject* batch_seek_body(PyObject* self, PyObject* args) {
    int env, episode;
    wend_error error;
    if (!PyArg_ParseTuple(args, "ii", &env, &episode)) return NULL;
    if (wend_batch_seek(((batch_object*)self)->batch, env, episode, &error) != WEND_OK)
        return core_raise(&error);
    Py_RETURN_NONE;
}

EXCLUSIVE(batch_seek, (PyObject * self, PyObject* args), (self, args))

// Actions: int32 [num_envs], values of wend_action_kind. `drives`: float32 per environment; for
// VELOCITY: m/s, rad/s, seconds; for GO the first value is the index of the neighbour. Nullable:
// drives.
static bool batch_read_actions(batch_object* b, PyObject* given, PyObject* given_drives) {
    core_array array, drives = {0};
    int num_envs = wend_batch_num_envs(b->batch), wrong = -1;
    if (!core_array_get(given, "actions", num_envs, 4, false, &array)) return false;
    const int32_t* kinds = array.data;
    if (!kinds) PyErr_SetString(PyExc_ValueError, "no actions");
    bool right = kinds && core_array_get(given_drives, "drives", 3 * (Py_ssize_t)num_envs, 4, false,
                                         &drives);
    const float* drive = drives.data;
    for (int i = 0; right && i < num_envs; i++) {
        if (kinds[i] < 0 || kinds[i] >= WEND_ACTION_COUNT) wrong = i;
        b->actions[i] = (wend_action){.kind = (wend_action_kind)kinds[i]};
        if (!drive) continue;
        b->actions[i].forward = drive[3 * i];
        if (kinds[i] == WEND_ACTION_GO) b->actions[i].neighbour = (int)drive[3 * i];
        b->actions[i].turn = drive[3 * i + 1];
        b->actions[i].seconds = drive[3 * i + 2];
    }
    if (wrong >= 0)
        PyErr_Format(PyExc_ValueError, "environment %d: action %d must be in [0, %d]", wrong,
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
    if (!PyArg_ParseTuple(args, "O|O", &given, &drives) || !batch_read_actions(b, given, drives))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = wend_batch_step(b->batch, b->actions, &b->out, &error);
    Py_END_ALLOW_THREADS return batch_finish(b, status, &error);
}

EXCLUSIVE(batch_step, (PyObject * self, PyObject* args), (self, args))

// Repeats the same actions without returning to Python; measures the cost of a loop in C.
static PyObject* batch_repeat_body(PyObject* self, PyObject* args) {
    batch_object* b = (batch_object*)self;
    PyObject* given;
    int times;
    wend_error error;
    wend_status status = WEND_OK;
    if (!PyArg_ParseTuple(args, "Oi", &given, &times) || !batch_read_actions(b, given, NULL))
        return NULL;
    Py_BEGIN_ALLOW_THREADS for (int i = 0; status == WEND_OK && i < times; i++) status =
        wend_batch_step(b->batch, b->actions, &b->out, &error);
    Py_END_ALLOW_THREADS return batch_finish(b, status, &error);
}

EXCLUSIVE(batch_repeat, (PyObject * self, PyObject* args), (self, args))

// ---- one environment ----------------------------------------------------------------------------

// The instruction of each environment, into a list. An unchanged text keeps its Python object.
static PyObject* batch_instructions_body(PyObject* self, PyObject* list) {
    const batch_object* b = (batch_object*)self;
    int num_envs = wend_batch_num_envs(b->batch);
    if (!PyList_Check(list) || PyList_GET_SIZE(list) != num_envs)
        return PyErr_Format(PyExc_ValueError, "the instructions must be a list of %d texts",
                            num_envs);
    for (int i = 0; i < num_envs; i++) {
        const char* words = wend_batch_observation(b->batch, i)->goal.instruction;
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
    int env, columns;
    wend_log_record record;
    wend_error error;
    const char* names[WEND_SCORE_MAX_COLUMNS];
    double values[WEND_SCORE_MAX_COLUMNS];
    if (!read_env(b, given, &env)) return NULL;
    if (wend_batch_record(b->batch, env, &record, &error) != WEND_OK ||
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

static PyObject* batch_tour_body(PyObject* self, PyObject* given_env) {
    batch_object* b = (batch_object*)self;
    int env;
    if (!read_env(b, given_env, &env)) return NULL;
    wend_task_tour tour = wend_batch_tour(b->batch, env);
    if (!tour.id) Py_RETURN_NONE;
    return Py_BuildValue("{sssisi}", "id", tour.id, "number", tour.number, "count", tour.count);
}

EXCLUSIVE(batch_tour, (PyObject * self, PyObject* given_env), (self, given_env))

static PyObject* batch_views_body(PyObject* self, PyObject* given_env) {
    batch_object* b = (batch_object*)self;
    int env;
    if (!read_env(b, given_env, &env)) return NULL;
    return core_views(wend_batch_observation(b->batch, env)->graph.panorama);
}

EXCLUSIVE(batch_views, (PyObject * self, PyObject* given_env), (self, given_env))

// The trajectory of the current episode: [steps + 1] of x, y, z, heading.
static PyObject* batch_walk_body(PyObject* self, PyObject* given) {
    batch_object* b = (batch_object*)self;
    int env;
    wend_log_record record;
    wend_error error;
    if (!read_env(b, given, &env)) return NULL;
    if (wend_batch_record(b->batch, env, &record, &error) != WEND_OK) return core_raise(&error);
    PyObject* list = PyList_New(0);
    for (int i = 0; list && i <= record.steps; i++) {
        const wend_pose* p = &record.poses[i];
        PyObject* four = Py_BuildValue("(dddd)", (double)p->feet.x, (double)p->feet.y,
                                       (double)p->feet.z, (double)p->heading);
        if (!four || PyList_Append(list, four)) Py_CLEAR(list);
        Py_XDECREF(four);
    }
    return list;
}

EXCLUSIVE(batch_walk, (PyObject * self, PyObject* given), (self, given))

// The trajectory on the floor plan, into an array [side][side][3].
static PyObject* batch_picture_body(PyObject* self, PyObject* args) {
    batch_object* b = (batch_object*)self;
    PyObject *given_env, *given;
    int env, side;
    core_array array;
    wend_log_record record;
    wend_image image = {0};
    wend_error error;
    if (!PyArg_ParseTuple(args, "OiO", &given_env, &side, &given) || !read_env(b, given_env, &env))
        return NULL;
    const wend_scene* scene = wend_batch_scene(b->batch, env);
    if (!scene || side < 16 || side > 4096)
        return PyErr_Format(PyExc_ValueError,
                            scene ? "an image of %d pixels; must be in [16, 4096]"
                                  : "no episode has begun, or the scan has no scene",
                            side);
    if (!core_array_get(given, "picture", 3 * (Py_ssize_t)side * side, 1, true, &array))
        return NULL;
    wend_status status = wend_batch_record(b->batch, env, &record, &error);
    if (status == WEND_OK)
        status = wend_trajectory_image(scene, &record, wend_batch_goals(b->batch, env), side,
                                       &image, &error);
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
    {"reset", batch_reset, METH_NOARGS, "Every environment begins its first episode."},
    {"begin", batch_begin, METH_VARARGS, "An environment begins an episode."},
    {"seek", batch_seek, METH_VARARGS, "Sets the next episode of an environment."},
    {"step", batch_step, METH_VARARGS,
     "Steps all environments, one action each, on all threads with the GIL released."},
    {"repeat", batch_repeat, METH_VARARGS, "The same actions so many times, without Python."},
    {"instructions", batch_instructions, METH_O, "Instructions of all environments, into a list."},
    {"metrics", batch_metrics, METH_O, "Metrics of the episode so far, as from its log."},
    {"tour", batch_tour, METH_O, "The tour of the episode; None: no tours."},
    {"views", batch_views, METH_O, "Perception of the 36 views of the viewpoint; None: none."},
    {"walk", batch_walk, METH_O, "The trajectory of the episode."},
    {"picture", batch_picture, METH_VARARGS, "The trajectory on the floor plan, into an array."},
    {0}};

static PyGetSetDef fields[] = {{"size", batch_size, NULL, "Width and height of images.", NULL},
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
