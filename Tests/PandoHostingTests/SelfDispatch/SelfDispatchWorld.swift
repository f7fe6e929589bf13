import PandoHosting
import PandoWire

/// A lane, its host, and the messages between them, which arrive one by one. The feature's state is the list
/// of the actions that were reduced.
struct SelfDispatchWorld: ~Copyable {
  enum Step: CaseIterable {
    /// The client accepts an action.
    case send
    /// An effect on the worker sends one, which its host dispatches by itself.
    case emit
    /// An effect sends one while the worker is busy with another.
    case emitBusy
    case deliverToWorker, deliverToClient
    /// The client gets a message, and drops the action of an effect in it.
    case deliverAndDrop
    case commit
    /// The parent changes the state.
    case rewrite
  }

  private enum Answer {
    case result(Epoch, SequenceNumber, HostedResult)
    case emit(number: UInt64, HostedAction, SelfDispatch?)
  }

  private var lane = LaneMachine(base: [], window: 3)
  private(set) var host = HostMachine(
    epoch: .first, next: .first, snapshot: [], selfDispatches: true)
  private var toWorker: [LaneDirective] = []
  private var toClient: [Answer] = []
  private var sendCount: UInt64 = 0
  private var nextByte: UInt8 = 1
  /// The actions that the client has accepted and not committed.
  private var uncommitted: [UInt8] = []
  /// The state that one process would have.
  private var expected: [UInt8] = []
  private(set) var path: [Step] = []
  private(set) var breach: String?
  /// The number of actions that the client took with their results.
  private(set) var takenCount = 0

  init() {
    var directives: [LaneDirective] = []
    lane.handle(.placed, &directives)
  }

  func isPossible(_ step: Step) -> Bool {
    switch step {
    case .send, .emit, .emitBusy: return true
    case .deliverToWorker: return !toWorker.isEmpty
    case .deliverToClient: return !toClient.isEmpty
    case .deliverAndDrop:
      if case .emit? = toClient.first { return true }
      return false
    case .commit: return lane.isHeadReady
    case .rewrite: return nextByte < 100
    }
  }

  mutating func take(_ step: Step) {
    path.append(step)
    switch step {
    case .send: accept(nextAction())
    case .emit: emit(nextAction(), isBusy: false)
    case .emitBusy: emit(nextAction(), isBusy: true)
    case .deliverToWorker: deliverToWorker()
    case .deliverToClient: deliverToClient(drops: false)
    case .deliverAndDrop: deliverToClient(drops: true)
    case .commit: commit()
    case .rewrite:
      expected.append(100 + nextByte)
      nextByte += 1
      handle(.rewritten(expected, withLastCommit: false))
    }
  }

  /// Delivers and commits until nothing is under way.
  mutating func settle() {
    for _ in 0..<200 {
      if lane.isHeadReady {
        commit()
      } else if !toWorker.isEmpty {
        deliverToWorker()
      } else if !toClient.isEmpty {
        deliverToClient(drops: false)
      } else {
        break
      }
    }
    expect(uncommitted.isEmpty, "actions are left: \(uncommitted)")
  }

  private mutating func nextAction() -> HostedAction {
    defer { nextByte += 1 }
    return HostedAction(bytes: [nextByte])
  }

  private mutating func expect(_ condition: Bool, _ message: String) {
    if !condition, breach == nil { breach = "\(message), after \(path)" }
  }

  // MARK: - The client

  private mutating func handle(_ event: LaneEvent) { change { $0.handle(event, &$1) } }

  private mutating func change(_ body: (inout LaneMachine, inout [LaneDirective]) -> Void) {
    var directives: [LaneDirective] = []
    body(&lane, &directives)
    for directive in directives {
      if case .refuse(let reason) = directive {
        expect(false, "the client refuses an honest worker: \(reason)")
      }
      toWorker.append(directive)
    }
  }

  private mutating func accept(_ action: HostedAction) {
    uncommitted += bytes(of: action)
    handle(.accept(action, at: nil))
  }

  private mutating func deliverToClient(drops: Bool) {
    switch toClient.removeFirst() {
    case .result(let epoch, let sequence, let result):
      change { $0.receive(result, epoch, sequence, &$1) }
    case .emit(let number, let action, let selfDispatch):
      switch (selfDispatch, drops) {
      case (let selfDispatch?, true):
        _ = selfDispatch
        handle(.refusedSelfDispatch(number: number))
      case (nil, true): break
      case (let selfDispatch?, false):
        let dispatchCount = toWorker.count
        uncommitted += bytes(of: action)
        handle(.acceptSelfDispatched(action, number: number, selfDispatch))
        if toWorker.count == dispatchCount, lane.inFlightCount == lane.count { takenCount += 1 }
      case (nil, false): accept(action)
      }
    }
  }

  private mutating func commit() {
    expected.append(uncommitted.removeFirst())
    _ = try? lane.patchBase()
    let base = lane.base
    expect(base == expected, "it commits \(base), where one process has \(expected)")
    change { $0.commitHead(&$1) }
    if lane.isCautious { handle(.kept) }
    if lane.isFlushDue || expected.count.isMultiple(of: 2) { handle(.flush) }
  }

  private func bytes(of action: HostedAction) -> [UInt8] {
    action.bytes.withUnsafeBytes { Array($0) }
  }

  // MARK: - The worker

  private mutating func emit(_ action: HostedAction, isBusy: Bool) {
    sendCount += 1
    guard !isBusy, host.maySelfDispatch() else {
      return toClient.append(.emit(number: sendCount, action, nil))
    }
    let (epoch, basis) = (host.epoch, host.oldestUnconfirmed)
    let encoded = host.latest + bytes(of: action)
    let (sequence, patch) = encoded.withUnsafeBytes { host.reduced($0) }
    tellHost(.selfDispatched(number: sendCount))
    toClient.append(
      .emit(
        number: sendCount, action,
        SelfDispatch(
          epoch: epoch, sequence: sequence, basis: basis, result: HostedResult(plain: patch))))
  }

  private mutating func deliverToWorker() {
    switch toWorker.removeFirst() {
    case .reduce(let epoch, let sequence, let action):
      tellHost(.dispatched(epoch, sequence))
      if let reason = host.refusal(epoch, sequence) {
        return expect(false, "the worker refuses an honest client: \(reason)")
      }
      let encoded = host.latest + bytes(of: action)
      let (answered, patch) = encoded.withUnsafeBytes { host.reduced($0) }
      toClient.append(.result(epoch, answered, HostedResult(plain: patch)))
    case .rebase(let epoch, let sequence, let patch):
      tellHost(.rebase(epoch, from: sequence, patch))
    case .commit(let sequence): tellHost(.commit(through: sequence))
    default: expect(false, "the client says something else")
    }
  }

  private mutating func tellHost(_ event: HostEvent) {
    var directives: [HostDirective] = []
    host.handle(event, &directives)
    for directive in directives {
      if case .refuse(let reason) = directive {
        expect(false, "the worker refuses an honest client: \(reason)")
      }
      if case .restore(let bytes) = directive {
        let latest = host.latest
        expect(bytes == latest, "it restores another state than its latest")
      }
    }
  }
}
