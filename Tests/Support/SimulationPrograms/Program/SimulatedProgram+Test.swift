import Foundation

extension SimulatedProgram {
  /// Reads a program that `asTest` wrote.
  package init(json: String) throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    self = try decoder.decode(SimulatedProgram.self, from: Data(json.utf8))
  }

  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  /// A test to paste, with what happens in it.
  package func asTest(seed: UInt64) -> String {
    var lines = ["  // \(setup)"]
    lines += events.map { "  // \($0)" }
    return """
      @Test
      func seed\(seed)() throws {
      \(lines.joined(separator: "\n"))
        let program = try SimulatedProgram(json: #\"""
          \(json)
          \"""#)
        #expect(program.violation() == nil)
      }
      """
  }
}
