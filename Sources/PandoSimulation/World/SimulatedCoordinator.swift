import PandoHosting

/// A coordinator: it knows the workers that have joined, as of a while ago, and may be gone.
package final class SimulatedCoordinator {
  private struct Member {
    let key: FoundWorker.Key
    let process: Int32
    let slot: String
    var lastBeat: Int
  }

  weak var world: SimulatedWorld?
  private var life: UInt64 = 1
  private var isUp = true
  private var lastNumber = 0
  private var members: [Member] = []

  private static let beatMicroseconds = 200_000
  private static let lifeMicroseconds = 2_000_000

  /// It forgets everybody, and is away for a while.
  package func restart(afterMicroseconds pause: Int) {
    isUp = false
    members = []
    life += 1
    let begun = life
    world?.time.after(pause) { [self] in if life == begun { isUp = true } }
  }

  /// A worker is there, and tells so again and again.
  func beat(_ process: SimulatedProcess) {
    guard let world, process.isAlive, !world.isOver else { return }
    if isUp, process.isRunning { note(process, world) }
    world.time.after(Self.beatMicroseconds) { [weak self, weak process] in
      if let process { self?.beat(process) }
    }
  }

  private func note(_ process: SimulatedProcess, _ world: SimulatedWorld) {
    if let index = members.firstIndex(where: { $0.process == process.number }) {
      members[index].lastBeat = world.time.now
      return
    }
    members.removeAll { $0.slot == process.name }
    lastNumber += 1
    members.append(
      Member(
        key: FoundWorker.Key(coordinator: life, number: lastNumber), process: process.number,
        slot: process.name, lastBeat: world.time.now))
  }

  func report(dead key: FoundWorker.Key) {
    members.removeAll { $0.key == key }
  }

  /// Answers after a while.
  func find(
    avoiding avoided: Set<FoundWorker.Key>,
    _ answer: @escaping (Result<FoundWorker, NotFound>) -> Void
  ) {
    guard let world else { return }
    world.time.after(world.latency() * 2) { [self] in
      guard isUp else {
        return world.time.after(500_000) {
          answer(.failure(NotFound(reason: "it does not answer")))
        }
      }
      members.removeAll { world.time.now - $0.lastBeat > Self.lifeMicroseconds }
      let known = members.filter { !avoided.contains($0.key) }
      guard let member = known.randomElement(using: &world.generator) else {
        return answer(.failure(NotFound(reason: "it knows no worker")))
      }
      answer(.success(FoundWorker(key: member.key, name: member.slot, endpoint: member.slot)))
    }
  }

  struct NotFound: Error { let reason: String }
}
