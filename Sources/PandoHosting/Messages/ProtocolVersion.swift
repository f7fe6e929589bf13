/// The version of the messages between client and worker.
///
/// Grows with every change that the other side could not read; a peer of another version is refused.
package enum ProtocolVersion {
  package static let current: UInt64 = 4

  /// Begins every session, so that a stranger's bytes are told from a peer's.
  package static let magic: [UInt8] = Array("PANDO".utf8)
}
