// Path metrics, and trajectories of logs as arrays.
#include "core.h"

// A path as an array [n][3] of float64.
static bool get_path(PyObject* object, const char* name, core_array* array, wend_path* path) {
    Py_buffer view;
    if (PyObject_GetBuffer(object, &view, PyBUF_C_CONTIGUOUS) != 0) return false;
    Py_ssize_t count = view.len / 24;
    PyBuffer_Release(&view);
    if (count > INT32_MAX) count = 0;
    if (!core_array_get(object, name, count * 3, 8, false, array)) return false;
    *path = (wend_path){.points = array->data, .count = (int)count};
    return true;
}

static PyObject* path_scores(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"path", "reference", "shortest", "stopped", "benchmark", "rules", NULL};
    PyObject *given, *against;
    core_array a = {0}, b = {0};
    double shortest = -1;
    int stopped = 1;
    const char *benchmark = "r2r", *rules = "paper";
    wend_error error;
    wend_path_case test = {0};
    wend_benchmark which;
    wend_rules how;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, words, "OO|$dpss", names, &given, &against, &shortest,
                                     &stopped, &benchmark, &rules))
        return NULL;
    if (wend_benchmark_parse(benchmark, &which, &error) != WEND_OK ||
        wend_rules_parse(rules, &how, &error) != WEND_OK)
        return core_raise(&error);
    if (!get_path(given, "path", &a, &test.path) ||
        !get_path(against, "reference", &b, &test.reference)) {
        core_array_release(&a);
        return NULL;
    }
    test.rules = wend_path_rules_for(which, how);
    test.unstopped = !stopped;
    test.shortest = shortest >= 0 ? shortest : wend_path_length(&test.reference);
    wend_dtw* dtw = NULL;
    wend_path_score score;
    wend_status status = wend_dtw_create(&dtw, &error);
    if (status == WEND_OK) status = wend_path_score_compute(dtw, &test, &score, &error);
    wend_dtw_destroy(dtw);
    core_array_release(&a);
    core_array_release(&b);
    if (status == WEND_ARGUMENT) {  // e.g. NaN, or an empty path
        PyErr_SetString(PyExc_ValueError, error.message);
        return NULL;
    }
    if (status != WEND_OK) return core_raise(&error);
    PyObject* dict = PyDict_New();
#define X(field, name, unit, words)                                            \
    if (dict) {                                                                \
        PyObject* value = PyFloat_FromDouble(score.field);                     \
        if (!value || PyDict_SetItemString(dict, name, value)) Py_CLEAR(dict); \
        Py_XDECREF(value);                                                     \
    }
    WEND_PATH_SCORE_LIST(X)
#undef X
    return dict;
}

// ---- logs ---------------------------------------------------------------------------------------

static PyObject* from_interval(const wend_interval* i) {
    PyObject* dict = Py_BuildValue("{sOsOsOsOsO}", "mean", Py_None, "low", Py_None, "high", Py_None,
                                   "scene_low", Py_None, "scene_high", Py_None);
    const struct {
        const char* name;
        bool known;
        double value;
    } fields[] = {{"mean", i->count > 0, i->mean},
                  {"low", i->has_interval, i->low},
                  {"high", i->has_interval, i->high},
                  {"scene_low", i->has_scene_interval, i->scene_low},
                  {"scene_high", i->has_scene_interval, i->scene_high}};
    for (size_t k = 0; dict && k < sizeof fields / sizeof *fields; k++)
        if (fields[k].known && !core_put(dict, fields[k].name, PyFloat_FromDouble(fields[k].value)))
            Py_CLEAR(dict);
    return dict;
}

static PyObject* one_row(const wend_score_table* t, const wend_log_set* log, int row) {
    const wend_log_record* r = &log->records[t->records[row]];
    PyObject* dict = Py_BuildValue("{ssss}", "episode_id", r->id, "scene_id", r->scene);
    if (dict && r->agent_error &&
        !core_put(dict, "agent_error", PyUnicode_FromString(r->agent_error)))
        Py_CLEAR(dict);
    for (int i = 0; dict && i < t->columns; i++)
        if (!core_put(dict, t->names[i], PyFloat_FromDouble(t->values[row * t->columns + i])))
            Py_CLEAR(dict);
    return dict;
}

static PyObject* from_table(const wend_score_table* t, const wend_log_set* log) {
    PyObject *means = PyDict_New(), *rows = PyList_New(0);
    bool right = means && rows;
    for (int i = 0; right && i < t->columns; i++)
        right = core_put(means, t->names[i], from_interval(&t->means[i]));
    for (int i = 0; right && i < t->rows; i++) {
        PyObject* row = one_row(t, log, i);
        right = row && PyList_Append(rows, row) == 0;
        Py_XDECREF(row);
    }
    if (!right) {
        Py_XDECREF(means);
        Py_XDECREF(rows);
        return NULL;
    }
    return Py_BuildValue("{sssssNsisisisisNsNsN}", "task", t->task, "agent", t->agent, "oracle",
                         PyBool_FromLong(t->oracle), "n", t->rows, "n_agent_errors",
                         t->agent_errors, "n_failed", t->failed, "n_scenes", t->scene_count,
                         "complete", PyBool_FromLong(log->complete), "metrics", means, "episodes",
                         rows);
}

static PyObject* log_metrics(PyObject* self, PyObject* path) {
    const char* name = PyUnicode_AsUTF8(path);
    wend_log_set log = {0};
    wend_score_table table = {0};
    wend_error error;
    (void)self;
    if (!name) return NULL;
    wend_status status = wend_log_read(name, &log, &error);
    if (status == WEND_OK) status = wend_score_compute(&log, name, &table, &error);
    if (status == WEND_OK) status = wend_score_check_played(&log, name, &table, &error);
    PyObject* dict = status == WEND_OK ? from_table(&table, &log) : core_raise(&error);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
    return dict;
}

#define WORDS(function) ((PyCFunction)(void (*)(void))function)

PyMethodDef core_path_methods[] = {
    {"path_scores", WORDS(path_scores), METH_VARARGS | METH_KEYWORDS,
     "Every metric of a path against its reference."},
    {"log_metrics", log_metrics, METH_O, "The metrics of a run, from its log alone."},
    {0}};
