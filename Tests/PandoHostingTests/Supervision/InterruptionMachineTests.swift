import PandoHosting
import Testing

@Suite("When features hear that their effects ended with a worker")
struct InterruptionMachineTests {
  private func lane(_ number: Int) -> LaneID { LaneID(rawValue: UInt64(number)) }

  @Test("the first two deaths are told at once")
  func atOnce() {
    var machine = InterruptionMachine()
    for death in 0..<2 {
      machine.lost([lane(1)], now: death * 10)
      #expect(machine.due(lane(1)) == .tell(lane(1)))
    }
    #expect(machine.tick(now: 100).isEmpty)
  }

  @Test("a lane that lost nothing is told at once, whoever is suspected")
  func innocent() {
    var machine = InterruptionMachine()
    for now in 0..<5 { machine.lost([lane(1)], now: now) }
    #expect(machine.due(lane(1)) == nil)
    #expect(machine.due(lane(2)) == .tell(lane(2)))
  }

  @Test("deaths that lie more than ten seconds apart are no row")
  func forgets() {
    var machine = InterruptionMachine()
    for death in 0..<10 {
      machine.lost([lane(1)], now: death * 10_001)
      #expect(machine.due(lane(1)) == .tell(lane(1)))
    }
    _ = machine.tick(now: 10 * 10_001)
    #expect(machine.isIdle)
  }

  @Test(
    "a single suspect is told a third time, then after pauses, and fails after three more deaths")
  func single() {
    var machine = InterruptionMachine()
    for now in [0, 10] {
      machine.lost([lane(1)], now: now)
      _ = machine.due(lane(1))
    }
    machine.lost([lane(1)], now: 20)
    var told: [Int] = []
    var now = 20
    while machine.due(lane(1)) == nil {
      while machine.tick(now: now).isEmpty { now += 10 }
      told.append(now)
      now += 10
      machine.lost([lane(1)], now: now)
    }
    #expect(told == [20, 280, 790])
    #expect(machine.isIdle)
  }

  @Test("it says how many workers ended when it gives up")
  func deaths() {
    var machine = InterruptionMachine()
    for now in 0..<3 {
      machine.lost([lane(1)], now: now)
      _ = machine.due(lane(1))
    }
    for alone in 1...3 {
      #expect(machine.tick(now: alone * 10_000) == [.tell(lane(1))])
      machine.lost([lane(1)], now: alone * 10_000 + 5)
      if alone < 3 { #expect(machine.due(lane(1)) == nil) }
    }
    #expect(machine.due(lane(1)) == .fail(lane(1), deaths: 6))
  }

  @Test("a lane that is over is forgotten, wherever it waits")
  func over() {
    var machine = InterruptionMachine()
    for now in 0..<3 { machine.lost([lane(1), lane(2)], now: now) }
    _ = machine.due(lane(1))
    _ = machine.due(lane(2))
    machine.ended(lane(1))
    #expect(machine.tick(now: 5) == [.tell(lane(2))])
    machine.ended(lane(2))
    #expect(machine.isIdle)
  }

  // MARK: - Whole histories

  /// Lanes on workers; the effects of some end their worker a while after they begin.
  private struct World {
    var machine = InterruptionMachine()
    var workerOf: [Int: Int] = [:]
    /// When the effects of a lane at fault end its worker.
    var fuses: [Int: Int] = [:]
    var running: Set<Int> = []
    var failed: Set<Int> = []
    var deaths = 0
    var now = 0
    let delays: [Int: Int]
    let workerCount: Int

    init(laneCount: Int, workerCount: Int, delays: [Int: Int]) {
      self.delays = delays
      self.workerCount = workerCount
      for lane in 0..<laneCount {
        workerOf[lane] = lane % workerCount
        begin(lane)
      }
    }

    mutating func begin(_ lane: Int) {
      running.insert(lane)
      if let delay = delays[lane] { fuses[lane] = now + delay }
    }

    mutating func carryOut(_ directive: InterruptionMachine.Directive?) {
      switch directive {
      case .tell(let lane): begin(Int(lane.rawValue))
      case .fail(let lane, _): failed.insert(Int(lane.rawValue))
      case nil: break
      }
    }

    mutating func step() {
      now += 100
      for (lane, time) in fuses.sorted(by: { $0.key < $1.key }) where time <= now {
        guard running.contains(lane), let worker = workerOf[lane] else { continue }
        let lost = running.filter { workerOf[$0] == worker }.sorted()
        deaths += 1
        running.subtract(lost)
        for other in lost { fuses[other] = nil }
        machine.lost(lost.map { LaneID(rawValue: UInt64($0)) }, now: now)
        for other in lost {
          workerOf[other] = (worker + deaths) % workerCount
          carryOut(machine.due(LaneID(rawValue: UInt64(other))))
        }
      }
      for directive in machine.tick(now: now) { carryOut(directive) }
    }
  }

  @Test(
    "whoever is at fault fails, and nobody else; the effects of all others run in the end",
    arguments: [1, 2, 7, 100, 1_000], [1, 3])
  func histories(laneCount: Int, workerCount: Int) {
    for faultCount in 1...min(3, laneCount) {
      for delay in [10, 500, 1_900, 5_000, 9_000] {
        var delays: [Int: Int] = [:]
        for fault in 0..<faultCount { delays[laneCount * fault / faultCount] = delay + fault * 130 }
        var world = World(laneCount: laneCount, workerCount: workerCount, delays: delays)
        while world.running.count + world.failed.count < laneCount
          || world.failed.count < faultCount,
          world.now < 3_600_000
        {
          world.step()
        }
        let note: Comment = "\(delays), \(world.deaths) deaths, \(world.now / 1_000) s"
        #expect(world.failed == Set(delays.keys), note)
        #expect(world.running.count == laneCount - faultCount, note)
      }
    }
  }

  @Test(
    "what ends a worker seldom never fails, and everybody is told", arguments: [1, 7, 100], [1, 3])
  func seldom(laneCount: Int, workerCount: Int) {
    for delay in [10_200, 15_000, 40_000] {
      var world = World(laneCount: laneCount, workerCount: workerCount, delays: [0: delay])
      var longestWait = 0
      var waitingSince = 0
      while world.now < 1_800_000 {
        world.step()
        if world.running.count == laneCount { waitingSince = world.now }
        longestWait = max(longestWait, world.now - waitingSince)
      }
      #expect(world.failed.isEmpty, "\(delay)")
      #expect(longestWait <= 60_000, "\(delay)")
    }
  }

  @Test(
    "a lane whose effects a dying worker names is told once, and fails the second time within a minute"
  )
  func blamed() {
    var machine = InterruptionMachine()
    machine.blamed(lane(1), now: 0)
    #expect(machine.due(lane(1)) == .tell(lane(1)))
    // Time is brought, and takes nothing back.
    _ = machine.tick(now: 30_000)
    machine.blamed(lane(1), now: 60_000)
    #expect(machine.due(lane(1)) == .fail(lane(1), deaths: 2))
    #expect(machine.isIdle)
    // It is judged anew then.
    machine.blamed(lane(1), now: 60_010)
    #expect(machine.due(lane(1)) == .tell(lane(1)))
  }

  @Test(
    "deaths by one lane that lie a minute apart are no row, and others that were lost too are not suspected"
  )
  func blamedLater() {
    var machine = InterruptionMachine()
    for death in 0..<5 {
      machine.blamed(lane(1), now: death * 60_001)
      #expect(machine.due(lane(1)) == .tell(lane(1)))
      #expect(machine.due(lane(2)) == .tell(lane(2)))
    }
    machine.blamed(lane(1), now: 4 * 60_001 + 1)
    // A death that nobody is known for does not make what is known forgotten.
    machine.lost([lane(1), lane(2)], now: 4 * 60_001 + 2)
    #expect(machine.due(lane(1)) == .fail(lane(1), deaths: 2))
    #expect(machine.due(lane(2)) == .tell(lane(2)))
  }

  @Test("the first five kills in a row are nobody's; those behind them count as deaths do")
  func kills() {
    var machine = InterruptionMachine()
    for kill in 0..<7 {
      machine.lost([lane(1), lane(2)], isKill: true, now: kill * 100)
      #expect(machine.due(lane(1)) == .tell(lane(1)), "kill \(kill)")
    }
    machine.lost([lane(1), lane(2)], isKill: true, now: 700)
    #expect(machine.due(lane(1)) == nil)
    // Now and then is no row.
    var patient = InterruptionMachine()
    for kill in 0..<30 {
      patient.lost([lane(1)], isKill: true, now: kill * 10_001)
      #expect(patient.due(lane(1)) == .tell(lane(1)), "kill \(kill)")
    }
  }
}
