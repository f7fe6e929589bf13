/// The reason for which a question about a journal has no answer, for people.
struct AnswerFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
