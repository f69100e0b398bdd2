// Runs with built-in agents or with agents written in Python; episode generation.
#include <string.h>

#include "core.h"
#include "interrupt.h"

// ---- agents in Python ---------------------------------------------------------------------------

// One call of run; shared by its agents on all threads.
typedef struct run_call {
    PyObject* maker;                 // creates the agent of a worker: reset, act, look and watch
    unsigned begin;                  // of interrupt_begin
    bool raises;                     // the first exception of an agent ends the run and is raised
    bool stopped;                    // the run was ended by an exception
    PyObject *type, *value, *trace;  // that exception; set with the GIL held
    uint64_t agent_hash;             // of the agent's code and state
} run_call;

// Set on the thread that calls wend_run, which also creates the agents.
static _Thread_local run_call* current_call;

typedef struct python_agent {
    run_call* call;
    PyObject *reset, *act, *look;  // look wraps memory as numpy arrays
    PyObject* watch;               // None: not implemented
} python_agent;

static bool is_halted(void* context) {
    const run_call* call = context;
    return call->stopped || interrupt_since(call->begin);
}

// Location of an exception: " (agent.py, line 12)".
static void run_find_place(PyObject* trace, char* place, size_t size) {
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

// KeyboardInterrupt, and any exception with on_error="raise", ends the run; the episode is not
// logged.
static bool keep_exception(run_call* call, PyObject* type, PyObject* value, PyObject* trace) {
    bool keep =
        type && (call->raises || PyErr_GivenExceptionMatches(type, PyExc_KeyboardInterrupt));
    if (!keep || call->stopped) return false;
    if (trace) PyException_SetTraceback(value, trace);
    call->type = type;
    call->value = value;
    call->trace = trace;
    call->stopped = true;
    return true;
}

// Converts the current exception to an error message and clears it.
static wend_status fail_with_exception(run_call* call, const char* where, wend_error* error) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    char place[256] = "";
    run_find_place(trace, place, sizeof place);
    PyObject* text = value ? PyObject_Str(value) : NULL;
    const char* words = text ? PyUnicode_AsUTF8(text) : NULL;
    const char* kind = type ? ((PyTypeObject*)type)->tp_name : "error";
    wend_status status = wend_fail(error, WEND_ARGUMENT, "the agent's %s raised %s: %s%s", where,
                                   kind, words ? words : "", place);
    Py_XDECREF(text);
    if (!keep_exception(call, type, value, trace)) {
        Py_XDECREF(type);
        Py_XDECREF(value);
        Py_XDECREF(trace);
    }
    PyErr_Clear();
    return status;
}

// A failure of the binding itself: out of memory, not an error of the agent.
static wend_status fail_to_show(run_call* call, wend_error* error) {
    bool out_of_memory = PyErr_ExceptionMatches(PyExc_MemoryError);
    wend_status status = fail_with_exception(call, "observation", error);
    return out_of_memory ? wend_fail(error, WEND_NO_MEMORY, "out of memory for an observation")
                         : status;
}

static wend_status agent_create(void* state, const char* options, wend_error* error) {
    python_agent* a = state;
    (void)options;
    a->call = current_call;
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject* three = PyObject_CallNoArgs(a->call->maker);
    bool right = three && PyArg_ParseTuple(three, "OOOO", &a->reset, &a->act, &a->look, &a->watch);
    if (right) {
        Py_INCREF(a->reset);
        Py_INCREF(a->act);
        Py_INCREF(a->look);
        Py_INCREF(a->watch);
    }
    Py_XDECREF(three);
    wend_status status = right ? WEND_OK : fail_with_exception(a->call, "making", error);
    if (!right) *a = (python_agent){.call = a->call};
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
    interrupt_agent call;
    PyGILState_STATE lock = PyGILState_Ensure();
    wend_rng rng = episode->rng;
    unsigned long long high = wend_rng_u32(&rng), seed = high << 32 | wend_rng_u32(&rng);
    interrupt_enter_agent(&call);
    PyObject* answer = PyObject_CallFunction(a->reset, "K{sNsisi}", seed, "continues",
                                             PyBool_FromLong(episode->continues), "number",
                                             episode->tour_number, "count", episode->tour_count);
    interrupt_leave_agent(&call);
    wend_status status = answer ? WEND_OK : fail_with_exception(a->call, "reset", error);
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

static PyObject* neighbours_of(const wend_observation* o) {
    PyObject* list = PyList_New(0);
    for (int i = 0; list && i < o->graph.neighbour_count; i++) {
        const wend_neighbour* w = &o->graph.neighbours[i];
        PyObject* neighbour = Py_BuildValue("{sssdsdsdsi}", "viewpoint", w->viewpoint, "heading",
                                            (double)w->heading, "elevation", (double)w->elevation,
                                            "distance", (double)w->distance, "view", w->view);
        if (!neighbour || PyList_Append(list, neighbour)) Py_CLEAR(list);
        Py_XDECREF(neighbour);
    }
    return list;
}

static PyObject* raw_observation(const wend_observation* o) {
    size_t views = o->graph.viewpoint ? WEND_GRAPH_VIEWS : 1;
    size_t pixels = (size_t)o->camera.width * (size_t)o->camera.height * views;
    size_t reference = (size_t)o->goal.reference_width * (size_t)o->goal.reference_height;
    PyObject* d = PyDict_New();
    if (!d) return NULL;
    bool right = core_put(d, "step", PyLong_FromLong(o->step)) &&
                 core_put(d, "collided", PyBool_FromLong(o->collided)) &&
                 core_put(d, "width", PyLong_FromLong(o->camera.width)) &&
                 core_put(d, "height", PyLong_FromLong(o->camera.height)) &&
                 core_put(d, "hfov", number(o->camera.hfov)) &&
                 core_put(d, "eye_height", number(o->camera.eye_height)) &&
                 core_put(d, "rgb", bytes_of(o->camera.rgb, 3 * pixels)) &&
                 core_put(d, "depth", bytes_of(o->camera.depth, 4 * pixels)) &&
                 core_put(d, "semantic", bytes_of(o->privileged.category, 2 * pixels)) &&
                 core_put(d, "gps", two(o->pose.gps)) &&
                 core_put(d, "compass", number(o->pose.compass)) &&
                 core_put(d, "altitude", number(o->pose.altitude)) &&
                 core_put(d, "pointgoal", two(o->goal.point)) &&
                 core_put(d, "objectgoal", PyLong_FromLong(o->goal.category)) &&
                 core_put(d, "goal", PyLong_FromLong(o->goal.class_index)) &&
                 core_put(d, "goal_number", PyLong_FromLong(o->goal.number)) &&
                 core_put(d, "goal_count", PyLong_FromLong(o->goal.count)) &&
                 core_put(d, "instruction", Py_BuildValue("z", o->goal.instruction)) &&
                 core_put(d, "language", Py_BuildValue("z", o->goal.language)) &&
                 core_put(d, "viewpoint", Py_BuildValue("z", o->graph.viewpoint)) &&
                 core_put(d, "view", PyLong_FromLong(o->graph.view)) &&
                 core_put(d, "neighbours", neighbours_of(o)) &&
                 core_put(d, "views", core_views(o->graph.panorama)) &&
                 core_put(d, "reference", bytes_of(o->goal.reference_rgb, 3 * reference)) &&
                 core_put(d, "reference_width", PyLong_FromLong(o->goal.reference_width)) &&
                 core_put(d, "reference_height", PyLong_FromLong(o->goal.reference_height)) &&
                 core_put(d, "carries", PyBool_FromLong(o->carries)) &&
                 core_put(d, "seconds_left", number(o->seconds_left));
    if (!right) Py_CLEAR(d);
    return d;
}

// Three numbers are a VELOCITY action: m/s, rad/s counter-clockwise, seconds.
static wend_status read_drive(PyObject* answer, wend_action* action, wend_error* error) {
    *action = (wend_action){.kind = WEND_ACTION_VELOCITY};
    if (PyArg_ParseTuple(answer, "fff", &action->forward, &action->turn, &action->seconds))
        return WEND_OK;
    PyErr_Clear();
    return wend_fail(error, WEND_ARGUMENT,
                     "illegal action: the agent's act returned a tuple; due are ('go', way), or a "
                     "drive of three "
                     "numbers: metres a second, radians a second to the left, seconds");
}

// An action by name; ("go", 2) selects a navigable neighbour of a viewpoint graph.
static wend_status read_named(PyObject* name, int neighbour, wend_action* action,
                              wend_error* error) {
    const char* word = PyUnicode_AsUTF8(name);
    *action = (wend_action){.neighbour = neighbour};
    if (word && wend_action_find(word, &action->kind)) return WEND_OK;
    PyErr_Clear();
    return wend_fail(error, WEND_ARGUMENT,
                     "illegal action: the agent's act returned '%.100s', which is no action's name "
                     "(wend.ACTIONS)",
                     word ? word : "");
}

// An integer: an int, a numpy or torch scalar, or an array of one item. Returns a new reference;
// NULL, with an exception set, otherwise.
static PyObject* whole_number(PyObject* answer) {
    PyObject* whole = PyIndex_Check(answer) ? PyNumber_Index(answer) : NULL;
    if (whole || !PyObject_HasAttrString(answer, "item")) return whole;
    PyErr_Clear();
    PyObject* item = PyObject_CallMethod(answer, "item", NULL);
    whole = item && PyLong_Check(item) ? PyNumber_Index(item) : NULL;
    Py_XDECREF(item);
    return whole;
}

static wend_status run_read_action(run_call* call, PyObject* answer, wend_action* action,
                                   wend_error* error) {
    PyObject* name;
    int neighbour;
    if (PyUnicode_Check(answer)) return read_named(answer, 0, action, error);
    if (PyTuple_Check(answer) && PyArg_ParseTuple(answer, "Ui", &name, &neighbour))
        return read_named(name, neighbour, action, error);
    PyErr_Clear();
    if (PyTuple_Check(answer)) return read_drive(answer, action, error);
    PyObject* whole = whole_number(answer);
    if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt))
        return fail_with_exception(call, "act", error);
    PyErr_Clear();
    int overflow = 0;
    long kind = whole ? PyLong_AsLongAndOverflow(whole, &overflow) : -1;
    Py_XDECREF(whole);
    if (!whole)
        return wend_fail(error, WEND_ARGUMENT,
                         "illegal action: the agent's act returned a %.100s; an action is the "
                         "number of one, 0 to %d, or its name (wend.ACTIONS)",
                         Py_TYPE(answer)->tp_name, WEND_ACTION_COUNT - 1);
    if (overflow || kind < 0 || kind >= WEND_ACTION_COUNT)
        return wend_fail(error, WEND_ARGUMENT,
                         "illegal action: the agent's act returned %ld; must be in [0, %d] "
                         "(wend.ACTIONS)",
                         kind, WEND_ACTION_COUNT - 1);
    *action = (wend_action){.kind = (wend_action_kind)kind};
    return WEND_OK;
}

static PyObject* look(const python_agent* a, const wend_observation* o) {
    PyObject* raw = raw_observation(o);
    PyObject* seen = raw ? PyObject_CallOneArg(a->look, raw) : NULL;
    Py_XDECREF(raw);
    return seen;
}

static wend_status agent_act(void* state, const wend_observation* o, wend_action* action,
                             wend_error* error) {
    python_agent* a = state;
    interrupt_agent call;
    PyGILState_STATE lock = PyGILState_Ensure();
    wend_status status = WEND_OK;
    PyObject* seen = look(a, o);
    PyObject* answer = NULL;
    if (seen) {
        interrupt_enter_agent(&call);
        answer = PyObject_CallOneArg(a->act, seen);
        interrupt_leave_agent(&call);
        status = answer ? run_read_action(a->call, answer, action, error)
                        : fail_with_exception(a->call, "act", error);
    } else {
        status = fail_to_show(a->call, error);
    }
    Py_XDECREF(seen);
    Py_XDECREF(answer);
    PyGILState_Release(lock);
    return status;
}

static wend_status agent_watch(void* state, const wend_observation* o, wend_action led,
                               wend_error* error) {
    python_agent* a = state;
    interrupt_agent call;
    PyGILState_STATE lock = PyGILState_Ensure();
    wend_status status = WEND_OK;
    PyObject* seen = look(a, o);
    PyObject* answer = NULL;
    if (seen) {
        interrupt_enter_agent(&call);
        answer = PyObject_CallFunction(a->watch, "Os", seen, wend_action_name(led.kind));
        interrupt_leave_agent(&call);
        if (!answer) status = fail_with_exception(a->call, "watch", error);
    } else {
        status = fail_to_show(a->call, error);
    }
    Py_XDECREF(seen);
    Py_XDECREF(answer);
    PyGILState_Release(lock);
    return status;
}

// ---- runs ---------------------------------------------------------------------------------------

static void run_warn(void* context, const char* sentence) {
    PyGILState_STATE lock = PyGILState_Ensure();
    (void)context;
    if (PyErr_WarnEx(PyExc_UserWarning, sentence, 1)) PyErr_Clear();
    PyGILState_Release(lock);
}

static uint64_t agent_hash(const void* state) {
    return ((const python_agent*)state)->call->agent_hash;
}

// Runs without the GIL. The agents are created on this thread.
static wend_status play(wend_run_def* def, run_call* call, wend_run_summary* summary,
                        wend_error* error) {
    wend_status status;
    run_call* before = current_call;
    current_call = call;
    call->begin = interrupt_begin();
    def->halted = is_halted;
    def->context = call;
    def->warn = run_warn;
    Py_BEGIN_ALLOW_THREADS status = wend_run(def, summary, error);
    Py_END_ALLOW_THREADS interrupt_end();
    current_call = before;
    return status;
}

// Raises the exception that ended the run early.
static bool raise_what_ended(run_call* call) {
    bool interrupted = interrupt_since(call->begin);
    if (call->stopped) {
        bool signalled = PyErr_CheckSignals() != 0;
        if (signalled) PyErr_Clear();
        PyErr_Restore(call->type, call->value, call->trace);
        return true;
    }
    if (PyErr_CheckSignals()) return true;
    if (interrupted) PyErr_SetNone(PyExc_KeyboardInterrupt);
    return interrupted;
}

static PyObject* run_task(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {
        "task",         "agent",     "episodes",     "out",          "scenes",
        "cache",        "rules",     "seed",         "limit",        "threads",
        "max_steps",    "skip_bad",  "snap",         "maker",        "uses_images",
        "connectivity", "tours",     "watches",      "agent_hash",   "agent_tasks",
        "raises",       "overwrite", "retry_failed", "observations", NULL};
    wend_run_def def = wend_run_default_def();
    unsigned long long seed = 0, hash = 0;
    int skip_bad = 0, snap = 0, uses_images = 1, watches = 0, raises = 0, overwrite = 0,
        retry_failed = 0;
    const char* tasks = NULL;
    run_call call = {.maker = Py_None};
    wend_run_summary summary;
    wend_error error;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(
            args, words, "ssss|$zzzKiiippOpzzpKzpppz", names, &def.play.task, &def.agent,
            &def.play.episodes, &def.out, &def.play.scenes, &def.play.cache, &def.play.rules, &seed,
            &def.limit, &def.threads, &def.play.max_steps, &skip_bad, &snap, &call.maker,
            &uses_images, &def.play.graphs, &def.play.tours, &watches, &hash, &tasks, &raises,
            &overwrite, &retry_failed, &def.play.observations))
        return NULL;
    wend_agent_kind kind = {.name = def.agent,
                            .tasks = tasks,
                            .uses_images = uses_images,
                            .memory = sizeof(python_agent),
                            .memory_is_environment = true,
                            .create = agent_create,
                            .destroy = agent_destroy,
                            .hash = agent_hash,
                            .reset = agent_reset,
                            .act = agent_act,
                            .watch = watches ? agent_watch : NULL};
    if (!def.play.rules) def.play.rules = "paper";
    def.play.seed = seed;
    def.lenient = skip_bad;
    def.snap = snap;
    def.overwrite = overwrite;
    def.retry_failed = retry_failed;
    call.agent_hash = hash;
    call.raises = raises;
    if (call.maker != Py_None) def.custom = &kind;
    wend_status status = play(&def, &call, &summary, &error);
    if (raise_what_ended(&call)) return NULL;
    if (status != WEND_OK) return core_raise(&error);
    return Py_BuildValue("{sisisisisisK}", "episodes", summary.episodes, "resumed", summary.resumed,
                         "played", summary.played, "failed", summary.failed, "agent_errors",
                         summary.agent_errors, "steps", (unsigned long long)summary.steps);
}

// ---- episodes -----------------------------------------------------------------------------------

enum { MAX_SCENES = 100000 };

// Scene references of a list; the caller frees the array with PyMem_Free.
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

static PyObject* run_finish(wend_status status, const char** scenes, const wend_error* error) {
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
    Py_END_ALLOW_THREADS return run_finish(status, scenes, &error);
}

static PyObject* generate_multion(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"scenes",
                            "out",
                            "count",
                            "seed",
                            "goals",
                            "distractors",
                            "natural",
                            "several_floors",
                            "min_distance",
                            "max_distance",
                            "threads",
                            "cache",
                            NULL};
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
    Py_END_ALLOW_THREADS return run_finish(status, scenes, &error);
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
    Py_END_ALLOW_THREADS return run_finish(status, scenes, &error);
}

// Splits from a list of names. False: an exception is set.
static bool read_splits(PyObject* list, bool wanted[WEND_PASTURE_SPLIT_COUNT]) {
    wend_error error;
    for (Py_ssize_t i = 0; i < PyList_Size(list); i++) {
        const char* name = PyUnicode_AsUTF8(PyList_GetItem(list, i));
        wend_pasture_split split;
        if (!name) return false;
        if (wend_pasture_split_parse(name, &split, &error) != WEND_OK) return core_raise(&error);
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
    Py_END_ALLOW_THREADS return run_finish(status, scenes, &error);
}

static PyObject* run_generate_vln(PyObject* args, PyObject* words, wend_vln_kind kind) {
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
    Py_END_ALLOW_THREADS return run_finish(status, scenes, &error);
}

static PyObject* generate_r2r(PyObject* self, PyObject* args, PyObject* words) {
    (void)self;
    return run_generate_vln(args, words, WEND_VLN_R2R);
}

static PyObject* generate_rxr(PyObject* self, PyObject* args, PyObject* words) {
    (void)self;
    return run_generate_vln(args, words, WEND_VLN_RXR);
}

#define WORDS(function) ((PyCFunction)(void (*)(void))function)

PyMethodDef core_run_methods[] = {
    {"run", WORDS(run_task), METH_VARARGS | METH_KEYWORDS,
     "run(task, agent, episodes, out, *, scenes, cache, rules, seed, limit, threads, max_steps, "
     "skip_bad, snap, connectivity, tours, observations, overwrite, retry_failed)\n--\n\n"
     "Plays every episode of a task into a log."},
    {"generate_pointnav", WORDS(generate_pointnav), METH_VARARGS | METH_KEYWORDS,
     "generate_pointnav(scenes, out, *, count, seed, min_distance, max_distance, min_ratio)\n--\n\n"
     "Writes point-goal episodes."},
    {"generate_multion", WORDS(generate_multion), METH_VARARGS | METH_KEYWORDS,
     "generate_multion(scenes, out, *, count, seed, goals, distractors, natural, several_floors, "
     "min_distance, max_distance, threads, cache)\n--\n\n"
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
