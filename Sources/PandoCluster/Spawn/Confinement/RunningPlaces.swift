import CConfinement
import Glibc

/// The files that a process needs to run, as this one does: its loader, the folders of its libraries, and what the C library
/// and Swift look at.
struct RunningPlaces {
  var places: [(path: String, rights: PlaceRights)] = [
    ("/etc/ld.so.cache", .read), ("/etc/localtime", .read), ("/usr/share/zoneinfo", .read),
    ("/usr/lib", .read), ("/lib", .read), ("/lib64", .read), ("/usr/lib64", .read),
    ("/dev/null", [.read, .write]), ("/dev/zero", .read), ("/dev/urandom", .read),
    ("/dev/random", .read), ("/sys/devices/system/cpu", .read),
  ]

  /// The files of this process. Another program of the same machine has its libraries in the same folders, as a rule.
  static var current: RunningPlaces {
    var found = RunningPlaces()
    var paths = [UnsafePointer<CChar>?](repeating: nil, count: librariesAtMost)
    var areLoaders = [Int32](repeating: 0, count: librariesAtMost)
    let count = pando_libraries(&paths, &areLoaders, Int32(librariesAtMost))
    for (path, isLoader) in zip(paths, areLoaders).prefix(Int(count)) {
      if let path { found.add(String(cString: path), isLoader: isLoader != 0) }
    }
    return found
  }

  private static let librariesAtMost = 1_024

  private mutating func add(_ path: String, isLoader: Bool) {
    if isLoader { return places.append((path, [.read, .execute])) }
    // The file itself may be elsewhere than the name by which it was found.
    guard let real = realpath(path, nil) else { return }
    defer { free(real) }
    for name in [path, String(cString: real)] {
      let folder = String(name[..<(name.lastIndex(of: "/") ?? name.endIndex)])
      if !folder.isEmpty, !places.contains(where: { $0.path == folder }) {
        places.append((folder, .read))
      }
    }
  }
}
