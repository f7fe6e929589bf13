import ArgumentParser

/// The command line.
struct RecipesOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipes",
    abstract: "Keep recipes, and cook by them.")

  @Option(help: "How many worker processes host the screens; 0 hosts none.")
  var workers = 1

  @Argument(
    help: ArgumentHelp(
      "What to do, one after the other.", discussion: "Of: \(Request.usage)", valueName: "request"),
    transform: Request.init(text:))
  var requests = [
    Request.add(title: "Pancakes", steps: ["Whisk milk, eggs and flour", "Fry in butter"]),
    .add(title: "Tea", steps: ["Boil water", "Wait for four minutes"]), .cook("Tea"),
    .delete("Pancakes"), .list,
  ]

  func validate() throws {
    guard (0...16).contains(workers) else {
      throw ValidationError("--workers must be from 0 to 16.")
    }
  }
}
