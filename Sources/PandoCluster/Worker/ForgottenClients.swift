/// The clients that a worker has forgotten, as far as it remembers them: each may still believe that it has a session.
///
/// A client that was stopped for long and goes on may have nothing to say but a ping. It must hear that its session is
/// over, where somebody who never had one hears that the worker is there. One that was refused may have sent much before
/// it hears so: all of that is answered alike, and logged no more.
struct ForgottenClients {
  // Few are forgotten, and only what has no session is looked for here.
  private var routingIDs: [[UInt8]] = []

  /// The number that are remembered. Beyond it the oldest hears of its end as any stranger does, with the next message that is no ping.
  static let atMost = 256

  mutating func add(_ routingID: [UInt8]) {
    if routingIDs.count == Self.atMost { routingIDs.removeFirst() }
    routingIDs.append(routingID)
  }

  /// Removes a client, which begins anew or is a stranger.
  mutating func remove(_ routingID: [UInt8]) { routingIDs.removeAll { $0 == routingID } }

  func contains(_ routingID: [UInt8]) -> Bool { routingIDs.contains(routingID) }
}
