#define _GNU_SOURCE
#include "CConfinement.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The descriptor of a confined worker's own folder in /proc; -1 in any other process.
static int own_folder = -1;

// Before any code of the program's: libdispatch looks as soon as it has a thread, which Swift takes for the main function.
__attribute__((constructor)) static void learn_own_folder(void) {
  const char *words = getenv(PANDO_SANDBOX_VARIABLE);
  if (words == 0 || *words < '0' || *words > '9') return;
  int folder = atoi(words);
  struct stat status;
  if (fstat(folder, &status) == 0 && S_ISDIR(status.st_mode)) own_folder = folder;
}

// `task/TID/stat` for `/proc/TID/stat`; 0 for any other path.
static int redirect(const char *path, char *state, unsigned long room) {
  static const char start[] = "/proc/", end[] = "/stat", folder[] = "task/";
  if (strncmp(path, start, sizeof start - 1) != 0) return 0;
  const char *number = path + sizeof start - 1;
  unsigned long digits = strspn(number, "0123456789");
  if (digits == 0 || strcmp(number + digits, end) != 0) return 0;
  if (sizeof folder + digits + sizeof end > room) return 0;
  memcpy(state, folder, sizeof folder - 1);
  memcpy(state + sizeof folder - 1, number, digits + sizeof end);
  return 1;
}

// In place of the C library's, for every part of the program: what it opens is the same, but for a confined process that
// looks at a thread of its own. Cancellation by `pthread_cancel` does not take effect in it.
int open(const char *path, int flags, ...) {
  int mode = 0;
  if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, int);
    va_end(arguments);
  }
  char state[48];
  if (own_folder >= 0 && redirect(path, state, sizeof state)) {
    return (int)syscall(SYS_openat, own_folder, state, flags, mode);
  }
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
