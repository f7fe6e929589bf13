/// The times for which a journal in PostgreSQL waits.
struct PostgresLimits: Sendable {
  /// The time without a word from the server after which a connection is given up.
  var silence = Duration.seconds(10)
  /// The time within which a lost connection is made anew. The last try may take longer by a few
  /// times ``silence``.
  var outage = Duration.seconds(30)

  /// The time for which the server waits for a row that another connection has locked. It ends
  /// before the silence does, so that a connection is not given up while its backend waits.
  var lock: Duration { silence / 2 }
}

extension Duration {
  /// The duration in milliseconds.
  var milliseconds: Int { Int(self / .milliseconds(1)) }
}
