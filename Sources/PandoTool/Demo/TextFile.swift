import Glibc
import Pando

/// A text file to count, as it was found.
@WireCoded
struct TextFile: Codable, Equatable, Sendable {
  /// Why a file is not counted.
  enum Problem: Error, Equatable {
    /// A NUL byte is near its beginning.
    case noText
    /// It cannot be read, or has too much for one action; for people.
    case unreadable(String)
  }

  /// Absolute.
  let path: String
  let byteCount: Int

  /// The most that is read at once.
  static let pieceBytes = 64 << 10

  /// The most that a file may have: an action counts all of it, and a minute without a commit ends the demo.
  static let bytesAtMost = 256 << 20

  /// The longest that one action takes, but for a larger file: some milliseconds, or some tens of them in a debug build.
  static let batchBytesAtMost = 1 << 20
  static let batchFilesAtMost = 64

  /// Counts it. Text that was added since it was found does not count.
  func counts() throws(Problem) -> Counts {
    var counts = Counts(files: 1)
    var isInWord = false
    _ = unsafe try Self.read(path, atMost: byteCount) { start, count in
      unsafe counts.scan(start, count, isInWord: &isInWord)
    }
    return counts
  }

  /// Finds a file by reading all of it, which brings it into the system's page cache.
  static func find(_ path: String) throws(Problem) -> TextFile {
    let byteCount = unsafe try read(path, atMost: bytesAtMost + 1) { _, _ in }
    guard byteCount <= bytesAtMost else {
      throw .unreadable(
        "\(path): it has more than \(bytesAtMost >> 20) MiB, too much for one action")
    }
    return TextFile(path: path, byteCount: byteCount)
  }

  /// Hands out the bytes of a file, and returns their number.
  private static func read(
    _ path: String, atMost most: Int, _ use: (UnsafePointer<UInt8>, Int) -> Void
  ) throws(Problem) -> Int {
    // Without blocking: what was a file when it was found may have become a pipe.
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw problem(path) }
    defer { close(descriptor) }
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: pieceBytes)
    defer { unsafe buffer.deallocate() }
    var total = 0
    while total < most {
      let count = unsafe Glibc.read(descriptor, buffer, min(pieceBytes, most - total))
      guard count >= 0 else { throw problem(path) }
      if count == 0 { break }
      if total == 0, unsafe memchr(buffer, 0, count) != nil { throw .noText }
      unsafe use(buffer, count)
      total += count
    }
    return total
  }

  private static func problem(_ path: String) -> Problem {
    .unreadable(unsafe "\(path): \(String(cString: strerror(errno)))")
  }
}

/// The files that a shard counts by one action.
typealias Batch = [TextFile]

extension [TextFile] {
  var byteCount: Int { reduce(0) { $0 + $1.byteCount } }

  /// Deals files out to shards: the largest first and to each in turn, so the shards come out even.
  func dealt(among count: Int) -> [[TextFile]] {
    let largestFirst = sorted { ($1.byteCount, $0.path) < ($0.byteCount, $1.path) }
    return (0..<count).map { shard in
      stride(from: shard, to: largestFirst.count, by: count).map { largestFirst[$0] }
        .sorted { $0.path < $1.path }
    }
  }

  /// Cuts the files of a shard into batches, in their order.
  func batches() -> [Batch] {
    var batches: [Batch] = []
    var batch = Batch()
    for file in self {
      let isFull =
        batch.byteCount + file.byteCount > TextFile.batchBytesAtMost
        || batch.count == TextFile.batchFilesAtMost
      if isFull, !batch.isEmpty {
        batches.append(batch)
        batch = []
      }
      batch.append(file)
    }
    return batch.isEmpty ? batches : batches + [batch]
  }
}
