import PandoWire

extension IncarnationStep {
  /// Names an incarnation by the steps that lead to it: the same in every process that hosts the same
  /// state, so that an action keeps its origin when its child moves to another worker.
  func token(below parent: UInt64) -> UInt64 {
    var hash = StableHash()
    hash.mix(parent)
    hash.mix(UInt64(site))
    if let identity {
      if let value = identity.base as? any Encodable, let bytes = try? WireEncoder.encode(value) {
        hash.mix(bytes: bytes)
      } else {
        hash.mix(bytes: String(describing: identity.base).utf8)
      }
    }
    // Zero stands for the feature itself.
    return hash.value == 0 ? 1 : hash.value
  }
}
