import DequeModule
import Pando
import PandoHosting

/// The thread that receives: it handles quick batches on the spot, and hears nothing meanwhile.
extension SimulatedProcess {
  private static let lookMicroseconds = 1_000

  /// Does something as soon as the receiving thread can; never when the process is dead.
  func whenReceiving(_ body: @escaping () -> Void) {
    whenRunning { [self] in
      if onTheSpot == nil { body() } else { unreceived.append(body) }
    }
  }

  /// Hands a batch to whom the session's machine says.
  func deliver(_ batch: UnsafeRawBufferPointer, to session: SimulatedSession) {
    session.take(batch)
    world.note("turn", session.turn.phase.name, "received")
    switch session.turn.received() {
    case .handle:
      lastBatch += 1
      onTheSpot = (session, lastBatch)
      session.batchBegan = world.time.now
      work(session)
    case .queueAndSchedule:
      findThread(for: session)
    case .queue:
      break
    }
  }

  private func findThread(for session: SimulatedSession) {
    later(world.number(5...100)) { [weak self, session] in
      guard let self else { return }
      world.note("turn", session.turn.phase.name, "began")
      session.turn.began()
      session.batchBegan = world.time.now
      work(session)
    }
  }

  /// Notes that a batch was handled. Returns whether the thread goes on with the session.
  func finishBatch(of session: SimulatedSession) -> Bool {
    let microseconds = world.time.now - session.batchBegan
    session.batchBegan = world.time.now
    let isQueueEmpty = session.inbox.isEmpty
    let event = isQueueEmpty ? "finished" : "finished, more waits"
    world.note("turn", session.turn.phase.name, event)
    guard isOnTheSpot(session) else {
      let goesOn = session.turn.finished(
        microseconds: microseconds, isQueueEmpty: isQueueEmpty, othersWait: false)
      sendSoon(session)
      return goesOn
    }
    if session.turn.finishedOnTheSpot(microseconds: microseconds, isQueueEmpty: isQueueEmpty) {
      findThread(for: session)
    }
    send(session)
    receiveAgain()
    return false
  }

  func isOnTheSpot(_ session: SimulatedSession) -> Bool { onTheSpot?.session === session }

  private func receiveAgain() {
    onTheSpot = nil
    while onTheSpot == nil, let body = unreceived.popFirst() { body() }
  }

  // MARK: - The watch

  /// Has another thread receive when this one takes too long.
  func watchReceiver() {
    guard !isReceiverWatched else { return }
    isReceiverWatched = true
    later(Self.lookMicroseconds) { [weak self] in
      guard let self else { return }
      isReceiverWatched = false
      if lateness.look(onTheSpot?.batch) != nil, let session = onTheSpot?.session {
        world.note("turn", session.turn.phase.name, "lost role")
        session.turn.lostRole()
        sendSoon(session)
        receiveAgain()
      } else if onTheSpot != nil {
        watchReceiver()
      }
    }
  }

  // MARK: - Answers

  /// Sends what is ready with the next look at the sessions that threads handle.
  func sendSoon(_ session: SimulatedSession) {
    guard !session.isSendDue else { return }
    session.isSendDue = true
    later(world.number(1...1_000)) { [weak self, session] in
      self?.whenReceiving { [weak self, session] in
        session.isSendDue = false
        self?.send(session)
      }
    }
  }

  private func send(_ session: SimulatedSession) {
    guard sessions[session.connection.number] === session else { return }
    if let output = session.takeReady() { session.connection.sendToClient(output) }
  }
}
