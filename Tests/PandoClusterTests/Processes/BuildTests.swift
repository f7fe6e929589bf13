import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing
import ZeroMQ

/// Builds that share a cluster, as real processes behind a real coordinator.
@Suite("Two builds of a program", .serialized, .timeLimit(.minutes(15)))
struct BuildTests {
  private func store(
    _ site: DrainSite, _ build: String, sameBuild: Bool = false, errands: Int = 2
  ) throws -> StoreOf<Errands> {
    let build = try #require(ProgramBuild(build))
    return Store(initialState: Errands.State(count: errands)) {
      Errands()
    } withDependencies: {
      $0.hosting = .coordinator(site.endpoint.description, build: build, sameBuild: sameBuild)
    }
  }

  private func processes(of store: StoreOf<Errands>) async -> Set<Int32> {
    for errand in store.state.errands {
      await store.send(.errands(.element(id: errand.id, action: .up))).finish()
    }
    return Set(store.state.errands.map(\.processID))
  }

  @Test("each finds its own workers, and uses another's where its own are gone")
  func sideBySide() async throws {
    try await DrainSite.with([], errands: 0) { site in
      try await site.start("blue", ["--build", "blue-1"])
      try await site.start("green", ["--build", "green-2"])
      #expect(await site.status("blue")?.build == "blue-1")
      let blue = try store(site, "blue-1", errands: 6)
      let green = try store(site, "green-2", errands: 2)
      #expect(await processes(of: blue) == [site.processID("blue")])
      #expect(await processes(of: green) == [site.processID("green")])
      let table = try await site.pando("status")
      #expect(table.output.contains("build"))
      #expect(table.output.contains("blue-1") && table.output.contains("green-2"))
      kill(site.processID("green"), SIGKILL)
      #expect(await processes(of: green) == [site.processID("blue")])
      #expect(green.state.errands.allSatisfy { $0.count == 2 })
      await blue.stop()
      await green.stop()
    }
  }

  @Test("who takes no other build waits, and goes on when a worker of it comes")
  func waits() async throws {
    try await DrainSite.with([], errands: 0) { site in
      try await site.start("blue", ["--build", "blue"])
      let green = try store(site, "green", sameBuild: true)
      let other = try store(site, "blue")
      let sent = green.send(.errands(.element(id: 0, action: .up)))
      #expect(await processes(of: other) == [site.processID("blue")])
      #expect(green.state.errands.allSatisfy { $0.count == 0 })
      try await site.start("green", ["--build", "green"])
      await sent.finish()
      #expect(green.state.errands[id: 0]?.count == 1)
      #expect(await processes(of: green) == [site.processID("green")])
      await green.stop()
      await other.stop()
    }
  }

  @Test("a worker with a weight takes that share of new children, of another build too")
  func canary() async throws {
    try await DrainSite.with([], errands: 0) { site in
      try await site.start("blue", ["--build", "blue"])
      try await site.start("canary", ["--build", "green", "--weight", "0.25"])
      #expect(await site.status("canary")?.share == 0.25)
      let store = try store(site, "blue", errands: 40)
      _ = await processes(of: store)
      let count = store.state.errands.count { $0.processID == site.processID("canary") }
      #expect((9...11).contains(count))
      let table = try await site.pando("status")
      #expect(table.output.contains("green 0.25"))
      await store.stop()
    }
  }

  @Test("a weight that is no share, and a name that is none of a build, are refused")
  func refused() async throws {
    for (option, value) in [("--weight", "1.5"), ("--weight", "-1"), ("--build", "a b")] {
      let outcome = try await FinishedProgram.run(
        "pando", ["worker", "--bind", "ipc:///tmp/x.sock", "\(option)=\(value)"])
      #expect(outcome.status == 64, "\(option) \(value)")
      #expect(outcome.errors.contains(option), "\(outcome.errors)")
    }
  }
}
