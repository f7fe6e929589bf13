#define _GNU_SOURCE
#include "HostileDeeds.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int closed(int descriptor) {
  if (descriptor < 0) return errno;
  close(descriptor);
  return 0;
}

static int done(long outcome) { return outcome < 0 ? errno : 0; }

static int read_file(const char *path, long number) { return closed(open(path, O_RDONLY | (int)(number & 0))); }
static int write_file(const char *path, long number) {
  (void)number;
  return closed(open(path, O_WRONLY | O_CREAT, 0600));
}
static int list_folder(const char *path, long number) {
  (void)number;
  DIR *folder = opendir(path);
  if (folder == 0) return errno;
  closedir(folder);
  return 0;
}
static int cut_file(const char *path, long number) { return done(truncate(path, number)); }
static int change_mode(const char *path, long number) {
  (void)number;
  return done(chmod(path, 0600));
}
static int change_mode_of_open(const char *path, long number) {
  (void)number;
  int descriptor = open(path, O_RDONLY);
  if (descriptor < 0) return errno;
  int outcome = done(fchmod(descriptor, 0600));
  // It may have been told that it was done.
  struct stat status;
  if (outcome == 0 && fstat(descriptor, &status) == 0 && (status.st_mode & 0777) != 0600) outcome = EPERM;
  close(descriptor);
  return outcome;
}
// Neither to read nor to write.
static int open_for_nothing(const char *path, long number) { return closed(open(path, O_ACCMODE | (int)(number & 0))); }
// Puts a link in the place of a folder, to one beside the folder that it is in.
static int replace_folder(const char *path, long number) {
  (void)number;
  char old[512], target[512];
  snprintf(old, sizeof old, "%s-before", path);
  snprintf(target, sizeof target, "%s/../../secret", path);
  char *real = realpath(target, 0);
  if (rename(path, old) != 0) return errno;
  int outcome = done(symlink(real == 0 ? target : real, path));
  free(real);
  return outcome;
}
static int remove_file(const char *path, long number) {
  (void)number;
  return done(unlink(path));
}
static int watch_folder(const char *path, long number) {
  (void)number;
  int descriptor = inotify_init1(0);
  if (descriptor < 0) return errno;
  int outcome = done(inotify_add_watch(descriptor, path, IN_ALL_EVENTS));
  close(descriptor);
  return outcome;
}

static int connect_tcp(const char *path, long port) {
  (void)path;
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (descriptor < 0) return errno;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int outcome = done(connect(descriptor, (struct sockaddr *)&address, sizeof address));
  close(descriptor);
  return outcome;
}
// A connection that begins with what it sends.
static int connect_fast(const char *path, long port) {
  (void)path;
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (descriptor < 0) return errno;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int outcome = done(sendto(descriptor, "x", 1, MSG_FASTOPEN, (struct sockaddr *)&address, sizeof address));
  close(descriptor);
  return outcome;
}
static int listen_tcp(const char *path, long port) {
  (void)path;
  (void)port;
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (descriptor < 0) return errno;
  struct sockaddr_in address = {.sin_family = AF_INET};
  int outcome = done(bind(descriptor, (struct sockaddr *)&address, sizeof address));
  if (outcome == 0) outcome = done(listen(descriptor, 1));
  close(descriptor);
  return outcome;
}
static int send_udp(const char *path, long port) {
  (void)path;
  int descriptor = socket(AF_INET, SOCK_DGRAM, 0);
  if (descriptor < 0) return errno;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int outcome = done(sendto(descriptor, "x", 1, 0, (struct sockaddr *)&address, sizeof address));
  close(descriptor);
  return outcome;
}
static int connect_unix(const char *path, long number) {
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  if (descriptor < 0) return errno;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  // With a number, the name is an abstract one.
  size_t length = strlen(path), start = number != 0;
  if (length + start < sizeof address.sun_path) memcpy(address.sun_path + start, path, length);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + start + length + (start ? 0 : 1));
  int outcome = done(connect(descriptor, (struct sockaddr *)&address, size));
  close(descriptor);
  return outcome;
}
static int make_pair(const char *path, long number) {
  (void)path;
  (void)number;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return errno;
  close(ends[0]);
  close(ends[1]);
  return 0;
}

static int send_signal(const char *path, long process) {
  (void)path;
  return done(kill((pid_t)process, 0));
}
static int send_signal_to_thread(const char *path, long process) {
  (void)path;
  return done(syscall(SYS_tgkill, process, process, 0));
}
static int own_signals(const char *path, long process) {
  (void)path;
  int ends[2];
  if (pipe(ends) != 0) return errno;
  int outcome = done(fcntl(ends[0], F_SETOWN, (int)process));
  close(ends[0]);
  close(ends[1]);
  return outcome;
}
static int trace(const char *path, long process) {
  (void)path;
  // Attaches to nobody, and asks for it.
  long outcome = ptrace(PTRACE_SEIZE, (pid_t)process, 0, 0);
  if (outcome < 0) return errno;
  ptrace(PTRACE_DETACH, (pid_t)process, 0, 0);
  return 0;
}
static int read_of_process(const char *name, long process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/%s", process, name);
  int descriptor = open(path, O_RDONLY);
  if (descriptor < 0) return errno;
  char byte;
  int outcome = strcmp(name, "mem") == 0 ? 0 : done(read(descriptor, &byte, 1));
  close(descriptor);
  return outcome;
}
static int read_memory(const char *path, long process) {
  (void)path;
  char byte;
  struct iovec own = {&byte, 1}, other = {(void *)&environ, 1};
  long outcome = syscall(SYS_process_vm_readv, process, &own, 1, &other, 1, 0);
  // It was let look, and nothing is there.
  if (outcome < 0 && errno == EFAULT) return 0;
  return done(outcome);
}
static int change_limits(const char *path, long process) {
  (void)path;
  struct rlimit now;
  if (prlimit((pid_t)process, RLIMIT_CORE, 0, &now) != 0) return errno;
  return done(prlimit((pid_t)process, RLIMIT_CORE, &now, 0));
}

static int start_process(const char *path, long number) {
  (void)path;
  (void)number;
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) _exit(0);
  while (waitpid(child, 0, 0) < 0 && errno == EINTR) {
  }
  return 0;
}
static int start_program(const char *path, long number) {
  (void)number;
  pid_t child = vfork();
  if (child < 0) return errno;
  if (child == 0) {
    execl(path, path, (char *)0);
    _exit(errno);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WEXITSTATUS(status);
}
// Becomes another program: a deed that does not come back where it can.
static int become_program(const char *path, long number) {
  (void)number;
  execl(path, path, (char *)0);
  return errno;
}
static int make_memory_file(const char *path, long number) {
  (void)number;
  return closed((int)syscall(SYS_memfd_create, path, 0));
}
static int make_code(const char *path, long number) {
  (void)path;
  (void)number;
  void *code = mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (code == MAP_FAILED) return errno;
  munmap(code, 4096);
  return 0;
}
static int make_ring(const char *path, long number) {
  (void)path;
  (void)number;
  char parameters[256] = {0};
  return closed((int)syscall(425, 1, parameters));
}
static int leave_names(const char *path, long number) {
  (void)path;
  (void)number;
  // In a process of its own, since it lasts.
  return done(unshare(CLONE_NEWUTS));
}
static int share_memory(const char *path, long number) {
  (void)path;
  (void)number;
  int segment = shmget(IPC_PRIVATE, 4096, 0600);
  if (segment < 0) return errno;
  shmctl(segment, IPC_RMID, 0);
  return 0;
}
static int raise_files(const char *path, long number) {
  (void)path;
  (void)number;
  struct rlimit now;
  if (getrlimit(RLIMIT_NOFILE, &now) != 0) return errno;
  return done(setrlimit(RLIMIT_NOFILE, &now));
}
// Opens a file as often as it can, up to a number.
static int open_many(const char *path, long number) {
  int *all = malloc(sizeof(int) * (size_t)number), count = 0, outcome = 0;
  while (count < number && outcome == 0) {
    all[count] = open(path, O_RDONLY);
    if (all[count] < 0) outcome = errno;
    else count += 1;
  }
  while (count > 0) close(all[--count]);
  free(all);
  return outcome;
}
// Takes so many million bytes, as long as it is let.
static int take_memory(const char *path, long number) {
  (void)path;
  char *bytes = malloc((size_t)number * 1000000);
  if (bytes == 0) return ENOMEM;
  for (long at = 0; at < number * 1000000; at += 4096) bytes[at] = 1;
  free(bytes);
  return 0;
}
// Memory that is shared, and of no file.
static int share_pages(const char *path, long number) {
  (void)path;
  void *pages = mmap(0, (size_t)number, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return errno;
  munmap(pages, (size_t)number);
  return 0;
}
// A process in namespaces of its own, where it would have every capability.
static int enter_names(const char *path, long number) {
  (void)path;
  (void)number;
  long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (child < 0) return errno;
  if (child == 0) _exit(0);
  waitpid((pid_t)child, 0, 0);
  return 0;
}
// A process that leaves the session by which it is found.
// Says something on a socket that the process has.
static int say(const char *path, long number) {
  return done(send((int)number, path, strlen(path), MSG_DONTWAIT | MSG_NOSIGNAL) < 0 ? -1 : 0);
}

static int leave_session(const char *path, long number) {
  (void)path;
  (void)number;
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) _exit(setsid() < 0 ? errno : 0);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WEXITSTATUS(status);
}
static int type_ahead(const char *path, long number) {
  (void)path;
  (void)number;
  // Of no terminal, which a process that may ask is told.
  int outcome = done(ioctl(0, TIOCSTI, "x"));
  return outcome == ENOTTY || outcome == EIO ? 0 : outcome;
}
// Keeps its thread.
static int keep_thread(const char *path, long seconds) {
  (void)path;
  return sleep((unsigned)seconds) == 0 ? 0 : EINTR;
}
static int see_variable(const char *name, long number) {
  (void)number;
  return getenv(name) == 0 ? ENOENT : 0;
}
// Something at a descriptor, from a number on.
static int find_descriptor(const char *path, long number) {
  for (int descriptor = (int)number; descriptor < 1024; descriptor += 1) {
    char link[64], target[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    long length = readlink(link, target, sizeof target - 1);
    if (length < 0) continue;
    target[length] = 0;
    if (strcmp(target, path) == 0) return 0;
  }
  return EBADF;
}

static const struct {
  const char *name;
  int (*deed)(const char *, long);
} deeds[] = {
    {"read", read_file},          {"write", write_file},        {"list", list_folder},
    {"truncate", cut_file},       {"chmod", change_mode},       {"fchmod", change_mode_of_open},
    {"unlink", remove_file},      {"inotify", watch_folder},    {"tcp", connect_tcp},
    {"fast tcp", connect_fast},   {"listen", listen_tcp},       {"udp", send_udp},
    {"unix", connect_unix},       {"socketpair", make_pair},    {"kill", send_signal},
    {"tgkill", send_signal_to_thread}, {"setown", own_signals}, {"ptrace", trace},
    {"of process", read_of_process}, {"vm", read_memory},       {"prlimit", change_limits},
    {"fork", start_process},      {"start", start_program},     {"exec", become_program},
    {"memfd", make_memory_file},  {"code", make_code},          {"io_uring", make_ring},
    {"unshare", leave_names},     {"shm", share_memory},        {"setrlimit", raise_files},
    {"files", open_many},         {"memory", take_memory},      {"type", type_ahead},
    {"sleep", keep_thread},       {"open for nothing", open_for_nothing}, {"replace", replace_folder},
    {"shared pages", share_pages}, {"namespace", enter_names},  {"session", leave_session},
    {"variable", see_variable},   {"descriptor", find_descriptor}, {"say", say},
};

int hostile_deed(const char *name, const char *path, long number) {
  for (unsigned index = 0; index < sizeof deeds / sizeof deeds[0]; index += 1) {
    if (strcmp(deeds[index].name, name) == 0) {
      errno = 0;
      return deeds[index].deed(path, number);
    }
  }
  return -1;
}

struct request {
  const char *name, *path;
  long number;
  int outcome;
};

static void *run(void *argument) {
  struct request *request = argument;
  request->outcome = hostile_deed(request->name, request->path, request->number);
  return 0;
}

int hostile_deed_on_thread(const char *name, const char *path, long number) {
  struct request request = {name, path, number, -1};
  pthread_t thread;
  int failure = pthread_create(&thread, 0, run, &request);
  if (failure != 0) return failure;
  pthread_join(thread, 0);
  return request.outcome;
}

int hostile_answer(int call, int error) {
  struct sock_filter code[] = {
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr)},
      {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)call},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | (unsigned)error},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
  };
  struct sock_fprog program = {sizeof code / sizeof code[0], code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  return done(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program));
}

int hostile_listen_tcp(void) {
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(descriptor, (struct sockaddr *)&address, size) != 0 || listen(descriptor, 64) != 0) return -errno;
  if (getsockname(descriptor, (struct sockaddr *)&address, &size) != 0) return -errno;
  return ntohs(address.sin_port);
}

int hostile_listen_unix(const char *path, int isAbstract) {
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(path), start = isAbstract != 0;
  memcpy(address.sun_path + start, path, length);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + start + length + (start ? 0 : 1));
  if (bind(descriptor, (struct sockaddr *)&address, size) != 0) return errno;
  return done(listen(descriptor, 64));
}
