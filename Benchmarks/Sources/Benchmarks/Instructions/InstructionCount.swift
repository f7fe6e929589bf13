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
    return InstructionCount(
      instructions: max(0, long.instructions - short.instructions) / actions,
      allocations: max(0, long.allocations - short.allocations) / actions)
  }

  /// Counts a whole process.
  private static func run(_ item: InstructionCases.Case, _ count: Int) throws -> InstructionCount {
    let file = FileManager.default.temporaryDirectory.path + "/pando-callgrind-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "valgrind", "--tool=callgrind", "--callgrind-out-file=\(file)", "--compress-strings=no",
      "--quiet", CommandLine.arguments[0], "instructions", "--run", item.name, "\(count)",
    ]
    let started = item.needsWorker ? try StoppedWorker.start() : nil
    defer { started?.process.terminate() }
    // Hash tables have the same shape in each run.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
      .merging(started?.worker.environment ?? [:]) { $1 }
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0, let data = FileManager.default.contents(atPath: file)
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
