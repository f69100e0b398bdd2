// Edit distance by dynamic programming. Words longer than LONGEST characters are ignored.
#include <stdio.h>
#include <string.h>

#include "base/letter.h"

#include "wend/files.h"

enum { LONGEST = 48 };

static int nearest_min(int a, int b) { return a < b ? a : b; }

static bool same(char a, char b) { return letter_lower(a) == letter_lower(b); }

// Edit distance with transpositions (optimal string alignment).
static int count_slips(const char* a, int m, const char* b, int n) {
    int rows[LONGEST + 1][LONGEST + 1];
    for (int i = 0; i <= m; i++) rows[i][0] = i;
    for (int j = 0; j <= n; j++) rows[0][j] = j;
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= n; j++) {
            int change = rows[i - 1][j - 1] + !same(a[i - 1], b[j - 1]);
            int cost = nearest_min(change, 1 + nearest_min(rows[i - 1][j], rows[i][j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                cost = nearest_min(cost, rows[i - 2][j - 2] + 1);
            rows[i][j] = cost;
        }
    return rows[m][n];
}

void wend_nearest_try(wend_nearest* best, const char* given, const char* known) {
    size_t m = strlen(given), n = strlen(known);
    if (!m || !n || m > LONGEST || n > LONGEST) return;
    int slips = count_slips(given, (int)m, known, (int)n);
    int max = n < 3 ? 0 : n < 6 ? 1 : (int)n / 3;
    if (slips > max || (best->word && slips >= best->slips)) return;
    *best = (wend_nearest){known, slips};
}

const char* wend_nearest_hint(const wend_nearest* best, char* text, size_t size) {
    if (best->word)
        snprintf(text, size, " (did you mean '%s'?)", best->word);
    else
        *text = 0;
    return text;
}
