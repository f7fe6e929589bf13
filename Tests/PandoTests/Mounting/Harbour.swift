import Pando
import Synchronization

/// A parent whose children of every kind send themselves an action when they are mounted.
@Reducer
struct Harbour {
  /// A child that listens for as long as it is there, by the channel it is tuned to.
  @Reducer
  struct Ship {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      var channel = 0
      var heard: [Int] = []
      var mountCount = 0
      var pilot: Pilot.State?
    }

    @CasePathable
    enum Action: Codable, Equatable, Sendable {
      case mounted, tune(Int), heard(Int), board, leave, pilot(Pilot.Action)
    }

    @Dependency(\.radio) var radio

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .mounted:
          state.mountCount += 1
          return .run { [radio, channel = state.channel] send in
            for await word in radio.listen(channel) { await send(.heard(word)) }
          }
        case .tune(let channel): state.channel = channel
        case .heard(let word): state.heard.append(word)
        case .board: state.pilot = Pilot.State()
        case .leave: state.pilot = nil
        case .pilot: break
        }
        return .none
      }
      .ifLet(\.pilot, action: \.pilot) { Pilot() }
      .onMount(id: { $0.channel }, \.mounted)
      .onDismount { [radio] in radio.note("a ship has gone") }
    }
  }

  @Reducer
  struct Pilot {
    struct State: Codable, Equatable, Sendable { var isMounted = false }

    @CasePathable
    enum Action: Codable, Equatable, Sendable { case mounted, go }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .mounted { state.isMounted = true }
        return .none
      }
      .onMount(\.mounted)
    }
  }

  struct State: Codable, Equatable, Sendable {
    var log: [String] = []
    var flagship: Ship.State?
    var fleet: IdentifiedArrayOf<Ship.State> = []
    var course = StackState<Ship.State>()
    var pilot = Pilot.State()
  }

  @CasePathable
  enum Action: Codable, Equatable, Sendable {
    case mounted
    case launch(Int), sink, board
    case enlist([Int]), dismiss(Int)
    case push(Int), pop
    case flagship(Ship.Action)
    case fleet(IdentifiedActionOf<Ship>)
    case course(StackActionOf<Ship>)
    case pilot(Pilot.Action)
  }

  let isHosted: Bool

  var body: some ReducerOf<Self> {
    Scope(state: \.pilot, action: \.pilot) { Pilot() }
    Reduce { state, action in
      switch action {
      case .mounted: state.log.append("harbour")
      case .launch(let id): state.flagship = Ship.State(id: id)
      case .sink: state.flagship = nil
      case .board:
        // A child's child, put there by neither of them.
        state.flagship?.pilot = Pilot.State()
      case .enlist(let ids): for id in ids { state.fleet.append(Ship.State(id: id)) }
      case .dismiss(let id): state.fleet.remove(id: id)
      case .push(let id): state.course.append(Ship.State(id: id))
      case .pop: _ = state.course.popLast()
      case .flagship(.mounted): state.log.append("flagship")
      case .flagship(.pilot(.mounted)): state.log.append("pilot of the flagship")
      case .fleet(.element(let id, .mounted)): state.log.append("ship \(id)")
      case .course(.element(_, .mounted)): state.log.append("screen")
      case .pilot(.mounted): state.log.append("pilot")
      default: break
      }
      return .none
    }
    .ifLet(\.flagship, action: \.flagship) { ship }
    .forEach(\.fleet, action: \.fleet) { ship }
    .forEach(\.course, action: \.course) { ship }
    .onMount(\.mounted)
  }

  @ReducerBuilder<Ship.State, Ship.Action>
  private var ship: some Reducer<Ship.State, Ship.Action> {
    if isHosted { Ship().hosted() } else { Ship() }
  }
}

/// The channels that ships listen to, with the notes about them.
final class Radio: Sendable, DependencyKey {
  static let liveValue = Radio()
  static var testValue: Radio { Radio() }

  private struct Guarded {
    var listeners: [Int: (channel: Int, AsyncStream<Int>.Continuation)] = [:]
    var nextListener = 0
    var notes: [String] = []
  }

  private let guarded = Mutex(Guarded())

  /// The number of those who listen.
  var listenerCount: Int { guarded.withLock { $0.listeners.count } }

  var notes: [String] { guarded.withLock { $0.notes } }

  func note(_ note: String) { guarded.withLock { $0.notes.append(note) } }

  func listen(_ channel: Int) -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let number = guarded.withLock { guarded in
      guarded.nextListener += 1
      guarded.listeners[guarded.nextListener] = (channel, continuation)
      return guarded.nextListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.guarded.withLock { $0.listeners[number] = nil }
    }
    return stream
  }

  func say(_ word: Int, on channel: Int) {
    let heard = guarded.withLock { $0.listeners.values.filter { $0.channel == channel } }
    for (_, continuation) in heard { continuation.yield(word) }
  }
}

extension DependencyValues {
  var radio: Radio {
    get { self[Radio.self] }
    set { self[Radio.self] = newValue }
  }
}
