package import Pando

/// Shows a recipe, and deletes it once that is confirmed.
@Reducer
package struct RecipeDetail {
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    package var recipe: Recipe
    @Presents package var confirmation: ConfirmationDialogState<Action.Confirmation>?

    package init(recipe: Recipe) {
      self.recipe = recipe
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case cookButtonTapped
    case deleteButtonTapped
    case confirmation(PresentationAction<Confirmation>)
    case delegate(Delegate)

    @CasePathable
    package enum Confirmation: Codable, Equatable, Sendable {
      case deleteConfirmed
    }

    @CasePathable
    package enum Delegate: Codable, Equatable, Sendable {
      case deleted(Recipe.ID)
    }
  }

  @Dependency(\.dismiss) var dismiss

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteButtonTapped:
        state.confirmation = .delete(state.recipe)
        return .none

      case .confirmation(.presented(.deleteConfirmed)):
        return .run { [id = state.recipe.id] send in
          await send(.delegate(.deleted(id)))
          await dismiss()
        }

      case .cookButtonTapped, .confirmation, .delegate:
        return .none
      }
    }
    .ifLet(\.$confirmation, action: \.confirmation)
  }
}

extension ConfirmationDialogState where Action == RecipeDetail.Action.Confirmation {
  package static func delete(_ recipe: Recipe) -> Self {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState("Delete \"\(recipe.title)\"?")
    } actions: {
      ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep it") }
    } message: {
      TextState("A deleted recipe does not come back.")
    }
  }
}
