import PandoHosting
import PandoWire
import Testing

@testable import PandoCluster

@Suite("What a coordinator remembers of what went wrong")
struct WorkerChronicleTests {
  private let chronicle = WorkerChronicle()
  private let record = WorkerRecord(
    name: "oak", endpoint: "ipc:///oak", processID: 7, hostName: "elm", features: [])

  @Test("is what is for an operator to look at, oldest first, with its age")
  func troubles() {
    for (number, kind) in WorkerEvent.Kind.allCases.enumerated() {
      chronicle.note(kind, WorkerID(coordinator: 1, number: 2), record, atMilliseconds: number)
    }
    let troubles = chronicle.troubles(atMilliseconds: 100)
    #expect(
      troubles.map(\.kind) == [
        "replaced", "dead", "distrusted", "suspected", "refused", "unplaced",
      ])
    #expect(troubles.map(\.ageMilliseconds) == [99, 97, 96, 95, 90, 89])
    #expect(troubles.allSatisfy { $0.subject == "oak" && !$0.text.isEmpty })
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
    let troubles = chronicle.troubles(atMilliseconds: 3)
    #expect(troubles.map(\.subject) == ["elm", "oak"])
    #expect(troubles.map(\.count) == [1, 2])
    #expect(troubles.map(\.ageMilliseconds) == [1, 0])
    #expect(chronicle.count(of: .refused) == 3)
    #expect(chronicle.events.map(\.name) == ["elm", "oak"])
  }

  @Test("is bounded, and strangers push no worker out of it")
  func bound() {
    chronicle.note(.dead, WorkerID(coordinator: 1, number: 2), record)
    for number in 0..<10_000 {
      chronicle.note(.refused, of: "\(number)", key: "") { String(repeating: "x", count: 5_000) }
    }
    let troubles = chronicle.troubles()
    #expect(troubles.count == 1 + WorkerChronicle.refusalsAtMost)
    #expect(troubles.first?.kind == "dead")
    #expect(troubles.allSatisfy { $0.text.utf8.count <= 1_024 })
    for _ in 0..<1_000 { chronicle.note(.dead, WorkerID(coordinator: 1, number: 2), record) }
    #expect(chronicle.troubles().count == WorkerChronicle.troublesAtMost)
    #expect(chronicle.troubles().contains { $0.kind == "refused" })
  }

  // MARK: - Between versions

  /// The status as a version has it that tells of no troubles, and of no process.
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
          state: .ready, processUse: 0.5, residentBytes: 9, isSilent: true, problems: ["none"])
      ], troubles: chronicle.troubles())
    let former = try WireDecoder.decode(
      FormerStatus.self, from: try WireEncoder.encode(status), limits: WireLimits())
    #expect(former.workers.map(\.name) == ["oak"] && former.workers.map(\.state) == [.ready])
    status.troubles = nil
    status.workers[0].problems = nil
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
  func absurd() {
    let long = String(repeating: "x", count: 1 << 20)
    let trouble = ClusterStatus.Trouble(
      kind: long, subject: long, text: long, ageMilliseconds: .min, count: .min)
    var status = ClusterStatus(
      coordinator: .init(
        endpoint: "ipc:///c", processID: 1, uptimeMilliseconds: 0, version: "1",
        problems: Array(repeating: long, count: 100)), workers: [])
    status.troubles = Array(repeating: trouble, count: 1_000)
    let bounded = status.bounded
    #expect(bounded.troubles?.count == WorkerChronicle.troublesAtMost)
    #expect(bounded.troubles?.first?.ageMilliseconds == 0 && bounded.troubles?.first?.count == 1)
    #expect(bounded.coordinator.problems?.count == CoordinatorLimits.problems)
    for text in [bounded.troubles?[0].text, bounded.coordinator.problems?[0]] {
      #expect((text?.utf8.count ?? .max) <= CoordinatorLimits.textBytes + 3)
    }
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
        endpoint: "ipc:///c", processID: 1, uptimeMilliseconds: 0, version: "1",
        problems: ["no metrics: taken"]), workers: workers)
    #expect(
      status.summary
        == "5 workers (1 silent, 1 suspect, 1 draining), 5 children; no metrics: taken")
  }
}
