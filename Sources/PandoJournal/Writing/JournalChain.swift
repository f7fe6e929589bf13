import Pando

/// The end of a journal, behind which its next row comes.
struct JournalChain {
  /// The opening of the journal that writes.
  let epoch: UInt64
  /// The shapes of the store's state and actions.
  let schema: UInt64
  let actionSchema: UInt64
  /// The place behind the last row.
  private(set) var end: JournalMark

  init(_ end: JournalMark, epoch: UInt64, schema: UInt64, actionSchema: UInt64) {
    self.epoch = epoch
    self.schema = schema
    self.actionSchema = actionSchema
    self.end = end
  }

  /// Returns the row of a group, which is the last one then.
  mutating func row(of group: CommittedGroup) -> JournalRow {
    let row = JournalRow(
      number: end.group + 1, firstVersion: group.version + 1, commitCount: group.commitCount,
      epoch: epoch, schema: schema, body: GroupBody(group, actionSchema: actionSchema).bytes,
      hash: 0
    ).chained(after: end.hash)
    end = row.mark
    return row
  }
}
