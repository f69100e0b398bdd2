// Detection of objects in an image.
#include "core.h"

enum { MOST = 64 };

// Arguments: RGB and depth arrays, width, height, HFOV, eye height, height of the cylinders.
static PyObject* find_cylinders(PyObject* self, PyObject* args) {
    PyObject *rgb, *depth;
    wend_rgbd_image p = {0};
    float tall;
    wend_cylinder found[MOST];
    core_array colors = {0}, metres = {0};
    (void)self;
    if (!PyArg_ParseTuple(args, "OOiifff", &rgb, &depth, &p.width, &p.height, &p.hfov,
                          &p.eye_height, &tall))
        return NULL;
    Py_ssize_t pixels = (Py_ssize_t)p.width * p.height;
    if (!core_array_get(rgb, "rgb", 3 * pixels, 1, false, &colors)) return NULL;
    if (!core_array_get(depth, "depth", pixels, 4, false, &metres)) {
        core_array_release(&colors);
        return NULL;
    }
    p.rgb = colors.data;
    p.depth = metres.data;
    int count = p.rgb && p.depth ? wend_cylinders_find(&p, tall, found, MOST) : 0;
    core_array_release(&colors);
    core_array_release(&metres);
    PyObject* list = PyList_New(0);
    for (int i = 0; list && i < count; i++) {
        PyObject* item =
            Py_BuildValue("{sisdsdsN}", "color", found[i].color, "ahead", (double)found[i].ahead,
                          "right", (double)found[i].right, "sure", PyBool_FromLong(found[i].sure));
        if (!item || PyList_Append(list, item)) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

PyMethodDef core_perceive_methods[] = {
    {"find_cylinders", find_cylinders, METH_VARARGS, "MultiON's cylinders in an image."}, {0}};
