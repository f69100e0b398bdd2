// wend.NavMesh: distances, paths, snapping and sampling.
#include "core.h"

typedef struct navmesh_object {
    PyObject_HEAD wend_navmesh* mesh;
} navmesh_object;

static const wend_navmesh* mesh_of(PyObject* self) { return ((navmesh_object*)self)->mesh; }

static void navmesh_dealloc(PyObject* self) {
    wend_navmesh_destroy(((navmesh_object*)self)->mesh);
    Py_TYPE(self)->tp_free(self);
}

static PyObject* navmesh_wrap(PyTypeObject* type, wend_navmesh* mesh) {
    navmesh_object* m = (navmesh_object*)type->tp_alloc(type, 0);
    if (!m) wend_navmesh_destroy(mesh);
    if (m) m->mesh = mesh;
    return (PyObject*)m;
}

static PyObject* navmesh_build(PyObject* type, PyObject* args, PyObject* words) {
    static char* names[] = {"scene",     "radius",      "height",     "max_climb", "max_slope",
                            "cell_size", "cell_height", "open_doors", NULL};
    wend_navmesh_def def = wend_navmesh_default_def();
    PyObject* scene;
    int open_doors = 0;
    wend_navmesh* mesh = NULL;
    wend_error error;
    if (!PyArg_ParseTupleAndKeywords(args, words, "O!|$ffffffp", names, &core_scene_type, &scene,
                                     &def.radius, &def.height, &def.max_climb, &def.max_slope,
                                     &def.cell_size, &def.cell_height, &open_doors))
        return NULL;
    def.open_doors = open_doors;
    wend_status status;
    Py_BEGIN_ALLOW_THREADS status = wend_navmesh_build(core_scene_of(scene), &def, &mesh, &error);
    Py_END_ALLOW_THREADS return status == WEND_OK ? navmesh_wrap((PyTypeObject*)type, mesh)
                                                  : core_raise(&error);
}

static PyObject* navmesh_load(PyObject* type, PyObject* path) {
    const char* name = PyUnicode_AsUTF8(path);
    wend_navmesh* mesh = NULL;
    wend_error error;
    if (!name) return NULL;
    if (wend_navmesh_load(name, &mesh, &error) != WEND_OK) return core_raise(&error);
    return navmesh_wrap((PyTypeObject*)type, mesh);
}

static PyObject* navmesh_save(PyObject* self, PyObject* path) {
    const char* name = PyUnicode_AsUTF8(path);
    wend_error error;
    if (!name) return NULL;
    if (wend_navmesh_save(mesh_of(self), name, &error) != WEND_OK) return core_raise(&error);
    Py_RETURN_NONE;
}

// Converter of "exact" or "habitat".
static int navmesh_geodesic(PyObject* text, void* out) {
    const char* name = PyUnicode_Check(text) ? PyUnicode_AsUTF8(text) : NULL;
    bool exact = name && strcmp(name, "exact") == 0;
    if (!exact && !(name && strcmp(name, "habitat") == 0)) {
        PyErr_Format(PyExc_ValueError, "geodesic %R; there are 'exact' and 'habitat'", text);
        return 0;
    }
    *(wend_geodesic*)out = exact ? WEND_GEODESIC_EXACT : WEND_GEODESIC_HABITAT;
    return 1;
}

static bool navmesh_ends(PyObject* args, PyObject* words, wend_vec3* from, wend_vec3* to,
                         wend_geodesic* kind) {
    static char* names[] = {"start", "to", "geodesic", NULL};
    *kind = WEND_GEODESIC_EXACT;
    return PyArg_ParseTupleAndKeywords(args, words, "O&O&|$O&", names, core_vec3, from, core_vec3,
                                       to, navmesh_geodesic, kind);
}

static PyObject* navmesh_distance(PyObject* self, PyObject* args, PyObject* words) {
    wend_vec3 from, to;
    wend_geodesic kind;
    if (!navmesh_ends(args, words, &from, &to, &kind)) return NULL;
    float metres;
    if (wend_navmesh_geodesic(mesh_of(self), kind, from, to, &metres) != WEND_OK)
        return PyErr_NoMemory();
    return PyFloat_FromDouble((double)metres);
}

static PyObject* navmesh_list(const wend_vec3* points, int count) {
    PyObject* list = PyList_New(0);
    for (int i = 0; list && i < count; i++) {
        PyObject* point = core_from_vec3(points[i]);
        if (!point || PyList_Append(list, point)) Py_CLEAR(list);
        Py_XDECREF(point);
    }
    return list;
}

static bool navmesh_points(const wend_navmesh* mesh, wend_geodesic kind, wend_vec3 from,
                           wend_vec3 to, wend_vec3* points, int capacity, int* count) {
    float metres;
    wend_status status =
        kind == WEND_GEODESIC_HABITAT
            ? wend_navmesh_habitat_path(mesh, from, to, points, capacity, count, &metres)
            : wend_navmesh_path(mesh, from, to, points, capacity, count, &metres);
    if (status != WEND_OK) PyErr_NoMemory();
    return status == WEND_OK;
}

static PyObject* navmesh_path(PyObject* self, PyObject* args, PyObject* words) {
    enum { SOME = 256 };  // a longer path is queried again with a larger buffer
    wend_vec3 from, to, some[SOME], *all;
    wend_geodesic kind;
    if (!navmesh_ends(args, words, &from, &to, &kind)) return NULL;
    int count;
    if (!navmesh_points(mesh_of(self), kind, from, to, some, SOME, &count)) return NULL;
    if (count <= SOME) return navmesh_list(some, count);
    all = PyMem_New(wend_vec3, count);
    if (!all) return PyErr_NoMemory();
    bool found = navmesh_points(mesh_of(self), kind, from, to, all, count, &count);
    PyObject* list = found ? navmesh_list(all, count) : NULL;
    PyMem_Free(all);
    return list;
}

static PyObject* navmesh_snap(PyObject* self, PyObject* place) {
    wend_vec3 point, on;
    if (!core_vec3(place, &point)) return NULL;
    if (!wend_navmesh_snap(mesh_of(self), point, &on)) Py_RETURN_NONE;
    return core_from_vec3(on);
}

static PyObject* navmesh_step(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"start", "to", "slide", NULL};
    wend_vec3 from, to;
    int slide = 0;
    if (!PyArg_ParseTupleAndKeywords(args, words, "O&O&|p", names, core_vec3, &from, core_vec3, &to,
                                     &slide))
        return NULL;
    return core_from_vec3(wend_navmesh_step(mesh_of(self), from, to, slide));
}

static PyObject* navmesh_random_point(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"seed", "island", NULL};
    unsigned long long seed = 0;
    int island = -1;
    wend_vec3 point;
    if (!PyArg_ParseTupleAndKeywords(args, words, "K|i", names, &seed, &island)) return NULL;
    wend_rng rng = wend_rng_for(seed, "navmesh", "random point");
    if (!wend_navmesh_random_point(mesh_of(self), &rng, island, &point)) Py_RETURN_NONE;
    return core_from_vec3(point);
}

static PyObject* navmesh_area(PyObject* self, void* none) {
    (void)none;
    return PyFloat_FromDouble(wend_navmesh_area(mesh_of(self)));
}

static PyObject* navmesh_bounds(PyObject* self, void* none) {
    (void)none;
    wend_aabb box = wend_navmesh_bounds(mesh_of(self));
    return Py_BuildValue("(NN)", core_from_vec3(box.low), core_from_vec3(box.high));
}

static PyObject* navmesh_islands(PyObject* self, void* none) {
    (void)none;
    return PyLong_FromLong(wend_navmesh_island_count(mesh_of(self)));
}

#define WORDS(function) ((PyCFunction)(void (*)(void))function)

static PyMethodDef methods[] = {
    {"build", WORDS(navmesh_build), METH_CLASS | METH_VARARGS | METH_KEYWORDS,
     "The navmesh of a scene for an agent."},
    {"load", navmesh_load, METH_CLASS | METH_O, "Reads Habitat's .navmesh."},
    {"save", navmesh_save, METH_O, "Writes Habitat's .navmesh."},
    {"distance", WORDS(navmesh_distance), METH_VARARGS | METH_KEYWORDS,
     "Geodesic distance in metres; inf: no path. geodesic='exact' (default) or 'habitat': "
     "what habitat-sim's PathFinder computes."},
    {"path", WORDS(navmesh_path), METH_VARARGS | METH_KEYWORDS,
     "Points of the path, which add up to the distance; empty: no path."},
    {"snap", navmesh_snap, METH_O, "The nearest point of the mesh; None: none near."},
    {"step", WORDS(navmesh_step), METH_VARARGS | METH_KEYWORDS, "Where a step ends."},
    {"random_point", WORDS(navmesh_random_point), METH_VARARGS | METH_KEYWORDS,
     "A point of the mesh, uniform by area; the same seed gives the same."},
    {0}};

static PyGetSetDef fields[] = {{"area", navmesh_area, NULL, "Square metres.", NULL},
                               {"bounds", navmesh_bounds, NULL, "Low and high corner.", NULL},
                               {"islands", navmesh_islands, NULL, "How many there are.", NULL},
                               {0}};

PyTypeObject core_navmesh_type = {PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wend._core.NavMesh",
                                  .tp_basicsize = sizeof(navmesh_object),
                                  .tp_dealloc = navmesh_dealloc,
                                  .tp_flags = Py_TPFLAGS_DEFAULT,
                                  .tp_doc = "Navigable surface and geodesic distances.",
                                  .tp_methods = methods,
                                  .tp_getset = fields};
