package import Pando

/// The whole program: the list of recipes, the form above it and the stack behind it.
@Reducer
package struct RecipeBook {
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  package enum Path {
    case detail(RecipeDetail)
    case cooking(Cooking)
  }

  @ObservableState
  package struct State: Equatable, Sendable {
    package var recipes: IdentifiedArrayOf<Recipe>
    package var path = StackState<Path.State>()
    @Presents package var form: RecipeForm.State?

    package init(recipes: IdentifiedArrayOf<Recipe> = []) {
      self.recipes = recipes
    }
  }

  package enum Action: Sendable {
    case addButtonTapped
    case recipeTapped(Recipe.ID)
    case form(PresentationAction<RecipeForm.Action>)
    case path(StackActionOf<Path>)
  }

  @Dependency(\.uuid) var uuid

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.form = RecipeForm.State(id: uuid())
        return .none

      case .recipeTapped(let id):
        guard let recipe = state.recipes[id: id] else { return .none }
        state.path.append(.detail(RecipeDetail.State(recipe: recipe)))
        return .none

      case .form(.presented(.delegate(.saved(let recipe)))):
        state.recipes.append(recipe)
        return .none

      case .path(.element(_, .detail(.delegate(.deleted(let id))))):
        state.recipes.remove(id: id)
        return .none

      case .path(.element(let id, .detail(.cookButtonTapped))):
        guard let recipe = state.path[id: id]?.detail?.recipe, !recipe.steps.isEmpty else {
          return .none
        }
        state.path.append(.cooking(Cooking.State(recipe: recipe)))
        return .none

      case .path(.element(_, .cooking(.delegate(.cooked(let id))))):
        state.recipes[id: id]?.timesCooked += 1
        for element in state.path.ids where state.path[id: element]?.detail?.recipe.id == id {
          state.path[id: element]?.modify(\.detail) { $0.recipe.timesCooked += 1 }
        }
        return .none

      case .form, .path:
        return .none
      }
    }
    .ifLet(\.$form, action: \.form) { RecipeForm().hosted() }
    .forEach(\.path, action: \.path) { Path.body.hosted() }
  }
}
