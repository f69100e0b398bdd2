// Runs, with agents of wend's own or written in Python.
#include <signal.h>
#include <string.h>

#include "core.h"

// ---- an agent in Python -------------------------------------------------------------------------

// The callable that makes what a worker plays with: objects with act(observation) and, if they want
// to know, reset(). Set on the thread that calls wend_run, which is the one that seats the workers.
static _Thread_local PyObject* current_maker;

typedef struct python_agent {
    PyObject *reset, *act, *look;  // look turns memory into numpy arrays
    PyObject* watch;               // None: it does not
} python_agent;

// Somebody pressed Ctrl-C: the run ends after what is under way. Python's own handler is called as
// well, so that an agent in an endless loop is interrupted too.
static volatile sig_atomic_t interrupted;
static struct sigaction python_handler;

static void note_interrupt(int number) {
    interrupted = 1;
    if (python_handler.sa_handler != SIG_DFL && python_handler.sa_handler != SIG_IGN)
        python_handler.sa_handler(number);
}

static bool is_interrupted(void* context) {
    (void)context;
    return interrupted;
}

// Where the exception was raised: " (agent.py, line 12)".
static void find_place(PyObject* trace, char* place, size_t size) {
    PyTracebackObject* last = (PyTracebackObject*)trace;
    if (!last || !PyTraceBack_Check(trace)) return;
    while (last->tb_next) last = last->tb_next;
    PyCodeObject* code = PyFrame_GetCode(last->tb_frame);
    const char* file = code ? PyUnicode_AsUTF8(code->co_filename) : NULL;
    const char* slash = file ? strrchr(file, '/') : NULL;
    PyObject* line = PyObject_GetAttrString((PyObject*)last, "tb_lineno");
    if (file && line)
        snprintf(place, size, " (%.200s, line %ld)", slash ? slash + 1 : file, PyLong_AsLong(line));
    Py_XDECREF(line);
    Py_XDECREF(code);
    PyErr_Clear();
}

// The exception as a sentence; it is cleared.
static wend_status fail_with_exception(const char* where, wend_error* error) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (type && PyErr_GivenExceptionMatches(type, PyExc_KeyboardInterrupt)) interrupted = 1;
    char place[256] = "";
    find_place(trace, place, sizeof place);
    PyObject* text = value ? PyObject_Str(value) : NULL;
    const char* words = text ? PyUnicode_AsUTF8(text) : NULL;
    const char* kind = type ? ((PyTypeObject*)type)->tp_name : "error";
    wend_status status = wend_fail(error, WEND_ARGUMENT, "the agent's %s raised %s: %s%s", where,
                                   kind, words ? words : "", place);
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    PyErr_Clear();
    return status;
}

static wend_status agent_create(void* state, const char* options, wend_error* error) {
    python_agent* a = state;
    (void)options;
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject* three = PyObject_CallNoArgs(current_maker);
    bool right = three && PyArg_ParseTuple(three, "OOOO", &a->reset, &a->act, &a->look, &a->watch);
    if (right) {
        Py_INCREF(a->reset);
        Py_INCREF(a->act);
        Py_INCREF(a->look);
        Py_INCREF(a->watch);
    }
    Py_XDECREF(three);
    wend_status status = right ? WEND_OK : fail_with_exception("making", error);
    if (!right) *a = (python_agent){0};
    PyGILState_Release(lock);
    return status;
}

static void agent_destroy(void* state) {
    python_agent* a = state;
    PyGILState_STATE lock = PyGILState_Ensure();
    Py_CLEAR(a->reset);
    Py_CLEAR(a->act);
    Py_CLEAR(a->look);
    Py_CLEAR(a->watch);
    PyGILState_Release(lock);
}

static wend_status agent_reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    python_agent* a = state;
    PyGILState_STATE lock = PyGILState_Ensure();
    wend_rng rng = episode->rng;
    unsigned long long high = wend_rng_u32(&rng), seed = high << 32 | wend_rng_u32(&rng);
    PyObject* answer = PyObject_CallFunction(a->reset, "K{sNsisi}", seed, "continues",
                                             PyBool_FromLong(episode->continues), "number",
                                             episode->tour_number, "count", episode->tour_count);
    wend_status status = answer ? WEND_OK : fail_with_exception("reset", error);
    Py_XDECREF(answer);
    PyGILState_Release(lock);
    return status;
}

static PyObject* bytes_of(const void* memory, size_t size) {
    if (!memory) Py_RETURN_NONE;
    return PyMemoryView_FromMemory((char*)(uintptr_t)memory, (Py_ssize_t)size, PyBUF_READ);
}

static PyObject* number(float value) { return PyFloat_FromDouble((double)value); }

static PyObject* two(const float values[2]) {
    return Py_BuildValue("(dd)", (double)values[0], (double)values[1]);
}

static PyObject* ways_of(const wend_observation* o) {
    PyObject* list = PyList_New(0);
    for (int i = 0; list && i < o->way_count; i++) {
        const wend_way* w = &o->ways[i];
        PyObject* way = Py_BuildValue("{sssdsdsdsi}", "viewpoint", w->viewpoint, "heading",
                                      (double)w->heading, "elevation", (double)w->elevation,
                                      "distance", (double)w->distance, "view", w->view);
        if (!way || PyList_Append(list, way)) Py_CLEAR(list);
        Py_XDECREF(way);
    }
    return list;
}

static PyObject* raw_observation(const wend_observation* o) {
    size_t views = o->viewpoint ? WEND_GRAPH_VIEWS : 1;
    size_t pixels = (size_t)o->width * (size_t)o->height * views;
    size_t reference = (size_t)o->reference_width * (size_t)o->reference_height;
    PyObject* d = PyDict_New();
    if (!d) return NULL;
    bool right = core_put(d, "step", PyLong_FromLong(o->step)) &&
                 core_put(d, "collided", PyBool_FromLong(o->collided)) &&
                 core_put(d, "width", PyLong_FromLong(o->width)) &&
                 core_put(d, "height", PyLong_FromLong(o->height)) &&
                 core_put(d, "hfov", number(o->hfov)) &&
                 core_put(d, "eye_height", number(o->eye_height)) &&
                 core_put(d, "rgb", bytes_of(o->rgb, 3 * pixels)) &&
                 core_put(d, "depth", bytes_of(o->depth, 4 * pixels)) &&
                 core_put(d, "semantic", bytes_of(o->category, 2 * pixels)) &&
                 core_put(d, "gps", two(o->gps)) && core_put(d, "compass", number(o->compass)) &&
                 core_put(d, "altitude", number(o->altitude)) &&
                 core_put(d, "pointgoal", two(o->pointgoal)) &&
                 core_put(d, "objectgoal", PyLong_FromLong(o->goal_category)) &&
                 core_put(d, "goal", PyLong_FromLong(o->goal)) &&
                 core_put(d, "goal_number", PyLong_FromLong(o->goal_number)) &&
                 core_put(d, "goal_count", PyLong_FromLong(o->goal_count)) &&
                 core_put(d, "instruction", Py_BuildValue("z", o->instruction)) &&
                 core_put(d, "language", Py_BuildValue("z", o->language)) &&
                 core_put(d, "viewpoint", Py_BuildValue("z", o->viewpoint)) &&
                 core_put(d, "view", PyLong_FromLong(o->view)) && core_put(d, "ways", ways_of(o)) &&
                 core_put(d, "reference", bytes_of(o->reference_rgb, 3 * reference)) &&
                 core_put(d, "reference_width", PyLong_FromLong(o->reference_width)) &&
                 core_put(d, "reference_height", PyLong_FromLong(o->reference_height)) &&
                 core_put(d, "carries", PyBool_FromLong(o->carries)) &&
                 core_put(d, "seconds_left", number(o->seconds_left));
    if (!right) Py_CLEAR(d);
    return d;
}

// Three numbers are a drive: metres a second, radians a second to the left, seconds.
static wend_status read_drive(PyObject* answer, wend_action* action, wend_error* error) {
    *action = (wend_action){.kind = WEND_ACTION_VELOCITY};
    if (PyArg_ParseTuple(answer, "fff", &action->forward, &action->turn, &action->seconds))
        return WEND_OK;
    PyErr_Clear();
    return wend_fail(error, WEND_ARGUMENT,
                     "the agent's act returned a tuple; due are ('go', way), or a drive of three "
                     "numbers: metres a second, radians a second to the left, seconds");
}

// By name; ("go", 2) takes a way of a viewpoint graph.
static wend_status read_named(PyObject* name, int way, wend_action* action, wend_error* error) {
    const char* word = PyUnicode_AsUTF8(name);
    *action = (wend_action){.way = way};
    if (word && wend_action_find(word, &action->kind)) return WEND_OK;
    PyErr_Clear();
    return wend_fail(error, WEND_ARGUMENT,
                     "the agent's act returned '%s', which is no action's name (wend.ACTIONS)",
                     word ? word : "");
}

static wend_status read_action(PyObject* answer, wend_action* action, wend_error* error) {
    PyObject* name;
    int way;
    if (PyUnicode_Check(answer)) return read_named(answer, 0, action, error);
    if (PyTuple_Check(answer) && PyArg_ParseTuple(answer, "Ui", &name, &way))
        return read_named(name, way, action, error);
    PyErr_Clear();
    if (PyTuple_Check(answer)) return read_drive(answer, action, error);
    if (!PyIndex_Check(answer))
        return wend_fail(error, WEND_ARGUMENT,
                         "the agent's act returned a %s; the number of an action is due: 0 to %d "
                         "(wend.ACTIONS)",
                         Py_TYPE(answer)->tp_name, WEND_ACTION_COUNT - 1);
    PyObject* whole = PyNumber_Index(answer);
    long kind = whole ? PyLong_AsLong(whole) : -1;
    Py_XDECREF(whole);
    if (PyErr_Occurred()) return fail_with_exception("act", error);
    if (kind < 0 || kind >= WEND_ACTION_COUNT)
        return wend_fail(error, WEND_ARGUMENT,
                         "the agent's act returned %ld; actions are 0 to %d (wend.ACTIONS)", kind,
                         WEND_ACTION_COUNT - 1);
    *action = (wend_action){.kind = (wend_action_kind)kind};
    return WEND_OK;
}

static wend_status agent_act(void* state, const wend_observation* o, wend_action* action,
                             wend_error* error) {
    python_agent* a = state;
    PyGILState_STATE lock = PyGILState_Ensure();
    wend_status status;
    PyObject* raw = raw_observation(o);
    PyObject* seen = raw ? PyObject_CallOneArg(a->look, raw) : NULL;
    PyObject* answer = seen ? PyObject_CallOneArg(a->act, seen) : NULL;
    status = answer ? read_action(answer, action, error) : fail_with_exception("act", error);
    Py_XDECREF(raw);
    Py_XDECREF(seen);
    Py_XDECREF(answer);
    PyGILState_Release(lock);
    return status;
}

static wend_status agent_watch(void* state, const wend_observation* o, wend_action led,
                               wend_error* error) {
    python_agent* a = state;
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject* raw = raw_observation(o);
    PyObject* seen = raw ? PyObject_CallOneArg(a->look, raw) : NULL;
    PyObject* answer =
        seen ? PyObject_CallFunction(a->watch, "Os", seen, wend_action_name(led.kind)) : NULL;
    wend_status status = answer ? WEND_OK : fail_with_exception("watch", error);
    Py_XDECREF(raw);
    Py_XDECREF(seen);
    Py_XDECREF(answer);
    PyGILState_Release(lock);
    return status;
}

// ---- runs ---------------------------------------------------------------------------------------

static void warn(void* context, const char* sentence) {
    PyGILState_STATE lock = PyGILState_Ensure();
    (void)context;
    if (PyErr_WarnEx(PyExc_UserWarning, sentence, 1)) PyErr_Clear();
    PyGILState_Release(lock);
}

static PyObject* run_task(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"task",      "agent",        "episodes", "out",     "scenes",
                            "cache",     "rules",        "seed",     "limit",   "threads",
                            "max_steps", "skip_bad",     "snap",     "maker",   "sighted",
                            "native",    "connectivity", "tours",    "watches", NULL};
    wend_run_def def = wend_run_default_def();
    unsigned long long seed = 0;
    int skip_bad = 0, snap = 0, sighted = 1, native = 0, watches = 0;
    PyObject* maker = Py_None;
    wend_run_summary summary;
    wend_error error;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, words, "ssss|$zzzKiiippOppzzp", names, &def.task,
                                     &def.agent, &def.episodes, &def.out, &def.scenes, &def.cache,
                                     &def.rules, &seed, &def.limit, &def.threads, &def.max_steps,
                                     &skip_bad, &snap, &maker, &sighted, &native, &def.graphs,
                                     &def.tours, &watches))
        return NULL;
    wend_agent_kind kind = {.name = def.agent,
                            .sighted = sighted,
                            .memory = sizeof(python_agent),
                            .create = agent_create,
                            .destroy = agent_destroy,
                            .reset = agent_reset,
                            .act = agent_act,
                            .watch = watches ? agent_watch : NULL};
    if (!def.rules) def.rules = "paper";
    def.seed = seed;
    def.lenient = skip_bad;
    def.snap = snap;
    def.native = native;
    def.warn = warn;
    if (maker != Py_None) def.custom = &kind;
    PyObject* before = current_maker;
    current_maker = maker;
    wend_status status;
    struct sigaction mine = {.sa_handler = note_interrupt};
    interrupted = 0;
    def.halted = is_interrupted;
    sigemptyset(&mine.sa_mask);
    sigaction(SIGINT, &mine, &python_handler);
    Py_BEGIN_ALLOW_THREADS status = wend_run(&def, &summary, &error);
    Py_END_ALLOW_THREADS sigaction(SIGINT, &python_handler, NULL);
    current_maker = before;
    if (PyErr_CheckSignals()) return NULL;
    if (interrupted) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        return NULL;
    }
    if (status != WEND_OK) return core_raise(&error);
    return Py_BuildValue("{sisisisisK}", "episodes", summary.episodes, "resumed", summary.resumed,
                         "played", summary.played, "failed", summary.failed, "steps",
                         (unsigned long long)summary.steps);
}

// ---- episodes -----------------------------------------------------------------------------------

enum { MAX_SCENES = 100000 };

// The scenes of a list, as the core wants them; the caller frees with PyMem_Free.
static const char** read_scenes(PyObject* list, int* count) {
    Py_ssize_t size = PyList_Size(list);
    if (size < 1 || size > MAX_SCENES) {
        PyErr_Format(PyExc_ValueError, "%zd scenes; 1 to %d are possible", size, MAX_SCENES);
        return NULL;
    }
    const char** names = PyMem_Calloc((size_t)size, sizeof *names);
    if (!names) PyErr_NoMemory();
    for (Py_ssize_t i = 0; names && i < size; i++)
        if (!(names[i] = PyUnicode_AsUTF8(PyList_GetItem(list, i)))) {
            PyMem_Free(names);
            return NULL;
        }
    *count = (int)size;
    return names;
}

static PyObject* finish(wend_status status, const char** scenes, const wend_error* error) {
    PyMem_Free(scenes);
    if (status != WEND_OK) return core_raise(error);
    Py_RETURN_NONE;
}

static PyObject* generate_pointnav(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"scenes",       "out",          "count",     "seed",
                            "min_distance", "max_distance", "min_ratio", NULL};
    wend_pointnav_def def = wend_pointnav_default_def();
    PyObject* list;
    const char* path;
    unsigned long long seed = 0;
    int count;
    wend_error error;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, words, "O!s|$iKfff", names, &PyList_Type, &list, &path,
                                     &def.count, &seed, &def.min_distance, &def.max_distance,
                                     &def.min_ratio))
        return NULL;
    def.seed = seed;
    const char** scenes = read_scenes(list, &count);
    if (!scenes) return NULL;
    wend_status status;
    Py_BEGIN_ALLOW_THREADS status = wend_pointnav_generate(scenes, count, &def, path, &error);
    Py_END_ALLOW_THREADS return finish(status, scenes, &error);
}

static PyObject* generate_multion(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {
        "scenes",         "out",     "count",   "seed",    "goals", "distractors", "natural",
        "several_floors", "min_leg", "max_leg", "threads", "cache", NULL};
    wend_multion_def def = wend_multion_default_def();
    PyObject* list;
    const char* path;
    unsigned long long seed = 0;
    int count, natural = 0, floors = 0;
    wend_error error;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, words, "O!s|$iKiippffiz", names, &PyList_Type, &list,
                                     &path, &def.count, &seed, &def.goals, &def.distractors,
                                     &natural, &floors, &def.min_leg, &def.max_leg, &def.threads,
                                     &def.cache))
        return NULL;
    def.seed = seed;
    def.natural = natural;
    def.several_floors = floors;
    const char** scenes = read_scenes(list, &count);
    if (!scenes) return NULL;
    wend_status status;
    Py_BEGIN_ALLOW_THREADS status = wend_multion_generate(scenes, count, &def, path, &error);
    Py_END_ALLOW_THREADS return finish(status, scenes, &error);
}

static PyObject* generate_rescue(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"scenes", "out", "count", "seed", "level", "cache", NULL};
    wend_rescue_def def = wend_rescue_default_def();
    wend_rescue_yield yield;
    PyObject* list;
    const char* path;
    unsigned long long seed = 0;
    int count, level = 1;
    wend_error error;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, words, "O!s|$iKiz", names, &PyList_Type, &list, &path,
                                     &def.count, &seed, &level, &def.cache))
        return NULL;
    if (level < 1 || level > 5)
        return PyErr_Format(PyExc_ValueError, "level %d; there are 1 to 5", level);
    def.level = level - 1;
    def.seed = seed;
    const char** scenes = read_scenes(list, &count);
    if (!scenes) return NULL;
    wend_status status;
    Py_BEGIN_ALLOW_THREADS status = wend_rescue_generate(scenes, count, &def, path, &yield, &error);
    Py_END_ALLOW_THREADS return finish(status, scenes, &error);
}

// The splits of a list of names; false: an exception is set.
static bool read_splits(PyObject* list, bool wanted[WEND_PASTURE_SPLIT_COUNT]) {
    wend_error error;
    for (Py_ssize_t i = 0; i < PyList_Size(list); i++) {
        const char* name = PyUnicode_AsUTF8(PyList_GetItem(list, i));
        wend_pasture_split split;
        if (!name) return false;
        if (wend_pasture_split_find(name, &split, &error) != WEND_OK) return core_raise(&error);
        wanted[split] = true;
    }
    return true;
}

static PyObject* generate_pasture(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"scenes",       "out",   "splits",  "starts", "seed", "min_distance",
                            "max_distance", "rules", "threads", "cache",  NULL};
    wend_pasture_def def = wend_pasture_default_def();
    bool wanted[WEND_PASTURE_SPLIT_COUNT] = {false};
    PyObject *list, *splits = NULL;
    const char* path;
    unsigned long long seed = 0;
    int count, made;
    wend_error error;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, words, "O!s|$O!iKffsiz", names, &PyList_Type, &list,
                                     &path, &PyList_Type, &splits, &def.starts, &seed,
                                     &def.limits.min_distance, &def.limits.max_distance, &def.rules,
                                     &def.threads, &def.cache) ||
        (splits && !read_splits(splits, wanted)))
        return NULL;
    def.seed = seed;
    if (splits) def.splits = wanted;
    const char** scenes = read_scenes(list, &count);
    if (!scenes) return NULL;
    wend_status status;
    Py_BEGIN_ALLOW_THREADS status = wend_pasture_generate(scenes, count, &def, path, &made, &error);
    Py_END_ALLOW_THREADS return finish(status, scenes, &error);
}

static PyObject* generate_vln(PyObject* args, PyObject* words, wend_vln_kind kind) {
    static char* names[] = {"scenes", "out", "count", "seed", "instructions", "languages", NULL};
    wend_vln_generate_def def = wend_vln_generate_default_def(kind);
    PyObject* list;
    const char* path;
    unsigned long long seed = 0;
    int count, records;
    wend_error error;
    if (!PyArg_ParseTupleAndKeywords(args, words, "O!s|$iKis", names, &PyList_Type, &list, &path,
                                     &def.count, &seed, &def.instructions, &def.languages))
        return NULL;
    def.seed = seed;
    const char** scenes = read_scenes(list, &count);
    if (!scenes) return NULL;
    wend_status status;
    Py_BEGIN_ALLOW_THREADS status = wend_vln_generate(scenes, count, &def, path, &records, &error);
    Py_END_ALLOW_THREADS return finish(status, scenes, &error);
}

static PyObject* generate_r2r(PyObject* self, PyObject* args, PyObject* words) {
    (void)self;
    return generate_vln(args, words, WEND_VLN_R2R);
}

static PyObject* generate_rxr(PyObject* self, PyObject* args, PyObject* words) {
    (void)self;
    return generate_vln(args, words, WEND_VLN_RXR);
}

#define WORDS(function) ((PyCFunction)(void (*)(void))function)

PyMethodDef core_run_methods[] = {
    {"run", WORDS(run_task), METH_VARARGS | METH_KEYWORDS,
     "run(task, agent, episodes, out, *, scenes, cache, rules, seed, limit, threads, max_steps, "
     "skip_bad, snap, maker, sighted, native, connectivity, tours, watches)\n--\n\n"
     "Plays every episode of a task into a log."},
    {"generate_pointnav", WORDS(generate_pointnav), METH_VARARGS | METH_KEYWORDS,
     "generate_pointnav(scenes, out, *, count, seed, min_distance, max_distance, min_ratio)\n--\n\n"
     "Writes point-goal episodes."},
    {"generate_multion", WORDS(generate_multion), METH_VARARGS | METH_KEYWORDS,
     "generate_multion(scenes, out, *, count, seed, goals, distractors, natural, several_floors, "
     "min_leg, max_leg, threads, cache)\n--\n\n"
     "Writes MultiON episodes."},
    {"generate_r2r", WORDS(generate_r2r), METH_VARARGS | METH_KEYWORDS,
     "generate_r2r(scenes, out, *, count, seed, instructions, languages)\n--\n\n"
     "Writes R2R: shortest paths and instructions."},
    {"generate_rxr", WORDS(generate_rxr), METH_VARARGS | METH_KEYWORDS,
     "generate_rxr(scenes, out, *, count, seed, instructions, languages)\n--\n\n"
     "Writes RxR: paths through rooms, in three languages."},
    {"generate_pasture", WORDS(generate_pasture), METH_VARARGS | METH_KEYWORDS,
     "generate_pasture(scenes, out, *, splits, starts, seed, min_distance, max_distance, rules, "
     "threads, cache)\n--\n\n"
     "Writes PASTURE's episodes, of the splits that are named."},
    {"generate_rescue", WORDS(generate_rescue), METH_VARARGS | METH_KEYWORDS,
     "generate_rescue(scenes, out, *, count, seed, level, cache)\n--\n\n"
     "Writes rescues of a level, 1 to 5."},
    {0}};
