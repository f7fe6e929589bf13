import IssueReporting
import Synchronization

/// Keeps what the library reports, and prints nothing of it.
final class IssueLog: IssueReporter {
  static let shared = IssueLog()

  private let messages = Mutex<[String]>([])

  /// The reports since it was last asked.
  func take() -> [String] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    let text = message() ?? ""
    messages.withLock { if $0.count < 10_000 { $0.append(text) } }
  }
}
