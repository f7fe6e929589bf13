#ifndef PANDO_CPOSTGRES_H
#define PANDO_CPOSTGRES_H

/// A connection of libpq, which it calls PGconn.
typedef struct pg_conn PandoPostgresConnection;
/// A result of libpq, which it calls PGresult.
typedef struct pg_result PandoPostgresResult;

/// The functions of libpq that a journal needs, under their names without "PQ".
///
/// They are looked up at run time, so that no program needs libpq, or its headers, which has no
/// journal in PostgreSQL.
typedef struct {
  PandoPostgresConnection *(*connectdbParams)(
      const char *const *keywords, const char *const *values, int expandsName);
  int (*status)(const PandoPostgresConnection *);
  char *(*errorMessage)(const PandoPostgresConnection *);
  int (*socket)(const PandoPostgresConnection *);
  int (*setnonblocking)(PandoPostgresConnection *, int);
  void *(*setNoticeProcessor)(
      PandoPostgresConnection *, void (*body)(void *context, const char *message), void *context);
  int (*sendQuery)(PandoPostgresConnection *, const char *text);
  int (*sendQueryParams)(
      PandoPostgresConnection *, const char *text, int count, const unsigned int *types,
      const char *const *values, const int *lengths, const int *formats, int resultFormat);
  int (*flush)(PandoPostgresConnection *);
  int (*consumeInput)(PandoPostgresConnection *);
  int (*isBusy)(PandoPostgresConnection *);
  PandoPostgresResult *(*getResult)(PandoPostgresConnection *);
  void (*finish)(PandoPostgresConnection *);
  int (*resultStatus)(const PandoPostgresResult *);
  char *(*resultErrorField)(const PandoPostgresResult *, int field);
  int (*ntuples)(const PandoPostgresResult *);
  char *(*getvalue)(const PandoPostgresResult *, int row, int column);
  int (*getlength)(const PandoPostgresResult *, int row, int column);
  void (*clear)(PandoPostgresResult *);
} PandoPostgres;

/// Returns libpq's functions, which the first call loads; null where the library, or one of them,
/// is missing.
const PandoPostgres *pando_postgres(void);

#endif
