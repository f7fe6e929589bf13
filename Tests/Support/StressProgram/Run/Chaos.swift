import Foundation
import Pando
import Synchronization

/// A thread that kills and stops workers.
final class Chaos: Sendable {
  private let plan: Plan
  private let store: StoreOf<Root>
  private let fleet: Fleet?
  private let isStopping = Atomic<Bool>(false)
  private let end = DispatchSemaphore(value: 0)

  init(_ plan: Plan, _ store: StoreOf<Root>, _ fleet: Fleet?) {
    self.plan = plan
    self.store = store
    self.fleet = fleet
  }

  func start() {
    let thread = Thread { [self] in
      run()
      end.signal()
    }
    thread.name = "chaos"
    thread.start()
  }

  /// Returns once no fault is to come any more.
  func stop() {
    isStopping.store(true, ordering: .releasing)
    end.wait()
  }

  private func run() {
    var random = SeededGenerator(seed: UInt64(plan.seed) &+ 77)
    var stopped: [(processID: Int32, due: UInt64)] = []
    for _ in 0..<plan.chaos.blowCount {
      let pause = random.number(plan.chaos.intervalMilliseconds)
      let due = monotonicNanoseconds() + UInt64(pause) * 1_000_000
      while monotonicNanoseconds() < due, !isStopping.load(ordering: .acquiring) {
        usleep(2_000)
        resume(&stopped)
      }
      if isStopping.load(ordering: .acquiring) { break }
      strike(&random, &stopped)
    }
    while !stopped.isEmpty {
      usleep(2_000)
      resume(&stopped)
    }
  }

  private func strike(
    _ random: inout SeededGenerator, _ stopped: inout [(processID: Int32, due: UInt64)]
  ) {
    if let fleet, plan.chaos.restartsCoordinator, random.chance(oneIn: 3) {
      return fleet.restartCoordinator()
    }
    let victims = victims
    // Drawn whether there is a victim or not, so that the rest of the seed does not shift.
    let (index, kills) = (random.number(0...99), random.number(1...10) <= plan.chaos.killsOfTen)
    let terminates = random.chance(oneIn: 4)
    let (stays, milliseconds) = (random.chance(oneIn: 2), random.number(1...400))
    guard !victims.isEmpty else { return }
    let victim = victims[index % victims.count]
    if terminates {
      kill(victim, SIGTERM)
    } else if kills {
      kill(victim, SIGKILL)
    } else {
      kill(victim, SIGSTOP)
      if plan.chaos.leavesStopped, stays, fleet == nil { return }
      stopped.append((victim, monotonicNanoseconds() + UInt64(milliseconds) * 1_000_000))
    }
  }

  /// Every worker but the one in which suspects are reduced.
  private var victims: [Int32] {
    if let fleet { return fleet.processIDs }
    return store.workers.filter { $0.name != "quarantine worker" }.compactMap(\.processID)
      .filter { isChild($0) }
  }

  private func resume(_ stopped: inout [(processID: Int32, due: UInt64)]) {
    let now = monotonicNanoseconds()
    for item in stopped where item.due <= now {
      if isChild(item.processID) { kill(item.processID, SIGCONT) }
    }
    stopped.removeAll { $0.due <= now }
  }
}
