/// The choices that the command line of a benchmark program makes.
struct BenchmarkOptions: Equatable {
  /// The least number of rounds of which a median says something about a machine that does other things.
  static let usualRounds = 10

  var rounds = usualRounds
  var output: String?
  var filters: [String] = []
  var listsNames = false
  var showsHelp = false

  init(_ arguments: some Sequence<String>) throws {
    var arguments = Array(arguments)[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--rounds":
        guard let text = arguments.popFirst(), let number = Int(text), number > 0 else {
          throw BenchmarkError("--rounds takes a number of 1 or more")
        }
        rounds = number
      case "--output":
        guard let path = arguments.popFirst() else {
          throw BenchmarkError("--output takes the path of a file")
        }
        output = path
      case "--list": listsNames = true
      case "--help", "-h": showsHelp = true
      case let option where option.hasPrefix("-"):
        throw BenchmarkError("there is no option \(option); --help lists those that there are")
      default: filters.append(argument)
      }
    }
  }

  static let help = """
    usage: [--rounds N] [--output FILE] [--list] [NAME-PART ...]

    Measures every benchmark whose name contains one of the parts (all without any), and those that it is
    compared with: one round of each, then the next round of each, N times (\(usualRounds)). Prints a table of
    medians, and writes FILE as JSON. Close other programs first.
    """
}
