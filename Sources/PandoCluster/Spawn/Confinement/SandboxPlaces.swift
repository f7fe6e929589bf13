import CConfinement
import CProcess
import Glibc
import Pando
import PandoHosting

/// The files of a sandbox and those that a process needs to run, opened once: what a worker puts in the place of one of them
/// later is none of them.
final class SandboxPlaces: Sendable {
  let all: [(path: String, descriptor: Int32, rights: PlaceRights)]
  private let writable: [String]

  /// - Throws: `SpawnError` where a file of the sandbox is not there, or may not be written.
  init(_ sandbox: Sandbox) throws(SpawnError) {
    var needed = RunningPlaces.current
    if sandbox.network != .none { needed.addNetwork() }
    if sandbox.processes == .unrestricted { needed.addPrograms() }
    var all: [(path: String, descriptor: Int32, rights: PlaceRights)] = []
    for (path, rights) in needed.places {
      let descriptor = open(path, O_PATH | O_CLOEXEC)
      if descriptor >= 0 { all.append((path, descriptor, rights)) }
    }
    var problem: SpawnError?
    let named =
      sandbox.files.read.map { ($0, PlaceRights.read) }
      + sandbox.files.readWrite.map { ($0, PlaceRights([.read, .write])) }
    for (path, rights) in named {
      let descriptor = open(path, O_PATH | O_CLOEXEC)
      if descriptor < 0 { problem = SpawnError(sandboxed: path, errno: errno) }
      if descriptor >= 0 { all.append((path, descriptor, rights)) }
    }
    self.all = all
    writable = sandbox.files.readWrite.map(Self.real)
    if let problem { throw problem }
    try requireUnwritable(needed.libraries)
  }

  deinit { for place in all { close(place.descriptor) } }

  /// Throws where the sandbox lets a worker write one of these files: it would be code of the program that starts it, or
  /// another worker's socket.
  func requireUnwritable(_ paths: [String]) throws(SpawnError) {
    for path in paths.map(Self.real) {
      guard let folder = writable.first(where: { path == $0 || path.hasPrefix($0 + "/") }) else {
        continue
      }
      throw SpawnError(
        lasting: """
          a sandbox lets its workers write "\(folder.printable)", where "\(path.printable)" is, which the program \
          needs itself. Name a folder of their own.
          """)
    }
  }

  /// The path of the file itself.
  private static func real(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    // That of the root has nothing in front of a slash.
    let text = String(cString: real)
    return text == "/" ? "" : text
  }
}
