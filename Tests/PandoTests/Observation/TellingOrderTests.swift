import Dispatch
import Foundation
import Observation
import Pando
import Synchronization
import Testing

@Suite("Who waits for a commit goes on behind its observers", .timeLimit(.minutes(15)))
struct TellingOrderTests {
  /// Adds to a number; `later` adds by an effect, which says when it goes on.
  struct Sum: Reducer {
    enum Action: Codable, Sendable { case add(Int), later(Int) }
    let log: Log

    var body: some Reducer<Int, Action> {
      Reduce { state, action in
        switch action {
        case .add(let number):
          state += number
          return .none
        case .later(let number):
          return .run { [log] send in
            await send(.add(number))
            log.note("gone on")
          }
        }
      }
    }
  }

  final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func note(_ line: String) { lines.withLock { $0.append(line) } }
  }

  /// An observer that is slow: told once, in the thread that commits, it returns when it is let go.
  final class SlowObserver: Sendable {
    private let hasBegun = DispatchSemaphore(value: 0)
    private let mayEnd = DispatchSemaphore(value: 0)

    init(_ store: Store<Int, Sum.Action>, _ log: Log, _ name: String) {
      withObservationTracking {
        _ = store.state
      } onChange: { [hasBegun, mayEnd] in
        hasBegun.signal()
        mayEnd.wait()
        log.note(name)
      }
    }

    /// Returns once it is being told.
    func waitUntilTold() { hasBegun.wait() }

    func letGo() { mayEnd.signal() }
  }

  private let log = Log()
  private let store: Store<Int, Sum.Action>

  init() {
    let log = log
    store = Store(initialState: 0) { Sum(log: log) }
  }

  /// Sends on a thread of its own, which may tell for as long as an observer takes.
  private func sendAside(_ action: Sum.Action) {
    Thread.detachNewThread { [store] in store.send(action) }
  }

  /// Gives others the time to do what they must not do yet.
  private func giveTime() async {
    for _ in 0..<2_000 { await Task.yield() }
  }

  enum Wait: CaseIterable, Sendable { case finish, actor, states, effect, finishOfNothing }

  @Test(
    "while another thread still tells of an earlier commit, none goes on",
    arguments: Wait.allCases)
  func otherThread(_ wait: Wait) async {
    let observer = SlowObserver(store, log, "told")
    sendAside(.add(1))
    observer.waitUntilTold()
    let waiting = Task { [store, log] in
      switch wait {
      case .finish: await store.send(.add(10)).finish()
      case .actor: await StoreActor(store).send(.add(10))
      case .states: for await _ in store.states { break }
      case .effect: return await store.send(.later(10)).finish()
      case .finishOfNothing:
        let task = store.send(.add(10))
        await task.finish()
        await task.finish()
      }
      log.note("gone on")
    }
    if wait != .states { await eventually { [store] in store.withState { $0 } == 11 } }
    await giveTime()
    observer.letGo()
    await waiting.value
    #expect(log.all == ["told", "gone on"])
  }

  @Test("nobody waits for observers of later commits")
  func laterCommits() async {
    let first = SlowObserver(store, log, "first told")
    sendAside(.add(1))
    first.waitUntilTold()
    let waiting = Task { [store, log] in
      await store.send(.add(10)).finish()
      log.note("gone on")
    }
    await eventually { [store] in store.withState { $0 } == 11 }
    await giveTime()
    let second = SlowObserver(store, log, "second told")
    sendAside(.add(100))
    second.waitUntilTold()
    first.letGo()
    await waiting.value
    #expect(log.all == ["first told", "gone on"])
    second.letGo()
  }

  @Test("observers of a later commit that are told sooner let nobody go on before the earlier ones")
  func sooner() async {
    let first = SlowObserver(store, log, "first told")
    sendAside(.add(1))
    first.waitUntilTold()
    let second = SlowObserver(store, log, "second told")
    sendAside(.add(10))
    second.waitUntilTold()
    let waiting = Task { [store, log] in
      await store.send(.add(100)).finish()
      log.note("gone on")
    }
    await eventually { [store] in store.withState { $0 } == 111 }
    await giveTime()
    second.letGo()
    await eventually { [log] in log.all == ["second told"] }
    await giveTime()
    first.letGo()
    await waiting.value
    #expect(log.all == ["second told", "first told", "gone on"])
  }

  @Test("an observer may send, and start a task that waits for that")
  func insideObserver() async {
    let inner = Mutex<Task<Void, Never>?>(nil)
    withObservationTracking {
      _ = store.state
    } onChange: { [store, log] in
      inner.withLock {
        $0 = Task {
          await store.send(.later(10)).finish()
          log.note("finished")
        }
      }
      store.send(.add(100))
      log.note("told of \(store.withState { $0 })")
    }
    store.send(.add(1))
    await inner.withLock { $0 }?.value
    #expect(log.all.count == 3)
    #expect(log.all.last == "finished")
    #expect(store.withState { $0 } == 111)
  }

  @Test("finish() returns when the observers of a shared value have been told, too")
  func shared() async {
    let count = Shared(value: 0)
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in
        count.withLock { $0 += action }
        return .none
      }
    }
    let watch = Watch { count.wrappedValue }
    for round in 1...200 {
      await store.send(1).finish()
      let told = watch.takeCount()
      #expect(told == 1, "in round \(round)")
    }
  }
}
