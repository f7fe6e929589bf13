import PandoTesting

/// A parent with hosted children that come and go, dismiss themselves and share a value, and whose state
/// it changes.
@Reducer
struct Garden {
  @Reducer
  struct Tree {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      var height = 0
      @Shared(.water) var water: Int
    }

    @CasePathable
    enum Action: Codable, Equatable, Sendable { case grow, watered(Int), fell, wait }

    @Dependency(\.continuousClock) var clock
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .grow:
          state.height += 1
          return state.height.isMultiple(of: 3) ? .send(.watered(1)) : .none
        case .watered(let litres):
          state.$water.withLock { $0 += litres }
          return .none
        case .fell: return .run { [dismiss] _ in await dismiss() }
        case .wait:
          return .run { [clock] send in
            try await clock.sleep(for: .seconds(2))
            await send(.watered(5))
          }
        }
      }
    }
  }

  struct State: Equatable, Sendable {
    @Presents var sapling: Tree.State?
    var trees: IdentifiedArrayOf<Tree.State> = []
    var grown = 0
    @Shared(.water) var water: Int
  }

  @CasePathable
  enum Action: Sendable {
    case plant, keep, prune
    case sapling(PresentationAction<Tree.Action>)
    case trees(IdentifiedActionOf<Tree>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .plant: state.sapling = Tree.State(id: state.trees.count)
      case .keep:
        guard let sapling = state.sapling else { break }
        state.sapling = nil
        state.trees.append(sapling)
      case .prune:
        state.sapling?.height -= 1
        for id in state.trees.ids { state.trees[id: id]?.height -= 1 }
      case .sapling(.presented(.grow)), .trees(.element(_, .grow)): state.grown += 1
      case .sapling, .trees: break
      }
      return .none
    }
    .ifLet(\.$sapling, action: \.sapling) { Tree().hosted(interrupted: .wait) }
    .forEach(\.trees, action: \.trees) {
      Tree().hosted(interrupted: .watered(0), order: .asReady)
    }
  }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  static var water: Self { Self[.inMemory("water"), default: 0] }
}
