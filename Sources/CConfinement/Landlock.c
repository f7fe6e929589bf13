#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// From linux/landlock.h, which older systems lack or have for older kernels. The numbers of the calls are the same on
// every machine.
#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_ADD_RULE 445
#define LANDLOCK_RESTRICT_SELF 446

#define FS_EXECUTE (1ULL << 0)
#define FS_WRITE_FILE (1ULL << 1)
#define FS_READ_FILE (1ULL << 2)
#define FS_READ_DIR (1ULL << 3)
#define FS_REMOVE_DIR (1ULL << 4)
#define FS_REMOVE_FILE (1ULL << 5)
#define FS_MAKE_CHAR (1ULL << 6)
#define FS_MAKE_DIR (1ULL << 7)
#define FS_MAKE_REG (1ULL << 8)
#define FS_MAKE_SOCK (1ULL << 9)
#define FS_MAKE_FIFO (1ULL << 10)
#define FS_MAKE_BLOCK (1ULL << 11)
#define FS_MAKE_SYM (1ULL << 12)
#define FS_REFER (1ULL << 13)
#define FS_TRUNCATE (1ULL << 14)
#define FS_IOCTL_DEV (1ULL << 15)

#define NET_BIND_TCP (1ULL << 0)
#define NET_CONNECT_TCP (1ULL << 1)

#define SCOPE_ABSTRACT_SOCKETS (1ULL << 0)
#define SCOPE_SIGNALS (1ULL << 1)

// What each version brought.
#define VERSION_OF_REFER 2
#define VERSION_OF_TRUNCATE 3
#define VERSION_OF_PORTS 4
#define VERSION_OF_DEVICES 5
#define VERSION_OF_SCOPES 6

struct ruleset {
  uint64_t files;
  uint64_t ports;
  uint64_t scopes;
};

// Packed, as the kernel has it.
struct place_rule {
  uint64_t rights;
  int32_t place;
} __attribute__((packed));

struct port_rule {
  uint64_t rights;
  uint64_t port;
};

int pando_landlock_version(void) {
  long version = syscall(LANDLOCK_CREATE_RULESET, (void *)0, 0, 1);
  return version < 0 ? -errno : (int)version;
}

// Every right on files that a version has a word for.
static uint64_t handled(int version) {
  uint64_t rights = (FS_MAKE_SYM << 1) - 1;
  if (version >= VERSION_OF_REFER) rights |= FS_REFER;
  if (version >= VERSION_OF_TRUNCATE) rights |= FS_TRUNCATE;
  if (version >= VERSION_OF_DEVICES) rights |= FS_IOCTL_DEV;
  return rights;
}

int pando_rules_make(int version, int restrictsSockets) {
  struct ruleset rules = {handled(version), 0, 0};
  size_t size = offsetof(struct ruleset, ports);
  if (version >= VERSION_OF_PORTS) {
    if (restrictsSockets) rules.ports = NET_BIND_TCP | NET_CONNECT_TCP;
    size = offsetof(struct ruleset, scopes);
  }
  if (version >= VERSION_OF_SCOPES) {
    rules.scopes = SCOPE_SIGNALS | (restrictsSockets ? SCOPE_ABSTRACT_SOCKETS : 0);
    size = sizeof rules;
  }
  long outcome = syscall(LANDLOCK_CREATE_RULESET, &rules, size, 0);
  return outcome < 0 ? -errno : (int)outcome;
}

int pando_rules_allow(int rules, int version, int place, unsigned rights) {
  struct place_rule rule = {0, place};
  if (rights & pando_may_read) rule.rights |= FS_READ_FILE | FS_READ_DIR;
  if (rights & pando_may_write) {
    rule.rights |= FS_WRITE_FILE | FS_REMOVE_DIR | FS_REMOVE_FILE | FS_MAKE_DIR | FS_MAKE_REG | FS_MAKE_SYM |
                   FS_REFER | FS_TRUNCATE;
  }
  if (rights & pando_may_execute) rule.rights |= FS_EXECUTE;
  if (rights & pando_may_listen) rule.rights |= FS_MAKE_SOCK | FS_REMOVE_FILE;
  rule.rights &= handled(version);
  struct stat status;
  if (fstat(place, &status) != 0) return -errno;
  // What only folders can have is refused for a file.
  if (!S_ISDIR(status.st_mode)) {
    rule.rights &= FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE | FS_IOCTL_DEV;
  }
  return syscall(LANDLOCK_ADD_RULE, rules, 1, &rule, 0) == 0 ? 0 : -errno;
}

int pando_rules_allow_port(int rules, uint16_t port, unsigned rights) {
  struct port_rule rule = {0, port};
  if (rights & pando_may_connect) rule.rights |= NET_CONNECT_TCP;
  if (rights & pando_may_bind) rule.rights |= NET_BIND_TCP;
  return syscall(LANDLOCK_ADD_RULE, rules, 2, &rule, 0) == 0 ? 0 : -errno;
}

static int limit(int resource, uint64_t most) {
  if (most == 0) return 0;
  struct rlimit now;
  if (getrlimit(resource, &now) != 0) return -1;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
  struct rlimit next = {most, most};
  return setrlimit(resource, &next);
}

// A process of the superuser has the superuser's rights again behind `exec`, but for what it can never have.
static int drop_capabilities(void) {
  struct {
    uint32_t version;
    int32_t process;
  } header = {0x20080522, 0};
  struct {
    uint32_t effective, permitted, inheritable;
  } none[2] = {{0, 0, 0}, {0, 0, 0}};
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  // Without the right to drop them it has none that would be dropped, or keeps none behind `exec` either, as that gives
  // nothing that it does not have by then.
  for (int number = 0; number < 64 && prctl(PR_CAPBSET_DROP, number, 0, 0, 0) == 0; number += 1) {
  }
  return (int)syscall(SYS_capset, &header, none);
}

int pando_confine(const void *argument) {
  const struct pando_confinement *confinement = argument;
  if (limit(RLIMIT_DATA, confinement->dataBytes) != 0) return errno;
  if (limit(RLIMIT_NOFILE, confinement->descriptors) != 0) return errno;
  if (limit(RLIMIT_FSIZE, confinement->fileBytes) != 0) return errno;
  // A worker could keep the other end of its input open, by which it is to learn that its parent is gone.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
  if (drop_capabilities() != 0) return errno;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (confinement->rules < 0) return 0;
  int folder = open("/proc/self", O_PATH | O_DIRECTORY);
  if (folder < 0) return errno;
  if (dup2(folder, confinement->ownFolder) < 0) return errno;
  if (folder != confinement->ownFolder) close(folder);
  int failure = pando_rules_allow(
      confinement->rules, confinement->version, confinement->ownFolder, pando_may_read);
  if (failure != 0) return -failure;
  if (syscall(LANDLOCK_RESTRICT_SELF, confinement->rules, 0) != 0) return errno;
  close(confinement->rules);
  return 0;
}
