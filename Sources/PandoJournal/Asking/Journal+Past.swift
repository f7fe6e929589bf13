import Pando

extension Journal {
  /// Returns what looks into the journal beside the store of this process that has it, on threads of its own: neither the
  /// store nor its writer waits.
  func findPast<State: Codable & Sendable, Action: Codable & Sendable>()
    -> PastGroup<State, Action>.Find
  {
    { commit in
      let look = try await JournalThread.run { () throws(JournalError) in
        let history = try JournalHistory(self, isBeside: true)
        defer { history.storage.close() }
        let group = Result { try history.group(with: commit) }
        return Look(
          group: group, first: history.firstVersion, last: history.end.version,
          place: history.storage.place)
      }
      let group: JournalHistory.Group
      do {
        group = try look.group.get()
      } catch let failure as AnswerFailure {
        throw PastFailure(failure.description)
      }
      return {
        func decode(_ bytes: [UInt8]) throws(JournalError) -> State {
          try OpenedJournal.decode(bytes, State.self, schema: group.row.schema, at: look.place)
        }
        let commits = group.versions.lowerBound...(group.versions.upperBound - 1)
        let actions = group.actions(of: Action.self)?.map(\.action)
        return PastGroup(
          kept: look.first...look.last, commits: commits,
          actions: actions ?? Array(repeating: nil, count: commits.count),
          before: try decode(group.before), after: try decode(group.after))
      }
    }
  }
}

/// The group with a commit, or why there is none, and the commits that are there.
private struct Look: Sendable {
  let group: Result<JournalHistory.Group, any Error>
  let first: UInt64
  let last: UInt64
  let place: String
}
