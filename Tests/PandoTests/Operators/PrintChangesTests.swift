import IssueReporting
import Pando
import PandoTesting
import Synchronization
import Testing

/// Tests of what is printed in a debug build; in a release build nothing is.
@Suite("Printing what actions change")
struct PrintChangesTests {
  @Reducer
  struct Meter {
    struct State: Codable, Equatable, Sendable {
      var value = 0
    }

    enum Action: Codable, Equatable, Sendable {
      case add(Int)
    }

    let lines: Lines?

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let number): state.value += number
        }
        return .none
      }
      ._printChanges(lines?.printer())
    }
  }

  /// Collects what a printer is given.
  final class Lines: Sendable {
    private let kept = Mutex<[String]>([])

    var all: [String] { kept.withLock { $0 } }

    func printer() -> ReducerPrinter<Meter.State, Meter.Action> {
      ReducerPrinter { [self] action, oldState, newState in
        kept.withLock { $0.append("\(action) \(oldState.value) \(newState.value)") }
      }
    }
  }

  @Reducer
  struct Board {
    struct State: Equatable, Sendable {
      var meter = Meter.State()
    }

    enum Action: Equatable, Sendable {
      case meter(Meter.Action)
      case reset
    }

    enum Order { case childFirst, parentFirst }

    let lines: Lines
    let isHosted: Bool
    var order = Order.childFirst

    var body: some ReducerOf<Self> {
      if order == .parentFirst { shift }
      Scope(state: \.meter, action: \.meter) {
        if isHosted { Meter(lines: lines).hosted() } else { Meter(lines: lines) }
      }
      Reduce { state, action in
        if action == .reset { state.meter.value = 0 }
        return .none
      }
    }

    private var shift: some ReducerOf<Self> {
      Reduce { state, _ in
        state.meter.value += 100
        return .none
      }
    }
  }

  enum Place: CaseIterable { case here, hosted }

  #if DEBUG
    @Test("Each action is printed once, with the state before and after", arguments: Place.allCases)
    func once(_ place: Place) async {
      let lines = Lines()
      let store = TestStore(initialState: Board.State()) {
        Board(lines: lines, isHosted: place == .hosted)
      }
      await store.send(.meter(.add(1))) { $0.meter.value = 1 }
      await store.send(.meter(.add(2))) { $0.meter.value = 3 }
      #expect(lines.all == ["add(1) 0 1", "add(2) 1 3"])
    }

    @Test("What a worker ran ahead and had to run again is printed once")
    func squashed() async {
      let lines = Lines()
      let faults = HostingFaults()
      let store = Store(initialState: Board.State()) {
        Board(lines: lines, isHosted: true)
      } withDependencies: {
        $0.hosting = .faulty(faults)
      }
      faults.cutOff()
      let first = store.send(.meter(.add(1)))
      store.send(.reset)
      let last = store.send(.meter(.add(5)))
      faults.heal()
      await first.finish()
      await last.finish()
      // The worker prints when it is told of the commit, in a step of its own.
      await store.send(.reset).finish()
      await poll { lines.all.count >= 2 }
      #expect(lines.all == ["add(1) 0 1", "add(5) 0 5"])
    }

    @Test("What the client had to run, and a worker once more, is printed once")
    func byClient() async {
      let lines = Lines()
      await withKnownIssue {
        let store = TestStore(initialState: Board.State()) {
          Board(lines: lines, isHosted: true, order: .parentFirst)
        }
        await store.send(.meter(.add(1))) { $0.meter.value = 101 }
      } matching: { issue in
        "\(issue)".contains("had its state changed by a reducer that runs before it")
      }
      #expect(lines.all == ["add(1) 100 101"])
    }

    @Test("Behind a hosted feature it prints in this process")
    func behindHosted() async {
      let lines = Lines()
      let store = TestStore(initialState: Meter.State()) {
        Scope(state: \.self, action: \.self) {
          Meter(lines: nil).hosted()._printChanges(lines.printer())
        }
      }
      await store.send(.add(1)) { $0.value = 1 }
      #expect(lines.all == ["add(1) 0 1"])
    }

    @Test("A reducer that is called by hand prints at once")
    func byHand() {
      let lines = Lines()
      var state = Meter.State()
      _ = Meter(lines: lines).body.reduce(into: &state, action: .add(3))
      #expect(lines.all == ["add(3) 0 3"])
    }

    @Test("The printers of the library name the action")
    func printers() async {
      let store = TestStore(initialState: Meter.State()) {
        Meter(lines: nil)._printChanges()._printChanges(.actionLabels)
      }
      await store.send(.add(1)) { $0.value = 1 }
    }

    private func poll(_ isDone: () -> Bool) async {
      let end = ContinuousClock.now + .seconds(20)
      while !isDone(), ContinuousClock.now < end { await Task.yield() }
    }
  #endif
}
