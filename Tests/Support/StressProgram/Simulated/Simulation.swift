import PandoSimulation

/// The simulation that this process runs, for the features in it: their journal and their time.
final class Simulation {
  // A process runs one simulation after the other, all on its main thread.
  nonisolated(unsafe) static var current: Simulation?

  let world: SimulatedWorld
  private(set) var starts: [JournalRecord.Start] = []
  private(set) var returns: [JournalRecord.Return] = []
  private var lastToken: UInt64 = 0

  init(_ world: SimulatedWorld) {
    self.world = world
  }

  var nanoseconds: UInt64 { UInt64(world.time.now) * 1_000 }

  /// True if the process that an effect is of has ended.
  private var isMuted: Bool { SimulatedExecutor.running?.isMuted == true }

  func noteStart(work: Int, effect: Int) -> UInt64 {
    lastToken += 1
    if !isMuted {
      starts.append(
        JournalRecord.Start(
          work: work, effect: effect, token: lastToken, nanoseconds: nanoseconds))
    }
    return lastToken
  }

  func noteReturn(work: Int, effect: Int, number: Int) {
    if isMuted { return }
    returns.append(
      JournalRecord.Return(work: work, effect: effect, number: number, nanoseconds: nanoseconds))
  }
}
