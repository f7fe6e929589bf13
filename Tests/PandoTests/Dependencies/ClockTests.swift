import Pando
import PandoTesting
import Synchronization
import Testing

@Suite("Clocks for tests", .timeLimit(.minutes(15)))
struct ClockTests {
  /// Waits until so many tasks sleep on a clock: however busy the machine is, none is left behind when its time moves.
  private func sleepers(_ count: Int, on clock: TestClock<Duration>) async {
    while true {
      do throws(SuspensionError) {
        try await clock.checkSuspension()
      } catch {
        if error.count == count { return }
      }
    }
  }

  /// The events, in order.
  final class Log: Sendable {
    private let entries = Mutex<[String]>([])

    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
  }

  @Test("sleepers wake by their deadlines, then in the order in which they fell asleep")
  func order() async throws {
    let clock = TestClock()
    let log = Log()
    await withTaskGroup(of: Void.self) { group in
      for (name, seconds) in [("c", 3), ("a", 1), ("b", 2), ("c", 3), ("d", 4)] {
        group.addTask {
          try? await clock.sleep(for: .seconds(seconds))
          log.add("\(name) at \(clock.now.offset)")
        }
      }
      await sleepers(5, on: clock)
      await clock.advance(by: .seconds(1))
      #expect(log.all == ["a at 1.0 seconds"])
      await clock.advance(to: TestClock.Instant(offset: .seconds(3)))
      #expect(log.all.map { $0.prefix(1) } == ["a", "b", "c", "c"])
      #expect(log.all.last == "c at 3.0 seconds")
      await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
      await clock.run(timeout: .seconds(60))
      #expect(log.all.last == "d at 4.0 seconds")
      #expect(clock.now.offset == .seconds(4))
    }
    try await clock.checkSuspension()
  }

  @Test("many tasks that sleep once, each for a time of its own, do not take a test's time")
  func manySleepers() async {
    let clock = TestClock()
    let log = Log()
    await withTaskGroup(of: Void.self) { group in
      for seconds in 1...60 {
        group.addTask {
          try? await clock.sleep(for: .seconds(seconds))
          log.add("\(seconds)")
        }
      }
      await sleepers(60, on: clock)
      await clock.run()
      #expect(log.all.count == 60)
      group.cancelAll()
    }
  }

  @Test("cancelled, a task wakes at once")
  func cancellation() async throws {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.advance()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await clock.checkSuspension()
  }

  @Test("an hour of ticks, each of which is counted by then")
  func timer() async {
    let testClock = TestClock()
    let clock: any Clock<Duration> = testClock
    let log = Log()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await elapsed in clock.timer(interval: .seconds(1)) {
          log.add("\(elapsed)")
        }
      }
      await sleepers(1, on: testClock)
      await testClock.advance(by: .seconds(3_600))
      let ticks = log.all
      #expect(ticks.count == 3_600)
      #expect(ticks.last == "\(Duration.seconds(3_600))")
      group.cancelAll()
    }
  }

  @Test("run gives up on a timer, and reports it")
  func endless() async {
    let clock = TestClock()
    let task = Task {
      for await _ in clock.timer(interval: .seconds(1)) {}
    }
    await sleepers(1, on: clock)
    await withKnownIssue {
      await clock.run(timeout: .milliseconds(20))
    } matching: { issue in
      "\(issue)".contains("1 task(s) still sleep")
    }
    task.cancel()
    await task.value
  }

  @Test("a timer leaves out the ticks that nobody waited for")
  func missedTicks() async {
    let clock = TestClock()
    let (results, continuation) = AsyncStream<Duration?>.makeStream()
    let (asks, ask) = AsyncStream<Void>.makeStream()
    let task = Task {
      var ticks = clock.timer(interval: .seconds(2)).makeAsyncIterator()
      for await _ in asks { continuation.yield(await ticks.next()) }
    }
    var received = results.makeAsyncIterator()
    ask.yield()
    await sleepers(1, on: clock)
    await clock.advance(by: .seconds(7))
    #expect(await received.next() == .seconds(2))
    ask.yield()
    await sleepers(1, on: clock)
    await clock.advance(by: .seconds(1))
    #expect(await received.next() == .seconds(8))
    ask.finish()
    await task.value
  }

  @Test("an effect sleeps on the clock of the store")
  func effects() async {
    let clock = TestClock()
    let store = Store(initialState: Countdown.State()) {
      Countdown()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.send(.start)
    await sleepers(1, on: clock)
    await clock.advance(by: .seconds(10))
    #expect(store.state.remaining == 0)
    #expect(clock.now.offset == .seconds(10))
  }

  @Test("so does an effect of a hosted child")
  func hostedEffects() async {
    let clock = TestClock()
    let store = Store(initialState: HostedCountdown.State()) {
      HostedCountdown()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let start = store.send(.child(.start))
    await sleepers(1, on: clock)
    await clock.advance(by: .seconds(6))
    #expect(store.state.child?.remaining == 1)
    await clock.run(timeout: .seconds(60))
    await start.finish()
    #expect(store.state.child?.remaining == 0)
  }

  @Test("an immediate clock wakes at once, and its time moves on")
  func immediate() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(3_600))
    #expect(clock.now.offset == .seconds(3_600))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .seconds(3_600))
  }

  @Test("an unimplemented clock reports each use, and does not hold up anybody")
  func unimplemented() async {
    await withKnownIssue {
      try? await UnimplementedClock().sleep(for: .seconds(3_600))
    } matching: { issue in
      "\(issue)".contains("UnimplementedClock") && "\(issue)".contains("ClockTests.swift")
    }
  }
}

/// Counts down from three, a step each three seconds.
@Reducer
struct Countdown {
  struct State: Codable, Equatable, Sendable {
    var remaining = 3
  }

  enum Action: Codable, Sendable {
    case start, tick
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return .run { send in
          while true {
            try await clock.sleep(for: .seconds(3))
            await send(.tick)
          }
        }
        .cancellable(id: "countdown")
      case .tick:
        state.remaining -= 1
        return state.remaining == 0 ? .cancel(id: "countdown") : .none
      }
    }
  }
}

@Reducer
struct HostedCountdown {
  struct State: Sendable {
    var child: Countdown.State? = Countdown.State()
  }

  enum Action: Sendable {
    case child(Countdown.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.child, action: \.child) { Countdown().hosted() }
  }
}
