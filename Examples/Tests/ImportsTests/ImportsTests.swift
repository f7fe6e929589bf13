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

  @Test("a file that has certainly crashed a worker is given up", arguments: Place.allCases)
  func certain(place: Place) async {
    let store = queue(place, reading)
    let loss = HostedLoss(worker: "worker 1", cause: .crashed, blame: .certain, effect: "parse")
    await store.send(.files(.element(id: "a", action: .interrupted(loss))))
    await store.receive(\.files[id: "a"].parsed) {
      $0.files[id: "a"]?.text = nil
      $0.files[id: "a"]?.outcome = .deadly
    }
    await store.finish()
  }

  @Test("a file beside it is read again", arguments: Place.allCases)
  func innocent(place: Place) async {
    let store = queue(place, reading)
    let loss = HostedLoss(worker: "worker 1", cause: .crashed, blame: .innocent)
    await store.send(.files(.element(id: "a", action: .interrupted(loss))))
    await store.receive(\.files[id: "a"].parsed) {
      $0.files[id: "a"]?.text = nil
      $0.files[id: "a"]?.outcome = .read(Ledger(rows: 1, sum: 3))
      $0.sum = 3
    }
    await store.finish()
  }

  /// A queue with a file that is being read.
  private var reading: ImportQueue.State {
    var state = ImportQueue.State()
    state.files = [FileImport.State(id: "a", text: "rows 1\n3\n")]
    return state
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
      $0.files.append(FileImport.State(id: name, text: text))
    }
    await store.receive(\.files[id: name].parse)
    await store.receive(\.files[id: name].parsed, outcome) {
      $0.files[id: name]?.text = nil
      $0.files[id: name]?.outcome = outcome
      change(&$0)
    }
  }

  private func queue(
    _ place: Place, _ state: ImportQueue.State = .init()
  ) -> TestStoreOf<ImportQueue> {
    TestStore(initialState: state, faults: place.faults) {
      ImportQueue()
    } withDependencies: {
      place.prepare(&$0)
    }
  }
}
