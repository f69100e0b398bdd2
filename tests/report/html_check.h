// Is this a page a browser need not repair? For tests.
#ifndef WEND_TEST_HTML_CHECK_H
#define WEND_TEST_HTML_CHECK_H

// Fails the test with the place and the fault: tags that do not close what was opened last,
// attributes without quotes, a bare & or <, an id twice, a link to an id that is not there,
// anything that a browser would fetch.
void html_check(const char* page);

#endif
