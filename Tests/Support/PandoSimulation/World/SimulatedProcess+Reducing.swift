import DequeModule
import Pando
import PandoHosting
import PandoWire

extension SimulatedProcess {
  /// Handles what a client said, message by message; what takes time is answered when it is over.
  func work(_ session: SimulatedSession) {
    while !session.isBusy, phase == .running, let said = session.inbox.popFirst() {
      switch said {
      case .message(let bytes):
        session.keepOutput()
        handle(bytes, session)
      case .endOfBatch:
        guard finishBatch(of: session) else { return }
      }
    }
  }

  private func handle(_ message: [UInt8], _ session: SimulatedSession) {
    let work = SimulatedWork()
    SimulatedWork.$current.withValue(work) {
      do throws(HostingRefusal) {
        try session.host.receive(message)
      } catch {
        let reason = error.reason
        whenReceiving { [weak self] in
          self?.carryOut(session.machine.refuse(reason), session)
        }
      }
    }
    guard work.outcome != .done || work.microseconds > 0 else { return }
    session.isBusy = true
    if isOnTheSpot(session) { watchReceiver() } else { sendSoon(session) }
    finish(work, session)
  }

  private func finish(_ work: SimulatedWork, _ session: SimulatedSession) {
    switch work.outcome {
    case .done:
      later(work.microseconds) { [weak self, session] in
        session.isBusy = false
        if let self, !endIfLeft(session) { self.work(session) }
      }
    case .crashes:
      later(work.microseconds) { [weak self, session, culprit = work.culprit] in
        if let self, tellsClients, let culprit { tell(culprit, of: session) }
        let end = ProcessEnd.killed(signal: 6, name: "SIGABRT")
        self?.die(culprit.map { .told(end, by: $0) } ?? end)
      }
    case .hangs:
      watch(session)
    }
    // So long that it may be more than an action may take.
    if work.outcome == .done, work.microseconds > Self.hangLookMicroseconds { watch(session) }
  }

  /// Tells the client whose code ends the process what that is, and all others that it is none of theirs.
  private func tell(_ culprit: Culprit, of guilty: SimulatedSession) {
    for session in sessions.values {
      session.connection.sendToClient(
        encoded(
          session === guilty
            ? .crashes(culprit) : .refuse(reason: WorkerMessage.crashingReason)))
    }
  }

  /// Ends the process where the message that is handled takes longer than it may.
  private func watch(_ session: SimulatedSession) {
    look(
      session,
      HangMachine(
        messageCount: session.host.position.messageCount, now: world.time.milliseconds))
  }

  private func look(_ session: SimulatedSession, _ machine: HangMachine) {
    later(Self.hangLookMicroseconds) { [weak self, session] in
      guard let self, session.isBusy else { return }
      var machine = machine
      let position = session.host.position
      let milliseconds = machine.look(
        messageCount: position.messageCount, timeoutMilliseconds: position.timeoutMilliseconds,
        now: world.time.milliseconds)
      world.note("hang", milliseconds == nil ? "in time" : "too long", "look")
      if milliseconds != nil {
        if let lane = position.lane { session.connection.sendToClient(encoded(.hangs(lane))) }
        die(.exited(status: ProcessEnd.hangStatus))
      } else {
        look(session, machine)
      }
    }
  }

  func encoded(_ message: WorkerMessage) -> [UInt8] {
    var writer = WireWriter()
    message.encode(into: &writer)
    return writer.bytes
  }
}
