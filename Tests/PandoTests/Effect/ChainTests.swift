import Foundation
import IssueSupport
import PandoTesting
import Synchronization
import Testing

@testable import Pando

@Suite("A chain of actions that send one another", .timeLimit(.minutes(15)))
struct ChainTests {
  /// Counts its actions, some of which send others.
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Equatable, Sendable {
      /// Sends itself so often.
      case again(Int)
      case forEver
      /// Sends itself twice.
      case twice
      /// Sends so many others.
      case spread(Int)
      case end
      /// Has an effect send it so often.
      case work(Int)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.count += 1
        switch action {
        case .again(let count): return count == 0 ? .none : .send(.again(count - 1))
        case .forEver: return .send(.forEver)
        case .twice: return .merge(.send(.twice), .send(.twice))
        case .spread(let count): return .merge((0..<count).map { _ in .send(.end) })
        case .end: return .none
        case .work(let count):
          return count == 0 ? .none : .run { send in await send(.work(count - 1)) }
        }
      }
    }
  }

  /// Notes what it sees, and calls what a test has put in its way.
  @Reducer
  struct Parent {
    struct State: Equatable, Sendable {
      var child: Child.State? = Child.State()
      var log: [Int] = []
      var echoes = 0
    }
    enum Action: Equatable, Sendable {
      case child(Child.Action)
      case note(Int)
      /// Has its reducer send it again.
      case echo
      case remove
    }

    let calls: Calls

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .child(.again(let count)):
          state.log.append(count)
          calls.call(count)
        case .child: break
        case .note(let number): state.log.append(number)
        case .echo:
          state.echoes += 1
          calls.call(-1)
        case .remove: state.child = nil
        }
        return .none
      }
      .ifLet(\.child, action: \.child) { Child().hosted() }
    }
  }

  final class Calls: Sendable {
    private let body = Mutex<(@Sendable (Int) -> Void)?>(nil)

    func call(_ number: Int) { body.withLock { $0 }?(number) }

    func set(_ new: @escaping @Sendable (Int) -> Void) { body.withLock { $0 = new } }
  }

  enum Place: CaseIterable {
    case direct, inProcess, worker

    var hosting: Hosting {
      switch self {
      case .direct: .direct
      case .inProcess: .inProcess
      case .worker: .faulty(HostingFaults())
      }
    }
  }

  private func makeStore(
    _ place: Place, limit: Int? = nil, _ calls: Calls = Calls()
  ) -> StoreOf<Parent> {
    Store(initialState: Parent.State()) {
      Parent(calls: calls)
    } withDependencies: {
      $0.hosting = place.hosting
      if let limit { $0.hosting = $0.hosting.chainLimit(limit) }
    }
  }

  private func countDown(from first: Int, to last: Int) -> [Int] {
    Array((last...first).reversed())
  }

  @Test(
    "goes ahead of what was sent later for 64 links, and behind it after that",
    arguments: Place.allCases)
  func turns(place: Place) async {
    let calls = Calls()
    let store = makeStore(place, calls)
    // As the first action commits, and again in the middle of a turn.
    calls.set { [weak store] count in
      if count == 200 { _ = store?.send(.note(1_000)) }
      if count == 100 { _ = store?.send(.note(2_000)) }
    }
    await store.send(.child(.again(200))).finish()
    #expect(
      store.state.log
        == countDown(from: 200, to: 137) + [1_000] + countDown(from: 136, to: 73) + [2_000]
        + countDown(from: 72, to: 0))
    await store.stop()
  }

  @Test("is cut at its limit, and told with its path once", arguments: Place.allCases)
  func isCut(place: Place) async {
    let issues = await issues {
      let store = makeStore(place, limit: 100)
      await store.send(.child(.forEver)).finish()
      #expect(store.state.child?.count == 101)
      // Another one begins anew, and is cut like the first.
      await store.send(.child(.forEver)).finish()
      #expect(store.state.child?.count == 202)
      // What is no chain goes on.
      store.send(.note(1))
      #expect(store.state.log == [1])
      await store.stop()
    }
    #expect(issues.count == 1)
    let message = issues.first?.message ?? ""
    #expect(message.contains("A chain of 100 actions was cut"))
    #expect(message.split(separator: ".child(.forEver)").count == 10)
    #expect(message.contains("hosting.chainLimit"))
  }

  @Test("may have 4,096 links where nothing else is said", arguments: [Place.direct, .inProcess])
  func standardLimit(place: Place) async {
    let issues = await issues {
      let store = makeStore(place)
      await store.send(.child(.again(4_096))).finish()
      #expect(store.state.child?.count == 4_097)
      await store.stop()
    }
    #expect(issues.isEmpty)
    let more = await IssueSupport.issues {
      let store = makeStore(place)
      await store.send(.child(.again(4_097))).finish()
      #expect(store.state.child?.count == 4_097)
      await store.stop()
    }
    #expect(more.count == 1)
  }

  @Test("is as long as it is deep: one action may send any number", arguments: Place.allCases)
  func breadth(place: Place) async {
    let issues = await issues {
      let store = makeStore(place, limit: 1)
      await store.send(.child(.spread(4_096))).finish()
      #expect(store.state.child?.count == 4_097)
      await store.stop()
    }
    #expect(issues.isEmpty)
  }

  @Test("that branches is cut by its size, and told once", arguments: Place.allCases)
  func branches(place: Place) async {
    let issues = await issues {
      let store = makeStore(place, limit: 20)
      let chain = store.send(.child(.twice))
      await store.send(.note(1)).finish()
      await chain.finish()
      #expect(store.state.log == [1])
      // Each of the two that the first one sends begins to branch.
      #expect(store.state.child?.count == 1 + 2 + 2 * 20 * 64)
      await store.stop()
    }
    #expect(issues.count == 1)
    let message = issues.first?.message ?? ""
    #expect(message.contains("was cut after 1280"))
    #expect(message.contains(".child(.twice)") && message.contains("hosting.chainLimit"))
  }

  @Test("is none where effects send", arguments: Place.allCases)
  func effects(place: Place) async {
    let issues = await issues {
      let store = makeStore(place, limit: 10)
      await store.send(.child(.work(300))).finish()
      #expect(store.state.child?.count == 301)
      await store.stop()
    }
    #expect(issues.isEmpty)
  }

  @Test("may be a reducer's that sends by the store itself", arguments: [Place.direct, .inProcess])
  func reducerThatSends(place: Place) async {
    let calls = Calls()
    let issues = await issues {
      let store = makeStore(place, limit: 100, calls)
      calls.set { [weak store] _ in _ = store?.send(.echo) }
      await store.send(.echo).finish()
      #expect(store.state.echoes == 101)
      await store.stop()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("echo") == true)
  }

  @Reducer
  struct Watcher {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Sendable { case up }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
      .onChange(of: \.count) { _, _ in
        Reduce { _, _ in .send(.up) }
      }
    }
  }

  @Test("may be one of changes that send", arguments: [1, 5, 100, 4_096])
  func changes(limit: Int) async {
    let issues = await issues {
      let store = Store(initialState: Watcher.State()) {
        Watcher()
      } withDependencies: {
        $0.hosting = .direct.chainLimit(limit)
      }
      for round in 1...2 {
        await store.send(.up).finish()
        #expect(store.state.count == round * (limit + 1))
      }
      await store.stop()
    }
    #expect(issues.count == 1)
  }

  @Test(
    "lets a thread in that waits for the store, and what it sends",
    arguments: [Place.direct, .inProcess])
  func otherThreads(place: Place) async {
    let calls = Calls()
    var dependencies = DependencyValues()
    dependencies.hosting = place.hosting
    let engine = StoreEngine(
      initialState: { Parent.State() }, reducer: { Parent(calls: calls) },
      dependencies: dependencies)
    calls.set { [weak engine] count in
      guard count == 200, let engine else { return }
      Thread.detachNewThread { _ = engine.send(.note(1_000)) }
      while !engine.lock.isAwaited { usleep(100) }
    }
    _ = engine.send(.child(.again(200)))
    // It comes in between two turns, behind the link that is to be the next then.
    #expect(
      engine.withState { $0.log }
        == countDown(from: 200, to: 73) + [1_000] + countDown(from: 72, to: 0))
    engine.stop()
  }

  @Test("ends when its child is taken away, by a thread that waits")
  func removal() async {
    let calls = Calls()
    let store = makeStore(.direct, limit: .max, calls)
    calls.set { [weak store] count in
      guard count == .max - 1_000, let store else { return }
      Thread.detachNewThread { store.send(.remove) }
    }
    let issues = await issues { await store.send(.child(.again(.max))).finish() }
    #expect(store.state.child == nil && issues.isEmpty)
    await store.stop()
  }
}
