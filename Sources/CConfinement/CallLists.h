#ifndef PANDO_CALL_LISTS_H
#define PANDO_CALL_LISTS_H

// The system calls that the filter of a confined worker knows by name.

#include <sys/syscall.h>

// Calls that older headers have no names for; their numbers are the same on every machine.
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif
#ifndef SYS_faccessat2
#define SYS_faccessat2 439
#endif
#ifndef SYS_process_madvise
#define SYS_process_madvise 440
#endif
#ifndef SYS_epoll_pwait2
#define SYS_epoll_pwait2 441
#endif

// What is let through, whatever its arguments. Landlock says which files.
static const short plain[] = {
#ifdef SYS_open
    // Those that newer machines never had.
    SYS_access, SYS_alarm, SYS_creat, SYS_dup2, SYS_epoll_create, SYS_epoll_wait, SYS_eventfd, SYS_getdents,
    SYS_getpgrp, SYS_link, SYS_lstat, SYS_mkdir, SYS_open, SYS_pause, SYS_pipe, SYS_poll, SYS_readlink, SYS_rename,
    SYS_rmdir, SYS_select, SYS_signalfd, SYS_stat, SYS_symlink, SYS_time, SYS_unlink,
#endif
    SYS_accept4, SYS_accept, SYS_brk, SYS_capget, SYS_chdir, SYS_clock_getres, SYS_clock_gettime, SYS_clock_nanosleep,
    SYS_close, SYS_close_range, SYS_copy_file_range, SYS_dup, SYS_dup3, SYS_epoll_create1, SYS_epoll_ctl,
    SYS_epoll_pwait, SYS_epoll_pwait2, SYS_eventfd2, SYS_exit, SYS_exit_group, SYS_faccessat, SYS_faccessat2,
    SYS_fadvise64, SYS_fallocate, SYS_fchdir, SYS_fdatasync, SYS_flock, SYS_fstat, SYS_fstatfs, SYS_fsync,
    SYS_ftruncate, SYS_futex, SYS_get_robust_list, SYS_getcpu, SYS_getcwd, SYS_getdents64, SYS_getegid, SYS_geteuid,
    SYS_getgid, SYS_getgroups, SYS_getitimer, SYS_getpeername, SYS_getpgid, SYS_getpid, SYS_getppid, SYS_getpriority,
    SYS_getrandom, SYS_getresgid, SYS_getresuid, SYS_getrusage, SYS_getsid, SYS_getsockname, SYS_getsockopt,
    SYS_gettid, SYS_gettimeofday, SYS_getuid, SYS_linkat, SYS_lseek, SYS_madvise, SYS_membarrier, SYS_mincore,
    SYS_mkdirat, SYS_mlock, SYS_mremap, SYS_msync, SYS_munlock, SYS_munmap, SYS_nanosleep, SYS_newfstatat, SYS_openat,
    SYS_pipe2, SYS_ppoll, SYS_pread64, SYS_preadv, SYS_preadv2, SYS_pselect6, SYS_pwrite64, SYS_pwritev,
    SYS_pwritev2, SYS_read, SYS_readahead, SYS_readlinkat, SYS_readv, SYS_recvfrom, SYS_recvmmsg, SYS_recvmsg,
    SYS_renameat, SYS_renameat2, SYS_restart_syscall, SYS_rseq, SYS_rt_sigaction, SYS_rt_sigpending,
    SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_sched_getaffinity, SYS_sched_getattr, SYS_sched_getparam, SYS_sched_getscheduler,
    SYS_sched_rr_get_interval, SYS_sched_yield, SYS_sendfile, SYS_sendmmsg, SYS_sendmsg, SYS_sendto,
    SYS_set_robust_list, SYS_set_tid_address, SYS_setitimer, SYS_setsockopt, SYS_shutdown, SYS_sigaltstack,
    SYS_signalfd4, SYS_splice, SYS_statfs, SYS_statx, SYS_symlinkat, SYS_sync_file_range, SYS_sysinfo, SYS_tee,
    SYS_timer_create, SYS_timer_delete, SYS_timer_getoverrun, SYS_timer_gettime, SYS_timer_settime,
    SYS_timerfd_create, SYS_timerfd_gettime, SYS_timerfd_settime, SYS_times, SYS_umask, SYS_uname, SYS_unlinkat,
    SYS_wait4, SYS_waitid, SYS_write, SYS_writev,
};

// What answers that it was done, and is not: libzmq and libdispatch call the first for their threads, and end the process
// where they fail.
static const short unheard[] = {SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_setpriority,
                                // Foundation's atomic writes and copies fail without it.
                                SYS_fchmod};

// What is answered as by a file system that does not have it.
static const short unsupported[] = {
    SYS_fgetxattr, SYS_flistxattr, SYS_getxattr, SYS_lgetxattr, SYS_listxattr, SYS_llistxattr,
};

// What is refused by its name, so that whoever calls it learns that it was not allowed. What is in no list is answered as
// by a kernel that does not have it: `clone3` is, for which the C library then takes `clone`.
static const short refused[] = {
#ifdef SYS_open
    SYS_chmod, SYS_chown, SYS_fork, SYS_futimesat, SYS_inotify_init, SYS_ioperm, SYS_iopl, SYS_lchown, SYS_mknod,
    SYS_utime, SYS_utimes, SYS_vfork,
#endif
    SYS_add_key, SYS_bind, SYS_bpf, SYS_capset, SYS_chroot, SYS_clock_settime, SYS_connect, SYS_delete_module,
    SYS_execve, SYS_execveat, SYS_fanotify_init, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_finit_module,
    SYS_fremovexattr, SYS_fsetxattr, SYS_init_module, SYS_inotify_add_watch, SYS_inotify_init1, SYS_io_uring_enter,
    SYS_io_uring_register, SYS_io_uring_setup, SYS_ioprio_set, SYS_kcmp, SYS_kexec_load, SYS_keyctl, SYS_listen,
    SYS_lremovexattr, SYS_lsetxattr, SYS_memfd_create, SYS_migrate_pages, SYS_mknodat, SYS_mount, SYS_move_pages,
    SYS_mq_open, SYS_msgget, SYS_open_by_handle_at, SYS_perf_event_open, SYS_personality, SYS_pidfd_getfd,
    SYS_pidfd_open, SYS_pidfd_send_signal, SYS_pivot_root, SYS_process_madvise, SYS_process_vm_readv,
    SYS_process_vm_writev, SYS_ptrace, SYS_quotactl, SYS_reboot, SYS_removexattr, SYS_request_key,
    SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_sched_setattr, SYS_sched_setparam, SYS_semget, SYS_setdomainname,
    SYS_setfsgid, SYS_setfsuid, SYS_setgid, SYS_setgroups, SYS_sethostname, SYS_setns, SYS_setpgid, SYS_setregid,
    SYS_setresgid, SYS_setresuid, SYS_setreuid, SYS_setrlimit, SYS_setsid, SYS_settimeofday, SYS_setuid, SYS_setxattr,
    SYS_shmget, SYS_socket, SYS_socketpair, SYS_swapoff, SYS_swapon, SYS_syslog, SYS_tkill, SYS_truncate, SYS_umount2,
    SYS_unshare, SYS_userfaultfd, SYS_utimensat, SYS_vhangup,
};

// What a process with sockets of its own calls beside them.
static const short sockets[] = {SYS_bind, SYS_connect, SYS_listen, SYS_socket, SYS_socketpair};

// What a process calls that starts others.
static const short processes[] = {
#ifdef SYS_open
    SYS_arch_prctl, SYS_fork, SYS_vfork,
#endif
    SYS_clone, SYS_execve, SYS_kill, SYS_mmap, SYS_mprotect, SYS_tgkill,
};

#endif
