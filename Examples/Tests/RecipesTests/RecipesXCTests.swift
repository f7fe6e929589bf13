import ExampleTestSupport
import PandoTesting
import Recipes
import XCTest

/// The recipes, tested with XCTest.
final class RecipesXCTests: XCTestCase {
  func testARecipeIsDeletedInPlace() async { await delete(.inPlace) }
  func testARecipeIsDeletedHosted() async { await delete(.hosted) }
  func testARecipeIsDeletedOnFailingWorkers() async { await delete(.failing) }

  private func delete(_ place: Place) async {
    let tea = Recipe(id: UUID(7), title: "Tea", steps: ["Boil water", "Wait"])
    let store = TestStore(initialState: RecipeBook.State(recipes: [tea]), faults: place.faults) {
      RecipeBook()
    } withDependencies: {
      place.prepare(&$0)
    }
    // This test is about what comes of it in the end.
    store.exhaustivity = .off
    await store.send(.recipeTapped(tea.id))
    await store.send(\.path[id: 0].detail.deleteButtonTapped) {
      $0.path[id: 0]?.modify(\.detail) { $0.confirmation = .delete(tea) }
    }
    await store.send(\.path[id: 0].detail.confirmation.deleteConfirmed)
    await store.receive(\.path.popFrom) {
      $0.recipes = []
      $0.path = StackState()
    }
    await store.finish()
  }
}
