import Foundation

/// A document as it is sent to all readers: encoded once.
struct PageLetter: Equatable, Sendable {
  /// One JSON document, on one line.
  let json: [UInt8]

  init(_ document: PageDocument) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Names and numbers can always be encoded, but for a share that is no number.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(document) else { preconditionFailure("it is JSON") }
    json = Array(data)
  }

  /// The document as one server-sent event. JSON has no line breaks, which would end the event.
  var event: [UInt8] { Array("event: status\ndata: ".utf8) + json + Array("\n\n".utf8) }

  /// A sign of life.
  static let beat = Array("event: beat\ndata: .\n\n".utf8)
}
