package import PandoWire

extension WireWriter {
  /// Takes what was written; nil when there is nothing. The memory is kept for what comes next.
  package mutating func takeBytes() -> [UInt8]? {
    guard count > 0 else { return nil }
    defer { removeAll() }
    return bytes
  }
}
