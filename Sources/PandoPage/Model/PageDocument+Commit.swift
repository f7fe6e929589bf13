extension PageDocument {
  /// A commit of a program's store: the child's part and the parents' part.
  package struct Commit: Hashable, Codable, Sendable {
    /// The number among all commits: where numbers are missing, commits are left out.
    package var number: UInt64
    package var at: Int
    /// The action by its cases, without the values in them.
    package var action: String
    /// The values that the action's type names.
    package var values: [PageValue]?
    package var parts: [Part]
    /// The time that the parents' reducers took.
    package var parentNanoseconds: Int
    /// The effects that started in the program.
    package var effects: Int
    /// True if another action's commit gave rise to it.
    package var isFollowUp: Bool
    /// The reason for which it committed without effect.
    package var failure: String?
  }

  /// The part of a hosted child in a commit.
  package struct Part: Hashable, Codable, Sendable {
    package var child: UInt64
    package var feature: String
    package var identities: [String]
    /// The worker that reduced it; nil where the program did.
    package var worker: String?
    /// True if the program reduced it, as another reducer had changed the child's state.
    package var isByClient: Bool
    /// The time from the dispatch to the answer; nil where it was not seen.
    package var awayNanoseconds: Int?
    /// The time for which the answer waited for its turn.
    package var waitedNanoseconds: Int?
    package var dispatches: Int
    package var effects: Int
  }
}
