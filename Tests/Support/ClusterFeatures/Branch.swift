package import Pando

/// A child that prints what changes, and that traps where it is bent too far.
@Reducer
package struct Branch {
  package struct State: Codable, Equatable, Sendable {
    package var bend = 0
    /// The process that reduced last, so that a test sees where the feature runs.
    package var processID: Int32 = 0

    package init() {}
  }

  package enum Action: Codable, Equatable, Sendable {
    case bend(Int)
    case snap
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.processID = currentProcessID()
      switch action {
      case .bend(let by): state.bend += by
      case .snap: breakUp()
      }
      return .none
    }
    ._printChanges()
  }

  @inline(never)
  private func breakUp() {
    fatalError("the branch is bent too far")
  }
}

/// The parent of one branch.
@Reducer
package struct Trunk {
  package struct State: Sendable {
    package var branch: Branch.State? = Branch.State()

    package init() {}
  }

  package enum Action: Sendable {
    case branch(Branch.Action)
  }

  package init() {}

  package var body: some Reducer<State, Action> {
    EmptyReducer().ifLet(\.branch, action: \.branch) { Branch().hosted() }
  }
}
