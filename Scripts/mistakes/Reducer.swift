import Pando

@Reducer
struct Unnamed {
  struct State { var count = 0 }
  enum Action { case tapped }
  // error: write 'var body: some ReducerOf<Self>'
  var body: some Reducer {
    Reduce { state, action in
      switch action {
      case .tapped:
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer
struct Existential {
  struct State { var count = 0 }
  enum Action { case tapped }
  // error: write 'var body: some ReducerOf<Self>'
  var body: any ReducerOf<Self> {
    Reduce { _, _ in .none }
  }
}

func use() -> StoreOf<Unnamed> {
  Store(initialState: Unnamed.State()) { Unnamed() }
}

@Reducer
struct BodyAndReduce {
  struct State { var count = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
  // error: A reducer implements either 'body' or 'reduce(into:action:)', not both
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

// error: '@Reducer(state:action:)' is for enums
@Reducer(state: .equatable)
struct Conformances {
  struct State { var count = 0 }
}

@Reducer
enum Screens {
  case child(Child)
  // error: A case of '@Reducer' holds one reducer, which 'Int' is not
  case page(Int)
  // error: A case of '@Reducer' holds one reducer, which 'String?' is not
  case title(String?)
}

enum Namespace {
  @Reducer
  // error: '@Reducer' cannot extend a type that is private to a type: make it fileprivate
  private struct Hidden {
    enum Action { case tapped }
  }
}

@Reducer
// error: '@Reducer' can only be applied to struct or enum types
final class Class {
  struct State { var count = 0 }
  enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

func useClass() -> StoreOf<Class> {
  Store(initialState: Class.State()) { Class() }
}
