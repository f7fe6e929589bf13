import InMemoryTracing
import Pando
import Testing
import Tracing

@Suite("The traces of a store's actions", .timeLimit(.minutes(15)))
struct ActionTracingTests {
  @Test(
    "hold an effect's action and its commit, of a child that is hosted or not",
    arguments: [true, false])
  func wholeStory(isHosted: Bool) async throws {
    let tracer = InMemoryTracer()
    let store = Relay.makeStore(.sampled(1, by: tracer), isHosted: isHosted)
    await store.send(.runner(.lapLater)).finish()
    #expect(store.state.runner?.laps == 1)
    await store.stop()

    let root = try #require(tracer.spans("Action.runner(.lapLater)").first)
    #expect(root.parentSpanID == nil)
    #expect(root.attributes.get("pando.outcome") == .string("committed"))
    #expect(tracer.finishedSpans.allSatisfy { $0.traceID == root.traceID })
    let reduced = tracer.spans("reduce PandoTests.Relay.Runner").first
    let effect = try #require(tracer.spans("effect jog").first)
    let sent = try #require(tracer.spans("Action.runner(.lap)").first)
    #expect(effect.parentSpanID == (isHosted ? reduced?.spanID : root.spanID))
    #expect(sent.parentSpanID == effect.spanID)
    for span in [root, sent] {
      let stages = tracer.finishedSpans.filter { $0.parentSpanID == span.spanID }
      #expect(stages.count { $0.operationName == "wait" } == 1)
      #expect(stages.count { $0.operationName == "commit" } == 1)
      for stage in stages where stage.operationName == "commit" {
        #expect(stage.startInstant.nanosecondsSinceEpoch >= span.startInstant.nanosecondsSinceEpoch)
        #expect(stage.endInstant.nanosecondsSinceEpoch <= span.endInstant.nanosecondsSinceEpoch)
      }
    }
    if isHosted {
      #expect(reduced?.parentSpanID == root.spanID)
      #expect(reduced?.kind == .consumer)
      let dispatch = try #require(tracer.spans("dispatch").first)
      #expect(dispatch.parentSpanID == root.spanID)
      #expect(dispatch.attributes.get("pando.worker") == .string("the in-process host"))
      #expect(dispatch.attributes.get("pando.feature") == .string("PandoTests.Relay.Runner"))
    }
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test(
    "are those of the part that was asked for, evenly",
    arguments: [
      (0.75, 30...30), (0.6, 24...25), (0.4, 16...17), (1, 40...40), (0.5, 20...20), (0.025, 1...2),
      (0, 0...0),
    ])
  func part(fraction: Double, expected: ClosedRange<Int>) async {
    let tracer = InMemoryTracer()
    let store = Relay.makeStore(.sampled(fraction, by: tracer), isHosted: false)
    for _ in 0..<40 { await store.send(.count).finish() }
    await store.stop()
    // The first is one of them; so a part that no number of 40 is may round up.
    #expect(expected.contains(tracer.spans("Action.count").count))
  }

  @Test("hold what a reducer sends", arguments: [true, false])
  func followUps(isHosted: Bool) async throws {
    let tracer = InMemoryTracer()
    let store = Relay.makeStore(.sampled(1, by: tracer), isHosted: isHosted)
    await store.send(.runner(.lapNow)).finish()
    await store.stop()
    let root = try #require(tracer.spans("Action.runner(.lapNow)").first)
    let sent = try #require(tracer.spans("Action.runner(.lap)").first)
    #expect(sent.parentSpanID == root.spanID)
    #expect(tracer.finishedSpans.allSatisfy { $0.traceID == root.traceID })
  }

  @Test("are named by the action's cases, without its values")
  func names() async {
    let tracer = InMemoryTracer()
    let store = Relay.makeStore(.sampled(1, by: tracer))
    await store.send(.countLater(secret: "hunter2")).finish()
    await store.stop()
    #expect(tracer.spans("Action.countLater(secret:)").count == 1)
    #expect(!"\(tracer.finishedSpans)".contains("hunter2"))
  }

  @Test("are those of one of so many actions", arguments: [true, false])
  func sampling(isHosted: Bool) async {
    let tracer = InMemoryTracer()
    let store = Relay.makeStore(.sampled(0.25, by: tracer), isHosted: isHosted)
    for _ in 0..<40 {
      store.send(.count)
      store.send(.runner(.lap))
    }
    await store.stop()
    #expect(tracer.spans("commit").count == 20)
    #expect(Set(tracer.finishedSpans.map(\.traceID)).count == 20)
  }

  @Test("are those of actions that are sent inside of one, where no other is sampled")
  func insideOnly() async throws {
    let tracer = InMemoryTracer()
    let store = Relay.makeStore(.sampled(0, by: tracer))
    store.send(.count)
    await store.sendWhenRoom(.count)
    #expect(tracer.finishedSpans.isEmpty)
    await tracer.withSpan("request") { _ in
      store.send(.count)
      await store.sendWhenRoom(.count)
      _ = try? store.sendIfRoom(.count)
    }
    let request = try #require(tracer.spans("request").first)
    let roots = tracer.spans("Action.count")
    #expect(roots.count == 3)
    #expect(roots.allSatisfy { $0.parentSpanID == request.spanID })
    await store.stop()
  }

  @Test("are none where tracing is off, also inside of a trace")
  func off() async {
    let tracer = InMemoryTracer()
    let store = Relay.makeStore(.off)
    await tracer.withSpan("request") { _ in
      await store.send(.runner(.lapLater)).finish()
      await store.send(.countLater(secret: "")).finish()
    }
    await store.stop()
    #expect(tracer.finishedSpans.map(\.operationName) == ["request"])
    #expect(tracer.performedContextInjections.isEmpty)
  }
}
