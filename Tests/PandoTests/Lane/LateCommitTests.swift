import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing

@Suite("What a worker is told of commits", .timeLimit(.minutes(15)))
struct LateCommitTests {
  private final class Log: Sendable {
    private let entries = Mutex<[ClientMessage]>([])

    func add(_ message: ClientMessage) { entries.withLock { $0.append(message) } }

    func take() -> [ClientMessage] {
      entries.withLock { entries in
        defer { entries = [] }
        return entries
      }
    }
  }

  private static func isCommit(_ message: ClientMessage) -> Bool {
    if case .commit = message { true } else { false }
  }

  private static func isReduce(_ message: ClientMessage) -> Bool {
    if case .reduce = message { true } else { false }
  }

  /// A store with a worker that answers each action, and says of some that their effects wait for the commit.
  private func makeEngine(
    _ log: Log, awaitsCommit: @escaping @Sendable (SequenceNumber) -> Bool
  ) -> (StoreEngine<Plantation.Farm.State, Plantation.Farm.Action>, AnsweringWorker) {
    let worker = AnsweringWorker { message, answers in
      log.add(message)
      switch message {
      case .reduce(let lane, let epoch, let sequence, _):
        let result = HostedResult(awaitsCommit: awaitsCommit(sequence))
        WorkerMessage.result(lane, epoch, sequence, result).encode(into: &answers)
      case .checkpoint(let number):
        WorkerMessage.reached(number).encode(into: &answers)
      default: break
      }
    }
    return (Plantation.makeEngine(worker), worker)
  }

  @Test("goes with the next action, where nothing waits for it")
  func goesAlong() {
    let log = Log()
    let (engine, _) = makeEngine(log) { _ in false }
    var commits = 0
    for index in 0..<1_000 {
      _ = engine.send(.patient(.pick(index)))
      let messages = log.take()
      #expect(messages.contains(where: Self.isReduce))
      let count = messages.count(where: Self.isCommit)
      commits += count
      #expect(count == 0 || Self.isReduce(messages.last ?? messages[0]))
    }
    // It is told now and then, for else it would remember all.
    #expect((10...20).contains(commits))
    engine.stop()
  }

  @Test("goes at once, where an effect waits for it")
  func goesAtOnce() {
    let log = Log()
    let (engine, _) = makeEngine(log) { $0.rawValue.isMultiple(of: 3) }
    for index in 1...300 {
      _ = engine.send(.patient(.pick(index)))
      let isAwaited = index.isMultiple(of: 3)
      #expect(log.take().contains(where: Self.isCommit) == isAwaited)
    }
    engine.stop()
  }

  @Test("goes within two looks at a link over which nothing is said any more")
  func goesInTheEnd() {
    let log = Log()
    let (engine, worker) = makeEngine(log) { _ in false }
    for index in 0..<64 { _ = engine.send(.patient(.pick(index))) }
    #expect(!log.take().contains(where: Self.isCommit))
    for now in [100, 200] {
      #expect(engine.checkProgress(of: worker, nowMilliseconds: now) == nil)
    }
    #expect(log.take().contains(where: Self.isCommit))
    engine.stop()
  }
}
