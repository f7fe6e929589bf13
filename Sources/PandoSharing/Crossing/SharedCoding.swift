import PandoBase
package import PandoWire
import Synchronization

/// The coding of shared values on their way to a worker and back.
///
/// On the wire a value comes with the token of its location. What a host decodes is a copy that keeps
/// the token; what a client decodes from a host's answer is the location of the token again, and the
/// value is written there when the answer commits.
package enum SharedCoding {
  private static let codings = Atomic<UInt64>(0)

  /// The number of shared values that crossed so far; tells a lane that its state holds any.
  package static var count: UInt64 { codings.load(ordering: .relaxed) }

  /// The state of a hosted feature, for its worker.
  package static func encodeForHost<State: Encodable>(_ state: State) throws(WireError) -> [UInt8] {
    guard SharedLinks.areMade else { return try WireEncoder.encode(state) }
    let encoded = SharedEncoding.ofThread.withValue(SharedEncoding()) {
      () -> Result<[UInt8], WireError> in
      do throws(WireError) { return .success(try WireEncoder.encode(state)) } catch {
        return .failure(error)
      }
    }
    return try encoded.get()
  }

  static func encode<Value: Encodable>(
    _ location: any SharedLocation<Value>, to encoder: any Encoder
  ) throws {
    guard encoder.userInfo[.wire] != nil else {
      var container = encoder.singleValueContainer()
      try container.encode(location.read())
      return
    }
    codings.add(1, ordering: .relaxed)
    if let state = SharedEncoding.current {
      try state.add(location)
    } else {
      try SharedEncoding.refusePart(location)
    }
    var container = encoder.unkeyedContainer()
    try container.encode(location.links.makeToken())
    try container.encode(location.read())
  }

  static func decode<Value: Decodable & Sendable>(
    from decoder: any Decoder
  ) throws -> any SharedLocation<Value> {
    guard decoder.userInfo[.wire] != nil else {
      return SharedRoot(try decoder.singleValueContainer().decode(Value.self))
    }
    codings.add(1, ordering: .relaxed)
    var container = try decoder.unkeyedContainer()
    let token = try container.decode(UInt64.self)
    let value = try container.decode(Value.self)
    guard let decoding = SharedDecoding.current else { return SharedRoot(value) }
    guard let location = decoding.location(of: token, value) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: """
          A shared value came back as a "\(Value.self)", but its name is that of a value of another type here
          """)
    }
    return location
  }
}
