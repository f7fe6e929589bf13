/// The command line of a worker that a program starts for itself.
///
/// It is read without an argument parser, which looks at every option of the role first: in a debug build that took
/// 130 of the 170 ms until a worker listened.
package struct SpawnedWorker: Equatable {
  let endpoint: String
  let name: String

  init(endpoint: String, name: String) {
    self.endpoint = endpoint
    self.name = name
  }

  /// The words that the program is started with.
  var arguments: [String] {
    ["worker", "--bind", endpoint, "--name", name, "--ends-with-input"]
  }

  /// Reads a command line behind the word `worker`; nil for any but the one that `arguments` makes.
  package init?(_ arguments: [String]) {
    guard arguments.count == 5, arguments[0] == "--bind", arguments[2] == "--name",
      arguments[4] == "--ends-with-input"
    else { return nil }
    self.init(endpoint: arguments[1], name: arguments[3])
  }
}
