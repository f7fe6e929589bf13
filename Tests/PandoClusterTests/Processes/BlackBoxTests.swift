import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// Workers that end by the code of one child of eight, which is to be named, and no other.
@Suite("A worker that dies", .serialized, .timeLimit(.minutes(10)))
struct BlackBoxTests {
  private let guilty = 5

  /// Runs a shop with one worker, and returns the losses that were told.
  private func losses(
    _ body: (StoreOf<SaboteurShop>) async throws -> Void
  ) async throws -> [HostedWorkerLoss] {
    let store = Store(initialState: SaboteurShop.State()) {
      SaboteurShop()
    } withDependencies: {
      $0.hosting = .workers(1, executable: ClusterProgram.path)
    }
    let events = store.hostingEvents
    do {
      try await body(store)
    } catch {
      await store.stop()
      throw error
    }
    await store.stop()
    var losses: [HostedWorkerLoss] = []
    for await case .workerLost(let loss) in events { losses.append(loss) }
    return losses
  }

  private func send(_ action: Saboteur.Action, to id: Int, of store: StoreOf<SaboteurShop>) {
    store.send(.workers(.element(id: id, action: action)))
  }

  /// Has everybody work, and one do harm.
  private func sabotage(_ harm: Harm, _ store: StoreOf<SaboteurShop>) async throws {
    for child in store.state.workers where child.id != guilty {
      send(.work(nil), to: child.id, of: store)
    }
    try await eventually("all work") {
      store.state.workers.count { $0.beginnings == 1 } == 7
    }
    send(.work(harm), to: guilty, of: store)
  }

  @Test(
    "of an effect names it, and no other: it is told once, and given up the second time",
    arguments: Harm.certain + [.recursionInTask])
  func effect(_ harm: Harm) async throws {
    let losses = try await losses { store in
      try await sabotage(harm, store)
      try await eventually("it is given up", within: 200) {
        store.state.workers[id: guilty]?.failures.isEmpty == false
      }
      try await eventually("all others work again", within: 200) {
        store.state.workers.allSatisfy { $0.id == guilty || $0.beginnings == 1 + $0.losses.count }
      }
      for child in store.state.workers { send(.up, to: child.id, of: store) }
      try await eventually("everything else commits", within: 200) {
        store.state.workers.allSatisfy { $0.count == 1 }
      }
      for child in store.hostedChildren {
        let isGuilty = child.identities == ["\(guilty)"]
        #expect(child.lastProblem?.hasSuffix(", in its effect job \(guilty)") == isGuilty)
      }
      for child in store.state.workers {
        #expect(child.losses.allSatisfy { $0.cause == .crashed })
        if child.id == guilty {
          #expect(child.losses.map(\.blame) == [.certain])
          #expect(child.losses.map(\.effect) == ["job \(guilty)"])
          #expect(child.failures.count == 1 && child.beginnings == 2)
          #expect(child.failures.first?.contains("2 workers") == true)
        } else {
          #expect(child.losses.map(\.blame) == [.innocent, .innocent])
          #expect(child.losses.allSatisfy { $0.effect == nil } && child.failures.isEmpty)
        }
      }
    }
    #expect(losses.map(\.cause) == [.crashed, .crashed])
    #expect(losses.map(\.culprit?.effect) == Array(repeating: "job \(guilty)", count: 2))
    #expect(losses.map(\.culprit?.child.identities) == Array(repeating: ["\(guilty)"], count: 2))
  }

  @Test(
    "of a reducer names the action: it is tried alone, and commits without effect the second time",
    arguments: Harm.certain)
  func reducer(_ harm: Harm) async throws {
    let losses = try await losses { store in
      for _ in 0..<50 {
        for child in store.state.workers { send(.up, to: child.id, of: store) }
      }
      send(.harm(harm), to: guilty, of: store)
      for _ in 0..<50 {
        for child in store.state.workers { send(.up, to: child.id, of: store) }
      }
      try await eventually("everything else commits", within: 200) {
        store.state.workers.allSatisfy { $0.count == 100 }
      }
      for child in store.state.workers {
        #expect(
          child.failures == (child.id == guilty ? ["2 workers ended while they reduced it"] : []))
      }
    }
    #expect(losses.map(\.cause) == [.crashed, .crashed])
    #expect(losses.allSatisfy { $0.culprit?.child.identities == ["\(guilty)"] })
    #expect(losses.allSatisfy { $0.culprit?.effect == nil })
  }

  @Test("of a cancellation handler names the child whose effect was cancelled")
  func cancellation() async throws {
    let losses = try await losses { store in
      for child in store.state.workers { send(.work(nil), to: child.id, of: store) }
      send(.wait(.trap), to: guilty, of: store)
      try await eventually("all work") {
        store.state.workers.allSatisfy { $0.beginnings == ($0.id == guilty ? 2 : 1) }
      }
      send(.stop, to: guilty, of: store)
      try await eventually("all are told", within: 200) {
        store.state.workers.allSatisfy { $0.losses.count == 1 }
      }
      for child in store.state.workers {
        #expect(child.losses.map(\.blame) == [child.id == guilty ? .certain : .innocent])
      }
    }
    #expect(losses.map(\.cause) == [.crashed])
    #expect(losses.first?.culprit?.child.identities == ["\(guilty)"])
    #expect(losses.first?.culprit?.effect == "that was being cancelled")
  }

  @Test(
    "of code that nobody can name makes suspects of those that ran",
    arguments: [Harm.exitAtOnce, .abortInThread, .trapInDetachedTask])
  func nobodyKnows(_ harm: Harm) async throws {
    let losses = try await losses { store in
      try await sabotage(harm, store)
      try await eventually("all are told", within: 200) {
        store.state.workers.allSatisfy { !$0.losses.isEmpty }
      }
      #expect(store.state.workers.allSatisfy { $0.losses.first?.blame == .suspect })
    }
    #expect(losses.first?.cause == .died)
    #expect(losses.first?.culprit == nil)
  }

  @Test(
    "of a signal that another process sent blames nobody, and ends",
    arguments: [SIGKILL, SIGSEGV, SIGABRT])
  func sentSignal(_ signal: Int32) async throws {
    let (losses, commits) = try await kills(signal, count: 4)
    #expect(losses.map(\.cause) == Array(repeating: .killed, count: 4))
    #expect(losses.allSatisfy { $0.culprit == nil })
    #expect(commits == 1)
  }

  /// Has a worker killed while it reduces one action, again and again, and returns what was told, and how often the
  /// action has committed.
  private func kills(
    _ signal: Int32, count: Int
  ) async throws -> (losses: [HostedWorkerLoss], commits: Int) {
    var commits = 0
    let losses = try await losses { store in
      await store.send(.workers(.element(id: guilty, action: .up))).finish()
      send(.take(milliseconds: 1_500), to: guilty, of: store)
      var former: [Int32] = []
      for _ in 0..<count {
        try await eventually("a worker has the action", within: 200) {
          store.hostedChildren.contains { child in
            child.inFlightCount == 1 && child.processID.map { !former.contains($0) } == true
          }
        }
        let process = try #require(store.hostedChildren.compactMap(\.processID).first)
        former.append(process)
        kill(process, signal)
      }
      try await eventually("the action commits", within: 200) {
        store.state.workers[id: guilty]?.count == 2
      }
      let child = try #require(store.state.workers[id: guilty])
      #expect(child.failures.isEmpty)
      commits = child.count - 1
    }
    return (losses, commits)
  }
}
