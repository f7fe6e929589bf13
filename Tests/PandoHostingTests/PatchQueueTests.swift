import PandoWire
import Testing

@testable import PandoHosting

@Suite("The changes of a host that have not committed")
struct PatchQueueTests {
  @Test("does what an array of patches does", arguments: 0..<40 as Range<UInt64>)
  func asAnArray(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var queue = PatchQueue()
    var patches: [Patch] = []
    var committed: [UInt8] = Array(0..<40)
    var latest = committed
    for _ in 0..<300 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<4:
        let new = changed(latest, &random)
        let patch = Patch(from: latest, to: new)
        append(patch, to: &queue, encoded: Bool.random(using: &random))
        patches.append(patch)
        latest = new
      case 4..<6 where !patches.isEmpty:
        var expected = committed
        try patches.removeFirst().apply(to: &expected)
        try queue.applyFirst(to: &committed)
        #expect(committed == expected)
      case 6 where !patches.isEmpty:
        // As when the state after it is known.
        try patches.removeFirst().apply(to: &committed)
        queue.removeFirst()
      default:
        let kept = Int.random(in: 0...patches.count, using: &random)
        queue.removeAll(behind: kept)
        patches.removeLast(patches.count - kept)
        latest = committed
        for patch in patches { try patch.apply(to: &latest) }
      }
      let count = queue.count
      #expect(count == patches.count)
      var replayed = committed
      try queue.apply(to: &replayed)
      #expect(replayed == latest)
    }
  }

  private func append(_ patch: Patch, to queue: inout PatchQueue, encoded: Bool) {
    if !encoded { return queue.append(patch) }
    var writer = WireWriter()
    patch.encode(into: &writer)
    writer.withBytes { queue.append($0) }
  }

  /// A state with none, one or several changes, or another one.
  private func changed(_ old: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var new = old
    switch Int.random(in: 0..<6, using: &random) {
    case 0: break
    case 1: new = (0..<Int.random(in: 0...60, using: &random)).map { UInt8($0) }
    case 2 where !new.isEmpty: new[new.count / 2] &+= 1
    case 3: new.append(7)
    default:
      for _ in 0..<3 where !new.isEmpty {
        new[Int.random(in: 0..<new.count, using: &random)] &+= 3
      }
      new += new.prefix(40)
      if new.count > 200 { new.removeFirst(150) }
    }
    return new
  }

  @Test(
    "a host answers alike by both ways, and goes back alike", arguments: 0..<20 as Range<UInt64>)
  func bothWays(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var first = HostMachine(epoch: .first, next: .first, snapshot: [0, 1, 2, 3])
    var second = HostMachine(epoch: .first, next: .first, snapshot: [0, 1, 2, 3])
    var state: [UInt8] = [0, 1, 2, 3]
    var epoch = Epoch.first
    var committed = SequenceNumber.first.previous
    for _ in 0..<200 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0..<4:
        state = changed(state, &random)
        var one = WireWriter()
        var other = WireWriter()
        let (_, patch) = state.withUnsafeBytes { first.reduced($0) }
        HostedResult(plain: patch).encode(into: &one)
        state.withUnsafeBytes { second.reduced($0, into: &other) }
        let (oneBytes, otherBytes) = (one.bytes, other.bytes)
        #expect(oneBytes == otherBytes)
      case 4:
        guard committed < first.next.previous else { continue }
        committed = committed.next
        #expect(
          tell(&first, .commit(through: committed)) == tell(&second, .commit(through: committed)))
      default:
        let reach = first.next.distance(from: committed)
        let back = committed.advanced(by: Int.random(in: 1...reach, using: &random))
        epoch = epoch.next
        let event = HostEvent.rebase(epoch, from: back, .unchanged)
        let directives = tell(&first, event)
        #expect(directives == tell(&second, event))
        if case .restore(let bytes)? = directives.dropFirst().first { state = bytes }
      }
      let (latest, held, next) = (first.latest, first.heldCount, first.next)
      #expect(latest == second.latest && latest == state)
      #expect(held == second.heldCount && next == second.next)
    }
  }

  private func tell(_ machine: inout HostMachine, _ event: HostEvent) -> [HostDirective] {
    var directives: [HostDirective] = []
    machine.handle(event, &directives)
    return directives
  }
}
