/// Why a file, or the rest of it, is not counted.
enum FileProblem: Error, Codable, Equatable, Sendable {
  /// A NUL byte, or bytes that are not UTF-8, near its beginning.
  case binary

  /// The system said no; for people.
  case unreadable(String)
}
