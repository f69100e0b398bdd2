// A mesh of polygons as OBJ, PLY and DAE files store it, and its addition to a builder: polygons
// are triangulated, equal vertices joined, and vertex colours become a texture.
#ifndef WEND_IMPORT_POLYGON_MESH_H
#define WEND_IMPORT_POLYGON_MESH_H

#include "import/import.h"

// The caller owns the arrays. Corners are vertices of the mesh, and positions are finite: the
// importer has checked both.
typedef struct polygon_mesh {
    const float* positions;   // [vertices][3]
    const float* normals;     // [vertices][3]. NULL: normals of the faces
    const float* uvs;         // [vertices][uv_stride], v upwards. NULL: none
    const float* corner_uvs;  // [corners][2], v upwards; replaces `uvs`. NULL: none
    const float* colors;      // [vertices][color_stride], RGB in [0, 1]. NULL: none
    uint32_t uv_stride, color_stride;
    const uint32_t* corners;  // vertices of all faces, in order
    const size_t* ends;       // [faces]: end of the corners of each face
    size_t face_count;
} polygon_mesh;

// Adds the faces to the open mesh of the builder; `mirrored` reverses their winding. Faces of less
// than three corners and without area are left out.
//
// With `color_material` the colours of the vertices become a texture with one texel per face, and
// `*color_material` (index + 1; 0: not added yet) its material. Nullable: color_material.
wend_status polygon_mesh_add(const polygon_mesh* mesh, scene_builder* b, import_budget* budget,
                             bool mirrored, uint32_t* color_material, wend_error* error);

#endif
