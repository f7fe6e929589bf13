#ifndef PANDO_CPROCESS_H
#define PANDO_CPROCESS_H

// System calls that Swift's Glibc module leaves out, because they are variadic or newer than it.

// What the system's headers declare is Glibc's, for the files that import that alone: whichever module is read first in
// a compilation would have them else.
#if __has_feature(modules)
#pragma clang module import SwiftGlibc
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

extern char **environ;

// The variables of this process, `NAME=value` each, and a null pointer behind the last.
static inline char **pando_environment(void) { return environ; }

// Closes every descriptor from this one on in the child. In glibc since 2.34; declared for GNU sources
// only.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

// The first place of some bytes among others, or a null pointer. Declared for GNU sources only.
extern void *memmem(const void *bytes, size_t count, const void *wanted, size_t wantedCount);

// Kills the child with this number, which nobody may have waited for, and waits for it.
static inline void pando_discard(pid_t process) {
  kill(process, SIGKILL);
  waitpid(process, (int *)0, 0);
}

// A descriptor that stands for a process, and becomes readable when it ends; -1 and errno.
static inline int pando_pidfd_open(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

// Sends a signal to the process that the descriptor stands for, and to no other.
static inline int pando_pidfd_send_signal(int descriptor, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, descriptor, signal, (void *)0, 0);
}

// 1 when a child has ended and nobody has taken its end from the system, 0 when it runs, -1 and errno.
static inline int pando_has_ended(int descriptor) {
  siginfo_t info;
  info.si_pid = 0;
  // P_PIDFD, which older headers do not name.
  if (waitid((idtype_t)3, (id_t)descriptor, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return -1;
  return info.si_pid != 0;
}

// Takes the end of a child from the system without waiting. 1 when it has ended, 0 when it has not,
// -1 and errno.
static inline int pando_reap(int descriptor, int *code, int *status) {
  siginfo_t info;
  info.si_pid = 0;
  if (waitid((idtype_t)3, (id_t)descriptor, &info, WEXITED | WNOHANG) != 0) return -1;
  if (info.si_pid == 0) return 0;
  *code = info.si_code;
  *status = info.si_status;
  return 1;
}

#ifndef O_PATH
#define O_PATH 010000000
#endif

// A descriptor that stands for a folder and is inherited by no child; -1 and errno. Nobody needs a right to list what is
// in it.
static inline int pando_open_folder(const char *path) {
  return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

// A pipe whose ends no child inherits; -1 and errno.
static inline int pando_pipe(int *ends) {
  return (int)syscall(SYS_pipe2, ends, O_CLOEXEC);
}

// Has standard output handed on line by line, where it is no terminal. Called before anything is printed.
static inline void pando_print_by_lines(void) {
  setvbuf(stdout, (char *)0, _IOLBF, 0);
}

// True if C's standard error could not be written since the last call. It waits for no lock: who writes may be held up
// by a reader that does not read, and a line that fails meanwhile is noticed at one of the next calls.
static inline _Bool pando_standard_error_has_failed(void) {
  if (ftrylockfile(stderr) != 0) return 0;
  _Bool failed = ferror_unlocked(stderr) != 0;
  if (failed) clearerr_unlocked(stderr);
  funlockfile(stderr);
  return failed;
}

// The columns and rows of a terminal; false where it does not tell.
static inline _Bool pando_window_size(int descriptor, unsigned short *columns, unsigned short *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 1;
}

// A number for the bytes; the same wherever it runs. In C, since it is to be quick in a debug build too.
static inline unsigned long long pando_digest(const void *bytes, unsigned long count) {
  const unsigned char *next = (const unsigned char *)bytes;
  unsigned long long first = 0x9E3779B97F4A7C15ULL ^ count, second = 0xC2B2AE3D27D4EB4FULL;
  while (count > 0) {
    unsigned long long word = 0;
    unsigned long width = count < 8 ? count : 8;
    __builtin_memcpy(&word, next, width);
    first = (first ^ word) * 0xBF58476D1CE4E5B9ULL;
    second = (second + first) ^ (second >> 29);
    next += width;
    count -= width;
  }
  first ^= first >> 31;
  return (first * 0x94D049BB133111EBULL) ^ second;
}

// Lets every process of the same user trace this one, where the system would let its ancestors alone.
static inline void pando_allow_tracers(void) {
  // PR_SET_PTRACER and PR_SET_PTRACER_ANY. An error says that the system asks for no leave.
  prctl(0x59616d61, -1L, 0, 0, 0);
}

// True if the process was started with a signal ignored, or ignores it by now.
static inline _Bool pando_is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, (struct sigaction *)0, &action) == 0 && action.sa_handler == SIG_IGN;
}

#endif
