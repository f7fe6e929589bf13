import PandoHosting
import Testing

@Suite("Turns of threads and tasks that wait for room")
struct RoomTurnsTests {
  /// One that an expectation may change.
  private final class Turns {
    var value = RoomTurns()

    func slept() { value.slept() }

    func looks() { value.looks() }

    func wakes(hasRoom: Bool, hasEntries: Bool) -> Bool {
      value.wakes(hasRoom: hasRoom, hasEntries: hasEntries)
    }
  }

  @Test("threads are woken where there is enough room, once")
  func wakes() {
    let turns = Turns()
    #expect(!turns.wakes(hasRoom: true, hasEntries: false))
    turns.slept()
    turns.slept()
    #expect(!turns.wakes(hasRoom: false, hasEntries: false))
    #expect(turns.wakes(hasRoom: true, hasEntries: true))
    #expect(!turns.wakes(hasRoom: true, hasEntries: true))
    turns.looks()
    turns.looks()
    #expect(!turns.value.areThreadsAsleep)
  }

  @Test("entries wait until the threads that were woken have looked, and then come first")
  func alternates() {
    let turns = Turns()
    #expect(turns.value.admitsEntries(hasRoom: false))
    turns.slept()
    #expect(!turns.value.admitsEntries(hasRoom: false))
    for _ in 0..<3 {
      #expect(turns.wakes(hasRoom: true, hasEntries: true))
      #expect(!turns.value.admitsEntries(hasRoom: true))
      turns.looks()
      turns.slept()
      #expect(!turns.wakes(hasRoom: true, hasEntries: true))
      #expect(turns.value.admitsEntries(hasRoom: true))
      turns.value.admitted()
    }
    // Nobody else waits.
    #expect(turns.wakes(hasRoom: true, hasEntries: false))
    turns.looks()
    turns.slept()
    #expect(turns.wakes(hasRoom: true, hasEntries: false))
  }

  @Test("a thread that slept while others were woken is woken with the next")
  func late() {
    let turns = Turns()
    turns.slept()
    #expect(turns.wakes(hasRoom: true, hasEntries: false))
    turns.slept()
    #expect(turns.wakes(hasRoom: true, hasEntries: false))
    turns.looks()
    turns.looks()
    #expect(turns.value.admitsEntries(hasRoom: false))
  }
}
