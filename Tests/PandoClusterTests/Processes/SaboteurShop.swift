import ClusterFeatures
import Pando

/// A parent of eight children, each of which may be told to do harm.
@Reducer
struct SaboteurShop {
  struct State: Sendable {
    var workers = IdentifiedArray(uniqueElements: (0..<8).map { Saboteur.State(id: $0) })
  }

  enum Action: Sendable { case workers(IdentifiedActionOf<Saboteur>) }

  var body: some Reducer<State, Action> {
    EmptyReducer().forEach(\.workers, action: \.workers) {
      Saboteur().hosted(
        interrupted: { .interrupted($0) }, onCrash: .drop { .failed("\($0.reason)") })
    }
  }
}
