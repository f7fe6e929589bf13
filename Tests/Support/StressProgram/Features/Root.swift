import Pando

/// The parent: hosted children under each operator and each policy, and a habit of changing them.
@Reducer
struct Root {
  struct State: Sendable {
    var always: Item.State
    var optional: Item.State?
    @Presents var presented: Item.State?
    var rows: IdentifiedArrayOf<Item.State> = []
    var ready: IdentifiedArrayOf<Item.State> = []
    var lives = 1
    var trace: UInt64 = 1
    let ballastWords: Int

    init(ballastWords: Int) {
      self.ballastWords = ballastWords
      always = Item.State(id: 0, life: 1, ballastWords: ballastWords)
    }

    /// A child that there was not before.
    mutating func newItem(id: Int) -> Item.State {
      lives += 1
      return Item.State(id: id, life: lives, ballastWords: ballastWords)
    }
  }

  enum Action: Equatable, Sendable {
    case always(Item.Action)
    case optional(Item.Action)
    case presented(PresentationAction<Item.Action>)
    case rows(IdentifiedActionOf<Item>)
    case ready(IdentifiedActionOf<Item>)
    case local(Work)
    case localSaid(Said)
    case change(Change, id: Int)
  }

  /// A coming or going of a child.
  enum Change: Equatable, Sendable {
    case openOptional, closeOptional, present, dismiss
    case addRow(Int), removeRow(Int), addReady(Int), removeReady(Int)
    case clear
  }

  @Dependency(\.continuousClock) var clock
  let timeout: Duration
  let ballastWords: Int
  /// The rights of the rows, and of the child that is always there.
  var sandbox: Sandbox?

  var body: some ReducerOf<Self> {
    Scope(state: \.always, action: \.always) {
      Item().hosted(
        interrupted: .interrupted, timeout: timeout,
        onCrash: .restart(
          from: Item.State(id: 0, life: 1, ballastWords: ballastWords),
          sending: { .failed(work: Self.work(of: $0.action)) }),
        sandbox: sandbox)
    }
    Reduce { state, action in
      reduce(&state, action)
    }
    .ifLet(\.optional, action: \.optional) {
      Item().hosted(
        interrupted: .interrupted, timeout: timeout,
        onCrash: .drop { .failed(work: Self.work(of: $0.action)) })
    }
    .ifLet(\.$presented, action: \.presented) {
      Item().hosted(
        interrupted: .interrupted, order: .asReady, timeout: timeout, onCrash: .dismiss)
    }
    .forEach(\.rows, action: \.rows) {
      Item().hosted(
        interrupted: .interrupted, timeout: timeout,
        onCrash: .custom { state, failure in
          Self.recoverRow(&state)
          return .failed(work: Self.work(of: failure.action))
        },
        sandbox: sandbox)
    }
    .forEach(\.ready, action: \.ready) {
      Item().hosted(interrupted: .interrupted, order: .asReady, timeout: timeout, onCrash: .drop)
    }
  }

  static func work(of action: Item.Action) -> Int {
    if case .work(let work) = action { work.id } else { 0 }
  }

  static func recoverRow(_ state: inout Item.State) { state.sum = -1 }

  private func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .always(let action):
      state.fold(state.always)
      if case .work(let work) = action, case .rewrite(let value) = work.parent {
        state.always.sum = value
      }
    case .optional(let action):
      state.fold(state.optional)
      follow(action, &state) {
        $0.optional
      } set: {
        $0.optional = $1
      }
    case .presented(.presented(let action)):
      state.fold(state.presented)
      follow(action, &state) {
        $0.presented
      } set: {
        $0.presented = $1
      }
    case .presented(.dismiss):
      state.fold(state.presented)
    case .rows(.element(let id, let action)):
      state.fold(state.rows[id: id])
      follow(action, &state) {
        $0.rows[id: id]
      } set: {
        $0.rows.put($1, at: id)
      }
    case .ready(.element(let id, let action)):
      state.fold(state.ready[id: id])
      follow(action, &state) {
        $0.ready[id: id]
      } set: {
        $0.ready.put($1, at: id)
      }
    case .local(let work):
      state.trace = Digest.mix(state.trace, UInt64(bitPattern: Int64(work.id)))
      return localEffects(of: work)
    case .localSaid(let said):
      state.trace = Digest.mix(state.trace, said.token)
    case .change(let change, _):
      make(change, &state)
    }
    return .none
  }

  private func localEffects(of work: Work) -> Effect<Action> {
    if Role.isReplaying { return .none }
    return .merge(
      work.sends.map { .send(.local($0)) }
        + work.effects.enumerated().map { index, plan in
          guard case .sends(let count, let pause, _, _) = plan else { return .none }
          let say = saying(
            work: work.id, effect: index, count: count, pauseMicroseconds: pause, life: 0,
            clock: clock)
          return .run { send in
            try await say(
              Send { if case .said(let said) = $0 { await send(.localSaid(said)) } })
          }
        })
  }

  private func make(_ change: Change, _ state: inout State) {
    switch change {
    case .openOptional: state.optional = state.newItem(id: state.lives)
    case .closeOptional: state.optional = nil
    case .present: state.presented = state.newItem(id: state.lives)
    case .dismiss: state.presented = nil
    case .addRow(let id):
      if state.rows[id: id] == nil { state.rows.append(state.newItem(id: id)) }
    case .removeRow(let id): state.rows.remove(id: id)
    case .addReady(let id):
      if state.ready[id: id] == nil { state.ready.append(state.newItem(id: id)) }
    case .removeReady(let id): state.ready.remove(id: id)
    case .clear:
      state.optional = nil
      state.presented = nil
      state.rows = []
      state.ready = []
    }
  }

  private func follow(
    _ action: Item.Action, _ state: inout State,
    get: (State) -> Item.State?, set: (inout State, Item.State?) -> Void
  ) {
    guard case .work(let work) = action, work.parent != .nothing, var child = get(state) else {
      return
    }
    switch work.parent {
    case .nothing: break
    case .rewrite(let value):
      child.sum = value
      set(&state, child)
    case .clear: set(&state, nil)
    case .replace: set(&state, state.newItem(id: state.lives + 1_000))
    }
  }
}

extension Root.State {
  /// Remembers what the parent saw of a child.
  fileprivate mutating func fold(_ child: Item.State?) {
    trace = Digest.mix(trace, child?.trace ?? 2)
  }

  /// A number for the whole state.
  var digest: UInt64 {
    var digest = Digest()
    digest.add(lives)
    digest.add(trace)
    always.add(to: &digest)
    optional?.add(to: &digest)
    digest.add(rows.count)
    presented?.add(to: &digest)
    for row in rows { row.add(to: &digest) }
    digest.add(ready.count)
    for row in ready { row.add(to: &digest) }
    return digest.value
  }

  /// Every child that there is.
  var items: [Item.State] {
    [always] + [optional, presented].compactMap(\.self) + Array(rows) + Array(ready)
  }
}

extension IdentifiedArray where Element == Item.State, ID == Int {
  /// Puts a child, or none, in the place of another.
  fileprivate mutating func put(_ child: Item.State?, at id: Int) {
    if let child, child.id == id {
      self[id: id] = child
      return
    }
    remove(id: id)
    if let child { updateOrAppend(child) }
  }
}
