#ifndef PANDO_STACKS_H
#define PANDO_STACKS_H

// Gives this thread, and from now on each of the pool that runs Swift's tasks, a stack for the handlers of signals. To be
// called before the process has threads.
void pando_stacks_open(void);

#endif
