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
    /// The number of them that were told that their effects had ended.
    var interruptedChildren = 0
    /// The number of batches that were in flight there, and were counted again by another worker.
    var batchesAgain = 0
    /// The amount of that text.
    var bytesAgain = 0
    /// From the signal to the first commit of an action of one of them.
    var milliseconds: Double
    /// From the signal to the first text that one of them has counted; nil when there was none
    /// left.
    var millisecondsToText: Double?
  }

  /// The child with the endless effect, and its end.
  struct Close: Codable, Equatable, Sendable {
    /// The number of ticks that had committed when it was set to nil.
    var ticks: Int
    /// True if the worker said that it has freed the child.
    var acknowledged: Bool
    /// From sending the action to the acknowledgement.
    var milliseconds: Double
    /// The number of ticks that committed after that.
    var ticksAfter: Int
  }

  /// One run over all files.
  struct Run: Codable, Equatable, Sendable {
    /// With the start of the workers.
    var seconds: Double
    /// The time that went by until all workers were there, in seconds.
    var startSeconds: Double
    var actions: Int
    var actionsPerSecond: Double
    var bytesPerSecond: Double

    init(seconds: Double, startSeconds: Double, actions: Int, bytes: Int) {
      self.seconds = seconds
      self.startSeconds = startSeconds
      self.actions = actions
      actionsPerSecond = seconds > 0 ? Double(actions) / seconds : 0
      bytesPerSecond = seconds > 0 ? Double(bytes) / seconds : 0
    }
  }

  var directory: String
  var parts: [String]
  /// The number of files that were found; `files` of them were chosen.
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
  /// Of the run in which a worker was killed; nil where there was none.
  var close: Close?
  /// True if text was sent as actions.
  var textAsActions: Bool
  var hosted: Run
  /// The same once more, with a worker that was killed on the way.
  var hostedAndKilled: Run?
  var inOneProcess: Run
  /// The number of times as long that one process took as the workers.
  var ratio: Double
  var equal: Bool
  var differences: [String]
  var wordsByInitial: [String: Int]
  var wordsByLength: [String: Int]
}
