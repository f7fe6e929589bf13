package import Pando

/// Asks for a new recipe. It is hosted: the program only learns what was saved.
@Reducer
package struct RecipeForm {
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    package let id: Recipe.ID
    package var title = ""
    package var steps: [String] = []
    package var newStep = ""
    package var problem: String?

    package init(id: Recipe.ID) {
      self.id = id
    }
  }

  package enum Action: BindableAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
    case addStepButtonTapped
    case saveButtonTapped
    case cancelButtonTapped
    case delegate(Delegate)

    @CasePathable
    package enum Delegate: Codable, Equatable, Sendable {
      case saved(Recipe)
    }
  }

  @Dependency(\.dismiss) var dismiss

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.title):
        state.problem = nil
        return .none

      case .addStepButtonTapped:
        guard !state.newStep.isEmpty else { return .none }
        state.steps.append(state.newStep)
        state.newStep = ""
        return .none

      case .saveButtonTapped:
        guard !state.title.isEmpty else {
          state.problem = "A recipe needs a title."
          return .none
        }
        let recipe = Recipe(id: state.id, title: state.title, steps: state.steps)
        return .run { send in
          await send(.delegate(.saved(recipe)))
          await dismiss()
        }

      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .binding, .delegate:
        return .none
      }
    }
  }
}
