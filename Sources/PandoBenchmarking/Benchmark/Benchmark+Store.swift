public import Pando

extension Benchmark {
  /// A feature whose actions commit before `send` returns: one in this process, on one thread.
  ///
  /// - Parameters:
  ///   - name: The name of the benchmark.
  ///   - bounds: The names of benchmarks of the same unit that it is compared with.
  ///   - count: The number of actions of a round.
  ///   - store: Makes the store.
  ///   - action: Returns the action with a number.
  public static func sending<State, Action>(
    _ name: String, bounds: [String] = [], count: Int = 20_000,
    to store: @escaping () -> Store<State, Action>,
    _ action: @escaping @Sendable (_ index: Int) -> Action
  ) -> Benchmark {
    Benchmark(name, bounds: bounds) {
      let store = store()
      Benchmark.afterwards { await store.stop() }
      return { .timing(count) { store.send(action($0)) } }
    }
  }

  /// A feature, one action after the other: each is waited for with its effects, wherever it is reduced. The
  /// figure is the median of the latencies.
  ///
  /// - Parameters:
  ///   - name: The name of the benchmark.
  ///   - bounds: The names of benchmarks of the same unit that it is compared with.
  ///   - count: The number of actions of a round.
  ///   - store: Makes the store.
  ///   - action: Returns the action with a number.
  public static func awaiting<State, Action: Sendable>(
    _ name: String, bounds: [String] = [], count: Int = 1_000,
    to store: @escaping () -> Store<State, Action>,
    _ action: @escaping @Sendable (_ index: Int) -> Action
  ) -> Benchmark {
    Benchmark(name, unit: .medianNanoseconds, bounds: bounds) {
      let store = store()
      Benchmark.afterwards { await store.stop() }
      return { await .awaiting(count) { await store.send(action($0)).finish() } }
    }
  }

  /// A hosted feature, with as many actions in flight as the store's window takes; the last is waited for.
  ///
  /// - Parameters:
  ///   - name: The name of the benchmark.
  ///   - bounds: The names of benchmarks of the same unit that it is compared with.
  ///   - count: The number of actions of a round.
  ///   - store: Makes the store.
  ///   - action: Returns the action with a number.
  public static func streaming<State, Action: Sendable>(
    _ name: String, bounds: [String] = [], count: Int = 20_000,
    to store: @escaping () -> Store<State, Action>,
    _ action: @escaping @Sendable (_ index: Int) -> Action
  ) -> Benchmark {
    Benchmark(name, unit: .actionsPerSecond, bounds: bounds) {
      let store = store()
      Benchmark.afterwards { await store.stop() }
      let sender = SenderThread()
      return {
        // The worker may still be starting before the first round.
        await store.send(action(0)).finish()
        let stopwatch = Stopwatch()
        let last = await sender.run { () -> StoreTask? in
          var last: StoreTask?
          for index in 0..<count { last = store.send(action(index)) }
          return last
        }
        await last?.finish()
        return stopwatch.round(count)
      }
    }
  }
}
