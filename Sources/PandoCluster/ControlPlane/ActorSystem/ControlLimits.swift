/// The limits that an actor system keeps.
package struct ControlLimits: Hashable, Sendable {
  /// The time that a call may wait for its answer, from when it is made.
  package var callTimeoutMilliseconds: Int
  /// Calls to one endpoint that may be unanswered at once; more wait for their turn.
  package var callsInFlight: Int
  /// Calls to one endpoint that may wait for their turn; more are refused.
  package var callsWaiting: Int
  /// Calls of all peers together that may run here at once; more are refused.
  package var callsServed: Int
  /// The largest call; a caller that sends a larger one is disconnected.
  package var maximumMessageBytes: Int
  /// The largest reply, which only comes from whom one has asked. The status of 16,384 workers is some megabytes.
  package var maximumReplyBytes: Int
  /// The time that answers which are not sent yet are kept after the shutdown.
  package var lingerMilliseconds: Int
  /// The versions of the protocol that are spoken.
  var versions = ControlVersion.spoken

  package init(
    callTimeoutMilliseconds: Int = 5000, callsInFlight: Int = 256, callsWaiting: Int = 4096,
    callsServed: Int = 1024, maximumMessageBytes: Int = 1 << 20,
    maximumReplyBytes: Int = 64 << 20, lingerMilliseconds: Int = 250
  ) {
    self.callTimeoutMilliseconds = callTimeoutMilliseconds
    self.callsInFlight = callsInFlight
    self.callsWaiting = callsWaiting
    self.callsServed = callsServed
    self.maximumMessageBytes = maximumMessageBytes
    self.maximumReplyBytes = maximumReplyBytes
    self.lingerMilliseconds = lingerMilliseconds
  }
}
