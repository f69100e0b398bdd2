#ifndef WEND_REPORT_PAGE_STYLE_H
#define WEND_REPORT_PAGE_STYLE_H

extern const char page_style[];  // CSS: light and dark theme, from the width of a phone
extern const char
    page_script[];  // sorts tables by a click on a heading; filters the list of episodes

#endif
