/// Writes that are made together, if what they rest on is still so.
package struct RegistryTransaction: Equatable, Sendable {
  /// A thing that must hold.
  package enum Condition: Equatable, Sendable {
    /// The key was last written at a revision; 0 means that it is not there.
    case modified(String, at: Int64)
    /// The key came to be at a revision; 0 means that it is not there.
    case created(String, at: Int64)
    /// The key has a value. Revisions alone do not tell a store from one that has lost everything and begun
    /// anew.
    case holds(String, [UInt8])
  }

  package enum Write: Equatable, Sendable {
    /// Throws the transaction's `leaseGone` where the lease is over; 0 is none.
    case put(String, [UInt8], lease: Int64)
    /// A key that is not there is no error.
    case delete(String)
  }

  package struct Outcome: Equatable, Sendable {
    package var isDone: Bool
    package var revision: Int64
    /// The entries that were asked for, where the conditions did not hold.
    package var entries: [RegistryEntry]

    package init(isDone: Bool, revision: Int64, entries: [RegistryEntry]) {
      self.isDone = isDone
      self.revision = revision
      self.entries = entries
    }
  }

  package var conditions: [Condition]
  package var writes: [Write]
  /// The keys to read where the conditions do not hold.
  package var otherwise: [String]

  package init(if conditions: [Condition], _ writes: [Write], otherwise: [String] = []) {
    self.conditions = conditions
    self.writes = writes
    self.otherwise = otherwise
  }
}
