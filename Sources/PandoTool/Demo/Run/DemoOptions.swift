/// What the demo was asked to do.
struct DemoOptions: Sendable {
  var workerCount = 2
  var shardCount = 4
  /// Whether it kills a worker on the way.
  var kills = true
  /// The most files that are counted.
  var fileLimit = 50_000
  /// Whether text is sent as actions, which is slow, instead of the names of files.
  var sendsText = false
}
