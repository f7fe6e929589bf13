import SimulationPrograms
import Testing

@Suite("A child that has gone", .timeLimit(.minutes(2)))
struct GoneChildTests {
  /// It lost its effects with a worker, and it goes before its turn comes to hear of that: its lane still closes then.
  @Test("is not told any more that its effects ended")
  func isNotTold() {
    #expect(SimulatedProgram(seed: 301_204).violation() == nil)
  }
}
