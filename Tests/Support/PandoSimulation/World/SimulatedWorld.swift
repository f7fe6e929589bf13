package import Pando
package import PandoHosting

/// A cluster of everything but sockets and processes themselves, on virtual time, in one thread, from one
/// seed: the pools, links, sessions and hosts are those of production, and so are their machines.
package final class SimulatedWorld: @unchecked Sendable {
  package struct Configuration: Sendable {
    /// The time that a message is on its way.
    package var latencyMicroseconds = 20...200
    /// The time that a process takes until it listens.
    package var startMicroseconds = 1_000...30_000
    /// After how long a worker that somebody else runs is started again.
    package var restartMicroseconds = 50_000
    /// The number of the next processes that end as they start.
    package var failedStarts = 0
    /// The time that either side may be silent before the other takes it for gone.
    package var silenceMilliseconds = 10_000
    /// The length that a message to a worker may have.
    package var messageBytes = Int.max
    /// The number of bytes that clients put into a message before they begin another.
    package var batchBytes = 1 << 20
    package var poolLimits = PoolLimits()

    package init() {}
  }

  package let time = VirtualTime()
  package let clock: VirtualClock
  /// Runs what the clients' tasks do.
  package let executor = SimulatedExecutor()
  package var configuration: Configuration
  package private(set) var messageCount = 0
  /// The events of each machine; nil where nobody wants to know.
  package var coverage: Coverage?
  /// The reports of workers, and what they held against a client.
  package private(set) var reports: [String] = []

  var generator: SeededGenerator
  var features: [FeatureDescriptor: any HostedFeature] = [:]
  private let makeDependencies: (inout DependencyValues) -> Void
  private(set) var processes: [SimulatedProcess] = []
  private(set) var slots: [SimulatedSlot] = []
  package let coordinator: SimulatedCoordinator
  private var pools: [SimulatedPool] = []
  private var lastProcess: Int32 = 0
  private var lastConnection = 0
  private(set) var isOver = false
  /// The number of processes that may still end before a client was welcomed: after five in a row a
  /// store gives up for good.
  private var earlyEndsLeft = 4

  /// - Parameter dependencies: Sets what reducers and effects on workers depend on.
  package init(
    seed: UInt64, _ configuration: Configuration = Configuration(),
    dependencies: @escaping (inout DependencyValues) -> Void = { _ in }
  ) {
    clock = VirtualClock(time)
    generator = SeededGenerator(seed: seed)
    self.configuration = configuration
    makeDependencies = dependencies
    coordinator = SimulatedCoordinator()
    coordinator.world = self
  }

  // MARK: - Running

  /// Lets things happen until a condition holds. Returns whether it came about in so much virtual time;
  /// a simulation in which nothing more can happen stands still.
  package func run(
    forAtMostMilliseconds limit: Int, until condition: () -> Bool
  ) -> Bool {
    let end = time.now + limit * 1_000
    while true {
      runJobs()
      if condition() { return true }
      guard let next = time.next, next <= end else { return false }
      _ = time.step()
    }
  }

  /// Lets so much time pass.
  package func run(forMicroseconds duration: Int) {
    var isOver = false
    time.after(duration) { isOver = true }
    _ = run(forAtMostMilliseconds: duration / 1_000 + 1) { isOver }
  }

  private func runJobs() {
    var ran = true
    while ran {
      ran = executor.runAll()
      for process in processes where process.runJobs() { ran = true }
    }
  }

  // MARK: - Chance

  func latency() -> Int { Int.random(in: configuration.latencyMicroseconds, using: &generator) }

  package func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  func countMessage() { messageCount += 1 }

  /// Notes what is about to happen to a machine.
  func note(_ machine: String, _ state: @autoclosure () -> String, _ event: String) {
    coverage?.note(machine, state(), event)
  }

  /// Notes what happens to the lanes of a store.
  package func watch<State, Action>(_ engine: StoreEngine<State, Action>) {
    engine.watch.lane = { [unowned self] lane, event in
      coverage?.note("lane", lane.standing, event.name)
    }
  }

  func report(_ message: String) { reports.append(message) }

  // MARK: - Clients

  /// Workers of a store of their own, started by it, one before the others or all at once.
  package func spawned(_ count: Int, atOnce: Bool = false) -> SimulatedPool {
    addPool(.spawned(count, knowsRole: atOnce))
  }

  /// The workers in all slots, by endpoint.
  package func connected() -> SimulatedPool { addPool(.connected(slots.map(\.name))) }

  /// The workers that the coordinator names.
  package func coordinated() -> SimulatedPool { addPool(.coordinated) }

  private func addPool(_ source: PoolMachine.Source) -> SimulatedPool {
    let pool = SimulatedPool(source, self)
    pools.append(pool)
    return pool
  }

  // MARK: - Processes

  /// Workers that a service manager starts, and starts again; they join the coordinator.
  package func addSlots(_ count: Int, _ build: SimulatedBuild = .current) {
    for _ in 0..<count {
      let slot = SimulatedSlot(name: "w\(slots.count + 1)", build, self)
      slots.append(slot)
      slot.start()
    }
  }

  func makeProcess(
    _ name: String, _ build: SimulatedBuild = .current, onExit: @escaping (ProcessEnd) -> Void
  ) -> SimulatedProcess {
    lastProcess += 1
    var dependencies = DependencyValues()
    dependencies.continuousClock = clock
    makeDependencies(&dependencies)
    let process = SimulatedProcess(
      lastProcess, name, build, self, dependencies, onExit: onExit)
    processes.append(process)
    process.start()
    return process
  }

  func takesStart() -> Bool {
    guard configuration.failedStarts > 0 else { return true }
    configuration.failedStarts -= 1
    return false
  }

  func forget(_ process: SimulatedProcess) {
    process.drainAfterDeath()
    processes.removeAll { $0 === process }
  }

  func nextConnection() -> Int {
    lastConnection += 1
    return lastConnection
  }

  /// Has the clocks of all machines jump ahead.
  package func jump(milliseconds: Int) { time.jump(microseconds: milliseconds * 1_000) }

  /// Has the next process end as it starts.
  package func failStart() {
    guard earlyEndsLeft > 0 else { return }
    earlyEndsLeft -= 1
    configuration.failedStarts += 1
  }

  /// `kill -9`.
  package func kill(_ process: SimulatedProcess) {
    if !process.hasServed {
      guard earlyEndsLeft > 0 else { return }
      earlyEndsLeft -= 1
    }
    process.kill()
  }

  /// Drains a worker as an operator does, or does so no longer where the time is nil: through the coordinator
  /// where there is one that knows it. The last that is in service stays so: nobody would host what comes.
  package func drain(_ process: SimulatedProcess, withinMilliseconds milliseconds: Int?) {
    if milliseconds != nil, isLastInService(process) { return }
    if coordinator.drain(process, withinMilliseconds: milliseconds) { return }
    process.drain(milliseconds.map { .drain(withinMilliseconds: $0) } ?? .undrain)
  }

  private func isLastInService(_ process: SimulatedProcess) -> Bool {
    let current = slots.filter { $0.build == .current }
    guard slots.contains(where: { $0.process === process }) else {
      // One that a store started is replaced, but one at a time.
      return processes.contains { $0 !== process && $0.drainLeft != nil }
    }
    return !current.contains { $0.process !== process && $0.isInService }
  }

  /// Returns one of the processes that faults may strike: all that run, but those that are there to be
  /// harmed.
  package func victim(_ number: Int) -> SimulatedProcess? {
    let victims = processes.filter { $0.isRunning && $0.name != "quarantine worker" }
    return victims.isEmpty ? nil : victims[number % victims.count]
  }

  /// Everything that still lives; empty once a simulation has ended in order.
  package var remains: [String] {
    processes.map { "the process of \($0.name)" }
      + pools.filter { !$0.isFinished }.map { _ in "a pool" }
  }

  /// Lets go of everything, so that nothing keeps the simulation alive.
  package func end() {
    for process in processes { process.kill() }
    (pools, slots, processes, features) = ([], [], [], [:])
    time.clear()
  }

  /// Has the workers end that belong to nobody.
  package func stop() {
    isOver = true
    for slot in slots { slot.stop() }
  }
}
