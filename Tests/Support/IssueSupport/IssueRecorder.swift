package import IssueReporting
import Synchronization

/// Keeps the issues that are reported, so that a test can read them.
package final class IssueRecorder: IssueReporter {
  package struct Issue: Sendable {
    package let message: String
    package let severity: IssueSeverity
    package let line: UInt
  }

  private let kept = Mutex<[Issue]>([])

  package init() {}

  package var issues: [Issue] { kept.withLock { $0 } }

  package func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let issue = Issue(message: message() ?? "", severity: severity, line: line)
    kept.withLock { $0.append(issue) }
  }
}

/// The issues that are reported while `body` runs.
package func issues(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async rethrows -> [IssueRecorder.Issue] {
  let recorder = IssueRecorder()
  try await withIssueReporters([recorder], isolation: isolation) { try await body() }
  return recorder.issues
}

/// The texts of the failures that are reported while `body` runs.
package func failures(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async rethrows -> [String] {
  try await issues(body).filter { $0.severity == .error }.map(\.message)
}
