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
  func simulated() throws {
    print("seed \(Self.seed): \(Self.count) programs (PANDO_SEED and PANDO_PROGRAMS set them)")
    for seed in Self.seed..<Self.seed + UInt64(Self.count) {
      var generator = ProgramGenerator(seed: seed)
      let program = generator.program()
      let window = [1, 2, 3, 8, 100][Int(seed % 5)]
      let (hosted, accepted) = try simulate(program, seed: seed, window: window)
      let local = replay(accepted)
      guard hosted == local else {
        Issue.record("seed \(seed): \(difference(hosted, local))")
        return
      }
      expectNothingOfThePast(hosted, seed)
    }
  }

  @Test("workers that crash at any step change no committed state")
  func crashing() throws {
    for seed in Self.seed..<Self.seed + UInt64(Self.count / 4) {
      var generator = ProgramGenerator(seed: seed)
      let program = generator.program()
      let (hosted, accepted) = try simulate(program, seed: seed, window: 20, crashes: true)
      let local = replay(accepted)
      guard hosted.commits == local.commits else {
        Issue.record("seed \(seed): \(difference(hosted, local))")
        return
      }
      expectNothingOfThePast(hosted, seed)
      // At most once: an effect may be lost with its worker, and is never started again.
      for (life, names) in hosted.effects.started {
        let expected = local.effects.started[life, default: []]
        #expect(isSubsequence(names, of: expected), "seed \(seed), life \(life)")
      }
    }
  }

  /// P5: what an effect of a life sent never commits after that life.
  private func expectNothingOfThePast(_ record: Record, _ seed: UInt64) {
    for commit in record.commits {
      guard let (script, life) = lifeOf(commit) else { continue }
      #expect(script.life == life, "seed \(seed): action \(script.id) outlived its child")
    }
  }

  /// The script of an action that an effect sent, and the life of the child that it met.
  private func lifeOf(_ commit: Record.Commit) -> (Script, Int)? {
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
    default:
      return nil
    }
  }

  private func isSubsequence(_ part: [String], of whole: [String]) -> Bool {
    var rest = whole[...]
    for name in part {
      guard let index = rest.firstIndex(of: name) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }

  private func difference(_ hosted: Record, _ local: Record) -> String {
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
@Test func debugSeed() throws {
  guard let seed = ProcessInfo.processInfo.environment["PANDO_DEBUG"].flatMap(UInt64.init) else { return }
  var generator = ProgramGenerator(seed: seed)
  let program = generator.program()
  for action in program { print("P", action) }
  let (hosted, accepted) = try simulate(program, seed: seed, window: [1, 2, 3, 8, 100][Int(seed % 5)])
  for a in accepted { print("A", a) }
  print(hosted.effects)
}
