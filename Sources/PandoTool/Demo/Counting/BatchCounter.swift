/// Reads and counts the files of one shard, batch after batch.
struct BatchCounter: Codable, Equatable, Sendable {
  /// In the middle of a word, where the last part ended in one.
  private var scanner = WordScanner()
  /// The last part was of a file whose rest is left out.
  private var leavesOut = false

  /// Counts a batch, which goes on where the last one ended.
  mutating func count(_ batch: Batch) -> Report {
    var report = Report()
    for part in batch.parts {
      if part.offset == 0 { leavesOut = false }
      guard !leavesOut else { continue }
      do throws(FileProblem) {
        try count(part, at: SourceFile.absolute(part.path, in: batch.directory), &report.counts)
      } catch {
        scanner.finish(into: &report.counts)
        leavesOut = true
        report.add(error)
      }
    }
    return report
  }

  private mutating func count(
    _ part: FilePart, at path: String, _ counts: inout Counts
  ) throws(FileProblem) {
    let reader = try TextReader(path: path)
    var offset = try reader.start(of: part)
    var isAtEnd = false
    while !isAtEnd {
      let text = try reader.read(at: offset, before: part.end)
      scanner.scan(text.text, into: &counts)
      counts.bytes += text.byteCount
      offset += text.byteCount
      isAtEnd = text.isLast
    }
    if part.isLast {
      scanner.finish(into: &counts)
      counts.files += 1
    }
  }
}
