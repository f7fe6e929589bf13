import Pando
import PandoTesting
import Testing

/// Tests that the names of Foundation in this file come with `import Pando`.
@Suite("Names that programs of the field use")
struct FieldNamesTests {
  @Test("Foundation comes along")
  func foundation() {
    let url = URL(filePath: "/tmp/letter")
    #expect(url.lastPathComponent == "letter")
    #expect(IndexSet([1, 2]).count == 2)
    #expect(Date(timeIntervalSince1970: 0) < Date())
  }

  @Test("what other modules of the package declare may be named as of this one")
  func qualifiedNames() {
    let ids: Pando.IdentifiedArrayOf<Named> = [Named(id: 2)]
    #expect(ids[id: 2] == Named(id: 2))
    let path: Pando.AnyCasePath<Named?, Named> = Pando.AnyCasePath(\.some)
    #expect(path.extract(from: ids.first)?.id == 2)
    @Pando.Dependency(\.context) var context
    #expect(context == Pando.DependencyContext.test)
    #expect(Pando.TextState("Aspen") == "Aspen")
    let kinds: [any Pando.CasePathable.Type] = [Named?.self]
    #expect(kinds.count == 1)
  }

  private struct Named: Equatable, Identifiable, Sendable { let id: Int }

  @Test("an identity of a negative number")
  func negativeUUID() {
    #expect(UUID(-1).uuidString == "00000000-0000-0000-FFFF-FFFFFFFFFFFF")
    #expect(UUID(10).uuidString == "00000000-0000-0000-0000-00000000000A")
  }

  @Test("a value behind a lock")
  func lockIsolated() async {
    let words = LockIsolated<[String]>([])
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<10 { group.addTask { words.withValue { $0.append("\(number)") } } }
    }
    #expect(words.count == 10)
    words.setValue(["a"])
    #expect(words.value == ["a"])
  }

  @Test("any value that can be hashed and sent")
  func anyHashableSendable() async {
    let ids: Set<AnyHashableSendable> = ["a", 1, AnyHashableSendable(AnyHashableSendable(1)), true]
    #expect(ids.count == 3)
    let hasOne = await Task { ids.contains(AnyHashableSendable(1)) }.value
    #expect(hasOne)
    #expect("\(AnyHashableSendable("a"))" == "a")
    #expect(AnyHashableSendable(1).base as? Int == 1)
  }

  @Test("a value that the compiler does not know to be safe to send")
  func uncheckedSendable() async {
    final class Counter { var count = 0 }
    let counter = UncheckedSendable(Counter())
    await Task { counter.value.count += 1 }.value
    #expect(counter.count == 1)
  }

  @Test("a task that never returns ends when it is cancelled")
  func never() async throws {
    let isWaiting = LockIsolated(false)
    let task = Task {
      isWaiting.setValue(true)
      try await Task.never()
    }
    let value = Task<Int, any Error> { try await Task.never() }
    while !isWaiting.value { await Task.yield() }
    task.cancel()
    value.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await #expect(throws: CancellationError.self) { try await value.value }
  }

  @Test("streams that bring nothing")
  func emptyStreams() async throws {
    for await _ in AsyncStream<Int>.finished { Issue.record("it has ended") }
    for try await _ in AsyncThrowingStream<Int, any Error>.finished() {
      Issue.record("it has ended")
    }
    let task = Task {
      for await _ in AsyncStream<Int>.never { Issue.record("it brings nothing") }
      for try await _ in AsyncThrowingStream<Int, any Error>.never {
        Issue.record("it brings nothing")
      }
    }
    task.cancel()
    try await task.value
  }

  @Test("a sequence as a stream")
  func erased() async throws {
    struct Halt: Error {}
    let numbers = AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    let doubled: AsyncStream<Int> = numbers.map { $0 * 2 }.eraseToStream()
    var seen: [Int] = []
    for await number in doubled { seen.append(number) }
    #expect(seen == [2, 4, 6])

    let broken = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Halt())
    }
    await #expect(throws: Halt.self) {
      for try await number in broken.eraseToThrowingStream() { seen.append(number) }
    }
    #expect(seen == [2, 4, 6, 1])
  }

  @Test("a clock sleeps until a moment without a tolerance")
  func sleepUntil() async throws {
    let clock: any Clock<Duration> = ImmediateClock()
    func sleep<C: Clock>(_ clock: C) async throws { try await clock.sleep(until: clock.now) }
    try await sleep(clock)
  }

  @Test("a test clock suspends a sleep of zero until it is advanced by nothing")
  func sleepOfZero() async throws {
    let clock = TestClock()
    let isAwake = LockIsolated(false)
    let task = Task {
      try await clock.sleep(for: .zero)
      isAwake.setValue(true)
    }
    while clock.now == .init(), await isSuspendedSoon(clock) == false { await Task.yield() }
    #expect(!isAwake.value)
    await clock.advance()
    try await task.value
    #expect(isAwake.value)
  }

  private func isSuspendedSoon(_ clock: TestClock<Duration>) async -> Bool {
    do {
      try await clock.checkSuspension()
      return false
    } catch {
      return true
    }
  }

  @Test("a client's closure that returns an optional returns nil by itself")
  func optionalClient() {
    let client = Client()
    withKnownIssue {
      #expect(client.name(3) == nil)
    } matching: { issue in
      "\(issue)".contains("Client.name")
    }
  }
}

@DependencyClient
private struct Client: Sendable {
  var name: @Sendable (_ id: Int) -> String?
}
