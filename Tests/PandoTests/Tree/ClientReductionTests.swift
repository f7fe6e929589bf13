import IssueReporting
import Pando
import PandoTesting
import Synchronization
import Testing

/// Tests that an action which the store reduces for a hosted child, since an earlier reducer changed the child's state,
/// comes to the same as in one process.
@Suite("An action that the client reduces for a hosted child")
struct ClientReductionTests {
  // MARK: - What grandchildren send

  @Reducer
  struct Leaf {
    struct State: Codable, Equatable, Sendable {}
    enum Action: Codable, Equatable, Sendable { case go, done }

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        action == .go ? .send(.done) : .none
      }
    }
  }

  @Reducer
  struct Twig {
    struct State: Codable, Equatable, Sendable {
      var leaf: Leaf.State? = Leaf.State()
      var log: [String] = []
      var visits = 0
    }
    enum Action: Codable, Equatable, Sendable { case leaf(Leaf.Action), fall }

    /// True if the leaf goes as it sends.
    let falls: Bool

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .leaf(.go):
          if falls { state.leaf = nil }
        case .leaf(.done): state.log.append("done")
        case .fall: state.leaf = nil
        }
        return .none
      }
      .ifLet(\.leaf, action: \.leaf) { Leaf() }
    }
  }

  @Reducer
  struct Branch {
    struct State: Sendable { var twig = Twig.State() }
    enum Action: Sendable { case twig(Twig.Action) }

    let isHosted: Bool
    let falls: Bool

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.twig.visits += 1
        return .none
      }
      Scope(state: \.twig, action: \.twig) {
        if isHosted { Twig(falls: falls).hosted() } else { Twig(falls: falls) }
      }
    }
  }

  @Test(
    "a grandchild's send is dropped where the same action takes the grandchild away",
    arguments: [true, false])
  func grandchildsSend(falls: Bool) async {
    let local = Store(initialState: Branch.State()) { Branch(isHosted: false, falls: falls) }
    let hosted = Store(initialState: Branch.State()) { Branch(isHosted: true, falls: falls) }
    await local.send(.twig(.leaf(.go))).finish()
    await withKnownIssue {
      await hosted.send(.twig(.leaf(.go))).finish()
    } matching: { issue in
      "\(issue)".contains("had its state changed by a reducer that runs before it")
    }
    #expect(local.state.twig == hosted.state.twig)
    #expect(hosted.state.twig.log == (falls ? [] : ["done"]))
    await hosted.stop()
  }

  private final class Probe: IssueReporter {
    let reportsUnderLock = Atomic(0)
    let reports = Atomic(0)
    private let isLocked: @Sendable () -> Bool

    init(_ isLocked: @escaping @Sendable () -> Bool) {
      self.isLocked = isLocked
    }

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
      filePath: StaticString, line: UInt, column: UInt
    ) {
      reports.add(1, ordering: .relaxed)
      if isLocked() { reportsUnderLock.add(1, ordering: .relaxed) }
    }
  }

  @Test("is warned of without the store's lock")
  func warnings() {
    var dependencies = DependencyValues()
    dependencies.hosting = .inProcess
    let engine = StoreEngine(
      initialState: { Branch.State(twig: Twig.State(leaf: nil)) },
      reducer: { Branch(isHosted: true, falls: false) }, dependencies: dependencies)
    let probe = Probe { engine.isLockedHere }
    // For a leaf that is not there.
    withIssueReporters([probe]) { _ = engine.send(.twig(.leaf(.go))) }
    // Of the order of reducers, and of the leaf.
    #expect(probe.reports.load(ordering: .relaxed) == 2)
    #expect(probe.reportsUnderLock.load(ordering: .relaxed) == 0)
    engine.stop()
  }

  // MARK: - Children that come with their first action

  final class Ends: Sendable {
    let (starts, start) = AsyncStream<Void>.makeStream()
    private let cancelled = Atomic(false)

    var isCancelled: Bool { cancelled.load(ordering: .sequentiallyConsistent) }

    func cancel() { cancelled.store(true, ordering: .sequentiallyConsistent) }
  }

  @Reducer
  struct Search {
    struct State: Codable, Equatable, Sendable { var query = "" }
    enum Action: Codable, Sendable { case queryChanged(String) }

    let ends: Ends

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .queryChanged(let query): state.query = query
        }
        return .run { [ends] _ in
          await withTaskCancellationHandler {
            ends.start.yield()
            try? await Task.sleep(for: .seconds(600))
          } onCancel: {
            ends.cancel()
          }
        }
        .cancellable(id: "search", cancelInFlight: true)
      }
    }
  }

  @Reducer
  struct Desk {
    struct State: Sendable { var search: Search.State? }
    enum Action: Sendable { case search(Search.Action), look }

    let ends: Ends

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .search = action, state.search == nil { state.search = Search.State() }
        return .none
      }
      EmptyReducer().ifLet(\.search, action: \.search) { Search(ends: ends).hosted() }
    }
  }

  @Test("a child that an earlier reducer has just made keeps the effect of its first action")
  func firstAction() async {
    let ends = Ends()
    let store = Store(initialState: Desk.State()) { Desk(ends: ends) }
    await withKnownIssue {
      _ = store.send(.search(.queryChanged("a")))
      for await _ in ends.starts { break }
    } matching: { issue in
      "\(issue)".contains("had its state changed by a reducer that runs before it")
    }
    // What the lane was told before it hears of this has been carried out then.
    await store.send(.look).finish()
    #expect(!ends.isCancelled)
    #expect(store.state.search?.query == "a")
    await store.stop()
    #expect(ends.isCancelled)
  }

  // MARK: - Cancellation

  private final class Starts: Sendable {
    let count = Atomic(0)
  }

  @Reducer
  struct Fetcher {
    struct State: Codable, Equatable, Sendable { var visits = 0 }
    enum Action: Codable, Sendable { case fetch, look }

    let starts: @Sendable () -> Void

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        guard case .fetch = action else { return .none }
        return .run { [starts] _ in starts() }
      }
    }
  }

  @Reducer
  struct Owner {
    struct State: Sendable { var fetcher = Fetcher.State() }
    enum Action: Sendable { case fetcher(Fetcher.Action) }

    let starts: @Sendable () -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.fetcher.visits += 1
        return .none
      }
      Scope(state: \.fetcher, action: \.fetcher) { Fetcher(starts: starts).hosted() }
    }
  }

  @Test("starts no effect if it was cancelled before its commit")
  func cancelledBefore() async {
    let faults = HostingFaults()
    let starts = Starts()
    let store = Store(initialState: Owner.State()) {
      Owner { starts.count.add(1, ordering: .relaxed) }
    } withDependencies: {
      $0.hosting = .faulty(faults)
    }
    await withKnownIssue {
      faults.cutOff()
      let first = store.send(.fetcher(.look))
      let fetch = store.send(.fetcher(.fetch))
      fetch.cancel()
      faults.heal()
      await first.finish()
      await fetch.finish()
      await store.send(.fetcher(.look)).finish()
    } matching: { issue in
      "\(issue)".contains("had its state changed by a reducer that runs before it")
    }
    #expect(starts.count.load(ordering: .relaxed) == 0)
    await store.stop()
  }
}
