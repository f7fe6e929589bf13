package import Pando

/// The program: counts the primes below a number in sections, which are counted at the same time on all machines that
/// there are.
@Reducer
package struct Survey {
  @ObservableState
  package struct State: Equatable, Sendable {
    package var sections: IdentifiedArrayOf<Section.State>

    /// - Parameters:
    ///   - limit: The first number that is not looked at.
    ///   - count: The number of sections; fewer, where there are not so many numbers.
    package init(below limit: Int, sections count: Int) {
      let length = max(1, (limit + count - 1) / count)
      sections = IdentifiedArray(
        uniqueElements: stride(from: 0, to: limit, by: length).map { start in
          Section.State(
            id: start / length + 1, from: start, to: min(start + length, limit))
        })
    }

    package var primes: Int { sections.reduce(0) { $0 + $1.primes } }
    package var doneCount: Int { sections.count(where: \.isDone) }
  }

  package enum Action: Sendable {
    case start
    case sections(IdentifiedActionOf<Section>)
  }

  let stretch: Int

  package init(stretch: Int = 5_000) {
    self.stretch = stretch
  }

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        .merge(state.sections.ids.map { .send(.sections(.element(id: $0, action: .count))) })
      case .sections: .none
      }
    }
    .forEach(\.sections, action: \.sections) {
      // No section waits for another, and no two machines are left idle while a third has several.
      Section(stretch: stretch).hosted(placement: .spread, order: .asReady)
    }
  }
}
