import Pando
import Testing

@testable import PandoPage

@Suite("The last hour of a page")
struct PageHistoryTests {
  private typealias Point = PageDocument.History.Point

  private static let step = PageDocument.History.stepMilliseconds
  private static let most = PageDocument.History.pointsAtMost

  @Test(
    "has a point for each step, oldest first, and an empty one where nobody looked",
    arguments: [
      (at: [0], rates: [0]),
      (at: [0, step, 2 * step], rates: [0, 1, 2]),
      // Clocks and sleeps are not exact, and what comes twice is taken once.
      (at: [0, step - 900, 2 * step + 900], rates: [0, 1, 2]),
      (at: [0, 1_000, step], rates: [0, 2]),
      (at: [0, 3 * step], rates: [0, nil, nil, 1]),
      // The clock was put back.
      (at: [5 * step, 6 * step, step, 2 * step], rates: [2, 3]),
      // Nobody looked for longer than is kept.
      (at: [0, 500 * step], rates: Array(repeating: nil, count: most - 1) + [1]),
    ] as [(at: [Int], rates: [Int?])])
  func steps(_ times: [Int], _ rates: [Int?]) {
    var history = PageDocument.History()
    for (rate, time) in times.enumerated() {
      history.add(Point(actionsPerSecond: rate), atMilliseconds: time)
    }
    #expect(history.points.map(\.actionsPerSecond) == rates)
    #expect(times.contains(history.endsAt))
  }

  @Test("is an hour, however long it is kept")
  func bound() {
    var history = PageDocument.History()
    for number in 0..<Self.most + 7 {
      history.add(Point(actionsPerSecond: number), atMilliseconds: number * Self.step)
    }
    #expect(history.points.map(\.actionsPerSecond) == (7..<Self.most + 7).map { $0 })
    #expect(history.endsAt == (Self.most + 6) * Self.step)
  }

  @Test(
    "has the latency that half of a sample did not exceed, and the one that 99 of 100 did not",
    arguments: [
      (sample: [], median: nil, slow: nil), (sample: [7], median: 7, slow: 7),
      (sample: [9, 1, 5], median: 5, slow: 9),
      (sample: Array(1...100), median: 50, slow: 99),
      (sample: Array(1...200), median: 100, slow: 198),
    ] as [(sample: [Int], median: Int?, slow: Int?)])
  func latency(_ sample: [Int], _ median: Int?, _ slow: Int?) {
    var point = Point()
    point.setLatency(sample)
    #expect(point.medianNanoseconds == median)
    #expect(point.slowNanoseconds == slow)
  }
}

@Suite("The last hour of a store")
struct StoreHistoryTests {
  private static let step = PageDocument.History.stepMilliseconds

  private static func worker(_ name: String, _ commits: UInt64) -> HostedWorker {
    HostedWorker(
      name: name, state: .ready, processID: 7, childCount: 1, commitCount: commits)
  }

  private static func commit(at: Int, away: [Int?], waited: Int? = nil) -> PageDocument.Commit {
    PageDocument.Commit(
      number: 1, at: at, action: "up",
      parts: away.map { away in
        PageDocument.Part(
          child: 1, feature: "F", identities: [], isByClient: false, awayNanoseconds: away,
          waitedNanoseconds: waited, dispatches: 1, effects: 0)
      }, parentNanoseconds: 100, effects: 0, isFollowUp: false)
  }

  @Test("counts what committed since the point before, also by one that took another's place")
  func rates() {
    var history = StoreHistory()
    let looks: [(workers: [HostedWorker], rate: Int?)] = [
      // Nobody knows since when.
      ([Self.worker("a", 900)], nil),
      ([Self.worker("a", 1_500), Self.worker("b", 300)], 30),
      ([Self.worker("a", 60), Self.worker("b", 300)], 2),
      ([Self.worker("a", 60)], 0),
      // Everything runs in the program, and nobody counts it.
      ([], nil),
    ]
    for (number, look) in looks.enumerated() {
      history.note(
        workers: look.workers, commits: [], residentBytes: [number * 7, number * 3],
        atMilliseconds: number * Self.step)
    }
    #expect(history.shown.points.map(\.actionsPerSecond) == looks.map(\.rate))
    #expect(history.shown.points.map(\.residentBytes) == [0, 10, 20, 30, 40])
  }

  @Test("divides by no time at all never")
  func instant() {
    var history = StoreHistory()
    for _ in 0..<3 {
      history.note(
        workers: [Self.worker("a", 5)], commits: [], residentBytes: [], atMilliseconds: 4)
    }
    #expect(history.shown.points == [.init()])
  }

  @Test("has the time from dispatch to commit of what was seen since the point before")
  func latency() {
    var history = StoreHistory()
    let commits = [
      Self.commit(at: 10, away: [5]),
      Self.commit(at: Self.step - 1, away: [400, 900, nil], waited: 50),
      Self.commit(at: Self.step - 1, away: [nil]), Self.commit(at: Self.step - 1, away: []),
    ]
    for number in 1...3 {
      history.note(
        workers: [], commits: commits, residentBytes: [],
        atMilliseconds: number * Self.step - Self.step + 20)
    }
    #expect(history.shown.points.map(\.medianNanoseconds) == [nil, 1_050, nil])
    #expect(history.shown.points.map(\.slowNanoseconds) == [nil, 1_050, nil])
  }
}
