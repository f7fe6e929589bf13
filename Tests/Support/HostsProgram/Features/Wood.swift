import Pando

/// The parent: children on workers, in order and as they are ready, one that comes and goes, and one of its own.
@Reducer
struct Wood {
  struct State: Sendable {
    var local = Tree.State(id: -1)
    var trees: IdentifiedArrayOf<Tree.State>
    var quick: IdentifiedArrayOf<Tree.State>
    var guest: Tree.State?
    var guests = 0
    /// Grows out of every state of a child that the parent saw.
    var trace: UInt64 = 1

    init(trees: Int, quick: Int) {
      self.trees = IdentifiedArray(uniqueElements: (0..<trees).map { Tree.State(id: $0) })
      self.quick = IdentifiedArray(uniqueElements: (0..<quick).map { Tree.State(id: 1_000 + $0) })
    }

    /// A number for the whole state.
    var digest: UInt64 {
      var digest = mix(mix(trace, guests), local.digest)
      for tree in trees { digest = mix(digest, tree.digest) }
      for tree in quick { digest = mix(digest, tree.digest) }
      return mix(digest, guest?.digest ?? 2)
    }
  }

  enum Action: Sendable {
    case local(Tree.Action)
    case trees(IdentifiedActionOf<Tree>)
    case quick(IdentifiedActionOf<Tree>)
    case guest(Tree.Action)
    /// A guest comes in the place of the last one, or nobody does.
    case invite(Bool)
    case plant(count: Int)
    case fell(count: Int)
  }

  let timeout: Duration

  var body: some ReducerOf<Self> {
    Scope(state: \.local, action: \.local) { Tree() }
    Reduce { state, action in
      switch action {
      case .local: state.trace = mix(state.trace, state.local.digest)
      case .trees(.element(let id, _)):
        state.trace = mix(state.trace, state.trees[id: id]?.digest ?? 4)
      case .quick(.element(let id, _)):
        state.trace = mix(state.trace, state.quick[id: id]?.digest ?? 4)
      case .guest: state.trace = mix(state.trace, state.guest?.digest ?? 4)
      case .invite(let comes):
        state.guests += 1
        state.guest = comes ? Tree.State(id: 10_000 + state.guests) : nil
      case .plant(let count):
        let first = state.trees.count
        for id in first..<(first + count) { state.trees.append(Tree.State(id: id)) }
      case .fell(let count):
        for id in (state.trees.count - count)..<state.trees.count { state.trees.remove(id: id) }
      }
      return .none
    }
    .ifLet(\.guest, action: \.guest) { hosted(.asSent) }
    .forEach(\.trees, action: \.trees) { hosted(.asSent) }
    .forEach(\.quick, action: \.quick) { hosted(.asReady) }
  }

  private func hosted(_ order: HostedOrder) -> some ReducerOf<Tree> {
    Tree().hosted(
      interrupted: .interrupted, order: order, timeout: timeout,
      onCrash: .drop { _ in .failed })
  }
}
