/// A file to count, as it was found.
struct SourceFile: Codable, Equatable, Sendable {
  /// Relative to the directory that was searched.
  let path: String
  let byteCount: Int
  /// When it was last written, in nanoseconds since 1970.
  let modified: Int64
}
