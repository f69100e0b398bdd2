// wend.Map: integration of depth images, queries, routes, rendering.
#include "core.h"

// A map and its route planner.
typedef struct map_object {
    PyObject_HEAD wend_map* map;
    wend_route* route;
} map_object;

static void map_dealloc(PyObject* self) {
    map_object* m = (map_object*)self;
    wend_route_destroy(m->route);
    wend_map_destroy(m->map);
    Py_TYPE(self)->tp_free(self);
}

static PyObject* map_new(PyTypeObject* type, PyObject* args, PyObject* words) {
    static char* names[] = {"cell", "range", "body_height", "step_height", "near_range", NULL};
    wend_map_def def = wend_map_default_def();
    wend_error error;
    if (!PyArg_ParseTupleAndKeywords(args, words, "|$fffff", names, &def.cell, &def.range,
                                     &def.body_height, &def.step_height, &def.near_range))
        return NULL;
    map_object* m = (map_object*)type->tp_alloc(type, 0);
    if (!m) return NULL;
    if (wend_map_create(&def, &m->map, &error) == WEND_OK &&
        wend_route_create(&m->route, &error) == WEND_OK)
        return (PyObject*)m;
    Py_DECREF(m);
    return core_raise(&error);
}

static PyObject* map_reset(PyObject* self, PyObject* none) {
    (void)none;
    wend_map_reset(((map_object*)self)->map);
    Py_RETURN_NONE;
}

static PyObject* map_integrate(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"depth", "width",      "height", "hfov",      "feet", "heading",
                            "tilt",  "eye_height", "labels", "relevance", NULL};
    wend_map_frame frame = {.eye_height = 1.25f};
    wend_pose pose = {0};
    PyObject *depth, *labels = Py_None, *relevance = Py_None;
    core_array arrays[3] = {0};
    wend_error error;
    if (!PyArg_ParseTupleAndKeywords(args, words, "OiifO&|fffOO", names, &depth, &frame.width,
                                     &frame.height, &frame.hfov, core_vec3, &pose.feet,
                                     &pose.heading, &pose.tilt, &frame.eye_height, &labels,
                                     &relevance))
        return NULL;
    Py_ssize_t pixels = (Py_ssize_t)frame.width * frame.height;
    bool right = core_array_get(depth, "depth", pixels, 4, false, &arrays[0]) &&
                 core_array_get(labels, "labels", pixels, 1, false, &arrays[1]) &&
                 core_array_get(relevance, "relevance", pixels, 4, false, &arrays[2]);
    wend_status status = WEND_OK;
    if (right) {
        frame.depth = arrays[0].data;
        frame.labels = arrays[1].data;
        frame.relevance = arrays[2].data;
        status = wend_map_integrate(((map_object*)self)->map, &frame, &pose, &error);
    }
    for (int i = 0; i < 3; i++) core_array_release(&arrays[i]);
    if (!right) return NULL;
    if (status != WEND_OK) return core_raise(&error);
    Py_RETURN_NONE;
}

static PyObject* map_mark(PyObject* self, PyObject* args) {
    wend_vec3 at = {0};
    float radius;
    int state;
    wend_error error;
    if (!PyArg_ParseTuple(args, "fffi", &at.x, &at.z, &radius, &state)) return NULL;
    if (state < 0 || state > WEND_CELL_OCCUPIED)
        return PyErr_Format(PyExc_ValueError, "a cell is 0 unknown, 1 free or 2 occupied, not %d",
                            state);
    if (wend_map_mark(((map_object*)self)->map, at, radius, (wend_map_cell)state, &error) !=
        WEND_OK)
        return core_raise(&error);
    Py_RETURN_NONE;
}

static PyObject* map_frontiers(PyObject* self, PyObject* args) {
    wend_frontier found[256];
    int min = 3;
    if (!PyArg_ParseTuple(args, "|i", &min)) return NULL;
    int count = wend_map_frontiers(((map_object*)self)->map, min, found, 256);
    PyObject* list = PyList_New(0);
    for (int i = 0; list && i < count; i++) {
        PyObject* item =
            Py_BuildValue("(ddi)", (double)found[i].x, (double)found[i].z, found[i].cells);
        if (!item || PyList_Append(list, item)) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

// ---- routes -------------------------------------------------------------------------------------

static PyObject* map_spread(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"x", "z", "radius", "comfort", "unknown", NULL};
    wend_route_from from = wend_route_default_from();
    map_object* m = (map_object*)self;
    wend_error error;
    if (!PyArg_ParseTupleAndKeywords(args, words, "ff|fff", names, &from.x, &from.z, &from.radius,
                                     &from.comfort, &from.unknown))
        return NULL;
    if (wend_route_spread(m->route, m->map, &from, &error) != WEND_OK) return core_raise(&error);
    Py_RETURN_NONE;
}

static PyObject* map_distance(PyObject* self, PyObject* args) {
    float x, z;
    if (!PyArg_ParseTuple(args, "ff", &x, &z)) return NULL;
    return PyFloat_FromDouble((double)wend_route_distance(((map_object*)self)->route, x, z));
}

static PyObject* map_nearest(PyObject* self, PyObject* args) {
    float x, z, within;
    wend_vec2 at;
    if (!PyArg_ParseTuple(args, "fff", &x, &z, &within)) return NULL;
    if (!wend_route_nearest(((map_object*)self)->route, x, z, within, &at)) Py_RETURN_NONE;
    return Py_BuildValue("(dd)", (double)at.x, (double)at.y);
}

static PyObject* map_path(PyObject* self, PyObject* args) {
    float x, z;
    wend_vec2 points[512];
    if (!PyArg_ParseTuple(args, "ff", &x, &z)) return NULL;
    int count = wend_route_path(((map_object*)self)->route, x, z, points, 512);
    PyObject* list = PyList_New(0);
    for (int i = 0; list && i < count; i++) {
        PyObject* pair = Py_BuildValue("(dd)", (double)points[i].x, (double)points[i].y);
        if (!pair || PyList_Append(list, pair)) Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    return list;
}

// ---- rendering ----------------------------------------------------------------------------------

// Origin, cell size, dimensions, and the layers as bytes: state, label, relevance.
static PyObject* map_grid(PyObject* self, PyObject* none) {
    const map_object* m = (map_object*)self;
    (void)none;
    wend_map_grid g = wend_map_get_grid(m->map, wend_map_level(m->map));
    Py_ssize_t cells = (Py_ssize_t)g.width * g.height;
    return Py_BuildValue("(dddiiy#y#y#)", (double)g.x, (double)g.z, (double)g.cell, g.width,
                         g.height, g.state, cells, g.label, cells, g.relevance, cells);
}

#define WORDS(function) ((PyCFunction)(void (*)(void))function)

static PyMethodDef methods[] = {
    {"reset", map_reset, METH_NOARGS, "Clears the map."},
    {"_integrate", WORDS(map_integrate), METH_VARARGS | METH_KEYWORDS,
     "Integrates one depth image."},
    {"mark", map_mark, METH_VARARGS, "Sets the cells around x, z: 0 unknown, 1 free, 2 occupied."},
    {"frontiers", map_frontiers, METH_VARARGS, "(x, z, cells) each, the largest first."},
    {"spread", WORDS(map_spread), METH_VARARGS | METH_KEYWORDS,
     "Walking distances from x, z to everywhere."},
    {"distance", map_distance, METH_VARARGS, "Metres from where spread began; inf: no path."},
    {"nearest", map_nearest, METH_VARARGS, "The reachable cell nearest to x, z; None: none."},
    {"path", map_path, METH_VARARGS, "Corners of the path to x, z; empty: none."},
    {"_grid", map_grid, METH_NOARGS, "The layers as bytes."},
    {0}};

PyTypeObject core_map_type = {PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wend._core.Map",
                              .tp_basicsize = sizeof(map_object),
                              .tp_dealloc = map_dealloc,
                              .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                              .tp_doc = "2.5D map of an agent, from depth and pose.",
                              .tp_methods = methods,
                              .tp_new = map_new};
