import ClusterFeatures
import Foundation
import InMemoryTracing
import Pando
import PandoCluster
import Testing
import Tracing

@Suite("The trace of an action across processes", .serialized, .timeLimit(.minutes(15)))
struct TracedProcessTests {
  /// A span, as a process told of it.
  private struct Told {
    let trace: String
    let span: String
    let parent: String?
    let name: String
  }

  /// Runs a child with an effect that sends on a worker; returns the spans of this process and of the worker's.
  private func run(_ tracing: (InMemoryTracer) -> ActionTracing) async throws -> ([Told], [Told]) {
    let folder = FileManager.default.temporaryDirectory.path + "/pando-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let tracer = InMemoryTracer(
      idGenerator: InMemoryTracer.IDGenerator(
        nextTraceID: { UUID().uuidString }, nextSpanID: { UUID().uuidString }))
    let chosen = tracing(tracer)
    setenv("PANDO_TEST_SPANS", folder, 1)
    defer { unsetenv("PANDO_TEST_SPANS") }
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(1, executable: ClusterProgram.path)
      $0.tracing = chosen
    }
    store.send(.open)
    store.send(.only(.beginTicking(file: folder + "/ticking")))
    try await eventually("the effect has sent twice") { store.state.only?.ticks ?? 0 > 1 }
    await store.send(.close).finish()
    await store.stop()
    let here = tracer.finishedSpans.map {
      Told(trace: $0.traceID, span: $0.spanID, parent: $0.parentSpanID, name: $0.operationName)
    }
    #expect(tracer.activeSpans.isEmpty)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".spans") }
    #expect(files.count == 1)
    var there: [Told] = []
    for file in files {
      for line in try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(
        separator: "\n")
      {
        let parts = line.split(separator: "\t").map(String.init)
        there.append(
          Told(
            trace: parts[0], span: parts[1], parent: parts[2] == "-" ? nil : parts[2],
            name: parts[3]))
      }
    }
    return (here, there)
  }

  @Test("goes from its acceptance to the worker's effect, and on to the commit of what that sends")
  func wholeStory() async throws {
    let (here, there) = try await run { .sampled(1, by: $0) }
    let root = try #require(here.first { $0.name == "Action.only(.beginTicking(file:))" })
    #expect(root.parent == nil)
    for stage in ["wait", "dispatch", "commit"] {
      #expect(here.contains { $0.name == stage && $0.parent == root.span })
    }
    let reduced = try #require(
      there.first { $0.name == "reduce ClusterFeatures.Shard" && $0.parent == root.span })
    let effect = try #require(there.first { $0.name == "effect ticking" })
    #expect(effect.parent == reduced.span)
    let ticks = here.filter { $0.name == "Action.only(.tick)" }
    let committed = ticks.filter { tick in
      here.contains { $0.name == "commit" && $0.parent == tick.span }
    }
    #expect(committed.count > 1)
    // The last may have come too late.
    #expect(ticks.count - committed.count <= 1)
    for tick in ticks { #expect(tick.parent == effect.span) }
    for tick in committed {
      #expect(
        there.contains {
          $0.name == "reduce ClusterFeatures.Shard"
            && ($0.parent == tick.span || $0.parent == effect.span)
        })
    }
    for span in [reduced, effect] + ticks { #expect(span.trace == root.trace) }
  }

  @Test("is nowhere where tracing is off")
  func off() async throws {
    let (here, there) = try await run { _ in .off }
    #expect(here.isEmpty)
    #expect(there.isEmpty)
  }
}
