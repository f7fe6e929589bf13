/// A few files for a shard to count next.
struct Assignment: Codable, Equatable, Sendable {
  let number: Int
  /// The folder that the paths are relative to, if they are.
  let directory: String
  let paths: [String]

  /// Bounds the state of a shard, which holds one assignment.
  static let filesAtMost = 16

  /// Cuts a list of files into assignments, in its order.
  static func cut(_ paths: [String], directory: String) -> [Assignment] {
    stride(from: 0, to: paths.count, by: filesAtMost).enumerated().map { number, start in
      Assignment(
        number: number + 1, directory: directory,
        paths: Array(paths[start..<min(paths.count, start + filesAtMost)]))
    }
  }
}
