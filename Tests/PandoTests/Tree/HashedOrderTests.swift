import IssueReporting
import Pando
import PandoTesting
import Testing

/// Tests states whose encoding depends on the process, as that of a type which walks a hashed collection by itself.
@Suite("A hosted state that is encoded in another order at each side")
struct HashedOrderTests {
  /// A set whose order is another wherever it is decoded.
  struct Tags: Codable, Equatable, Sendable {
    private var order: [String]

    init(_ names: [String]) { order = names }

    var names: [String] { order.sorted() }

    mutating func remove(_ name: String) { order.removeAll { $0 == name } }

    static func == (left: Self, right: Self) -> Bool { left.names == right.names }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      order = []
      while !container.isAtEnd { order.insert(try container.decode(String.self), at: 0) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for name in order { try container.encode(name) }
    }
  }

  @Reducer
  struct Note {
    struct State: Codable, Equatable, Sendable {
      var title = String(repeating: "a", count: 48)
      var tags = Tags(["a", "b", "c", "d"])
      var count = 0
      var seen: [String] = []
    }
    enum Action: Codable, Equatable, Sendable { case add, upload, uploaded([String]) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add: state.count += 1
        case .upload:
          return .run { [names = state.tags.names] send in await send(.uploaded(names)) }
        case .uploaded(let names): state.seen = names
        }
        return .none
      }
    }
  }

  @Reducer
  struct Desk {
    struct State: Equatable, Sendable { var note = Note.State() }
    enum Action: Sendable { case note(Note.Action) }

    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .note(.upload) = action { state.note.tags.remove("a") }
        return .none
      }
      Scope(state: \.note, action: \.note) {
        if isHosted { Note().hosted() } else { Note() }
      }
    }
  }

  @Test("has its effects see what a parent left of it, and stays what it is in one process")
  func uploads() async {
    let local = Store(initialState: Desk.State()) { Desk(isHosted: false) }
    let hosted = Store(initialState: Desk.State()) { Desk(isHosted: true) }
    for store in [local, hosted] { await store.send(.note(.add)).finish() }
    await local.send(.note(.upload)).finish()
    await withKnownIssue {
      await hosted.send(.note(.upload)).finish()
    } matching: { issue in
      "\(issue)".contains("had its state changed by a reducer that runs before it")
    }
    for store in [local, hosted] { await store.send(.note(.add)).finish() }
    #expect(local.state.note.seen == ["b", "c", "d"])
    #expect(hosted.state == local.state)
    await hosted.stop()
  }
}
