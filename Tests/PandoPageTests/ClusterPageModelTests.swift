import PandoHosting
import PandoWire
import Testing

@testable import PandoCluster
@testable import PandoPage

@Suite("What a page shows of a coordinator")
struct ClusterPageModelTests {
  private static func worker(_ name: String, age: Int, silence: Int = 0) -> ClusterStatus.Worker {
    ClusterStatus.Worker(
      id: "1-\(name)", name: name, endpoint: "ipc:///\(name)", processID: 7, hostName: "elm",
      ageMilliseconds: age, silenceMilliseconds: silence, lanes: 3, actionsPerSecond: 12.6,
      features: [], state: .ready, isSilent: silence > 1_500)
  }

  private static func look(
    up: Int, _ workers: [ClusterStatus.Worker], events: [WorkerEvent] = []
  ) -> CoordinatorView.Look {
    CoordinatorView.Look(
      status: ClusterStatus(
        coordinator: .init(
          endpoint: "ipc:///c", processID: 5, uptimeMilliseconds: up, version: "1.2.3"),
        workers: workers),
      events: events)
  }

  @Test("is the same while nothing happens, though every span grows and none is exact")
  func steady() {
    var model = ClusterPageModel(hasOperator: false)
    let first = model.document(
      Self.look(up: 1_000, [Self.worker("w1", age: 500)]), host: "elm", atMilliseconds: 10_000)
    #expect(first.process.startedAt == 9_000)
    #expect(first.workers.map(\.joinedAt) == [9_500])
    #expect(first.workers.map(\.actionsPerSecond) == [13])
    for (span, delay) in [(250, 3), (7_000, -4), (3_600_000, 80)] {
      let later = model.document(
        Self.look(up: 1_000 + span, [Self.worker("w1", age: 500 + span, silence: span % 1_000)]),
        host: "elm", atMilliseconds: 10_000 + span + delay)
      #expect(later == first)
    }
  }

  @Test("a worker that joins again began anew")
  func again() {
    var model = ClusterPageModel(hasOperator: false)
    _ = model.document(
      Self.look(up: 0, [Self.worker("w1", age: 9_000)]), host: "elm", atMilliseconds: 10_000)
    let anew = model.document(
      Self.look(up: 0, [Self.worker("w1", age: 100)]), host: "elm", atMilliseconds: 20_000)
    #expect(anew.workers.map(\.joinedAt) == [19_900])
  }

  @Test("a worker that the coordinator finds silent is that from when it was last heard of")
  func silence() {
    var model = ClusterPageModel(hasOperator: false)
    let cases: [(Int, Int?)] = [(1_500, nil), (1_501, 8_499), (2_000, 8_499), (400, nil)]
    for (silence, since) in cases {
      let document = model.document(
        Self.look(up: 0, [Self.worker("w1", age: 0, silence: silence)]), host: "elm",
        atMilliseconds: silence == 1_501 ? 10_000 : 10_499)
      #expect(document.workers.map(\.silentSince) == [since])
    }
  }

  @Test("a drain has an end while it has one")
  func drain() {
    var model = ClusterPageModel(hasOperator: true)
    var worker = Self.worker("w1", age: 0)
    worker.state = .draining
    worker.drainMillisecondsLeft = 30_000
    let look = { (worker: ClusterStatus.Worker) in Self.look(up: 0, [worker]) }
    let first = model.document(look(worker), host: "elm", atMilliseconds: 1_000)
    #expect(first.hasOperator)
    #expect(first.workers.map(\.state) == ["draining"])
    #expect(first.workers.map(\.drainEndsAt) == [31_000])
    worker.drainMillisecondsLeft = 0
    let last = model.document(look(worker), host: "elm", atMilliseconds: 90_000)
    #expect(last.workers.map(\.drainEndsAt) == [nil])
  }

  @Test("the last hour is what all workers did and held, as far as they say it")
  func history() {
    let step = PageDocument.History.stepMilliseconds
    var (one, two) = (Self.worker("w1", age: 0), Self.worker("w2", age: 0))
    (one.residentBytes, two.residentBytes) = (nil, nil)
    var model = ClusterPageModel(hasOperator: false)
    model.remember([], atMilliseconds: 0)
    model.remember([one, two], atMilliseconds: step)
    one.residentBytes = 700
    model.remember([one, two], atMilliseconds: 2 * step)
    two.residentBytes = 60
    model.remember([one, two], atMilliseconds: 3 * step)
    let document = model.document(Self.look(up: 0, []), host: "elm", atMilliseconds: 3 * step)
    #expect(document.history.points.map(\.actionsPerSecond) == [0, 25, 25, 25])
    #expect(document.history.points.map(\.residentBytes) == [nil, nil, 700, 760])
    #expect(document.history.points.allSatisfy { $0.medianNanoseconds == nil })
  }

  @Test("features are counted by their shapes")
  func features() {
    let shape = { (name: String, state: UInt64) in
      FeatureDescriptor(
        name: name, state: .init(rawValue: state), action: .init(rawValue: 9))
    }
    var (one, two) = (Self.worker("w1", age: 0), Self.worker("w2", age: 0))
    one.features = [shape("App.Tab", 1), shape("App.Search", 1)]
    two.features = [shape("App.Tab", 1), shape("App.Tab", 2)]
    var model = ClusterPageModel(hasOperator: false)
    let document = model.document(
      Self.look(up: 0, [one, two]), host: "elm", atMilliseconds: 0)
    #expect(document.features.map(\.name) == ["App.Search", "App.Tab", "App.Tab"])
    #expect(document.features.map(\.workers) == [1, 2, 1])
    #expect(document.workers.map(\.features) == [["App.Search", "App.Tab"], ["App.Tab"]])
  }

  @Test(
    "every kind of event is said in words, and a death weighs most",
    arguments: WorkerEvent.Kind.allCases)
  func events(_ kind: WorkerEvent.Kind) throws {
    let chronicle = WorkerChronicle()
    let record = WorkerRecord(
      name: "w1", endpoint: "ipc:///w1", processID: 7, hostName: "elm", features: [])
    chronicle.note(kind, WorkerID(coordinator: 1, number: 2), record, atMilliseconds: 5)
    var model = ClusterPageModel(hasOperator: false)
    let document = model.document(
      Self.look(up: 0, [], events: chronicle.events), host: "elm", atMilliseconds: 0)
    let event = try #require(document.events.first)
    #expect(event.subject == "w1" && event.number == 1 && event.at == 5 && !event.text.isEmpty)
    #expect((event.weight == .loss) == [.dead, .distrusted].contains(kind))
  }

  @Test("the last events are kept, and shown newest first")
  func bound() {
    let chronicle = WorkerChronicle()
    let record = WorkerRecord(
      name: "w1", endpoint: "ipc:///w1", processID: 7, hostName: "elm", features: [])
    for _ in 0..<WorkerChronicle.eventsAtMost + 3 {
      chronicle.note(.joined, WorkerID(coordinator: 1, number: 2), record)
    }
    var model = ClusterPageModel(hasOperator: false)
    let events = model.document(
      Self.look(up: 0, [], events: chronicle.events), host: "elm", atMilliseconds: 0
    ).events
    #expect(events.count == WorkerChronicle.eventsAtMost)
    #expect(events.first?.number == WorkerChronicle.eventsAtMost + 3)
    #expect(events.last?.number == 4)
  }
}
