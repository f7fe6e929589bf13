import Foundation
import Pando
import PandoCluster

extension Scenario {
  /// A store with a hosted feature that its workers do not know, and one that they do. Nothing is sent to either.
  static func unlisted() {
    let store = Store(initialState: Attic.State()) {
      Attic()
    } withDependencies: {
      $0.hosting = .workers(1)
    }
    withExtendedLifetime(store) {
      while true { sleep(1_000) }
    }
  }
}

@Reducer
struct Attic {
  struct State: Sendable { @Presents var trunk: Trunk.State? }
  enum Action: Sendable { case trunk(PresentationAction<Trunk.Action>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$trunk, action: \.trunk) { Trunk().hosted() }
  }

  @Reducer
  struct Trunk {
    struct State: Codable, Equatable, Sendable { var isOpen = false }
    enum Action: Codable, Sendable { case opened }
  }
}
