import Foundation
package import PandoHosting

/// One build of a program, by which its processes find each other where several builds share a cluster.
///
/// Builds that host the same feature understand each other; a program rather uses workers of its own.
public struct ProgramBuild: Hashable, Sendable, CustomStringConvertible {
  private enum Source: Hashable {
    case executable
    case environment
    case named(BuildID)
    case unknown
  }

  private let source: Source

  /// The build of this process's executable: the id that the linker gave it (`-Xlinker --build-id`), or else a
  /// digest of the file.
  public static let executable = ProgramBuild(source: .executable)

  /// The build that `PANDO_BUILD` names, or else that of the executable.
  public static let environment = ProgramBuild(source: .environment)

  /// No build that could be preferred.
  package static let unknown = ProgramBuild(source: .unknown)

  private init(source: Source) {
    self.source = source
  }

  /// The build with a name; nil where that is empty, has more than 64 characters, or others than letters, digits
  /// and ".", "_", "+", "-".
  public init?(_ name: String) {
    guard let id = BuildID(name) else { return nil }
    source = .named(id)
  }

  /// Nil where it is not known: the executable cannot be read.
  ///
  /// Complexity: O(bytes of the executable) once for a process, where the linker gave it no id.
  package var id: BuildID? {
    switch source {
    case .executable: ExecutableBuild.id
    case .environment:
      ProcessInfo.processInfo.environment[Setting.build.variable].flatMap(BuildID.init(_:))
        ?? ExecutableBuild.id
    case .named(let id): id
    case .unknown: nil
    }
  }

  /// The name; "unknown" where there is none.
  public var description: String { id?.text ?? "unknown" }

  /// Why a text is no name of a build, and what is.
  package static func problem(with text: String) -> String {
    "\"\(text)\" is no name of a build: write at most \(BuildID.longest) letters, digits and . _ + -"
  }
}
