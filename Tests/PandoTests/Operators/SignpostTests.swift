import InMemoryTracing
import Pando
import Testing
import Tracing

@Suite("signpost(_:tracer:) on reducers of the protocol", .timeLimit(.minutes(15)))
struct SignpostTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Sendable { case start, tick, endless, stop, close }
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
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
        case .close:
          return .run { [dismiss] _ in await dismiss() }
        }
      }
    }
  }

  struct MeasuredChild: Reducer {
    let tracer: InMemoryTracer
    var body: some ReducerOf<Child> { Child().signpost("child", tracer: tracer) }
  }

  enum Place: CaseIterable, Sendable { case local, inside, outside }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable { @Presents var child: Child.State? = Child.State() }
    enum Action: Sendable { case child(PresentationAction<Child.Action>) }
    let place: Place
    let tracer: InMemoryTracer

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$child, action: \.child) {
        switch place {
        case .local: Child().signpost("child", tracer: tracer)
        case .inside: MeasuredChild(tracer: tracer).hosted()
        case .outside: Child().hosted().signpost("child", tracer: tracer)
        }
      }
    }
  }

  private let tracer = InMemoryTracer()

  private func makeStore(_ place: Place) -> StoreOf<Parent> {
    Store(initialState: Parent.State()) { Parent(place: place, tracer: tracer) }
  }

  private func names(_ name: String) -> Int {
    tracer.finishedSpans.filter { $0.operationName == name }.count
  }

  @Test("each run has a span, and each effect has one where it runs", arguments: Place.allCases)
  func spans(place: Place) async {
    let store = makeStore(place)
    await store.send(.child(.presented(.start))).finish()
    #expect(store.state.child?.count == 2)
    #expect(names("child: Action.start") == 1)
    // Where it is the worker that reduces, it may have reduced ahead.
    #expect(place == .inside ? names("child: Action.tick") >= 2 : names("child: Action.tick") == 2)
    let effect = tracer.finishedSpans.first { $0.operationName == "child: Action.start effect" }
    let events = effect?.events.map(\.name)
    #expect(events == (place == .outside ? nil : ["sent Action.tick", "sent Action.tick"]))
  }

  @Test(
    "an effect that was cancelled says so, and stays cancellable",
    arguments: [Place.local, .inside])
  func cancelled(place: Place) async {
    let store = makeStore(place)
    let endless = store.send(.child(.presented(.endless)))
    for await state in store.states where state.child?.count == 1 { break }
    store.send(.child(.presented(.stop)))
    await endless.finish()
    let effect = tracer.finishedSpans.first { $0.operationName == "child: Action.endless effect" }
    #expect(effect?.attributes["cancelled"]?.toSpanAttribute() == .bool(true))
  }

  @Test("a feature that is measured can still dismiss itself", arguments: Place.allCases)
  func dismissal(place: Place) async {
    let store = makeStore(place)
    await store.send(.child(.presented(.close))).finish()
    #expect(store.state.child == nil)
  }

  @Reducer
  struct Measured {
    let inner: Parent
    var body: some Reducer<Parent.State, Parent.Action> {
      inner.signpost("all", tracer: inner.tracer)
    }
  }

  @Test("a parent's signpost keeps what its child needs", arguments: Place.allCases)
  func outer(place: Place) async {
    let store = Store(initialState: Parent.State()) {
      Measured(inner: Parent(place: place, tracer: tracer))
    }
    await store.send(.child(.presented(.close))).finish()
    #expect(store.state.child == nil)
    #expect(names("all: Action.child(.presented(.close))") == 1)
  }
}
