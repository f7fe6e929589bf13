#if Etcd
  /// The number of calls that a connection may have in a time. Pure.
  ///
  /// etcd answers the data of each call with a PING, by which it measures the line (the estimation of bandwidth and
  /// delay of gRPC in Go). SwiftNIO takes more than 200 of those in 30 seconds for an attack, and closes the connection
  /// with ENHANCE_YOUR_CALM; every call that is under way fails then. gRPC has no setting for it.
  struct CallBudget {
    /// Two neighbouring spans of time together have fewer than 200.
    static let callsAtMost = 90
    static let seconds = 30

    private var count = 1
    private var start: ContinuousClock.Instant

    /// - Parameter first: The time of the first call.
    init(first: ContinuousClock.Instant) {
      start = first
    }

    /// Counts another call. Returns false if it is one too many.
    mutating func take(now: ContinuousClock.Instant) -> Bool {
      if now - start < .seconds(Self.seconds) {
        count += 1
      } else {
        start = now
        count = 1
      }
      return count <= Self.callsAtMost
    }
  }
#endif
