/// The versions of the messages between client and worker.
///
/// A version grows with every change that the other side could not read. A process speaks a range of them; both
/// ends of a session use the greatest that both speak, and a peer that shares none is refused.
package enum ProtocolVersion {
  package static let current: UInt64 = 10

  /// The versions that this build speaks.
  package static let spoken = ProtocolRange(least: 5, greatest: current)

  /// The first version whose `hello` says a range. One before it says a single version, and nothing behind it can
  /// be read.
  static let firstWithRange: UInt64 = 5

  /// The first version that has the messages `trace`.
  package static let firstWithTraces: UInt64 = 6

  /// The first version in which actions and answers that follow one another have one heading.
  package static let firstWithRuns: UInt64 = 7

  /// The first version in which clients say how long effects may take, and workers that one does not end.
  package static let firstWithEffectLimits: UInt64 = 8

  /// The first version in which workers say in whose code they crash.
  package static let firstWithCrashes: UInt64 = 9

  /// The first version in which one connection carries several sessions.
  package static let firstWithSessions: UInt64 = 10

  /// The versions that the stores of a pool can do with.
  package static let withSessions = ProtocolRange(least: firstWithSessions, greatest: current)

  /// Begins every session, so that a stranger's bytes are told from a peer's.
  package static let magic: [UInt8] = Array("PANDO".utf8)
}
