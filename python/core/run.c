// Runs, with agents of wend's own or written in Python.
#include "core.h"

// ---- an agent in Python -------------------------------------------------------------------------

// The callable that makes what a worker plays with: objects with act(observation) and, if they want
// to know, reset(). Set on the thread that calls wend_run, which is the one that seats the workers.
static _Thread_local PyObject* current_maker;

typedef struct python_agent {
    PyObject *reset, *act, *look;  // look turns memory into numpy arrays
} python_agent;

// The exception as a sentence; it is cleared.
static wend_status fail_with_exception(const char* where, wend_error* error) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyObject* text = value ? PyObject_Str(value) : NULL;
    const char* words = text ? PyUnicode_AsUTF8(text) : NULL;
    const char* kind = type ? ((PyTypeObject*)type)->tp_name : "error";
    wend_status status = wend_fail(error, WEND_ARGUMENT, "the agent's %s raised %s: %s", where,
                                   kind, words ? words : "");
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
    bool right = three && PyArg_ParseTuple(three, "OOO", &a->reset, &a->act, &a->look);
    if (right) {
        Py_INCREF(a->reset);
        Py_INCREF(a->act);
        Py_INCREF(a->look);
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
    PyGILState_Release(lock);
}

static wend_status agent_reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    python_agent* a = state;
    PyGILState_STATE lock = PyGILState_Ensure();
    wend_rng rng = episode->rng;
    unsigned long long seed = (unsigned long long)wend_rng_u32(&rng) << 32 | wend_rng_u32(&rng);
    PyObject* answer = PyObject_CallFunction(a->reset, "K", seed);
    wend_status status = answer ? WEND_OK : fail_with_exception("reset", error);
    Py_XDECREF(answer);
    PyGILState_Release(lock);
    return status;
}

static PyObject* bytes_of(const void* memory, size_t size) {
    if (!memory) Py_RETURN_NONE;
    return PyMemoryView_FromMemory((char*)(uintptr_t)memory, (Py_ssize_t)size, PyBUF_READ);
}

static PyObject* raw_observation(const wend_observation* o) {
    size_t pixels = (size_t)o->width * (size_t)o->height;
    return Py_BuildValue(
        "{sisisisdsNsNsN s(dd)sds(dd)sisz sN}", "step", o->step, "width", o->width, "height",
        o->height, "hfov", (double)o->hfov, "rgb", bytes_of(o->rgb, 3 * pixels), "depth",
        bytes_of(o->depth, 4 * pixels), "semantic", bytes_of(o->category, 2 * pixels), "gps",
        (double)o->gps[0], (double)o->gps[1], "compass", (double)o->compass, "pointgoal",
        (double)o->pointgoal[0], (double)o->pointgoal[1], "objectgoal", (int)o->goal_category,
        "instruction", o->instruction, "collided", PyBool_FromLong(o->collided));
}

static wend_status agent_act(void* state, const wend_observation* o, wend_action* action,
                             wend_error* error) {
    python_agent* a = state;
    PyGILState_STATE lock = PyGILState_Ensure();
    wend_status status = WEND_OK;
    PyObject* raw = raw_observation(o);
    PyObject* seen = raw ? PyObject_CallOneArg(a->look, raw) : NULL;
    PyObject* answer = seen ? PyObject_CallOneArg(a->act, seen) : NULL;
    PyObject* number = answer && PyIndex_Check(answer) ? PyNumber_Index(answer) : NULL;
    long kind = number ? PyLong_AsLong(number) : -1;
    if (!answer || PyErr_Occurred())
        status = fail_with_exception("act", error);
    else if (!number)
        status = wend_fail(error, WEND_ARGUMENT,
                           "the agent's act returned a %s; the number of an action is due: 0 to %d "
                           "(wend.ACTIONS)",
                           Py_TYPE(answer)->tp_name, WEND_ACTION_COUNT - 1);
    else if (kind < 0 || kind >= WEND_ACTION_COUNT)
        status = wend_fail(error, WEND_ARGUMENT,
                           "the agent's act returned %ld; actions are 0 to %d (wend.ACTIONS)", kind,
                           WEND_ACTION_COUNT - 1);
    else
        action->kind = (wend_action_kind)kind;
    Py_XDECREF(raw);
    Py_XDECREF(seen);
    Py_XDECREF(answer);
    Py_XDECREF(number);
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
    static char* names[] = {"task",  "agent", "episodes", "out",     "scenes",    "cache",
                            "rules", "seed",  "limit",    "threads", "max_steps", "skip_bad",
                            "snap",  "maker", "sighted",  NULL};
    wend_run_def def = wend_run_default_def();
    unsigned long long seed = 0;
    int skip_bad = 0, snap = 0, sighted = 1;
    PyObject* maker = Py_None;
    wend_run_summary summary;
    wend_error error;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, words, "ssss|$zzzKiiippOp", names, &def.task, &def.agent,
                                     &def.episodes, &def.out, &def.scenes, &def.cache, &def.rules,
                                     &seed, &def.limit, &def.threads, &def.max_steps, &skip_bad,
                                     &snap, &maker, &sighted))
        return NULL;
    wend_agent_kind kind = {.name = def.agent,
                            .sighted = sighted,
                            .memory = sizeof(python_agent),
                            .create = agent_create,
                            .destroy = agent_destroy,
                            .reset = agent_reset,
                            .act = agent_act};
    if (!def.rules) def.rules = "paper";
    def.seed = seed;
    def.lenient = skip_bad;
    def.snap = snap;
    def.warn = warn;
    if (maker != Py_None) def.custom = &kind;
    PyObject* before = current_maker;
    current_maker = maker;
    wend_status status;
    Py_BEGIN_ALLOW_THREADS status = wend_run(&def, &summary, &error);
    Py_END_ALLOW_THREADS current_maker = before;
    if (status != WEND_OK) return core_raise(&error);
    return Py_BuildValue("{sisisisisK}", "episodes", summary.episodes, "resumed", summary.resumed,
                         "played", summary.played, "failed", summary.failed, "steps",
                         (unsigned long long)summary.steps);
}

static PyObject* generate_pointnav(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"scenes", "out", "count", "seed", "min_distance", "max_distance", NULL};
    wend_pointnav_def def = wend_pointnav_default_def();
    PyObject* scenes;
    const char *path, *references[4096];
    unsigned long long seed = 0;
    wend_error error;
    (void)self;
    def.count = 10;
    if (!PyArg_ParseTupleAndKeywords(args, words, "O!s|$iKff", names, &PyList_Type, &scenes, &path,
                                     &def.count, &seed, &def.min_distance, &def.max_distance))
        return NULL;
    def.seed = seed;
    Py_ssize_t count = PyList_Size(scenes);
    if (count > 4096) return PyErr_Format(PyExc_ValueError, "%zd scenes; 4096 at most", count);
    for (Py_ssize_t i = 0; i < count; i++)
        if (!(references[i] = PyUnicode_AsUTF8(PyList_GetItem(scenes, i)))) return NULL;
    wend_status status;
    Py_BEGIN_ALLOW_THREADS status =
        wend_pointnav_generate(references, (int)count, &def, path, &error);
    Py_END_ALLOW_THREADS if (status != WEND_OK) return core_raise(&error);
    Py_RETURN_NONE;
}

#define WORDS(function) ((PyCFunction)(void (*)(void))function)

PyMethodDef core_run_methods[] = {{"run", WORDS(run_task), METH_VARARGS | METH_KEYWORDS,
                                   "Plays every episode of a task into a log."},
                                  {"generate_pointnav", WORDS(generate_pointnav),
                                   METH_VARARGS | METH_KEYWORDS, "Writes point-goal episodes."},
                                  {0}};
