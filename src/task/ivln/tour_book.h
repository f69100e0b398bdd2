// The episodes of a book in the order of tours.
#ifndef WEND_TASK_IVLN_TOUR_BOOK_H
#define WEND_TASK_IVLN_TOUR_BOOK_H

#include "task/vln/vln_book.h"

#include "wend/task.h"

// Puts the book's items in the order of the tours in `tours_file`; NULL: of tours planned from the
// episodes (wend_tour_plan_build). Items in no tour are left out. `*tours` says of each item which
// tour it is in, and lives as long as the book.
wend_status tour_book_order(vln_book* book, const char* episodes_file, const char* tours_file,
                            wend_task_tour** tours, wend_error* error);

#endif
