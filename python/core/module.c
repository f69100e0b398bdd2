// Module definition of wend._core: functions, types and constant tables.
#include "core.h"

PyObject* core_error;

PyObject* core_raise(const wend_error* error) {
    PyObject* value = PyObject_CallFunction(core_error, "s", error->message);
    if (!value) return NULL;
    PyObject* status = PyUnicode_FromString(wend_status_name(error->status));
    if (status) PyObject_SetAttrString(value, "status", status);
    Py_XDECREF(status);
    PyErr_SetObject(core_error, value);
    Py_DECREF(value);
    return NULL;
}

int core_vec3(PyObject* object, void* out) {
    float v[3];
    PyObject* items = PySequence_Fast(object, "a place is three numbers: x, y, z");
    if (!items) return 0;
    bool right = PySequence_Fast_GET_SIZE(items) == 3;
    for (int i = 0; right && i < 3; i++) {
        v[i] = (float)PyFloat_AsDouble(PySequence_Fast_GET_ITEM(items, i));
        if (PyErr_Occurred()) break;
    }
    Py_DECREF(items);
    if (!right) PyErr_SetString(PyExc_ValueError, "a place is three numbers: x, y, z");
    if (PyErr_Occurred()) return 0;
    *(wend_vec3*)out = wend_v3(v[0], v[1], v[2]);
    return 1;
}

PyObject* core_from_vec3(wend_vec3 v) {
    return Py_BuildValue("(ddd)", (double)v.x, (double)v.y, (double)v.z);
}

bool core_put(PyObject* dict, const char* key, PyObject* value) {
    bool done = value && PyDict_SetItemString(dict, key, value) == 0;
    Py_XDECREF(value);
    return done;
}

bool core_array_get(PyObject* object, const char* name, Py_ssize_t count, Py_ssize_t item,
                    bool writable, core_array* array) {
    *array = (core_array){0};
    if (!object || object == Py_None) return true;
    int flags = PyBUF_C_CONTIGUOUS | (writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object, &array->view, flags) != 0) return false;
    if (array->view.itemsize != item || array->view.len != count * item) {
        PyErr_Format(PyExc_ValueError,
                     "%s has %zd bytes in items of %zd; it must have %zd items of %zd", name,
                     array->view.len, array->view.itemsize, count, item);
        PyBuffer_Release(&array->view);
        return false;
    }
    array->data = array->view.buf;
    return true;
}

void core_array_release(core_array* array) {
    if (array->view.obj) PyBuffer_Release(&array->view);
    *array = (core_array){0};
}

// ---- names --------------------------------------------------------------------------------------

#define LIST_OF(function, count, at, item_of)                       \
    static PyObject* function(PyObject* self, PyObject* none) {     \
        (void)self, (void)none;                                     \
        PyObject* list = PyList_New(0);                             \
        for (int i = 0; list && i < count(); i++) {                 \
            PyObject* item = item_of(at(i));                        \
            if (!item || PyList_Append(list, item)) Py_CLEAR(list); \
            Py_XDECREF(item);                                       \
        }                                                           \
        return list;                                                \
    }

#define TASK_ITEM(kind)   Py_BuildValue("(ss)", (kind)->name, (kind)->summary)
#define PLAYER_ITEM(kind) Py_BuildValue("(ssz)", (kind)->name, (kind)->summary, (kind)->tasks)
LIST_OF(list_tasks, wend_task_count, wend_task_at, TASK_ITEM)
LIST_OF(list_agents, wend_agent_count, wend_agent_at, PLAYER_ITEM)
LIST_OF(list_oracles, wend_oracle_count, wend_oracle_at, PLAYER_ITEM)

static PyObject* list_actions(PyObject* self, PyObject* none) {
    (void)self, (void)none;
    PyObject* list = PyList_New(0);
    for (int i = 0; list && i < WEND_ACTION_COUNT; i++) {
        PyObject* name = PyUnicode_FromString(wend_action_name((wend_action_kind)i));
        if (!name || PyList_Append(list, name)) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

static PyObject* list_categories(PyObject* self, PyObject* none) {
    (void)self, (void)none;
    PyObject* list = PyList_New(0);
    for (int i = 0; list && i < WEND_CATEGORY_COUNT; i++) {
        PyObject* name = PyUnicode_FromString(wend_category_at((wend_category)i)->name);
        if (!name || PyList_Append(list, name)) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

static PyObject* require_task(PyObject* self, PyObject* given) {
    const char* name = PyUnicode_AsUTF8(given);
    const wend_task_kind* kind;
    wend_error error;
    (void)self;
    if (!name) return NULL;
    if (wend_task_require(name, &kind, &error) != WEND_OK) return core_raise(&error);
    Py_RETURN_NONE;
}

static PyMethodDef name_methods[] = {
    {"require_task", require_task, METH_O, "Raises, with the nearest name, if there is no such."},
    {"tasks", list_tasks, METH_NOARGS, "Names of the tasks, each with what it is."},
    {"agents", list_agents, METH_NOARGS, "Names of the agents, each with what it does."},
    {"oracles", list_oracles, METH_NOARGS, "Names of the agents that are shown the truth."},
    {"actions", list_actions, METH_NOARGS, "Names of the actions, by number."},
    {"categories", list_categories, METH_NOARGS, "Names of the categories, by number."},
    {0}};

static int add_type(PyObject* module, const char* name, PyTypeObject* type) {
    return PyType_Ready(type) || PyModule_AddObjectRef(module, name, (PyObject*)type);
}

static PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "wend._core", .m_size = -1};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void) {
    PyObject* module = PyModule_Create(&definition);
    if (!module) return NULL;
    core_error =
        PyErr_NewExceptionWithDoc("wend.Error", "An error message with its `status`.", NULL, NULL);
    // RescueBench constants: period in seconds, speed, turn rate, size of a clue image.
    PyObject* rescue =
        Py_BuildValue("{sdsdsdsisi}", "period", WEND_RESCUE_PERIOD, "speed", WEND_RESCUE_SPEED,
                      "turn_rate", WEND_RESCUE_TURN_RATE * WEND_PI / 180, "image_width",
                      WEND_RESCUE_IMAGE_WIDTH, "image_height", WEND_RESCUE_IMAGE_HEIGHT);
    if (!core_error || !rescue || PyModule_AddObjectRef(module, "Error", core_error) ||
        PyModule_AddFunctions(module, name_methods) ||
        PyModule_AddFunctions(module, core_path_methods) ||
        PyModule_AddFunctions(module, core_run_methods) ||
        PyModule_AddFunctions(module, core_prediction_methods) ||
        PyModule_AddFunctions(module, core_perceive_methods) ||
        PyModule_AddStringConstant(module, "version", WEND_VERSION) ||
        PyModule_AddObjectRef(module, "rescue", rescue) ||
        add_type(module, "Scene", &core_scene_type) ||
        add_type(module, "NavMesh", &core_navmesh_type) ||
        add_type(module, "Batch", &core_batch_type) || add_type(module, "Map", &core_map_type))
        Py_CLEAR(module);
    Py_XDECREF(rescue);
    return module;
}
