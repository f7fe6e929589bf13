import Foundation
import Pando
import PandoHosting
import Synchronization
import Testing

/// Cancellation handlers are user code: no lock of the library is held while they run.
@Suite("Cancellation handlers")
struct CancellationHandlerTests {
  /// The state that a test and the effects of its features share.
  final class Scene: Sendable {
    let mutex = Mutex<Void>(())
    let isRunning = Atomic<Bool>(false)
    let isHandling = Atomic<Bool>(false)
    let handledCount = Atomic<Int>(0)
    let states = Mutex<(@Sendable () async -> Void)?>(nil)
  }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Sendable { case start, startCancelling, startGroup, up, cancel }
    enum CancelID: Codable, Hashable { case work, part }
    var scene: Scene

    var body: some Reducer<State, Action> {
      Reduce { [scene] state, action in
        switch action {
        case .start:
          return .run { _ in
            try await withTaskCancellationHandler {
              scene.isRunning.store(true, ordering: .releasing)
              try await Task.sleep(for: .seconds(1_000))
            } onCancel: {
              scene.isHandling.store(true, ordering: .releasing)
              scene.mutex.withLock { _ in }
              scene.handledCount.add(1, ordering: .releasing)
            }
          }.cancellable(id: CancelID.work)
        case .startCancelling:
          return .run { _ in
            try await withTaskCancellationHandler {
              scene.isRunning.store(true, ordering: .releasing)
              try await Task.sleep(for: .seconds(1_000))
            } onCancel: {
              Task.cancel(id: CancelID.part)
              scene.handledCount.add(1, ordering: .releasing)
            }
          }.cancellable(id: CancelID.work)
        case .startGroup:
          return .run { _ in
            await withTaskGroup(of: Void.self) { group in
              for _ in 0..<4 {
                group.addTask { await scene.states.withLock { $0 }?() }
              }
              scene.isRunning.store(true, ordering: .releasing)
              group.cancelAll()
            }
            scene.handledCount.add(1, ordering: .releasing)
          }.cancellable(id: CancelID.work)
        case .up:
          state.count += 1
          return .none
        case .cancel:
          return .cancel(id: CancelID.work)
        }
      }
    }
  }

  @Reducer
  struct Family {
    struct State: Sendable {
      var local = Child.State()
      var hosted: Child.State? = Child.State()
    }
    enum Action: Sendable { case local(Child.Action), hosted(Child.Action) }
    var scene: Scene

    var body: some Reducer<State, Action> {
      Scope(state: \.local, action: \.local) { Child(scene: scene) }
      EmptyReducer().ifLet(\.hosted, action: \.hosted) { Child(scene: scene).hosted() }
    }
  }

  enum Place: CaseIterable { case local, hosted }

  private func makeAction(_ place: Place, _ action: Child.Action) -> Family.Action {
    place == .local ? .local(action) : .hosted(action)
  }

  /// Runs work on a thread of its own; tells whether it has ended in time.
  private func ends(_ work: @escaping @Sendable () -> Void) async -> Bool {
    let hasEnded = Box()
    Thread.detachNewThread {
      work()
      hasEnded.value.store(true, ordering: .releasing)
    }
    return await wait { hasEnded.value.load(ordering: .acquiring) }
  }

  private final class Box: Sendable {
    let value = Atomic<Bool>(false)
  }

  private func wait(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<12_000 {
      if condition() { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return condition()
  }

  @Test("may wait for a lock whose holder sends an action", arguments: Place.allCases)
  func mutexInHandler(_ place: Place) async {
    let scene = Scene()
    let store = Store(initialState: Family.State()) { Family(scene: scene) }
    store.send(makeAction(place, .start))
    #expect(await wait { scene.isRunning.load(ordering: .acquiring) })
    let holds = Box()
    async let sends = ends {
      scene.mutex.withLock { _ in
        holds.value.store(true, ordering: .releasing)
        while !scene.isHandling.load(ordering: .acquiring) { usleep(1_000) }
        store.send(.local(.up))
      }
    }
    #expect(await wait { holds.value.load(ordering: .acquiring) })
    let cancels = await ends { store.send(makeAction(place, .cancel)) }
    #expect(cancels)
    #expect(await sends)
    #expect(await wait { scene.handledCount.load(ordering: .acquiring) == 1 })
  }

  @Test("may cancel by identity", arguments: Place.allCases)
  func cancelInHandler(_ place: Place) async {
    let scene = Scene()
    let store = Store(initialState: Family.State()) { Family(scene: scene) }
    store.send(makeAction(place, .startCancelling))
    #expect(await wait { scene.isRunning.load(ordering: .acquiring) })
    let cancels = await ends { store.send(makeAction(place, .cancel)) }
    #expect(cancels)
    #expect(await wait { scene.handledCount.load(ordering: .acquiring) == 1 })
  }

  @Test("of a group that waits for states may run while another thread cancels it")
  func groupAndStates() async {
    let scene = Scene()
    let store = Store(initialState: Family.State()) { Family(scene: scene) }
    scene.states.withLock { states in
      states = { for await _ in store.states {} }
    }
    let hasEnded = await ends {
      for round in 1...300 {
        for place in Place.allCases {
          scene.isRunning.store(false, ordering: .releasing)
          store.send(makeAction(place, .startGroup))
          while !scene.isRunning.load(ordering: .acquiring), round % 3 != 0 { usleep(10) }
          store.send(makeAction(place, .cancel))
        }
      }
    }
    #expect(hasEnded)
    #expect(await wait { scene.handledCount.load(ordering: .acquiring) == 600 })
    scene.states.withLock { $0 = nil }
  }
}
