import InMemoryTracing
import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing
import Tracing

@Suite("A traced action between a store and its worker", .timeLimit(.minutes(15)))
struct TracedDispatchTests {
  typealias Engine = StoreEngine<Relay.Race.State, Relay.Race.Action>

  /// The messages that a worker got, but for lanes and states.
  private final class Inbox: Sendable {
    private let messages = Mutex<[ClientMessage]>([])

    func add(_ message: ClientMessage) { messages.withLock { $0.append(message) } }

    var all: [ClientMessage] { messages.withLock { $0 } }

    var traces: [(SequenceNumber, TraceCarrier)] {
      all.compactMap {
        if case .trace(_, let sequence, let carrier) = $0 { (sequence, carrier) } else { nil }
      }
    }

    /// The dispatches that are to be answered.
    var dispatches: [(LaneID, Epoch, SequenceNumber)] {
      all.compactMap {
        if case .reduce(let lane, let epoch, let sequence, _) = $0 {
          (lane, epoch, sequence)
        } else {
          nil
        }
      }
    }
  }

  private let inbox = Inbox()
  private let tracer = InMemoryTracer()

  private func makeEngine(_ tracing: ActionTracing) -> (Engine, AnsweringWorker) {
    let worker = AnsweringWorker { [inbox] message, _ in inbox.add(message) }
    var dependencies = DependencyValues()
    dependencies.hosting = Hosting { worker }
    dependencies.tracing = tracing
    let engine = Engine(
      initialState: { Relay.Race.State() }, reducer: { Relay.Race(isHosted: true) },
      dependencies: dependencies)
    return (engine, worker)
  }

  private func answer(_ engine: Engine, _ worker: AnsweringWorker, _ index: Int) {
    let (lane, epoch, sequence) = inbox.dispatches[index]
    var writer = WireWriter()
    WorkerMessage.result(lane, epoch, sequence, HostedResult()).encode(into: &writer)
    writer.bytes.withUnsafeBytes { engine.receive($0, from: worker) }
  }

  @Test("has its context right ahead of it, and others have none")
  func context() throws {
    let (engine, worker) = makeEngine(.sampled(0.5, by: tracer))
    for _ in 0..<4 { _ = engine.send(.runner(.lap)) }
    for index in 0..<4 { answer(engine, worker, index) }
    #expect(engine.hasCommittedAll)
    #expect(inbox.traces.map(\.0.rawValue) == [1, 3])
    for (index, message) in inbox.all.enumerated() {
      guard case .trace(_, let sequence, _) = message else { continue }
      guard case .reduce(_, _, sequence, _) = inbox.all[index + 1] else {
        Issue.record("the action of a context does not follow it")
        continue
      }
    }
    engine.stop()
  }

  @Test("has none where tracing is off")
  func off() {
    let (engine, worker) = makeEngine(.off)
    tracer.withSpan("request") { _ in _ = engine.send(.runner(.lap)) }
    answer(engine, worker, 0)
    #expect(engine.hasCommittedAll)
    #expect(inbox.traces.isEmpty)
    engine.stop()
  }

  @Test("is dispatched anew below the same span, once a parent has changed the child")
  func squash() throws {
    let (engine, worker) = makeEngine(.sampled(1, by: tracer))
    _ = engine.send(.runner(.lap))
    _ = engine.send(.rewrite)
    _ = engine.send(.runner(.lap))
    // The second waits for the worker's next message, in the batch with what squashes it.
    answer(engine, worker, 0)
    #expect(inbox.dispatches.count == 3)
    answer(engine, worker, 2)
    #expect(engine.hasCommittedAll)
    engine.stop()

    let roots = tracer.spans("Action.runner(.lap)")
    #expect(roots.count == 2)
    let second = try #require(roots.last)
    #expect(second.attributes.get("pando.squashes") == .int64(1))
    #expect(second.events.map(\.name) == ["pando.squashed"])
    let dispatches = tracer.spans("dispatch").filter { $0.parentSpanID == second.spanID }
    #expect(dispatches.count == 2)
    #expect(dispatches.first?.status?.code == .error)
    #expect(dispatches.last?.status == nil)
    #expect(inbox.traces.map(\.0.rawValue) == [1, 2, 2])
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test("is dispatched anew below the same span, once its worker has died")
  func death() throws {
    let (engine, worker) = makeEngine(.sampled(1, by: tracer))
    _ = engine.send(.runner(.lap))
    engine.lost(worker, .died, reason: "the test says so", nowMilliseconds: 0)
    #expect(inbox.dispatches.count == 2)
    answer(engine, worker, 1)
    #expect(engine.hasCommittedAll)
    engine.stop()
    let root = try #require(tracer.spans("Action.runner(.lap)").first)
    let dispatches = tracer.spans("dispatch")
    #expect(dispatches.count == 2)
    #expect(dispatches.allSatisfy { $0.parentSpanID == root.spanID })
    #expect(dispatches.first?.status?.message?.contains("its worker is lost") == true)
  }

  @Test("follows an action that goes ahead of it")
  func shifted() {
    let (engine, worker) = makeEngine(.sampled(0, by: tracer))
    // The first sends one that goes ahead of the second, which alone is traced.
    _ = engine.send(.runner(.lapNow))
    tracer.withSpan("request") { _ in _ = engine.send(.runner(.lapLater)) }
    let (lane, epoch, sequence) = inbox.dispatches[0]
    let sent = HostedAction(bytes: ByteString(try! WireEncoder.encode(Relay.Runner.Action.lap)))
    var writer = WireWriter()
    WorkerMessage.result(lane, epoch, sequence, HostedResult(sends: [sent])).encode(into: &writer)
    writer.bytes.withUnsafeBytes { engine.receive($0, from: worker) }
    var next = 2
    while !engine.hasCommittedAll, next < inbox.dispatches.count {
      answer(engine, worker, next)
      next += 1
    }
    #expect(engine.hasCommittedAll)
    #expect(inbox.traces.map(\.0.rawValue) == [2, 3])
    #expect(tracer.spans("Action.runner(.lapLater)").count == 1)
    #expect(tracer.spans("dispatch").count == 2)
    engine.stop()
  }

  @Test("is not one because a sender inside of a trace happens to commit it")
  func stranger() async throws {
    let (engine, worker) = makeEngine(.sampled(0, by: tracer))
    _ = engine.send(.runner(.lap))
    let stranger = try #require(engine.send(.countLater(secret: "")))
    tracer.withSpan("request") { _ in answer(engine, worker, 0) }
    await engine.finish(stranger)
    engine.stop()
    #expect(tracer.finishedSpans.map(\.operationName) == ["request"])
  }

  @Test("ends with the store where it never commits")
  func stopped() {
    let (engine, _) = makeEngine(.sampled(1, by: tracer))
    _ = engine.send(.runner(.lap))
    _ = engine.send(.count)
    #expect(tracer.finishedSpans.isEmpty)
    engine.stop()
    let outcomes = ["Action.runner(.lap)", "Action.count"].flatMap(tracer.spans)
      .map { $0.attributes.get("pando.outcome") }
    #expect(outcomes == [.string("dropped"), .string("dropped")])
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test("is not one because a worker says so, where tracing is off")
  func lies() throws {
    let (engine, worker) = makeEngine(.off)
    _ = engine.send(.runner(.lap))
    let lane = inbox.dispatches[0].0
    var writer = WireWriter()
    let carrier = try #require(TraceCarrier(["traceparent": "a lie"]))
    WorkerMessage.trace(lane, number: 1, carrier).encode(into: &writer)
    writer.bytes.withUnsafeBytes { engine.receive($0, from: worker) }
    answer(engine, worker, 0)
    #expect(engine.hasCommittedAll)
    #expect(worker.reasons.isEmpty)
    engine.stop()
  }
}
