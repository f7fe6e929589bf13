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
  /// The libraries and the loader of this process.
  private(set) var libraries: [String] = []

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
    guard let real = realpath(path, nil) else { return }
    defer { free(real) }
    libraries.append(String(cString: real))
    if isLoader { return places.append((path, [.read, .execute])) }
    let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
    // Swift's own are all in one folder, of which another program may use others. Beside a program's own there may be
    // anything.
    let place = folder.hasSuffix("/swift/linux") ? String(folder) : path
    if !places.contains(where: { $0.path == place }) { places.append((place, .read)) }
  }

  /// Adds the files by which names of hosts become addresses, and certificates are known.
  mutating func addNetwork() {
    for path in [
      "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services",
      "/etc/host.conf", "/etc/ssl", "/etc/pki", "/usr/share/ca-certificates",
    ] {
      places.append((path, .read))
    }
  }

  /// Adds the programs of the system.
  mutating func addPrograms() {
    for path in ["/usr", "/bin", "/sbin", "/lib", "/lib64"] {
      places.append((path, [.read, .execute]))
    }
  }
}
