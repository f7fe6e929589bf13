import Testing

@testable import PandoCluster
@testable import PandoHosting

@Suite("Workers that a registry drains")
struct RegistryDrainTests {
  let search = FeatureDescriptor.sample("Search")
  var registry = WorkerRegistry(incarnation: 9)
  let one = WorkerID(coordinator: 9, number: 1)
  let two = WorkerID(coordinator: 9, number: 2)

  init() {
    _ = registry.join(.sample("a", search), atMilliseconds: 0)
    _ = registry.join(.sample("b", search), atMilliseconds: 0)
  }

  private mutating func placed() -> WorkerID? { try? registry.place(search).get().worker }

  @Test("nothing is placed on one until it is put back, whatever its beats say")
  mutating func place() {
    registry.drain(one, withinMilliseconds: 1_000, atMilliseconds: 100)
    for _ in 0..<4 {
      let worker = placed()
      #expect(worker == two)
    }
    let beat = registry.beat(one, load: .none, atMilliseconds: 200)
    #expect(beat == .known)
    #expect(registry.drainLeft(one, atMilliseconds: 200) == 900)
    #expect(registry.drainLeft(one, atMilliseconds: 5_000) == 0)
    let (other, undrained) = (placed(), registry.undrain(one))
    #expect(other == two)
    #expect(undrained == .done)
    #expect(registry.drainLeft(one, atMilliseconds: 300) == nil)
    let (back, again) = (placed(), registry.undrain(one))
    #expect(back == one)
    #expect(again == .wasInService)
  }

  @Test("where all drain, there is no place, and it says why")
  mutating func noPlace() {
    registry.drain(one, withinMilliseconds: 1_000, atMilliseconds: 0)
    registry.drain(two, withinMilliseconds: 1_000, atMilliseconds: 0)
    guard case .failure(let refusal) = registry.place(search) else {
      Issue.record("it was placed on a worker that drains")
      return
    }
    #expect(refusal.description.contains("drains"))
  }

  @Test("one whose process is to end is not put back, nor given longer")
  mutating func ending() {
    registry.drain(one, withinMilliseconds: 1_000, isEnding: true, atMilliseconds: 0)
    let undrained = registry.undrain(one)
    #expect(undrained == .isEnding)
    registry.drain(one, withinMilliseconds: 90_000, atMilliseconds: 0)
    #expect(registry.drainLeft(one, atMilliseconds: 0) == 1_000)
  }

  @Test("one that drains already, and joins, goes on draining; another at its endpoint does not")
  mutating func joins() {
    var record = WorkerRecord.sample("c", search)
    record.drain = DrainLeft(milliseconds: 700, isEnding: true)
    let id = registry.join(record, atMilliseconds: 50).lease.id
    #expect(registry.drainLeft(id, atMilliseconds: 50) == 700)
    record.drain = nil
    let next = registry.join(record, atMilliseconds: 60).lease.id
    #expect(registry.drainLeft(next, atMilliseconds: 60) == nil)
  }

  @Test("a worker is named by its id or its name, and one that is not there by none")
  mutating func names() {
    _ = registry.join(.sample("a", endpoint: "ipc:///run/other", search), atMilliseconds: 0)
    #expect(registry.find("b") == [two])
    #expect(registry.find("1-9") == [one])
    #expect(registry.find("a").count == 2)
    #expect(registry.find("z") == [])
    let stranger = WorkerID(coordinator: 8, number: 1)
    let isKnown = registry.drain(stranger, withinMilliseconds: 1, atMilliseconds: 0)
    let undrained = registry.undrain(stranger)
    #expect(!isKnown)
    #expect(undrained == .unknown)
  }

  @Test("the status says that a worker drains, and for how long")
  mutating func status() {
    registry.drain(two, withinMilliseconds: 1_000, atMilliseconds: 0)
    let workers = registry.status(atMilliseconds: 400)
    #expect(workers.map(\.state) == [.ready, .draining])
    #expect(workers.map(\.drainMillisecondsLeft) == [nil, 600])
  }
}
