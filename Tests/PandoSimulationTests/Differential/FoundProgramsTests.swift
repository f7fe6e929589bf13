import Testing

@testable import SimulationPrograms

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

  @Test("what a child cancels in an action that its parent reduced first is cancelled")
  func cancelsBehindAnEarlierReducer() throws {
    let program = try SimulatedProgram(
      json: #"""
        {"events":[{"send":{"_1":{"local":{"_0":{"id":10,"parent":{"nothing":{}},"steps":[{"endless":{"cancelID":1}}]}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":14,"parent":{"nothing":{}},"rush":4,"steps":[{"cancel":{"_0":1}}]}}}}},"client":0}}],"setup":{"clientCount":1,"isAsReady":false,"latencyMicroseconds":20,"seed":304780,"source":"spawned","timeoutMilliseconds":60000,"window":8,"workerCount":1}}
        """#)
    #expect(program.violation() == nil)
  }

  @Test("an action on trial is not condemned for what another child does to their worker")
  func trialBesidePoison() throws {
    let program = try SimulatedProgram(
      json: #"""
        {"events":[{"send":{"_1":{"present":{"id":104}},"client":0}},{"wait":{"microseconds":26280}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":14,"parent":{"nothing":{}},"steps":[{"send":{"_0":{"id":15,"parent":{"nothing":{}},"steps":[{"send":{"_0":{"id":16,"parent":{"nothing":{}},"steps":[{"dismiss":{}},{"presentNested":{"id":105}},{"add":{"_0":1}}]}}},{"resetPages":{"id":106}},{"dismiss":{}}]}}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":17,"parent":{"nothing":{}},"steps":[{"hang":{}}]}}}}},"client":0}},{"send":{"_1":{"optional":{"_0":{"run":{"_0":{"id":18,"parent":{"nothing":{}},"steps":[{"crash":{}}]}}}}},"client":0}}],"setup":{"clientCount":1,"isAsReady":false,"latencyMicroseconds":20,"seed":302318,"source":"connected","timeoutMilliseconds":3000,"window":8,"workerCount":2}}
        """#)
    #expect(program.violation() == nil)
  }

  @Test("an effect that follows a cancellation of its identity lives, where a parent reduced first")
  func startsBehindItsCancellation() throws {
    let program = try SimulatedProgram(
      json: #"""
        {"events":[{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":23,"parent":{"nothing":{}},"rush":3,"steps":[{"cancel":{"_0":1}},{"endless":{"cancelID":1}}]}}}}},"client":0}}],"setup":{"clientCount":1,"isAsReady":false,"latencyMicroseconds":20,"seed":513448,"source":"spawned","timeoutMilliseconds":60000,"window":8,"workerCount":1}}
        """#)
    #expect(program.violation() == nil)
  }

  @Test("a client that only listens, while a worker is at a long batch, is not taken for gone")
  func listens() {
    let events: [Event] = (1...50).map {
      .send(client: 0, .always(.run(Script(id: $0, steps: [.work(microseconds: 300_000)]))))
    }
    var setup = Setup(seed: 1)
    setup.window = 100
    #expect(SimulatedProgram(setup: setup, events: events).violation() == nil)
  }

  /// Children that move to other workers leave what they had sent to the one that they leave, which
  /// reduces all of it.
  @Test("a worker that is at the actions of a child that has left it is not taken for one that hangs")
  func left() throws {
    let program = try SimulatedProgram(
      json: #"""
        {"events":[{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":32,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":212000}}]}}}}},"client":0}},{"send":{"_1":{"toggleSharers":{}},"client":0}},{"send":{"_1":{"sharers":{"_0":{"element":{"action":{"add":{"_0":1}},"id":1}}}},"client":0}},{"send":{"_1":{"sharers":{"_0":{"element":{"action":{"add":{"_0":7}},"id":2}}}},"client":0}},{"send":{"_1":{"toggleSharers":{}},"client":0}},{"send":{"_1":{"toggleSharers":{}},"client":0}},{"send":{"_1":{"sharers":{"_0":{"element":{"action":{"look":{}},"id":2}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":59,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":374000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":60,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":328000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":61,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":246000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":62,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":119000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":64,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":281000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":65,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":127000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":66,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":234000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":67,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":221000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":68,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":220000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":69,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":212000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":70,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":295000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":71,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":135000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":72,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":371000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":73,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":205000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":74,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":101000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":75,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":361000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":76,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":394000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":77,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":184000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":78,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":59000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":79,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":350000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":80,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":207000}}]}}}}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":82,"parent":{"nothing":{}},"steps":[{"work":{"microseconds":164000}}]}}}}},"client":0}}],"setup":{"clientCount":1,"isAsReady":false,"latencyMicroseconds":20,"seed":401792,"source":"spawned","timeoutMilliseconds":3000,"window":100,"workerCount":3}}
        """#)
    #expect(program.violation() == nil)
  }
}
