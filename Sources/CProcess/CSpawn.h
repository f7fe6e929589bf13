#ifndef PANDO_CSPAWN_H
#define PANDO_CSPAWN_H

// Starting a child that goes on, if it was stopped, when its parent is gone. `posix_spawn` has no word for that.

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// In glibc since 2.34.
extern void closefrom(int from);

// The number of descriptors that a child may be given.
#define PANDO_SPAWN_DESCRIPTORS 16

// Added to an error's number where the folder cannot be entered.
#define PANDO_SPAWN_FOLDER 4096

// Added to an error's number where the child cannot be confined.
#define PANDO_SPAWN_CONFINE 8192

// What a child does to itself right before it becomes the program. It only calls the system, and writes to its own stack.
// Returns 0, or an error's number.
typedef int (*pando_preparation)(const void *context);

// Enters a folder, unless the process is there already, where it may stay without a right to enter.
static inline int pando_enter(int folder) {
  struct stat there, here;
  if (folder < 0) return 0;
  if (fstat(folder, &there) == 0 && stat(".", &here) == 0 && there.st_dev == here.st_dev &&
      there.st_ino == here.st_ino) {
    return 0;
  }
  return fchdir(folder);
}

// What a child does between `vfork` and the program that it becomes; it never returns. It runs in its parent's memory, in
// place of the thread that called, with every signal blocked. It only calls the system, and writes to its own stack and to
// `problem`.
__attribute__((noinline, noreturn)) static void pando_become(
    pid_t parent, const char *executable, char *const *arguments, char *const *environment,
    int folder, const int *descriptors, int count, pando_preparation prepare, const void *context,
    volatile int *problem) {
  // First of all, since it may be stopped at any moment. The signal makes it go on, and nothing else: then it finds its
  // input at its end, and clears up, which SIGKILL would not let it.
  prctl(PR_SET_PDEATHSIG, SIGCONT, 0, 0, 0);
  // Who is gone already sends no signal.
  if (getppid() != parent) _exit(127);
  setsid();
  // The program's handlers are of no use in its memory; what it ignores is not for the child to ignore.
  struct sigaction standard;
  __builtin_memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  for (int number = 1; number <= 64; number += 1) {
    sigaction(number, &standard, (struct sigaction *)0);
  }
  // None may be where another is to be.
  int own[PANDO_SPAWN_DESCRIPTORS];
  if (pando_enter(folder) != 0) {
    *problem = errno + PANDO_SPAWN_FOLDER;
    _exit(127);
  }
  int isDone = count <= PANDO_SPAWN_DESCRIPTORS;
  for (int index = 0; isDone && index < count; index += 1) {
    own[index] = descriptors[index];
    if (own[index] < count) own[index] = fcntl(own[index], F_DUPFD_CLOEXEC, count);
    isDone = own[index] >= 0;
  }
  for (int index = 0; isDone && index < count; index += 1) {
    isDone = dup2(own[index], index) >= 0;
  }
  if (isDone) {
    // Whatever else the parent has open is none of the child's.
    closefrom(count);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, (sigset_t *)0);
    int failure = prepare ? prepare(context) : 0;
    if (failure != 0) {
      *problem = failure + PANDO_SPAWN_CONFINE;
      _exit(127);
    }
    execve(executable, arguments, environment);
  }
  *problem = errno;
  _exit(127);
}

// Starts a program in a session of its own, in the folder of a descriptor unless that is negative, with these descriptors
// as its first ones and no others, and with the signals as the system sets them, after what `prepare` does, unless that is a
// null pointer. If it is stopped when the calling thread or its process ends, it goes on. Returns its number, or an error's
// number as a negative one.
__attribute__((noinline)) static pid_t pando_spawn(
    const char *executable, char *const *arguments, char *const *environment, int folder,
    const int *descriptors, int count, pando_preparation prepare, const void *context) {
  volatile int problem = 0;
  pid_t parent = getpid();
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = vfork();
  if (child == 0) {
    pando_become(
        parent, executable, arguments, environment, folder, descriptors, count, prepare, context,
        &problem);
  }
  int failure = child < 0 ? errno : problem;
  pthread_sigmask(SIG_SETMASK, &before, (sigset_t *)0);
  if (child > 0 && failure != 0) {
    // Or somebody else in this program waits for every child.
    while (waitpid(child, (int *)0, 0) < 0 && errno == EINTR) {
    }
  }
  return failure == 0 ? child : -failure;
}

#endif
