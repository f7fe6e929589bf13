import SimulationPrograms
import Testing

/// Programs that simulation found, and made short: each failed once.
@Suite("Programs that failed once")
struct FoundProgramsTests {
  @Test(
    "what a child sends in an action that its parent reduced first is reduced too, and the action once"
  )
  func sendsBehindAnEarlierReducer() throws {
    let program = try SimulatedProgram(
      json: #"""
        {"events":[{"send":{"_1":{"present":{"id":110}},"client":0}},{"send":{"_1":{"optional":{"_0":{"run":{"_0":{"id":28,"parent":{"nothing":{}},"rush":5,"steps":[{"send":{"_0":{"id":29,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":2189}}]}}}]}}}}},"client":0}}],"setup":{"clientCount":1,"isAsReady":false,"latencyMicroseconds":20,"seed":64,"source":"spawned","timeoutMilliseconds":3000,"window":8,"workerCount":1}}
        """#)
    #expect(program.violation() == nil)
  }
}
