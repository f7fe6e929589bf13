import Pando
import PandoTesting
import Testing

@Suite("A hosted child that may go on in the store's process", .timeLimit(.minutes(15)))
struct GivenUpTests {
  /// Cannot cross back from a worker once its number is 3, nor to one when it is negative.
  struct Fragile: Codable, Equatable, Sendable {
    struct Broken: Error {}

    var number = 0

    init() {}

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      if number < 0 { throw Broken() }
    }

    func encode(to encoder: any Encoder) throws {
      if number >= 3 { throw Broken() }
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  @Reducer
  struct Leaf {
    struct State: Codable, Equatable, Sendable { var ticks = 0 }
    enum Action: Codable, Sendable { case start, tick }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          return .run { send in
            while true {
              try await clock.sleep(for: .seconds(1))
              await send(.tick)
            }
          }
        case .tick:
          state.ticks += 1
          return .none
        }
      }
    }
  }

  @Reducer
  struct Branch {
    struct State: Codable, Equatable, Sendable {
      var fragile = Fragile()
      var leaf: Leaf.State?
      var lost = 0
    }

    enum Action: Codable, Sendable { case up, grow, shed, lost, leaf(Leaf.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.fragile.number += 1
        case .grow: state.leaf = Leaf.State()
        case .shed: state.leaf = nil
        case .lost: state.lost += 1
        case .leaf: break
        }
        return .none
      }
      .ifLet(\.leaf, action: \.leaf) { Leaf() }
    }
  }

  @Reducer
  struct Trunk {
    struct State: Equatable, Sendable {
      var branch: Branch.State? = Branch.State()
      var seen: [Int] = []
      var ticks = 0
    }

    enum Action: Sendable { case branch(Branch.Action), cut, graft, spoilAndCut }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .branch(.up): state.seen.append(state.branch?.fragile.number ?? -1)
        case .branch(.leaf(.tick)): state.ticks += 1
        case .branch: break
        case .cut: state.branch = nil
        case .spoilAndCut:
          state.branch?.fragile.number = -1
          return .send(.cut)
        case .graft: state.branch = Branch.State()
        }
        return .none
      }
      .ifLet(\.branch, action: \.branch) {
        Branch().hosted(interrupted: .lost, onCrash: .inProcess)
      }
    }
  }

  private let clock = TestClock()

  /// Waits until the leaf's effect waits for the clock.
  private func leafSleeps() async {
    while (try? await clock.checkSuspension()) != nil { await Task.yield() }
  }

  private func makeStore() -> StoreOf<Trunk> {
    Store(initialState: Trunk.State()) {
      Trunk()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  /// Sends more than it takes at once, so that what is speculated is thrown away too.
  private func breakIt(_ store: StoreOf<Trunk>) async {
    await withKnownIssue {
      let tasks = (1...5).map { _ in store.send(.branch(.up)) }
      for task in tasks { await task.finish() }
    } matching: { issue in
      let text = "\(issue)"
      return text.contains("cannot host") && text.contains("Branch") && text.contains("Broken")
        && text.contains("its actions are reduced in this process")
    }
  }

  @Test("goes on in the process of the store, each action once, in order")
  func goesOn() async {
    let store = makeStore()
    await breakIt(store)
    #expect(store.state.branch?.fragile.number == 5)
    #expect(store.state.seen == [1, 2, 3, 4, 5])
    await store.send(.branch(.up)).finish()
    #expect(store.state.seen == [1, 2, 3, 4, 5, 6])
  }

  @Test("has its effects here, which end with what they belong to")
  func effects() async {
    let store = makeStore()
    await breakIt(store)
    store.send(.branch(.grow))
    let ticking = store.send(.branch(.leaf(.start)))
    await leafSleeps()
    await clock.advance(by: .seconds(2))
    while store.state.branch?.leaf?.ticks != 2 { await Task.yield() }
    store.send(.branch(.shed))
    await ticking.finish()
    store.send(.branch(.grow))
    let again = store.send(.branch(.leaf(.start)))
    store.send(.cut)
    await again.finish()
    #expect(store.state.branch == nil)
  }

  @Test("is told that the effects on the worker ended")
  func interrupted() async {
    let store = makeStore()
    store.send(.branch(.grow))
    let ticking = store.send(.branch(.leaf(.start)))
    await leafSleeps()
    await clock.advance(by: .seconds(1))
    while store.state.branch?.leaf?.ticks != 1 { await Task.yield() }
    await breakIt(store)
    await ticking.finish()
    #expect(store.state.branch?.lost == 1)
  }

  @Test("what its own child had sent is dropped if that goes first", arguments: [false, true])
  func lateActions(isShed: Bool) async {
    let faults = HostingFaults()
    let store = Store(initialState: Trunk.State()) {
      Trunk()
    } withDependencies: {
      $0.continuousClock = clock
      $0.hosting = .faulty(faults)
    }
    await store.send(.branch(.grow)).finish()
    let ticking = store.send(.branch(.leaf(.start)))
    await leafSleeps()
    await withKnownIssue {
      faults.cutOff()
      // The worker has an action to send, which comes behind what is sent to it meanwhile.
      await clock.advance(by: .seconds(1))
      for _ in 0..<1_000 { await Task.yield() }
      let tasks = (1...5).map { _ in store.send(.branch(.up)) }
      let shed = isShed ? store.send(.branch(.shed)) : nil
      faults.heal()
      for task in tasks { await task.finish() }
      await shed?.finish()
      await ticking.finish()
    } matching: {
      "\($0)".contains("cannot host")
    }
    #expect(store.state.seen == [1, 2, 3, 4, 5])
    #expect(store.state.ticks == (isShed ? 0 : 1))
  }

  @Test("is hosted again once it is another child")
  func another() async {
    let store = makeStore()
    await breakIt(store)
    await store.send(.cut).finish()
    await store.send(.graft).finish()
    await breakIt(store)
    #expect(store.state.seen == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
  }

  @Test("is not looked after any more when it goes in that moment")
  func going() async {
    let store = makeStore()
    store.send(.branch(.grow))
    let ticking = store.send(.branch(.leaf(.start)))
    await leafSleeps()
    await clock.advance(by: .seconds(1))
    while store.state.branch?.leaf?.ticks != 1 { await Task.yield() }
    // The worker is told of a state that it cannot decode, and of the end, in one message.
    await store.send(.spoilAndCut).finish()
    await ticking.finish()
    #expect(store.state.branch == nil)
    await store.send(.graft).finish()
    await store.send(.branch(.up)).finish()
    #expect(store.state.seen == [1])
  }
}
