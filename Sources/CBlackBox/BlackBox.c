#define _GNU_SOURCE
#include "CBlackBox.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

_Thread_local struct pando_job pando_job_of_thread;

// Swift's own function behind the getter of a task local: returns the address of its value on the task that this thread
// runs; null where it was not set. It walks a list, and takes no lock.
extern const void *swift_task_localValueGet(const void *local) __attribute__((swiftcall));

static int box = -1;
static _Atomic(const void *) effects;

// How far the last words have come. The first thread that ends the process has them.
enum { silent, speaking, spoken };
static atomic_int state = silent;
static _Thread_local volatile sig_atomic_t speaks;

static void name_action(struct pando_last_words *words) {
  int ends = pando_job_of_thread.epoch == PANDO_ENDING_EPOCH;
  words->culprit = ends ? pando_culprit_effect : pando_culprit_action;
  words->lane = pando_job_of_thread.lane;
  words->epoch = pando_job_of_thread.epoch;
  words->sequence = pando_job_of_thread.sequence;
}

static void copy_name(struct pando_last_words *words, const char *name, uint64_t length) {
  if (length > PANDO_NAME_BYTES) length = PANDO_NAME_BYTES;
  memcpy(words->name, name, length);
  words->nameLength = (uint8_t)length;
}

static void name_effect(struct pando_last_words *words) {
  const void *local = atomic_load(&effects);
  if (local == 0) return;
  const struct pando_effect *effect = swift_task_localValueGet(local);
  if (effect == 0 || effect->mark != PANDO_EFFECT_MARK || effect->lane == 0) return;
  words->culprit = pando_culprit_effect;
  words->lane = effect->lane;
  words->sequence = effect->sequence;
  if (effect->nameLength > 0) {
    uint64_t most = sizeof effect->name;
    copy_name(words, (const char *)effect->name, effect->nameLength < most ? effect->nameLength : most);
  } else if (effect->file != 0) {
    copy_name(words, effect->file, effect->fileLength);
    words->line = (uint32_t)effect->line;
  }
}

static void say(const struct pando_last_words *words) {
  atomic_store(&state, spoken);
  if (write(box, words, sizeof *words) < 0) {
    // Whoever listens sees the end of the process instead.
  }
}

static void begin(struct pando_last_words *words, int signal, int isSent) {
  memset(words, 0, sizeof *words);
  words->mark = PANDO_LAST_WORDS_MARK;
  words->signal = signal;
  words->isSent = isSent != 0;
}

// Tells of the end, once. What this reads may be what is broken: then the handler is called again on the same thread,
// and tells what is certain.
static void tell(int signal, int isSent) {
  struct pando_last_words words;
  begin(&words, signal, isSent);
  int expected = silent;
  if (atomic_compare_exchange_strong(&state, &expected, speaking)) {
    speaks = 1;
    if (pando_job_of_thread.lane != 0) {
      name_action(&words);
    } else {
      name_effect(&words);
    }
    say(&words);
  } else if (expected == speaking && speaks) {
    say(&words);
  }
}

// The actions that were set before.
static struct sigaction before[65];

static void end(int number, siginfo_t *info, void *context) {
  int saved = errno;
  // The kernel's own have codes above zero.
  int isSent = info->si_code <= 0 && info->si_pid != getpid();
  tell(number, isSent);
  errno = saved;
  struct sigaction *former = &before[number];
  if (!isSent && former->sa_flags & SA_SIGINFO) {
    former->sa_sigaction(number, info, context);
  } else if (isSent || former->sa_handler == SIG_DFL) {
    // The code where a sent one came upon the process is not why: a backtrace would name it, and the process go on.
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(number, &standard, 0);
    raise(number);
  } else if (former->sa_handler != SIG_IGN) {
    former->sa_handler(number);
  }
}

static void leave(void) {
  if (pando_job_of_thread.lane != 0) return tell(0, 0);
  struct pando_last_words words = {0};
  name_effect(&words);
  // The process ends as it should.
  if (words.culprit != pando_culprit_unknown) tell(0, 0);
}

static pthread_key_t stacks;
static pthread_once_t stacks_once = PTHREAD_ONCE_INIT;
static _Thread_local _Bool is_guarded;
enum { stack_bytes = 64 << 10 };

static void free_stack(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, 0);
  munmap(stack, stack_bytes);
}

static void make_stacks(void) { pthread_key_create(&stacks, free_stack); }

void pando_black_box_guard_thread(void) {
  if (is_guarded || box < 0) return;
  is_guarded = 1;
  stack_t current;
  if (sigaltstack(0, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
  pthread_once(&stacks_once, make_stacks);
  void *stack = mmap(0, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack == MAP_FAILED) return;
  stack_t made = {.ss_sp = stack, .ss_size = stack_bytes};
  if (sigaltstack(&made, 0) != 0 || pthread_setspecific(stacks, stack) != 0) free_stack(stack);
}

void pando_black_box_name_effects(const void *local) { atomic_store(&effects, local); }

void pando_black_box_open(int descriptor) {
  static const int numbers[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  box = descriptor;
  atexit(leave);
  for (unsigned long index = 0; index < sizeof numbers / sizeof *numbers; index += 1) {
    int number = numbers[index];
    if (sigaction(number, 0, &before[number]) != 0) continue;
    struct sigaction action = before[number];
    // A fault of what prints the backtrace is a crash like any other, and not the silent end of both.
    action.sa_flags |= SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    action.sa_sigaction = end;
    sigaction(number, &action, 0);
  }
}
