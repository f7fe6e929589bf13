import Pando

extension Journal {
  /// Returns what looks into the journal beside the store of this process that has it: neither the store nor its writer
  /// waits.
  func findPast<State: Codable & Sendable, Action: Codable & Sendable>()
    -> PastGroup<State, Action>.Find
  {
    { commit in
      let history = try JournalHistory(self, isBeside: true)
      defer { history.storage.close() }
      let group = try history.group(with: commit)
      func decode(_ bytes: [UInt8]) throws(JournalError) -> State {
        try OpenedJournal.decode(
          bytes, State.self, schema: group.row.schema, at: history.storage.place)
      }
      let commits = group.versions.lowerBound...(group.versions.upperBound - 1)
      let actions = group.actions(of: Action.self)?.map(\.action)
      return PastGroup(
        kept: history.firstVersion...history.end.version, commits: commits,
        actions: actions ?? Array(repeating: nil, count: commits.count),
        before: try decode(group.before), after: try decode(group.after))
    }
  }
}
