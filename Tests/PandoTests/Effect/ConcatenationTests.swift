import Pando
import Testing

@Suite("Effects in a row, and parts of effects", .serialized)
struct ConcatenationTests {
  enum CancelID: Codable, Hashable, Sendable { case row, part }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var notes: [String] = [] }

    enum Action: Codable, Sendable {
      case merged, restart, row, mixed, endless, endlessPart, stopRow, stopPart
      case note(String)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .row:
          return .concatenate(
            .run { send in
              for _ in 0..<20 { await Task.yield() }
              await send(.note("first"))
            },
            .send(.note("second")),
            .merge(.run { await $0(.note("third")) }, .run { await $0(.note("third")) }),
            .run { await $0(.note("fourth")) })
        case .merged:
          return .concatenate(
            .run { _ in },
            .merge(
              .send(.note("first")),
              .run { await $0(.note("third")) }.cancellable(id: CancelID.part)
            ),
            .run { _ in },
            .merge(.run { _ in }, .merge(.send(.note("fourth")), .run { await $0(.note("fifth")) }))
          )
        case .restart:
          return .concatenate(
            .run { _ in },
            .merge(
              .cancel(id: CancelID.part),
              .run { send in
                for _ in 0..<3 { await Task.yield() }
                await send(.note("new"))
              }
              .cancellable(id: CancelID.part)))
        case .mixed:
          return .concatenate(
            .send(.note("a")), .send(.note("b")), .run { await $0(.note("c")) }, .none,
            .send(.note("d")))
        case .endless:
          return .concatenate(
            .run { send in
              await send(.note("begins"))
              try await Task.sleep(for: .seconds(1_000))
            },
            .run { await $0(.note("never")) }
          ).cancellable(id: CancelID.row)
        case .endlessPart:
          return .run { send in
            do {
              try await withTaskCancellation(id: CancelID.part) {
                await send(.note("part begins"))
                try await Task.sleep(for: .seconds(1_000))
              }
            } catch {}
            await send(.note("goes on"))
          }
        case .stopRow: return .cancel(id: CancelID.row)
        case .stopPart: return .run { _ in Task.cancel(id: CancelID.part) }
        case .note(let note):
          state.notes.append(note)
          return .none
        }
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable { var child = Child.State() }
    enum Action: Sendable { case child(Child.Action) }
    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) {
        if isHosted { Child().hosted() } else { Child() }
      }
    }
  }

  private func makeStore(_ isHosted: Bool) -> StoreOf<Parent> {
    Store(initialState: Parent.State()) { Parent(isHosted: isHosted) }
  }

  private func wait(for note: String, in store: StoreOf<Parent>) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while !store.state.child.notes.contains(note) {
      try #require(ContinuousClock.now < end, "the note \(note) never came")
      await Task.yield()
    }
  }

  @Test("each begins when the one before it has ended", arguments: [false, true])
  func inARow(isHosted: Bool) async {
    let store = makeStore(isHosted)
    await store.send(.child(.row)).finish()
    #expect(store.state.child.notes == ["first", "second", "third", "third", "fourth"])
  }

  @Test("parts that start at once begin in their order", arguments: [false, true])
  func mergedInARow(isHosted: Bool) async {
    let store = makeStore(isHosted)
    for _ in 0..<200 { await store.send(.child(.merged)).finish() }
    #expect(
      store.state.child.notes
        == Array(repeating: ["first", "third", "fourth", "fifth"], count: 200).flatMap(\.self))
  }

  @Test("a cancellation does not meet what begins behind it", arguments: [false, true])
  func cancelledInARow(isHosted: Bool) async {
    let store = makeStore(isHosted)
    for _ in 0..<200 { await store.send(.child(.restart)).finish() }
    #expect(store.state.child.notes == Array(repeating: "new", count: 200))
  }

  @Test("actions at the front go directly behind their own", arguments: [false, true])
  func immediateFirst(isHosted: Bool) async {
    let store = makeStore(isHosted)
    let task = store.send(.child(.mixed))
    store.send(.child(.note("later")))
    await task.finish()
    let notes = store.state.child.notes
    #expect(notes.prefix(2) == ["a", "b"])
    #expect(notes.contains("later"))
    #expect(store.state.child.notes.filter { "abcd".contains($0) } == ["a", "b", "c", "d"])
  }

  @Test("cancelling the row ends all of it", arguments: [false, true])
  func cancelRow(isHosted: Bool) async throws {
    let store = makeStore(isHosted)
    let endless = store.send(.child(.endless))
    try await wait(for: "begins", in: store)
    await store.send(.child(.stopRow)).finish()
    await endless.finish()
    #expect(store.state.child.notes == ["begins"])
  }

  @Test("cancelling a part lets the rest of the effect go on", arguments: [false, true])
  func cancelPart(isHosted: Bool) async throws {
    let store = makeStore(isHosted)
    let endless = store.send(.child(.endlessPart))
    try await wait(for: "part begins", in: store)
    await store.send(.child(.stopPart)).finish()
    await endless.finish()
    #expect(store.state.child.notes == ["part begins", "goes on"])
  }
}
