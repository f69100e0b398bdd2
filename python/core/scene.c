// wend.Scene: creation, metadata, rendering.
#include "core.h"

// A scene and its renderer, which is created at the first rendering.
typedef struct scene_object {
    PyObject_HEAD wend_scene* scene;
    wend_view* view;
    wend_renderer* eye;  // for the camera of the last image
    wend_camera camera;
    bool busy;         // a rendering is in progress; set with the GIL held
    PyObject* recipe;  // recreates the scene when unpickled: name of the class method, arguments,
                       // keywords
} scene_object;

const wend_scene* core_scene_of(PyObject* object) { return ((scene_object*)object)->scene; }

static void scene_dealloc(PyObject* self) {
    scene_object* s = (scene_object*)self;
    wend_renderer_destroy(s->eye);
    wend_view_destroy(s->view);
    wend_scene_destroy(s->scene);
    Py_XDECREF(s->recipe);
    Py_TYPE(self)->tp_free(self);
}

static PyObject* scene_wrap(PyTypeObject* type, wend_scene* scene, const char* method,
                            PyObject* args, PyObject* words) {
    scene_object* s = (scene_object*)type->tp_alloc(type, 0);
    if (!s) wend_scene_destroy(scene);
    if (!s) return NULL;
    s->scene = scene;
    s->recipe = Py_BuildValue("(sOO)", method, args, words ? words : Py_None);
    if (!s->recipe) Py_CLEAR(s);
    return (PyObject*)s;
}

// Pickled by reference: how it was created, not its bytes.
static PyObject* scene_reduce(PyObject* self, PyObject* none) {
    (void)none;
    PyObject* module = PyImport_ImportModule("wend");
    PyObject* again = module ? PyObject_GetAttrString(module, "_scene_again") : NULL;
    PyObject* answer = NULL;
    if (again)
        answer = Py_BuildValue("(O(OO))", again, Py_TYPE(self), ((scene_object*)self)->recipe);
    Py_XDECREF(again);
    Py_XDECREF(module);
    return answer;
}

// ---- creation -----------------------------------------------------------------------------------

static PyObject* scene_generate(PyObject* type, PyObject* args, PyObject* words) {
    static char* names[] = {"seed", "kind", "levels", "rooms", "detail", "furnish", "bake", NULL};
    wend_scene_def def = wend_scene_default_def();
    unsigned long long seed = 0;
    const char* kind = "house";
    int furnish = 1, bake = 1;
    wend_scene* scene = NULL;
    wend_error error;
    if (!PyArg_ParseTupleAndKeywords(args, words, "|K$siifpp", names, &seed, &kind, &def.levels,
                                     &def.rooms, &def.detail, &furnish, &bake))
        return NULL;
    def.seed = seed;
    def.furnish = furnish;
    def.bake = bake;
    if (wend_scene_kind_parse(kind, &def.kind, &error) != WEND_OK) return core_raise(&error);
    wend_status status;
    Py_BEGIN_ALLOW_THREADS status = wend_scene_generate(&def, &scene, &error);
    Py_END_ALLOW_THREADS return status == WEND_OK
        ? scene_wrap((PyTypeObject*)type, scene, "generate", args, words)
        : core_raise(&error);
}

static void scene_warn(void* context, const char* sentence) {
    PyGILState_STATE state = PyGILState_Ensure();
    (void)context;
    if (PyErr_WarnEx(PyExc_UserWarning, sentence, 1)) PyErr_Clear();
    PyGILState_Release(state);
}

static PyObject* scene_open(PyObject* type, PyObject* args, PyObject* words) {
    static char* names[] = {"reference", "cache", "assets", "bake", "unit", "z_up", NULL};
    wend_import_def def = wend_import_default_def();
    const char *reference, *cache = NULL;
    int bake = 1, z_up = 0;
    wend_scene* scene = NULL;
    wend_error error;
    if (!PyArg_ParseTupleAndKeywords(args, words, "s|$zzpfp", names, &reference, &cache,
                                     &def.assets, &bake, &def.unit, &z_up))
        return NULL;
    def.bake = bake;
    def.z_up = z_up;
    def.warn = scene_warn;
    wend_status status;
    Py_BEGIN_ALLOW_THREADS status =
        cache ? wend_scene_open_cached(reference, &def, cache, &scene, &error)
              : wend_scene_open(reference, &def, &scene, &error);
    Py_END_ALLOW_THREADS return status == WEND_OK
        ? scene_wrap((PyTypeObject*)type, scene, "open", args, words)
        : core_raise(&error);
}

static PyObject* scene_write(PyObject* self, PyObject* path, bool glb) {
    const char* name = PyUnicode_AsUTF8(path);
    wend_error error;
    if (!name) return NULL;
    wend_scene* scene = ((scene_object*)self)->scene;
    wend_status status =
        glb ? wend_scene_export(scene, name, &error) : wend_scene_save(scene, name, &error);
    if (status != WEND_OK) return core_raise(&error);
    Py_RETURN_NONE;
}

static PyObject* scene_save(PyObject* self, PyObject* path) {
    return scene_write(self, path, false);
}

static PyObject* scene_export(PyObject* self, PyObject* path) {
    return scene_write(self, path, true);
}

static PyObject* scene_draw(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"path", "level", "pixels_per_metre", NULL};
    const char* path;
    int level = 0;
    float scale = 40;
    wend_error error;
    if (!PyArg_ParseTupleAndKeywords(args, words, "s|if", names, &path, &level, &scale))
        return NULL;
    if (wend_scene_draw(((scene_object*)self)->scene, level, scale, path, &error) != WEND_OK)
        return core_raise(&error);
    Py_RETURN_NONE;
}

static PyObject* scene_check(PyObject* self, PyObject* none) {
    char sentences[100][200];
    wend_problems problems = {.sentences = sentences, .capacity = 100};
    wend_error error;
    (void)none;
    if (wend_scene_check(((scene_object*)self)->scene, &problems, &error) != WEND_OK)
        return core_raise(&error);
    PyObject* list = PyList_New(0);
    for (int i = 0; list && i < problems.count && i < problems.capacity; i++) {
        PyObject* text = PyUnicode_FromString(sentences[i]);
        if (!text || PyList_Append(list, text)) Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

// ---- content ------------------------------------------------------------------------------------

static PyObject* from_box(wend_aabb box) {
    return Py_BuildValue("(NN)", core_from_vec3(box.low), core_from_vec3(box.high));
}

static PyObject* one_object(const wend_scene* scene, uint32_t id) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    const wend_object* o = &a->objects.items[id];
    return Py_BuildValue("{sIsssssssNsIsssI}", "id", id, "name", wend_scene_text(scene, o->name),
                         "category", wend_category_at((wend_category)o->category)->name, "color",
                         wend_color_name((wend_color)o->color), "bounds", from_box(o->bounds),
                         "room", o->room, "material",
                         wend_material_type_name((wend_material_type)o->material), "support",
                         o->support);
}

static PyObject* one_room(const wend_scene* scene, uint32_t id) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    const wend_room* r = &a->rooms.items[id];
    PyObject* outline = PyList_New(0);
    for (uint32_t i = 0; outline && i < r->corner_count; i++) {
        wend_vec2 corner = a->corners.items[r->first_corner + i];
        PyObject* pair = Py_BuildValue("(dd)", (double)corner.x, (double)corner.y);
        if (!pair || PyList_Append(outline, pair)) Py_CLEAR(outline);
        Py_XDECREF(pair);
    }
    if (!outline) return NULL;
    return Py_BuildValue("{sIsssssisdsdsN}", "id", id, "name", wend_scene_text(scene, r->name),
                         "type", wend_room_type_name((wend_room_type)r->type), "level",
                         (int)r->level, "floor", (double)r->floor, "ceiling", (double)r->ceiling,
                         "outline", outline);
}

static PyObject* list_all(PyObject* self, uint32_t count,
                          PyObject* (*one)(const wend_scene*, uint32_t)) {
    PyObject* list = PyList_New(0);
    for (uint32_t id = 1; list && id < count; id++) {
        PyObject* item = one(((scene_object*)self)->scene, id);
        if (!item || PyList_Append(list, item)) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static PyObject* scene_objects(PyObject* self, void* none) {
    (void)none;
    return list_all(self, wend_scene_get(((scene_object*)self)->scene)->objects.count, one_object);
}

static PyObject* scene_rooms(PyObject* self, void* none) {
    (void)none;
    return list_all(self, wend_scene_get(((scene_object*)self)->scene)->rooms.count, one_room);
}

static PyObject* scene_name(PyObject* self, void* none) {
    (void)none;
    return PyUnicode_FromString(wend_scene_name(((scene_object*)self)->scene));
}

static PyObject* scene_bounds(PyObject* self, void* none) {
    (void)none;
    return from_box(wend_scene_bounds(((scene_object*)self)->scene));
}

static PyObject* scene_hash(PyObject* self, void* none) {
    (void)none;
    char digits[20];
    snprintf(digits, sizeof digits, "%016llx",
             (unsigned long long)wend_scene_hash(((scene_object*)self)->scene));
    return PyUnicode_FromString(digits);
}

static PyObject* scene_triangles(PyObject* self, void* none) {
    (void)none;
    return PyLong_FromUnsignedLongLong(wend_scene_triangles(((scene_object*)self)->scene));
}

static PyObject* scene_levels(PyObject* self, void* none) {
    (void)none;
    return PyLong_FromUnsignedLong(wend_scene_get(((scene_object*)self)->scene)->levels.count);
}

static PyObject* scene_room_at(PyObject* self, PyObject* place) {
    wend_vec3 point;
    if (!core_vec3(place, &point)) return NULL;
    return PyLong_FromUnsignedLong(wend_scene_room_at(((scene_object*)self)->scene, point));
}

// ---- rendering ----------------------------------------------------------------------------------

static wend_status make_ready(scene_object* s, const wend_camera* camera, wend_error* error) {
    if (!s->view) WEND_TRY(wend_view_create(s->scene, NULL, &s->view, error));
    if (s->eye && memcmp(&s->camera, camera, sizeof *camera) == 0) return WEND_OK;
    wend_renderer_destroy(s->eye);
    s->eye = NULL;
    s->camera = *camera;
    return wend_renderer_create(camera, &s->eye, error);
}

static PyObject* render_into(scene_object* s, const wend_camera* camera,
                             const wend_camera_pose* gaze, PyObject* const pictures[4]) {
    static const char* const names[4] = {"rgb", "depth", "category", "object"};
    static const int items[4] = {1, 4, 2, 4};
    core_array arrays[4] = {0};
    wend_error error;
    wend_status status = WEND_OK;
    Py_ssize_t pixels = (Py_ssize_t)camera->width * camera->height;
    bool right = true;
    for (int i = 0; right && i < 4; i++)
        right = core_array_get(pictures[i], names[i], i ? pixels : 3 * pixels, items[i], true,
                               &arrays[i]);
    wend_frame frame = {arrays[0].data, arrays[1].data, arrays[2].data, arrays[3].data};
    if (right && s->busy) {
        PyErr_SetString(PyExc_RuntimeError,
                        "another thread is rendering this scene; open it once a thread");
        right = false;
    }
    if (right) {
        s->busy = true;
        Py_BEGIN_ALLOW_THREADS status = make_ready(s, camera, &error);
        if (status == WEND_OK) status = wend_renderer_render(s->eye, s->view, gaze, &frame, &error);
        Py_END_ALLOW_THREADS s->busy = false;
    }
    for (int i = 0; i < 4; i++) core_array_release(&arrays[i]);
    if (!right) return NULL;
    if (status != WEND_OK) return core_raise(&error);
    Py_RETURN_NONE;
}

static PyObject* scene_render_into(PyObject* self, PyObject* args, PyObject* words) {
    static char* names[] = {"eye",   "heading",   "tilt",     "width",    "height",
                            "hfov",  "max_depth", "textured", "bilinear", "rgb",
                            "depth", "category",  "object",   NULL};
    wend_camera camera = wend_camera_default_def();
    wend_camera_pose gaze = {0};
    int textured = 1, smooth = 0;
    PyObject* pictures[4] = {Py_None, Py_None, Py_None, Py_None};
    if (!PyArg_ParseTupleAndKeywords(args, words, "O&|ff$iiffppOOOO", names, core_vec3, &gaze.eye,
                                     &gaze.heading, &gaze.tilt, &camera.width, &camera.height,
                                     &camera.hfov, &camera.depth_max, &textured, &smooth,
                                     &pictures[0], &pictures[1], &pictures[2], &pictures[3]))
        return NULL;
    camera.textured = textured;
    camera.smooth = smooth;
    return render_into((scene_object*)self, &camera, &gaze, pictures);
}

// ---- type ---------------------------------------------------------------------------------------

#define WORDS(function) ((PyCFunction)(void (*)(void))function)

static PyMethodDef methods[] = {
    {"generate", WORDS(scene_generate), METH_CLASS | METH_VARARGS | METH_KEYWORDS,
     "A generated scene: the same seed gives the same bytes, everywhere."},
    {"open", WORDS(scene_open), METH_CLASS | METH_VARARGS | METH_KEYWORDS,
     "A scene by reference: 'house:7', 'houses.jsonl.gz#12', or a file."},
    {"__reduce__", scene_reduce, METH_NOARGS, "How to make it again."},
    {"save", scene_save, METH_O, "Writes wend's own file, which loads in milliseconds."},
    {"export", scene_export, METH_O, "Writes GLB."},
    {"draw", WORDS(scene_draw), METH_VARARGS | METH_KEYWORDS,
     "Draws the plan of one level as .svg or .png."},
    {"check", scene_check, METH_NOARGS, "What is wrong with the scene, a sentence each."},
    {"room_at", scene_room_at, METH_O, "The id of the room around a point; 0: none."},
    {"_render_into", WORDS(scene_render_into), METH_VARARGS | METH_KEYWORDS,
     "Renders into arrays."},
    {0}};

static PyGetSetDef fields[] = {{"name", scene_name, NULL, "Its name.", NULL},
                               {"bounds", scene_bounds, NULL, "Low and high corner.", NULL},
                               {"hash", scene_hash, NULL, "Of every byte that matters.", NULL},
                               {"triangles", scene_triangles, NULL, "As they are drawn.", NULL},
                               {"levels", scene_levels, NULL, "How many floors it has.", NULL},
                               {"objects", scene_objects, NULL, "A dict each.", NULL},
                               {"rooms", scene_rooms, NULL, "A dict each.", NULL},
                               {0}};

PyTypeObject core_scene_type = {PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wend._core.Scene",
                                .tp_basicsize = sizeof(scene_object),
                                .tp_dealloc = scene_dealloc,
                                .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                .tp_doc = "An immutable scene: geometry, rooms, objects, light.",
                                .tp_methods = methods,
                                .tp_getset = fields};
