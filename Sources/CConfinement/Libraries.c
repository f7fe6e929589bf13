#define _GNU_SOURCE
#include "CConfinement.h"

#include <link.h>

struct list {
  const char **paths;
  int *areLoaders;
  int count, room;
};

static void add(struct list *list, const char *path, int isLoader) {
  if (list->count == list->room || path == 0 || path[0] != '/') return;
  list->paths[list->count] = path;
  list->areLoaders[list->count] = isLoader;
  list->count += 1;
}

static int visit(struct dl_phdr_info *info, size_t size, void *list) {
  (void)size;
  add(list, info->dlpi_name, 0);
  for (int index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    if (part->p_type == PT_INTERP) add(list, (const char *)(info->dlpi_addr + part->p_vaddr), 1);
  }
  return 0;
}

int pando_libraries(const char **paths, int *areLoaders, int room) {
  struct list list = {paths, areLoaders, 0, room};
  dl_iterate_phdr(visit, &list);
  return list.count;
}
