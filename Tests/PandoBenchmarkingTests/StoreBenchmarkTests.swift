import Pando
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
    let plain = Store(initialState: Tally.State()) { Tally() }
    let hosted = Store(initialState: Tallies.State()) { Tallies() }
    let report = try await BenchmarkSuite.measure(
      [
        .sending("tally/send", count: 100, to: { plain }) { .add($0) },
        .awaiting("tally/await", bounds: ["tally/send"], count: 10, to: { hosted }) {
          .tally(.add($0))
        },
        .streaming("tally/stream", count: 100, to: { hosted }) { .tally(.add($0)) },
      ], rounds: 2
    ) { _ in }
    #expect(report.cases.map(\.unit) == [.nanoseconds, .nanoseconds, .actionsPerSecond])
    #expect(report.cases.allSatisfy { $0.median > 0 })
    // Three rounds with the one that warms up; a tenth of the actions is measured by itself.
    #expect(plain.state.count == 3 * (99 * 100 / 2 + 9 * 10 / 2))
    #expect(hosted.state.tally.count == 3 * (9 * 10 / 2 + 99 * 100 / 2))
    await hosted.stop()
  }
}
