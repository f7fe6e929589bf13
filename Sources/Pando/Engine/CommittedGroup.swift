package import PandoWire

/// The commits of a store since it handed over the last ones, for whoever makes them durable.
package struct CommittedGroup: Sendable {
  /// The version of the store before the first of them.
  package let version: UInt64
  /// The number of commits, at least one.
  package let commitCount: UInt64
  /// The change of the encoded state by all of them.
  package let patch: Patch
  /// The actions that committed, in order, each a ``RecordKind`` and its bytes, with their count before them.
  package let records: [UInt8]
  /// The encoded actions that these commits, or some before, gave rise to and that have not committed yet, in their order.
  package let owed: [[UInt8]]
  /// The encoded state behind them, where that was asked for.
  package let snapshot: [UInt8]?
}

/// The way in which an action came to commit, as a journal has it.
package enum RecordKind: UInt8, Sendable {
  /// It was sent, from outside or by an effect.
  case sent = 0
  /// Another commit gave rise to it.
  case followUp
  /// It committed without effect, as no worker could reduce it.
  case failed
}
