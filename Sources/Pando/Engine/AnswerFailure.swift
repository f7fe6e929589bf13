/// The reason for which a question about a journal has no answer, for people.
package struct AnswerFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
