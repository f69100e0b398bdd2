// Lines of poses, as `wend scene render --poses` reads them.
#include "../../cli/poses.c"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    char* text = malloc(size + 1);
    wend_camera_pose gaze;
    if (!text) return 0;
    for (size_t i = 0; i < size; i++) text[i] = (char)data[i];
    text[size] = 0;
    if (poses_parse(text, 1.5f, &gaze) && !(isfinite(gaze.eye.x) && isfinite(gaze.heading)))
        abort();
    free(text);
    return 0;
}
