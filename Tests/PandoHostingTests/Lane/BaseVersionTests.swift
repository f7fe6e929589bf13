import PandoHosting
import Testing

@Suite("The version of a lane's base")
struct BaseVersionTests {
  @Test("grows when a base is put back")
  func restored() {
    var machine = LaneMachine(base: [1], window: 1)
    let version = machine.baseVersion
    machine.restoreBase([1, 2])
    #expect(machine.baseVersion > version)
  }
}
