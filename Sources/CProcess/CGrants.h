#ifndef PANDO_CGRANTS_H
#define PANDO_CGRANTS_H

// Descriptors that pass between a program and its workers. Swift cannot read the macros of `cmsg(3)`.

#if __has_feature(modules)
#pragma clang module import SwiftGlibc
#endif
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// A question is the first two numbers, which name a file. The answer has all three: 0 and the file's descriptor, or why
// there is none.
struct pando_grant {
  uint64_t high;
  uint64_t low;
  int64_t failure;
};

// The bytes of a question.
#define PANDO_GRANT_QUESTION 16

// Both ends, neither of which goes to a program that is started. The first has room for a few answers alone: whoever asks
// and does not read has few descriptors on the way. Returns 0, or -1 and errno.
static inline int pando_grant_sockets(int *ends) {
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  int room = 4096;
  setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  return 0;
}

// Reads a question. Returns 1; 0 where there is none, -1 where none is to be answered any more: nobody is there, or one who
// says something else. That may come with descriptors, which are none of ours, but count against this user's limit for as
// long as they are on their way; the socket is to be closed, and they with it.
static inline int pando_grant_question(int socket, struct pando_grant *grant) {
  memset(grant, 0, sizeof *grant);
  struct iovec bytes = {grant, PANDO_GRANT_QUESTION};
  struct msghdr message;
  ssize_t count;
  do {
    memset(&message, 0, sizeof message);
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    count = recvmsg(socket, &message, MSG_DONTWAIT);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return errno == EAGAIN ? 0 : -1;
  return count == PANDO_GRANT_QUESTION && !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) ? 1 : -1;
}

// Answers with a descriptor, unless it is negative. Never waits; returns 0, or -1 and errno.
static inline int pando_grant_answer(int socket, const struct pando_grant *grant, int descriptor) {
  struct iovec bytes = {(void *)(uintptr_t)grant, sizeof *grant};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message;
  memset(&message, 0, sizeof message);
  memset(&control, 0, sizeof control);
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    message.msg_control = control.room;
    message.msg_controllen = sizeof control.room;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  }
  ssize_t count;
  do {
    count = sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (count < 0 && errno == EINTR);
  return count == (ssize_t)sizeof *grant ? 0 : -1;
}

// Asks, and waits for the answer. Returns the descriptor, or an error's number as a negative one; -ENOENT where whoever is
// asked does not have the file.
static inline int pando_grant_ask(int socket, uint64_t high, uint64_t low) {
  struct pando_grant grant = {high, low, 0};
  ssize_t count;
  do {
    count = send(socket, &grant, PANDO_GRANT_QUESTION, MSG_NOSIGNAL);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return -errno;
  struct iovec bytes = {&grant, sizeof grant};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message;
  do {
    memset(&message, 0, sizeof message);
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    message.msg_control = control.room;
    message.msg_controllen = sizeof control.room;
    count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return -errno;
  if (count != (ssize_t)sizeof grant) return -EPIPE;
  // There was a descriptor, and none is free.
  if (message.msg_flags & MSG_CTRUNC) return -EMFILE;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header) return grant.failure != 0 ? -(int)grant.failure : -EPROTO;
  int descriptor;
  memcpy(&descriptor, CMSG_DATA(header), sizeof(int));
  return descriptor;
}

#endif
