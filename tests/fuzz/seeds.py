#!/usr/bin/env python3
"""Writes small seed files for the fuzz targets: seeds.py FOLDER makes FOLDER/fuzz_glb/… and so on.

    cmake --preset fuzz && cmake --build --preset fuzz
    tests/fuzz/seeds.py corpus
    build/fuzz/fuzz_glb -max_total_time=60 -rss_limit_mb=3000 corpus/fuzz_glb
"""
import base64
import json
import struct
import sys
import zlib
from pathlib import Path

root = Path(sys.argv[1])


def save(target, name, data):
    folder = root / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width, height):
    rows = b"".join(b"\0" + b"".join(bytes([x * 40 & 255, y * 50 & 255, 9, 255 * (x & 1)]) for x in range(width))
                    for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def glb(document, binary):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    return (b"glTF" + struct.pack("<II", 2, 28 + len(text) + len(binary)) + struct.pack("<I", len(text)) + b"JSON"
            + text + struct.pack("<I", len(binary)) + b"BIN\0" + binary)


points = struct.pack("<12f", 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0)
normals = struct.pack("<12f", *(0, 0, 1) * 4)
uvs = struct.pack("<8f", 0, 0, 1, 0, 1, 1, 0, 1)
indices = struct.pack("<6H", 0, 1, 2, 0, 2, 3)
picture = png(3, 2)
parts = [points, normals, uvs, indices, picture]
views, binary = [], b""
for part in parts:
    binary += b"\0" * (-len(binary) % 4)
    views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(part)})
    binary += part
accessor = lambda view, kind, count, shape: {"bufferView": view, "componentType": kind, "count": count, "type": shape}
document = {
    "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 2]}],
    "nodes": [{"name": "Bed", "mesh": 0, "children": [1], "scale": [-1, 1, 1]},
              {"mesh": 1, "extras": {"objectType": "Mug"}, "rotation": [0, 0, 0, 1], "translation": [0, 1, 0]},
              {"mesh": 1, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1]}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2}, "indices": 3, "material": 0}]},
               {"primitives": [{"attributes": {"POSITION": 0}, "mode": 5}]}],
    "materials": [{"alphaMode": "MASK", "doubleSided": True,
                   "pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 0, 1], "baseColorTexture": {"index": 0}}}],
    "textures": [{"source": 0}], "images": [{"bufferView": 4, "mimeType": "image/png"}],
    "accessors": [accessor(0, 5126, 4, "VEC3"), accessor(1, 5126, 4, "VEC3"), accessor(2, 5126, 4, "VEC2"),
                  accessor(3, 5123, 6, "SCALAR")],
    "bufferViews": views, "buffers": [{"byteLength": len(binary)}]}
save("fuzz_glb", "foreign.glb", glb(document, binary))

ours = dict(document, asset={"version": "2.0", "generator": "wend"})
square = png(4, 2)
binary += square
ours["bufferViews"] = views + [{"buffer": 0, "byteOffset": len(binary) - len(square), "byteLength": len(square)}]
ours["images"] = [{"bufferView": 5, "name": "p", "mimeType": "image/png"}]
ours["buffers"] = [{"byteLength": len(binary)}]
ours["nodes"] = [{"name": "bed", "children": [1], "extras": {"category": "bed", "heading": 0, "flags": 0, "supportId": 0,
                                                             "roomId": 1}}, {"mesh": 0}]
ours["meshes"] = [dict(document["meshes"][0], extras={"mesh": 0})]
ours["materials"] = [dict(document["materials"][0], extras={"color": [1, 2, 3, 255], "flags": 5})]
ours["scenes"] = [{"nodes": [0], "name": "s", "extras": {"wend": {
    "version": 1, "meshes": ["m"], "levels": [{"floor": 0, "height": 2.5}],
    "rooms": [{"name": "r", "type": "bedroom", "level": 0, "floor": 0, "ceiling": 2.5, "corners": [0, 0, 1, 0, 1, 1]}],
    "doors": [{"objectId": 1, "roomIds": [1, 0], "center": [0, 0, 0], "heading": 0, "width": 1, "height": 2,
               "hinge": [0, 0, 0], "openAngle": 1, "openness": 0, "openable": True}],
    "stairs": [{"objectId": 1, "lowLevel": 0, "highLevel": 0, "bottom": [0, 0, 0], "top": [1, 1, 1], "width": 1}]}}}]
save("fuzz_glb", "ours.glb", glb(ours, binary))

save("fuzz_obj", "a.obj", "o Sofa\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nvt 0 0\nusemtl a\ng b\ns 1\n"
     "f 1/1/1 2/1/1 3/1/1 4/1/1\nf -1//1 -2//1 -3//1\nl 1 2\np 1\n")
save("fuzz_ply", "a.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
     "property uchar red\nproperty uchar green\nproperty uchar blue\nelement face 1\n"
     "property list uchar int vertex_indices\nend_header\n0 0 0 9 9 9\n1 0 0 9 9 9\n1 1 0 9 9 9\n3 0 1 2\n")
head = ("ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n").encode()
save("fuzz_ply", "b.ply", head + points[:36] + struct.pack("<B3i", 3, 0, 1, 2))
strips = ("ply\r\nformat binary_big_endian 1.0\r\ncomment TextureFile a.png\r\nelement camera 1\r\nproperty double fov\r\n"
          "property list ushort short modes\r\nelement vertex 4\r\nproperty float x\r\nproperty float y\r\nproperty float z\r\n"
          "property float nx\r\nproperty float ny\r\nproperty float nz\r\nproperty ushort red\r\nproperty float green\r\n"
          "property char blue\r\nelement tristrips 1\r\nproperty list int int vertex_indices\r\nelement face 1\r\n"
          "property list uint8 uint8 vertex_index\r\nproperty list uint8 float32 texcoord\r\nend_header\r\n").encode()
corner = lambda x, y: struct.pack(">6fHfb", x, y, 0, 0, 0, 1, 900, 0.5, -9)
save("fuzz_ply", "c.ply", strips + struct.pack(">dH2h", 1, 2, 3, 4) + corner(0, 0) + corner(1, 0) + corner(0, 1) + corner(1, 1)
     + struct.pack(">9i", 8, 0, 1, 2, 3, -1, 0, 1, 3) + struct.pack(">4BB6f", 3, 0, 1, 2, 6, 0, 0, 1, 0, 1, 1))
save("fuzz_ply", "d.ply", "ply\nformat ascii 1.0\nelement face 1\nproperty list int uint vertex_indices\nproperty int object_id\n"
     "element vertex 5\nproperty double x\nproperty int16 y\nproperty double z\nproperty float s\nproperty float t\nend_header\n"
     "5 0 1 2 3 4 17\n\n0 0 1e-3 0.5 nan\n1.25 0 0 0 0\n2.000000000000000000001 1 0 0 0\n1 2 0 0 0\n-.5 1 0 0 inf\n")
save("fuzz_dae", "a.dae", (
    '<?xml version="1.0"?><COLLADA version="1.4.1"><asset><unit meter="1"/><up_axis>Z_UP</up_axis></asset>'
    '<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0'
    '</float_array><technique_common><accessor source="#pa" count="3" stride="3"><param name="X" type="float"/>'
    '<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>'
    '<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1">'
    '<input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>'
    '<library_nodes><node id="n"><instance_geometry url="#g"/></node></library_nodes><library_visual_scenes>'
    '<visual_scene id="s"><node id="a" name="Table"><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>'
    '<instance_node url="#n"/></node></visual_scene></library_visual_scenes>'
    '<scene><instance_visual_scene url="#s"/></scene></COLLADA>'))

point = lambda x, y, z: {"x": x, "y": y, "z": z}
house = {
    "rooms": [{"id": "room|2", "roomType": "Kitchen", "floorMaterial": {"name": "Oak"},
               "floorPolygon": [point(0, 0, 0), point(0, 0, 3), point(4, 0, 3), point(4, 0, 1), point(2, 0, 1), point(2, 0, 0)]}],
    "walls": [{"id": "wall|2|a", "roomId": "room|2", "polygon": [point(4, 0, 0), point(0, 0, 0), point(4, 2, 0), point(0, 2, 0)],
               "material": {"name": "PureWhite", "color": {"r": 1, "g": 0, "b": 0}}},
              {"id": "wall|exterior|a", "roomId": "room|2", "polygon": [point(0, 2, 0), point(4, 2, 0), point(0, 0, 0), point(4, 0, 0)],
               "material": "Brick"}],
    "doors": [{"id": "door|1|2", "room0": "room|2", "room1": "room|2", "wall0": "wall|2|a", "wall1": "wall|exterior|a",
               "assetId": "Doorway_1", "assetPosition": point(1, 1, 0), "holePolygon": [point(0.5, 0, 0), point(1.5, 2, 0)],
               "openable": True, "openness": 1}],
    "windows": [], "objects": [{"id": "2|0", "assetId": "Sofa_1", "position": point(2, 0.25, 1.5), "rotation": point(0, 90, 0),
                                "children": [{"id": "x", "assetId": "Mug_1", "position": point(2, 1, 1)}]}],
    "proceduralParameters": {"ceilingMaterial": {"name": "PureWhite"}}}
save("fuzz_procthor", "a.json", json.dumps(house))
save("fuzz_json", "a.json", json.dumps({"a": [1, 2.5, "x\n", None, True], "b": {"c": {}}}))
save("fuzz_image", "a.png", picture)
save("fuzz_image", "b.png", square)

log = ['{"wend": "log", "version": 1, "task": "pointnav", "agent": "random", "oracle": false, "rules": "paper", '
       '"episodes_hash": "0000000000000000", "episodes": 2, "seed": "0", "max_steps": 2}',
       '{"index": 0, "id": "a", "scene": "house:1", "scene_hash": "0000000000000000", "actions": "FS", "outcomes": "x.", '
       '"poses": [[0, 0, 0, 0, 0], [0, 0, -0.25, 0, 0], [0, 0, -0.25, 0, 0]], "facts": {"goal": [0, 0, -1], '
       '"shortest": 1, "distance": 0.75, "radius": 0.2, "stopped": true, "max_steps": 2}}',
       '{"index": 1, "id": "b", "scene": "house:2", "scene_hash": "0000000000000000", "failure": "it is not there"}',
       '{"end": true}']
save("fuzz_log", "a.wlog", "".join(f"{zlib.crc32(line.encode()):08x} {line}\n" for line in log))
save("fuzz_navmesh", "a.navmesh", struct.pack("<3i3f2f2i", 0x4D534554, 1, 0, 0, 0, 0, 10, 10, 1, 1024))

tensors = {"__metadata__": {"a": "b"}, "w": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]},
           "b": {"dtype": "F32", "shape": [2], "data_offsets": [16, 24]}}
text = json.dumps(tensors).encode()
save("fuzz_tensors", "two.safetensors", struct.pack("<Q", len(text)) + text + b"\0" * 24)

save("fuzz_demos", "index.json", json.dumps({
    "format": "wend-demos", "version": 1, "task": "pointnav", "expert": "log", "identity": "", "width": 3, "height": 2, "rgb": True, "depth": True,
    "map": 0, "hfov": 79, "eye_height": 0.9, "shards": [{"episodes": 1, "iteration": 0, "dropped": 0, "steps": 2, "inflections": 1, "bytes": 99,
    "hash": "0123456789abcdef"}]}))
demo = zlib.compress(bytes(2 * (2 + 6 + 44 + 6 * 5)))
save("fuzz_demos", "block", bytes([1]) + demo)
save("fuzz_demos", "shard", b"WENDDEMO" + struct.pack("<IIII IIII QII", 1, 1, 1, 4, 0, 2, 0, 0, 60, len(demo), 2) + b"a\0b\0" + demo)
save("fuzz_train_config", "stages.json", json.dumps({
    "task": "multion:radius=1", "agent": "smt-small", "episodes": "e.json", "seed": 3, "learning_rate": 1e-3, "policy": {"encoder_size": 64},
    "method": "ppo", "until": {"success": 0.5, "episodes": 10}, "stages": [{"name": "near", "steps": 10}, {"name": "all", "gamma": 0.9}]}))
save("fuzz_curve", "curve.csv", "update,step,episodes,reward,success,length,policy_loss,value_loss,entropy,approx_kl,clip_fraction,"
     "grad_norm,learning_rate,held_success,held_spl\n1,96,3,0.5,0.25,20,-0.01,0.2,1.3,0.001,0.1,0.5,0.0003,,\n"
     "2,192,6,0.6,0.5,18,-0.02,0.1,1.2,0.002,0.1,0.4,0.0002,0.5,0.25\n")
save("fuzz_multion_results", "a.jsonl", json.dumps({"episode_id": "1", "legs": [2.5, 3], "finds": [
    {"path_length": 3, "distance": 1.2}, {"path_length": 7.5, "distance": 0.4}], "path_length": 7.5}) + "\n" + json.dumps(
        {"episode_id": "2", "legs": [4.0], "finds": [], "path_length": 1e3}) + "\n")
pose = {"x": 0.25, "y": 1, "z": -2}
stop = [{"action": "MoveAhead", "success": True}, {"action": "Stop", "success": True}]
walked = {"trajectory": [pose, {"x": 1.5, "y": 1, "z": -2}], "actions_taken": stop, "success": True,
          "vision_error_in_case_of_fail": False}
save("fuzz_object_results", "habitat", b"\0" + json.dumps({"1": {"success": 1, "spl": 0.5, "soft_spl": 0.75, "distance_to_goal": 0.1,
    "scene_id": "a", "object_category": "chair"}, "2": {"success": 0.0, "spl": 0, "total_actions": 9, "successful_actions": 7}}).encode())
save("fuzz_object_results", "challenge", b"\1" + json.dumps({"val": {"episodes": {"FloorPlan_Val1_1_Mug_0": walked}}}).encode())
save("fuzz_object_results", "cow", b"\2" + json.dumps({"episode_metrics": walked, "episode_result": {
    "path": [pose], "shortest_path": [pose, pose], "success": True}}).encode())
edits = struct.pack(">BHBBHBBHBB", 1, 300, 0, 48, 9000, 2, 57, 60000, 5, 0)
for target in ("fuzz_replay", "fuzz_resume", "fuzz_checkpoint", "fuzz_policy", "fuzz_follower"):
    for first in range(4):
        save(target, f"{first}.edits", bytes([first]) + edits[1:])
several = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "Chair", "mesh": 0}],
           "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "indices": 2, "material": 0}]}],
           "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}], "textures": [{"source": 0}],
           "images": [{"uri": "a.png"}], "accessors": [accessor(0, 5126, 4, "VEC3"), accessor(1, 5126, 4, "VEC2"),
                                                       accessor(2, 5123, 6, "SCALAR")],
           "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 32},
                           {"buffer": 0, "byteOffset": 80, "byteLength": 12}],
           "buffers": [{"byteLength": 92, "uri": "a%2ebin"}]}
cut = b"\n----\n"
save("fuzz_companions", "a", b"g" + json.dumps(several).encode() + cut + points + uvs + indices + cut + picture)
save("fuzz_companions", "b", b"o" + b"mtllib a.mtl\nusemtl m\no Sofa\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n" + cut
     + b"newmtl m\nKd 1 0 0\nd 0.5\nmap_Kd a.png\n" + cut + picture)
save("fuzz_assets", "a", json.dumps({"Mug": [{"assetId": "Mug_1", "boundingBox": {"x": 0.1, "y": 0.2, "z": 0.1},
                                             "materials": [["x", "Ceramic_1"]]}]}).encode()
     + cut + json.dumps({"Oak": {"linear": [0.2, 0.1, 0.05]}, "Brick": {"linear": [0.5, 0.1, 0.1]}}).encode()
     + cut + glb(document, binary))
save("fuzz_views", "captions.json", json.dumps({"scan": "h", "classes": ["door"], "captions": ["a red door", "a bed"], "viewpoints": {
    "v": [[i % 2] + [[0, 10, 20, 300, 400, 75, 0]] * (i % 3) for i in range(36)]}}))
features = struct.pack("<72f", *[i / 8 for i in range(72)])
save("fuzz_view_features", "a.tsv", b"h\tv\t640\t480\t60\t" + base64.b64encode(features) + b"\r\nh\tw\t640\t480\t60\t"
     + base64.b64encode(features) + b"\r\n")
shape = b"{'descr': '<f4', 'fortran_order': False, 'shape': (36, 2), }".ljust(117) + b"\n"
save("fuzz_view_features", "a.npy", b"\x93NUMPY\1\0" + struct.pack("<H", len(shape)) + shape + features)
save("fuzz_poses", "a", "1.5,0,-2e0,90,-15")
save("fuzz_poses", "b", "1 0 2 -90 ,")

save("fuzz_world", "a", struct.pack("<IBIBIB", 300, 1, 5000, 2, 90000, 3))
save("fuzz_world", "b", b"".join(struct.pack("<IB", 64 + 13 * i, 17 * i & 255) for i in range(20)))
