import PandoHosting
import Testing

@Suite("When a reducer hangs")
struct HangMachineTests {
  @Test("a message may take its time-out, and no longer")
  func limit() {
    let subject = Subject(HangMachine(messageCount: 5, now: 1_000))
    #expect(
      subject.change { $0.look(messageCount: 5, timeoutMilliseconds: 300, now: 1_100) } == nil)
    #expect(
      subject.change { $0.look(messageCount: 5, timeoutMilliseconds: 300, now: 1_300) } == nil)
    #expect(
      subject.change { $0.look(messageCount: 5, timeoutMilliseconds: 300, now: 1_301) } == 301)
  }

  @Test("progress begins the time anew, however slow it is")
  func progress() {
    let subject = Subject(HangMachine(messageCount: 0, now: 0))
    for step in 1...100 {
      let now = step * 300
      #expect(
        subject.change { $0.look(messageCount: UInt64(step), timeoutMilliseconds: 300, now: now) }
          == nil)
      #expect(
        subject.change {
          $0.look(messageCount: UInt64(step), timeoutMilliseconds: 300, now: now + 290)
        }
          == nil)
    }
  }

  /// A machine that expectations can change.
  private final class Subject {
    var machine: HangMachine

    init(_ machine: HangMachine) {
      self.machine = machine
    }

    func change<Result>(_ body: (inout HangMachine) -> Result) -> Result { body(&machine) }
  }
}
