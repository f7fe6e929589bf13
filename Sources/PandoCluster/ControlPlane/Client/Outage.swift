import Logging

/// The time in which a coordinator does not do what it is asked: it is away, or refuses. Pure: whoever has it tells of it,
/// in an ``OutageLog``.
struct Outage {
  private var backoff = RetryBackoff()
  private var ongoing: CoordinatorTrouble?

  /// Notes that an attempt failed. Returns whether that is news, and how long to wait before the next attempt.
  mutating func attemptFailed(
    _ trouble: CoordinatorTrouble = .absence
  ) -> (isNews: Bool, pauseMilliseconds: Int) {
    defer { ongoing = trouble }
    return (ongoing != trouble, backoff.next())
  }

  /// Notes that one went well. Returns what is over, where that is news.
  mutating func end() -> CoordinatorTrouble? {
    defer { self = Outage() }
    return ongoing
  }
}

/// Tells of an outage: two lines in the log, however long it lasts. A handler may be anybody's code, so no lock is held
/// here; the lines come in their order, as one thread writes all of a store's, and one task all of a membership's.
struct OutageLog {
  let endpoints: [String]
  let logger: Logger
  /// The line that says so, and tells whoever asks the effect.
  var beginning = "The coordinator is unreachable; trying again until it is back."

  func tellBegin(_ error: any Error) {
    let text: Logger.Message =
      switch CoordinatorTrouble(error) {
      case .absence: "\(beginning)"
      case .shortage: "The coordinator cannot answer now; trying again until it can."
      case .refusal, .version:
        "No coordinator lets this process in; trying again, without further lines, until one does."
      }
    logger.warning(text, metadata: ["endpoint": "\(endpoint)", "reason": "\(error)"])
  }

  func tellEnd(_ trouble: CoordinatorTrouble) {
    let text: Logger.Message =
      switch trouble {
      case .absence: "The coordinator is back."
      case .shortage: "The coordinator answers again."
      case .refusal, .version: "The coordinator lets this process in."
      }
    logger.info(text, metadata: ["endpoint": "\(endpoint)"])
  }

  private var endpoint: String { endpoints.joined(separator: ", ") }
}
