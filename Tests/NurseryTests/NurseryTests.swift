import Foundation
import Pando
import PandoTesting
import Testing

/// A program as users write them, tested once: in one process, with its children hosted, and with
/// hosted children whose workers die, answer late or are cut off.
@Suite("The nursery")
struct NurseryTests {
  /// Where the features that come and go run.
  enum Place: CaseIterable {
    case here, hosted, failing

    func faults(_ seed: UInt64) -> FaultPlan {
      self == .failing ? .random(seed: seed) : .none
    }
  }

  private let clock = TestClock()
  private let noon = Date(timeIntervalSince1970: 1_800_000_000)

  private func nursery(
    _ place: Place, seed: UInt64 = .random(in: 0...9_999), beds: IdentifiedArrayOf<Bed> = []
  ) -> TestStoreOf<Nursery> {
    // One case of a test is not to find what another has kept.
    withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      TestStore(initialState: Nursery.State(beds: beds), faults: place.faults(seed)) {
        Nursery(isHosted: place != .here)
      } withDependencies: {
        $0.continuousClock = clock
        $0.date = .constant(noon)
        $0.uuid = .incrementing
        $0.weather.forecast = { bed in bed == "Oaks" ? .rain : .dry }
      }
    }
  }

  @Test("a bed is added with the form, which goes", arguments: Place.allCases)
  func addsBed(place: Place) async {
    let store = nursery(place)
    var bed = Bed(id: UUID(0))
    await store.send(.addButtonTapped) { $0.form = BedForm.State(bed: bed) }
    bed.name = "Aspens"
    await store.send(.form(.presented(.nameChanged("Aspens")))) { $0.form?.bed.name = "Aspens" }
    bed.treeCount = 47
    await store.send(.form(.presented(.treesPlanted(37)))) { $0.form?.bed.treeCount = 47 }
    await store.send(.saveButtonTapped) {
      $0.beds = [bed]
      $0.form = nil
    }
  }

  @Test("a form dismisses itself, and nothing is added", arguments: Place.allCases)
  func cancelsForm(place: Place) async {
    let store = nursery(place)
    await store.send(.addButtonTapped) { $0.form = BedForm.State(bed: Bed(id: UUID(0))) }
    await store.send(.form(.presented(.cancelButtonTapped)))
    await store.receive(\.form.dismiss) { $0.form = nil }
  }

  @Test("what is edited in a detail comes back to the list", arguments: Place.allCases)
  func edits(place: Place) async {
    let bed = Bed(id: UUID(7), name: "Elms")
    let store = nursery(place, beds: [bed])
    await store.send(.bedTapped(bed.id)) { $0.path[id: 0] = .detail(BedDetail.State(bed: bed)) }
    await store.send(.path(.element(id: 0, action: .detail(.editButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) { $0.form = BedForm.State(bed: bed) }
    }
    let form = { (action: BedForm.Action) -> Nursery.Action in
      .path(.element(id: 0, action: .detail(.form(.presented(action)))))
    }
    await store.send(form(.minutesChanged(500))) {
      $0.path[id: 0]?.modify(\.detail) { $0.form?.bed.minutes = 120 }
    }
    await store.send(.path(.element(id: 0, action: .detail(.doneButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.bed.minutes = 120
        $0.form = nil
      }
    }
    await store.receive(\.path[id: 0].detail.delegate.changed) {
      $0.beds[id: bed.id]?.minutes = 120
    }
  }

  @Test("a bed is deleted after an alert, and its detail goes", arguments: Place.allCases)
  func deletes(place: Place) async {
    let bed = Bed(id: UUID(7), name: "Elms")
    let store = nursery(place, beds: [bed])
    await store.send(.bedTapped(bed.id)) { $0.path[id: 0] = .detail(BedDetail.State(bed: bed)) }
    await store.send(.path(.element(id: 0, action: .detail(.deleteButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.alert = AlertState {
          TextState("Delete Elms?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Delete") }
          ButtonState(role: .cancel) { TextState("Keep") }
        }
      }
    }
    await store.send(
      .path(.element(id: 0, action: .detail(.alert(.presented(.confirmDeletion)))))
    ) {
      $0.path[id: 0]?.modify(\.detail) { $0.alert = nil }
    }
    await store.receive(\.path[id: 0].detail.delegate.deleted) { $0.beds = [] }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }

  @Test("an hour of watering two beds, with a pause and an alert", arguments: Place.allCases)
  func anHour(place: Place) async {
    let oaks = Bed(id: UUID(1), name: "Oaks", minutes: 20)
    let elms = Bed(id: UUID(2), name: "Elms", minutes: 90)
    let store = nursery(place, beds: [oaks, elms])
    let began = clock.now

    await open(oaks, in: store, detail: 0, watering: 1, forecast: .rain)
    await passMinutes(1...20, in: store, watering: 1, litresBefore: 0)
    await finish(after: 20, of: oaks, in: store, detail: 0, watering: 1)
    await store.send(.path(.popFrom(id: 0))) { $0.path.removeLast() }

    await open(elms, in: store, detail: 2, watering: 3, forecast: .dry)
    await passMinutes(1...25, in: store, watering: 3, litresBefore: 100)
    let watering = { (action: Watering.Action) -> Nursery.Action in
      .path(.element(id: 3, action: .watering(action)))
    }
    await store.send(watering(.pauseButtonTapped)) {
      $0.path[id: 3]?.modify(\.watering) { $0.isPaused = true }
    }
    await clock.advance(by: .seconds(5 * 60))
    await store.send(watering(.pauseButtonTapped)) {
      $0.path[id: 3]?.modify(\.watering) { $0.isPaused = false }
    }
    await passMinutes(26...35, in: store, watering: 3, litresBefore: 100)
    await store.send(watering(.stopButtonTapped)) {
      $0.path[id: 3]?.modify(\.watering) {
        $0.isPaused = true
        $0.alert = .stop(minutesLeft: 55)
      }
    }
    await store.send(watering(.alert(.presented(.keepRecord)))) {
      $0.path[id: 3]?.modify(\.watering) { $0.alert = nil }
    }
    await finish(after: 35, of: elms, in: store, detail: 2, watering: 3)
    #expect(clock.now == began.advanced(by: .seconds(60 * 60)))
    #expect(store.state.settings.litresUsed == 275)
    #expect(store.state.beds.map(\.waterings.count) == [1, 1])
    // Where nothing is hosted no worker has anything to do.
    #expect((store.faults.stepCount > 0) == (place != .here))
  }

  // MARK: - Parts of the hour

  private func open(
    _ bed: Bed, in store: TestStoreOf<Nursery>, detail: StackElementID, watering: StackElementID,
    forecast: Forecast
  ) async {
    await store.send(.bedTapped(bed.id)) {
      $0.path.append(.detail(BedDetail.State(bed: bed)))
    }
    await store.send(.path(.element(id: detail, action: .detail(.waterButtonTapped))))
    await store.receive(\.path[id: detail].detail.delegate.watering) {
      $0.path.append(.watering(Watering.State(bed: bed)))
    }
    await store.receive(\.path[id: watering].watering.started)
    await store.receive(\.path[id: watering].watering.forecastArrived) {
      $0.path[id: watering]?.modify(\.watering) { $0.forecast = forecast }
    }
  }

  private func passMinutes(
    _ minutes: ClosedRange<Int>, in store: TestStoreOf<Nursery>, watering: StackElementID,
    litresBefore: Int
  ) async {
    for minute in minutes {
      await clock.advance(by: .seconds(60))
      await store.receive(\.path[id: watering].watering.minutePassed) {
        $0.path[id: watering]?.modify(\.watering) { $0.minutes = minute }
        $0.$settings.withLock { $0.litresUsed = litresBefore + minute * 5 }
      }
    }
  }

  private func finish(
    after minutes: Int, of bed: Bed, in store: TestStoreOf<Nursery>, detail: StackElementID,
    watering: StackElementID
  ) async {
    let watered = Watered(date: noon, minutes: minutes)
    await store.receive(\.path[id: watering].watering.finished) {
      $0.beds[id: bed.id]?.waterings.append(watered)
      $0.path[id: detail]?.modify(\.detail) { $0.bed.waterings.append(watered) }
    }
    await store.receive(\.path.popFrom) { $0.path.removeLast() }
  }
}
