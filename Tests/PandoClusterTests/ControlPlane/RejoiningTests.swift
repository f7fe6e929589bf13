import PandoHosting
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

  private func record(_ name: String, _ endpoint: String, life: String?) -> WorkerRecord {
    var record = WorkerRecord.sample(name, endpoint: endpoint)
    record.life = life
    return record
  }

  @Test("are told of when two take each other's place, and not when one is started anew")
  func rivals() {
    var rivals = EndpointRivals()
    let (a, b) = (record("a", "ipc:///e", life: "1"), record("b", "ipc:///e", life: "2"))
    let told = (0..<12).map { number in
      let (new, former) = number.isMultiple(of: 2) ? (b, a) : (a, b)
      return rivals.note(new, inPlaceOf: former)
    }
    // The first of them that comes back may have been away for a while.
    #expect(told.indices.filter { told[$0] } == [2, 4, 8])
    let fresh = (0..<100).map { number in
      let former = record("c", "ipc:///f", life: "\(number)")
      return rivals.note(record("c", "ipc:///f", life: "\(number + 1)"), inPlaceOf: former)
    }
    #expect(fresh.allSatisfy { !$0 })
    // Those of a release that does not tell lives are known by their processes.
    let (old, older) = (record("d", "ipc:///g", life: nil), record("e", "ipc:///g", life: nil))
    let unnamed = [
      rivals.note(old, inPlaceOf: older), rivals.note(older, inPlaceOf: old),
      rivals.note(old, inPlaceOf: older),
    ]
    #expect(unnamed == [false, false, true])
  }

  @Test("are remembered in a bounded number of places")
  func bounded() {
    var rivals = EndpointRivals()
    let (a, b) = (record("a", "ipc:///e", life: "1"), record("b", "ipc:///e", life: "2"))
    var told = [rivals.note(b, inPlaceOf: a), rivals.note(a, inPlaceOf: b)]
    for number in 0..<EndpointRivals.placesAtMost {
      let endpoint = "ipc:///\(number)"
      told.append(
        rivals.note(record("a", endpoint, life: "1"), inPlaceOf: record("b", endpoint, life: "2")))
    }
    told.append(rivals.note(b, inPlaceOf: a))
    #expect(told.allSatisfy { !$0 })
  }
}
