import Synchronization

/// One round of one benchmark: what is to end with it.
final class BenchmarkScope: Sendable {
  @TaskLocal static var current: BenchmarkScope?

  private let ends = Mutex<[@Sendable () async -> Void]>([])

  func append(_ end: @escaping @Sendable () async -> Void) {
    ends.withLock { $0.append(end) }
  }

  /// Ends the last first.
  func end() async {
    for end in ends.withLock({ $0 }).reversed() { await end() }
  }
}

extension Benchmark {
  /// Has `body` run when the round has ended: to stop a store or a process, so that nothing of it runs beside
  /// the next benchmark.
  ///
  /// It is for what prepares a benchmark or measures it; elsewhere it does nothing.
  ///
  /// - Parameter body: Ends something.
  public static func afterwards(_ body: @escaping @Sendable () async -> Void) {
    BenchmarkScope.current?.append(body)
  }
}
