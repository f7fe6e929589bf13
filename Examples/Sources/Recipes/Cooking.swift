package import Pando

/// Walks through the steps of a recipe.
@Reducer
package struct Cooking {
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    package var recipe: Recipe
    package var stepsDone = 0

    package init(recipe: Recipe) {
      self.recipe = recipe
    }

    package var step: String? {
      recipe.steps.indices.contains(stepsDone) ? recipe.steps[stepsDone] : nil
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case stepDoneButtonTapped
    case delegate(Delegate)

    @CasePathable
    package enum Delegate: Codable, Equatable, Sendable {
      case cooked(Recipe.ID)
    }
  }

  @Dependency(\.dismiss) var dismiss

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .stepDoneButtonTapped:
        state.stepsDone += 1
        guard state.step == nil else { return .none }
        return .run { [id = state.recipe.id] send in
          await send(.delegate(.cooked(id)))
          await dismiss()
        }

      case .delegate:
        return .none
      }
    }
  }
}
