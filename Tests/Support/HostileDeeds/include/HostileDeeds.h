#ifndef PANDO_HOSTILE_DEEDS_H
#define PANDO_HOSTILE_DEEDS_H

// What hostile code would try. Each returns 0 where it could, and else the number of the error; what it has opened or made it
// closes. Their order is of no account, as none changes anything that lasts where it fails.

// The deed with a name, on a path, a port, a process or an amount, as that deed has it; -1 where there is none of the name.
int hostile_deed(const char *name, const char *path, long number);

// The same on a thread of its own.
int hostile_deed_on_thread(const char *name, const char *path, long number);

// Listens at a port of this machine that is free, for as long as the process runs; a negative error number.
int hostile_listen_tcp(void);

// The same at a path, or an abstract name. 0, or an error's number.
int hostile_listen_unix(const char *path, int isAbstract);

// Has a system call answered with an error from now on, in this process and those that it starts. 0, or an error's number.
int hostile_answer(int call, int error);

#endif
