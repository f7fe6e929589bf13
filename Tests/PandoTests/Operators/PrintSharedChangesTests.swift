import Pando
import Synchronization
import Testing

#if DEBUG
  @Suite("Printing what actions change in shared values")
  struct PrintSharedChangesTests {
    private struct State: Equatable, Sendable {
      @Shared var count: Int
      var taps = 0
    }

    private enum Action: Sendable { case add, nothing, tap }

    private final class Lines: Sendable {
      let all = Mutex<[String]>([])
    }

    private func printed(_ action: Action) -> String? {
      let lines = Lines()
      let store = Store(initialState: State(count: Shared(value: 41))) {
        Reduce<State, Action> { state, action in
          switch action {
          case .add: state.$count.withLock { $0 += 1 }
          case .nothing: break
          case .tap: state.taps += 1
          }
          return .none
        }
        ._printChanges(.customDump { text in lines.all.withLock { $0.append(text) } })
      }
      store.send(action)
      return lines.all.withLock { $0.first }
    }

    @Test("shows the value before and after an action that changed it alone")
    func alone() throws {
      let text = try #require(printed(.add))
      #expect(text.contains("41"))
      #expect(text.contains("42"))
      #expect(!text.contains("no change"))
    }

    @Test("lets a printer of the program's own compare the shared values of before and after")
    func ownPrinter() throws {
      let lines = Lines()
      let store = Store(initialState: State(count: Shared(value: 41))) {
        Reduce<State, Action> { state, action in
          if case .add = action { state.$count.withLock { $0 += 1 } }
          return .none
        }
        ._printChanges(
          ReducerPrinter { _, oldState, newState in
            let difference = ValueText.difference(oldState, newState) ?? "none"
            lines.all.withLock { $0.append("\(oldState == newState): \(difference)") }
          })
      }
      store.send(.add)
      store.send(.nothing)
      let texts = lines.all.withLock { $0 }
      #expect(texts.map { $0.prefix { $0 != ":" } } == ["false", "true"])
      #if Diffs
        #expect(texts.first?.contains("count: 41") == true)
        #expect(texts.first?.contains("count: 42") == true)
      #endif
      #expect(texts.last == "true: none")
    }

    @Test("says that nothing changed where nothing did")
    func nothing() throws {
      #expect(try #require(printed(.nothing)).contains("no change of state"))
    }

    @Test("shows what changed elsewhere in the state")
    func elsewhere() throws {
      let text = try #require(printed(.tap))
      #expect(text.contains("taps: 1"))
      #expect(!text.contains("no change"))
    }
  }
#endif
