import Pando

/// The parent: hosted children under each operator, and a habit of changing their state.
@Reducer
struct Root {
  struct State: Codable, Equatable, Sendable {
    var always = Child.State(id: 0, life: 1)
    var optional: Child.State?
    var rows: IdentifiedArray<Int, Child.State> = []
    var path = StackState<Child.State>()
    @Presents var sheet: Child.State?
    var mode = Mode.idle
    var small: Small.State?
    var wing: Wing.State?
    var sharers: IdentifiedArray<Int, Sharer.State> = []
    var docks: IdentifiedArrayOf<Dock.State> = []
    /// Lies within the stride of the child before it, and is the parent's.
    var besideSmall: UInt8 = 0
    /// The child that a parent which reduces before it has taken away, until it puts that back in the same action.
    var aside: Child.State?
    var lives = 1
    var total = 0
    var order: [Int] = []

    mutating func newLife() -> Int {
      lives += 1
      return lives
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case always(Child.Action)
    case optional(Child.Action)
    case rows(IdentifiedAction<Int, Child.Action>)
    case path(StackActionOf<Child>)
    case sheet(PresentationAction<Child.Action>)
    case mode(Child.Action)
    case small(Small.Action)
    case wing(Wing.Action)
    case sharers(IdentifiedAction<Int, Sharer.Action>)
    case docks(IdentifiedActionOf<Dock>)
    case toggleDock(id: Int)
    /// Changes all docks, and who is there.
    case rewriteDocks(Int)
    /// Has the sharers come, or go.
    case toggleSharers
    /// Changes what they share.
    case addToTally(Int)
    case openWing(id: Int)
    case closeWing
    case showSheet(id: Int)
    case activate(id: Int)
    case deactivate
    case toggleSmall
    case touchBesideSmall
    case present(id: Int)
    case dismiss
    case addRow(id: Int)
    case removeRow(id: Int)
    case push(id: Int)
    case removePage(StackElementID)
    case resetPath(ids: [Int])
    case rewriteAll(Int)
    case local(Script)
  }

  /// A child that is there in one case of an enum.
  @CasePathable
  enum Mode: Codable, Equatable, Sendable {
    case idle
    case active(Child.State)
  }

  /// The hosted children by where the parent has them.
  enum Place: String, CaseIterable, Codable, Sendable {
    case always, mode, optional, rows, path, sheet, wing
  }

  /// The places whose children's actions commit when they are ready.
  var ready: Set<Place> = []
  /// The places whose children go on in the client's process where no worker can host them.
  var inProcess: Set<Place> = []
  var timeout = Duration.seconds(60)
  /// The action that tells the sheet and the pages that effects of theirs ended with a worker.
  var interrupted: Child.Action?
  /// False if what mounts is among the actions that are sent.
  var mounts = true

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if let rush = action.script?.rush { state.rush(action, rush) }
      if case .sharers(.element(let id, .addSecond(let number))) = action {
        state.sharers[id: id]?.$tally.withLock { $0 &+= number }
      }
      return .none
    }
    Scope(state: \.always, action: \.always) { hosting(.always).child() }
    Scope(state: \.mode, action: \.self) {
      EmptyReducer().ifCaseLet(\.active, action: \.mode) { hosting(.mode).child() }
    }
    Reduce { state, action in
      let effect = reduce(&state, action)
      guard case .tell(let number) = action.script?.parent else { return effect }
      @Dependency(\.effectMode) var mode
      return mode.ignoresSends ? effect : effect.merge(with: .send(.farewell(number)))
    }
    .ifLet(\.optional, action: \.optional) { hosting(.optional).child() }
    .forEach(\.rows, action: \.rows) { hosting(.rows).child() }
    .forEach(\.path, action: \.path) { hosting(.path).child(interrupted) }
    .ifLet(\.$sheet, action: \.sheet) { hosting(.sheet).child(interrupted) }
    .ifLet(\.small, action: \.small) { Small().hosted(timeout: timeout) }
    .ifLet(\.wing, action: \.wing) { Wing(hosting: hosting(.wing)) }
    .forEach(\.sharers, action: \.sharers) { Sharer().hosted(timeout: timeout) }
    .forEach(\.docks, action: \.docks) { Dock(mounts: mounts).hosted(timeout: timeout) }
  }

  private func hosting(_ place: Place) -> ChildHosting {
    ChildHosting(
      order: ready.contains(place) ? .asReady : .asSent, timeout: timeout,
      onCrash: inProcess.contains(place) ? .inProcess : .drop)
  }

  private func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .always(let action):
      state.total &+= state.always.value
      follow(action, &state) {
        $0.always
      } set: {
        if let child = $1 { $0.always = child }
      }
    case .optional(let action):
      if let child = state.aside.take() { state.optional = child }
      state.total &+= state.optional?.value ?? -1
      follow(action, &state) {
        $0.optional
      } set: {
        $0.optional = $1
      }
    case .rows(.element(let id, let action)):
      if let child = state.aside.take() { state.rows.updateOrAppend(child) }
      state.total &+= state.rows[id: id]?.value ?? -1
      follow(action, &state) {
        $0.rows[id: id]
      } set: { state, child in
        state.rows.remove(id: id)
        if let child { state.rows.updateOrAppend(child) }
      }
    case .path(let action):
      reduce(&state, action)
    case .push(let id):
      state.path.append(Child.State(id: id, life: state.newLife()))
    case .removePage(let id):
      state.path[id: id] = nil
    case .resetPath(let ids):
      state.path = StackState(ids.map { Child.State(id: $0, life: state.newLife()) })
    case .sheet(.presented(let action)):
      state.total &+= state.sheet?.value ?? -1
      follow(action, &state) {
        $0.sheet
      } set: {
        $0.sheet = $1
      }
    case .sheet(.dismiss):
      state.total &+= 1
    case .showSheet(let id):
      state.sheet = Child.State(id: id, life: state.newLife())
    case .mode(let action):
      if let child = state.aside.take() { state.mode = .active(child) }
      follow(action, &state) {
        $0.mode.child
      } set: {
        $0.mode = $1.map(Mode.active) ?? .idle
      }
    case .activate(let id):
      state.mode = .active(Child.State(id: id, life: state.newLife()))
    case .deactivate:
      state.mode = .idle
    case .small(.turn(let number)):
      state.total &+= state.small?.value ?? -1
      if number == 3 { state.small?.turns = 0 }
    case .wing:
      state.total &+= state.wing?.child.value ?? -1
    case .openWing(let id):
      let life = state.newLife()
      state.wing = Wing.State(id: life, child: Child.State(id: id, life: life * 1_000))
    case .closeWing:
      state.wing = nil
    case .sharers(.element(let id, _)):
      state.total &+= state.sharers[id: id]?.seen.last ?? -1
    case .docks(.element(let id, _)):
      state.total &+= state.docks[id: id]?.value ?? -1
    case .toggleDock(let id):
      if state.docks.remove(id: id) == nil {
        state.docks.append(Dock.State(id: id, life: state.newLife()))
      }
    case .rewriteDocks(let number):
      for id in state.docks.ids {
        state.docks[id: id]?.channel = number % 3
        state.docks[id: id]?.crew = number % 2 == 0 ? nil : Crew.State(id: number)
      }
    case .toggleSharers:
      state.sharers = state.sharers.isEmpty ? Sharer.State.pair() : []
    case .addToTally(let number):
      state.sharers.first?.$tally.withLock { $0 &+= number }
    case .toggleSmall:
      state.small = state.small == nil ? Small.State(value: state.newLife()) : nil
    case .touchBesideSmall:
      state.besideSmall &+= 1
    case .present(let id):
      state.optional = Child.State(id: id, life: state.newLife())
    case .dismiss:
      state.optional = nil
    case .addRow(let id):
      if state.rows[id: id] == nil {
        state.rows.append(Child.State(id: id, life: state.newLife()))
      }
    case .removeRow(let id):
      state.rows.remove(id: id)
    case .rewriteAll(let number):
      state.always.value &+= number
      state.optional?.value &+= number
      state.sheet?.value &+= number
      for id in state.rows.ids { state.rows[id: id]?.value &+= number }
      for id in state.path.ids { state.path[id: id]?.value &+= number }
    case .local(let script):
      state.order.append(script.id)
      return .merge(script.steps.map { perform($0, script, 0, &state.total) { .local($0) } })
    }
    return .none
  }

  private func reduce(_ state: inout State, _ action: StackActionOf<Child>) {
    switch action {
    case .element(let id, let action):
      state.total &+= state.path[id: id]?.value ?? -1
      follow(action, &state) {
        $0.path[id: id]
      } set: { state, child in
        if let child, child.life == state.path[id: id]?.life {
          state.path[id: id] = child
        } else {
          state.path.pop(from: id)
          if let child { state.path.append(child) }
        }
      }
    case .popFrom(let id):
      state.total &+= state.path[id: id]?.value ?? -2
    case .push(let id, _):
      state.total &+= state.path[id: id]?.value ?? -3
    }
  }

  private func follow(
    _ action: Child.Action, _ state: inout State,
    get: (State) -> Child.State?, set: (inout State, Child.State?) -> Void
  ) {
    guard case .run(let script) = action else { return }
    state.order.append(script.id)
    guard var child = get(state) else { return }
    switch script.parent {
    case .nothing, .tell: return
    case .rewrite(let number): child.value = number
    case .clear: return set(&state, nil)
    case .replace(let id):
      child = Child.State(id: id, life: state.newLife())
    case .represent:
      set(&state, nil)
    case .dismissNested: child.nested = nil
    }
    set(&state, child)
  }
}

extension Root.Mode {
  var child: Child.State? {
    if case .active(let child) = self { child } else { nil }
  }
}

extension Root.State {
  /// Changes the child of an action before that reduces it.
  fileprivate mutating func rush(_ action: Root.Action, _ number: Int) {
    if number.isMultiple(of: 4), putAside(action) { return }
    switch action {
    case .always: always.value &+= number
    case .optional: optional?.value &+= number
    case .rows(.element(let id, _)): rows[id: id]?.value &+= number
    case .path(.element(let id, _)): path[id: id]?.value &+= number
    default: break
    }
  }

  /// Takes the child of an action away, so that the action does not come to it. Returns whether it was there.
  private mutating func putAside(_ action: Root.Action) -> Bool {
    switch action {
    case .optional: aside = optional.take()
    case .rows(.element(let id, _)): aside = rows.remove(id: id)
    case .mode:
      aside = mode.child
      if aside != nil { mode = .idle }
    default: break
    }
    return aside != nil
  }
}
