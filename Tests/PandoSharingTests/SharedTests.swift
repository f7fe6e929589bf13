import Foundation
import Observation
import PandoBase
import PandoSharing
import PandoWire
import Testing

@Suite("@Shared")
struct SharedTests {
  struct Stats: Codable, Equatable, Sendable {
    var count = 0
    var names: [String] = []
    var best: Int?
  }

  struct Owner: Codable, Equatable, Sendable {
    @Shared var stats: Stats
    @SharedReader var count: Int

    init() {
      let stats = Shared(value: Stats())
      _stats = stats
      _count = SharedReader(stats.count)
    }
  }

  @Test("a value is shared by passing it on, whole or in parts")
  func passing() {
    @Shared(value: Stats()) var stats
    @Shared(projectedValue: $stats.count) var count
    let names = $stats.names
    let reader = SharedReader($stats)
    $count.withLock { $0 += 1 }
    names.withLock { $0.append("Blob") }
    $stats.withLock { $0.best = 7 }
    #expect(stats == Stats(count: 1, names: ["Blob"], best: 7))
    #expect(reader.count.wrappedValue == 1 && reader.wrappedValue == stats)
    #expect($stats.names[0].wrappedValue == "Blob")
  }

  @Test("what is nil can be unwrapped, and has its last value once it is nil again")
  func unwrapping() throws {
    let stats = Shared(value: Stats())
    #expect(Shared(stats.best) == nil)
    stats.withLock { $0.best = 3 }
    let best = try #require(Shared(stats.best))
    best.withLock { $0 += 1 }
    #expect(stats.wrappedValue.best == 4 && best.wrappedValue == 4)
    stats.withLock { $0.best = nil }
    best.withLock { $0 += 1 }
    #expect(stats.wrappedValue.best == nil && best.wrappedValue == 4)
  }

  @Test("values are compared, shown and coded, not who they belong to")
  func values() throws {
    var owner = Owner()
    let other = Owner()
    #expect(owner == other)
    owner.$stats.withLock { $0.count = 2 }
    #expect(owner != other && owner.count == 2)
    let data = try JSONEncoder().encode(owner)
    let decoded = try JSONDecoder().decode(Owner.self, from: data)
    #expect(decoded == owner)
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    #expect(object?["count"] as? Int == 2)
    #expect((object?["stats"] as? [String: Any])?["count"] as? Int == 2)
    decoded.$stats.withLock { $0.count = 3 }
    #expect(owner.stats.count == 2)
    #expect("\(owner.$count)" == "2")
    owner.$count = SharedReader(value: 9)
    #expect(owner.count == 9)
  }

  @Test("changes of several threads are not lost")
  func threads() async {
    let stats = Shared(value: Stats())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<1_000 { stats.count.withLock { $0 += 1 } } }
      }
    }
    #expect(stats.wrappedValue.count == 4_000)
  }

  @Test("a change in place copies nothing", .timeLimit(.minutes(15)))
  func inPlace() {
    let names = Shared(value: Array(repeating: 0, count: 1_000))
    let deadline = ContinuousClock.now + .seconds(45)
    var isInPlace = false
    // A test store that another test has keeps the value of its last commit: then one change copies.
    while !isInPlace, ContinuousClock.now < deadline {
      let before = address(names)
      names.withLock { $0[3] += 1 }
      isInPlace = address(names) == before
    }
    #expect(isInPlace)
  }

  private func address(_ names: Shared<[Int]>) -> UInt {
    names.withLock { $0.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
  }

  @Test("whoever tracks observation is told of each change", .timeLimit(.minutes(15)))
  func observation() async {
    let stats = Shared(value: Stats())
    let count = stats.count
    let (told, tell) = AsyncStream<Void>.makeStream()
    for expected in 1...3 {
      withObservationTracking {
        #expect(count.wrappedValue == expected - 1)
      } onChange: {
        tell.yield()
      }
      stats.withLock { $0.count += 1 }
      for await _ in told { break }
    }
  }

  @Test("a change between the reading and its registration is told of", .timeLimit(.minutes(15)))
  func late() async {
    let stats = Shared(value: Stats())
    // A part is read by way of the whole.
    await expectTold(stats) { _ = stats.wrappedValue }
    await expectTold(stats) { _ = stats.count.wrappedValue }
  }

  /// Changes a shared value when a tracked closure has read it, waits until those who observed it
  /// before are told, and lets the closure return only then.
  private func expectTold(_ stats: Shared<Stats>, _ read: @Sendable () -> Void) async {
    let isFirstTold = DispatchSemaphore(value: 0)
    let (told, tell) = AsyncStream<Void>.makeStream()
    withObservationTracking(read) { isFirstTold.signal() }
    withObservationTracking {
      read()
      stats.withLock { $0.count += 1 }
      isFirstTold.wait()
    } onChange: {
      tell.yield()
    }
    for await _ in told { break }
  }

  @Test("Observations brings the last value", .timeLimit(.minutes(15)))
  func observations() async {
    let count = Shared(value: 0)
    let values = Task {
      var seen: [Int] = []
      for await value in Observations({ count.wrappedValue }) {
        seen.append(value)
        if value == 100 { break }
      }
      return seen
    }
    for _ in 0..<100 {
      count.withLock { $0 += 1 }
      await Task.yield()
    }
    let seen = await values.value
    #expect(seen == seen.sorted() && seen.last == 100)
  }

  @Test("a snapshot shows a test what was, and takes what it expects")
  func snapshots() {
    let owner = Owner()
    let before = SharedSnapshot()
    owner.$stats.withLock { $0.count = 1 }
    let after = SharedSnapshot()
    owner.$stats.withLock { $0.count = 2 }
    #expect(before.look { owner.stats.count } == 0)
    #expect(after.look { owner.stats.count } == 1)
    #expect(!SharedSnapshot.comparing(before, with: after) { owner == owner })
    before.look { owner.$stats.withLock { $0.count += 1 } }
    #expect(SharedSnapshot.comparing(before, with: after) { owner == owner })
    #expect(owner.stats.count == 2)
    #expect(owner == owner)
  }

  @Test("what was unwrapped has the value that it was given last, once the other is nil")
  func unwrappedWrite() throws {
    let base = Shared<Int?>(value: 1)
    let value = try #require(Shared(base))
    value.withLock { $0 = 2 }
    base.withLock { $0 = nil }
    #expect(value.wrappedValue == 2)
  }

  @Test("a snapshot shows an optional that has not changed, and one that was nil")
  func optionalSnapshots() {
    let (same, changing) = (Shared<Int?>(value: 1), Shared<Int?>(value: nil))
    let before = SharedSnapshot()
    changing.withLock { $0 = 2 }
    #expect(before.look { same.wrappedValue } == 1)
    #expect(before.look { changing.wrappedValue } == nil)
    before.look { same.withLock { $0 = nil } }
    #expect(before.look { same.wrappedValue } == nil)
    #expect(same.wrappedValue == 1 && changing.wrappedValue == 2)
  }

  @Test("an optional that a worker was not told of is compared with the one here")
  func optionalArrival() throws {
    let name = Shared<String?>(value: "Blob")
    let bytes = try SharedCoding.encodeForHost(name)
    let decoding = SharedDecoding(.client(known: SharedDecoding(.noting)))
    _ = try SharedDecoding.ofThread.withValue(decoding) {
      try WireDecoder.decode(Shared<String?>.self, from: bytes)
    }
    #expect(decoding.isTimely)
    #expect(decoding.commit(of: "test") == 0)
    #expect(name.wrappedValue == "Blob")
  }

  /// A value beside the name of its place, as workers send it.
  private struct Sent<Value: Codable>: Codable {
    var token: UInt64
    var value: Value

    init(_ token: UInt64, _ value: Value) {
      self.token = token
      self.value = value
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      token = try container.decode(UInt64.self)
      value = try container.decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(token)
      try container.encode(value)
    }
  }

  @Test(
    "a worker that gives a value the name of one of another type is refused, and cuts nobody off")
  func foreignName() throws {
    let count = Shared(value: 1)
    let token = try WireDecoder.decode(
      Sent<Int>.self, from: try SharedCoding.encodeForHost(count)
    ).token
    func receive<Value: Codable & Sendable>(_ value: Value) throws -> Shared<Value> {
      let bytes = try WireEncoder.encode(Sent(token, value))
      let decoding = SharedDecoding(.client(known: nil))
      let shared = try SharedDecoding.ofThread.withValue(decoding) {
        try WireDecoder.decode(Shared<Value>.self, from: bytes)
      }
      _ = decoding.commit(of: "test")
      return shared
    }
    #expect(throws: WireError.self) { try receive("a lie") }
    let received = try receive(2)
    #expect(count.wrappedValue == 2)
    count.withLock { $0 = 3 }
    #expect(received.wrappedValue == 3)
  }

  @Test("what a test expects of an unwrapped value is not what it has once the other is nil")
  func unwrappedExpectation() throws {
    let stats = Shared(value: Stats(best: 1))
    let value = try #require(Shared(stats.best))
    SharedSnapshot().look { value.withLock { $0 = 9 } }
    stats.withLock { $0.best = nil }
    #expect(value.wrappedValue == 1)
  }
}
