#include "base/settings.h"
#include "test.h"

TEST(a_flag_among_settings_is_set_by_its_key_alone) {
    bool flag = false;
    int count = 1;
    wend_error error;
    const setting all[] = {{.key = "native", .kind = SETTING_FLAG, .value = &flag},
                           {.key = "count", .kind = SETTING_INT, .value = &count, .high = 9}};
    CHECK_OK(settings_read("task x", "count=2", all, 2, &error));
    CHECK(!flag && count == 2);
    CHECK_OK(settings_read("task x", "count=3,native", all, 2, &error));
    CHECK(flag && count == 3);
    CHECK(settings_read("task x", "native=1", all, 2, &error) == WEND_ARGUMENT);
    CHECK_HAS(error.message, "native is a flag");
    CHECK(settings_read("task x", "count", all, 2, &error) == WEND_ARGUMENT);
    CHECK_HAS(error.message, "write key=value");
}
