import PandoHosting
import PandoWire
import Testing

@Suite("Which worker gets which lane, and when workers are started")
struct PoolMachineTests {
  private let feature = PoolHarness.feature
  private let other = FeatureDescriptor(
    name: "Other", state: SchemaFingerprint(of: Int.self), action: SchemaFingerprint(of: Int.self))

  private func lane(_ number: UInt64) -> LaneID { LaneID(rawValue: number) }
  private func member(_ number: UInt64) -> MemberID { MemberID(rawValue: number) }

  @Test("one worker is started first, and the others once it has said welcome")
  func firstShowsTheRole() {
    var pool = PoolHarness.begun(.spawned(3))
    #expect(pool.hasProcess == [member(1)])
    #expect(pool.machine.status.map(\.state) == [.starting, .starting, .starting])
    pool.welcome(member(1))
    #expect(pool.hasProcess == [member(1), member(2), member(3)])
    #expect(pool.machine.status.map(\.state) == [.ready, .starting, .starting])
  }

  @Test("all workers are started at once where the program is known to be a worker")
  func startsAllAtOnce() {
    var pool = PoolHarness.begun(.spawned(3, knowsRole: true), lanes: 4)
    #expect(pool.hasProcess == [member(1), member(2), member(3)])
    #expect(pool.machine.status.map(\.state) == [.starting, .starting, .starting])
    pool.welcome(member(2))
    pool.callAll()
    #expect(pool.hasProcess == [member(1), member(2), member(3)])
    #expect(pool.lanes(on: 2) == [1, 2])
    pool.welcome(member(3))
    pool.welcome(member(1))
    pool.callAll()
    #expect(pool.lanes(on: 3).count == 1 && pool.lanes(on: 1).count == 1)
    #expect(pool.complaints.isEmpty)
  }

  @Test("lanes that wait while workers start are shared among all of them")
  func sharesAmongStartingWorkers() {
    var pool = PoolHarness.begun(.connected(["a", "b", "c"]), lanes: 7)
    pool.welcome(member(1))
    pool.callAll()
    #expect(pool.lanes(on: 1) == [1, 2, 3])
    // What comes meanwhile waits behind those that wait.
    pool.ask(lane(8))
    #expect(pool.lanes[lane(8)] == .waiting)
    pool.welcome(member(2))
    pool.callAll()
    #expect(pool.lanes(on: 2) == [4, 5, 6])
    pool.welcome(member(3))
    pool.callAll()
    #expect(pool.lanes(on: 3) == [7, 8])
    pool.ask(lane(9))
    #expect(pool.lanes(on: 3) == [7, 8, 9])
    #expect(pool.complaints.isEmpty)
  }

  @Test("a lane may wait for ever", arguments: [false, true])
  func waitsForEver(inQuarantine: Bool) {
    var limits = PoolLimits()
    limits.placementMilliseconds = .max
    var pool = PoolHarness(.spawned(1), limits: limits, quarantine: inQuarantine)
    pool.now = 1_000
    pool.handle(.start)
    pool.ask(lane(1))
    #expect(pool.machine.nextDeadline != nil)
    pool.now = 1 << 30
    pool.handle(.tick)
    #expect(pool.lanes[lane(1)] == .waiting)
  }

  @Test("a worker that does not come leaves its share to the others")
  func givesUpWorkers() {
    var pool = PoolHarness.begun(.connected(["a", "b"]), lanes: 4)
    pool.welcome(member(1))
    pool.callAll()
    #expect(pool.lanes(on: 1) == [1, 2])
    pool.endLink(member(2))
    pool.callAll()
    #expect(pool.lanes(on: 1) == [1, 2, 3, 4])
  }

  @Test("after a time nobody is waited for")
  func givesUpAll() {
    var pool = PoolHarness.begun(.connected(["a", "b", "c"]), lanes: 3)
    pool.welcome(member(1))
    pool.callAll()
    #expect(pool.lanes(on: 1) == [1])
    pool.now = PoolLimits().sharingMilliseconds
    pool.handle(.tick)
    pool.callAll()
    #expect(pool.lanes(on: 1) == [1, 2, 3])
    pool.welcome(member(2))
    pool.callAll()
    #expect(pool.lanes(on: 2).isEmpty)
    pool.ask(lane(4))
    #expect(pool.lanes(on: 2) == [4])
  }

  @Test("with every worker there, a lane goes to the one with the fewest that hosts it")
  func choosesTheLeastLoaded() {
    var pool = PoolHarness.begun(.connected(["a", "b"]))
    pool.welcome(member(1))
    pool.welcome(member(2), features: [feature, other])
    pool.ask(lane(1))
    pool.ask(lane(2), other)
    pool.ask(lane(3), other)
    pool.ask(lane(4))
    #expect(pool.lanes(on: 1) == [1, 4])
    #expect(pool.lanes(on: 2) == [2, 3])
    pool.end(lane(2))
    pool.end(lane(3))
    pool.ask(lane(5))
    #expect(pool.lanes(on: 2) == [5])
  }

  @Test("a lane that was to be placed on a worker that died goes to another, and is told once")
  func revokesAnnouncements() {
    var pool = PoolHarness.begun(.spawned(2), lanes: 2)
    pool.welcome(member(1))
    pool.welcome(member(2))
    pool.exit(member(1))
    pool.callAll()
    #expect(pool.lanes(on: 2) == [1, 2])
    #expect(pool.complaints.isEmpty)
  }

  @Test("what no worker of a complete pool hosts is refused at once, and reported once a feature")
  func missingFeatures() {
    var pool = PoolHarness(.connected(["a", "b"]))
    pool.handle(.start)
    pool.ask(lane(1), other)
    pool.ask(lane(2), other)
    pool.welcome(member(1))
    #expect(pool.machine.nextCall() == nil)
    pool.welcome(member(2))
    var reports = 0
    while let call = pool.machine.nextCall() {
      if case .report(let text) = call {
        reports += 1
        #expect(text.contains("Other"))
      } else if case .unhostable(let lane, _) = call {
        pool.lanes[lane] = .unhostable
      }
    }
    #expect(reports == 1)
    #expect(pool.lanes.values.allSatisfy { $0 == .unhostable })
  }

  @Test(
    "a feature of the store's tree that nobody hosts is reported once the workers are there, and once alone",
    arguments: [PoolMachine.Source.spawned(2), .connected(["a", "b"])])
  func declaredFeatures(source: PoolMachine.Source) {
    var pool = PoolHarness(source)
    pool.machine.declared = [
      DeclaredFeature(feature), DeclaredFeature(other, place: "App/Main.swift:7"),
    ]
    pool.handle(.start)
    pool.callAll()
    #expect(pool.reports.isEmpty)
    pool.welcome(member(1))
    pool.welcome(member(2))
    pool.callAll()
    #expect(pool.reports.count == 1)
    let report = pool.reports.first ?? ""
    #expect(report.contains("App/Main.swift:7"))
    #expect(report.contains("Add \"Feature { Other() }\""))
    pool.ask(lane(1), other)
    pool.callAll()
    #expect(pool.lanes[lane(1)] == .unhostable)
    #expect(pool.reports.count == 1)
  }

  @Test("what a coordinator's workers host is not known before somebody asks")
  func declaredBehindCoordinator() {
    var pool = PoolHarness(.coordinated)
    pool.machine.declared = [DeclaredFeature(other)]
    pool.handle(.start)
    pool.callAll()
    #expect(pool.reports.isEmpty)
  }

  @Test("a lane that waits for too long is told so")
  func patience() {
    var pool = PoolHarness.begun(.connected(["a"]), lanes: 1)
    pool.now = 30_000
    pool.handle(.tick)
    pool.callAll()
    #expect(pool.lanes[lane(1)] == .unhostable)
    // It may ask again, and has the whole patience again.
    pool.ask(lane(1))
    pool.now = 59_999
    pool.handle(.tick)
    pool.callAll()
    #expect(pool.lanes[lane(1)] == .waiting)
  }

  @Test("a quarantine worker is started when one is needed, and ended when its lane has left it")
  func quarantineLife() {
    var pool = PoolHarness(.spawned(1), quarantine: true)
    pool.handle(.start)
    pool.ask(lane(1))
    #expect(pool.hasProcess == [member(1)], "the first worker of all is a shared one")
    pool.welcome(member(1))
    #expect(pool.hasProcess == [member(1), member(2)])
    pool.ask(lane(2))
    pool.welcome(member(2))
    pool.callAll()
    #expect(pool.lanes(on: 2) == [1])
    pool.end(lane(1))
    #expect(pool.ending == [member(2)])
    pool.settle()
    #expect(pool.lanes(on: 3) == [2], "nothing of the first may be why the next dies")
    pool.end(lane(2))
    #expect(pool.ending == [member(3)])
    pool.settle()
    #expect(pool.hasProcess == [member(1)])
  }

  @Test("a process that does not end by itself is killed, at the end too")
  func killsWhatHangs() {
    var pool = PoolHarness.begun(.spawned(1))
    pool.welcome(member(1))
    pool.handle(.stop)
    #expect(pool.ending == [member(1)])
    pool.ending = []
    #expect(!pool.machine.isFinished)
    let deadline = pool.machine.nextDeadline
    #expect(deadline == PoolLimits().endMilliseconds)
    pool.now = deadline ?? 0
    pool.handle(.tick)
    #expect(pool.ending == [member(1)])
    pool.exit(member(1))
    #expect(pool.machine.isFinished)
    #expect(pool.machine.nextDeadline == nil)
  }

  @Test("why no worker can be started is reported even if the store stops at once")
  func reportsAtTheEnd() {
    var pool = PoolHarness(.spawned(1))
    pool.handle(.start)
    pool.ask(lane(1))
    pool.handle(.exited(member(1), .exited(status: ProcessEnd.strangerStatus)))
    pool.handle(.stop)
    var calls: [PoolCall] = []
    while let call = pool.machine.nextCall() { calls.append(call) }
    #expect(calls.count == 1)
    guard case .report(let message) = calls.first else {
      Issue.record("nothing is reported: \(calls)")
      return
    }
    #expect(message.contains("No hosted feature of the store runs."))
  }

  @Test("a hundred thousand lanes that wait are placed without comparing each with each")
  func manyLanes() {
    var pool = PoolHarness(.spawned(2))
    pool.handle(.start)
    for number in 1...100_000 {
      _ = pool.machine.place(lane(UInt64(number)), feature, in: .shared, now: 0)
    }
    for number in stride(from: 2, through: 100_000, by: 2) {
      pool.machine.handle(.ended(lane(UInt64(number))), now: 0)
    }
    pool.welcome(member(1))
    pool.welcome(member(2))
    var placed = 0
    while pool.machine.nextCall() != nil { placed += 1 }
    #expect(placed == 50_000)
    #expect(pool.machine.status.map(\.laneCount) == [25_000, 25_000])
  }
}
