import ArgumentParser
import Pando
import PandoCluster
import Recipes

/// The command `recipes`. Its forms and screens run in workers, which are this same program.
@main
struct RecipesProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { RecipeForm() }
    Feature { RecipeBook.Path.body }
  }

  static func app() async throws {
    let options = RecipesOptions.parseOrExit()
    let store = Store(initialState: RecipeBook.State()) {
      RecipeBook()
    } withDependencies: {
      $0.hosting = options.workers > 0 ? .workers(options.workers) : .direct
    }
    let session = Session(store: store)
    for request in options.requests { await session.run(request) }
    await store.stop()
  }
}
