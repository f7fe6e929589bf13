/// The cluster that a program runs on.
struct Setup: Codable, Equatable, Sendable {
  /// Where clients have their workers from.
  enum Source: String, Codable, Sendable {
    /// Each starts its own.
    case spawned
    /// Each is given the endpoints of all.
    case connected
    /// A coordinator names them.
    case coordinated
  }

  /// Decides how long messages take, and everything else that is left to chance.
  var seed: UInt64
  var source = Source.spawned
  var workerCount = 1
  var clientCount = 1
  var window = 8
  /// How many bytes of actions a client may have under way; nil for as many as by itself.
  var windowBytes: Int?
  /// Whether the actions of some children commit when they are ready.
  var isAsReady = false
  /// How long a message is on its way at most.
  var latencyMicroseconds = 200
  /// How long an action may take.
  var timeoutMilliseconds = 60_000
  /// Whether the sheet and the pages are told of effects that ended with a worker.
  var tellsOfInterruption: Bool?
  /// How long a message to a worker may be; nil for as long as anybody wants.
  var messageBytes: Int?
  /// How many workers speak another version of the protocol, beside those above.
  var strangerCount: Int?
  /// How many workers host nothing but the larger children, beside those above.
  var olderCount: Int?
}
