// Scores predictions made elsewhere: wend.score.
#include "core.h"

static PyObject* problems_of(const wend_predictions* scored) {
    PyObject* list = PyList_New(0);
    for (int i = 0; list && i < wend_predictions_problem_count(scored); i++) {
        PyObject* sentence = PyUnicode_FromString(wend_predictions_problem_at(scored, i));
        if (!sentence || PyList_Append(list, sentence)) Py_CLEAR(list);
        Py_XDECREF(sentence);
    }
    return list;
}

// Returns the scores as JSON, and the list of problems as text.
static PyObject* score(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"benchmark",   "results",   "annotations", "connectivity",
                            "rooms",       "gt",        "tours",       "split",
                            "navmeshes",   "positions", "rules",       "geodesic",
                            "per_episode", "resamples", "seed",        NULL};
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_R2R);
    const char *benchmark, *positions = "poses", *rules = "official";
    unsigned long long seed = def.seed;
    int geodesic = 0, per_episode = 0;
    wend_predictions* scored;
    wend_error error;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, words, "s|$zzzzzzzzssppiK", names, &benchmark,
                                     &def.results, &def.annotations, &def.connectivity, &def.rooms,
                                     &def.truth, &def.tours, &def.split, &def.navmeshes, &positions,
                                     &rules, &geodesic, &per_episode, &def.resamples, &seed))
        return NULL;
    def.geodesic = geodesic;
    def.per_episode = per_episode;
    def.seed = seed;
    if (wend_benchmark_parse(benchmark, &def.benchmark, &error) != WEND_OK ||
        wend_positions_parse(positions, &def.positions, &error) != WEND_OK ||
        wend_rules_parse(rules, &def.rules, &error) != WEND_OK)
        return core_raise(&error);
    wend_status status;
    Py_BEGIN_ALLOW_THREADS status = wend_predictions_score(&def, &scored, &error);
    Py_END_ALLOW_THREADS if (status != WEND_OK) return core_raise(&error);
    PyObject* both = Py_BuildValue("(sN)", wend_predictions_json(scored), problems_of(scored));
    wend_predictions_destroy(scored);
    return both;
}

PyMethodDef core_prediction_methods[] = {
    {"score", (PyCFunction)(void (*)(void))score, METH_VARARGS | METH_KEYWORDS,
     "Scores a file of predictions."},
    {0}};
