import PandoWire
import Testing

/// Any key.
struct Key: CodingKey, ExpressibleByStringLiteral {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral value: String) { stringValue = value }
  init?(intValue: Int) { nil }
}

typealias KeyedWriter = KeyedEncodingContainer<Key>
typealias KeyedReader = KeyedDecodingContainer<Key>

/// Encodes by a closure.
struct Written: Encodable {
  let body: (any Encoder) throws -> Void
  init(_ body: @escaping (any Encoder) throws -> Void) { self.body = body }
  func encode(to encoder: any Encoder) throws { try body(encoder) }
}

/// Decodes the bytes of a closure's encoding by another closure.
func exchange(
  _ write: @escaping (any Encoder) throws -> Void, _ read: @escaping (any Decoder) throws -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let bytes = try WireEncoder.encode(Written(write))
  try ReadBody.$current.withValue(ReadBody(read: read)) {
    _ = try WireDecoder.decode(Reading.self, from: bytes)
  }
  // Between other values, so that an end that was found wrongly shows.
  let between = try WireEncoder.encode(Pair(first: 1, middle: Written(write), last: 2))
  try ReadBody.$current.withValue(ReadBody(read: read)) {
    let pair = try WireDecoder.decode(DecodedPair.self, from: between)
    #expect(pair.first == 1 && pair.last == 2, sourceLocation: sourceLocation)
  }
}

struct ReadBody: @unchecked Sendable {
  // Used by the one test that sets it, on its own task.
  let read: (any Decoder) throws -> Void
  @TaskLocal static var current: ReadBody?
}

struct Reading: Decodable {
  init(from decoder: any Decoder) throws { try ReadBody.current?.read(decoder) }
}

struct Pair: Encodable { let first: Int, middle: Written, last: Int }
struct DecodedPair: Decodable { let first: Int, middle: Reading, last: Int }
