import Pando

/// A part of the parent's own process, that may be there, with a hosted child below it.
@Reducer
struct Wing {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var child: Child.State
    var guest: Child.State?
  }

  enum Action: Codable, Equatable, Sendable {
    case child(Child.Action)
    case guest(Child.Action)
    case invite(id: Int)
    case sendAway
  }

  let hosting: ChildHosting

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { hosting.child() }
    Reduce { state, action in
      switch action {
      case .invite(let id):
        state.guest = Child.State(id: id, life: state.id * 1_000 + id)
      case .sendAway:
        state.guest = nil
      case .child, .guest:
        break
      }
      return .none
    }
    .ifLet(\.guest, action: \.guest) { hosting.child() }
  }
}
