import Pando

/// The child that the mistakes embed.
@Reducer
struct Child {
  @ObservableState
  struct State: Equatable, Identifiable { let id: Int }
  enum Action: Equatable { case tapped }
}

@Reducer
enum Destination { case child(Child) }

@Reducer
struct Stranger {
  struct State: Equatable { var name = "" }
  enum Action { case renamed }
}
