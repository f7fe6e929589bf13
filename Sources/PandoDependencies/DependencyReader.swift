import IssueReporting
import PandoBase

/// The reader of a dependency, for what is reported about it. At a fixed address, so that values
/// stay small to copy.
final class DependencyReader: Sendable {
  let location: OperatorLocation
  /// The key, where it is read by that and not by a name.
  let key: (any TestDependencyKey.Type)?

  init(_ location: OperatorLocation, key: (any TestDependencyKey.Type)? = nil) {
    self.location = location
    self.key = key
  }
}

extension DependencyReader {
  func reportTooLate(_ name: StaticString) {
    reportIssue(
      """
      @Dependency(\\.\(name)) has already been accessed or prepared.

      It was prepared again at "\(location)", and keeps the value that it has. Prepare dependencies where the program starts, each once.
      """,
      fileID: location.fileID, filePath: location.filePath, line: location.line,
      column: location.column)
  }
}
