import ExampleTestSupport
import Imports
import PandoTesting
import Testing

@Suite("Imports of files")
struct ImportsTests {
  @Test("read each file, and add up what was read", arguments: Place.allCases)
  func reads(place: Place) async {
    let store = queue(place)
    await add("a", "rows 2\n3\n4\n", to: store, .read(Ledger(rows: 2, sum: 7))) { $0.sum = 7 }
    await add("b", "rows 0\n", to: store, .read(Ledger(rows: 0, sum: 0)))
    await add("c", "rows 1\nmuch\n", to: store, .read(Ledger(rows: 1, sum: 0)))
    await add("d", "rows 1\n5\n6\n", to: store, .read(Ledger(rows: 1, sum: 5))) { $0.sum = 12 }
    await store.finish()
  }

  @Test("say which file is no ledger", arguments: Place.allCases)
  func noLedger(place: Place) async {
    let store = queue(place)
    await add("a", "", to: store, .noLedger)
    await add("b", "columns 3\n", to: store, .noLedger)
    await store.finish()
  }

  @Test("read a file once", arguments: Place.allCases)
  func twice(place: Place) async {
    let store = queue(place)
    await add("a", "rows 1\n3\n", to: store, .read(Ledger(rows: 1, sum: 3))) { $0.sum = 3 }
    await store.send(.added(name: "a", text: "rows 1\n4\n"))
    await store.finish()
  }

  @Test("a file that is given up says so", arguments: Place.allCases)
  func givenUp(place: Place) async {
    let store = queue(place)
    await add("a", "rows 1\n3\n", to: store, .read(Ledger(rows: 1, sum: 3))) { $0.sum = 3 }
    await store.send(.files(.element(id: "a", action: .failed))) {
      $0.files[id: "a"]?.outcome = .deadly
    }
    await store.finish()
  }

  @Test("are the same on failing workers, whatever the files")
  func same() async throws {
    try await expectSameHosted(
      ImportQueue(), initialState: ImportQueue.State(), programs: 50, length: 1...10
    ) { generator in
      let rows = Int.random(in: 0...3, using: &generator)
      let lines = (0..<rows).map { _ in "\(Int.random(in: -9...9, using: &generator))\n" }
      return .added(
        name: "\(Int.random(in: 1...4, using: &generator))",
        text: "rows \(rows)\n" + lines.joined())
    }
  }

  private func add(
    _ name: String, _ text: String, to store: TestStoreOf<ImportQueue>,
    _ outcome: FileImport.State.Outcome,
    _ change: @escaping (inout ImportQueue.State) -> Void = { _ in }
  ) async {
    await store.send(.added(name: name, text: text)) {
      $0.files.append(FileImport.State(id: name))
    }
    await store.receive(\.files[id: name].parse, text) {
      $0.files[id: name]?.outcome = outcome
      change(&$0)
    }
  }

  private func queue(_ place: Place) -> TestStoreOf<ImportQueue> {
    TestStore(initialState: ImportQueue.State(), faults: place.faults) {
      ImportQueue()
    } withDependencies: {
      place.prepare(&$0)
    }
  }
}
