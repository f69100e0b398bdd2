#include "report/rescue_stages.h"

#include <math.h>

#include "metrics/rescue_log_score.h"

enum { WIDTH = 560, BAR = 14, HEIGHT = 34 };

static void put_stages(wend_text_out* out, const double seconds[4], double limit) {
    static const char* const names[4] = {"near the person", "carried", "near the stretcher",
                                         "handed over"};
    static const char* const colors[4] = {"#3b6fb6", "#5aa469", "#d9a13b", "#8a4fa3"};
    double from = 0, scale = WIDTH / limit;
    wend_text_put(out,
                  "<svg class='stages' style='max-width:100%%' viewBox='0 0 %d %d' width='%d' "
                  "role='img' aria-label='stages'>",
                  WIDTH, HEIGHT, WIDTH);
    wend_text_put(out, "<rect width='%d' height='%d' fill='#e4e6ea'/>", WIDTH, BAR);
    for (int i = 0; i < 4 && isfinite(seconds[i]); i++) {
        double to = fmin(seconds[i], limit);
        wend_text_put(
            out,
            "<rect x='%.1f' width='%.1f' height='%d' fill='%s'><title>S%d %s: %.1f s</title>"
            "</rect>",
            from * scale, fmax(to - from, 0) * scale, BAR, colors[i], i + 1, names[i], seconds[i]);
        if (i % 2)
            wend_text_put(out,
                          "<text x='%.1f' y='%d' font-size='11' text-anchor='%s' fill='#1d2026'>%s "
                          "%.0f s</text>",
                          to * scale, HEIGHT - 6, to * scale < WIDTH * 0.85 ? "start" : "end",
                          names[i], seconds[i]);
        from = to;
    }
    wend_text_put(out, "</svg>\n");
}

void rescue_stages_put(wend_text_out* out, const wend_log_record* record, const wend_facts* facts) {
    double seconds[4];
    rescue_stage_seconds(record, &facts->rescue, seconds);
    if (facts->rescue.timeout > 0) put_stages(out, seconds, facts->rescue.timeout);
}
