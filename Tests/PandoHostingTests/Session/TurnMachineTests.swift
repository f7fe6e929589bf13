import PandoHosting
import Testing

@Suite("Who handles the messages of a session")
struct TurnMachineTests {
  @Test("quick batches are handled where they are received")
  func quick() {
    let subject = Subject(TurnMachine(quickMicroseconds: 200))
    for _ in 0..<10 {
      #expect(subject.change { $0.received() } == .handle)
      #expect(!subject.change { $0.finishedOnTheSpot(microseconds: 50, isQueueEmpty: true) })
      #expect(subject.machine.phase == .idle)
    }
  }

  @Test("after a slow batch the next are queued, until some were quick again")
  func slow() {
    let subject = Subject(TurnMachine(quickMicroseconds: 200))
    #expect(subject.change { $0.received() } == .handle)
    #expect(!subject.change { $0.finishedOnTheSpot(microseconds: 5_000, isQueueEmpty: true) })
    var queuedCount = 0
    while subject.change({ $0.received() }) == .queueAndSchedule {
      queuedCount += 1
      #expect(subject.change { $0.received() } == .queue)
      subject.machine.began()
      #expect(
        subject.change { $0.finished(microseconds: 20, isQueueEmpty: false, othersWait: false) })
      #expect(
        !subject.change { $0.finished(microseconds: 20, isQueueEmpty: true, othersWait: false) })
      #expect(queuedCount < 50)
    }
    #expect(queuedCount > 1)
    #expect(subject.machine.phase == .onTheSpot)
  }

  @Test("a thread that lost its role goes on with what came meanwhile")
  func lostRole() {
    let subject = Subject(TurnMachine())
    #expect(subject.change { $0.received() } == .handle)
    #expect(subject.change { $0.received() } == .queue)
    subject.machine.lostRole()
    #expect(
      subject.change { $0.finished(microseconds: 9_000, isQueueEmpty: false, othersWait: false) })
    #expect(subject.change { $0.received() } == .queue)
    #expect(!subject.change { $0.finished(microseconds: 10, isQueueEmpty: true, othersWait: true) })
    #expect(subject.machine.phase == .idle)
  }

  @Test("a session makes room for others after each batch")
  func fairness() {
    let subject = Subject(TurnMachine())
    #expect(subject.change { $0.received(mustQueue: true) } == .queueAndSchedule)
    subject.machine.began()
    #expect(
      !subject.change { $0.finished(microseconds: 10, isQueueEmpty: false, othersWait: true) })
    #expect(subject.machine.phase == .waiting)
    #expect(subject.change { $0.received() } == .queue)
    subject.machine.began()
    #expect(!subject.change { $0.finished(microseconds: 10, isQueueEmpty: true, othersWait: true) })
    #expect(subject.machine.phase == .idle)
  }

  @Test("what must not be handled on the spot is queued, however quick the session is")
  func mustQueue() {
    let subject = Subject(TurnMachine())
    #expect(subject.change { $0.received(mustQueue: true) } == .queueAndSchedule)
    subject.machine.began()
    #expect(
      !subject.change { $0.finished(microseconds: 10, isQueueEmpty: true, othersWait: false) })
    #expect(subject.change { $0.received() } == .handle)
    // Asked for while the batch is handled, it comes behind it.
    #expect(subject.change { $0.received(mustQueue: true) } == .queue)
    #expect(subject.change { $0.finishedOnTheSpot(microseconds: 10, isQueueEmpty: false) })
    #expect(subject.machine.phase == .waiting)
  }

  @Test("the average follows the samples, and one alone counts no more than 10 ms")
  func average() {
    let subject = Subject(TurnMachine())
    _ = subject.change { $0.received() }
    _ = subject.change { $0.finishedOnTheSpot(microseconds: 60_000_000, isQueueEmpty: true) }
    #expect(subject.machine.averageMicroseconds == 2_500)
    for _ in 0..<40 {
      _ = subject.change { $0.received(mustQueue: true) }
      subject.machine.began()
      _ = subject.change { $0.finished(microseconds: 3, isQueueEmpty: true, othersWait: false) }
    }
    #expect(subject.machine.averageMicroseconds == 3)
  }

  /// A machine that expectations can change.
  private final class Subject {
    var machine: TurnMachine

    init(_ machine: TurnMachine) {
      self.machine = machine
    }

    func change<Result>(_ body: (inout TurnMachine) -> Result) -> Result { body(&machine) }
  }
}
