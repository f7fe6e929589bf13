#define _GNU_SOURCE
#include "CBlackBox.h"
#include "Frames.h"
#include "Stacks.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

_Thread_local struct pando_job pando_job_of_thread;

// Swift's own function behind the getter of a task local: returns the address of its value on the task that this thread
// runs; null where it was not set. It walks a list, and takes no lock.
extern const void *swift_task_localValueGet(const void *local) __attribute__((swiftcall));

static int box = -1;
static pid_t owner;
static _Atomic(const void *) effects;

// How far the last words have come. The first thread that ends the process has them.
enum { silent, speaking, spoken };
static atomic_int state = silent;
static _Thread_local volatile sig_atomic_t speaks;

static void name_action(struct pando_last_words *words) {
  int ends = pando_job_of_thread.epoch == PANDO_ENDING_EPOCH;
  words->culprit = ends ? pando_culprit_effect : pando_culprit_action;
  words->client = pando_job_of_thread.client;
  words->lane = pando_job_of_thread.lane;
  words->epoch = pando_job_of_thread.epoch;
  words->sequence = pando_job_of_thread.sequence;
}

static void copy_name(struct pando_last_words *words, const char *name, uint64_t length) {
  if (length > PANDO_NAME_BYTES) length = PANDO_NAME_BYTES;
  memcpy(words->name, name, length);
  words->nameLength = (uint8_t)length;
}

// The effect whose code this thread runs; null where it runs none that is known.
static const struct pando_effect *effect_here(void) {
  const void *local = atomic_load(&effects);
  if (local == 0) return 0;
  const struct pando_effect *effect = swift_task_localValueGet(local);
  if (effect == 0 || effect->mark != PANDO_EFFECT_MARK || effect->lane == 0) return 0;
  return effect;
}

static void name_effect(struct pando_last_words *words) {
  const struct pando_effect *effect = effect_here();
  if (effect == 0) return;
  words->culprit = pando_culprit_effect;
  words->client = effect->client;
  words->lane = effect->lane;
  if (effect->nameLength > 0) {
    uint64_t most = sizeof effect->name;
    copy_name(words, (const char *)effect->name, effect->nameLength < most ? effect->nameLength : most);
  } else if (effect->file != 0) {
    copy_name(words, effect->file, effect->fileLength);
    words->line = (uint32_t)effect->line;
  }
}

static long long milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static int patience;
static atomic_int may_end;
// When nobody waits any longer; 0 while nothing was said that is to be passed on.
static atomic_llong deadline;

static void say(const struct pando_last_words *words) {
  if (words->culprit != pando_culprit_unknown || words->isSent) atomic_store(&deadline, milliseconds_now() + patience);
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

// Waits until the last words were passed on, whichever thread had them.
static void wait_for_leave(void) {
  struct timespec moment = {.tv_nsec = 1000 * 1000};
  while (!atomic_load(&may_end) && milliseconds_now() < atomic_load(&deadline)) nanosleep(&moment, 0);
}

void pando_black_box_let_go(void) { atomic_store(&may_end, 1); }

// The actions that were set before.
static struct sigaction before[65];

static void end(int number, siginfo_t *info, void *context) {
  int saved = errno;
  // The kernel's own have codes above zero.
  int isSent = info->si_code <= 0 && info->si_pid != getpid();
  // What a child of the process does, before it runs another program, is nobody's here.
  if (getpid() == owner) {
    tell(number, isSent);
    wait_for_leave();
    if (!isSent) pando_frames_print();
  }
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
  if (getpid() != owner) return;
  // The process ends as it should.
  if (pando_job_of_thread.lane == 0 && effect_here() == 0) return;
  tell(0, 0);
  wait_for_leave();
}

// A question to all threads, by its number: what a late one answers to an earlier one counts for nothing.
static atomic_int question;
static atomic_int answer_count;
static atomic_int occupant_count;
enum { occupants_most = 256, question_signal = SIGPROF };
static struct {
  atomic_int question;
  struct pando_occupant occupant;
} occupants[occupants_most];

static void answer(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  int saved = errno;
  int asked = info->si_value.sival_int;
  if (info->si_code == SI_QUEUE && info->si_pid == getpid() && asked == atomic_load(&question)) {
    const struct pando_effect *effect = effect_here();
    int index = effect == 0 ? occupants_most : atomic_fetch_add(&occupant_count, 1);
    if (index < occupants_most) {
      struct pando_occupant *occupant = &occupants[index].occupant;
      occupant->thread = (int32_t)syscall(SYS_gettid);
      occupant->owner = effect->owner;
      occupant->number = effect->number;
      atomic_store(&occupants[index].question, asked);
    }
    atomic_fetch_add(&answer_count, 1);
  }
  errno = saved;
}

// Returns whether a thread takes the signal of a question.
static int may_answer(int thread) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/self/task/%d/status", thread);
  FILE *file = fopen(path, "re");
  if (file == 0) return 0;
  unsigned long long blocked = ~0ULL;
  while (fgets(line, sizeof line, file) != 0 && sscanf(line, "SigBlk: %llx", &blocked) != 1) {
  }
  fclose(file);
  return !(blocked >> (question_signal - 1) & 1);
}

// Asks every other thread, and returns how many will answer.
static int ask(int number) {
  DIR *folder = opendir("/proc/self/task");
  if (folder == 0) return 0;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != 0;) {
    int thread = atoi(entry->d_name);
    if (thread <= 0 || thread == syscall(SYS_gettid) || !may_answer(thread)) continue;
    siginfo_t info = {.si_signo = question_signal, .si_code = SI_QUEUE};
    info.si_pid = getpid();
    info.si_uid = getuid();
    info.si_value.sival_int = number;
    if (syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, question_signal, &info) == 0) count += 1;
  }
  closedir(folder);
  return count;
}

int pando_black_box_find_occupants(struct pando_occupant *found, int most) {
  struct sigaction former, answering = {.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  answering.sa_sigaction = answer;
  if (sigaction(question_signal, 0, &former) != 0) return -1;
  if (former.sa_handler == SIG_DFL) {
    if (sigaction(question_signal, &answering, 0) != 0) return -1;
  } else if (former.sa_sigaction != answer) {
    // A profiler has it.
    return -1;
  }
  atomic_store(&answer_count, 0);
  atomic_store(&occupant_count, 0);
  int number = atomic_fetch_add(&question, 1) + 1;
  int asked = ask(number);
  for (int look = 0; look < 500 && atomic_load(&answer_count) < asked; look += 1) usleep(1000);
  int count = 0;
  for (int index = 0; index < occupants_most && count < most; index += 1) {
    if (atomic_load(&occupants[index].question) == number) found[count++] = occupants[index].occupant;
  }
  return count;
}

void pando_black_box_name_effects(const void *local) { atomic_store(&effects, local); }

void pando_black_box_open(int descriptor, int patience_milliseconds) {
  static const int numbers[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  box = descriptor;
  owner = getpid();
  patience = patience_milliseconds;
  atexit(leave);
  pando_stacks_open();
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
