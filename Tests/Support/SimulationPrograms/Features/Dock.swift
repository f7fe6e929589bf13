import Pando

/// A hosted child that sends itself an action when it is mounted, with children of its own that do.
@Reducer
struct Dock {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var life: Int
    var channel = 0
    var value = 0
    var crew: Crew.State?
    var crates: IdentifiedArrayOf<Crew.State> = []
  }

  enum Action: Codable, Equatable, Sendable {
    case mounted
    /// The mounted dock's effect sends it, with the life that it is of.
    case heard(life: Int)
    case tune(Int)
    case board(id: Int)
    case leave
    case toggleCrate(id: Int)
    case crew(Crew.Action)
    case crates(IdentifiedActionOf<Crew>)
  }

  /// False in a replay of everything that committed: what mounts is in that.
  var mounts = true

  var body: some ReducerOf<Self> {
    if mounts { feature.onMount(id: { $0.channel }, \.mounted) } else { feature }
  }

  @ReducerBuilder<State, Action>
  private var feature: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .mounted:
        state.value = state.value &* 3 &+ state.channel
        let life = state.life
        return effect("dock \(life) at \(state.channel)", life, nil, false) { mode, send in
          if !mode.isMuted { await send(.heard(life: life)) }
        }
      case .heard: state.value = state.value &* 5 &+ 1
      case .tune(let channel): state.channel = channel
      case .board(let id): state.crew = Crew.State(id: id)
      case .leave: state.crew = nil
      case .toggleCrate(let id):
        if state.crates.remove(id: id) == nil { state.crates.append(Crew.State(id: id)) }
      case .crew, .crates: state.value &+= 1
      }
      return .none
    }
    .ifLet(\.crew, action: \.crew) { Crew(mounts: mounts) }
    .forEach(\.crates, action: \.crates) { Crew(mounts: mounts) }
  }
}

/// A child of a hosted child.
@Reducer
struct Crew {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var mountCount = 0
  }

  enum Action: Codable, Equatable, Sendable { case mounted }

  var mounts = true

  var body: some ReducerOf<Self> {
    if mounts { feature.onMount(\.mounted) } else { feature }
  }

  private var feature: some Reducer<State, Action> {
    Reduce { state, _ in
      state.mountCount += 1
      return .none
    }
  }
}

extension Dock.Action {
  /// True if the store sends it, at a mount.
  var isMount: Bool {
    switch self {
    case .mounted, .crew(.mounted), .crates(.element(_, .mounted)): true
    default: false
    }
  }
}
