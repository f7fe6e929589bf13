import Glibc
import Pando
import PandoTesting
import ProgramSupport
import Synchronization
import Testing

@Suite("What is still to come of an action", .timeLimit(.minutes(15)))
struct FinishTests {
  private let faults = HostingFaults()

  @Test("cancelling an action in flight holds when it commits: its effects do not go on")
  func cancelledInFlight() async {
    let store = Plantation.makeStore(faults)
    faults.cutOff()
    let waiting = store.send(.patient(.wait))
    waiting.cancel()
    faults.heal()
    await waiting.finish()
    await store.send(.patient(.pick(1))).finish()
    #expect(store.state.patient?.apples == [1])
  }

  enum Moment: CaseIterable {
    case running, inFlight
    /// While an effect runs on a worker that is cut off.
    case cutOff
  }

  @Test("finish() returns once the store has stopped", arguments: Moment.allCases)
  func stopped(_ moment: Moment) async {
    let store = Plantation.makeStore(faults)
    if moment == .inFlight { faults.cutOff() }
    let waiting = store.send(.patient(.wait))
    let finishing = Task { await waiting.finish() }
    for _ in 0..<100 { await Task.yield() }
    if moment == .cutOff {
      await store.send(.patient(.pick(1))).finish()
      faults.cutOff()
    }
    await store.stop()
    await finishing.value
    await waiting.finish()
  }

  @Reducer
  struct Guest {
    struct State: Codable, Equatable, Sendable {}
    enum Action: Codable, Sendable { case stay }

    @Dependency(\.stay) fileprivate var stay

    var body: some ReducerOf<Self> {
      Reduce { _, _ in
        .run { [stay] _ in
          stay.began.store(true, ordering: .sequentiallyConsistent)
          try? await Task.sleep(for: .seconds(3_600))
          for _ in 0..<10_000 { await Task.yield() }
          stay.hasCleanedUp.store(true, ordering: .sequentiallyConsistent)
        }
      }
    }
  }

  @Reducer
  struct House {
    struct State: Sendable { var guest: Guest.State? = Guest.State() }
    enum Action: Sendable { case guest(Guest.Action), leave }

    let isHosted: Bool

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .leave = action { state.guest = nil }
        return .none
      }
      .ifLet(\.guest, action: \.guest) {
        if isHosted { Guest().hosted() } else { Guest() }
      }
    }
  }

  @Test(
    "finish() of a child that has gone waits until its effects have cleaned up",
    arguments: [false, true])
  func gone(isHosted: Bool) async {
    let stay = Stay()
    let store = Store(initialState: House.State()) {
      House(isHosted: isHosted)
    } withDependencies: {
      $0.stay = stay
    }
    let staying = store.send(.guest(.stay))
    while !stay.began.load(ordering: .sequentiallyConsistent) { await Task.yield() }
    await store.send(.leave).finish()
    await staying.finish()
    let hasCleanedUp = stay.hasCleanedUp.load(ordering: .sequentiallyConsistent)
    #expect(hasCleanedUp)
  }

  @Reducer
  struct Clock {
    struct State: Codable, Equatable, Sendable { var ticks = 0 }
    enum Action: Codable, Sendable { case tick(Int), restart(Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .tick(let rest):
          state.ticks += 1
          if rest == 0 { return .none }
          return .run { send in await send(.tick(rest - 1)) }
        case .restart(let rest):
          return .run { send in await send(.tick(rest)) }
        }
      }
    }
  }

  @Test("a long chain of effects is waited for, and takes no more memory than a short one")
  func chain() async {
    let store = Store(initialState: Clock.State()) { Clock() }
    await store.send(.tick(1_000)).finish()
    let before = residentBytes()
    await store.send(.tick(200_000)).finish()
    #expect(store.state.ticks == 201_002)
    #expect(residentBytes() - before < 16 << 20)
  }

  @Reducer
  struct Carrier {
    struct State: Sendable {
      var worker: Worker.State? = Worker.State()
      var done = 0
    }
    enum Action: Sendable { case worker(Worker.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .worker(.done) = action { state.done += 1 }
        return .none
      }
      .ifLet(\.worker, action: \.worker) { Worker().hosted(interrupted: .start) }
    }
  }

  @Reducer
  struct Worker {
    struct State: Codable, Equatable, Sendable { var starts = 0 }
    enum Action: Codable, Sendable { case start, done }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .start = action else { return .none }
        state.starts += 1
        if state.starts > 1 { return .run { send in await send(.done) } }
        return .run { _ in try await Task.sleep(for: .seconds(3_600)) }
      }
    }
  }

  @Test("finish() covers what an interrupted feature starts again")
  func interrupted() async {
    let store = Store(initialState: Carrier.State()) {
      Carrier()
    } withDependencies: {
      $0.hosting = .faulty(faults)
    }
    let starting = store.send(.worker(.start))
    while store.state.worker?.starts != 1 { await Task.yield() }
    for _ in 0..<1_000 { await Task.yield() }
    faults.killWorker()
    await starting.finish()
    #expect(store.state.worker?.starts == 2)
    #expect(store.state.done == 1)
  }
}

/// The progress of an effect that cleans up.
private final class Stay: Sendable {
  let began = Atomic<Bool>(false)
  let hasCleanedUp = Atomic<Bool>(false)
}

private enum StayKey: DependencyKey {
  static let liveValue = Stay()
  static let testValue = Stay()
}

extension DependencyValues {
  fileprivate var stay: Stay {
    get { self[StayKey.self] }
    set { self[StayKey.self] = newValue }
  }
}
