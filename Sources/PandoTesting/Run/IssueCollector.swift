import IssueReporting
import Synchronization

/// Keeps the texts of the issues that a run reports.
final class IssueCollector: IssueReporter {
  private let kept = Mutex<[String]>([])

  var messages: [String] { kept.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let text = message() ?? ""
    kept.withLock { $0.append(text) }
  }

  func reportIssue(
    _ error: any Error, _ message: @autoclosure () -> String?, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let text = [message(), "\(error)"].compactMap(\.self).joined(separator: ": ")
    kept.withLock { $0.append(text) }
  }
}
