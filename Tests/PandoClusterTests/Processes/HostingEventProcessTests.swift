import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

@Suite("Events of workers in processes", .serialized, .timeLimit(.minutes(15)))
struct HostingEventProcessTests {
  @Test("tell of a worker that is killed, of what it was reducing, and of the one that follows")
  func kill() async throws {
    try await withBoard(workers: 1) { store, _ in
      var events = store.hostingEvents.makeAsyncIterator()
      store.send(.open)
      await store.send(.only(.up)).finish()
      let child = try #require(store.hostedChildren.first)
      let processID = try #require(child.processID)
      #expect(
        await events.next()
          == .workerReady(
            worker: "worker 1", processID: processID, restartCount: 0))
      #expect(await events.next() == .opened(child.name, worker: "worker 1", placement: 1))

      // It hangs in the first worker, and so is there until that is killed.
      store.send(.only(.hang))
      try await eventually("the worker has the action") {
        store.hostedChildren.first?.inFlightCount == 1
      }
      Glibc.kill(processID, SIGKILL)
      guard case .workerLost(let loss)? = await events.next() else {
        Issue.record("no loss")
        return
      }
      #expect(loss.worker == "worker 1")
      #expect(loss.cause == .killed)
      #expect(loss.reason.contains("signal 9"))
      #expect(loss.reducing.map(\.action) == ["Action.only(.hang)"])
      #expect(loss.children == [child.name])
      let next = await events.next()
      guard case .workerReady("worker 1", let successor?, restartCount: 1)? = next else {
        Issue.record("\(String(describing: next))")
        return
      }
      #expect(successor != processID)
      #expect(await events.next() == .opened(child.name, worker: "worker 1", placement: 2))
      #expect(store.workers.map(\.restartCount) == [1])
      #expect(store.workers.first?.lastProblem?.contains("signal 9") == true)
      #expect(store.hostedChildren.first?.restartCount == 1)
    }
  }

  @Test("tell of an action that is put into quarantine, and of its failure")
  func poison() async throws {
    try await withBoard(workers: 1) { store, folder in
      let events = store.hostingEvents
      store.send(.open)
      await store.send(.only(.die(inProcesses: 1_000, folder: folder))).finish()
      await store.stop()
      var quarantined: [String] = []
      var failed: [String] = []
      for await event in events {
        switch event {
        case .quarantined(_, let action): quarantined.append(action)
        case .actionFailed(_, let action, .crashed(deaths: 3)): failed.append(action)
        default: break
        }
      }
      #expect(quarantined == ["Action.only(.die(inProcesses:, folder:))"])
      #expect(failed == quarantined)
    }
  }

  @Test("go with names that ps shows")
  func names() async throws {
    try await withBoard(workers: 2) { store, _ in
      try await eventually("both are ready") { store.workers.allSatisfy { $0.state == .ready } }
      for worker in store.workers {
        let processID = try #require(worker.processID)
        let name = try String(contentsOfFile: "/proc/\(processID)/comm", encoding: .utf8)
        #expect(name == "\(worker.name)\n")
        let line = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(processID)/cmdline"))
        let title = line.split(separator: 0).first.map { String(decoding: $0, as: UTF8.self) }
        #expect(title == "pando: \(worker.name) of ClusterProgram")
        let threads = try FileManager.default.contentsOfDirectory(
          atPath: "/proc/\(processID)/task")
        let names = threads.compactMap {
          try? String(contentsOfFile: "/proc/\(processID)/task/\($0)/comm", encoding: .utf8)
        }
        #expect(names.contains("pando-io\n"))
        #expect(names.contains("pando-watch\n"))
      }
    }
  }
}
