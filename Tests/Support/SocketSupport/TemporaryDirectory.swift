import Glibc
package import ZeroMQ

/// A fresh directory of mode 0700, short enough for socket paths, gone with everything in it.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() {
    var template = Array("/tmp/pando-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no temporary directory")
    path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
  }

  deinit {
    for name in files() { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  package func endpoint(_ name: String = "socket") throws(ZeroMQError) -> Endpoint {
    try .ipc(path: "\(path)/\(name)")
  }

  package func files() -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
