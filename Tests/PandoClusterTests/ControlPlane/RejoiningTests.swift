import Testing

@testable import PandoCluster

@Suite("Workers that join again and again")
struct RejoiningTests {
  @Test("wait longer each time, until they have been members for a life")
  func pauses() {
    var rejoining = Rejoining()
    var pauses: [Int] = []
    for _ in 0..<9 {
      rejoining.joined(lifeMilliseconds: 3_000, atMilliseconds: 0)
      rejoining.wasKnown(atMilliseconds: 2_999)
      pauses.append(rejoining.wasForgotten())
    }
    #expect(pauses == [0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000])
    #expect(rejoining.count == 9)
    rejoining.joined(lifeMilliseconds: 3_000, atMilliseconds: 0)
    rejoining.wasKnown(atMilliseconds: 3_000)
    #expect(rejoining.count == 0)
    // The second time it could not join meanwhile, which is no new reason to wait.
    pauses = [rejoining.wasForgotten(), rejoining.wasForgotten()]
    #expect(pauses == [0, 0])
    #expect(rejoining.count == 1)
    rejoining.joined(lifeMilliseconds: 3_000, atMilliseconds: 0)
    pauses.append(rejoining.wasForgotten())
    #expect(pauses == [0, 0, 100])
  }

  @Test("beat at intervals that are neither nothing nor for ever, and count no life as none")
  func bounds() {
    #expect([Int.min, 0, 10, 500, .max].map(Rejoining.interval) == [10, 10, 10, 500, 60_000])
    var rejoining = Rejoining()
    rejoining.joined(lifeMilliseconds: 0, atMilliseconds: 0)
    var pauses = [rejoining.wasForgotten()]
    rejoining.joined(lifeMilliseconds: 0, atMilliseconds: 0)
    rejoining.wasKnown(atMilliseconds: 999)
    pauses.append(rejoining.wasForgotten())
    #expect(pauses == [0, 100])
  }
}
