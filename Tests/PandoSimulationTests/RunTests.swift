import PandoHosting
import PandoSimulation
import SimulationPrograms
import Synchronization
import Testing

@testable import Pando

/// Actions that were sent in a row and lie in the store without an object, or a tracker, for each.
@Suite("Waiting for the actions of a run", .timeLimit(.minutes(15)))
struct RunTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable {
      var count = 0
      var heard = 0
    }

    enum Action: Codable, Sendable {
      case up, work, heard, chain
      /// Has an effect note that it has started.
      case note(Int)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .work: return .run { await $0(.heard) }
        case .heard: state.heard += 1
        case .note(let number):
          return .run { _ in RunTests.started.withLock { $0.append(number) } }
        case .chain:
          return .run { send in
            await send(.chain)
            await Task.yield()
            await send(.heard)
          }
        }
        return .none
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable {
      var child: Child.State? = Child.State()
      var seen = 0
      /// True if the parent changes the child with its fourth action.
      var edits = false
    }

    enum Action: Sendable { case child(Child.Action), close, local }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .child:
          state.seen += 1
          if state.edits, state.seen == 4 { state.child?.heard += 1 }
        case .close: state.child = nil
        case .local: return .run { _ in await Task.yield() }
        }
        return .none
      }
      .ifLet(\.child, action: \.child) { Child().hosted() }
    }
  }

  private struct Setting {
    let executor = SimulatedExecutor()
    let workers: SteppedWorkers
    let engine: StoreEngine<Parent.State, Parent.Action>

    init(edits: Bool = false) {
      let workers = SteppedWorkers(count: 1, seed: 1, executor: executor)
      self.workers = workers
      var dependencies = DependencyValues()
      dependencies.hosting = workers.hosting
      engine = StoreEngine(
        initialState: { Parent.State(edits: edits) }, reducer: { Parent() },
        dependencies: dependencies,
        executor: executor)
    }

    var state: Parent.State { engine.withState { $0 } }

    /// Sends what the worker does not answer before it is told to.
    func send(_ actions: [Parent.Action]) throws -> [SentAction] {
      try actions.map { try #require(engine.send($0)) }
    }

    /// Goes on until something is as asked; false when it never is.
    func run(until condition: () -> Bool) throws -> Bool {
      while !condition() {
        guard try workers.step() || executor.runAll() else { return false }
      }
      return true
    }
  }

  @Test("each is waited for by itself, before its commit and after it")
  func oneByOne() throws {
    let setting = Setting()
    let (engine, up) = (setting.engine, Parent.Action.child(.up))
    let sent = try setting.send([up, up, .child(.work), .local, up, up])
    let isNumbered = sent.map { if case .number = $0.reference { true } else { false } }
    // The first has nothing before it; the others need no tracker of their own.
    #expect(isNumbered == [false, true, true, true, true, true])
    #expect(!sent.contains(where: engine.isFinished))
    let order = Order()
    for (index, action) in sent.enumerated().reversed() {
      Task(executorPreference: setting.executor) {
        await engine.finish(action)
        order.ended.append(index)
      }
    }
    setting.executor.runAll()
    #expect(order.ended.isEmpty)
    #expect(try setting.run { setting.state.child?.count == 4 })
    #expect(!engine.isFinished(sent[2]))
    try setting.workers.settle()
    setting.executor.runAll()
    #expect(order.ended.sorted() == [0, 1, 2, 3, 4, 5])
    #expect(setting.state.child == Child.State(count: 4, heard: 1))
    #expect(sent.allSatisfy(engine.isFinished))
    #expect(setting.state.seen == 6)
  }

  @Test("one that is cancelled before its commit commits, and starts no effect", arguments: 0..<3)
  func cancelled(index: Int) throws {
    let setting = Setting()
    let work = Parent.Action.child(.work)
    let sent = try setting.send([.child(.up), work, work, work])
    setting.engine.cancel(sent[index + 1])
    try setting.workers.settle()
    #expect(setting.state.child == Child.State(count: 1, heard: 2))
    #expect(sent.allSatisfy(setting.engine.isFinished))
  }

  @Test("one that takes its child away is over when the worker has let go of it")
  func closed() throws {
    let setting = Setting()
    let sent = try setting.send([.child(.up), .child(.up), .close, .local])
    #expect(try setting.run { setting.state.child == nil })
    #expect(!setting.engine.isFinished(sent[2]))
    try setting.workers.settle()
    #expect(sent.allSatisfy(setting.engine.isFinished))
    #expect(setting.engine.strayLanes.isEmpty)
  }

  /// The numbers of the effects that have started.
  static let started = Mutex<[Int]>([])

  @Test(
    "one that takes its child away lets the effects start of what committed before it",
    arguments: [0, 3])
  func startsBeforeTheClose(count: Int) throws {
    let setting = Setting()
    _ = try setting.send(
      Array(repeating: .child(.up), count: count) + [.child(.note(count)), .close, .local])
    try setting.workers.settle()
    #expect(setting.state.child == nil)
    #expect(Self.started.withLock { $0.count { $0 == count } } == 1)
  }

  @Test("a store that stops frees those who wait for them")
  func stopped() throws {
    let setting = Setting()
    let engine = setting.engine
    let sent = try setting.send(Array(repeating: .child(.up), count: 5))
    let order = Order()
    for (index, action) in sent.enumerated() {
      Task(executorPreference: setting.executor) {
        await engine.finish(action)
        order.ended.append(index)
      }
    }
    setting.executor.runAll()
    engine.stop()
    setting.executor.runAll()
    #expect(order.ended.sorted() == [0, 1, 2, 3, 4])
    #expect(engine.hasCommittedAll)
  }

  @Test("a store that stops keeps nothing of what was under way", arguments: [0, 3, 20, 200])
  func leavesNothing(steps: Int) throws {
    weak var tracker: ActionTracker?
    weak var engine: StoreEngine<Parent.State, Parent.Action>?
    try {
      let setting = Setting()
      engine = setting.engine
      let sent = try setting.send([.child(.chain), .child(.chain), .child(.up)])
      if case .tracker(let first) = sent[0].reference { tracker = first }
      #expect(tracker != nil)
      for _ in 0..<steps { _ = try setting.workers.step() || setting.executor.runAll() }
      // Each link of the chain has the tracker of the one before for its parent.
      setting.engine.stop()
      try setting.workers.settle()
      setting.executor.runAll()
    }()
    #expect(tracker == nil)
    #expect(engine == nil)
  }

  @Test("the worker follows a parent that changes the child with one of them")
  func edited() throws {
    let setting = Setting(edits: true)
    _ = try setting.send(Array(repeating: .child(.up), count: 6))
    try setting.workers.settle()
    #expect(setting.state.child == Child.State(count: 6, heard: 1))
    #expect(setting.engine.clientReductionCount == 0)
  }

  @Test("a window holds as many of them as of any")
  func window() throws {
    let setting = Setting()
    _ = try setting.send(Array(repeating: .child(.up), count: setting.engine.window))
    #expect(setting.engine.isFull)
    #expect(setting.engine.sendIfRoom(.child(.up)) == nil)
    try setting.workers.settle()
    #expect(setting.state.child?.count == setting.engine.window)
  }

  @Test("a window of bytes holds as many of them as of any")
  func windowOfBytes() throws {
    let setting = Setting()
    let engine = setting.engine
    _ = try setting.send([.child(.up)])
    #expect(engine.pendingBytes > 0)
    engine.windowBytes = 5 * engine.pendingBytes
    _ = try setting.send(Array(repeating: .child(.up), count: 4))
    #expect(engine.isFull)
    #expect(engine.sendIfRoom(.child(.up)) == nil)
    try setting.workers.settle()
    #expect(setting.state.child?.count == 5)
    #expect(engine.pendingBytes == 0)
  }

  /// Two hosted children that one action is for.
  @Reducer
  struct Twins {
    struct State: Equatable, Sendable {
      var left = Child.State()
      var right = Child.State()
    }

    enum Action: Sendable { case both(Child.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.left, action: \.both) { Child().hosted() }
      Scope(state: \.right, action: \.both) { Child().hosted() }
    }
  }

  @Test("none is one for two children, which both reduce it ahead of its turn")
  func twins() throws {
    let executor = SimulatedExecutor()
    let workers = SteppedWorkers(count: 1, seed: 1, executor: executor)
    var dependencies = DependencyValues()
    dependencies.hosting = workers.hosting
    let engine = StoreEngine(
      initialState: { Twins.State() }, reducer: { Twins() }, dependencies: dependencies,
      executor: executor)
    for _ in 0..<6 { _ = engine.send(.both(.up)) }
    let counts = engine.desk.lanes.values.map { $0.machine.count }
    #expect(counts == [6, 6])
    try workers.settle()
    let child = Child.State(count: 6)
    #expect(engine.withState { $0 } == Twins.State(left: child, right: child))
    #expect(engine.clientReductionCount == 0)
  }

  private final class Order: @unchecked Sendable {
    // One thread has a simulation.
    var ended: [Int] = []
  }
}
