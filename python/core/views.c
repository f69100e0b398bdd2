// The perception of a viewpoint as Python objects.
#include "core.h"

static PyObject* views_words(const wend_panorama* p, const uint16_t* words, int count) {
    PyObject* list = PyList_New(count);
    for (int i = 0; list && i < count; i++) {
        PyObject* word = PyUnicode_FromString(p->vocabulary[words[i]]);
        if (!word)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, word);
    }
    return list;
}

static PyObject* views_detections(const wend_panorama* p, const wend_view_perception* view) {
    PyObject* list = PyList_New(view->detection_count);
    for (int i = 0; list && i < view->detection_count; i++) {
        const wend_view_detection* d = &view->detections[i];
        PyObject* words = views_words(p, d->words, d->word_count);
        PyObject* one = words
                            ? Py_BuildValue("{sss(dddd)sdsN}", "class", p->classes[d->class_index],
                                            "box", (double)d->box[0], (double)d->box[1],
                                            (double)d->box[2], (double)d->box[3], "confidence",
                                            (double)d->confidence, "words", words)
                            : NULL;
        if (!one)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, one);
    }
    return list;
}

// [36][feature_size] 16-bit floats.
static PyObject* views_features(const wend_panorama* p) {
    size_t row = (size_t)p->feature_size * sizeof *p->views[0].feature;
    if (!p->feature_size) Py_RETURN_NONE;
    PyObject* bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(WEND_GRAPH_VIEWS * row));
    for (int i = 0; bytes && i < WEND_GRAPH_VIEWS; i++)
        memcpy(PyBytes_AS_STRING(bytes) + (size_t)i * row, p->views[i].feature, row);
    return bytes;
}

PyObject* core_views(const wend_panorama* p) {
    if (!p) Py_RETURN_NONE;
    PyObject* list = PyList_New(WEND_GRAPH_VIEWS);
    for (int i = 0; list && i < WEND_GRAPH_VIEWS; i++) {
        PyObject* view = PyDict_New();
        if (!view ||
            !core_put(view, "words", views_words(p, p->views[i].words, p->views[i].word_count)) ||
            !core_put(view, "detections", views_detections(p, &p->views[i]))) {
            Py_XDECREF(view);
            Py_CLEAR(list);
        } else {
            PyList_SET_ITEM(list, i, view);
        }
    }
    PyObject* features = list ? views_features(p) : NULL;
    if (!features) {
        Py_XDECREF(list);
        return NULL;
    }
    return Py_BuildValue("(NN)", list, features);
}
