package import Pando

/// The parent of errands.
@Reducer
package struct Errands {
  package struct State: Sendable {
    package var errands: IdentifiedArrayOf<Errand.State>

    package init(count: Int) {
      errands = IdentifiedArray(uniqueElements: (0..<count).map { Errand.State(id: $0) })
    }
  }

  package enum Action: Sendable {
    case errands(IdentifiedActionOf<Errand>)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.errands, action: \.errands) {
      Errand().hosted(interrupted: .interrupted)
    }
  }
}
