/// The versions of the messages between client and worker.
///
/// A version grows with every change that the other side could not read. A process speaks a range of them; both
/// ends of a session use the greatest that both speak, and a peer that shares none is refused.
package enum ProtocolVersion {
  package static let current: UInt64 = 12

  /// The versions that this build speaks.
  package static let spoken = ProtocolRange(least: current, greatest: current)

  /// Begins every session, so that a stranger's bytes are told from a peer's.
  package static let magic: [UInt8] = Array("PANDO".utf8)
}
