import Logging

/// The time in which a coordinator is away: two lines in the log, however long it lasts.
struct Outage {
  private let endpoint: String
  private let logger: Logger
  private var backoff = RetryBackoff()
  private var isOngoing = false

  init(endpoint: String, logger: Logger) {
    self.endpoint = endpoint
    self.logger = logger
  }

  /// Returns how long to wait before the next attempt, in milliseconds.
  mutating func attemptFailed(_ error: any Error) -> Int {
    if !isOngoing {
      logger.warning(
        "The coordinator is away; trying again until it is back.",
        metadata: ["endpoint": "\(endpoint)", "reason": "\(error)"])
    }
    isOngoing = true
    return backoff.next()
  }

  mutating func end() {
    guard isOngoing else { return }
    logger.info("The coordinator is back.", metadata: ["endpoint": "\(endpoint)"])
    isOngoing = false
    backoff.reset()
  }
}
