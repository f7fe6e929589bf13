import PandoHosting
import Testing

@Suite("Room in the window of a store")
struct CommitRoomTests {
  private func full(beside: Int = 0) -> CommitMachine<WorldEntry> {
    var machine = CommitMachine<WorldEntry>(window: 2)
    for index in 0..<2 {
      let lane = LaneID(rawValue: 1)
      let route = index < beside ? CommitMachine<WorldEntry>.Route.asReady(newest: lane) : .asSent
      _ = machine.accept(WorldEntry("\(index)"), route)
    }
    return machine
  }

  @Test(
    "a full window makes those wait who can, whatever waits beside the buffer", arguments: 0...2)
  func waits(beside: Int) {
    var machine = full(beside: beside)
    #expect(machine.hasNoRoom && machine.besideCount == beside)
    #expect(machine.admit(mayWait: true) == .waits)
    #expect(machine.admit(mayWait: false) == .goesBeyond)
  }

  @Test("bytes fill the window as actions do")
  func bytes() {
    var machine = CommitMachine<WorldEntry>(window: 2)
    machine.windowBytes = 10
    machine.add(bytes: 9)
    #expect(machine.admit(mayWait: true) == .accepts)
    machine.add(bytes: 1)
    #expect(machine.admit(mayWait: true) == .waits)
    machine.add(bytes: 150)
    #expect(machine.admit(mayWait: false) == .refuses(isNews: true))
    machine.remove(bytes: 151)
    #expect(machine.admit(mayWait: true) == .accepts)
  }

  @Test(
    "sixteen windows of senders who cannot wait are taken, and the first that is refused is news")
  func refuses() {
    var machine = CommitMachine<WorldEntry>(window: 2)
    for index in 0..<32 {
      #expect(machine.admit(mayWait: false) == (index < 2 ? .accepts : .goesBeyond))
      _ = machine.accept(WorldEntry("\(index)"), .asSent)
    }
    #expect(machine.admit(mayWait: false) == .refuses(isNews: true))
    #expect(machine.admit(mayWait: false) == .refuses(isNews: false))
    machine.noteRoom()
    #expect(machine.admit(mayWait: false) == .refuses(isNews: false))
    while !machine.isQueueEmpty { machine.popHead() }
    machine.noteRoom()
    for index in 0..<32 { _ = machine.accept(WorldEntry("again \(index)"), .asSent) }
    #expect(machine.admit(mayWait: false) == .refuses(isNews: true))
  }

  @Test("what commits give rise to counts against nothing, in the buffer and beside it")
  func followUps() {
    typealias Machine = CommitMachine<WorldEntry>
    let lane = LaneID(rawValue: 1)
    var machine = Machine(window: 2)
    _ = machine.accept(WorldEntry("beside"), .asReady(newest: lane))
    for index in 0..<40 {
      let route = index.isMultiple(of: 2) ? Machine.Route.asSent : .asReady(newest: lane)
      _ = machine.acceptFollowUp(WorldEntry("follows \(index)"), route)
    }
    let last = WorldEntry("its child goes")
    _ = machine.acceptFollowUp(last, .asReady(newest: lane))
    machine.moveInside(last, since: lane)
    // With the one beside the buffer these are sixteen windows.
    for index in 0..<31 {
      #expect(machine.admit(mayWait: false) == (index == 0 ? .accepts : .goesBeyond))
      _ = machine.accept(WorldEntry("\(index)"), .asSent)
    }
    #expect(machine.admit(mayWait: false) == .refuses(isNews: true))
  }

  @Test("those who wait are let in one by one, in their order, as room comes")
  func order() {
    var machine = full()
    let (first, second) = (WorldEntry("first"), WorldEntry("second"))
    machine.wait(first)
    machine.wait(second)
    #expect(machine.takeWaiting() == nil)
    machine.popHead()
    let othersGoAhead = machine.admitsAtOnce
    #expect(!othersGoAhead)
    #expect(machine.takeWaiting() === first)
    _ = machine.accept(first, .asSent)
    #expect(machine.takeWaiting() == nil)
    machine.popHead()
    #expect(machine.takeWaiting() === second)
    let isOpenAgain = machine.admitsAtOnce
    #expect(isOpenAgain)
  }

  @Test("a store that has stopped makes nobody wait, and gives back who does")
  func stop() {
    var machine = full()
    let entry = WorldEntry("waits")
    machine.wait(entry)
    machine.stop()
    #expect(machine.admit(mayWait: true) == .accepts && machine.admitsAtOnce)
    #expect(machine.takeAllWaiting().map(\.name) == ["waits"])
    #expect(entry.standing.place == .left)
    while !machine.isQueueEmpty { machine.popHead() }
    machine.clear()
    #expect(machine.isEmpty && !machine.hasWaiting)
  }
}
