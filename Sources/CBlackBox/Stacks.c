#include "Stacks.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>

#include "CBlackBox.h"

// A task goes on, after each `await`, on whichever thread is free, and threads come and go. So the pool of tasks is set up
// here as Swift sets up its own on Linux, but for one call before each job.
//
// https://github.com/swiftlang/swift/blob/release/6.3/stdlib/public/Concurrency/DispatchGlobalExecutor.cpp
extern void (*swift_task_enqueueGlobal_hook)(void *job, void *original) __attribute__((swiftcall));
extern void swift_job_run(void *job, void *identity, uintptr_t witness) __attribute__((swiftcall));
extern void *dispatch_queue_create(const char *label, void *attributes);
extern void *dispatch_queue_attr_make_with_qos_class(void *attributes, unsigned int priority, int relative);
extern void dispatch_queue_set_width(void *queue, long width);
extern void dispatch_async_f(void *queue, void *context, void (*work)(void *));
extern struct dispatch_queue_attr_s _dispatch_queue_attr_concurrent;

// One thread for each processor.
enum { width_of_processors = -3 };
enum { highest_priority = 0x21, default_priority = 0x15 };

static _Atomic(void *) queues[highest_priority + 1];
static _Bool is_open;

static void *make_queue(unsigned int priority) {
  void *attributes = dispatch_queue_attr_make_with_qos_class(&_dispatch_queue_attr_concurrent, priority, 0);
  void *queue = dispatch_queue_create("Pando effects", attributes);
  dispatch_queue_set_width(queue, width_of_processors);
  return queue;
}

// A job begins with an object's two words and two words of its scheduler; then come its flags, of which the second byte is
// the priority.
static void *queue_of(const void *job) {
  unsigned int priority = ((const uint32_t *)job)[4 * sizeof(void *) / sizeof(uint32_t)] >> 8 & 0xFF;
  if (priority == 0 || priority > highest_priority) priority = default_priority;
  void *queue = atomic_load(&queues[priority]);
  if (queue != 0) return queue;
  void *made = make_queue(priority);
  // The loser of a race leaves a queue that nobody uses, once.
  return atomic_compare_exchange_strong(&queues[priority], &queue, made) ? made : queue;
}

static void run_guarded(void *job) {
  pando_black_box_guard_thread();
  swift_job_run(job, 0, 0);
}

static __attribute__((swiftcall)) void enqueue(void *job, void *original) {
  (void)original;
  dispatch_async_f(queue_of(job), job, run_guarded);
}

static pthread_key_t stacks;
static _Thread_local _Bool is_guarded;
enum { stack_bytes = 64 << 10 };

static void free_stack(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, 0);
  munmap(stack, stack_bytes);
}

void pando_black_box_guard_thread(void) {
  if (is_guarded || !is_open) return;
  is_guarded = 1;
  stack_t current;
  if (sigaltstack(0, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
  void *stack = mmap(0, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack == MAP_FAILED) return;
  stack_t made = {.ss_sp = stack, .ss_size = stack_bytes};
  if (sigaltstack(&made, 0) != 0 || pthread_setspecific(stacks, stack) != 0) free_stack(stack);
}

void pando_stacks_open(void) {
  if (pthread_key_create(&stacks, free_stack) != 0) return;
  is_open = 1;
  pando_black_box_guard_thread();
  swift_task_enqueueGlobal_hook = enqueue;
}
