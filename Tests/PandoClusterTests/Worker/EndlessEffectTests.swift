import Foundation
import Logging
import Pando
import PandoHosting
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite(
  "Clients that have gone, and whose effects do not end", .serialized, .timeLimit(.minutes(15)))
struct EndlessEffectTests {
  /// A feature with an effect that does not heed its cancellation.
  @Reducer
  struct Stubborn {
    struct State: Codable, Equatable, Sendable {
      var isRunning = false
    }

    enum Action: Codable, Equatable, Sendable {
      case start
      case started
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          return .run { send in
            await send(.started)
            await Self.gate.pass()
          }
        case .started:
          state.isRunning = true
          return .none
        }
      }
    }

    static let gate = Gate()
  }

  /// Holds whoever passes until it opens, and heeds no cancellation.
  actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
      if isOpen { return }
      await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
      isOpen = true
      for continuation in waiting { continuation.resume() }
      waiting.removeAll()
    }
  }

  @Reducer
  struct Host {
    struct State: Sendable {
      var stubborn: Stubborn.State? = Stubborn.State()
    }

    enum Action: Sendable {
      case stubborn(Stubborn.Action)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.stubborn, action: \.stubborn) {
          Stubborn().hosted(cancellationTimeout: .seconds(86_400))
        }
    }
  }

  @Test("leave room to others, are told of once each, and do not hold up the worker's end")
  func letGo() async throws {
    try await withFolder { folder in
      let log = LogRecorder()
      let endpoint = try Endpoint("ipc://\(folder)/worker.sock")
      var configuration = WorkerConfiguration(endpoint: endpoint, name: "w")
      configuration.logger = log.logger
      configuration.endlessAtMost = 2
      configuration.endlessMilliseconds = 0
      let worker = try WorkerService(Feature { Stubborn() }, configuration: configuration)
      let run = Task { try await worker.run() }
      for _ in 0..<5 {
        let store = Store(initialState: Host.State()) {
          Host()
        } withDependencies: {
          $0.hosting = .workers(at: [endpoint.description])
        }
        store.send(.stubborn(.start))
        try await eventually("the effect runs") { store.state.stubborn?.isRunning == true }
        await store.stop()
      }
      try await eventually("all but two are let go") { log.count(.warning, "effects run on") >= 3 }
      run.cancel()
      _ = await run.result
      // Each once, however often the worker has looked since.
      #expect(log.count(.warning, "1 of its effects run on") == 3)
      await Stubborn.gate.open()
    }
  }
}
