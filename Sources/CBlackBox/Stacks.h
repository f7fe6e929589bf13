#ifndef PANDO_STACKS_H
#define PANDO_STACKS_H

// Gives each thread that runs Swift tasks of this process a stack for the handlers of signals, from now on. To be called
// before the process has threads.
void pando_stacks_open(void);

#endif
