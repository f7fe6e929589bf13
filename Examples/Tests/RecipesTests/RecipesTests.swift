import ExampleTestSupport
import Foundation
import PandoTesting
import Recipes
import Testing

@Suite("The recipes")
struct RecipesTests {
  private let tea = Recipe(id: UUID(7), title: "Tea", steps: ["Boil water", "Wait"])

  @Test("do the same as in one process, whatever people tap")
  func sameHosted() async throws {
    try await expectSameHosted(
      RecipeBook(), initialState: RecipeBook.State(recipes: [tea]), programs: 30,
      withDependencies: { $0.uuid = .incrementing }
    ) { generator in
      let id = StackElementID(integerLiteral: Int.random(in: 0...3, using: &generator))
      switch Int.random(in: 0...8, using: &generator) {
      case 0: return .addButtonTapped
      case 1: return .form(.presented(.binding(.set(\.title, "Toast"))))
      case 2: return .form(.presented(.saveButtonTapped))
      case 3: return .form(.presented(.cancelButtonTapped))
      case 4: return .recipeTapped(tea.id)
      case 5: return .path(.element(id: id, action: .detail(.cookButtonTapped)))
      case 6: return .path(.element(id: id, action: .cooking(.stepDoneButtonTapped)))
      case 7: return .path(.element(id: id, action: .detail(.deleteButtonTapped)))
      default:
        return .path(
          .element(id: id, action: .detail(.confirmation(.presented(.deleteConfirmed)))))
      }
    }
  }

  private func book(_ place: Place, _ recipes: Recipe...) -> TestStoreOf<RecipeBook> {
    TestStore(
      initialState: RecipeBook.State(recipes: IdentifiedArray(uniqueElements: recipes)),
      faults: place.faults
    ) {
      RecipeBook()
    } withDependencies: {
      $0.uuid = .incrementing
      place.prepare(&$0)
    }
  }

  @Test("a recipe is added with the form, which goes", arguments: Place.allCases)
  func adds(place: Place) async {
    let store = book(place)
    let recipe = Recipe(id: UUID(0), title: "Toast", steps: ["Heat"])
    await store.send(.addButtonTapped) { $0.form = RecipeForm.State(id: UUID(0)) }
    await store.send(\.form.binding.title, "Toast") { $0.form?.title = "Toast" }
    await store.send(\.form.binding.newStep, "Heat") { $0.form?.newStep = "Heat" }
    await store.send(\.form.addStepButtonTapped) {
      $0.form?.steps = ["Heat"]
      $0.form?.newStep = ""
    }
    await store.send(\.form.saveButtonTapped)
    await store.receive(\.form.delegate.saved, recipe) { $0.recipes = [recipe] }
    await store.receive(\.form.dismiss) { $0.form = nil }
    await store.finish()
  }

  @Test("a recipe without a title is not saved", arguments: Place.allCases)
  func needsTitle(place: Place) async {
    let store = book(place)
    await store.send(.addButtonTapped) { $0.form = RecipeForm.State(id: UUID(0)) }
    await store.send(\.form.saveButtonTapped) { $0.form?.problem = "A recipe needs a title." }
    await store.send(\.form.binding.title, "Toast") {
      $0.form?.title = "Toast"
      $0.form?.problem = nil
    }
    await store.send(\.form.cancelButtonTapped)
    await store.receive(\.form.dismiss) { $0.form = nil }
    await store.finish()
  }

  @Test("a recipe is deleted once that is confirmed", arguments: Place.allCases)
  func deletes(place: Place) async {
    let store = book(place, tea)
    await store.send(.recipeTapped(tea.id)) {
      $0.path[id: 0] = .detail(RecipeDetail.State(recipe: tea))
    }
    await store.send(\.path[id: 0].detail.deleteButtonTapped) {
      $0.path[id: 0]?.modify(\.detail) { $0.confirmation = .delete(tea) }
    }
    await store.send(\.path[id: 0].detail.confirmation.deleteConfirmed) {
      $0.path[id: 0]?.modify(\.detail) { $0.confirmation = nil }
    }
    await store.receive(\.path[id: 0].detail.delegate.deleted, tea.id) { $0.recipes = [] }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
    await store.finish()
  }

  @Test("a recipe is kept when it is not confirmed", arguments: Place.allCases)
  func keeps(place: Place) async {
    let store = book(place, tea)
    await store.send(.recipeTapped(tea.id)) {
      $0.path[id: 0] = .detail(RecipeDetail.State(recipe: tea))
    }
    await store.send(\.path[id: 0].detail.deleteButtonTapped) {
      $0.path[id: 0]?.modify(\.detail) { $0.confirmation = .delete(tea) }
    }
    await store.send(\.path[id: 0].detail.confirmation.dismiss) {
      $0.path[id: 0]?.modify(\.detail) { $0.confirmation = nil }
    }
    await store.send(.path(.popFrom(id: 0))) { $0.path = StackState() }
    await store.finish()
  }

  @Test("a recipe is cooked step by step, and its detail says so", arguments: Place.allCases)
  func cooks(place: Place) async {
    let store = book(place, tea)
    await store.send(.recipeTapped(tea.id)) {
      $0.path[id: 0] = .detail(RecipeDetail.State(recipe: tea))
    }
    await store.send(\.path[id: 0].detail.cookButtonTapped) {
      $0.path[id: 1] = .cooking(Cooking.State(recipe: tea))
    }
    await store.send(\.path[id: 1].cooking.stepDoneButtonTapped) {
      $0.path[id: 1]?.modify(\.cooking) { $0.stepsDone = 1 }
    }
    await store.send(\.path[id: 1].cooking.stepDoneButtonTapped) {
      $0.path[id: 1]?.modify(\.cooking) { $0.stepsDone = 2 }
    }
    await store.receive(\.path[id: 1].cooking.delegate.cooked, tea.id) {
      $0.recipes[id: tea.id]?.timesCooked = 1
      $0.path[id: 0]?.modify(\.detail) { $0.recipe.timesCooked = 1 }
    }
    await store.receive(\.path.popFrom) { $0.path.pop(from: 1) }
    await store.finish()
  }
}
