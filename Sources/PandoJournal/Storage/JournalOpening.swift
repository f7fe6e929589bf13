/// The terms on which a journal is opened.
package struct JournalOpening {
  /// The store that it is of.
  package var name: String
  /// True if it is opened also where its end is missing or damaged. What does not fit is deleted then.
  package var acceptsLoss: Bool
  /// True if it is only read. No epoch begins then, and nothing is written.
  package var isReadOnly: Bool
  /// True if it is only read beside a store of this process that has it. What only a crash could have damaged is not looked
  /// for.
  package var isBeside: Bool
  /// Holds that what is found can be used, with its last row, where nobody has it any more once it is taken.
  package var check: ((JournalContents, JournalRow?) throws(JournalError) -> Void)?

  package init(
    name: String, acceptsLoss: Bool = false, isReadOnly: Bool = false,
    isBeside: Bool = false,
    check: ((JournalContents, JournalRow?) throws(JournalError) -> Void)? = nil
  ) {
    self.name = name
    self.acceptsLoss = acceptsLoss
    self.isReadOnly = isReadOnly || isBeside
    self.isBeside = isBeside
    self.check = check
  }
}
