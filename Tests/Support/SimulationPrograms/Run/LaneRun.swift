import Dispatch
import Foundation
import IssueReporting
import Pando
import PandoSimulation
import Synchronization

/// The hosted answer, and the order in which the store accepted what committed. Messages take an order that `seed`
/// decides.
func simulate(
  _ program: [Root.Action], seed: UInt64, window: Int, crashes: Bool = false, drains: Bool = false
) throws -> (Record, accepted: [Root.Action]) {
  let recorder = Recorder()
  let mode = EffectMode()
  let executor = SimulatedExecutor()
  var generator = SeededGenerator(seed: seed &* 31 &+ 7)
  let workers = SteppedWorkers(count: 3, seed: seed, executor: executor)
  return try withIssueReporters([recorder]) {
    let engine = makeEngine(
      workers.hosting.window(window), mode, executor)
    recorder.watch(engine)
    for action in program {
      // A full window would put this, the only thread, to sleep.
      while engine.isFull { try advance(workers, executor) }
      _ = engine.send(action)
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        if generator.chance(oneIn: 3) { executor.runAll() }
        _ = try workers.step()
      }
      if drains, generator.chance(oneIn: 4) { workers.drain() }
      if crashes, generator.chance(oneIn: 8) { workers.crash() }
    }
    try workers.settle()
    let record = Record(
      commits: recorder.commits, effects: mode.log.entries,
      warnings: recorder.warnings.withLock { $0.sorted() })
    engine.stop()
    executor.runAll()
    return (record, recorder.accepted)
  }
}

private func advance(_ workers: SteppedWorkers, _ executor: SimulatedExecutor) throws {
  let ran = executor.runAll()
  let stepped = try workers.step()
  guard ran || stepped else { throw Stuck() }
}

/// The window is full and nothing is left to happen.
struct Stuck: Error {}

/// The hosted answer when threads send at once, each its part of the program.
func race(_ program: [Root.Action], threads: Int) -> (Record, accepted: [Root.Action]) {
  let recorder = Recorder()
  // What effects send would race too, and is another test's matter.
  let mode = EffectMode(isMuted: true)
  let engine = makeEngine(.inProcess, mode, nil)
  recorder.watch(engine)
  let group = DispatchGroup()
  for part in 0..<threads {
    group.enter()
    Thread {
      withIssueReporters([recorder]) {
        for index in program.indices where index % threads == part {
          _ = engine.send(program[index])
        }
      }
      group.leave()
    }
    .start()
  }
  group.wait()
  let record = Record(commits: recorder.commits)
  engine.stop()
  return (record, recorder.accepted)
}
