import Logging

/// The time in which a coordinator is away. Pure: whoever has it tells of it, in an ``OutageLog``.
struct Outage {
  private var backoff = RetryBackoff()
  private var isOngoing = false

  /// Notes that nobody answered. Returns whether that is news, and how long to wait before the next attempt.
  mutating func attemptFailed() -> (isNews: Bool, pauseMilliseconds: Int) {
    defer { isOngoing = true }
    return (!isOngoing, backoff.next())
  }

  /// Notes that somebody answered. Returns whether that is news.
  mutating func end() -> Bool {
    defer { self = Outage() }
    return isOngoing
  }
}

/// Tells of an outage: two lines in the log, however long it lasts. A handler may be anybody's code, so no lock is held
/// here; the lines come in their order, as one thread writes all of a store's, and one task all of a membership's.
struct OutageLog {
  let endpoints: [String]
  let logger: Logger
  /// The line that says so, and tells whoever asks the effect.
  var beginning = "The coordinator is away; trying again until it is back."

  func tellBegin(_ error: any Error) {
    logger.warning(
      "\(beginning)",
      metadata: ["endpoint": "\(endpoint)", "reason": "\(error)"])
  }

  func tellEnd() {
    logger.info("The coordinator is back.", metadata: ["endpoint": "\(endpoint)"])
  }

  private var endpoint: String { endpoints.joined(separator: ", ") }
}
