import Pando
import PandoTesting
import Testing

@Suite("Where hosted children run", .timeLimit(.minutes(15)))
struct HostedChildTests {
  @Test("is told of each child: its worker, what waits, and the effects that run")
  func children() async throws {
    let faults = HostingFaults()
    let store = Plantation.makeStore(faults)
    #expect(store.hostedChildren.isEmpty)
    await store.send(.patient(.pick(1))).finish()
    store.send(.prompt(.wait))
    await store.send(.prompt(.pick(1))).finish()
    let children = store.hostedChildren
    #expect(children.map(\.standing) == [.hosted, .hosted])
    #expect(children.map(\.worker).allSatisfy { $0?.contains("worker") == true })
    #expect(children.map(\.effectCount) == [0, 1])
    #expect(children.map(\.placementCount) == [1, 1])
    #expect(children.map(\.uncommittedCount) == [0, 0])

    faults.cutOff()
    store.send(.patient(.pick(2)))
    store.send(.patient(.pick(3)))
    let waiting = try #require(store.hostedChildren.first)
    #expect(waiting.uncommittedCount == 2)
    #expect(waiting.inFlightCount == 2)
    #expect(waiting.inFlightCount <= waiting.window)
    faults.heal()
    await store.send(.patient(.pick(4))).finish()

    // The one with effects is told of their loss, and so has another worker; the other one rests.
    faults.killWorker()
    await store.send(.prompt(.pick(2))).finish()
    #expect(store.hostedChildren.map(\.standing) == [.resting, .hosted])
    #expect(store.hostedChildren.map(\.worker).first == .some(nil))
    #expect(store.hostedChildren.map(\.placementCount) == [1, 2])
    #expect(store.hostedChildren.map(\.effectCount) == [0, 0])
    await store.send(.patient(.pick(5))).finish()
    #expect(store.hostedChildren.map(\.standing) == [.hosted, .hosted])
    await store.stop()
  }

  @Test("names the row that a child is in, and says when it ends")
  func rows() async {
    let faults = HostingFaults()
    let store = Store(initialState: Yard.State()) {
      Yard()
    } withDependencies: {
      $0.hosting = .faulty(faults)
    }
    await store.send(.trees(.element(id: "oak", action: .pick(1)))).finish()
    await store.send(.trees(.element(id: "elm", action: .pick(1)))).finish()
    #expect(store.hostedChildren.map(\.identities) == [["oak"], ["elm"]])
    #expect(store.hostedChildren.map(\.feature).allSatisfy { $0.hasSuffix("Plantation.Tree") })
    faults.cutOff()
    store.send(.fell("oak"))
    #expect(store.hostedChildren.map(\.standing) == [.ending, .hosted])
    faults.heal()
    await store.send(.trees(.element(id: "elm", action: .pick(2)))).finish()
    await store.stop()
    #expect(store.hostedChildren.isEmpty)
  }

  @Reducer
  struct Yard {
    struct Row: Codable, Equatable, Identifiable, Sendable {
      let id: String
      var tree = Plantation.Tree.State()
    }

    struct State: Sendable {
      var trees: IdentifiedArrayOf<Row> = [Row(id: "oak"), Row(id: "elm")]
    }

    enum Action: Sendable {
      case trees(IdentifiedAction<String, Plantation.Tree.Action>)
      case fell(String)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .fell(let id) = action { state.trees.remove(id: id) }
        return .none
      }
      .forEach(\.trees, action: \.trees) {
        Scope(state: \Row.tree, action: \.self) { Plantation.Tree().hosted() }
      }
    }
  }
}
