import Pando
import PandoSimulation

/// A child, hosted: it does what its scripts say, and presents a child of its own.
@Reducer
struct Child {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    /// Unique to this life of the child.
    var life: Int
    var value = 0
    var log: [Int] = []
    var text = ""
    /// Equal to nothing, itself included: what a store compares must not be the user's `==`.
    var ratio = Double.nan
    var nested: Nested.State?
    var pages = StackState<Nested.State>()
    /// Rows that come, change, move and go with the scripts.
    var marks: IdentifiedArrayOf<Mark> = []

    static func == (left: State, right: State) -> Bool {
      left.id == right.id && left.life == right.life && left.value == right.value
        && left.log == right.log && left.text == right.text && left.nested == right.nested
        && left.pages == right.pages && left.marks == right.marks
    }

    mutating func mark(_ script: Int) {
      let id = script % 7
      switch script % 11 {
      case 0: marks.remove(id: id)
      case 1: marks.insert(Mark(id: id), at: marks.count / 2)
      case 2: marks.reverse()
      default: marks.updateOrAppend(Mark(id: id, script: script))
      }
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case run(Script)
    /// A worker ended with effects of the child.
    case interrupted
    case nested(Nested.Action)
    case pages(StackActionOf<Nested>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .run(let script) = action else {
        state.value += action == .interrupted ? 1_000 : 1
        return .none
      }
      state.log.append(script.id)
      state.mark(script.id)
      let life = state.life
      return .merge(
        script.steps.map { step in
          switch step {
          case .fill(let bytes):
            state.text = String(repeating: "\(script.id)", count: bytes / 8)
            return .none
          case .presentNested(let id):
            state.nested = Nested.State(id: id, life: script.id * 1_000 + id)
            return .none
          case .dismissNested:
            state.nested = nil
            return .none
          case .pushPage(let id):
            state.pages.append(Nested.State(id: id, life: script.id * 1_000 + id))
            return .none
          case .popPage:
            _ = state.pages.popLast()
            return .none
          case .resetPages(let id):
            state.pages = [Nested.State(id: id, life: script.id * 1_000 + id)]
            return .none
          default:
            return perform(step, script, life, &state.value) { .run($0) }
          }
        })
    }
    .ifLet(\.nested, action: \.nested) { Nested() }
    .forEach(\.pages, action: \.pages) { Nested() }
  }
}

/// The way in which a parent has a child hosted.
struct ChildHosting: Sendable {
  var order: HostedOrder
  var timeout: Duration
  var onCrash: CrashPolicy<Child.State, Child.Action>

  /// - Parameter interrupted: The action that tells the child that effects of it ended with a worker.
  func child(_ interrupted: Child.Action? = nil) -> some Reducer<Child.State, Child.Action> {
    Child().hosted(interrupted: interrupted, order: order, timeout: timeout, onCrash: onCrash)
  }
}

@Reducer
struct Nested {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var life: Int
    var value = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case run(Script)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .run(let script) = action else { return .none }
      let life = state.life
      return .merge(
        script.steps.map { perform($0, script, life, &state.value) { .run($0) } })
    }
  }
}

/// A child whose state is trivial and does not fill its stride.
@Reducer
struct Small {
  struct State: Codable, Equatable, Sendable {
    var value: Int
    var turns: UInt8 = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case turn(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .turn(let number) = action else { return .none }
      state.value &+= number
      state.turns &+= 1
      @Dependency(\.effectMode) var mode
      return number == 2 && !mode.ignoresSends ? .send(.turn(1)) : .none
    }
  }
}

/// The steps that every feature knows.
func perform<Action: Sendable>(
  _ step: Step, _ script: Script, _ life: Int, _ value: inout Int,
  _ run: @escaping @Sendable (Script) -> Action
) -> Effect<Action> {
  switch step {
  case .add(let number):
    value &+= number
  case .append(let number):
    value = value &* 31 &+ number
  case .double:
    value = value &* 2
  case .send(let script):
    @Dependency(\.effectMode) var mode
    return mode.ignoresSends ? .none : .send(run(script))
  case .emit(let id, let cancelInFlight, let scripts):
    let name = "emit \(script.id)"
    return effect(name, life, id, cancelInFlight) { mode, send in
      if mode.isMuted { return }
      mode.log.begin(name)
      for script in scripts {
        var script = script
        script.life = life
        await send(run(script))
      }
      mode.log.end(name)
    }
  case .endless(let id):
    let name = "endless \(script.id)"
    return effect(name, life, id, false) { mode, _ in
      mode.log.begin(name)
      // Ends when the task is cancelled, and never before.
      let (forever, continuation) = AsyncStream<Never>.makeStream()
      for await _ in forever {}
      _ = continuation
      mode.log.end(name)
    }
  case .cancel(let id):
    return .cancel(id: id)
  case .work(let microseconds):
    SimulatedWork.current?.take(microseconds: microseconds)
  case .crash:
    SimulatedWork.current?.crash()
  case .hang:
    SimulatedWork.current?.hang()
  case .dismiss:
    return effect("dismiss \(script.id)", life, nil, false) { mode, _ in
      @Dependency(\.dismiss) var dismiss
      @Dependency(\.isPresented) var isPresented
      if !mode.isMuted, isPresented { await dismiss() }
    }
  case .fill, .presentNested, .dismissNested, .pushPage, .popPage, .resetPages:
    break
  }
  return .none
}

func effect<Action: Sendable>(
  _ name: String, _ life: Int, _ cancelID: Int?, _ cancelInFlight: Bool,
  _ body: @escaping @Sendable (EffectMode, Send<Action>) async -> Void
) -> Effect<Action> {
  let effect = Effect<Action>.run(name: name) { send in
    @Dependency(\.effectMode) var mode
    mode.log.start(name, life: life)
    await body(mode, send)
  }
  guard let cancelID else { return effect }
  return effect.cancellable(id: cancelID, cancelInFlight: cancelInFlight)
}

@WireCoded
struct Mark: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var script = 0
}
