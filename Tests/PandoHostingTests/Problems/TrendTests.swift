import PandoHosting
import Testing

@Suite("Conditions and trends by which a process finds its problems")
struct TrendTests {
  private static let mebibyte = 1 << 20

  @Test("a condition is as old as the first of the looks in a row that found it")
  func onsets() {
    var onsets = Onsets<String>()
    #expect(onsets.look(at: ["a"], atMilliseconds: 10) == ["a": 0])
    #expect(onsets.look(at: ["a", "b"], atMilliseconds: 30) == ["a": 20, "b": 0])
    #expect(onsets.look(at: ["b"], atMilliseconds: 40) == ["b": 10])
    #expect(onsets.look(at: ["a", "b"], atMilliseconds: 50) == ["a": 0, "b": 20])
    // A clock that goes back makes nothing younger than nothing.
    #expect(onsets.look(at: ["a"], atMilliseconds: 0) == ["a": 0])
  }

  // MARK: - Memory

  /// Shows a trend the memory of each second, in MiB, with the number of lanes.
  private func growth(_ looks: [(mebibytes: Int, lanes: Int)]) -> MemoryTrend.Growth? {
    var trend = MemoryTrend()
    var last: MemoryTrend.Growth?
    for (second, look) in looks.enumerated() {
      last = trend.look(
        bytes: look.mebibytes * Self.mebibyte, lanes: look.lanes, atMilliseconds: second * 1_000)
    }
    return last
  }

  @Test("memory that grows with the same lanes is a growth, from where it was least")
  func leak() throws {
    let looks = (0..<20).map { (mebibytes: 100 + 10 * $0, lanes: 3) }
    let growth = try #require(self.growth(looks) as MemoryTrend.Growth?)
    #expect(growth.fromBytes == 100 * Self.mebibyte && growth.toBytes == 290 * Self.mebibyte)
    #expect(growth.milliseconds == 19_000)
  }

  @Test("memory that is no large growth is none")
  func steady() {
    func none(_ name: String, _ seconds: Int, _ look: (Int) -> (mebibytes: Int, lanes: Int)) {
      #expect(growth((0..<seconds).map(look)) == nil, "\(name)")
    }
    none("it stays", 600) { _ in (500, 1) }
    none("it grows by less than 64 MiB", 60) { (50 + $0, 1) }
    none("it grows by less than half", 100) { (1_000 + 4 * $0, 1) }
    none("it came with more lanes", 100) { (100 + 10 * $0, $0) }
    none("it was given back", 51) { $0 == 50 ? (150, 1) : (100 + 10 * $0, 1) }
  }

  @Test("memory that comes with children is no growth, however late they load")
  func loading() {
    var trend = MemoryTrend()
    // Two looks a second: the children come between two of them.
    for half in 0..<60 {
      let hasChildren = half >= 21
      let growth = trend.look(
        bytes: (hasChildren ? 500 : 50) * Self.mebibyte, lanes: hasChildren ? 1_000 : 0,
        atMilliseconds: half * 500)
      #expect(growth == nil, "\(half)")
    }
    #expect(growth((0..<60).map { ($0 < 10 ? 50 : 500, $0 < 5 ? 0 : 9) }) == nil, "a while later")
  }

  @Test("memory that grew before ten minutes ago, and stays, is no growth any more")
  func old() {
    let grows = (0..<30).map { (mebibytes: 100 + 10 * $0, lanes: 1) }
    #expect(growth(grows) != nil)
    #expect(growth(grows + Array(repeating: (mebibytes: 390, lanes: 1), count: 600)) == nil)
  }

  @Test("fewer lanes with more memory are a growth")
  func fewer() {
    #expect(growth((0..<30).map { (mebibytes: 100 + 10 * $0, lanes: 30 - $0) }) != nil)
  }

  // MARK: - Changes by parents

  @Test(
    "a part of the last seconds' actions behind which parents changed states is told once it is large"
  )
  func rewrites() {
    var trend = RewriteTrend()
    #expect(
      trend.look(reduced: 1_000, rewritten: 900, atMilliseconds: 0) == nil, "as it was before")
    #expect(trend.look(reduced: 1_400, rewritten: 1_149, atMilliseconds: 1_000) == nil, "too few")
    #expect(trend.look(reduced: 2_000, rewritten: 1_150, atMilliseconds: 2_000) == 25)
    #expect(
      trend.look(reduced: 9_000, rewritten: 2_000, atMilliseconds: 3_000) == nil, "a small part")
    #expect(
      trend.look(reduced: 9_000, rewritten: 2_000, atMilliseconds: 60_000) == nil, "it is over")
    // Sessions that have gone take their counts along for a while.
    #expect(trend.look(reduced: 10, rewritten: 0, atMilliseconds: 61_000) == nil)
  }
}
