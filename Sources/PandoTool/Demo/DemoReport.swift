/// The facts of one demonstration; the document that `--json` prints.
struct DemoReport: Codable, Equatable, Sendable {
  struct Worker: Codable, Equatable, Sendable {
    var name: String
    var processID: Int32
  }

  /// A worker that was killed on the way.
  struct Kill: Codable, Equatable, Sendable {
    var worker: String
    var processID: Int32
    /// The number of files that were done at that time.
    var afterFiles: Int
    /// The number of hosted children that it had, all of which were given to another.
    var rehostedChildren: Int
    /// The number of batches that were in flight there, and were counted again by another worker.
    var batchesAgain = 0
    /// The amount of that text.
    var bytesAgain = 0
    /// From the signal to the first batch of one of them that another worker has counted.
    var milliseconds: Double
  }

  /// One run over all files.
  struct Run: Codable, Equatable, Sendable {
    /// With the start of the workers.
    var seconds: Double
    /// The time that went by until all workers were there, in seconds.
    var startSeconds: Double
    var actions: Int
  }

  var directory: String
  /// The number of files that were found; at most `--limit-files` of them were looked at.
  var filesFound: Int
  var files: Int
  var bytes: Int
  var lines: Int
  var words: Int
  var binaryFiles: Int
  var unreadable: [String]
  var shards: Int
  /// The workers of the run in which one was killed, or of the only hosted one.
  var workers: [Worker]
  var kill: Kill?
  var hosted: Run
  /// The same once more, with a worker that was killed on the way.
  var hostedAndKilled: Run?
  var inOneProcess: Run
  /// The number of times as long that one process took as the workers.
  var ratio: Double
  var equal: Bool
  var differences: [String]
}
