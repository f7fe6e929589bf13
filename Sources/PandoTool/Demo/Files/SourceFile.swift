/// A file to count, as it was found.
struct SourceFile: Codable, Equatable, Sendable {
  /// Relative to the directory that was searched, or absolute where a part of it is.
  let path: String
  let byteCount: Int
  /// When it was last written, in nanoseconds since 1970.
  let modified: Int64

  /// Where a path leads that is relative to a directory, or absolute.
  static func absolute(_ path: String, in directory: String) -> String {
    path.hasPrefix("/") ? path : directory + "/" + path
  }
}
