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
  /// The number of bytes of actions that a client may have under way; nil for the usual.
  var windowBytes: Int?
  /// True if the actions of the optional child and of the rows commit when they are ready.
  var isAsReady = false
  /// The places whose children's actions do, instead.
  var readyPlaces: Set<Root.Place>?
  /// The places whose children go on in the client where no worker can host them.
  var inProcessPlaces: Set<Root.Place>?
  /// The longest time that a message is on its way.
  var latencyMicroseconds = 200
  /// The time that an action may take.
  var timeoutMilliseconds = 60_000
  /// True if the sheet and the pages are told of effects that ended with a worker.
  var tellsOfInterruption: Bool?
  /// The length that a message to a worker may have; nil for any.
  var messageBytes: Int?
  /// The number of workers that speak another version of the protocol, beside those above.
  var strangerCount: Int?
  /// The number of workers that host nothing but the larger children, beside those above.
  var olderCount: Int?
  /// The number of workers of another build with the same features, beside those above, and the share of new
  /// lanes that each takes, in thousandths; nil for any.
  var newerCount: Int?
  var newerShare: Int?
  /// One of so many actions begins a trace; nil where nothing is traced.
  var tracesOneOf: Int?
  /// True if somebody reads the timeline of the clients' commits.
  var readsTimeline: Bool?
  /// True if a client starts all its workers at once, not one before the others.
  var startsAtOnce: Bool?

  /// The longest time that a group of commits takes to a client's disk; nil where clients have none.
  var diskMicroseconds: Int?

  /// The places whose children's actions commit when they are ready.
  var ready: Set<Root.Place> { readyPlaces ?? (isAsReady ? [.optional, .rows] : []) }
}
