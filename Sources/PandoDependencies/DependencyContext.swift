import Glibc
import IssueReporting

/// Which of a key's values features get unless somebody overrides it.
public enum DependencyContext: String, Sendable {
  /// The values for production.
  case live
  /// The values for looking at a feature.
  case preview
  /// The values for tests.
  case test

  /// Test while tests run, else live; the environment variable `PANDO_DEPENDENCIES_CONTEXT` may name
  /// another.
  static let ofProcess = unsafe named(
    by: getenv("PANDO_DEPENDENCIES_CONTEXT").map { unsafe String(cString: $0) })

  package static func named(by variable: String?) -> DependencyContext {
    guard let variable, !variable.isEmpty else { return isTesting ? .test : .live }
    guard let context = DependencyContext(rawValue: variable) else {
      preconditionFailure(
        """
        PANDO_DEPENDENCIES_CONTEXT is "\(variable)"; it must be "live", "preview" or "test", or not set
        """)
    }
    return context
  }
}
