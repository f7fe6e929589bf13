import Dashboard
import ExampleTestSupport
import PandoTesting
import Testing

@Suite("The dashboard")
struct DashboardTests {
  private let clock = TestClock()

  @Test("reads every gauge in each round, as often as it is to", arguments: Place.allCases)
  func rounds(place: Place) async {
    let store = dashboard(place, rounds: 2)
    await store.send(.appeared)
    for (round, level) in [97, 84].enumerated() {
      await clock.advance(by: .seconds(1))
      await store.receive(\.roundBegan) { $0.begunCount += 1 }
      await store.receive(\.gauges[id: "Aspen"].measure, round) {
        $0.gauges[id: "Aspen"]?.round = round
      }
      await store.receive(\.gauges[id: "Aspen"].measured, level) {
        $0.gauges[id: "Aspen"]?.levels.append(level)
        $0.gauges[id: "Aspen"]?.round = nil
      }
      #expect(store.state.isOver == (round == 1))
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.roundBegan)
    await store.finish()
  }

  @Test("reads many gauges on two worker processes")
  func processes() async {
    let places = (1...6).map { "Creek \($0)" }
    let store = Store(initialState: Dashboard.State(places: places, rounds: 3)) {
      Dashboard(interval: .milliseconds(1))
    } withDependencies: {
      $0.continuousClock = ContinuousClock()
      $0.hosting = WorkerProcess.workers(2)
    }
    await store.send(.appeared).finish()
    #expect(store.state.isOver)
    let level = SensorClient.liveValue.level
    for gauge in store.state.gauges {
      var levels: [Int] = []
      for round in 0..<3 { levels.append(await level(gauge.id, round)) }
      #expect(gauge.levels == levels, "\(gauge.id)")
    }
    await store.stop()
  }

  @Test("begins no round while a gauge has not answered")
  func slow() async {
    let store = TestStore(
      initialState: Dashboard.State(places: ["Aspen"], rounds: 2)
    ) {
      Dashboard()
    } withDependencies: {
      $0.continuousClock = clock
      $0.sensor.level = { _, _ in
        try? await clock.sleep(for: .seconds(1))
        return 40
      }
    }
    await store.send(.roundBegan) { $0.begunCount = 1 }
    await store.receive(\.gauges[id: "Aspen"].measure, 0) { $0.gauges[id: "Aspen"]?.round = 0 }
    await clock.advance(by: .milliseconds(999))
    await store.send(.roundBegan)
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.gauges[id: "Aspen"].measured, 40) {
      $0.gauges[id: "Aspen"]?.levels = [40]
      $0.gauges[id: "Aspen"]?.round = nil
    }
    await store.finish()
  }

  @Test("reads a gauge again whose worker dies")
  func interrupted() async {
    // Held until the first worker is dead.
    let holds = LockIsolated(true)
    let store = TestStore(
      initialState: Dashboard.State(places: ["Aspen"], rounds: 1),
      faults: FaultPlan([:], workers: 2)
    ) {
      Dashboard()
    } withDependencies: {
      $0.sensor.level = { _, _ in
        if holds.value { try? await Task.sleep(for: .seconds(86_400)) }
        return 60
      }
    }
    await store.send(.roundBegan) { $0.begunCount = 1 }
    await store.receive(\.gauges[id: "Aspen"].measure, 0) { $0.gauges[id: "Aspen"]?.round = 0 }
    holds.setValue(false)
    store.faults.killWorker()
    await store.receive(\.gauges[id: "Aspen"].interrupted)
    await store.receive(\.gauges[id: "Aspen"].measured, 60) {
      $0.gauges[id: "Aspen"]?.levels = [60]
      $0.gauges[id: "Aspen"]?.round = nil
    }
    await store.finish()
  }

  private func dashboard(_ place: Place, rounds: Int) -> TestStoreOf<Dashboard> {
    TestStore(
      initialState: Dashboard.State(places: ["Aspen"], rounds: rounds),
      faults: place.faults
    ) {
      Dashboard()
    } withDependencies: {
      $0.continuousClock = clock
      place.prepare(&$0) { $0.sensor = .liveValue }
    }
  }
}
