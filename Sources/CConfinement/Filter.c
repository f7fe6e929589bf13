#define _GNU_SOURCE
#include "CConfinement.h"
#include "CallLists.h"
#include "FilterCode.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#else
#error "the filter has no list of system calls for this machine"
#endif

static void set(struct filter *filter, const short *numbers, int count, uint32_t verdict) {
  for (int index = 0; index < count; index += 1) filter->verdicts[numbers[index]] = verdict;
}

// A thread shares all that the threads of a process share, lest it have descriptors of its own.
static void look_at_threads(struct filter *filter) {
  const uint32_t shared = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
  const uint32_t harmless = CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
  int start = begin_call(filter, SYS_clone);
  load_argument(filter, 0);
  add(filter, BPF_ALU | BPF_AND | BPF_K, 0, 0, ~harmless);
  give_if_equal(filter, shared, LET);
  give(filter, ANSWER(EPERM));
  end_call(filter, start);
}

// A process that is started is this one's child, in the same namespaces: in others of its own it would have every capability.
static void look_at_children(struct filter *filter) {
  int start = begin_call(filter, SYS_clone);
  load_argument(filter, 0);
  give_if_any(
      filter,
      CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |
          CLONE_PARENT | CLONE_PTRACE | CLONE_UNTRACED,
      ANSWER(EPERM));
  give(filter, LET);
  end_call(filter, start);
}

// No new code, and no memory that counts for no process, as what is shared and of no file does.
static void look_at_memory(struct filter *filter, int allowsCode) {
  const uint32_t unaccounted = MAP_SHARED | MAP_ANONYMOUS;
  int start = begin_call(filter, SYS_mmap);
  if (!allowsCode) {
    load_argument(filter, 2);
    give_if_any(filter, PROT_EXEC, ANSWER(EPERM));
  }
  load_argument(filter, 3);
  add(filter, BPF_ALU | BPF_AND | BPF_K, 0, 0, unaccounted);
  give_if_equal(filter, unaccounted, ANSWER(EPERM));
  give(filter, LET);
  end_call(filter, start);
  if (allowsCode) return;
  start = begin_call(filter, SYS_mprotect);
  load_argument(filter, 2);
  give_if_any(filter, PROT_EXEC, ANSWER(EPERM));
  give(filter, LET);
  end_call(filter, start);
}

// Landlock lets a file be opened that is neither read nor written by its mode, which may be emptied, or a device that does
// something as it is opened. Before its third version it lets one be emptied that may be read.
static void look_at_files(struct filter *filter, int refusesTruncate) {
  static const struct {
    short number, argument;
  } calls[] = {
#ifdef SYS_open
      {SYS_open, 1},
#endif
      {SYS_openat, 2},
  };
  for (int index = 0; index < LENGTH(calls); index += 1) {
    int start = begin_call(filter, calls[index].number);
    load_argument(filter, calls[index].argument);
    add(filter, BPF_ALU | BPF_AND | BPF_K, 0, 0, O_ACCMODE | (refusesTruncate ? O_TRUNC : 0));
    give_if_equal(filter, O_ACCMODE, ANSWER(EPERM));
    if (refusesTruncate) {
      give_if_equal(filter, O_ACCMODE | O_TRUNC, ANSWER(EPERM));
      give_if_equal(filter, O_RDONLY | O_TRUNC, ANSWER(EPERM));
    }
    give(filter, LET);
    end_call(filter, start);
  }
}

static void look_at_signals(struct filter *filter) {
  static const short numbers[] = {SYS_kill, SYS_tgkill};
  for (int index = 0; index < LENGTH(numbers); index += 1) {
    int start = begin_call(filter, numbers[index]);
    load_argument(filter, 0);
    give_if_equal(filter, (uint32_t)getpid(), LET);
    give(filter, ANSWER(EPERM));
    end_call(filter, start);
  }
}

static void look_at_limits(struct filter *filter) {
  int start = begin_call(filter, SYS_prlimit64);
  load_argument(filter, 2);
  give_unless_equal(filter, 0, ANSWER(EPERM));
  load_upper(filter, 2);
  give_unless_equal(filter, 0, ANSWER(EPERM));
  give(filter, LET);
  end_call(filter, start);
}

static void look_at_names(struct filter *filter) {
  int start = begin_call(filter, SYS_prctl);
  load_argument(filter, 0);
  give_if_equal(filter, PR_SET_NAME, LET);
  give_if_equal(filter, PR_GET_NAME, LET);
  give_if_equal(filter, PR_GET_DUMPABLE, LET);
  // PR_SET_VMA: the C library names memory.
  give_if_equal(filter, 0x53564d41, ANSWER(EINVAL));
  give(filter, ANSWER(EPERM));
  end_call(filter, start);
}

// What asks a descriptor for more than data.
static void look_at_descriptors(struct filter *filter) {
  int start = begin_call(filter, SYS_ioctl);
  load_argument(filter, 1);
  // FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, TCGETS and TIOCGWINSZ.
  static const uint32_t requests[] = {0x541b, 0x5421, 0x5450, 0x5451, 0x5401, 0x5413};
  for (int index = 0; index < LENGTH(requests); index += 1) give_if_equal(filter, requests[index], LET);
  give(filter, ANSWER(EPERM));
  end_call(filter, start);
  start = begin_call(filter, SYS_fcntl);
  load_argument(filter, 1);
  // Locks, flags, copies, and the size of a pipe. Others have the kernel send signals, or change the file.
  static const uint32_t commands[] = {
      F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, 36, 37, 38, F_DUPFD_CLOEXEC, 1031, 1032};
  for (int index = 0; index < LENGTH(commands); index += 1) {
    give_if_equal(filter, commands[index], LET);
  }
  give(filter, ANSWER(EPERM));
  end_call(filter, start);
}

static void refuse_if_any(struct filter *filter, int number, int argument, uint32_t bits) {
  int start = begin_call(filter, number);
  load_argument(filter, argument);
  give_if_any(filter, bits, ANSWER(EPERM));
  give(filter, LET);
  end_call(filter, start);
}

// Streams of the internet alone: Landlock knows the ports of no others, and of none that begin with what they send.
static void look_at_sockets(struct filter *filter) {
  int start = begin_call(filter, SYS_socket);
  load_argument(filter, 0);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 2, 0, AF_INET);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AF_INET6);
  give(filter, ANSWER(EPERM));
  load_argument(filter, 1);
  add(filter, BPF_ALU | BPF_AND | BPF_K, 0, 0, 0xf);
  give_unless_equal(filter, SOCK_STREAM, ANSWER(EPERM));
  load_argument(filter, 2);
  give_if_equal(filter, 0, LET);
  give_if_equal(filter, IPPROTO_TCP, LET);
  give(filter, ANSWER(EPERM));
  end_call(filter, start);
  refuse_if_any(filter, SYS_sendto, 3, MSG_FASTOPEN);
  refuse_if_any(filter, SYS_sendmsg, 2, MSG_FASTOPEN);
  refuse_if_any(filter, SYS_sendmmsg, 3, MSG_FASTOPEN);
}

// The verdicts of the numbers from `low` on and before `high`, as a tree of comparisons.
static void search(struct filter *filter, const short *starts, int low, int high) {
  if (high - low == 1) return give(filter, filter->verdicts[starts[low]]);
  int middle = (low + high) / 2, at = filter->count;
  add(filter, BPF_JMP | BPF_JGE | BPF_K, 0, 0, (uint32_t)starts[middle]);
  search(filter, starts, low, middle);
  int skipped = filter->count - at - 1;
  // A comparison cannot jump farther: the filter has outgrown its form.
  if (skipped > 255) filter->count = ROOM + 1;
  if (filter->count <= ROOM) filter->code[at].jt = (uint8_t)skipped;
  search(filter, starts, middle, high);
}

static void make(struct filter *filter, unsigned lets) {
  filter->count = 0;
  for (int number = 0; number < NUMBERS; number += 1) filter->verdicts[number] = ANSWER(ENOSYS);
  set(filter, plain, LENGTH(plain), LET);
  set(filter, unheard, LENGTH(unheard), ANSWER(0));
  set(filter, refused, LENGTH(refused), ANSWER(EPERM));
  set(filter, unsupported, LENGTH(unsupported), ANSWER(EOPNOTSUPP));
  if (!(lets & pando_filter_refuses_truncate)) filter->verdicts[SYS_truncate] = LET;
  if (lets & pando_filter_connects) filter->verdicts[SYS_connect] = LET;
  if (lets & pando_filter_sockets) set(filter, sockets, LENGTH(sockets), LET);
  if (lets & pando_filter_processes) set(filter, processes, LENGTH(processes), LET);
  load(filter, offsetof(struct seccomp_data, arch));
  give_unless_equal(filter, MACHINE, ANSWER(ENOSYS));
  load(filter, offsetof(struct seccomp_data, nr));
  int hasChildren = (lets & pando_filter_processes) != 0;
  look_at_memory(filter, hasChildren);
  if (hasChildren) {
    look_at_children(filter);
  } else {
    look_at_threads(filter);
    look_at_signals(filter);
  }
  look_at_files(filter, (lets & pando_filter_refuses_truncate) != 0);
  look_at_limits(filter);
  look_at_names(filter);
  look_at_descriptors(filter);
  if ((lets & pando_filter_connects) && !(lets & pando_filter_sockets)) look_at_sockets(filter);
  // The numbers at which the verdict is another one than before. The last stands for all above it.
  short starts[NUMBERS] = {0};
  int count = 1;
  filter->verdicts[NUMBERS - 1] = ANSWER(ENOSYS);
  for (short number = 1; number < NUMBERS; number += 1) {
    if (filter->verdicts[number] != filter->verdicts[number - 1]) starts[count++] = number;
  }
  search(filter, starts, 0, count);
}

int pando_filter_is_known(void) {
  uint32_t answer = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &answer) == 0;
}

int pando_filter_install(unsigned lets) {
  struct filter filter;
  make(&filter, lets);
  if (filter.count > ROOM) return -ENOMEM;
  struct sock_fprog program = {(unsigned short)filter.count, filter.code};
  long outcome = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  // A positive answer is the number of a thread that would not take it.
  if (outcome > 0) return -EBUSY;
  return outcome < 0 ? -errno : 0;
}
