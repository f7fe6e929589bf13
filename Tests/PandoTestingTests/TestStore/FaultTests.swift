import IssueReporting
import Pando
import PandoTesting
import Testing

@Suite("Workers that fail on purpose")
struct FaultTests {
  /// Every kind of use of a hosted child, with the same words whatever happens to its workers.
  private func runThrough(_ plan: FaultPlan) async -> HostingFaults {
    let clock = TestClock()
    let store = Place.hosted.makeDesk(clock: clock, faults: plan)
    await store.send(.lookup(.typed("aspen"))) { $0.lookup?.query = "aspen" }
    await store.receive(\.lookup.found, [5]) {
      $0.lookup?.hits = [5]
      $0.total = 1
    }
    await store.send(.lookup(.twice))
    await store.receive(\.lookup.tick) { $0.lookup?.ticks = 1 }
    await store.receive(\.lookup.tick) { $0.lookup?.ticks = 2 }
    let ticking = await store.send(.lookup(.startTicking))
    for tick in 3...6 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.lookup.tick) { $0.lookup?.ticks = tick }
    }
    await store.send(.lookup(.stopTicking))
    await ticking.finish()
    await store.send(.lookup(.search(times: 3)))
    for number in 0..<3 {
      await store.receive(\.lookup.found, [number]) {
        $0.lookup?.hits.append(number)
        $0.total += 1
      }
    }
    await store.send(.lookup(.startTicking))
    await store.send(.close) { $0.lookup = nil }
    await store.finish()
    return store.faults
  }

  @Test("A test that passes without failures passes under every seed")
  func seeds() async {
    var kinds: Set<String> = []
    for seed in UInt64(1)...40 {
      let faults = await runThrough(.random(seed: seed))
      for event in faults.events {
        for kind in ["died", "later", "cut off"] where event.contains(kind) { kinds.insert(kind) }
      }
    }
    #expect(kinds == ["died", "later", "cut off"])
  }

  @Test("A seed repeats its failures")
  func repetition() async {
    let first = await runThrough(.random(seed: 11)).events
    let second = await runThrough(.random(seed: 11)).events
    #expect(first == second)
    #expect(!first.isEmpty)
  }

  @Test("A worker that dies before it answers loses nothing")
  func killAtStep() async {
    for step in 1...12 {
      let store = Place.hosted.makeDesk(faults: FaultPlan([step: .kill]))
      for tick in 1...6 {
        await store.send(.lookup(.tick)) { $0.lookup?.ticks = tick }
      }
      if store.faults.stepCount >= step { #expect(store.faults.events.count == 1) }
    }
  }

  @Test("A feature is told that its effects ended with their worker")
  func killNow() async {
    let clock = TestClock()
    let store = Place.hosted.makeDesk(clock: clock)
    await store.send(.lookup(.startTicking))
    store.faults.killWorker()
    await store.receive(\.lookup.restarted)
    await clock.advance(by: .seconds(1))
    await store.receive(\.lookup.tick) { $0.lookup?.ticks = 1 }
    await store.send(.lookup(.stopTicking))
    #expect(store.faults.events.count == 1)
  }

  @Test("A failure can be brought about in a step to come")
  func schedule() async {
    let store = Place.hosted.makeDesk()
    store.faults.schedule(.kill)
    store.faults.schedule(.delay(steps: 5), afterSteps: 2)
    await store.send(.lookup(.tick)) { $0.lookup?.ticks = 1 }
    #expect(store.faults.events.count == 2)
    #expect(store.faults.stepCount > 5)
  }

  @Test("Failures can be brought about in one step, as long ones as there are")
  func scheduleSeveral() async {
    let store = Place.hosted.makeDesk(faults: FaultPlan([:], workers: 2))
    store.faults.schedule(.kill)
    store.faults.schedule(.cutOff(steps: .max))
    store.faults.schedule(.delay(steps: .max))
    store.faults.schedule(.delay(steps: 1), afterSteps: .max)
    await store.send(.lookup(.tick)) { $0.lookup?.ticks = 1 }
    #expect(store.faults.events.count == 3)
    #expect(store.faults.events.last?.hasSuffix("died") == true)
  }

  @Test("What is sent to a worker that is cut off commits when it is healed")
  func cutOff() async {
    let store = Place.hosted.makeDesk()
    await store.send(.lookup(.tick)) { $0.lookup?.ticks = 1 }
    store.faults.cutOff()
    async let sent = store.send(.lookup(.tick)) { $0.lookup?.ticks = 2 }
    store.faults.heal()
    _ = await sent
    #expect(store.state.lookup?.ticks == 2)
  }

  @Test("A worker that stays cut off is a failure that says so, and names the plan")
  func staysCutOff() async throws {
    let texts = await failures {
      let store = Place.hosted.makeDesk(faults: FaultPlan([1: .delay(steps: 2)]))
      store.timeout = .milliseconds(20)
      store.faults.cutOff()
      await store.send(.lookup(.tick))
    }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(text.hasPrefix("An action was sent, but it has not committed after 0.02 seconds."))
    #expect(text.contains("faults.heal()"))
    #expect(text.contains("FaultPlan([1: .delay(steps: 2)], workers: 1)"))
    #expect(text.contains("step 0: the workers are cut off"))
  }

  @Test("A failure under a seed prints the seed")
  func seedIsPrinted() async throws {
    let texts = await failures {
      let store = Place.hosted.makeDesk(faults: .random(seed: 23))
      await store.send(.lookup(.tick))
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("the plan .random(seed: 23)") == true)
  }

  @Test("The workers of any store can fail")
  func plainStore() async {
    let faults = HostingFaults(.random(seed: 5))
    let store = Store(initialState: Desk.State()) {
      Desk(isHosted: true)
    } withDependencies: {
      $0.hosting = .faulty(faults)
      $0.continuousClock = TestClock()
    }
    for _ in 1...30 { await store.send(.lookup(.tick)).finish() }
    await store.send(.lookup(.search(times: 10))).finish()
    faults.killWorker()
    await store.send(.lookup(.tick)).finish()
    #expect(store.state.lookup?.ticks == 31)
    #expect(store.state.total == 10)
    #expect(!faults.events.isEmpty)
  }

  @Test("With effects to lose, a feature that starts them again gets through")
  func losingEffects() async {
    for seed in UInt64(1)...10 {
      let clock = TestClock()
      let store = Place.hosted.makeDesk(
        clock: clock, faults: .random(seed: seed, losingEffects: true))
      store.exhaustivity = .off
      await store.send(.lookup(.startTicking))
      for _ in 1...20 {
        await clock.advance(by: .seconds(1))
        await store.skipReceivedActions(strict: false)
      }
      #expect((store.state.lookup?.ticks ?? 0) > 0)
    }
  }
}
