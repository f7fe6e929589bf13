import Foundation

/// The documents that commands print for programs.
enum JSONDocument {
  /// Returns a value as a document, its names in order.
  ///
  /// - Parameter isLine: True if it is to stand in one line.
  static func text(_ value: some Encodable, isLine: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !isLine { encoder.outputFormatting.insert(.prettyPrinted) }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
