import Birdsong
import ExampleTestSupport
import PandoTesting
import Testing

@Suite("The recorder of birds")
struct BirdsongTests {
  private let clock = TestClock()
  private let storage = FileStorage.inMemory
  private let today = Date(timeIntervalSince1970: 1_800_000_000)
  private let file = URL(fileURLWithPath: "/takes.json")

  @Test("counts down, hears, and keeps the take", arguments: Place.allCases)
  func records(place: Place) async {
    let store = aviary(place, hearing: .hearing(3, 7, 5))
    await openRecorder(of: store)
    for (index, level) in [3, 7, 5].enumerated() {
      await store.receive(\.recorder.heard, level) {
        $0.recorder?.levels = Array([3, 7, 5].prefix(index + 1))
      }
    }
    let take = Take(id: 1, date: today, levels: [3, 7, 5])
    await store.send(\.recorder.stopButtonTapped) {
      $0.$takes.withLock { $0 = [take] }
    }
    await store.receive(\.recorder.dismiss) { $0.recorder = nil }
    #expect(store.state.takes == [take])
    await store.finish()
  }

  @Test("asks again when nothing was heard", arguments: Place.allCases)
  func silence(place: Place) async {
    let worker = WorkerProcess()
    worker.set("silence")
    let store = aviary(place, worker: worker, hearing: .hearing(0, 0))
    await openRecorder(of: store)
    for count in 1...2 {
      await store.receive(\.recorder.heard, 0) {
        $0.recorder?.levels = Array(repeating: 0, count: count)
      }
    }
    await store.send(\.recorder.stopButtonTapped) { $0.recorder?.alert = .silence }
    await store.send(\.recorder.alert.discardButtonTapped) { $0.recorder?.alert = nil }
    await store.receive(\.recorder.dismiss) { $0.recorder = nil }
    #expect(store.state.takes.isEmpty)
    await store.finish()
  }

  @Test("says so when it must not record", arguments: Place.allCases)
  func refused(place: Place) async {
    let store = aviary(place, mayRecord: false)
    await store.send(.recordButtonTapped)
    await store.receive(\.permissionAnswered, false) {
      $0.alert = AlertState { TextState("The microphone is not to be used") }
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    await store.finish()
  }

  @Test("deletes a take after an alert, in the file too", arguments: Place.allCases)
  func deletes(place: Place) async throws {
    let takes = withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      Shared(.takes(in: file))
    }
    takes.withLock { $0 = [Take(id: 1, date: today, levels: [5])] }
    let store = aviary(place)
    await store.send(.deleteButtonTapped(1)) { $0.alert = .deletion(of: 1) }
    await store.send(\.alert.deleteConfirmed, 1) {
      $0.alert = nil
      $0.$takes.withLock { $0 = [] }
    }
    try await takes.load()
    #expect(takes.wrappedValue.isEmpty)
    await store.finish()
  }

  @Test("finds the takes of the last time in the file")
  func lastTime() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("takes-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let thrush = Take(id: 1, date: today, levels: [5])
    try JSONEncoder().encode([thrush]).write(to: file)
    withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      #expect(Aviary.State(file: file).takes == [thrush])
    }
  }

  private func openRecorder(of store: TestStoreOf<Aviary>) async {
    await store.send(.recordButtonTapped)
    await store.receive(\.permissionAnswered, true) {
      $0.recorder = Recorder.State(takes: $0.$takes)
    }
    await store.receive(\.recorder.began)
    for count in (0..<3).reversed() {
      await clock.advance(by: .seconds(1))
      await store.receive(\.recorder.secondPassed) { $0.recorder?.countdown = count }
    }
  }

  private func aviary(
    _ place: Place, worker: @autoclosure () -> WorkerProcess = .shared, mayRecord: Bool = true,
    hearing microphone: MicrophoneClient = .testValue
  ) -> TestStoreOf<Aviary> {
    // One case of a test is not to find what another has kept.
    withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      TestStore(initialState: Aviary.State(file: file), faults: place.faults) {
        Aviary()
      } withDependencies: {
        $0.permission.mayRecord = { mayRecord }
        place.prepare(&$0, worker: worker()) {
          $0.continuousClock = clock
          $0.date = .constant(today)
          $0.microphone = microphone
        }
      }
    }
  }
}
