import Foundation

/// A fresh folder for one run.
struct RunFolder: Sendable {
  let path: String

  var journal: String { path + "/journal" }

  init() {
    let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(base)/stress-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no folder can be made in \(base)")
    path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
