extension Journal {
  /// A journal in a database of PostgreSQL, in the tables `pando_meta`, `pando_groups` and
  /// `pando_snapshots`, which are made where there are none. It needs libpq, which is loaded when
  /// the journal is opened: `apt install libpq5`.
  ///
  /// ```swift
  /// let journal = Journal.postgres("host=db dbname=app").named("orders")
  /// let store = try await Store(journal: journal, initialState: App.State()) { App() }
  /// ```
  ///
  /// A database may have the journals of several stores, each under its name: see ``named(_:)``.
  ///
  /// A second opener is not refused, as it is for a file: it takes the journal over, so that a
  /// standby can go on where another process may have died. If the former holder lives, its next
  /// append fails with ``JournalError/Reason/isOpenElsewhere(processID:)``, and nothing of it gets
  /// into the journal any more. So see to it that only one process at a time wants the journal.
  ///
  /// A lost connection is made anew, for some 30 seconds: the server may be restarted, or another
  /// server may take its place. That one must have all that was committed, and a copy has it only
  /// where it is synchronous. A server with `fsync = off` keeps no promise at all. A pooler in
  /// between must keep one connection for the whole session.
  ///
  /// - Parameter connection: A connection string of libpq, as `host=/run/postgresql dbname=app`, or
  ///   `postgresql://name@db/app`. It overrides the defaults: to give up connecting, or a network
  ///   that is silent, after some 10 seconds, and to write to no server that only reads. All else
  ///   comes from libpq's environment, as `PGHOST` and `PGPASSWORD`.
  public static func postgres(_ connection: String) -> Journal {
    Journal { PostgresStorage(connection) }
  }
}
