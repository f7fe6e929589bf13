import Pando
import PandoTesting
import Testing

@Suite("A test store that restarts")
struct RestartTests {
  @Test("goes on with what had committed, without the effects of before")
  func effects() async {
    let clock = TestClock()
    let store = TestStore(initialState: Bakery.State(oven: Oven.State())) {
      Bakery()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.receive(\.opened) { $0.openings = 1 }
    await store.send(.ring) { $0.rings = 1 }
    await store.send(.oven(.bake)) { $0.oven?.isBaking = true }
    await store.restart()
    await store.receive(\.oven.interrupted) { $0.oven?.isBaking = false }
    await store.receive(\.opened) { $0.openings = 2 }
    // Those that slept would send now.
    await clock.advance(by: .seconds(100))
    await store.send(.oven(.bake)) { $0.oven?.isBaking = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.oven.done) {
      $0.oven?.isBaking = false
      $0.oven?.loaves = 1
    }
    await store.finish()
  }

  @Test("tells a feature that would be hosted of it, where nothing is hosted")
  func direct() async {
    let store = TestStore(initialState: Bakery.State(oven: Oven.State(isBaking: true))) {
      Bakery()
    } withDependencies: {
      $0.hosting = .direct
    }
    await store.receive(\.opened) { $0.openings = 1 }
    await store.restart()
    await store.receive(\.oven.interrupted) { $0.oven?.isBaking = false }
    await store.receive(\.opened) { $0.openings = 2 }
  }

  @Test("takes up what a reducer had returned and what had not committed")
  func owed() async {
    let store = TestStore(initialState: Bakery.State(oven: Oven.State())) { Bakery() }
    await store.receive(\.opened) { $0.openings = 1 }
    store.faults.cutOff()
    await store.send(.fillOven) { $0.rings = 10 }
    await store.restart()
    await store.receive(\.oven.filled) { $0.oven?.loaves = 5 }
    await store.receive(\.oven.interrupted)
    await store.receive(\.opened) { $0.openings = 2 }
  }

  @Test("has new workers, that fail by the same plan, where it was given its own")
  func ownFaults() async {
    let faults = HostingFaults(.random(seed: 3))
    let store = TestStore(initialState: Bakery.State(oven: Oven.State())) {
      Bakery()
    } withDependencies: {
      $0.hosting = .faulty(faults)
    }
    await store.receive(\.opened) { $0.openings = 1 }
    store.exhaustivity = .off
    await store.restart()
    await store.receive(\.opened)
    await store.send(.oven(.filled))
    #expect(store.state.oven?.loaves == 5)
    #expect(store.faults !== faults)
    #expect(store.faults.plan == faults.plan)
  }

  @Test("may do so again and again, with the same dependencies")
  func again() async {
    let store = TestStore(initialState: Bakery.State()) {
      Bakery()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.receive(\.opened) { $0.openings = 1 }
    for round in 1...5 {
      await store.send(.name) { $0.name = "00000000-0000-0000-0000-00000000000\(round - 1)" }
      await store.restart()
      await store.receive(\.opened) { $0.openings += 1 }
    }
    #expect(store.state.openings == 6)
  }

  @Test("fails where something was received and not asserted")
  func unasserted() async throws {
    let texts = await failures {
      let store = TestStore(initialState: Bakery.State()) { Bakery() }
      await store.restart()
      await store.receive(\.opened) { $0.openings = 2 }
    }
    let text = try #require(texts.first)
    #expect(text.hasPrefix("The store received 1 unexpected action before the restart:"))
  }

  @Test("fails where the state that is read is not the one that was written")
  func forgetful() async throws {
    let texts = await failures {
      let store = TestStore(initialState: Forgetful.State(kept: 1, lost: 2)) { Forgetful() }
      await store.restart()
    }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(
      text.hasPrefix("The state that a restart reads is not the one that was written down:"))
    #expect(text.contains("lost: 2") && text.contains("lost: 0"))
  }

  @Test("ends as it is where its state cannot be written down")
  func unwritable() async throws {
    let texts = await failures {
      let store = TestStore(initialState: Stubborn.State()) { Stubborn() }
      await store.send(.up) { $0.count = 1 }
      await store.restart()
      await store.send(.up) { $0.count = 2 }
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("the store cannot be written down: ") == true)
  }
}

@Reducer
private struct Bakery {
  struct State: Codable, Equatable, Sendable {
    var openings = 0
    var rings = 0
    var name = ""
    var oven: Oven.State?
  }

  enum Action: Codable, Equatable, Sendable {
    case opened, ring, rang, fillOven, name
    case oven(Oven.Action)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .opened: state.openings += 1
      case .ring:
        state.rings += 1
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.rang)
        }
      case .rang: state.rings += 100
      case .fillOven:
        state.rings += 10
        return .send(.oven(.filled))
      case .name: state.name = uuid().uuidString
      case .oven: break
      }
      return .none
    }
    .ifLet(\.oven, action: \.oven) { Oven().hosted(interrupted: .interrupted) }
    .onMount(\.opened)
  }
}

@Reducer
private struct Oven {
  struct State: Codable, Equatable, Sendable {
    var isBaking = false
    var loaves = 0
  }

  enum Action: Codable, Equatable, Sendable { case bake, done, filled, interrupted }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .bake:
        state.isBaking = true
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.done)
        }
      case .done:
        state.isBaking = false
        state.loaves += 1
      case .filled: state.loaves += 5
      case .interrupted: state.isBaking = false
      }
      return .none
    }
  }
}

@Reducer
private struct Forgetful {
  struct State: Codable, Equatable, Sendable {
    var kept: Int
    var lost: Int

    init(kept: Int, lost: Int) {
      self.kept = kept
      self.lost = lost
    }

    enum CodingKeys: CodingKey { case kept }

    init(from decoder: any Decoder) throws {
      kept = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .kept)
      lost = 0
    }
  }

  enum Action: Codable, Sendable { case nothing }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct Stubborn {
  struct State: Codable, Equatable, Sendable {
    var count = 0

    init() {}

    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        count, .init(codingPath: [], debugDescription: "it will not be written"))
    }
  }

  enum Action: Codable, Sendable { case up }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}
