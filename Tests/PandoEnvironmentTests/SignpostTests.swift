import InMemoryTracing
import Pando
import PandoEnvironment
import Testing
import Tracing

private struct State: Sendable { var count = 0 }

private enum Action: Sendable { case start, tick, endless, stop }

private let reducer = Reducer<State, Action, Void> { state, action, _ in
  switch action {
  case .start:
    return .run { send in
      await send(.tick)
      await send(.tick)
    }
  case .tick:
    state.count += 1
    return .none
  case .endless:
    return .run { send in
      await send(.tick)
      while !Task.isCancelled { try await Task.sleep(for: .seconds(60)) }
    }
    .cancellable(id: 1)
  case .stop:
    return .cancel(id: 1)
  }
}

@Suite("signpost(_:tracer:)", .timeLimit(.minutes(15)))
struct SignpostTests {
  private let tracer = InMemoryTracer()

  @Test("each run has a span, and each effect has one with an event for what it sends")
  func spans() async {
    let store = makeStore(State(), reducer.signpost("app", tracer: tracer), ())
    await store.send(.start).finish()
    #expect(store.state.count == 2)
    let spans = tracer.finishedSpans
    #expect(spans.filter { $0.operationName == "app: Action.start" }.count == 1)
    #expect(spans.filter { $0.operationName == "app: Action.tick" }.count == 2)
    let effect = spans.filter { $0.operationName == "app: Action.start effect" }
    #expect(effect.first?.events.map(\.name) == ["sent Action.tick", "sent Action.tick"])
    #expect(effect.first?.attributes["cancelled"] == nil)
    #expect(spans.count == 4)
  }

  @Test("an effect that was cancelled says so, and stays cancellable")
  func cancelled() async {
    let store = makeStore(State(), reducer.signpost(tracer: tracer), ())
    let endless = store.send(.endless)
    for await state in store.states where state.count == 1 { break }
    #expect(!tracer.finishedSpans.contains { $0.operationName == "Action.endless effect" })
    store.send(.stop)
    await endless.finish()
    let effect = tracer.finishedSpans.first { $0.operationName == "Action.endless effect" }
    #expect(effect?.attributes["cancelled"]?.toSpanAttribute() == .bool(true))
  }
}
