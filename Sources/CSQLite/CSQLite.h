#ifndef PANDO_CSQLITE_H
#define PANDO_CSQLITE_H

#include <sqlite3.h>

// A file system's kind, which Swift's Glibc module leaves out.
#include <sys/vfs.h>

/// Says whether closing the connection moves the log into the main file and removes it.
///
/// Here, since Swift cannot call functions with variable arguments.
static inline int pando_sqlite_checkpoints_on_close(sqlite3 *connection, int checkpoints) {
  return sqlite3_db_config(
      connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, checkpoints ? 0 : 1, (int *)0);
}

/// Returns the errno with which a call on the database's files failed last; 0 if it is not known.
///
/// sqlite3_system_errno gives whatever errno is by the time that SQLite asks, which is often another one.
static inline int pando_sqlite_last_errno(sqlite3 *connection) {
  int code = 0;
  sqlite3_file *log = 0;
  sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (log && log->pMethods) log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code);
  if (!code) sqlite3_file_control(connection, "main", SQLITE_FCNTL_LAST_ERRNO, &code);
  return code ? code : sqlite3_system_errno(connection);
}

/// Returns the kind of the file system at a path, of Linux's magic.h; 0 where it cannot be told.
static inline unsigned int pando_file_system_kind(const char *path) {
  struct statfs information;
  return statfs(path, &information) == 0 ? (unsigned int)information.f_type : 0;
}

#endif
