import Testing

@testable import PandoSharing

@Suite("The limit of a table of what may have gone")
struct PurgeLimitTests {
  @Test("entries that are all in use are looked at a few times each, however many there are")
  func living() {
    var limit = PurgeLimit(32)
    var entries: [Int: Bool] = [:]
    var lookCount = 0
    for key in 0..<100_000 {
      let met = limit.purge(&entries) { isInUse in
        lookCount += 1
        return isInUse ? key : nil
      }
      #expect(met.isEmpty || met.count == entries.count)
      entries[key] = true
    }
    #expect(entries.count == 100_000)
    #expect(lookCount <= 2 * entries.count, "\(lookCount)")
  }

  @Test("entries that have gone are thrown out, and the table is small again")
  func gone() {
    var limit = PurgeLimit(32)
    var entries: [Int: Bool] = [:]
    for key in 0..<1_000 {
      _ = limit.purge(&entries) { $0 ? key : nil }
      entries[key] = key < 100
      #expect(entries.count <= max(32, 2 * min(key + 1, 100)))
    }
    #expect(entries.values.count { $0 } == 100)
    entries = entries.mapValues { _ in false }
    for key in 1_000..<2_000 {
      _ = limit.purge(&entries) { $0 ? key : nil }
      entries[key] = false
    }
    #expect(entries.count <= 32)
  }

  @Test("values that are met under a lock are let go of behind it, in case nobody else holds them")
  func met() {
    final class Value {}
    struct Entry { weak var value: Value? }
    var limit = PurgeLimit(2)
    var held: [Value] = [Value(), Value()]
    var entries = [0: Entry(value: held[0]), 1: Entry(value: held[1]), 2: Entry()]
    let met = limit.purge(&entries) { entry in
      guard let value = entry.value else { return nil as Value? }
      held = []
      return value
    }
    // The others let go of both while the first was met, so one lives on in what was met alone.
    #expect(met.count == 1)
    #expect(entries.count == 1)
  }

  @Test("parts that have gone are not passed by at every change")
  func goneParts() {
    // Where those that have gone are behind the one that is there, they cost nothing: in few rounds of many.
    let counts = (0..<20).map { round in
      let root = SharedRoot([Int](repeating: 0, count: 1_000))
      var parts = (0..<1_000).map { (index: Int) -> any SharedLocation<Int> in
        root.part(\[Int].[index])
      }
      let kept = parts[50 * round]
      #expect(root.links.knownPartCount == 1_000)
      parts = []
      let hasParts = withExtendedLifetime(kept) { root.links.hasParts }
      #expect(hasParts)
      return root.links.knownPartCount
    }
    #expect(counts.contains(1), "\(counts)")
  }
}
