import Pando
import Synchronization
import Testing

@Suite("Actions that a hosted reducer in this process sends to its own feature")
struct NestedSendsTests {
  /// Sends by a store that is made later.
  final class Sender: Sendable {
    private let send = Mutex<(@Sendable (Parent.Action) -> Void)?>(nil)

    func begin(_ send: @escaping @Sendable (Parent.Action) -> Void) {
      self.send.withLock { $0 = send }
    }

    func callAsFunction(_ action: Child.Action) {
      let send = send.withLock { $0 }
      send?(.child(action))
    }
  }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Sendable {
      case up
      /// Sends the actions behind the first, one at each reduce.
      case chain(String, [Int])
    }

    let sender: Sender

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.count += 1
        if case .chain(_, let rest) = action {
          sender(rest.isEmpty ? .up : .chain("", Array(rest.dropFirst())))
        }
        return .none
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable { var child = Child.State() }
    enum Action: Sendable { case child(Child.Action) }

    let sender: Sender

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { Child(sender: sender).hosted() }
    }
  }

  @Test(
    "commit, each once, also behind an action that fills batches by itself",
    arguments: [0, 1, 2, 3],
    [0, 1 << 20, 5 << 20])
  func large(length: Int, byteCount: Int) async {
    let sender = Sender()
    let store = Store(initialState: Parent.State()) {
      Parent(sender: sender)
    } withDependencies: {
      $0.hosting = .inProcess
    }
    sender.begin { store.send($0) }
    store.send(.child(.up))
    let text = String(repeating: "x", count: byteCount)
    await store.send(.child(.chain(text, Array(repeating: 0, count: length)))).finish()
    await store.send(.child(.up)).finish()
    // Those before and behind, those of the chain, and the one that ends it.
    #expect(store.state.child.count == 2 + (length + 1) + 1)
    sender.begin { _ in }
    await store.stop()
  }
}
