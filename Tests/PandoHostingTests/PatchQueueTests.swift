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
    // The number of patches before the mark, and the state there.
    var mark: (count: Int, state: [UInt8])?
    for _ in 0..<300 {
      switch Int.random(in: 0..<10, using: &random) {
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
        if let old = mark { mark = old.count > 1 ? (old.count - 1, old.state) : nil }
      case 6 where !patches.isEmpty:
        queue.mark()
        mark = (patches.count, latest)
      case 7..<9:
        // As when the state there has committed.
        guard let marked = mark else { continue }
        queue.removeMarked()
        patches.removeFirst(marked.count)
        committed = marked.state
        mark = nil
      default:
        let kept = Int.random(in: 0...patches.count, using: &random)
        queue.removeAll(behind: kept)
        patches.removeLast(patches.count - kept)
        if let old = mark, kept < old.count { mark = nil }
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
    if encoded, case .splice(let splice) = patch, splice.removedCount == splice.bytes.count {
      return splice.bytes.withUnsafeBytes {
        queue.append(overwriting: splice.offset, by: $0)
      }
    }
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

  @Test(
    "a host answers a change in place alike, and goes back alike",
    arguments: 0..<20 as Range<UInt64>)
  func inPlace(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var first = HostMachine(epoch: .first, next: .first, snapshot: [0, 1, 2, 3])
    var second = HostMachine(epoch: .first, next: .first, snapshot: [0, 1, 2, 3])
    var state: [UInt8] = [0, 1, 2, 3]
    var epoch = Epoch.first
    for _ in 0..<200 {
      if Int.random(in: 0..<6, using: &random) > 0 {
        let old = state
        if Bool.random(using: &random), !state.isEmpty {
          let start = Int.random(in: 0..<state.count, using: &random)
          for index in start..<min(start + Int.random(in: 0...20, using: &random), state.count) {
            state[index] &+= UInt8.random(in: 0...2, using: &random)
          }
        } else {
          state = changed(state, &random)
        }
        _ = state.withUnsafeBytes { first.reduced($0) }
        let range = state.withUnsafeBytes { second.reducedInPlace($0) }
        if let range {
          #expect(old.count == state.count && range.count <= 16)
          var rebuilt = old
          rebuilt.replaceSubrange(range, with: state[range])
          #expect(rebuilt == state)
          #expect(range.isEmpty == (old == state))
        } else {
          #expect(old.count != state.count || zip(old, state).count { $0 != $1 } > 1)
          _ = state.withUnsafeBytes { second.reduced($0) }
        }
      } else {
        let reach = first.next.distance(from: .first)
        let back = SequenceNumber.first.advanced(by: Int.random(in: 0...reach, using: &random))
        epoch = epoch.next
        let event = HostEvent.rebase(epoch, from: back, .unchanged)
        let directives = tell(&first, event)
        #expect(directives == tell(&second, event))
        if case .restore(let bytes)? = directives.dropFirst().first { state = bytes }
      }
      let (latest, next) = (first.latest, first.next)
      #expect(latest == second.latest && latest == state)
      #expect(next == second.next)
    }
  }

  @Test("a host goes back to any state since the last commit", arguments: 0..<40 as Range<UInt64>)
  func goesBack(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    // The state after each action; the first is that before any.
    var states: [[UInt8]] = [Array(0..<UInt8.random(in: 0..<40, using: &random))]
    var host = HostMachine(epoch: .first, next: .first, snapshot: states[0])
    var epoch = Epoch.first
    var committed = 0
    for _ in 0..<120 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0..<3:
        for _ in 0..<Int.random(in: 1...50, using: &random) {
          var new = changed(states[states.count - 1], &random)
          // One that is too large to be taken over as a whole, now and then.
          if seed % 4 == 0, Int.random(in: 0..<80, using: &random) == 0 {
            new += Array(repeating: 1, count: 2_000)
          }
          states.append(new)
          _ = new.withUnsafeBytes { host.reduced($0) }
        }
      case 3..<5:
        guard committed < states.count - 1 else { continue }
        committed = Int.random(in: committed + 1..<states.count, using: &random)
        let sequence = SequenceNumber.first.previous.advanced(by: committed)
        #expect(tell(&host, .commit(through: sequence)) == [.start(through: sequence)])
      default:
        let kept = Int.random(in: committed..<states.count, using: &random)
        states.removeLast(states.count - 1 - kept)
        let from = SequenceNumber.first.advanced(by: kept)
        epoch = epoch.next
        guard Bool.random(using: &random) else {
          #expect(
            tell(&host, .rebase(epoch, from: from, .unchanged)).contains(.restore(states[kept])))
          continue
        }
        let new = changed(states[kept], &random)
        let patch = Patch(from: states[kept], to: new)
        #expect(tell(&host, .rebase(epoch, from: from, patch)).contains(.restore(new)))
        states[kept] = new
        // A rewrite is told with the commit of what is before it.
        if patch != .unchanged { committed = kept }
      }
      let (latest, held) = (host.latest, host.heldCount)
      #expect(latest == states[states.count - 1])
      #expect(held == states.count - 1 - committed)
    }
  }

  private func tell(_ machine: inout HostMachine, _ event: HostEvent) -> [HostDirective] {
    var directives: [HostDirective] = []
    machine.handle(event, &directives)
    return directives
  }
}
