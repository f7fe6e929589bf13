/// Programs on lanes and hosts alone, which tests know as the differential tests: deliveries between them
/// take any order, and there are no links, sessions or pools.
package enum LaneChecks {
  /// Deliveries in any order between lanes; nil where all is as in one process.
  package static func delays(seed: UInt64) throws -> String? {
    let window = [1, 2, 3, 8, 100][Int(seed % 5)]
    let (hosted, accepted) = try simulate(program(seed), seed: seed, window: window)
    let local = replay(accepted)
    if hosted != local { return hosted.difference(from: local) }
    return hosted.survivorOfThePast
  }

  /// Lanes that move between workers at any step, and deliveries in any order.
  package static func drains(seed: UInt64) throws -> String? {
    let window = [1, 2, 3, 8, 100][Int(seed % 5)]
    let (hosted, accepted) = try simulate(
      program(seed), seed: seed, window: window, drains: true)
    let local = replay(accepted)
    if hosted != local { return hosted.difference(from: local) }
    return hosted.survivorOfThePast
  }

  /// Workers that end at any step.
  package static func crashes(seed: UInt64) throws -> String? {
    let (hosted, accepted) = try simulate(program(seed), seed: seed, window: 20, crashes: true)
    let local = replay(accepted)
    if hosted.commits != local.commits { return hosted.difference(from: local) }
    return hosted.effectStartedTwice(unlike: local, inOrder: true) ?? hosted.survivorOfThePast
  }

  /// Three threads that send at once.
  package static func threads(seed: UInt64) -> String? {
    let (hosted, accepted) = race(program(seed), threads: 3)
    let local = replay(accepted)
    return hosted.commits == local.commits ? nil : hosted.difference(from: local)
  }

  private static func program(_ seed: UInt64) -> [Root.Action] {
    var generator = ProgramGenerator(seed: seed)
    return generator.program()
  }
}
