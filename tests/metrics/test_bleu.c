// BLEU against values of NLTK's corpus_bleu.
#include <math.h>

#include "base/file.h"
#include "test.h"

#include "wend/metrics.h"

static const char human[] =
    "[{\"path_id\": 1, \"scan\": \"x\", \"heading\": 0, \"path\": [\"a\", \"b\"], \"distance\": 4, "
    "\"instructions\": [\"Go past the bed and stop at the door.\", "
    "\"Walk past the bed, then wait near the door.\"]},"
    "{\"path_id\": 2, \"scan\": \"x\", \"heading\": 0, \"path\": [\"b\", \"c\"], \"distance\": 4, "
    "\"instructions\": [\"Turn left and go up the stairs.\"]}]";

static wend_status score(const char* first, const char* second, wend_bleu* bleu,
                         wend_error* error) {
    char text[1024], generated[512], references[512];
    snprintf(generated, sizeof generated, "%s", test_path("generated.json"));
    snprintf(references, sizeof references, "%s", test_path("human.json"));
    int size = snprintf(
        text, sizeof text,
        "[{\"path_id\": 1, \"scan\": \"x\", \"heading\": 0, \"path\": [\"a\", \"b\"], "
        "\"distance\": 4, \"instructions\": [\"%s\"]},{\"path_id\": 2, \"scan\": \"x\", "
        "\"heading\": 0, \"path\": [\"b\", \"c\"], \"distance\": 4, \"instructions\": [\"%s\"]}]",
        first, second);
    WEND_TRY(wend_file_write(generated, text, (size_t)size, error));
    WEND_TRY(wend_file_write(references, human, strlen(human), error));
    return wend_bleu_score(generated, references, bleu, error);
}

TEST(bleu_is_that_of_nltk) {
    wend_error error;
    wend_bleu b;
    CHECK_OK(score("go past the bed and stop at the door", "turn left and go up the stairs", &b,
                   &error));
    for (int n = 0; n < WEND_BLEU_ORDERS; n++) CHECK_NEAR(b.bleu[n], 1, 1e-12);
    CHECK_INT(b.texts, 2);
    CHECK_NEAR(b.words, 8, 1e-12);
    CHECK_NEAR(b.reference_words, 25 / 3.0, 1e-12);
    // Repeated words count as often as one reference has them; short texts are penalised.
    CHECK_OK(score("the the the bed and stop at the door", "go up the stairs", &b, &error));
    static const double nltk[WEND_BLEU_ORDERS] = {0.6717807104613434, 0.6605835811189095,
                                                  0.6458967397455645, 0.6252228754916217};
    for (int n = 0; n < WEND_BLEU_ORDERS; n++) CHECK_NEAR(b.bleu[n], nltk[n], 1e-12);
    CHECK_OK(score("xylophone", "", &b, &error));
    for (int n = 0; n < WEND_BLEU_ORDERS; n++) CHECK_NEAR(b.bleu[n], 0, 0);
}

TEST(bleu_of_other_paths_is_an_error) {
    wend_error error;
    wend_bleu b;
    char generated[512], references[512];
    CHECK_OK(score("a", "b", &b, &error));
    snprintf(generated, sizeof generated, "%s", test_path("generated.json"));
    snprintf(references, sizeof references, "%s", test_path("other.json"));
    static const char other[] =
        "[{\"path_id\": 9, \"scan\": \"x\", \"heading\": 0, \"path\": [\"a\", \"b\"], "
        "\"distance\": 4, \"instructions\": [\"Go.\"]}]";
    CHECK_OK(wend_file_write(references, other, strlen(other), &error));
    CHECK_INT(wend_bleu_score(generated, references, &b, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "path 1 is not in the reference file");
    CHECK(wend_bleu_score(test_path("missing.json"), references, &b, &error) != WEND_OK);
}
