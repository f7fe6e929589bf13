/// The outcome of one request.
enum ExportOutcome: Equatable, Sendable {
  /// The collector has the spans, but for so many that it rejected, and may have a message for people.
  case taken(rejectedCount: Int = 0, message: String = "")
  /// A response with another status, and the time for which it asks to be left alone, if it does.
  case refused(status: Int, retryAfterMilliseconds: Int? = nil)
  /// No response came.
  case unreachable(String)
}

extension ExportOutcome: CustomStringConvertible {
  var description: String {
    switch self {
    case .taken(let count, let message):
      "it rejected \(count) of its spans"
        + (message.isEmpty ? "" : " and said: \(Self.printable(message))")
    case .refused(let status, _): "it answered \(status)"
    case .unreachable(let reason): "it does not answer (\(reason))"
    }
  }

  /// A collector's words, for a log or a terminal: without what would steer those.
  private static func printable(_ message: String) -> String {
    String(
      String.UnicodeScalarView(
        message.unicodeScalars.prefix(500).map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: " "
          default: scalar
          }
        }))
  }
}
