import PandoWire

/// The outcome of a call.
enum Reply: Equatable, Sendable {
  case result([UInt8])
  case void
  case failure(ControlError)

  /// - Parameter version: That of the call.
  func encode(for call: CallID, version: UInt8 = ControlVersion.current) -> [UInt8] {
    var writer = WireWriter()
    ControlFrame(kind: kind, call: call, version: version).encode(into: &writer)
    switch self {
    case .result(let bytes): writer.appendBytes(bytes)
    case .void: break
    case .failure(let error): writer.appendBytes(Self.bytes(of: error))
    }
    return writer.finish()
  }

  /// Reads what follows the header; nil when it is not an answer.
  init?(_ kind: ControlFrame.Kind, from reader: inout WireReader) throws(WireError) {
    switch kind {
    case .call, .versions: return nil
    case .result: self = .result(try reader.readByteArray())
    case .void: self = .void
    case .failure:
      self = .failure(try WireDecoder.decode(ControlError.self, from: try reader.readByteArray()))
    }
    try reader.expectEnd()
  }

  private var kind: ControlFrame.Kind {
    switch self {
    case .result: .result
    case .void: .void
    case .failure: .failure
    }
  }

  // The errors are enums of texts and numbers, which always encode, unless a text is beyond every
  // limit.
  private static func bytes(of error: ControlError) -> [UInt8] {
    do {
      return try WireEncoder.encode(error)
    } catch {
      return Self.bytes(of: .failed("an error that was too large to send"))
    }
  }
}
