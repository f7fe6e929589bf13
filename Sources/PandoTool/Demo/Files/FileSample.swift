/// The files that are counted, where there are more than were asked for.
enum FileSample {
  /// Takes so many files, spread evenly over the whole list and in its order.
  static func take(_ count: Int, of files: [SourceFile]) -> [SourceFile] {
    guard files.count > count else { return files }
    return (0..<count).map { files[$0 * files.count / count] }
  }
}
