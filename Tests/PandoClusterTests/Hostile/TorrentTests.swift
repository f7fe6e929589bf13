import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import ProgramSupport
import Synchronization
import Testing
import ZeroMQ

/// A parent whose reducer waits until it is let go.
@Reducer
private struct Gated {
  struct State: Sendable {
    var only: Shard.State?
  }

  enum Action: Sendable {
    case open
    case only(Shard.Action)
  }

  let gate: Gate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.only = Shard.State(id: 0)
      case .only: gate.pass()
      }
      return .none
    }
    .ifLet(\.only, action: \.only) {
      Shard().hosted()
    }
  }
}

private final class Gate: Sendable {
  private let isShut = Atomic<Bool>(false)
  private let isWaited = Atomic<Bool>(false)
  private let opening = DispatchSemaphore(value: 0)

  var isInUse: Bool { isWaited.load(ordering: .acquiring) }

  func shut() { isShut.store(true, ordering: .releasing) }

  func open() {
    isShut.store(false, ordering: .releasing)
    opening.signal()
  }

  func pass() {
    guard isShut.load(ordering: .acquiring) else { return }
    isWaited.store(true, ordering: .releasing)
    opening.wait()
  }
}

@Suite("A worker that floods a program whose parents' reducers take long", .serialized)
struct TorrentTests {
  @Test("is cut off while they do, and other workers' children go on")
  func isBounded() async throws {
    let honest = try RawWorker()
    defer { honest.discard() }
    let hostile = try BareWorker(at: honest.folder + "/hostile.sock")
    let gate = Gate()
    let store = Store(initialState: Gated.State()) {
      Gated(gate: gate)
    } withDependencies: {
      $0.hosting = .workers(
        at: [honest.endpoint.description, hostile.endpoint.description])
    }
    try await stopping(store) { store in
      try hostile.welcome()
      store.send(.open)
      await store.send(.only(.up)).finish()
      gate.shut()
      store.send(.only(.up))
      try await eventually("the reducer takes long") { gate.isInUse }
      let memory = residentBytes()
      var largest = 0
      let frame = BareWorker.frame([UInt8](repeating: 0xEE, count: 1 << 20))
      var count = 0
      // Nobody reads for as long as the reducer waits, so that only the end of the connection stops it.
      while count < 2_000, hostile.write(frame) {
        count += 1
        usleep(1_000)
        largest = max(largest, residentBytes() - memory)
      }
      #expect(count < 2_000)
      #expect(largest < 900 << 20)
      gate.open()
      for _ in 0..<10 { await store.send(.only(.up)).finish() }
      #expect(store.state.only?.count == 12)
      try await eventually("the worker was given up") {
        store.workers.contains { $0.lastProblem?.contains("256 MiB") == true }
      }
    }
  }
}
