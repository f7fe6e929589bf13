import Foundation
import Pando
import PandoSimulation
import Testing

/// Promises P1 to P5: random programs give equal histories and equal effects, hosted and in-process.
@Suite("Hosted and in-process agree")
struct DifferentialTests {
  /// The first seed; `PANDO_SEED` sets it, and `PANDO_PROGRAMS` how many follow.
  static let seed =
    ProcessInfo.processInfo.environment["PANDO_SEED"].flatMap(UInt64.init)
    ?? UInt64.random(in: 0...UInt64(UInt32.max))
  static let count =
    ProcessInfo.processInfo.environment["PANDO_PROGRAMS"].flatMap(Int.init) ?? 2_000

  @Test("random programs on a simulated cluster with delays, in any order between lanes")
  func simulated() async {
    print("seed \(Self.seed): \(Self.count) programs (PANDO_SEED and PANDO_PROGRAMS set them)")
    let failure = await onThread {
      try Self.firstFailure(Self.count) { seed in
        let program = Self.program(seed)
        let window = [1, 2, 3, 8, 100][Int(seed % 5)]
        let (hosted, accepted) = try simulate(program, seed: seed, window: window)
        let local = replay(accepted)
        if hosted != local { return Self.difference(hosted, local) }
        return Self.survivorOfThePast(hosted)
      }
    }
    #expect(failure == nil)
  }

  @Test("workers that crash at any step change no committed state, and start no effect twice")
  func crashing() async {
    let failure = await onThread {
      try Self.firstFailure(Self.count / 4) { seed in
        let program = Self.program(seed)
        let (hosted, accepted) = try simulate(program, seed: seed, window: 20, crashes: true)
        let local = replay(accepted)
        if hosted.commits != local.commits { return Self.difference(hosted, local) }
        // At most once: an effect may be lost with its worker, and is never started again.
        for (life, names) in hosted.effects.started
        where !Self.isSubsequence(names, of: local.effects.started[life, default: []]) {
          return "life \(life) started \(names)"
        }
        return Self.survivorOfThePast(hosted)
      }
    }
    #expect(failure == nil)
  }

  @Test("actions of several threads, in the order in which they were accepted")
  func threads() async {
    let failure = await onThread {
      try Self.firstFailure(Self.count / 10) { seed in
        let (hosted, accepted) = race(Self.program(seed), threads: 3)
        let local = replay(accepted)
        return hosted.commits == local.commits ? nil : Self.difference(hosted, local)
      }
    }
    #expect(failure == nil)
  }

  private static func program(_ seed: UInt64) -> [Root.Action] {
    var generator = ProgramGenerator(seed: seed)
    return generator.program()
  }

  /// What went wrong first, with the seed that repeats it.
  private static func firstFailure(
    _ count: Int, _ check: (_ seed: UInt64) throws -> String?
  ) throws -> String? {
    for seed in seed..<seed + UInt64(count) {
      if let failure = try check(seed) { return "seed \(seed): \(failure)" }
    }
    return nil
  }

  /// P5: what an effect of a life sent never commits after that life.
  private static func survivorOfThePast(_ record: Record) -> String? {
    for commit in record.commits {
      guard let (script, life) = lifeOf(commit), script.life != life else { continue }
      return "action \(script.id) outlived its child"
    }
    return nil
  }

  /// The script of an action that an effect sent, and the life of the child that it met.
  private static func lifeOf(_ commit: Record.Commit) -> (Script, Int)? {
    switch commit.action {
    case .optional(.run(let script)):
      guard script.life != nil, script.parent == .nothing,
        let child = commit.state.optional
      else { return nil }
      return (script, child.life)
    case .rows(.element(let id, .run(let script))):
      guard script.life != nil, script.parent == .nothing, let child = commit.state.rows[id: id]
      else { return nil }
      return (script, child.life)
    case .path(.element(let id, .run(let script))):
      guard script.life != nil, script.parent == .nothing, let child = commit.state.path[id: id]
      else { return nil }
      return (script, child.life)
    default:
      return nil
    }
  }

  private static func isSubsequence(_ part: [String], of whole: [String]) -> Bool {
    var rest = whole[...]
    for name in part {
      guard let index = rest.firstIndex(of: name) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }

  private static func difference(_ hosted: Record, _ local: Record) -> String {
    for (index, (left, right)) in zip(hosted.commits, local.commits).enumerated()
    where left != right {
      return "commit \(index) differs\nhosted: \(left)\nlocal:  \(right)"
    }
    if hosted.commits.count != local.commits.count {
      return "\(hosted.commits.count) commits hosted, \(local.commits.count) in-process"
    }
    if hosted.effects != local.effects {
      return "effects differ\nhosted: \(hosted.effects)\nlocal:  \(local.effects)"
    }
    return "warnings differ\nhosted: \(hosted.warnings)\nlocal:  \(local.warnings)"
  }
}
