import Foundation
import Synchronization

/// A program's binary, started to be a worker.
package struct WorkerBinary: Sendable {
  let path: String
  /// True if it is known that the program takes on the role of a worker when it is asked to.
  let knowsRole: Bool

  /// Another program's binary: what it does is known once it has answered.
  ///
  /// - Parameter path: From the program's own folder, where workers start in another.
  static func other(path: String) -> Self {
    let isRelative = !path.isEmpty && !path.hasPrefix("/")
    return Self(
      path: isRelative ? FileManager.default.currentDirectoryPath + "/" + path : path,
      knowsRole: false)
  }

  /// The binary of this very process.
  static var own: Self {
    Self(path: "/proc/self/exe", knowsRole: isOwnWorker.load(ordering: .relaxed))
  }

  private static let isOwnWorker = Atomic<Bool>(false)

  /// Notes that this program looks for the role of a worker on its command line before it does anything else.
  package static func noteOwnRole() { isOwnWorker.store(true, ordering: .relaxed) }
}
