import Pando

@propertyWrapper
struct Clamped: Codable, Equatable { var wrappedValue = 0 }

@Reducer
struct Several {
  @ObservableState
  struct State: Codable, Equatable {
    // error: needs a declaration for each property: give 'first' one of its own
    var first = 1, second = 2
    // error: needs a declaration for each property: give 'third' one of its own
    var (third, fourth) = (3, 4)
    var fifth = 5
  }
  enum Action: Codable { case tapped }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.first = state.fourth
      return .none
    }
  }
}

@Reducer
struct Observers {
  @ObservableState
  struct State: Codable, Equatable {
    // error: cannot keep the observers of 'first': react to changes in the reducer
    var first = 1 {
      didSet { second = first }
    }
    var second = 2
  }
  enum Action: Codable { case tapped }
}

@Reducer
struct Wrapper {
  @ObservableState
  struct State: Equatable {
    // error: cannot observe 'first', which '@Clamped' wraps: add '@ObservationStateIgnored'
    @Clamped var first = 1
    var second = 2
  }
}

@Reducer
struct Keys {
  @ObservableState
  struct State: Codable, Equatable {
    var first = 1
    var second = 2
    // error: write 'init(from:)' and 'encode(to:)' too
    enum CodingKeys: String, CodingKey {
      case first
      case second = "zweite"
    }
  }
  enum Action: Codable { case tapped }
}

@Reducer
struct Class {
  @ObservableState
  // error: '@ObservableState' can only be applied to struct and enum types
  final class State {
    let first = 1
  }
}
