/// The pace at which a worker sends the answers of a client whose actions it is still reducing.
///
/// Each look at what is ready wakes four threads of worker and client, which together take as long as many reducers. An
/// answer to a client that has kept the worker busy for long has waited for long already, so it may wait a quarter of
/// that time for more. What is ready when nothing is left to reduce leaves at once, whatever the pace.
package enum OutputPace {
  /// The longest time that a ready answer waits.
  package static let millisecondsAtMost = 10

  /// Returns the time between two looks at what is ready.
  ///
  /// - Parameter busyMilliseconds: The time that the worker has reduced for this client without a pause.
  package static func milliseconds(busyMilliseconds: Int) -> Int {
    min(max(1, busyMilliseconds / 4), millisecondsAtMost)
  }
}
