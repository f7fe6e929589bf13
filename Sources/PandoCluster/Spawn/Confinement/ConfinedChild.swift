import Glibc
import Logging
import Pando
import PandoHosting
import Synchronization
import ZeroMQ

/// The process of a worker in a sandbox, as the process sees it that started it for others to use.
///
/// Its thread, `pando-confined`, starts the worker, asks it four times a second how it is, passes signals on and looks at
/// its processor time. It runs no code of a user but a log handler's. Whatever the worker says or leaves out, it goes on:
/// it takes one answer for each question, and has the kernel end a worker that does not end when it is told to. The kernel
/// also ends the worker with that thread, and so with this process.
final class ConfinedChild: Sendable {
  /// The worker as it is to be.
  struct Worker: Sendable {
    var name: String
    var start: WorkerStart
    var confinement: Confinement
    /// The command line, behind the first word.
    var arguments: [String]
    /// The settings, as variables.
    var variables: [String]
    var needs: Confinement.Needs
    /// The time that it may take to end on SIGTERM.
    var drainMilliseconds: Int
    /// The meaning of SIGHUP.
    var hangUp: HangUp
    /// The service manager that hears how the worker is.
    var notifier: ServiceNotifier?
    var logger: Logger
  }

  private struct State {
    /// Our end of the line; nil while nobody is there.
    var line: Int32?
    var report: ConfinedReport?
    var reportedAt = 0
    var isToEnd = false

    /// Returns whether it is to end, the first time that it is asked since.
    mutating func takeEnd() -> Bool {
      defer { isToEnd = false }
      return isToEnd
    }
  }

  private let worker: Worker
  private let state = Mutex(State())

  private static let lookMilliseconds = 250
  /// The time after which a report, and what the worker has counted, says nothing any more.
  private static let freshMilliseconds = 2_000
  /// The time that a worker may take to end at once.
  private static let endMilliseconds = 3_000
  /// The time that one may take to end which has closed the line.
  private static let leaveMilliseconds = 1_000

  init(_ worker: Worker) {
    self.worker = worker
  }

  /// The last report of the worker; nil where it has not said anything for a while, as one that is stopped.
  var report: ConfinedReport? {
    state.withLock { state in
      let age = MonotonicClock.nowMilliseconds() - state.reportedAt
      return age <= Self.freshMilliseconds ? state.report : nil
    }
  }

  /// Wants something of the worker. For any thread; waits for nothing.
  func send(_ order: ConfinedOrder) {
    state.withLock { if let line = $0.line { ConfinedLine.send(order, to: line) } }
  }

  /// Has the worker end at once, within a moment.
  func end() { state.withLock { $0.isToEnd = true } }

  /// Starts the worker, and watches it until it has ended.
  ///
  /// - Parameters:
  ///   - onReady: Called on the thread that watches, once it may take work.
  ///   - onEnding: Called on that thread, once it drains in order to end.
  /// - Returns: The status with which this process is to end.
  func run(
    onReady: @escaping @Sendable () -> Void, onEnding: @escaping @Sendable () -> Void
  ) async throws -> Int32 {
    try await withCheckedThrowingContinuation { continuation in
      _ = ServiceThread(name: "pando-confined") { [self] in
        continuation.resume(
          with: Result {
            // Not before this thread runs, which looks at them: until then they end the process.
            let signals = try TerminationSignals.descriptor(
              takesHangUp: worker.hangUp == .end)
            let child = try ConfinedProcess(worker)
            defer { child.close() }
            state.withLock { $0.line = child.line }
            defer { state.withLock { $0.line = nil } }
            var watch = Watch(of: self, child, onReady: onReady, onEnding: onEnding)
            return try watch.run(signals)
          })
      }
    }
  }
}

extension ConfinedChild {
  /// The watch of one worker, on its thread.
  private struct Watch {
    let owner: ConfinedChild
    let child: ConfinedProcess
    let onReady: () -> Void
    let onEnding: () -> Void
    var meter: ConfinedMeter?
    /// True if a report was asked for that has not come.
    var isAsked = false
    var isReady = false
    var isEnding = false
    /// True if it cannot be asked any more.
    var hasLeft = false
    var nextLook = 0
    /// True if it was told to end.
    var isTold = false
    /// When the kernel is to end it.
    var killAt = Int.max

    var worker: Worker { owner.worker }

    init(
      of owner: ConfinedChild, _ child: ConfinedProcess, onReady: @escaping () -> Void,
      onEnding: @escaping () -> Void
    ) {
      self.owner = owner
      self.child = child
      self.onReady = onReady
      self.onEnding = onEnding
      meter = owner.worker.confinement.sandbox.processorTime.map {
        ConfinedMeter(limit: $0.microseconds)
      }
    }

    /// Returns the status with which this process is to end.
    mutating func run(_ signals: Int32) throws -> Int32 {
      var poller = Poller()
      let ended = poller.add(fileDescriptor: child.process)
      let signal = poller.add(fileDescriptor: signals)
      let line = poller.add(fileDescriptor: child.line)
      let pause = min(lookMilliseconds, worker.notifier?.signMilliseconds ?? .max)
      while true {
        try poller.wait(timeoutMilliseconds: max(0, nextLook - MonotonicClock.nowMilliseconds()))
        if !poller[ended].isEmpty, let status = child.reap(worker.logger, isExpected: isTold) {
          return status
        }
        if !poller[signal].isEmpty { passOn(TerminationSignals.take()) }
        if !hasLeft, !poller[line].isEmpty {
          try hear()
          if hasLeft { poller.remove(at: line) }
        }
        let now = MonotonicClock.nowMilliseconds()
        guard now >= nextLook else { continue }
        nextLook = now + pause
        look(now)
      }
    }

    private mutating func look(_ now: Int) {
      if now >= killAt { child.send(SIGKILL) }
      if owner.state.withLock({ $0.takeEnd() }) { tell(.end) }
      if isReady, let used = child.processorMicroseconds,
        let time = meter?.ask(used: used, now: now)
      {
        endOverdrawn(time)
      }
      if isAsked { return }
      isAsked = true
      owner.send(.report)
    }

    /// Reads what the worker says: one report for each time that it was asked. One that says anything else cannot be
    /// known any more, and ends.
    private mutating func hear() throws {
      switch ConfinedLine.receive(ConfinedReport.self, from: child.line, waits: false) {
      case .nothing: break
      case .message(let report) where isAsked:
        isAsked = false
        try note(report)
      case .message, .end:
        // One that has ended by itself has a status to tell, which is taken first.
        hasLeft = true
        killAt = min(killAt, MonotonicClock.nowMilliseconds() + leaveMilliseconds)
      }
    }

    private mutating func note(_ report: ConfinedReport) throws {
      let now = MonotonicClock.nowMilliseconds()
      if !isReady {
        // It listens, has given up the last of its rights, and waits.
        if let problem = ConfinementCheck.problem(of: child.processID, worker.confinement) {
          child.send(SIGKILL)
          throw SpawnError("the worker is not confined: \(problem). It was ended.")
        }
        isReady = true
        owner.send(.begin)
        onReady()
      }
      owner.state.withLock { state in
        state.report = report
        state.reportedAt = now
      }
      let wasEnding = isEnding
      isEnding = report.drainLeft?.isEnding == true
      if isEnding, !wasEnding { onEnding() }
      if let used = child.processorMicroseconds, let time = meter?.hear(report, used: used) {
        endOverdrawn(time)
      }
      // Life is that of the thread that receives, which counts.
      if report.countedAt > now - freshMilliseconds {
        worker.notifier?.signalLife(
          status: report.problem
            ?? "\(report.load.lanes) children in \(worker.confinement.name)")
      }
    }

    private mutating func passOn(_ signals: TerminationSignals.Taken) {
      worker.notifier?.stopping()
      if signals.isInterrupted { return tell(.end) }
      for _ in 0..<min(signals.terminations + (signals.isHungUp ? 1 : 0), 2) { tell(.terminate) }
    }

    /// Has it end: at once, or at the second time, or where it has not begun.
    private mutating func tell(_ order: ConfinedOrder) {
      let isAtOnce = isTold || order == .end
      isTold = true
      if !isReady { return child.send(SIGKILL) }
      owner.send(order)
      let patience = isAtOnce ? endMilliseconds : worker.drainMilliseconds + endMilliseconds
      killAt = min(killAt, MonotonicClock.nowMilliseconds() + patience)
      // Soon, so that the coordinator hears that it drains.
      nextLook = MonotonicClock.nowMilliseconds() + 20
    }

    private func endOverdrawn(_ microseconds: Int) {
      let seconds = Double(microseconds / 1_000) / 1_000
      let limit = worker.confinement.sandbox.processorTime ?? .zero
      worker.logger.error(
        "The worker took \(seconds) s of processor time for an action or an effect; its sandbox allows \(limit). It was ended."
      )
      child.send(SIGKILL)
    }
  }
}
