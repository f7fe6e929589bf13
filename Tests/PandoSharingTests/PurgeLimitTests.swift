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
      limit.purge(&entries) { isInUse in
        lookCount += 1
        return isInUse
      }
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
      limit.purge(&entries, keeping: \.self)
      entries[key] = key < 100
      #expect(entries.count <= max(32, 2 * min(key + 1, 100)))
    }
    #expect(entries.values.count { $0 } == 100)
    entries = entries.mapValues { _ in false }
    for key in 1_000..<2_000 {
      limit.purge(&entries, keeping: \.self)
      entries[key] = false
    }
    #expect(entries.count <= 32)
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
