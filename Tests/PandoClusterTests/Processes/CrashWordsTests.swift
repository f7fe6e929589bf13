import ClusterFeatures
import Foundation
import Pando
import PandoHosting
import PandoWire
import Testing

@testable import PandoCluster

/// Workers that nobody hears of but their clients.
@Suite(
  "A worker that crashes, and that no client has started", .serialized, .timeLimit(.minutes(15)))
struct CrashWordsTests {
  private static let lane = LaneID(rawValue: 5)
  private static let first = SequenceNumber(rawValue: 1)

  private func worker() throws -> RawWorker {
    try RawWorker(environment: ["SWIFT_BACKTRACE": "enable=no"])
  }

  /// A client that has the lane 5 on a worker, as each of its clients has.
  private func client(of worker: RawWorker) throws -> RawClient {
    var client = try RawClient(worker.endpoint)
    try client.send([.hello(Hello(name: "a test", features: []))])
    let feature = hostedFeature { Saboteur() }.descriptor
    let snapshot = try WireEncoder.encode(Saboteur.State(id: 1))
    try client.send([.open(Self.lane, feature, .first, Self.first, snapshot: snapshot)])
    _ = try #require(try client.wait { $0 == .opened(Self.lane) })
    return client
  }

  private func reduce(_ action: Saboteur.Action) throws -> ClientMessage {
    .reduce(
      Self.lane, .first, Self.first,
      HostedAction(bytes: ByteString(try WireEncoder.encode(action))))
  }

  /// Takes in all that the worker says until its connection ends.
  private func lastWords(_ client: inout RawClient) async throws -> [WorkerMessage] {
    let end = ContinuousClock.now + .seconds(120)
    while try !client.hasLostConnection() {
      try #require(ContinuousClock.now < end, "the connection has not ended")
      try await Task.sleep(for: .milliseconds(5))
    }
    return try client.takeRest()
  }

  private func refusals(_ words: [WorkerMessage]) -> [String] {
    words.compactMap { if case .refuse(let reason) = $0 { reason } else { nil } }
  }

  private func culprits(_ words: [WorkerMessage]) -> [Culprit] {
    words.compactMap { if case .crashes(let culprit) = $0 { culprit } else { nil } }
  }

  /// Has a worker crash by the code of one of two clients, and returns what they heard.
  private func crash(
    _ worker: RawWorker, _ act: (inout RawClient) throws -> Void
  ) async throws -> (guilty: [WorkerMessage], other: [WorkerMessage]) {
    var other = try client(of: worker)
    var guilty = try client(of: worker)
    try act(&guilty)
    let words = (try await lastWords(&guilty), try await lastWords(&other))
    try await eventually("the process ends", within: 120) { !worker.isRunning }
    return words
  }

  @Test(
    "in a reducer tells its client the action, and the others that it is none of theirs",
    arguments: [Harm.trap, .abort, .badAddress, .endlessRecursion, .exit])
  func reducer(_ harm: Harm) async throws {
    let worker = try worker()
    defer { worker.discard() }
    let words = try await crash(worker) { try $0.send([reduce(.harm(harm))]) }
    #expect(culprits(words.guilty) == [.action(Self.lane, .first, Self.first)])
    #expect(refusals(words.guilty).isEmpty)
    #expect(culprits(words.other).isEmpty)
    #expect(refusals(words.other) == [WorkerMessage.crashingReason])
    let process = worker.process
    if harm == .exit {
      #expect(process.terminationReason == .exit && process.terminationStatus == 3)
    } else {
      #expect(process.terminationReason == .uncaughtSignal)
    }
  }

  @Test(
    "in an effect tells its client the effect",
    arguments: [Harm.trap, .abort, .exit, .trapInSharedActor])
  func effect(_ harm: Harm) async throws {
    let worker = try worker()
    defer { worker.discard() }
    let words = try await crash(worker) {
      try $0.send([reduce(.work(harm)), .commit(Self.lane, through: Self.first)])
      // It waits until its client has taken this in.
      _ = try #require(try $0.wait { if case .emit = $0 { true } else { false } })
      try $0.send([.settle(Self.lane, through: 1)])
    }
    #expect(culprits(words.guilty) == [.effect(Self.lane, name: "job 1")])
    #expect(refusals(words.other) == [WorkerMessage.crashingReason])
  }

  @Test("in a cancellation handler tells whose effect was cancelled")
  func cancellation() async throws {
    let worker = try worker()
    defer { worker.discard() }
    let words = try await crash(worker) {
      try $0.send([reduce(.wait(.trap)), .commit(Self.lane, through: Self.first)])
      _ = try #require(try $0.wait { if case .emit = $0 { true } else { false } })
      try $0.send([.settle(Self.lane, through: 1)])
      // Mostly it has its handler by then. Else the effect itself calls that.
      Thread.sleep(forTimeInterval: 0.3)
      try $0.send([.close(Self.lane)])
    }
    let culprits = culprits(words.guilty)
    guard culprits.count == 1, case .effect(Self.lane, _)? = culprits.first else {
      Issue.record("it says \(words.guilty)")
      return
    }
    #expect(refusals(words.other) == [WorkerMessage.crashingReason])
  }

  @Test("by a signal that another process has sent tells all that it is none of theirs")
  func sent() async throws {
    let worker = try worker()
    defer { worker.discard() }
    let words = try await crash(worker) { _ in kill(worker.process.processIdentifier, SIGSEGV) }
    for heard in [words.guilty, words.other] {
      #expect(culprits(heard).isEmpty && refusals(heard) == [WorkerMessage.endedReason])
    }
    #expect(worker.process.terminationReason == .uncaughtSignal)
  }

  @Test(
    "in code that nobody can name says nothing",
    arguments: [Harm.exitAtOnce, .abortInThread, .trapInDetachedTask])
  func nobodyKnows(_ harm: Harm) async throws {
    let worker = try worker()
    defer { worker.discard() }
    let words = try await crash(worker) { try $0.send([reduce(.harm(harm))]) }
    for heard in [words.guilty, words.other] {
      // A thread that waits in the reducer meanwhile is not the one that has crashed.
      #expect(culprits(heard).isEmpty && refusals(heard).isEmpty)
    }
  }
}
