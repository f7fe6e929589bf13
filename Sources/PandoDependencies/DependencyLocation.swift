/// A place in the source where a dependency is declared or read.
struct DependencyLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

extension DependencyLocation: CustomStringConvertible {
  var description: String { "\(fileID):\(line)" }
}
