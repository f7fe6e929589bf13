package import Pando

/// A part of the numbers, in which the primes are counted. It is hosted, and counts a stretch with each action: what has
/// committed is kept when its machine dies, and another goes on from there.
@Reducer
package struct Section {
  @ObservableState
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package let id: Int
    /// The first number that is not counted yet.
    package var next: Int
    /// The first number behind the section.
    package let end: Int
    package var primes = 0

    package init(id: Int, from start: Int, to end: Int) {
      self.id = id
      next = start
      self.end = end
    }

    package var isDone: Bool { next >= end }
  }

  package enum Action: Codable, Equatable, Sendable {
    case count
  }

  /// The number of numbers that one action looks at.
  let stretch: Int

  package init(stretch: Int = 5_000) {
    self.stretch = stretch
  }

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .count:
        let end = min(state.next + stretch, state.end)
        state.primes += (state.next..<end).count(where: isPrime)
        state.next = end
        return state.isDone ? .none : .send(.count)
      }
    }
  }

  private func isPrime(_ number: Int) -> Bool {
    guard number > 1 else { return false }
    var divisor = 2
    while divisor * divisor <= number {
      if number.isMultiple(of: divisor) { return false }
      divisor += 1
    }
    return true
  }
}
