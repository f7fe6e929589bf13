/// Says which thread handles the messages of one session: the one that receives, or one that reduces.
///
/// The receiving thread handles a batch on the spot where nothing waits before it and recent batches
/// were quick, which saves the way to another thread. Everything else is queued. Pure: the time that
/// work took arrives with the events.
package struct TurnMachine: Equatable {
  package enum Phase: Equatable {
    /// Nothing is to be done.
    case idle
    /// The receiving thread handles a batch.
    case onTheSpot
    /// Waits for a thread.
    case waiting
    /// A thread that reduces handles what is queued.
    case running
  }

  package enum Directive: Equatable {
    /// Handle the batch here, and say `finishedOnTheSpot` or `lostRole`.
    case handle
    /// Queue the batch; a thread is to be found for the session.
    case queueAndSchedule
    /// Queue the batch; a thread comes to it by itself.
    case queue
  }

  package private(set) var phase = Phase.idle

  /// The moving average of what a batch took.
  package private(set) var averageMicroseconds = 0

  private let quickMicroseconds: Int

  /// A single sample counts no more than this, so that one slow batch is forgotten after a few.
  private static let sampleAtMostMicroseconds = 10_000

  /// - Parameter quickMicroseconds: What batches may take to be handled on the spot.
  package init(quickMicroseconds: Int = 200) {
    self.quickMicroseconds = quickMicroseconds
  }

  /// A batch came. `mustQueue` says that it is not for the receiving thread, however quick.
  package mutating func received(mustQueue: Bool = false) -> Directive {
    switch phase {
    case .idle where !mustQueue && averageMicroseconds < quickMicroseconds:
      phase = .onTheSpot
      return .handle
    case .idle:
      phase = .waiting
      return .queueAndSchedule
    case .onTheSpot, .waiting, .running:
      return .queue
    }
  }

  /// The receiving thread has handled its batch. Returns whether a thread is to be found for what was
  /// queued meanwhile.
  package mutating func finishedOnTheSpot(microseconds: Int, isQueueEmpty: Bool) -> Bool {
    precondition(phase == .onTheSpot, "a batch is finished where it was begun")
    note(microseconds)
    phase = isQueueEmpty ? .idle : .waiting
    return !isQueueEmpty
  }

  /// The receiving thread took too long, and another receives: it goes on as one that reduces, and says `finished` for
  /// this batch, too.
  package mutating func lostRole() {
    precondition(phase == .onTheSpot, "only who handles a batch on the spot can be late")
    phase = .running
  }

  /// A thread that reduces has come.
  package mutating func began() {
    precondition(phase == .waiting, "a thread comes to a session that waits")
    phase = .running
  }

  /// A thread that reduces has handled a batch. Returns whether it goes on with the session; else, with
  /// something queued, a thread is to be found again.
  package mutating func finished(
    microseconds: Int, isQueueEmpty: Bool, othersWait: Bool
  ) -> Bool {
    precondition(phase == .running, "a batch is finished where it was begun")
    note(microseconds)
    if isQueueEmpty {
      phase = .idle
    } else if othersWait {
      phase = .waiting
    }
    return phase == .running
  }

  private mutating func note(_ microseconds: Int) {
    let sample = min(max(microseconds, 0), Self.sampleAtMostMicroseconds)
    averageMicroseconds += (sample - averageMicroseconds) / 4
    // The division rounds towards zero; without this an average of 3 would last for ever.
    if sample < averageMicroseconds, averageMicroseconds - sample < 4 {
      averageMicroseconds = sample
    }
  }
}
