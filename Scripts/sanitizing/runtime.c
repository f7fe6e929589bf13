// Linked into every program that is built with a sanitizer: how the sanitizer runs, which of its
// reports are none, and what it cannot see by itself. Linked rather than set in the environment, so
// that the processes that tests start have it too, whatever environment they are given.

#if __has_feature(address_sanitizer) == __has_feature(thread_sanitizer)
#error "compile this with -fsanitize=address or with -fsanitize=thread"
#endif

#if __has_feature(address_sanitizer)

const char *__asan_default_options(void) {
  // Two definitions of one symbol are the business of the linker.
  return "detect_leaks=" LEAKS ":detect_odr_violation=0:log_path=" REPORTS;
}

const char *__lsan_default_options(void) { return "print_suppressions=0"; }

#endif

#if __has_feature(thread_sanitizer)

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

const char *__tsan_default_options(void) {
  return "second_deadlock_stack=1:history_size=4:log_path=" REPORTS;
}

const char *__tsan_default_suppressions(void) {
  static const char text[] = {
#embed "thread-suppressions.txt" suffix(, 0)
  };
  return text;
}

// A `Mutex` that is free is locked, and one that nobody waits for is unlocked, by an atomic that is
// compiled into the caller: the sanitizer sees that. The rest is in the Swift runtime and in the
// kernel, where it sees nothing, and takes what two threads do one after the other for a race. So
// these three stand before the runtime's own, and tell it. They have the runtime's names.

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Declared as void (*)(unsigned, void *self) and so on by the calling convention of Swift.
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

void __tsan_acquire(void *);
void __tsan_release(void *);

static void *original(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) {
    fprintf(stderr, "sanitize: the Swift runtime has no %s, so locks cannot be followed\n", name);
    abort();
  }
  return function;
}

SWIFT void lock(uint32_t thread, SELF self) __asm__(LOCK);
SWIFT void lock(uint32_t thread, SELF self) {
  SWIFT void (*next)(uint32_t, SELF) = original(LOCK);
  next(thread, self);
  __tsan_acquire(self);
}

SWIFT bool try_lock(SELF self) __asm__(TRY_LOCK);
SWIFT bool try_lock(SELF self) {
  SWIFT bool (*next)(SELF) = original(TRY_LOCK);
  bool is_locked = next(self);
  if (is_locked) __tsan_acquire(self);
  return is_locked;
}

SWIFT void unlock(SELF self) __asm__(UNLOCK);
SWIFT void unlock(SELF self) {
  SWIFT void (*next)(SELF) = original(UNLOCK);
  __tsan_release(self);
  next(self);
}

#endif
