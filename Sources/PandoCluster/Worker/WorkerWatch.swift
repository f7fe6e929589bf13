import Glibc
import Logging
import Pando
import PandoHosting
import Synchronization
import ZeroMQ

/// The watch of a worker: sees that it answers while reducers run, and that it ends when it must.
///
/// Its thread runs no user code. It looks every millisecond while batches are handled on the spot, now
/// and then while threads reduce, and sleeps otherwise.
final class WorkerWatch {
  let loop: WorkerLoop
  private let pool: ReducePool
  private let lateSession: () -> ClientSession?
  private let receiverThread: () -> String
  /// Nil where the program has its own way with signals.
  private let signals: Int32?

  private var lateness = LateBatchMachine()
  private var lastChangeCount: UInt64 = 0
  private var quietLooks = 0
  private var nextHangLook = 0
  var stopBegan: Int?
  /// The hangs that were told, where the process is not the worker's.
  private var toldHangs: Set<ReducePool.Hang.ID> = []

  /// The time of the last look at what may hang.
  private var lastHangLook: Int?
  /// True if the log has said that the worker is traced.
  private var hasToldTracer = false

  /// The time of the last look while something was due for effects.
  private var lastEffectLook: Int?
  private var nextEffectLook = 0
  /// When the worker ends for effects that hang, though its children have not gone; nil while none does.
  private var abandonDeadline: Int?

  private static let hangLookMilliseconds = 100
  /// The time between two looks at effects, of which many may be due one after the other.
  private static let effectLookMilliseconds = 20
  /// The longest time between two looks while something is due for effects, so that a pause of the process is noticed.
  private static let effectRestMilliseconds = 1_000
  /// The time by which the receiver may be late to end a worker whose effects hang.
  private static let abandonGraceMilliseconds = 500
  /// The number of effects of one look that are named in the log.
  private static let hangsNamedAtMost = 8
  /// A longer time between two looks is one in which the whole process was stopped, as a debugger does it.
  private static let pauseMilliseconds = 2_000
  private static let selfDispatchLookMilliseconds = 1_000
  /// So many looks at nothing, and it sleeps.
  private static let quietLooksAtMost = 50
  /// The same while threads reduce, which need the processors, and which batches rarely pass by.
  private static let quietLooksAtMostWhileBusy = 3
  /// The time that it may take until there is room to say that a reducer hangs.
  private static let sayingMilliseconds = 100

  /// - Parameters:
  ///   - lateSession: The session whose batch is handled on the spot; asked once the role was taken.
  ///   - receiverThread: The name of the thread that had the role; asked then, too.
  init(
    _ loop: WorkerLoop, _ pool: ReducePool, signals: Int32?,
    lateSession: @escaping () -> ClientSession?, receiverThread: @escaping () -> String
  ) {
    self.loop = loop
    self.pool = pool
    self.signals = signals
    self.lateSession = lateSession
    self.receiverThread = receiverThread
  }

  /// Watches until the worker has ended; where it is a program of its own, for as long as that lives.
  func run() {
    do throws(ZeroMQError) {
      var poller = Poller()
      poller.add(fileDescriptor: loop.watchWakeUp.fileDescriptor)
      var input = loop.configuration.endsWithInput ? poller.add(fileDescriptor: STDIN_FILENO) : nil
      let signal = signals.map { poller.add(fileDescriptor: $0) }
      var crash = loop.configuration.crashDescriptor.map { poller.add(fileDescriptor: $0) }
      while !loop.hasEnded || loop.configuration.mayEndProcess {
        try wait(&poller)
        if let index = input, !poller[index].isEmpty, InputWatch.hasEnded() {
          poller.remove(at: index)
          input = nil
          loop.stop(.inputEnded)
        }
        if let signal, !poller[signal].isEmpty { obey(TerminationSignals.take()) }
        if let index = crash, !poller[index].isEmpty {
          poller.remove(at: index)
          crash = nil
          passOnLastWords()
        }
        look()
      }
    } catch {
      loop.configuration.logger.critical("nobody watches the worker any longer: \(error)")
    }
  }

  private func wait(_ poller: inout Poller) throws(ZeroMQError) {
    var isBusy = pool.isBusy
    let isActive =
      quietLooks < (isBusy ? Self.quietLooksAtMostWhileBusy : Self.quietLooksAtMost)
    if !isActive {
      loop.isWatchAsleep.store(true, ordering: .sequentiallyConsistent)
      // Whoever found work for a thread before that has woken nobody.
      isBusy = pool.isBusy
    }
    var timeout: Int? =
      if isActive || loop.role.changeCount != lastChangeCount {
        1
      } else if loop.isStopping {
        20
      } else if isBusy {
        Self.hangLookMilliseconds
      } else if loop.selfDispatches.isNeeded {
        Self.selfDispatchLookMilliseconds
      } else {
        nil
      }
    // Whoever notes something earlier after this wakes it.
    if let rest = effectRest() { timeout = min(timeout ?? .max, rest) }
    try poller.wait(timeoutMilliseconds: timeout)
    loop.isWatchAsleep.store(false, ordering: .sequentiallyConsistent)
    loop.watchWakeUp.drain()
  }

  /// Ends the worker: in order on SIGTERM and SIGHUP, at once on SIGINT or where it was told before.
  private func obey(_ signals: TerminationSignals.Taken) {
    if signals.isInterrupted { return loop.stop() }
    if signals.isHungUp, !loop.isTerminating { loop.terminate() }
    for _ in 0..<min(signals.terminations, 2) { loop.terminate() }
  }

  private func look() {
    let now = MonotonicClock.nowMilliseconds()
    lookAtRole()
    if now >= nextHangLook {
      nextHangLook = now + Self.hangLookMilliseconds
      if let lastHangLook, now - lastHangLook > Self.pauseMilliseconds { forgive(now) }
      lastHangLook = now
      if !loop.isStopping { lookForHangs(now) }
    }
    lookAtEffects(now)
    if loop.configuration.mayEndProcess, loop.isStopping { lookAtEnd(now) }
  }

  private func lookForHangs(_ now: Int) {
    let hangs = pool.findHangs(now: now) + loop.selfDispatches.findHangs(now: now)
    guard let first = hangs.first else {
      toldHangs.removeAll()
      return
    }
    if isTraced { return forgive(now) }
    if loop.configuration.mayEndProcess { return endWorker(for: first) }
    // Nothing but the end of the process would end them, and that is another's.
    for hang in hangs where !toldHangs.contains(hang.id) {
      loop.configuration.logger.critical("\(loop.configuration.name): \(hang.text)")
    }
    toldHangs = Set(hangs.map(\.id))
  }

  /// Has the time begin anew of everything that may hang: it was, or is, held by others.
  private func forgive(_ now: Int) {
    pool.forgive(now: now)
    loop.selfDispatches.forgive(now: now)
    loop.effects.forgive(now: now)
  }

  /// True if a debugger has the process: reducers take as long as people do.
  private var isTraced: Bool {
    guard let tracer = Tracer.of(getpid()) else { return false }
    if !hasToldTracer {
      loop.configuration.logger.notice(
        "\(loop.configuration.name) is being debugged by \(tracer): no reducer is taken for hung")
    }
    hasToldTracer = true
    return true
  }

  /// Gives the receiver's role away when its thread is late.
  private func lookAtRole() {
    let changeCount = loop.role.changeCount
    quietLooks = changeCount == lastChangeCount ? quietLooks + 1 : 0
    lastChangeCount = changeCount
    guard let batch = lateness.look(loop.role.current) else { return }
    pool.giveRole(takenAt: batch, late: lateSession, from: receiverThread)
  }

  /// A reducer hangs: nothing but the end of the process ends it.
  private func endWorker(for hang: ReducePool.Hang) {
    // Nobody may read it, and the worker ends all the same.
    if DescriptorWriter.standardError.hasRoom(withinMilliseconds: Self.sayingMilliseconds) {
      printError("error: \(loop.configuration.name): \(hang.text). The worker ends.")
    }
    loop.stop(.hang(hang.session, hang.position.lane))
  }
}

// Effects that do not end.
extension WorkerWatch {
  /// Returns how long the watch may sleep for effects; nil where nothing is due.
  private func effectRest() -> Int? {
    let now = MonotonicClock.nowMilliseconds()
    guard !loop.isStopping,
      let time = [loop.effects.due, abandonDeadline].compactMap(\.self).min()
    else {
      lastEffectLook = nil
      return nil
    }
    lastEffectLook = lastEffectLook ?? now
    return min(Self.effectRestMilliseconds, max(0, max(time, nextEffectLook) - now))
  }

  private func lookAtEffects(_ now: Int) {
    if loop.isStopping { return }
    if let abandonDeadline, now >= abandonDeadline { return loop.stopDrained() }
    guard loop.effects.due != nil, now >= nextEffectLook else { return }
    nextEffectLook = now + Self.effectLookMilliseconds
    if let lastEffectLook,
      now - lastEffectLook > Self.effectRestMilliseconds + Self.pauseMilliseconds
    {
      loop.effects.forgive(now: now)
    }
    lastEffectLook = now
    let (hangs, cancellations) = loop.effects.look(now: now)
    if !cancellations.isEmpty {
      // Cancelling runs code of users.
      _ = ServiceThread(trying: "pando-cancel") { for batch in cancellations { batch.run() } }
    }
    if !hangs.isEmpty { end(hangs, now) }
  }

  /// Effects hang: nothing but the end of the process ends them. Where that is another's, nobody waits for them any longer.
  private func end(_ hangs: [EffectWatch.Hang], _ now: Int) {
    if isTraced {
      for hang in hangs { hang.session.host.excuse(hang.effect) }
      return
    }
    let name = loop.configuration.name
    guard loop.configuration.mayEndProcess else {
      for hang in hangs {
        loop.configuration.logger.critical(
          "\(name): \(hang.text). Nothing can end it; nobody waits for it any longer")
        hang.session.host.abandon(hang.effect)
      }
      return
    }
    if DescriptorWriter.standardError.hasRoom(withinMilliseconds: Self.sayingMilliseconds) {
      for hang in hangs.prefix(Self.hangsNamedAtMost) {
        printError(
          "error: \(name): \(hang.text). Its neighbours move away, and the worker ends.")
      }
      let rest = hangs.count - Self.hangsNamedAtMost
      if rest > 0 { printError("error: \(name): \(rest) more effects have not ended.") }
    }
    let judged = EffectWatch.judge(hangs, BlackBox.occupants())
    if abandonDeadline == nil {
      abandonDeadline = now + WorkerLoop.abandonMilliseconds + Self.abandonGraceMilliseconds
    }
    loop.abandon(judged)
  }
}
