import IssueReporting

/// One run of the tree: what it brings to the hosted features on its way, and what it has to report.
package final class Pass {
  /// The lanes whose results commit in this run.
  @exclusivity(unchecked)
  var lanes = LaneList()

  /// Whether the run is a speculation, so that warnings wait for the commit.
  private let isSpeculative: Bool
  @exclusivity(unchecked)
  private var held: [String] = []

  package init(isSpeculative: Bool = false) {
    self.isSpeculative = isSpeculative
  }

  package func warn(_ location: OperatorLocation, _ message: String) {
    if isSpeculative {
      held.append(message)
      return
    }
    reportIssue(
      message, fileID: location.fileID, filePath: location.filePath,
      line: location.line, column: location.column)
  }

  var hasWarnings: Bool { !held.isEmpty }

  /// The warnings of a speculative run.
  func takeWarnings() -> [String] {
    if held.isEmpty { return [] }
    defer { held = [] }
    return held
  }
}
