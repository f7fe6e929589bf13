import Glibc
import Pando
import PandoTesting
import Synchronization
import Testing

@Suite("throttle with a pace of each call", .timeLimit(.minutes(15)))
struct ThrottleTests {
  @Reducer
  struct Pacer {
    struct State: Sendable { var notes: [String] = [] }

    enum Action: Sendable {
      case type([String], Duration, any Clock<Duration>)
      /// Two effects as parts of one that runs; the first has a note of its own.
      case pair(any Clock<Duration>, [String], any Clock<Duration>)
      /// Effects under so many other identities, which send nothing.
      case others(Int, any Clock<Duration>)
      case note(String)
    }

    var isLatest = true

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .type(let texts, let interval, let clock):
          return paced(texts, interval, clock)
        case .pair(let first, let texts, let second):
          return .concatenate(
            .run { _ in },
            .merge(paced(["x"], .seconds(1), first), paced(texts, .seconds(1), second)))
        case .others(let count, let clock):
          return .merge((0..<count).map { paced([], .seconds(1), clock, id: "other \($0)") })
        case .note(let text):
          state.notes.append(text)
          return .none
        }
      }
    }

    private func paced(
      _ texts: [String], _ interval: Duration, _ clock: any Clock<Duration>,
      id: String = "notes"
    ) -> EffectOf<Self> {
      .run { send in for text in texts { await send(.note(text)) } }
        .throttle(id: id, for: interval, clock: clock, latest: isLatest)
    }
  }

  private func makeStore(isLatest: Bool = true) -> StoreOf<Pacer> {
    Store(initialState: Pacer.State()) { Pacer(isLatest: isLatest) }
  }

  private func expect(
    _ notes: [String], in store: StoreOf<Pacer>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let end = ContinuousClock.now + .seconds(30)
    while store.state.notes != notes, ContinuousClock.now < end { await Task.yield() }
    #expect(store.state.notes == notes, sourceLocation: sourceLocation)
  }

  /// Waits until an effect waits for a clock.
  private func sleeper(_ clock: TestClock<Duration>) async {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
      do throws(SuspensionError) { try await clock.checkSuspension() } catch { return }
    }
    Issue.record("nothing ever slept")
  }

  @Test("takes the interval of the newest effect")
  func interval() async {
    let (store, clock) = (makeStore(), TestClock())
    await store.send(.type(["a"], .seconds(10), clock)).finish()
    await clock.advance(by: .seconds(2))
    store.send(.type(["b"], .seconds(1), clock))
    await expect(["a", "b"], in: store)
    await clock.advance(by: .seconds(2))
    let third = store.send(.type(["c"], .seconds(5), clock))
    await sleeper(clock)
    await clock.advance(by: .milliseconds(2_999))
    await expect(["a", "b"], in: store)
    await clock.advance(by: .milliseconds(1))
    await third.finish()
    await expect(["a", "b", "c"], in: store)
  }

  @Test("begins anew with another clock of the same type")
  func otherClock() async {
    let (store, first, second) = (makeStore(), TestClock(), TestClock())
    await store.send(.type(["a"], .seconds(1), first)).finish()
    store.send(.type(["b"], .seconds(1), second))
    await expect(["a", "b"], in: store)
    let third = store.send(.type(["c"], .seconds(1), second))
    await sleeper(second)
    await second.advance(by: .seconds(1))
    await third.finish()
    await expect(["a", "b", "c"], in: store)
  }

  @Test("throttles by a clock of another type")
  func otherType() async {
    let (store, first, second) = (makeStore(), ImmediateClock(), TestClock())
    await store.send(.type(["a"], .seconds(1), first)).finish()
    await store.send(.type(["b"], .seconds(1), second)).finish()
    await expect(["a", "b"], in: store)
    let third = store.send(.type(["c"], .seconds(1), second))
    await sleeper(second)
    await expect(["a", "b"], in: store)
    await second.advance(by: .seconds(1))
    await third.finish()
    await expect(["a", "b", "c"], in: store)
  }

  @Test("keeps what waits, when another clock takes over")
  func heldMoves() async {
    let (store, first, second) = (makeStore(), TestClock(), TestClock())
    store.send(.type(["a", "b"], .seconds(1), first))
    await sleeper(first)
    let silent = store.send(.type([], .seconds(1), second))
    await sleeper(second)
    await expect(["a"], in: store)
    await second.advance(by: .seconds(1))
    await silent.finish()
    await expect(["a", "b"], in: store)
  }

  @Test(
    "lets through what is due, though its effect lost its place before it could",
    arguments: [true, false])
  func due(isLatest: Bool) async {
    let (store, clock) = (makeStore(isLatest: isLatest), DrowsyClock())
    let first = store.send(.type(["a", "b"], .seconds(1), clock))
    await clock.sleepers(1)
    clock.set(to: .seconds(1))
    let silent = store.send(.type([], .seconds(1), clock))
    await first.finish()
    await silent.finish()
    await expect(["a", "b"], in: store)
  }

  @Test("lets through what is due ahead of what its successor sends", arguments: [true, false])
  func dueFirst(isLatest: Bool) async {
    let (store, clock) = (makeStore(isLatest: isLatest), DrowsyClock())
    let first = store.send(.type(["a", "b"], .seconds(1), clock))
    await clock.sleepers(1)
    clock.set(to: .seconds(1))
    let second = store.send(.type(["c"], .seconds(1), clock))
    await first.finish()
    await expect(["a", "b"], in: store)
    await clock.sleepers(1)
    clock.set(to: .seconds(2))
    clock.wake()
    await second.finish()
    await expect(["a", "b", "c"], in: store)
  }

  @Test("an effect that was replaced before it began leaves the intervals to its successor")
  func lateStart() async {
    let (store, slow, clock) = (makeStore(), SlowClock(), TestClock())
    let first = store.send(.type(["x"], .seconds(1), slow))
    await slow.isAsked()
    let second = store.send(.type(["a", "b"], .seconds(1), clock))
    await sleeper(clock)
    slow.answer()
    await first.finish()
    await clock.advance(by: .seconds(1))
    await second.finish()
    await expect(["a", "b"], in: store)
  }

  @Test("a part that was replaced before it began leaves the intervals to its successor")
  func latePart() async {
    let (store, slow, clock) = (makeStore(), SlowClock(), TestClock())
    let both = store.send(.pair(slow, ["a", "b"], clock))
    await slow.isAsked()
    await sleeper(clock)
    slow.answer()
    await clock.advance(by: .seconds(1))
    await both.finish()
    await expect(["a", "b"], in: store)
  }

  @Test("an interval counts for a longer one, however many identities are used meanwhile")
  func manyIdentities() async {
    let (store, clock) = (makeStore(), TestClock())
    await store.send(.type(["a"], .seconds(10), clock)).finish()
    await clock.advance(by: .seconds(10))
    await store.send(.type(["b"], .seconds(1), clock)).finish()
    await clock.advance(by: .seconds(2))
    await store.send(.others(70, clock)).finish()
    let third = store.send(.type(["c"], .seconds(10), clock))
    await sleeper(clock)
    await expect(["a", "b"], in: store)
    await clock.advance(by: .seconds(8))
    await third.finish()
    await expect(["a", "b", "c"], in: store)
  }

  @Test("ends, where its clock fails before the interval does")
  func failingClock() async {
    let (store, clock) = (makeStore(), FailingClock())
    await store.send(.type(["a", "b"], .seconds(1), clock)).finish()
    #expect(store.state.notes == ["a"])
    #expect(clock.sleepCount == 1)
  }
}

/// A clock by which nobody can wait. It stands still, until somebody has tried too often.
private final class FailingClock: Clock {
  typealias Instant = SimulatedInstant<Duration>

  struct Failure: Error {}

  private let sleeps = Atomic<Int>(0)

  var now: Instant { Instant(offset: sleepCount < 1_000 ? .zero : .seconds(1)) }
  var minimumResolution: Duration { .zero }
  var sleepCount: Int { sleeps.load(ordering: .relaxed) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    sleeps.add(1, ordering: .relaxed)
    throw Failure()
  }
}

/// A clock that tells the time only when it is told to.
private final class SlowClock: Clock {
  typealias Instant = SimulatedInstant<Duration>

  private let isAskedFlag = Atomic<Bool>(false)
  private let answers = Atomic<Bool>(false)

  var minimumResolution: Duration { .zero }

  var now: Instant {
    isAskedFlag.store(true, ordering: .releasing)
    while !answers.load(ordering: .acquiring) { usleep(1_000) }
    return Instant()
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Task.sleep(for: .seconds(60))
  }

  func answer() { answers.store(true, ordering: .releasing) }

  func isAsked() async {
    while !isAskedFlag.load(ordering: .acquiring) { await Task.yield() }
  }
}

/// A clock whose sleepers do not wake when they should, but when they are told to.
private final class DrowsyClock: Clock {
  typealias Instant = SimulatedInstant<Duration>

  private struct State {
    var now = Instant()
    var sleeperCount = 0
    var isAwake = false
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    state.withLock { $0.sleeperCount += 1 }
    defer { state.withLock { $0.sleeperCount -= 1 } }
    while state.withLock({ !$0.isAwake || $0.now < deadline }) {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  func set(to offset: Duration) { state.withLock { $0.now = Instant(offset: offset) } }

  func wake() { state.withLock { $0.isAwake = true } }

  /// Waits until so many sleep.
  func sleepers(_ count: Int) async {
    while state.withLock({ $0.sleeperCount }) != count { await Task.yield() }
  }
}
