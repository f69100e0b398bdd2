// Checks of episodes that need their scenes, by format (the table is in check_scenes.c).
#ifndef WEND_MAKE_CHECK_SCENES_H
#define WEND_MAKE_CHECK_SCENES_H

#include "data/format.h"

#include "wend/make.h"

wend_status check_pasture_worlds(check* c, const wend_world_source* where);
wend_status check_vln_worlds(check* c, const wend_world_source* where);
wend_status check_rescue_worlds(check* c, const wend_world_source* where);

#endif
