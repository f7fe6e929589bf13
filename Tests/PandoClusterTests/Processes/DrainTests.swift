import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing
import ZeroMQ

/// Workers that go out of service, as real processes behind a real coordinator.
@Suite("Workers that drain", .serialized, .timeLimit(.minutes(15)))
struct DrainTests {
  /// Everything that was sent has committed once, and every effect has ended by itself.
  private func check(_ site: DrainSite, _ sent: [Int: (ups: Int, begun: [Int])]) async throws {
    try await eventually("every effect has ended") {
      site.store.state.errands.allSatisfy { $0.done.count + $0.interruptions >= $0.begun }
    }
    for errand in site.store.state.errands {
      #expect(errand.count == sent[errand.id]?.ups)
      #expect(errand.done.sorted() == sent[errand.id]?.begun)
      #expect(errand.interruptions == 0)
    }
  }

  @Test(
    "each is sent SIGTERM in turn under load: all commits, no effect is lost, and each ends with 0")
  func rollingRestart() async throws {
    try await DrainSite.with(["one", "two", "three"], errands: 12) { site in
      await site.upAll()
      let first = site.processIDs
      #expect(first == Set(site.workers.values.map(\.processIdentifier)))
      for errand in site.store.state.errands { #expect(errand.count == 1) }
      let load = DrainLoad(site.store, pace: 20)
      try await eventually("the load goes on") { load.count > 200 }
      _ = load.takeLongest()
      try await Task.sleep(for: .milliseconds(500))
      var stalls = [("at rest", load.takeLongest())]
      for name in ["one", "two", "three"] {
        let process = try #require(site.workers[name])
        process.terminate()
        try await eventually("\(name) has ended") { !process.isRunning }
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        stalls.append((name, load.takeLongest()))
        try await site.start(name)
        let count = load.count
        try await eventually("the load goes on") { load.count > count + 200 }
      }
      var sent = await load.end()
      for id in sent.keys { sent[id]?.ups += 1 }
      print("longest commits in a rolling restart: \(stalls.map { "\($0): \($1)" })")
      try await check(site, sent)
      await site.upAll()
      #expect(site.processIDs.isDisjoint(with: first))
    }
  }

  @Test(
    "pando drain moves children while their program sends, and pando undrain puts the worker back")
  func command() async throws {
    try await DrainSite.with(["one", "two"], errands: 8) { site in
      await site.upAll()
      let both = site.children(of: "one") + site.children(of: "two")
      #expect(both == 8)
      let load = DrainLoad(site.store, pace: 10)
      try await eventually("the load goes on") { load.count > 100 }
      let drained = try await site.pando("drain", "one", "--within", "1m", "--wait", "--json")
      #expect(drained.status == 0, "\(drained.errors)")
      #expect(drained.output.contains(#""state" : "draining""#))
      #expect(site.children(of: "one") == 0)
      #expect(site.children(of: "two") == 8)
      let status = try await site.pando("status")
      #expect(status.output.contains("draining"))
      let undrained = try await site.pando("undrain", "one")
      #expect(undrained.status == 0)
      #expect(undrained.output.contains("ready, 0 children"))
      // What the worker hears with its next beat.
      try await eventually("it is in service again") { await site.status("one")?.state == .ready }
      try await Task.sleep(for: .milliseconds(200))
      let other = try await site.pando("drain", "two", "--within", "1m", "--wait")
      #expect(other.status == 0, "\(other.errors)")
      #expect(site.children(of: "one") == 8)
      var sent = await load.end()
      for id in sent.keys { sent[id]?.ups += 1 }
      try await check(site, sent)
      let isRunning = site.workers.values.map(\.isRunning)
      #expect(isRunning == [true, true])
    }
  }

  @Test("pando drain --wait follows a worker to a coordinator that was started again")
  func restartedCoordinator() async throws {
    try await DrainSite.with(["one", "two"], errands: 4) { site in
      await site.upAll()
      let one = site.processID("one")
      let busy = site.store.state.errands.filter { $0.processID == one }.map(\.id)
      #expect(!busy.isEmpty)
      for id in busy {
        site.store.send(
          .errands(.element(id: id, action: .run(number: 1, milliseconds: 1_000_000))))
      }
      try await eventually("the effects run") {
        site.store.hostedChildren.count { $0.effectCount == 1 } == busy.count
      }
      let command = ["drain", "one", "--within", "10s", "--wait"]
      let drained = Task { [endpoint = site.endpoint.description] in
        try await FinishedProgram.run("pando", command + ["--coordinator", endpoint])
      }
      try await eventually("the worker and its clients know") {
        site.store.hostedChildren.count { $0.standing == .moving } == busy.count
      }
      let former = await site.status("one")?.id
      try await site.restartCoordinator()
      try await eventually("it has joined anew, and drains") {
        let status = await site.status("one")
        return status.map { $0.id != former && $0.state == .draining } ?? false
      }
      let outcome = try await drained.value
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(site.children(of: "one") == 0)
      #expect(site.children(of: "two") == 4)
    }
  }

  @Test("a worker that is not known, or a duration without a unit, is refused with what to do")
  func refused() async throws {
    try await DrainSite.with(["one"], errands: 1) { site in
      let unknown = try await site.pando("drain", "nine")
      #expect(unknown.status == 1)
      #expect(
        unknown.errors.contains("There is no worker \"nine\". Those that have joined are: one."))
      let outcomes = [
        try await site.pando("undrain", "nine"),
        try await site.pando("drain", "one", "--within", "5"),
        try await site.pando("drain"),
      ]
      #expect(outcomes.map(\.status) == [1, 64, 64])
    }
  }

  @Test("an effect that does not end keeps its child until the deadline, and is interrupted then")
  func deadline() async throws {
    try await DrainSite.with(["one", "two"], errands: 2) { site in
      await site.upAll()
      for id in 0..<2 {
        site.store.send(
          .errands(.element(id: id, action: .run(number: 1, milliseconds: 1_000_000))))
      }
      try await eventually("both effects run") {
        site.store.hostedChildren.allSatisfy { $0.effectCount == 1 }
      }
      let one = site.processID("one")
      let ids = site.store.state.errands.filter { $0.processID == one }.map(\.id)
      let id = try #require(ids.first)
      let left = try await site.pando("drain", "one", "--within", "2s")
      #expect(left.status == 0)
      try await eventually("the child is to move") {
        site.store.hostedChildren.contains { $0.standing == .moving && $0.processID == one }
      }
      // It goes on there meanwhile.
      await site.send(id, .up)
      #expect(site.store.state.errands[id: id]?.processID == one)
      try await eventually("its feature is told") {
        site.store.state.errands[id: id]?.interruptions == 1
      }
      await site.send(id, .up)
      #expect(site.store.state.errands[id: id]?.processID == site.processID("two"))
      #expect(
        site.store.state.errands.allSatisfy { $0.interruptions == (ids.contains($0.id) ? 1 : 0) })
      #expect(site.store.state.errands.allSatisfy { $0.done.isEmpty })
    }
  }

  @Test("one that is killed in the middle of a drain loses nothing that has committed")
  func killed() async throws {
    try await DrainSite.with(["one", "two"], errands: 6) { site in
      await site.upAll()
      let one = site.processID("one")
      let busy = site.store.state.errands.filter { $0.processID == one }.map(\.id)
      for id in busy {
        site.store.send(
          .errands(.element(id: id, action: .run(number: 1, milliseconds: 1_000_000))))
      }
      try await eventually("the effects run") {
        site.store.hostedChildren.count { $0.effectCount == 1 } == busy.count
      }
      let drained = try await site.pando("drain", "one")
      #expect(drained.status == 0)
      try await eventually("the children are to move") {
        site.store.hostedChildren.count { $0.standing == .moving } == busy.count
      }
      for id in 0..<6 { site.store.send(.errands(.element(id: id, action: .up))) }
      kill(one, SIGKILL)
      for id in 0..<6 { await site.send(id, .up) }
      #expect(site.store.state.errands.allSatisfy { $0.count == 3 })
      try await eventually("the features are told") {
        site.store.state.errands.allSatisfy { $0.interruptions == (busy.contains($0.id) ? 1 : 0) }
      }
      #expect(site.processIDs == [site.processID("two")])
    }
  }

  @Test("the last worker keeps its children, and one that is to end does so at its deadline")
  func last() async throws {
    try await DrainSite.with(["one"], errands: 3, arguments: ["--drain-within", "1s"]) { site in
      await site.upAll()
      let drained = try await site.pando("drain", "one", "--within", "100ms", "--wait")
      #expect(drained.status == 1)
      #expect(drained.errors.contains("still has 3 children"))
      await site.upAll()
      #expect(site.store.state.errands.allSatisfy { $0.count == 2 })
      let process = try #require(site.workers["one"])
      process.terminate()
      // A worker that is to end is not put back.
      try await eventually("the coordinator knows") {
        await site.status("one")?.drainMillisecondsLeft != nil
      }
      try await eventually("it has ended") { !process.isRunning }
      #expect(process.terminationStatus == 0)
      try await site.start("two")
      await site.upAll()
      #expect(site.store.state.errands.allSatisfy { $0.count == 3 && $0.interruptions == 0 })
      #expect(site.processIDs == [site.processID("two")])
    }
  }

  @Test("SIGINT, and a second SIGTERM, end a worker at once")
  func atOnce() async throws {
    for signals in [[SIGINT], [SIGTERM, SIGTERM]] {
      try await DrainSite.with(["one"], errands: 1, arguments: ["--drain-within", "1h"]) { site in
        await site.upAll()
        let process = try #require(site.workers["one"])
        for signal in signals {
          kill(process.processIdentifier, signal)
          try await Task.sleep(for: .milliseconds(100))
        }
        try await eventually("it has ended") { !process.isRunning }
        #expect(process.terminationStatus == 0)
      }
    }
  }

  @Test(
    "a worker that a store started, and that is sent SIGTERM, is replaced before its children move")
  func spawned() async throws {
    let store = Store(initialState: Errands.State(count: 4)) {
      Errands()
    } withDependencies: {
      $0.hosting = .workers(1, executable: ClusterProgram.path)
    }
    for id in 0..<4 { await store.send(.errands(.element(id: id, action: .up))).finish() }
    let first = try #require(store.workers.first?.processID)
    store.send(.errands(.element(id: 2, action: .run(number: 7, milliseconds: 8_000))))
    try await eventually("the effect runs") {
      store.hostedChildren.contains { $0.effectCount == 1 }
    }
    kill(first, SIGTERM)
    try await eventually("three have moved") {
      store.hostedChildren.count { $0.processID != first && $0.standing == .hosted } == 3
    }
    #expect(store.workers.map(\.state).contains(.draining))
    try await eventually("the effect has ended") { store.state.errands[id: 2]?.done == [7] }
    try await eventually("the first has gone") { !isAlive(first) }
    for id in 0..<4 { await store.send(.errands(.element(id: id, action: .up))).finish() }
    #expect(store.state.errands.allSatisfy { $0.count == 2 && $0.interruptions == 0 })
    #expect(Set(store.state.errands.map(\.processID)).count == 1)
    try await eventually("one is left") { store.workers.map(\.state) == [.ready] }
    await store.stop()
  }
}
