/// The command line of a worker that a program starts for itself.
///
/// It is read without an argument parser, which looks at every option of the role first: in a debug build that took
/// 130 of the 170 ms until a worker listened.
package struct SpawnedWorker: Equatable {
  let endpoint: String
  let name: String
  /// The program's own words.
  let rest: [String]

  init(endpoint: String, name: String, rest: [String] = []) {
    self.endpoint = endpoint
    self.name = name
    self.rest = rest
  }

  /// The words that the program is started with.
  var arguments: [String] {
    ["worker", "--bind", endpoint, "--name", name, "--ends-with-input"]
      + (rest.isEmpty ? [] : ["--"] + rest)
  }

  /// Reads a command line behind the word `worker`; nil for any but the one that `arguments` makes.
  package init?(_ arguments: [String]) {
    guard arguments.count >= 5, arguments[0] == "--bind", arguments[2] == "--name",
      arguments[4] == "--ends-with-input", arguments.count == 5 || arguments[5] == "--"
    else { return nil }
    self.init(
      endpoint: arguments[1], name: arguments[3], rest: Array(arguments.dropFirst(6)))
  }
}
