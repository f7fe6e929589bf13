import PandoCluster

/// Puts together what a watch tells, from the messages that it comes in. Pure.
struct WatchParts {
  private var changes: [RegistryEvents.Change] = []

  /// Takes a message; returns what is told once it is whole.
  ///
  /// - Parameters:
  ///   - isBeginning: True for the answer that the watch was created. Its revision is the store's, and what came to be
  ///     up to then has yet to be told.
  ///   - isPart: True if others follow with the same revision.
  ///   - revision: The store's, as the message was made. It may be ahead of the changes, of which a watch that lags
  ///     behind is told some at a time.
  mutating func take(
    isBeginning: Bool, isPart: Bool, revision: Int64, _ new: [RegistryEvents.Change]
  ) -> RegistryEvents? {
    if isBeginning { return nil }
    changes += new
    if isPart { return nil }
    defer { changes = [] }
    return RegistryEvents(revision: changes.last?.revision ?? revision, changes: changes)
  }
}

extension RegistryEvents.Change {
  fileprivate var revision: Int64 {
    switch self {
    case .put(let entry): entry.modified
    case .deleted(_, let revision): revision
    }
  }
}
