import Pando
import Synchronization
import Testing

@testable import PandoBenchmarking

@Reducer
struct Tally {
  struct State: Codable, Equatable, Sendable { var count = 0 }
  enum Action: Codable, Sendable { case add(Int) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.count += number
      }
      return .none
    }
  }
}

@Reducer
struct Tallies {
  struct State: Sendable { var tally = Tally.State() }
  enum Action: Sendable { case tally(Tally.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.tally, action: \.tally) { Tally().hosted() }
  }
}

@Suite struct StoreBenchmarkTests {
  @Test func aFeatureIsMeasuredInOneProcessAndHosted() async throws {
    func store() -> StoreOf<Tallies> { Store(initialState: Tallies.State()) { Tallies() } }
    let highest = Mutex(0)
    let report = try await BenchmarkSuite.measure(
      [
        .sending("tally/send", count: 100, to: { Store(initialState: Tally.State()) { Tally() } }) {
          .add($0)
        },
        .awaiting("tally/here", count: 10, to: { Store(initialState: Tally.State()) { Tally() } }) {
          .add($0)
        },
        .awaiting("tally/await", bounds: ["tally/here"], count: 10, to: store) { .tally(.add($0)) },
        .streaming("tally/stream", count: 100, to: store) { index in
          highest.withLock { $0 = max($0, index) }
          return .tally(.add(index))
        },
      ], rounds: 2
    ) { _ in }
    #expect(
      report.cases.map(\.unit) == [
        .nanoseconds, .medianNanoseconds, .medianNanoseconds, .actionsPerSecond,
      ])
    #expect(report.cases.allSatisfy { $0.median > 0 })
    #expect(report.cases[2].bound?.name == "tally/here")
    #expect(highest.withLock { $0 } == 99)
  }
}
