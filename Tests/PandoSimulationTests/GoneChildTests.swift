import SimulationPrograms
import Testing

@Suite("A child that has gone", .timeLimit(.minutes(15)))
struct GoneChildTests {
  /// It lost its effects with a worker, and it goes before its turn comes to hear of that: its lane still closes then.
  @Test("is not told any more that its effects ended")
  func isNotTold() {
    #expect(SimulatedProgram(seed: 301_204).violation() == nil)
  }

  /// Its lane closes with the answer that was about to commit, and its worker dies before it says that the lane is closed.
  @Test(
    "leaves nothing to compare when its worker dies",
    arguments: [205_514_128, 205_544_088] as [UInt64])
  func isNotCompared(seed: UInt64) {
    #expect(SimulatedProgram(seed: seed).violation() == nil)
  }
}
