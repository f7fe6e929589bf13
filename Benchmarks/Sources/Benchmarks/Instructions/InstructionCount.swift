import Foundation

/// The cost of one action.
struct InstructionCount: Codable, Equatable {
  var instructions: Double
  /// Calls of `malloc` and its like.
  var allocations: Double

  /// The difference of two runs under callgrind, by the number of actions that one has more.
  static func measure(_ item: InstructionCases.Case) throws -> InstructionCount {
    let short = try run(item, item.lengths.short)
    let long = try run(item, item.lengths.long)
    let actions = Double(item.lengths.long - item.lengths.short)
    guard long.instructions > short.instructions else {
      throw InstructionError(
        "\(item.name) takes no more instructions for \(item.lengths.long) actions than for \(item.lengths.short)"
      )
    }
    return InstructionCount(
      instructions: (long.instructions - short.instructions) / actions,
      allocations: max(0, long.allocations - short.allocations) / actions)
  }

  /// Counts a whole process: the one that sends, or its worker.
  private static func run(_ item: InstructionCases.Case, _ count: Int) throws -> InstructionCount {
    let file = FileManager.default.temporaryDirectory.path + "/pando-callgrind-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let valgrind = [
      "valgrind", "--tool=callgrind", "--callgrind-out-file=\(file)", "--compress-strings=no",
      "--quiet",
    ]
    let countsWorker = item.worker == .counted
    let started =
      item.worker == nil ? nil : try StoppedWorker.start(under: countsWorker ? valgrind : [])
    defer { started?.worker.removeFolder() }
    let sender = try Child.start(
      ["instructions", "--run", item.name, "\(count)"], under: countsWorker ? [] : valgrind,
      environment: started?.worker.environment ?? [:])
    sender.waitUntilExit()
    if let worker = started?.process {
      // It writes the file as it ends, which takes a while. One that a sender suspended and did not resume goes on by this.
      Child.end(worker, within: countsWorker ? 120 : 5)
    }
    guard sender.terminationStatus == 0, let data = FileManager.default.contents(atPath: file)
    else { throw InstructionError("valgrind could not run \(item.name)") }
    return try parse(String(decoding: data, as: UTF8.self))
  }

  /// Reads a file of callgrind: the total, and how often functions that allocate were called.
  static func parse(_ text: String) throws -> InstructionCount {
    let allocators: Set<Substring> = [
      "malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign",
    ]
    var instructions: Double?
    var allocations = 0.0
    var called: Substring = ""
    for line in text.utf8.split(separator: UInt8(ascii: "\n")).lazy.map(Substring.init) {
      if line.hasPrefix("cfn=") {
        called = line.dropFirst(4)
      } else if line.hasPrefix("calls="), allocators.contains(called) {
        allocations += line.dropFirst(6).split(separator: " ").first.flatMap { Double($0) } ?? 0
      } else if line.hasPrefix("totals: ") {
        instructions = Double(line.dropFirst(8))
      }
    }
    guard let instructions else { throw InstructionError("callgrind wrote no total") }
    return InstructionCount(instructions: instructions, allocations: allocations)
  }
}
