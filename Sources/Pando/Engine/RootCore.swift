/// A whole store: stops its engine when the last reference to it goes.
final class RootCore<State: Sendable, Action: Sendable>: StoreCore {
  let engine: StoreEngine<State, Action>
  let location: OperatorLocation?
  private let owner: any TaskOwner

  init(_ engine: StoreEngine<State, Action>, at location: OperatorLocation?) {
    self.engine = engine
    self.location = location
    owner = engine
  }

  deinit {
    engine.stop()
  }

  func send(_ action: Action) -> StoreTask {
    StoreTask(engine.send(action), owner)
  }

  func sendWhenRoom(_ action: Action) async -> StoreTask {
    StoreTask(await engine.sendWhenRoom(action), owner)
  }

  func sendAndCommit(_ action: Action) async -> StoreTask {
    let sent = await engine.sendAndCommit(action)
    await StateReading.toldSoon()
    return StoreTask(sent, owner)
  }

  func sendIfRoom(_ action: Action) throws(StoreIsFull) -> StoreTask {
    guard let sent = engine.sendIfRoom(action) else { throw StoreIsFull() }
    return StoreTask(sent, owner)
  }

  func copyState() -> State? {
    engine.readState(.whole) { $0 }
  }

  func withState<Result>(
    _ rest: UnobservedRest, _ body: (State) throws -> Result
  ) rethrows -> Result? {
    try engine.readState(rest, body)
  }

  var whole: any WholeStore { engine }

  var isOver: Bool { engine.withState { _ in engine.isStopped } }
}

extension StoreEngine: TaskOwner {}

extension StoreEngine: WholeStore {
  var workers: [HostedWorker] { backend?.workers ?? [] }
}
