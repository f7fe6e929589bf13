#ifndef PANDO_CCONFINEMENT_H
#define PANDO_CCONFINEMENT_H

// What a confined worker may do, as the kernel enforces it: Landlock for files, ports and signals, capabilities and
// limits, set by who starts it; a filter of system calls, set by the worker itself once it listens.

#include <stdint.h>

// The version of Landlock that the kernel has; a negative error number where it has none, or none may be used.
int pando_landlock_version(void);

// The rights on a file or folder, and on what is below it.
enum {
  pando_may_read = 1,
  // With this, files are also made, removed and renamed.
  pando_may_write = 2,
  pando_may_execute = 4,
  // Sockets are made, and files removed.
  pando_may_listen = 8,
};

// A set of rules that allows nothing: no files and no signals to others, and, where it restricts sockets, no tcp ports and
// no abstract sockets, as far as this version of Landlock has words for them. A descriptor, or a negative error number.
int pando_rules_make(int version, int restrictsSockets);

// Allows something on a file or folder, which an open descriptor stands for. 0, or a negative error number.
int pando_rules_allow(int rules, int version, int place, unsigned rights);

// The rights on a tcp port.
enum {
  pando_may_connect = 1,
  // 0 is any port that is free.
  pando_may_bind = 2,
};

// Allows something on a tcp port. 0, or a negative error number.
int pando_rules_allow_port(int rules, uint16_t port, unsigned rights);

// The paths of the libraries that this process has loaded, as long as they stay so, and of the loader of its program, which
// has a number but 0 beside it. Returns how many there are, `room` at most.
int pando_libraries(const char **paths, int *areLoaders, int room);

// What a child does to itself, between the start and the program that it becomes.
struct pando_confinement {
  // The child's descriptor of its rules, which it closes; negative where there are none.
  int rules;
  int version;
  // The child's descriptor that is to stand for its own folder in /proc, for as long as it runs. A rule on a folder there is
  // forgotten with the folder's inode, which only an open descriptor keeps.
  int ownFolder;
  // Bytes of data that it may have, descriptors, and bytes of a file that it writes; 0 for as many as its parent.
  uint64_t dataBytes;
  uint64_t descriptors;
  uint64_t fileBytes;
};

// Confines the calling process, which has one thread. Only calls the system, and writes to its own stack. 0, or the number
// of an error.
int pando_confine(const void *confinement);

// What the filter lets through beside the plain calls of a program.
enum {
  // tcp connections to addresses of the internet; Landlock says to which ports.
  pando_filter_connects = 1,
  // Every kind of socket.
  pando_filter_sockets = 2,
  // Processes are started, and get signals.
  pando_filter_processes = 4,
  // Landlock of this version does not hold for `truncate`, which the filter then refuses.
  pando_filter_refuses_truncate = 8,
};

// True if the kernel has filters of system calls.
int pando_filter_is_known(void);

// Filters the system calls of every thread of the process, from now on and for good. 0, or a negative error number.
int pando_filter_install(unsigned lets);

// The environment variable of a confined worker: the descriptor of its own folder in /proc, and what its filter lets through;
// a minus for either that there is not. Where the first is there, `open` looks for the state of a thread of the process below
// that folder. libdispatch reads it as `/proc/TID/stat`, where a confined worker may not, and ends a process that cannot.
#define PANDO_SANDBOX_VARIABLE "PANDO_SANDBOX"

#endif
