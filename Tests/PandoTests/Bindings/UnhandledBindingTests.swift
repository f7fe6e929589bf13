import IssueReporting
import Testing

@testable import Pando

@Suite("A binding that no reducer carries out", .timeLimit(.minutes(15)))
struct UnhandledBindingTests {
  private func store(isHandled: Bool) -> StoreOf<Note> {
    Store(initialState: Note.State()) { Note(isHandled: isHandled) }
  }

  @Test("is reported, once")
  func reported() async throws {
    let store = store(isHandled: false)
    let reported = await issues { store.text = "a" }
    let issue = try #require(reported.first)
    #expect(issue.message.hasPrefix("A binding action sent from a store was not handled."))
    #expect(issue.message.contains(#".set(\.text, "a")"#))
    #expect(reported.count == 1)
    #expect(store.text == "")
  }

  @Test("is reported where it was made, as $store is by @Bindable")
  func place() async {
    @Bindable var store = store(isHandled: false)
    let line: UInt = #line - 1
    let binding = store.binding(\.text)
    let reported = await issues {
      $store.text.wrappedValue = "a"
      binding.wrappedValue = "b"
    }
    #expect(reported.map(\.line) == [line, line + 2])
  }

  @Test("is reported where the store was made, if it has no binding")
  func storePlace() async {
    let store = Store(initialState: Note.State()) { Note(isHandled: false) }
    let line: UInt = #line - 1
    let part = store.scope(state: \.self, action: \.self)
    let reported = await issues {
      store.text = "a"
      part.text = "b"
    }
    #expect(reported.map(\.line) == [line, line])
  }

  @Test("is not reported where one does")
  func handled() async {
    @Bindable var store = store(isHandled: true)
    let reported = await issues {
      store.text = "a"
      $store.text.wrappedValue += "b"
    }
    #expect(reported.isEmpty)
    #expect(store.text == "ab")
  }

  @Test("is not reported where a worker does, or the store has stopped")
  func elsewhere() async {
    let store = Store(initialState: Note.State()) {
      Scope(state: \.self, action: \.self) { Note(isHandled: true).hosted() }
    }
    let reported = await issues {
      store.text = "a"
      await store.send(.nothing).finish()
      await store.stop()
      store.text = "b"
    }
    #expect(reported.isEmpty)
    #expect(store.text == "a")
  }

  @Test(
    "is reported when its action is dropped, unless its feature has gone by then",
    arguments: [false, true])
  func dropped(isOver: Bool) {
    let (isGone, reportCount) = (LockIsolated(false), LockIsolated(0))
    var action: BindingWatch?
    BindingWatch.watch {
      action = $0
    } isOver: {
      isGone.value
    } report: {
      reportCount.withValue { $0 += 1 }
    }
    isGone.setValue(isOver)
    withExtendedLifetime(action) {}
    action = nil
    PrintQueue.queue.sync {}
    #expect(reportCount.value == (isOver ? 0 : 1))
  }

  @Test("is not reported where another thread carries it out between two looks")
  func carriedOutMeanwhile() {
    let action = LockIsolated<BindingWatch?>(nil)
    BindingWatch.watch {
      action.setValue($0)
    } isOver: {
      // The store's lock is waited for here, while its owner commits.
      action.value?.note()
      action.setValue(nil)
      return false
    } report: {
      Issue.record("It was carried out.")
    }
    PrintQueue.queue.sync {}
  }
}

@Reducer
private struct Note {
  @ObservableState
  struct State: Codable, Equatable, Sendable { var text = "" }
  enum Action: BindableAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
    case nothing
  }

  let isHandled: Bool

  var body: some ReducerOf<Self> {
    if isHandled { BindingReducer() }
  }
}
