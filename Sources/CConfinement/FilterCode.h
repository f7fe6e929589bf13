#ifndef PANDO_FILTER_CODE_H
#define PANDO_FILTER_CODE_H

// The instructions of a filter of system calls, put together one by one. "Berkeley packet filter", as seccomp(2) runs it.

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>

enum { NUMBERS = 512, ROOM = 1024 };

struct filter {
  struct sock_filter code[ROOM];
  int count;
  // What each call is answered that is not looked at closer.
  uint32_t verdicts[NUMBERS];
};

#define LET SECCOMP_RET_ALLOW
#define ANSWER(number) (SECCOMP_RET_ERRNO | (number))

#define LENGTH(list) ((int)(sizeof(list) / sizeof((list)[0])))

static void add(struct filter *filter, uint16_t code, uint8_t then, uint8_t otherwise, uint32_t value) {
  struct sock_filter instruction = {code, then, otherwise, value};
  if (filter->count < ROOM) filter->code[filter->count] = instruction;
  filter->count += 1;
}

static void load(struct filter *filter, uint32_t offset) { add(filter, BPF_LD | BPF_W | BPF_ABS, 0, 0, offset); }

// The half of an argument with its lower bits, and the other one.
static void load_argument(struct filter *filter, int index) {
  load(filter, (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (unsigned)index));
}

static void load_upper(struct filter *filter, int index) {
  load(filter, (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (unsigned)index + 4));
}

static void give(struct filter *filter, uint32_t verdict) { add(filter, BPF_RET | BPF_K, 0, 0, verdict); }

// Gives a verdict where what was loaded is a value, and goes on else.
static void give_if_equal(struct filter *filter, uint32_t value, uint32_t verdict) {
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
  give(filter, verdict);
}

static void give_unless_equal(struct filter *filter, uint32_t value, uint32_t verdict) {
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, value);
  give(filter, verdict);
}

static void give_if_any(struct filter *filter, uint32_t bits, uint32_t verdict) {
  add(filter, BPF_JMP | BPF_JSET | BPF_K, 0, 1, bits);
  give(filter, verdict);
}

// Begins to look at the arguments of a call; what follows until `end_call` gives a verdict in every case.
static int begin_call(struct filter *filter, int number) {
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, (uint32_t)number);
  return filter->count - 1;
}

static void end_call(struct filter *filter, int start) {
  filter->code[start].jf = (uint8_t)(filter->count - start - 1);
}

#endif
