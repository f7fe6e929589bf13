import PandoWire

extension IncarnationStep {
  /// Names an incarnation by the steps that lead to it: the same in every process that hosts the same
  /// state, so that an action keeps its origin when its child moves to another worker.
  ///
  /// FNV-1a, by Fowler, Noll and Vo, over the operator's number and the identity's encoding.
  func token(below parent: UInt64) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    withUnsafeBytes(of: parent.littleEndian) { mix($0) }
    withUnsafeBytes(of: UInt64(site).littleEndian) { mix($0) }
    if let identity {
      if let value = identity.base as? any Encodable, let bytes = try? WireEncoder.encode(value) {
        mix(bytes)
      } else {
        mix(String(describing: identity.base).utf8)
      }
    }
    // Zero stands for the feature itself.
    return hash == 0 ? 1 : hash
  }
}
