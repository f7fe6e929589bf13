/// The state of things, for whoever draws it.
struct DemoView: Equatable, Sendable {
  /// One worker process.
  struct Worker: Equatable, Sendable {
    var name: String
    var processID: Int32?
    var childCount: Int
    var actionsPerSecond: Double
  }

  /// The current work: "counting in 2 workers".
  var title: String
  var directory: String
  /// Since the demo began.
  var seconds: Double
  var workers: [Worker] = []
  var progress = CountProgress()
  var actionsPerSecond = 0.0
  var tickCount = 0
}
