import PandoWire

/// A cancel identity as it crosses to a host: the name of its type, and its encoding.
package struct EncodedCancelID: Equatable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Nil when the identity's type cannot be encoded; such an identity counts in one process only.
  package init?(_ id: CancelID) {
    guard let value = id.base as? any Encodable,
      let encoded = try? WireEncoder.encode(value)
    else { return nil }
    bytes = Array(nameInEveryProcess(of: type(of: id.base)).utf8) + [0] + encoded
  }
}
