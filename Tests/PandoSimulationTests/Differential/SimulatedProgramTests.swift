import Testing

@testable import SimulationPrograms

@Suite("A simulated program")
struct SimulatedProgramTests {
  @Test("is the same each time for a seed")
  func isDeterministic() {
    for seed: UInt64 in 1...100 {
      #expect(SimulatedProgram(seed: seed) == SimulatedProgram(seed: seed))
    }
  }

  @Test("is read from the test that it is printed as")
  func survivesItsText() throws {
    for seed: UInt64 in 1...100 {
      let program = SimulatedProgram(seed: seed)
      #expect(try SimulatedProgram(json: program.json) == program)
      #expect(program.asTest(seed: seed).contains(program.json))
    }
  }

  @Test("shrinks to the one event that is at fault, on a plain cluster")
  func shrinks() throws {
    let seed = try #require(
      (1...1_000).first { SimulatedProgram(seed: $0).events.contains(where: \.isPoison) })
    let program = SimulatedProgram(seed: seed)
    let short = program.shrunk { $0.events.contains(where: \.isPoison) }
    #expect(short.events.count == 1)
    #expect(short.events.first?.isPoison == true)
    #expect(short.setup.clientCount == 1)
    #expect(short.setup.workerCount == 1)
    #expect(short.setup.source == .spawned)
  }

  @Test("shrinks to two events where only both are at fault, in their order")
  func shrinksToTwo() throws {
    let program = SimulatedProgram(
      setup: Setup(seed: 1),
      events: (0..<50).map { .send(client: 0, .present(id: $0)) })
    let short = program.shrunk { program in
      guard let first = program.events.firstIndex(of: .send(client: 0, .present(id: 7))),
        let second = program.events.firstIndex(of: .send(client: 0, .present(id: 41)))
      else { return false }
      return first < second
    }
    #expect(
      short.events == [.send(client: 0, .present(id: 7)), .send(client: 0, .present(id: 41))])
  }

  @Test("that differs from one process is told")
  func tellsOfDifferences() {
    let one = Record(commits: [Record.Commit(action: .dismiss, state: Root.State())])
    var state = Root.State()
    state.total = 1
    let other = Record(commits: [Record.Commit(action: .dismiss, state: state)])
    #expect(one.difference(from: other).contains("commit 0 differs"))
    #expect(one.difference(from: Record()).contains("1 commits hosted, 0 in-process"))
    var effects = EffectLog.Entries()
    effects.started = [1: ["a", "a"]]
    var once = EffectLog.Entries()
    once.started = [1: ["a"]]
    #expect(
      Record(effects: effects).effectStartedTwice(unlike: Record(effects: once), inOrder: false)
        != nil)
    #expect(
      Record(effects: once).effectStartedTwice(unlike: Record(effects: effects), inOrder: false)
        == nil)
  }
}
