import Foundation
import Pando
import PandoCluster

extension Scenario {
  /// Sends pages of which `Codable` alone knows how they are coded, a few or as many as it takes to be told.
  static func pages(many: Bool) async throws {
    let store = Store(initialState: Press.State()) {
      Press()
    } withDependencies: {
      $0.hosting = .workers(1)
    }
    let page = Page(text: String(repeating: "ink ", count: 1 << 18))
    while true {
      for _ in 0..<(many ? 10 : 1) { await store.send(.sheet(.printed(page))).finish() }
      print("printed")
      fflush(nil)
      try await Task.sleep(for: .seconds(many ? 1 : 10))
    }
  }
}

extension Scenario {
  /// Kills the only worker of three stores, each of which has a child there.
  static func pooledLoss() async throws {
    let pool = WorkerPool(1)
    let stores = (0..<3).map { _ in
      Store(initialState: Press.State()) {
        Press()
      } withDependencies: {
        $0.hosting = .pool(pool)
      }
    }
    let page = Page(text: "ink")
    for store in stores { await store.send(.sheet(.printed(page))).finish() }
    if let worker = pool.workers.first?.processID { kill(worker, SIGKILL) }
    for store in stores { await store.send(.sheet(.printed(page))).finish() }
    for store in stores { await store.stop() }
    await pool.finish()
  }
}

/// Declared outside of the feature, and without "@WireCoded".
struct Page: Codable, Sendable { var text = "" }

@Reducer
struct Press {
  struct State: Sendable { var sheet = Sheet.State() }
  enum Action: Sendable { case sheet(Sheet.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.sheet, action: \.sheet) { Sheet().hosted() }
  }
}

@Reducer
struct Sheet {
  struct State: Codable, Equatable, Sendable { var count = 0 }
  enum Action: Codable, Sendable { case printed(Page) }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}
