import Pando

/// A state with the shared values in it as they were at one moment, or as a test expects them.
struct ComparedState<State: Equatable> {
  var state: State
  let shared: SharedSnapshot

  func isEqual(to other: ComparedState) -> Bool {
    SharedComparison(left: shared, right: other.shared).areEqual(state, other.state)
  }

  var dumped: String { shared.look { ValueText.text(of: state) } }
}
