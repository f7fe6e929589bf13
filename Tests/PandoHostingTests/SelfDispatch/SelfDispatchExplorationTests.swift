import PandoHosting
import Testing

/// Every short sequence of what a client, a worker and the wire between them can do while a host dispatches
/// what its effects send by itself.
@Suite("Actions that a host dispatches by itself, in any order of messages")
struct SelfDispatchExplorationTests {
  private typealias Step = SelfDispatchWorld.Step

  /// Replays a path, as a world cannot be copied.
  private func world(after path: [Step]) -> SelfDispatchWorld {
    var world = SelfDispatchWorld()
    for step in path { world.take(step) }
    return world
  }

  private func explore(_ begin: [Step], depth: Int) -> (count: Int, taken: Int, breaches: [String])
  {
    var (count, taken) = (0, 0)
    var breaches: [String] = []
    func explore(_ path: [Step], _ depth: Int) {
      for step in Step.allCases {
        var world = world(after: path)
        guard world.isPossible(step) else { continue }
        world.take(step)
        count += 1
        if depth > 1, world.breach == nil {
          explore(path + [step], depth - 1)
        } else {
          world.settle()
          taken += world.takenCount
          if let breach = world.breach, breaches.count < 3 { breaches.append(breach) }
        }
      }
    }
    explore(begin, depth)
    return (count, taken, breaches)
  }

  @Test("every action commits, in the order of acceptance, on the state that one process has")
  func everySequence() {
    let (count, taken, breaches) = explore([], depth: 6)
    #expect(breaches == [])
    #expect(count > 20_000)
    #expect(taken > 1_000)
  }

  @Test(
    "and so from where a self-dispatch was refused, was taken, or has just been rewritten",
    arguments: [
      [Step.emit, .send, .deliverToClient],
      [.emit, .emit, .deliverToClient, .send],
      [.emit, .emit, .deliverAndDrop, .send],
      [.emit, .deliverToClient, .rewrite, .emit],
      [.send, .deliverToWorker, .emit, .emit, .deliverToClient],
    ])
  private func fromThere(begin: [Step]) {
    let (count, _, breaches) = explore(begin, depth: 5)
    #expect(breaches == [])
    #expect(count > 3_000)
  }

  @Test("an effect's sends, one after the other, are all taken")
  func oneByOne() {
    var world = SelfDispatchWorld()
    for _ in 0..<20 {
      world.take(.emit)
      world.take(.deliverToClient)
      world.take(.commit)
      while world.isPossible(.deliverToWorker) { world.take(.deliverToWorker) }
    }
    let (taken, breach, isOpen) = (world.takenCount, world.breach, world.host.hasUnconfirmed)
    #expect(taken == 20)
    #expect(!isOpen, "the host was told that all have committed")
    #expect(breach == nil)
  }
}
