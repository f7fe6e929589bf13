import PandoWire

/// The header of every message of the control plane.
///
///     "PNDC"   version, 1 byte   kind, 1 byte   call, a varint
///
/// These bytes keep their places in every version, so that a call of another version can be
/// answered with an error that its sender understands.
struct ControlFrame: Equatable {
  /// The kind of the message.
  enum Kind: UInt8 {
    case call = 1
    case result = 2
    case void = 3
    case failure = 4
  }

  var version: UInt8 = Self.version
  var kind: Kind
  var call: CallID

  static let version: UInt8 = 3
  static let magic: [UInt8] = Array("PNDC".utf8)

  init(kind: Kind, call: CallID) {
    self.kind = kind
    self.call = call
  }

  /// Nil when the bytes are something else. The version may be another than ours.
  init?(from reader: inout WireReader) {
    do {
      let magic = try reader.readBytes(count: Self.magic.count)
      guard magic.elementsEqual(Self.magic) else { return nil }
      version = try reader.readByte()
      guard let kind = Kind(rawValue: try reader.readByte()) else { return nil }
      self.kind = kind
      call = CallID(rawValue: try reader.readVarint())
    } catch {
      return nil
    }
  }

  func encode(into writer: inout WireWriter) {
    Self.magic.withUnsafeBytes { writer.append(contentsOf: $0) }
    writer.append(version)
    writer.append(kind.rawValue)
    writer.appendVarint(call.rawValue)
  }
}
