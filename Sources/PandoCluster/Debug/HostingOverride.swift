import Glibc
import IssueReporting
import Pando

/// A place for hosted children that the environment names, whatever the program says: for debugging.
enum HostingOverride: String, CaseIterable {
  /// In the program's process, through the lane and the codec.
  case inProcess = "in-process"
  /// In the program's process, as if `.hosted()` were not there.
  case direct

  static let variable = "PANDO_HOSTING"

  /// The one that the environment names; nil where it names none.
  static var current: HostingOverride? {
    guard let text = getenv(variable).map({ String(cString: $0) }), !text.isEmpty else {
      return nil
    }
    if let override = HostingOverride(rawValue: text) { return override }
    let known = allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
    reportIssue(
      """
      \(variable) is "\(text)", which names no place for hosted children; they run where the program says. \
      Write \(known), or unset it
      """)
    return nil
  }

  var hosting: Hosting {
    switch self {
    case .inProcess: .inProcess
    case .direct: .direct
    }
  }
}
