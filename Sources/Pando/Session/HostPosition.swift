package import PandoHosting

/// The position of the thread that handles a session's messages, as another thread sees it.
package struct HostPosition: Equatable, Sendable {
  /// Grows with every message that it begins, and where it goes on to what follows a reducer.
  package var messageCount: UInt64
  /// The lane whose code runs, or ran last; nil where what runs follows the reducers, and is of no lane.
  package var lane: LaneID?
  /// The time that this step may take: that of the lane while its code runs, else the standard one.
  package var timeoutMilliseconds: Int

  package init(messageCount: UInt64, lane: LaneID?, timeoutMilliseconds: Int) {
    self.messageCount = messageCount
    self.lane = lane
    self.timeoutMilliseconds = timeoutMilliseconds
  }
}

/// The bounds of how long one action may be reduced.
enum HostedTimeout {
  /// Where nothing else was said.
  static let standardMilliseconds = 60_000

  /// Brings what a client said into bounds: a millisecond to a day.
  static func clamped(milliseconds: Int) -> Int {
    min(max(milliseconds, 1), 86_400_000)
  }
}
