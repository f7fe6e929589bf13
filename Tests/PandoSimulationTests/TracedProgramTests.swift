import SimulationPrograms
import Testing

/// Programs of which every action is traced: each that commits has a trace that says so, and no span is left open.
@Suite("The trace of an action", .timeLimit(.minutes(15)))
struct TracedProgramTests {
  @Test("begins where the store mounts a feature again whose worker has died")
  func mountedAgain() throws {
    let program = try SimulatedProgram(
      json: #"""
        {"events":[{"send":{"_1":{"toggleDock":{"id":3}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":2,"parent":{"nothing":{}},"steps":[{"crash":{}}]}}}}},"client":0}}],"setup":{"clientCount":1,"isAsReady":false,"latencyMicroseconds":20,"seed":4325,"source":"spawned","timeoutMilliseconds":3000,"tracesOneOf":1,"window":8,"workerCount":1}}
        """#)
    #expect(program.violation() == nil)
  }

  /// A reducer that outlives its session ends with the process, and with it the effects that the session had.
  @Test(
    "has the span of an effect above it whose worker ended while it reduced",
    arguments: [205_555_712, 205_558_260] as [UInt64])
  func endedWhileReducing(seed: UInt64) {
    #expect(SimulatedProgram(seed: seed).violation() == nil)
  }

  /// An action that turns out to be for another child is taken out of its lane, and the traced ones behind it move up.
  @Test("moves up with its action", arguments: [UInt64(174), 843])
  func movedUp(seed: UInt64) {
    #expect(SimulatedProgram(seed: seed).violation() == nil)
  }
}
