#include "test.h"

#include "wend/language.h"

// The names of what a text has, with how often: "reference 2, imperative 1".
static void check_counts(const char* language, const char* text, const char* want) {
    wend_error error;
    wend_phenomena_reader* reader;
    wend_phenomena p;
    char got[400] = "";
    CHECK_OK(wend_phenomena_reader_create(&reader, &error));
    wend_phenomena_read(reader, language, text, &p);
    CHECK(p.known);
    for (int i = 0; i < WEND_PHENOMENON_COUNT_ALL; i++) {
        size_t at = strlen(got);
        if (p.counts[i])
            snprintf(got + at, sizeof got - at, "%s%s %d", at ? ", " : "",
                     wend_phenomenon_name((wend_phenomenon)i), p.counts[i]);
    }
    CHECK_TEXT(got, want);
    wend_phenomena_reader_destroy(reader);
}

TEST(each_phenomenon_is_counted_in_english) {
    check_counts("en", "Turn left. Walk past the sofa.", "reference 1, imperative 2, direction 1");
    check_counts("en", "There is a lamp next to the table on your right. Walk to it.",
                 "reference 2, coreference 1, allocentric relation 1, egocentric relation 1, "
                 "imperative 1, state verification 1");
    check_counts("en", "Go to the bed, stop at the bed.",
                 "reference 1, coreference 1, imperative 2");
    check_counts("en", "Enter the second door.", "reference 1, sequencing 1, imperative 1");
    check_counts("en", "Walk until you reach the largest table.",
                 "reference 1, comparison 1, imperative 1, temporal condition 1");
    check_counts("en", "You will see two chairs.", "reference 1, state verification 1, count 1");
}

TEST(each_phenomenon_is_counted_in_hindi_and_telugu) {
    check_counts("hi-IN", "बाईं ओर मुड़ें। आपके दाईं ओर एक मेज़ है। उस मेज़ के पास रुकें।",
                 "reference 1, coreference 1, egocentric relation 1, imperative 2, direction 1, "
                 "state verification 1");
    // "must go" is a command, a participle none.
    check_counts("hi-IN", "आपको आगे जाना है।", "imperative 1, direction 1");
    check_counts("hi-IN", "सोफ़े के बगल में दो कुर्सियाँ हैं।",
                 "reference 2, allocentric relation 1, state verification 1, count 1");
    check_counts("te-IN", "ఎడమవైపు తిరగండి. మీ ముందు ఒక మంచం ఉంది. ఆ మంచం దగ్గర ఆగండి.",
                 "reference 1, coreference 1, egocentric relation 1, imperative 2, direction 1, "
                 "state verification 1");
}

TEST(words_word_types_and_object_words_are_counted) {
    wend_error error;
    wend_phenomena_reader* reader;
    wend_phenomena p;
    CHECK_OK(wend_phenomena_reader_create(&reader, &error));
    wend_phenomena_read(reader, NULL, "The bed and the dining table.", &p);
    CHECK_INT(p.words, 6);
    CHECK_INT(p.different, 5);
    CHECK_INT(p.object_words, 3);
    wend_phenomena_read(reader, "de", "\xff\xfe ...", &p);
    CHECK_INT(p.words, 0);
    wend_phenomena_read(reader, NULL, "", &p);
    CHECK(!p.known && p.words == 0);
    wend_phenomena_reader_destroy(reader);
}

TEST(the_papers_table_is_known_and_nothing_besides) {
    double share, mean;
    CHECK(wend_phenomenon_published(WEND_PHENOMENON_STATE, "en-US", &share, &mean));
    CHECK_NEAR(share, 84, 0);
    CHECK_NEAR(mean, 3.1, 1e-6);
    CHECK(wend_phenomenon_published(WEND_PHENOMENON_EGOCENTRIC, "r2r", &share, &mean));
    CHECK_NEAR(share, 80, 0);
    CHECK(!wend_phenomenon_published(WEND_PHENOMENON_COUNT, "r2r", &share, &mean));
    CHECK(!wend_phenomenon_published(WEND_PHENOMENON_STATE, "de-DE", &share, &mean));
}
