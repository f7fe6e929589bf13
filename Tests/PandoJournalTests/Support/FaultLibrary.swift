import Foundation
import Testing

/// A library that stands between a process and the system, and has one call on a journal's files fail.
enum FaultLibrary {
  enum Call: String, CaseIterable { case write, flush }

  /// Returns the environment in which the nth call of a process fails, and all later ones succeed again.
  static func environment(
    _ path: String, _ call: Call, at number: Int, code: Int32, in folder: String
  ) -> [String: String] {
    [
      "LD_PRELOAD": path, "JOURNAL_FAULT_CALL": call.rawValue, "JOURNAL_FAULT_AT": "\(number)",
      "JOURNAL_FAULT_CODE": "\(code)", "JOURNAL_FAULT_FOLDER": folder,
    ]
  }

  /// Compiles the library into a folder. Returns its path.
  static func build(in folder: String) throws -> String {
    let (source, library) = (folder + "/fault.c", folder + "/fault.so")
    try Data(text.utf8).write(to: URL(filePath: source))
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return library
  }

  private static let text = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/types.h>
    #include <unistd.h>

    static int calls;

    static int fails(int descriptor, const char *call) {
      const char *wanted = getenv("JOURNAL_FAULT_CALL"), *folder = getenv("JOURNAL_FAULT_FOLDER");
      if (!wanted || !folder || strcmp(wanted, call)) return 0;
      char link[64], path[4096];
      snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
      ssize_t length = readlink(link, path, sizeof path - 1);
      if (length < 0) return 0;
      path[length] = 0;
      if (!strstr(path, folder)) return 0;
      if (++calls != atoi(getenv("JOURNAL_FAULT_AT"))) return 0;
      dprintf(1, "fault in %s\\n", path + strlen(folder));
      errno = atoi(getenv("JOURNAL_FAULT_CODE"));
      return 1;
    }

    #define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

    int fsync(int descriptor) {
      return fails(descriptor, "flush") ? -1 : REAL(fsync)(descriptor);
    }
    int fdatasync(int descriptor) {
      return fails(descriptor, "flush") ? -1 : REAL(fdatasync)(descriptor);
    }
    ssize_t write(int descriptor, const void *bytes, size_t count) {
      return fails(descriptor, "write") ? -1 : REAL(write)(descriptor, bytes, count);
    }
    ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
      return fails(descriptor, "write") ? -1 : REAL(pwrite)(descriptor, bytes, count, offset);
    }
    ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
      return fails(descriptor, "write") ? -1 : REAL(pwrite64)(descriptor, bytes, count, offset);
    }
    """
}
