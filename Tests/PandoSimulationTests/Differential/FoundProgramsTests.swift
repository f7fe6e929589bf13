import Pando
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

  @Test("an action that hangs is found, though its lane is to move to balance workers")
  func hangsWhileItIsToMove() throws {
    let program = try SimulatedProgram(
      json: #"""
        {"events":[{"send":{"_1":{"always":{"_0":{"pages":{"_0":{"popFrom":{"id":4}}}}}},"client":0}},{"send":{"_1":{"sheet":{"_0":{"presented":{"_0":{"run":{"_0":{"id":2,"parent":{"nothing":{}},"steps":[]}}}}}}},"client":0}},{"send":{"_1":{"showSheet":{"id":101}},"client":0}},{"send":{"_1":{"always":{"_0":{"run":{"_0":{"id":4,"parent":{"nothing":{}},"steps":[{"hang":{}}]}}}}},"client":0}},{"send":{"_1":{"sheet":{"_0":{"presented":{"_0":{"nested":{"_0":{"run":{"_0":{"id":5,"parent":{"nothing":{}},"steps":[]}}}}}}}}},"client":0}},{"fault":{"_0":{"kill":{"victim":9}}}}],"setup":{"clientCount":1,"isAsReady":false,"latencyMicroseconds":2000,"seed":9010,"source":"spawned","startsAtOnce":true,"timeoutMilliseconds":3000,"window":3,"workerCount":2}}
        """#)
    #expect(program.violation() == nil)
  }

  @Test("a worker is told of a child that goes on in the client's process")
  func leavesItsWorker() throws {
    let program = try SimulatedProgram(
      json: #"""
        {"events":[{"send":{"_1":{"present":{"id":101}},"client":0}},{"send":{"_1":{"optional":{"_0":{"run":{"_0":{"id":23,"parent":{"nothing":{}},"steps":[{"crash":{}}]}}}}},"client":0}},{"send":{"_1":{"present":{"id":110}},"client":0}}],"setup":{"clientCount":1,"inProcessPlaces":["optional"],"isAsReady":false,"latencyMicroseconds":20,"seed":2447619341,"source":"spawned","timeoutMilliseconds":3000,"window":8,"workerCount":3}}
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
  @Test(
    "a worker that is at the actions of a child that has left it is not taken for one that hangs")
  func left() {
    let milliseconds = [
      374, 328, 246, 119, 281, 127, 234, 221, 220, 212, 295, 135, 371, 205, 101, 361, 394, 184, 59,
      350, 207, 164,
    ]
    let actions: [Root.Action] =
      [
        .always(.run(Script(id: 32, steps: [.work(microseconds: 212_000)]))),
        .toggleSharers,
        .sharers(.element(id: 1, action: .add(1))),
        .sharers(.element(id: 2, action: .add(7))),
        .toggleSharers,
        .toggleSharers,
        .sharers(.element(id: 2, action: .look)),
      ]
      + milliseconds.enumerated().map { index, milliseconds in
        .always(.run(Script(id: 59 + index, steps: [.work(microseconds: milliseconds * 1_000)])))
      }
    var setup = Setup(seed: 401_792)
    setup.workerCount = 3
    setup.window = 100
    setup.latencyMicroseconds = 20
    setup.timeoutMilliseconds = 3_000
    let events = actions.map { Event.send(client: 0, $0) }
    #expect(SimulatedProgram(setup: setup, events: events).violation() == nil)
  }

  /// The child's actions commit when they are ready, so its dismissal overtakes them; what another child sends then
  /// waits behind them all, for longer than an action may take.
  @Test("a worker that is at the actions of a child that is gone is not taken for one that hangs")
  func gone() {
    let actions: [Root.Action] =
      [.present(id: 1)]
      + (1...20).map {
        .optional(.run(Script(id: $0, steps: [.work(microseconds: 250_000)])))
      } + [.dismiss, .always(.run(Script(id: 30, steps: [.add(1)])))]
    var setup = Setup(seed: 7)
    setup.window = 100
    setup.isAsReady = true
    setup.timeoutMilliseconds = 300
    let events = actions.map { Event.send(client: 0, $0) }
    #expect(SimulatedProgram(setup: setup, events: events).violation() == nil)
  }
}
