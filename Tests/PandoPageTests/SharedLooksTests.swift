import Synchronization
import Testing

@testable import PandoPage

@Suite("Looks that requests share", .timeLimit(.minutes(15)))
struct SharedLooksTests {
  /// A place that is looked at, each look of which lasts until it is let go.
  private final class Place: Sendable {
    private let going = Mutex<[CheckedContinuation<Void, Never>]>([])
    private let count = Mutex(0)

    var lookCount: Int { count.withLock { $0 } }

    func look() async -> Int {
      await withCheckedContinuation { continuation in
        going.withLock { $0.append(continuation) }
        count.withLock { $0 += 1 }
      }
      return lookCount
    }

    func letGo() {
      let all = going.withLock { going in
        defer { going = [] }
        return going
      }
      for continuation in all { continuation.resume() }
    }
  }

  private typealias Looks = SharedLooks<Int, Int>

  /// The ends of the times of those who wait.
  private final class Limits: Sendable {
    private let ends = Mutex<[@Sendable () -> Void]>([])

    var count: Int { ends.withLock { $0.count } }

    func add(_ end: @escaping @Sendable () -> Void) { ends.withLock { $0.append(end) } }

    func end() {
      for end in ends.withLock({ $0 }) { end() }
    }
  }

  private func wait(_ isDone: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while !isDone(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(1)) }
    #expect(isDone())
  }

  private func number(_ outcome: Looks.Outcome) -> Int? {
    if case .seen(let number) = outcome { number } else { nil }
  }

  @Test("those who ask while a look goes on share the next one")
  func shared() async throws {
    let (place, limits) = (Place(), Limits())
    let looks = Looks(atMost: 1) { _ in await place.look() }
    async let first = looks.value(of: 1) { limits.add($0) }
    try await wait { place.lookCount == 1 }
    let later = (0..<100).map { _ in Task { await looks.value(of: 1) { limits.add($0) } } }
    try await wait { limits.count == 101 }
    #expect(place.lookCount == 1)
    place.letGo()
    let firstSeen = number(await first)
    #expect(firstSeen == 1)
    try await wait { place.lookCount == 2 }
    place.letGo()
    for task in later {
      let seen = number(await task.value)
      #expect(seen == 2)
    }
    await looks.idle()
    #expect(place.lookCount == 2)
  }

  @Test("nobody waits beyond the limit for one that hangs, and no other begins")
  func hanging() async throws {
    let (place, limits) = (Place(), Limits())
    let looks = Looks(atMost: 2) { _ in await place.look() }
    let requests = (0..<100).map { _ in Task { await looks.value(of: 1) { limits.add($0) } } }
    try await wait { limits.count == 100 && place.lookCount == 1 }
    limits.end()
    for request in requests {
      let seen = number(await request.value)
      #expect(seen == nil)
    }
    #expect(place.lookCount == 1)
    // Another thing is looked at all the same, and a third finds no room in time.
    async let other = looks.value(of: 2) { _ in }
    try await wait { place.lookCount == 2 }
    let third = number(await looks.value(of: 3) { end in end() })
    #expect(third == nil)
    #expect(place.lookCount == 2)
    place.letGo()
    let otherSeen = number(await other)
    #expect(otherSeen == 2)
    await looks.idle()
    async let again = looks.value(of: 1) { _ in }
    try await wait { place.lookCount == 3 }
    place.letGo()
    let lastSeen = number(await again)
    #expect(lastSeen == 3)
  }
  @Test("who asks for more things than are looked at at once is shown each, once there is room")
  func crowd() async throws {
    let (place, limits) = (Place(), Limits())
    let looks = Looks(atMost: 2) { _ in await place.look() }
    let requests = (1...20).map { key in Task { await looks.value(of: key) { limits.add($0) } } }
    try await wait { limits.count == 20 && place.lookCount == 2 }
    for round in 1...10 {
      try await wait { place.lookCount == 2 * round }
      place.letGo()
    }
    for request in requests {
      let seen = number(await request.value)
      #expect(seen != nil)
    }
    await looks.idle()
    #expect(place.lookCount == 20)
  }
}
