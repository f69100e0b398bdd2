// OpenGL without a GPU: Mesa's llvmpipe through OSMesa, on one thread. Represents a GPU simulator
// on a machine without GPU; `wend bench render` runs it and compares.
//
//     wend-peer-osmesa SCENE.wscene WIDTH HEIGHT HFOV flat|textured|smooth [PICTURE.png]
//
// Reads camera poses ("x y z heading tilt", radians) from standard input, one per line. The line
// "go" renders all of them, reads colour and depth back, and prints the processor time in seconds.
// Images match wend's: colour times baked light, mipmaps, nearest or bilinear filtering, back-face
// culling of single-sided surfaces. Instances outside the frustum are culled, as an engine does.
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "wend/scene.h"
#include "wend/sense.h"

enum { MAX_GAZES = 1024 };

typedef struct peer_vertex {
    float position[3];
    float uv[2];
    uint8_t color[4];
} peer_vertex;

typedef struct peer {
    const wend_scene_arrays* a;
    int width, height;
    float hfov;
    bool textured, smooth;
    peer_vertex* vertices;
    uint32_t* indices;
    size_t* first_index;  // [instances + 1]
    wend_aabb* boxes;     // [instances]
    GLuint* textures;
    float* depth;
    uint8_t* rgba;
} peer;

static void peer_osmesa_fail(const char* why) {
    fprintf(stderr, "wend-peer-osmesa: %s\n", why);
    exit(1);
}

static void* need(void* memory) {
    if (!memory) peer_osmesa_fail("out of memory");
    return memory;
}

// ---- scene --------------------------------------------------------------------------------------

// Light is up to twice the base colour: half of it is stored where the texture stage doubles it.
static void fill_color(const peer* p, const wend_instance* n, uint8_t light, uint8_t out[4]) {
    const wend_material* m = &p->a->materials.items[n->material];
    bool textured = p->textured && m->texture;
    const uint8_t* color = textured ? m->color : m->mean;
    for (int k = 0; k < 3; k++) {
        int v = color[k] * light / (textured ? 256 : 128);
        out[k] = (uint8_t)(v < 255 ? v : 255);
    }
    out[3] = 255;
}

static void fill_buffers(peer* p) {
    const wend_scene_arrays* a = p->a;
    size_t vertices = a->light.count, indices = 0;
    for (uint32_t i = 0; i < a->instances.count; i++)
        indices += a->meshes.items[a->instances.items[i].mesh].index_count;
    p->vertices = need(malloc((vertices + 1) * sizeof *p->vertices));
    p->indices = need(malloc((indices + 1) * sizeof *p->indices));
    p->first_index = need(malloc((a->instances.count + 1) * sizeof *p->first_index));
    p->boxes = need(malloc((a->instances.count + 1) * sizeof *p->boxes));
    size_t next = 0;
    for (uint32_t i = 0; i < a->instances.count; i++) {
        const wend_instance* n = &a->instances.items[i];
        const wend_mesh* mesh = &a->meshes.items[n->mesh];
        p->boxes[i] = wend_aabb_empty();
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            peer_vertex* out = &p->vertices[n->first_light + v];
            wend_vec3 at =
                wend_transform_point(&n->transform, a->positions.items[mesh->first_vertex + v]);
            wend_vec2 uv = a->uvs.items[mesh->first_vertex + v];
            p->boxes[i] = wend_aabb_add(p->boxes[i], at);
            memcpy(out->position, &at, sizeof at);
            memcpy(out->uv, &uv, sizeof uv);
            fill_color(p, n, a->light.items[n->first_light + v], out->color);
        }
        p->first_index[i] = next;
        for (uint32_t k = 0; k < mesh->index_count; k++)
            p->indices[next++] = n->first_light + a->indices.items[mesh->first_index + k];
    }
    p->first_index[a->instances.count] = next;
}

static void upload_textures(peer* p) {
    const wend_scene_arrays* a = p->a;
    p->textures = need(calloc(a->textures.count + 1, sizeof *p->textures));
    glGenTextures((GLsizei)a->textures.count, p->textures);
    for (uint32_t i = 0; i < a->textures.count; i++) {
        const wend_texture* t = &a->textures.items[i];
        const uint32_t* texels = a->texels.items + t->first_texel;
        glBindTexture(GL_TEXTURE_2D, p->textures[i]);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                        p->smooth ? GL_LINEAR_MIPMAP_NEAREST : GL_NEAREST_MIPMAP_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, p->smooth ? GL_LINEAR : GL_NEAREST);
        for (uint32_t level = 0; level < t->mip_count; level++) {
            uint32_t w = t->width >> level ? t->width >> level : 1;
            uint32_t h = t->height >> level ? t->height >> level : 1;
            glTexImage2D(GL_TEXTURE_2D, (GLint)level, GL_RGBA, (GLsizei)w, (GLsizei)h, 0, GL_RGBA,
                         GL_UNSIGNED_BYTE, texels);
            texels += w * h;
        }
    }
}

static void upload(peer* p) {
    GLuint buffers[2];
    glGenBuffers(2, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(p->a->light.count * sizeof *p->vertices),
                 p->vertices, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                 (GLsizeiptr)(p->first_index[p->a->instances.count] * sizeof *p->indices),
                 p->indices, GL_STATIC_DRAW);
    GLsizei stride = sizeof(peer_vertex);
    glVertexPointer(3, GL_FLOAT, stride, (void*)offsetof(peer_vertex, position));
    glTexCoordPointer(2, GL_FLOAT, stride, (void*)offsetof(peer_vertex, uv));
    glColorPointer(4, GL_UNSIGNED_BYTE, stride, (void*)offsetof(peer_vertex, color));
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
    if (p->textured) glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    if (p->textured) upload_textures(p);
    glEnable(GL_DEPTH_TEST);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_MODULATE);
    glTexEnvf(GL_TEXTURE_ENV, GL_RGB_SCALE, 2);
    glAlphaFunc(GL_GEQUAL, 0.5f);
}

// ---- rendering ----------------------------------------------------------------------------------

// Row-major 4 x 4: world to clip space.
static void camera_matrix(const peer* p, const wend_camera_pose* g, float m[16]) {
    float ch = cosf(g->heading), sh = sinf(g->heading), ct = cosf(g->tilt), st = sinf(g->tilt);
    wend_vec3 axes[3] = {wend_v3(ch, 0, -sh), wend_v3(st * sh, ct, st * ch),
                         wend_v3(ct * sh, -st, ct * ch)};
    float right = 1 / tanf(p->hfov * (float)(WEND_PI / 360));
    float up = right * (float)p->width / (float)p->height, near = 0.01f, far = 200;
    const float scale[2] = {right, up};
    for (int k = 0; k < 2; k++) {
        m[4 * k] = scale[k] * axes[k].x;
        m[4 * k + 1] = scale[k] * axes[k].y;
        m[4 * k + 2] = scale[k] * axes[k].z;
        m[4 * k + 3] = -scale[k] * wend_v3_dot(axes[k], g->eye);
    }
    float a = -(far + near) / (far - near), b = -2 * far * near / (far - near);
    float back = -wend_v3_dot(axes[2], g->eye);
    const float z[4] = {axes[2].x, axes[2].y, axes[2].z, back};
    for (int k = 0; k < 4; k++) m[8 + k] = a * z[k] + (k == 3 ? b : 0), m[12 + k] = -z[k];
}

static bool peer_osmesa_is_outside(const float m[16], wend_aabb box) {
    for (int plane = 0; plane < 4; plane++) {
        float sign = plane % 2 ? -1.0f : 1.0f;
        float n[4];
        for (int k = 0; k < 4; k++) n[k] = m[12 + k] + sign * m[4 * (plane / 2) + k];
        float reach = (n[0] > 0 ? box.high.x : box.low.x) * n[0] +
                      (n[1] > 0 ? box.high.y : box.low.y) * n[1] +
                      (n[2] > 0 ? box.high.z : box.low.z) * n[2] + n[3];
        if (reach < 0) return true;
    }
    return false;
}

static void set_material(const peer* p, const wend_material* m) {
    if (m->flags & WEND_MATERIAL_DOUBLE_SIDED)
        glDisable(GL_CULL_FACE);
    else
        glEnable(GL_CULL_FACE);
    bool textured = p->textured && m->texture;
    if (textured) {
        glEnable(GL_TEXTURE_2D);
        glBindTexture(GL_TEXTURE_2D, p->textures[m->texture - 1]);
    } else {
        glDisable(GL_TEXTURE_2D);
    }
    if (textured && m->flags & WEND_MATERIAL_CUTOUT)
        glEnable(GL_ALPHA_TEST);
    else
        glDisable(GL_ALPHA_TEST);
}

static void peer_osmesa_draw(const peer* p, const wend_camera_pose* gaze) {
    float m[16];
    camera_matrix(p, gaze, m);
    glMatrixMode(GL_PROJECTION);
    glLoadTransposeMatrixf(m);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    uint32_t material = UINT32_MAX;
    for (uint32_t i = 0; i < p->a->instances.count; i++) {
        const wend_instance* n = &p->a->instances.items[i];
        const wend_material* look = &p->a->materials.items[n->material];
        if (look->flags & WEND_MATERIAL_GLASS || peer_osmesa_is_outside(m, p->boxes[i])) continue;
        if (n->material != material) set_material(p, look);
        material = n->material;
        glDrawElements(GL_TRIANGLES, (GLsizei)(p->first_index[i + 1] - p->first_index[i]),
                       GL_UNSIGNED_INT, (void*)(p->first_index[i] * sizeof *p->indices));
    }
    glFinish();
    glReadPixels(0, 0, p->width, p->height, GL_DEPTH_COMPONENT, GL_FLOAT, p->depth);
}

static double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void write_picture(const peer* p, const char* path) {
    wend_image image;
    wend_error error;
    if (wend_image_create(p->width, p->height, 3, &image, &error) != WEND_OK)
        peer_osmesa_fail(error.message);
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            memcpy(image.pixels + 3 * (y * p->width + x),
                   p->rgba + 4 * ((p->height - 1 - y) * p->width + x), 3);
    if (wend_image_write_png(&image, path, &error) != WEND_OK) peer_osmesa_fail(error.message);
    wend_image_destroy(&image);
}

int main(int argc, char** argv) {
    if (argc < 6)
        peer_osmesa_fail(
            "usage: SCENE.wscene WIDTH HEIGHT HFOV flat|textured|smooth [PICTURE.png]");
    setenv("LP_NUM_THREADS", "0", 1);  // single-threaded: runs on the calling thread
    setenv("GALLIUM_DRIVER", "llvmpipe", 1);
    wend_error error;
    wend_scene* scene;
    if (wend_scene_load(argv[1], NULL, &scene, &error) != WEND_OK) peer_osmesa_fail(error.message);
    peer p = {.a = wend_scene_get(scene), .width = atoi(argv[2]), .height = atoi(argv[3])};
    p.hfov = (float)atof(argv[4]);
    p.smooth = strcmp(argv[5], "smooth") == 0;
    p.textured = p.smooth || strcmp(argv[5], "textured") == 0;
    size_t pixels = (size_t)p.width * (size_t)p.height;
    p.depth = need(malloc(pixels * sizeof *p.depth));
    p.rgba = need(malloc(pixels * 4));
    OSMesaContext context = OSMesaCreateContextExt(OSMESA_RGBA, 24, 0, 0, NULL);
    if (!context || !OSMesaMakeCurrent(context, p.rgba, GL_UNSIGNED_BYTE, p.width, p.height))
        peer_osmesa_fail("OSMesa gives no context");
    fill_buffers(&p);
    upload(&p);
    static wend_camera_pose gazes[MAX_GAZES];
    int count = 0;
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        wend_camera_pose g;
        if (count < MAX_GAZES &&
            sscanf(line, "%f %f %f %f %f", &g.eye.x, &g.eye.y, &g.eye.z, &g.heading, &g.tilt) == 5)
            gazes[count++] = g;
        if (strncmp(line, "go", 2) != 0) continue;
        double start = processor_seconds();
        for (int i = 0; i < count; i++) peer_osmesa_draw(&p, &gazes[i]);
        printf("%.9f\n", processor_seconds() - start);
        fflush(stdout);
    }
    if (argc > 6 && count) peer_osmesa_draw(&p, &gazes[0]), write_picture(&p, argv[6]);
    return 0;
}
