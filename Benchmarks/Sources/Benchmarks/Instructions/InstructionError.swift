/// A reason why instructions could not be counted, or why there are too many.
struct InstructionError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
