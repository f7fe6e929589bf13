import Pando
import Recipes

/// Taps on the screens of the program as a person would, and prints what is on them.
struct Session {
  let store: StoreOf<RecipeBook>

  func run(_ request: Request) async {
    switch request {
    case .add(let title, let steps): await add(title, steps)
    case .cook(let title): await cook(title)
    case .delete(let title): await delete(title)
    case .list: list()
    }
  }

  private func add(_ title: String, _ steps: [String]) async {
    store.send(.addButtonTapped)
    store.send(.form(.presented(.binding(.set(\.title, title)))))
    for step in steps {
      store.send(.form(.presented(.binding(.set(\.newStep, step)))))
      store.send(.form(.presented(.addStepButtonTapped)))
    }
    await store.send(.form(.presented(.saveButtonTapped))).finish()
    print("added \(title)")
  }

  private func cook(_ title: String) async {
    guard let detail = open(title) else { return }
    await store.send(.path(.element(id: detail, action: .detail(.cookButtonTapped)))).finish()
    while let id = store.state.path.ids.last, let cooking = store.state.path[id: id]?.cooking,
      let step = cooking.step
    {
      print("  \(step)")
      await store.send(.path(.element(id: id, action: .cooking(.stepDoneButtonTapped)))).finish()
    }
    await store.send(.path(.popFrom(id: detail))).finish()
    print("cooked \(title)")
  }

  private func delete(_ title: String) async {
    guard let id = open(title) else { return }
    await store.send(.path(.element(id: id, action: .detail(.deleteButtonTapped)))).finish()
    if let dialog = store.state.path[id: id]?.detail?.confirmation {
      print("  \(String(state: dialog.title)) Yes.")
    }
    await store.send(
      .path(.element(id: id, action: .detail(.confirmation(.presented(.deleteConfirmed)))))
    ).finish()
    print("deleted \(title)")
  }

  private func list() {
    for recipe in store.state.recipes {
      print("\(recipe.title): \(recipe.steps.count) steps, cooked \(recipe.timesCooked) times")
    }
  }

  /// Opens the detail of a recipe.
  private func open(_ title: String) -> StackElementID? {
    guard let recipe = store.state.recipes.first(where: { $0.title == title }) else {
      print("there is no recipe for \(title)")
      return nil
    }
    store.send(.recipeTapped(recipe.id))
    return store.state.path.ids.last
  }
}
