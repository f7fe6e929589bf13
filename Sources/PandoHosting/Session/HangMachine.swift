/// Tells when the message that a session handles takes longer than it may.
///
/// Pure: it is shown how far the session has come, with the time, now and then.
package struct HangMachine: Equatable {
  private var messageCount: UInt64
  private var since: Int

  package init(messageCount: UInt64, now: Int) {
    self.messageCount = messageCount
    since = now
  }

  /// Returns for how many milliseconds the message has been handled, as far as was seen.
  package func elapsed(messageCount: UInt64, now: Int) -> Int {
    messageCount == self.messageCount ? now - since : 0
  }

  /// Returns for how many milliseconds the message has been handled once that is too long; nil before.
  package mutating func look(
    messageCount: UInt64, timeoutMilliseconds: Int, now: Int
  ) -> Int? {
    if messageCount != self.messageCount {
      self.messageCount = messageCount
      since = now
      return nil
    }
    let elapsed = now - since
    return elapsed > timeoutMilliseconds ? elapsed : nil
  }
}
