/// The options of the demo.
struct DemoOptions: Sendable {
  var workerCount = 2
  var shardCount = 4
  /// True if there is a run in which a worker is killed and a child with an endless effect closed.
  var kills = true
  /// The most files that are counted.
  var fileLimit = 50_000
  /// True if text is sent as actions, which is slow, instead of the names of files.
  var sendsText = false
}
