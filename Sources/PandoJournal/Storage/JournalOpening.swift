/// The terms on which a journal is opened.
package struct JournalOpening: Sendable {
  /// The store that it is of.
  package var name: String
  /// True if it is opened also where its end is missing or damaged. What does not fit is deleted then.
  package var acceptsLoss: Bool
  /// True if it is only read. No epoch begins then, and nothing is written.
  package var isReadOnly: Bool

  package init(name: String, acceptsLoss: Bool = false, isReadOnly: Bool = false) {
    self.name = name
    self.acceptsLoss = acceptsLoss
    self.isReadOnly = isReadOnly
  }
}
