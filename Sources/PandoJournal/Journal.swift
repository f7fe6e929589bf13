/// The place where a store writes down what it commits, so that it goes on after its process has ended.
///
/// ```swift
/// let store = try await Store(journal: .file("app.journal"), initialState: App.State()) { App() }
/// ```
///
/// What leaves the process was on disk first: no effect starts, ends or is cancelled for a commit, and nobody who waits for
/// an action goes on, before the group of that commit is durable. Readers and observers of the state see a commit at once.
/// A journal is one store's, and one process has it at a time.
public struct Journal: Sendable {
  /// Where its rows are kept.
  package let makeStorage: @Sendable () -> any JournalStorage
  /// The name of the store inside, which is checked when it is opened.
  package var name = "store"
  package var acceptsLoss = false
  /// True if what a newer whole state makes needless is not deleted.
  package var keepsHistory = false
  package var onFailure: @Sendable (JournalError) -> Void = { error in
    fatalError("A store cannot write its journal any more: \(error)")
  }

  package init(makeStorage: @escaping @Sendable () -> any JournalStorage) {
    self.makeStorage = makeStorage
  }

  /// A journal in a file of this machine, which is made where there is none. Beside it lie `PATH.lock`, and while it is open
  /// `PATH-wal` and `PATH-shm`: a copy needs all of them, and `sqlite3 PATH .backup` makes one of a journal in use.
  ///
  /// - Parameter path: The file, on a disk of this machine: a network file system is refused.
  public static func file(_ path: String) -> Journal {
    Journal { FileStorage(path: path) }
  }

  /// The journal under a name: opening it under another is refused. Without this, all stores have the same.
  public func named(_ name: String) -> Journal {
    var journal = self
    journal.name = name
    return journal
  }

  /// The journal, opened also where its end is missing or damaged: the store goes on from what is whole. Effects may have
  /// started for commits that it then no longer knows.
  public func acceptingLoss() -> Journal {
    var journal = self
    journal.acceptsLoss = true
    return journal
  }

  /// The journal, with every commit kept that a newer whole state makes needless for a restart, so that `pando journal` can
  /// show it and reduce it again. It grows without end: `pando journal compact` deletes what is old from a file, and nothing
  /// does from a database.
  public func keepingHistory() -> Journal {
    var journal = self
    journal.keepsHistory = true
    return journal
  }

  /// The journal, with something else done when it cannot be written any more: a full or a failing disk. Without this the
  /// process ends, as databases do, since nobody knows whether the last group is on disk.
  ///
  /// - Parameter body: Called once, on a thread of the journal. The store goes on to commit in memory, and nothing leaves
  ///   it any more: effects do not start, and who waits for an action waits for ever. So end the process soon.
  public func onFailure(_ body: @escaping @Sendable (JournalError) -> Void) -> Journal {
    var journal = self
    journal.onFailure = body
    return journal
  }
}
