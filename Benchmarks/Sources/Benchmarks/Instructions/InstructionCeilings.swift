import Foundation

/// The most that an action may cost, as a file that is kept with the source.
struct InstructionCeilings: Codable, Equatable {
  var ceilings: [String: InstructionCount]

  /// The ceilings for what was measured: a twentieth above it, and of allocations a twentieth of one at
  /// least. A message costs its allocations once, and the scheduler decides how many actions share it:
  /// the same binary counts 0.05 and 0.06. An allocation that every action makes is well above that.
  init(_ measured: [String: InstructionCount]) {
    ceilings = measured.mapValues {
      InstructionCount(
        instructions: ($0.instructions * 1.05).rounded(.up),
        allocations: (max($0.allocations * 1.05, $0.allocations + 0.05) * 100).rounded(.up) / 100)
    }
  }

  init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw InstructionError("there is no file \(path); --renew writes it")
    }
    self = try JSONDecoder().decode(Self.self, from: data)
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let text = String(decoding: try encoder.encode(self), as: UTF8.self)
    try (text + "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// A sentence for each case that costs more than it may, for each that costs less than half of that, as one that
  /// does nothing would, and for each that has no ceiling.
  func breaches(_ measured: [String: InstructionCount]) -> [String] {
    measured.sorted { $0.key < $1.key }.flatMap { name, count in
      guard let ceiling = ceilings[name] else {
        return ["\(name) has no ceiling; --renew writes it"]
      }
      return [
        Self.breach(name, "instructions", count.instructions, ceiling.instructions),
        Self.breach(name, "allocations", count.allocations, ceiling.allocations),
      ].compactMap(\.self)
    }
  }

  private static func breach(
    _ name: String, _ what: String, _ count: Double, _ ceiling: Double
  ) -> String? {
    // Of less than one allocation the scheduler decides.
    if ceiling >= 1, count < ceiling / 2 {
      return String(
        format:
          "%@ takes %.2f %@ an action, less than half of %.2f: if it does all that it did, --renew writes that",
        name, count, what, ceiling)
    }
    // Of no allocation at all, a hundredth of one is noise.
    guard count > ceiling + 0.01 else { return nil }
    let excess = ceiling > 0 ? String(format: ", %.1f %% more", (count / ceiling - 1) * 100) : ""
    return String(
      format: "%@ takes %.2f %@ an action; at most %.2f are allowed", name, count, what, ceiling)
      + excess
  }
}
