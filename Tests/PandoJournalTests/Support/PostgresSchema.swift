import Foundation

@testable import PandoJournal

/// A schema of a server, with the tables of one test. The connections of its journals have its
/// name.
final class PostgresSchema: Sendable {
  let server: PostgresServer
  private let name = "test_" + UUID().uuidString.prefix(8).lowercased()

  var connectionString: String {
    "\(server.connectionString) application_name=\(name) options='-c search_path=\(name)'"
  }

  init(_ server: PostgresServer) {
    self.server = server
    try? server.connect().execute("CREATE SCHEMA \(name)")
  }

  /// Returns a storage of the journals there.
  func storage() -> PostgresStorage {
    PostgresStorage(
      connectionString, limits: PostgresLimits(silence: .seconds(600), outage: .seconds(600)))
  }

  /// Returns a connection of the test's own.
  func connect() throws -> PostgresConnection {
    try server.connect(connectionString + " application_name=test")
  }

  /// Changes the tables behind the journals' back.
  func change(_ text: String) throws { try connect().execute(text) }

  /// Returns the number that a statement gives.
  func number(_ text: String) throws -> UInt64 { try connect().run(text).number(0, 0) }

  /// The backends of the journals' connections.
  func backends() throws -> [Int32] {
    let rows = try connect().run(
      "SELECT pid::int8 FROM pg_stat_activity WHERE application_name = $1", [.text(name)])
    return (0..<rows.count).map { Int32(truncatingIfNeeded: rows.number($0, 0)) }
  }

  /// Ends the journals' connections. Returns their number.
  func terminate(by connection: PostgresConnection) throws -> UInt64 {
    try connection.run(
      """
      SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
      WHERE application_name = '\(name)'
      """
    ).number(0, 0)
  }

  /// Returns the number of the connection that writes the journal.
  func fence(by connection: PostgresConnection) throws -> UInt64 {
    try connection.run("SELECT max(fence) FROM pando_meta").number(0, 0)
  }

  /// Waits until a backend has ended.
  func awaitEnd(of backend: Int32) throws {
    try wait("SELECT (count(*) = 0)::int::int8 FROM pg_stat_activity WHERE pid = \(backend)")
  }

  /// Waits until a statement gives a number that is not 0.
  func wait(_ text: String) throws {
    let connection = try connect()
    while try connection.run(text).number(0, 0) == 0 { usleep(2_000) }
  }
}
