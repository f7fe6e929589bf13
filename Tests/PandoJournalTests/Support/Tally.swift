import Pando
import PandoJournal
import Synchronization

/// The deeds of effects, in order.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])
  func note(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

private enum LogKey: DependencyKey {
  static var liveValue: Log { Log() }
  static var testValue: Log { Log() }
}

extension DependencyValues {
  var log: Log {
    get { self[LogKey.self] }
    set { self[LogKey.self] = newValue }
  }
}

/// A child that counts, on a worker where it is hosted there.
@Reducer
struct Tally {
  struct State: Codable, Equatable { var count = 0 }
  enum Action: Codable, Equatable { case add(Int), work(Int), worked(Int), waits, interrupted }
  enum CancelID: Hashable, Codable { case wait }
  @Dependency(\.log) var log

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number):
        state.count += number
        return .none
      case .work(let number):
        return .run { [log] send in
          log.note("tally \(number)")
          await send(.worked(number))
        }
      case .worked(let number):
        state.count += number
        return .none
      case .waits:
        return .run { [log] _ in
          log.note("tally waits")
          try? await Task.sleep(for: .seconds(3_600))
          log.note("tally ends")
        }
        .cancellable(id: CancelID.wait)
      case .interrupted:
        log.note("tally interrupted")
        return .none
      }
    }
  }
}

/// A store's root with a hosted child, and all kinds of things that leave a store.
@Reducer
struct Ledger {
  struct State: Codable, Equatable {
    var numbers: [Int] = []
    var tally: Tally.State?
    var text = ""
  }
  enum Action: Codable, Equatable {
    case add(Int)
    case work(Int)
    case write(String)
    case waits, cancel
    /// Sends itself each smaller number.
    case chain(Int)
    case present, dismiss
    case tally(Tally.Action)
    case mounted
  }
  enum CancelID: Hashable { case wait }
  @Dependency(\.log) var log

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number):
        state.numbers.append(number)
        return .none
      case .work(let number):
        return .run { [log] send in
          log.note("work \(number)")
          await send(.add(number))
          log.note("worked \(number)")
        }
      case .write(let text):
        state.text = text
        return .none
      case .waits:
        return .run { [log] _ in
          log.note("waits")
          try? await Task.sleep(for: .seconds(3_600))
          log.note("ends")
        }
        .cancellable(id: CancelID.wait)
      case .cancel:
        return .cancel(id: CancelID.wait)
      case .chain(let number):
        state.numbers.append(number)
        return number > 0 ? .send(.chain(number - 1)) : .none
      case .present:
        state.tally = Tally.State()
        return .none
      case .dismiss:
        state.tally = nil
        return .none
      case .tally(.worked(let number)):
        state.numbers.append(number)
        return .none
      case .mounted:
        log.note("mounted")
        return .none
      case .tally:
        return .none
      }
    }
    .ifLet(\.tally, action: \.tally) { Tally().hosted(interrupted: .interrupted) }
    .onMount(\.mounted)
  }
}

/// A store with a journal on a disk in memory.
func makeStore(
  _ journal: Journal, log: Log = Log(), _ initial: Ledger.State = Ledger.State()
) async throws -> Store<Ledger.State, Ledger.Action> {
  try await Store(journal: journal, initialState: initial) {
    Ledger()
  } withDependencies: {
    $0.log = log
  }
}
