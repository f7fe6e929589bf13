import Pando

extension JournalWriter {
  /// Returns what looks into the journal of a running store.
  func findPast<State: Codable & Sendable, Action: Codable & Sendable>(
    at place: String
  ) -> PastGroup<State, Action>.Find {
    { commit in
      let (group, kept) = try await self.read { history in
        (try history.group(with: commit), try history.firstVersion...history.end.version)
      }
      return {
        func decode(_ bytes: [UInt8]) throws(JournalError) -> State {
          try OpenedJournal.decode(bytes, State.self, schema: group.row.schema, at: place)
        }
        let commits = group.versions.lowerBound...(group.versions.upperBound - 1)
        let actions = group.actions(of: Action.self)?.map(\.action)
        return PastGroup(
          kept: kept, commits: commits,
          actions: actions ?? Array(repeating: nil, count: commits.count),
          before: try decode(group.before), after: try decode(group.after))
      }
    }
  }
}
