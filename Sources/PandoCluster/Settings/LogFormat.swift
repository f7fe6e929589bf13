public import ArgumentParser
package import Logging

/// The form of a daemon's log.
public enum LogFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Lines for people.
  case text
  /// A JSON document for each message, a line each.
  case json

  /// Returns a logger that writes in this form.
  package func logger(_ label: String) -> Logger {
    switch self {
    case .text: Logger(label: label)
    case .json: Logger(label: label, factory: { JSONLogHandler(label: $0) })
    }
  }
}
