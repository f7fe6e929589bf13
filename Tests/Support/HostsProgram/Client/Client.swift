import Foundation
import Pando
import PandoCluster
import Synchronization

/// A store that is sent actions all the time, and a thread that checks every state of it.
final class Client: Sendable {
  private let store: StoreOf<Wood>
  private let ledger = Ledger()
  private let sender: Sender
  private let verifier: Mutex<Verifier>

  static let trees = 6
  static let quick = 2

  init(number: Int, hosting: Hosting) {
    let initial = { @Sendable in Wood.State(trees: Self.trees, quick: Self.quick) }
    var dependencies = DependencyValues()
    dependencies.hosting = hosting
    let engine = StoreEngine(
      initialState: initial, reducer: { Wood(timeout: .seconds(5)) }, dependencies: dependencies)
    ledger.watch(engine)
    store = Store(engine: engine)
    verifier = Mutex(Verifier(initial))
    sender = Sender(store, ledger, client: number)
  }

  /// Sends until standard input ends or says "stop"; "plant 9" adds nine children, and "fell 9" removes as many.
  /// Returns true if nothing was wrong.
  func run() async -> Bool {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    let reporting = Thread { [self] in
      while !Thread.current.isCancelled {
        report("goes on").write()
        usleep(100_000)
      }
    }
    reporting.start()
    let senders = [Task { await sender.sendInTurn() }, Task { await sender.sendAhead() }]
    var planted = 0
    commands: for await line in lines {
      let words = line.split(separator: " ")
      let count = words.last.flatMap { Int($0) } ?? 1
      switch words.first {
      case "plant":
        let first = Self.trees + planted
        planted += count
        store.send(.plant(count: count))
        sender.send(toEach: first..<(first + count))
      case "fell":
        planted -= count
        store.send(.fell(count: count))
      default: break commands
      }
    }
    for sender in senders { sender.cancel() }
    for sender in senders { await sender.value }
    let end = ContinuousClock.now + .seconds(30)
    while ledger.pending.count > 0, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(20))
    }
    reporting.cancel()
    await store.stop()
    return finish()
  }

  private func finish() -> Bool {
    var last = report("ended")
    let missing = verifier.withLock { $0.missing }
    last.missing = missing.count
    if !missing.isEmpty { last.violations.append("never committed: \(missing.prefix(10))") }
    last.write()
    verifier.withLock { $0.end() }
    return last.violations.isEmpty
  }

  private func report(_ event: String) -> Report {
    var report = Report(event: event)
    verifier.withLock { verifier in
      verifier.check(ledger.takeNews())
      report.compared = verifier.stateCount
      report.digest = String(verifier.digest, radix: 16)
      report.violations = verifier.violations
    }
    (report.accepted, report.committed) = ledger.counts
    let pending = ledger.pending
    report.pending = pending.count
    report.oldestMilliseconds = Int(pending.oldest / .milliseconds(1))
    report.longestMilliseconds = Int(ledger.takeLongest() / .milliseconds(1))
    report.workers = store.workers.map {
      Report.Worker(name: $0.name, state: "\($0.state)", children: $0.childCount)
    }
    return report
  }
}
