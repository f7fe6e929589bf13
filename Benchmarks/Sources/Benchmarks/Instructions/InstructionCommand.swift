import Foundation

/// The role of the program that counts instructions.
enum InstructionCommand {
  private static let help = """
    usage: Benchmarks instructions [--check FILE | --renew FILE] [NAME-PART ...]

    Counts the instructions and the allocations of one action with callgrind, as the difference of two runs,
    for every case whose name contains one of the parts (all without any).
      --check FILE  fails if one takes more than FILE allows, or less than half of it, and says which, and by how much
      --renew FILE  writes FILE anew, with 5 % more than is measured

    To see where the instructions go:
      valgrind --tool=callgrind Benchmarks instructions --run NAME COUNT
    """

  static func run(_ arguments: some Sequence<String>) async throws {
    var arguments = Array(arguments)[...]
    var check: String?
    var renew: String?
    var filters: [String] = []
    while let argument = arguments.popFirst() {
      switch argument {
      case "--run":
        guard let name = arguments.popFirst(), let count = arguments.popFirst().flatMap({ Int($0) })
        else { throw InstructionError("--run takes a name and a number") }
        return try await InstructionCases.run(name, count)
      case "--check": check = try file(after: argument, in: &arguments)
      case "--renew": renew = try file(after: argument, in: &arguments)
      case "--help", "-h": return print(help)
      default: filters.append(argument)
      }
    }
    if renew != nil, !filters.isEmpty {
      throw InstructionError("--renew writes every ceiling, so it takes no part of a name")
    }
    let chosen = InstructionCases.all.filter { item in
      filters.isEmpty || filters.contains { item.name.contains($0) }
    }
    if chosen.isEmpty {
      throw InstructionError("no case has \(filters.joined(separator: " or ")) in its name")
    }
    let measured = try await measure(chosen)
    for item in chosen {
      guard let count = measured[item.name] else { continue }
      let name = item.name.padding(toLength: 32, withPad: " ", startingAt: 0)
      print(
        name
          + String(
            format: "%10.1f instructions %8.2f allocations", count.instructions, count.allocations))
    }
    if let renew { try InstructionCeilings(measured).write(to: renew) }
    if let check {
      let breaches = try InstructionCeilings(path: check).breaches(measured)
      if !breaches.isEmpty {
        throw InstructionError(
          "an action does not cost what it may:\n" + breaches.joined(separator: "\n"))
      }
      print("every action costs what \(check) allows")
    }
  }

  private static func file(
    after option: String, in arguments: inout ArraySlice<String>
  ) throws -> String {
    guard let file = arguments.popFirst() else { throw InstructionError("\(option) takes a file") }
    return file
  }

  /// Counts several at once: instructions are the same however busy the machine is.
  private static func measure(
    _ cases: [InstructionCases.Case]
  ) async throws -> [String: InstructionCount] {
    let names = cases.map(\.name)
    return try await withThrowingTaskGroup(of: (String, InstructionCount).self) { group in
      var waiting = names[...]
      var measured: [String: InstructionCount] = [:]
      func start() {
        guard let name = waiting.popFirst() else { return }
        group.addTask {
          guard let item = InstructionCases.all.first(where: { $0.name == name }) else {
            throw InstructionError("there is no case \(name)")
          }
          return (name, try InstructionCount.measure(item))
        }
      }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { start() }
      while let (name, count) = try await group.next() {
        measured[name] = count
        start()
      }
      return measured
    }
  }
}
