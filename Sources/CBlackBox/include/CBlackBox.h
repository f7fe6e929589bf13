#ifndef PANDO_CBLACKBOX_H
#define PANDO_CBLACKBOX_H

// The black box of a worker: whose code runs on each thread, and the last words of a process that ends by it.
//
// A process tells of its end in one record on a pipe. It is written by the thread that ends the process: by the handler
// of a deadly signal, or by `exit`. Nothing here allocates, or takes a lock. The pipe leads to whoever started the
// process, and outlives it; or to a thread of the process itself, which passes the record on while the end waits.

#include <stdint.h>
#include <sys/prctl.h>

// The action that Pando has this thread reduce; no lane has the number 0.
struct pando_job {
  // The number of the session, in this process, of the client that the lane is of.
  uint64_t client;
  uint64_t lane;
  uint64_t epoch;
  uint64_t sequence;
};

extern _Thread_local struct pando_job pando_job_of_thread;

// Everything that this thread runs is of this lane, until another is named.
static inline void pando_job_enter(uint64_t client, uint64_t lane) {
  pando_job_of_thread.client = client;
  pando_job_of_thread.lane = lane;
  pando_job_of_thread.epoch = 0;
  pando_job_of_thread.sequence = 0;
}

// The action that is reduced for the lane.
static inline void pando_job_reduce(uint64_t epoch, uint64_t sequence) {
  pando_job_of_thread.epoch = epoch;
  pando_job_of_thread.sequence = sequence;
}

static inline struct pando_job pando_job_now(void) { return pando_job_of_thread; }

static inline void pando_job_resume(struct pando_job job) { pando_job_of_thread = job; }

// In place of an epoch: the thread ends effects of the lane.
#define PANDO_ENDING_EPOCH 0xFFFFFFFFFFFFFFFFULL

static inline void pando_job_end_effects(uint64_t client, uint64_t lane) {
  pando_job_of_thread.client = client;
  pando_job_of_thread.lane = lane;
  pando_job_of_thread.epoch = PANDO_ENDING_EPOCH;
  pando_job_of_thread.sequence = 0;
}

// The number of bytes of a name that are told.
#define PANDO_NAME_BYTES 80

// An effect, as a task local of its task begins with it. A signal's handler reads it, so it names only memory that is
// never freed.
struct __attribute__((swift_attr("@Sendable"))) pando_effect {
  // `PANDO_EFFECT_MARK`, since a task local may be nil.
  uint64_t mark;
  uint64_t client;
  uint64_t lane;
  // The address of what its host keeps of effects, and its number there, which are compared alone.
  uint64_t owner;
  uint64_t number;
  // Where its code is, in a file that is named in static memory; null where that is not known.
  const char *file;
  uint64_t fileLength;
  uint64_t line;
  // The name that the user gave it, its first bytes.
  uint64_t name[4];
  uint64_t nameLength;
};

#define PANDO_EFFECT_MARK 0x50616E646F456666ULL

enum { pando_culprit_unknown = 0, pando_culprit_action = 1, pando_culprit_effect = 2 };

// The last words. Fewer bytes than a pipe takes at once, so they are there as a whole or not at all.
struct pando_last_words {
  uint32_t mark;
  // 0 for a call of `exit`.
  int32_t signal;
  // True if another process has sent the signal: nothing here is why.
  uint8_t isSent;
  uint8_t culprit;
  uint8_t nameLength;
  uint8_t unused;
  uint32_t line;
  uint64_t client;
  uint64_t lane;
  uint64_t epoch;
  uint64_t sequence;
  char name[PANDO_NAME_BYTES];
};

#define PANDO_LAST_WORDS_MARK 0x50424258U

// Has the end of this process told on a descriptor, from now on, but not that of its children. To be called once, before
// the process has threads. A thread that ends it, and knows by whose code, waits for so long, at most, until
// `pando_black_box_let_go` is called; not at all with 0.
void pando_black_box_open(int descriptor, int patience_milliseconds);

// Has the frames of a crash printed by the thread that crashes, from now on, where no other process may look.
void pando_black_box_print_frames(void);

// Lets the process end. Its last words were passed on, or nobody wants them.
void pando_black_box_let_go(void);

// The task local that begins with a `struct pando_effect`: the address of its `TaskLocal`, which is never freed.
void pando_black_box_name_effects(const void *local);

// An effect whose code a thread runs.
struct pando_occupant {
  int32_t thread;
  uint64_t owner;
  uint64_t number;
};

// Finds the effects whose code the other threads of the process run at the moment: each thread is sent SIGPROF, and
// answers by itself. Calls that wait in the kernel, and are not begun anew after a signal, return EINTR. Returns their
// number; -1 where they cannot be asked, as another has a handler for the signal. Waits for half a second at most. One
// thread at a time.
int pando_black_box_find_occupants(struct pando_occupant *found, int most);

// Gives the calling thread a stack for the handlers of signals, until it ends, if it has none: else code that recurses
// without end leaves no word. The main thread and those of Swift's pool have one.
void pando_black_box_guard_thread(void);

// Names the calling thread; at most 15 bytes.
static inline void pando_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

#endif
