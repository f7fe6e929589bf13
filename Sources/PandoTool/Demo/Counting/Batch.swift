/// Files for a shard to count by one action: where they are and how long, but none of their text.
struct Batch: Codable, Equatable, Sendable {
  /// The folder that the paths are relative to, if they are.
  let directory: String
  var parts: [FilePart] = []

  /// The longest that one action takes: some milliseconds, or some tens of them in a debug build.
  static let bytesAtMost = 1 << 20
  static let partsAtMost = 64

  var byteCount: Int { parts.reduce(0) { $0 + $1.byteCount } }

  /// Cuts a list of files into batches, in its order. A file that is longer than a batch is cut
  /// too.
  static func cut(_ files: [SourceFile], directory: String) -> [Batch] {
    var batches: [Batch] = []
    var batch = Batch(directory: directory)
    var byteCount = 0
    for part in files.flatMap(parts) {
      let isFull =
        byteCount + part.byteCount > bytesAtMost || batch.parts.count == partsAtMost
      if isFull, !batch.parts.isEmpty {
        batches.append(batch)
        batch = Batch(directory: directory)
        byteCount = 0
      }
      batch.parts.append(part)
      byteCount += part.byteCount
    }
    return batch.parts.isEmpty ? batches : batches + [batch]
  }

  private static func parts(of file: SourceFile) -> [FilePart] {
    // An empty file is one empty part.
    stride(from: 0, to: max(1, file.byteCount), by: bytesAtMost).map { offset in
      let end = min(file.byteCount, offset + bytesAtMost)
      return FilePart(
        path: file.path, offset: offset, byteCount: end - offset, isLast: end == file.byteCount)
    }
  }
}
