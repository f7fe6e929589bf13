#include "Frames.h"

#include <execinfo.h>
#include <stdatomic.h>
#include <unistd.h>

#include "CBlackBox.h"

// 1 where this process prints the frames of its crash itself, 0 where it does not, or has.
static atomic_int prints_frames = 0;

void pando_black_box_print_frames(void) {
  // Loads what it needs, which a handler must not.
  void *frame;
  backtrace(&frame, 1);
  atomic_store(&prints_frames, 1);
}

void pando_frames_print(void) {
  static const char head[] = "*** Program crashed in a sandbox. Its frames, for addr2line:\n";
  static const char foot[] = "Backtrace took place in the process that crashed\n";
  int one = 1;
  if (!atomic_compare_exchange_strong(&prints_frames, &one, 0)) return;
  void *frames[64];
  int count = backtrace(frames, sizeof frames / sizeof *frames);
  if (write(STDERR_FILENO, head, sizeof head - 1) < 0) return;
  backtrace_symbols_fd(frames, count, STDERR_FILENO);
  if (write(STDERR_FILENO, foot, sizeof foot - 1) < 0) return;
}
