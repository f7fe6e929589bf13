import Foundation

/// The body of a request that drains a worker: `{"withinMilliseconds": 300000}`, or nothing.
struct PageOrder: Codable, Equatable, Sendable {
  /// The number of bytes that it may have.
  static let bytesAtMost = 1_024
  /// The time for effects where none is said: that of `pando drain`.
  static let drainMilliseconds = 300_000

  var withinMilliseconds: Int?

  /// Reads a body. Throws a `PageRefusal` for what is none.
  init(bytes: [UInt8]) throws(PageRefusal) {
    guard !bytes.isEmpty else { return }
    guard let order = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
      throw PageRefusal(
        status: 400,
        text: #"The body is no order: write {"withinMilliseconds": 300000}, or nothing."#)
    }
    self = order
  }
}
