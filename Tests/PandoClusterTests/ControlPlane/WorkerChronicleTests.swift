import PandoHosting
import PandoWire
import Testing

@testable import PandoCluster

@Suite("What a coordinator remembers of what went wrong")
struct WorkerChronicleTests {
  private let chronicle = WorkerChronicle()
  private let record = WorkerRecord(
    name: "oak", endpoint: "ipc:///oak", processID: 7, hostName: "elm", features: [])

  @Test("is every event, oldest first, and those that are for an operator to look at are problems")
  func problems() {
    for (number, kind) in WorkerEvent.Kind.allCases.enumerated() {
      chronicle.note(kind, WorkerID(coordinator: 1, number: 2), record, atMilliseconds: number)
    }
    let events = chronicle.events
    #expect(events.map(\.kind) == WorkerEvent.Kind.allCases)
    #expect(events.map(\.atMilliseconds) == Array(WorkerEvent.Kind.allCases.indices))
    #expect(
      events.compactMap(\.problem) == [
        .replaced, .dead, .distrusted, .suspected, .refused, .unplaced,
      ])
    #expect(events.allSatisfy { $0.name == "oak" && !$0.text.isEmpty })
  }

  @Test("has one who is refused once, with its last time, and asks for the reason once")
  func again() {
    var asked = 0
    func refuse(_ name: String, at milliseconds: Int) -> Bool {
      chronicle.note(
        .refused, of: name, key: "join",
        because: {
          asked += 1
          return "a reason"
        }, atMilliseconds: milliseconds)
    }
    #expect(refuse("oak", at: 1))
    #expect(refuse("elm", at: 2))
    #expect(!refuse("oak", at: 3))
    #expect(asked == 2)
    #expect(chronicle.events.map(\.name) == ["elm", "oak"])
    #expect(chronicle.events.map(\.count) == [1, 2])
    #expect(chronicle.events.map(\.atMilliseconds) == [2, 3])
    #expect(chronicle.count(of: .refused) == 3)
  }

  @Test("is bounded, and strangers push no worker out of it")
  func bound() {
    chronicle.note(.dead, WorkerID(coordinator: 1, number: 2), record)
    for number in 0..<10_000 {
      chronicle.note(.refused, of: "\(number)", key: "") { String(repeating: "x", count: 5_000) }
    }
    #expect(chronicle.events.count == 1 + WorkerChronicle.refusalsAtMost)
    #expect(chronicle.events.first?.kind == .dead)
    #expect(chronicle.events.allSatisfy { $0.text.utf8.count <= 1_024 })
    for _ in 0..<1_000 { chronicle.note(.dead, WorkerID(coordinator: 1, number: 2), record) }
    #expect(
      chronicle.events.count == WorkerChronicle.eventsAtMost + WorkerChronicle.refusalsAtMost)
    #expect(chronicle.events.contains { $0.kind == .refused })
  }

  // MARK: - Between versions

  /// The status as a version has it that tells of no problems, and of no process.
  private struct FormerStatus: Codable {
    struct Worker: Codable {
      var id: String
      var name: String
      var state: ClusterStatus.Worker.State
    }

    var workers: [Worker]
  }

  private struct FormerLoad: Codable {
    var lanes: Int
    var actionsPerSecond: Double
  }

  @Test("is passed over by those who do not know it, and is nothing where nobody tells")
  func versions() throws {
    var status = ClusterStatus(
      coordinator: .init(endpoint: "ipc:///c", processID: 1, uptimeMilliseconds: 0, version: "1"),
      workers: [
        ClusterStatus.Worker(
          id: "1-1", name: "oak", endpoint: "ipc:///a", processID: 1, hostName: "elm",
          ageMilliseconds: 1, silenceMilliseconds: 1, lanes: 1, actionsPerSecond: 1, features: [],
          state: .ready, processUse: 0.5, residentBytes: 9, isSilent: true,
          clockAheadMilliseconds: 3)
      ], problems: [ClusterProblem(.dead, "oak", "is dead", ageMilliseconds: 1)])
    let former = try WireDecoder.decode(
      FormerStatus.self, from: try WireEncoder.encode(status), limits: WireLimits())
    #expect(former.workers.map(\.name) == ["oak"] && former.workers.map(\.state) == [.ready])
    status.workers[0].clockAheadMilliseconds = nil
    status.workers[0].isSilent = nil
    let read = try WireDecoder.decode(
      ClusterStatus.self, from: try WireEncoder.encode(status), limits: WireLimits())
    #expect(read == status)
    let load = try WireDecoder.decode(
      WorkerLoad.self, from: try WireEncoder.encode(FormerLoad(lanes: 3, actionsPerSecond: 4)),
      limits: WireLimits())
    #expect(load == WorkerLoad(lanes: 3, actionsPerSecond: 4))
  }

  @Test("is cut where it is read, whatever a coordinator says")
  func absurd() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let problem = ClusterProblem(
      severity: .critical, kind: long, subject: long, text: long, advice: long,
      ageMilliseconds: .min, count: .min, worker: long)
    var status = ClusterStatus(
      coordinator: .init(endpoint: "ipc:///c", processID: 1, uptimeMilliseconds: 0, version: "1"),
      workers: [])
    status.problems = Array(repeating: problem, count: 1_000)
    status.problemsLeftOut = .min
    let bounded = status.bounded.problems
    #expect(bounded.count == CoordinatorLimits.problems)
    #expect(bounded[0].ageMilliseconds == 0 && bounded[0].count == 1)
    #expect(status.bounded.problemsLeftOut == 0)
    for text in [
      bounded[0].kind, bounded[0].subject, bounded[0].text, bounded[0].advice,
      bounded[0].worker ?? "",
    ] {
      #expect((4...CoordinatorLimits.textBytes).contains(text.utf8.count))
    }
    // The same of what a worker says with its beats.
    var load = WorkerLoad(lanes: 1, actionsPerSecond: 1)
    var own = ProcessProblem(.disk, long + "\u{1b}[2J", advice: long, ageMilliseconds: .min)
    own.kind = "\u{1b}" + long
    load.problems = Array(repeating: own, count: 100)
    load.wallMilliseconds = .min
    let received = load.received(atWallMilliseconds: 1_000)
    #expect(received.problems?.count == ProcessProblem.problemsAtMost)
    #expect(received.clockAheadMilliseconds == nil && received.wallMilliseconds == nil)
    let told = try #require(received.problems?.first)
    #expect(told.ageMilliseconds == 0 && told.kind.utf8.count <= 64)
    for text in [told.kind, told.text, told.advice ?? ""] {
      #expect(text == text.printable && text.utf8.count <= ProcessProblem.textBytesAtMost)
    }
    load.wallMilliseconds = 9_000
    #expect(load.received(atWallMilliseconds: 1_000).clockAheadMilliseconds == 8_000)
  }

  @Test("counts workers once each, and says which are not ready")
  func counts() {
    func worker(_ state: ClusterStatus.Worker.State, _ isSilent: Bool?) -> ClusterStatus.Worker {
      ClusterStatus.Worker(
        id: "1-1", name: "oak", endpoint: "ipc:///a", processID: 1, hostName: "elm",
        ageMilliseconds: 1, silenceMilliseconds: 1, lanes: 1, actionsPerSecond: 1, features: [],
        state: state, isSilent: isSilent)
    }
    let workers = [
      worker(.ready, nil), worker(.ready, false), worker(.ready, true), worker(.suspect, true),
      worker(.draining, false),
    ]
    #expect(WorkerCounts(workers).exceptions == "1 silent, 1 suspect, 1 draining")
    #expect(WorkerCounts(workers).ready == 2)
    #expect(WorkerCounts(Array(workers.prefix(2))).exceptions == "")
    let status = ClusterStatus(
      coordinator: .init(
        endpoint: "ipc:///c", processID: 1, uptimeMilliseconds: 0, version: "1"), workers: workers,
      problems: [ClusterProblem(.clock, "oak", "has a clock", ageMilliseconds: 1)])
    #expect(
      status.summary
        == "5 workers (1 silent, 1 suspect, 1 draining), 5 children; oak has a clock")
  }
}
