import Foundation
import Pando
import Synchronization
import Testing

@Suite("A hosted child that cannot reduce an action", .timeLimit(.minutes(15)))
struct CrashPolicyTests {
  /// Cannot cross back from a worker once it is cracked.
  struct Egg: Codable, Equatable, Sendable {
    struct Cracked: Error {}
    var isCracked = false

    init() {}

    init(from decoder: any Decoder) throws {
      isCracked = try decoder.singleValueContainer().decode(Bool.self)
    }

    func encode(to encoder: any Encoder) throws {
      if isCracked { throw Cracked() }
      var container = encoder.singleValueContainer()
      try container.encode(isCracked)
    }
  }

  @Reducer
  struct Nest {
    struct State: Codable, Equatable, Sendable {
      var egg = Egg()
      var count = 0
      var told: [String] = []
    }
    enum Action: Codable, Equatable, Sendable { case crack, up, failed(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .crack: state.egg.isCracked = true
        case .up: state.count += 1
        case .failed(let reason): state.told.append(reason)
        }
        return .none
      }
    }
  }

  @Reducer
  struct Tree {
    struct State: Equatable, Sendable {
      @Presents var nest: Nest.State?
      var seen: [String] = []
      var others = 0

      init() { nest = Nest.State() }
    }
    enum Action: Sendable { case nest(PresentationAction<Nest.Action>), other }

    let policy: CrashPolicy<Nest.State, Nest.Action>

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .nest(.presented(let action)): state.seen.append("\(action)")
        case .nest(.dismiss): state.seen.append("dismiss")
        case .other: state.others += 1
        }
        return .none
      }
      .ifLet(\.$nest, action: \.nest) { Nest().hosted(onCrash: policy) }
    }
  }

  private func run(
    _ policy: CrashPolicy<Nest.State, Nest.Action>
  ) async -> StoreOf<Tree> {
    let store = Store(initialState: Tree.State()) { Tree(policy: policy) }
    await withKnownIssue {
      let tasks = [
        store.send(.nest(.presented(.up))), store.send(.nest(.presented(.crack))),
        store.send(.nest(.presented(.up))), store.send(.other),
      ]
      for task in tasks { await task.finish() }
    } matching: { issue in
      let text = "\(issue)"
      return text.contains("Nest commits without effect: no worker could host the feature")
        && text.contains("crack")
    }
    #expect(store.state.others == 1)
    return store
  }

  @Test("drops it: no reducer sees it, and everything else goes on")
  func drop() async {
    let store = await run(.drop)
    #expect(store.state.nest?.count == 2)
    #expect(store.state.seen == ["up", "up"])
  }

  @Test("drops it and says so, to the child and its parent, ahead of what was sent later")
  func dropAndTell() async {
    let store = await run(.drop { .failed("\($0.action)") })
    #expect(store.state.nest?.told == ["crack"])
    #expect(store.state.seen == ["up", #"failed("crack")"#, "up"])
  }

  @Test("begins again from another state")
  func restart() async {
    let store = await run(.restart(from: Nest.State()))
    #expect(store.state.nest?.count == 1)
    #expect(store.state.seen == ["up", "up"])
  }

  @Test("is dismissed")
  func dismiss() async {
    let store = Store(initialState: Tree.State()) { Tree(policy: .dismiss) }
    await withKnownIssue {
      await store.send(.nest(.presented(.crack))).finish()
    }
    #expect(store.state.nest == nil)
    #expect(store.state.seen == ["dismiss"])
  }

  @Reducer
  struct Ground {
    struct State: Equatable, Sendable { var nest: Nest.State? = Nest.State() }
    enum Action: Sendable { case nest(Nest.Action) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.nest, action: \.nest) { Nest().hosted(onCrash: .dismiss) }
    }
  }

  @Test("cannot be dismissed where nobody presents it, which is told")
  func dismissUnpresented() async {
    let store = Store(initialState: Ground.State()) { Ground() }
    let told = Mutex(false)
    await withKnownIssue {
      await store.send(.nest(.crack)).finish()
    } matching: { issue in
      if "\(issue)".contains("nobody presents it") { told.withLock { $0 = true } }
      return true
    }
    #expect(told.withLock { $0 })
    #expect(store.state.nest?.count == 0)
  }

  @Test("does what the user wrote")
  func custom() async {
    let store = await run(
      .custom { state, failure in
        state.count = 10
        return .failed("\(failure.reason)")
      })
    #expect(store.state.nest?.count == 11)
    #expect(store.state.nest?.told.first?.contains("Cracked") == true)
  }

  @Test("a state that the client cannot encode is answered in the same way")
  func unencodable() async {
    var state = Tree.State()
    state.nest?.egg.isCracked = true
    let store = Store(initialState: state) {
      Tree(policy: .restart(from: Nest.State()) { _ in .failed("restarted") })
    }
    await withKnownIssue {
      await store.send(.nest(.presented(.up))).finish()
    } matching: {
      "\($0)".contains("cannot be encoded") && "\($0)".contains("CrashPolicyTests.swift:")
    }
    await store.send(.nest(.presented(.up))).finish()
    #expect(store.state.nest?.count == 1)
    #expect(store.state.nest?.told == ["restarted"])
  }

  @Test("is told of once where no action of it can be reduced, and its parents hear of it")
  func hopeless() async {
    var state = Tree.State()
    state.nest?.egg.isCracked = true
    let store = Store(initialState: state) {
      Tree(policy: .drop { .failed("\($0.action)") })
    }
    await withKnownIssue {
      let tasks = [store.send(.nest(.presented(.up))), store.send(.other)]
      for task in tasks { await task.finish() }
    }
    #expect(store.state.nest?.count == 0)
    #expect(store.state.nest?.told == [])
    #expect(store.state.seen == [#"failed("up")"#])
    #expect(store.state.others == 1)
  }

  @Test("is not handed the same action for ever by a policy that sends it again")
  func again() async {
    let store = await run(.custom { _, failure in failure.action })
    #expect(store.state.nest?.count == 2)
    #expect(store.state.seen == ["up", "crack", "up"])
  }

  @Test("leaves a file that replays it")
  func report() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = Store(initialState: Tree.State()) {
      Tree(policy: .drop)
    } withDependencies: {
      $0.hosting.failureFolder = folder
    }
    await store.send(.nest(.presented(.up))).finish()
    await withKnownIssue {
      await store.send(.nest(.presented(.crack))).finish()
    } matching: {
      "\($0)".contains("Replay: \(folder.path)")
    }
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let report = try HostedFailureReport(contentsOf: try #require(files.first))
    let (state, action) = try report.decode(Nest.self)
    #expect(state.count == 1)
    #expect(action == .crack)
    #expect(report.feature.hasSuffix("Nest"))
  }
}
