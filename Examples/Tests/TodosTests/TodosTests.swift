import ExampleTestSupport
import PandoTesting
import Testing
import Todos

@Suite("The list of things to do")
struct TodosTests {
  private let clock = TestClock()

  @Test("takes a new one on top, and the badge counts it", arguments: Place.allCases)
  func adds(place: Place) async {
    let store = todos(place)
    await store.send(\.list.addButtonTapped)
    await store.send(\.list.binding.newTitle, "Milk") { $0.list.newTitle = "Milk" }
    await store.send(\.list.addButtonTapped) {
      $0.list.todos = [Todo.State(id: 1, title: "Milk")]
      $0.list.newTitle = ""
      $0.list.nextID = 2
      $0.badge = 1
    }
    await store.finish()
  }

  @Test("a row is renamed while others stay as they are", arguments: Place.allCases)
  func renames(place: Place) async {
    let store = todos(place, "Milk", "Bread")
    await store.send(\.list.todos[id: 2].binding.title, "Rye bread") {
      $0.list.todos[id: 2]?.title = "Rye bread"
    }
    await store.finish()
  }

  @Test("one that is complete sinks after a second", arguments: Place.allCases)
  func sinks(place: Place) async {
    let store = todos(place, "Milk", "Bread")
    await store.send(\.list.todos[id: 1].binding.isComplete, true) {
      $0.list.todos[id: 1]?.isComplete = true
      $0.badge = 1
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.list.completedSink) { $0.list.todos.swapAt(0, 1) }
    await store.finish()
  }

  @Test("waits for the last tick before anything sinks", arguments: [Place.inPlace, .failing])
  func debounces(place: Place) async {
    let store = todos(place, "Milk", "Bread", "Eggs")
    await store.send(\.list.todos[id: 1].binding.isComplete, true) {
      $0.list.todos[id: 1]?.isComplete = true
      $0.badge = 2
    }
    await clock.advance(by: .milliseconds(999))
    await store.send(\.list.todos[id: 2].binding.isComplete, true) {
      $0.list.todos[id: 2]?.isComplete = true
      $0.badge = 1
    }
    await clock.advance(by: .milliseconds(999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.list.completedSink) {
      $0.list.todos.move(fromOffsets: [2], toOffset: 0)
    }
    await store.finish()
  }

  @Test("sinks at once when the worker dies that waited")
  func interrupted() async {
    let store = todos(.failing, faults: FaultPlan([:], workers: 2), "Milk", "Bread")
    await store.send(\.list.todos[id: 1].binding.isComplete, true) {
      $0.list.todos[id: 1]?.isComplete = true
      $0.badge = 1
    }
    store.faults.killWorker()
    await store.receive(\.list.completedSink) { $0.list.todos.swapAt(0, 1) }
    await store.finish()
  }

  @Test("moves and deletes the rows that are shown", arguments: Place.allCases)
  func positions(place: Place) async {
    let store = todos(place, "Milk", "-Bread", "Eggs", "Tea")
    await store.send(\.list.binding.filter, .active) { $0.list.filter = .active }
    #expect(store.state.list.shown.map(\.title) == ["Milk", "Eggs", "Tea"])
    await store.send(.list(.moved(position: 2, before: 1))) {
      $0.list.todos.move(fromOffsets: [3], toOffset: 2)
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.list.completedSink) {
      $0.list.todos.move(fromOffsets: [1], toOffset: 4)
    }
    await store.send(.list(.deleted(positions: [0, 2, 7]))) {
      $0.list.todos.remove(id: 1)
      $0.list.todos.remove(id: 3)
      $0.badge = 1
    }
    #expect(store.state.list.todos.map(\.title) == ["Tea", "Bread"])
    await store.finish()
  }

  @Test("forgets what is complete when asked to", arguments: Place.allCases)
  func clears(place: Place) async {
    let store = todos(place, "Milk", "-Bread")
    await store.send(\.list.clearCompletedButtonTapped) { $0.list.todos.remove(id: 2) }
    await store.finish()
  }

  @Test("does on failing workers what it does in one process, whatever is tapped")
  func same() async throws {
    try await expectSameHosted(
      Todos(), initialState: Todos.State(), programs: 30, length: 1...15
    ) { generator in
      let id = Int.random(in: 1...3, using: &generator)
      let (position, other) = (Int.random(in: 0...3, using: &generator), id)
      switch Int.random(in: 0...7, using: &generator) {
      case 0, 1: return .list(.addButtonTapped)
      case 2, 3: return .list(.binding(.set(\.newTitle, "Todo \(id)")))
      case 4: return .list(.binding(.set(\.filter, Filter.allCases[id - 1])))
      case 5: return .list(.moved(position: position, before: other))
      case 6: return .list(.deleted(positions: [position]))
      default: return .list(.clearCompletedButtonTapped)
      }
    }
  }

  /// A list with some rows; those whose titles begin with "-" are complete.
  private func todos(
    _ place: Place, faults: FaultPlan? = nil, _ titles: String...
  ) -> TestStoreOf<Todos> {
    var state = Todos.State()
    for (index, title) in titles.enumerated() {
      let isComplete = title.hasPrefix("-")
      state.list.todos.append(
        Todo.State(
          id: index + 1, title: isComplete ? String(title.dropFirst()) : title,
          isComplete: isComplete))
    }
    state.list.nextID = titles.count + 1
    state.badge = state.list.todos.count { !$0.isComplete }
    return TestStore(initialState: state, faults: faults ?? place.faults) {
      Todos()
    } withDependencies: {
      place.prepare(&$0) { $0.continuousClock = clock }
    }
  }
}
