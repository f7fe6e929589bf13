import CoreMetrics
import MetricsTestKit
import Pando
import PandoCluster

/// Cases that take the same instructions each time, since nothing in them depends on a clock.
enum InstructionCases {
  /// A store with one kind of action, and what came of those that were sent.
  struct Subject {
    /// Sends so many actions, or somewhat fewer, and returns how many.
    let send: (_ count: Int) async -> Int
    /// Returns how many of them were reduced.
    let reduced: () -> Int
    /// Throws where hosted children are not where they are to be.
    let checkProcesses: () throws -> Void

    init<State, Action>(
      _ work: HostedWork<State, Action>, send: @escaping (_ count: Int) async -> Int
    ) {
      self.send = send
      reduced = { work.store.withState(work.reduced) }
      checkProcesses = work.checkProcesses
    }
  }

  enum Worker {
    /// The process that sends is counted.
    case beside
    /// The worker itself is.
    case counted
  }

  struct Case {
    let name: String
    /// The lengths of the two runs of which the difference is taken.
    var lengths = (short: 500, long: 3_000)
    /// The worker that it needs in another process.
    var worker: Worker?
    let prepare: () async throws -> Subject
  }

  static var all: [Case] {
    [
      Case(name: "flat", lengths: (2_000, 52_000)) {
        let store = Store(initialState: Counter.State()) { Counter() }
        return repeating(store, \.count) { store.send(.up) }
      },
      Case(name: "optional-child", lengths: (2_000, 52_000)) {
        let store = Store(initialState: Optionally.State()) { Optionally() }
        return repeating(store, { $0.child?.count ?? 0 }) { store.send(.child(.up)) }
      },
      Case(name: "presented-child", lengths: (1_000, 9_000)) {
        let store = Store(initialState: Presenting.State()) { Presenting() }
        return repeating(store, { $0.child?.count ?? 0 }) { store.send(.child(.presented(.up))) }
      },
      Case(name: "rows-1000", lengths: (1_000, 9_000)) {
        let rows = IdentifiedArray(uniqueElements: (0..<1_000).map { Counter.State(id: $0) })
        let store = Store(initialState: Rows.State(rows: rows)) { Rows() }
        var next = 0
        return repeating(store, sum) {
          next = (next + 619) % 1_000
          store.send(.rows(.element(id: next, action: .up)))
        }
      },
      Case(name: "five-scopes", lengths: (1_000, 9_000)) {
        let store = Store(initialState: LevelOne.State()) { LevelOne() }
        return repeating(store, \.child.child.child.child.child.count) {
          store.send(.child(.child(.child(.child(.child(.up))))))
        }
      },
      Case(name: "stack-of-5", lengths: (1_000, 9_000)) {
        let store = Store(initialState: Stacked.State((0..<5).map { Counter.State(id: $0) })) {
          Stacked()
        }
        let id = store.withState { $0.path.ids[2] }
        return repeating(store, { $0.path[id: id]?.count ?? 0 }) {
          store.send(.path(.element(id: id, action: .up)))
        }
      },
      Case(name: "effect-send", lengths: (1_000, 9_000)) {
        let store = Store(initialState: Echoing.State()) { Echoing() }
        return repeating(store, \.count) { store.send(.call) }
      },
      Case(name: "beside-hosted-child", lengths: (1_000, 9_000)) {
        let store = Store(initialState: Neighbour.State()) {
          Neighbour(isHosted: true)
        } withDependencies: {
          $0.hosting = .inProcess
        }
        store.send(.child(.up))
        return repeating(store, \.ticks) { store.send(.tick) }
      },
      Case(name: "hosted-child") {
        let store = Store(initialState: Remotely.State()) {
          Remotely(commits: CommitTimes(capacity: 0))
        } withDependencies: {
          $0.hosting = .inProcess
        }
        return repeating(store, { $0.child?.count ?? 0 }) { store.send(.child(.up)) }
      },
      fullWindow("hosted-client-window-1000", .beside),
      fullWindow("hosted-client-window-1000-metrics", .beside, prepare: bootstrapMetrics),
      fullWindow("hosted-worker-window-1000", .counted),
      Case(name: "hosted-rows-1000") {
        let rows = IdentifiedArray(uniqueElements: (0..<1_000).map { Counter.State(id: $0) })
        let store = Store(initialState: Rows.State(rows: rows)) {
          RemoteRows()
        } withDependencies: {
          $0.hosting = .inProcess
        }
        for id in 0..<1_000 { store.send(.rows(.element(id: id, action: .up))) }
        var next = 0
        return repeating(store, sum) {
          next = (next + 619) % 1_000
          store.send(.rows(.element(id: next, action: .up)))
        }
      },
      Case(name: "hosted-state-row-of-10000") {
        let store = Store(initialState: Shelf.State(document: Document.State(rows: 10_000))) {
          Shelf()
        } withDependencies: {
          $0.hosting = .inProcess
        }
        var next = 0
        return repeating(store, { $0.document.lines.reduce(0) { $0 + $1.edits } }) {
          next = (next + 7_919) % 10_000
          store.send(.document(.touch(next)))
        }
      },
    ]
  }

  /// A system that keeps the values that it is told, in a process of its own: those of this case alone.
  private static func bootstrapMetrics() {
    MetricsSystem.bootstrap(TestMetrics())
  }

  /// One side of a hosted child with almost a window in flight, which is what makes batches and runs.
  private static func fullWindow(
    _ name: String, _ worker: Worker, prepare: @escaping () -> Void = {}
  ) -> Case {
    Case(name: name, lengths: (1_920, 40_320), worker: worker) {
      guard let worker = StoppedWorker.given else {
        throw InstructionError("\(name) needs a worker, which only --check and --renew start")
      }
      prepare()
      let store = Store(initialState: Remotely.State()) {
        Remotely(commits: CommitTimes(capacity: 0))
      } withDependencies: {
        $0.hosting = .workers(at: [worker.endpoint])
      }
      await store.send(.child(.up)).finish()
      return Subject(HostedCases.work(of: store)) { count in
        for _ in 0..<count / 960 {
          worker.suspend()
          var last: StoreTask?
          for _ in 0..<960 { last = store.send(.child(.up)) }
          worker.resume()
          await last?.finish()
        }
        return count / 960 * 960
      }
    }
  }

  private static func repeating<State, Action>(
    _ store: Store<State, Action>, _ reduced: @escaping (State) -> Int, _ send: @escaping () -> Void
  ) -> Subject {
    Subject(HostedWork(store: store, isInAnotherProcess: false, reduced: reduced)) { count in
      for _ in 0..<count { send() }
      return count
    }
  }

  private static func sum(_ state: Rows.State) -> Int {
    state.rows.reduce(0) { $0 + $1.count }
  }

  /// Does what is counted, in a process of its own, and throws unless every action was reduced: what is not costs
  /// little. To look costs the same however many there were.
  static func run(_ name: String, _ count: Int) async throws {
    guard let item = all.first(where: { $0.name == name }) else {
      throw InstructionError("there is no case \(name)")
    }
    let subject = try await item.prepare()
    let before = subject.reduced()
    // What is made at the first action of its kind is in both runs.
    let sent = await subject.send(1_024) + subject.send(count)
    let reduced = subject.reduced() - before
    guard reduced == sent else {
      throw InstructionError("\(name): of \(sent) actions \(reduced) were reduced")
    }
    try subject.checkProcesses()
  }
}
