/// A problem that a process finds with itself, and that does not keep it from its work.
package struct ProcessProblem: Hashable, Codable, Sendable {
  /// The kind, by its name in `ProblemKind`: a later version may have more.
  package var kind: String
  /// A clause about the process, to be read behind its name.
  package var text: String
  /// The remedy; nil where the kind says that.
  package var advice: String?
  /// The time since it began.
  package var ageMilliseconds: Int

  package init(_ kind: ProblemKind, _ text: String, advice: String? = nil, ageMilliseconds: Int) {
    self.kind = kind.rawValue
    self.text = text
    self.advice = advice
    self.ageMilliseconds = ageMilliseconds
  }

  /// The number of problems that a process may tell of.
  package static let problemsAtMost = 16
  /// The size of a text, and of an advice.
  package static let textBytesAtMost = 1_024
}
