import PandoWire

extension Journal {
  /// Holds, in a test, that a store goes on with the journals of builds before: a state whose shape has changed has a way
  /// from the former one.
  ///
  /// ```swift
  /// @Test func earlierJournals() throws {
  ///   try Journal.expect(App.State.self, reads: ["3f1c5d0a97b2e846", "91d2c07be5f3a618"])
  /// }
  /// ```
  ///
  /// Begin with an empty list: the error names the fingerprint to add. When the shape changes, the test fails until that of
  /// the new shape is there too, and a migration from each of the others. Take out one of which no journal is left.
  ///
  /// - Parameters:
  ///   - type: The root state.
  ///   - fingerprints: Those of the shapes that the state has had, and of the one that it has.
  /// - Throws: What is missing.
  public static func expect<State: Codable>(
    _ type: State.Type, reads fingerprints: [String]
  ) throws(UnreadableJournal) {
    let now = SchemaFingerprint(of: type)
    let migrated = (type as? any Migrating.Type)?.migratedSchemas ?? []
    for text in fingerprints {
      guard let known = UInt64(text, radix: 16) else {
        throw UnreadableJournal("\"\(text)\" is no fingerprint: it has 16 hexadecimal digits.")
      }
      if known == now.rawValue || migrated.contains(known) { continue }
      throw UnreadableJournal(
        """
        No migration leads from the shape \(text) to that of \(type) now. Write one, beside the type as it was:

        \(OpenedJournal.stub(type))
        """)
    }
    let text = "\(now)"
    if !fingerprints.contains(text) {
      throw UnreadableJournal(
        "The shape of \(type) has the fingerprint \(text), which is not in the list: add it.")
    }
  }
}

/// The reason for which a build cannot read the journals of builds before, for people.
public struct UnreadableJournal: Error, CustomStringConvertible {
  /// The reason.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension Migrating {
  /// The shapes that there is a way from.
  fileprivate static var migratedSchemas: [UInt64] { migrations.steps.map(\.schema) }
}
