// wend._core: the C core as Python objects. Arrays are allocated by the Python side (numpy) and
// filled here through the buffer protocol, so only Python's own headers are needed.
#ifndef WEND_PYTHON_CORE_H
#define WEND_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "wend/wend.h"

extern PyObject* core_error;  // wend.Error

// Raises a wend_error as an exception. Returns NULL, so that failing is one statement.
PyObject* core_raise(const wend_error* error);

// Converter for "O&" of PyArg_Parse: any sequence of three numbers.
int core_vec3(PyObject* object, void* out);
PyObject* core_from_vec3(wend_vec3 v);
// Stores `value` in a dictionary and releases it. False if it is NULL or out of memory.
bool core_put(PyObject* dict, const char* key, PyObject* value);

// The memory of a contiguous array of `count` items of `item` bytes; data is NULL for None. The
// caller releases the view.
typedef struct core_array {
    Py_buffer view;
    void* data;
} core_array;

bool core_array_get(PyObject* object, const char* name, Py_ssize_t count, Py_ssize_t item,
                    bool writable, core_array* array);
void core_array_release(core_array* array);  // safe on {0} and twice

// Defined by other files of the module.
extern PyTypeObject core_scene_type, core_navmesh_type, core_batch_type, core_map_type;
extern PyMethodDef core_path_methods[], core_run_methods[], core_prediction_methods[],
    core_perceive_methods[];

const wend_scene* core_scene_of(PyObject* object);
// (36 views, bytes of their features or None). None without a panorama. Nullable: panorama.
PyObject* core_views(const wend_panorama* panorama);

#endif
