import Pando
import Testing

@Suite("Presented state is changed where it lies")
struct PresentedPlaceTests {
  @Reducer
  struct Child {
    struct State: Sendable {
      var numbers: [Int]

      init() {
        numbers = []
        numbers.reserveCapacity(100)
      }

      /// Where the numbers are.
      var address: UInt { numbers.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
    }

    enum Action: Sendable { case append(Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .append(let number): state.numbers.append(number)
        }
        return .none
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable {
      @Presents var child: Child.State?
      @PresentationState var other: Child.State?
      var total = 0
    }

    enum Action: Sendable {
      case child(PresentationAction<Child.Action>)
      case other(PresentationAction<Child.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.total += 1
        return .none
      }
      .ifLet(\.$child, action: \.child) { Child() }
      .ifLet(\.$other, action: \.other) { Child() }
    }
  }

  @Test("by '@Presents' and by '@PresentationState', and not through a copy")
  func places() {
    let store = Store(initialState: Parent.State(child: Child.State(), other: Child.State())) {
      Parent()
    }
    let places = store.withState { [$0.child?.address, $0.other?.address] }
    for number in 1...5 {
      store.send(.child(.presented(.append(number))))
      store.send(.other(.presented(.append(-number))))
    }
    let numbers = store.withState { [$0.child?.numbers, $0.other?.numbers] }
    #expect(numbers == [[1, 2, 3, 4, 5], [-1, -2, -3, -4, -5]])
    #expect(store.withState { [$0.child?.address, $0.other?.address] } == places)
    #expect(store.withState { $0.total } == 10)
  }
}
