#ifndef PANDO_FRAMES_H
#define PANDO_FRAMES_H

// Prints the frames of this thread to standard error, once, where the process does that: each with its module and the place
// in that. Called by the handler of a deadly signal; a fault on the way ends the process without.
void pando_frames_print(void);

#endif
