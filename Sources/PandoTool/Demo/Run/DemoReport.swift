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
    /// How many files were done at that time.
    var afterFiles: Int
    /// How many hosted children it had, all of which were given to another.
    var rehostedChildren: Int
    /// How many of them were told that their effects had ended.
    var interruptedChildren: Int
    /// From the signal to the first commit of an action of one of them.
    var milliseconds: Double
    /// From the signal to the first text that one of them counted; nil when there was none left.
    var millisecondsToText: Double?
  }

  /// The child with the endless effect, and its end.
  struct Close: Codable, Equatable, Sendable {
    /// How many ticks had committed when it was set to nil.
    var ticks: Int
    /// Whether the worker said that it has freed the child.
    var acknowledged: Bool
    /// From sending the action to the acknowledgement.
    var milliseconds: Double
    /// How many ticks committed after that.
    var ticksAfter: Int
  }

  /// One run over all files.
  struct Run: Codable, Equatable, Sendable {
    var seconds: Double
    var actions: Int
    var actionsPerSecond: Double

    init(seconds: Double, actions: Int) {
      self.seconds = seconds
      self.actions = actions
      actionsPerSecond = seconds > 0 ? Double(actions) / seconds : 0
    }
  }

  var directory: String
  var parts: [String]
  /// How many files were found; `files` of them were chosen.
  var filesFound: Int
  var files: Int
  var bytes: Int
  var lines: Int
  var words: Int
  var binaryFiles: Int
  var unreadable: [String]
  var shards: Int
  var workers: [Worker]
  var kill: Kill?
  var close: Close?
  var hosted: Run
  var inOneProcess: Run
  var equal: Bool
  var differences: [String]
  var wordsByInitial: [String: Int]
  var wordsByLength: [String: Int]
}
