import PandoWire

/// The header of every message of the control plane.
///
///     "PNDC"   version, 1 byte   kind, 1 byte   call, a varint
///
/// These bytes keep their places in every version, so that a call of another version can be
/// answered with the versions that are spoken here. So does what follows them in a message of the kind
/// `versions`: the least and the greatest, as varints.
struct ControlFrame: Equatable {
  /// The kind of the message.
  enum Kind: UInt8 {
    case call = 1
    case result = 2
    case void = 3
    case failure = 4
    /// The version of a call is not spoken; these are.
    case versions = 5
  }

  var version: UInt8
  var kind: Kind
  var call: CallID

  static let magic: [UInt8] = Array("PNDC".utf8)

  /// The place of the version among the bytes.
  static let versionIndex = magic.count

  init(kind: Kind, call: CallID, version: UInt8 = ControlVersion.current) {
    self.version = version
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
