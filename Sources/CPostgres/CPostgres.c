#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>

static PandoPostgres functions;
static const PandoPostgres *loaded;

static void load(void) {
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define LOAD(name) \
  if (!(*(void **)&functions.name = dlsym(library, "PQ" #name))) return
  LOAD(connectdbParams);
  LOAD(status);
  LOAD(errorMessage);
  LOAD(socket);
  LOAD(setnonblocking);
  LOAD(setNoticeProcessor);
  LOAD(sendQuery);
  LOAD(sendQueryParams);
  LOAD(flush);
  LOAD(consumeInput);
  LOAD(isBusy);
  LOAD(getResult);
  LOAD(finish);
  LOAD(resultStatus);
  LOAD(resultErrorField);
  LOAD(ntuples);
  LOAD(getvalue);
  LOAD(getlength);
  LOAD(clear);
#undef LOAD
  loaded = &functions;
}

const PandoPostgres *pando_postgres(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return loaded;
}
